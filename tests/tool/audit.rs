//! `pulumi-wasm audit`.

use pulumi_wasm_packages::packages_section::{self, ContainedPackage};
use serde_json::{Value, json};
use test_support::assert_says;
use test_support::fake::guest::Guest;
use test_support::fake::scene::Scene;
use test_support::fake::tool::tool;

/// A component with these packages.
fn component(packages: &[ContainedPackage]) -> Vec<u8> {
    let mut component = Guest::new().build();
    packages_section::append(&mut component, packages).unwrap();
    component
}

/// An advisory about the versions of a package before `fixed`.
fn advisory(id: &str, ecosystem: &str, name: &str, fixed: &str) -> Value {
    json!({
        "id": id,
        "aliases": [format!("CVE-{id}")],
        "summary": "It reads too much",
        "affected": [{
            "package": { "ecosystem": ecosystem, "name": name },
            "ranges": [{ "type": "ECOSYSTEM", "events": [{ "introduced": "0" }, { "fixed": fixed }] }],
        }],
    })
}

async fn scene() -> Scene {
    let scene = Scene::new().await;
    let packages = [
        ContainedPackage::new("PyPI", "requests", "2.31.0"),
        ContainedPackage::runtime("CPython", "3.14.0", "https://github.com/python/cpython"),
    ];
    scene.write("acme.wasm", &component(&packages));
    scene
}

#[tokio::test]
async fn the_packages_of_a_component_are_listed() {
    let scene = scene().await;
    let ran = tool(&scene, &["audit", "acme.wasm"]).await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
    let lines = [
        "acme 1.2.3",
        "PyPI       requests 2.31.0",
        "runtime    CPython 3.14.0",
    ];
    assert_says(&ran.output, &lines);
    let ran = tool(&scene, &["audit", "acme.wasm", "--json"]).await;
    let report = ran.json();
    assert_eq!(report["component"]["name"], "acme");
    assert_eq!(report["packages"][0]["name"], "requests");
    assert_eq!(report["affected"], false);
}

#[tokio::test]
async fn an_advisory_that_affects_the_component_sets_the_exit_status() {
    let scene = scene().await;
    let advisories = json!([
        advisory("A-1", "PyPI", "Requests", "2.32.0"),
        advisory("A-2", "PyPI", "requests", "2.31.0"),
        advisory("A-3", "npm", "requests", "9.0.0"),
    ]);
    scene.write("advisories.json", advisories.to_string().as_bytes());
    let words = ["audit", "acme.wasm", "--advisories", "advisories.json"];
    let ran = tool(&scene, &words).await;
    assert_eq!(ran.status, 1, "{}{}", ran.output, ran.errors);
    assert_says(
        &ran.output,
        &[
            "A-1, CVE-A-1: requests 2.31.0",
            "It reads too much",
            "fixed in 2.32.0",
            "1 vulnerability affects it, of 3 advisories that were read",
        ],
    );
    assert_says(
        &ran.errors,
        &["hint: build the component with fixed versions"],
    );
    let ran = tool(&scene, &[&words[..], &["--json"]].concat()).await;
    assert_eq!(ran.status, 1);
    let report = ran.json();
    assert_eq!(report["findings"].as_array().unwrap().len(), 1);
    assert_eq!(report["findings"][0]["fixed"], json!(["2.32.0"]));
    assert_eq!(report["findings"][0]["certain"], true);

    let ran = tool(&scene, &[&words[..], &["--ignore", "CVE-A-1"]].concat()).await;
    assert_eq!(ran.status, 0, "{}{}", ran.output, ran.errors);
    assert_says(&ran.output, &["none of 3 advisories affect it"]);
}

#[tokio::test]
async fn a_component_or_file_that_cannot_be_judged_is_told() {
    let scene = scene().await;
    scene.add("bare.wasm", &Guest::new());
    scene.write("broken.json", b"{\"id\":");
    scene.write("broken.zip", b"PK");
    std::fs::create_dir(scene.project().join("empty")).unwrap();
    for (words, expected) in [
        (&["bare.wasm"][..], "bare.wasm does not record its packages"),
        (&["none.wasm"], "cannot read `none.wasm`"),
        (
            &["acme.wasm", "--advisories", "broken.json"],
            "broken.json is not in the OSV format",
        ),
        (
            &["acme.wasm", "--advisories", "broken.zip"],
            "the archive broken.zip cannot be read: it is damaged",
        ),
        (
            &["acme.wasm", "--advisories", "none.json"],
            "cannot read none.json",
        ),
        (
            &["acme.wasm", "--advisories", "empty"],
            "empty has no files of advisories",
        ),
        (&["acme.wasm", "--ignore", "A-1"], "--advisories"),
    ] {
        let ran = tool(&scene, &[&["audit"][..], words].concat()).await;
        assert_eq!(ran.status, 2, "{words:?}: {}{}", ran.output, ran.errors);
        assert_says(&ran.errors, &[expected]);
    }
}
