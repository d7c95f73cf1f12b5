//! Outputs that a failed create or update left behind and that the engine's state cannot take: they are left out with a
//! message, kept in the journal if the create has yet to be completed, and put back when it is.

use crate::call::{Call, Severity};
use crate::component::Checkpoint;
use crate::error::{CallError, PartialState};
use crate::manifest::Hook;
use crate::recovery::journal::Note;
use crate::resource_binding::ResourceBinding;
use crate::size_limits;
use crate::state::private_state::{Missing, PrivateState};
use crate::text::Excerpt;
use crate::value::{PropertyMap, PropertyValue};

impl ResourceBinding<'_> {
    /// Leaves out what a failure cannot bring along, and says so among the reasons. Of a create that is to be completed,
    /// it is kept elsewhere. The marks are those that the state will have.
    pub(crate) async fn fit(
        &self,
        call: &Call,
        partial: &mut PartialState,
        marks: &mut PrivateState,
    ) {
        let may_be_written = |value: &PropertyValue| Note::may_have(call, value);
        let excess = size_limits::take_excess(&mut partial.outputs, may_be_written);
        if partial.is_cut {
            marks.missing = Missing::Nowhere;
        }
        if excess.is_empty() {
            return;
        }
        let names: Vec<String> = excess
            .keys()
            .map(|name| format!("`{}`", Excerpt::path(name)))
            .collect();
        let names = names.join(", ");
        let most = size_limits::MAX_STATE_BYTES >> 20;
        let mut reason = format!(
            "{names}: left out of the state, which takes {most} MiB of a resource that failed"
        );
        if marks.partial {
            let is_plain = excess.values().all(may_be_written);
            let mut outputs = partial.outputs.clone();
            outputs.extend(excess);
            let note = Note::of(call, &partial.id, outputs, partial.is_cut);
            match self
                .pending_creates
                .keep_for_later(&call.subject.urn, &note)
                .await
            {
                Ok(place) if is_plain => {
                    reason.push_str(&format!("; kept in {place} until the create is completed"));
                    if !partial.is_cut {
                        marks.missing = Missing::InJournal;
                    }
                }
                Ok(_) => marks.missing = Missing::Nowhere,
                Err(why) => {
                    call.log(Severity::Warning, &why);
                    marks.missing = Missing::Nowhere;
                }
            }
        }
        partial.reasons.push(reason);
    }

    /// Whether a create that failed can be completed, from its state or from notes beside it: it is resumed,
    /// or else updated to the program's inputs.
    pub(crate) fn can_complete(&self, call: &Call, id: &str, missing: Missing) -> bool {
        (self.has(Hook::Resume) || self.has(Hook::Update))
            && match missing {
                Missing::Nothing => true,
                Missing::InJournal => self.has(Hook::Read) || self.left_out(call, id).is_some(),
                Missing::Nowhere => self.has(Hook::Read),
            }
    }

    /// The checkpoint of a failed create: its recorded part, and the part that was left out.
    ///
    /// # Errors
    /// When that cannot be found any more. Nothing was changed then.
    pub(crate) async fn saved(
        &self,
        call: &Call,
        id: String,
        mut outputs: PropertyMap,
        missing: Missing,
    ) -> Result<Checkpoint, CallError> {
        let left_out = match missing {
            Missing::Nothing => Some(PropertyMap::new()),
            Missing::InJournal => self.left_out(call, &id),
            Missing::Nowhere => None,
        };
        if let Some(left_out) = left_out {
            for (name, value) in left_out {
                outputs.entry(name).or_insert(value);
            }
        } else if self.has(Hook::Read) {
            self.ready()?;
            match self.look(call, &id).await? {
                Some(found) => outputs.extend(found),
                None => {
                    return Err(CallError::Refused {
                        reason: format!(
                            "`{}`, which an earlier create had made in part, does not exist any more",
                            Excerpt::id(&id)
                        ),
                        hint: Some("`pulumi refresh` takes it out of the state".to_owned()),
                    });
                }
            }
        } else {
            return Err(CallError::Refused {
                reason: format!(
                    "the create of `{}` cannot be completed: what it had saved was too large for the state, and is \
                     not in the journal of this machine",
                    Excerpt::id(&id)
                ),
                hint: Some("make it anew: `pulumi up --replace URN`".to_owned()),
            });
        }
        Ok(Checkpoint {
            id,
            outputs,
            is_cut: false,
        })
    }

    /// The outputs that are in the journal.
    fn left_out(&self, call: &Call, id: &str) -> Option<PropertyMap> {
        let note = self.pending_creates.find(&call.subject.urn)?;
        (note.id == id).then_some(note.outputs)
    }
}
