//! Whether the operator's policy of this machine lets a value run.

use pulumi_wasm_packages::ParameterValue;
use pulumi_wasm_packages::policy::{Policy, PolicyFiles};
use pulumi_wasm_platform::env as environment;

/// The policy as it is now.
///
/// # Errors
/// When a file of it cannot be used: then the plugin loads nothing.
pub(super) fn of_machine() -> anyhow::Result<Policy> {
    let files = PolicyFiles::of_machine(environment::named_policy(), environment::user_policy());
    Policy::read(&files).map_err(|error| anyhow::anyhow!("{error}\nhint: {}", error.hint))
}

/// What the policy says against the components of a value, a line each. The version is the value's: that in the bytes counts when it
/// is loaded.
pub(super) fn against(policy: &Policy, value: &ParameterValue) -> Vec<String> {
    let mut lines = Vec::new();
    for component in &value.components {
        let shown = &component.place;
        if let Some(forbidden) = policy.against_component(&value.name, component.digest.hex()) {
            lines.push(format!("{shown}: {forbidden}"));
        }
        if let Some(unwanted) = policy.against_source(&value.name, shown, &value.version) {
            lines.push(format!("{shown}: {unwanted}"));
        }
    }
    lines
}
