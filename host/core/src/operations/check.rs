//! Check: checks and completes the program's inputs.

use crate::call::{Call, Effects};
use crate::component::CheckRequest;
use crate::error::CallError;
use crate::error::failure::PropertyFailure;
use crate::manifest::Hook;
use crate::package::Package;
use crate::package::resource_binding::ResourceBinding;
use crate::redaction;
use crate::schema::{self, Autonaming, NameRequest, Naming};
use crate::state::StoredProperties;
use crate::state::input_origin;
use crate::state::private_state::{Named, PrivateState};
use crate::state::upgrade;
use crate::value::{PropertyMap, PropertyValue};

/// The inputs for all later calls, or the reasons for a refusal.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CheckResult {
    pub inputs: StoredProperties,
    pub failures: Vec<PropertyFailure>,
}

/// The recorded inputs and outputs, and the program's inputs.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CheckParameters {
    /// Empty before a create or a replacement.
    pub old_inputs: StoredProperties,
    /// `None` if the engine does not send them.
    pub old_outputs: Option<StoredProperties>,
    pub inputs: StoredProperties,
    /// How the user wants names to be generated.
    pub autonaming: Autonaming,
}

/// Checks a resource's inputs by the schema, and then by the component's hook. The hook receives the completed inputs,
/// and does not run if the schema refuses them.
///
/// # Errors
/// If no component serves the type, the recorded state is newer than the component, or a hook fails.
pub async fn check(
    package: &Package,
    call: &Call,
    parameters: CheckParameters,
) -> Result<CheckResult, CallError> {
    let binding = &package.resource(&call.subject.token)?;
    let CheckParameters {
        old_inputs,
        old_outputs,
        inputs,
        autonaming,
    } = parameters;
    if !old_inputs.is_empty() {
        package.pending_comparisons.add(&call.subject.urn);
    }
    let mut inputs = input_origin::of_program(binding, call, inputs, &old_inputs).await?;
    let earlier_names = earlier_names(binding, &old_inputs);
    let old = upgrade::recorded(binding, call, Some(old_inputs), old_outputs).await?;
    let old_inputs = old.inputs.unwrap_or_default();

    note_deprecations(binding, call, &inputs);
    let request = NameRequest {
        resource_name: &call.subject.name,
        autonaming: &autonaming,
        setting: call.wording.naming_setting(),
        random_seed: &call.random_seed,
        old_inputs: &old_inputs,
        old_name_is_generated: old.input_private.named.was_generated()
            || was_defaulted(binding, &old_inputs),
    };
    let naming = schema::name(binding.schema, request, &mut inputs);
    let declared = &binding.schema.inputs;
    let schema = binding.package;
    let mut checked = schema::check(schema, declared, inputs, &schema::no_environment);
    if !checked.failures.is_empty() {
        let is_import = package.imports.has(&call.subject.urn);
        let inputs = &checked.inputs;
        let known = schema::without_placeholders(schema, declared, &old_inputs, inputs, is_import);
        if known.is_some() || is_import {
            let known = known.unwrap_or_else(|| inputs.clone());
            checked.failures = schema::check_import(schema, declared, known).failures;
        }
        explain_earlier_names(&earlier_names, &mut checked.failures);
    }
    call.secrets.learn(&checked.inputs);
    let (mut inputs, mut failures) = (checked.inputs, checked.failures);
    let named = match naming {
        Ok(Naming::Fixed) => Named::Otherwise,
        Ok(Naming::Kept) => Named::Kept,
        Ok(Naming::Generated) => {
            explain_generated_name(binding, &mut failures);
            Named::Generated
        }
        Err(failure) => {
            // If another failure already explains the missing value, only that failure is reported.
            let other = |known: &PropertyFailure| known.property != failure.property;
            failures.retain(other);
            failures.push(failure);
            Named::Otherwise
        }
    };
    if failures.is_empty() && binding.asks(Hook::Check) {
        let call = Call {
            effects: Effects::None,
            ..call.clone()
        };
        let request = CheckRequest {
            old_inputs: &old_inputs,
            old_outputs: old.outputs.as_ref(),
            inputs: &inputs,
        };
        let mut judged = binding.component.check(&call, request).await?;
        // Values that the hook left unchanged are already marked.
        judged.delta.changed = schema::keep_secrets(
            binding.package,
            &binding.schema.inputs,
            &inputs,
            judged.delta.changed,
        );
        let changed = &mut judged.delta.changed;
        redaction::mark_moved(&inputs, &judged.delta.left_out, changed);
        call.secrets.learn_answer(changed);
        let declared = Some(&binding.schema.inputs);
        redaction::hide(&call, "input", declared, &inputs, changed);
        judged.delta.apply(&mut inputs);
        failures = judged.failures;
    }
    let private = PrivateState {
        named,
        ..binding.private_state()
    };
    Ok(CheckResult {
        inputs: private.with(inputs),
        failures,
    })
}

/// Whether the provider that recorded these inputs had generated the name: providers bridged from Terraform list
/// properties that the program did not set in `__defaults`.
fn was_defaulted(binding: &ResourceBinding<'_>, old_inputs: &PropertyMap) -> bool {
    let Some(rule) = &binding.schema.traits.name else {
        return false;
    };
    let defaults = old_inputs.get("__defaults").map(PropertyValue::reveal);
    let Some(PropertyValue::Array(names)) = defaults else {
        return false;
    };
    names
        .iter()
        .any(|name| name.as_str() == Some(rule.property.as_str()))
}

/// The names of recorded inputs that an earlier version of the component had.
fn earlier_names(binding: &ResourceBinding<'_>, old_inputs: &StoredProperties) -> Vec<String> {
    if !binding.has(Hook::Migrate) {
        return Vec::new();
    }
    let declared = &binding.schema.inputs.properties;
    let names = old_inputs.values.keys();
    let earlier = names.filter(|name| !declared.contains_key(*name));
    earlier.cloned().collect()
}

/// Adds to a failure of an earlier name that there is a newer one. Engines put the recorded value of an earlier name into
/// the inputs if the program ignores its changes.
fn explain_earlier_names(earlier: &[String], failures: &mut [PropertyFailure]) {
    for failure in failures {
        if earlier.contains(&failure.property) {
            failure.reason.push_str(
                "\nhint: an earlier version of the component had this property: use its present name, in the options of \
                 the resource too",
            );
        }
    }
}

/// Adds to a failure of a generated name that the program did not set it, and how it can.
fn explain_generated_name(binding: &ResourceBinding<'_>, failures: &mut [PropertyFailure]) {
    let Some(rule) = &binding.schema.traits.name else {
        return;
    };
    for failure in failures {
        if failure.property == rule.property {
            failure.reason.push_str(
                " (the name was made from the resource's name, because the program sets no name)\n\
                 hint: set `",
            );
            failure.reason.push_str(&rule.property);
            failure.reason.push_str("` to a name of your choice");
        }
    }
}

/// Warns on the resource about deprecated properties.
fn note_deprecations(binding: &ResourceBinding<'_>, call: &Call, inputs: &PropertyMap) {
    let whole = binding.schema.deprecation.as_deref();
    let notes = schema::deprecations(binding.package, whole, &binding.schema.inputs, inputs);
    call.warn_of(&notes);
}
