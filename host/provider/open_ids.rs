//! Ids that are secrets: the engine keeps and shows them in the open, and nothing but the component can change that. So
//! its user is told, once for each resource type.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use super::call::{Call, Severity};
use super::component::Listed;
use super::route::Route;
use super::value::{PropertyMap, PropertyValue};

/// The resource types whose users were told.
#[derive(Debug, Default)]
pub(super) struct OpenIds(Mutex<BTreeSet<String>>);

impl OpenIds {
    /// Notes that the user of a type is told; whether that is new.
    fn add(&self, token: &str) -> bool {
        let mut told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        !told.contains(token) && told.insert(token.to_owned())
    }
}

impl Route<'_> {
    /// Says on the resource that a new id is a secret or has one in it, unless the program gives that in the open as well.
    pub(super) fn tell_of_open_id(&self, call: &Call, inputs: &PropertyMap, id: &str) {
        let Some(place) = call.secrets.first_in(id) else {
            return;
        };
        let part = id.get(place).unwrap_or(id);
        let is_open =
            call.subject.urn.contains(part) || inputs.values().any(|value| is_open_in(part, value));
        if !is_open {
            self.tell(call);
        }
    }

    /// Says that one of the ids that were listed is a secret.
    pub(super) fn tell_of_open_ids(&self, call: &Call, listed: &[Listed]) {
        if !call.secrets.is_empty()
            && listed
                .iter()
                .any(|listed| call.secrets.knows(listed.id.as_bytes()))
        {
            self.tell(call);
        }
    }

    fn tell(&self, call: &Call) {
        if !self.open_ids.add(self.token) {
            return;
        }
        let message = format!(
            "the id of a `{}` is a secret or has one in it, and Pulumi keeps ids in the open, in the state and on screen\n\
             hint: treat that secret as known to all who can read the state, and replace it where that is too many; \
             tell the component's author to use another id",
            self.token
        );
        call.log(Severity::Warning, &message);
    }
}

/// Whether a text is part of one that is no secret.
fn is_open_in(part: &str, value: &PropertyValue) -> bool {
    match value {
        PropertyValue::String(text) => text.contains(part),
        PropertyValue::Array(items) => items.iter().any(|item| is_open_in(part, item)),
        PropertyValue::Object(map) => map.values().any(|item| is_open_in(part, item)),
        _ => false,
    }
}
