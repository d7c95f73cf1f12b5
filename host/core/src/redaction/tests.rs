//! The secrets that are found, in all forms; the texts that are left as they are; and the cost.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Instant;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE, URL_SAFE_NO_PAD};
use proptest::prelude::*;
use serde_json::json;

use super::secret_store::is_worth_hiding;
use super::*;
use crate::value::{PropertyMap, PropertyValue};

/// A session that knows these.
fn session(secrets: &[&str]) -> Arc<Secrets> {
    let session = Secrets::new();
    secrets.iter().for_each(|secret| session.keep(secret));
    session
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a string takes everything");
        text
    })
}

/// Percent-encodes the bytes that are chosen, and those that need it.
fn percent(text: &str, upper: bool, chosen: impl Fn(usize) -> bool) -> String {
    let mut encoded = String::new();
    for (index, byte) in text.bytes().enumerate() {
        match (byte.is_ascii_alphanumeric() && !chosen(index), upper) {
            (true, _) => encoded.push(byte.into()),
            (false, true) => write!(encoded, "%{byte:02X}").expect("a string"),
            (false, false) => write!(encoded, "%{byte:02x}").expect("a string"),
        }
    }
    encoded
}

/// All of a text as `\u` escapes.
fn utf16_escapes(text: &str) -> String {
    text.encode_utf16().fold(String::new(), |mut all, unit| {
        write!(all, "\\u{unit:04x}").expect("a string");
        all
    })
}

fn inside(text: &str) -> &str {
    text.get(1..text.len() - 1).expect("quotes")
}

/// The forms of a secret. In base64, the characters beside the secret also hold bits of its neighbours: they may remain
/// around the mark, but nothing of the secret may.
fn forms(secret: &str) -> Vec<(&'static str, String)> {
    let json = serde_json::to_string(secret).expect("JSON");
    let twice = serde_json::to_string(&json).expect("JSON");
    let form: String = url::form_urlencoded::byte_serialize(secret.as_bytes()).collect();
    let mut forms = vec![
        ("plain", secret.to_owned()),
        ("json", inside(&json).to_owned()),
        ("json in json", inside(inside(&twice)).to_owned()),
        ("rust", inside(&format!("{secret:?}")).to_owned()),
        ("utf-16 escapes", utf16_escapes(secret)),
        ("unicode escapes", secret.escape_unicode().to_string()),
        ("form", form),
        ("percent", percent(secret, true, |_| false)),
        ("percent, lower case", percent(secret, false, |_| false)),
        ("percent, all", percent(secret, true, |_| true)),
        (
            "percent, some",
            percent(secret, true, |index| index % 3 == 1),
        ),
        (
            "percent, twice",
            percent(&percent(secret, true, |_| false), true, |_| false),
        ),
        ("percent in json", percent(inside(&json), true, |_| false)),
        ("hex", hex(secret.as_bytes())),
        ("hex, upper case", hex(secret.as_bytes()).to_uppercase()),
        ("hex, odd", format!("a{}b", hex(secret.as_bytes()))),
    ];
    for before in ["", "u", "us", "use"] {
        for after in ["", "x", "yz"] {
            let whole = format!("{before}{secret}{after}");
            forms.extend([
                ("base64", STANDARD.encode(&whole)),
                ("base64, no padding", STANDARD_NO_PAD.encode(&whole)),
                ("base64url", URL_SAFE.encode(&whole)),
                ("base64url, no padding", URL_SAFE_NO_PAD.encode(&whole)),
                (
                    "base64 in a path",
                    format!("key/{}", URL_SAFE_NO_PAD.encode(&whole)),
                ),
                (
                    "base64 in a query",
                    percent(&STANDARD.encode(&whole), true, |_| false),
                ),
            ]);
        }
    }
    forms
}

#[test]
fn a_secret_is_hidden_in_every_form() {
    for secret in [
        "12345678",
        "pa$$w0rd with spaces+and%20more",
        "\"quoted\"\\back/slash\ttab",
        "ünïcödé-😀-schlüssel",
        "%41%42%43%44",
        "{\"key\": \"in JSON\"}",
    ] {
        let session = session(&[secret]);
        for (name, form) in forms(secret) {
            let clean = session
                .text(&format!("before: <{form}> after"))
                .into_owned();
            assert!(clean.contains(MARK), "{name}: {form} became {clean}");
            // The neighbours in base64, and the odd digit.
            let left = clean.replace(MARK, "").len() - "before: <> after".len();
            assert!(left <= 16, "{name}: {form} became {clean}");
        }
    }
}

