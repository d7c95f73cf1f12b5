//! Methods that the macro refuses.

use super::{method, refuses};

#[test]
fn a_method_begins_with_its_resource() {
    let first = "such as `site: This<Website>`";
    refuses(
        method("fn a(cx: &ComponentContext) -> Result<()> {}"),
        first,
        "&ComponentContext",
    );
    refuses(method("fn a(&self) -> Result<()> {}"), first, "&self");
    refuses(
        method("fn a() -> Result<()> {}"),
        first,
        "fn a() -> Result<()>",
    );
    let source = "fn a(this: This<A>, cx: &ComponentContext, path: Input<String>) -> Result<()> {}";
    refuses(
        method(source),
        "`cx: &ComponentContext` is the last parameter",
        "Input<String>",
    );
    assert!(method("fn a(this: This<A>) -> Result<()> {}").is_ok());
}

#[test]
fn an_argument_of_a_method_is_an_input() {
    let source = "fn a(this: This<A>, path: Output<String>) -> Result<()> {}";
    refuses(
        method(source),
        "an argument is an `Input<T>`",
        "Output<String>",
    );
    let source = "fn a(this: This<A>, path: Option<Input<String>>) -> Result<()> {}";
    refuses(
        method(source),
        "write `Input<Option<T>>`",
        "Option<Input<String>>",
    );
    let source = "fn a(this: This<A>, #[property(output)] path: String) -> Result<()> {}";
    refuses(method(source), "only a resource's property", "output");
    let source = "fn a(this: This<A>, #[property(replace)] path: String) -> Result<()> {}";
    refuses(
        method(source),
        "a function has no resource to replace",
        "replace",
    );
}

#[test]
fn the_token_of_a_method_is_that_of_its_resource() {
    let source = r#"#[method(token = "a:b:C/d")] fn a(this: This<A>) -> Result<()> {}"#;
    refuses(
        method(source),
        "`#[method(…)]` has no option `token`",
        "token",
    );
}

#[test]
fn a_method_is_a_plain_function_with_a_result() {
    let source = "async fn a(this: This<A>) -> Result<()> {}";
    refuses(method(source), "write a plain function", "async");
    let source = "fn a<T>(this: This<A>) -> Result<T> {}";
    refuses(method(source), "cannot be generic", "<T>");
    let source = "fn a(this: This<A>) {}";
    refuses(
        method(source),
        "the method must return `Result<T>`",
        "fn a(this: This<A>)",
    );
}
