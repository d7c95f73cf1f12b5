//! Where Pulumi looks for a native plugin of the package's own name, and not for the plugin `wasm`.

use std::fs;

use serde_json::Value;

use super::archives::archive;
use test_support::pulumi::engine::Engine;
use test_support::pulumi::stack::Stack;

const READS: &str = "
name: own-name
runtime: yaml
resources:
  text:
    type: random:RandomString
    get:
      id: abcde
outputs:
  text: ${text.result}
";

const PROVIDER: &str = "resources:
  random: {type: 'pulumi:providers:random', defaultProvider: true}
";

const USES: &str = "
resources:
  text:
    type: random:RandomString
    properties:
      length: 5
    options:
      protect: true
";

/// Makes a component an ordinary plugin, and installs it with the engine as the tool says.
pub(super) fn install_under_its_name(stack: &Stack, component: &str) {
    let told = archive(stack, component, &[]);
    let (_, command) = told.split_once("  pulumi plugin install").unwrap();
    let mut words = vec!["plugin", "install"];
    words.extend(command.split_whitespace());
    stack.run(&words).succeeds();
}

#[test]
fn a_read_in_yaml_without_a_provider_is_told_when_the_package_is_added() {
    let stack = Engine::stack("own-name-read")
        .program(READS)
        .component("random")
        .create();
    let program = stack.read_program();
    stack
        .package_add(&["./random.wasm"])
        .succeeds()
        .says("`text` in `Pulumi.yaml` has `get:` and no provider")
        .says("defaultProvider: true");
    stack.up().fails().says("pulumi-resource-random");

    // The bundle is asked then, with a parameter that is not its own.
    install_under_its_name(&stack, "random");
    stack
        .up()
        .fails()
        .says("the parameter is for the plugin `wasm`")
        .says("defaultProvider: true");
    fs::remove_dir_all(stack.home().join("plugins/resource-random-v0.1.0")).unwrap();

    stack.write_program(&program);
    stack.edit("resources:\n", PROVIDER);
    stack
        .package_add(&["./random.wasm"])
        .succeeds()
        .lacks("has `get:`");
    stack.up().succeeds();
    assert_eq!(stack.output("text"), "abcde");
    stack.destroy().succeeds();
}

#[test]
fn with_the_component_as_an_ordinary_plugin_what_no_program_uses_yet_is_imported() {
    const IMPORT: [&str; 7] = [
        "import",
        "random:index/randomString:RandomString",
        "text",
        "abcde",
        "--stack",
        "dev",
        "--yes",
    ];
    let stack = Engine::stack("own-name-import")
        .program("\nname: own-name\nruntime: yaml\n")
        .component("random")
        .create();
    stack.package_add(&["./random.wasm"]).succeeds();
    stack.run(&IMPORT).fails();
    install_under_its_name(&stack, "random");
    stack
        .run(&IMPORT)
        .succeeds()
        .says("type: random:RandomString");
    let imported = stack.provider("random").unwrap();
    assert_eq!(parameter(&imported), &Value::Null);

    // The program uses the package as it was added, and nothing changes. After that, no resource needs that plugin.
    let program = stack.read_program();
    stack.write_program(&format!("{program}{USES}"));
    stack.up().succeeds().changes(&[]);
    let used = stack.provider("random").unwrap();
    assert!(parameter(&used).is_string(), "{used}");
    fs::remove_dir_all(stack.home().join("plugins/resource-random-v0.1.0")).unwrap();
    stack.edit("protect: true", "protect: false");
    stack.up().succeeds();
    stack.destroy().succeeds();
}

fn parameter(provider: &Value) -> &Value {
    &provider["inputs"]["__internal"]["parameterization"]
}
