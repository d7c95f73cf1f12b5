//! A newer build that reads and deletes the resources of an older build that is missing.
//!
//! A stack's state names the component that created a resource. Without a replacement, a machine that lacks that
//! component, such as a new CI job, could not read or delete resources that the program no longer has. The component
//! that the project's SDK names may do it, because it runs in the same update anyway and migrates old state. A
//! replacement never creates or changes resources.

use pulumi_wasm_core::call::{LogSink, Severity};
use semver::Version;

use crate::loader::{Loaded, Loader};
use crate::policy::Policy;
use crate::{ParameterValue, SourceError};

/// The build that replaces a missing component.
#[derive(Debug, Clone)]
pub(crate) struct ReplacementBuild {
    /// The error for the missing component.
    pub(crate) missing: SourceError,
    /// The file of the replacement.
    pub(crate) file: String,
}

impl ReplacementBuild {
    /// Returns the error for a missing component with the operator's rule if the operator forbids replacements.
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
                ..missing
            }),
            None => Ok(missing),
        }
    }

    /// Tells the user that a newer build replaces the missing component.
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
    /// The newest value that the project's SDKs name for a package. `None` if they name no other build, no build that
    /// is as new as the recorded build, or two builds of the newest version.
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
    /// Fails if this is a replacement that lacks a type. For calls that read or delete a resource of that type.
    ///
    /// # Errors
    /// The error names the missing component and the next step.
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
                    ..missing.clone()
                })
            }
            _ => Ok(()),
        }
    }

    /// Fails if this is a replacement, which only reads and deletes resources. For calls that create or change
    /// resources.
    ///
    /// # Errors
    /// The error names the missing component.
    pub fn require_asked_for(&self) -> Result<(), SourceError> {
        match &self.replacement {
            None => Ok(()),
            Some(ReplacementBuild { missing, file }) => Err(SourceError {
                reason: format!(
                    "{}; its replacement `{file}` only reads and deletes existing resources",
                    missing.reason
                ),
                ..missing.clone()
            }),
        }
    }
}
