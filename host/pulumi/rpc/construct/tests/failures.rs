//! The answer to an engine if a component could not be constructed.

use pulumi_wasm_core::error::failure::PropertyFailure;
use pulumi_wasm_core::error::{GuestError, TrapReport};
use tonic::Code;

use super::*;
use crate::pulumi::wire::google::rpc::Status as RpcStatus;
use crate::pulumi::wire::pulumirpc::InputPropertiesError;
use test_support::fake::monitor::Reply;

/// The properties in the detail of a status, with their reasons.
fn properties(status: &Status) -> Vec<(String, String)> {
    let details = RpcStatus::decode(status.details())
        .expect("details")
        .details;
    let found = details
        .iter()
        .find(|detail| detail.type_url.ends_with("InputPropertiesError"));
    let Some(detail) = found else {
        return Vec::new();
    };
    let detail = InputPropertiesError::decode(detail.value.as_slice()).expect("a detail");
    let errors = detail.errors.into_iter();
    errors
        .map(|error| (error.property_path, error.reason))
        .collect()
}

fn refusing(monitor: &FakeMonitor, paths: &'static [&'static str]) -> Stage {
    Stage::new(monitor, move |_, _| {
        let failures = paths.iter().map(|path| PropertyFailure {
            property: (*path).to_owned(),
            reason: format!("no {path}"),
        });
        Err(CallError::Guest(GuestError::Invalid(failures.collect())))
    })
}

#[tokio::test]
async fn a_refused_input_is_a_property_with_its_path() {
    let monitor = FakeMonitor::start();
    let stage = refusing(&monitor, &["title", "parts[0].name"]);
    let stage = stage.with(&json!({ "title": "x", "parts": [{ "name": "n" }] }));
    let status = stage.run().await.expect_err("a refusal");
    assert_eq!(status.code(), Code::InvalidArgument);
    assert_eq!(status.message(), "its inputs are refused");
    let expected = [("title", "no title"), ("parts[0].name", "no parts[0].name")];
    assert_eq!(
        properties(&status),
        expected.map(|(path, reason)| (path.to_owned(), reason.to_owned()))
    );
}

#[tokio::test]
async fn inputs_that_the_schema_refuses_are_properties_and_nothing_is_registered() {
    let monitor = FakeMonitor::start();
    let stage = Stage::declaring(&monitor, |_| vec![]).with(&json!({ "count": "many" }));
    let status = stage.run().await.expect_err("a refusal");
    assert_eq!(status.code(), Code::InvalidArgument);
    let properties = properties(&status);
    assert_eq!(properties.len(), 1);
    assert_eq!(properties[0].0, "count");
    assert!(monitor.registered().is_empty());
}

#[tokio::test]
async fn the_path_of_a_secret_is_in_the_message_where_the_engine_prints_no_value() {
    let secret = |value: Json| json!({ SIGNATURE: SECRET, "value": value });
    let output = |value: Json| json!({ SIGNATURE: OUTPUT, "secret": true, "value": value });
    for (path, inputs) in [
        // At it, above it, and below it.
        ("any", json!({ "any": secret(json!("hidden-word")) })),
        ("any", json!({ "any": output(json!("hidden-word")) })),
        (
            "any",
            json!({ "any": { "a": [secret(json!("hidden-word"))] } }),
        ),
        (
            "any.a",
            json!({ "any": { "a": [secret(json!("hidden-word"))] } }),
        ),
        (
            "any.a[0]",
            json!({ "any": secret(json!({ "a": ["hidden-word"] })) }),
        ),
        // Only the schema declares it secret.
        ("password", json!({ "password": "hidden-word" })),
        // Not a path.
        ("any[", json!({ "any": secret(json!("hidden-word")) })),
    ] {
        let monitor = FakeMonitor::start();
        let stage = Stage::new(&monitor, move |_, _| {
            let failure = |property: &str| PropertyFailure {
                property: property.to_owned(),
                reason: format!("no {property}, and not `hidden-word`"),
            };
            let failures = vec![failure(path), failure("title")];
            Err(CallError::Guest(GuestError::Invalid(failures)))
        });
        let mut inputs = inputs;
        inputs["title"] = json!("x");
        let status = stage.with(&inputs).run().await.expect_err("a refusal");
        let paths: Vec<_> = properties(&status)
            .into_iter()
            .map(|(path, _)| path)
            .collect();
        assert_eq!(paths, ["title"], "{path}");
        let message = status.message();
        assert!(
            message.contains(&format!("`{path}`: no {path}")),
            "{message}"
        );
        let all = format!("{message}{:?}", properties(&status));
        assert!(!all.contains("hidden-word"), "{all}");
    }
}

