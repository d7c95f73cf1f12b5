//! Texts that came, and pieces of them.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use serde_json::Value as JsonValue;

use super::decoder::{DEEPEST, Decoder};
use super::encoder::Encoder;
use super::members::Members;
use super::scan;
use crate::error::PropertyFailure;
use crate::path::PropertyPath;
use crate::wire;

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

    /// The members of the object in the text, or `None` if it is not an object.
    pub(crate) fn members(self: &Rc<Self>) -> Option<Members<'_>> {
        let bytes = self.text.as_bytes();
        let start = scan::skip_space(bytes, 0);
        let (members, end) = Members::split(self, start)?;
        (scan::skip_space(bytes, end) == bytes.len()).then_some(members)
    }

    /// The one value that the text is.
    ///
    /// # Errors
    /// When the text is malformed.
    pub(crate) fn value(self: &Rc<Self>) -> Result<Piece, PropertyFailure> {
        let malformed = || PropertyPath::Root.failure("is not JSON");
        let bytes = self.text.as_bytes();
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
            depth: DEEPEST,
            property: "",
        })
    }

    /// Notes what is wrong with a part, for the end of the call.
    pub(crate) fn fail(&self, failure: PropertyFailure) {
        self.failures.borrow_mut().push(failure);
    }

    /// The failures so far.
    pub(crate) fn failures(&self) -> Vec<PropertyFailure> {
        self.failures.borrow().clone()
    }
}

/// A value in a text that came.
#[derive(Clone)]
pub(crate) struct Piece {
    pub(super) text: Rc<Text>,
    pub(super) start: usize,
    pub(super) end: usize,
    /// As in [`scan::Scanned`].
    pub(super) plain: bool,
    /// How much deeper it may become.
    pub(super) depth: u8,
    /// The property of the value; empty if it does not matter.
    pub(super) property: &'static str,
}

/// The marks of a value apart from its type.
pub(crate) struct Aspect {
    pub(crate) secret: bool,
    pub(crate) unknown: bool,
    pub(crate) null: bool,
}

impl Piece {
    pub(crate) fn as_str(&self) -> &str {
        self.text.part(self.start, self.end)
    }

    /// The beginning of the piece's value.
    pub(crate) fn decoder(&self) -> Decoder<'_> {
        Decoder::of(&self.text, (self.start, self.end), self.plain, self.depth)
    }

    /// Whether both are the same place in the same text.
    pub(crate) fn is(&self, text: &Rc<Text>, (start, end): (usize, usize)) -> bool {
        Rc::ptr_eq(&self.text, text) && (self.start, self.end) == (start, end)
    }

    /// Secrets and unknown values anywhere in it, and whether it is null.
    ///
    /// # Errors
    /// When it is malformed, or too deep to be read.
    pub(crate) fn aspect(&self, path: &PropertyPath<'_>) -> Result<Aspect, PropertyFailure> {
        if self.plain {
            return Ok(Aspect {
                secret: false,
                unknown: false,
                null: self.as_str() == "null",
            });
        }
        let tree = self.tree(path)?;
        Ok(Aspect {
            secret: wire::contains_secret(&tree),
            unknown: wire::contains_unknown(&tree),
            null: wire::is_null(&tree),
        })
    }

    /// Whether anything in it is a secret. A value that cannot be read may contain one.
    pub(crate) fn has_secret(&self) -> bool {
        match self.aspect(&PropertyPath::Root) {
            Ok(aspect) => aspect.secret,
            Err(_) => true,
        }
    }

    /// Whether the value inside any wrappers is null.
    pub(super) fn is_null(&self) -> bool {
        let aspect = self.aspect(&PropertyPath::Root);
        aspect.is_ok_and(|aspect| aspect.null)
    }

    /// Whether the value inside any wrappers is null, or not known at all.
    pub(crate) fn is_nothing(&self) -> bool {
        match self.plain {
            true => self.as_str() == "null",
            false => self
                .tree(&PropertyPath::Root)
                .is_ok_and(|tree| wire::open(tree).is_none_or(|value| value.is_null())),
        }
    }

    /// Whether the value as a whole is a secret. A value that cannot be read may be one.
    pub(crate) fn is_secret(&self) -> bool {
        if self.plain {
            return false;
        }
        match self.tree(&PropertyPath::Root) {
            Ok(tree) => wire::is_secret(&tree),
            Err(_) => true,
        }
    }

    /// The same value as a secret. One that says so already stays as it is.
    pub(crate) fn as_secret(&self) -> Self {
        let mut into = Encoder::default();
        into.piece(self);
        into.secret(0);
        let text = Text::new(into.finish());
        Self {
            start: 0,
            end: text.as_str().len(),
            plain: false,
            // The wrapper is one level more.
            depth: self.depth.saturating_add(1).min(DEEPEST),
            property: self.property,
            text,
        }
    }

    /// The value as a tree, wrappers and all.
    ///
    /// # Errors
    /// When it is malformed, or too deep to be read.
    pub(crate) fn tree(&self, path: &PropertyPath<'_>) -> Result<JsonValue, PropertyFailure> {
        self.decoder().tree(path)
    }

    /// The path of the property that it is.
    pub(crate) fn path(&self) -> PropertyPath<'_> {
        match self.property {
            "" => PropertyPath::Root,
            property => PropertyPath::Root.key(property),
        }
    }

    /// Notes what is wrong with it, for the end of the call.
    pub(crate) fn fail(&self, failure: PropertyFailure) {
        self.text.fail(failure);
    }
}

/// Does not show the text, which may have secrets.
impl fmt::Debug for Text {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Text").finish_non_exhaustive()
    }
}
