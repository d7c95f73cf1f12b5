//! Reading JSON text, straight into an author's types.

use std::borrow::Cow;
use std::rc::Rc;

use serde_json::{Number, Value as JsonValue};

use super::escape;
use super::members::Members;
use super::number;
use super::piece::Piece;
use super::scan;
use super::text::Text;
use crate::error::PropertyFailure;
use crate::host::wire;
use crate::value::map::PropertyMap;
use crate::value::path::PropertyPath;

type Decoded<T> = Result<T, PropertyFailure>;

/// Decodes an encoded value as a type of properties.
///
/// It unwraps secrets and outputs. An unknown value is a failure.
#[derive(Clone)]
pub struct Decoder<'a> {
    text: &'a Rc<Text>,
    /// The beginning of the value. Every reader starts here, so that another reader can try after a failure.
    start: usize,
    /// The first byte that is not read yet.
    at: usize,
    end: usize,
    /// Whether the value ends at `end`.
    whole: bool,
    /// As in [`scan::Scanned`](super::scan::Scanned).
    plain: bool,
    /// The remaining depth.
    depth: u8,
    /// The property of the value, if it may be read later.
    later: Option<&'static str>,
}

/// The kind of a value, by its first byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Null,
    Boolean,
    Number,
    String,
    Array,
    Object,
    /// Another byte: the text is malformed.
    None,
}

impl<'a> Decoder<'a> {
    /// The value in this place.
    pub(super) fn of(
        text: &'a Rc<Text>,
        (start, end): (usize, usize),
        plain: bool,
        depth: u8,
    ) -> Self {
        Self {
            text,
            start,
            at: start,
            end,
            whole: true,
            plain,
            depth,
            later: None,
        }
    }

    /// Reports failures of the value at the end of the call.
    pub(crate) fn later(mut self, property: &'static str) -> Self {
        self.later = Some(property);
        self
    }

    /// Reports failures of the value immediately.
    pub(crate) fn at_once(mut self) -> Self {
        self.later = None;
        self
    }

