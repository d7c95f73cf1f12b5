//! The example `hello` under the real engine: the smallest provider through a whole life.

use serde_json::json;

use test_support::pulumi::engine::Engine;
use test_support::pulumi::guest::guest;
use test_support::pulumi::provider::Provider;
use test_support::pulumi::stack::Stack;

/// The program of the example: one greeting, and its message as the output `message`.
pub(crate) fn published() -> String {
    Engine::example("hello/Pulumi.yaml")
}

/// The engine's requests to a new provider process before the first resource.
const BEGINNING: [&str; 5] = [
    "Handshake",
    "GetPluginInfo",
    "Parameterize",
    "CheckConfig",
    "Configure",
];

#[test]
fn the_published_program_lives_with_the_default_provider() {
    life(Provider::Default, published());
}

#[test]
fn the_published_program_lives_with_an_explicit_provider() {
    let provider = Provider::Explicit;
    let properties = "      name: World\n";
    let template = published().replace(properties, &format!("{properties}    options: {{VIA}}\n"));
    life(provider, provider.complete(&template, "hello", ""));
}

fn life(provider: Provider, program: String) {
    let stack = Engine::stack("hello")
        .program(program)
        .component("hello")
        .create();

    // The engine keeps no record of the calls of this command; only its result counts.
    stack.package_add(&["./hello.wasm"]).succeeds();
    assert!(stack.project.join("sdks/hello/hello-0.1.0.yaml").is_file());

    let previewed = stack.preview().succeeds();
    previewed.calls.are_in_order(&BEGINNING);
    previewed
        .calls
        .are_in_order(&["Configure", "Check", "Create"]);
    for create in previewed.calls.of("Create") {
        assert_eq!(create.request["preview"], true, "{previewed}");
    }
    assert!(
        stack.resource("greeting").is_none(),
        "a preview made something\n{previewed}"
    );

    let created = stack.up().succeeds().lacks("warning");
    assert_eq!(
        created.summary()["created"],
        previewed.summary()["to create"],
        "{created}"
    );
    created.calls.are_in_order(&BEGINNING);
    created
        .calls
        .are_in_order(&["Configure", "Check", "Create"]);
    created
        .calls
        .are_without(&["Diff", "Read", "Update", "Delete", "Invoke"]);
    let inputs = json!({"name": "World", "salutation": "Hello"});
    assert_eq!(created.calls.only("Check").answer()["inputs"], inputs);
    let create = created.calls.only("Create");
    assert_eq!(create.request["properties"], inputs, "{created}");
    assert_eq!(create.answer()["id"], "World", "{created}");
    assert_eq!(stack.output("message"), "Hello, World!");

    stack.up().succeeds().changes(&[]).calls.are_idle(1);

    stack.edit("name: World", "name: Moon");
    let replaced = stack.up().succeeds().changes(&[("replaced", 1)]);
    replaced.calls.are_in_order(&["Check", "Diff", "Create"]);
    replaced.calls.are_without(&["Update", "Read"]);
    let difference = replaced.calls.only("Diff").answer();
    assert_eq!(difference["changes"], "DIFF_SOME", "{replaced}");
    assert_eq!(difference["detailedDiff"]["name"]["kind"], "UPDATE_REPLACE");
    assert_eq!(stack.output("message"), "Hello, Moon!");

    stack.refresh().succeeds().changes(&[]);
    cannot_be_imported(provider, &stack);
    fails_before_anything_is_made(&stack);

    let destroyed = stack.destroy().succeeds();
    destroyed
        .calls
        .are_in_order(&["Handshake", "Parameterize", "Configure", "Delete"]);
    assert_eq!(
        destroyed.summary()["deleted"],
        created.summary()["created"],
        "{destroyed}"
    );
    assert!(stack.resource("greeting").is_none());
}

/// It has no `read`, because nothing outside exists.
fn cannot_be_imported(provider: Provider, stack: &Stack) {
    let before = stack.read_program();
    let via = provider.via();
    let foreign = format!(
        "  foreign:\n    type: hello:Greeting\n    properties: {{name: Mars}}\n    options: {{{via} import: Mars}}\noutputs:"
    );
    stack.edit("outputs:", &foreign);
    stack.up().fails().says("import");
    assert!(stack.resource("foreign").is_none());
    stack.write_program(&before);
}

fn fails_before_anything_is_made(stack: &Stack) {
    let before = stack.read_program();
    stack.edit("name: Moon", "name: [not, a, text]");
    let failed = stack.up().fails().says("name");
    failed.calls.are_without(&["Create", "Delete"]);
    stack.write_program(&before);
    stack.up().succeeds().changes(&[]);
}

guest!(
    python,
    Python,
    [the_published_program_lives_with_the_default_provider,]
);

guest!(
    typescript,
    TypeScript,
    [the_published_program_lives_with_the_default_provider,]
);
