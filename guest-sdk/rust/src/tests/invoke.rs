//! Functions, and missing ones.

use serde_json::{Value as JsonValue, json};

use super::sample::PulumiProvider;
use super::{configured, context, parse};
use crate::host::bindings::exports::pulumi_wasm::provider::lifecycle::{self as wit, Guest};
use crate::host::bindings::pulumi_wasm::provider::common::Error as WitError;

fn invoke(token: &str, arguments: &JsonValue) -> Result<wit::InvokeResponse, WitError> {
    configured();
    let arguments = arguments.to_string();
    PulumiProvider::invoke(wit::InvokeRequest {
        context: context(token),
        arguments,
        extra: "{}".into(),
    })
}

#[test]
fn functions_are_called_by_their_token() {
    let sum = invoke("sample:index:addNumbers", &json!({ "first": 2 })).unwrap();
    assert_eq!(
        (parse(&sum.result_value), sum.failures.len()),
        (json!({ "sum": 3.0 }), 0)
    );
    let failed = invoke("sample:index:addNumbers", &json!({ "first": -2 })).unwrap();
    assert_eq!(
        (&*failed.failures[0].property, &*failed.failures[0].reason),
        ("first", "is negative")
    );
    let missing = invoke("sample:index:addNumbers", &json!({})).unwrap();
    assert_eq!(
        (&*missing.failures[0].property, &*missing.failures[0].reason),
        ("first", "is required")
    );
    let session = invoke("sample:index:whoAmI", &json!({})).unwrap();
    assert_eq!(
        parse(&session.result_value),
        json!({ "session": "me@http://a" })
    );
}

#[test]
fn a_function_that_is_not_written_is_unsupported() {
    assert!(matches!(
        invoke("sample:index:session", &json!({})),
        Err(WitError::Unsupported(_))
    ));
    assert!(matches!(
        invoke("other:index:whoAmI", &json!({})),
        Err(WitError::Unsupported(_))
    ));
    let note = PulumiProvider::delete(wit::DeleteRequest {
        context: context("sample:other/note:Note"),
        id: "note".into(),
        old_inputs: json!({ "text": 1 }).to_string(),
        old_outputs: json!({ "text": 1 }).to_string(),
        old_views: Vec::new(),
        extra: "{}".into(),
    });
    let Err(WitError::Unsupported(failure)) = note else {
        panic!("no error")
    };
    assert_eq!(failure.message, "`Note` has no `delete`");
}
