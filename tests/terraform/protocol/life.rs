//! Each RPC with good requests, in the order in which a core sends them.

use serde_json::{Value, json};

use super::client::{Client, Plugin, object};
use super::messages::{
    ApplyRequest, ApplyResponse, Config, ConfigureRequest, Diagnostic, DiagnosticsResponse, Empty,
    ImportRequest, ImportResponse, PlanRequest, PlanResponse, RawState, ReadRequest, Schema,
    StopResponse, TypedConfig, UpgradeRequest, ValueResponse,
};
use super::wire::{dynamic, read, unknown};
use crate::package::{CONFORMANCE, POWERDNS, RANDOM};

const TYPE: &str = "random_password";

#[track_caller]
fn is_clean(diagnostics: &[Diagnostic]) {
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
}

/// A resource as a core keeps it between calls.
struct Kept {
    state: Value,
    private: Vec<u8>,
}

async fn plan(client: &mut Client, kept: &Kept, config: &Value) -> PlanResponse {
    let request = PlanRequest {
        type_name: TYPE.to_owned(),
        prior_state: dynamic(&kept.state),
        proposed_new_state: dynamic(config),
        config: dynamic(config),
        prior_private: kept.private.clone(),
    };
    let planned: PlanResponse = client.call("PlanResourceChange", request).await.unwrap();
    is_clean(&planned.diagnostics);
    assert!(!planned.legacy_type_system);
    planned
}

async fn apply(client: &mut Client, kept: &Kept, planned: PlanResponse, config: &Value) -> Kept {
    let request = ApplyRequest {
        type_name: TYPE.to_owned(),
        prior_state: dynamic(&kept.state),
        planned_state: planned.planned_state,
        config: dynamic(config),
        planned_private: planned.planned_private,
    };
    let applied: ApplyResponse = client.call("ApplyResourceChange", request).await.unwrap();
    is_clean(&applied.diagnostics);
    assert!(!applied.legacy_type_system);
    Kept {
        state: read(applied.new_state.as_ref()),
        private: applied.private,
    }
}

/// Each value that is known in a plan is the same after the apply.
fn keeps_its_promises(planned: &Value, applied: &Value) {
    for (name, value) in planned.as_object().unwrap() {
        if *value != unknown() {
            assert_eq!(applied[name], *value, "{name}");
        }
        assert_ne!(applied[name], unknown(), "{name}");
    }
}

#[tokio::test]
async fn a_resource_lives_by_the_messages_of_the_source_document() {
    let plugin = Plugin::start(&RANDOM).await;
    let mut client = plugin.connect().await.unwrap();
    let schema = client.schema().await;
    is_clean(&schema.diagnostics);
    let configuration = schema.provider.as_ref().unwrap();
    let block = &schema.resource_schemas[TYPE];

    let config = dynamic(&object(configuration, json!({})));
    let prepare = Config {
        config: config.clone(),
    };
    let prepared: ValueResponse = client.call("PrepareProviderConfig", prepare).await.unwrap();
    is_clean(&prepared.diagnostics);
    let configure = ConfigureRequest {
        terraform_version: "1.0.0".to_owned(),
        config,
    };
    let configured: DiagnosticsResponse = client.call("Configure", configure).await.unwrap();
    is_clean(&configured.diagnostics);

    let config = object(block, json!({ "length": 20, "keepers": { "a": "1" } }));
    let validate = TypedConfig {
        type_name: TYPE.to_owned(),
        config: dynamic(&config),
    };
    let validated: DiagnosticsResponse = client
        .call("ValidateResourceTypeConfig", validate)
        .await
        .unwrap();
    is_clean(&validated.diagnostics);

    let nothing = Kept {
        state: Value::Null,
        private: Vec::new(),
    };
    let planned = plan(&mut client, &nothing, &config).await;
    let promised = read(planned.planned_state.as_ref());
    assert_eq!(promised["length"], 20);
    assert_eq!(promised["result"], unknown());
    let kept = apply(&mut client, &nothing, planned, &config).await;
    keeps_its_promises(&promised, &kept.state);
    assert_eq!(kept.state["result"].as_str().unwrap().len(), 20);

    let kept = refresh(&mut client, kept).await;
    let again = plan(&mut client, &kept, &config).await;
    assert_eq!(read(again.planned_state.as_ref()), kept.state);
    assert!(again.requires_replace.is_empty());

    // Another keeper: the plan says which attribute needs another resource.
    let changed = object(block, json!({ "length": 20, "keepers": { "a": "2" } }));
    let planned = plan(&mut client, &kept, &changed).await;
    let paths = planned.requires_replace.iter();
    let names = paths.filter_map(|path| path.steps.first()?.attribute_name.as_deref());
    assert!(
        names.collect::<Vec<_>>().contains(&"keepers"),
        "{planned:?}"
    );
    is_ended(&mut client, kept).await;

    let stopped: StopResponse = client.call("Stop", Empty {}).await.unwrap();
    assert_eq!(stopped.error, "");
}

/// Upgrades and reads a resource, as each command of a core begins.
async fn refresh(client: &mut Client, kept: Kept) -> Kept {
    let upgrade = UpgradeRequest {
        type_name: TYPE.to_owned(),
        version: schema_version(client).await,
        raw_state: Some(RawState {
            json: kept.state.to_string().into_bytes(),
            ..RawState::default()
        }),
    };
    let upgraded: ValueResponse = client.call("UpgradeResourceState", upgrade).await.unwrap();
    is_clean(&upgraded.diagnostics);
    assert_eq!(read(upgraded.value.as_ref()), kept.state);
    let reading = ReadRequest {
        type_name: TYPE.to_owned(),
        current_state: dynamic(&kept.state),
        private: kept.private,
    };
    let seen: ValueResponse = client.call("ReadResource", reading).await.unwrap();
    is_clean(&seen.diagnostics);
    assert_eq!(read(seen.value.as_ref()), kept.state);
    Kept {
        state: kept.state,
        private: seen.private,
    }
}

