//! Engines of other years: the values that they take, and the messages that they know.

use std::collections::HashMap;

use prost::Message;
use prost_types::Struct;
use pulumi_wasm_host::rpc::proto::pulumirpc as pb;
use serde_json::{Value, json};
use tonic::client::Grpc;
use tonic::codegen::http::uri::PathAndQuery;
use tonic::{Request, Status};
use tonic_prost::ProstCodec;

use super::guests::{configured, thing};
use super::properties::{json, object, secret};
use super::world::World;
use crate::fake::guest::THING;
use crate::fake::plugin::channel;
use crate::fake::steps::{Answer, Step};
use crate::fake::within;

/// A world whose engine says in Configure which values it takes.
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

/// After a Handshake, Configure says nothing new.
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
    // The marks are understood: a default stays one.
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

/// The messages of April 2018: what later years added is not in them.
mod of_2018 {
    use super::{HashMap, Struct};

    #[derive(Clone, PartialEq, prost::Message)]
    pub(super) struct Configure {
        #[prost(map = "string, string", tag = "1")]
        pub(super) variables: HashMap<String, String>,
    }

    #[derive(Clone, PartialEq, prost::Message)]
    pub(super) struct Check {
        #[prost(string, tag = "1")]
        pub(super) urn: String,
        #[prost(message, optional, tag = "2")]
        pub(super) olds: Option<Struct>,
        #[prost(message, optional, tag = "3")]
        pub(super) news: Option<Struct>,
    }

    #[derive(Clone, PartialEq, prost::Message)]
    pub(super) struct Failure {
        #[prost(string, tag = "1")]
        pub(super) property: String,
        #[prost(string, tag = "2")]
        pub(super) reason: String,
    }

    #[derive(Clone, PartialEq, prost::Message)]
    pub(super) struct Checked {
        #[prost(message, optional, tag = "1")]
        pub(super) inputs: Option<Struct>,
        #[prost(message, repeated, tag = "2")]
        pub(super) failures: Vec<Failure>,
    }

    #[derive(Clone, PartialEq, prost::Message)]
    pub(super) struct Change {
        #[prost(string, tag = "1")]
        pub(super) id: String,
        #[prost(string, tag = "2")]
        pub(super) urn: String,
        #[prost(message, optional, tag = "3")]
        pub(super) olds: Option<Struct>,
        #[prost(message, optional, tag = "4")]
        pub(super) news: Option<Struct>,
    }

    #[derive(Clone, PartialEq, prost::Message)]
    pub(super) struct Compared {
        #[prost(string, repeated, tag = "1")]
        pub(super) replaces: Vec<String>,
        #[prost(string, repeated, tag = "2")]
        pub(super) stables: Vec<String>,
        #[prost(bool, tag = "3")]
        pub(super) delete_before_replace: bool,
    }

    #[derive(Clone, PartialEq, prost::Message)]
    pub(super) struct Create {
        #[prost(string, tag = "1")]
        pub(super) urn: String,
        #[prost(message, optional, tag = "2")]
        pub(super) properties: Option<Struct>,
    }

    #[derive(Clone, PartialEq, prost::Message)]
    pub(super) struct Created {
        #[prost(string, tag = "1")]
        pub(super) id: String,
        #[prost(message, optional, tag = "2")]
        pub(super) properties: Option<Struct>,
    }

    #[derive(Clone, PartialEq, prost::Message)]
    pub(super) struct Updated {
        #[prost(message, optional, tag = "1")]
        pub(super) properties: Option<Struct>,
    }

    #[derive(Clone, PartialEq, prost::Message)]
    pub(super) struct Delete {
        #[prost(string, tag = "1")]
        pub(super) id: String,
        #[prost(string, tag = "2")]
        pub(super) urn: String,
        #[prost(message, optional, tag = "3")]
        pub(super) properties: Option<Struct>,
    }
}

