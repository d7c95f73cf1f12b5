//! Values that a review finds, at all places that a language or the engine reads. Each file below has one kind of
//! place.

mod left_out;
mod state;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use proptest::prelude::*;
use pulumi_wasm_capability::Grants;
use pulumi_wasm_capability::limits::Limits;
use serde_json::json;
use tempfile::TempDir;

use super::*;
use crate::{ComponentReference, Digest};

fn value(net: &str) -> ParameterValue {
    ParameterValue {
        name: "acme".to_owned(),
        version: "1.0.0".to_owned(),
        components: vec![ComponentReference {
            digest: Digest::of(b"x"),
            place: crate::Place::File("acme.wasm".to_owned()),
        }],
        grants: Grants {
            net: vec![net.parse().expect("a pattern")],
            env: ["TOKEN".to_owned()].into(),
            ..Grants::default()
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
    review.add_folder(folder(files).path(), &[]);
    review
}

/// The hosts of the found values, with the file's name.
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
        // For another plugin.
        (
            "sdks/h/package.json",
            json!({ "pulumi": plugin("other", "evil.com") })
                .to_string()
                .replace(&base64("evil.com"), "AAAA"),
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
    );
}

/// Each of these ran, or would have run, and was not seen once.
#[test]
fn values_are_found_wherever_a_language_or_the_engine_looks() {
    let declaration = |net: &str| {
        format!(
            "packageDeclarationVersion: 1\nname: wasm\nparameterization:\n  name: acme\n  version: 1.0.0\n  value: {}\n",
            base64(net)
        )
    };
    let code = |net: &str| format!("const value = \"{}\";", base64(net));
    for (name, text) in [
        // The engine's host for YAML reads every such file below the program.
        ("acme.yaml", declaration("a.com")),
        ("docs/deep/er/acme.yaml", declaration("a.com")),
        (".hidden/acme.yaml", declaration("a.com")),
        (".git/hooks/acme.yaml", declaration("a.com")),
        ("target/acme.yaml", declaration("a.com")),
        ("sdks/target/acme/utilities.ts", code("a.com")),
        ("sdks/.git/acme/utilities.ts", code("a.com")),
        ("sdks/.hg/acme/utilities.ts", code("a.com")),
        ("SDKS/acme/Utilities.TS", code("a.com")),
        ("vendor/acme.com/sdk/internal/utilities.go", code("a.com")),
        ("node_modules/@pulumi/acme/bin/utilities.js", code("a.com")),
        (
            "venv/lib/python3.13/site-packages/pulumi_acme/_utilities.py",
            code("a.com"),
        ),
        (
            "venv/lib/python3.13/site-packages/x/__pycache__/u.pyc",
            format!("\u{1}\0\0{}\0", base64("a.com")),
        ),
        (
            "target/classes/com/pulumi/acme/plugin.properties",
            format!("value={}", base64("a.com")),
        ),
        (
            "bin/Debug/net8.0/Acme.dll",
            base64("a.com")
                .bytes()
                .map(|byte| format!("{}\0", char::from(byte)))
                .collect(),
        ),
        ("index.ts", code("a.com")),
        ("LICENSE", base64("a.com")),
        (".pulumi/history/shop/dev/x.js", code("a.com")),
    ] {
        let review = reviewed(&[(name, text)]);
        assert_eq!(found(&review).len(), 1, "{name}: {review:?}");
        assert_eq!(review.unreadable, [], "{name}");
    }
}

/// The file for tools and the code, which runs, disagree.
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

/// The parsed value counts, not the value in a comment.
#[test]
fn a_value_beside_the_one_that_counts_hides_nothing() {
    let declaration = |key: &str, value: &str| {
        format!(
            "# {}\n{key}: 1\nname: wasm\nparameterization:\n  name: acme\n  version: 1.0.0\n  value: {value}\n",
            base64("a.com")
        )
    };
    let key = "packageDeclarationVersion";
    let mut descriptions = vec![
        ("sdks/x.yaml", declaration(key, "\"%%\"")),
        ("docs/x.yml", declaration(key, "[")),
        ("x.yaml", format!("{}\nname: wasm\n", declaration(key, "x"))),
    ];
    descriptions.push((
        "x.yaml",
        declaration(key, &format!("!!str {}", base64("b.com"))),
    ));
    for (name, value) in [("pulumi-plugin.json", "%%"), ("package.json", "%%")] {
        let plugin = json!({ "Name": "wasm", "parameterization": { "Value": value } });
        let mut text = json!({ "x": base64("a.com") });
        match name {
            "package.json" => text["Pulumi"] = plugin,
            _ => {
                text = json!({ "x": text, "name": plugin["Name"], "parameterization": plugin["parameterization"] })
            }
        }
        descriptions.push((name, text.to_string()));
    }
    for (name, text) in descriptions {
        let review = reviewed(&[(name, text.clone())]);
        assert_eq!(review.unreadable.len(), 1, "{text}: {review:?}");
    }
}

#[test]
fn a_file_with_too_many_values_is_told() {
    let many: Vec<String> = (0..1100)
        .map(|port| base64(&format!("a.com:{}", port + 1)))
        .collect();
    let review = reviewed(&[("many.txt", many.join("\n"))]);
    assert!(
        review.unreadable[0].reason.contains("1000 values"),
        "{review:?}"
    );
}

proptest! {
    #[test]
    fn no_file_is_too_strange(
        name in prop::sample::select(vec!["a/x.ts", "sdks/x/package.json", "sdks/x/pulumi-plugin.json", "sdks/x/x.yaml", "sdks/x/x.ts", ".pulumi/stacks/x.json", ".pulumi/stacks/x.json.gz"]),
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
        review.add_folder(folder.path(), &[]);
        prop_assert!(review.findings.len() <= 6);
    }
}
