use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use proptest::prelude::*;
use pulumi_wasm_capability::http::Fit;
use url::Url;

use super::*;

const DIGEST: &str = "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
const OTHER: &str = "sha256:ffff456789abcdef0123456789abcdef0123456789abcdef0123456789abffff";

fn policy(texts: &[&str]) -> Policy {
    let mut policy = Policy::default();
    for (index, text) in texts.iter().enumerate() {
        let path = PathBuf::from(format!("/policies/{index}.yaml"));
        policy.add(&path, text).expect(text);
    }
    policy
}

fn hex(digest: &str) -> &str {
    digest.strip_prefix("sha256:").expect("a digest")
}

#[test]
fn an_empty_policy_forbids_nothing() {
    for text in ["", "# nothing yet\n"] {
        let policy = policy(&[text]);
        assert_eq!(policy.against_variable("TOKEN"), None);
        assert_eq!(policy.against_component("acme", hex(DIGEST)), None);
        assert_eq!(policy.against_digest(hex(DIGEST)), None);
        let url = Url::parse("https://example.com").expect("an address");
        assert_eq!(policy.network.against(&url), None);
        assert_eq!(policy.network.against_private(&url), None);
        let mut limits = Limits::default();
        policy.cap(&mut limits);
        assert_eq!(limits, Limits::default());
    }
}

#[test]
fn every_part_is_understood_and_says_where_it_stands() {
    let policy = policy(&["\
network:
  allow:
    - \"*.example.com\"
    - 10.0.0.0/8
  private: [10.0.0.0/8]
  proxies: true
environment:
  allow: [ACME_TOKEN, CORP_*]
limits:
  memory: 2GiB
  instances: 8
"]);
    let url = |text| Url::parse(text).expect("an address");
    assert_eq!(policy.network.against(&url("https://a.example.com")), None);
    assert_eq!(
        policy.network.against(&url("https://example.org")),
        Some("`network.allow` in the operator's policy `/policies/0.yaml`, line 3")
    );
    assert_eq!(
        policy.network.against_private(&url("http://10.0.0.1")),
        None
    );
    assert!(
        policy
            .network
            .against_private(&url("https://a.example.com"))
            .is_some_and(|place| place.contains("`network.private`") && place.contains("line 5"))
    );
    assert_eq!(policy.network.no_proxies, None);
    for name in ["ACME_TOKEN", "CORP_X", "CORP_"] {
        assert_eq!(policy.against_variable(name), None);
    }
    for name in ["ACME_TOKEN2", "CORP", "HOME"] {
        let place = policy.against_variable(name).expect("a rule").to_string();
        assert!(place.contains("`environment.allow`") && place.contains("line 8"));
    }
    let mut limits = Limits::default();
    limits.set(Limit::Memory, 4 << 30);
    policy.cap(&mut limits);
    assert_eq!(limits.get(Limit::Memory), 2 << 30);
    assert_eq!(limits.get(Limit::Instances), 8);
    assert!(
        limits
            .knob(Limit::Memory)
            .contains("`limits.memory` in the operator's policy `/policies/0.yaml`, line 10"),
        "{}",
        limits.knob(Limit::Memory)
    );
}

#[test]
fn the_example_of_the_documentation_is_a_policy() {
    let page = include_str!("../../../../docs/use/policy.md");
    let example = page
        .split("```yaml\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next())
        .expect("an example");
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("keys")).expect("a folder");
    for name in ["acme-2025.pub", "acme-2026.pub"] {
        let key = include_str!("../../../signature/src/openssl/p256.pub");
        fs::write(folder.path().join("keys").join(name), key).expect("a key");
    }
    fs::create_dir(folder.path().join("roots")).expect("a folder");
    let root = include_str!("../../../signature/src/certified/root.json");
    fs::write(folder.path().join("roots/trusted_root.jsonl"), root).expect("a root");
    let mut policy = Policy::default();
    policy
        .add(&folder.path().join("policy.yaml"), example)
        .expect(example);
    let lists: Vec<_> = policy.signed_by("acme").collect();
    assert_eq!(lists[0].rules.len(), 3);
    assert_eq!(
        lists[0].rules[2].to_string(),
        "`acme-release` (repository `https://github.com/acme/provider`, workflow `.github/workflows/release.yml`, `refs/tags/*`, issuer \
         `https://token.actions.githubusercontent.com`, root `roots/trusted_root.jsonl`)"
    );
    assert_eq!(policy.network.allow.len(), 1);
    assert!(policy.against_component("acme", hex(DIGEST)).is_some());
}

#[test]
fn a_named_file_stands_in_the_place_of_the_users_own() {
    let (named, users) = (PathBuf::from("named"), PathBuf::from("users"));
    let machine = PathBuf::from("/etc/pulumi-wasm/policy.yaml");
    assert_eq!(
        PolicyFiles::of_machine(None, Some(users.clone())),
        PolicyFiles {
            optional: vec![machine.clone(), users.clone()],
            named: None,
        }
    );
    assert_eq!(
        PolicyFiles::of_machine(Some(named.clone()), Some(users)),
        PolicyFiles {
            optional: vec![machine],
            named: Some(named),
        }
    );
}

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
            // Before its name is known, nothing is refused that may run under some name.
            if *runs {
                assert_eq!(policy.against_digest(hex(digest)), None, "{text}");
            }
        }
    }
    let only = policy(&["components:\n  only-pinned: true\n"]);
    assert!(only.against_digest(hex(DIGEST)).is_some());
}

