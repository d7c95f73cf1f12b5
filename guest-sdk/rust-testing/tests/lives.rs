//! Lives of resources of the component `machines`, and what a test sees of them.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests may fail this way"
)]

use std::time::Duration;

use pulumi_wasm_testing::{
    Failure, FailureKind, Fault, Provider, Resource, Response, Step, Store, secret, text_asset,
    unknown,
};
use serde_json::{Value, json};

const SERVER: &str = "https://acme.test";
const MACHINES: &str = "https://acme.test/machines";

type Result = std::result::Result<(), Failure>;

fn provider() -> Provider {
    Provider::component("machines.wasm")
}

/// A configured provider, and its server's machines.
fn configured() -> (Provider, Store) {
    let provider = provider();
    let machines = provider.fakes().store(MACHINES);
    provider
        .configure(json!({ "server": SERVER, "key": "k" }))
        .unwrap();
    (provider, machines)
}

fn machine(provider: &Provider) -> Resource {
    provider.resource("Machine", "one")
}

/// The messages of the component: those for debugging are the host's.
fn messages(provider: &Provider) -> Vec<String> {
    let all = provider.messages();
    all.iter()
        .filter(|message| message.severity != "debug")
        .map(ToString::to_string)
        .collect()
}

#[test]
fn a_machine_is_made_changed_replaced_and_deleted() -> Result {
    let (provider, machines) = configured();
    let mut machine = machine(&provider);
    assert_eq!(
        machine.up(json!({ "label": "a", "password": "p" }))?,
        Step::Created
    );
    machine
        .inputs()
        .assert_is(&json!({ "label": "a", "region": "eu", "password": secret("p") }));
    machine
        .outputs()
        .assert_is(&json!({ "label": "a", "region": "eu", "address": "10.0.0.1" }));
    let made = &provider.fakes().requests()[0];
    assert_eq!(
        (made.route(), made.header("X-Key")),
        (("POST", "/machines"), Some("k"))
    );

    let inputs = json!({ "label": "a", "password": "p", "region": "us" });
    let preview = machine.preview(inputs.clone())?;
    assert_eq!(preview, Step::Updated);
    preview.outputs().assert_has(&json!({ "region": "us" }));
    assert_eq!(machine.up(inputs.clone())?.reasons(), ["change region"]);
    assert_eq!(machines.get("1").unwrap()["region"], "us");
    assert_eq!(machine.up(inputs)?, Step::Same);

    let _ = provider.fakes().take_requests();
    let change = machine.up(json!({ "label": "b" }))?;
    assert_eq!(change, Step::Replaced);
    assert!(change.deleted_first());
    assert_eq!(machine.id(), "2");
    assert_eq!(
        provider.fakes().take_requests(),
        [format!("DELETE {MACHINES}/1"), format!("POST {MACHINES}")]
    );
    machine.destroy()?;
    assert!(machines.is_empty() && !machine.exists());
    Ok(())
}

#[test]
fn unknown_inputs_give_unknown_outputs_and_no_failures() -> Result {
    let (provider, _) = configured();
    let preview =
        machine(&provider).preview(json!({ "label": unknown(), "region": secret(unknown()) }))?;
    preview.outputs().assert_has(
        &json!({ "label": unknown(), "region": secret(unknown()), "address": unknown() }),
    );
    Ok(())
}

#[test]
fn what_is_wrong_with_inputs_comes_with_its_paths() {
    let (provider, _) = configured();
    let failure = machine(&provider)
        .up(json!({ "lable": "a", "region": [] }))
        .unwrap_err();
    assert_eq!(failure.kind(), FailureKind::Invalid);
    for path in ["label", "lable", "region"] {
        assert!(failure.paths().contains(&path), "{failure}");
    }
    let failure = machine(&provider)
        .up(json!({ "label": "a b" }))
        .unwrap_err();
    assert_eq!(failure.properties(), [("label", "a label has no spaces")]);
    assert_eq!(
        failure.to_string(),
        "check of `one` failed\n  label: a label has no spaces"
    );
}