#[test]
fn a_secret_is_hidden_without_the_white_space_around_it() {
    let session = session(&["pa$$word\n", " \tof a call\r\n"]);
    for secret in ["pa$$word", "of a call"] {
        for text in [
            format!("<{secret}>"),
            format!("<{}>", STANDARD.encode(format!("me:{secret}"))),
        ] {
            let clean = session.text(&text);
            assert!(clean.contains(MARK), "{text} became {clean}");
        }
        assert!(session.knows(secret.as_bytes()));
    }
    assert_eq!(session.text("<pa$$word\n>"), format!("<{MARK}>"));
}

/// Base64 as `base64`, PEM and MIME write it: in lines.
fn in_lines(text: &str, columns: usize, end: &str) -> String {
    let encoded = STANDARD.encode(text);
    let lines: Vec<&str> = encoded
        .as_bytes()
        .chunks(columns)
        .map(|line| std::str::from_utf8(line).expect("ASCII"))
        .collect();
    lines.join(end)
}

#[test]
fn base64_in_lines_and_json_in_json_are_read() {
    let secret = "a private key of more than a line: 0123456789 ABCDEFGHIJ 0123456789 abcdefghij";
    let session = session(&[secret]);
    for end in ["\n", "\r\n"] {
        for columns in [76, 64, 20] {
            for before in ["", "u", "us", "user and more: "] {
                let lines = in_lines(&format!("{before}{secret}; after"), columns, end);
                let json = serde_json::to_string(&lines).expect("JSON");
                let nested = json!({ "body": json!({ "key": lines }).to_string() });
                for form in [lines.clone(), json, nested.to_string()] {
                    let clean = session.text(&format!("got: {form}!")).into_owned();
                    assert!(clean.contains(MARK), "{form} became {clean}");
                    // The text around the secret stays, and no part of the secret.
                    let left =
                        STANDARD.encode(before).len() + STANDARD.encode("; after").len() + 60;
                    assert!(clean.len() < left, "{form} became {clean}");
                    assert!(
                        clean.starts_with("got: ") && clean.ends_with('!'),
                        "{clean}"
                    );
                }
            }
        }
    }
    let whole = in_lines(secret, 76, "\n") + "\n";
    assert_eq!(session.text(&whole), format!("{MARK}\n"));
    // Lines that are not a base64 stay apart.
    let text = "one\ntwo\r\n\nthree 0123456789\nABCDEFGHIJ";
    assert_eq!(session.text(text), text);
}

#[test]
fn a_text_is_divided_where_no_secret_stands() {
    let session = session(&["12345678"]);
    for (text, at, expected) in [
        ("abcdef12345678gh", 1, 1),
        ("abcdef12345678gh", 2, 2),
        // The text before it stays with it.
        ("abcdef12345678gh", 3, 2),
        ("abcdef12345678gh", 13, 2),
        ("abcdef12345678gh", 14, 14),
        ("ab12345678cd", 4, 10),
        ("aüb", 2, 1),
        ("ü", 1, 1),
    ] {
        assert_eq!(
            session.division(text.as_bytes(), at),
            expected,
            "{text} {at}"
        );
    }
}

#[test]
fn nothing_is_left_of_a_whole_form() {
    let secret = "correct horse battery";
    let session = session(&[secret]);
    for form in [
        secret.to_owned(),
        STANDARD.encode(secret),
        STANDARD_NO_PAD.encode(secret),
        URL_SAFE.encode(secret),
        hex(secret.as_bytes()),
        "correct+horse+battery".to_owned(),
        "correct%20horse+battery".to_owned(),
    ] {
        let clean = session.text(&format!("({form})")).into_owned();
        assert_eq!(clean, "([secret])", "{form}");
    }
    let header = format!("Basic {}", STANDARD.encode(format!("ada:{secret}")));
    let clean = session.text(&header).into_owned();
    assert!(
        clean.starts_with("Basic YWRh") && clean.ends_with(MARK),
        "{clean}"
    );
}

#[test]
fn secrets_that_overlap_or_touch_leave_nothing_of_each_other() {
    let session = session(&["abcdefghij", "efghijklmnop", "efghijkl", "0123456789"]);
    let clean = |text| session.text(text).into_owned();
    assert_eq!(clean("<abcdefghijklmnop>"), "<[secret]>");
    assert_eq!(clean("<abcdefghij0123456789>"), "<[secret]>");
    assert_eq!(clean("<efghijklmnop>"), "<[secret]>");
    assert_eq!(clean("<abcdefghijkl>"), "<[secret]>");
    assert_eq!(clean("<abcdefghi>"), "<abcdefghi>");
}

