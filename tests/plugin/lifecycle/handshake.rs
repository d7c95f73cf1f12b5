//! The features that the host announces, and has.

use serde_json::{Value as Json, json};
use test_support::protocol::pulumirpc as pb;
use test_support::protocol::pulumirpc::check_request::AutonamingOptions;
use test_support::protocol::pulumirpc::check_request::autonaming_options::Mode;

use test_support::fake::calls::{check_request, text};
use test_support::fake::guest::{FUNCTION, Guest, THING};
use test_support::fake::plugin::Plugin;
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, Step};
use test_support::fake::value::properties;
use test_support::within;

const SIGNATURE: &str = "4dabf18193072939515e22adb298388d";
const OUTPUT: &str = "d0e6a833031e9bbcd3f4e8bde6ca49a4";
const UNKNOWN: &str = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/// An output value that depends on another resource.
fn output(members: &Json) -> Json {
    let mut output = json!({ SIGNATURE: OUTPUT, "dependencies": ["urn:a"] });
    let all = output.as_object_mut().unwrap();
    all.extend(members.as_object().unwrap().clone());
    output
}

async fn handshake(
    plugin: &Plugin,
    request: pb::ProviderHandshakeRequest,
) -> pb::ProviderHandshakeResponse {
    let answer = within(plugin.client().handshake(request)).await;
    answer.unwrap().into_inner()
}

fn newest() -> pb::ProviderHandshakeRequest {
    pb::ProviderHandshakeRequest {
        accepts_outputs_in_check: true,
        accepts_outputs_in_invoke: true,
        accepts_outputs_in_call: true,
        ..pb::ProviderHandshakeRequest::default()
    }
}

#[tokio::test]
async fn what_the_engine_offers_is_taken_and_nothing_else() {
    let scene = Scene::new().await;
    let plugin = scene.launch().await;
    let always = pb::ProviderHandshakeResponse {
        accept_secrets: true,
        accept_resources: true,
        accept_outputs: true,
        supports_autonaming_configuration: true,
        accepts_byte_string: true,
        ..pb::ProviderHandshakeResponse::default()
    };
    let old = handshake(&plugin, pb::ProviderHandshakeRequest::default()).await;
    assert_eq!(old, always);
    let expected = pb::ProviderHandshakeResponse {
        accepts_outputs_in_check: true,
        accepts_outputs_in_invoke: true,
        accepts_outputs_in_call: true,
        ..always
    };
    assert_eq!(handshake(&plugin, newest()).await, expected);
}

#[tokio::test]
async fn output_values_go_through_check_with_their_dependencies() {
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&Guest::new(), &[]).await;
    let sent = [
        output(&json!({ "value": "x" })),
        output(&json!({})),
        output(&json!({ "value": "x", "secret": true })),
        output(&json!({ "secret": true })),
    ];
    handshake(&plugin, newest()).await;
    for label in &sent {
        let inputs = properties(&json!({ "label": label }));
        let checked = plugin.check(inputs.clone()).await.unwrap();
        assert_eq!(checked.inputs, Some(inputs));
    }
    // An engine that did not offer them gets the values that it knows.
    handshake(&plugin, pb::ProviderHandshakeRequest::default()).await;
    let inputs = properties(&json!({ "label": sent[0] }));
    let checked = plugin.check(inputs).await.unwrap();
    assert_eq!(text(checked.inputs.as_ref(), "label").unwrap(), "x");
}

#[tokio::test]
async fn names_are_made_as_the_user_configured() {
    let guest = Guest::new().manifest(|manifest| {
        manifest["resources"][THING]["autoName"] = json!({ "property": "label" });
    });
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest, &[]).await;
    let check = async |autonaming: Option<AutonamingOptions>| {
        let mut request = check_request("one", properties(&json!({})));
        request.autonaming = autonaming;
        let checked = within(plugin.client().check(request)).await.unwrap();
        text(checked.into_inner().inputs.as_ref(), "label")
    };
    let options = |mode: Mode| AutonamingOptions {
        proposed_name: "proposed".to_owned(),
        mode: mode.into(),
    };
    let own = check(None).await.unwrap();
    assert!(own.starts_with("one-"), "{own}");
    assert_eq!(check(None).await.unwrap(), own);
    for mode in [Mode::Propose, Mode::Enforce] {
        assert_eq!(check(Some(options(mode))).await.unwrap(), "proposed");
    }
    assert_eq!(check(Some(options(Mode::Disable))).await, None);
}

#[tokio::test]
async fn a_function_of_unknown_arguments_gives_what_the_engine_takes() {
    let guest = Guest::new()
        .does("invoke", [Step::Answer(Answer::Result("{}"))])
        .manifest(|manifest| {
            manifest["schema"]["functions"][FUNCTION] = json!({
                "inputs": { "properties": { "name": { "type": "string" } } },
                "outputs": { "properties": { "size": { "type": "integer" } } },
            });
        });
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest, &[]).await;
    let invoke = async |name: Json| {
        let request = pb::InvokeRequest {
            tok: FUNCTION.to_owned(),
            args: Some(properties(&json!({ "name": name }))),
            preview: true,
        };
        let answer = within(plugin.client().invoke(request)).await.unwrap();
        answer.into_inner().r#return
    };
    assert_eq!(invoke(json!(UNKNOWN)).await, Some(properties(&json!({}))));
    handshake(&plugin, newest()).await;
    let expected = properties(&json!({ "size": output(&json!({})) }));
    assert_eq!(invoke(output(&json!({}))).await, Some(expected));
}
