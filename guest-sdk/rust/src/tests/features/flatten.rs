//! Fields that several resources share.

use serde_json::{Value as JsonValue, json};

use crate::host::bindings::exports::pulumi_wasm::provider::lifecycle::{self as wit, Guest};
use crate::host::bindings::pulumi_wasm::provider::common::{self, Error as WitError};
use crate::prelude::*;
use crate::testing;
use crate::tests::{context, invalid, parse, preview};

/// The common properties of texts.
#[derive(Object, Clone)]
#[object(conflicts(prefix, suffix))]
struct Shared {
    /// How long it is.
    #[property(replace, minimum = 1)]
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
    fn create(request: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
        let length = usize::try_from(request.inputs.shared.length).unwrap_or_default();
        let found = Found {
            result: "x".repeat(length),
            attempts: 1,
        };
        Ok(Created::new("text", TextOutputs { found }))
    }

    fn check(request: &mut CheckRequest<Self>, cx: &CheckContext) -> Result<()> {
        let inputs = &mut request.inputs;
        if inputs.shared.length.get() == Some(&13) {
            cx.fail(Shared::LENGTH, "is unlucky");
        }
        if inputs.shared.prefix.is_absent() {
            inputs.shared.prefix.set("p".into());
        }
        Ok(())
    }

    fn preview_create(request: &mut PreviewCreateRequest<Self>, _: &PreviewContext) -> Result<()> {
        request.outputs.found.attempts.set(1);
        Ok(())
    }
}

provider!(Provider::new("flat").resource::<Text>());

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

const TOKEN: &str = "flat:index:Text";

fn create(inputs: &JsonValue) -> core::result::Result<JsonValue, WitError> {
    let request = wit::CreateRequest {
        context: context(TOKEN),
        inputs: inputs.to_string(),
        extra: "{}".into(),
    };
    PulumiProvider::create(request).map(|response| parse(&response.outputs))
}

fn check(inputs: &JsonValue) -> wit::CheckResponse {
    let request = wit::CheckRequest {
        context: context(TOKEN),
        old_inputs: "{}".into(),
        old_outputs: None,
        inputs: inputs.to_string(),
        random_seed: vec![0; 32],
        extra: "{}".into(),
    };
    PulumiProvider::check(request).unwrap()
}

#[test]
fn flattened_fields_go_there_and_back() {
    let inputs = check(&json!({ "length": 3, "keeper": "k" })).inputs;
    let inputs = parse(&inputs);
    assert_eq!(inputs, json!({ "length": 3, "keeper": "k", "prefix": "p" }));
    assert_eq!(
        create(&inputs).unwrap(),
        json!({ "length": 3, "keeper": "k", "prefix": "p", "result": "xxx", "attempts": 1 })
    );
    let failures = check(&json!({ "length": 13 })).failures;
    let said =
        |failure: &common::PropertyFailure| format!("{}: {}", failure.property, failure.reason);
    assert_eq!(
        failures.iter().map(said).collect::<Vec<_>>(),
        ["length: is unlucky"]
    );
    let error = create(&json!({})).unwrap_err();
    assert_eq!(invalid(error), ["length: is required"]);
}

#[test]
fn previews_know_flattened_fields() {
    let inputs = check(&json!({ "length": testing::unknown() })).inputs;
    let unknown = testing::unknown();
    let shown = json!({ "length": unknown, "prefix": "p", "result": unknown, "attempts": unknown });
    let request = wit::PreviewCreateRequest {
        context: preview(TOKEN),
        inputs,
        outputs: shown.to_string(),
        extra: "{}".into(),
    };
    let response = PulumiProvider::preview_create(request).unwrap();
    assert_eq!(
        parse(&response.outputs),
        json!({ "length": unknown, "prefix": "p", "result": unknown, "attempts": 1 })
    );
}
