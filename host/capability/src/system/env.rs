//! The environment variables that were granted by name.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

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
    /// The variables that the host keeps from the component, with the configuration value that each gives.
    withheld: OnceLock<BTreeMap<String, String>>,
    grant_hint: GrantHint,
}

impl Variables {
    /// The granted variables, within the operator's rules.
    #[must_use]
    pub fn new(granted: BTreeSet<String>, grant_policy: &GrantPolicy) -> Self {
        Self {
            granted,
            forbidden: grant_policy.variables.clone(),
            withheld: OnceLock::new(),
            grant_hint: grant_policy.grant_hint.clone(),
        }
    }

    /// Keeps variables from the component, each with the configuration value that it gives.
    pub fn withhold(&self, variables: BTreeMap<String, String>) {
        // A component has one manifest.
        _ = self.withheld.set(variables);
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
    /// [`GuestError::Denied`] when its name was not granted, whether it is set or not, when an operator forbids it, or when the host
    /// keeps it from the component.
    pub fn get(
        &self,
        environment: &dyn Environment,
        call: Option<&Call>,
        name: &str,
    ) -> Result<Option<String>, GuestError> {
        let withheld = self.withheld.get().and_then(|all| all.get(name));
        if let Some(property) = withheld {
            return Err(GuestError::Denied(format!(
                "the environment variable `{name}` is kept from this component: it gives `{property}` of the configuration, which \
                 only the host has\nhint: this is for the component's author: let the host send the value, or declare it without \
                 `hostOnly`"
            )));
        }
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
