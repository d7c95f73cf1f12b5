//! Unions, enums, elements and results.

use super::{enumeration, function, refuses, resource, union};

#[test]
fn unions_have_alternatives() {
    refuses(union("struct A {}"), "needs an enum", "A");
    refuses(union("enum A { B(C) }"), "two variants or more", "A");
    refuses(union("enum A { B(C), D }"), "holds one type", "D");
    refuses(
        union("enum A { B(C), D(E, F) }"),
        "holds one type",
        "D(E, F)",
    );
    refuses(
        union("enum A<T> { B(T), D(E) }"),
        "cannot be generic",
        "<T>",
    );
    refuses(
        union(r#"#[union(tag = "kind")] enum A { B(C), #[property(name = "b")] D(E) }"#),
        "already has the tag `b`",
        "D",
    );
    refuses(
        union("#[union(tga)] enum A { B(C), D(E) }"),
        "`#[union(…)]` has no option `tga`\nhint: did you mean `tag`?",
        "tga",
    );
    for kind in ["Vec<A>", "Option<Box<A>>", "BTreeMap<String, Vec<Self>>"] {
        let place = kind
            .strip_prefix("Option<")
            .map_or(kind, |inner| &inner[..inner.len() - 1]);
        let source = format!("enum A {{ B(u8), C({place}) }}");
        refuses(union(&source), "a union cannot contain itself", place);
    }
    assert!(
        union(r#"#[union(tag = "kind")] enum A { B(C), #[property(name = "d")] D(E) }"#).is_ok()
    );
}

#[test]
fn what_a_variant_cannot_have_is_refused() {
    for option in [
        "secret",
        "replace",
        "default = 1",
        "constant = 1",
        "minimum = 1",
        "items(minimum = 1)",
    ] {
        let source = format!("enum A {{ #[property({option})] B(u8), D(E) }}");
        let place = option.split([' ', '(']).next().unwrap();
        refuses(union(&source), "no options of a property", place);
    }
    refuses(
        union(r#"enum A { #[property(deprecated = "x")] B(C), D(E) }"#),
        "cannot be deprecated",
        "deprecated",
    );
    refuses(
        union(r#"enum A { B(C), #[property(name = "b")] D(E) }"#),
        "the union has none",
        r#""b""#,
    );
    refuses(
        union("enum A { B(Option<C>), D(E) }"),
        "cannot be absent",
        "C",
    );
    refuses(
        union(r#"#[union(token = "a:b:C")] enum A { B(C), D(E) }"#),
        "has no option `token`",
        "token",
    );
    refuses(
        enumeration("enum A { #[property(secret)] B, C }"),
        "only `name` and `deprecated`",
        "secret",
    );
}

#[test]
fn elements_are_there() {
    for kind in [
        "Vec<Option<String>>",
        "Option<Vec<Option<String>>>",
        "BTreeMap<String, Option<u8>>",
        "std::collections::HashMap<String, Value<Option<u8>>>",
        "Vec<Vec<Box<Option<String>>>>",
    ] {
        let at = kind.find("Option<S").or(kind.find("Option<u")).unwrap();
        let place = &kind[at..=at + kind[at..].find('>').unwrap()];
        let message = "an element of a list or a map cannot be absent: leave it out instead";
        refuses(
            resource(&format!("struct A {{ b: {kind} }}")),
            message,
            place,
        );
        refuses(
            function(&format!("fn a() -> Result<{kind}> {{}}")),
            message,
            place,
        );
        refuses(
            union(&format!("enum A {{ B({kind}), C(D) }}")),
            message,
            place,
        );
    }
    assert!(resource("struct A { b: Option<Vec<Value<String>>> }").is_ok());
}

#[test]
fn results_are_set_by_the_function() {
    for (option, message) in [
        ("max_length = 1", "a result has no rules"),
        ("default = \"x\"", "a result has no default"),
        ("env = \"X\"", "a result has no default"),
    ] {
        let source = format!("struct A {{ #[property({option})] b: String }}");
        let outcome = super::derive(crate::derive::object::derive_results, &source);
        let refused = outcome.unwrap_err().to_string();
        assert!(refused.contains(message), "{refused}");
    }
}
