//! Children of a component under the real engine, of packages of every kind: a native plugin, a Wasm package that the
//! component itself names with its parameter, and a remote component of such a package.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use serde_json::{Value, json};

use test_support::fake::declare::{Declare, output};
use test_support::fake::guest::{Guest, THING};
use test_support::fake::steps::{Answer, Step};
use test_support::pulumi::engine::{Engine, VERSION, given};
use test_support::pulumi::stack::Stack;

const PET: &str = "random:index/randomPet:RandomPet";
const PASSWORD: &str = "random:index/randomPassword:RandomPassword";

/// A program with one component. The test replaces its title.
const PROGRAM: &str = "
name: children
runtime: yaml
resources:
  site:
    type: acme:Site
    properties: {title: first}
outputs:
  url: ${site.url}
  token: ${site.token}
";

/// A stack with these components, and with one that declares resources: it uses the packages, and has the outputs.
fn stack(
    program: &str,
    components: &[&str],
    uses: impl FnOnce(&Stack) -> Value,
    declared: Vec<Declare>,
    outputs: &Value,
) -> Stack {
    let mut builder = Engine::stack("children").program(program);
    for component in components {
        builder = builder.component(component);
    }
    let stack = builder.create();
    let uses = uses(&stack);
    let steps = declared.into_iter().map(Step::Declare);
    let answer = Step::Answer(Answer::Outputs(outputs.to_string()));
    let steps: Vec<Step> = steps.chain([answer]).collect();
    let guest = Guest::new().does("construct", steps);
    let guest = guest.manifest(|manifest| manifest["packages"] = uses);
    fs::write(stack.project.join("acme.wasm"), guest.build()).unwrap();
    stack.package_add(&["./acme.wasm"]).succeeds();
    stack
}

/// A manifest's entry for a package whose component is in the project: its version, and its parameter.
fn with_parameter(stack: &Stack, package: &str) -> Value {
    let schema = stack.package_schema(&[&format!("./{package}.wasm")]);
    json!({
        "version": schema["version"],
        "parameter": {
            "plugin": "wasm",
            "version": VERSION,
            "value": schema["parameterization"]["parameter"],
        },
    })
}

#[track_caller]
fn resource(stack: &Stack, name: &str) -> Value {
    let found = stack.resource(name);
    found.unwrap_or_else(|| panic!("there is no `{name}`: {}", stack.export()))
}

/// Asserts that the provider of a resource has a part in its URN.
#[track_caller]
fn is_of(stack: &Stack, name: &str, provider: &str) {
    let child = resource(stack, name);
    let found = child["provider"].as_str().unwrap_or_default();
    assert!(found.contains(provider), "{child}");
}

