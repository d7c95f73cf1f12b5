//! SBOMs and provenance beside a component in a real registry without an API for referrers: attached by `push`, shown
//! by `verify`, and carried by `mirror` and layouts.

use std::fs;

use pulumi_wasm_packages::Digest;
use serde_json::{Value, json};

use test_support::assert_says;
use test_support::fake::guest::Guest;
use test_support::fake::scene::Scene;
use test_support::fake::tool::{Ran, tool};
use test_support::servers::registry::Registry;

fn provenance(digest: &Digest) -> Vec<u8> {
    let statement = json!({
        "_type": "https://in-toto.io/Statement/v1",
        "subject": [{ "name": "acme.wasm", "digest": { "sha256": digest.hex() } }],
        "predicateType": "https://slsa.dev/provenance/v1",
        "predicate": {},
    });
    statement.to_string().into_bytes()
}

async fn scene() -> Scene {
    let scene = Scene::new().await;
    scene.add("acme.wasm", &Guest::new());
    scene.write("acme.spdx.json", br#"{"spdxVersion":"SPDX-2.3"}"#);
    scene.write("acme.cdx.json", br#"{"bomFormat":"CycloneDX"}"#);
    scene.write(
        "built.json",
        &provenance(&Digest::of(&Guest::new().build())),
    );
    scene
}

async fn done(scene: &Scene, words: &[&str]) -> Ran {
    let ran = tool(scene, words).await;
    assert_eq!(ran.status, 0, "{words:?}: {}{}", ran.output, ran.errors);
    ran
}

fn read(scene: &Scene, file: &str) -> Vec<u8> {
    fs::read(scene.project().join(file)).unwrap()
}

/// The media types of the attachments of a reference.
async fn attached(scene: &Scene, reference: &str) -> Vec<String> {
    let said = done(scene, &["verify", reference, "--fetch", "--json"])
        .await
        .json();
    assert_eq!(said["skipped"], json!([]));
    let documents = said["documents"].as_array().unwrap().iter();
    let mut types: Vec<String> = documents
        .map(|document| document["mediaType"].as_str().unwrap().to_owned())
        .collect();
    types.sort();
    types
}

const ALL: [&str; 3] = [
    "application/spdx+json",
    "application/vnd.cyclonedx+json",
    "application/vnd.in-toto+json",
];

#[tokio::test]
async fn documents_are_attached_once_and_copied_with_the_component() {
    let (registry, other, scene) = (Registry::start(), Registry::start(), scene().await);
    let reference = registry.reference("acme/provider:1.2.3");
    let push = [
        "push",
        &reference,
        "acme.wasm",
        "--sbom",
        "acme.spdx.json",
        "--sbom",
        "acme.cdx.json",
        "--provenance",
        "built.json",
    ];
    let ran = done(&scene, &push).await;
    assert_says(
        &ran.output,
        &[
            "attached: SPDX document sha256:",
            "attached: in-toto statement",
        ],
    );
    let index = || {
        let manifest = registry.ask(
            "GET",
            "/v2/acme/provider/manifests/1.2.3",
            &["accept: application/vnd.oci.image.manifest.v1+json"],
            &[],
        );
        let path = format!(
            "/v2/acme/provider/manifests/sha256-{}",
            Digest::of(&manifest.body).hex()
        );
        let accept = "accept: application/vnd.oci.image.index.v1+json";
        registry.ask("GET", &path, &[accept], &[]).body
    };
    let before = index();
    done(&scene, &push).await;
    assert_eq!(index(), before);
    assert_eq!(attached(&scene, &reference).await, ALL);
    let ran = done(&scene, &["verify", &reference, "--fetch"]).await;
    assert_says(&ran.output, &["attached: CycloneDX document sha256:"]);
    // Another registry, and a registry in another network.
    let copy = other.reference("mirror/acme:1.2.3");
    let ran = done(&scene, &["mirror", &reference, &copy, "--json"])
        .await
        .json();
    assert_eq!(ran["documents"].as_array().unwrap().len(), 3);
    assert_eq!(ran["signatures"], 0);
    assert_eq!(attached(&scene, &copy).await, ALL);
    done(&scene, &["pull", &reference, "--layout", "acme.tar"]).await;
    let ran = done(&scene, &["load", "acme.tar", "--json"]).await.json();
    assert_eq!(
        ran["components"][0]["documents"].as_array().unwrap().len(),
        3
    );
    written_out(&scene, &reference).await;
    let inner = other.reference("inner/acme:1.2.3");
    let ran = done(&scene, &["push", &inner, "acme.tar", "--json"])
        .await
        .json();
    assert_eq!(
        (
            ran["documents"].as_array().unwrap().len(),
            &ran["signatures"]
        ),
        (3, &json!(0))
    );
    assert_eq!(attached(&scene, &inner).await, ALL);
}

/// The documents as files, from the registry and from the layout.
async fn written_out(scene: &Scene, reference: &str) {
    let names = ["sbom.cdx.json", "sbom.spdx.json", "statement.intoto.json"];
    let all = |folder: &str| names.map(|name| read(scene, &format!("{folder}/{name}")));
    let pulled = ["pull", reference, "--documents", "pulled", "--json"];
    let said = done(scene, &pulled).await.json();
    let mut files: Vec<&str> = said["documents"]
        .as_array()
        .unwrap()
        .iter()
        .map(|file| file.as_str().unwrap())
        .collect();
    files.sort();
    assert!(
        files
            .iter()
            .zip(names)
            .all(|(file, name)| file.ends_with(&format!("pulled/{name}"))),
        "{files:?}"
    );
    let ran = done(scene, &["load", "acme.tar", "--documents", "loaded"]).await;
    assert_says(&ran.output, &["wrote loaded/sbom.spdx.json"]);
    assert_eq!(all("pulled"), all("loaded"));
    assert_eq!(all("pulled")[2], read(scene, "built.json"));
}

#[tokio::test]
async fn documents_of_one_kind_have_their_digests_in_the_names_of_their_files() {
    let (registry, scene) = (Registry::start(), scene().await);
    let reference = registry.reference("acme/provider:1.2.3");
    let none = registry.reference("acme/other:1.2.3");
    let other = br#"{"spdxVersion":"SPDX-2.3","name":"../../other"}"#;
    scene.write("other.spdx.json", other);
    done(&scene, &["push", &none, "acme.wasm"]).await;
    let ran = done(&scene, &["pull", &none, "--documents", "none"]).await;
    assert_says(&ran.output, &["no document is attached"]);
    let sboms = ["--sbom", "acme.spdx.json", "--sbom", "other.spdx.json"];
    done(
        &scene,
        &[&["push", &reference, "acme.wasm"], &sboms[..]].concat(),
    )
    .await;
    done(&scene, &["pull", &reference, "--documents", "out"]).await;
    let digits = Digest::of(other).hex()[..12].to_owned();
    assert_eq!(read(&scene, &format!("out/sbom-{digits}.spdx.json")), other);
    assert!(!scene.project().join("out/sbom.spdx.json").exists());
    scene.write("taken", b"");
    let ran = tool(&scene, &["pull", &reference, "--documents", "taken"]).await;
    assert_eq!(ran.status, 1, "{}", ran.output);
    assert_says(&ran.errors, &["cannot write into `taken`"]);
}

#[tokio::test]
async fn a_document_of_another_kind_is_told_and_nothing_is_sent() {
    let (registry, scene) = (Registry::start(), scene().await);
    let reference = registry.reference("acme/provider:1.2.3");
    scene.write("other.json", &provenance(&Digest::of(b"another component")));
    scene.write(
        "bundle.json",
        br#"{"mediaType":"application/vnd.dev.sigstore.bundle.v0.3+json"}"#,
    );
    let before = registry.requests();
    for (option, file, expected) in [
        ("--sbom", "acme.wasm", "as a document in JSON"),
        ("--sbom", "built.json", "`--provenance FILE`"),
        ("--provenance", "acme.spdx.json", "`--sbom FILE`"),
        ("--provenance", "other.json", "not about this component"),
        (
            "--provenance",
            "bundle.json",
            "pulumi-wasm sign REFERENCE --bundle FILE",
        ),
    ] {
        let ran = tool(&scene, &["push", &reference, "acme.wasm", option, file]).await;
        assert_eq!(ran.status, 1, "{file}: {}", ran.output);
        assert_says(&ran.errors, &[&format!("`{file}`: "), expected, "\nhint: "]);
    }
    assert_eq!(registry.requests(), before);
    let none: Value = json!([]);
    let ran = done(&scene, &["push", &reference, "acme.wasm", "--json"])
        .await
        .json();
    assert_eq!(ran["documents"], none);
}
