//! Runs that are recorded, and runs that replay.

use std::path::{Path, PathBuf};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use test_support::assert_says;
use test_support::fake::guest::Guest;
use test_support::fake::plugin::Plugin;
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, Step};

const RECORD: &str = "PULUMI_WASM_RECORD";
const BLANK: &str = "PULUMI_WASM_RECORD_BLANK";
const REPLAY: &str = "PULUMI_WASM_REPLAY";

/// A server that answers one request, and then closes.
async fn passing_server() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        drop(listener);
        let mut request = [0; 4096];
        let heard = stream.read(&mut request).await.unwrap();
        assert!(heard > 0, "a request");
        let answer = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok";
        stream.write_all(answer).await.unwrap();
    });
    format!("http://{address}")
}

/// A guest that logs random bytes and sends a body.
fn guest(server: &str, body: &'static str) -> Guest {
    let send = Step::Send {
        method: "POST",
        url: format!("{server}/things"),
        headers: vec![("x-api-key".to_owned(), "opens-everything".to_owned())],
        body: Some(body),
    };
    let made = Answer::Created {
        id: "made",
        outputs: "{}",
    };
    Guest::new().does("create", [Step::TellRandom, send, Step::Answer(made)])
}

/// Starts a plugin with these environment variables, and adds the guest as its package.
async fn launch(scene: &Scene, guest: &Guest, server: &str, variables: &[(&str, &Path)]) -> Plugin {
    scene.add("acme.wasm", guest);
    let mut command = scene.command();
    command
        .arg(&scene.engine.address)
        .envs(variables.iter().copied());
    let plugin = Plugin::start(command).await;
    plugin
        .parameterize(&["./acme.wasm", "--allow-net", server])
        .await
        .unwrap();
    plugin.configure(&[]).await.unwrap();
    plugin
}

fn recording(scene: &Scene) -> PathBuf {
    scene.project().join("recording.jsonl")
}

/// The logged random bytes.
fn random_bytes(scene: &Scene) -> Vec<String> {
    let messages = scene.engine.messages().into_iter();
    let is_told =
        |text: &str| text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_lowercase());
    let texts = messages.map(|message| message.message);
    texts.filter(|text| is_told(text)).collect()
}

#[tokio::test]
async fn a_run_is_replayed_without_its_server() {
    let scene = Scene::new().await;
    let (server, file) = (passing_server().await, recording(&scene));
    let honest = guest(&server, "{\"label\":\"x\"}");
    let mut plugin = launch(&scene, &honest, &server, &[(RECORD, &file)]).await;
    assert_eq!(plugin.create("one").await.unwrap().id, "made");
    scene.engine.hears("are recorded into").await;
    // The text of the file does not wait for the end of the process.
    plugin.child.start_kill().unwrap();
    plugin.child.wait().await.unwrap();
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(!text.contains("opens-everything"), "{text}");
    let told = random_bytes(&scene);
    assert!(!told.is_empty());

    let replayed = Scene::new().await;
    let plugin = launch(&replayed, &honest, &server, &[(REPLAY, &file)]).await;
    assert_eq!(plugin.create("one").await.unwrap().id, "made");
    assert_eq!(random_bytes(&replayed), told);
    // The second time was not recorded.
    let status = plugin.create("one").await.unwrap_err();
    assert_says(status.message(), &["no further request", "create of `one`"]);

    let other = Scene::new().await;
    let changed = guest(&server, "{\"label\":\"y\"}");
    let plugin = launch(&other, &changed, &server, &[(REPLAY, &file)]).await;
    let status = plugin.create("one").await.unwrap_err();
    let expected = [
        "this run differs from the recording in create of `one`",
        "`label` of its body is `\"y\"`; the recording has `\"x\"`",
        "(line ",
    ];
    assert_says(status.message(), &expected);
    other.engine.hears("the first difference: ").await;
}

#[tokio::test]
async fn members_that_the_user_names_are_left_out_of_a_recording() {
    let scene = Scene::new().await;
    let (server, file) = (passing_server().await, recording(&scene));
    let body = "{\"label\":\"shown\",\"pin\":\"p1n\",\"password_hash\":\"4f2a\"}";
    let variables = [(RECORD, file.as_path()), (BLANK, Path::new("Seat, PIN"))];
    let plugin = launch(&scene, &guest(&server, body), &server, &variables).await;
    assert_eq!(plugin.create("one").await.unwrap().id, "made");
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("shown"), "{text}");
    assert!(!text.contains("p1n") && !text.contains("4f2a"), "{text}");
    // The file has the seeds of all random values.
    assert!(
        text.contains("\"seed\":") && !text.contains("\"random\":"),
        "{text}"
    );
}

#[tokio::test]
async fn a_recording_that_cannot_be_made_or_read_is_said_before_anything_runs() {
    let scene = Scene::new().await;
    scene.add("acme.wasm", &Guest::new());
    let file = recording(&scene);
    std::os::unix::fs::symlink("/dev/null", &file).unwrap();
    for (variable, expected) in [
        (RECORD, "it is a symbolic link"),
        (REPLAY, "it is not a regular file"),
    ] {
        let mut command = scene.command();
        command.arg(&scene.engine.address).env(variable, &file);
        let plugin = Plugin::start(command).await;
        let status = plugin.parameterize(&["./acme.wasm"]).await.unwrap_err();
        assert_says(status.message(), &[expected, "hint: "]);
    }
    let mut both = scene.command();
    both.arg(&scene.engine.address)
        .env(RECORD, &file)
        .env(REPLAY, &file);
    let output = both.output().await.unwrap();
    assert!(!output.status.success());
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_says(&said, &["are both set"]);
}
