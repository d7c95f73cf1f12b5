//! State that an older or newer version of the component recorded.

use serde_json::json;

use crate::call::Operation;
use crate::component::ReadAnswer;
use crate::error::{CallError, TrapReport};
use crate::operations;
use crate::operations::check::CheckParameters;
use crate::operations::delete::DeleteParameters;
use crate::operations::diff::DiffParameters;
use crate::operations::read::ReadParameters;
use crate::testing::{Answers, Scene, THING, map, marked};
use crate::value::PropertyMap;

const HOOKS: [&str; 8] = [
    "check", "diff", "create", "resume", "read", "update", "delete", "migrate",
];

fn scene(version: u32, answers: Answers) -> Scene {
    let change = |manifest: &mut serde_json::Value| {
        manifest["resources"][THING]["stateVersion"] = json!(version);
    };
    // The first version has no earlier state.
    let hooks = HOOKS
        .iter()
        .filter(|hook| version > 0 || **hook != "migrate");
    let hooks: Vec<&str> = hooks.copied().collect();
    Scene::with(&hooks, change, answers)
}

fn parameters(scene: &str) -> DiffParameters {
    DiffParameters {
        id: "made".to_owned(),
        old_inputs: Some(map([("title", scene.into())]).into()),
        old_outputs: map([("title", scene.into())]).into(),
        inputs: marked([("label", "x".into())], json!({ "version": 1 })).into(),
        ..DiffParameters::default()
    }
}

/// The engine puts a recorded value back whose changes the program ignores, by the name of the earlier version.
#[tokio::test]
async fn a_name_of_an_earlier_version_is_refused_with_a_hint_to_the_options() {
    let scene = scene(1, Answers::default());
    let parameters = CheckParameters {
        old_inputs: map([("title", "x".into())]).into(),
        inputs: map([("label", "y".into()), ("title", "x".into())]).into(),
        ..CheckParameters::default()
    };
    let call = scene.call(Operation::Check);
    let checked = operations::check(&scene.package, &call, parameters).await;
    let failures = checked.expect("an answer").failures;
    let [failure] = &failures[..] else {
        panic!("{failures:?}");
    };
    assert_eq!(failure.property, "title");
    let said = "an earlier version of the component had this property: use its present name, in the options of the resource too";
    assert!(failure.reason.ends_with(said), "{failure:?}");
}

#[tokio::test]
async fn older_state_is_migrated_before_every_call_that_carries_it() {
    let scene = scene(1, Answers::default());
    let old = || map([("title", "x".into())]);
    let new = map([("label", "x".into())]);
    let package = &scene.package;

    let call = scene.call(Operation::Check);
    let checked = operations::check(
        package,
        &call,
        CheckParameters {
            old_inputs: old().into(),
            old_outputs: Some(old().into()),
            inputs: new.clone().into(),
            ..CheckParameters::default()
        },
    );
    let checked = checked.await.expect("inputs");
    assert_eq!(
        checked.inputs,
        marked([("label", "x".into())], json!({ "version": 1 }))
    );
    let differences = operations::diff(package, &scene.call(Operation::Diff), parameters("x"))
        .await
        .expect("an answer");
    assert_eq!(differences.found, []);
    let mut changed = parameters("x");
    changed.inputs.values.insert("label".to_owned(), "y".into());
    let updated = operations::update(package, &scene.call(Operation::Update), changed)
        .await
        .expect("outputs");
    let expected = marked([("label", "y".into())], json!({ "version": 1 }));
    assert_eq!(updated.outputs, expected);
    let call = scene.call(Operation::Read);
    let read = operations::read(
        package,
        &call,
        ReadParameters {
            id: "made".to_owned(),
            inputs: Some(old().into()),
            outputs: Some(old().into()),
            ..ReadParameters::default()
        },
    );
    let read = read.await.expect("an answer").expect("a resource");
    assert_eq!(
        (&read.inputs, &read.outputs),
        (&checked.inputs, &checked.inputs)
    );
    let delete = DeleteParameters {
        id: "made".to_owned(),
        inputs: Some(old().into()),
        outputs: old().into(),
        ..DeleteParameters::default()
    };
    let deleted = operations::delete(package, &scene.call(Operation::Delete), delete).await;
    deleted.expect("success");

    let asked = scene.fake.asked();
    let calls: [&[&str]; 5] = [
        &["check"],
        &["diff"],
        // The migration changed outputs: an update that changes nothing else would only record them.
        &["diff", "update"],
        &["read"],
        &["delete"],
    ];
    let with_migrations = calls.map(|hooks| [&["migrate"], hooks].concat());
    assert_eq!(scene.fake.hooks(), with_migrations.concat());
    for asked in &asked {
        let expected = if asked.hook == "migrate" {
            old()
        } else {
            new.clone()
        };
        assert_eq!(asked.outputs.as_ref(), Some(&expected), "{}", asked.hook);
        if let Some(old_inputs) = &asked.old_inputs {
            assert_eq!(old_inputs, &new, "{}", asked.hook);
        }
    }
}

