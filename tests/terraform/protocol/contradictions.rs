//! Requests whose parts are right, and do not fit together. Each is refused, and nothing is changed.

use serde_json::{Value, json};

use super::client::{Client, Plugin, Protocol, object};
use super::messages::{
    ApplyRequest, ApplyResponse, ConfigureRequest, Diagnostic, DiagnosticsResponse, DynamicValue,
    ERROR, ImportRequest, ImportResponse, PlanRequest, PlanResponse, RawState, ReadRequest,
    TypedConfig, UpgradeRequest, ValueResponse,
};
use super::wire::{dynamic, read, unknown};
use crate::package::{CONFORMANCE, RANDOM};

/// A type that needs no arguments.
const TYPE: &str = "random_uuid";

/// The text of the only error.
#[track_caller]
fn error(diagnostics: &[Diagnostic]) -> String {
    let [error] = diagnostics else {
        panic!("one error: {diagnostics:?}");
    };
    assert_eq!(error.severity, ERROR);
    assert!(error.detail.contains("\nhint: "), "{error:?}");
    format!("{}: {}", error.summary, error.detail)
}

#[tokio::test]
async fn an_apply_that_has_nothing_to_do_creates_nothing() {
    for protocol in Protocol::BOTH {
        let plugin = Plugin::start_in(protocol, &RANDOM).await;
        let mut client = plugin.connect().await.unwrap();
        let schema = client.schema().await;
        let nothing = dynamic(&Value::Null);
        let some = dynamic(&object(&schema.resource_schemas[TYPE], json!({})));
        for (planned_state, config, reason) in [
            (&nothing, &nothing, "neither a prior nor a planned state"),
            (&None, &None, "neither a prior nor a planned state"),
            (&nothing, &some, "neither a prior nor a planned state"),
            (&some, &nothing, "a planned state and no configuration"),
            (&dynamic(&unknown()), &some, "each part has to be known"),
        ] {
            let request = ApplyRequest {
                type_name: TYPE.to_owned(),
                planned_state: planned_state.clone(),
                config: config.clone(),
                ..ApplyRequest::default()
            };
            let applied: ApplyResponse = client.call("ApplyResourceChange", request).await.unwrap();
            assert_eq!(applied.new_state, None);
            let text = error(&applied.diagnostics);
            assert!(text.contains(reason), "{text}");
        }
    }
}

async fn configure(client: &mut Client, members: Value) -> Vec<Diagnostic> {
    let schema = client.schema().await;
    let request = ConfigureRequest {
        terraform_version: "1.0.0".to_owned(),
        config: dynamic(&object(schema.provider.as_ref().unwrap(), members)),
    };
    let configured: DiagnosticsResponse = client.call("Configure", request).await.unwrap();
    configured.diagnostics
}

/// The answer of the data source with the configuration.
async fn seen(client: &mut Client) -> ValueResponse {
    let name = "conformance_configured";
    let schema = client.schema().await;
    let request = TypedConfig {
        type_name: name.to_owned(),
        config: dynamic(&object(&schema.data_source_schemas[name], json!({}))),
    };
    client.call("ReadDataSource", request).await.unwrap()
}

/// The region that the component was configured with.
async fn region(client: &mut Client) -> Value {
    let seen = seen(client).await;
    assert!(seen.diagnostics.is_empty(), "{seen:?}");
    read(seen.value.as_ref())["region"].clone()
}

