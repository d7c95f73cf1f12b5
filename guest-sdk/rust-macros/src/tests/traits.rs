//! The options for resources as a whole.

use super::{derive, object, refuses, resource};

fn options(options: &str) -> super::Outcome {
    resource(&format!(
        r#"#[resource({options})] struct A {{ zone: String, #[property(name = "type")] kind: String, #[property(output)] address: String }}"#
    ))
}

#[test]
fn names_are_made_for_inputs() {
    refuses(
        options("auto_name = label"),
        "`A` has no field `label`",
        "label",
    );
    refuses(
        options("auto_name(address)"),
        "`address` is an output",
        "address",
    );
    refuses(
        options("auto_name(zone, length = 3)"),
        "`auto_name(…)` has no option `length`",
        "length",
    );
    refuses(
        options(r#"auto_name(zone, alphabet = "")"#),
        "two characters or more",
        r#""""#,
    );
    assert!(
        options(
            r#"auto_name(zone, separator = "_", random_length = 4, max_length = 63, lowercase)"#
        )
        .is_ok()
    );
}

#[test]
fn a_type_has_places_for_one_or_more() {
    refuses(
        options("concurrency = 0"),
        "takes a whole number of at least 1, found `0`",
        "0",
    );
    let tokens = options("concurrency = 4").unwrap().to_string();
    assert!(tokens.contains("\"concurrency\""), "{tokens}");
}

#[test]
fn imports_name_inputs() {
    for (template, message) in [
        ("{zone}/{name}", "`A` has no field `name`"),
        ("{address}", "`address` is an output"),
        ("{zone}{kind}", "there is no text between"),
        ("{zone}/{zone}", "`{zone}` is there twice"),
        ("{zone", "has no `}`"),
        ("zone}", "a `}` without a `{`"),
        ("zone", "names fields in braces"),
        ("{{zone}}", "names fields in braces"),
        ("{zone}{{{kind}{address}", "there is no text between"),
    ] {
        let template = format!("{template:?}");
        refuses(
            options(&format!("import_id = {template}")),
            message,
            &template,
        );
    }
    let tokens = options(r#"import_id = "zones/{zone}/{kind}""#)
        .unwrap()
        .to_string();
    assert!(tokens.contains(r#""zones/{zone}/{type}""#), "{tokens}");
    let tokens = options(r#"import_id = "{{{zone}}}""#).unwrap().to_string();
    assert!(tokens.contains(r#""{{{zone}}}""#), "{tokens}");
}

#[test]
fn options_have_known_values() {
    refuses(
        options(r#"consistency = "loud""#),
        "`off`, `warn` or `error`",
        r#""loud""#,
    );
    refuses(
        options(r#"alias = "Old""#),
        "`package:module:Name`",
        r#""Old""#,
    );
    refuses(
        options(r#"module = "1a""#),
        "a module starts with a letter",
        r#""1a""#,
    );
    refuses(
        options(r#"token = "a:b:C", module = "d""#),
        "`token` already contains the module",
        "module",
    );
    assert!(options(r#"module = "dns/v2", refresh_before_update, consistency = "off""#).is_ok());
}

#[test]
fn options_stand_where_they_mean_something() {
    refuses(
        object("#[object(delete_before_replace)] struct A {}"),
        "`#[object(…)]` has no option `delete_before_replace`",
        "delete_before_replace",
    );
    refuses(
        derive(
            crate::derive::object::derive_arguments,
            r#"#[arguments(token = "a:b:C")] struct A {}"#,
        ),
        "`#[arguments(…)]` has no option `token`",
        "token",
    );
    refuses(
        derive(
            crate::derive::config::derive,
            "#[config(conflicts(a, b))] struct A { a: u8 }",
        ),
        "`A` has no field `b`",
        "b",
    );
}

#[test]
fn a_list_has_a_query_pages_and_a_context() {
    refuses(
        super::lifecycle("impl Lifecycle for A { fn create() {} fn list() {} }"),
        "`list` is `fn list(request: ListRequest<ThingQuery>, cx: &ListContext)",
        "fn list()",
    );
    let source = "impl Lifecycle for A { fn create() {} fn migrations(s: &mut M) {} }";
    let tokens = super::lifecycle(source).unwrap().to_string();
    assert!(tokens.contains(r#"& ["create" , "migrate"]"#), "{tokens}");
}

#[test]
fn the_outputs_are_what_the_provider_sets() {
    let source = "struct A {
        given: u8,
        #[property(output)] made: u8,
        #[property(server_default)] chosen: Option<u8>,
        #[property(input_only)] hidden: u8,
        #[property(flatten)] some: B,
        #[property(output, flatten)] more: C,
    }";
    let tokens = resource(source).unwrap().to_string();
    let start = tokens.find("struct AOutputs").unwrap();
    let body = &tokens[start..start + tokens[start..].find('}').unwrap()];
    for name in ["made :", "chosen :", "more :"] {
        assert!(body.contains(name), "{name}: {body}");
    }
    for name in ["given :", "hidden :", "some :"] {
        assert!(!body.contains(name), "{name}: {body}");
    }
    // Without an output, the name alone is a value.
    let tokens = resource("struct A { given: u8 }").unwrap().to_string();
    assert!(tokens.contains("struct AOutputs ;"), "{tokens}");
}
