//! The end of a create or update, after the component's part: its result is compared with the promise, and the rest of
//! a failure is prepared for the record.

use crate::call::{Call, Operation};
use crate::component::Updated;
use crate::error::{CallError, Lost, PartialState};
use crate::operations::create::ChangeFailure;
use crate::operations::preview::PlannedOutputs;
use crate::redaction;
use crate::resource_binding::ResourceBinding;
use crate::schema;
use crate::size_limits::MAX_ID_BYTES;
use crate::special_values;
use crate::state::private_state::PrivateState;
use crate::text::Excerpt;
use crate::unknowns::take_unknown;
use crate::value::PropertyMap;

impl ResourceBinding<'_> {
    /// Makes the result of a create or update ready to be recorded, and holds it to its promise. `known` is the id, and
    /// the earlier record.
    ///
    /// # Errors
    /// When the result is not usable or breaks an error-level promise. The thing is complete in every case: its state
    /// comes along, and nothing is to be resumed.
    pub(crate) async fn completed(
        &self,
        call: &Call,
        promise: &PlannedOutputs,
        inputs: &PropertyMap,
        known: (&str, &PropertyMap),
        mut done: Updated,
    ) -> Result<Updated, ChangeFailure> {
        let (id, recorded) = known;
        done.outputs = self.secret(call, inputs, done.outputs);
        if call.operation == Operation::Create {
            self.tell_of_open_id(call, inputs, id);
        }
        done.refresh_before_update |= self.schema.traits.refresh_before_update;
        let held = self.hold(call, promise, &mut done.outputs);
        let mut marks = self.marks();
        if let Err(inconsistent) = held {
            let failure = inconsistent.error().into();
            let mut partial = PartialState {
                id: id.to_owned(),
                outputs: done.outputs,
                reasons: inconsistent.reasons,
                lost: Lost::Named(inconsistent.unknown),
                ..PartialState::default()
            };
            partial.keep_lost(recorded);
            self.fit(call, &mut partial, &mut marks).await;
            marks.put(&mut partial.outputs);
            return Err(ChangeFailure {
                failure,
                partial: Some(partial),
                refresh_before_update: done.refresh_before_update,
            });
        }
        marks.put(&mut done.outputs);
        Ok(done)
    }

    /// Prepares the rest of a failed create or update for the record, with these marks. The id stays the one that the
    /// resource has already, even if the guest noted another; `None` without an earlier id.
    pub(crate) async fn left_behind(
        &self,
        call: &Call,
        mut failure: ChangeFailure,
        id: Option<&str>,
        inputs: &PropertyMap,
        mut marks: PrivateState,
    ) -> ChangeFailure {
        if let (Some(partial), Some(id)) = (&mut failure.partial, id) {
            id.clone_into(&mut partial.id);
        }
        // No call could find it again, and the engine refuses an empty id; one that is too long does not reach the
        // engine.
        let is_nameless =
            |id: &str| id.is_empty() || id.len() > MAX_ID_BYTES || special_values::is_unknown(id);
        if let Some(nameless) = failure.partial.take_if(|partial| is_nameless(&partial.id)) {
            let id = match nameless.id.len() {
                bytes if bytes <= MAX_ID_BYTES => "no id".to_owned(),
                bytes => format!("an id of {bytes} bytes"),
            };
            failure.failure.error = CallError::BadAnswer(format!(
                "it left something behind and gave {id} for it: {}",
                nameless.reasons.join("; ")
            ));
        }
        if let Some(partial) = &mut failure.partial {
            partial.outputs = self.secret(call, inputs, std::mem::take(&mut partial.outputs));
            if id.is_none() {
                self.tell_of_open_id(call, inputs, &partial.id);
            }
            partial.reasons.extend(take_unknown(&mut partial.outputs));
            partial.reasons.extend(what_is_lost(&partial.lost));
            self.fit(call, partial, &mut marks).await;
            marks.put(&mut partial.outputs);
        }
        failure.refresh_before_update = self.schema.traits.refresh_before_update;
        failure
    }

    /// Marks outputs as secret by the schema, by the inputs that they come from, and those that are known secrets.
    pub(crate) fn secret(
        &self,
        call: &Call,
        inputs: &PropertyMap,
        mut outputs: PropertyMap,
    ) -> PropertyMap {
        // A guest must not write under the host's key.
        PrivateState::take(&mut outputs);
        let mut outputs = schema::mark_secrets(self.package, self.schema, inputs, outputs);
        call.secrets.learn_answer(&outputs);
        let declared = Some(&self.schema.outputs);
        redaction::hide(call, "output", declared, inputs, &mut outputs);
        outputs
    }
}

/// How many lost outputs are named.
const MOST_NAMED: usize = 20;

/// The consequence of lost outputs for the resource, or `None` without a loss.
fn what_is_lost(lost: &Lost) -> Option<String> {
    let names = match lost {
        Lost::Nothing => return None,
        Lost::Unnamed => "some of its outputs".to_owned(),
        Lost::Named(names) => {
            let shown = names.iter().take(MOST_NAMED);
            let shown: Vec<String> = shown
                .map(|name| format!("`{}`", Excerpt::path(name)))
                .collect();
            let more = names.len().saturating_sub(MOST_NAMED);
            match more {
                0 => shown.join(", "),
                more => format!("{} and {more} more", shown.join(", ")),
            }
        }
    };
    Some(format!(
        "it did all that it had to, and only {names} could not be recorded: nothing is made a second time"
    ))
}
