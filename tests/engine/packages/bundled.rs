//! The examples `random` and `powerdns` as ordinary plugins under the current engine, with the steps of the tests with
//! old engines.

use std::fs;

use serde_json::json;

use super::own_name::install_under_its_name;
use test_support::pulumi::calls::is_secret;
use test_support::pulumi::engine::Engine;
use test_support::pulumi::powerdns_stack::{program, zones};
use test_support::pulumi::provider::Provider;
use test_support::pulumi::stack::Stack;
use test_support::servers::powerdns::PowerDns;

const RANDOM: &str = "
name: bundled-random
runtime: yaml
resources:
  pet:
    type: random:RandomPet
    properties: {length: 2, prefix: my}
  password:
    type: random:RandomPassword
    properties: {length: 24, special: false}
  name:
    type: random:RandomPet
    properties: {prefix: '${pet.id}', length: 1}
outputs:
  pet: ${pet.id}
  password: ${password.result}
";

const UUID: &str = "6b0f1a52-3ac4-4b4a-9a0e-2f7a4a3b1c55";

/// A stack with the example as an ordinary plugin, without the plugin `wasm` and without the component.
fn stack(component: &str, program: &str) -> Stack {
    let stack = Engine::stack(&format!("bundled-{component}"))
        .program(program)
        .component(component)
        .create();
    fs::remove_dir_all(stack.home().join("plugins")).unwrap();
    install_under_its_name(&stack, component);
    fs::remove_file(stack.project.join(format!("{component}.wasm"))).unwrap();
    stack
}

#[test]
fn random_lives_as_an_ordinary_plugin() {
    let stack = stack("random", RANDOM);
    stack.preview().succeeds();
    let created = stack.up().succeeds();
    created.calls.are_without(&["Parameterize"]);
    let first = stack.outputs();
    let password = first["password"].as_str().unwrap();
    let made = created.calls.about("password");
    let outputs = &made.only("Create").answer()["properties"];
    assert!(is_secret(&outputs["result"]), "{created}");
    stack.keeps_secret(password);
    stack.up().succeeds().changes(&[]);
    stack.refresh().succeeds().changes(&[]);

    // Another length replaces the pet, and the resources that use its id.
    stack.edit("length: 2,", "length: 3,");
    stack.preview().succeeds();
    stack.up().succeeds().changes(&[("replaced", 2)]);
    assert_eq!(stack.output("password"), password);

    let known =
        format!("  known:\n    type: random:RandomUuid\n    options: {{import: {UUID}}}\noutputs:");
    stack.edit("outputs:", &known);
    stack.up().succeeds().changes(&[("imported", 1)]);
    assert_eq!(stack.resource("known").unwrap()["id"], UUID);
    stack.forget_imports();
    stack.up().succeeds().changes(&[]);

    stack.edit("length: 3,", "length: many,");
    stack.up().fails().says("length");
    stack.destroy().succeeds();
}

#[test]
fn an_ordinary_plugin_starts_with_the_engines_flags_for_logs() {
    let stack = stack("random", RANDOM);
    let flags = ["--logflow", "--logtostderr", "-v=9"];
    let up = ["up", "--stack", "dev", "--yes", "--skip-preview"];
    stack.run(&[&up[..], &flags].concat()).succeeds();
    assert!(stack.resource("pet").is_some());
}

#[test]
fn powerdns_lives_as_an_ordinary_plugin() {
    let server = PowerDns::start();
    let stack = stack("powerdns", &program(Provider::Default));
    stack.up().fails().says("serverUrl");
    stack.config_set("powerdns:serverUrl", &server.url(), false);
    stack.config_set("powerdns:apiKey", server.api_key(), true);
    stack.preview().succeeds();
    assert_eq!(zones(&server), [""; 0], "a preview has made something");
    let created = stack.up().succeeds();
    created.calls.are_without(&["Parameterize"]);
    assert_eq!(zones(&server), ["example.test."]);
    stack.keeps_secret(server.api_key());
    stack.up().succeeds().changes(&[]);

    // An update in place.
    stack.edit("[192.0.2.10, 192.0.2.11]", "[192.0.2.10, 192.0.2.12]");
    stack.preview().succeeds().changes(&[("to update", 1)]);
    let updated = stack.up().succeeds().changes(&[("updated", 1)]);
    let web = updated.calls.about("web");
    let differences = web.only("Diff").answer()["detailedDiff"].clone();
    let places = differences.as_object().unwrap().keys();
    assert_eq!(places.collect::<Vec<_>>(), ["records[1]"], "{updated}");

    // Another name replaces it.
    stack.edit("name: www.example.test", "name: web.example.test");
    stack.up().succeeds().changes(&[("replaced", 1)]);
    assert_eq!(server.query("web.example.test", "A").len(), 2);
    assert!(server.query("www.example.test", "A").is_empty());

    // A change by others is found and undone.
    let change = json!({ "rrsets": [{
        "name": "web.example.test.", "type": "A", "changetype": "DELETE",
    }] });
    let (status, answer) = server.api("PATCH", "/zones/example.test.", Some(change));
    assert_eq!(status, 204, "{answer}");
    stack.refresh().succeeds();
    stack.up().succeeds().changes(&[("created", 1)]);

    let found =
        json!({ "name": "found.test.", "kind": "Native", "nameservers": ["ns1.example.test."] });
    let (status, answer) = server.api("POST", "/zones", Some(found));
    assert_eq!(status, 201, "{answer}");
    let zone = "  found:\n    type: powerdns:Zone\n    properties: {name: found.test, nameservers: [ns1.example.test]}\n    \
                options: {import: found.test}\noutputs:";
    stack.edit("outputs:", zone);
    stack.up().succeeds().changes(&[("imported", 1)]);
    stack.forget_imports();
    stack.up().succeeds().changes(&[]);

    stack.destroy().succeeds();
    assert_eq!(zones(&server), [""; 0]);
    stack.keeps_secret(server.api_key());
}
