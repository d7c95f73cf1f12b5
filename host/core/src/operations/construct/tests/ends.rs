//! Failures, cycles and the end of a deployment.

use std::time::Duration;

use async_trait::async_trait;

use super::*;
use crate::error::GuestError;
use crate::graph::{GroupOutputs, LookupRequest, LookupResult};
use crate::monitor::MonitorError;

#[tokio::test]
async fn inputs_that_the_schema_refuses_are_refused_before_anything_is_registered() {
    let stage = Stage::declaring(|_| vec![]).with("count", "many".into(), &[]);
    let monitor = FakeMonitor::new();
    let error = stage.run(&monitor).await.expect_err("a refusal");
    assert!(
        matches!(&error, CallError::Guest(GuestError::Invalid(failures)) if failures[0].property == "count"),
        "{error}"
    );
    assert!(monitor.registered().is_empty());
}

#[tokio::test]
async fn after_a_failure_nothing_more_is_registered_and_the_answer_waits() {
    let stage = Stage::new(|graph, entered| match entered {
        Entered::Transform(..) | Entered::Hook(..) => panic!("nothing is transformed"),
        Entered::Construct(_) => {
            let quick = Declaration {
                kind: ResourceKind::Remote,
                ..pet("quick", vec![])
            };
            let quick = graph.register(quick)?;
            let slow = graph.register(pet("slow", vec![]))?;
            graph.register(pet("later", vec![("prefix", output(slow, "id"))]))?;
            derive(graph, output(quick, "urn"), 1);
            Ok(object(vec![]))
        }
        Entered::Derive(..) => Err(CallError::Guest(GuestError::Other("no luck".to_owned()))),
    });
    let monitor = FakeMonitor::new();
    monitor.hold();
    let check = async {
        monitor.has_got(3).await;
        // The graph takes many turns in the meantime, in which it could register more.
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
        monitor.release();
    };
    let (constructed, ()) = tokio::join!(stage.run(&monitor), check);
    assert_eq!(constructed.expect_err("a failure").to_string(), "no luck");
    let names: Vec<_> = monitor
        .registered()
        .into_iter()
        .map(|one| one.name)
        .collect();
    assert_eq!(names, ["s", "quick", "slow"]);
    assert!(monitor.completed().is_empty());
}

#[tokio::test]
async fn what_needs_a_failed_child_is_not_registered_and_the_rest_is() {
    let stage = Stage::declaring(|graph| {
        let bad = graph.register(pet("bad", vec![])).expect("a node");
        graph
            .register(pet("needs", vec![("prefix", output(bad, "id"))]))
            .expect("a node");
        let good = graph.register(pet("good", vec![])).expect("a node");
        graph
            .register(pet("after", vec![("prefix", output(good, "id"))]))
            .expect("a node");
        vec![]
    });
    let monitor = FakeMonitor::making(|registration| Registered {
        outcome: match registration.name.as_str() {
            "bad" => RegistrationOutcome::Failed,
            _ => RegistrationOutcome::Done,
        },
        ..Registered::default()
    });
    let error = stage
        .run(&monitor)
        .await
        .expect_err("a failure")
        .to_string();
    assert!(
        error.contains("`bad` of type `random:index:Pet`"),
        "{error}"
    );
    let names: Vec<_> = monitor
        .registered()
        .into_iter()
        .map(|one| one.name)
        .collect();
    assert_eq!(names, ["s", "bad", "good", "after"]);
}

#[tokio::test]
async fn a_cycle_is_reported_with_the_names_in_it_at_once() {
    let stage = Stage::declaring(|graph| {
        let part = graph.register(group("part")).expect("a node");
        let child = graph
            .register(pet("child", vec![("prefix", output(part, "made"))]))
            .expect("a node");
        let outputs = map(vec![("made", output(child, "id"))]);
        graph
            .complete_group(GroupOutputs {
                node: part,
                outputs,
            })
            .expect("outputs");
        vec![]
    });
    let run = stage.run(&FakeMonitor::new()).await;
    let error = run.expect_err("a cycle").to_string();
    assert!(
        error.contains("`child`") && error.contains("`part`"),
        "{error}"
    );
}

#[tokio::test]
async fn outputs_that_name_each_other_are_a_cycle() {
    let stage = Stage::declaring(|graph| {
        let part = graph.register(group("part")).expect("a node");
        let outputs = map(vec![("a", output(part, "b")), ("b", output(part, "a"))]);
        graph
            .complete_group(GroupOutputs {
                node: part,
                outputs,
            })
            .expect("outputs");
        vec![("url", output(part, "a"))]
    });
    let error = stage
        .run(&FakeMonitor::new())
        .await
        .expect_err("a cycle")
        .to_string();
    assert!(error.contains("`part`"), "{error}");
}

