//! Texts that came.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use crate::error::PropertyFailure;

/// The maximum nesting of lists and objects, as in `serde_json`.
pub(super) const MAX_DEPTH: u8 = 128;

/// A JSON text, and the failures of late reads, which could not be returned.
pub(crate) struct Text {
    text: String,
    failures: RefCell<Vec<PropertyFailure>>,
}

impl Text {
    pub(crate) fn new(text: impl Into<String>) -> Rc<Self> {
        Rc::new(Self {
            text: text.into(),
            failures: RefCell::default(),
        })
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    /// The text itself, without a copy if nothing else refers to it.
    pub(crate) fn into_string(self: Rc<Self>) -> String {
        match Rc::try_unwrap(self) {
            Ok(text) => text.text,
            Err(shared) => shared.text.clone(),
        }
    }

    pub(super) fn part(&self, start: usize, end: usize) -> &str {
        self.text.get(start..end).unwrap_or_default()
    }

    /// Records a problem of a part, for the end of the call.
    pub(crate) fn fail(&self, failure: PropertyFailure) {
        self.failures.borrow_mut().push(failure);
    }

    /// The failures so far.
    pub(crate) fn failures(&self) -> Vec<PropertyFailure> {
        self.failures.borrow().clone()
    }
}

/// Does not show the text, which may have secrets.
impl fmt::Debug for Text {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Text").finish_non_exhaustive()
    }
}
