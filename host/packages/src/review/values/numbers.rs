//! Bytes that a text writes as numbers: a list of numbers as in `[]byte{123, 0x22, …}`, or hexadecimal digits.

use std::borrow::Cow;
use std::io;
use std::io::Read;

use memchr::memchr_iter;

use crate::review::values::document::begins_object;

/// Fewer are not a value.
const MIN_RUN: usize = 64;

/// How the numbers of a text are written.
#[derive(Clone, Copy)]
struct Form {
    /// A zero at the beginning makes it octal, as in C, Go, Java and PHP.
    octal_by_zero: bool,
    /// A number before a colon is the place of the one after it, as in Go.
    has_places: bool,
}

/// The bytes of each long list of numbers below 256 with only punctuation between them, for each form of numbers.
pub(super) fn runs(text: &[u8]) -> Vec<Vec<u8>> {
    let has = |form: fn(&[u8]) -> bool| text.windows(3).any(form);
    let octal = has(|three| {
        !three[0].is_ascii_alphanumeric() && three[1] == b'0' && three[2].is_ascii_digit()
    });
    let places =
        has(|three| three[0].is_ascii_hexdigit() && (three[1] == b':' || three[1..] == *b" :"));
    let mut readings = Vec::new();
    for octal_by_zero in [false, true] {
        for has_places in [false, true] {
            if (octal || !octal_by_zero) && (places || !has_places) {
                let form = Form {
                    octal_by_zero,
                    has_places,
                };
                readings.push(Reading::of(form));
            }
        }
    }
    read(text, &mut readings);
    let runs = readings.into_iter().map(Reading::end);
    runs.flatten().collect()
}

/// The lists of numbers that were found in one form.
struct Reading {
    form: Form,
    run: Vec<u8>,
    runs: Vec<Vec<u8>>,
}

impl Reading {
    fn of(form: Form) -> Self {
        Self {
            form,
            run: Vec::new(),
            runs: Vec::new(),
        }
    }

    /// Takes the next word, which may be the place of the number after it.
    fn take(&mut self, word: &[u8], is_place: bool) {
        if is_place && self.form.has_places {
            return;
        }
        match number(word, self.form.octal_by_zero) {
            Some(byte) => self.run.push(byte),
            // A cast of each.
            None if matches!(word, b"byte" | b"Byte" | b"uint8" | b"u8") => {}
            None => self.end_run(),
        }
    }

    fn end_run(&mut self) {
        if self.run.len() >= MIN_RUN {
            self.runs.push(std::mem::take(&mut self.run));
        }
        self.run.clear();
    }

    fn end(mut self) -> Vec<Vec<u8>> {
        self.end_run();
        self.runs
    }
}

/// Reads a text once for all forms: a component has tens of millions of bytes, and each is looked at many times as it is.
fn read(text: &[u8], readings: &mut [Reading]) {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let mut rest = text;
    let mut is_between_runs = true;
    while let Some(start) = rest.iter().position(is_part) {
        let from = rest.get(start..).unwrap_or_default();
        let length = from.iter().position(|byte| !is_part(byte));
        let (word, after) = from.split_at(length.unwrap_or(from.len()));
        rest = after;
        // Most words are names, and far from any number.
        if is_between_runs && !begins_number(word) {
            continue;
        }
        let is_place = after.trim_ascii_start().starts_with(b":");
        for reading in &mut *readings {
            reading.take(word, is_place);
        }
        is_between_runs = readings.iter().all(|reading| reading.run.is_empty());
    }
}

/// Whether a word may be a number: its first sign is a digit.
fn begins_number(word: &[u8]) -> bool {
    let mut signs = word.iter().filter(|byte| **byte != b'_');
    signs.next().is_some_and(u8::is_ascii_digit)
}

fn number(word: &[u8], octal_by_zero: bool) -> Option<u8> {
    if !begins_number(word) {
        return None;
    }
    if let [digit] = word {
        return Some(digit - b'0');
    }
    let word = std::str::from_utf8(word).ok()?;
    let word = word.trim_end_matches("u8");
    let word = if word.contains('_') {
        Cow::from(word.replace('_', ""))
    } else {
        word.into()
    };
    let radix = |prefix: [&str; 2]| {
        prefix
            .into_iter()
            .find_map(|prefix| word.strip_prefix(prefix))
    };
    if let Some(digits) = radix(["0x", "0X"]) {
        return u8::from_str_radix(digits, 16).ok();
    }
    if let Some(digits) = radix(["0b", "0B"]) {
        return u8::from_str_radix(digits, 2).ok();
    }
    if let Some(digits) = radix(["0o", "0O"]) {
        return u8::from_str_radix(digits, 8).ok();
    }
    match word.strip_prefix('0') {
        Some(digits) if octal_by_zero && !digits.is_empty() => u8::from_str_radix(digits, 8).ok(),
        _ => word.parse().ok(),
    }
}

/// The possible beginnings of an object.
pub(super) fn hexadecimal_starts(text: &[u8]) -> impl Iterator<Item = usize> {
    memchr_iter(b'7', text)
        .filter(|at| matches!(text.get(at + 1), Some(b'b' | b'B')))
        .filter(|at| {
            let mut first = [0; 2];
            let read = read_hexadecimal(text, *at).read(&mut first);
            matches!(read, Ok(2)) && begins_object(&first)
        })
}

/// The bytes of the digits from a place on.
pub(super) fn read_hexadecimal(text: &[u8], at: usize) -> impl Read {
    Decoder {
        text: text.get(at..).unwrap_or_default(),
    }
}

struct Decoder<'a> {
    text: &'a [u8],
}

impl Decoder<'_> {
    fn digit(&mut self) -> Option<u8> {
        loop {
            let (first, rest) = self.text.split_first()?;
            self.text = rest;
            match first {
                b'0'..=b'9' => return Some(first - b'0'),
                b'a'..=b'f' => return Some(first - b'a' + 10),
                b'A'..=b'F' => return Some(first - b'A' + 10),
                b':' | b'-' | b'_' => {}
                space if space.is_ascii_whitespace() => {}
                _ => return None,
            }
        }
    }
}

impl Read for Decoder<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut count = 0;
        for place in buffer {
            let (Some(high), Some(low)) = (self.digit(), self.digit()) else {
                break;
            };
            *place = high << 4 | low;
            count += 1;
        }
        Ok(count)
    }
}
