//! Properties that the engine sends as a program's or as recorded ones, and their real origin.
//!
//! With `ignoreChanges: ["*"]` the engine puts the recorded inputs in the place of the program's, and a program that looks
//! a thing up gives part of a state that nothing recorded. Private state tells the two apart; where there is none, the form does.

use crate::call::Call;
use crate::error::CallError;
use crate::package::resource_binding::ResourceBinding;
use crate::schema;
use crate::state::StoredProperties;
use crate::state::private_state::PrivateState;
use crate::state::upgrade;
use crate::value::PropertyMap;

/// The inputs that a program wants, in the form of today: recorded ones, which the engine sent in the place of the
/// program's, are migrated as such.
///
/// # Errors
/// As [`ResourceBinding::recorded`].
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

/// What comes with a read. What a program gives to look a thing up comes as inputs and as outputs, is of today, and
/// gets private state of today.
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
        // A record without private state may look the same. What the schema of today does not have was recorded.
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
