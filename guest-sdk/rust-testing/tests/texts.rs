//! Lives of resources whose fields come from a struct that several share, and of a note on a server.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "tests may fail this way"
)]

use pulumi_wasm_testing::{Failure, FailureKind, Provider, Resource, Step, secret, unknown};
use serde_json::json;

type Outcome = std::result::Result<(), Failure>;

fn text() -> Resource {
    Provider::component("texts.wasm").resource("Text", "t")
}

#[test]
fn flattened_fields_are_made_kept_and_replaced() -> Outcome {
    let mut text = text();
    let inputs = json!({ "length": 3, "keeper": secret("k") });
    assert_eq!(text.up(inputs.clone())?, Step::Created);
    text.outputs().assert_is(&json!({
        "length": 3, "keeper": secret("k"), "prefix": "p", "result": secret("xxx"), "attempts": 1,
    }));
    assert_eq!(text.up(inputs)?, Step::Same);
    assert_eq!(text.up(json!({ "length": 4 }))?, Step::Replaced);
    let failure = text.up(json!({ "length": 13 })).unwrap_err();
    assert_eq!(failure.properties(), [("length", "is unlucky")]);
    let failure = text.up(json!({})).unwrap_err();
    assert!(failure.paths().contains(&"length"), "{failure}");
    Ok(())
}

#[test]
fn previews_know_flattened_fields() -> Outcome {
    let preview = text().preview(json!({ "length": unknown(), "keeper": "k" }))?;
    preview.outputs().assert_is(&json!({
        "length": unknown(), "keeper": "k", "prefix": "p", "result": secret(unknown()), "attempts": 1,
    }));
    Ok(())
}

#[test]
fn a_note_lives() -> Outcome {
    let provider = Provider::component("texts.wasm");
    let notes = provider.fakes().store("https://notes.example.com/notes");
    let mut note = provider.resource("Note", "first");
    let inputs = json!({ "text": "hello", "key": "k" });

    // Before it: known, unknown and secret values.
    let preview = note.preview(inputs.clone())?;
    preview.outputs().assert_is(&json!({
        "text": "hello", "key": secret("k"), "number": unknown(),
    }));
    assert!(notes.is_empty(), "a preview changes nothing");

    assert_eq!(note.up(inputs.clone())?, Step::Created);
    note.outputs()
        .assert_has(&json!({ "number": "1", "key": secret("k") }));
    assert_eq!(note.up(inputs.clone())?, Step::Same);

    let change = note.up(json!({ "text": "bye", "key": "k" }))?;
    assert_eq!(change, Step::Updated);
    assert_eq!(change.reasons(), ["change text"]);
    assert_eq!(
        provider.fakes().take_requests().last().unwrap(),
        "PATCH https://notes.example.com/notes/1"
    );

    // It changes on the server: a refresh sees that, and the next `up` puts it right.
    notes.put("1", json!({ "id": "1", "text": "changed" }));
    assert_eq!(note.refresh()?.outputs(), ["text"]);
    assert_eq!(
        note.up(json!({ "text": "bye", "key": "k" }))?,
        Step::Updated
    );

    // A failure names the property.
    let failure = note.up(json!({ "txt": "bye", "key": "k" })).unwrap_err();
    assert_eq!(failure.kind(), FailureKind::Invalid);
    assert!(failure.paths().contains(&"text"), "{failure}");

    note.destroy()?;
    assert!(notes.is_empty());
    Ok(())
}
