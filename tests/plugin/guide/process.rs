//! The answers of a provider's process before it is configured: Handshake, Parameterize, GetSchema.

use base64::Engine as _;
use serde_json::json;
use test_support::protocol::pulumirpc as pb;
use tonic::Code;

use super::guests::thing;
use super::world::World;
use test_support::fake::calls::create;
use test_support::fake::scene::Scene;
use test_support::{assert_says, within};

#[tokio::test]
async fn a_handshake_accepts_every_form_of_a_value() {
    let scene = Scene::new().await;
    let plugin = scene.launch().await;
    let request = pb::ProviderHandshakeRequest {
        engine_address: scene.engine.address.clone(),
        root_directory: Some("/nowhere".to_owned()),
        program_directory: Some("/nowhere".to_owned()),
        configure_with_urn: true,
        supports_views: true,
        supports_refresh_before_update: true,
        invoke_with_preview: true,
        accepts_byte_string: true,
        ..pb::ProviderHandshakeRequest::default()
    };
    let answer = within(plugin.client().handshake(request)).await.unwrap();
    let answer = answer.into_inner();
    assert!(answer.accept_secrets && answer.accept_resources);
    assert!(answer.accept_outputs && answer.accepts_byte_string);
}

#[tokio::test]
async fn a_parameter_by_arguments_gives_name_and_version_of_the_package() {
    let scene = Scene::new().await;
    scene.add("acme.wasm", &thing());
    let plugin = scene.launch().await;
    plugin.handshake().await;
    let answer = plugin.parameterize(&["./acme.wasm"]).await.unwrap();
    assert_eq!(
        (answer.name.as_str(), answer.version.as_str()),
        ("acme", "1.2.3")
    );
    semver::Version::parse(&answer.version).unwrap();
}

/// The loader of schemas expects the version that it requested, even if the component has a different version now.
#[tokio::test]
async fn a_parameter_by_value_gives_back_the_name_and_version_that_were_asked_for() {
    let world = World::of(&thing()).await;
    let value = world.plugin.value().await;
    let restored = world.scene.launch().await;
    restored.handshake().await;
    let answer = restored.restore("acme", &value).await.unwrap();
    assert_eq!(
        (answer.name.as_str(), answer.version.as_str()),
        ("acme", "9.9.9")
    );
    create(restored.client(), "one").await.unwrap();
}

#[tokio::test]
async fn a_parameter_of_neither_kind_is_answered_with_what_is_missing() {
    let scene = Scene::new().await;
    let plugin = scene.launch().await;
    let request = pb::ParameterizeRequest { parameters: None };
    let status = within(plugin.client().parameterize(request)).await;
    let status = status.unwrap_err();
    assert_eq!(status.code(), Code::InvalidArgument);
    assert_says(status.message(), &["hint: "]);
}

#[tokio::test]
async fn the_schema_has_the_packages_name_and_version_and_says_how_to_come_back_to_it() {
    let scene = Scene::new().await;
    scene.add("acme.wasm", &thing());
    let plugin = scene.launch().await;
    let answer = plugin.parameterize(&["./acme.wasm"]).await.unwrap();
    let schema = plugin.schema().await;
    assert_eq!(schema["name"], json!(answer.name));
    assert_eq!(schema["version"], json!(answer.version));

    let info = within(plugin.client().get_plugin_info(())).await.unwrap();
    let base = &schema["parameterization"]["baseProvider"];
    assert_eq!(base["name"], "wasm");
    assert_eq!(base["version"], json!(info.into_inner().version));
    assert!(schema.get("extensionParameterization").is_none());
    let parameter = schema["parameterization"]["parameter"].as_str().unwrap();
    let value = base64::engine::general_purpose::STANDARD
        .decode(parameter)
        .unwrap();
    scene.launch().await.restore("acme", &value).await.unwrap();
}

#[tokio::test]
async fn the_schema_is_given_for_the_name_of_the_package() {
    let world = World::of(&thing()).await;
    for (name, version, is_given) in [
        ("", "", true),
        ("acme", "1.2.3", true),
        ("other", "1.2.3", false),
    ] {
        let request = pb::GetSchemaRequest {
            version: 0,
            subpackage_name: name.to_owned(),
            subpackage_version: version.to_owned(),
        };
        let answer = within(world.plugin.client().get_schema(request)).await;
        assert_eq!(answer.is_ok(), is_given, "{name}");
    }
}

/// The engine gives up if it fails.
#[tokio::test]
async fn an_attach_never_fails() {
    let scene = Scene::new().await;
    let plugin = scene.attach().await;
    for address in ["", "nonsense", "127.0.0.1:1", scene.engine.address.as_str()] {
        let address = address.to_owned();
        let attached = within(plugin.client().attach(pb::PluginAttach { address })).await;
        attached.unwrap();
    }
    scene.add("acme.wasm", &thing());
    let more = ["./acme.wasm", "--allow-net", "api.example.com"];
    plugin.parameterize(&more).await.unwrap();
    scene.engine.hears("granted more than it asks for").await;
}

#[tokio::test]
async fn a_cancelled_provider_answers_what_comes_after() {
    let world = World::of(&thing()).await;
    world.plugin.cancel().await;
    world.plugin.cancel().await;
    world.checked(json!({ "label": "x" })).await;
    world.plugin.handshake().await;
}