#[test]
fn a_secret_of_many_lines_is_known_by_its_lines_too() {
    let key = "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEF\r\nAASCBKcwggSjAgEAAoIBAQC7VJTU\n-----END PRIVATE KEY-----\n";
    let session = session(&[key]);
    assert_eq!(session.text(key), MARK);
    let clean = session
        .text("read: AASCBKcwggSjAgEAAoIBAQC7VJTU")
        .into_owned();
    assert_eq!(clean, "read: [secret]");
    let frame = "-----BEGIN PRIVATE KEY-----";
    assert_eq!(session.text(frame), frame);
}

#[test]
fn a_large_secret_is_hidden_piece_by_piece() {
    let large: String = (0..4000).map(|index| format!("{index}ü")).collect();
    let session = session(&[&large]);
    assert_eq!(session.text(&format!("<{large}>")), "<[secret]>");
}

#[test]
fn a_beginning_shows_no_part_of_a_secret_that_stands_across_its_end() {
    let session = session(&["a long secret of 27 letters"]);
    let text = "see: a long secret of 27 letters, and more";
    assert_eq!(session.beginning(text, 10), "see: [secret]");
    assert_eq!(session.beginning(text, 4), "see:");
    assert_eq!(session.beginning(text, 37), "see: [secret], and");
    assert_eq!(session.beginning("über", 1), "");
}

#[test]
fn what_is_secret_among_properties_is_learnt_and_nothing_else() {
    let secret = |value: PropertyValue| value.into_secret();
    let inside = PropertyMap::from([
        (
            "deep".to_owned(),
            PropertyValue::Array(vec!["a secret inside".into()]),
        ),
        ("number".to_owned(), 1_234_567_890.0.into()),
    ]);
    let properties = PropertyMap::from([
        ("plain".to_owned(), "a plain value".into()),
        ("whole".to_owned(), secret("a whole secret".into())),
        ("nested".to_owned(), secret(PropertyValue::Object(inside))),
        (
            "bytes".to_owned(),
            secret(PropertyValue::Bytes(b"\xff\xfe binary".to_vec())),
        ),
        (
            "list".to_owned(),
            PropertyValue::Array(vec![secret("one of a list".into()), "not that".into()]),
        ),
    ]);
    let session = Secrets::new();
    let call = session.of_call();
    call.learn(&properties);
    let text =
        "a plain value, a whole secret, a secret inside, 1234567890, one of a list, not that";
    let expected = "a plain value, [secret], [secret], [secret], [secret], not that";
    assert_eq!(call.text(text), expected);
    assert_eq!(
        call.bytes(b"x \xff\xfe binary"),
        Cow::Borrowed(b"x [secret]")
    );
    assert!(call.knows(b"a whole secret") && !call.knows(b"whole secret"));
    assert!(!call.knows(b"a plain value"));
    // The session knows it when the call is over.
    assert_eq!(session.text(text), text);
    drop(call);
    assert_eq!(session.text(text), expected);
    // Another call loses it in texts, and calls no value secret for it.
    let other = session.of_call();
    assert_eq!(other.text(text), expected);
    assert!(other.is_empty() && !other.knows(b"a whole secret"));
    assert!(!other.are_in("x/a whole secret"));
}

#[test]
fn a_call_keeps_its_secrets_whatever_others_learn_and_the_session_those_that_were_kept() {
    let session = session(&["of the configuration"]);
    let call = session.of_call();
    call.learn_value(&"of this call".into());
    let earlier = session.of_call();
    earlier.learn_value(&"of an earlier call".into());
    drop(earlier);
    for index in 0..5000 {
        let other = session.of_call();
        other.learn_value(&format!("learnt as number {index}").into());
    }
    let text = "of the configuration, of this call, of an earlier call";
    assert_eq!(call.text(text), "[secret], [secret], of an earlier call");
    let kept = session.of_call().of_call();
    kept.keep("read later");
    assert_eq!(session.text("read later"), MARK);
}

#[test]
fn what_a_guest_answers_pushes_out_nothing_that_its_request_told() {
    let call = Secrets::new().of_call();
    call.learn_value(&"of this request".into());
    for index in 0..5000 {
        let answer = PropertyValue::from(format!("answered as number {index}")).into_secret();
        call.learn_answer(&[("answer".to_owned(), answer)].into());
    }
    assert_eq!(call.text("of this request"), MARK);
    assert!(call.knows(b"of this request") && call.knows(b"answered as number 4999"));
    assert!(!call.knows(b"answered as number 0"));
    // The whole value of each secret of a request is known, however many there are.
    for index in 0..10_000 {
        call.learn_value(&format!("told as number {index}").into());
    }
    assert!((0..10_000).all(|index| call.knows(format!("told as number {index}").as_bytes())));
    assert!(call.knows(b"of this request"));
}

