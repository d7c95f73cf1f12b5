//! Source of components that the macros refuse.

use super::{Outcome, derive, refuses};

fn component(source: &str) -> Outcome {
    derive(crate::derive::component::derive, source)
}

fn properties(source: &str) -> Outcome {
    crate::properties::expand(source.parse().unwrap())
}

fn interpolate(source: &str) -> Outcome {
    crate::interpolate::expand(source.parse().unwrap())
}

#[test]
fn the_type_says_the_side_of_a_field() {
    assert!(component("struct A { a: Input<String>, b: sdk::Output<String>, c: u8 }").is_ok());
    refuses(
        component("struct A { #[property(output)] a: Output<String> }"),
        "`Input<T>` is an input, `Output<T>` an output",
        "output",
    );
    refuses(
        component("struct A { #[property(default = 1)] a: Output<u8> }"),
        "an output is always set by `construct`",
        "default",
    );
    refuses(
        component("struct A { #[property(minimum = 1)] a: Output<u8> }"),
        "an output has no rules",
        "minimum",
    );
}

#[test]
fn an_optional_input_has_the_option_inside() {
    refuses(
        component("struct A { a: Option<Input<String>> }"),
        "write `Input<Option<T>>`",
        "Option<Input<String>>",
    );
    refuses(
        component("struct A { a: Option<sdk::Output<String>> }"),
        "write `Output<Option<T>>`",
        "Option<sdk::Output<String>>",
    );
    assert!(component("struct A { a: Input<Option<String>>, b: Option<String> }").is_ok());
}

#[test]
fn options_of_things_are_refused_with_the_reason() {
    for option in [
        "write_only",
        "replace",
        "will_replace",
        "stable",
        "state_input",
        "server_default",
    ] {
        refuses(
            component(&format!(
                "struct A {{ #[property({option})] a: Input<String> }}"
            )),
            "a component only declares children",
            option,
        );
    }
    refuses(
        component(r#"struct A { #[property(env = "A")] a: Input<String> }"#),
        "a component reads no environment",
        r#""A""#,
    );
    refuses(
        component("struct A { #[property(flatten)] a: B }"),
        "one by one",
        "flatten",
    );
    refuses(
        component("#[component(import_id = \"{a}\")] struct A { a: Input<String> }"),
        "`#[component(…)]` has no option `import_id`",
        "import_id",
    );
}

#[test]
fn an_input_and_an_output_may_have_one_name() {
    let both = r#"struct A { a: Input<String>, #[property(name = "a")] b: Output<String> }"#;
    assert!(component(both).is_ok());
    let twice = r#"struct A { a: Input<String>, #[property(name = "a")] b: Input<String> }"#;
    refuses(component(twice), "already the property `a`", "b");
    refuses(
        component("struct A { urn: Output<String> }"),
        "Pulumi reserves the property name `urn`",
        "urn",
    );
    assert!(component("struct A { id: Output<String> }").is_ok());
}

#[test]
fn properties_have_names_and_values() {
    let all = r#"a: b, "c.d": [1, { e: f }], type: {}, g: { let h = 1; h }, i: [0; 3].len()"#;
    assert!(properties(all).is_ok());
    assert!(properties("").is_ok());
    refuses(
        properties("a: 1, a: 2"),
        "the property `a` exists already",
        "a",
    );
    refuses(properties("1: a"), "write `name: value`", "1");
}

#[test]
fn every_place_of_a_text_has_a_value() {
    assert!(interpolate(r#""{a} {} {{}}", b.c()"#).is_ok());
    refuses(interpolate(r#""{}""#), "a `{}` without a value", r#""{}""#);
    refuses(interpolate(r#""a", b"#), "has no `{}` for this value", "b");
    refuses(interpolate(r#""{a""#), "a brace has no partner", r#""{a""#);
    refuses(interpolate(r#""}""#), "a brace has no partner", r#""}""#);
    refuses(
        interpolate(r#""{a:?}""#),
        "`{a:?}` is not known here",
        r#""{a:?}""#,
    );
}
