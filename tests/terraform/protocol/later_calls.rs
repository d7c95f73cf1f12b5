//! Bad requests to the RPCs that came after the first version of the protocol. Each is answered with an error, and the next request is
//! served.

use prost::Message;
use serde_json::{Value, json};
use tonic::Status;

use super::client::{Client, Plugin, Protocol};
use super::messages::{Diagnostic, DynamicValue, ERROR, RawState};
use super::wire::{dynamic, raw, read, unknown};
use crate::package::{BOOKMARKS, CONFORMANCE, RANDOM, RENAMED_LEDGER};

#[derive(Clone, PartialEq, Message)]
struct CallFunctionRequest {
    #[prost(string, tag = "1")]
    name: String,
    #[prost(message, repeated, tag = "2")]
    arguments: Vec<DynamicValue>,
}

#[derive(Clone, PartialEq, Message)]
struct CallFunctionResponse {
    #[prost(message, optional, tag = "1")]
    result: Option<DynamicValue>,
    #[prost(message, optional, tag = "2")]
    error: Option<FunctionError>,
}

#[derive(Clone, PartialEq, Message)]
struct FunctionError {
    #[prost(string, tag = "1")]
    text: String,
    #[prost(int64, optional, tag = "2")]
    function_argument: Option<i64>,
}

/// The requests with a type and one value: of an ephemeral resource, and of the validation of lists.
#[derive(Clone, PartialEq, Message)]
struct Typed {
    #[prost(string, tag = "1")]
    type_name: String,
    #[prost(message, optional, tag = "2")]
    config: Option<DynamicValue>,
}

/// The answers with messages first.
#[derive(Clone, PartialEq, Message)]
struct Messages {
    #[prost(message, repeated, tag = "1")]
    diagnostics: Vec<Diagnostic>,
}

/// The answers with a value first, and then messages.
#[derive(Clone, PartialEq, Message)]
struct ValueFirst {
    #[prost(bytes = "vec", tag = "1")]
    value: Vec<u8>,
    #[prost(message, repeated, tag = "2")]
    diagnostics: Vec<Diagnostic>,
}

#[derive(Clone, PartialEq, Message)]
struct UpgradeIdentityRequest {
    #[prost(string, tag = "1")]
    type_name: String,
    #[prost(int64, tag = "2")]
    version: i64,
    #[prost(message, optional, tag = "3")]
    raw_identity: Option<RawState>,
}

#[derive(Clone, PartialEq, Message)]
struct IdentityData {
    #[prost(message, optional, tag = "1")]
    identity_data: Option<DynamicValue>,
}

#[derive(Clone, PartialEq, Message)]
struct ImportRequest {
    #[prost(string, tag = "1")]
    type_name: String,
    #[prost(message, optional, tag = "4")]
    identity: Option<IdentityData>,
}

#[derive(Clone, PartialEq, Message)]
struct MoveRequest {
    #[prost(string, tag = "1")]
    source_provider_address: String,
    #[prost(string, tag = "2")]
    source_type_name: String,
    #[prost(message, optional, tag = "4")]
    source_state: Option<RawState>,
    #[prost(string, tag = "5")]
    target_type_name: String,
}

/// Values that no type of the providers has.
fn bad_values() -> Vec<Option<DynamicValue>> {
    vec![
        raw([0xc1]),
        raw([0xdd, 0xff, 0xff, 0xff, 0xff]),
        raw(vec![0x91; 100_000]),
        raw([0xc0, 0xc0]),
        raw([0xa1, 0xff]),
        raw([0xcb, 0x7f, 0xf8, 0, 0, 0, 0, 0, 0]),
        dynamic(&unknown()),
    ]
}

#[track_caller]
fn is_orderly(case: &str, diagnostics: &[Diagnostic]) {
    let Some(error) = diagnostics.iter().find(|one| one.severity == ERROR) else {
        panic!("{case}: no error in {diagnostics:?}");
    };
    assert!(!error.summary.is_empty(), "{case}");
    assert!(!error.detail.contains("failed inside"), "{case}: {error:?}");
}

async fn is_alive(client: &mut Client) {
    assert!(client.schema().await.diagnostics.is_empty());
}

async fn called(client: &mut Client, name: &str, arguments: Vec<DynamicValue>) -> FunctionError {
    let request = CallFunctionRequest {
        name: name.to_owned(),
        arguments,
    };
    let answer: CallFunctionResponse = client.call("CallFunction", request).await.unwrap();
    assert_eq!(answer.result, None, "{name}");
    answer.error.unwrap_or_else(|| panic!("{name}: no error"))
}

#[tokio::test]
async fn functions_say_which_argument_is_wrong() {
    for protocol in Protocol::BOTH {
        let plugin = Plugin::start_in(protocol, &CONFORMANCE).await;
        let mut client = plugin.connect().await.unwrap();
        let null = || dynamic(&Value::Null).unwrap();
        for value in bad_values().into_iter().flatten() {
            let error = called(&mut client, "greet", vec![value, null()]).await;
            assert_eq!(error.function_argument, Some(0), "{error:?}");
        }
        for count in [0, 1, 3, 10_000] {
            let error = called(&mut client, "greet", vec![null(); count]).await;
            assert!(error.text.contains("2 parameters"), "{error:?}");
        }
        for name in ["", "nothing", "greet\0"] {
            let error = called(&mut client, name, Vec::new()).await;
            assert!(error.text.contains("there is no function"), "{error:?}");
        }
        is_alive(&mut client).await;
    }
}

