//! The origin of inputs: from the program or from the state.
//!
//! With `ignoreChanges: ["*"]` the engine sends recorded inputs instead of the program's inputs. A program that looks a
//! resource up sends a part of a state that was never recorded. The private state shows the origin; without private
//! state, the form of the properties does.

use crate::call::Call;
use crate::error::CallError;
use crate::package::resource_binding::ResourceBinding;
use crate::schema;
use crate::state::StoredProperties;
use crate::state::private_state::PrivateState;
use crate::state::upgrade;
use crate::value::PropertyMap;

/// The program's inputs in the current form. If the engine sent recorded inputs instead, they are migrated.
///
/// # Errors
/// Like [`upgrade::recorded`].
pub(crate) async fn of_program(
    binding: &ResourceBinding<'_>,
    call: &Call,
    inputs: StoredProperties,
    recorded: &StoredProperties,
) -> Result<PropertyMap, CallError> {
    let is_of_today = || {
        let declared = &binding.schema.inputs;
        schema::may_be(binding.package, &[declared], &inputs.values)
            && schema::lacking(binding.package, declared, &inputs.values).is_empty()
    };
    let has_versions = binding.schema.traits.state_version > 0;
    let is_recorded =
        || inputs.shares_private_with(recorded) || (inputs == *recorded && !is_of_today());
    if has_versions && !inputs.is_empty() && is_recorded() {
        let migrated = upgrade::recorded(binding, call, Some(inputs), None).await?;
        return Ok(migrated.inputs.unwrap_or_default());
    }
    Ok(inputs.values)
}

/// The properties of a read. If a program looks a resource up, the engine sends its properties as inputs and as
/// outputs. They have the current form and get current private state.
pub(crate) fn of_today(
    binding: &ResourceBinding<'_>,
    mut inputs: Option<StoredProperties>,
    mut outputs: Option<StoredProperties>,
) -> (Option<StoredProperties>, Option<StoredProperties>) {
    if let (Some(inputs), Some(outputs)) = (&mut inputs, &mut outputs)
        && inputs == outputs
        && !inputs.is_empty()
        && !inputs.has_private()
    {
        let looked_up = [
            Some(&binding.schema.inputs),
            Some(&binding.schema.outputs),
            binding.schema.state_inputs.as_ref(),
        ];
        let declared: Vec<_> = looked_up.into_iter().flatten().collect();
        // Recorded properties without private state may look the same. Properties that the current schema lacks were
        // recorded.
        if schema::may_be(binding.package, &declared, &inputs.values) {
            let private = binding.private_state();
            *inputs = private.with(std::mem::take(&mut inputs.values));
            let private = PrivateState {
                looked_up: true,
                ..private
            };
            *outputs = private.with(std::mem::take(&mut outputs.values));
        }
    }
    (inputs, outputs)
}
