//! Marks of an encoded value apart from its type: secret, unknown, null.

use serde_json::Value as JsonValue;

use super::decoder::Decoder;
use super::encoder::Encoder;
use super::piece::Piece;
use super::text::{MAX_DEPTH, Text};
use crate::error::PropertyFailure;
use crate::host::wire;
use crate::value::path::PropertyPath;

/// The marks of a value apart from its type.
pub(crate) struct Aspect {
    pub(crate) secret: bool,
    pub(crate) unknown: bool,
    pub(crate) null: bool,
}

impl Piece {
    /// The beginning of the piece's value.
    pub(crate) fn decoder(&self) -> Decoder<'_> {
        Decoder::of(&self.text, (self.start, self.end), self.plain, self.depth)
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

    /// Whether anything in it is a secret. A value that cannot be decoded may contain a secret.
    pub(crate) fn has_secret(&self) -> bool {
        match self.aspect(&PropertyPath::Root) {
            Ok(aspect) => aspect.secret,
            Err(_) => true,
        }
    }

    /// Whether the value inside any wrappers is null, or not known at all.
    pub(crate) fn is_nothing(&self) -> bool {
        if self.plain {
            self.as_str() == "null"
        } else {
            self.tree(&PropertyPath::Root)
                .is_ok_and(|tree| wire::open(tree).is_none_or(|value| value.is_null()))
        }
    }

    /// Whether the value as a whole is a secret. A value that cannot be decoded may be a secret.
    pub(crate) fn is_secret(&self) -> bool {
        if self.plain {
            return false;
        }
        match self.tree(&PropertyPath::Root) {
            Ok(tree) => wire::is_secret(&tree),
            Err(_) => true,
        }
    }

    /// The same value as a secret. A value that is already a secret stays unchanged.
    pub(crate) fn as_secret(&self) -> Self {
        let mut into = Encoder::default();
        into.piece(self);
        into.secret(0);
        let text = Text::new(into.finish());
        Self {
            start: 0,
            end: text.as_str().len(),
            plain: false,
            // The wrapper adds one level.
            depth: self.depth.saturating_add(1).min(MAX_DEPTH),
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
}