#[tokio::test]
async fn a_provider_keeps_its_first_known_configuration() {
    for protocol in Protocol::BOTH {
        let plugin = Plugin::start_in(protocol, &CONFORMANCE).await;
        let mut client = plugin.connect().await.unwrap();
        let later = json!({ "region": unknown(), "token": "four" });
        assert_eq!(configure(&mut client, later).await, []);
        // The name is the argument's, and not the key of a configuration of Pulumi.
        let text = error(&seen(&mut client).await.diagnostics);
        assert!(text.contains("is not known yet: `region`"), "{text}");
        let first = json!({ "region": "eu", "token": "four" });
        assert_eq!(configure(&mut client, first.clone()).await, []);
        assert_eq!(region(&mut client).await, "eu");
        assert_eq!(configure(&mut client, first).await, []);
        for other in [
            json!({ "region": "us", "token": "four" }),
            json!({ "region": "eu", "token": "five" }),
            json!({ "region": "eu", "token": "four", "realm": "r" }),
            json!({ "region": unknown(), "token": "four" }),
        ] {
            let refused = configure(&mut client, other).await;
            let text = error(&refused);
            assert!(text.contains("configured already"), "{text}");
            assert!(!text.contains("five"), "{text}");
            assert_eq!(region(&mut client).await, "eu");
        }
    }
}

#[tokio::test]
async fn private_bytes_of_another_resource_are_refused() {
    for protocol in Protocol::BOTH {
        let plugin = Plugin::start_in(protocol, &RANDOM).await;
        let mut client = plugin.connect().await.unwrap();
        let first = created(&mut client).await;
        let second = created(&mut client).await;
        let request = ReadRequest {
            type_name: TYPE.to_owned(),
            current_state: first.new_state.clone(),
            private: second.private.clone(),
        };
        let seen: ValueResponse = client.call("ReadResource", request).await.unwrap();
        assert_eq!(
            (&seen.value, &seen.private),
            (&first.new_state, &second.private)
        );
        let text = error(&seen.diagnostics);
        assert!(
            text.contains("its private state is of the resource"),
            "{text}"
        );
        let request = ApplyRequest {
            type_name: TYPE.to_owned(),
            prior_state: first.new_state.clone(),
            planned_state: dynamic(&Value::Null),
            planned_private: second.private,
            ..ApplyRequest::default()
        };
        let kept: ApplyResponse = client.call("ApplyResourceChange", request).await.unwrap();
        assert_eq!(kept.new_state, first.new_state);
        error(&kept.diagnostics);
    }
}

/// A resource that needs no arguments.
async fn created(client: &mut Client) -> ApplyResponse {
    let schema = client.schema().await;
    let config = dynamic(&object(&schema.resource_schemas[TYPE], json!({})));
    let request = PlanRequest {
        type_name: TYPE.to_owned(),
        config: config.clone(),
        proposed_new_state: config.clone(),
        ..PlanRequest::default()
    };
    let planned: PlanResponse = client.call("PlanResourceChange", request).await.unwrap();
    let request = ApplyRequest {
        type_name: TYPE.to_owned(),
        planned_state: planned.planned_state,
        config,
        ..ApplyRequest::default()
    };
    let applied: ApplyResponse = client.call("ApplyResourceChange", request).await.unwrap();
    assert!(applied.diagnostics.is_empty(), "{applied:?}");
    applied
}

