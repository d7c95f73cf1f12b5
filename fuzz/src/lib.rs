//! The fuzzed functions. They accept any bytes, and panic if a rule is broken.
//!
//! Each target in `fuzz_targets` calls one of them. `tests/fuzz_cases.rs` runs all of them on kept cases and on random
//! changes of these cases.

mod debug_information;
mod distribution;
mod graphql;
mod life;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
pub use debug_information::{debug_information, functions_found};
pub use distribution::{artifact, bundle_file, layout, sources_file};
pub use graphql::graphql_request;
pub use life::{component_life, entries_of};
use prost::Message as _;
use pulumi_wasm_capability::asset::{ArchiveFormat, AssetBudget, unpack};
use pulumi_wasm_capability::http::HostPattern;
use pulumi_wasm_capability::json;
use pulumi_wasm_capability::limits::{Limit, Limits};
use pulumi_wasm_capability::record::Recording;
use pulumi_wasm_core::manifest::Manifest;
use pulumi_wasm_core::redaction::{MARK, Secrets};
use pulumi_wasm_core::schema::{self, inputs_from_id};
use pulumi_wasm_core::value::{PropertyMap, PropertyValue};
use pulumi_wasm_host::pulumi::convert::{map_from_proto, map_to_proto};
use pulumi_wasm_packages::journal;
use pulumi_wasm_packages::policy::{Policy, SignerMeans, SignerRule};
use pulumi_wasm_packages::review::Review;
use pulumi_wasm_packages::{Declared, ParameterValue, SignatureEvidence, judge, manifest_section};
use pulumi_wasm_sandbox::guest::check_component;
use pulumi_wasm_signature::{CertifiedSigner, Identity, PublicKey, TrustRoots};
use serde_json::json;

/// A target.
pub type Target = fn(&[u8]);

/// The fast targets by name: they run many cases in a second. The other is [`component_life`].
pub const TARGETS: [(&str, Target); 25] = [
    ("protobuf_value", protobuf_value),
    ("guest_json", guest_json),
    ("guest_answer", guest_answer),
    ("secret_text", secret_text),
    ("manifest", manifest),
    ("schema", schema),
    ("property_path", property_path),
    ("import_id", import_id),
    ("archive", archive),
    ("parameter_value", parameter_value),
    ("host_pattern", host_pattern),
    ("component", component),
    ("policy", policy),
    ("bundle", bundle),
    ("recording", recording),
    ("journal_note", journal_note),
    ("sdk_file", sdk_file),
    ("stack_state", stack_state),
    ("project_file", project_file),
    ("debug_information", debug_information),
    ("sources_file", sources_file),
    ("bundle_file", bundle_file),
    ("artifact", artifact),
    ("layout", layout),
    ("graphql_request", graphql_request),
];

/// An encoded `Struct`: a value that is read comes back when it is written and read again.
pub fn protobuf_value(bytes: &[u8]) {
    let Ok(read) = map_from_proto(Some(bytes)) else {
        return;
    };
    let written = map_to_proto(&read);
    assert!(prost_types::Struct::decode(&written[..]).is_ok());
    let again = map_from_proto(Some(&written));
    assert_eq!(again.expect("what was written is read"), read);
}

/// A guest's property map: a value that is read comes back when it is written and read again.
pub fn guest_json(bytes: &[u8]) {
    if let Ok(text) = std::str::from_utf8(bytes)
        && let Some((read, again)) = json::read_twice(text)
    {
        assert_eq!(again.as_ref(), Some(&read));
    }
}

/// Properties for a guest, and after them its answer: unchanged parts are parsed like all others.
pub fn guest_answer(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (sent, answer) = text.split_once('\n').unwrap_or(("{}", &text));
    if let Some([whole, revised]) = json::read_both_ways(sent, answer) {
        assert_eq!(whole, revised);
    }
}

/// A secret, and after it a guest's text: the secret is in no text that leaves the host.
pub fn secret_text(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (secret, said) = text.split_once('\n').unwrap_or((&text, ""));
    let secrets = Secrets::new();
    secrets.keep(secret);
    let call = secrets.of_call();
    let clean = call.text(said);
    assert!(call.excerpt(said, 40).len() <= 40 + MARK.len() * 40 + 100);
    let division = call.division(said.as_bytes(), said.len() / 2);
    assert!(division >= 1 && division <= said.len().max(1));
    drop(call.bytes(bytes));
    // The mark itself could complete a secret.
    if !call.knows(secret.as_bytes()) || secret.contains(['[', ']']) {
        return;
    }
    assert!(!clean.contains(secret), "{clean}");
    let hex: String = secret.bytes().map(|byte| format!("{byte:02x}")).collect();
    for form in [secret, &hex] {
        let hidden = call.text(&format!("<{form}>")).into_owned();
        assert!(hidden.contains(MARK) && !hidden.contains(form), "{hidden}");
    }
}

