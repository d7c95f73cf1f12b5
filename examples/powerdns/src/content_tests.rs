#![allow(clippy::unwrap_used)]

use super::{canonical, same_records, to_send};

#[test]
fn contents_are_written_as_the_server_wants_them() {
    for (record_type, content, expected) in [
        ("A", " 192.0.2.1 ", "192.0.2.1"),
        ("AAAA", "2001:DB8:0:0::1", "2001:db8::1"),
        ("CNAME", "www.Example.org", "www.Example.org."),
        ("MX", "10   mail.example.org", "10 mail.example.org."),
        ("MX", "0 .", "0 ."),
        (
            "SRV",
            "0 5 5060 sip.example.org.",
            "0 5 5060 sip.example.org.",
        ),
        ("TXT", "v=spf1 -all", "v=spf1 -all"),
        ("TXT", "\"v=spf1 -all\"", "v=spf1 -all"),
        ("TXT", r#""say \"a\\b\"\010""#, "say \"a\\b\"\n"),
        ("TXT", " \"a\"  \"b\"\"c d\" ", r#""a" "b" "c d""#),
        ("TXT", r#""\"a""#, r#""\"a""#),
        ("TXT", r#""\255""#, r#""\255""#),
        ("TXT", "\"\"", ""),
        (
            "CAA",
            "0  issue \"letsencrypt.org;  x\"",
            "0 issue \"letsencrypt.org;  x\"",
        ),
        (
            "HTTPS",
            "1 . alpn=\"h2, h3\"  port=8443",
            "1 . alpn=\"h2, h3\" port=8443",
        ),
    ] {
        let once = canonical(record_type, content).unwrap();
        assert_eq!(once, expected);
        assert_eq!(canonical(record_type, &once).unwrap(), once, "twice");
    }
}

#[test]
fn texts_are_sent_in_quotation_marks() {
    assert_eq!(to_send("TXT", "say \"a\\b\"\n"), r#""say \"a\\b\"\010""#);
    assert_eq!(to_send("TXT", "\"a\" \"b\""), "\"a\" \"b\"");
    assert_eq!(to_send("TXT", ""), "\"\"");
    assert_eq!(to_send("A", "192.0.2.1"), "192.0.2.1");
}

#[test]
fn long_text_is_sent_as_several_strings_and_comes_back_as_one() {
    let text = "ä".repeat(200);
    let sent = to_send("TXT", &text);
    assert_eq!(
        sent,
        format!("\"{}\" \"{}\"", "ä".repeat(127), "ä".repeat(73))
    );
    assert_eq!(canonical("TXT", &sent).unwrap(), text);
}

#[test]
fn what_the_server_would_misunderstand_is_refused_with_a_reason() {
    for (record_type, content, reason) in [
        ("A", "192.0.2", "not an IPv4 address"),
        ("A", "2001:db8::1", "not an IPv4 address"),
        ("AAAA", "192.0.2.1", "not an IPv6 address"),
        ("CNAME", "www", "`www.` if you mean"),
        ("CNAME", "a.b c.d", "is not the name"),
        (
            "MX",
            "mail.example.org",
            "is not the preference, then the name",
        ),
        ("TXT", "\"a\" b", "`b` is outside"),
        ("TXT", "\"a", "without a closing one"),
        ("CAA", " ", "must not be empty"),
    ] {
        let error = canonical(record_type, content).unwrap_err();
        assert!(error.contains(reason), "{record_type} {content}: {error}");
    }
}

#[test]
fn other_spellings_are_the_same_records() {
    let long = "x".repeat(300);
    let whole = format!("\"{long}\"");
    let pieces = format!("\"{}\" \"{}\"", "x".repeat(255), "x".repeat(45));
    for (record_type, one, other) in [
        ("AAAA", "::102:304", "::1.2.3.4"),
        ("CNAME", "WWW.example.org.", "www.example.org."),
        ("TLSA", "3 1 1 ABCDEF", "3 1 1 abcdef"),
        ("TXT", "ü", r#""\195\188""#),
        ("TXT", "v=spf1 -all", "\"v=spf1 -all\""),
        ("TXT", r#""a\;b""#, "\"a;b\""),
        ("TXT", &whole, &pieces),
    ] {
        assert!(
            same_records(record_type, &[one.to_owned()], &[other.to_owned()]),
            "{record_type} {one} {other}"
        );
    }
}

#[test]
fn other_records_are_not_the_same() {
    for (record_type, one, other) in [
        ("A", "192.0.2.1", "192.0.2.2"),
        ("TXT", "\"a\"", "\"A\""),
        ("TXT", "\"ab\"", "\"a\" \"b\""),
        ("TXT", "\"\"", "\"a\""),
        ("OPENPGPKEY", "mQINBFit", "MQINBFIT"),
        ("MX", "10 a.example.", "20 a.example."),
    ] {
        assert!(
            !same_records(record_type, &[one.to_owned()], &[other.to_owned()]),
            "{record_type} {one} {other}"
        );
    }
}

#[test]
fn order_does_not_matter_but_number_does() {
    let list = |contents: &[&str]| {
        contents
            .iter()
            .map(|content| (*content).to_owned())
            .collect::<Vec<_>>()
    };
    assert!(same_records(
        "A",
        &list(&["192.0.2.1", "192.0.2.2"]),
        &list(&["192.0.2.2", "192.0.2.1"])
    ));
    assert!(!same_records(
        "A",
        &list(&["192.0.2.1"]),
        &list(&["192.0.2.1", "192.0.2.1"])
    ));
}
