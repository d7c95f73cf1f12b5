//! Which newer build looks after what a missing one made, and what it may be asked for.

use semver::Version;

use super::replacement_build::ReplacementBuild;
use super::{Loaded, Loader};
use crate::{ParameterValue, SourceError};

impl Loader {
    /// The value of the newest version of a package that the SDKs of the project name; none if they name no other one, none as
    /// new as the recorded one, or two of one version.
    pub(super) async fn newest_in_sdks(&self, recorded: &ParameterValue) -> Option<ParameterValue> {
        let version = |value: &ParameterValue| Version::parse(&value.version).ok();
        let least = version(recorded)?;
        let values = self.values_in_sdks().await;
        let others = values
            .into_iter()
            .filter(|value| value.name == recorded.name && value.components != recorded.components);
        let mut newest: Option<(Version, ParameterValue)> = None;
        let mut is_ambiguous = false;
        for value in others {
            let Some(version) = version(&value).filter(|version| *version >= least) else {
                continue;
            };
            match &newest {
                Some((known, _)) if *known > version => {}
                Some((known, same)) if *known == version => is_ambiguous |= *same != value,
                _ => {
                    newest = Some((version, value));
                    is_ambiguous = false;
                }
            }
        }
        newest.filter(|_| !is_ambiguous).map(|(_, value)| value)
    }
}

impl Loaded {
    /// Fails if this is a newer build in the place of a missing one, and no longer has a type that the missing one had: for calls
    /// that look after a resource of that type.
    ///
    /// # Errors
    /// With the component that is missing, and what helps.
    pub fn require_type(&self, token: &str) -> Result<(), SourceError> {
        match &self.replacement {
            Some(ReplacementBuild { missing, file })
                if self.package.component_of(token).is_none() =>
            {
                Err(SourceError {
                    reason: format!(
                        "{}; its replacement `{file}` does not have the type `{token}`, so it can neither read nor delete the resource",
                        missing.reason
                    ),
                    hint: missing.hint.clone(),
                })
            }
            _ => Ok(()),
        }
    }

    /// Fails if this is a newer build that only looks after what another one made: for calls that make or change something.
    ///
    /// # Errors
    /// With the component that is missing.
    pub fn require_asked_for(&self) -> Result<(), SourceError> {
        match &self.replacement {
            None => Ok(()),
            Some(ReplacementBuild { missing, file }) => Err(SourceError {
                reason: format!(
                    "{}; its replacement `{file}` only reads and deletes existing resources",
                    missing.reason
                ),
                hint: missing.hint.clone(),
            }),
        }
    }
}
