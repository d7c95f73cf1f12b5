//! The journal: records of resources that a create has made before the engine knows of them. Records outlive the
//! process, so that the next create of the resource continues from there and does not create a second resource.

use async_trait::async_trait;

use crate::call::Call;
use crate::schema;
use crate::value::{PropertyMap, PropertyValue};

/// The record of a resource whose create was not answered.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Note {
    /// The final id.
    pub id: String,
    /// The outputs that may be stored: plain data without secrets.
    pub outputs: PropertyMap,
    /// Whether the guest had saved more outputs.
    pub withheld: bool,
}

impl Note {
    /// A record with the outputs that may be stored.
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

    /// Whether a value may be stored: plain data that contains neither a marked nor a known secret.
    pub(crate) fn may_have(call: &Call, value: &PropertyValue) -> bool {
        !value.contains_secret()
            && schema::to_json(value).is_some()
            && !value.any(&|part| match part {
                PropertyValue::String(text) => call.secrets.are_in(text),
                PropertyValue::Number(number) => call.secrets.know_number(*number),
                PropertyValue::Object(map) => map.keys().any(|name| call.secrets.are_in(name)),
                _ => false,
            })
    }
}

/// Stores records by URN. `pulumi_wasm_packages::journal` implements it with files, and tests in memory.
#[async_trait]
pub trait Journal: Send + Sync {
    /// Stores a record, and replaces an earlier one. When this returns, the record survives a power failure.
    ///
    /// # Errors
    /// A sentence with the place that could not be written, and the reason.
    async fn keep(&self, urn: &str, note: &Note) -> Result<(), String>;

    /// The record of a resource; `None` if it is missing or cannot be read.
    fn find(&self, urn: &str) -> Option<Note>;

    /// Removes the record of a resource, if there is one.
    fn forget(&self, urn: &str);

    /// The file that a user can remove to discard a record.
    fn place(&self, urn: &str) -> String;
}