#[tokio::test]
async fn any_other_failure_names_type_and_name_of_the_component() {
    let guest = |error| CallError::Guest(error);
    let trap = TrapReport {
        cause: "by an unreachable instruction".to_owned(),
        frames: vec!["acme::construct at src/lib.rs:12".to_owned()],
        ..TrapReport::default()
    };
    for (error, words) in [
        (guest(GuestError::Other("no luck".to_owned())), "no luck"),
        (
            guest(GuestError::Denied("not allowed".to_owned())),
            "not allowed",
        ),
        (CallError::Trap(trap), "src/lib.rs:12"),
        (CallError::BadAnswer("not JSON".to_owned()), "not JSON"),
    ] {
        let monitor = FakeMonitor::start();
        let stage = Stage::new(&monitor, move |_, _| Err(error.clone()));
        let status = stage.run().await.expect_err("a failure");
        assert_eq!(status.code(), Code::Unknown);
        let message = status.message();
        let begin = "construct of `acme:index:Site` `s` failed: ";
        assert!(
            message.starts_with(begin) && message.contains(words),
            "{message}"
        );
    }
}

#[tokio::test]
async fn no_secret_is_in_the_message_of_a_failure() {
    let monitor = FakeMonitor::start();
    let stage = Stage::new(&monitor, |_, _| {
        let message = "the server did not take `hidden-word`".to_owned();
        Err(CallError::Guest(GuestError::Other(message)))
    });
    let secret = json!({ SIGNATURE: SECRET, "value": "hidden-word" });
    let status = stage.with(&json!({ "any": secret })).run().await;
    let message = status.expect_err("a failure").message().to_owned();
    assert!(
        message.contains("the server") && !message.contains("hidden-word"),
        "{message}"
    );
}

#[tokio::test]
async fn a_child_that_the_engine_does_not_take_is_named_with_the_engines_reason() {
    let monitor = FakeMonitor::answering(|request| {
        if request.custom {
            Reply::Refused(Status::unknown("no such type"))
        } else {
            Reply::made()
        }
    });
    let stage = Stage::declaring(&monitor, |graph| {
        graph.register(pet("child", vec![])).expect("a node");
        vec![]
    });
    let message = stage
        .run()
        .await
        .expect_err("a failure")
        .message()
        .to_owned();
    for words in [
        "`child` of type `random:index:Pet`",
        "no such type",
        "`s` failed",
    ] {
        assert!(message.contains(words), "{message}");
    }
}

#[tokio::test]
async fn what_needs_a_child_that_failed_is_left_out_and_the_child_is_named() {
    // FAIL, and the result of engines before 3.264 for skipped resources.
    for result in [1, 2] {
        let monitor = FakeMonitor::answering(move |request| match request.name.as_str() {
            "bad" => Reply::Made(
                test_support::protocol::pulumirpc::RegisterResourceResponse {
                    result,
                    ..Default::default()
                },
            ),
            _ => Reply::made(),
        });
        let stage = Stage::declaring(&monitor, |graph| {
            let bad = graph.register(pet("bad", vec![])).expect("a node");
            let needs = vec![("prefix", output(bad, "id"))];
            graph.register(pet("needs", needs)).expect("a node");
            graph.register(pet("good", vec![])).expect("a node");
            vec![]
        });
        let message = stage
            .run()
            .await
            .expect_err("a failure")
            .message()
            .to_owned();
        assert!(
            message.contains("`bad` of type `random:index:Pet`"),
            "{message}"
        );
        // Both are in flight at the same time.
        let names: BTreeSet<_> = monitor.names().into_iter().collect();
        assert_eq!(names, ["bad", "good", "s"].map(str::to_owned).into());
        assert!(monitor.completed().is_empty());
    }
}

#[tokio::test]
async fn a_component_that_the_engine_fails_to_register_makes_no_children() {
    let monitor = FakeMonitor::answering(|_| {
        Reply::Made(
            test_support::protocol::pulumirpc::RegisterResourceResponse {
                result: 1,
                ..Default::default()
            },
        )
    });
    let stage = Stage::declaring(&monitor, |_| panic!("it is not entered"));
    let message = stage
        .run()
        .await
        .expect_err("a failure")
        .message()
        .to_owned();
    assert!(message.contains("failed to register"), "{message}");
}

#[tokio::test]
async fn an_address_that_is_not_one_is_refused() {
    let monitor = FakeMonitor::start();
    let mut stage = Stage::declaring(&monitor, |_| vec![]);
    stage.request.monitor_endpoint = "not an address".to_owned();
    let status = stage.run().await.expect_err("a refusal");
    assert_eq!(status.code(), Code::InvalidArgument);
    assert!(status.message().contains("`not an address`"), "{status}");
}
