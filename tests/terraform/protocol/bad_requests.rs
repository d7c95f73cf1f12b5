//! Bad requests to each RPC. Each is answered with an error that names the reason, and the next request is served.

use serde_json::{Value, json};
use tonic::{Code, Status};

use super::client::{Client, Plugin, Protocol, object};
use super::messages::{
    ApplyRequest, ApplyResponse, Config, ConfigureRequest, Diagnostic, DiagnosticsResponse,
    DynamicValue, ERROR, Empty, GetSchemaResponse, ImportRequest, ImportResponse, PlanRequest,
    PlanResponse, RawState, ReadRequest, TypedConfig, UpgradeRequest, ValueResponse,
};
use super::wire::{dynamic, raw, unknown};
use crate::package::{POWERDNS, RANDOM};

const TYPE: &str = "random_password";
/// The RPCs with a type and values.
const METHODS: [&str; 6] = [
    "ValidateResourceTypeConfig",
    "PlanResourceChange",
    "ApplyResourceChange",
    "ReadResource",
    "PrepareProviderConfig",
    "Configure",
];

/// Calls an RPC with a value as the configuration or the state.
async fn call(
    client: &mut Client,
    method: &str,
    type_name: &str,
    value: Option<DynamicValue>,
) -> Result<Vec<Diagnostic>, Status> {
    let (type_name, config) = (type_name.to_owned(), value);
    Ok(match method {
        "ValidateResourceTypeConfig" | "ValidateDataSourceConfig" => {
            let request = TypedConfig { type_name, config };
            let answer: DiagnosticsResponse = client.call(method, request).await?;
            answer.diagnostics
        }
        "ReadDataSource" => {
            let request = TypedConfig { type_name, config };
            let answer: ValueResponse = client.call(method, request).await?;
            answer.diagnostics
        }
        "PlanResourceChange" => {
            let request = PlanRequest {
                type_name,
                proposed_new_state: config.clone(),
                config,
                ..PlanRequest::default()
            };
            let answer: PlanResponse = client.call(method, request).await?;
            answer.diagnostics
        }
        "ApplyResourceChange" => {
            let request = ApplyRequest {
                type_name,
                planned_state: config.clone(),
                config,
                ..ApplyRequest::default()
            };
            let answer: ApplyResponse = client.call(method, request).await?;
            assert_eq!(answer.new_state, None, "a failed create has no state");
            answer.diagnostics
        }
        "ReadResource" => {
            let request = ReadRequest {
                type_name,
                current_state: config,
                ..ReadRequest::default()
            };
            let answer: ValueResponse = client.call(method, request).await?;
            answer.diagnostics
        }
        "PrepareProviderConfig" => {
            let answer: ValueResponse = client.call(method, Config { config }).await?;
            answer.diagnostics
        }
        "Configure" => {
            let request = ConfigureRequest {
                config,
                ..ConfigureRequest::default()
            };
            let answer: DiagnosticsResponse = client.call(method, request).await?;
            answer.diagnostics
        }
        other => panic!("{other}"),
    })
}

/// An answer is an error for the user, and no end of the connection.
#[track_caller]
fn is_orderly(case: &str, answer: Result<Vec<Diagnostic>, Status>) {
    let diagnostics = answer.unwrap_or_else(|status| panic!("{case}: {status:?}"));
    let found = diagnostics.iter().find(|one| one.severity == ERROR);
    let Some(error) = found else {
        panic!("{case}: no error in {diagnostics:?}");
    };
    assert!(!error.summary.is_empty(), "{case}");
    let text = format!("{} {}", error.summary, error.detail);
    assert!(!text.contains("panic"), "{case}: {text}");
}

/// The process serves on.
async fn is_alive(client: &mut Client, case: &str) {
    let schema: Result<GetSchemaResponse, Status> = client.call("GetSchema", Empty {}).await;
    let schema = schema.unwrap_or_else(|status| panic!("{case}: {status:?}"));
    assert!(schema.diagnostics.is_empty(), "{case}");
}

/// Bytes that cannot be read as a value of the type, each with the name of its fault.
fn bad_values() -> Vec<(&'static str, Vec<u8>)> {
    let nested = |byte: u8| [vec![byte; 100_000], vec![0xc0]].concat();
    vec![
        ("a reserved byte", vec![0xc1]),
        (
            "an array that promises 4 billion elements",
            vec![0xdd, 0xff, 0xff, 0xff, 0xff],
        ),
        (
            "a map that promises 4 billion members",
            vec![0xdf, 0xff, 0xff, 0xff, 0xff, 0xa1],
        ),
        (
            "a text that promises 4 GB",
            vec![0xdb, 0xff, 0xff, 0xff, 0xff, b'x'],
        ),
        (
            "bytes that promise 4 GB",
            vec![0xc6, 0xff, 0xff, 0xff, 0xff],
        ),
        (
            "an extension that promises 4 GB",
            vec![0xc9, 0xff, 0xff, 0xff, 0xff, 0],
        ),
        ("arrays nested 100,000 deep", nested(0x91)),
        ("maps nested 100,000 deep", [0x81, 0xa0].repeat(100_000)),
        ("an array for an object", vec![0x90]),
        ("a text for an object", vec![0xa1, b'x']),
        ("an object without members", vec![0x80]),
        (
            "a member with an unreadable name",
            vec![0x81, 0xa1, 0xff, 0xc0],
        ),
        ("a member with a number as name", vec![0x81, 0x01, 0xc0]),
        ("a byte behind the value", vec![0xc0, 0xc0]),
        ("half a value", vec![0x81, 0xa6, b'l', b'e']),
    ]
}

