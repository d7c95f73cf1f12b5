//! The fields of an encoded message, one after the other, without a copy.

/// The fields that are left.
pub(super) struct Fields<'a>(&'a [u8]);

/// The content of a field, by its type on the wire.
pub(super) enum Content<'a> {
    Varint(u64),
    Fixed64([u8; 8]),
    Fixed32,
    Bytes(&'a [u8]),
}

/// A message that is not as protobuf encodes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("malformed message{}: {reason}", in_field(*.field))]
pub struct Malformed {
    /// The number of the field, or 0 if it cannot be read.
    field: u32,
    reason: &'static str,
}

impl Malformed {
    pub(super) fn at(field: u32, reason: &'static str) -> Self {
        Self { field, reason }
    }
}

fn in_field(number: u32) -> String {
    match number {
        0 => String::new(),
        number => format!(" in field {number}"),
    }
}

const TRUNCATED: &str = "it ends too early";
const LONG_VARINT: &str = "varint of more than 64 bits";

impl<'a> Fields<'a> {
    pub(super) fn of(message: &'a [u8]) -> Self {
        Self(message)
    }

    /// The number and content of the next field.
    ///
    /// # Errors
    /// When the bytes are not a field.
    #[expect(
        clippy::inline_always,
        reason = "a call for each field takes a quarter of what reading properties does"
    )]
    #[inline(always)]
    pub(super) fn next(&mut self) -> Result<Option<(u32, Content<'a>)>, Malformed> {
        match self.0 {
            [] => Ok(None),
            // Most fields are short texts and messages.
            [key @ 0x08..0x80, length @ 0..0x80, rest @ ..] if key & 7 == 2 => {
                let number = u32::from(key >> 3);
                let content = rest.split_at_checked(usize::from(*length));
                let (content, rest) = content.ok_or(Malformed::at(number, TRUNCATED))?;
                self.0 = rest;
                Ok(Some((number, Content::Bytes(content))))
            }
            _ => self.any(),
        }
    }

    /// The next field, of any kind.
    fn any(&mut self) -> Result<Option<(u32, Content<'a>)>, Malformed> {
        let key = self.varint().map_err(|reason| Malformed::at(0, reason))?;
        let key = u32::try_from(key).map_err(|_| Malformed::at(0, "field number too large"))?;
        let number = key >> 3;
        if number == 0 {
            return Err(Malformed::at(0, "field number 0"));
        }
        let content = self.content(key & 7);
        let content = content.map_err(|reason| Malformed::at(number, reason))?;
        Ok(Some((number, content)))
    }

    /// The content of a field, by the type on the wire that its key has.
    fn content(&mut self, wire_type: u32) -> Result<Content<'a>, &'static str> {
        Ok(match wire_type {
            0 => Content::Varint(self.varint()?),
            1 => Content::Fixed64(self.chunk()?),
            2 => {
                let length = usize::try_from(self.varint()?).map_err(|_| TRUNCATED)?;
                let (content, rest) = self.0.split_at_checked(length).ok_or(TRUNCATED)?;
                self.0 = rest;
                Content::Bytes(content)
            }
            5 => {
                self.chunk::<4>()?;
                Content::Fixed32
            }
            3 | 4 => return Err("groups are not supported"),
            _ => return Err("unknown wire type"),
        })
    }

    #[inline]
    fn chunk<const BYTES: usize>(&mut self) -> Result<[u8; BYTES], &'static str> {
        let (chunk, rest) = self.0.split_first_chunk().ok_or(TRUNCATED)?;
        self.0 = rest;
        Ok(*chunk)
    }

    #[inline]
    fn varint(&mut self) -> Result<u64, &'static str> {
        // Nearly every varint has one byte.
        match self.0.split_first() {
            Some((byte, rest)) if *byte < 0x80 => {
                self.0 = rest;
                Ok(u64::from(*byte))
            }
            _ => self.long_varint(),
        }
    }

    fn long_varint(&mut self) -> Result<u64, &'static str> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let (byte, rest) = self.0.split_first().ok_or(TRUNCATED)?;
            self.0 = rest;
            // Of the last byte, only one bit counts.
            if shift == 63 && *byte > 1 {
                return Err(LONG_VARINT);
            }
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(LONG_VARINT)
    }
}
