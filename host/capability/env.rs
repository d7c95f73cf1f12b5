//! The environment variables that were granted by name.

use std::collections::BTreeSet;

use super::surroundings::Environment;
use crate::provider::call::Call;
use crate::provider::error::GuestError;

/// Reads a variable of the host's environment.
///
/// # Errors
/// [`GuestError::Denied`] when its name was not granted, whether it is set or not.
pub fn get(
    granted: &BTreeSet<String>,
    environment: &dyn Environment,
    call: Option<&Call>,
    name: &str,
) -> Result<Option<String>, GuestError> {
    if !granted.contains(name) {
        return Err(GuestError::Denied(format!(
            "the environment variable `{name}` is not granted to this component\n\
             hint: grant it with `--allow-env {name}` after `--` of `pulumi package add`"
        )));
    }
    environment.get(call, name)
}
