//! Hooks: functions that run before or after a child is created or updated.

use super::*;
use crate::error::Error;
use crate::testing::Host;

fn construct_hooks(what: &str) -> Nodes {
    let inputs = json!({ "what": what, "text": "x" });
    let (given, nodes) = construct("web:index:One", &inputs);
    given.unwrap();
    nodes
}

fn hook(callback: u32, argument: &JsonValue) -> Result<String, WitError> {
    let answer = PulumiProvider::run_callback(wit::CallbackRequest {
        context: context("web:index:One"),
        session: SESSION,
        callback,
        kind: "hook".into(),
        argument: argument.to_string(),
        extra: "{}".into(),
    });
    answer.map(|answer| answer.result_value)
}

/// The host's request for a hook, with further members.
fn told(event: &str, more: &JsonValue) -> JsonValue {
    let mut told = json!({
        "event": event,
        "type": "web:index:Page",
        "name": "it-first",
        "urn": "urn:first",
        // A member of a later host.
        "later": [1],
    });
    for (name, value) in more.as_object().unwrap() {
        told[name] = value.clone();
    }
    told
}

fn after_create(path: &JsonValue) -> JsonValue {
    let more = json!({ "id": "i", "newInputs": { "path": path }, "newOutputs": { "url": "u" } });
    told("afterCreate", &more)
}

/// The text of an error, without the line.
#[track_caller]
fn message(failed: Result<String, WitError>) -> String {
    let Err(WitError::Other(failure)) = failed else {
        panic!("{failed:?}");
    };
    let message = failure.message;
    let Some((before, after)) = message.split_once("components/sample.rs:") else {
        panic!("no place: {message}");
    };
    assert!(before.starts_with("the hook at "), "{before}");
    after
        .trim_start_matches(|letter: char| letter.is_ascii_digit())
        .to_owned()
}

#[test]
fn hooks_are_in_the_options_of_their_children_by_their_moments() {
    let nodes = construct_hooks("hooks");
    let options: Vec<_> = resources(&nodes)
        .iter()
        .map(|node| parse(&node.options))
        .collect();
    let hooks = json!({
        "beforeCreate": [0],
        "afterCreate": [1, 2],
        "beforeUpdate": [3],
        "afterUpdate": [4],
    });
    assert_eq!(
        options,
        [
            json!({ "hooks": hooks }),
            json!({ "hooks": hooks, "transforms": [5] }),
            json!({ "hooks": { "afterUpdate": [6] } }),
        ]
    );
    close(SESSION);
}

#[test]
fn a_hook_is_told_of_its_child_as_often_as_the_engine_asks() {
    construct_hooks("hooks");
    sample::NOTES.take();
    let update = json!({
        "id": "i",
        "newInputs": {},
        "oldInputs": {},
        "newOutputs": { "url": "new" },
        "oldOutputs": { "url": "old" },
    });
    for (callback, argument) in [
        (0, told("beforeCreate", &json!({ "newInputs": {} }))),
        (1, after_create(&json!("p"))),
        (1, after_create(&json!("p"))),
        (4, told("afterUpdate", &update)),
    ] {
        assert_eq!(hook(callback, &argument).unwrap(), "null");
    }
    let noted = [
        "beforeCreate None: nothing",
        "afterCreate Some(\"i\"): u after None",
        "afterCreate Some(\"i\"): u after None",
        "afterUpdate Some(\"i\"): new after Some(\"old\")",
    ];
    assert_eq!(sample::NOTES.take(), noted);
    close(SESSION);
}

#[test]
fn a_hook_sends_requests() {
    construct_hooks("hooks");
    let host = Host::new();
    let url = "https://a.example/";
    host.expect("GET", url).answer(200, json!(null));
    let before = told(
        "beforeUpdate",
        &json!({ "id": "i", "oldInputs": { "count": 1 } }),
    );
    assert_eq!(hook(3, &before).unwrap(), "null");
    host.expect("GET", url).answer(200, json!(null));
    let before = told(
        "beforeUpdate",
        &json!({ "id": "i", "oldInputs": { "count": null } }),
    );
    assert_eq!(message(hook(3, &before)), ": None before");
    close(SESSION);
}

#[test]
fn an_error_of_a_hook_names_the_place_of_the_hook() {
    construct_hooks("hooks");
    // The failure is about an input of the child, and not of the component.
    assert_eq!(
        message(hook(2, &after_create(&json!("p")))),
        ": path: `p` of web:index:Page it-first urn:first"
    );
    assert_eq!(
        message(hook(2, &after_create(&json!(null)))),
        ": there is no path"
    );
    let wrong = message(hook(2, &after_create(&json!(3))));
    assert!(wrong.starts_with(": the new input `path`: "), "{wrong}");
    // The next hook still runs.
    assert_eq!(hook(1, &after_create(&json!("p"))).unwrap(), "null");
    close(SESSION);
}

#[test]
fn the_refusal_of_what_a_hook_declares_is_the_error_of_the_hook() {
    construct_hooks("hook that declares");
    nodes::with(|nodes| nodes.refusal = Some(Error::denied("a hook declares nothing")));
    let Err(WitError::Denied(failure)) = hook(0, &after_create(&json!("p"))) else {
        panic!("no refusal");
    };
    assert!(
        failure.message.starts_with("the hook at "),
        "{}",
        failure.message
    );
    assert!(
        failure.message.ends_with("): a hook declares nothing"),
        "{}",
        failure.message
    );
    close(SESSION);
}

#[test]
fn a_hook_of_an_unknown_number_is_not_found() {
    construct_hooks("hooks");
    let Err(WitError::NotFound(failure)) = hook(99, &after_create(&json!("p"))) else {
        panic!("no refusal");
    };
    assert_eq!(failure.message, "the session 7 has no hook 99");
    close(SESSION);
    let closed = hook(0, &after_create(&json!("p")));
    assert!(matches!(closed, Err(WitError::NotFound(_))), "{closed:?}");
}

#[test]
fn what_a_hook_is_told_is_not_shown_to_a_debugger() {
    construct_hooks("hook that shows");
    let mut argument = after_create(&json!("the secret"));
    argument["oldOutputs"] = json!({ "url": "the secret" });
    let message = message(hook(0, &argument));
    assert!(message.contains("urn:first"), "{message}");
    assert!(!message.contains("the secret"), "{message}");
    close(SESSION);
}
