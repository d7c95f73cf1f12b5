//! Finds parameter values in the bytes of a file: a generated SDK in any language, a compiled program, a lock file,
//! state.
//!
//! All of them contain a value in base64, on one line. The search does not find a value that code computes, splits or
//! writes in another form. The policy `packages.declared` refuses such a value when it runs.

use base64::Engine as _;
use base64::alphabet::URL_SAFE;
use base64::engine::general_purpose::{GeneralPurpose, NO_PAD};
use memchr::memmem;
use serde::Deserialize;
use serde::de::IgnoredAny;

/// The first characters of a value in base64: of `{"` and a letter.
const BEGINNING: &[u8] = b"eyJ";
/// Other text can be directly before a value. The maximum number of candidates in one run of characters.
const MAX_ATTEMPTS: usize = 8;
/// More values than this in one file are an error.
const MAX_VALUES: usize = 1000;

/// The members that identify a value, in this format or in an earlier format.
#[derive(Deserialize)]
#[expect(dead_code, reason = "the document is only recognized")]
struct Shape {
    v: u64,
    components: Vec<IgnoredAny>,
}

/// The values in some bytes, each as JSON, each once.
///
/// # Errors
/// A sentence with the reason, if there are more than 1000 values.
pub(super) fn find(bytes: &[u8]) -> Result<Vec<Vec<u8>>, String> {
    let mut found = Vec::new();
    // Compiled programs have texts with 16 bits to a character.
    let text: Vec<u8> = bytes.iter().copied().filter(|byte| *byte != 0).collect();
    let is_digit = |byte: &u8| byte.is_ascii_alphanumeric() || b"+/-_".contains(byte);
    for run in text.split(|byte| !is_digit(byte)) {
        let beginnings = memmem::find_iter(run, BEGINNING).take(MAX_ATTEMPTS);
        let value = beginnings
            .filter_map(|at| value(run.get(at..).unwrap_or_default()))
            .next();
        let Some(value) = value.filter(|value| !found.contains(value)) else {
            continue;
        };
        if found.len() == MAX_VALUES {
            return Err(format!("it holds more than {MAX_VALUES} values"));
        }
        found.push(value);
    }
    Ok(found)
}

/// The value that begins here, if there is one. Other characters may follow the value.
fn value(digits: &[u8]) -> Option<Vec<u8>> {
    let digits: Vec<u8> = digits
        .iter()
        .map(|digit| match digit {
            b'+' => b'-',
            b'/' => b'_',
            other => *other,
        })
        .collect();
    // A single digit at the end has fewer bits than a byte.
    let length = digits.len() - usize::from(digits.len() % 4 == 1);
    let decoder = GeneralPurpose::new(&URL_SAFE, NO_PAD.with_decode_allow_trailing_bits(true));
    let mut document = decoder.decode(digits.get(..length)?).ok()?;
    let mut documents = serde_json::Deserializer::from_slice(&document).into_iter::<Shape>();
    documents.next()?.ok()?;
    let end = documents.byte_offset();
    document.truncate(end);
    Some(document)
}

#[cfg(test)]
mod tests {
    use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE};
    use proptest::prelude::*;

    use super::*;

    const VALUE: &str = r#"{"v":1,"name":"acme","version":"1.0.0","components":[{"sha256":"2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881","path":"acme.wasm"}],"grants":{"net":["*.evil.org?~"]}}"#;

    fn found(text: impl AsRef<[u8]>) -> Vec<String> {
        let found = find(text.as_ref()).expect("few values");
        let text = |value| String::from_utf8(value).expect("text");
        found.into_iter().map(text).collect()
    }

    #[test]
    fn a_value_is_found_in_each_form_that_generated_code_has() {
        let base64 = STANDARD.encode(VALUE);
        let wide: Vec<u8> = base64.bytes().flat_map(|byte| [byte, 0]).collect();
        assert_eq!(found(wide), [VALUE]);
        for before in [
            "",
            "a",
            "ab",
            "abc",
            "eyJ",
            "value=",
            "parameter: ",
            "x = '",
            "{\"",
        ] {
            for encoded in [&base64, &STANDARD_NO_PAD.encode(VALUE)] {
                assert_eq!(found(format!("{before}{encoded}'")), [VALUE], "{before}");
            }
        }
        // Both characters that distinguish the alphabets are present.
        let other = VALUE.replace('~', "???>>>");
        let encoded = URL_SAFE.encode(&other);
        assert!(encoded.contains(['_', '-']), "{encoded}");
        assert_eq!(found(encoded), [other]);
    }

    #[test]
    fn other_documents_are_not_values() {
        for text in [
            "{\"v\":1}",
            "{\"v\":\"5.7\",\"components\":[]}",
            "{\"v\":1,\"components\":{}}",
            "{\"version\":3,\"sources\":[]}",
            &VALUE[..100],
        ] {
            assert_eq!(found(STANDARD.encode(text)), [""; 0], "{text}");
        }
    }

    #[test]
    fn each_value_is_found_once_and_too_many_are_an_error() {
        let value = |number: usize| VALUE.replace("acme", &format!("acme{number}"));
        let many = |count: usize| -> String {
            let encoded = (0..count).map(|number| STANDARD.encode(value(number)));
            encoded.collect::<Vec<_>>().join("\n")
        };
        let twice = format!("{}\n{}", many(2), many(2));
        assert_eq!(found(twice), [value(0), value(1)]);
        assert_eq!(found(many(MAX_VALUES)).len(), MAX_VALUES);
        assert!(find(many(MAX_VALUES + 1).as_bytes()).is_err());
    }

    proptest! {
        #[test]
        fn a_value_is_found_wherever_it_stands(before in "[a-zA-Z0-9 =:'\"/#\\\\]{0,40}", after in ".{0,40}") {
            let text = format!("{before}\n{}\n{after}", STANDARD.encode(VALUE));
            prop_assert_eq!(found(text), [VALUE]);
        }
    }
}