    /// The property of the value, if it may be read later.
    pub(crate) fn may_wait(&self) -> Option<&'static str> {
        self.later
    }

    fn bytes(&self) -> &'a [u8] {
        let bytes = self.text.as_str().as_bytes();
        bytes.get(..self.end).unwrap_or_default()
    }

    /// The next byte that is not white space; 0 at the end.
    fn next(&mut self) -> u8 {
        let bytes = self.bytes();
        self.at = scan::skip_space(bytes, self.at);
        bytes.get(self.at).copied().unwrap_or_default()
    }

    /// The text of a value that ends with its place.
    pub(crate) fn as_str(&self) -> &'a str {
        self.text.part(self.start, self.end)
    }

    /// The form of the value, before any unwrapping. The decoder goes back to the start of the value.
    pub(crate) fn form(&mut self) -> Form {
        self.at = self.start;
        match self.next() {
            b'"' => Form::String,
            b'{' => Form::Object,
            b'[' => Form::Array,
            b'n' => Form::Null,
            b't' | b'f' => Form::Boolean,
            b'-' | b'0'..=b'9' => Form::Number,
            _ => Form::None,
        }
    }

    /// The value inside wrappers, which is read instead; `None` without wrappers.
    ///
    /// # Errors
    /// When it is not known yet.
    pub(crate) fn open(&mut self, path: &PropertyPath<'_>) -> Decoded<Option<Self>> {
        if self.plain {
            return Ok(None);
        }
        match self.form() {
            Form::String => {
                let mut copy = self.clone();
                if wire::is_unknown(&copy.take_string(path)?) {
                    Err(not_known(path))
                } else {
                    Ok(None)
                }
            }
            Form::Object => {
                let (members, end) = self.split(path)?;
                if members.wrapper().is_none() {
                    return Ok(None);
                }
                let mut inner = members.get("value").ok_or_else(|| not_known(path))?;
                inner.depth = self.deeper(path)?;
                self.at = end;
                Ok(Some(inner))
            }
            _ => Ok(None),
        }
    }

    /// The kind of the value inside wrappers.
    ///
    /// # Errors
    /// When it is not known yet.
    pub(crate) fn opened_form(&mut self, path: &PropertyPath<'_>) -> Decoded<Form> {
        let mut copy = self.clone();
        match copy.open(path)? {
            Some(mut inner) => inner.opened_form(path),
            None => Ok(copy.form()),
        }
    }

    /// Whether the value inside any wrappers is null.
    pub(crate) fn is_null(&self) -> bool {
        let mut copy = self.clone();
        match copy.form() {
            Form::Null => true,
            Form::Object if !self.plain => {
                let piece = copy.piece(&PropertyPath::Root);
                // A wrapper may contain null. A plain piece has no wrappers.
                let is_marked = piece.is_ok_and(|piece| !piece.plain);
                is_marked
                    && copy
                        .tree(&PropertyPath::Root)
                        .is_ok_and(|tree| wire::is_null(&tree))
            }
            _ => false,
        }
    }

    fn deeper(&self, path: &PropertyPath<'_>) -> Decoded<u8> {
        let deeper = self.depth.checked_sub(1);
        deeper.ok_or_else(|| path.failure("is nested too deeply"))
    }

    fn split(&self, path: &PropertyPath<'_>) -> Decoded<(Members<'a>, usize)> {
        Members::split(self.text, self.at).ok_or_else(|| malformed(path))
    }

    /// Skips the value.
    pub(crate) fn skip(&mut self, path: &PropertyPath<'_>) -> Decoded<()> {
        self.piece(path).map(|_| ())
    }

    /// The value as a piece of the text, which goes past it.
    pub(crate) fn piece(&mut self, path: &PropertyPath<'_>) -> Decoded<Piece> {
        let (end, plain) = if self.whole {
            (self.end, self.plain)
        } else {
            let scanned = scan::value(self.bytes(), self.start);
            let scanned = scanned.ok_or_else(|| malformed(path))?;
            (scanned.end, self.plain || scanned.plain)
        };
        self.at = end;
        Ok(Piece {
            text: Rc::clone(self.text),
            start: self.start,
            end,
            plain,
            depth: self.depth,
            property: self.later.unwrap_or_default(),
        })
    }

    /// The value as JSON. Wrappers around it are opened, those inside an array or object stay.
    ///
    /// # Errors
    /// When it is not known yet.
    pub fn json(&mut self, path: &PropertyPath<'_>) -> Decoded<JsonValue> {
        if let Some(mut inner) = self.open(path)? {
            return inner.json(path);
        }
        self.tree(path)
    }

    /// The value as a tree, wrappers and all.
    ///
    /// # Errors
    /// When it is malformed, or too deep.
    pub(super) fn tree(&mut self, path: &PropertyPath<'_>) -> Decoded<JsonValue> {
        let mut raw = Self {
            plain: true,
            ..self.clone()
        };
        let tree = raw.raw_tree(path)?;
        self.at = raw.at;
        Ok(tree)
    }

    fn raw_tree(&mut self, path: &PropertyPath<'_>) -> Decoded<JsonValue> {
        match self.form() {
            Form::Null => match self.take_scalar() {
                "null" => Ok(JsonValue::Null),
                _ => Err(malformed(path)),
            },
            Form::Boolean => self.boolean(path).map(JsonValue::Bool),
            Form::Number => self.number(path, "").map(JsonValue::Number),
            Form::String => self.take_string(path).map(JsonValue::from),
            Form::Array => {
                let mut items = Vec::new();
                self.array(path, &mut |from, _| {
                    items.push(from.raw_tree(path)?);
                    Ok(())
                })?;
                Ok(JsonValue::Array(items))
            }
            Form::Object => {
                let mut members = PropertyMap::new();
                self.entries(path, &mut |from, name| {
                    members.insert(name.into_owned(), from.raw_tree(path)?);
                    Ok(())
                })?;
                Ok(JsonValue::Object(members))
            }
            Form::None => Err(malformed(path)),
        }
    }

    /// Whether nothing in the value is a secret or unknown.
    pub(crate) fn is_plain(&self) -> bool {
        self.plain
    }

    /// Reads a string.
    pub(crate) fn string(&mut self, path: &PropertyPath<'_>) -> Decoded<Cow<'a, str>> {
        if let Some(mut inner) = self.open(path)? {
            return inner.string(path);
        }
        match self.form() {
            Form::String => self.take_string(path),
            other => Err(unexpected(path, "a string", other)),
        }
    }

    /// Reads the string that begins here.
    fn take_string(&mut self, path: &PropertyPath<'_>) -> Decoded<Cow<'a, str>> {
        let start = self.at;
        let scanned = scan::string(self.bytes(), start).ok_or_else(|| malformed(path))?;
        self.at = scanned.end;
        let inside = self.text.part(start + 1, scanned.end - 1);
        if !scanned.escaped {
            return Ok(Cow::Borrowed(inside));
        }
        let read = escape::read(inside).ok_or_else(|| malformed(path))?;
        Ok(Cow::Owned(read))
    }

    /// Reads a boolean.
    pub(crate) fn boolean(&mut self, path: &PropertyPath<'_>) -> Decoded<bool> {
        if let Some(mut inner) = self.open(path)? {
            return inner.boolean(path);
        }
        match self.form() {
            Form::Boolean => match self.take_scalar() {
                "true" => Ok(true),
                "false" => Ok(false),
                _ => Err(malformed(path)),
            },
            other => Err(unexpected(path, "a boolean", other)),
        }
    }

    fn take_scalar(&mut self) -> &'a str {
        let (start, end) = (self.at, scan::scalar(self.bytes(), self.at));
        self.at = end;
        self.text.part(start, end)
    }

    /// Reads a number; `expected` is its name in a message.
    pub(crate) fn number(&mut self, path: &PropertyPath<'_>, expected: &str) -> Decoded<Number> {
        if let Some(mut inner) = self.open(path)? {
            return inner.number(path, expected);
        }
        match self.form() {
            Form::Number => {
                let digits = self.take_scalar();
                number::read(digits).ok_or_else(|| malformed(path))
            }
            other => Err(unexpected(path, expected, other)),
        }
    }

    /// Reads a list: `each` reads the element that it is called with the position of.
    pub(crate) fn array(
        &mut self,
        path: &PropertyPath<'_>,
        each: &mut dyn FnMut(&mut Self, usize) -> Decoded<()>,
    ) -> Decoded<()> {
        if let Some(mut inner) = self.open(path)? {
            return inner.array(path, each);
        }
        match self.form() {
            Form::Array => {}
            other => return Err(unexpected(path, "an array", other)),
        }
        let mut inside = self.inside(path)?;
        if inside.next() == b']' {
            self.at = inside.at + 1;
            return Ok(());
        }
        for index in 0.. {
            inside.next();
            inside.start = inside.at;
            each(&mut inside, index)?;
            inside.skip_unread(path)?;
            match inside.next() {
                b',' => inside.at += 1,
                b']' => break,
                _ => return Err(malformed(path)),
            }
        }
        self.at = inside.at + 1;
        Ok(())
    }

    /// Reads a map: `each` reads the entry that it is called with the name of.
    pub(crate) fn entries(
        &mut self,
        path: &PropertyPath<'_>,
        each: &mut dyn FnMut(&mut Self, Cow<'a, str>) -> Decoded<()>,
    ) -> Decoded<()> {
        if let Some(mut inner) = self.open(path)? {
            return inner.entries(path, each);
        }
        match self.form() {
            Form::Object => {}
            other => return Err(unexpected(path, "an object", other)),
        }
        let mut inside = self.inside(path)?;
        if inside.next() == b'}' {
            self.at = inside.at + 1;
            return Ok(());
        }
        loop {
            if inside.next() != b'"' {
                return Err(malformed(path));
            }
            let name = inside.take_string(path)?;
            if inside.next() != b':' {
                return Err(malformed(path));
            }
            inside.at += 1;
            inside.next();
            inside.start = inside.at;
            each(&mut inside, name)?;
            inside.skip_unread(path)?;
            match inside.next() {
                b',' => inside.at += 1,
                b'}' => break,
                _ => return Err(malformed(path)),
            }
        }
        self.at = inside.at + 1;
        Ok(())
    }

    /// Skips an element that its reader did not read: the reader may return a value without reading, or after another
    /// reader failed.
    fn skip_unread(&mut self, path: &PropertyPath<'_>) -> Decoded<()> {
        if self.at == self.start {
            self.skip(path)
        } else {
            Ok(())
        }
    }

    /// The first place inside the list or object that begins here.
    fn inside(&self, path: &PropertyPath<'_>) -> Decoded<Self> {
        Ok(Self {
            at: self.at + 1,
            whole: false,
            depth: self.deeper(path)?,
            later: None,
            ..self.clone()
        })
    }

    /// Decodes an object whose members are found by name.
    pub(crate) fn object(&mut self, path: &PropertyPath<'_>) -> Decoded<Members<'a>> {
        if let Some(mut inner) = self.open(path)? {
            return inner.object(path);
        }
        match self.form() {
            Form::Object => {}
            other => return Err(unexpected(path, "an object", other)),
        }
        let (mut members, end) = self.split(path)?;
        members.depth = self.deeper(path)?;
        self.at = end;
        Ok(members)
    }
}

impl<'a> Members<'a> {
    /// The value of the member with this name, to be read.
    pub(crate) fn get(&self, name: &str) -> Option<Decoder<'a>> {
        let member = self.find(name)?;
        let place = (member.start, member.end);
        Some(Decoder::of(self.text(), place, member.plain, self.depth))
    }
}

fn not_known(path: &PropertyPath<'_>) -> PropertyFailure {
    path.failure("is not known yet")
}

fn malformed(path: &PropertyPath<'_>) -> PropertyFailure {
    path.failure("is malformed JSON")
}

/// The failure for a value of another type.
pub(crate) fn unexpected(path: &PropertyPath<'_>, expected: &str, found: Form) -> PropertyFailure {
    let found = match found {
        Form::Null => "null",
        Form::Boolean => "a boolean",
        Form::Number => "a number",
        Form::String => "a string",
        Form::Array => "an array",
        Form::Object => "an object",
        Form::None => return malformed(path),
    };
    path.failure(format!("expected {expected}, found {found}"))
}
