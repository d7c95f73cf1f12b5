//! The record of a resource that cannot be read, in the current form.

use crate::call::Call;
use crate::error::CallError;
use crate::manifest::Hook;
use crate::package::resource_binding::ResourceBinding;
use crate::state::StoredProperties;
use crate::state::input_origin;
use crate::state::private_state::PrivateState;
use crate::state::upgrade;
use crate::value::PropertyMap;

/// Recorded inputs and outputs.
type Stored = (StoredProperties, StoredProperties);

/// The recorded inputs and outputs of a resource that cannot be read. If the component can migrate them, they are
/// returned in the current form.
pub(crate) async fn in_todays_form(
    binding: &ResourceBinding<'_>,
    call: &Call,
    inputs: Option<StoredProperties>,
    outputs: Option<StoredProperties>,
) -> Result<Stored, CallError> {
    let is_older = |stored: &Option<StoredProperties>| {
        let recorded = stored.as_ref().filter(|stored| !stored.is_empty());
        recorded.is_some_and(|stored| upgrade::migrates(binding, PrivateState::of(stored).version))
    };
    if binding.asks(Hook::Migrate) {
        let (inputs, outputs) = input_origin::of_today(binding, inputs.clone(), outputs.clone());
        if is_older(&inputs) || is_older(&outputs) {
            return migrated(binding, call, inputs, outputs).await;
        }
    }
    Ok((inputs.unwrap_or_default(), outputs.unwrap_or_default()))
}

async fn migrated(
    binding: &ResourceBinding<'_>,
    call: &Call,
    inputs: Option<StoredProperties>,
    outputs: Option<StoredProperties>,
) -> Result<Stored, CallError> {
    let recorded = upgrade::recorded(binding, call, inputs, outputs).await?;
    let version = binding.schema.traits.state_version;
    let stored = |private: PrivateState, values: Option<PropertyMap>| {
        let private = PrivateState { version, ..private };
        private.with(values.unwrap_or_default())
    };
    Ok((
        stored(recorded.input_private, recorded.inputs),
        stored(recorded.output_private, recorded.outputs),
    ))
}