#[test]
fn what_it_costs_grows_with_the_text_alone() {
    let many: Vec<String> = (0..1000)
        .map(|index| format!("secret number {index} of 1000"))
        .collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let repeated: Vec<String> = (8..200).map(|count| "ab".repeat(count)).collect();
    let repeated: Vec<&str> = repeated.iter().map(String::as_str).collect();
    let words =
        "an ordinary line of a log, 2026-11-21T20:15:00Z, with numbers 12345 and a path /a/b/c\n";
    let cases = [
        ("words", session(&many), words),
        ("base64", session(&many), "QWxhZGRpbjpvcGVuIHNlc2FtZQ"),
        ("escapes", session(&many), "\\u0041%41\\\\+"),
        // Each place is the end of many secrets.
        ("nested", session(&repeated), "abababab"),
    ];
    for (name, session, unit) in cases {
        let time = |bytes: usize| {
            let text = unit.repeat(bytes / unit.len());
            let runs = (0..9).map(|_| {
                let began = Instant::now();
                drop(session.text(&text));
                began.elapsed()
            });
            runs.min().expect("a time")
        };
        let (short, long) = (time(16 << 10), time(128 << 10));
        assert!(
            long < 40 * short,
            "{name}: 16 KiB took {short:?}, 128 KiB {long:?}"
        );
    }
}

/// Texts that are alike, so that secrets overlap, are parts of others and begin like others.
fn alike(length: std::ops::Range<usize>) -> impl Strategy<Value = String> {
    proptest::collection::vec(
        prop_oneof![Just('a'), Just('b'), Just('%'), Just('ü')],
        length,
    )
    .prop_map(|characters| characters.into_iter().collect())
}

fn any_secret() -> impl Strategy<Value = String> {
    prop_oneof![
        alike(8..20),
        "[ -~]{8,24}",
        "\\PC{8,16}",
        "[a-zA-Z0-9+/=_\\\\%\" -]{8,40}"
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_secret_is_left_in_any_form(
        secrets in proptest::collection::vec(any_secret(), 1..6),
        around in proptest::collection::vec(any_secret(), 2..4),
        choice in any::<prop::sample::Index>(),
    ) {
        let session = Secrets::new();
        secrets.iter().for_each(|secret| session.keep(secret));
        for secret in secrets.iter().filter(|secret| is_worth_hiding(secret.as_bytes())) {
            let all = forms(secret);
            let (name, form) = choice.get(&all);
            // With a space, because a `%` or backslash directly before the form would change its meaning.
            let text = around.join(&format!(" {form} "));
            let clean = session.text(&text);
            prop_assert!(!clean.contains(form.as_str()), "{name} {form:?} in {clean:?}");
            for secret in &secrets {
                let is_hidden = !clean.contains(secret.as_str()) || MARK.contains(secret.as_str())
                    || !is_worth_hiding(secret.as_bytes());
                prop_assert!(is_hidden, "{secret:?} in {clean:?}");
            }
        }
    }

    #[test]
    fn all_places_of_all_secrets_are_hidden_and_nothing_else_is(
        secrets in proptest::collection::vec(alike(8..14), 1..5),
        text in alike(0..200),
    ) {
        // No escapes, no digits: the plain reading is the only one.
        let (secrets, text) = (
            secrets.iter().map(|secret| secret.replace('%', "-")).collect::<Vec<_>>(),
            text.replace('%', "-"),
        );
        let session = Secrets::new();
        secrets.iter().for_each(|secret| session.keep(secret));
        let mut hidden = vec![false; text.len()];
        for secret in secrets.iter().filter(|secret| is_worth_hiding(secret.as_bytes())) {
            for at in 0..text.len() {
                if text.as_bytes()[at..].starts_with(secret.as_bytes()) {
                    hidden[at..at + secret.len()].fill(true);
                }
            }
        }
        let mut expected = String::new();
        for (at, character) in text.char_indices() {
            match (hidden[at], at > 0 && hidden[at - 1]) {
                (false, _) => expected.push(character),
                (true, false) => expected.push_str(MARK),
                (true, true) => {}
            }
        }
        prop_assert_eq!(session.text(&text), expected);
    }

    #[test]
    fn text_without_secrets_is_unchanged(text in "\\PC{0,80}", secret in "[ -~]{20,30}") {
        let session = Secrets::new();
        session.keep(&secret);
        prop_assume!(!text.contains(&secret));
        prop_assert!(matches!(session.text(&text), Cow::Borrowed(same) if same == text));
    }
}
