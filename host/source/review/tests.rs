use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use proptest::prelude::*;
use serde_json::json;
use tempfile::TempDir;

use super::*;
use crate::capability::Grants;
use crate::limits::Limits;
use crate::source::{ComponentReference, Digest};

fn value(net: &str) -> ParameterValue {
    ParameterValue {
        name: "acme".to_owned(),
        version: "1.0.0".to_owned(),
        components: vec![ComponentReference {
            digest: Digest::of(b"x"),
            path: "acme.wasm".to_owned(),
        }],
        grants: Grants {
            net: vec![net.parse().expect("a pattern")],
            env: ["TOKEN".to_owned()].into(),
        },
        limits: Limits::default(),
    }
}

fn base64(net: &str) -> String {
    STANDARD.encode(value(net).to_bytes())
}

/// A folder with these files.
fn folder(files: &[(&str, String)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    folder
}

fn reviewed(files: &[(&str, String)]) -> Review {
    let mut review = Review::default();
    review.add_folder(folder(files).path());
    review
}

/// The hosts of what was found, with the file's name.
fn found(review: &Review) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = review
        .findings
        .iter()
        .map(|finding| {
            (
                finding
                    .file
                    .file_name()
                    .map(|name| name.to_string_lossy().into_owned())
                    .unwrap_or_default(),
                finding.value.grants.net[0].to_string(),
            )
        })
        .collect();
    found.sort();
    found
}

fn plugin(name: &str, net: &str) -> serde_json::Value {
    json!({
        "resource": true,
        "name": name,
        "version": "0.1.0",
        "parameterization": { "name": "acme", "version": "1.0.0", "value": base64(net) },
    })
}

fn state(name: &str, net: &str) -> serde_json::Value {
    let internal = json!({ "name": name, "version": "0.1.0", "parameterization": base64(net) });
    json!({ "resources": [
        { "urn": "urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev", "type": "pulumi:pulumi:Stack" },
        {
            "urn": "urn:pulumi:dev::shop::pulumi:providers:acme::default_1_0_0",
            "type": "pulumi:providers:acme",
            "inputs": { "__internal": internal, "version": "1.0.0" },
            "outputs": { "__internal": internal, "version": "1.0.0" },
        },
        { "urn": "urn:pulumi:dev::shop::acme:index:Thing::one", "type": "acme:index:Thing", "inputs": { "__internal": 3 } },
    ] })
}

#[test]
fn values_are_found_in_the_sdks_of_every_language() {
    let review = reviewed(&[
        (
            "sdks/a/package.json",
            json!({ "pulumi": plugin("wasm", "a.com") }).to_string(),
        ),
        (
            "sdks/b/pulumi_b/pulumi-plugin.json",
            plugin("wasm", "b.com").to_string(),
        ),
        (
            "sdks/c/c-1.0.0.yaml",
            format!(
                "packageDeclarationVersion: 1\nname: wasm\nversion: 0.1.0\nparameterization:\n    name: acme\n    version: 1.0.0\n    value: {}\n",
                base64("c.com")
            ),
        ),
        (
            "sdks/d/internal/pulumiUtilities.go",
            format!("var parameter = \"{}\"\n", base64("d.com")),
        ),
        (
            "sdks/e/utilities.py",
            format!("value='{}',", base64("e.com")),
        ),
        (
            "sdks/f/Utilities.cs",
            format!(
                "value: global::System.Convert.FromBase64String(\"{}\")));",
                base64("f.com")
            ),
        ),
        (
            "sdks/java/src/main/java/com/pulumi/k/Utilities.java",
            format!("\t\t\tgetVersion(),\n\t\t\t\"{}\"\n\t\t);", base64("k.com")),
        ),
        (
            "node_modules/@pulumi/g/package.json",
            json!({ "pulumi": plugin("wasm", "g.com") }).to_string(),
        ),
        // Not ours, and not where SDKs are.
        (
            "sdks/h/package.json",
            json!({ "pulumi": plugin("other", "evil.com") })
                .to_string()
                .replace(&base64("evil.com"), "AAAA"),
        ),
        ("notes.txt", base64("i.com")),
        (
            ".git/pulumi-plugin.json",
            plugin("wasm", "j.com").to_string(),
        ),
        ("node_modules/broken/package.json", "{".to_owned()),
    ]);
    assert_eq!(review.unreadable, []);
    let hosts: Vec<String> = found(&review).into_iter().map(|(_, host)| host).collect();
    assert_eq!(
        hosts,
        [
            "f.com", "k.com", "c.com", "a.com", "g.com", "b.com", "d.com", "e.com"
        ]
        .map(str::to_owned)
        .into_iter()
        .collect::<Vec<_>>()
    );
}

/// The file for tools says one thing, and the code, which is what runs, another.
#[test]
fn code_that_says_more_than_its_metadata_is_found() {
    let review = reviewed(&[
        (
            "sdks/acme/pulumi-plugin.json",
            plugin("wasm", "a.com").to_string(),
        ),
        (
            "sdks/acme/utilities.ts",
            format!("const value = \"{}\";", base64("*.evil.com")),
        ),
    ]);
    assert_eq!(
        found(&review),
        [
            ("pulumi-plugin.json".to_owned(), "a.com".to_owned()),
            ("utilities.ts".to_owned(), "*.evil.com".to_owned())
        ]
    );
}