#[tokio::test]
async fn state_of_the_components_own_version_is_taken_as_it_is() {
    for (version, marks) in [(0, json!({})), (3, json!({ "version": 3 }))] {
        let scene = scene(version, Answers::default());
        let state = marked([("label", "x".into())], marks);
        let parameters = DiffParameters {
            old_inputs: Some(state.clone().into()),
            old_outputs: state.clone().into(),
            inputs: state.into(),
            ..DiffParameters::default()
        };
        let answer =
            operations::diff(&scene.package, &scene.call(Operation::Diff), parameters).await;
        assert_eq!(answer.expect("an answer").found, []);
        assert_eq!(scene.fake.hooks(), ["diff"]);
    }
}

#[tokio::test]
async fn inputs_and_outputs_of_different_versions_are_migrated_apart() {
    // As an update that failed half-way leaves them.
    let scene = scene(2, Answers::default());
    let parameters = DiffParameters {
        old_inputs: Some(marked([("title", "x".into())], json!({ "version": 1 })).into()),
        old_outputs: marked([("label", "x".into())], json!({ "version": 2 })).into(),
        inputs: marked([("label", "x".into())], json!({ "version": 2 })).into(),
        ..DiffParameters::default()
    };
    let answer = operations::diff(&scene.package, &scene.call(Operation::Diff), parameters).await;
    assert_eq!(answer.expect("an answer").found, []);
    let asked = scene.fake.asked();
    assert_eq!(scene.fake.hooks(), ["migrate", "diff"]);
    assert_eq!((asked[0].version, &asked[0].outputs), (1, &None));
}

/// The engine records the program's values, which have no marks, beside the answer of the read.
#[tokio::test]
async fn inputs_of_a_lookup_are_as_new_as_its_outputs() {
    let answer = || Answers {
        read: Some(Ok(Some(ReadAnswer {
            id: "there".to_owned(),
            outputs: map([("label", "x".into()), ("serial", "1".into())]),
            ..ReadAnswer::default()
        }))),
        ..Answers::default()
    };
    let asked = || Some(map([("label", "x".into())]));
    let read = async |scene: &Scene, outputs| {
        let parameters = ReadParameters {
            id: "there".to_owned(),
            inputs: asked().map(Into::into),
            outputs,
            ..ReadParameters::default()
        };
        let call = scene.call(Operation::Read);
        operations::read(&scene.package, &call, parameters)
            .await
            .unwrap()
            .unwrap()
    };
    let newest = scene(2, answer());
    let found = read(&newest, asked().map(Into::into)).await;
    assert_eq!(newest.fake.hooks(), ["read"]);
    // However often it is refreshed.
    let refreshed = read(&newest, Some(found.outputs.clone())).await;
    read(&newest, Some(refreshed.outputs)).await;
    assert_eq!(newest.fake.hooks(), ["read"; 3]);
    // A newer component migrates both at once.
    let newer = scene(3, answer());
    read(&newer, Some(found.outputs)).await;
    assert_eq!(newer.fake.hooks(), ["migrate", "read"]);
    let migrated = &newer.fake.asked()[0];
    assert_eq!((migrated.version, migrated.inputs.is_some()), (2, true));
}

#[tokio::test]
async fn a_refresh_compares_the_other_way_round() {
    // The wanted inputs come from the state, which may be old.
    let scene = scene(1, Answers::default());
    let read = marked([("label", "x".into())], json!({ "version": 1 }));
    let parameters = DiffParameters {
        old_inputs: Some(read.clone().into()),
        old_outputs: read.into(),
        inputs: map([("title", "x".into())]).into(),
        ..DiffParameters::default()
    };
    let answer = operations::diff(&scene.package, &scene.call(Operation::Diff), parameters).await;
    assert_eq!(answer.expect("an answer").found, []);
    assert_eq!(scene.fake.hooks(), ["migrate", "diff"]);
}

#[tokio::test]
async fn a_create_of_an_older_version_is_resumed_from_migrated_state() {
    let scene = scene(1, Answers::default());
    let parameters = DiffParameters {
        id: "made".to_owned(),
        old_inputs: Some(map([("title", "x".into())]).into()),
        old_outputs: marked([("title", "x".into())], json!({ "partial": true })).into(),
        inputs: map([("label", "x".into())]).into(),
        ..DiffParameters::default()
    };
    let updated =
        operations::update(&scene.package, &scene.call(Operation::Update), parameters).await;
    let outputs = updated.expect("outputs").outputs;
    assert_eq!(
        outputs,
        marked([("label", "x".into())], json!({ "version": 1 }))
    );
    assert_eq!(scene.fake.hooks(), ["migrate", "resume"]);
    assert_eq!(
        scene.fake.asked()[1].outputs,
        Some(map([("label", "x".into())]))
    );
}

