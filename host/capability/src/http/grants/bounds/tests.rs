use proptest::prelude::*;

use super::*;

fn rule(text: &str) -> HostRule {
    text.parse().expect(text)
}

fn url(text: &str) -> Url {
    Url::parse(text).expect(text)
}

fn bounds(allow: &[&[&str]]) -> NetworkBounds {
    let lists = allow.iter().enumerate().map(|(index, rules)| HostRules {
        rules: rules.iter().map(|text| rule(text)).collect(),
        place: format!("list {index}"),
    });
    NetworkBounds {
        allow: lists.collect(),
        ..NetworkBounds::default()
    }
}

#[test]
fn a_rule_covers_what_it_says() {
    for (text, address, expected) in [
        ("api.example.com", "https://api.example.com/x", true),
        ("api.example.com", "http://api.example.com/x", false),
        ("api.example.com", "https://api.example.com:8443/", false),
        ("api.example.com:*", "https://api.example.com:8443/", true),
        ("api.example.com:*", "http://api.example.com:8443/", false),
        ("*://api.example.com:*", "http://api.example.com/", true),
        ("*.example.com", "https://a.b.example.com/", true),
        ("*.example.com", "https://example.com/", false),
        ("*", "https://anything.org/", true),
        ("*", "https://anything.org:444/", false),
        ("*:444", "https://anything.org:444/", true),
        ("*://*:*", "http://10.0.0.1:8081/", true),
        ("http://*:*", "http://10.0.0.1:8081/", true),
        ("10.0.0.0/8", "http://10.1.2.3:8081/", true),
        ("10.0.0.0/8", "https://10.1.2.3/", true),
        ("https://10.0.0.0/8", "http://10.1.2.3/", false),
        ("10.0.0.0/8", "https://11.1.2.3/", false),
        ("10.0.0.0/8", "https://10.example.com/", false),
        // Different spellings and forms of an address match the same rule.
        ("10.0.0.0/8", "http://[::ffff:10.1.2.3]/", true),
        ("127.0.0.1:*", "https://0x7f.1:9/", true),
        ("fd00::/8", "http://[fd00::1]/", true),
        ("*", "ftp://anything.org/", false),
        ("*://*:*", "ftp://anything.org/", false),
    ] {
        let covers = rule(text).covers(&url(address));
        assert_eq!(covers, expected, "{text} and {address}");
        // Its written form parses to the same rule.
        assert_eq!(rule(&rule(text).to_string()), rule(text), "{text}");
    }
}

#[test]
fn what_is_no_rule_is_said() {
    for text in [
        "",
        "*foo.com",
        "a.*.com",
        "ftp://x.org",
        "*://ftp://x.org",
        "*://https://x.org",
        "*:many",
        "example.com/path",
        "10.0.0.0/33",
        "10.0.0.0/8:80",
        "user@example.com",
    ] {
        let error = text.parse::<HostRule>().expect_err(text).to_string();
        assert!(error.contains(&format!("`{text}`")), "{error}");
    }
}

#[test]
fn it_is_known_how_much_of_a_grant_is_left() {
    for (rules, grant, expected) in [
        (&["*.example.com"][..], "api.example.com", Fit::Whole),
        (&["*.example.com"], "*.eu.example.com", Fit::Whole),
        (&["*.eu.example.com"], "*.example.com", Fit::Part),
        (&["api.example.com"], "*.example.com", Fit::Part),
        (&["api.example.com"], "api.example.org", Fit::Nothing),
        (&["api.example.com"], "http://api.example.com", Fit::Nothing),
        (&["x.org", "*:*"], "api.example.com:8443", Fit::Whole),
        (&["10.0.0.0/8"], "http://10.0.0.1:8081", Fit::Whole),
        (&["10.0.0.0/8"], "*.example.com", Fit::Nothing),
        (&[], "api.example.com", Fit::Nothing),
    ] {
        let pattern = grant.parse().expect("a pattern");
        let bounds = bounds(&[rules]);
        let (fit, place) = bounds.fit(&pattern);
        assert_eq!(fit, expected, "{rules:?} and {grant}");
        assert_eq!(place, Some("list 0"));
    }
    let pattern = "api.example.com".parse().expect("a pattern");
    assert_eq!(bounds(&[]).fit(&pattern), (Fit::Whole, None));
}

#[test]
fn of_several_lists_all_have_to_cover() {
    let both = bounds(&[&["*.example.com"], &["api.example.com", "x.org"]]);
    assert_eq!(both.against(&url("https://api.example.com/")), None);
    assert_eq!(both.against(&url("https://x.org/")), Some("list 0"));
    assert_eq!(
        both.against(&url("https://www.example.com/")),
        Some("list 1")
    );
}

fn host() -> impl Strategy<Value = String> {
    let name = prop::sample::select(vec![
        "a.com",
        "b.a.com",
        "c.b.a.com",
        "localhost",
        "10.0.0.1",
        "10.9.9.9",
        "[::1]",
        "[::ffff:10.0.0.1]",
    ]);
    let scheme = prop::sample::select(vec!["", "http://", "https://"]);
    let port = prop::sample::select(vec!["", ":80", ":443", ":8081"]);
    (scheme, name, port).prop_map(|(scheme, name, port)| format!("{scheme}{name}{port}"))
}

fn pattern() -> impl Strategy<Value = String> {
    prop_oneof![
        host(),
        prop::sample::select(vec!["*.a.com", "*.b.a.com", "http://*.a.com", "*.com:8081"])
            .prop_map(str::to_owned),
    ]
}

fn rule_text() -> impl Strategy<Value = String> {
    let broad = vec![
        "*",
        "*:*",
        "*://*:*",
        "http://*",
        "*.a.com:*",
        "*://b.a.com:*",
        "10.0.0.0/8",
        "http://10.0.0.0/16",
        "::1/128",
    ];
    prop_oneof![
        pattern(),
        prop::sample::select(broad).prop_map(str::to_owned)
    ]
}

proptest! {
    #[test]
    fn no_text_is_too_strange(text in ".*") {
        drop(text.parse::<HostRule>());
        drop(text.parse::<HostPattern>());
        drop(HostPattern::from_configured_url(&text));
    }

    #[test]
    fn a_fit_is_what_requests_find(
        granted in pattern(),
        lists in prop::collection::vec(prop::collection::vec(rule_text(), 0..3), 0..3),
        address in host(),
    ) {
        let granted: HostPattern = granted.parse().expect("a pattern");
        let lists: Vec<Vec<&str>> = lists
            .iter()
            .map(|list| list.iter().map(String::as_str).collect())
            .collect();
        let lists: Vec<&[&str]> = lists.iter().map(Vec::as_slice).collect();
        let bounds = bounds(&lists);
        let address = if address.contains("://") { address } else { format!("https://{address}") };
        let address = url(&address);
        let reached = granted.covers(&address) && bounds.against(&address).is_none();
        // The rest of a grant is never wider than the grant, or than any list.
        prop_assert!(!reached || granted.covers(&address));
        for list in &bounds.allow {
            prop_assert!(!reached || list.rules.iter().any(|rule| rule.covers(&address)));
        }
        if granted.covers(&address) {
            match bounds.fit(&granted).0 {
                Fit::Whole => prop_assert!(reached, "the whole grant was said to be left"),
                Fit::Nothing => prop_assert!(!reached, "nothing was said to be left"),
                Fit::Part => {}
            }
        }
    }
}
