//! Rules of properties, and between them.

use super::{object, refuses, resource};

fn property(attribute: &str) -> super::Outcome {
    resource(&format!(
        "struct A {{ #[property({attribute})] b: String }}"
    ))
}

#[test]
fn rules_can_hold() {
    refuses(
        property("minimum = 2, maximum = 1"),
        "no value satisfies both: `minimum` is 2, and `maximum` is 1",
        "maximum",
    );
    refuses(
        property("max_length = 1, min_length = 2"),
        "no value satisfies both",
        "max_length",
    );
    refuses(
        property("min_items = 3, max_items = 2"),
        "no value satisfies both",
        "max_items",
    );
    refuses(
        property("items(minimum = 1, maximum = 0)"),
        "no value satisfies both",
        "maximum",
    );
    refuses(
        property("minimum = 1, minimum = 2"),
        "`minimum` occurs twice",
        "minimum",
    );
    refuses(
        property("minimum = 1, exclusive_maximum = 1"),
        "no value satisfies both",
        "exclusive_maximum",
    );
    refuses(
        property("multiple_of = 0"),
        "is a number above 0",
        "multiple_of",
    );
    refuses(
        property(r#"key_pattern = "a", pattern_reason = "b""#),
        "but `pattern` is missing",
        "pattern_reason",
    );
    assert!(property("minimum = 1, maximum = 1").is_ok());
    assert!(property("minimum = -1.5, maximum = 1, multiple_of = 0.5").is_ok());
}

#[test]
fn rules_have_values_of_their_kind() {
    refuses(
        property(r#"minimum = "a""#),
        "`minimum` is a number, found `\"a\"`",
        r#""a""#,
    );
    refuses(
        property("min_length = -1"),
        "`min_length` takes a whole number of at least 0, found `-1`",
        "-1",
    );
    refuses(
        property(r#"format = "ipv5""#),
        "`ipv5` is not a format",
        r#""ipv5""#,
    );
    refuses(
        property(r#"pattern_reason = "a""#),
        "but `pattern` is missing",
        "pattern_reason",
    );
    assert!(
        property(r#"pattern = "^a", pattern_reason = "begins with a", format = "url""#).is_ok()
    );
}

#[test]
fn comparisons_are_known() {
    refuses(
        property(r#"compare = "ignorecase""#),
        "`ignorecase` is not a comparison",
        r#""ignorecase""#,
    );
    refuses(
        property(r#"compare = ["set", "trim"]"#),
        "`trim` is for strings, and the comparison before it is for lists",
        r#""trim""#,
    );
    for form in ["compare()", "compare(trim)", "compare = []"] {
        refuses(property(form), "a comparison is a string", "compare");
    }
    refuses(
        property("compare = trim"),
        "a comparison is a string",
        "trim",
    );
    assert!(property(r#"compare = ["ignore-case", "trailing-dot"]"#).is_ok());
    assert!(property(r#"compare = "set", items(compare = "ignore-case")"#).is_ok());
    refuses(
        property("items(secret)"),
        "`secret` is not a rule for elements",
        "secret",
    );
}

#[test]
fn outputs_have_no_rules() {
    refuses(
        property("output, min_length = 1"),
        "an output has no rules but `compare`",
        "min_length",
    );
    assert!(property(r#"output, compare = "trim""#).is_ok());
    refuses(
        property("output, write_only"),
        "programs do not write it",
        "write_only",
    );
    refuses(
        property("input_only, stable"),
        "only an output can be `stable`",
        "stable",
    );
    refuses(
        property("output, server_default"),
        "an output is always the provider's",
        "server_default",
    );
    refuses(
        property("input_only, server_default"),
        "read back as an output: remove `input_only`",
        "server_default",
    );
    refuses(
        property(r#"server_default, default = "a""#),
        "remove this other value",
        "default",
    );
    refuses(
        property("depends_on(other)"),
        "the program sets this property",
        "other",
    );
    refuses(
        property("output, depends_on(nothing)"),
        "has no field `nothing`",
        "nothing",
    );
    refuses(
        property("output, depends_on()"),
        "name the inputs",
        "depends_on()",
    );
    refuses(
        property(r#"constant = "a", default = "b""#),
        "only one value",
        "default",
    );
    refuses(
        object("struct A { #[property(write_only)] b: u8 }"),
        "only a resource's property",
        "write_only",
    );
}

#[test]
fn constraints_name_inputs() {
    let constrained = |constraint: &str| {
        resource(&format!(
            "#[resource({constraint})] struct A {{ b: u8, c: u8, r#type: u8, #[property(output)] d: u8 }}"
        ))
    };
    refuses(constrained("conflicts(b, e)"), "`A` has no field `e`", "e");
    refuses(constrained("conflicts(b, d)"), "`d` is an output", "d");
    refuses(
        constrained("conflicts(b)"),
        "name two fields or more",
        "conflicts",
    );
    refuses(constrained("conflicts(b, b)"), "`b` is there twice", "b");
    refuses(constrained("requires(b => b)"), "`b` is there twice", "b");
    refuses(constrained("requires(b)"), "expected `=>`", ")");
    for (attribute, reason) in [
        ("default = 1", "has a default"),
        ("constant = 1", "is a constant"),
    ] {
        let source = format!(
            "#[resource(conflicts(b, c))] struct A {{ #[property({attribute})] b: u8, c: u8 }}"
        );
        refuses(resource(&source), reason, "b");
    }
    let named = "#[resource(auto_name = b, conflicts(b, c))] struct A { b: String, c: u8 }";
    refuses(resource(named), "is the name", "b");
    for correct in [
        "exactly_one_of(b, c)",
        "at_least_one_of(b, r#type)",
        "all_or_none(b, c), requires(b => c, r#type)",
    ] {
        assert!(constrained(correct).is_ok(), "{correct}");
    }
}

#[test]
fn what_is_flattened_is_no_property() {
    refuses(
        property("flatten, secret"),
        "write this at its fields",
        "secret",
    );
    refuses(
        property("flatten, minimum = 1"),
        "write this at its fields",
        "minimum",
    );
    assert!(property("flatten").is_ok());
    // Whether the other struct has it, only the compiler knows.
    let source =
        "#[resource(conflicts(b, elsewhere))] struct A { b: u8, #[property(flatten)] c: C }";
    let tokens = resource(source).unwrap().to_string();
    assert!(
        tokens.contains("\"elsewhere\" , \"`A` has no input `elsewhere`\""),
        "{tokens}"
    );
}
