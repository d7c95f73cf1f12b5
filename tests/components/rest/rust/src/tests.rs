//! The hooks against a made-up server.

#![allow(clippy::unwrap_used, reason = "tests may fail this way")]

use pulumi_wasm_provider::HookContext;
use pulumi_wasm_provider::testing::{self, Host as FakeHost};
use serde_json::{Value as JsonValue, json};

use super::*;

const MACHINES: &str = "https://api.example.com/v1/machines";

/// The context of a hook of a configured provider.
fn context<X: HookContext>() -> X {
    let settings = Settings {
        url: "https://api.example.com/v1/".into(),
        token: HostOnly,
    };
    testing::context_with_client("web", settings).unwrap()
}

fn inputs(password: &str, label: Option<&str>) -> MachineInputs {
    testing::properties(json!({
        "name": "web", "region": "eu", "password": password, "label": label,
        "rules": [{ "port": 443, "target": { "kind": "pool", "name": "fronts" } }],
    }))
    .unwrap()
}

/// A machine as the server answers.
fn found(address: Option<&str>) -> JsonValue {
    json!({
        "name": "web", "region": "eu", "label": null, "size": 4, "image": "debian-13",
        "rules": [{ "port": 443, "target": { "pool": { "name": "fronts" } } }],
        "address": address, "state": "starting",
    })
}

fn state() -> Machine {
    testing::properties(json!({
        "name": "web", "region": "eu", "password": "hunter2", "image": "debian-13", "address": "192.0.2.1",
        "rules": [{ "port": 443, "target": { "kind": "pool", "name": "fronts" } }],
    }))
    .unwrap()
}

#[test]
fn a_create_waits_for_the_address() {
    let host = FakeHost::new();
    let sent = json!({
        "name": "web", "region": "eu", "label": null, "size": null, "image": null, "password": "hunter2",
        "rules": [{ "port": 443, "target": { "pool": { "name": "fronts" } } }],
    });
    let post = host.expect("POST", MACHINES).with_body(sent);
    post.without_header("authorization")
        .answer(201, found(None));
    let one = format!("{MACHINES}/eu/web");
    host.expect("GET", &one).answer(200, found(None));
    host.expect("GET", &one)
        .answer(200, found(Some("192.0.2.1")));
    let made = Machine::create(CreateRequest::new(inputs("hunter2", None)), &context()).unwrap();
    assert_eq!(made.id(), "eu/web");
    let outputs = made.into_outputs();
    assert_eq!(
        (outputs.image.as_deref(), outputs.address.as_str()),
        (Some("debian-13"), "192.0.2.1")
    );
}

#[test]
fn a_machine_without_an_address_is_resumed() {
    let host = FakeHost::new();
    let one = format!("{MACHINES}/eu/web");
    host.expect("GET", &one)
        .answer(200, found(Some("192.0.2.1")));
    let saved = MachinePartial {
        image: "debian-13".to_owned().into(),
        ..Default::default()
    };
    let request = ResumeRequest::new("eu/web", &saved, inputs("hunter2", None));
    let done = Machine::resume(request, &context()).unwrap().into_outputs();
    assert_eq!(
        (done.image.as_deref(), done.address.as_str()),
        (Some("debian-13"), "192.0.2.1")
    );
}

#[test]
fn a_refresh_keeps_the_password_and_an_import_does_not_know_it() {
    let host = FakeHost::new();
    let one = format!("{MACHINES}/eu/web");
    host.expect("GET", &one)
        .answer(200, found(Some("192.0.2.1")));
    host.expect("GET", &one).answer(200, found(None));
    host.expect("GET", &one)
        .answer(404, json!("no such machine"));
    let read = |request| Machine::read(request, &context()).unwrap();
    let refreshed = read(ReadRequest::new("eu/web").with_old(&state())).unwrap();
    assert_eq!(
        (refreshed.state().size, refreshed.state().password.as_str()),
        (Some(4), "hunter2")
    );
    let imported = read(ReadRequest::new("eu/web")).unwrap();
    assert_eq!(
        (
            imported.state().name.as_str(),
            imported.state().password.as_str()
        ),
        ("web", "")
    );
    assert_eq!(imported.state().rules, state().rules);
    assert!(read(ReadRequest::new("eu/web")).is_none());
}