/// A component in a registry or on a web server.
fn fetched(place: &str) -> Place {
    match place.starts_with("https://") {
        true => Place::Web(place.parse().expect("an address")),
        false => Place::Registry(place.parse().expect("a reference")),
    }
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
    // Of two policies, both hold.
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
    assert!(rules.against_use("acme", "random").is_some());
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
        ("sources: { allow: file }", "sequence"),
        (
            "packages: { acme: true }",
            "the rules `from`, `at-least` and `signed-by`",
        ),
        ("packages: { declared: { from: [] } }", "expected string"),
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

#[test]
fn packages_make_resources_of_those_that_are_listed_for_them_and_of_any_without_a_rule() {
    let rules = policy(&[
        "packages:\n  uses:\n    site: [random, \"aws*\"]\n    none: []\n",
        "packages: { uses: { other: [random] } }\n",
    ]);
    for (package, used, may) in [
        ("site", "random", true),
        ("site", "aws-native", true),
        ("site", "azure", false),
        ("none", "random", false),
        ("other", "aws", false),
        ("third", "aws", true),
    ] {
        let rule = rules.against_use(package, used);
        assert_eq!(rule.is_none(), may, "{package} {used}");
    }
    let rule = rules.against_use("site", "azure").map(ToString::to_string);
    let rule = rule.expect("a rule");
    assert!(
        rule.contains("`packages.uses.site`") && rule.contains("0.yaml`, line 3"),
        "{rule}"
    );
    // A rule for all others; two policies hold together.
    let rules = policy(&[
        "packages: { uses: { \"*\": [random], site: [aws, random] } }\n",
        "packages: { uses: { site: [aws] } }\n",
    ]);
    let may = |package, used| rules.against_use(package, used).is_none();
    assert!(may("third", "random") && !may("third", "aws"));
    assert!(may("site", "aws") && !may("site", "random"));
    for wrong in ["a b", "a:b", "*a"] {
        let text = format!("packages: {{ uses: {{ site: [\"{wrong}\"] }} }}\n");
        let error = Policy::default().add(Path::new("p.yaml"), &text);
        let error = error.expect_err("a mistake").to_string();
        assert!(error.contains("is not the name of a package"), "{error}");
    }
}

#[test]
fn of_several_policies_all_hold() {
    let policy = policy(&[
        "network: { allow: [\"*.example.com\"], proxies: true, insecure-tls: false }\nlimits: { memory: 1GiB }\nenvironment: { allow: [A, B] }\npackages: { declared: true }\n",
        "packages: { declared: false }\nnetwork: { allow: [api.example.com, x.org], proxies: false }\nlimits: { memory: 2GiB }\nenvironment: { allow: [B, C] }\n",
    ]);
    let granted = ["A", "B", "C"].map(str::to_owned).into();
    let left = policy.narrow_variables(&granted);
    assert_eq!(left, ["B".to_owned()].into());
    let place = policy.network.no_proxies.as_deref().expect("a rule");
    let insecure = policy.network.no_insecure_tls.as_deref();
    assert!(insecure.expect("a rule").contains("`network.insecure-tls`"));
    assert!(place.contains("`network.proxies`") && place.contains("1.yaml`, line 2"));
    let place = policy
        .only_declared()
        .map(ToString::to_string)
        .unwrap_or_default();
    assert!(
        place.contains("`packages.declared`") && place.contains("0.yaml`, line 4"),
        "{place}"
    );
    let mut limits = Limits::default();
    limits.set(Limit::Memory, 8 << 30);
    policy.cap(&mut limits);
    assert_eq!(limits.get(Limit::Memory), 1 << 30);
    let fit = |grant: &str| policy.network.fit(&grant.parse().expect("a pattern")).0;
    assert_eq!(fit("api.example.com"), Fit::Whole);
    assert_eq!(fit("x.org"), Fit::Nothing);
    assert_eq!(fit("*.example.com"), Fit::Part);
}

#[test]
fn a_mistake_is_told_with_its_line() {
    for (text, line, expected) in [
        ("network:\n  alow: []\n", 2, "unknown field `alow`"),
        ("\nnetworks: {}\n", 2, "unknown field `networks`"),
        ("network:\n  allow: api.example.com\n", 2, "sequence"),
        ("network:\n  allow:\n    - *.example.com\n", 3, "alias"),
        (
            "network:\n  allow:\n    - a.com\n    - a.com/path\n",
            4,
            "without path",
        ),
        ("network:\n  allow:\n", 2, ""),
        ("network:\n", 1, ""),
        (
            "network:\n  private: sometimes\n",
            2,
            "`true`, `false` or a list of hosts",
        ),
        ("network:\n  proxies: 3\n", 2, "boolean"),
        (
            "environment:\n  allow: [\"A*B\"]\n",
            2,
            "`A*B` is not the name",
        ),
        ("limits:\n  memory: much\n", 2, "512MiB"),
        ("limits:\n  instances: 0\n", 2, "above 0"),
        ("limits:\n  speed: 3\n", 2, "there are memory"),
        ("limits:\n  memory: 1GiB\n  memory: 9GiB\n", 3, "duplicate"),
        ("packages:\n  declared: 3\n", 2, "boolean"),
        ("packages:\n", 1, ""),
        ("components:\n  allow: [abc]\n", 2, "`abc` is not a digest"),
        ("components:\n  pins: { a: sha256:00 }\n", 2, "sequence"),
        ("network: [\n", 1, ""),
        ("just text\n", 1, ""),
        (
            "network: {}\n---\nlimits: {}\n",
            3,
            "multiple YAML documents",
        ),
    ] {
        let mut policy = Policy::default();
        let error = policy
            .add(Path::new("/policies/x.yaml"), text)
            .expect_err(text);
        let told = error.to_string();
        assert!(told.contains("`/policies/x.yaml`"), "{told}");
        assert!(told.contains(expected), "{text}: {told}");
        assert_eq!(error.line, Some(line), "{text}: {told}");
        assert!(!error.hint.is_empty());
        assert_eq!(policy, Policy::default(), "nothing of it holds");
    }
}

#[test]
fn a_file_is_read_only_if_no_other_user_can_have_written_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("policy.yaml");
    let files = PolicyFiles {
        optional: vec![path.clone()],
        named: None,
    };
    assert_eq!(Policy::read(&files), Ok(Policy::default()));
    std::fs::write(&path, "limits: { memory: 1MiB }\n").expect("a file");
    let mode = |path: &Path, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).expect("a mode");
    };
    mode(&path, 0o644);
    let read = Policy::read(&files).expect("a policy");
    assert_eq!(read.files(), std::slice::from_ref(&path));
    let said = |files: &PolicyFiles| Policy::read(files).expect_err("a refusal").to_string();
    for others in [0o664, 0o646, 0o666] {
        mode(&path, others);
        assert!(said(&files).contains("others may write to it"));
    }
    mode(&path, 0o644);
    mode(folder.path(), 0o777);
    assert!(said(&files).contains("its folder cannot be trusted"));
    mode(folder.path(), 0o700);
    // The file counts, not the link to it.
    let link = folder.path().join("link.yaml");
    symlink(&path, &link).expect("a link");
    let linked = PolicyFiles {
        optional: vec![link],
        named: None,
    };
    assert!(Policy::read(&linked).is_ok());
    mode(&path, 0o666);
    assert!(said(&linked).contains("others may write to it"));
}

