//! Look-ups of components: resources, functions, methods and references.

use super::*;
use crate::host::LookupKind;

fn one(what: &str) -> (Result<JsonValue, WitError>, Nodes) {
    let inputs = json!({ "what": what, "text": output(0, "text") });
    construct("web:index:One", &inputs)
}

#[test]
fn a_resource_is_read_by_its_id_under_the_name_of_a_part() {
    let (given, nodes) = one("read");
    let lookups = lookups(&nodes);
    let page = lookups[0];
    assert_eq!((page.session, page.kind), (SESSION, LookupKind::Read));
    for lookup in &lookups {
        let position = &lookup.position;
        assert!(position.contains("components/sample.rs:"), "{position}");
    }
    assert_eq!(
        (page.token.as_str(), page.name.as_str()),
        ("web:index:Page", "it-group-page")
    );
    assert_eq!(
        parse(&page.arguments),
        json!({ "id": output(0, "text"), "path": "p" })
    );
    assert_eq!(parse(&page.options), json!({ "parent": output(1, "") }));
    let any = lookups[1];
    assert_eq!(
        (any.token.as_str(), any.name.as_str()),
        ("random:index:Any", "it-any")
    );
    assert_eq!(
        parse(&any.options),
        json!({ "dependsOn": [output(1, "")], "provider": output(1, "") })
    );
    assert_eq!(
        parse(&nodes.finished[0].1),
        json!({ "url": output(2, "url") })
    );
    assert_eq!(given.unwrap()["given"], output(3, "urn"));
    close(SESSION);
}

#[test]
fn the_results_of_a_function_are_below_its_node() {
    let (given, nodes) = one("invoke");
    let lookups = lookups(&nodes);
    let first = lookups[0];
    assert_eq!(
        (first.kind, first.token.as_str(), first.name.as_str()),
        (LookupKind::Invoke, "random:index:choose", "")
    );
    assert_eq!(parse(&first.arguments), json!({ "of": output(0, "text") }));
    assert_eq!(parse(&first.options), json!({}));
    assert_eq!(parse(&lookups[1].arguments), json!({}));
    assert_eq!(
        parse(&lookups[1].options),
        json!({ "dependsOn": [output(1, "")] })
    );
    assert_eq!(given.unwrap()["given"], output(2, "parts[0]"));
    close(SESSION);
}

#[test]
fn a_reference_opens_a_resource_that_has_methods() {
    let (given, nodes) = one("open");
    let lookups = lookups(&nodes);
    assert_eq!(
        (lookups[0].kind, lookups[0].token.as_str()),
        (LookupKind::Reference, "")
    );
    assert_eq!(
        parse(&lookups[0].arguments),
        json!({ "resource": output(0, "text") })
    );
    assert_eq!(
        (lookups[1].kind, lookups[1].token.as_str()),
        (LookupKind::Method, "web:index:Page/publish")
    );
    assert_eq!(
        parse(&lookups[1].arguments),
        json!({ "__self__": output(1, ""), "when": output(1, "url") })
    );
    assert_eq!(given.unwrap()["given"], output(2, ""));
    close(SESSION);
}

#[test]
fn of_any_resource_a_method_is_named_by_its_token() {
    let (given, nodes) = one("open any");
    let lookups = lookups(&nodes);
    assert_eq!(lookups[1].token, "random:index:Any/count");
    assert_eq!(
        parse(&lookups[1].arguments),
        json!({ "__self__": output(1, "") })
    );
    assert_eq!(
        parse(&lookups[1].options),
        json!({ "provider": output(0, "text") })
    );
    assert_eq!(given.unwrap()["given"], output(1, "size"));
    close(SESSION);
}

#[test]
fn a_method_of_a_child_is_named_after_its_type() {
    let (given, nodes) = one("method");
    let lookups = lookups(&nodes);
    assert_eq!(lookups[0].token, "random:index/any:Any/count");
    assert_eq!(
        parse(&lookups[0].arguments),
        json!({ "of": output(0, "text"), "__self__": output(1, "") })
    );
    assert_eq!(given.unwrap()["given"], output(2, ""));
    close(SESSION);
}
