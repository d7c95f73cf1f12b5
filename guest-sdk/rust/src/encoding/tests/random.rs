//! Thousands of made-up values, read and written here and by `serde_json`.

use serde_json::{Map, Value as JsonValue, json};

use super::super::decoder::Form;
use super::super::{Encoder, Text};
use crate::PropertyPath;
use crate::host::wire;
use crate::prelude::*;
use crate::property::to_text;

const ROUNDS: u64 = 4_000;

/// A pseudo-random sequence that is always the same, by shifting and xor.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    fn one_of<T: Clone>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())].clone()
    }

    fn number(&mut self) -> JsonValue {
        const EXACT: u64 = 1 << 53;
        const FLOATS: [f64; 12] = [
            0.0,
            -0.0,
            1.0,
            -1.5,
            0.1,
            1e15,
            1e21,
            1e-7,
            1e308,
            5e-324,
            f64::MAX,
            f64::MIN_POSITIVE,
        ];
        match self.below(6) {
            0 => json!(self.below(1000) as i64 - 500),
            1 => json!(EXACT - 4 + self.next() % 8),
            2 => json!(i64::MIN + self.below(3) as i64),
            3 => {
                json!(self.one_of(&[i64::MAX as u64, i64::MAX as u64 + 1, u64::MAX - 1, u64::MAX]))
            }
            4 => json!(self.one_of(&FLOATS)),
            _ => match f64::from_bits(self.next()) {
                finite if finite.is_finite() => json!(finite),
                _ => json!(self.next()),
            },
        }
    }

    fn string(&mut self) -> String {
        const LETTERS: [char; 16] = [
            'a',
            'Z',
            '0',
            ' ',
            '"',
            '\\',
            '/',
            '\n',
            '\t',
            '\u{8}',
            '\u{1}',
            '\u{7f}',
            'ä',
            '€',
            '\u{2028}',
            '\u{1f600}',
        ];
        match self.below(12) {
            0 => wire::SIGNATURE.to_owned(),
            1 => wire::UNKNOWN.to_owned(),
            _ => {
                let length = self.below(20);
                (0..length).map(|_| self.one_of(&LETTERS)).collect()
            }
        }
    }

    fn value(&mut self, depth: usize) -> JsonValue {
        let kinds = if depth == 0 { 4 } else { 8 };
        match self.below(kinds) {
            0 => JsonValue::Null,
            1 => json!(self.below(2) == 0),
            2 => self.number(),
            3 => json!(self.string()),
            4 => crate::tests::secret(self.value(depth - 1)),
            5 | 6 => {
                let length = self.below(5);
                (0..length).map(|_| self.value(depth - 1)).collect()
            }
            _ => {
                let length = self.below(5);
                let members: Map<_, _> = (0..length)
                    .map(|_| (self.string(), self.value(depth - 1)))
                    .collect();
                JsonValue::Object(members)
            }
        }
    }

    fn space(&mut self, into: &mut String) {
        for _ in 0..self.below(3) {
            into.push(self.one_of(&[' ', '\n', '\r', '\t']));
        }
    }

    /// The value with white space and escapes where JSON allows them.
    fn print(&mut self, value: &JsonValue, into: &mut String) {
        self.space(into);
        match value {
            JsonValue::String(text) => self.print_string(text, into),
            JsonValue::Array(items) => {
                into.push('[');
                for (index, item) in items.iter().enumerate() {
                    into.push_str(if index == 0 { "" } else { "," });
                    self.print(item, into);
                }
                self.space(into);
                into.push(']');
            }
            JsonValue::Object(members) => {
                into.push('{');
                for (index, (name, value)) in members.iter().enumerate() {
                    into.push_str(if index == 0 { "" } else { "," });
                    self.space(into);
                    self.print_string(name, into);
                    self.space(into);
                    into.push(':');
                    self.print(value, into);
                }
                self.space(into);
                into.push('}');
            }
            other => into.push_str(&other.to_string()),
        }
        self.space(into);
    }

    fn print_string(&mut self, text: &str, into: &mut String) {
        into.push('"');
        for letter in text.chars() {
            match letter {
                '/' if self.below(2) == 0 => into.push_str("\\/"),
                '"' | '\\' | '\0'..='\u{1f}' => {
                    let quoted = json!(letter.to_string()).to_string();
                    into.push_str(quoted.trim_start_matches('"').strip_suffix('"').unwrap());
                }
                _ if self.below(8) == 0 => {
                    for half in letter.encode_utf16(&mut [0; 2]) {
                        into.push_str(&format!("\\u{half:04x}"));
                    }
                }
                _ => into.push(letter),
            }
        }
        into.push('"');
    }
}

/// Writes the value piece by piece.
fn write(value: &JsonValue, into: &mut Encoder) {
    match value {
        JsonValue::Null => {
            let start = into.len();
            into.or_null(start);
        }
        JsonValue::Bool(boolean) => into.boolean(*boolean),
        JsonValue::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(whole), _) => into.integer(whole),
            (None, Some(_)) => into.json(number),
            (None, None) => into.number(number.as_f64().unwrap()),
        },
        JsonValue::String(text) => into.string(text),
        JsonValue::Array(items) => {
            into.begin_array();
            for item in items {
                into.element();
                write(item, into);
            }
            into.end_array();
        }
        JsonValue::Object(members) => {
            into.begin_object();
            for (name, value) in members {
                let mark = into.member(name);
                write(value, into);
                assert!(into.end_member(mark));
            }
            into.end_object();
        }
    }
}

#[test]
fn what_serde_writes_is_read_as_it_was_meant() {
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    for _ in 0..ROUNDS {
        let value = numbers.value(4);
        let mut scattered = String::new();
        numbers.print(&value, &mut scattered);
        let pretty = serde_json::to_string_pretty(&value).unwrap();
        for text in [value.to_string(), pretty, scattered] {
            // Equal texts too: minus zero equals zero.
            let meant: JsonValue = serde_json::from_str(&text).unwrap();
            assert_eq!(meant.to_string(), value.to_string(), "{text}");
            let piece = Text::new(text.clone()).value().unwrap();
            let tree = piece.tree(&PropertyPath::Root).unwrap();
            assert_eq!(tree, value, "{text}");
            assert_eq!(tree.to_string(), value.to_string(), "{text}");

            let mut decoder = piece.decoder();
            let marked = wire::contains_secret(&value) || wire::contains_unknown(&value);
            assert!(!(decoder.is_plain() && marked), "{text}");
            if decoder.form() == Form::Object {
                let wrapped = wire::open(value.clone()).as_ref() != Some(&value);
                let text = Text::new(text);
                let members = text.members().unwrap();
                assert_eq!(members.wrapper().is_some(), wrapped, "{text:?}");
            }
        }
    }
}

#[test]
fn what_is_written_is_read_by_serde_as_it_was_meant() {
    let mut numbers = Numbers(0x2545_f491_4f6c_dd1d);
    for _ in 0..ROUNDS {
        let value = numbers.value(4);
        let mut into = Encoder::default();
        write(&value, &mut into);
        let whole = to_text(&Json(value.clone()), &PropertyPath::Root).unwrap();
        for text in [into.finish(), whole.unwrap()] {
            let read: JsonValue = serde_json::from_str(&text).unwrap();
            assert_eq!(read, value, "{text}");
            assert_eq!(read.to_string(), value.to_string(), "{text}");
        }
    }
}
