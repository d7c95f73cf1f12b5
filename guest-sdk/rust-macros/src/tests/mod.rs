//! Source that the macros refuse: the words, and the text that they point at.

use proc_macro2::TokenStream;
use syn::DeriveInput;

mod components;
mod messages;
mod methods;
mod providers;
mod reference;
mod rules;
mod traits;
mod unions;

type Outcome = syn::Result<TokenStream>;

fn derive(macro_: fn(&DeriveInput) -> Outcome, source: &str) -> Outcome {
    macro_(&syn::parse_str(source).unwrap())
}

fn resource(source: &str) -> Outcome {
    derive(crate::derive::resource::derive, source)
}

fn object(source: &str) -> Outcome {
    derive(crate::derive::object::derive, source)
}

fn union(source: &str) -> Outcome {
    derive(crate::derive::union::derive, source)
}

fn enumeration(source: &str) -> Outcome {
    derive(crate::derive::enumeration::derive, source)
}

fn config(source: &str) -> Outcome {
    derive(crate::derive::config::derive, source)
}

fn lifecycle(source: &str) -> Outcome {
    crate::hooks::resource(TokenStream::new(), source.parse().unwrap())
}

fn configure(source: &str) -> Outcome {
    crate::hooks::config(TokenStream::new(), source.parse().unwrap())
}

fn function(source: &str) -> Outcome {
    crate::function::expand(TokenStream::new(), source.parse().unwrap())
}

fn method(source: &str) -> Outcome {
    crate::method::expand(TokenStream::new(), source.parse().unwrap())
}

fn provider(source: &str) -> Outcome {
    crate::provider::component(&crate::provider::parse(source.parse().unwrap())?)
}

#[track_caller]
fn refuses(outcome: Outcome, message: &str, place: &str) {
    match outcome {
        Ok(tokens) => panic!("accepted: {tokens}"),
        Err(error) => {
            assert!(error.to_string().contains(message), "{error}");
            assert_eq!(error.span().source_text().as_deref(), Some(place));
        }
    }
}

#[test]
fn structs_have_named_fields() {
    refuses(
        resource("struct A(String);"),
        "a struct with named fields",
        "(String)",
    );
    refuses(object("enum A { B }"), "a struct with named fields", "A");
    refuses(resource("struct A<T> { b: T }"), "cannot be generic", "<T>");
    assert!(resource("struct A;").is_ok());
}

