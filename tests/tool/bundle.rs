//! `pulumi-wasm bundle`: archives that Pulumi installs.

use std::fs;
use std::io::Read;
use std::path::Path;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use flate2::read::GzDecoder;
use pulumi_wasm_packages::Digest;
use serde_json::json;

use test_support::assert_says;
use test_support::fake::guest::Guest;
use test_support::fake::scene::Scene;
use test_support::fake::tool::{Ran, tool};

/// The parts of a plugin for another platform that the tool reads.
fn write_host(scene: &Scene, name: &str) {
    write_program(scene, name, env!("CARGO_PKG_VERSION"));
}

/// The head of a program for macOS, without tables.
const MACOS: [u8; 32] =
    *b"\xcf\xfa\xed\xfe\x0c\0\0\x01\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";

/// A program that says of itself that it is the plugin of this version.
fn write_program(scene: &Scene, name: &str, version: &str) {
    let mut program = MACOS.to_vec();
    program.extend(b"a program".repeat(99));
    let mark = format!("\npulumi-wasm plugin {version} macos aarch64\n");
    program.extend(mark.as_bytes());
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
    scene.write("acme.wasm.sigstore.json", b"{}");
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
    scene.write("Bundle.json", b"x");
    scene.write("licence: mine", b"x");
    scene.write("a\nb", b"x");
    for (words, expected) in [
        (
            &["other.wasm"][..],
            "`acme.wasm` is package `acme` and `other.wasm` is package `other`",
        ),
        (&["--host", "darwin-amd64=host"], "and not for darwin-amd64"),
        (
            &["--license", "Bundle.json"],
            "another file has the same name apart from case",
        ),
        (
            &["--license", "licence: mine"],
            "characters that some systems do not take",
        ),
        (&["--license", "a\nb"], "control characters"),
        (
            &["--host", "linux-amd64=host"],
            "is a program for darwin-arm64",
        ),
        (&["--host", "linux-amd64=acme.wasm"], "is not a program for"),
        (&["--host", "darwin-arm64=host"], "twice"),
        (&["--host", "solaris=host"], "Pulumi has no platform"),
        (&["--plugin-download-url", "file:///x"], "https://"),
        (&["nowhere.wasm"], "there is no `nowhere.wasm`"),
    ] {
        let ran = bundle(&scene, words).await;
        assert_ne!(ran.status, 0, "{words:?}");
        assert_says(&ran.errors, &[expected]);
    }
}

#[tokio::test]
async fn a_program_that_is_not_this_very_plugin_is_not_bundled() {
    let scene = Scene::new().await;
    scene.add("acme.wasm", &Guest::new());
    write_program(&scene, "older", "0.0.9");
    scene.write("program", &[&MACOS[..], b" another program"].concat());
    let whole = fs::read(env!("CARGO_BIN_EXE_pulumi-resource-wasm")).unwrap();
    scene.write("cut", &whole[..whole.len() - 4096]);
    for (program, expected) in [
        ("older", "is the plugin of version 0.0.9"),
        ("program", "but not the plugin pulumi-resource-wasm"),
    ] {
        let host = format!("darwin-arm64={program}");
        let ran = tool(&scene, &["bundle", "acme.wasm", "--host", &host]).await;
        assert_eq!(ran.status, 1, "{}", ran.output);
        assert_says(&ran.errors, &[expected, "\nhint: "]);
    }
    let cut = format!("linux-{}=cut", processor());
    let ran = tool(&scene, &["bundle", "acme.wasm", "--host", &cut]).await;
    assert_eq!(ran.status, 1, "{}", ran.output);
    assert_says(&ran.errors, &["cut was cut", "\nhint: "]);
    // The tool contains the pattern of the mark, but no mark.
    let tool_itself = format!(
        "linux-{}={}",
        processor(),
        env!("CARGO_BIN_EXE_pulumi-wasm")
    );
    let ran = tool(&scene, &["bundle", "acme.wasm", "--host", &tool_itself]).await;
    assert_eq!(ran.status, 1, "{}", ran.output);
    assert_says(&ran.errors, &["but not the plugin pulumi-resource-wasm"]);
    let plugin = format!(
        "linux-{}={}",
        processor(),
        env!("CARGO_BIN_EXE_pulumi-resource-wasm")
    );
    let ran = tool(&scene, &["bundle", "acme.wasm", "--host", &plugin]).await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
}

/// The processor of this machine, as Pulumi names it.
fn processor() -> &'static str {
    match std::env::consts::ARCH {
        "x86_64" => "amd64",
        _ => "arm64",
    }
}

