//! Calls that end early: the core stops them, or their time is over.

use std::time::Duration;

use serde_json::{Value, json};

use super::client::{Client, Plugin, object};
use super::messages::{
    ApplyRequest, ApplyResponse, ConfigureRequest, DiagnosticsResponse, ERROR, Empty, PlanRequest,
    PlanResponse, StopResponse,
};
use super::wire::dynamic;
use crate::package::CONFORMANCE;

/// Becomes ready after many looks at a server.
const TYPE: &str = "conformance_waiting";

/// The request for a create that waits for minutes, if nothing ends it.
async fn waiting(client: &mut Client, timeouts: Value) -> ApplyRequest {
    let schema = client.schema().await;
    let configuration = schema.provider.as_ref().unwrap();
    let members = json!({ "region": "eu", "token": "four" });
    let request = ConfigureRequest {
        terraform_version: "1.0.0".to_owned(),
        config: dynamic(&object(configuration, members)),
    };
    let configured: DiagnosticsResponse = client.call("Configure", request).await.unwrap();
    assert!(configured.diagnostics.is_empty(), "{configured:?}");
    let members = json!({ "looks": 1_000_000, "patience": 600_000, "timeouts": timeouts });
    let config = dynamic(&object(&schema.resource_schemas[TYPE], members));
    let request = PlanRequest {
        type_name: TYPE.to_owned(),
        prior_state: dynamic(&Value::Null),
        proposed_new_state: config.clone(),
        config: config.clone(),
        prior_private: Vec::new(),
    };
    let planned: PlanResponse = client.call("PlanResourceChange", request).await.unwrap();
    assert!(planned.diagnostics.is_empty(), "{planned:?}");
    ApplyRequest {
        type_name: TYPE.to_owned(),
        prior_state: dynamic(&Value::Null),
        planned_state: planned.planned_state,
        config,
        planned_private: planned.planned_private,
    }
}

#[track_caller]
fn is_ended(applied: &ApplyResponse, reason: &str) {
    let mut found = applied.diagnostics.iter();
    let Some(error) = found.find(|one| one.severity == ERROR) else {
        panic!("no error: {applied:?}");
    };
    let text = format!("{}: {}", error.summary, error.detail);
    assert!(text.contains(reason), "{text}");
}

#[tokio::test]
async fn a_stop_ends_a_running_apply_with_a_message() {
    let plugin = Plugin::start(&CONFORMANCE).await;
    let mut client = plugin.connect().await.unwrap();
    let mut core = plugin.connect().await.unwrap();
    let request = waiting(&mut client, Value::Null).await;
    let stop = async {
        tokio::time::sleep(Duration::from_millis(500)).await;
        core.call("Stop", Empty {}).await
    };
    let (applied, stopped) = tokio::join!(client.call("ApplyResourceChange", request), stop);
    let stopped: StopResponse = stopped.unwrap();
    assert_eq!(stopped.error, "");
    is_ended(&applied.unwrap(), "cancelled");
    // The process goes on until the core ends it.
    assert!(core.schema().await.diagnostics.is_empty());
}

#[tokio::test]
async fn an_apply_ends_at_the_time_limit_of_its_resource() {
    let plugin = Plugin::start(&CONFORMANCE).await;
    let mut client = plugin.connect().await.unwrap();
    let timeouts = json!({ "create": "1s", "delete": null, "read": null, "update": null });
    let request = waiting(&mut client, timeouts).await;
    let applied: ApplyResponse = client.call("ApplyResourceChange", request).await.unwrap();
    is_ended(&applied, "the block `timeouts`");
}
