//! Configuration that is not there, or not known yet.

use prost::Message as _;
use prost_types::Struct;
use serde_json::json;
use test_support::protocol::google::rpc::Status as RpcStatus;
use test_support::protocol::pulumirpc as pb;
use tonic::Code;

use test_support::fake::calls::{create_request, text};
use test_support::fake::guest::{Guest, THING};
use test_support::fake::plugin::Plugin;
use test_support::fake::scene::Scene;
use test_support::fake::steps::Step;
use test_support::fake::value::properties;
use test_support::{assert_says, within};

const UNKNOWN: &str = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/// A guest that needs two values, and crashes at each entry.
fn guest() -> Guest {
    Guest::new()
        .does("configure", [Step::Crash])
        .does("preview-create", [Step::Crash])
        .does("check", [Step::Crash])
        .manifest(|manifest| {
            manifest["schema"]["provider"] = json!({
                "inputProperties": {
                    "serverUrl": { "type": "string" },
                    "token": { "type": "string" },
                },
                "requiredInputs": ["serverUrl", "token"],
            });
            let outputs = &mut manifest["schema"]["resources"][THING]["properties"];
            outputs["serial"] = json!({ "type": "string" });
        })
}

async fn configure(plugin: &Plugin, arguments: Struct) -> Result<(), tonic::Status> {
    let request = pb::ConfigureRequest {
        args: Some(arguments),
        ..pb::ConfigureRequest::default()
    };
    within(plugin.client().configure(request)).await.map(drop)
}

#[tokio::test]
async fn missing_keys_that_the_environment_may_have_come_with_one_command_for_all() {
    let guest = guest().manifest(|manifest| {
        let properties = &mut manifest["schema"]["provider"]["inputProperties"];
        properties["serverUrl"]["defaultInfo"] = json!({ "environment": ["ACME_URL"] });
        properties["token"]["defaultInfo"] = json!({ "environment": ["ACME_TOKEN"] });
        let asked = ["ACME_URL", "ACME_TOKEN"].map(|name| json!({ "name": name }));
        manifest["permissions"]["env"] = json!(asked);
    });
    let scene = Scene::new().await;
    let plugin = scene
        .launch_with(&guest, &["--allow-env", "ACME_OTHER"])
        .await;
    let status = configure(&plugin, properties(&json!({})))
        .await
        .unwrap_err();
    let details = RpcStatus::decode(status.details()).unwrap().details;
    let missing = pb::ConfigureErrorMissingKeys::decode(details[0].value.as_slice()).unwrap();
    let told = missing
        .missing_keys
        .iter()
        .map(|key| key.description.as_str());
    let told = told.collect::<Vec<_>>().join("\n");
    assert_says(&told, &["`ACME_URL`", "`ACME_TOKEN`"]);
    let command = "`pulumi package add wasm ./acme.wasm -- --allow-env ACME_OTHER --allow-env ACME_TOKEN --allow-env ACME_URL`";
    assert_eq!(told.matches(command).count(), 1, "{told}");
}

#[tokio::test]
async fn all_missing_keys_come_in_one_detail() {
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest(), &[]).await;
    let status = configure(&plugin, properties(&json!({})))
        .await
        .unwrap_err();
    let details = RpcStatus::decode(status.details()).unwrap().details;
    let missing = pb::ConfigureErrorMissingKeys::decode(details[0].value.as_slice()).unwrap();
    let names: Vec<&str> = missing
        .missing_keys
        .iter()
        .map(|key| key.name.as_str())
        .collect();
    assert_eq!(names, ["acme:serverUrl", "acme:token"]);
}

#[tokio::test]
async fn unknown_configuration_gives_previews_with_unknown_outputs_and_enters_nothing() {
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest(), &[]).await;
    let arguments = properties(&json!({ "serverUrl": UNKNOWN, "token": "t" }));
    configure(&plugin, arguments).await.unwrap();
    let inputs = properties(&json!({ "label": "x" }));
    let checked = plugin.check(inputs.clone()).await.unwrap();
    assert_eq!(checked.inputs, Some(inputs));
    let mut create = create_request("one");
    create.preview = true;
    let shown = within(plugin.client().create(create))
        .await
        .unwrap()
        .into_inner();
    assert_eq!(text(shown.properties.as_ref(), "label").unwrap(), "x");
    assert_eq!(text(shown.properties.as_ref(), "serial").unwrap(), UNKNOWN);

    let status = plugin.create("one").await.unwrap_err();
    assert_eq!(status.code(), Code::FailedPrecondition);
    assert_says(status.message(), &["not known yet", "`acme:serverUrl`"]);
}

#[tokio::test]
async fn a_value_of_the_program_in_a_project_with_the_name_of_the_package_is_explained() {
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest(), &[]).await;
    let reasons = async |urn: &str| {
        let request = pb::CheckRequest {
            urn: urn.to_owned(),
            news: Some(properties(
                &json!({ "serverUrl": "u", "token": "t", "colour": "red" }),
            )),
            ..pb::CheckRequest::default()
        };
        let checked = within(plugin.client().check_config(request)).await.unwrap();
        let failures = checked.into_inner().failures;
        let reasons = failures.into_iter().map(|failure| failure.reason);
        reasons.collect::<Vec<_>>().join("\n")
    };
    let default = "pulumi:providers:acme::default_1_2_3";
    let told = reasons(&format!("urn:pulumi:dev::acme::{default}")).await;
    assert_says(
        &told,
        &[
            "unknown property `colour`",
            "hint: the project has the name of the package",
            "another `name` in Pulumi.yaml",
        ],
    );
    // The stack's configuration has such a value only under the name of the package.
    let told = reasons(&format!("urn:pulumi:dev::shop::{default}")).await;
    assert_eq!(told, "unknown property `colour`");
}
