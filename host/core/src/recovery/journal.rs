//! Notes of things that a create has made before the engine knows of them. They outlive the process, so that the next
//! create of the same resource goes on from there instead of making a second thing.

use async_trait::async_trait;

use crate::call::Call;
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
