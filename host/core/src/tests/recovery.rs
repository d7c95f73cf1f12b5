//! A thing after a call about it failed, and a record that the component does not expect.

use serde_json::{Value as Json, json};

use crate::call::Operation;
use crate::component::{ReadAnswer, Updated};
use crate::error::{CallError, GuestError, LostOutputs, PartialState};
use crate::operations;
use crate::operations::check::CheckParameters;
use crate::operations::delete::DeleteParameters;
use crate::operations::diff::DiffParameters;
use crate::operations::read::{ReadParameters, ReadResult};
use crate::testing::{Answers, Scene, THING, map, marked, refused, stopped};
use crate::value::{PropertyMap, PropertyValue};

fn label(text: &str) -> PropertyMap {
    map([("label", text.into())])
}

fn half() -> PropertyMap {
    marked([("label", "x".into())], json!({ "partial": true }))
}

fn parameters(old_outputs: PropertyMap) -> DiffParameters {
    DiffParameters {
        id: "made".to_owned(),
        old_inputs: Some(label("x").into()),
        old_outputs: old_outputs.into(),
        inputs: label("x").into(),
        ..DiffParameters::default()
    }
}

async fn read(scene: &Scene, inputs: PropertyMap, outputs: PropertyMap) -> ReadResult {
    let parameters = ReadParameters {
        id: "made".to_owned(),
        inputs: Some(inputs.into()),
        outputs: Some(outputs.into()),
        ..ReadParameters::default()
    };
    let call = scene.call(Operation::Read);
    let found = operations::read(&scene.package, &call, parameters).await;
    found.expect("an answer").expect("a resource")
}

/// The failure of a call that succeeded, but could not record these outputs.
fn lost(id: &str, outputs: PropertyMap, names: &[&str]) -> CallError {
    CallError::Guest(GuestError::Partial(PartialState {
        id: id.to_owned(),
        outputs,
        reasons: vec!["too large a number".to_owned()],
        lost: LostOutputs::Named(names.iter().map(|name| (*name).to_owned()).collect()),
        ..PartialState::default()
    }))
}

/// A type that has to have a `serial`.
fn requires_serial(manifest: &mut Json) {
    manifest["schema"]["resources"][THING]["required"] = json!(["serial"]);
}

fn finds(outputs: PropertyMap) -> Answers {
    Answers {
        read: Some(Ok(Some(ReadAnswer {
            id: "made".to_owned(),
            outputs,
            ..ReadAnswer::default()
        }))),
        ..Answers::default()
    }
}

#[tokio::test]
async fn what_was_made_in_part_and_nothing_resumes_is_updated() {
    let scene = Scene::new(&["create", "update"]);
    let call = scene.call(Operation::Diff);
    let differences = operations::diff(&scene.package, &call, parameters(half())).await;
    let differences = differences.expect("an answer");
    assert!(!differences.unfinished && !differences.delete_before_replace);
    let call = scene.call(Operation::Update);
    let updated = operations::update(&scene.package, &call, parameters(half())).await;
    // The mark is gone together with its reason.
    assert_eq!(updated.expect("outputs").outputs, label("x"));
    assert_eq!(scene.fake.hooks(), ["update"]);
    assert_eq!(scene.fake.asked()[0].outputs, Some(label("x")));
}

#[tokio::test]
async fn what_is_still_in_part_after_an_update_says_so() {
    let failure = stopped(refused("full"), "made", label("y"));
    let answers = Answers {
        update: Some(Err(failure)),
        ..Answers::default()
    };
    let scene = Scene::with(&["create", "update"], |_| {}, answers);
    for (before, after) in [
        (
            half(),
            marked([("label", "y".into())], json!({ "partial": true })),
        ),
        (
            label("x"),
            marked([("label", "y".into())], json!({ "failed": ["label"] })),
        ),
    ] {
        let call = scene.call(Operation::Update);
        let failure = operations::update(&scene.package, &call, parameters(before)).await;
        let partial = failure.expect_err("a failure").partial.expect("a state");
        assert_eq!(partial.outputs, after);
    }
}

