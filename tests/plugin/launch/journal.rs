//! A plugin that is killed while it creates: the next plugin knows the created resource.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

use rustix::process::Signal;

use test_support::fake::calls::{create, saved};
use test_support::fake::guest::Guest;
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, DEBUG, Step};
use test_support::{assert_says, within};

/// Says `saved` after its checkpoint and never ends for names of four letters. It completes a saved create.
fn maker() -> Guest {
    let half = Step::Checkpoint {
        id: "half",
        outputs: "{\"label\":\"x\"}",
    };
    let told = Step::Log {
        severity: DEBUG,
        text: "saved",
        times: 1,
    };
    let completed = Answer::Updated {
        outputs: "{\"label\":\"completed\"}",
    };
    let made = Answer::Created {
        id: "made",
        outputs: "{}",
    };
    let resume = [Step::Tell("old-outputs"), Step::Answer(completed)];
    let create = [
        Step::WhenNameHas(4, vec![half, told, Step::Loop]),
        Step::Answer(made),
    ];
    Guest::new().does("create", create).does("resume", resume)
}

fn notes(scene: &Scene) -> usize {
    fs::read_dir(scene.home().join("wasm/journal")).map_or(0, Iterator::count)
}

/// A scene whose plugin was killed in the middle of the create of `long`.
async fn after_a_kill() -> Scene {
    let scene = Scene::new().await;
    let mut plugin = scene.launch_with(&maker(), &[]).await;
    let call = tokio::spawn(create(plugin.client(), "long"));
    scene.engine.hears("saved").await;
    plugin.signal(Signal::KILL);
    plugin.ends_within(Duration::from_secs(5)).await;
    within(call).await.unwrap().unwrap_err();
    assert_eq!(notes(&scene), 1);
    scene
}

#[tokio::test]
async fn the_next_create_completes_what_a_killed_one_has_made() {
    let scene = after_a_kill().await;
    let mut plugin = scene.launch_with(&maker(), &[]).await;
    // Another resource is not affected.
    assert_eq!(plugin.create("one").await.unwrap().id, "made");
    assert_eq!(plugin.create("long").await.unwrap().id, "half");
    scene.engine.hears("{\"label\":\"x\"}").await;
    let warned = scene
        .engine
        .hears("completed, and no second one is created")
        .await;
    assert!(warned.message.contains("`half`"), "{}", warned.message);

    plugin.cancel().await;
    plugin.signal(Signal::INT);
    plugin.ends_within(Duration::from_secs(1)).await;
    assert_eq!(notes(&scene), 0);
}

#[tokio::test]
async fn an_unconfirmed_create_is_known_after_a_kill() {
    let scene = Scene::new().await;
    let crash = Guest::new().does(
        "create",
        [
            Step::Checkpoint {
                id: "half",
                outputs: "{}",
            },
            Step::Crash,
        ],
    );
    let mut plugin = scene.launch_with(&crash, &[]).await;
    let failed = plugin.create("long").await.unwrap_err();
    assert_eq!(saved(&failed).unwrap().id, "half");
    plugin.signal(Signal::KILL);
    plugin.ends_within(Duration::from_secs(5)).await;

    let plugin = scene.launch_with(&maker(), &[]).await;
    assert_eq!(plugin.create("long").await.unwrap().id, "half");
}

#[tokio::test]
async fn a_component_that_cannot_go_on_from_it_is_not_asked() {
    let scene = after_a_kill().await;
    let plugin = scene.launch_with(&Guest::new(), &[]).await;
    let refused = plugin.create("long").await.unwrap_err();
    let file = scene.home().join("wasm/journal");
    for words in ["made already", "`half`", "`long`", file.to_str().unwrap()] {
        assert!(refused.message().contains(words), "{}", refused.message());
    }
    assert!(saved(&refused).is_none());
    // The solution that the message names.
    let journal = fs::read_dir(file).unwrap();
    for note in journal.map(Result::unwrap) {
        fs::remove_file(note.path()).unwrap();
    }
    assert_eq!(plugin.create("long").await.unwrap().id, "made");
}

#[tokio::test]
async fn a_home_that_cannot_be_written_to_is_a_warning() {
    let scene = Scene::new().await;
    let guest = Guest::new().does(
        "create",
        [
            Step::Checkpoint {
                id: "half",
                outputs: "{}",
            },
            Step::Answer(Answer::Created {
                id: "half",
                outputs: "{}",
            }),
        ],
    );
    let plugin = scene.launch_with(&guest, &[]).await;
    let journal = scene.home().join("wasm/journal");
    fs::create_dir(&journal).unwrap();
    fs::set_permissions(&journal, fs::Permissions::from_mode(0o777)).unwrap();
    assert_eq!(plugin.create("one").await.unwrap().id, "half");
    scene.engine.hears("others may write to it").await;
}

/// The output of `pulumi-wasm cache journal`.
async fn command(scene: &Scene, words: &[&str]) -> (bool, String) {
    let mut command = tokio::process::Command::new(env!("CARGO_BIN_EXE_pulumi-wasm"));
    command
        .args(["cache", "journal"])
        .args(words)
        .env("PULUMI_HOME", scene.home())
        .stdin(std::process::Stdio::null());
    let output = within(command.output()).await.unwrap();
    let text = [output.stdout.as_slice(), &output.stderr].concat();
    (output.status.success(), String::from_utf8(text).unwrap())
}

#[tokio::test]
async fn interrupted_creates_are_listed_and_forgotten_on_request() {
    let scene = after_a_kill().await;
    let urn = test_support::fake::calls::urn("long");
    let (listed, text) = command(&scene, &[]).await;
    assert!(listed, "{text}");
    assert_says(&text, &["1 interrupted create", "made `half`", &urn]);
    // Its outputs stay in the file.
    assert!(!text.contains("label"), "{text}");
    let (_, json) = command(&scene, &["--json"]).await;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["notes"][0]["id"], "half");
    let name = json["notes"][0]["name"].as_str().unwrap();

    for (words, expected) in [
        (&["--forget", &*urn][..], "hint: add `--yes`"),
        (
            &["--forget", "urn:other", "--yes"],
            "there is no note `urn:other`",
        ),
        (&["--forget", &name[..4], "--yes"], "at least 8 characters"),
    ] {
        let (done, text) = command(&scene, words).await;
        assert!(!done && text.contains(expected), "{text}");
        assert_eq!(notes(&scene), 1);
    }
    let (done, text) = command(&scene, &["--forget", &name[..12], "--yes"]).await;
    assert!(done, "{text}");
    assert_eq!(notes(&scene), 0);
    // As if it had never existed.
    let plugin = scene.launch_with(&Guest::new(), &[]).await;
    assert_eq!(plugin.create("long").await.unwrap().id, "made");
}