#[tokio::test]
async fn checksums_of_other_archives_in_the_folder_stay() {
    let scene = Scene::new().await;
    scene.add("acme.wasm", &Guest::new());
    write_host(&scene, "host");
    let other = format!("{}  pulumi-resource-acme-v1.2.2.tar.gz\n", "0".repeat(64));
    let list = scene.project().join("checksums.txt");
    std::fs::write(&list, &other).unwrap();
    for _ in 0..2 {
        let ran = bundle(&scene, &[]).await;
        assert_eq!(ran.status, 0, "{}", ran.errors);
        let text = std::fs::read_to_string(&list).unwrap();
        assert!(text.starts_with(&other), "{text}");
        assert_eq!(text.lines().count(), 2, "{text}");
    }

    // A file in another format is not replaced, and no archive is written.
    let archive = "pulumi-resource-acme-v1.2.3-darwin-arm64.tar.gz";
    std::fs::remove_file(scene.project().join(archive)).unwrap();
    std::fs::write(&list, "my notes\n").unwrap();
    let ran = bundle(&scene, &[]).await;
    assert_eq!(ran.status, 1);
    assert_says(&ran.errors, &["is not a list of checksums", "\nhint: "]);
    assert_eq!(std::fs::read_to_string(&list).unwrap(), "my notes\n");
    assert!(!scene.project().join(archive).exists());
}

#[tokio::test]
async fn a_required_grant_is_given_or_said() {
    let scene = Scene::new().await;
    let guest = Guest::new().manifest(|manifest| {
        manifest["permissions"] = json!({ "net": [{ "host": "api.acme.com", "required": true }] });
    });
    scene.add("acme.wasm", &guest);
    write_host(&scene, "host");
    let ran = bundle(&scene, &[]).await;
    assert_eq!(ran.status, 1);
    let command = "`pulumi-wasm bundle acme.wasm --allow-net api.acme.com`";
    assert_says(&ran.errors, &["needs more grants", command]);
    let ran = bundle(&scene, &["--allow-net", "api.acme.com", "--json"]).await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
    assert_eq!(
        ran.json()["archives"]["darwin-arm64"]["sha256"]
            .as_str()
            .map(str::len),
        Some(64)
    );
}

#[tokio::test]
async fn names_that_break_sdks_are_told_to_users_of_sdks_alone() {
    let scene = Scene::new().await;
    let guest = Guest::new().manifest(|manifest| {
        let resources = &mut manifest["schema"]["resources"];
        resources["acme:index:ThingState"] = resources["acme:index:Thing"].clone();
        manifest["resources"]["acme:index:ThingState"] =
            manifest["resources"]["acme:index:Thing"].clone();
    });
    scene.add("acme.wasm", &guest);
    write_host(&scene, "host");
    let ran = bundle(&scene, &[]).await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
    let told = "the SDKs that Pulumi generates for `acme.wasm` do not compile";
    assert_says(
        &ran.errors,
        &[told, "`acme:index:ThingState` gets the name"],
    );
    let pack = ["terraform", "acme.wasm", "--host", "darwin-arm64=host"];
    let ran = tool(
        &scene,
        &[&pack[..], &["--address", "example.com/acme/acme"]].concat(),
    )
    .await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
    assert!(!ran.errors.contains("SDK"), "{}", ran.errors);
}

/// A component whose component resources use the package `helper`, as this component file.
fn using(helper: &Guest) -> Guest {
    let digest = Digest::of(&helper.build());
    let value = json!({
        "v": 1, "name": "helper", "version": "1.2.3",
        "components": [{ "sha256": digest.hex(), "path": "helper.wasm" }],
    });
    let value = BASE64_STANDARD.encode(value.to_string());
    let parameter =
        json!({ "plugin": "wasm", "version": env!("CARGO_PKG_VERSION"), "value": value });
    Guest::new().manifest(|manifest| {
        manifest["packages"] = json!({ "helper": { "version": "1.2.3", "parameter": parameter } });
    })
}

fn helper() -> Guest {
    Guest::new().manifest(|manifest| {
        let text = manifest.to_string().replace("acme", "helper");
        *manifest = serde_json::from_str(&text).unwrap();
    })
}

#[tokio::test]
async fn a_component_that_the_bundle_uses_is_read_from_the_store() {
    let scene = Scene::new().await;
    scene.add("acme.wasm", &using(&helper()));
    write_host(&scene, "host");
    let ran = bundle(&scene, &[]).await;
    assert_eq!(ran.status, 1);
    assert_says(
        &ran.errors,
        &["is not on this machine", "`pulumi-wasm cache add FILE`"],
    );
    scene.add("other.wasm", &helper());
    let kept = tool(&scene, &["cache", "add", "other.wasm"]).await;
    assert_eq!(kept.status, 0, "{}", kept.errors);
    let ran = bundle(&scene, &[]).await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
    assert_says(&ran.errors, &["package      helper 1.2.3"]);
}

/// Component resources are left out there, so nothing creates resources of other packages.
#[tokio::test]
async fn a_provider_of_terraform_needs_no_component_that_it_uses_under_pulumi() {
    let scene = Scene::new().await;
    scene.add("acme.wasm", &using(&helper()));
    write_host(&scene, "host");
    let pack = ["terraform", "acme.wasm", "--host", "darwin-arm64=host"];
    let address = ["--address", "example.com/acme/acme"];
    let ran = tool(&scene, &[&pack[..], &address].concat()).await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
    assert!(!ran.errors.contains("helper"), "{}", ran.errors);
}
