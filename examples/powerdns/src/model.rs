//! The parts of the API's requests and responses that this provider uses.

use serde::{Deserialize, Serialize};

use crate::kind::ZoneKind;

/// A zone as the server describes it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ZoneAnswer {
    pub(crate) kind: ZoneKind,
    #[serde(default)]
    pub(crate) account: String,
    #[serde(default)]
    pub(crate) masters: Vec<String>,
    #[serde(default)]
    pub(crate) serial: u32,
    #[serde(default)]
    pub(crate) dnssec: bool,
    pub(crate) url: String,
    /// Only where the request asked for record sets.
    #[serde(default)]
    pub(crate) rrsets: Vec<RecordSetAnswer>,
}

/// The request for a new zone.
#[derive(Serialize)]
pub(crate) struct NewZone<'a> {
    pub(crate) name: &'a str,
    #[serde(flatten)]
    pub(crate) settings: ZoneSettings<'a>,
    pub(crate) nameservers: &'a [String],
}

/// The settings of a zone that can be changed.
#[derive(Serialize)]
pub(crate) struct ZoneSettings<'a> {
    pub(crate) kind: ZoneKind,
    pub(crate) account: &'a str,
    pub(crate) masters: &'a [String],
}

/// All values of one kind of a zone's metadata.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Metadata {
    pub(crate) kind: String,
    pub(crate) metadata: Vec<String>,
}

/// The records of one name and type, as the server describes them.
#[derive(Debug, Deserialize)]
pub(crate) struct RecordSetAnswer {
    pub(crate) name: String,
    #[serde(rename = "type")]
    pub(crate) record_type: String,
    #[serde(default)]
    pub(crate) ttl: u32,
    #[serde(default)]
    pub(crate) records: Vec<Record>,
    #[serde(default)]
    pub(crate) comments: Vec<CommentEntry>,
}

/// One record of a record set.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Record {
    pub(crate) content: String,
    #[serde(default)]
    pub(crate) disabled: bool,
}

/// A record that a search found.
#[derive(Debug, Deserialize)]
pub(crate) struct FoundRecord {
    pub(crate) zone: String,
    pub(crate) name: String,
    #[serde(rename = "type")]
    pub(crate) record_type: String,
    pub(crate) ttl: u32,
    #[serde(flatten)]
    pub(crate) record: Record,
}

/// A comment of a record set. The server insists on an account, and takes an empty one.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct CommentEntry {
    pub(crate) content: String,
    #[serde(default)]
    pub(crate) account: String,
}

/// A change of a zone's record sets.
#[derive(Serialize)]
pub(crate) struct RecordSetChanges<'a> {
    pub(crate) rrsets: [RecordSetChange<'a>; 1],
}

/// The change of the records of one name and type.
#[derive(Serialize)]
#[serde(tag = "changetype", rename_all = "UPPERCASE")]
pub(crate) enum RecordSetChange<'a> {
    /// These replace all records that were there before.
    Replace {
        name: &'a str,
        #[serde(rename = "type")]
        record_type: &'a str,
        ttl: u32,
        records: Vec<Record>,
        /// Without it, the present comments stay.
        #[serde(skip_serializing_if = "Option::is_none")]
        comments: Option<Vec<CommentEntry>>,
    },
    /// All records and comments go.
    Delete {
        name: &'a str,
        #[serde(rename = "type")]
        record_type: &'a str,
    },
}