#[test]
fn a_create_that_failed_half_way_is_recorded_and_resumed() -> Result {
    for (fault, kind) in [
        ("error", FailureKind::Unavailable),
        ("panic", FailureKind::Crashed),
    ] {
        let (provider, machines) = configured();
        let mut machine = machine(&provider);
        let failure = machine
            .up(json!({ "label": "a", "fault": fault }))
            .unwrap_err();
        assert_eq!(
            (failure.kind(), failure.is_recorded()),
            (kind, true),
            "{failure}"
        );
        assert_eq!((machine.id(), machine.problems().len()), ("1", 1));
        // The panic took the instance with it: the next call gets a configured one.
        assert_eq!(
            machine.up(json!({ "label": "a", "fault": "none" }))?,
            Step::Updated
        );
        assert!(messages(&provider).contains(&"info: going on".to_owned()));
        machine
            .outputs()
            .assert_has(&json!({ "address": "10.0.0.1" }));
        assert_eq!(
            (machines.ids(), machine.problems().len()),
            (vec!["1".to_owned()], 0)
        );
    }
    Ok(())
}

#[test]
fn a_panic_says_where_it_was() {
    let (provider, _) = configured();
    let failure = machine(&provider)
        .up(json!({ "label": "a", "fault": "panic" }))
        .unwrap_err();
    let message = failure.message();
    assert!(
        message.contains("machines/src/lib.rs:") && message.contains("the machine is on fire"),
        "{message}"
    );
}

#[test]
fn drift_is_found_and_put_right() -> Result {
    let (provider, machines) = configured();
    let mut machine = machine(&provider);
    machine.up(json!({ "label": "a" }))?;
    assert!(machine.refresh()?.is_none());
    machines.put("1", json!({ "id": "1", "label": "a", "region": "moon" }));
    assert_eq!(machine.refresh()?.outputs(), ["region"]);
    assert_eq!(machine.up(json!({ "label": "a" }))?, Step::Updated);
    machines.remove("1");
    assert!(machine.refresh()?.is_gone());
    assert_eq!(machine.up(json!({ "label": "a" }))?, Step::Created);
    Ok(())
}

#[test]
fn what_exists_is_imported_and_needs_no_change() -> Result {
    let (provider, machines) = configured();
    machines.put("7", json!({ "id": "7", "label": "old", "region": "us" }));
    let mut machine = machine(&provider);
    assert_eq!(
        machine.import("8").unwrap_err().kind(),
        FailureKind::NotFound
    );
    machine.import("7")?;
    assert_eq!(
        machine.up(json!({ "label": "old", "region": "us" }))?,
        Step::Same
    );
    Ok(())
}

#[test]
fn ignored_changes_keep_what_is_recorded() -> Result {
    let (provider, _) = configured();
    let mut machine = machine(&provider);
    machine.up(json!({ "label": "a" }))?;
    machine.ignore_changes(["region"]);
    assert_eq!(
        machine.up(json!({ "label": "a", "region": "us" }))?,
        Step::Same
    );
    Ok(())
}

#[test]
fn recorded_states_are_migrated() -> Result {
    let (provider, _) = configured();
    let state = json!({ "id": "1", "inputs": { "label": "a", "region": "frankfurt" },
        "outputs": { "label": "a", "region": "frankfurt", "address": "10.0.0.1" } });
    let mut machine = provider.recorded("Machine", "one", &state);
    // The engine only updates the record, and then nothing more is to do.
    let change = machine.up(json!({ "label": "a" }))?;
    assert_eq!(change, Step::Updated);
    assert_eq!(change.reasons(), ["change region, in the recorded outputs"]);
    assert_eq!(machine.up(json!({ "label": "a" }))?, Step::Same);
    // Another test begins with the recording of this one.
    let mut again = provider.recorded("Machine", "one", &machine.state());
    assert_eq!(
        again
            .up(json!({ "label": "a", "region": "us" }))
            .unwrap_err()
            .kind(),
        FailureKind::NotFound
    );
    Ok(())
}

#[test]
fn nothing_but_the_configured_server_is_reached() {
    let (provider, _) = configured();
    let failure = machine(&provider)
        .up(json!({ "label": "a", "fault": "elsewhere" }))
        .unwrap_err();
    assert_eq!(failure.kind(), FailureKind::Denied, "{failure}");
    assert!(
        failure.message().contains("https://elsewhere.test"),
        "{failure}"
    );
    assert!(provider.fakes().requests().is_empty());
}

#[test]
fn in_checks_nothing_is_changed_and_time_stands_still() -> Result {
    let (provider, _) = configured();
    provider
        .fakes()
        .answer("https://acme.test", |_| Response::status(500));
    let failure = machine(&provider)
        .check(json!({ "label": "ask" }))
        .unwrap_err();
    assert_eq!(failure.kind(), FailureKind::Denied, "{failure}");
    assert!(provider.fakes().requests().is_empty());
    let first = machine(&provider).check(json!({ "label": "now" }))?;
    provider.fakes().advance(Duration::from_secs(5));
    assert_eq!(machine(&provider).check(json!({ "label": "now" }))?, first);
    Ok(())
}