#[test]
fn values_are_found_in_state_of_every_form() {
    let export = json!({ "version": 3, "deployment": state("wasm", "a.com") }).to_string();
    let stored =
        json!({ "version": 3, "checkpoint": { "stack": "dev", "latest": state("wasm", "b.com") } })
            .to_string();
    let never = json!({ "version": 3, "checkpoint": { "stack": "dev" } }).to_string();
    let other =
        json!({ "version": 3, "checkpoint": { "latest": state("other", "c.com") } }).to_string();
    let folder = folder(&[
        ("export.json", export),
        (".pulumi/stacks/shop/dev.json", stored.clone()),
        (".pulumi/stacks/shop/new.json", never),
        (".pulumi/stacks/shop/other.json", other),
        (".pulumi/stacks/shop/dev.json.bak", "{".to_owned()),
        (".pulumi/history/shop/dev/x.json", stored.clone()),
    ]);
    let zipped = std::fs::File::create(folder.path().join(".pulumi/stacks/shop/zipped.json.gz"))
        .expect("a file");
    let mut encoder = flate2::write::GzEncoder::new(zipped, flate2::Compression::fast());
    std::io::Write::write_all(&mut encoder, stored.as_bytes()).expect("a file");
    encoder.finish().expect("a file");

    let mut review = Review::default();
    review.add_folder(folder.path());
    assert_eq!(review.unreadable, []);
    let expected = [("dev.json", "b.com"), ("zipped.json.gz", "b.com")];
    let expected = expected.map(|(file, host)| (file.to_owned(), host.to_owned()));
    assert_eq!(found(&review), expected);
    let urn = review.findings[0].urn.as_deref();
    assert_eq!(
        urn,
        Some("urn:pulumi:dev::shop::pulumi:providers:acme::default_1_0_0")
    );

    let mut review = Review::default();
    review.add_state(&folder.path().join("export.json"));
    review.add_backend(folder.path(), "shop");
    review.add_backend(folder.path(), "../../..");
    review.add_backend(folder.path(), "gone");
    assert_eq!(found(&review).len(), 3);
    assert_eq!(review.unreadable, []);
}

#[test]
fn what_cannot_be_judged_is_told() {
    for (name, text, reason) in [
        ("sdks/a/package.json", "{".to_owned(), "damaged"),
        ("sdks/a/pulumi-plugin.json", "[1]".to_owned(), "damaged"),
        (
            "sdks/a/pulumi-plugin.json",
            json!({ "name": "wasm", "parameterization": { "value": "%%" } }).to_string(),
            "not base64",
        ),
        (
            "sdks/a/pulumi-plugin.json",
            json!({ "name": "wasm", "parameterization": { "value": STANDARD.encode("{\"v\":1}") } }).to_string(),
            "not one that this plugin wrote",
        ),
        (
            "sdks/a/code.go",
            STANDARD.encode(String::from_utf8(value("a.com").to_bytes()).expect("text").replace("a.com", "*")),
            "no host that can be granted",
        ),
        (".pulumi/stacks/shop/dev.json", "{\"checkpoint\":".to_owned(), "damaged"),
        (".pulumi/stacks/shop/dev.json", "{}".to_owned(), "no state"),
        (".pulumi/stacks/shop/dev.json.gz", "not zipped".to_owned(), "damaged"),
        (
            ".pulumi/stacks/shop/dev.json",
            json!({ "deployment": { "resources": [{ "type": "pulumi:providers:acme", "inputs": { "__internal": {
                "parameterization": "%" } } }] } }).to_string(),
            "not base64",
        ),
    ] {
        let review = reviewed(&[(name, text.clone())]);
        assert_eq!(review.findings, [], "{text}");
        assert_eq!(review.unreadable.len(), 1, "{text}: {review:?}");
        assert!(review.unreadable[0].file.ends_with(name));
        assert!(review.unreadable[0].reason.contains(reason), "{review:?}");
    }
    let mut review = Review::default();
    review.add_state(Path::new("/nowhere/at/all.json"));
    assert_eq!(review.unreadable.len(), 1);
}

#[test]
fn links_are_not_followed() {
    let outside = folder(&[(
        "acme/pulumi-plugin.json",
        plugin("wasm", "a.com").to_string(),
    )]);
    let inside = folder(&[(
        "sdks/b/pulumi-plugin.json",
        plugin("wasm", "b.com").to_string(),
    )]);
    let link = inside.path().join("sdks/acme");
    std::os::unix::fs::symlink(outside.path().join("acme"), &link).expect("a link");
    std::os::unix::fs::symlink(inside.path(), inside.path().join("sdks/round")).expect("a link");
    let mut review = Review::default();
    review.add_folder(inside.path());
    assert_eq!(found(&review).len(), 1);
    assert_eq!(review.unreadable.len(), 1, "{review:?}");
    assert_eq!(review.unreadable[0].file, link);
    assert!(
        review.unreadable[0]
            .reason
            .contains("link out of the folder")
    );
}

proptest! {
    #[test]
    fn no_file_is_too_strange(
        name in prop::sample::select(vec!["sdks/x/package.json", "sdks/x/pulumi-plugin.json", "sdks/x/x.yaml", "sdks/x/x.ts", ".pulumi/stacks/x.json", ".pulumi/stacks/x.json.gz"]),
        cut in 0.0..1.0_f64,
        noise in prop::collection::vec(any::<u8>(), 0..8),
    ) {
        let whole = json!({ "deployment": state("wasm", "a.com"), "pulumi": plugin("wasm", "b.com"), "name": "wasm" }).to_string();
        let at = ((whole.len() as f64) * cut) as usize;
        let mut bytes = whole.as_bytes()[..at].to_vec();
        bytes.extend(&noise);
        bytes.extend(&whole.as_bytes()[at..]);
        let folder = folder(&[(name, String::new())]);
        std::fs::write(folder.path().join(name), bytes).expect("a file");
        let mut review = Review::default();
        review.add_folder(folder.path());
        prop_assert!(review.findings.len() <= 4);
    }
}
