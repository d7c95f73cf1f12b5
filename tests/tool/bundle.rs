//! `pulumi-wasm bundle`: archives that Pulumi installs.

use std::io::Read;
use std::path::Path;

use flate2::read::GzDecoder;
use serde_json::json;

use super::{Ran, tool};
use crate::fake::assert_says;
use crate::fake::guest::Guest;
use crate::fake::scene::Scene;

/// A program by its first bytes, for a platform that the tests do not run on.
fn write_host(scene: &Scene, name: &str) {
    let mut program = b"\xcf\xfa\xed\xfe\x0c\0\0\x01".to_vec();
    program.extend(b"a program".repeat(99));
    scene.write(name, &program);
}

async fn bundle(scene: &Scene, words: &[&str]) -> Ran {
    let mut all = vec!["bundle", "acme.wasm", "--host", "darwin-arm64=host"];
    all.extend(words);
    tool(scene, &all).await
}

fn unpacked(archive: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    let file = std::fs::File::open(archive).unwrap();
    GzDecoder::new(file).read_to_end(&mut bytes).unwrap();
    bytes
}

#[tokio::test]
async fn the_same_files_give_the_same_bytes() {
    let scene = Scene::new().await;
    scene.add("acme.wasm", &Guest::new());
    scene.write("LICENSE", b"as you like");
    write_host(&scene, "host");
    let archive = "pulumi-resource-acme-v1.2.3-darwin-arm64.tar.gz";
    let url = "https://example.com/v${VERSION}";
    for folder in ["one", "two"] {
        let words = [
            "-o",
            folder,
            "--license",
            "LICENSE",
            "--plugin-download-url",
            url,
        ];
        let ran = bundle(&scene, &words).await;
        assert_eq!(ran.status, 0, "{}", ran.errors);
        assert_says(
            &ran.output,
            &[archive, "pulumi plugin install resource acme 1.2.3"],
        );
        // Written at another time.
        write_host(&scene, "host");
    }
    let read =
        |folder: &str, file: &str| std::fs::read(scene.project().join(folder).join(file)).unwrap();
    for file in [archive, "checksums.txt"] {
        assert_eq!(read("one", file), read("two", file), "{file}");
    }
    let tar = unpacked(&scene.project().join("one").join(archive));
    let text = String::from_utf8_lossy(&tar);
    assert_says(
        &text,
        &[
            "bundle.json",
            "checksums.txt",
            "pulumi-resource-acme",
            url,
            "LICENSE.pulumi-wasm",
            "as you like",
        ],
    );
    // Pulumi would run a language host for it, and not the program.
    assert!(!text.contains("PulumiPlugin.yaml"));
}

#[tokio::test]
async fn files_that_cannot_be_bundled_are_named() {
    let scene = Scene::new().await;
    scene.add("acme.wasm", &Guest::new());
    scene.add(
        "other.wasm",
        &Guest::new().manifest(|manifest| {
            let text = manifest.to_string().replace("acme", "other");
            *manifest = serde_json::from_str(&text).unwrap();
        }),
    );
    write_host(&scene, "host");
    for (words, expected) in [
        (&["other.wasm"][..], "other"),
        (
            &["--host", "linux-amd64=host"],
            "is a program for darwin-arm64",
        ),
        (&["--host", "linux-amd64=acme.wasm"], "is not a program for"),
        (&["--host", "darwin-arm64=host"], "twice"),
        (&["--host", "solaris=host"], "not a platform of Pulumi"),
        (&["--plugin-download-url", "file:///x"], "https://"),
        (&["nowhere.wasm"], "there is no `nowhere.wasm`"),
    ] {
        let ran = bundle(&scene, words).await;
        assert_ne!(ran.status, 0, "{words:?}");
        assert_says(&ran.errors, &[expected]);
    }
}

#[tokio::test]
async fn a_required_grant_is_given_or_said() {
    let scene = Scene::new().await;
    let guest = Guest::new().manifest(|manifest| {
        manifest["wants"] = json!({ "net": [{ "host": "api.acme.com", "required": true }] });
    });
    scene.add("acme.wasm", &guest);
    write_host(&scene, "host");
    let ran = bundle(&scene, &[]).await;
    assert_eq!(ran.status, 1);
    let command = "`pulumi-wasm bundle acme.wasm --allow-net api.acme.com`";
    assert_says(&ran.errors, &["needs what it was not granted", command]);
    let ran = bundle(&scene, &["--allow-net", "api.acme.com", "--json"]).await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
    assert_eq!(
        ran.json()["archives"]["darwin-arm64"]["sha256"]
            .as_str()
            .map(str::len),
        Some(64)
    );
}