#[test]
#[ignore = "needs root: it gives a file to another user"]
fn a_policy_of_another_user_is_refused_as_root() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("policy.yaml");
    std::fs::write(&path, "limits: { memory: 1MiB }\n").expect("a file");
    let readable = std::fs::Permissions::from_mode(0o644);
    std::fs::set_permissions(&path, readable).expect("a mode");
    let files = PolicyFiles {
        optional: vec![path.clone()],
        named: None,
    };
    Policy::read(&files).expect("a policy of this user");
    std::os::unix::fs::chown(&path, Some(65534), None).expect("another owner");
    let refusal = Policy::read(&files).expect_err("a refusal").to_string();
    assert!(refusal.contains("belongs to another user"), "{refusal}");
}

#[test]
fn what_is_there_and_cannot_be_read_is_no_missing_policy() {
    let folder = tempfile::tempdir().expect("a folder");
    let read = |path: PathBuf| {
        let files = PolicyFiles {
            optional: vec![path],
            named: None,
        };
        Policy::read(&files).expect_err("a refusal").to_string()
    };
    assert!(read(folder.path().to_owned()).contains("not a file"));
    let bytes = folder.path().join("bytes.yaml");
    std::fs::write(&bytes, b"\xff\xfe").expect("a file");
    assert!(read(bytes.clone()).contains("UTF-8"));
    assert!(read(bytes.join("below.yaml")).contains("directory"));
    std::fs::write(&bytes, vec![b'#'; (1 << 20) + 1]).expect("a file");
    assert!(read(bytes).contains("larger than 1 MiB"));
    let circle = folder.path().join("circle.yaml");
    symlink(&circle, &circle).expect("a link");
    assert!(read(circle).contains("cannot be used"));
    let pipe = folder.path().join("pipe.yaml");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    if made.is_ok_and(|status| status.success()) {
        assert!(read(pipe).contains("not a file"), "and nobody waits for it");
    }
    let named = PolicyFiles {
        optional: Vec::new(),
        named: Some(folder.path().join("gone.yaml")),
    };
    let error = Policy::read(&named).expect_err("a refusal");
    assert!(error.to_string().contains("no such file"), "{error}");
    assert!(error.hint.contains("PULUMI_WASM_POLICY"), "{error}");
}

