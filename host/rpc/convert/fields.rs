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

const CUT_OFF: &str = "a message in them is cut off";
const NO_FIELD: &str = "a message in them has a malformed field";

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
    pub(super) fn next(&mut self) -> Result<Option<(u32, Content<'a>)>, &'static str> {
        match self.0 {
            [] => Ok(None),
            // Most fields are short texts and messages.
            [key @ 0x08..0x80, length @ 0..0x80, rest @ ..] if key & 7 == 2 => {
                let (content, rest) = rest.split_at_checked(usize::from(*length)).ok_or(CUT_OFF)?;
                self.0 = rest;
                Ok(Some((u32::from(key >> 3), Content::Bytes(content))))
            }
            _ => self.any(),
        }
    }

    /// The next field, of any kind.
    fn any(&mut self) -> Result<Option<(u32, Content<'a>)>, &'static str> {
        let key = u32::try_from(self.varint()?).map_err(|_| NO_FIELD)?;
        let content = match key & 7 {
            0 => Content::Varint(self.varint()?),
            1 => Content::Fixed64(self.chunk()?),
            2 => {
                let length = usize::try_from(self.varint()?).map_err(|_| CUT_OFF)?;
                let (content, rest) = self.0.split_at_checked(length).ok_or(CUT_OFF)?;
                self.0 = rest;
                Content::Bytes(content)
            }
            5 => {
                self.chunk::<4>()?;
                Content::Fixed32
            }
            _ => return Err(NO_FIELD),
        };
        match key >> 3 {
            0 => Err(NO_FIELD),
            number => Ok(Some((number, content))),
        }
    }

    #[inline]
    fn chunk<const BYTES: usize>(&mut self) -> Result<[u8; BYTES], &'static str> {
        let (chunk, rest) = self.0.split_first_chunk().ok_or(CUT_OFF)?;
        self.0 = rest;
        Ok(*chunk)
    }

    #[inline]
    fn varint(&mut self) -> Result<u64, &'static str> {
        // Nearly every one has one byte.
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
            let (byte, rest) = self.0.split_first().ok_or(CUT_OFF)?;
            self.0 = rest;
            // Of the last byte, only one bit is left.
            if shift == 63 && *byte > 1 {
                return Err(NO_FIELD);
            }
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(NO_FIELD)
    }
}
