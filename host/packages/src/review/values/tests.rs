use ::base64::Engine as _;
use ::base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE};
use proptest::prelude::*;

use super::*;

const VALUE: &str = r#"{"v":1,"name":"acme","version":"1.0.0","components":[{"sha256":"2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881","path":"acme.wasm"}],"grants":{"net":["*.evil.org?~"]}}"#;

fn searched(bytes: &[u8]) -> Result<Vec<Vec<u8>>, SearchLimit> {
    let mut budget = Budget::shared(1 << 20, 0);
    budget.begin_file(bytes.len());
    find(bytes, &mut budget)
}

fn found(text: impl AsRef<[u8]>) -> Vec<String> {
    let found = searched(text.as_ref()).expect("it does not take too long");
    let text = |value| String::from_utf8(value).expect("text");
    found.into_iter().map(text).collect()
}

#[track_caller]
fn assert_found(text: impl AsRef<[u8]>) {
    let shown = String::from_utf8_lossy(text.as_ref()).into_owned();
    assert_eq!(found(text), [VALUE], "{shown}");
}

/// Pieces of a text.
fn pieces(text: &str, length: usize) -> Vec<&str> {
    let pieces = text.as_bytes().chunks(length);
    pieces
        .map(|piece| std::str::from_utf8(piece).expect("ASCII"))
        .collect()
}

#[test]
fn a_value_is_found_however_lenient_its_decoder_is() {
    let base64 = STANDARD.encode(VALUE);
    assert_found(&base64);
    assert_found(STANDARD_NO_PAD.encode(VALUE));
    // Both characters that the alphabets differ in are there.
    let other = URL_SAFE.encode(VALUE.replace("~", "???>>>"));
    assert!(other.contains('_') || other.contains('-'), "{other}");
    assert_eq!(found(&other).len(), 1);
    // Bits after the end, and any text behind them.
    for end in 'A'..='Z' {
        for cut in 1..4 {
            let start = base64.trim_end_matches('=');
            let text = format!("{}{end}{end}", &start[..start.len()]);
            assert_found(&text);
            assert_found(format!("{text}{}", "=".repeat(cut)));
        }
    }
    for between in [
        "\n", "\r\n    ", "!", "%", " * ", ".", "\u{feff}", "\0", "é", "=",
    ] {
        assert_found(pieces(&base64, 5).join(between));
        assert_found(pieces(&base64, 1).join(between));
    }
    // Passed over by some, and digits to others.
    for between in ["-", "_"] {
        assert_found(pieces(&base64, 7).join(between));
    }
    for before in [
        "a",
        "ab",
        "abc",
        "value=",
        "parameter: ",
        "x = '",
        "{\"",
        "eyJ",
    ] {
        assert_found(format!("{before}{base64}"));
    }
}

#[test]
fn a_value_is_found_in_the_code_of_every_language() {
    let base64 = STANDARD.encode(VALUE);
    for (open, between, close) in [
        ("\"", "\" + \"", "\""),
        ("'", "'\n    '", "'"),
        ("(b'", "' b'", "')"),
        ("\"", "\" +\n\t\t\"", "\""),
        ("[\"", "\", \"", "\"].join(\"\")"),
        ("new StringBuilder(\"", "\").append(\"", "\")"),
        ("`", "${\"\"}", "`"),
        ("\"", "\" /* and's */ + \"", "\""),
        ("\"", "\" // don't\n + \"", "\""),
        ("(\"", "\" # don't\n \"", "\")"),
        ("\"", "\\\n", "\""),
        ("\"", "\\n", "\""),
        ("\"\"\"", "\n  ", "\"\"\""),
        ("value: >-\n  ", "\n  ", "\n"),
    ] {
        let text = format!("x = {open}{}{close};\n", pieces(&base64, 9).join(between));
        assert_found(text);
    }
    // As it is, and in a text.
    assert_found(VALUE);
    assert_found(format!("value=b'{VALUE}'"));
    let in_text = serde_json::to_string(VALUE).expect("JSON");
    assert_found(&in_text);
    assert_found(serde_json::to_string(&in_text).expect("JSON"));
    assert_found(format!("`{VALUE}`"));
    assert_found(
        pieces(VALUE, 8)
            .join("' +\n '")
            .replace("{\"v", "x = '{\"v")
            + "'",
    );
}

