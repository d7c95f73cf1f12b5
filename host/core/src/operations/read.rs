//! Read: how a thing is now, for refresh, import and lookup.

use crate::call::{Call, Effects};
use crate::component::{ReadAnswer, ReadRequest};
use crate::error::{CallError, GuestError, PartialState};
use crate::failure::PropertyFailure;
use crate::manifest::Hook;
use crate::package::Package;
use crate::redaction;
use crate::resource_binding::ResourceBinding;
use crate::schema::{self, ObjectSchema, Taken};
use crate::special_values;
use crate::state::private_state::{self, PrivateState};
use crate::state::upgrade::Recorded;
use crate::unknowns::{take_unknown, unusable};
use crate::value::PropertyMap;
use crate::view::View;

/// The thing to be read.
#[derive(Debug, Clone, Default)]
pub struct ReadQuestion {
    pub id: String,
    /// As recorded; `None` on import.
    pub inputs: Option<PropertyMap>,
    /// As recorded; `None` on import.
    pub outputs: Option<PropertyMap>,
    /// Views as last published.
    pub old_views: Vec<View>,
}

/// A resource as it was found.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Found {
    pub id: String,
    pub inputs: PropertyMap,
    pub outputs: PropertyMap,
    /// Whether the engine should refresh the resource before it next updates it.
    pub refresh_before_update: bool,
    /// Its problems, a sentence each; empty if there are none.
    pub reasons: Vec<String>,
}

