//! Faulty components in every language: each ends with a message that names the component and, if the language can, the
//! place in its source. The process continues.

use serde_json::json;
use test_support::protocol::pulumirpc as pb;
use tonic::Status;

use super::cases::made;
use super::languages::{LANGUAGES, launch};
use super::request;
use test_support::fake::monitor::FakeMonitor;
use test_support::fake::plugin::Plugin;
use test_support::fake::scene::Scene;

/// The sources of the component in each language, in the order of [`LANGUAGES`].
const SOURCES: [[&str; 2]; 4] = [
    ["bad.rs:", "lib.rs:"],
    ["bad.py:", "site_provider.py:"],
    ["bad.ts:", "index.ts:"],
    ["bad.go:", "main.go:"],
];

/// The expected end of a program.
enum End {
    /// An error with this text.
    Says(&'static [&'static str]),
    /// An error with this text, and a place in the source of [`Bad`](SOURCES) or of `Faulty`.
    SaysAt(&'static [&'static str]),
    /// It is correct: all these resources are registered.
    Registers(usize),
}

use End::{Registers, Says, SaysAt};

/// A type, its fault, and the expected end.
const TABLE: [(&str, &str, End); 13] = [
    ("Bad", "forgotten", Says(&["shown"])),
    ("Bad", "cycle", Says(&["wait for each other"])),
    ("Bad", "large", Registers(2)),
    ("Bad", "many", Registers(10_000)),
    ("Bad", "more", SaysAt(&["session-nodes", "10000"])),
    ("Bad", "keep", Registers(2)),
    (
        "Bad",
        "later",
        SaysAt(&[
            "`s-late`",
            "is an output of another or a finished component",
        ]),
    ),
    (
        "Bad",
        "misspelt",
        SaysAt(&["`s-page`", "`site:index:Page`", "titel", "unknown property"]),
    ),
    (
        "Bad",
        "missing",
        SaysAt(&["`s-page`", "`site:index:Page`", "text", "required"]),
    ),
    ("Faulty", "twice", SaysAt(&["`s-page`", "already"])),
    ("Faulty", "package", SaysAt(&["`aws`", "`packages`"])),
    ("Faulty", "callback", SaysAt(&["4 letters are too many"])),
    ("Faulty", "panic", SaysAt(&["there is a text"])),
];

#[tokio::test]
async fn a_bad_component_ends_in_an_orderly_way_in_every_language_and_the_process_serves_on() {
    let mut faults = Vec::new();
    for ((language, component), sources) in LANGUAGES.into_iter().zip(SOURCES) {
        let scene = Scene::new().await;
        // A later construction sees the state of an earlier one, because there is one instance. Ten thousand children
        // take long on a busy machine.
        let words = ["--limit", "instances=1", "--limit", "check-time=10min"];
        let plugin = launch(&scene, component, &words).await;
        for (kind, deed, end) in &TABLE {
            eprintln!("{language}: {kind} {deed}");
            let (registered, answer) = constructed(&plugin, kind, deed).await;
            let source = sources[usize::from(*kind == "Faulty")];
            let end = match (language, *deed) {
                // Rust's compiler refuses a component that lacks an output; a property that its group does not set is null.
                ("Rust", "forgotten") => &Registers(2),
                _ => end,
            };
            if let Err(fault) = judge(kind, end, source, registered, answer) {
                faults.push(format!("{language}, {kind} {deed}: {fault}"));
            }
            // The good component has a secret, so the host gives its instance up, and with it the kept value.
            if *deed == "keep" {
                continue;
            }
            if let Err(status) = good(&plugin).await {
                faults.push(format!("{language}, behind {deed}: {}", status.message()));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

#[tokio::test]
async fn an_endless_function_of_a_component_is_ended_in_every_language_with_its_line() {
    let mut faults = Vec::new();
    for ((language, component), sources) in LANGUAGES.into_iter().zip(SOURCES) {
        let scene = Scene::new().await;
        let plugin = launch(&scene, component, &["--limit", "check-time=4s"]).await;
        let (registered, answer) = constructed(&plugin, "Bad", "endless").await;
        // A loop of machine code without a call has a place only if the component has debug information.
        let end = match language {
            "Rust" | "Go" => Says(&["check-time"]),
            _ => SaysAt(&["check-time"]),
        };
        if let Err(fault) = judge("Bad", &end, sources[0], registered, answer) {
            faults.push(format!("{language}: {fault}"));
        }
        if let Err(status) = good(&plugin).await {
            faults.push(format!("{language}, after it: {}", status.message()));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

type Answer = Result<pb::ConstructResponse, Status>;

/// The outcome of a bad component, with the number of registrations.
async fn constructed(plugin: &Plugin, kind: &str, deed: &str) -> (usize, Answer) {
    let monitor = FakeMonitor::start();
    let inputs = match kind {
        "Bad" => json!({ "deed": deed, "text": "text" }),
        _ => json!({ "fault": deed, "text": "text" }),
    };
    let mut request = request(&monitor, "s", &inputs);
    request.r#type = format!("site:index:{kind}");
    let answer = plugin.construct(request).await;
    (monitor.registered().len(), answer)
}

/// A correct component in the same process.
async fn good(plugin: &Plugin) -> Result<(), Status> {
    let monitor = FakeMonitor::answering(made);
    let mut request = request(&monitor, "good", &json!({ "title": "Hi" }));
    request.r#type = "site:index:Website".to_owned();
    plugin.construct(request).await?;
    assert_eq!(monitor.registered().len(), 4);
    Ok(())
}

fn judge(
    kind: &str,
    end: &End,
    source: &str,
    registered: usize,
    answer: Answer,
) -> Result<(), String> {
    let (status, words, has_place) = match (end, answer) {
        (Registers(count), Ok(_)) if *count == registered => return Ok(()),
        (Registers(count), Ok(_)) => return Err(format!("{registered} registered, not {count}")),
        (Registers(_), Err(status)) => return Err(status.message().to_owned()),
        (Says(_) | SaysAt(_), Ok(answer)) => return Err(format!("it succeeded: {answer:?}")),
        (Says(words), Err(status)) => (status, words, false),
        (SaysAt(words), Err(status)) => (status, words, true),
    };
    let message = status.message();
    let subject = format!("construct of `site:index:{kind}` `s` failed");
    let place = has_place.then_some(source);
    let wanted = words.iter().copied().chain([subject.as_str()]).chain(place);
    let missing: Vec<&str> = wanted.filter(|part| !message.contains(*part)).collect();
    if missing.is_empty() {
        Ok(())
    } else {
        Err(format!("without {missing:?}:\n{message}"))
    }
}
