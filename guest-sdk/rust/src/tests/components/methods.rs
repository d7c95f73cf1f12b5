//! Methods: from a call as the host sends it to what they declare and answer, and their place in the manifest.

use super::*;
use crate::host::LookupKind;
use crate::testing;

const PAGE_DETAILS: &str = "web:index:Site/pageDetails";

fn call(token: &str, arguments: &JsonValue) -> (Result<wit::MethodResponse, WitError>, Nodes) {
    drop(nodes::take());
    let answer = PulumiProvider::call_method(wit::MethodRequest {
        context: preview(token),
        session: SESSION,
        receiver: output(0, "").to_string(),
        arguments: arguments.to_string(),
        extra: "{}".into(),
    });
    (answer, nodes::take())
}

#[test]
fn a_method_declares_and_gives_named_results() {
    let arguments = json!({ "path": output(0, "path"), "times": 1 });
    let (answer, nodes) = call(PAGE_DETAILS, &arguments);
    let looked_up = lookups(&nodes);
    assert_eq!(looked_up[0].kind, LookupKind::Reference);
    assert_eq!(
        parse(&looked_up[0].arguments),
        json!({ "resource": output(0, "") })
    );
    let visit = resources(&nodes)[0];
    assert_eq!(visit.name, "it-visit");
    assert_eq!(
        parse(&visit.inputs),
        json!({ "path": output(0, "path"), "times": 1 })
    );
    let (source, callback) = derived(&nodes, 3);
    assert_eq!(source, json!([output(1, "url"), output(2, "id")]));
    let answer = answer.unwrap();
    assert_eq!(
        parse(&answer.result_value),
        json!({ "url": output(3, ""), "password": output(1, "password") })
    );
    assert!(answer.failures.is_empty());
    let (text, _) = run(callback, &json!(["https://a", "7"]));
    assert_eq!(text.unwrap(), "https://a/7");
    close(SESSION);
}

#[test]
fn one_value_is_a_result_with_a_name_and_nothing_is_none() {
    let (answer, _) = call("web:index:Page/address", &json!({}));
    assert_eq!(
        parse(&answer.unwrap().result_value),
        json!({ "result": output(1, "url") })
    );
    close(SESSION);
    let (answer, nodes) = call("web:index:Site/check", &json!({}));
    assert_eq!(parse(&answer.unwrap().result_value), json!({}));
    assert_eq!(lookups(&nodes)[1].token, PAGE_DETAILS);
    close(SESSION);
}

#[test]
fn what_is_invalid_is_a_list_of_failures() {
    let (answer, _) = call(PAGE_DETAILS, &json!({ "path": "p", "times": 3 }));
    let failures = answer.unwrap().failures;
    assert_eq!(failures.len(), 1);
    assert_eq!(failures[0].property, "times");
    assert_eq!(failures[0].reason, "is too often");
    close(SESSION);
}

#[test]
fn a_method_that_is_not_here_is_unsupported() {
    for token in ["web:index:Site/other", "web:index:One/pageDetails", "web"] {
        let (answer, _) = call(token, &json!({}));
        assert!(
            matches!(answer, Err(WitError::Unsupported(_))),
            "{token}: {answer:?}"
        );
    }
}

#[test]
fn a_method_is_a_function_of_its_resource_in_the_schema() {
    let manifest = testing::manifest::<PulumiProvider>().unwrap();
    let schema = &manifest["schema"];
    assert_eq!(
        schema["resources"][SITE]["methods"],
        json!({ "pageDetails": PAGE_DETAILS, "check": "web:index:Site/check" })
    );
    assert_eq!(
        schema["resources"]["web:index:Page"]["methods"],
        json!({ "address": "web:index:Page/address" })
    );
    let expected = json!({
        "description": "Finds a page of the site.",
        "deprecationMessage": "use `pages`",
        "inputs": {
            "type": "object",
            "properties": {
                "__self__": { "$ref": "#/resources/web:index:Site" },
                "path": { "type": "string", "description": "The address of the page." },
                "times": { "type": "integer", "plain": true, "default": 1 },
            },
            "required": ["path", "__self__"],
        },
        "outputs": {
            "type": "object",
            "properties": {
                "url": { "type": "string" },
                "password": { "type": "string", "secret": true },
            },
            "required": ["url", "password"],
        },
    });
    assert_eq!(schema["functions"][PAGE_DETAILS], expected);
    assert_eq!(
        manifest["functions"][PAGE_DETAILS],
        json!({ "properties": { "times": { "minimum": 0, "maximum": 3 } } })
    );
    let nothing = &schema["functions"]["web:index:Site/check"];
    assert!(nothing.get("outputs").is_none(), "{nothing}");
}
