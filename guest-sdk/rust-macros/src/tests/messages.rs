//! The whole texts of errors, with their places.

use proc_macro2::Span;

use super::{Outcome, config, enumeration, function, method, object, resource, union};

fn text(span: Span) -> String {
    span.source_text().unwrap_or_default()
}

/// Each message with its place.
fn told(outcome: Outcome) -> Vec<(String, String)> {
    let mistakes = outcome.err().map(IntoIterator::into_iter);
    let mistakes = mistakes.into_iter().flatten();
    mistakes
        .map(|mistake| (text(mistake.span()), mistake.to_string()))
        .collect()
}

fn properties(attributes: &[&str]) -> Outcome {
    let fields = attributes
        .iter()
        .zip('a'..)
        .map(|(attribute, name)| format!("#[property({attribute})] {name}: Option<String>"));
    let fields: Vec<String> = fields.collect();
    resource(&format!("struct Zone {{ {} }}", fields.join(", ")))
}

#[test]
fn a_message_says_the_mistake_and_the_fix() {
    for (attribute, place, message) in [
        (
            "outptu",
            "outptu",
            "`#[property(…)]` has no option `outptu`\nhint: did you mean `output`?",
        ),
        (
            "min = 1",
            "min",
            "`#[property(…)]` has no option `min`\nhint: did you mean `minimum`?",
        ),
        (
            "computed",
            "computed",
            "`#[property(…)]` has no option `computed`\nhint: did you mean `server_default`?",
        ),
        (
            "nonEmpty",
            "nonEmpty",
            "`#[property(…)]` has no option `nonEmpty`\nhint: write `min_length = 1`, or `min_items = 1` for a list",
        ),
        (
            r#"skip_serializing_if = "Option::is_none""#,
            "skip_serializing_if",
            "`#[property(…)]` has no option `skip_serializing_if`\nhint: write the type `Option<T>`: a value that is `None` is left out",
        ),
        (
            "items(email)",
            "email",
            "`email` is not a rule for elements\nhint: write `format = \"email\"`",
        ),
        (
            "nonsense",
            "nonsense",
            "`#[property(…)]` has no option `nonsense`",
        ),
        (
            "items(min_lenght = 1)",
            "min_lenght",
            "`min_lenght` is not a rule for elements\nhint: did you mean `min_length`?",
        ),
        (
            "minimum = true",
            "true",
            "`minimum` is a number, found `true`",
        ),
        (
            "max_items = 1.5",
            "1.5",
            "`max_items` takes a whole number of at least 0, found `1.5`",
        ),
        (
            "multiple_of = 0",
            "multiple_of",
            "`multiple_of` is a number above 0, found 0",
        ),
        (
            r#"compare = "ignorecase""#,
            r#""ignorecase""#,
            "`ignorecase` is not a comparison; expected one of `ignore-case`, `trim`, `trailing-dot`, \
             `trailing-slash`, `json`, `cidr`, `duration`, `url`, `set`, `presence`, `empty`\nhint: did you mean \
             `ignore-case`?",
        ),
        (
            "compare(trim)",
            "compare",
            r#"a comparison is a string, several are a list: `compare = "ignore-case"`, `compare = ["ignore-case", "trim"]`"#,
        ),
        (
            r#"format = "uri""#,
            r#""uri""#,
            "`uri` is not a format; expected one of `ipv4`, `ipv6`, `ip`, `cidr`, `hostname`, `url`, `email`, \
             `uuid`, `date-time`, `duration`, `base64`\nhint: did you mean `url`?",
        ),
        (
            "server_default, output",
            "server_default",
            "an output is always the provider's: `server_default` is for inputs that the program may leave out. Remove one of the two options",
        ),
        (
            "server_default, write_only",
            "server_default",
            "a property with `server_default` is read back as an output: remove `input_only` or `write_only`",
        ),
        (
            "output, input_only",
            "output",
            "a property is either an `output` or `input_only`: without these options it is an input and an output",
        ),
        ("output, depends_on(x)", "x", "`Zone` has no field `x`"),
    ] {
        let expected = [(place.to_owned(), message.to_owned())];
        assert_eq!(told(properties(&[attribute])), expected, "{attribute}");
    }
}

#[test]
fn all_mistakes_of_an_item_are_told_at_once() {
    let places = |outcome| {
        told(outcome)
            .into_iter()
            .map(|(place, _)| place)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        places(properties(&[
            "outptu, secrte, minimum = true",
            "format = \"uri\"",
            "replce"
        ])),
        ["outptu", "secrte", "true", "\"uri\"", "replce"]
    );
    assert_eq!(
        places(resource(
            "#[resource(concurrency = 0, tokn)] struct A { #[property(secrte)] b: u8, id: u8 }"
        )),
        ["0", "tokn", "secrte", "id"]
    );
    assert_eq!(
        places(resource(
            "#[resource(conflicts(b, x), requires(y => b))] struct A { b: Option<u8> }"
        )),
        ["x", "y"]
    );
    assert_eq!(
        places(object(
            "struct A { #[property(output, state_input)] b: u8 }"
        )),
        ["output", "state_input"]
    );
    assert_eq!(
        places(config(
            "struct A { #[property(flatten, secret, minimum = 1)] b: B }"
        )),
        ["secret", "minimum"]
    );
    assert_eq!(
        places(enumeration("enum A { B(u8), C { d: u8 } }")),
        ["(u8)", "{ d: u8 }"]
    );
    assert_eq!(places(union("enum A { B, C }")), ["B", "C"]);
    assert_eq!(
        places(function(
            "fn a(#[property(secrte)] b: u8, #[property(mimimum = 1)] c: u8) -> Result<u8> {}"
        )),
        ["secrte", "mimimum"]
    );
    assert_eq!(
        places(function(
            "#[function(purr, tokn = \"a:b:c\")] async fn a<T>(&self, cx: &FunctionContext, (b, c): B, #[property(secrte)] d: u8) {}"
        )),
        [
            "purr",
            "tokn",
            "async",
            "<T>",
            "&self",
            "B",
            "u8",
            "(b, c)",
            "secrte",
            "async fn a<T>(&self, cx: &FunctionContext, (b, c): B, #[property(secrte)] d: u8)",
        ]
    );
    assert_eq!(
        places(method(
            "#[method(deprcated = \"no\")] async fn a(&self, b: Output<u8>, #[property(replce)] c: u8) {}"
        )),
        [
            "deprcated",
            "async",
            "&self",
            "Output<u8>",
            "replce",
            "async fn a(&self, b: Output<u8>, #[property(replce)] c: u8)",
        ]
    );
}

#[test]
fn a_field_that_an_option_names_has_a_closest_match() {
    let source = "#[resource(conflicts(pasword, key))] struct A { password: Option<String>, key: Option<String> }";
    let message = "`A` has no field `pasword`\nhint: did you mean `password`?";
    assert_eq!(
        told(resource(source)),
        [("pasword".to_owned(), message.to_owned())]
    );
}
