use std::fs;
use std::path::Path;

use pulumi_wasm_capability::http::Fit;
use url::Url;

use super::*;

mod file;
mod sources;
mod texts;
mod uses;

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

/// A component in a registry or on a web server.
fn fetched(place: &str) -> Place {
    if place.starts_with("https://") {
        Place::Web(place.parse().expect("an address"))
    } else {
        Place::Registry(place.parse().expect("a reference"))
    }
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
            .hint(Limit::Memory)
            .contains("`limits.memory` in the operator's policy `/policies/0.yaml`, line 10"),
        "{}",
        limits.hint(Limit::Memory)
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
        ("network:\n  allow: api.example.com\n", 2, "a list such as"),
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
        ("network:\n  proxies: 3\n", 2, "`true` or `false`"),
        (
            "environment:\n  allow: [\"A*B\"]\n",
            2,
            "`A*B` is not the name",
        ),
        ("limits:\n  memory: much\n", 2, "512MiB"),
        ("limits:\n  instances: 0\n", 2, "above 0"),
        ("limits:\n  speed: 3\n", 2, "the limits are memory"),
        ("limits:\n  memory: 1GiB\n  memory: 9GiB\n", 3, "duplicate"),
        ("packages:\n  declared: 3\n", 2, "`true` or `false`"),
        ("packages:\n", 1, ""),
        ("components:\n  allow: [abc]\n", 2, "`abc` is not a digest"),
        (
            "components:\n  pins: { a: sha256:00 }\n",
            2,
            "a list such as",
        ),
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
