//! Fields that several resources share.

use serde_json::json;

use crate::prelude::*;
use crate::testing::{self, Outcome, Stack};

/// What every text has.
#[derive(Object, Clone)]
#[object(conflicts(prefix, suffix))]
struct Shared {
    /// How long it is.
    #[property(replace, min = 1)]
    length: i64,
    prefix: Option<String>,
    suffix: Option<String>,
}

#[derive(Object, Clone)]
struct Found {
    #[property(secret)]
    result: String,
    attempts: u8,
}

#[derive(Resource)]
#[resource(requires(suffix => keeper), import_id = "{length}:{keeper}")]
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
        let TextInputs { keeper, shared } = inputs;
        let length = usize::try_from(shared.length).unwrap_or_default();
        let found = Found {
            result: "x".repeat(length),
            attempts: 1,
        };
        Created::with_state(
            "text",
            Text {
                keeper,
                shared,
                found,
            },
        )
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

#[test]
fn flattened_fields_are_the_owners() {
    let manifest = testing::manifest::<PulumiProvider>().unwrap();
    let text = &manifest["schema"]["resources"]["flat:index:Text"];
    assert_eq!(text["requiredInputs"], json!(["length"]));
    assert_eq!(text["required"], json!(["length", "result", "attempts"]));
    assert_eq!(
        text["inputProperties"]["length"]["description"],
        "How long it is."
    );
    assert_eq!(text["inputProperties"]["length"]["replaceOnChanges"], true);
    assert!(text["inputProperties"].get("result").is_none());
    assert_eq!(text["properties"]["result"]["secret"], true);
    assert_eq!(
        manifest["schema"]["types"],
        json!({}),
        "no type of their own"
    );
    let beside = &manifest["resources"]["flat:index:Text"];
    assert_eq!(beside["properties"], json!({ "length": { "minimum": 1 } }));
    assert_eq!(beside["importId"], "{length}:{keeper}");
    assert_eq!(
        beside["constraints"],
        json!([{ "property": "suffix", "requires": ["keeper"] }, { "conflicts": ["prefix", "suffix"] }])
    );
}

#[test]
fn flattened_fields_go_there_and_back() {
    let mut stack = Stack::<PulumiProvider>::new(json!({})).unwrap();
    let inputs = json!({ "length": 3, "keeper": "k" });
    assert_eq!(
        stack.up::<Text>("t", inputs.clone()).unwrap(),
        Outcome::Created
    );
    assert_eq!(
        stack.outputs("t"),
        json!({ "length": 3, "keeper": "k", "prefix": "p", "result": "xxx", "attempts": 1 })
    );
    assert_eq!(stack.up::<Text>("t", inputs).unwrap(), Outcome::Same);
    assert_eq!(
        stack.up::<Text>("t", json!({ "length": 4 })).unwrap(),
        Outcome::Replaced
    );
    let error = stack.up::<Text>("t", json!({ "length": 13 })).unwrap_err();
    assert_eq!(error.to_string(), "length: is unlucky");
    let error = stack.up::<Text>("u", json!({})).unwrap_err();
    assert_eq!(error.to_string(), "length: is required");
}

#[test]
fn previews_know_flattened_fields() {
    let stack = Stack::<PulumiProvider>::new(json!({})).unwrap();
    let shown = stack
        .preview::<Text>("t", json!({ "length": testing::unknown() }))
        .unwrap();
    assert_eq!(
        shown,
        json!({ "length": testing::unknown(), "prefix": "p", "result": testing::unknown(), "attempts": 1 })
    );
}
