//! The outputs of components and the results of methods that an update left out, because the engine had skipped the
//! resources that they come from: resources beside a target, or resources that a refresh does not create.
//!
//! The engine drops unknown values from the answers of an update, and a reader of such an output gets no value, as if
//! the component had none.

use std::collections::{BTreeMap, BTreeSet};

use parking_lot::Mutex;

use super::SELF;
use crate::graph::{LookupKind, LookupRequest};
use crate::value::{PropertyMap, PropertyValue};

/// The URN of a component and the token of a method; the token is empty for the component itself.
pub(crate) type Subject = (String, String);

/// The names of unknown outputs.
#[derive(Debug, Default)]
pub(crate) struct UnknownOutputs(Mutex<BTreeMap<Subject, BTreeSet<String>>>);

/// The component or the method whose outputs a request asks for.
pub(crate) fn subject_of(request: &LookupRequest) -> Option<Subject> {
    match request.kind {
        LookupKind::Reference => Some((request.subject.clone(), String::new())),
        LookupKind::Method => {
            let receiver = request.arguments.get(SELF).map(PropertyValue::reveal)?;
            let PropertyValue::ResourceReference(receiver) = receiver else {
                return None;
            };
            Some((receiver.urn.clone(), request.token.clone()))
        }
        LookupKind::Read | LookupKind::Invoke => None,
    }
}

impl UnknownOutputs {
    /// Records what the last construction of a component, or the last call of a method, left out.
    pub(crate) fn note(&self, subject: Subject, names: &BTreeSet<String>) {
        let mut notes = self.0.lock();
        if names.is_empty() {
            notes.remove(&subject);
        } else {
            notes.insert(subject, names.clone());
        }
    }

    /// Adds the unknown outputs to those that the engine answered.
    pub(crate) fn add(&self, subject: &Subject, outputs: &mut PropertyMap) {
        for name in self.0.lock().get(subject).into_iter().flatten() {
            let output = outputs.entry(name.clone());
            output.or_insert(PropertyValue::Unknown);
        }
    }
}
