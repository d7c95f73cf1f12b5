//! Hints of failures say what a user of Terraform can do. None names a command or a file of Pulumi.

use std::path::Path;
use std::process::Command;

use serde_json::json;

use super::client::{Client, Plugin, Protocol, object};
use super::messages::{
    ApplyRequest, ApplyResponse, ConfigureRequest, Diagnostic, DiagnosticsResponse, ERROR,
    PlanRequest, PlanResponse,
};
use super::wire::dynamic;
use crate::package::{NAMESPACE, POWERDNS, Package};
use crate::workspace::{Told, given};

/// Packs a provider with more flags.
fn pack(package: &Package, folder: &Path, flags: &[&str]) -> Told {
    let mut tool = Command::new(env!("CARGO_BIN_EXE_pulumi-wasm"));
    tool.args(["terraform", "--address"])
        .arg(format!("{NAMESPACE}/{}", package.provider))
        .arg("-o")
        .arg(folder)
        .arg(given("PULUMI_WASM_TEST_COMPONENTS").join(format!("{}.wasm", package.component)))
        .args(flags)
        .env("PULUMI_HOME", folder.join("home"));
    Told::of(&tool.output().unwrap())
}

/// The only error, which has a hint, and no word about Pulumi.
#[track_caller]
fn error(diagnostics: &[Diagnostic]) -> String {
    let [error] = diagnostics else {
        panic!("one error: {diagnostics:?}");
    };
    assert_eq!(error.severity, ERROR);
    assert!(error.detail.contains("\nhint: "), "{error:?}");
    for word in ["`pulumi ", "Pulumi.yaml", "powerdns:"] {
        assert!(!error.detail.contains(word), "{}", error.detail);
    }
    error.detail.clone()
}

/// Creates a zone on a server without a grant.
async fn create(client: &mut Client) -> Vec<Diagnostic> {
    let schema = client.schema().await;
    let provider = json!({ "server_url": "https://dns.example.com", "api_key": "k" });
    let request = ConfigureRequest {
        terraform_version: "1.0.0".to_owned(),
        config: dynamic(&object(schema.provider.as_ref().unwrap(), provider)),
    };
    let configured: DiagnosticsResponse = client.call("Configure", request).await.unwrap();
    assert_eq!(configured.diagnostics, []);
    let name = "powerdns_zone";
    let zone = json!({ "name": "example.test.", "kind": "Native" });
    let config = dynamic(&object(&schema.resource_schemas[name], zone));
    let request = PlanRequest {
        type_name: name.to_owned(),
        config: config.clone(),
        proposed_new_state: config.clone(),
        ..PlanRequest::default()
    };
    let planned: PlanResponse = client.call("PlanResourceChange", request).await.unwrap();
    if !planned.diagnostics.is_empty() {
        return planned.diagnostics;
    }
    let request = ApplyRequest {
        type_name: name.to_owned(),
        planned_state: planned.planned_state,
        config,
        ..ApplyRequest::default()
    };
    let applied: ApplyResponse = client.call("ApplyResourceChange", request).await.unwrap();
    applied.diagnostics
}

#[tokio::test]
async fn a_limit_is_raised_by_the_publisher_of_the_provider() {
    let folder = tempfile::tempdir().unwrap();
    pack(&POWERDNS, folder.path(), &["--limit", "memory=64KiB"]).succeeds();
    for protocol in Protocol::BOTH {
        let plugin = Plugin::start_packed(folder.path(), protocol, None).await;
        let mut client = plugin.connect().await.unwrap();
        let text = error(&create(&mut client).await);
        let flag = "`--limit memory=128KiB` (or another value) of `pulumi-wasm terraform`";
        assert!(text.contains(flag), "{text}");
    }
}