async fn schema_version(client: &mut Client) -> i64 {
    client.schema().await.resource_schemas[TYPE].version
}

/// Deletes a resource: no state is left of it.
async fn is_ended(client: &mut Client, kept: Kept) {
    let planned = PlanResponse {
        planned_state: dynamic(&Value::Null),
        planned_private: kept.private.clone(),
        ..PlanResponse::default()
    };
    let ended = apply(client, &kept, planned, &Value::Null).await;
    assert_eq!(ended.state, Value::Null);
}

#[tokio::test]
async fn numbers_of_an_older_state_keep_their_digits() {
    const NUMBER: &str = "123456789012345678901234567890";
    let plugin = Plugin::start(&CONFORMANCE).await;
    let mut client = plugin.connect().await.unwrap();
    // The first version of the type had a size as text, and no kind.
    let state = format!(r#"{{ "id": "m", "size": "7GB", "gigabytes": {NUMBER} }}"#);
    let request = UpgradeRequest {
        type_name: "conformance_migrated".to_owned(),
        version: 1,
        raw_state: Some(RawState {
            json: state.into_bytes(),
            ..RawState::default()
        }),
    };
    let answer: ValueResponse = client.call("UpgradeResourceState", request).await.unwrap();
    is_clean(&answer.diagnostics);
    let upgraded = String::from_utf8(answer.value.unwrap().json).unwrap();
    assert!(
        upgraded.contains(&format!("\"gigabytes\":{NUMBER}}}")),
        "{upgraded}"
    );
    assert!(!upgraded.contains("7GB"), "{upgraded}");
}

#[tokio::test]
async fn an_import_begins_with_the_id_alone() {
    const UUID: &str = "6b0f1a52-3ac4-4b4a-9a0e-2f7a4a3b1c55";
    let plugin = Plugin::start(&RANDOM).await;
    let mut client = plugin.connect().await.unwrap();
    let request = ImportRequest {
        type_name: "random_uuid".to_owned(),
        id: UUID.to_owned(),
    };
    let imported: ImportResponse = client.call("ImportResourceState", request).await.unwrap();
    is_clean(&imported.diagnostics);
    let [resource] = imported.imported_resources.as_slice() else {
        panic!("{imported:?}");
    };
    assert_eq!(resource.type_name, "random_uuid");
    let reading = ReadRequest {
        type_name: resource.type_name.clone(),
        current_state: resource.state.clone(),
        private: resource.private.clone(),
    };
    let seen: ValueResponse = client.call("ReadResource", reading).await.unwrap();
    is_clean(&seen.diagnostics);
    assert_eq!(read(seen.value.as_ref())["result"], UUID);
}

#[tokio::test]
async fn a_data_source_is_validated_and_read() {
    let plugin = Plugin::start(&POWERDNS).await;
    let mut client = plugin.connect().await.unwrap();
    let schema = client.schema().await;
    let block = &schema.data_source_schemas["powerdns_zone"];
    let request = TypedConfig {
        type_name: "powerdns_zone".to_owned(),
        config: dynamic(&object(block, json!({ "name": unknown() }))),
    };
    let validated: DiagnosticsResponse = client
        .call("ValidateDataSourceConfig", request.clone())
        .await
        .unwrap();
    is_clean(&validated.diagnostics);
    // The provider has no configuration, so it knows no server.
    let request = TypedConfig {
        config: dynamic(&object(block, json!({ "name": "example.test." }))),
        ..request
    };
    let seen: ValueResponse = client.call("ReadDataSource", request).await.unwrap();
    assert!(!seen.diagnostics.is_empty());
}

#[tokio::test]
async fn each_type_of_a_schema_is_one_that_a_core_can_read() {
    for package in [&RANDOM, &POWERDNS] {
        let plugin = Plugin::start(package).await;
        let mut client = plugin.connect().await.unwrap();
        let schema = client.schema().await;
        let blocks = schema.resource_schemas.iter();
        for (name, schema) in blocks.chain(&schema.data_source_schemas) {
            judge(name, schema);
        }
    }
}

fn judge(name: &str, schema: &Schema) {
    for attribute in &schema.block.as_ref().unwrap().attributes {
        let place = format!("{name}.{}", attribute.name);
        let value_type: Value = serde_json::from_slice(&attribute.value_type).unwrap();
        assert!(is_type(&value_type), "{place}: {value_type}");
        let user = attribute.required || attribute.optional;
        assert!(user || attribute.computed, "{place} has no source");
        assert!(
            !(attribute.required && (attribute.optional || attribute.computed)),
            "{place} is required and more"
        );
        let letters = attribute.name.chars();
        let is_plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit();
        assert!(
            letters
                .clone()
                .all(|letter| is_plain(letter) || letter == '_'),
            "{place}"
        );
    }
}

fn is_type(value_type: &Value) -> bool {
    match value_type {
        Value::String(name) => ["string", "number", "bool", "dynamic"].contains(&name.as_str()),
        Value::Array(parts) => match parts.as_slice() {
            [kind, element] if ["list", "set", "map"].iter().any(|known| kind == known) => {
                // Elements of collections have one type, which is known.
                element != "dynamic" && is_type(element)
            }
            [kind, members, ..] if kind == "object" => {
                members.as_object().unwrap().values().all(is_type)
            }
            [kind, elements] if kind == "tuple" => elements.as_array().unwrap().iter().all(is_type),
            _ => false,
        },
        _ => false,
    }
}
