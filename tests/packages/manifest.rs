//! A component's description of itself: missing, wrong, or given only on request.

use std::fs;
use std::path::Path;
use std::time::Duration;

use pulumi_wasm_packages::Digest;
use serde_json::{Value, json};

use super::refused;
use test_support::fake::guest::{Guest, THING};
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, DEBUG, Step, error};
use test_support::{assert_says, within_time};

async fn said_of(guest: &Guest) -> String {
    let scene = Scene::new().await;
    scene.add("acme.wasm", guest);
    let words = ["./acme.wasm", "--limit", "check-time=300ms"];
    let text = within_time(Duration::from_secs(30), refused(&scene, &words)).await;
    assert_says(&text, &["`./acme.wasm` cannot be used: "]);
    text
}

#[tokio::test]
async fn a_component_without_embedded_manifest_is_asked_once() {
    let asked = Step::Log {
        severity: DEBUG,
        text: "asked",
        times: 1,
    };
    let mut manifest = Value::Null;
    let guest = Guest::new().manifest(|known| manifest = known.clone());
    let answer = Step::Answer(Answer::Text(manifest.to_string()));
    let guest = guest.without_section().does("describe", [asked, answer]);
    let scene = Scene::new().await;
    scene.add("acme.wasm", &guest);

    let plugin = scene.launch().await;
    let answer = plugin.parameterize(&["./acme.wasm"]).await.unwrap();
    assert_eq!(
        (answer.name.as_str(), answer.version.as_str()),
        ("acme", "1.2.3")
    );
    let value = plugin.value().await;
    let again = scene.launch().await;
    again.parameterize(&["./acme.wasm"]).await.unwrap();
    let restored = scene.launch().await;
    restored.restore("acme", &value).await.unwrap();
    assert_eq!(restored.create("one").await.unwrap().id, "made");

    let count = scene
        .engine
        .messages()
        .iter()
        .filter(|message| message.message == "asked")
        .count();
    assert_eq!(count, 1);
}

#[tokio::test]
async fn a_component_that_fails_while_it_describes_itself_is_said() {
    let describing = |steps: Vec<Step>| Guest::new().does("describe", steps).without_section();
    let crashed = said_of(&describing(vec![Step::Crash])).await;
    assert_says(
        &crashed,
        &["crashed", "guest::describe", "hint: ", "its author"],
    );
    let refusal = Answer::Refused(error::OTHER, "I am nobody");
    let refusing = said_of(&describing(vec![Step::Answer(refusal)])).await;
    assert_says(&refusing, &["I am nobody"]);
    let endless = said_of(&describing(vec![Step::Loop])).await;
    assert_says(
        &endless,
        &["had not answered after 300 ms", "--limit check-time="],
    );
    let chatter = Answer::Text("I am acme".to_owned());
    let unreadable = said_of(&describing(vec![Step::Answer(chatter)])).await;
    assert_says(&unreadable, &["not JSON", "hint: "]);
}

#[tokio::test]
async fn a_component_that_never_finishes_starting_is_said() {
    let guest = Guest::new().starts_with([Step::Loop]).without_section();
    let text = said_of(&guest).await;
    assert_says(
        &text,
        &["had not answered after 300 ms", "--limit check-time="],
    );
}

#[tokio::test]
async fn mistakes_in_a_manifest_are_said_with_their_places() {
    type Change = fn(&mut Value);
    let cases: [(Change, &[&str]); 8] = [
        (
            |manifest| manifest["manifest"] = 2.into(),
            &["has format 2", "reads format"],
        ),
        (
            |manifest| manifest["schema"]["name"] = "Acme Corporation".into(),
            &["/schema/name", "Acme Corporation"],
        ),
        (
            |manifest| manifest["schema"]["version"] = "one".into(),
            &["/schema/version", "one"],
        ),
        (
            |manifest| {
                manifest["schema"]["resources"][THING]["inputProperties"]["label"]["type"] =
                    "strnig".into();
            },
            &["inputProperties/label", "strnig"],
        ),
        (
            |manifest| {
                manifest["schema"]["resources"][THING]["requiredInputs"] = json!(["size"]);
            },
            &["requiredInputs", "size"],
        ),
        (
            |manifest| manifest["resources"][THING]["hooks"] = json!([]),
            &["/resources/acme:index:Thing", "`create` is missing"],
        ),
        (
            |manifest| manifest["resources"][THING]["hooks"] = json!(["create", "paint"]),
            &["paint"],
        ),
        (
            |manifest| manifest["permissions"]["net"] = json!([{ "host": "config:server" }]),
            &["/permissions/net/0", "`server`"],
        ),
    ];
    for (change, expected) in cases {
        let text = said_of(&Guest::new().manifest(change)).await;
        assert_says(&text, expected);
        assert_says(&text, &["hint: "]);
    }
}

#[tokio::test]
async fn a_newer_manifest_format_is_no_mistake_of_the_author() {
    let guest = Guest::new().manifest(|manifest| manifest["manifest"] = 2.into());
    assert_says(
        &said_of(&guest).await,
        &["hint: install a newer version of the `wasm` plugin"],
    );
}

/// The manifests of each format that there was, as they were when it came.
fn kept() -> Vec<(String, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/interface/manifests");
    let files = fs::read_dir(folder).unwrap();
    let files = files.map(|entry| entry.unwrap().path());
    files
        .map(|path| {
            let text = fs::read_to_string(&path).unwrap();
            (
                path.display().to_string(),
                serde_json::from_str(&text).unwrap(),
            )
        })
        .collect()
}

#[tokio::test]
async fn a_manifest_of_every_format_that_there_was_is_read() {
    let kept = kept();
    assert!(!kept.is_empty());
    for (file, manifest) in kept {
        let scene = Scene::new().await;
        let guest = Guest::new().manifest(|own| *own = manifest.clone());
        scene.add("acme.wasm", &guest);
        let plugin = scene.launch().await;
        // A recorded value is loaded although this machine lacks the component that the manifest names.
        let value = json!({
            "v": 1, "name": "acme", "version": "1.4.0",
            "components": [{ "sha256": Digest::of(&guest.build()).hex(), "path": "acme.wasm" }],
        });
        let added = plugin.restore("acme", value.to_string().as_bytes()).await;
        let answer = added.unwrap_or_else(|status| panic!("{file}: {}", status.message()));
        assert_eq!(answer.name, "acme", "{file}");
        let schema = plugin.schema().await;
        assert_eq!(
            schema["resources"], manifest["schema"]["resources"],
            "{file}"
        );
    }
}

/// A new key on the page needs a new format number and a kept manifest.
#[test]
fn every_key_of_the_page_is_in_a_manifest_that_is_kept() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/author/manifest.md");
    let page = fs::read_to_string(page).unwrap();
    let kept: String = kept()
        .iter()
        .map(|(_, manifest)| manifest.to_string())
        .collect();
    let cells = page.lines().filter_map(|line| {
        let (cell, _) = line.strip_prefix("| ")?.split_once(" |")?;
        Some(cell)
    });
    let mut count = 0;
    for cell in cells {
        for name in cell.split('`').skip(1).step_by(2) {
            // Such as `permissions.net`.
            let key = name.rsplit('.').next().unwrap_or(name);
            assert!(
                kept.contains(&format!("\"{key}\"")),
                "no manifest in tests/interface/manifests has `{name}`"
            );
            count += 1;
        }
    }
    assert!(count > 60, "only {count} keys were found on the page");
}