#[tokio::test]
async fn a_read_that_finds_nothing_wrong_takes_the_mark_away() {
    let scene = Scene::new(&["create", "read", "resume"]);
    assert_eq!(read(&scene, label("x"), half()).await.outputs, label("x"));
    let call = scene.call(Operation::Diff);
    let differences = operations::diff(&scene.package, &call, parameters(label("x"))).await;
    assert!(!differences.expect("an answer").unfinished);

    let wrong = PartialState {
        id: "made".to_owned(),
        outputs: label("x"),
        reasons: vec!["it is not whole".to_owned()],
        ..PartialState::default()
    };
    let answers = Answers {
        read: Some(Err(CallError::Guest(GuestError::Partial(wrong)))),
        ..Answers::default()
    };
    let scene = Scene::with(&["create", "read", "resume"], |_| {}, answers);
    let missing = marked(
        [("label", "x".into())],
        json!({ "partial": true, "missing": "in-journal" }),
    );
    for before in [half(), missing] {
        let found = read(&scene, label("x"), before.clone()).await;
        assert_eq!(found.outputs, before);
        assert_eq!(found.reasons, ["it is not whole"]);
    }
    // A complete resource with a problem does not need another create.
    let found = read(&scene, label("x"), label("x")).await;
    let failed = marked([("label", "x".into())], json!({ "failed": [] }));
    assert_eq!(found.outputs, failed);
}

#[tokio::test]
async fn a_thing_whose_outputs_could_not_be_recorded_is_whole() {
    let answers = Answers {
        create: Some(Err(lost("made", label("x"), &["serial"]).into())),
        ..Answers::default()
    };
    let scene = Scene::with(&["create", "resume"], |_| {}, answers);
    let call = scene.call(Operation::Create);
    let failure = operations::create(&scene.package, &call, label("x").into()).await;
    let failure = failure.expect_err("a failure");
    let hint = failure.failure.error.hint().expect("a hint");
    assert!(hint.contains("author"), "{hint}");
    let partial = failure.partial.expect("a state");
    // Nothing is resumed.
    let failed = marked([("label", "x".into())], json!({ "failed": true }));
    assert_eq!(
        (partial.id.as_str(), partial.outputs),
        ("made", failed.into())
    );
    let [first, second] = partial.reasons.as_slice() else {
        panic!("two reasons: {:?}", partial.reasons);
    };
    assert_eq!(first, "too large a number");
    assert!(second.contains("only `serial`"), "{second}");
}

#[tokio::test]
async fn the_form_of_a_server_is_not_drift_of_a_complete_thing_without_an_update() {
    let lost = marked([("label", "x".into())], json!({ "failed": true }));
    for (hooks, found, inputs) in [
        (&["create", "read"][..], "x", "X"),
        (&["create", "read"], "other", "other"),
        // The next update sends the program's value to the server.
        (&["create", "read", "update"], "x", "x"),
    ] {
        let scene = Scene::with(hooks, |_| {}, finds(label(found)));
        let read = read(&scene, label("X"), lost.clone()).await;
        assert_eq!(read.inputs, label(inputs), "{hooks:?} {found}");
    }
    // The rest of a create that failed half-way may be missing.
    let scene = Scene::with(&["create", "read"], |_| {}, finds(label("x")));
    assert_eq!(read(&scene, label("X"), half()).await.inputs, label("x"));
}

#[tokio::test]
async fn an_update_whose_outputs_could_not_be_recorded_keeps_the_old_ones() {
    let unknown = map([("label", "y".into()), ("serial", PropertyValue::Unknown)]);
    let unknown = Updated {
        outputs: unknown,
        ..Updated::default()
    };
    for answer in [Err(lost("", label("y"), &["serial"]).into()), Ok(unknown)] {
        let answers = Answers {
            update: Some(answer),
            ..Answers::default()
        };
        let scene = Scene::with(&["create", "update"], |_| {}, answers);
        let before = map([("label", "x".into()), ("serial", "1".into())]);
        let call = scene.call(Operation::Update);
        let failure = operations::update(&scene.package, &call, parameters(before)).await;
        let partial = failure.expect_err("a failure").partial.expect("a state");
        let expected = marked(
            [("label", "y".into()), ("serial", "1".into())],
            json!({ "failed": ["label"] }),
        );
        assert_eq!(
            (partial.id.as_str(), partial.outputs),
            ("made", expected.into())
        );
    }
}

#[tokio::test]
async fn a_record_without_a_required_output_is_filled_from_the_thing_itself() {
    let whole = map([("label", "other".into()), ("serial", "7".into())]);
    let filled = map([("label", "x".into()), ("serial", "7".into())]);
    let hooks = ["create", "read", "update", "delete"];
    let scene = Scene::with(&hooks, requires_serial, finds(whole));
    let call = scene.call(Operation::Update);
    let updated = operations::update(&scene.package, &call, parameters(label("x"))).await;
    updated.expect("outputs");
    let delete = |outputs| DeleteParameters {
        id: "made".to_owned(),
        inputs: Some(label("x").into()),
        outputs,
        ..DeleteParameters::default()
    };
    let call = scene.call(Operation::Delete);
    let deleted = operations::delete(&scene.package, &call, delete(label("x").into())).await;
    deleted.expect("success");
    // A complete state causes no read.
    let deleted = operations::delete(&scene.package, &call, delete(filled.clone().into())).await;
    deleted.expect("success");
    let hooks = ["read", "update", "read", "delete", "delete"];
    assert_eq!(scene.fake.hooks(), hooks);
    for asked in scene.fake.asked() {
        if asked.hook != "read" {
            assert_eq!(asked.outputs, Some(filled.clone()), "{}", asked.hook);
        }
    }

    let gone = Answers {
        read: Some(Ok(None)),
        ..Answers::default()
    };
    let scene = Scene::with(&["create", "read", "delete"], requires_serial, gone);
    let call = scene.call(Operation::Delete);
    let deleted = operations::delete(&scene.package, &call, delete(label("x").into())).await;
    deleted.expect("what is gone is deleted");
    assert_eq!(scene.fake.hooks(), ["read"]);
}

