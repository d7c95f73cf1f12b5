//! Read: how a thing is now, for refresh, import and lookup.

use crate::call::{Call, Effects};
use crate::component::{ReadAnswer, ReadRequest};
use crate::error::{CallError, GuestError, PartialState};
use crate::manifest::Hook;
use crate::operations::outcome;
pub use crate::operations::read_result::ReadResult;
use crate::package::Package;
use crate::package::resource_binding::ResourceBinding;
use crate::special_values;
use crate::state::StoredProperties;
use crate::state::input_origin;
use crate::state::unknown_values::{take_unknown, unusable};
use crate::state::unseen;
use crate::state::upgrade::{self, Recorded};
use crate::value::PropertyMap;
use crate::view::View;

/// The thing to be read.
#[derive(Debug, Clone, Default)]
pub struct ReadQuestion {
    pub id: String,
    /// As recorded; none on import.
    pub inputs: Option<StoredProperties>,
    /// As recorded; none on import.
    pub outputs: Option<StoredProperties>,
    /// Views as last published.
    pub old_views: Vec<View>,
}

/// Reads a resource; `None` if it does not exist. On import, inputs and outputs are `None`.
///
/// On import, the hook is given the inputs that the id tells of, where the manifest has a form for ids, and no outputs.
/// Where it gives no inputs, they are made from the outputs of the same names, so that drift is seen. What the server
/// chose, the schema calls computed and no input had said is not an input in either case.
///
/// # Errors
/// When no component serves the type, the component cannot read what is to be imported or looked up, the recorded state
/// is newer than the component, or the call fails.
pub async fn read(
    package: &Package,
    call: &Call,
    question: ReadQuestion,
) -> Result<Option<ReadResult>, CallError> {
    let token = &call.subject.token;
    let binding = &package.resource(token)?;
    let ReadQuestion {
        id,
        inputs,
        outputs,
        old_views,
    } = question;
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
        // The thing cannot be looked at: what is recorded stands.
        let (inputs, mut outputs) = unseen::in_todays_form(binding, call, inputs, outputs).await?;
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
            match unknown.is_empty() {
                true => Ok(Some(ReadResult::of_answer(
                    binding,
                    &call,
                    &id,
                    recorded,
                    answer,
                    Vec::new(),
                ))),
                false => Err(unusable(&unknown)),
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
    /// Whether nothing but the id is known: an import, or a lookup by id alone.
    fn is_nothing(&self) -> bool {
        let is_empty = |properties: &Option<PropertyMap>| {
            properties.as_ref().is_none_or(PropertyMap::is_empty)
        };
        is_empty(&self.inputs) && is_empty(&self.outputs)
    }
}

/// Whether a program looks up a thing of which it knows the id alone. The engine sends nothing then, which could be
/// what is recorded of a thing only where the type has no property that must be there.
///
/// A lookup with properties cannot be told from a refresh, which sends the same where no output is the server's.
fn is_lookup_by_id(
    binding: &ResourceBinding<'_>,
    inputs: Option<&StoredProperties>,
    outputs: &StoredProperties,
) -> bool {
    let is_empty = inputs.is_none_or(StoredProperties::is_empty) && outputs.is_empty();
    let [inputs, outputs] = [&binding.schema.inputs, &binding.schema.outputs];
    is_empty && !(inputs.required.is_empty() && outputs.required.is_empty())
}
