//! Stacks that a native plugin made go on with the component of the same sources.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;

use serde_json::Value;

use super::{Notes, Project};
use test_support::pulumi::engine::Engine;

#[test]
fn a_stack_of_the_native_plugin_goes_on_with_the_component() {
    let project = Project::new("taken-over");
    project.succeeds(&["build", "."]);
    let notes = Notes::start();
    // The notes that the plugin made.
    for note in [
        r#"{"text":"first"}"#,
        r#"{"text":"second","tags":["a","b"]}"#,
    ] {
        post(&notes.address, note);
    }
    let text = |name: &str| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engine/languages/go/stacks");
        let text = fs::read_to_string(folder.join(name)).unwrap();
        text.replace("SERVER", &notes.address)
    };
    let stack = Engine::stack("notebook")
        .program(text("Pulumi.yaml"))
        .create();
    // The state that the plugin, compiled from the same sources, recorded.
    let recorded: Value = serde_json::from_str(&text("native.json")).unwrap();
    stack.import_state(&recorded);
    let component = project.folder.join("notes.wasm");
    let grant = ["--allow-net", notes.address.as_str()];
    stack
        .package_add(&[component.to_str().unwrap(), "--", grant[0], grant[1]])
        .succeeds();

    stack
        .run(&["preview", "--stack", "dev", "--expect-no-changes"])
        .succeeds();
    let up = stack.up().succeeds();
    up.calls.are_without(&["Create", "Update", "Delete"]);
    up.changes(&[]);
    stack.refresh().succeeds().changes(&[]);
    // The resource has no method `Update`, so that each change of an input that counts replaces it.
    let ignoring = "properties: {wait: 2}\n    options: { ignoreChanges: [wait] }";
    stack.edit("properties: {wait: 1}", ignoring);
    stack.up().succeeds().changes(&[]);
    for resource in recorded["deployment"]["resources"].as_array().unwrap() {
        let urn = resource["urn"].as_str().unwrap();
        let name = urn.rsplit("::").next().unwrap();
        if urn.contains("::notes:index:") {
            let kept = stack.resource(name).unwrap();
            assert_eq!(kept["id"], resource["id"], "{urn}");
            let names = |of: &Value| {
                of["outputs"]
                    .as_object()
                    .map(|all| all.keys().cloned().collect::<Vec<_>>())
            };
            assert_eq!(names(&kept), names(resource), "{urn}");
        }
    }
    stack.destroy().succeeds();
    let requests = notes.requests.lock().unwrap().join("\n");
    for part in ["DELETE /notes/1", "DELETE /notes/2"] {
        assert!(requests.contains(part), "`{part}` should be in\n{requests}");
    }
    assert!(!requests.contains("PUT "), "{requests}");
}

fn post(address: &str, body: &str) {
    let mut connection = TcpStream::connect(address.trim_start_matches("http://")).unwrap();
    let length = body.len();
    write!(
        connection,
        "POST /notes HTTP/1.1\r\nHost: notes\r\nContent-Length: {length}\r\n\r\n{body}"
    )
    .unwrap();
    let mut answer = String::new();
    connection.read_to_string(&mut answer).unwrap();
    assert!(answer.contains("201 Created"), "{answer}");
}
