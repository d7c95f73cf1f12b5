//! The end of a deployment while components are being made.

use std::time::{Duration, Instant};

use super::*;
use test_support::fake::monitor::Reply;
use test_support::protocol::pulumirpc as seen;

fn with_a_child(graph: &mut Graph) -> Vec<(&'static str, PropertyValue)> {
    let child = graph.register(pet("child", vec![])).expect("a node");
    vec![("url", output(child, "id"))]
}

/// The child never answers, like a failed child.
fn stuck() -> FakeMonitor {
    FakeMonitor::answering(|request| {
        if request.custom {
            Reply::Never
        } else {
            Reply::made()
        }
    })
}

#[tokio::test]
async fn after_a_cancel_a_registered_component_is_an_empty_success_within_100_ms() {
    let monitor = stuck();
    let stage = Stage::declaring(&monitor, with_a_child);
    let call = stage.call();
    let cancel = async {
        monitor.has_got(2).await;
        call.cancellation.cancel();
        Instant::now()
    };
    let (answer, cancelled) = tokio::join!(stage.run_as(&call), cancel);
    assert!(cancelled.elapsed() < Duration::from_millis(100));
    let answer = answer.expect("a component");
    assert_eq!((answer.urn.clone(), state(&answer)), (site(), json!({})));
    assert!(monitor.completed().is_empty());
    monitor.is_left().await;
}

#[tokio::test]
async fn after_a_cancel_a_component_that_is_not_registered_is_an_error() {
    let monitor = FakeMonitor::answering(|_| Reply::Never);
    let stage = Stage::declaring(&monitor, with_a_child);
    let call = stage.call();
    let cancel = async {
        monitor.has_got(1).await;
        call.cancellation.cancel();
    };
    let (answer, ()) = tokio::join!(stage.run_as(&call), cancel);
    let message = answer.expect_err("an error").message().to_owned();
    assert!(message.contains("cancelled"), "{message}");
}

#[tokio::test]
async fn a_monitor_that_is_gone_or_going_is_the_end_without_an_error_of_its_own() {
    let mut monitor = stuck();
    let stage = Stage::declaring(&monitor, with_a_child);
    let end = async {
        monitor.has_got(2).await;
        monitor.end();
    };
    let (answer, ()) = tokio::join!(stage.run(), end);
    let message = answer.expect_err("an error").message().to_owned();
    assert!(message.contains("the call was cancelled"), "{message}");
    for code in [tonic::Code::Unavailable, tonic::Code::Cancelled] {
        let monitor = FakeMonitor::answering(move |_| {
            Reply::Refused(Status::new(code, "the resource monitor is shutting down"))
        });
        let stage = Stage::declaring(&monitor, with_a_child);
        let message = stage
            .run()
            .await
            .expect_err("an error")
            .message()
            .to_owned();
        assert!(!message.contains("shutting down"), "{message}");
    }
}

#[tokio::test]
async fn a_monitor_that_is_nowhere_is_the_end_too() {
    let mut monitor = FakeMonitor::start();
    monitor.end();
    let stage = Stage::declaring(&monitor, with_a_child);
    let message = stage
        .run()
        .await
        .expect_err("an error")
        .message()
        .to_owned();
    assert!(message.contains("the call was cancelled"), "{message}");
}

#[tokio::test]
async fn what_the_engine_left_out_is_unknown_and_is_in_no_answer_of_an_update() {
    let monitor = FakeMonitor::answering(|request| match request.name.as_str() {
        "child" => Reply::Made(seen::RegisterResourceResponse {
            unknown: true,
            ..Default::default()
        }),
        _ => Reply::made(),
    });
    let stage = Stage::declaring(&monitor, |graph| {
        let mut outputs = with_a_child(graph);
        let prefix = vec![("prefix", outputs[0].1.clone())];
        graph.register(pet("next", prefix)).expect("a node");
        outputs.push(("token", "t".into()));
        outputs
    });
    let answer = stage.run().await.expect("a component");
    assert_eq!(
        plain(monitor.one("next").object.as_ref())["prefix"],
        UNKNOWN
    );
    let keys: Vec<_> = state(&answer)
        .as_object()
        .unwrap()
        .keys()
        .cloned()
        .collect();
    assert_eq!(keys, ["token"]);
    let completed = &monitor.completed()[0].1;
    assert!(!completed.fields.contains_key("url"));
}
