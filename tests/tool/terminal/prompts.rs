//! The questions of `pulumi-wasm try` on a terminal.

use std::path::Path;

use serde_json::json;
use tokio::process::Command;

use test_support::assert_says;
use test_support::fake::guest::Guest;
use test_support::fake::scene::Scene;
use test_support::fake::tool::{command, kept};
use test_support::within;

/// The text that a terminal sends for the end of a file, and for an interrupt.
const END: &str = "\u{4}";
const INTERRUPT: &str = "\u{3}";
/// The exit status of a process that an interrupt ended.
const INTERRUPTED: i64 = -2;

/// A guest that requires one variable, and asks for another as optional.
async fn scene() -> Scene {
    let guest = Guest::new().manifest(|manifest| {
        manifest["permissions"] = json!({ "env": [
            { "name": "ACME_TOKEN", "required": true, "reason": "who you are" },
            { "name": "ACME_MOOD", "required": false, "reason": "" },
        ] });
    });
    let scene = Scene::new().await;
    scene.add("acme.wasm", &guest);
    scene
}

/// Types these at the questions, one each; returns the status and the screen.
async fn try_with(scene: &Scene, answers: &[&str]) -> (i64, String) {
    let asked = command(scene, &["try", "acme.wasm", "Thing", "label=x"]);
    let asked = asked.as_std();
    let mut terminal = Command::new("python3");
    terminal
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tool/terminal/terminal.py"))
        .arg(json!(answers).to_string())
        .arg(asked.get_program())
        .args(asked.get_args())
        .current_dir(scene.project())
        .kill_on_drop(true);
    for (name, value) in asked.get_envs() {
        terminal.env(name, value.unwrap_or_default());
    }
    let output = within(terminal.output()).await.unwrap();
    let report: serde_json::Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)));
    let shown = report["shown"].as_str().unwrap().replace("\r\n", "\n");
    (report["status"].as_i64().unwrap(), shown)
}

#[tokio::test]
async fn each_command_asks_for_required_grants_and_once_for_optional_ones() {
    let scene = scene().await;
    let (status, shown) = try_with(&scene, &["y\n", "\n"]).await;
    assert_eq!(status, 0, "{shown}");
    assert_says(
        &shown,
        &[
            "`acme` needs ",
            "--allow-env ACME_TOKEN",
            " (who you are). Grant it? [y/N] ",
            "`acme` would like ",
            "created",
        ],
    );
    let text = std::fs::read_to_string(kept(&scene)).unwrap();
    let record: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(record["declined"], json!(["--allow-env ACME_MOOD"]));
    assert!(
        !text.contains("ACME_TOKEN"),
        "a record has no grants: {text}"
    );
    // A user that refused an optional permission is not asked again: a flag may grant it.
    let (status, shown) = try_with(&scene, &["yes\n"]).await;
    assert_eq!(status, 0, "{shown}");
    assert_says(&shown, &["`acme` needs "]);
    assert!(!shown.contains("would like"), "{shown}");
}

#[tokio::test]
async fn an_optional_grant_is_given_by_a_yes() {
    let scene = scene().await;
    let (status, shown) = try_with(&scene, &["yes\n", "y\n"]).await;
    assert_eq!(status, 0, "{shown}");
    let text = std::fs::read_to_string(kept(&scene)).unwrap();
    assert!(
        !text.contains("ACME_MOOD"),
        "a record has no grants: {text}"
    );
}

#[tokio::test]
async fn without_a_required_grant_the_tool_does_nothing() {
    for answer in ["n\n", "\n", "yep\n", END] {
        let scene = scene().await;
        let (status, shown) = try_with(&scene, &[answer]).await;
        assert_eq!(status, 1, "{answer:?}: {shown}");
        assert_says(
            &shown,
            &[
                "\nerror: the component needs `--allow-env ACME_TOKEN`",
                "\nhint: ",
            ],
        );
        assert!(!kept(&scene).exists());
    }
}

#[tokio::test]
async fn an_interrupt_at_a_question_ends_it_and_nothing_is_done() {
    let scene = scene().await;
    let (status, shown) = try_with(&scene, &["y\n", INTERRUPT]).await;
    assert_eq!(status, INTERRUPTED, "{shown}");
    assert!(!shown.contains("created"), "{shown}");
    assert!(!kept(&scene).exists());
}
