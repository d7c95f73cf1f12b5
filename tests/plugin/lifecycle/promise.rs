//! A result that differs from its preview.

use serde_json::json;
use test_support::protocol::pulumirpc::LogSeverity;

use test_support::assert_says;
use test_support::fake::calls::{saved, text, urn};
use test_support::fake::guest::{Guest, THING};
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, Step};
use test_support::fake::value::properties;

/// A guest that returns another label for its input `x`.
fn guest(consistency: &str) -> Guest {
    let made = Answer::Created {
        id: "made",
        outputs: "{\"label\":\"other\"}",
    };
    Guest::new()
        .does("create", [Step::Answer(made)])
        .manifest(|manifest| {
            manifest["resources"][THING]["consistency"] = json!(consistency);
        })
}

#[tokio::test]
async fn a_result_that_differs_from_its_preview_is_a_warning_on_the_resource() {
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest("warn"), &[]).await;
    plugin.create("one").await.unwrap();
    let warning = scene.engine.hears("`label`").await;
    assert_eq!(warning.severity, LogSeverity::Warning as i32);
    assert_eq!(warning.urn, urn("one"));
    assert_says(&warning.message, &["`x`", "`other`", "preview"]);
}

#[tokio::test]
async fn a_result_that_differs_from_its_preview_fails_and_is_recorded_if_the_author_asks() {
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest("error"), &[]).await;
    let status = plugin.create("one").await.unwrap_err();
    let saved = saved(&status).unwrap();
    assert_eq!(saved.id, "made");
    assert_says(&saved.reasons.join(" "), &["`label`", "`other`"]);
    let outputs = saved.properties.unwrap();
    assert_eq!(text(Some(&outputs), "label").unwrap(), "other");
    // The state is complete, and its failure is noted, so the engine updates the resource next time.
    let whole = properties(&json!({ "label": "other", "__wasm": { "failed": true } }));
    assert_eq!(outputs, whole);
}
