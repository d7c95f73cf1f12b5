//! The environment variables that were granted by name.

use std::collections::{BTreeMap, BTreeSet};

use pulumi_wasm_core::call::Call;
use pulumi_wasm_core::error::GuestError;
use pulumi_wasm_core::text::Excerpt;

use crate::grant_policy::{GrantHint, GrantPolicy};
use crate::system::Environment;

/// The environment variables that a package may read.
#[derive(Debug, Clone, Default)]
pub struct Variables {
    granted: BTreeSet<String>,
    /// The variables that an operator's rule forbids, with the rule.
    forbidden: BTreeMap<String, String>,
    grant_hint: GrantHint,
}

impl Variables {
    /// The granted variables, within the operator's rules.
    #[must_use]
    pub fn new(granted: BTreeSet<String>, grant_policy: &GrantPolicy) -> Self {
        Self {
            granted,
            forbidden: grant_policy.variables.clone(),
            grant_hint: grant_policy.grant_hint.clone(),
        }
    }

    /// The names of the variables that may be read: granted, and not forbidden by an operator.
    #[must_use]
    pub fn readable(&self) -> BTreeSet<String> {
        let granted = self.granted.iter();
        granted
            .filter(|name| self.may_read(name))
            .cloned()
            .collect()
    }

    fn may_read(&self, name: &str) -> bool {
        self.granted.contains(name) && !self.forbidden.contains_key(name)
    }

    /// Whether one of the variables without a grant has this value.
    pub fn is_value_of_ungranted<'a>(
        &self,
        environment: &dyn Environment,
        names: impl Iterator<Item = &'a str>,
        value: &str,
    ) -> bool {
        names
            .filter(|name| !self.may_read(name))
            .any(|name| matches!(environment.get(None, name), Ok(Some(held)) if held == value))
    }

    /// Reads a variable of the host's environment.
    ///
    /// # Errors
    /// [`GuestError::Denied`] when its name was not granted, whether it is set or not, or an operator forbids it.
    pub fn get(
        &self,
        environment: &dyn Environment,
        call: Option<&Call>,
        name: &str,
    ) -> Result<Option<String>, GuestError> {
        if !self.granted.contains(name) {
            let hint = self.grant_hint.of_variable(name);
            return Err(GuestError::Denied(format!(
                "the environment variable `{}` is not granted to this component{}",
                Excerpt::name(name),
                hint.map(|hint| format!("\nhint: {hint}"))
                    .unwrap_or_default()
            )));
        }
        if let Some(rule) = self.forbidden.get(name) {
            return Err(GuestError::Denied(format!(
                "this component may not read the environment variable `{name}`, though it was granted: {rule} does not \
                 cover it\nhint: ask the owner of that policy"
            )));
        }
        environment.get(call, name)
    }
}
