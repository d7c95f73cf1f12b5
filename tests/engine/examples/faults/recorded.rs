//! A real run that is recorded, and replayed when its server is gone.

use serde_json::{Value, json};

use test_support::pulumi::engine::Engine;
use test_support::pulumi::powerdns_stack::program;
use test_support::pulumi::provider::Provider;
use test_support::pulumi::stack::Stack;
use test_support::servers::powerdns::PowerDns;

fn stack(server: &str, key: &str, variable: &str, file: &std::path::Path) -> Stack {
    let stack = Engine::stack("powerdns")
        .program(program(Provider::Default))
        .component("powerdns")
        .environment(variable, file)
        .create();
    stack.package_add(&["./powerdns.wasm"]).succeeds();
    stack.config_set("powerdns:serverUrl", server, false);
    stack.config_set("powerdns:apiKey", key, true);
    stack
}

/// A whole command: the preview and the update, each with a separate process.
const UP: [&str; 4] = ["up", "--stack", "dev", "--yes"];

/// The record of the package's resources.
fn resources(stack: &Stack) -> Vec<Value> {
    let state = stack.export();
    let all = state["deployment"]["resources"].as_array().unwrap();
    let own = all.iter().filter(|resource| {
        let token = resource["type"].as_str();
        token.is_some_and(|token| token.starts_with("powerdns:"))
    });
    let mut own: Vec<Value> = own
        .map(|resource| {
            json!({
                "urn": resource["urn"], "id": resource["id"],
                "inputs": resource["inputs"], "outputs": resource["outputs"],
            })
        })
        .collect();
    // In the order of their execution, which varies.
    own.sort_by_key(|resource| resource["urn"].to_string());
    own
}

#[test]
fn a_run_against_a_real_server_is_replayed_without_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("recording.jsonl");
    let server = PowerDns::start();
    let (url, key) = (server.url(), server.api_key());
    let recorded = stack(&url, key, "PULUMI_WASM_RECORD", &file);
    recorded.run(&UP).succeeds().says("are recorded into");
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(!text.contains(key), "{text}");
    drop(server);

    let replayed = stack(&url, "some-other-key", "PULUMI_WASM_REPLAY", &file);
    let output = replayed.run(&UP).succeeds();
    assert_eq!(resources(&replayed).len(), 3, "{output}");
    assert_eq!(resources(&replayed), resources(&recorded), "{output}");
    assert_eq!(replayed.outputs(), recorded.outputs(), "{output}");

    // Another program sends other requests, and the message names the first difference.
    let other = stack(&url, key, "PULUMI_WASM_REPLAY", &file);
    other.edit("ttl: 300", "ttl: 301");
    let output = other.run(&UP).fails();
    output
        .says("this run differs from the recording in create of `web`")
        .says("`rrsets[0].ttl` of its body is `301`; the recording has `300`");
}