#[test]
fn attributes_have_known_keys() {
    let source = "struct A { #[property(outptu)] b: String }";
    refuses(
        resource(source),
        "`#[property(…)]` has no option `outptu`\nhint: did you mean `output`?",
        "outptu",
    );
    let source = r#"#[resource(tokn = "a:b:C")] struct A {}"#;
    refuses(
        resource(source),
        "`#[resource(…)]` has no option `tokn`\nhint: did you mean `token`?",
        "tokn",
    );
    let source = r#"#[resource(token = "a:C")] struct A {}"#;
    refuses(resource(source), "`package:module:Name`", r#""a:C""#);
    let source = "struct A { #[property(default = vec![])] b: String }";
    refuses(resource(source), "expected a literal", "vec![]");
}

#[test]
fn outputs_are_not_set_by_users() {
    let source = "struct A { #[property(output, default = 1)] b: u8 }";
    refuses(resource(source), "an output has no default", "default");
    let source = r#"struct A { #[property(output, env = "B")] b: u8 }"#;
    refuses(
        resource(source),
        "an output has no environment default",
        r#""B""#,
    );
    let source = "struct A { #[property(output, replace)] b: u8 }";
    refuses(
        resource(source),
        "the user cannot change an output",
        "replace",
    );
    let source = "struct A { #[property(output, input_only)] b: u8 }";
    refuses(
        resource(source),
        "either an `output` or `input_only`",
        "output",
    );
}

#[test]
fn attributes_stand_where_they_mean_something() {
    let object =
        |attribute: &str| object(&format!("struct A {{ #[property({attribute})] b: u8 }}"));
    let arguments = |attribute: &str| {
        let source = format!("struct A {{ #[property({attribute})] b: u8 }}");
        derive(crate::derive::object::derive_arguments, &source)
    };
    let config =
        |attribute: &str| config(&format!("struct A {{ #[property({attribute})] b: u8 }}"));
    let resource =
        |attribute: &str| resource(&format!("struct A {{ #[property({attribute})] b: u8 }}"));
    refuses(object("output"), "only a resource's property", "output");
    refuses(object(r#"env = "B""#), "no environment default", r#""B""#);
    assert!(object("replace").is_ok());
    refuses(
        arguments("input_only"),
        "only a resource's property",
        "input_only",
    );
    refuses(
        arguments("replace"),
        "has no resource to replace",
        "replace",
    );
    assert!(arguments(r#"env = "B""#).is_ok());
    assert!(config("replace").is_ok());
    refuses(
        config("state_input"),
        "only a resource's property",
        "state_input",
    );
    assert!(resource("state_input").is_ok());
}

#[test]
fn pulumis_own_names_are_taken() {
    refuses(
        resource("struct A { id: String }"),
        "give it to `Created::new`",
        "id",
    );
    refuses(
        resource("struct A { urn: String }"),
        "the property name `urn`",
        "urn",
    );
    refuses(
        config("struct A { version: String }"),
        "the configuration name `version`",
        "version",
    );
    refuses(
        object(r#"struct A { #[property(name = "pulumi")] b: u8 }"#),
        "`pulumi`",
        r#""pulumi""#,
    );
    refuses(
        object(r#"struct A { #[property(name = "c")] b: u8, c: u8 }"#),
        "already the property `c`",
        "c",
    );
    assert!(object("struct A { id: String, version: String, urn: String }").is_ok());
}

#[test]
fn an_enum_is_of_single_values() {
    refuses(
        enumeration("enum A { B, C(u8) }"),
        "it has no fields",
        "(u8)",
    );
    refuses(enumeration("struct A {}"), "needs an enum", "A");
    refuses(enumeration("enum A {}"), "at least one variant", "A");
    refuses(
        enumeration(r#"enum A { B, #[property(name = "b")] C }"#),
        "already has the value `b`",
        "C",
    );
    assert!(enumeration("enum A { B = 1, C = -2 }").is_ok());
    refuses(
        enumeration("enum A { B = 1, C }"),
        "give this one a number too",
        "C",
    );
    refuses(
        enumeration("enum A { B = 1, C = 1 }"),
        "already has the value `1`",
        "C",
    );
    refuses(
        enumeration("enum A { B = 1.5 }"),
        "expected an integer",
        "1.5",
    );
    let source = r#"enum A { #[property(name = "b")] B = 1 }"#;
    refuses(enumeration(source), "not both", r#""b""#);
}

#[test]
fn a_resource_can_be_created() {
    refuses(
        lifecycle("impl Lifecycle for A { fn delete() {} }"),
        "needs `fn create(",
        "A",
    );
    refuses(
        lifecycle("impl Other for A { fn create() {} }"),
        "`impl Lifecycle for …`",
        "A",
    );
    refuses(
        lifecycle("fn create() {}"),
        "goes above `impl Lifecycle for …`",
        "fn create() {}",
    );
    refuses(
        configure("impl Lifecycle for A {}"),
        "goes above `impl Configure for …`",
        "A",
    );
}

#[test]
fn a_list_among_the_hooks_has_the_query_of_its_first_parameter() {
    let list = "fn list(request: ListRequest<Query>, cx: &ListContext) -> Result<Page> { find(request.query) }";
    let source = format!("impl Lifecycle for A {{ fn create() {{}} #[cfg(x)] {list} }}");
    let made = lifecycle(&source).unwrap().to_string();
    assert!(
        made.contains(
            "# [cfg (x)] impl :: pulumi_wasm_provider :: List for A { type Query = Query ;"
        ),
        "{made}"
    );
    assert!(made.contains(r#"& ["create"]"#), "{made}");
    refuses(
        lifecycle("impl Lifecycle for A { fn create() {} fn list(query: Query) {} }"),
        "`list` is `fn list(request: ListRequest<ThingQuery>, cx: &ListContext)",
        "fn list(query: Query)",
    );
}

#[test]
fn the_functions_that_are_written_are_noted() {
    let source =
        "impl Lifecycle for A { fn create() {} #[cfg(x)] fn preview_create() {} const B: u8 = 1; }";
    let tokens = lifecycle(source).unwrap().to_string();
    assert!(
        tokens.contains(r#"= & ["create" , # [cfg (x)] "preview-create"] ;"#),
        "{tokens}"
    );
}

#[test]
fn functions_are_plain() {
    refuses(
        function("async fn a() -> Result<B> {}"),
        "write a plain function",
        "async",
    );
    refuses(
        function("fn a<T>() -> Result<T> {}"),
        "cannot be generic",
        "<T>",
    );
    refuses(function("fn a() {}"), "must return `Result<T>`", "fn a()");
    refuses(
        function("fn a(&self) -> Result<B> {}"),
        "no `self`",
        "&self",
    );
    refuses(
        function("fn a(cx: &Context, b: B) -> Result<B> {}"),
        "is the last parameter",
        "B",
    );
    refuses(
        function("fn a((b, c): B, d: D) -> Result<B> {}"),
        "needs a name",
        "(b, c)",
    );
    assert!(
        function("fn a(/// Words.\n #[property(minimum = 0)] b: f64) -> Result<f64> {}").is_ok()
    );
    refuses(
        function("#[function(purr)] fn a() -> Result<B> {}"),
        "`#[function(…)]` has no option `purr`\nhint: did you mean `pure`?",
        "purr",
    );
}
