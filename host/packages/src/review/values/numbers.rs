//! Bytes that are written as numbers, as in `[]byte{123, 0x22, …}`.

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

/// The bytes of each long row of numbers below 256 that nothing but punctuation stands between, for each way of reading
/// them.
pub(super) fn runs(text: &[u8]) -> Vec<Vec<u8>> {
    let has = |form: fn(&[u8]) -> bool| text.windows(3).any(form);
    let octal = has(|three| {
        !three[0].is_ascii_alphanumeric() && three[1] == b'0' && three[2].is_ascii_digit()
    });
    let places =
        has(|three| three[0].is_ascii_hexdigit() && (three[1] == b':' || three[1..] == *b" :"));
    let mut runs = Vec::new();
    for octal_by_zero in [false, true] {
        for has_places in [false, true] {
            if (octal || !octal_by_zero) && (places || !has_places) {
                let form = Form {
                    octal_by_zero,
                    has_places,
                };
                read(text, form, &mut runs);
            }
        }
    }
    runs
}

fn read(text: &[u8], form: Form, runs: &mut Vec<Vec<u8>>) {
    let mut run = Vec::new();
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let mut rest = text;
    while let Some(start) = rest.iter().position(is_part) {
        let from = rest.get(start..).unwrap_or_default();
        let length = from.iter().take_while(|byte| is_part(byte)).count();
        let (word, after) = from.split_at(length);
        rest = after;
        if form.has_places && after.trim_ascii_start().starts_with(b":") {
            continue;
        }
        match number(word, form.octal_by_zero) {
            Some(byte) => run.push(byte),
            // A cast of each.
            None if matches!(word, b"byte" | b"Byte" | b"uint8" | b"u8") => {}
            None => end(&mut run, runs),
        }
    }
    end(&mut run, runs);
}

fn end(run: &mut Vec<u8>, runs: &mut Vec<Vec<u8>>) {
    let ended = std::mem::take(run);
    if ended.len() >= MIN_RUN {
        runs.push(ended);
    }
}

fn number(word: &[u8], octal_by_zero: bool) -> Option<u8> {
    let word = std::str::from_utf8(word).ok()?;
    let word = word.trim_end_matches("u8").replace('_', "");
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
