//! Ids that are secrets: the engine keeps and shows them in the open, and nothing but the component can change that. So
//! its user is told, once for each resource type.

use std::collections::BTreeSet;

use parking_lot::Mutex;

use crate::call::{Call, Severity};
use crate::component::ListedResource;
use crate::redaction;
use crate::value::PropertyMap;

/// The resource types whose users were told.
#[derive(Debug, Default)]
pub(crate) struct OpenIds(Mutex<BTreeSet<String>>);

impl OpenIds {
    /// Notes that the user of a type is told; whether that is new.
    fn add(&self, token: &str) -> bool {
        let mut told = self.0.lock();
        !told.contains(token) && told.insert(token.to_owned())
    }

    /// Whether the user of a type was told.
    fn has(&self, token: &str) -> bool {
        let told = self.0.lock();
        told.contains(token)
    }

    /// Says on the resource that a new id is a secret or has one in it, unless the program gives that in the open as well.
    pub(crate) fn tell_of_new(&self, call: &Call, token: &str, inputs: &PropertyMap, id: &str) {
        let is_open = |part: &str| redaction::is_in_the_open(call, inputs, part);
        if call.secrets.are_in_unless(id, &is_open) {
            self.tell(call, token);
        }
    }

    /// Says that one of the ids or names that were listed is a secret or has one in it.
    pub(crate) fn tell_of_listed(&self, call: &Call, token: &str, listed: &[ListedResource]) {
        let has_one = |text: &String| call.secrets.are_in(text);
        if !call.secrets.is_empty()
            && !self.has(token)
            && listed
                .iter()
                .any(|listed| has_one(&listed.id) || has_one(&listed.name))
        {
            self.tell(call, token);
        }
    }

    fn tell(&self, call: &Call, token: &str) {
        if !self.add(token) {
            return;
        }
        let message = format!(
            "the id of a `{token}` contains a secret, and Pulumi keeps ids in plain text, in the state and on screen\n\
             hint: treat that secret as known to all who can read the state, and replace it where that is too many; \
             tell the component's author to use another id"
        );
        call.log(Severity::Warning, &message);
    }
}
