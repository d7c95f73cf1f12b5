//! Ctrl-C in the middle of the tool's work, also when its provider keeps it busy.

use std::os::unix::process::ExitStatusExt;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use rustix::process::Signal;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::process::Child;

use test_support::fake::guest::Guest;
use test_support::fake::scene::Scene;
use test_support::fake::steps::{DEBUG, Step};
use test_support::fake::tool::command;
use test_support::{within, within_time};

/// Whether a process ended like an interrupted one; on a busy machine, the system had to end it.
fn was_interrupted(status: ExitStatus) -> bool {
    status.code() == Some(130) || status.signal() == Some(Signal::KILL.as_raw())
}

fn says(text: &'static str, times: u32) -> Step {
    Step::Log {
        severity: DEBUG,
        text,
        times,
    }
}

/// The tool while it tries a resource whose component has logged a message.
async fn trying(scene: &Scene, guest: &Guest, grace: &str) -> Child {
    scene.add("acme.wasm", guest);
    let grace = format!("cancel-grace={grace}");
    let words = [
        "try",
        "acme.wasm",
        "Thing",
        "label=x",
        "-v",
        "--limit",
        &grace,
    ];
    command(scene, &words)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn interrupt(tool: &Child) {
    let number = i32::try_from(tool.id().unwrap()).unwrap();
    let process = rustix::process::Pid::from_raw(number).unwrap();
    rustix::process::kill_process(process, Signal::INT).unwrap();
}

/// Waits until the component has begun, and returns the rest of standard error.
async fn has_begun(tool: &mut Child) -> BufReader<tokio::process::ChildStderr> {
    let mut errors = BufReader::new(tool.stderr.take().unwrap());
    within(async {
        let mut line = String::new();
        while !line.contains("begun") {
            line.clear();
            assert!(errors.read_line(&mut line).await.unwrap() > 0);
        }
    })
    .await;
    errors
}

#[tokio::test]
async fn an_interrupt_lets_a_component_come_to_an_end() {
    let scene = Scene::new().await;
    let guest = Guest::new().does("create", [says("begun", 1), Step::Loop]);
    let mut tool = trying(&scene, &guest, "100ms").await;
    let mut errors = has_begun(&mut tool).await;
    interrupt(&tool);
    let status = within_time(Duration::from_secs(5), tool.wait()).await;
    assert_eq!(status.unwrap().code(), Some(1));
    let mut text = String::new();
    within(errors.read_to_string(&mut text)).await.unwrap();
    assert!(text.contains("interrupt again to end at once"), "{text}");
}

/// The tool is blocked: it writes messages to a terminal that accepts no more.
async fn standing_still(scene: &Scene, grace: &str) -> (Child, impl Sized) {
    let flood = Step::Again(vec![says("a message that fills what takes it", 1000)]);
    let guest = Guest::new().does("create", [says("begun", 1), flood]);
    let mut tool = trying(scene, &guest, grace).await;
    let errors = has_begun(&mut tool).await;
    // It takes a moment until the tool is blocked. If it takes longer, the interrupt comes earlier and has the same
    // effect.
    tokio::time::sleep(Duration::from_millis(300)).await;
    (tool, errors)
}

#[tokio::test]
async fn an_interrupt_ends_a_blocked_call_after_the_grace() {
    let scene = Scene::new().await;
    let (mut tool, _errors) = standing_still(&scene, "100ms").await;
    interrupt(&tool);
    let status = within_time(Duration::from_secs(5), tool.wait()).await;
    assert!(was_interrupted(status.unwrap()));
}

#[tokio::test]
async fn a_second_interrupt_ends_a_blocked_call_at_once() {
    let scene = Scene::new().await;
    let (mut tool, _errors) = standing_still(&scene, "1h").await;
    interrupt(&tool);
    // An interrupt that arrives before the first was handled counts as the same interrupt.
    let status = within_time(Duration::from_secs(5), async {
        loop {
            let ended = tokio::time::timeout(Duration::from_millis(20), tool.wait()).await;
            match ended {
                Ok(status) => return status,
                Err(_) => interrupt(&tool),
            }
        }
    });
    assert!(was_interrupted(status.await.unwrap()));
}
