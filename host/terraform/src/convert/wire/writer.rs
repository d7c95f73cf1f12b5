//! The parts of MessagePack, written in their shortest forms.

/// Bytes of MessagePack, written from front to back.
#[derive(Default)]
pub(crate) struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    pub(crate) fn nil(&mut self) {
        self.bytes.push(0xc0);
    }

    pub(crate) fn boolean(&mut self, value: bool) {
        self.bytes.push(if value { 0xc3 } else { 0xc2 });
    }

    pub(crate) fn integer(&mut self, number: i64) {
        if let Ok(small) = i8::try_from(number) {
            if small < -32 {
                self.bytes.push(0xd0);
            }
            self.bytes.extend(small.to_be_bytes());
        } else if let Ok(short) = i16::try_from(number) {
            self.bytes.push(0xd1);
            self.bytes.extend(short.to_be_bytes());
        } else if let Ok(medium) = i32::try_from(number) {
            self.bytes.push(0xd2);
            self.bytes.extend(medium.to_be_bytes());
        } else {
            self.bytes.push(0xd3);
            self.bytes.extend(number.to_be_bytes());
        }
    }

    pub(crate) fn unsigned(&mut self, number: u64) {
        self.bytes.push(0xcf);
        self.bytes.extend(number.to_be_bytes());
    }

    pub(crate) fn float(&mut self, number: f64) {
        self.bytes.push(0xcb);
        self.bytes.extend(number.to_be_bytes());
    }

    pub(crate) fn text(&mut self, text: &str) {
        match u8::try_from(text.len()) {
            Ok(length @ 0..32) => self.bytes.push(0xa0 | length),
            Ok(length) => self.bytes.extend([0xd9, length]),
            Err(_) => self.long_length(text.len(), 0xda),
        }
        self.bytes.extend(text.as_bytes());
    }

    pub(crate) fn binary(&mut self, bytes: &[u8]) {
        match u8::try_from(bytes.len()) {
            Ok(length) => self.bytes.extend([0xc4, length]),
            Err(_) => self.long_length(bytes.len(), 0xc5),
        }
        self.bytes.extend(bytes);
    }

    /// The beginning of an array; this many elements follow.
    pub(crate) fn array(&mut self, length: usize) {
        self.length(length, 0x90, 0xdc);
    }

    /// The beginning of a map; this many pairs follow.
    pub(crate) fn map(&mut self, length: usize) {
        self.length(length, 0x80, 0xde);
    }

    /// A value that is not in MessagePack, with the number of its kind.
    pub(crate) fn extension(&mut self, kind: u8, bytes: &[u8]) {
        match u8::try_from(bytes.len()) {
            Ok(1) => self.bytes.push(0xd4),
            Ok(length) => self.bytes.extend([0xc7, length]),
            Err(_) => self.long_length(bytes.len(), 0xc8),
        }
        self.bytes.push(kind);
        self.bytes.extend(bytes);
    }

    /// A length with its mark: in the mark's low bits, or in two or four bytes.
    fn length(&mut self, length: usize, short: u8, long: u8) {
        match u8::try_from(length) {
            Ok(length @ 0..16) => self.bytes.push(short | length),
            _ => self.long_length(length, long),
        }
    }

    /// A length of two or four bytes; `mark` is the mark of two.
    fn long_length(&mut self, length: usize, mark: u8) {
        match u16::try_from(length) {
            Ok(length) => {
                self.bytes.push(mark);
                self.bytes.extend(length.to_be_bytes());
            }
            Err(_) => {
                self.bytes.push(mark + 1);
                // A message of more than 4 GiB is not sent.
                let length = u32::try_from(length).unwrap_or(u32::MAX);
                self.bytes.extend(length.to_be_bytes());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::reader::{Reader, Token};
    use super::*;

    #[test]
    fn integers_of_each_width_come_back() {
        let widths = [0, 1, 127, -1, -32, -33, -128, 128, -129, 32_767, -32_768];
        let longer = [32_768, 2_147_483_647, -2_147_483_649, i64::MAX, i64::MIN];
        for number in widths.into_iter().chain(longer) {
            let mut writer = Writer::default();
            writer.integer(number);
            let bytes = writer.into_bytes();
            assert_eq!(Reader::new(&bytes).next(), Some(Token::Integer(number)));
        }
    }

    #[test]
    fn lengths_of_each_width_come_back() {
        for length in [0, 1, 31, 32, 255, 256, 65_535, 65_536] {
            let text = "x".repeat(length);
            for write in [
                (|writer, text| Writer::text(writer, text)) as fn(&mut Writer, &str),
                |writer, text| writer.binary(text.as_bytes()),
                |writer, text| writer.extension(7, text.as_bytes()),
            ] {
                let mut writer = Writer::default();
                write(&mut writer, &text);
                let bytes = writer.into_bytes();
                let mut reader = Reader::new(&bytes);
                let found = match reader.next() {
                    Some(Token::Text(text)) => text.as_bytes(),
                    Some(Token::Binary(bytes) | Token::Extension(7, bytes)) => bytes,
                    other => panic!("{other:?}"),
                };
                assert_eq!(found, text.as_bytes());
                assert!(reader.is_at_end());
            }
        }
    }
}