/// A character by its name.
fn name(byte: u8) -> String {
    let digits = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
    ];
    let name = match byte {
        b'a'..=b'z' => format!(
            "LATIN SMALL LETTER {}",
            char::from(byte.to_ascii_uppercase())
        ),
        b'A'..=b'Z' => format!("LATIN CAPITAL LETTER {}", char::from(byte)),
        b'0'..=b'9' => format!("digit {}", digits[usize::from(byte - b'0')]),
        b'"' => "QUOTATION MARK".to_owned(),
        b'{' => "LEFT CURLY BRACKET".to_owned(),
        b'}' => "RIGHT CURLY BRACKET".to_owned(),
        b'[' => "LEFT SQUARE BRACKET".to_owned(),
        b']' => "RIGHT SQUARE BRACKET".to_owned(),
        b',' => "COMMA".to_owned(),
        b':' => "COLON".to_owned(),
        b'=' => "EQUALS SIGN".to_owned(),
        b'.' => "FULL STOP".to_owned(),
        b'/' => "SOLIDUS".to_owned(),
        b'+' => "PLUS SIGN".to_owned(),
        b'-' => "HYPHEN-MINUS".to_owned(),
        b'_' => "LOW LINE".to_owned(),
        b'*' => "ASTERISK".to_owned(),
        b' ' => "SPACE".to_owned(),
        other => return format!("\\x{other:02x}"),
    };
    format!("\\N{{{name}}}")
}

#[test]
fn a_value_is_found_in_escapes_digits_and_numbers() {
    for bytes in [VALUE.to_owned(), STANDARD.encode(VALUE)] {
        let each = |write: &dyn Fn(u8) -> String, between: &str| {
            bytes.bytes().map(write).collect::<Vec<_>>().join(between)
        };
        for text in [
            each(&|byte| format!("\\x{byte:02x}"), ""),
            each(&|byte| format!("\\x{byte:04x}"), ""),
            each(&|byte| format!("\\u{byte:04X}"), ""),
            each(&|byte| format!("\\uuu{byte:04x}"), ""),
            each(&name, ""),
            each(&|byte| format!("\\u{{{byte:x}}}"), ""),
            each(&|byte| format!("\\u{{{byte:016x}}}"), ""),
            each(&|byte| format!("\\U{byte:08x}"), ""),
            each(&|byte| format!("\\{byte:03o}"), ""),
            each(&|byte| format!("'{}'", char::from(byte)), ", "),
            each(&|byte| format!("{byte}"), ", "),
            each(&|byte| format!("0x{byte:02X}"), ",\n"),
            each(&|byte| format!("0x_{byte:x}"), ", "),
            each(&|byte| format!("(byte){byte}"), ","),
            each(&|byte| format!("0{byte:o}"), ","),
            each(&|byte| format!("0o{byte:o}"), ","),
            each(&|byte| format!("{byte} /* {} */", char::from(byte)), ", ").replace("/* / */", ""),
            each(&|byte| format!("{byte}, # it's {byte:x}"), "\n"),
            (0..)
                .zip(bytes.bytes())
                .map(|(at, byte)| format!("{at}: {byte}, "))
                .collect(),
            each(&|byte| format!("0b{byte:b}"), ", "),
            each(&|byte| format!("{byte:02x}"), ""),
            each(&|byte| format!("{byte:02X}"), " "),
        ] {
            let found = found(format!("x = [{text}]"));
            // Digits of digits are not read.
            let is_double = bytes != VALUE && !text.contains(['\\', ',']);
            assert_eq!(found.is_empty(), is_double, "{text}");
        }
    }
    // Java's quotes, too, may be escapes.
    let quoted = pieces(&STANDARD.encode(VALUE), 9).join("\\u0022 + \\u0022");
    assert_found(format!("var x = \\u0022{quoted}\\u0022;"));
    let wide = |width: usize| -> Vec<u8> {
        let base64 = STANDARD.encode(VALUE);
        base64
            .bytes()
            .flat_map(|byte| [vec![byte], vec![0; width - 1]].concat())
            .collect()
    };
    assert_found(wide(2));
    assert_found(wide(4));
}

