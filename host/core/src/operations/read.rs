//! Read: how a thing is now, for refresh, import and lookup.

use crate::call::{Call, Effects};
use crate::component::{ReadAnswer, ReadRequest};
use crate::error::{CallError, GuestError, PartialState};
use crate::manifest::Hook;
use crate::operations::outcome;
use crate::package::Package;
use crate::redaction;
use crate::resource_binding::ResourceBinding;
use crate::schema::{self, ObjectSchema, Taken};
use crate::special_values;
use crate::state::StoredProperties;
use crate::state::private_state::{Missing, PrivateState};
use crate::state::unseen;
use crate::state::upgrade::{self, Recorded};
use crate::unknowns::{take_unknown, unusable};
use crate::value::PropertyMap;
use crate::view::View;
use crate::wanted;

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

/// A resource as it was found.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Found {
    pub id: String,
    pub inputs: StoredProperties,
    pub outputs: StoredProperties,
    /// Whether the engine should refresh the resource before it next updates it.
    pub refresh_before_update: bool,
    /// Its problems, a sentence each; empty if there are none.
    pub reasons: Vec<String>,
}

/// Reads a resource; none when it does not exist. Inputs and outputs are none on import.
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
) -> Result<Option<Found>, CallError> {
    let token = &call.subject.token;
    let binding = &package.resource(token)?;
    let ReadQuestion {
        id,
        inputs,
        outputs,
        old_views,
    } = question;
    let is_import = outputs.is_none();
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
        let (inputs, outputs) = unseen::in_todays_form(binding, call, inputs, outputs).await?;
        return Ok(Some(Found {
            id,
            inputs,
            outputs,
            refresh_before_update: binding.schema.traits.refresh_before_update,
            reasons: Vec::new(),
        }));
    }
    binding.ready()?;
    let (inputs, outputs) = wanted::of_today(binding, inputs, outputs);
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
        inputs: recorded.inputs.as_ref(),
        outputs: recorded.outputs.as_ref(),
        old_views: &old_views,
    };
    match binding.component.read(&call, request).await {
        Ok(None) => Ok(None),
        Ok(Some(mut answer)) => {
            let mut unknown = take_unknown(&mut answer.outputs);
            unknown.extend(answer.inputs.iter_mut().flat_map(take_unknown));
            match unknown.is_empty() {
                true => Ok(Some(found_to_record(
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
            Ok(Some(found_to_record(
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

/// What is recorded of a thing that was read, where this id was asked for.
fn found_to_record(
    binding: &ResourceBinding<'_>,
    call: &Call,
    asked: &str,
    recorded: Recorded,
    answer: ReadAnswer,
    reasons: Vec<String>,
) -> Found {
    let before = recorded.inputs.unwrap_or_default();
    let mut outputs = outcome::secret(binding, call, &before, answer.outputs);
    if answer.id != asked {
        binding
            .open_ids
            .tell_of_new(call, binding.token, &before, &answer.id);
    }
    let old_outputs = recorded.outputs.filter(|outputs| !outputs.is_empty());
    let inputs = match (answer.inputs, &old_outputs) {
        (Some(mut found), _) => {
            call.secrets.learn_answer(&found);
            let declared = Some(&binding.schema.inputs);
            redaction::hide(call, "input", declared, &before, &mut found);
            schema::leave_to_server(binding.package, binding.schema, &before, found)
        }
        (None, Some(old_outputs)) => schema::refreshed_inputs(
            binding.package,
            binding.schema,
            &before,
            old_outputs,
            &outputs,
        ),
        (None, None) => {
            // What only the id told is an input that no output shows.
            let mut inputs = before.clone();
            let shown = schema::inputs_from_outputs(binding.package, binding.schema, &outputs);
            inputs.extend(shown);
            inputs
        }
    };
    let inputs = schema::keep_write_only(binding.package, binding.schema, &before, inputs);
    let inputs = schema::keep_secrets(binding.package, &binding.schema.inputs, &before, inputs);
    if inputs != before {
        // What was in the open in an input may be nowhere else by now.
        let declared = Some(&binding.schema.outputs);
        redaction::hide(call, "output", declared, &inputs, &mut outputs);
    }
    let is_refresh = old_outputs.is_some();
    keep_undeclared(
        &mut outputs,
        old_outputs.unwrap_or_default(),
        &binding.schema.outputs,
    );
    let taken = match is_refresh {
        true => {
            let known = &recorded.input_private.taken;
            schema::taken_over(binding.package, binding.schema, &before, known, &inputs)
        }
        // All of an import is what the server has.
        false => Taken::new(),
    };
    let of_inputs = PrivateState {
        named: recorded.input_private.named,
        taken,
        ..binding.private_state()
    };
    // What was read and found as it should be is whole, however its create ended.
    let is_partial = recorded.output_private.partial && !reasons.is_empty();
    let of_outputs = PrivateState {
        partial: is_partial,
        missing: match is_partial {
            true => recorded.output_private.missing,
            false => Missing::Nothing,
        },
        looked_up: recorded.output_private.looked_up,
        failed: !is_partial && !reasons.is_empty(),
        ..binding.private_state()
    };
    Found {
        id: answer.id,
        inputs: of_inputs.with(inputs),
        outputs: of_outputs.with(outputs),
        refresh_before_update: answer.refresh_before_update
            || binding.schema.traits.refresh_before_update,
        reasons,
    }
}

/// Keeps recorded outputs that no schema declares, such as the notes of another provider that wrote this state: a guest
/// does not know them, and their loss would look like a change.
fn keep_undeclared(found: &mut PropertyMap, recorded: PropertyMap, declared: &ObjectSchema) {
    for (key, value) in recorded {
        if !declared.properties.contains_key(&key) {
            found.entry(key).or_insert(value);
        }
    }
}
