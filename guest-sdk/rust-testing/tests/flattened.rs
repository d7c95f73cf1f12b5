//! Lives of resources whose fields come from a struct that several share, and whose inputs the SDK records.

#![allow(clippy::unwrap_used, reason = "tests may fail this way")]

use pulumi_wasm_provider::prelude::*;
use pulumi_wasm_testing::{Failure, Provider, Resource, Step, secret, unknown};
use serde_json::json;

type Outcome = std::result::Result<(), Failure>;

/// What every text has.
#[derive(Object, Clone)]
struct Shared {
    #[property(replace, min = 1)]
    length: i64,
    prefix: Option<String>,
}

/// What is found.
#[derive(Object, Clone)]
struct Found {
    #[property(secret)]
    result: String,
    attempts: u8,
}

/// A text.
#[derive(Resource)]
struct Text {
    keeper: Option<String>,
    #[property(flatten)]
    shared: Shared,
    #[property(flatten, output)]
    found: Found,
}

#[resource]
impl Lifecycle for Text {
    fn create(inputs: TextInputs, _: &Context) -> Result<Created<Self>> {
        let length = usize::try_from(inputs.shared.length)?;
        let found = Found {
            result: "x".repeat(length),
            attempts: 1,
        };
        Created::new("text", TextOutputs { found })
    }

    fn check(inputs: &mut TextDraft, cx: &CheckContext) -> Result<()> {
        if inputs.shared.length.get() == Some(&13) {
            cx.fail("length", "is unlucky");
        }
        if inputs.shared.prefix.is_absent() {
            inputs.shared.prefix.set("p".into());
        }
        Ok(())
    }

    fn preview_create(_: &TextDraft, preview: &mut TextPreview, _: &Context) -> Result<()> {
        preview.found.attempts.set(1);
        Ok(())
    }
}

provider! { name: "flat", resources: [Text] }

fn text() -> Resource {
    Provider::native::<PulumiProvider>().resource("Text", "t")
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
