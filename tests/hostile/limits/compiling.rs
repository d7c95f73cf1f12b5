//! The times at which components are compiled, how long that may take, and the process that does it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::process::Command;

use super::assert_names;
use test_support::fake::calls::properties;
use test_support::fake::guest::Guest;
use test_support::fake::plugin::Plugin;
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, Step};
use test_support::{assert_says, within};

/// The plugin with a separate, empty cache.
fn command(scene: &Scene) -> Command {
    let mut command = scene.command();
    command.env_remove("PULUMI_WASM_CACHE_DIR");
    command.arg(&scene.engine.address);
    command
}

fn files(folder: &Path, extension: &str) -> usize {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return 0;
    };
    entries
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            if path.is_dir() {
                files(&path, extension)
            } else {
                usize::from(path.extension().is_some_and(|found| found == extension))
            }
        })
        .sum()
}

/// The only compiled component in a scene's cache.
fn entry(scene: &Scene) -> PathBuf {
    std::fs::read_dir(scene.home().join("wasm/cache"))
        .unwrap()
        .flat_map(|folder| std::fs::read_dir(folder.unwrap().path()).unwrap())
        .map(|entry| entry.unwrap().path())
        .find(|path| path.extension().is_some_and(|found| found == "cwasm"))
        .unwrap()
}

#[tokio::test]
async fn nothing_is_compiled_before_a_call_that_must_enter_the_guest() {
    let scene = Scene::new().await;
    scene.add("acme.wasm", &Guest::new());
    let cache = scene.home().join("wasm/cache");
    let plugin = Plugin::start(command(&scene)).await;
    plugin.handshake().await;
    plugin.parameterize(&["./acme.wasm"]).await.unwrap();
    plugin.schema().await;
    plugin.configure(&[]).await.unwrap();
    plugin.check(properties(&[("label", "x")])).await.unwrap();
    let mut preview = test_support::fake::calls::create_request("one");
    preview.preview = true;
    within(plugin.client().create(preview)).await.unwrap();
    assert!(!cache.exists());

    plugin.create("one").await.unwrap();
    assert_eq!(files(&cache, "cwasm"), 1);
    scene.engine.hears("compiling `./acme.wasm`").await;
}

/// The names of a process's threads.
fn threads(plugin: &Plugin) -> Vec<String> {
    std::fs::read_dir(format!("/proc/{}/task", plugin.child.id().unwrap()))
        .unwrap()
        .filter_map(|thread| std::fs::read_to_string(thread.unwrap().path().join("comm")).ok())
        .map(|name| name.trim().to_owned())
        .collect()
}

#[tokio::test]
async fn the_engine_starts_with_the_first_call_that_enters_a_guest() {
    let scene = Scene::new().await;
    scene.add("acme.wasm", &Guest::new());
    let plugin = Plugin::start(command(&scene)).await;
    plugin.parameterize(&["./acme.wasm"]).await.unwrap();
    plugin.configure(&[]).await.unwrap();
    plugin.check(properties(&[("label", "x")])).await.unwrap();
    let clock = "epoch".to_owned();
    assert!(!threads(&plugin).contains(&clock), "{:?}", threads(&plugin));
    plugin.create("one").await.unwrap();
    // A thread sets its own name only when it runs.
    within(async {
        while !threads(&plugin).contains(&clock) {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    })
    .await;
}

#[tokio::test]
async fn compiled_code_that_is_damaged_is_made_again() {
    let scene = Scene::new().await;
    scene.add("acme.wasm", &Guest::new());
    let plugin = Plugin::start(command(&scene)).await;
    plugin.parameterize(&["./acme.wasm"]).await.unwrap();
    plugin.create("one").await.unwrap();
    let entry = entry(&scene);
    let code = std::fs::read(&entry).unwrap();
    // As another program, or a disk that lost the end, would leave it.
    for damaged in [&b"not code"[..], &code[..code.len() / 2]] {
        std::fs::remove_file(&entry).unwrap();
        std::fs::write(&entry, damaged).unwrap();
        let plugin = Plugin::start(command(&scene)).await;
        plugin.parameterize(&["./acme.wasm"]).await.unwrap();
        assert_eq!(plugin.create("one").await.unwrap().id, "made");
        assert_eq!(std::fs::read(&entry).unwrap().len(), code.len());
    }
}

#[tokio::test]
async fn what_an_interrupted_compilation_left_is_removed_by_the_next() {
    let scene = Scene::new().await;
    scene.add("acme.wasm", &Guest::new());
    let plugin = Plugin::start(command(&scene)).await;
    plugin.parameterize(&["./acme.wasm"]).await.unwrap();
    plugin.create("one").await.unwrap();
    let entry = entry(&scene);
    std::fs::remove_file(&entry).unwrap();
    let (left, other) = (
        entry.with_extension("1.tmp"),
        entry.with_file_name("other.1.tmp"),
    );
    std::fs::write(&left, "half").unwrap();
    std::fs::write(&other, "half of another").unwrap();
    let plugin = Plugin::start(command(&scene)).await;
    plugin.parameterize(&["./acme.wasm"]).await.unwrap();
    plugin.create("one").await.unwrap();
    assert!(entry.exists() && !left.exists() && other.exists());
}

#[tokio::test]
async fn compiling_is_ended_after_its_time() {
    let scene = Scene::new().await;
    scene.add("acme.wasm", &Guest::new());
    let plugin = Plugin::start(command(&scene)).await;
    let words = ["./acme.wasm", "--limit", "compile-time=1ms"];
    plugin.parameterize(&words).await.unwrap();
    let status = plugin.create("one").await.unwrap_err();
    // No code of the component has run.
    assert_eq!(status.code(), tonic::Code::FailedPrecondition, "{status}");
    assert_says(status.message(), &["compile-time of 1 ms", "`./acme.wasm`"]);
    assert_names(&status, "compile-time");
}

#[tokio::test]
async fn compiling_is_not_counted_as_time_of_a_call() {
    let inputs = Answer::Checked { inputs: "{}" };
    // Heavier ones, from 2 MiB on, are compiled when they are added.
    let guest = Guest::new()
        .does("check", [Step::Answer(inputs)])
        .weighs(3000);
    let scene = Scene::new().await;
    scene.add("acme.wasm", &guest);
    let plugin = Plugin::start(command(&scene)).await;
    let words = ["./acme.wasm", "--limit", "check-time=200ms"];
    plugin.parameterize(&words).await.unwrap();
    let started = std::time::Instant::now();
    plugin.check(properties(&[])).await.unwrap();
    let took = started.elapsed();
    assert!(
        took > std::time::Duration::from_millis(200),
        "the guest is too light for this test: {took:?}"
    );
}