/// Pieces of which policies are made, right and wrong.
fn piece() -> impl Strategy<Value = String> {
    let pieces = vec![
        "network:\n",
        "  allow:\n",
        "    - \"*.example.com\"\n",
        "    - api.example.com\n",
        "  private: false\n",
        "  private: [a.com]\n",
        "  proxies: yes\n",
        "environment:\n",
        "  allow: [A, \"B*\"]\n",
        "limits:\n",
        "  memory: 1GiB\n",
        "  instances: 3\n",
        "components:\n",
        "  only-pinned: true\n",
        "  pins: {}\n",
        "  deny: []\n",
        "sources:\n",
        "  fetch: false\n",
        "packages:\n",
        "  acme: { from: [file], at-least: 1.0.0 }\n",
        "{",
        "]",
        "&a ",
        "*a",
        "- ",
        ": ",
        "!!binary ",
        "|\n",
        "\u{85}",
        "'",
        "\"",
        "\t",
        "<<: *a\n",
        "---\n",
        "...\n",
        "~",
    ];
    prop_oneof![3 => prop::sample::select(pieces).prop_map(str::to_owned), 1 => ".{0,6}"]
}

proptest! {
    #[test]
    fn no_text_is_too_strange(pieces in prop::collection::vec(piece(), 0..12)) {
        let text = pieces.concat();
        let mut policy = Policy::default();
        if let Err(error) = policy.add(Path::new("x"), &text) {
            prop_assert!(!error.to_string().is_empty());
            prop_assert_eq!(policy, Policy::default());
        }
    }

    #[test]
    fn more_policies_never_allow_more(
        first in policy_text(),
        second in policy_text(),
        names in prop::collection::btree_set("[AB]{1,3}", 0..6),
        asked in 1_u64..1000,
        address in prop::sample::select(vec!["https://a.com", "https://b.a.com", "http://10.0.0.1:8081", "https://x.org"]),
        digest in prop::sample::select(vec![DIGEST, OTHER]),
    ) {
        let one = policy(&[&first]);
        let both = policy(&[&first, &second]);
        let left = both.narrow_variables(&names);
        prop_assert!(left.is_subset(&names));
        prop_assert!(left.is_subset(&one.narrow_variables(&names)));
        let capped = |policy: &Policy| {
            let mut limits = Limits::default();
            limits.set(Limit::Instances, asked);
            policy.cap(&mut limits);
            limits.get(Limit::Instances)
        };
        prop_assert!(capped(&both) <= capped(&one));
        prop_assert!(capped(&one) <= asked);
        let url = Url::parse(address).expect("an address");
        prop_assert!(one.network.against(&url).is_none() || both.network.against(&url).is_some());
        prop_assert!(one.network.against_private(&url).is_none() || both.network.against_private(&url).is_some());
        prop_assert!(one.against_component("acme", hex(digest)).is_none() || both.against_component("acme", hex(digest)).is_some());
        prop_assert!(one.network.no_proxies.is_none() || both.network.no_proxies.is_some());
        prop_assert!(one.only_declared().is_none() || both.only_declared().is_some());
        let place = fetched("oci://ghcr.io/acme/provider:1.0.0");
        prop_assert!(one.against_source("acme", &place, "1.0.0").is_none() || both.against_source("acme", &place, "1.0.0").is_some());
    }
}