#[test]
fn waiting_takes_no_time_and_moves_the_clock() -> Result {
    let (provider, _) = configured();
    let before = provider.fakes().now();
    provider.fakes().fail(MACHINES, Fault::Unavailable, 2);
    assert_eq!(
        machine(&provider).up(json!({ "label": "a" }))?,
        Step::Created
    );
    assert_eq!(provider.fakes().waited(), Duration::from_secs(120));
    let waited = provider.fakes().now().duration_since(before);
    assert_eq!(waited.unwrap(), Duration::from_secs(120));
    assert_eq!(provider.fakes().requests().len(), 3);
    assert_eq!(messages(&provider), ["info: trying again"; 2]);
    assert!(
        provider.messages()[0]
            .urn
            .ends_with("acme:index:Machine::one")
    );
    Ok(())
}

#[test]
fn a_wait_ends_with_the_time_of_the_call_and_keeps_what_exists() -> Result {
    let (provider, _) = configured();
    let mut machine = machine(&provider);
    machine.timeout(Duration::from_secs(100));
    let failure = machine
        .up(json!({ "label": "a", "fault": "slow" }))
        .unwrap_err();
    assert_eq!(failure.kind(), FailureKind::TimedOut, "{failure}");
    assert!(
        failure.is_recorded() && failure.message().contains("starting, look 10"),
        "{failure}"
    );
    // A tenth of the time is kept for the end of the call. Real time continues independently of the simulated clock.
    let waited = provider.fakes().waited();
    assert!(
        waited <= Duration::from_secs(90) && waited > Duration::from_secs(89),
        "{waited:?}"
    );
    assert_eq!(messages(&provider)[0], "status: starting, look 1");
    Ok(())
}

#[test]
fn assets_are_read() -> Result {
    let (provider, _) = configured();
    let mut machine = machine(&provider);
    machine.up(json!({ "label": "a", "image": text_asset("an image") }))?;
    assert_eq!(machine.outputs()["installed"], "an image");
    assert_eq!(
        machine.up(json!({ "label": "a", "image": text_asset("an image") }))?,
        Step::Same
    );
    let change = machine.preview(json!({ "label": "a", "image": text_asset("another") }))?;
    assert_eq!(change.change().reasons(), ["change image"]);
    Ok(())
}

#[test]
fn random_bytes_are_the_same_in_every_run() -> Result {
    let word = |seed: Option<u64>| {
        let (provider, _) = configured();
        if let Some(seed) = seed {
            provider.fakes().seed(seed);
        }
        let mut word = provider.resource("Word", "a");
        word.up(json!({ "length": 8 }))?;
        Ok::<_, Failure>(word.id().to_owned())
    };
    assert_eq!(word(None)?, word(None)?);
    assert_ne!(word(None)?, word(Some(1))?);
    Ok(())
}

#[test]
fn what_the_host_answers_by_itself_does_not_enter_the_provider() -> Result {
    let (provider, _) = configured();
    let word = provider.resource("Word", "a");
    let preview = word.preview(json!({ "length": 8 }))?;
    preview
        .outputs()
        .assert_is(&json!({ "length": 8, "word": unknown() }));
    assert_eq!(provider.calls(), 0);
    Ok(())
}

#[test]
fn configuration_is_completed_and_judged_as_a_whole() {
    let missing = provider().configure(json!({})).unwrap_err();
    assert!(missing.message().contains("acme:server"), "{missing}");
    let wrong = provider()
        .configure(json!({ "server": SERVER, "attempts": "many", "limits": { "machine": 1 } }));
    let wrong = wrong.unwrap_err();
    for path in ["attempts", "limits.machines"] {
        assert!(wrong.paths().contains(&path), "{wrong}");
    }

    let provider = provider();
    provider.fakes().set_env("ACME_KEY", "from the environment");
    provider
        .configure(json!({ "server": SERVER, "limits": { "machines": 0 } }))
        .unwrap();
    let failure = machine(&provider).up(json!({ "label": "a" })).unwrap_err();
    assert_eq!(failure.message(), "there are machines enough");
    assert!(
        provider.configure(json!({ "server": SERVER })).is_err(),
        "a second time"
    );
}