#[tokio::test]
async fn a_call_that_fails_of_an_old_record_says_what_is_missing_and_what_helps() {
    let answers = || Answers {
        delete: Some(refused("serial: is required")),
        update: Some(Err(refused("serial: is required").into())),
        read: Some(Err(refused("no connection"))),
        ..Answers::default()
    };
    for (hooks, help) in [
        (
            &["create", "update", "delete", "read"][..],
            "a refresh records",
        ),
        (
            &["create", "update", "delete"],
            "migration that sets `serial`",
        ),
    ] {
        let scene = Scene::with(hooks, requires_serial, answers());
        let call = scene.call(Operation::Update);
        let updated = operations::update(&scene.package, &call, parameters(label("x"))).await;
        let updated = updated.expect_err("a failure").failure.error;
        let call = scene.call(Operation::Delete);
        let delete = DeleteParameters {
            id: "made".to_owned(),
            inputs: Some(label("x").into()),
            outputs: label("x").into(),
            ..DeleteParameters::default()
        };
        let deleted = operations::delete(&scene.package, &call, delete).await;
        for error in [updated, deleted.expect_err("a failure")] {
            let text = format!("{error}\n{}", error.hint().unwrap_or_default());
            for words in [
                "serial: is required",
                "recorded state of `made`",
                "`serial`",
                "`acme` 1.2.3",
                help,
            ] {
                assert!(text.contains(words), "{words}: {text}");
            }
        }
    }
}

fn versioned(hooks: &[&str], version: u32) -> Scene {
    let change = |manifest: &mut Json| {
        manifest["resources"][THING]["stateVersion"] = json!(version);
    };
    Scene::with(hooks, change, Answers::default())
}

#[tokio::test]
async fn what_a_program_looks_up_is_of_the_newest_version() {
    let scene = versioned(&["create", "read", "migrate"], 1);
    let found = read(&scene, label("x"), label("x")).await;
    assert_eq!(scene.fake.hooks(), ["read"]);
    assert_eq!(scene.fake.asked()[0].outputs, Some(label("x")));
    assert_eq!(
        found.outputs,
        marked(
            [("label", "x".into())],
            json!({ "version": 1, "looked-up": true })
        )
    );
    // Properties that the present schema does not have were recorded by an older version.
    let old = || map([("title", "x".into())]);
    for (inputs, outputs) in [
        (old(), old()),
        (
            label("x"),
            map([("label", "x".into()), ("serial", "1".into())]),
        ),
    ] {
        let scene = versioned(&["create", "read", "migrate"], 1);
        read(&scene, inputs, outputs).await;
        assert_eq!(scene.fake.hooks(), ["migrate", "read"]);
    }
}

#[tokio::test]
async fn recorded_inputs_in_the_place_of_the_programs_are_migrated() {
    let marks = json!({ "version": 1 });
    for (version, recorded) in [
        (1, map([("title", "x".into())])),
        (2, marked([("title", "x".into())], marks)),
    ] {
        let scene = versioned(&["create", "migrate"], version);
        let parameters = CheckParameters {
            old_inputs: recorded.clone().into(),
            inputs: recorded.into(),
            ..CheckParameters::default()
        };
        let call = scene.call(Operation::Check);
        let checked = operations::check(&scene.package, &call, parameters).await;
        let checked = checked.expect("inputs");
        assert_eq!(checked.failures, []);
        let expected = marked([("label", "x".into())], json!({ "version": version }));
        assert_eq!(checked.inputs, expected);
    }
    // Inputs of a program in the present form keep their meaning, independent of the record.
    let scene = versioned(&["create", "migrate"], 1);
    let parameters = CheckParameters {
        old_inputs: label("x").into(),
        inputs: label("x").into(),
        ..CheckParameters::default()
    };
    let call = scene.call(Operation::Check);
    let checked = operations::check(&scene.package, &call, parameters).await;
    checked.expect("inputs");
    assert_eq!(scene.fake.hooks(), ["migrate"]);
}