#[tokio::test]
async fn a_cancelled_session_ends_at_once_without_an_error_beside_the_real_one() {
    let stage = Stage::declaring(|graph| {
        graph.register(pet("child", vec![])).expect("a node");
        vec![("url", "x".into())]
    });
    let monitor = FakeMonitor::new();
    monitor.hold();
    let call = stage.call();
    let work = construct(
        &stage.scene.package,
        &call,
        stage.parameters.clone(),
        monitor.as_ref(),
    );
    let cancel = async {
        monitor.has_got(2).await;
        call.cancellation.cancel();
    };
    let ended = tokio::time::timeout(Duration::from_millis(100), async {
        tokio::join!(work, cancel).0
    });
    let constructed = ended.await.expect("in time").expect("a component");
    assert_eq!(constructed.urn, FakeMonitor::urn(&monitor.one("s")));
    assert_eq!(constructed.outputs, PropertyMap::new());
    assert!(monitor.completed().is_empty());
}

/// A monitor that refuses everything.
struct Refusing(MonitorError);

#[async_trait]
impl Monitor for Refusing {
    async fn register(&self, _: Registration) -> Result<Registered, MonitorError> {
        Err(self.0.clone())
    }

    async fn look_up(&self, _: LookupRequest) -> Result<LookupResult, MonitorError> {
        Err(self.0.clone())
    }

    async fn complete(&self, _: &str, _: PropertyMap) -> Result<(), MonitorError> {
        Err(self.0.clone())
    }
}

#[tokio::test]
async fn a_monitor_that_is_gone_is_the_end_and_not_a_failure_of_its_own() {
    let stage = Stage::declaring(|_| vec![]);
    let run = |error| async {
        let monitor = Refusing(error);
        let parameters = stage.parameters.clone();
        construct(&stage.scene.package, &stage.call(), parameters, &monitor).await
    };
    let ended = run(MonitorError::Ended).await;
    assert!(matches!(ended, Err(CallError::Cancelled)), "{ended:?}");
    let refused = run(MonitorError::Refused("no".to_owned())).await;
    assert_eq!(refused.expect_err("a refusal").to_string(), "no");
}

#[tokio::test]
async fn a_session_that_is_not_the_one_that_runs_is_told_apart() {
    let stage = Stage::new(|graph, _| {
        graph.is_session(1)?;
        let other = graph.is_session(2).expect_err("another one").message();
        assert!(other.contains('2') && other.contains('1'), "{other}");
        Ok(object(vec![]))
    });
    stage.run(&FakeMonitor::new()).await.expect("a component");
}

#[tokio::test]
async fn a_custom_resource_is_not_constructed() {
    let stage = Stage::declaring(|_| vec![]);
    let call = Call {
        subject: Arc::new(Subject {
            token: "acme:index:Thing".to_owned(),
            ..Subject::default()
        }),
        ..stage.call()
    };
    let parameters = ConstructParameters::default();
    let monitor = FakeMonitor::new();
    let error = construct(&stage.scene.package, &call, parameters, monitor.as_ref()).await;
    let error = error.expect_err("a refusal").to_string();
    assert!(error.contains("is not a component resource"), "{error}");
}

#[tokio::test]
async fn the_first_of_thousands_of_children_that_failed_are_named_and_the_others_counted() {
    let stage = Stage::declaring(|graph| {
        let first = graph.register(pet("first", vec![])).expect("a node");
        for number in 0..2000 {
            let inputs = vec![("prefix", output(first, "id"))];
            let child = pet(&format!("after-{number}"), inputs);
            graph.register(child).expect("a node");
        }
        vec![]
    });
    let monitor = FakeMonitor::making(|registration| Registered {
        outcome: match registration.name.as_str() {
            "first" => RegistrationOutcome::Failed,
            _ => RegistrationOutcome::Done,
        },
        urn: FakeMonitor::urn(registration),
        ..Registered::default()
    });
    let error = stage.run(&monitor).await.expect_err("a failure");
    let text = error.to_string();
    assert!(
        text.starts_with("`first` of type `random:index:Pet`, `after-0`"),
        "{text}"
    );
    assert!(
        text.ends_with(
            "`after-8` of type `random:index:Pet` and 1991 more could not be registered"
        ),
        "{text}"
    );
}