/// A manifest: its mistakes are reported.
pub fn manifest(bytes: &[u8]) {
    if let Ok(text) = std::str::from_utf8(bytes)
        && let Err(error) = Manifest::parse(text)
    {
        assert!(!error.to_string().is_empty());
    }
}

/// A schema document. With a valid document, empty properties can be checked and compared without a crash.
pub fn schema(bytes: &[u8]) {
    let Ok(document) = serde_json::from_slice::<serde_json::Value>(bytes) else {
        return;
    };
    let resources: serde_json::Map<String, serde_json::Value> = document["resources"]
        .as_object()
        .into_iter()
        .flatten()
        .map(|(token, _)| (token.clone(), json!({ "hooks": ["create"] })))
        .collect();
    let text = json!({ "manifest": 1, "schema": document, "resources": resources }).to_string();
    let Ok(manifest) = Manifest::parse(&text) else {
        return;
    };
    let empty = PropertyMap::new();
    for resource in manifest.schema.resources.values() {
        let found = schema::diff(&manifest.schema, &resource.inputs, &empty, &empty);
        assert!(found.is_empty(), "{found:?}");
    }
}

/// Keys, one a line: a difference at that path is ignored by its own path, as it was written for the engine; and any
/// text as a path to ignore.
pub fn property_path(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    // Keys that begin like this are internal.
    let keys: Vec<&str> = text
        .split('\n')
        .filter(|key| !key.starts_with("__"))
        .take(6)
        .collect();
    let nest = |leaf: &str| {
        let value = keys
            .iter()
            .rev()
            .fold(PropertyValue::from(leaf), |inner, key| {
                PropertyValue::Object(BTreeMap::from([((*key).to_owned(), inner)]))
            });
        BTreeMap::from([("any".to_owned(), value)])
    };
    let (old, new) = (nest("old"), nest("new"));
    let manifest = sample("{any}", r#"{ "$ref": "pulumi.json#/Any" }"#);
    let Some((package, resource)) = manifest.as_ref().and_then(the_resource) else {
        return;
    };
    let found = schema::diff(package, &resource.inputs, &old, &new);
    assert!(!found.is_empty(), "{keys:?}");
    for difference in &found {
        let ignored = [difference.property.clone()];
        let reset = schema::reset_ignored(&ignored, &old, &new);
        let left = schema::diff(package, &resource.inputs, &old, &reset);
        assert!(left.is_empty(), "{keys:?}: {ignored:?} left {left:?}");
    }
    drop(schema::reset_ignored(&[text.into_owned()], &old, &new));
}

/// A form of import ids and an id: the parts of an id make that id again.
pub fn import_id(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (form, id) = text.split_once('\n').unwrap_or((&text, "a/b"));
    let manifest = sample(form, r#"{ "type": "string" }"#);
    let Some((package, resource)) = manifest.as_ref().and_then(the_resource) else {
        return;
    };
    if let Ok(inputs) = inputs_from_id(package, resource, id)
        && let Some(form) = &resource.import_id
    {
        assert_eq!(form.of(&inputs).as_deref(), Some(id), "{form:?}");
    }
}

/// An archive file of each format: no file leads out of it, and no limit is exceeded.
pub fn archive(bytes: &[u8]) {
    let mut limits = Limits::default();
    limits.set(Limit::HostMemory, 1 << 20);
    limits.set(Limit::ArchiveEntries, 100);
    for format in [
        ArchiveFormat::Tar,
        ArchiveFormat::TarGzip,
        ArchiveFormat::Zip,
    ] {
        let Ok(members) = unpack(format, bytes, &mut AssetBudget::of(&limits)) else {
            continue;
        };
        assert!(members.len() <= 100);
        assert!(
            members
                .iter()
                .map(|member| member.content.len())
                .sum::<usize>()
                <= 1 << 20
        );
        for member in members {
            let inside = |part: &str| !matches!(part, "" | "." | "..");
            assert!(member.name.split('/').all(inside), "{:?}", member.name);
        }
    }
}

/// A parameter value: a valid value can be written and read again unchanged, and names no file outside the project.
pub fn parameter_value(bytes: &[u8]) {
    let value = match ParameterValue::parse(bytes) {
        Ok(value) => value,
        Err(error) => return assert!(!error.reason.is_empty()),
    };
    let paths = value
        .components
        .iter()
        .filter_map(|component| component.place.path());
    for path in paths.map(Path::new) {
        let inside = |part| matches!(part, std::path::Component::Normal(_));
        assert!(path.components().all(inside), "{path:?}");
    }
    let written = value.to_bytes();
    let again = ParameterValue::parse(&written).expect("what was written is read");
    assert_eq!(again.to_bytes(), written);
    assert!(value.command().starts_with("pulumi package add"));
}

/// A grant and an address: a grant is written so that the same is read again, and covers addresses of its host alone.
pub fn host_pattern(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (pattern, address) = text.split_once('\n').unwrap_or((&text, ""));
    if let Ok(configured) = HostPattern::from_configured_url(address) {
        let url = url::Url::parse(address).expect("it was read as one");
        assert!(configured.covers(&url), "{configured} and {address}");
    }
    let Ok(pattern) = pattern.parse::<HostPattern>() else {
        return;
    };
    let again: HostPattern = pattern
        .to_string()
        .parse()
        .expect("what was written is read");
    assert_eq!(again, pattern);
    if let Ok(url) = url::Url::parse(address)
        && pattern.covers(&url)
    {
        let text = pattern.to_string();
        let text = text.trim_start_matches("http://");
        let domain = text.strip_prefix("*.");
        let granted = url::Url::parse(&format!("http://{}", domain.unwrap_or(text)));
        let granted = granted.expect("a host");
        match (domain, url.host_str(), granted.host_str()) {
            (Some(_), Some(name), Some(domain)) => {
                assert!(
                    name.ends_with(&format!(".{domain}")),
                    "{pattern} covers {url}"
                );
            }
            _ => assert_eq!(url.host(), granted.host(), "{pattern} covers {url}"),
        }
        assert!(
            ["http", "https"].contains(&url.scheme()),
            "{pattern} covers {url}"
        );
    }
}

/// The bytes of a component: whether they are a component, and its manifest. A manifest that is put into one is found
/// again.
pub fn component(bytes: &[u8]) {
    drop(manifest_section::find(bytes));
    match check_component(bytes) {
        Ok(()) => {
            let mut bytes = bytes.to_vec();
            manifest_section::append(&mut bytes, "{}");
            assert_eq!(check_component(&bytes), Ok(()));
            assert_eq!(manifest_section::find(&bytes).as_deref(), Some("{}"));
        }
        Err(error) => assert!(!error.to_string().is_empty() && !error.hint().is_empty()),
    }
}

/// The rules of a policy for a kept key, and for the identity of a kept certificate by a kept root.
fn signers() -> [SignerRule; 2] {
    let key = PublicKey::from_pem(include_bytes!("../../host/signature/src/openssl/p256.pub"));
    let roots = TrustRoots::parse(include_bytes!(
        "../../host/signature/src/certified/root.json"
    ));
    let identity = Identity::of_repository("https://github.com/acme/provider", None, None);
    let signer = CertifiedSigner {
        roots: roots.expect("a root"),
        issuer: "https://token.actions.githubusercontent.com".to_owned(),
        identity: identity.expect("an identity"),
    };
    [
        SignerRule::of_key("acme", "acme.pub", key.expect("a key")),
        SignerRule::new("acme", "root.json", SignerMeans::Certificate(signer)),
    ]
}

/// A bundle, a key or a trust root beside a component. The host accepts only the two kept signatures: one by a key, one
/// by a certificate.
pub fn bundle(bytes: &[u8]) {
    static SIGNERS: LazyLock<[SignerRule; 2]> = LazyLock::new(signers);
    let rules: Vec<&SignerRule> = SIGNERS.iter().collect();
    let signed = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
    let evidence = SignatureEvidence {
        manifests: vec![bytes.to_vec()],
        bundles: vec![bytes.to_vec()],
    };
    for candidate in judge(&evidence, &signed.parse().expect("a digest"), &rules) {
        match candidate.verdict {
            Ok(_) => assert_eq!(
                candidate.predicate_type.as_deref(),
                Some("https://slsa.dev/provenance/v1")
            ),
            Err(reasons) => assert!(!reasons.is_empty()),
        }
    }
    if let Err(error) = PublicKey::from_pem(bytes) {
        assert!(error.hint.is_some());
    }
    if let Err(error) = TrustRoots::parse(bytes) {
        assert!(error.hint.is_some());
    }
}

/// An operator's policy: its mistakes are reported with their place, and its rules only restrict.
pub fn policy(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut policy = Policy::default();
    match policy.add(Path::new("policy.yaml"), &text) {
        Err(error) => assert!(!error.reason.is_empty() && !error.hint.is_empty()),
        Ok(()) => {
            let mut limits = Limits::default();
            policy.cap(&mut limits);
            for limit in Limit::SETTINGS {
                assert!(
                    limits.get(limit) <= limit.default_value(),
                    "{}",
                    limit.name()
                );
            }
            let granted = std::collections::BTreeSet::from(["ACME_TOKEN".to_owned()]);
            assert!(policy.narrow_variables(&granted).is_subset(&granted));
        }
    }
}

/// A recording: mistakes are reported. If the process that writes a recording is killed at any place, its text can
/// still be read.
pub fn recording(bytes: &[u8]) {
    let file = Path::new("recording.jsonl");
    match Recording::parse(bytes, file) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(recording) => {
            assert!(!recording.packages().is_empty());
            let first = bytes
                .iter()
                .position(|byte| *byte == b'\n')
                .unwrap_or(bytes.len());
            let cut = first + (bytes.len() - first) / 2;
            let cut = Recording::parse(&bytes[..cut], file);
            assert!(cut.is_ok(), "{}", cut.unwrap_err());
        }
    }
}

/// A resource, and below it a note of it: the written form is read, and comes back when it is written again.
pub fn journal_note(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (urn, note) = text.split_once('\n').unwrap_or(("", &text));
    if let Some([once, again]) = journal::written_twice(urn, note) {
        assert!(once.as_ref().is_some_and(|note| !note.id.is_empty()));
        assert_eq!(again, once);
    }
}

/// A file of a generated SDK, or a lock file: a name, and below it the text. A value in it is found, with any text
/// around it.
pub fn sdk_file(bytes: &[u8]) {
    let (name, text) = first_line(bytes);
    let file = Path::new("sdks/acme").join(name);
    let mut review = Review::default();
    review.add_sdk_file(&file, text);
    are_sound(&review);
    let value = known_value();
    let known = BASE64.encode(value.to_bytes());
    let text = [text, b"\n(\"", known.as_bytes(), b"\");\n"].concat();
    let mut review = Review::default();
    review.add_sdk_file(&file, &text);
    let is_found = review.findings.iter().any(|finding| finding.value == value);
    // A text that would take too long is reported.
    assert!(is_found || !review.unreadable.is_empty());
}

/// The name of a file of state, and below it what it has.
pub fn stack_state(bytes: &[u8]) {
    let (name, text) = first_line(bytes);
    let mut review = Review::default();
    review.add_state_bytes(Path::new(name), text);
    are_sound(&review);
}

/// A project's file: its mistakes are reported, and it allows nothing to a package that it does not name.
pub fn project_file(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match Declared::parse(Path::new("Pulumi.yaml"), &text) {
        Err(error) => assert!(!error.reason.is_empty()),
        Ok(declared) => {
            let value = known_value();
            let beyond = declared.beyond(&value);
            assert!(
                declared.names("acme") || beyond == ["--allow-net evil.example.com"],
                "{beyond:?}"
            );
        }
    }
}

/// A value with access to one host.
fn known_value() -> ParameterValue {
    let text = format!(
        r#"{{"v":1,"name":"acme","version":"1.0.0","components":[{{"sha256":"{}","path":"acme.wasm"}}],"grants":{{"net":["evil.example.com"]}}}}"#,
        "ab".repeat(32)
    );
    ParameterValue::parse(text.as_bytes()).expect("a value")
}

fn first_line(bytes: &[u8]) -> (&str, &[u8]) {
    let end = bytes.iter().position(|byte| *byte == b'\n');
    let (line, rest) = bytes.split_at(end.unwrap_or(0));
    let name = std::str::from_utf8(line).ok();
    let name = name.filter(|name| !name.is_empty() && !name.contains('/'));
    (
        name.unwrap_or("x.ts"),
        rest.strip_prefix(b"\n").unwrap_or(rest),
    )
}

fn are_sound(review: &Review) {
    for finding in &review.findings {
        let written = finding.value.to_bytes();
        let again = ParameterValue::parse(&written).expect("what was written is read");
        assert_eq!(again.to_bytes(), written);
    }
    for unreadable in &review.unreadable {
        assert!(!unreadable.reason.is_empty());
    }
}

type Resource<'a> = (&'a schema::PackageSchema, &'a schema::ResourceSchema);

/// A package with one resource whose ids have this form.
fn sample(import_id: &str, input: &str) -> Option<Manifest> {
    let input: serde_json::Value = serde_json::from_str(input).ok()?;
    let text = json!({
        "manifest": 1,
        "schema": {
            "name": "acme",
            "version": "1.0.0",
            "resources": { "acme:index:Thing": {
                "inputProperties": { "any": input, "zone": { "type": "string" }, "name": { "type": "string" } },
                "properties": {},
            } },
        },
        "resources": { "acme:index:Thing": { "hooks": ["create", "read"], "importId": import_id } },
    });
    Manifest::parse(&text.to_string()).ok()
}

fn the_resource(manifest: &Manifest) -> Option<Resource<'_>> {
    let package = &manifest.schema;
    Some((package, package.resources.values().next()?))
}
