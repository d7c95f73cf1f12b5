//! Pieces of received texts.

use std::rc::Rc;

use super::scan;
use super::text::{MAX_DEPTH, Text};
use crate::error::PropertyFailure;
use crate::value::path::PropertyPath;

/// A value in a received text.
#[derive(Clone)]
pub(crate) struct Piece {
    pub(super) text: Rc<Text>,
    pub(super) start: usize,
    pub(super) end: usize,
    /// As in [`scan::Scanned`].
    pub(super) plain: bool,
    /// The remaining depth.
    pub(super) depth: u8,
    /// The property of the value; empty if it does not matter.
    pub(super) property: &'static str,
}

impl Text {
    /// The value that makes up the whole text.
    ///
    /// # Errors
    /// When the text is malformed.
    pub(crate) fn value(self: &Rc<Self>) -> Result<Piece, PropertyFailure> {
        let malformed = || PropertyPath::Root.failure("is not JSON");
        let bytes = self.as_str().as_bytes();
        let start = scan::skip_space(bytes, 0);
        let scanned = scan::value(bytes, start).ok_or_else(malformed)?;
        if scan::skip_space(bytes, scanned.end) != bytes.len() {
            return Err(malformed());
        }
        Ok(Piece {
            text: Rc::clone(self),
            start,
            end: scanned.end,
            plain: scanned.plain,
            depth: MAX_DEPTH,
            property: "",
        })
    }
}

impl Piece {
    pub(crate) fn as_str(&self) -> &str {
        self.text.part(self.start, self.end)
    }

    /// Whether both are the same place in the same text.
    pub(crate) fn is(&self, text: &Rc<Text>, (start, end): (usize, usize)) -> bool {
        Rc::ptr_eq(&self.text, text) && (self.start, self.end) == (start, end)
    }

    /// The path of the property that it is.
    pub(crate) fn path(&self) -> PropertyPath<'_> {
        match self.property {
            "" => PropertyPath::Root,
            property => PropertyPath::Root.key(property),
        }
    }

    /// Records a problem, for the end of the call.
    pub(crate) fn fail(&self, failure: PropertyFailure) {
        self.text.fail(failure);
    }
}
