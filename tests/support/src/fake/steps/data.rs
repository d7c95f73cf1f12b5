//! A guest's fixed data: texts and words at known addresses.

use std::fmt::Write as _;

/// The beginning of a guest's fixed data. The memory below it is for answers of imports.
const DATA_START: u32 = 4096;

/// A guest's fixed data.
#[derive(Debug, Default)]
pub struct Data {
    bytes: Vec<u8>,
}

/// The two words of a number, as memory has them.
pub(super) fn halves(number: f64) -> [u32; 2] {
    let [a, b, c, d, e, f, g, h] = number.to_le_bytes();
    [[a, b, c, d], [e, f, g, h]].map(u32::from_le_bytes)
}

impl Data {
    /// Places bytes, and returns their address.
    pub(super) fn place(&mut self, bytes: &[u8]) -> u32 {
        while !self.bytes.len().is_multiple_of(8) {
            self.bytes.push(0);
        }
        let at = DATA_START + u32::try_from(self.bytes.len()).expect("little data");
        self.bytes.extend_from_slice(bytes);
        at
    }

    pub(in crate::fake) fn words(&mut self, words: &[u32]) -> u32 {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        self.place(&bytes)
    }

    /// A string's address and length.
    pub(in crate::fake) fn text(&mut self, text: &str) -> [u32; 2] {
        [
            self.place(text.as_bytes()),
            u32::try_from(text.len()).expect("a short text"),
        ]
    }

    /// The data segment, and the start of later allocations.
    pub fn segment(&self) -> (String, u32) {
        let mut text = format!("(data (i32.const {DATA_START}) \"");
        for byte in &self.bytes {
            write!(text, "\\{byte:02x}").expect("a string");
        }
        text.push_str("\")");
        let end = DATA_START + u32::try_from(self.bytes.len()).expect("little data");
        (text, end.next_multiple_of(16))
    }
}
