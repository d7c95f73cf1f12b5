//! The conditions that a case runs under: grants, variables, a recording.

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::bail;
use async_trait::async_trait;
use pulumi_wasm_capability::record::{HeadComponent, Player, Recording, RecordingFile, record};
use pulumi_wasm_capability::system::{Environment, System};
use pulumi_wasm_core::call::{Call, LogSink};
use pulumi_wasm_core::error::GuestError;
use pulumi_wasm_packages::machine_from_environment;
use pulumi_wasm_platform::env::record_redacted;
use pulumi_wasm_simulator::Provider;

use super::authority;
use super::files::LocatedCase;
use super::generated_cases::nowhere;
use super::run::Manner;
use crate::local_provider::{self, Conditions, Kept, LocalProvider};

/// The largest size of a recording that this command makes.
const RECORDING_BYTES: u64 = 256 << 20;

/// The provider under the conditions of a case, and the recording that it replays.
pub(super) fn open(
    local: &LocalProvider,
    found: &LocatedCase,
    manner: &Manner,
    log: &Arc<Kept>,
) -> anyhow::Result<(Arc<Provider>, Option<Arc<Player>>)> {
    let case = &found.case;
    let mut grants = authority::granted(case, &manner.grants)?;
    let mut system = None;
    let mut player = None;
    if let Some(file) = &case.replay {
        let file = found.recording(file)?;
        if manner.records {
            let kept = RecordingFile::open(&file, RECORDING_BYTES)
                .map_err(|error| anyhow::anyhow!("{error}"))?;
            let component = HeadComponent {
                file: local.file.display().to_string(),
                digest: local.digest.hex().to_owned(),
            };
            system = Some(record(
                machine_from_environment(),
                kept,
                local.manifest.name(),
                local.manifest.version(),
                vec![component],
                &record_redacted(),
            ));
        } else {
            let recording = Recording::from_file(&file).map_err(|error| {
                anyhow::anyhow!(
                    "{error}\nhint: `pulumi-wasm test --record` makes it, with the real server"
                )
            })?;
            let replayed = Player::new(recording, local.manifest.name())
                .map_err(|error| anyhow::anyhow!("{error}"))?;
            system = Some(replayed.system());
            player = Some(replayed);
            // No server is reached.
            let wanted = local_provider::wanted(&local.manifest);
            grants.net.extend(wanted.net);
            grants.env.extend(wanted.env);
        }
    }
    if found.is_generated {
        system = Some(nowhere());
        // As with a recording, no server is reached.
        let wanted = local_provider::wanted(&local.manifest);
        grants.net.extend(wanted.net);
        grants.env.extend(wanted.env);
    }
    if !case.env.is_empty() {
        let below = system.unwrap_or_else(machine_from_environment);
        system = Some(System {
            environment: Arc::new(Given {
                values: case.env.clone(),
                below: Arc::clone(&below.environment),
            }),
            ..below
        });
        let wanted = local
            .manifest
            .permissions
            .env
            .iter()
            .map(|permission| &permission.name);
        let given = wanted.filter(|name| case.env.contains_key(*name));
        grants.env.extend(given.cloned());
    }
    let missing = local_provider::missing(&local.manifest, &grants);
    let needed: Vec<String> = missing
        .iter()
        .filter(|permission| permission.required)
        .map(|permission| format!("  {}   {}", permission.flag, permission.reason))
        .collect();
    if !needed.is_empty() {
        bail!(
            "the component needs more grants:\n{}\n\
             hint: grant it in the case (`allow: {{ net: […], env: […] }}`) or by these flags; or answer from a \
             recording: `replay: FILE`",
            needed.join("\n")
        );
    }
    let conditions = Conditions {
        grants,
        limits: manner.limits.clone(),
        system,
    };
    let log = Arc::clone(log) as Arc<dyn LogSink>;
    Ok((local.provider(&conditions, &log)?, player))
}

/// The variables of a case, which come before the variables of the machine.
struct Given {
    values: BTreeMap<String, String>,
    below: Arc<dyn Environment>,
}

#[async_trait]
impl Environment for Given {
    fn get(
        &self,
        call: Option<&Call>,
        name: &str,
    ) -> std::result::Result<Option<String>, GuestError> {
        match self.values.get(name) {
            Some(value) => Ok(Some(value.clone())),
            None => self.below.get(call, name),
        }
    }
}