#[tokio::test]
async fn bytes_that_are_no_value_are_refused_by_each_rpc() {
    for protocol in Protocol::BOTH {
        let plugin = Plugin::start_in(protocol, &RANDOM).await;
        let mut client = plugin.connect().await.unwrap();
        for method in METHODS {
            for (fault, bytes) in bad_values() {
                // The provider has no configuration, so its value has no members.
                if fault == "an object without members"
                    && ["PrepareProviderConfig", "Configure"].contains(&method)
                {
                    continue;
                }
                let case = format!("{method}: {fault}");
                let answer = call(&mut client, method, TYPE, raw(bytes)).await;
                is_orderly(&case, answer);
            }
            is_alive(&mut client, method).await;
        }
    }
}

#[tokio::test]
async fn values_of_other_types_are_refused_by_each_rpc() {
    for protocol in Protocol::BOTH {
        let plugin = Plugin::start_in(protocol, &RANDOM).await;
        let mut client = plugin.connect().await.unwrap();
        let schema = client.schema().await;
        let block = &schema.resource_schemas[TYPE];
        let mut more = object(block, json!({ "length": 8 }));
        more["surprise"] = Value::Null;
        let mut less = object(block, json!({ "length": 8 }));
        less.as_object_mut().unwrap().remove("keepers");
        let cases = [
            (
                "a text for a number",
                object(block, json!({ "length": "many" })),
            ),
            (
                "a number for a text",
                object(block, json!({ "length": 8, "override_special": 1 })),
            ),
            (
                "a list for a map",
                object(block, json!({ "length": 8, "keepers": ["a"] })),
            ),
            (
                "a map of numbers",
                object(block, json!({ "length": 8, "keepers": { "a": 1 } })),
            ),
            ("a member too many", more),
            ("a member too few", less),
        ];
        let methods = METHODS.iter().filter(|method| !method.contains("onfig"));
        for method in methods.chain(&["ValidateResourceTypeConfig"]) {
            for (fault, value) in &cases {
                let case = format!("{method}: {fault}");
                let answer = call(&mut client, method, TYPE, dynamic(value)).await;
                is_orderly(&case, answer);
            }
        }
        is_alive(&mut client, "at the end").await;
    }
}

#[tokio::test]
async fn unknown_values_where_a_core_sends_none_are_refused() {
    for protocol in Protocol::BOTH {
        let plugin = Plugin::start_in(protocol, &RANDOM).await;
        let mut client = plugin.connect().await.unwrap();
        let schema = client.schema().await;
        let block = &schema.resource_schemas[TYPE];
        let half = object(block, json!({ "length": unknown() }));
        for (case, value) in [
            ("a whole configuration", unknown()),
            ("an argument of an apply", half.clone()),
        ] {
            let answer = call(&mut client, "ApplyResourceChange", TYPE, dynamic(&value)).await;
            is_orderly(case, answer);
        }
        for (case, value) in [("a whole state", unknown()), ("a part of a state", half)] {
            let answer = call(&mut client, "ReadResource", TYPE, dynamic(&value)).await;
            is_orderly(case, answer);
        }
        is_alive(&mut client, "at the end").await;
    }
}

#[tokio::test]
async fn unknown_types_are_refused_by_each_rpc() {
    for protocol in Protocol::BOTH {
        let plugin = Plugin::start_in(protocol, &POWERDNS).await;
        let mut client = plugin.connect().await.unwrap();
        let long = "x".repeat(1 << 20);
        for name in ["", "powerdns_nothing", "zone", "powerdns_zone\0", &long] {
            for method in [
                "ValidateResourceTypeConfig",
                "ValidateDataSourceConfig",
                "ReadDataSource",
                "PlanResourceChange",
                "ApplyResourceChange",
                "ReadResource",
            ] {
                let answer = call(&mut client, method, name, dynamic(&Value::Null)).await;
                is_orderly(&format!("{method} of {:.20}", name), answer);
            }
            let request = ImportRequest {
                type_name: name.to_owned(),
                id: "x".to_owned(),
            };
            let answer = client.call("ImportResourceState", request).await;
            is_orderly(
                "an import",
                answer.map(|answer: ImportResponse| answer.diagnostics),
            );
            let request = UpgradeRequest {
                type_name: name.to_owned(),
                ..UpgradeRequest::default()
            };
            let answer = client.call("UpgradeResourceState", request).await;
            is_orderly(
                "an upgrade",
                answer.map(|answer: ValueResponse| answer.diagnostics),
            );
        }
        is_alive(&mut client, "at the end").await;
    }
}

