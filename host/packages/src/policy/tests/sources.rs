//! Which components run, and where they may come from.

use super::*;

#[test]
fn components_run_as_they_are_listed() {
    type Verdict<'a> = (&'a str, &'a str, bool);
    let cases: [(&str, &[Verdict<'_>]); 5] = [
        (
            &format!("components:\n  pins:\n    acme: [{DIGEST}]\n"),
            &[
                ("acme", DIGEST, true),
                ("acme", OTHER, false),
                ("other", OTHER, true),
            ],
        ),
        (
            &format!("components:\n  allow: [{DIGEST}]\n"),
            &[("acme", DIGEST, true), ("acme", OTHER, false)],
        ),
        (
            &format!("components:\n  only-pinned: true\n  pins: {{ acme: [{DIGEST}] }}\n"),
            &[
                ("acme", DIGEST, true),
                ("acme", OTHER, false),
                ("other", DIGEST, false),
            ],
        ),
        (
            &format!("components:\n  allow: [{OTHER}]\n  pins: {{ acme: [{DIGEST}] }}\n"),
            &[
                ("acme", DIGEST, true),
                ("acme", OTHER, false),
                ("other", OTHER, true),
                ("other", DIGEST, false),
            ],
        ),
        (
            "components:\n  only-pinned: false\n",
            &[("acme", OTHER, true)],
        ),
    ];
    for (text, expected) in cases {
        let policy = policy(&[text]);
        for (package, digest, runs) in expected {
            let found = policy.against_component(package, hex(digest));
            assert_eq!(found.is_none(), *runs, "{text}: {package} {digest}");
            // Before its name is known, a component is refused only if it may not run under any name.
            if *runs {
                assert_eq!(policy.against_digest(hex(digest)), None, "{text}");
            }
        }
    }
    let only = policy(&["components:\n  only-pinned: true\n"]);
    assert!(only.against_digest(hex(DIGEST)).is_some());
}

#[test]
fn sources_are_matched_by_whole_parts() {
    let rules = policy(&["\
sources:
  allow:
    - oci://ghcr.io/acme/*
    - oci://registry.corp.example:5000/**
    - oci://quay.io/one/two
    - https://acme.com/releases/*/acme.wasm
"]);
    for place in [
        "oci://ghcr.io/acme/provider:1",
        "oci://registry.corp.example:5000/a/b/c:1",
        "oci://registry.corp.example:5000/a@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
        "oci://quay.io/one/two:1",
        "https://acme.com/releases/1.2.0/acme.wasm",
    ] {
        assert_eq!(rules.against_place(&fetched(place)), None, "{place}");
    }
    for place in [
        "oci://ghcr.io/acme-evil/provider:1",
        "oci://ghcr.io/acme/provider/more:1",
        "oci://ghcr.io/acme:1",
        "oci://ghcr.io:444/acme/provider:1",
        "oci://registry.corp.example/a:1",
        "oci://quay.io/one/two-evil:1",
        "oci://ghcr.io.evil.example/acme/provider:1",
        "oci://acme.com/releases/1/acme.wasm:1",
        "https://acme.com/releases/acme.wasm",
        "https://acme.com/releases/1.2.0/acme.wasm.wasm",
        "https://acme.com.evil.example/releases/1.2.0/acme.wasm",
        "https://acme.com:8443/releases/1.2.0/acme.wasm",
    ] {
        let rule = rules.against_place(&fetched(place));
        let rule = rule.expect(place).to_string();
        assert!(
            rule.contains("`sources.allow`") && rule.contains("line 3"),
            "{rule}"
        );
    }
    let file = Place::File("acme.wasm".to_owned());
    assert!(rules.against_place(&file).is_some());
    let files = policy(&["sources: { allow: [file] }"]);
    assert_eq!(files.against_place(&file), None);
    assert!(files.against_place(&fetched("oci://a.b/c:1")).is_some());
    // Both of two policies apply.
    let both = policy(&[
        "sources: { allow: [file, 'oci://a.b/**'] }",
        "sources: { allow: ['oci://c.d/**'] }",
    ]);
    assert!(both.against_place(&file).is_some());
    assert!(both.against_place(&fetched("oci://a.b/c:1")).is_some());
}

#[test]
fn a_package_has_its_sources_and_its_lowest_version() {
    let rules = policy(&["\
packages:
  declared: true
  uses: { acme: [] }
  acme: { from: ['oci://ghcr.io/acme/provider'], at-least: 1.2.0 }
  '*': { from: ['oci://registry.corp.example/**'] }
"]);
    assert!(rules.only_declared().is_some());
    assert!(rules.against_use("acme", "random", "").is_some());
    let place = fetched("oci://ghcr.io/acme/provider:9.9.9");
    for version in ["1.2.0", "1.10.0", "2.0.0-rc.1"] {
        let rule = rules.against_source("acme", &place, version);
        assert_eq!(rule, None, "{version}");
    }
    for version in ["1.1.9", "1.2.0-rc.1", "0.0.0", "new"] {
        let rule = rules.against_source("acme", &place, version);
        let rule = rule.expect(version).to_string();
        assert!(rule.contains("asks for version 1.2.0"), "{rule}");
    }
    let other = fetched("oci://ghcr.io/evil/provider:1.2.0");
    assert!(rules.against_source("acme", &other, "1.2.0").is_some());
    let corp = fetched("oci://registry.corp.example/a/b:1");
    assert_eq!(rules.against_source("other", &corp, "0.1.0"), None);
    assert!(rules.against_source("acme", &corp, "1.2.0").is_some());
    assert!(rules.against_source("other", &place, "1.2.0").is_some());
}

#[test]
fn a_denied_digest_never_runs() {
    let text = format!(
        "components: {{ deny: ['{DIGEST}'], allow: ['{DIGEST}'], pins: {{ acme: ['{DIGEST}'] }} }}"
    );
    let rules = policy(&[&text]);
    for found in [
        rules.against_component("acme", hex(DIGEST)),
        rules.against_component("other", hex(DIGEST)),
        rules.against_digest(hex(DIGEST)),
    ] {
        assert_eq!(found.expect("a rule").reason, Reason::Denied);
    }
    let denying = policy(&[&format!("components: {{ deny: ['{DIGEST}'] }}")]);
    assert_eq!(denying.against_component("acme", hex(OTHER)), None);
    assert_eq!(denying.against_digest(hex(OTHER)), None);
}

#[test]
fn mistakes_in_rules_about_sources_are_told() {
    for (text, expected) in [
        ("sources: { allow: [ghcr.io/acme] }", "is not a source"),
        ("sources: { allow: ['oci://*/acme'] }", "is not a pattern"),
        (
            "sources: { allow: ['oci://ghcr.io'] }",
            "names a host alone",
        ),
        ("sources: { allow: ['oci://'] }", "names a host alone"),
        ("sources: { allow: ['oci://ghcr.io/'] }", "is not a pattern"),
        (
            "sources: { allow: ['oci://ghcr.io/ac*'] }",
            "is not a pattern",
        ),
        (
            "sources: { allow: ['oci://ghcr.io/**/acme'] }",
            "is not a pattern",
        ),
        (
            "sources: { allow: ['oci://ghcr.io/acme:1'] }",
            "is not a pattern",
        ),
        ("sources: { deny: [] }", "unknown field"),
        ("sources: { allow: file }", "a list such as"),
        (
            "packages: { acme: true }",
            "the rules `from`, `at-least` and `signed-by`",
        ),
        (
            "packages: { declared: { from: [] } }",
            "a single value belongs here",
        ),
        ("packages: { acme: { at-least: new } }", "is not a version"),
        ("packages: { acme: { at-least: 1.2 } }", "is not a version"),
        ("packages: { acme: { at_least: 1.0.0 } }", "unknown field"),
        ("packages: { acme: {}, acme: {} }", "duplicate"),
        ("components: { deny: [abc] }", "is not a digest"),
    ] {
        let mut policy = Policy::default();
        let error = policy.add(Path::new("/p.yaml"), text).expect_err(text);
        assert!(error.reason.contains(expected), "{text}: {error}");
        assert_eq!(error.line, Some(1), "{text}");
        assert_eq!(policy, Policy::default(), "nothing of it holds");
    }
}