#[tokio::test]
async fn a_part_of_another_type_is_named() {
    for protocol in Protocol::BOTH {
        let plugin = Plugin::start_in(protocol, &RANDOM).await;
        let mut client = plugin.connect().await.unwrap();
        let schema = client.schema().await;
        let name = "random_password";
        let members = json!({ "length": 8, "keepers": { "a": "x", "b": 1 } });
        let request = TypedConfig {
            type_name: name.to_owned(),
            config: dynamic(&object(&schema.resource_schemas[name], members)),
        };
        let judged: DiagnosticsResponse = client
            .call("ValidateResourceTypeConfig", request)
            .await
            .unwrap();
        let text = error(&judged.diagnostics);
        assert!(
            text.contains(r#"`keepers["b"]`: the value is not"#),
            "{text}"
        );
        let path = judged.diagnostics[0].attribute.as_ref().unwrap();
        assert_eq!(path.steps[0].attribute_name.as_deref(), Some("keepers"));
        assert_eq!(path.steps[1].element_key_string.as_deref(), Some("b"));
        assert_eq!(path.steps.len(), 2);
    }
}

#[tokio::test]
async fn an_import_without_an_id_is_refused() {
    for protocol in Protocol::BOTH {
        let plugin = Plugin::start_in(protocol, &RANDOM).await;
        let mut client = plugin.connect().await.unwrap();
        let request = ImportRequest {
            type_name: TYPE.to_owned(),
            id: String::new(),
        };
        let begun: ImportResponse = client.call("ImportResourceState", request).await.unwrap();
        assert!(begun.imported_resources.is_empty());
        let text = error(&begun.diagnostics);
        assert!(text.contains("the id is empty"), "{text}");
    }
}

#[tokio::test]
async fn a_state_of_this_version_that_is_no_object_is_refused() {
    for protocol in Protocol::BOTH {
        let plugin = Plugin::start_in(protocol, &RANDOM).await;
        let mut client = plugin.connect().await.unwrap();
        let version = client.schema().await.resource_schemas[TYPE].version;
        for state in ["null", "[]", "{", "\"x\"", "{} {}"] {
            let request = UpgradeRequest {
                type_name: TYPE.to_owned(),
                version,
                raw_state: Some(RawState {
                    json: state.as_bytes().to_vec(),
                    ..RawState::default()
                }),
            };
            let kept: ValueResponse = client.call("UpgradeResourceState", request).await.unwrap();
            assert_eq!(kept.value, None);
            error(&kept.diagnostics);
        }
    }
}

/// A value of any type: lists in lists around a text.
fn nested(depth: usize) -> DynamicValue {
    let value_type = format!(
        "{}\"string\"{}",
        r#"["list","#.repeat(depth),
        "]".repeat(depth)
    );
    let length = u32::try_from(value_type.len()).unwrap();
    let mut msgpack = vec![0x92, 0xc6];
    msgpack.extend(length.to_be_bytes());
    msgpack.extend(value_type.as_bytes());
    msgpack.extend(vec![0x91; depth]);
    msgpack.extend([0xa1, b'x']);
    DynamicValue {
        msgpack,
        json: Vec::new(),
    }
}

#[tokio::test]
async fn a_resource_with_a_deep_value_is_not_lost() {
    for protocol in Protocol::BOTH {
        let plugin = Plugin::start_in(protocol, &CONFORMANCE).await;
        let mut client = plugin.connect().await.unwrap();
        assert_eq!(
            configure(&mut client, json!({ "region": "eu", "token": "four" })).await,
            []
        );
        let name = "conformance_values";
        let schema = client.schema().await;
        // The deepest value that a component takes.
        let deep = nested(90);
        let object = object(
            &schema.resource_schemas[name],
            json!({ "anything": "DEEP" }),
        );
        let text = dynamic(&json!("DEEP")).unwrap().msgpack;
        let mut whole = dynamic(&object).unwrap();
        let place = whole
            .msgpack
            .windows(text.len())
            .position(|part| part == text);
        let place = place.unwrap();
        whole
            .msgpack
            .splice(place..place + text.len(), deep.msgpack);
        let config = Some(whole);
        let request = PlanRequest {
            type_name: name.to_owned(),
            config: config.clone(),
            proposed_new_state: config.clone(),
            ..PlanRequest::default()
        };
        let planned: PlanResponse = client.call("PlanResourceChange", request).await.unwrap();
        assert_eq!(planned.diagnostics, []);
        let request = ApplyRequest {
            type_name: name.to_owned(),
            planned_state: planned.planned_state,
            config,
            ..ApplyRequest::default()
        };
        let applied: ApplyResponse = client.call("ApplyResourceChange", request).await.unwrap();
        assert_eq!(applied.diagnostics, []);
        let request = ReadRequest {
            type_name: name.to_owned(),
            current_state: applied.new_state.clone(),
            private: applied.private,
        };
        let seen: ValueResponse = client.call("ReadResource", request).await.unwrap();
        assert_eq!(seen.diagnostics, []);
        assert_eq!(seen.value, applied.new_state);
    }
}