#[tokio::test]
async fn states_that_cannot_be_upgraded_are_refused() {
    for protocol in Protocol::BOTH {
        let plugin = Plugin::start_in(protocol, &RANDOM).await;
        let mut client = plugin.connect().await.unwrap();
        let json = |text: &str| RawState {
            json: text.as_bytes().to_vec(),
            ..RawState::default()
        };
        let flat = RawState {
            flatmap: [("id".to_owned(), "x".to_owned())].into(),
            ..RawState::default()
        };
        let deep = "[".repeat(100_000);
        for (case, version, state) in [
            ("a newer version", 99, json("{}")),
            ("a version below zero", -1, json("[]")),
            ("a form of Terraform 0.11", 0, flat),
            ("no state", 0, RawState::default()),
            ("half a document", 0, json("{\"id\":")),
            ("a deep document", 0, json(&deep)),
            ("a list", 0, json("[]")),
        ] {
            let request = UpgradeRequest {
                type_name: TYPE.to_owned(),
                version,
                raw_state: Some(state),
            };
            let answer = client.call("UpgradeResourceState", request).await;
            is_orderly(case, answer.map(|answer: ValueResponse| answer.diagnostics));
        }
        is_alive(&mut client, "at the end").await;
    }
}

#[tokio::test]
async fn private_bytes_of_another_provider_are_refused() {
    for protocol in Protocol::BOTH {
        let plugin = Plugin::start_in(protocol, &RANDOM).await;
        let mut client = plugin.connect().await.unwrap();
        let schema = client.schema().await;
        let block = &schema.resource_schemas[TYPE];
        let state = dynamic(&object(
            block,
            json!({ "length": 8, "id": "none", "result": "x" }),
        ));
        let deep = "[".repeat(100_000).into_bytes();
        for private in [b"{}".to_vec(), b"\xff\xff".to_vec(), deep] {
            let request = ReadRequest {
                type_name: TYPE.to_owned(),
                current_state: state.clone(),
                private: private.clone(),
            };
            let answer = client.call("ReadResource", request).await;
            is_orderly(
                "a read",
                answer.map(|answer: ValueResponse| answer.diagnostics),
            );
            let request = PlanRequest {
                type_name: TYPE.to_owned(),
                prior_state: state.clone(),
                proposed_new_state: state.clone(),
                config: dynamic(&object(block, json!({ "length": 8 }))),
                prior_private: private.clone(),
            };
            let answer = client.call("PlanResourceChange", request).await;
            is_orderly(
                "a plan",
                answer.map(|answer: PlanResponse| answer.diagnostics),
            );
            let request = ApplyRequest {
                type_name: TYPE.to_owned(),
                prior_state: state.clone(),
                planned_state: dynamic(&Value::Null),
                config: dynamic(&Value::Null),
                planned_private: private,
            };
            let answer: ApplyResponse = client.call("ApplyResourceChange", request).await.unwrap();
            // Nothing is lost: the resource stays in the state.
            assert_eq!(answer.new_state, state);
            is_orderly("an end", Ok(answer.diagnostics));
        }
        is_alive(&mut client, "at the end").await;
    }
}

#[tokio::test]
async fn messages_that_cannot_be_read_end_their_call_alone() {
    for protocol in Protocol::BOTH {
        /// The longest message that a provider takes.
        const LIMIT: usize = 256 << 20;
        let plugin = Plugin::start_in(protocol, &RANDOM).await;
        let mut client = plugin.connect().await.unwrap();
        // The name of a type is a text, and these bytes are not valid UTF-8.
        let request = DynamicValue {
            msgpack: vec![0xff; 3],
            ..DynamicValue::default()
        };
        let answer: Result<DiagnosticsResponse, Status> =
            client.call("ValidateResourceTypeConfig", request).await;
        assert_eq!(answer.unwrap_err().code(), Code::Internal);
        let request = Config {
            config: raw(vec![0xc0; LIMIT]),
        };
        let answer: Result<ValueResponse, Status> =
            client.call("PrepareProviderConfig", request).await;
        assert_eq!(answer.unwrap_err().code(), Code::OutOfRange);
        // Later versions of the protocol have it.
        let answer: Result<Empty, Status> = client.call("InvokeAction", Empty {}).await;
        assert_eq!(answer.unwrap_err().code(), Code::Unimplemented);
        let path = "/tfplugin5.Provisioner/GetSchema";
        let answer: Result<Empty, Status> = client.call_path(path, Empty {}).await;
        assert_eq!(answer.unwrap_err().code(), Code::Unimplemented);
        is_alive(&mut client, "at the end").await;
    }
}
