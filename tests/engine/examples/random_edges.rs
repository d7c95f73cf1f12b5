//! The example `random` with existing values, and with values that cannot be created.

use test_support::pulumi::engine::Engine;
use test_support::pulumi::guest::guest;
use test_support::pulumi::provider::Provider;
use test_support::pulumi::stack::Stack;

fn stack(name: &str, program: &str) -> Stack {
    let stack = Engine::stack(name)
        .program(program)
        .component("random")
        .create();
    stack.package_add(&["./random.wasm"]).succeeds();
    stack
}

const IMPORTS: &str = "
name: random-import
runtime: yaml
resources:
  text:
    type: random:RandomString
    properties: {length: 12}
    options: {VIA import: 'Text4import!'}
  password:
    type: random:RandomPassword
    properties: {length: 12}
    options: {VIA import: 'securePass1!'}
  number:
    type: random:RandomInteger
    properties: {min: 1, max: 50000}
    options: {VIA import: '15390,1,50000'}
  identity:
    type: random:RandomUuid
    options: {VIA import: 'aabbccdd-eeff-0011-2233-445566778899'}
  identifier:
    type: random:RandomId
    properties: {byteLength: 4, prefix: 'p-'}
    options: {VIA import: 'p-,p-9hUg'}
outputs:
  text: ${text.result}
  password: ${password.result}
  number: ${number.result}
  identity: ${identity.result}
";

#[test]
fn existing_values_are_imported() {
    imports(Provider::Default);
}

#[test]
fn existing_values_are_imported_by_an_explicit_provider() {
    imports(Provider::Explicit);
}

fn imports(provider: Provider) {
    let stack = stack("random-import", &provider.complete(IMPORTS, "random", ""));
    let imported = stack.up().succeeds();
    imported.calls.are_without(&["Create", "Update", "Delete"]);
    assert_eq!(imported.summary()["imported"], 5, "{imported}");
    let outputs = stack.outputs();
    assert_eq!(outputs["text"], "Text4import!");
    assert_eq!(outputs["password"], "securePass1!");
    assert_eq!(outputs["number"], 15390);
    assert_eq!(outputs["identity"], "aabbccdd-eeff-0011-2233-445566778899");
    // The engine itself keeps the id that was imported by in clear, so only the outputs are looked at.
    let password = stack.resource("password").unwrap();
    assert_eq!(password["id"], "none", "{password}");
    assert!(!password["outputs"].to_string().contains("securePass1!"));

    // The import is done: the option may be removed, and nothing changes.
    stack.forget_imports();
    let unchanged = stack.up().succeeds().changes(&[]);
    unchanged
        .calls
        .are_without(&["Create", "Update", "Delete", "Read"]);
}

#[test]
fn the_import_command_takes_a_value_into_the_state() {
    let stack = stack(
        "random-import-command",
        "
name: random-import-command
runtime: yaml
resources:
  identity:
    type: random:RandomUuid
",
    );
    stack.up().succeeds();
    stack
        .import_resource(
            "random:index/randomString:RandomString",
            "found",
            "found-value",
        )
        .succeeds();
    let found = stack.resource("found").unwrap();
    assert_eq!(found["outputs"]["result"], "found-value", "{found}");
    assert_eq!(found["inputs"]["length"], 11, "{found}");
}

#[test]
fn impossible_minimums_fail_before_any_create() {
    fails(Provider::Default);
}

#[test]
fn impossible_minimums_fail_with_an_explicit_provider_too() {
    fails(Provider::Explicit);
}

fn fails(provider: Provider) {
    const IMPOSSIBLE: &str = "
name: random-impossible
runtime: yaml
resources:
  password:
    type: random:RandomPassword
    properties: {length: 4, minUpper: 3, minNumeric: 3}
    options: {VIA}
";
    let program = provider.complete(IMPOSSIBLE, "random", "");
    let stack = stack("random-impossible", &program);
    stack.preview().fails().says("length");
    let failed = stack.up().fails().says("length");
    failed.calls.are_without(&["Delete", "Update"]);
    assert!(stack.resource("password").is_none(), "{failed}");

    stack.edit("length: 4", "length: 8");
    stack.up().succeeds();
    assert!(stack.resource("password").is_some());
    stack.destroy().succeeds();
}

guest!(
    python,
    Python,
    [],
    [
        existing_values_are_imported,
        impossible_minimums_fail_before_any_create,
    ]
);

guest!(
    typescript,
    TypeScript,
    [],
    [
        existing_values_are_imported,
        impossible_minimums_fail_before_any_create,
    ]
);

/// The command does not find the plugin of a package without a resource in the stack, so a file names it.
#[test]
fn the_import_command_works_by_a_file_and_then_by_itself() {
    let stack = stack("random-import-command", "name: command\nruntime: yaml\n");
    let token = "random:index/randomString:RandomString";
    let import = |arguments: &[&str]| {
        let options = [
            "import",
            "--stack",
            "dev",
            "--yes",
            "--skip-preview",
            "--generate-code=false",
        ];
        stack.run(&[&options, arguments].concat())
    };
    import(&[token, "one", "first"])
        .fails()
        .says("no resource plugin 'pulumi-resource-random'");

    let value = parameter(&stack);
    let file = serde_json::json!({ "resources": [{
        "type": token, "name": "one", "id": "first", "version": "0.1.0",
        "parameterization": { "pluginName": "wasm", "pluginVersion": "0.1.0", "value": value },
    }] });
    std::fs::write(stack.project.join("import.json"), file.to_string()).unwrap();
    import(&["--file", "import.json"]).succeeds();
    import(&[token, "two", "second"]).succeeds();
    for (name, text) in [("one", "first"), ("two", "second")] {
        assert_eq!(stack.resource(name).unwrap()["outputs"]["result"], text);
    }
}

/// The parameter in the file that `package add` wrote.
fn parameter(stack: &Stack) -> String {
    let folder = std::fs::read_dir(stack.project.join("sdks/random")).unwrap();
    let file = folder.flatten().next().expect("a file").path();
    let text = std::fs::read_to_string(file).unwrap();
    let line = text
        .lines()
        .find_map(|line| line.trim().strip_prefix("value: "));
    line.expect("a parameter").to_owned()
}