#[tokio::test]
async fn ephemeral_resources_and_lists_refuse_what_they_cannot_read() {
    for protocol in Protocol::BOTH {
        let plugin = Plugin::start_in(protocol, &CONFORMANCE).await;
        let mut client = plugin.connect().await.unwrap();
        for (method, type_name) in [
            ("ValidateEphemeralResourceConfig", "conformance_conceal"),
            ("OpenEphemeralResource", "conformance_conceal"),
            ("ValidateListResourceConfig", "conformance_shelf"),
        ] {
            for config in bad_values() {
                // An argument may be unknown while it is judged.
                if method != "OpenEphemeralResource" && config == dynamic(&unknown()) {
                    continue;
                }
                let type_name = type_name.to_owned();
                let answer: Messages = client
                    .call(method, Typed { type_name, config })
                    .await
                    .unwrap();
                is_orderly(method, &answer.diagnostics);
            }
            for type_name in ["", "conformance_nothing", "conformance_values\0"] {
                let request = Typed {
                    type_name: type_name.to_owned(),
                    config: None,
                };
                let answer: Messages = client.call(method, request).await.unwrap();
                is_orderly(method, &answer.diagnostics);
            }
        }
        for method in ["RenewEphemeralResource", "CloseEphemeralResource"] {
            let request = RawState {
                json: b"conformance_conceal".to_vec(),
                ..RawState::default()
            };
            let answer: Result<Messages, Status> = client.call(method, request).await;
            assert!(answer.is_ok(), "{method}: {answer:?}");
        }
        is_alive(&mut client).await;
    }
}

#[tokio::test]
async fn identities_that_cannot_be_read_are_refused() {
    for protocol in Protocol::BOTH {
        let plugin = Plugin::start_in(protocol, &BOOKMARKS).await;
        let mut client = plugin.connect().await.unwrap();
        let schema = client.schema().await;
        let type_name = schema.resource_schemas.keys().next().unwrap();
        let deep = "[".repeat(100_000);
        for json in ["", "{}", "[]", "{", "{\"id\":1}", "{\"id\":null}", &deep] {
            let request = UpgradeIdentityRequest {
                type_name: type_name.clone(),
                version: 0,
                raw_identity: Some(RawState {
                    json: json.as_bytes().to_vec(),
                    ..RawState::default()
                }),
            };
            let answer: ValueFirst = client
                .call("UpgradeResourceIdentity", request)
                .await
                .unwrap();
            is_orderly("an upgrade", &answer.diagnostics);
        }
        for identity_data in bad_values().into_iter().chain([None, dynamic(&json!({}))]) {
            let request = ImportRequest {
                type_name: type_name.clone(),
                identity: Some(IdentityData { identity_data }),
            };
            let answer: ValueFirst = client.call("ImportResourceState", request).await.unwrap();
            is_orderly("an import", &answer.diagnostics);
        }
        is_alive(&mut client).await;
    }
}

#[tokio::test]
async fn states_of_other_types_and_providers_are_not_moved() {
    for protocol in Protocol::BOTH {
        let plugin = Plugin::start_in(protocol, &RANDOM).await;
        let mut client = plugin.connect().await.unwrap();
        for (address, source, target) in [
            ("", "", ""),
            ("", "", "random_uuid"),
            (
                "registry.example.com/acme/random",
                "random_id",
                "random_uuid",
            ),
            (
                "registry.example.com/acme/other",
                "random_uuid",
                "random_uuid",
            ),
            ("random", "random_uuid", "random_nothing"),
        ] {
            let request = MoveRequest {
                source_provider_address: address.to_owned(),
                source_type_name: source.to_owned(),
                source_state: Some(RawState {
                    json: br#"{"id":"x"}"#.to_vec(),
                    ..RawState::default()
                }),
                target_type_name: target.to_owned(),
            };
            let answer: ValueFirst = client.call("MoveResourceState", request).await.unwrap();
            assert!(answer.value.is_empty());
            is_orderly(source, &answer.diagnostics);
        }
        is_alive(&mut client).await;
    }
}

#[tokio::test]
async fn a_moved_state_keeps_digits_beyond_a_double() {
    for protocol in Protocol::BOTH {
        const DIGITS: &str = "123456789012345678901234567890";
        let plugin = Plugin::start_in(protocol, &RENAMED_LEDGER).await;
        let mut client = plugin.connect().await.unwrap();
        let state =
            format!(r#"{{"id":"a","label":"a","size":"1 GB","amount":{DIGITS},"changes":0}}"#);
        let request = MoveRequest {
            source_provider_address: "example.com/acme/ledger".to_owned(),
            source_type_name: "ledger_entry".to_owned(),
            source_state: Some(RawState {
                json: state.into_bytes(),
                ..RawState::default()
            }),
            target_type_name: "ledger_posting".to_owned(),
        };
        let answer: ValueFirst = client.call("MoveResourceState", request).await.unwrap();
        assert_eq!(answer.diagnostics, []);
        let moved = DynamicValue::decode(answer.value.as_slice()).unwrap();
        assert_eq!(read(Some(&moved))["label"], "a");
        let text = String::from_utf8_lossy(&[moved.msgpack, moved.json].concat()).into_owned();
        assert!(text.contains(DIGITS), "{text}");
    }
}
