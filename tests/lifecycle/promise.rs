//! A result that differs from its preview.

use pulumi_wasm_host::pulumi::proto::pulumirpc::LogSeverity;
use serde_json::json;

use super::value::properties;
use crate::fake::assert_says;
use crate::fake::calls::{saved, text, urn};
use crate::fake::guest::{Guest, THING};
use crate::fake::scene::Scene;
use crate::fake::steps::{Answer, Step};

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
    // It is complete: only its failure is noted, because of which the engine updates it.
    let whole = properties(&json!({ "label": "other", "__wasm": { "failed": true } }));
    assert_eq!(outputs, whole);
}
