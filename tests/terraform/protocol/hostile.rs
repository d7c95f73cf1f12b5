//! Hostile components as providers of Terraform.

use std::fs;
use std::path::Path;
use std::process::Command;

use prost::Message;
use serde_json::json;
use test_support::fake::guest::{FUNCTION, Guest};
use test_support::fake::steps::Step;

use super::client::{Plugin, Protocol};
use super::messages::{Diagnostic, DynamicValue, TypedConfig};
use super::wire::dynamic;
use crate::package::NAMESPACE;
use crate::workspace::Told;

#[derive(Clone, PartialEq, Message)]
struct Read {
    #[prost(message, optional, tag = "1")]
    state: Option<DynamicValue>,
    #[prost(message, repeated, tag = "2")]
    diagnostics: Vec<Diagnostic>,
}

#[derive(Clone, PartialEq, Message)]
struct Opened {
    #[prost(message, repeated, tag = "1")]
    diagnostics: Vec<Diagnostic>,
}

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
        let read: Read = client
            .call("ReadDataSource", request.clone())
            .await
            .unwrap();
        let opened: Opened = client.call("OpenEphemeralResource", request).await.unwrap();
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
