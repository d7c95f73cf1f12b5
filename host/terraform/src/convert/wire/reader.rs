//! The parts of MessagePack, read from bytes that a core sends. Lengths are compared with the bytes that are left before anything
//! is allocated for them.

/// A part of MessagePack without its elements.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Token<'a> {
    Nil,
    Bool(bool),
    Integer(i64),
    /// An integer above the range of `Integer`.
    Unsigned(u64),
    Float(f64),
    Text(&'a str),
    Binary(&'a [u8]),
    /// An array with this many elements begins.
    Array(usize),
    /// A map with this many pairs begins.
    Map(usize),
    /// A value that is not in MessagePack, with the number of its kind.
    Extension(u8, &'a [u8]),
}

/// Reads bytes from front to back.
pub(crate) struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    /// The next part; `None` if the bytes end or are not MessagePack.
    pub(crate) fn next(&mut self) -> Option<Token<'a>> {
        let mark = self.byte()?;
        Some(match mark {
            0x00..=0x7f => Token::Integer(i64::from(mark)),
            0x80..=0x8f => self.map(usize::from(mark & 0x0f))?,
            0x90..=0x9f => self.array(usize::from(mark & 0x0f))?,
            0xa0..=0xbf => self.text(usize::from(mark & 0x1f))?,
            0xc0 => Token::Nil,
            0xc1 => return None,
            0xc2 => Token::Bool(false),
            0xc3 => Token::Bool(true),
            0xc4..=0xc6 => {
                let length = self.length(mark - 0xc4)?;
                Token::Binary(self.take(length)?)
            }
            0xc7..=0xc9 => {
                let length = self.length(mark - 0xc7)?;
                self.extension(length)?
            }
            0xca => Token::Float(f64::from(f32::from_be_bytes(self.array_of()?))),
            0xcb => Token::Float(f64::from_be_bytes(self.array_of()?)),
            0xcc => Token::Integer(i64::from(self.byte()?)),
            0xcd => Token::Integer(i64::from(u16::from_be_bytes(self.array_of()?))),
            0xce => Token::Integer(i64::from(u32::from_be_bytes(self.array_of()?))),
            0xcf => {
                let number = u64::from_be_bytes(self.array_of()?);
                i64::try_from(number).map_or(Token::Unsigned(number), Token::Integer)
            }
            0xd0 => Token::Integer(i64::from(i8::from_be_bytes(self.array_of()?))),
            0xd1 => Token::Integer(i64::from(i16::from_be_bytes(self.array_of()?))),
            0xd2 => Token::Integer(i64::from(i32::from_be_bytes(self.array_of()?))),
            0xd3 => Token::Integer(i64::from_be_bytes(self.array_of()?)),
            0xd4..=0xd8 => self.extension(1 << (mark - 0xd4))?,
            0xd9..=0xdb => {
                let length = self.length(mark - 0xd9)?;
                self.text(length)?
            }
            0xdc | 0xdd => {
                let length = self.length(mark - 0xdc + 1)?;
                self.array(length)?
            }
            0xde | 0xdf => {
                let length = self.length(mark - 0xde + 1)?;
                self.map(length)?
            }
            0xe0..=0xff => Token::Integer(i64::from(i8::from_be_bytes([mark]))),
        })
    }

    fn byte(&mut self) -> Option<u8> {
        self.array_of().map(|[byte]| byte)
    }

    fn array_of<const LENGTH: usize>(&mut self) -> Option<[u8; LENGTH]> {
        self.take(LENGTH)?.try_into().ok()
    }

    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        Some(taken)
    }

    /// A length in one, two or four bytes, for the widths 0, 1 and 2.
    fn length(&mut self, width: u8) -> Option<usize> {
        match width {
            0 => self.byte().map(usize::from),
            1 => self.array_of().map(u16::from_be_bytes).map(usize::from),
            _ => self
                .array_of()
                .map(u32::from_be_bytes)
                .and_then(|length| usize::try_from(length).ok()),
        }
    }

    fn text(&mut self, length: usize) -> Option<Token<'a>> {
        std::str::from_utf8(self.take(length)?)
            .ok()
            .map(Token::Text)
    }

    /// Each element takes a byte at least.
    fn array(&self, length: usize) -> Option<Token<'a>> {
        (length <= self.rest.len()).then_some(Token::Array(length))
    }

    fn map(&self, length: usize) -> Option<Token<'a>> {
        (length <= self.rest.len() / 2).then_some(Token::Map(length))
    }

    fn extension(&mut self, length: usize) -> Option<Token<'a>> {
        let kind = self.byte()?;
        Some(Token::Extension(kind, self.take(length)?))
    }
}
