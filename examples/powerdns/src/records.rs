//! Records and comments, between how programs write them and how the server has them.

use pulumi_wasm_provider::prelude::*;

use crate::content::{self, same_records};
use crate::model::{CommentEntry, Record, RecordSetAnswer};

/// A comment on a record set.
#[derive(Object, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Comment {
    /// The text of the comment.
    content: String,
    /// The author of the comment.
    account: Option<String>,
}

/// The server's records, as a program would write them.
pub(crate) struct Current {
    pub(crate) ttl: u32,
    pub(crate) contents: Vec<String>,
    pub(crate) disabled: bool,
    pub(crate) comments: Vec<Comment>,
    /// How many disabled records there are beside others that are not.
    pub(crate) left_out: usize,
}

/// Reads an answer. The server may keep contents in another spelling than it got them, and keeps no order: if they are
/// still the recorded ones, they come as recorded, so that no false change is reported.
pub(crate) fn current(
    record_type: &str,
    found: RecordSetAnswer,
    recorded: Vec<String>,
    recorded_comments: Vec<Comment>,
) -> Current {
    let total = found.records.len();
    let disabled = found.records.iter().all(|record| record.disabled);
    let contents: Vec<_> = found
        .records
        .into_iter()
        .filter(|record| disabled || !record.disabled)
        .map(|record| content::canonical(record_type, &record.content).unwrap_or(record.content))
        .collect();
    let comments: Vec<_> = found.comments.into_iter().map(Comment::from).collect();
    Current {
        ttl: found.ttl,
        left_out: total - contents.len(),
        disabled,
        contents: if same_records(record_type, &contents, &recorded) {
            recorded
        } else {
            contents
        },
        comments: if same_comments(&comments, &recorded_comments) {
            recorded_comments
        } else {
            comments
        },
    }
}

/// The records as the server wants them.
pub(crate) fn to_send(record_type: &str, contents: &[String], disabled: bool) -> Vec<Record> {
    let record = |text: &String| Record {
        content: content::to_send(record_type, text),
        disabled,
    };
    contents.iter().map(record).collect()
}

/// The comments as the server wants them.
pub(crate) fn comments_to_send(comments: &[Comment]) -> Vec<CommentEntry> {
    let entry = |comment: &Comment| CommentEntry {
        content: comment.content.clone(),
        account: comment.account.clone().unwrap_or_default(),
    };
    comments.iter().map(entry).collect()
}

impl From<CommentEntry> for Comment {
    fn from(entry: CommentEntry) -> Self {
        Comment {
            content: entry.content,
            account: Some(entry.account).filter(|account| !account.is_empty()),
        }
    }
}

/// Whether these are the same comments, in any order. No account and an empty one are the same to the server.
pub(crate) fn same_comments(one: &[Comment], other: &[Comment]) -> bool {
    let sorted = |comments: &[Comment]| {
        let mut pairs: Vec<_> = comments
            .iter()
            .map(|comment| {
                (
                    comment.content.clone(),
                    comment.account.clone().unwrap_or_default(),
                )
            })
            .collect();
        pairs.sort();
        pairs
    };
    sorted(one) == sorted(other)
}

#[cfg(test)]
#[path = "records_tests.rs"]
mod tests;
