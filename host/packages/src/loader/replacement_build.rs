//! A newer build that looks after what an older one made, if the older one is not to be had.
//!
//! A stack's state names the component that made it. On a machine that never saw that one, such as a fresh job of a CI system,
//! what the program no longer has could not be read or deleted. The component that the project's own SDK names may do it: it
//! runs in the same update anyway, and it migrates old state. It makes and changes nothing in that role.

use pulumi_wasm_core::call::{LogSink, Severity};

use crate::policy::Policy;
use crate::{ParameterValue, SourceError};

/// The build that replaces a missing one.
#[derive(Debug, Clone)]
pub(super) struct ReplacementBuild {
    /// Why the component that was asked for is not the one that serves.
    pub(super) missing: SourceError,
    /// The file of the one that does.
    pub(super) file: String,
}

impl ReplacementBuild {
    /// Whether the operator allows that a build takes over for another one.
    pub(super) fn is_allowed(
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
    pub(super) fn tell(recorded: &ParameterValue, newer: &ParameterValue, log: &dyn LogSink) {
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
