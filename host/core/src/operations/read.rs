//! Read: the current state of a resource, for refresh, import and lookup.

use crate::call::{Call, Effects};
use crate::component::{ReadAnswer, ReadRequest};
use crate::error::{CallError, GuestError, PartialState};
use crate::manifest::Hook;
use crate::operations::change::outcome;
pub use crate::operations::read_result::ReadResult;
use crate::package::Package;
use crate::package::resource_binding::ResourceBinding;
use crate::state::StoredProperties;
use crate::state::input_origin;
use crate::state::unknown_values::{take_unknown, unusable};
use crate::state::unreadable;
use crate::state::upgrade::{self, Recorded};
use crate::value::PropertyMap;
use crate::value::special_values;
use crate::view::View;

/// The resource to read.
#[derive(Debug, Clone, Default)]
pub struct ReadParameters {
    pub id: String,
    /// The recorded inputs; `None` on import.
    pub inputs: Option<StoredProperties>,
    /// The recorded outputs; `None` on import.
    pub outputs: Option<StoredProperties>,
    /// The views as last published.
    pub old_views: Vec<View>,
}

/// Reads a resource; `None` if it does not exist.
///
/// On import, inputs and outputs are `None`. The hook then receives the inputs that the id contains, if the manifest
/// has a form for ids, and no outputs. If it returns no inputs, they are taken from the outputs of the same names, so
/// that drift is visible. A value that the server chose for a property with a server default does not become an input,
/// unless it was an input before.
///
/// # Errors
/// If no component serves the type, the component cannot read a resource for an import or a look-up, the
/// recorded state is newer than the component, or the call fails.
pub async fn read(
    package: &Package,
    call: &Call,
    parameters: ReadParameters,
) -> Result<Option<ReadResult>, CallError> {
    let token = &call.subject.token;
    let binding = &package.resource(token)?;
    let ReadParameters {
        id,
        inputs,
        outputs,
        old_views,
    } = parameters;
    package.pending_comparisons.take(&call.subject.urn);
    let is_import = outputs.is_none();
    if is_import {
        package.imports.note(&call.subject.urn);
    }
    let nothing = StoredProperties::default();
    let shown = outputs.as_ref().unwrap_or(&nothing);
    package
        .pending_creates
        .confirm(&call.subject.urn, &id, shown);
    if is_import && !binding.has(Hook::Read) {
        return Err(CallError::Guest(GuestError::Unsupported(format!(
            "a `{token}` cannot be imported: its component has no `read`"
        ))));
    }
    if !binding.has(Hook::Read) && is_lookup_by_id(binding, inputs.as_ref(), shown) {
        return Err(CallError::Guest(GuestError::Unsupported(format!(
            "a `{token}` cannot be looked up: its component has no `read`"
        ))));
    }
    if !binding.has(Hook::Read) || (!is_import && binding.ready().is_err()) {
        // The resource cannot be read, so its recorded state stands.
        let (inputs, mut outputs) =
            unreadable::in_todays_form(binding, call, inputs, outputs).await?;
        outputs.values = outcome::hidden_today(binding, call, &inputs.values, outputs.values);
        return Ok(Some(ReadResult {
            id,
            inputs,
            outputs,
            refresh_before_update: binding.schema.traits.refresh_before_update,
            reasons: Vec::new(),
        }));
    }
    binding.ready()?;
    let (inputs, outputs) = input_origin::of_today(binding, inputs, outputs);
    let mut recorded = upgrade::recorded(binding, call, inputs, outputs).await?;
    if recorded.is_nothing() {
        let told = binding.inputs_of_id(&id, is_import)?;
        recorded.inputs = told.or(recorded.inputs);
    }
    let call = Call {
        effects: Effects::Read,
        ..call.clone()
    };
    let request = ReadRequest {
        id: &id,
        old_inputs: recorded.inputs.as_ref(),
        old_outputs: recorded.outputs.as_ref(),
        old_views: &old_views,
    };
    match binding.component.read(&call, request).await {
        Ok(None) => Ok(None),
        Ok(Some(mut answer)) => {
            let mut unknown = take_unknown(&mut answer.outputs);
            unknown.extend(answer.inputs.iter_mut().flat_map(take_unknown));
            if unknown.is_empty() {
                Ok(Some(ReadResult::of_answer(
                    binding,
                    &call,
                    &id,
                    recorded,
                    answer,
                    Vec::new(),
                )))
            } else {
                Err(unusable(&unknown))
            }
        }
        Err(CallError::Guest(GuestError::Partial(PartialState {
            id: found,
            mut outputs,
            mut reasons,
            ..
        }))) => {
            reasons.extend(take_unknown(&mut outputs));
            let is_none = found.is_empty() || special_values::is_unknown(&found);
            let answer = ReadAnswer {
                id: if is_none { id.clone() } else { found },
                outputs,
                ..ReadAnswer::default()
            };
            Ok(Some(ReadResult::of_answer(
                binding, &call, &id, recorded, answer, reasons,
            )))
        }
        Err(error) => Err(error),
    }
}

impl Recorded {
    /// Whether only the id is known: an import, or a lookup by id.
    fn is_nothing(&self) -> bool {
        let is_empty = |properties: &Option<PropertyMap>| {
            properties.as_ref().is_none_or(PropertyMap::is_empty)
        };
        is_empty(&self.inputs) && is_empty(&self.outputs)
    }
}

/// Whether a program looks up a resource by its id alone. The engine then sends empty properties. They could also be
/// recorded, but only if the type has no required property.
///
/// A lookup with properties cannot be distinguished from a refresh, because the engine sends the same properties if the
/// server computes no output.
fn is_lookup_by_id(
    binding: &ResourceBinding<'_>,
    inputs: Option<&StoredProperties>,
    outputs: &StoredProperties,
) -> bool {
    let is_empty = inputs.is_none_or(StoredProperties::is_empty) && outputs.is_empty();
    let [inputs, outputs] = [&binding.schema.inputs, &binding.schema.outputs];
    is_empty && !(inputs.required.is_empty() && outputs.required.is_empty())
}
