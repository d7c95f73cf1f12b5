//! Bytes that are written as numbers, as in `[]byte{123, 0x22, …}`.

/// Fewer are no value.
const MIN_RUN: usize = 64;

/// The bytes of each long row of numbers below 256 that nothing but punctuation stands between.
pub(super) fn runs(text: &[u8]) -> Vec<Vec<u8>> {
    let mut runs = Vec::new();
    let mut run = Vec::new();
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    for word in text
        .split(|byte| !is_part(byte))
        .filter(|word| !word.is_empty())
    {
        match number(word) {
            Some(byte) => run.push(byte),
            // A cast of each.
            None if matches!(word, b"byte" | b"Byte" | b"uint8" | b"u8") => {}
            None => end(&mut run, &mut runs),
        }
    }
    end(&mut run, &mut runs);
    runs
}

fn end(run: &mut Vec<u8>, runs: &mut Vec<Vec<u8>>) {
    let ended = std::mem::take(run);
    if ended.len() >= MIN_RUN {
        runs.push(ended);
    }
}

fn number(word: &[u8]) -> Option<u8> {
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
    word.parse().ok()
}
