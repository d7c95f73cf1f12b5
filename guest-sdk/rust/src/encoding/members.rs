//! The members of an object, by their places.

use std::borrow::Cow;
use std::rc::Rc;

use super::escape;
use super::scan;
use super::text::{MAX_DEPTH, Text};
use crate::host::wire::{self, Wrapper};

impl Text {
    /// The members of the object in the text, or `None` if it is not an object.
    pub(crate) fn members(self: &Rc<Self>) -> Option<Members<'_>> {
        let bytes = self.as_str().as_bytes();
        let start = scan::skip_space(bytes, 0);
        let (members, end) = Members::split(self, start)?;
        (scan::skip_space(bytes, end) == bytes.len()).then_some(members)
    }
}

/// The members of one object, not decoded yet.
pub(crate) struct Members<'a> {
    text: &'a Rc<Text>,
    list: Vec<Member>,
    /// Whether a name may be the signature of a special value.
    marked: bool,
    /// The remaining depth of values.
    pub(super) depth: u8,
}

/// One member. It contains positions in the text.
pub(super) struct Member {
    /// The place of the name, without its quotes.
    name: (usize, usize),
    escaped: bool,
    pub(super) start: usize,
    pub(super) end: usize,
    /// As in [`scan::Scanned`].
    pub(super) plain: bool,
}

impl<'a> Members<'a> {
    /// The members of the object that begins at `start`, and its end, or `None` without an object there.
    pub(super) fn split(text: &'a Rc<Text>, start: usize) -> Option<(Self, usize)> {
        let bytes = text.as_str().as_bytes();
        if *bytes.get(start)? != b'{' {
            return None;
        }
        let mut members = Self {
            text,
            list: Vec::new(),
            marked: false,
            depth: MAX_DEPTH,
        };
        let mut at = scan::skip_space(bytes, start + 1);
        if *bytes.get(at)? == b'}' {
            return Some((members, at + 1));
        }
        loop {
            if *bytes.get(at)? != b'"' {
                return None;
            }
            let name = scan::string(bytes, at)?;
            members.marked |= !name.plain;
            let inside = (at + 1, name.end - 1);
            at = scan::skip_space(bytes, name.end);
            if *bytes.get(at)? != b':' {
                return None;
            }
            let start = scan::skip_space(bytes, at + 1);
            let value = scan::value(bytes, start)?;
            members.list.push(Member {
                name: inside,
                escaped: name.escaped,
                start,
                end: value.end,
                plain: value.plain,
            });
            at = scan::skip_space(bytes, value.end);
            match bytes.get(at)? {
                b',' => at = scan::skip_space(bytes, at + 1),
                b'}' => return Some((members, at + 1)),
                _ => return None,
            }
        }
    }

    /// The text that contains them.
    pub(crate) fn text(&self) -> &'a Rc<Text> {
        self.text
    }

    fn name_of(&self, member: &Member) -> Cow<'a, str> {
        let (start, end) = member.name;
        if !member.escaped {
            return Cow::Borrowed(self.text.part(start, end));
        }
        let read = escape::read(self.text.part(start, end));
        Cow::Owned(read.unwrap_or_default())
    }

    /// The member with this name.
    pub(super) fn find(&self, name: &str) -> Option<&Member> {
        // If two members have the same name, the last one counts.
        let mut members = self.list.iter().rev();
        members.find(|member| {
            if member.escaped {
                self.name_of(member) == name
            } else {
                self.text.part(member.name.0, member.name.1) == name
            }
        })
    }

    /// The place of the value of the member with this name.
    pub(crate) fn place(&self, name: &str) -> Option<(usize, usize)> {
        self.find(name).map(|member| (member.start, member.end))
    }

    /// Every name with the text of its value.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Cow<'a, str>, &'a str)> {
        let member = |member: &Member| {
            let value = self.text.part(member.start, member.end);
            (self.name_of(member), value)
        };
        self.list.iter().map(member)
    }

    /// The kind of wrapper, if the object only wraps a value.
    pub(super) fn wrapper(&self) -> Option<Wrapper> {
        if !self.marked {
            return None;
        }
        let is_secret = || {
            self.place("secret")
                .is_some_and(|(start, end)| self.text.part(start, end) == "true")
        };
        let (start, end) = self.place(wire::SIGNATURE)?;
        let signature = self.text.part(start, end);
        // A reader would open wrappers: a signature that is a secret does not count.
        let signature = signature.strip_prefix('"')?.strip_suffix('"')?;
        wire::wrapper_of(&escape::read(signature)?, is_secret)
    }
}