impl Package {
    /// Reads a resource, or returns `None` when it does not exist. Inputs and outputs are `None` on import.
    ///
    /// On import, the hook gets the inputs that the id contains, if the manifest has a form for ids, and no outputs. If
    /// it gives no inputs, they are made from the outputs of the same names, so that drift is seen. A value that the
    /// server chose, the schema calls computed and no input had given is not an input in either case.
    ///
    /// # Errors
    /// When no component serves the type, the component cannot read what is to be imported or looked up, the recorded state
    /// is newer than the component, or the call fails.
    pub async fn read(
        &self,
        call: &Call,
        question: ReadQuestion,
    ) -> Result<Option<Found>, CallError> {
        let token = &call.subject.token;
        let route = self.resource(token)?;
        let ReadQuestion {
            id,
            inputs,
            outputs,
            old_views,
        } = question;
        let is_import = outputs.is_none();
        let nothing = PropertyMap::new();
        let shown = outputs.as_ref().unwrap_or(&nothing);
        self.pending_creates.confirm(&call.subject.urn, &id, shown);
        if is_import && !route.has(Hook::Read) {
            return Err(CallError::Guest(GuestError::Unsupported(format!(
                "a `{token}` cannot be imported: its component has no `read`"
            ))));
        }
        if !route.has(Hook::Read) && route.is_lookup_by_id(inputs.as_ref(), shown) {
            return Err(CallError::Guest(GuestError::Unsupported(format!(
                "a `{token}` cannot be looked up: its component has no `read`"
            ))));
        }
        if !route.has(Hook::Read) || (!is_import && route.ready().is_err()) {
            // The component cannot look: the record stays as it is.
            return Ok(Some(Found {
                id,
                inputs: inputs.unwrap_or_default(),
                outputs: outputs.unwrap_or_default(),
                refresh_before_update: route.schema.traits.refresh_before_update,
                reasons: Vec::new(),
            }));
        }
        route.ready()?;
        let (inputs, outputs) = route.of_today(inputs, outputs);
        let mut recorded = route.recorded(call, inputs, outputs).await?;
        if recorded.is_nothing() {
            let told = route.inputs_of_id(&id, is_import)?;
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
        match route.component.read(&call, request).await {
            Ok(None) => Ok(None),
            Ok(Some(mut answer)) => {
                let mut unknown = take_unknown(&mut answer.outputs);
                unknown.extend(answer.inputs.iter_mut().flat_map(take_unknown));
                match unknown.is_empty() {
                    true => Ok(Some(route.found(&call, &id, recorded, answer, Vec::new()))),
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
                Ok(Some(route.found(&call, &id, recorded, answer, reasons)))
            }
            Err(error) => Err(error),
        }
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

impl ResourceBinding<'_> {
    /// Whether a program looks up a thing by the id alone. The engine sends nothing then. That could also be a recorded
    /// thing, but only if the type has no required property.
    ///
    /// A lookup with properties cannot be told from a refresh, which sends the same if no output is the server's.
    fn is_lookup_by_id(&self, inputs: Option<&PropertyMap>, outputs: &PropertyMap) -> bool {
        let is_empty = inputs.is_none_or(PropertyMap::is_empty) && outputs.is_empty();
        let [inputs, outputs] = [&self.schema.inputs, &self.schema.outputs];
        is_empty && !(inputs.required.is_empty() && outputs.required.is_empty())
    }

    /// The inputs that an id contains. An import's id must have the manifest's form; one that a program looks up may be
    /// the thing's own id.
    pub(crate) fn inputs_of_id(
        &self,
        id: &str,
        is_import: bool,
    ) -> Result<Option<PropertyMap>, CallError> {
        match schema::inputs_from_id(self.package, self.schema, id) {
            Ok(inputs) if inputs.is_empty() => Ok(None),
            Ok(inputs) => Ok(Some(inputs)),
            Err(_) if !is_import => Ok(None),
            Err(reason) => Err(CallError::Guest(GuestError::Invalid(vec![
                PropertyFailure {
                    property: "id".to_owned(),
                    reason,
                },
            ]))),
        }
    }

    /// The state of a thing that was read by this id.
    fn found(
        &self,
        call: &Call,
        asked: &str,
        recorded: Recorded,
        answer: ReadAnswer,
        reasons: Vec<String>,
    ) -> Found {
        let before = recorded.inputs.unwrap_or_default();
        let mut outputs = self.secret(call, &before, answer.outputs);
        if answer.id != asked {
            self.tell_of_open_id(call, &before, &answer.id);
        }
        let old_outputs = recorded.outputs.filter(|outputs| !outputs.is_empty());
        let inputs = match (answer.inputs, &old_outputs) {
            (Some(mut found), _) => {
                call.secrets.learn_answer(&found);
                let declared = Some(&self.schema.inputs);
                redaction::hide(call, "input", declared, &before, &mut found);
                schema::leave_to_server(self.package, self.schema, &before, found)
            }
            (None, Some(old_outputs)) => {
                schema::refreshed_inputs(self.package, self.schema, &before, old_outputs, &outputs)
            }
            (None, None) => {
                // A value that only the id contains is an input that no output shows.
                let mut inputs = before.clone();
                let shown = schema::inputs_from_outputs(self.package, self.schema, &outputs);
                inputs.extend(shown);
                inputs
            }
        };
        let inputs = schema::keep_write_only(self.package, self.schema, &before, inputs);
        let mut inputs = schema::keep_secrets(self.package, &self.schema.inputs, &before, inputs);
        if inputs != before {
            // A value that an input had in the open may be only in the outputs now.
            let declared = Some(&self.schema.outputs);
            redaction::hide(call, "output", declared, &inputs, &mut outputs);
        }
        let is_refresh = old_outputs.is_some();
        keep_undeclared(
            &mut outputs,
            old_outputs.unwrap_or_default(),
            &self.schema.outputs,
        );
        let marks = PrivateState {
            named: recorded.input_marks.named,
            ..self.marks()
        };
        let taken = match is_refresh {
            true => {
                schema::taken_over(self.package, self.schema, &before, &recorded.taken, &inputs)
            }
            // All of an import comes from the server.
            false => Taken::new(),
        };
        marks.put(&mut inputs);
        private_state::put_taken(&taken, &mut inputs);
        // A thing that was read and is in order is complete, even if its create failed.
        let PrivateState {
            partial,
            missing,
            looked_up,
            ..
        } = recorded.output_marks;
        let marks = match partial && !reasons.is_empty() {
            true => PrivateState {
                partial,
                missing,
                ..self.marks()
            },
            false => self.marks(),
        };
        PrivateState { looked_up, ..marks }.put(&mut outputs);
        Found {
            id: answer.id,
            inputs,
            outputs,
            refresh_before_update: answer.refresh_before_update
                || self.schema.traits.refresh_before_update,
            reasons,
        }
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
