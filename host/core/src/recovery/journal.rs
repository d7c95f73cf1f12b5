//! Notes of things that a create has made before the engine knows of them. They outlive the process, so that the next
//! create of the same resource goes on from there instead of making a second thing.

use std::sync::Arc;

use async_trait::async_trait;

use crate::call::{Call, Severity};
use crate::component::{Checkpoint, Component};
use crate::recovery::pending_creates::PendingCreates;
use crate::schema;
use crate::value::{PropertyMap, PropertyValue};

/// The known facts about a thing whose create was not answered.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Note {
    /// The final id.
    pub id: String,
    /// Outputs that may be written down: nothing secret, and nothing but plain data.
    pub outputs: PropertyMap,
    /// Whether the guest had saved more than that.
    pub withheld: bool,
}

impl Note {
    /// A note with those outputs that may be written down.
    pub(crate) fn of(call: &Call, id: &str, outputs: PropertyMap, is_cut: bool) -> Self {
        let count = outputs.len();
        let may_have = |(name, value): &(String, PropertyValue)| {
            !call.secrets.are_in(name) && Self::may_have(call, value)
        };
        let outputs: PropertyMap = outputs.into_iter().filter(may_have).collect();
        Self {
            id: id.to_owned(),
            withheld: is_cut || outputs.len() < count,
            outputs,
        }
    }

    /// Whether a value may be written down: plain data, with nothing in it that is marked or known as a secret.
    pub(crate) fn may_have(call: &Call, value: &PropertyValue) -> bool {
        !value.contains_secret()
            && schema::to_json(value).is_some()
            && !value.any_text(&|text| call.secrets.are_in(text))
    }
}

/// Keeps notes by URN. Implemented by `pulumi_wasm_packages::journal` on files, and in memory in tests.
#[async_trait]
pub trait Journal: Send + Sync {
    /// Keeps a note in the place of an earlier one. When this is done, it survives a loss of power.
    ///
    /// # Errors
    /// A sentence: the place where it cannot be kept, and the reason.
    async fn keep(&self, urn: &str, note: &Note) -> Result<(), String>;

    /// The note of a resource, or `None` if it is missing or cannot be read.
    fn find(&self, urn: &str) -> Option<Note>;

    /// Removes the note of a resource, if it has one.
    fn forget(&self, urn: &str);

    /// The file that a person removes to have a note forgotten.
    fn place(&self, urn: &str) -> String;
}

/// The receiver of a running create's checkpoints, in addition to its answer.
#[async_trait]
pub trait CheckpointSink: Send + Sync {
    /// Keeps a checkpoint. The create goes on even if that fails.
    async fn keep(&self, call: &Call, checkpoint: &Checkpoint);
}

/// The sink of one create.
pub(crate) struct CreateNotes {
    pub(crate) pending_creates: Arc<PendingCreates>,
    pub(crate) component: Arc<dyn Component>,
    /// They say which outputs are secret.
    pub(crate) inputs: Arc<PropertyMap>,
}

#[async_trait]
impl CheckpointSink for CreateNotes {
    async fn keep(&self, call: &Call, checkpoint: &Checkpoint) {
        let note = self.note(call, checkpoint);
        if let Err(reason) = self.pending_creates.keep(&call.subject.urn, &note).await {
            let message = format!(
                "the id `{}` of what was made is not safe before the create is done: {reason}",
                checkpoint.id
            );
            call.log(Severity::Warning, &message);
        }
    }
}

impl CreateNotes {
    /// The part of a checkpoint that may be written down.
    fn note(&self, call: &Call, checkpoint: &Checkpoint) -> Note {
        let package = &self.component.manifest().schema;
        let outputs = match package.resources.get(&call.subject.token) {
            Some(resource) => {
                schema::mark_secrets(package, resource, &self.inputs, checkpoint.outputs.clone())
            }
            None => PropertyMap::new(),
        };
        Note::of(call, &checkpoint.id, outputs, checkpoint.is_cut)
    }
}
