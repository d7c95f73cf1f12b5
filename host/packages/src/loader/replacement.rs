//! A newer build that looks after what an older one made, if the older one is not to be had.
//!
//! A stack's state names the component that made it. On a machine that never saw that one, such as a fresh job of a CI system,
//! what the program no longer has could not be read or deleted. The component that the project's own SDK names may do it: it
//! runs in the same update anyway, and it migrates old state. It makes and changes nothing in that role.

use pulumi_wasm_core::call::{LogSink, Severity};
use semver::Version;

use crate::loader::{Loaded, Loader};
use crate::policy::Policy;
use crate::{ParameterValue, SourceError};

/// The build that replaces a missing one.
#[derive(Debug, Clone)]
pub(crate) struct ReplacementBuild {
    /// Why the component that was asked for is not the one that serves.
    pub(crate) missing: SourceError,
    /// The file of the one that does.
    pub(crate) file: String,
}

impl ReplacementBuild {
    /// Whether the operator allows that a build takes over for another one.
    pub(crate) fn is_allowed(
        policy: &Policy,
        missing: SourceError,
    ) -> Result<SourceError, SourceError> {
        match policy.no_stand_ins() {
            Some(rule) => Err(SourceError {
                reason: format!(
                    "{}; {rule} does not allow a newer build to replace it",
                    missing.reason
                ),
                hint: missing.hint,
            }),
            None => Ok(missing),
        }
    }

    /// Says who serves.
    pub(crate) fn tell(recorded: &ParameterValue, newer: &ParameterValue, log: &dyn LogSink) {
        let message = format!(
            "the component of the package `{}` {} ({}) that deployed the stack is not on this machine; version {} ({}) from the \
             project's SDK reads and deletes its resources\n\
             hint: to use the old component, get its file and run `pulumi-wasm cache add FILE`",
            recorded.name,
            recorded.version,
            recorded.digests(),
            newer.version,
            newer.digests(),
        );
        log.log(Severity::Warning, "", &message, false);
    }
}

impl Loader {
    /// The value of the newest version of a package that the SDKs of the project name; none if they name no other one, none as
    /// new as the recorded one, or two of one version.
    pub(crate) async fn newest_in_sdks(&self, recorded: &ParameterValue) -> Option<ParameterValue> {
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
