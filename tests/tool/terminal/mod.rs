//! The output on a terminal for a component that wants to deceive its reader.

mod interrupts;
mod prompts;

use serde_json::json;

use test_support::fake::guest::{Guest, THING};
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, Step, WARNING, error};
use test_support::fake::tool::tool;

const OBEYED: &str = "fine\u{1b}]52;c;aGFjaw==\u{7}\r\u{1b}[2K\u{9b}8m\u{202e}\u{200b}\u{2028}\n  nothing\nerror: none\r\n\npermissions\n  nothing";

fn guest() -> Guest {
    let says = Step::Log {
        severity: WARNING,
        text: OBEYED,
        times: 1,
    };
    let refused = Answer::Refused(error::OTHER, OBEYED);
    Guest::new()
        .does("create", [says, Step::Answer(refused)])
        .manifest(|manifest| {
            manifest["permissions"] = json!({
                "net": [{ "host": "api.acme.com", "reason": OBEYED }],
                "env": [{ "name": "ACME_TOKEN", "reason": OBEYED }],
            });
            manifest["sdk"] = json!({ "name": OBEYED, "version": OBEYED });
            let thing = &mut manifest["schema"]["resources"][THING];
            thing["description"] = OBEYED.into();
            thing["deprecationMessage"] = OBEYED.into();
        })
}

#[track_caller]
fn assert_harmless(way: &str, text: &str) {
    let is_obeyed = |character: char| {
        (character.is_control() && !matches!(character, '\n' | '\t'))
            || matches!(u32::from(character), 0x200b..=0x200f | 0x2028..=0x202e | 0x2066..=0x2069)
    };
    assert_eq!(
        text.chars().find(|character| is_obeyed(*character)),
        None,
        "{way}: {text:?}"
    );
    for forged in ["\nerror: none", "\npermissions\n  nothing"] {
        assert!(!text.contains(forged), "{way}: `{forged}` in {text}");
    }
}

#[tokio::test]
async fn no_text_of_a_component_does_anything_to_a_terminal() {
    let scene = Scene::new().await;
    scene.add("acme.wasm", &guest());
    scene.add("other.wasm", &Guest::new());
    for words in [
        &["inspect", "acme.wasm"][..],
        &["inspect", "acme.wasm", "--json"],
        &["inspect", "acme.wasm", "--schema"],
        &["diff", "other.wasm", "acme.wasm"],
        &["diff", "other.wasm", "acme.wasm", "--json"],
        &["try", "acme.wasm", "Thing", "label=x"],
        &["test", "acme.wasm"],
        &["wrap", "acme.wasm", "-o", "same.wasm"],
        &["cache", "show"],
    ] {
        let ran = tool(&scene, words).await;
        let way = words.join(" ");
        assert!(!ran.output.is_empty() || !ran.errors.is_empty(), "{way}");
        assert_harmless(&way, &ran.output);
        assert_harmless(&way, &ran.errors);
        if way == "inspect acme.wasm" {
            let permissions = ran
                .output
                .split_once("\npermissions\n")
                .expect("the permissions")
                .1;
            let lines: Vec<&str> = permissions.lines().take(3).collect();
            assert!(
                lines[0].starts_with("  network        api.acme.com   optional"),
                "{permissions}"
            );
            assert!(
                lines[1].starts_with("  environment    ACME_TOKEN   optional"),
                "{permissions}"
            );
            assert_eq!(lines[2], "");
        }
        if way.ends_with("--schema") {
            // It is for programs, and its output stays the same.
            let thing = &ran.json()["resources"][THING];
            assert_eq!(thing["description"], OBEYED);
        }
    }
}

#[tokio::test]
async fn words_that_were_typed_do_nothing_to_a_terminal() {
    let scene = Scene::new().await;
    let obeyed = "\u{1b}]0;fine\u{7}\u{9b}31m\u{202e}";
    for words in [
        &[format!("insp{obeyed}")][..],
        &["inspect".to_owned(), format!("--{obeyed}")],
        &["completions".to_owned(), obeyed.to_owned()],
        &[
            "inspect".to_owned(),
            "a.wasm".to_owned(),
            "--limit".to_owned(),
            format!("memory={obeyed}"),
        ],
        &["inspect".to_owned(), format!("a{obeyed}\nerror: none.wasm")],
    ] {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let ran = tool(&scene, &words).await;
        let way = words.join(" ");
        assert_ne!(ran.errors, "", "{way}");
        assert_harmless(&way, &ran.errors);
    }
}

#[tokio::test]
async fn commands_to_be_copied_are_quoted() {
    let scene = Scene::new().await;
    let guest = Guest::new().manifest(|manifest| {
        manifest["permissions"] =
            json!({ "net": [{ "host": "$(id).acme.com", "required": true }] });
    });
    scene.add("it's.wasm", &guest);
    let ran = tool(&scene, &["inspect", "it's.wasm"]).await;
    let shown = format!("{}{}", ran.output, ran.errors);
    assert!(!shown.contains("--allow-net $("), "{shown}");
    let plugin = scene.launch().await;
    let status = plugin.parameterize(&["./it's.wasm"]).await.unwrap_err();
    let message = status.message();
    let command = r"`pulumi package add wasm './it'\''s.wasm' -- --allow-net '$(id).acme.com'`";
    assert!(
        message.contains(command) || !message.contains("--allow-net"),
        "{message}"
    );
}
