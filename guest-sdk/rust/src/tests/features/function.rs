//! Functions with arguments one by one, and with results that are not objects.

use std::collections::BTreeMap;

use serde_json::{Value as JsonValue, json};

use crate::host::bindings::exports::pulumi_wasm::provider::lifecycle::{self as wit, Guest};
use crate::prelude::*;
use crate::testing::manifest;
use crate::tests::{context, parse};

/// Adds.
#[function(pure)]
fn add(
    /// The first one.
    #[property(minimum = 0)]
    first: f64,
    #[property(default = 1)] second_one: f64,
    cx: &Context,
) -> Result<f64> {
    if first > 99.0 {
        return Err(Error::invalid(
            "first",
            format!("is too much for {}", cx.token()),
        ));
    }
    Ok(first + second_one)
}

#[function(positional, module = "text")]
fn length(text: String) -> Result<u32> {
    Ok(u32::try_from(text.len()).unwrap_or(u32::MAX))
}

#[function]
fn names() -> Result<BTreeMap<String, Vec<String>>> {
    Ok(BTreeMap::from([("a".into(), vec!["b".into()])]))
}

#[function(language = r#"{ "nodejs": { "internal": true } }"#)]
fn nothing() -> Result<()> {
    Ok(())
}

provider!(
    Provider::new("calls")
        .function(add)
        .function(length)
        .function(names)
        .function(nothing)
);

/// The results of a call, or the problems of its arguments.
fn call(token: &str, arguments: &JsonValue) -> core::result::Result<JsonValue, Vec<String>> {
    let request = wit::InvokeRequest {
        context: context(token),
        arguments: arguments.to_string(),
        extra: "{}".into(),
    };
    let response = PulumiProvider::invoke(request).unwrap();
    let failures = response.failures.into_iter();
    let failures: Vec<String> = failures
        .map(|failure| format!("{}: {}", failure.property, failure.reason))
        .collect();
    if failures.is_empty() {
        Ok(parse(&response.result_value))
    } else {
        Err(failures)
    }
}

#[test]
fn arguments_come_one_by_one() {
    let add = |arguments| call("calls:index:add", &arguments);
    assert_eq!(add(json!({ "first": 2 })), Ok(json!({ "result": 3.0 })));
    assert_eq!(
        add(json!({ "first": 2, "secondOne": 2 })),
        Ok(json!({ "result": 4.0 }))
    );
    assert_eq!(add(json!({})), Err(vec!["first: is required".into()]));
    assert_eq!(
        add(json!({ "first": 100 })),
        Err(vec!["first: is too much for calls:index:add".into()])
    );
    let invoke = |token: &str, arguments| call(token, &arguments).unwrap();
    assert_eq!(
        invoke("calls:text:length", json!({ "text": "abc" })),
        json!({ "result": 3 })
    );
    assert_eq!(
        invoke("calls:index:names", json!({})),
        json!({ "result": { "a": ["b"] } })
    );
    assert_eq!(invoke("calls:index:nothing", json!({})), json!({}));
    assert_eq!(
        super::function::add(1.0, 2.0, &crate::testing::context("")),
        Ok(3.0),
        "as any function"
    );
}

#[test]
fn the_schema_tells_how_to_call_them() {
    let manifest = manifest::<PulumiProvider>().unwrap();
    let functions = &manifest["schema"]["functions"];
    let add = &functions["calls:index:add"];
    assert_eq!(add["multiArgumentInputs"], json!(["first", "secondOne"]));
    assert_eq!(
        add["inputs"],
        json!({
            "type": "object",
            "properties": {
                "first": { "type": "number", "description": "The first one." },
                "secondOne": { "type": "number", "default": 1 },
            },
            "required": ["first"],
        })
    );
    assert_eq!(add["outputs"], json!({ "type": "number" }));
    assert_eq!(
        functions["calls:text:length"]["multiArgumentInputs"],
        json!(["text"])
    );
    assert!(
        functions["calls:index:names"]
            .get("multiArgumentInputs")
            .is_none()
    );
    assert_eq!(
        functions["calls:index:nothing"]["outputs"],
        json!({ "type": "object", "properties": {} })
    );
    assert_eq!(
        functions["calls:index:nothing"]["language"],
        json!({ "nodejs": { "internal": true } })
    );
    assert_eq!(
        manifest["functions"]["calls:index:add"],
        json!({ "pure": true, "properties": { "first": { "minimum": 0 } } })
    );
}