/// Calls a method with messages of any year.
async fn call<Q, A>(world: &World, method: &'static str, request: Q) -> Result<A, Status>
where
    Q: Message + 'static,
    A: Message + Default + 'static,
{
    let mut client = Grpc::new(channel(world.plugin.port).await);
    client.ready().await.expect("a connection");
    let path = PathAndQuery::from_static(method);
    let codec = ProstCodec::<Q, A>::default();
    let answer = within(client.unary(Request::new(request), path, codec)).await?;
    Ok(answer.into_inner())
}

#[tokio::test]
async fn a_client_of_2018_takes_a_resource_through_its_life() {
    let updated = Answer::Updated { outputs: "{}" };
    let guest = configured()
        .does(
            "create",
            [Step::AnswerWith(
                Answer::Created {
                    id: "made",
                    outputs: "{}",
                },
                "inputs",
            )],
        )
        .does("update", [Step::AnswerWith(updated, "inputs")])
        .does("delete", [Step::Tell("id"), Step::Answer(Answer::Done)]);
    let world = World::of(&guest).await;
    let urn = || format!("urn:pulumi:dev::shop::{THING}::one");
    let variables = HashMap::from([("acme:config:key".to_owned(), "k".to_owned())]);
    let configure = of_2018::Configure { variables };
    let (): () = call(&world, "/pulumirpc.ResourceProvider/Configure", configure)
        .await
        .expect("an answer");

    let check = |olds: Option<Struct>, news: Value| of_2018::Check {
        urn: urn(),
        olds,
        news: object(news),
    };
    let path = "/pulumirpc.ResourceProvider/Check";
    let wrong = check(None, json!({ "label": "x", "level": "many" }));
    let refused: of_2018::Checked = call(&world, path, wrong).await.expect("an answer");
    assert_eq!(refused.failures[0].property, "level");
    let first = check(None, json!({ "label": "x", "zone": "a", "password": "p" }));
    let checked: of_2018::Checked = call(&world, path, first).await.expect("an answer");
    assert_eq!(checked.failures, []);
    assert_eq!(json(checked.inputs.as_ref())["password"], "p");

    let create = of_2018::Create {
        urn: urn(),
        properties: checked.inputs.clone(),
    };
    let created: of_2018::Created = call(&world, "/pulumirpc.ResourceProvider/Create", create)
        .await
        .expect("a resource");
    assert_eq!(created.id, "made");
    let state = json(created.properties.as_ref());
    assert_eq!(
        (&state["label"], &state["password"]),
        (&json!("x"), &json!("p"))
    );

    // That engine compares by itself, and asks which changes replace.
    let change = |news: Value| of_2018::Change {
        id: "made".to_owned(),
        urn: urn(),
        olds: created.properties.clone(),
        news: object(news),
    };
    let path = "/pulumirpc.ResourceProvider/Diff";
    let inputs = |label: &str, zone: &str| json!({ "label": label, "zone": zone, "level": 3.0, "kind": "thing", "password": "p" });
    let compared: of_2018::Compared = call(&world, path, change(inputs("y", "a")))
        .await
        .expect("an answer");
    assert_eq!(compared.replaces, [""; 0]);
    let compared: of_2018::Compared = call(&world, path, change(inputs("x", "b")))
        .await
        .expect("an answer");
    assert_eq!(compared.replaces, ["zone"]);

    let path = "/pulumirpc.ResourceProvider/Update";
    let updated: of_2018::Updated = call(&world, path, change(inputs("y", "a")))
        .await
        .expect("an update");
    assert_eq!(json(updated.properties.as_ref())["label"], "y");
    let delete = of_2018::Delete {
        id: "made".to_owned(),
        urn: urn(),
        properties: updated.properties,
    };
    let (): () = call(&world, "/pulumirpc.ResourceProvider/Delete", delete)
        .await
        .expect("no resource");
    assert!(world.told().contains(&"made".to_owned()));
}
