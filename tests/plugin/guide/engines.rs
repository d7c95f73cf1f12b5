//! Engines of other years: the values that they accept.

use serde_json::json;
use test_support::protocol::pulumirpc as pb;

use super::guests::{configured, thing};
use super::properties::{json, object, secret};
use super::world::World;
use test_support::fake::steps::{Answer, Step};
use test_support::within;

/// A world whose engine says in Configure which values it accepts.
async fn configured_by(secrets: bool, references: bool) -> World {
    let outputs = r#"{"label":"x","password":"p","serial":"1","token":"t"}"#;
    let created = Answer::Created {
        id: "made",
        outputs,
    };
    let guest = thing().does("create", [Step::Answer(created)]);
    let world = World::of(&guest.does("read", [Step::Answer(Answer::Found { outputs })])).await;
    let request = pb::ConfigureRequest {
        args: object(json!({})),
        accept_secrets: secrets,
        accept_resources: references,
        ..pb::ConfigureRequest::default()
    };
    let mut client = world.plugin.client();
    within(client.configure(request)).await.expect("an answer");
    world
}

#[tokio::test]
async fn an_engine_that_takes_no_secrets_gets_plain_values() {
    for (takes, token) in [(true, secret("t")), (false, json!("t"))] {
        let world = configured_by(takes, true).await;
        let created = world.create(|_| {}).await.expect("a resource");
        assert_eq!(json(created.properties.as_ref())["token"], token);
        let read = world.read(|_| {}).await.expect("a resource");
        assert_eq!(json(read.properties.as_ref())["token"], token);
        let password = if takes { secret("p") } else { json!("p") };
        let checked = world
            .checked(json!({ "label": "x", "password": "p" }))
            .await;
        assert_eq!(checked["password"], password);
    }
}

#[tokio::test]
async fn an_engine_that_takes_no_references_gets_ids() {
    let reference = |id: Option<&str>| {
        let mut reference = json!({
            super::properties::SIGNATURE: "5cf8f73096256a8f31e491e813e4eb8e",
            "urn": "urn:pulumi:dev::shop::acme:index:Other::a",
        });
        if let Some(id) = id {
            reference["id"] = id.into();
        }
        reference
    };
    for takes in [true, false] {
        let world = configured_by(true, takes).await;
        let inputs = json!({ "label": "x", "anything": [reference(Some("i")), reference(None)] });
        let checked = world.checked(inputs.clone()).await;
        let plain = json!(["i", "urn:pulumi:dev::shop::acme:index:Other::a"]);
        let expected = if takes {
            inputs["anything"].clone()
        } else {
            plain
        };
        assert_eq!(checked["anything"], expected);
    }
}

/// After a Handshake, Configure adds nothing new.
#[tokio::test]
async fn an_engine_with_a_handshake_takes_secrets_and_references() {
    let guest = thing();
    let world = World::of(&guest).await;
    let mut client = world.plugin.client();
    let handshake = pb::ProviderHandshakeRequest::default();
    within(client.handshake(handshake))
        .await
        .expect("an answer");
    let request = pb::ConfigureRequest {
        args: object(json!({})),
        ..pb::ConfigureRequest::default()
    };
    within(client.configure(request)).await.expect("an answer");
    let checked = world
        .checked(json!({ "label": "x", "password": "p" }))
        .await;
    assert_eq!(checked["password"], secret("p"));
}

#[tokio::test]
async fn an_engine_without_arguments_configures_by_variables() {
    let guest = configured().does(
        "configure",
        [Step::Tell("config"), Step::Answer(Answer::Done)],
    );
    let world = World::of(&guest).await;
    let of_acme = [
        ("acme:config:key", "k"),
        ("acme:config:retries", "5"),
        ("acme:config:hosts", "[\"a\",\"b\"]"),
        ("acme:region", "r"),
        ("acmes:config:verbose", "true"),
        ("other:config:region", "s"),
    ];
    let variables = of_acme.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let request = pb::ConfigureRequest {
        variables: variables.into(),
        ..pb::ConfigureRequest::default()
    };
    let mut client = world.plugin.client();
    within(client.configure(request)).await.expect("an answer");
    world.create(|_| {}).await.expect("a resource");
    let config = json!({ "key": secret("k"), "retries": 5, "hosts": ["a", "b"], "region": "r" });
    assert_eq!(world.told_json(), [config]);
}

/// Engines before 1.0 refuse other values, and send back what they recorded as variables.
#[tokio::test]
async fn an_engine_without_a_handshake_gets_a_configuration_of_texts() {
    let guest = configured().does(
        "configure",
        [Step::Tell("config"), Step::Answer(Answer::Done)],
    );
    let world = World::of(&guest).await;
    let check = async |config| {
        let answer = world.check_config(config).await.unwrap();
        assert!(answer.failures.is_empty(), "{:?}", answer.failures);
        json(answer.inputs.as_ref())
    };
    let hosts = json!(["a", "b"]);
    let checked = check(json!({ "key": "k", "hosts": hosts.to_string() })).await;
    let marks = json!({ "defaults": ["retries"] }).to_string();
    let expected =
        json!({ "key": secret("k"), "hosts": hosts.to_string(), "retries": "2", "__wasm": marks });
    assert_eq!(checked, expected);
    // The marks are understood: a default stays a default.
    assert_eq!(check(checked).await, expected);

    let recorded = [
        ("key", "k"),
        ("hosts", &hosts.to_string()),
        ("retries", "2"),
        ("__wasm", &marks),
    ];
    let variables = recorded.map(|(key, value)| (format!("acme:config:{key}"), value.to_owned()));
    let request = pb::ConfigureRequest {
        variables: variables.into(),
        ..pb::ConfigureRequest::default()
    };
    let mut client = world.plugin.client();
    within(client.configure(request)).await.expect("an answer");
    world.create(|_| {}).await.expect("a resource");
    let config = json!({ "key": secret("k"), "retries": 2, "hosts": hosts });
    assert_eq!(world.told_json(), [config]);
}
