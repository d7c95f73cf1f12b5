//! Warns about ids that contain a secret, once for each resource type. The engine stores and shows ids in plain text,
//! and only the component can change its ids.

use std::collections::BTreeSet;

use parking_lot::Mutex;

use crate::call::{Call, Severity};
use crate::component::ListedResource;
use crate::redaction;
use crate::value::PropertyMap;

/// The resource types whose users were warned.
#[derive(Debug, Default)]
pub(crate) struct OpenIds(Mutex<BTreeSet<String>>);

impl OpenIds {
    /// Records a warning for a type. Returns whether it is the first.
    fn add(&self, token: &str) -> bool {
        let mut told = self.0.lock();
        !told.contains(token) && told.insert(token.to_owned())
    }

    /// Whether the user of a type was warned.
    fn has(&self, token: &str) -> bool {
        let told = self.0.lock();
        told.contains(token)
    }

    /// Warns if a new id contains a secret, unless the program contains that text in plain.
    pub(crate) fn warn_about_new(&self, call: &Call, token: &str, inputs: &PropertyMap, id: &str) {
        let is_open = |part: &str| redaction::is_in_the_open(call, inputs, part);
        if call.secrets.are_in_unless(id, &is_open) {
            self.tell(call, token);
        }
    }

    /// Warns if a listed id or name contains a secret.
    pub(crate) fn warn_about_listed(&self, call: &Call, token: &str, listed: &[ListedResource]) {
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
            "the id of a `{token}` contains a secret, and {} keeps ids in plain text, in the state and on screen\n\
             hint: treat that secret as known to all who can read the state, and replace it if that is too many people; tell the component's author to use another id",
            call.wording.engine()
        );
        call.log(Severity::Warning, &message);
    }
}