#[test]
fn functions_are_called_and_machines_listed() -> Result {
    let (provider, machines) = configured();
    for id in ["3", "4"] {
        machines.put(id, json!({ "id": id, "label": format!("machine {id}") }));
    }
    assert_eq!(
        provider.invoke("getMachine", json!({ "id": "4" }))?["label"],
        "machine 4"
    );
    assert_eq!(
        provider
            .invoke("getMachine", json!({ "id": "9" }))
            .unwrap_err()
            .paths(),
        ["id"]
    );
    assert_eq!(
        provider
            .invoke("getMachine", json!({}))
            .unwrap_err()
            .paths(),
        ["id"]
    );
    let found = provider.list("Machine", json!({}))?;
    assert_eq!(
        found
            .iter()
            .map(|found| found.id.as_str())
            .collect::<Vec<_>>(),
        ["3", "4"]
    );
    Ok(())
}

#[test]
fn types_that_are_not_there_are_refused() {
    let (provider, _) = configured();
    let failure = provider
        .resource("Machin", "one")
        .up(json!({}))
        .unwrap_err();
    assert_eq!(failure.kind(), FailureKind::Refused);
    assert!(
        failure
            .to_string()
            .contains("did you mean `acme:index:Machine`?"),
        "{failure}"
    );
}

#[test]
fn expected_requests_are_answered_in_their_order() -> Result {
    let (provider, _) = configured();
    let expected = json!({ "label": "a", "region": "eu" });
    provider
        .fakes()
        .expect("POST", MACHINES)
        .with_header("X-Key", "k")
        .with_json(expected)
        .answer(201, &json!({ "id": "5" }));
    provider
        .fakes()
        .expect("DELETE", format!("{MACHINES}/5"))
        .respond(Response::status(204));
    let mut machine = machine(&provider);
    machine.up(json!({ "label": "a" }))?;
    machine.destroy()
}

#[test]
#[should_panic(expected = "DELETE https://acme.test/machines/5: it did not come")]
fn a_request_that_does_not_come_fails_the_test() {
    let (provider, _) = configured();
    provider
        .fakes()
        .expect("DELETE", format!("{MACHINES}/5"))
        .respond(Response::status(204));
}

#[test]
#[should_panic(expected = "expected the body")]
fn a_request_that_is_not_as_expected_fails_the_test() {
    let provider = provider();
    provider
        .configure(json!({ "server": SERVER, "key": "k", "attempts": 1 }))
        .unwrap();
    provider
        .fakes()
        .expect("POST", MACHINES)
        .with_json(json!({ "label": "b" }))
        .answer(201, &Value::Null);
    let failure = machine(&provider).up(json!({ "label": "a" })).unwrap_err();
    assert!(failure.message().contains("expected the body"), "{failure}");
}

#[test]
#[should_panic(expected = "the test has no answer to this request")]
fn a_request_without_an_answer_fails_the_test() {
    let provider = provider();
    provider
        .configure(json!({ "server": SERVER, "key": "k" }))
        .unwrap();
    assert!(machine(&provider).up(json!({ "label": "a" })).is_err());
}

const RECORDING: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/tests/recordings/machine.jsonl"
);

#[test]
fn a_recorded_run_is_replayed() -> Result {
    let provider = provider();
    provider.replay(RECORDING);
    provider.configure(json!({ "server": SERVER, "key": "another" }))?;
    // The server was out of reach once: the wait before the second attempt takes no time.
    let mut machine = machine(&provider);
    assert_eq!(machine.up(json!({ "label": "a" }))?, Step::Created);
    machine
        .outputs()
        .assert_has(&json!({ "address": "10.0.0.7" }));
    let mut word = provider.resource("Word", "two");
    word.up(json!({ "length": 5 }))?;
    word.outputs().assert_has(&json!({ "word": "abcde" }));
    machine.destroy()
}

#[test]
#[should_panic(expected = "`label` of its body is `\"b\"`; the recording has `\"a\"`")]
fn what_differs_from_a_recorded_run_fails_the_test() {
    let provider = provider();
    provider.replay(RECORDING);
    let configured = provider.configure(json!({ "server": SERVER, "key": "another" }));
    configured.unwrap();
    machine(&provider).up(json!({ "label": "b" })).unwrap_err();
}

#[test]
fn what_any_provider_must_do_is_judged_by_one_example() {
    let (provider, machines) = configured();
    provider.judge("Word", json!({ "length": 5 }));
    provider.judge("Machine", json!({ "label": "a" }));
    assert!(machines.is_empty());
}

#[test]
#[should_panic(expected = "create: the example can be created")]
fn what_does_not_behave_fails_the_test() {
    let (provider, _machines) = configured();
    provider.judge("Machine", json!({ "label": "a", "fault": "error" }));
}