fn policy_text() -> impl Strategy<Value = String> {
    let hosts = prop::collection::vec(
        prop::sample::select(vec![
            "\"*.a.com\"",
            "a.com",
            "10.0.0.0/8",
            "\"*\"",
            "x.org:*",
        ]),
        0..3,
    );
    let names = prop::collection::vec(
        prop::sample::select(vec!["A", "AA", "\"A*\"", "\"*\"", "B"]),
        0..3,
    );
    let list = |items: Vec<&str>| format!("[{}]", items.join(", "));
    (
        prop::option::of(hosts.clone().prop_map(list)),
        prop::option::of(prop_oneof![
            Just("true".to_owned()),
            Just("false".to_owned()),
            hosts.prop_map(list)
        ]),
        prop::option::of(any::<bool>()),
        prop::option::of(names.prop_map(list)),
        prop::option::of(1_u64..500),
        prop::option::of(any::<bool>()),
        prop::option::of(prop::sample::select(vec![
            format!("{{ pins: {{ acme: [{DIGEST}] }} }}"),
            format!("{{ allow: [{OTHER}] }}"),
            "{ only-pinned: true }".to_owned(),
            format!("{{ deny: [{DIGEST}] }}"),
        ])),
        prop::option::of(prop::sample::select(vec![
            "[]",
            "[file]",
            "[oci://ghcr.io/acme/provider]",
            "[oci://ghcr.io/other/**]",
        ])),
    )
        .prop_map(
            |(allow, private, proxies, names, instances, declared, components, sources)| {
                let mut text = String::from("network:\n  allow: [\"*://*:*\"]\n");
                if let Some(allow) = allow {
                    text = format!("network:\n  allow: {allow}\n");
                }
                if let Some(private) = private {
                    text.push_str(&format!("  private: {private}\n"));
                }
                if let Some(proxies) = proxies {
                    text.push_str(&format!("  proxies: {proxies}\n"));
                }
                if let Some(names) = names {
                    text.push_str(&format!("environment:\n  allow: {names}\n"));
                }
                if let Some(instances) = instances {
                    text.push_str(&format!("limits:\n  instances: {instances}\n"));
                }
                if let Some(declared) = declared {
                    text.push_str(&format!("packages: {{ declared: {declared} }}\n"));
                }
                if let Some(components) = components {
                    text.push_str(&format!("components: {components}\n"));
                }
                if let Some(sources) = sources {
                    text.push_str(&format!("sources: {{ allow: {sources} }}\n"));
                }
                text
            },
        )
}
