//! Cases for a project without cases: an example of each resource, made of the schema, on a machine without a network.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use parking_lot::Mutex;
use pulumi_wasm_capability::system::{Environment, Offline, System, Time};
use pulumi_wasm_core::call::Call;
use pulumi_wasm_core::error::GuestError;
use pulumi_wasm_core::manifest::Hook;
use pulumi_wasm_packages::machine_from_environment;
use pulumi_wasm_simulator::conformance::{Behaviour, Outcome, Verdict};
use pulumi_wasm_simulator::from_map;
use serde_json::{Map, Value};

use super::files::LocatedCase;
use super::format::Case;
use crate::commands::docs::example::Maker;
use crate::local_provider::LocalProvider;
use crate::properties::named_files::NamedFiles;

/// One case for each resource type for which an example can be generated. Paths of cases that were written would begin
/// at the folder.
pub(super) fn cases(local: &LocalProvider, folder: &Path) -> Vec<LocatedCase> {
    let schema = &local.manifest.schema;
    let maker = Maker::new(schema);
    let members = |properties| match from_map(properties) {
        Value::Object(members) => members,
        _ => Map::new(),
    };
    let config = maker
        .example(&schema.config)
        .map(members)
        .unwrap_or_default();
    let mut found = Vec::new();
    for token in schema.resources.keys() {
        let resource = schema.resources.get(token);
        let Some(inputs) = resource.and_then(|resource| maker.example(&resource.inputs)) else {
            continue;
        };
        let constructs = local.manifest.resource_has(token, Hook::Construct);
        let (resource, construct) = if constructs {
            (None, Some(token.to_owned()))
        } else {
            (Some(token.to_owned()), None)
        };
        found.push(LocatedCase {
            file: folder.to_owned(),
            files: NamedFiles::within(folder, &[folder]),
            title: token.rsplit(':').next().unwrap_or(token).to_owned(),
            case: Case {
                resource,
                construct,
                inputs: Some(members(inputs)),
                config: config.clone(),
                ..Case::default()
            },
            is_generated: true,
        });
    }
    found
}

/// The verdict of a generated case. A create that fails because the server does not exist says nothing about the
/// component.
pub(super) fn softened(mut verdict: Verdict) -> Verdict {
    let needs_server = matches!(verdict.behaviour, Behaviour::Create | Behaviour::Preview);
    if needs_server && matches!(verdict.outcome, Outcome::Broken(_)) {
        let reason = "the example is generated, and there is no server; write a case with inputs that the server accepts";
        verdict.outcome = Outcome::NotJudged(reason.to_owned());
    }
    verdict
}

/// A machine without a network and without variables. Waiting takes no time there.
pub(super) fn nowhere() -> System {
    let alone = Arc::new(Alone {
        started: Instant::now(),
        waited: Mutex::default(),
    });
    System {
        network: Arc::new(Offline),
        time: Arc::clone(&alone) as Arc<_>,
        environment: alone,
        ..machine_from_environment()
    }
}

struct Alone {
    started: Instant,
    waited: Mutex<Duration>,
}

#[async_trait]
impl Time for Alone {
    fn time_of_day(&self, _call: &Call) -> Duration {
        let now = std::time::SystemTime::UNIX_EPOCH.elapsed();
        now.unwrap_or_default() + *self.waited.lock()
    }

    fn elapsed(&self) -> Duration {
        self.started.elapsed() + *self.waited.lock()
    }

    async fn sleep(&self, duration: Duration) {
        {
            let mut waited = self.waited.lock();
            *waited = waited.saturating_add(duration);
        }
        // Lets a guest that waits in a loop reach the end of its call.
        tokio::task::yield_now().await;
    }
}

impl Environment for Alone {
    fn get(&self, _call: Option<&Call>, _name: &str) -> Result<Option<String>, GuestError> {
        Ok(None)
    }
}