/// Python reads source code in UTF-7, in which any character may be written as base64 of 16 bits.
#[test]
fn a_value_is_found_in_every_encoding_that_a_language_reads() {
    let wide = |text: &str, big: bool| -> Vec<u8> {
        let bytes = |unit: u16| {
            if big {
                unit.to_be_bytes()
            } else {
                unit.to_le_bytes()
            }
        };
        text.encode_utf16().flat_map(bytes).collect()
    };
    let utf7 = |text: &str| format!("+{}-", STANDARD_NO_PAD.encode(wide(text, true)));
    for bytes in [VALUE.to_owned(), STANDARD.encode(VALUE)] {
        let each = |write: &dyn Fn(u8) -> String| bytes.bytes().map(write).collect::<String>();
        for text in [
            // In XML, as resources of .NET are.
            each(&|byte| format!("&#{byte};")),
            each(&|byte| format!("&#x{byte:02X};")),
            each(&|byte| format!("&#0{byte:05};")),
            each(&|byte| match byte {
                b'"' => "&quot;".to_owned(),
                other => char::from(other).to_string(),
            }),
            // In addresses.
            each(&|byte| format!("%{byte:02x}")),
            // In UTF-7: as a whole, by pieces, and character by character.
            utf7(&bytes),
            pieces(&bytes, 10).into_iter().map(utf7).collect(),
            each(&|byte| utf7(&char::from(byte).to_string())),
            each(&|byte| match byte {
                b'+' => "+-".to_owned(),
                b'{' | b'e' => utf7(&char::from(byte).to_string()),
                other => char::from(other).to_string(),
            }),
        ] {
            assert_found(format!("# coding: utf-7\nx = '{text}'\n"));
        }
    }
    for big in [true, false] {
        for before in ["", "a", "ab"] {
            assert_found(format!("{before}{}", STANDARD.encode(wide(VALUE, big))));
        }
    }
}

#[test]
fn what_is_no_value_is_not_found() {
    for text in [
        String::new(),
        "{".to_owned(),
        "{\"v\":1}".to_owned(),
        "{\"v\":\"5.7\",\"components\":[]}".to_owned(),
        "{\"v\":1,\"components\":{}}".to_owned(),
        STANDARD.encode("{\"version\":3,\"sources\":[]}"),
        STANDARD.encode(&VALUE[..100]),
    ] {
        assert_eq!(found(&text), [""; 0], "{text}");
    }
}

#[test]
fn several_values_are_found_and_each_once() {
    let other = VALUE.replace("acme", "other");
    let text = format!(
        "a = '{}'\nb = \"{}\"\nc = '{VALUE}'",
        STANDARD.encode(VALUE),
        STANDARD.encode(&other)
    );
    let mut found = found(text);
    found.sort();
    assert_eq!(found, [VALUE.to_owned(), other]);
}

#[test]
fn a_value_is_found_in_base64_of_base64() {
    for value in [VALUE.to_owned(), VALUE.replace("{\"v", "{\n\t\"v")] {
        for before in ["", "a", "ab", "value: !!binary "] {
            let twice = STANDARD.encode(STANDARD.encode(&value));
            assert_eq!(found(format!("{before}{twice}")), [value.as_str()]);
            let lines = pieces(&STANDARD.encode(&value), 76).join("\n");
            let twice = STANDARD.encode(lines);
            assert_eq!(found(format!("{before}{twice}")), [value.as_str()]);
        }
    }
}

#[test]
fn more_values_than_a_file_may_hold_are_given_up() {
    let many = |count: usize| -> String {
        let value = |number| VALUE.replace("acme", &format!("acme{number}"));
        (0..count).map(value).collect()
    };
    assert_eq!(found(many(100)).len(), 100);
    assert_eq!(
        searched(many(MAX_VALUES + 1).as_bytes()),
        Err(SearchLimit::TooMany)
    );
}

#[test]
fn text_that_would_take_too_long_is_given_up() {
    // Objects in objects, without an end.
    let wide = format!("{{{}\"a\":", "\"a\":0,".repeat(50)).repeat(400);
    assert_eq!(searched(wide.as_bytes()), Err(SearchLimit::TooLong));
    // Those that end are read once.
    let document = format!("{}0{}", "{\"a\":[0,".repeat(60), "]}".repeat(60)).repeat(200);
    assert_eq!(searched(document.as_bytes()), Ok(Vec::new()));
    assert_found(format!("{{\"a\":[{{\"b\":{VALUE}}}]}}"));
}

proptest! {
    #[test]
    fn no_text_is_too_strange(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        drop(searched(&bytes));
    }

    #[test]
    fn a_value_is_found_wherever_it_stands(before in "[a-zA-Z0-9 =:'\"/#\\\\]{0,40}", after in "[a-zA-Z0-9 =:'\"]{0,40}") {
        let text = format!("{before}\n{}\n{after}", STANDARD.encode(VALUE));
        prop_assert_eq!(found(text), [VALUE]);
    }
}
