//! Guests that crash, and the known facts afterwards.

use tonic::Code;

use super::{assert_names, failed_create};
use test_support::assert_says;
use test_support::fake::calls::{create, create_request, properties, saved, text};
use test_support::fake::guest::{Guest, THING};
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, DEBUG, Step, error};
use test_support::within;

fn crashing_for_names_of_four_letters(otherwise: impl Into<Vec<Step>>) -> Guest {
    let mut steps = vec![Step::WhenNameHas(4, vec![Step::Crash])];
    steps.extend(otherwise.into());
    Guest::new().does("create", steps)
}

#[tokio::test]
async fn a_crash_names_the_call_the_resource_the_component_and_the_guests_functions() {
    let guest = Guest::new().does("create", [Step::Crash]);
    let status = failed_create(&guest, &[]).await;
    assert_eq!(status.code(), Code::Unknown);
    assert_says(
        status.message(),
        &[
            &format!("create of `{THING}` `one` failed"),
            "crashed",
            "unreachable",
            "\n    at crash\n    at guest::create",
            "\nhint: this is a mistake in the component; tell its author",
            "\ncomponent: ./acme.wasm (sha256:",
        ],
    );
}

#[tokio::test]
async fn too_deep_recursion_is_a_crash() {
    let guest = Guest::new().does("create", [Step::Recurse]);
    let status = failed_create(&guest, &[]).await;
    assert_eq!(status.code(), Code::Unknown);
    assert_says(
        status.message(),
        &["recursion is too deep", "stack of 1 MiB", "at recurse"],
    );
    assert_names(&status, "stack");
}

#[tokio::test]
async fn other_calls_go_on_when_one_crashes() {
    let begun = Step::Log {
        severity: DEBUG,
        text: "begun",
        times: 1,
    };
    let made = Answer::Created {
        id: "made",
        outputs: "{}",
    };
    let guest = crashing_for_names_of_four_letters([begun, Step::Sleep(500), Step::Answer(made)]);
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest, &[]).await;
    let other = tokio::spawn(create(plugin.client(), "one"));
    scene.engine.hears("begun").await;
    plugin.create("fall").await.unwrap_err();
    assert!(!other.is_finished());
    assert_eq!(within(other).await.unwrap().unwrap().id, "made");
}

#[tokio::test]
async fn an_instance_that_crashed_or_ran_out_of_time_is_not_used_again() {
    for ending in [Step::Crash, Step::Loop] {
        let steps = [Step::WhenNameHas(4, vec![ending]), Step::AnswerCount];
        let guest = Guest::new().does("create", steps);
        let scene = Scene::new().await;
        let plugin = scene
            .launch_with(&guest, &["--limit", "call-time=2s"])
            .await;
        assert_eq!(plugin.create("one").await.unwrap().id, "1");
        assert_eq!(plugin.create("two").await.unwrap().id, "2");
        plugin.create("fall").await.unwrap_err();
        assert_eq!(plugin.create("one").await.unwrap().id, "1");
    }
}

#[tokio::test]
async fn a_create_that_crashes_after_its_checkpoint_keeps_what_exists() {
    let checkpoint = Step::Checkpoint {
        id: "half",
        outputs: "{\"label\":\"half done\"}",
    };
    for ending in [Step::Crash, Step::Loop, Step::GrowMemory] {
        let guest = Guest::new().does("create", [checkpoint.clone(), ending]);
        let flags = ["--limit", "call-time=2s", "--limit", "memory=8MiB"];
        let status = failed_create(&guest, &flags).await;
        assert_eq!(status.code(), Code::Unknown);
        let kept = saved(&status).expect("the detail that saves a resource");
        assert_eq!(kept.id, "half");
        assert_eq!(
            text(kept.properties.as_ref(), "label").as_deref(),
            Some("half done")
        );
        let properties = kept.properties.unwrap();
        assert!(properties.fields.contains_key("__wasm"), "{properties:?}");
        assert_eq!(text(kept.inputs.as_ref(), "label").as_deref(), Some("x"));
        assert_says(&kept.reasons.concat(), &["the component "]);
        assert!(!status.message().contains("nobody knows"), "{status}");
    }
}

#[tokio::test]
async fn a_create_that_crashes_without_a_checkpoint_says_how_to_take_over_what_may_exist() {
    let status = failed_create(&Guest::new().does("create", [Step::Crash]), &[]).await;
    assert_eq!(status.code(), Code::Unknown);
    assert!(saved(&status).is_none());
    assert_says(
        status.message(),
        &["it may have been created: look", "`one`", "`import: ID`"],
    );
}

#[tokio::test]
async fn a_crash_where_nothing_changes_is_no_doubt_about_the_state() {
    let guest = Guest::new().does("check", [Step::Crash]);
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest, &[]).await;
    let status = plugin.check(properties(&[])).await.unwrap_err();
    assert_eq!(status.code(), Code::Aborted);
    assert_says(status.message(), &["check of", "guest::check"]);
    assert!(!status.message().contains("nobody knows"), "{status}");
}

#[tokio::test]
async fn an_uncaught_exception_is_a_crash() {
    let text = "ValueError: no zone\n  at acme/zone.py:3, in create";
    let thrown = Step::Answer(Answer::Refused(error::CRASHED, text));
    let steps = [
        Step::WhenNameHas(4, vec![thrown.clone()]),
        Step::AnswerCount,
    ];
    let guest = Guest::new().does("create", steps).does("check", [thrown]);
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest, &[]).await;
    assert_eq!(plugin.create("one").await.unwrap().id, "1");
    assert_eq!(plugin.create("two").await.unwrap().id, "2");
    let status = plugin.create("fall").await.unwrap_err();
    assert_eq!(status.code(), Code::Unknown);
    assert_says(
        status.message(),
        &[
            &format!(
                "create of `{THING}` `fall` failed: the component crashed:\n  ValueError: no zone\n"
            ),
            "    at acme/zone.py:3, in create\n",
            "\nhint: this is a mistake in the component; tell its author",
            "it may have been created: look",
        ],
    );
    // Its remains are dropped with its instance.
    assert_eq!(plugin.create("one").await.unwrap().id, "1");
    let status = plugin.check(properties(&[])).await.unwrap_err();
    assert_eq!(status.code(), Code::Aborted);
    assert_says(status.message(), &["the component crashed:\n  ValueError"]);
}

#[tokio::test]
async fn a_crash_while_configuring_made_nothing() {
    let guest = Guest::new().does("configure", [Step::Crash]);
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest, &[]).await;
    plugin.configure(&[]).await.unwrap();
    let request = create_request("one");
    let status = within(plugin.client().create(request)).await.unwrap_err();
    assert_eq!(status.code(), Code::FailedPrecondition, "{status}");
    assert_says(status.message(), &["guest::configure", "its author"]);
    assert!(!status.message().contains("nobody knows"), "{status}");
}
