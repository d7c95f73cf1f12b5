//! The system of a package: this machine, recorded or not, or a recording.

use pulumi_wasm_capability::record::{DEFAULT_LIMIT, HeadComponent, SystemSource};
use pulumi_wasm_capability::system::System;
use pulumi_wasm_platform::env as environment;

use super::Loader;
use super::found::Found;
use crate::SourceError;

/// The settings of the environment.
pub(super) fn from_environment(machine: System) -> Result<SystemSource, SourceError> {
    let file = match (environment::record_file(), environment::replay_file()) {
        (None, None) => return Ok(SystemSource::Given(machine)),
        (None, Some(file)) => {
            let environment = machine.environment;
            return Ok(SystemSource::Replayed { file, environment });
        }
        (Some(file), None) => file,
        (Some(_), Some(_)) => {
            return Err(SourceError::new(
                "`PULUMI_WASM_RECORD` and `PULUMI_WASM_REPLAY` are both set",
            )
            .hint("a run is recorded, or replayed: unset one of them"));
        }
    };
    let limit = environment::record_limit().map_err(SourceError::new)?;
    Ok(SystemSource::Recorded {
        system: machine,
        file,
        limit: limit.unwrap_or(DEFAULT_LIMIT),
        redacted: environment::record_redacted(),
    })
}

impl Loader {
    /// The system of a package.
    pub(super) fn system_of(&self, found: &[Found]) -> Result<System, SourceError> {
        let manifest = found.first().map(|found| &found.manifest);
        let (name, version) = manifest
            .map(|manifest| (manifest.name(), manifest.version()))
            .unwrap_or_default();
        let component = |found: &Found| HeadComponent {
            file: found.shown.clone(),
            digest: found.reference.digest.hex().to_owned(),
        };
        let components = found.iter().map(component).collect();
        let made = self.system.make(name, version, components);
        made.map_err(|error| {
            let refused = SourceError::new(error.to_string());
            match error.advice() {
                Some(hint) => refused.hint(hint),
                None => refused,
            }
        })
    }
}