#[test]
fn an_update_sends_a_password_only_if_it_changed() {
    let host = FakeHost::new();
    let body = |label: Option<&str>| {
        json!({
            "name": "web", "region": "eu", "label": label, "size": null, "image": null,
            "rules": [{ "port": 443, "target": { "pool": { "name": "fronts" } } }],
        })
    };
    let one = format!("{MACHINES}/eu/web");
    host.expect("PUT", &one)
        .with_body(body(Some("front")))
        .answer(200, found(None));
    let mut with_password = body(None);
    with_password["password"] = "other".into();
    host.expect("PUT", &one)
        .with_body(with_password)
        .answer(200, found(None));
    for inputs in [inputs("hunter2", Some("front")), inputs("other", None)] {
        let request = UpdateRequest::new("eu/web", &state(), inputs);
        let changed = Machine::update(request, &context()).unwrap().into_outputs();
        assert_eq!(changed.address, "192.0.2.1");
    }
}

#[test]
fn machines_are_listed_page_by_page() {
    let host = FakeHost::new();
    let first = json!({ "machines": [found(None)], "next": "2" });
    host.expect("GET", format!("{MACHINES}?region=eu&size=10"))
        .answer(200, first);
    let mut request = ListRequest::new(MachineQuery {
        region: Some("eu".into()),
    });
    request.page_size = Some(10);
    let page = <Machine as List>::list(request, &context()).unwrap();
    assert_eq!(page.resources, [ListedResource::new("eu/web", "web")]);
    assert_eq!(page.continuation_token.as_deref(), Some("2"));
}

#[test]
fn the_function_finds_a_machine() {
    let host = FakeHost::new();
    host.expect("GET", format!("{MACHINES}/eu/web"))
        .answer(200, found(Some("192.0.2.1")));
    host.expect("GET", format!("{MACHINES}/us/web"))
        .answer(404, json!(null));
    let ask = |region: &str| get_machine("web".into(), region.into(), &context());
    assert_eq!(ask("eu").unwrap().address, "192.0.2.1");
    let missing = ask("us").err().unwrap();
    assert_eq!(
        missing,
        Error::not_found("the region us has no machine web")
    );
}

#[test]
fn a_port_is_open_once() {
    let draft = testing::properties(json!({
        "name": "web", "region": "eu", "password": "a",
        "rules": [
            { "port": 443, "target": { "kind": "pool", "name": "fronts" } },
            { "port": 443, "target": { "kind": "host", "address": "192.0.2.9" } },
        ],
    }));
    let (_, failures) = testing::check::<Machine>(draft.unwrap()).unwrap();
    assert_eq!(failures.len(), 1, "{failures:?}");
    assert_eq!(
        failures[0].to_string(),
        "rules[1].port: another rule opens the port 443"
    );
}

#[test]
fn a_note_of_the_first_version_is_a_label() {
    let recorded =
        json!({ "name": "web", "region": "eu", "password": "a", "rules": [], "note": "front" });
    let (inputs, _) = testing::migrate::<Machine>(0, Some(recorded), None).unwrap();
    assert_eq!(inputs.unwrap()["label"], "front");
}

#[test]
fn the_token_is_for_the_host_only() {
    let manifest = testing::manifest::<PulumiProvider>().unwrap();
    assert_eq!(
        manifest["permissions"]["net"],
        json!([{
            "host": "config:url", "required": true, "reason": "the server that is managed",
            "credential": { "config": "token", "as": "bearer", "hostOnly": true },
        }])
    );
}