#[tokio::test]
async fn state_that_is_newer_than_the_component_is_refused() {
    let scene = scene(1, Answers::default());
    let newer = || marked([("label", "x".into())], json!({ "version": 7 }));
    let parameters = || DiffParameters {
        old_inputs: Some(newer().into()),
        old_outputs: newer().into(),
        ..DiffParameters::default()
    };
    let check = CheckParameters {
        old_inputs: newer().into(),
        ..CheckParameters::default()
    };
    let read = ReadParameters {
        inputs: Some(newer().into()),
        outputs: Some(newer().into()),
        ..ReadParameters::default()
    };
    let delete = DeleteParameters {
        inputs: Some(newer().into()),
        outputs: newer().into(),
        ..DeleteParameters::default()
    };
    let package = &scene.package;
    let call = |operation| scene.call(operation);
    let update = operations::update(package, &call(Operation::Update), parameters()).await;
    let refusals = [
        operations::check(package, &call(Operation::Check), check)
            .await
            .err(),
        operations::diff(package, &call(Operation::Diff), parameters())
            .await
            .err(),
        update.err().map(|failure| failure.failure.error),
        operations::read(package, &call(Operation::Read), read)
            .await
            .err(),
        operations::delete(package, &call(Operation::Delete), delete)
            .await
            .err(),
    ];
    for refusal in refusals {
        let refusal = refusal.expect("a refusal");
        assert!(!refusal.is_uncertain());
        let text = format!("{refusal}\n{}", refusal.hint().expect("a hint"));
        for words in [
            "state version 7",
            THING,
            "`acme` 1.2.3",
            "up to 1",
            "newer component",
            "acme.wasm",
        ] {
            assert!(text.contains(words), "{words}: {text}");
        }
    }
    assert_eq!(scene.fake.hooks(), [""; 0]);
}

#[tokio::test]
async fn a_migration_that_fails_changed_nothing_outside() {
    let crash = CallError::Trap(TrapReport {
        cause: "unreachable".to_owned(),
        ..TrapReport::default()
    });
    let answers = Answers {
        migrate: Some(crash),
        ..Answers::default()
    };
    let scene = scene(1, answers);
    let failure = operations::update(
        &scene.package,
        &scene.call(Operation::Update),
        parameters("x"),
    )
    .await
    .expect_err("a failure");
    assert!(failure.partial.is_none());
    let error = failure.failure.error;
    assert!(!error.is_uncertain());
    assert!(
        error
            .to_string()
            .contains("version 0 could not be brought to version 1")
    );
    assert_eq!(scene.fake.hooks(), ["migrate"]);
}

/// The answers of a component whose read gives a label.
fn reading_a_label() -> Answers {
    let answer = ReadAnswer {
        id: "made".to_owned(),
        outputs: map([("label", "x".into())]),
        ..ReadAnswer::default()
    };
    Answers {
        read: Some(Ok(Some(answer))),
        ..Answers::default()
    }
}

#[tokio::test]
async fn what_others_put_into_a_state_does_no_harm() {
    let foreign = || {
        map([
            ("label", "x".into()),
            ("__wasm", "mine".into()),
            ("__defaults", map_value()),
        ])
    };
    let scene = scene(0, reading_a_label());
    let parameters = DiffParameters {
        old_inputs: Some(foreign().into()),
        old_outputs: foreign().into(),
        inputs: map([("label", "x".into())]).into(),
        ..DiffParameters::default()
    };
    let answer = operations::diff(&scene.package, &scene.call(Operation::Diff), parameters).await;
    assert_eq!(answer.expect("an answer").found, []);
    // Providers of the Terraform bridge record the ID among the outputs.
    let with_id = |mut outputs: PropertyMap| {
        outputs.insert("id".to_owned(), "made".into());
        outputs
    };
    let read = ReadParameters {
        id: "made".to_owned(),
        inputs: Some(foreign().into()),
        outputs: Some(with_id(foreign()).into()),
        ..ReadParameters::default()
    };
    let read = operations::read(&scene.package, &scene.call(Operation::Read), read).await;
    let read = read.expect("an answer").expect("a resource");
    let kept = map([("label", "x".into()), ("__defaults", map_value())]);
    assert_eq!(
        (read.inputs, read.outputs),
        (kept.clone().into(), with_id(kept).into())
    );
}

#[tokio::test]
async fn an_output_of_an_older_version_goes_with_the_read_that_does_not_give_it() {
    let scene = scene(0, reading_a_label());
    // The component itself knows the former name: a library of its language migrates within the call.
    let recorded = map([("label", "x".into()), ("formerName", "x".into())]);
    let read = ReadParameters {
        id: "made".to_owned(),
        inputs: Some(map([("label", "x".into())]).into()),
        outputs: Some(recorded.into()),
        ..ReadParameters::default()
    };
    let read = operations::read(&scene.package, &scene.call(Operation::Read), read).await;
    let read = read.expect("an answer").expect("a resource");
    assert_eq!(read.outputs, map([("label", "x".into())]));
}

fn map_value() -> crate::value::PropertyValue {
    crate::value::PropertyValue::Object(map([("a", "b".into())]))
}