/// Installs a native plugin of the package `bench` into the home of a stack: the peer of the benchmark that Pulumi's
/// SDK for Python serves.
fn install_native(stack: &Stack) {
    let folder = stack.home().join("plugins/resource-bench-v0.1.0");
    fs::create_dir_all(&folder).unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bench/peers/python/provider.py");
    let python = given("PULUMI_WASM_TEST_PYTHON");
    let (python, source) = (python.display(), source.display());
    let script = format!("#!/bin/sh\nexec '{python}' '{source}' \"$@\"\n");
    let program = folder.join("pulumi-resource-bench");
    fs::write(&program, script).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn children_of_a_native_package_live_with_its_default_provider() {
    let thing = |name, label: Value| {
        let items = json!([{ "name": "a", "size": 2.5, "enabled": true }]);
        let inputs = json!({ "label": label, "tags": { "of": "site" }, "items": items });
        Declare::resource("bench:index:Thing", name, inputs.to_string())
    };
    let declared = vec![
        thing("one-", output(0, "title")),
        thing("two-", output(1, "id")),
    ];
    let outputs = json!({ "url": output(2, "total"), "token": output(1, "label") });
    let uses = |_: &Stack| json!({ "bench": { "version": "0.1.0" } });
    let stack = stack(PROGRAM, &[], uses, declared, &outputs);
    install_native(&stack);

    // The stack, the component and its children.
    stack.preview().succeeds().changes(&[("to create", 4)]);
    stack.up().succeeds().changes(&[("created", 4)]);
    is_of(&stack, "two-site", "pulumi:providers:bench::default_0_1_0");
    assert_eq!(stack.output("url"), 2.5);
    assert_eq!(stack.output("token"), "first");
    let two = resource(&stack, "two-site");
    assert_eq!(two["inputs"]["label"], "first");
    assert!(
        two["dependencies"].to_string().contains("::one-site"),
        "{two}"
    );

    stack.up().succeeds().changes(&[]);
    stack.refresh().succeeds().changes(&[]);
    stack.edit("title: first", "title: second");
    // The id of the first thing stays, and therefore the label of the second thing stays too.
    stack.up().succeeds().changes(&[("updated", 2)]);
    assert_eq!(stack.output("token"), "second");
    stack.destroy().succeeds();
}

#[test]
fn children_of_a_wasm_package_that_the_component_names_with_its_parameter_live() {
    let pet = json!({ "prefix": output(0, "title"), "length": 1 });
    let declared = vec![
        Declare::resource(PET, "pet-", pet.to_string()),
        Declare::resource(PASSWORD, "password-", json!({ "length": 12 }).to_string()),
    ];
    let outputs = json!({ "url": output(1, "id"), "token": output(2, "result") });
    // The program has added the component alone.
    let uses = |stack: &Stack| json!({ "random": with_parameter(stack, "random") });
    let stack = stack(PROGRAM, &["random"], uses, declared, &outputs);

    stack.preview().succeeds().changes(&[("to create", 4)]);
    stack.up().succeeds().changes(&[("created", 4)]);
    is_of(&stack, "pet-site", "pulumi:providers:random::default");
    let provider = stack.provider("random").unwrap();
    assert!(!provider["inputs"]["__internal"].is_null(), "{provider}");
    let url = stack.output("url").as_str().unwrap().to_owned();
    assert!(url.starts_with("first-"), "{url}");
    let token = stack.output("token").as_str().unwrap().to_owned();
    assert_eq!(token.len(), 12);
    stack.keeps_secret(&token);

    stack.up().succeeds().changes(&[]);
    stack.refresh().succeeds().changes(&[]);
    let run_program = ["refresh", "--stack", "dev", "--yes", "--run-program"];
    stack.run(&run_program).succeeds();
    assert_eq!(stack.output("url"), url.as_str());
    stack.up().succeeds().changes(&[]);
    let run_program = ["destroy", "--stack", "dev", "--yes", "--run-program"];
    stack.run(&run_program).succeeds();
    assert!(stack.resource("site").is_none());
}

#[test]
fn a_remote_component_of_another_wasm_package_is_a_child_and_has_the_providers_of_its_parent() {
    let account = Declare {
        kind: 2,
        ..Declare::resource(
            "team:index:Account",
            "account-",
            json!({ "user": output(0, "title") }).to_string(),
        )
    };
    let outputs = json!({ "url": output(1, "login"), "token": output(1, "password") });
    let uses = |stack: &Stack| json!({ "team": with_parameter(stack, "team") });
    let program = PROGRAM
        .replace(
            "resources:\n",
            "resources:\n  maker:\n    type: pulumi:providers:random\n",
        )
        .replace(
            "title: first}\n",
            "title: first}\n    options: {providers: ['${maker}']}\n",
        );
    let stack = stack(&program, &["random", "team"], uses, vec![account], &outputs);
    stack.package_add(&["./random.wasm"]).succeeds();

    // The stack, the provider, both components, and a login with a password.
    stack.preview().succeeds().changes(&[("to create", 6)]);
    stack.up().succeeds().changes(&[("created", 6)]);
    let account = resource(&stack, "account-site");
    assert!(
        account["parent"].as_str().unwrap().ends_with("::site"),
        "{account}"
    );
    let login = resource(&stack, "account-site-login");
    assert_eq!(login["parent"], account["urn"]);
    is_of(&stack, "account-site-login", "::maker::");
    let url = stack.output("url").as_str().unwrap().to_owned();
    assert!(url.starts_with("first-"), "{url}");
    let token = stack.output("token").as_str().unwrap().to_owned();
    stack.keeps_secret(&token);
    stack.up().succeeds().changes(&[]);
    stack.destroy().succeeds();
}

#[test]
fn the_provider_of_a_child_wins_over_the_providers_of_its_component() {
    let pet = |name| Declare::resource(PET, name, "{}".to_owned());
    let declared = vec![
        Declare::resource("pulumi:providers:random", "own-", "{}".to_owned()),
        pet("given-"),
        Declare {
            options: json!({ "provider": output(1, "") }).to_string(),
            ..pet("chosen-")
        },
    ];
    let outputs = json!({ "url": output(2, "id"), "token": output(3, "id") });
    let uses = |stack: &Stack| json!({ "random": with_parameter(stack, "random") });
    let program = PROGRAM
        .replace(
            "resources:\n",
            "resources:\n  maker:\n    type: pulumi:providers:random\n",
        )
        .replace(
            "title: first}\n",
            "title: first}\n    options: {providers: ['${maker}']}\n",
        );
    let stack = stack(&program, &["random"], uses, declared, &outputs);
    stack.package_add(&["./random.wasm"]).succeeds();
    // The stack, both providers, the component and two pets.
    stack.preview().succeeds().changes(&[("to create", 6)]);
    stack.up().succeeds().changes(&[("created", 6)]);
    is_of(&stack, "given-site", "::maker::");
    is_of(&stack, "chosen-site", "::own-site::");
    stack.up().succeeds().changes(&[]);
    stack.destroy().succeeds();
}

#[test]
fn what_depends_on_a_component_is_destroyed_before_its_children() {
    let thing = Declare::resource(THING, "thing-", "{}".to_owned());
    let outputs = json!({ "url": "none", "token": "none" });
    let after = "  after:\n    type: acme:Thing\n    options: {dependsOn: ['${site}']}\noutputs:\n";
    let program = PROGRAM.replace("outputs:\n", after);
    let stack = stack(&program, &[], |_| json!({}), vec![thing], &outputs);
    stack.up().succeeds().changes(&[("created", 4)]);
    let after = resource(&stack, "after");
    assert!(
        after["dependencies"].to_string().contains("::site"),
        "{after}"
    );
    let destroyed = stack.destroy().succeeds();
    let deleted: Vec<&str> = destroyed
        .calls
        .of("Delete")
        .into_iter()
        .map(|call| {
            call.request["urn"]
                .as_str()
                .unwrap()
                .rsplit("::")
                .next()
                .unwrap()
        })
        .collect();
    assert_eq!(deleted, ["after", "thing-site"], "{destroyed}");
}
