//! How the outputs that a migration changed get into the record.

use serde_json::json;

use crate::call::{Call, Operation};
use crate::component::DiffAnswer;
use crate::error::failure::{DifferenceKind, PropertyDifference};
use crate::operations;
use crate::operations::diff::{DiffParameters, Differences};
use crate::operations::read::ReadParameters;
use crate::state::StoredProperties;
use crate::testing::{Answers, Scene, THING, map, marked};

/// A component of state version 1, whose version 0 had another name for `label`.
fn scene(hooks: &[&str], answers: Answers) -> Scene {
    let change = |manifest: &mut serde_json::Value| {
        manifest["resources"][THING]["stateVersion"] = json!(1);
    };
    Scene::with(hooks, change, answers)
}

fn parameters(label: &str) -> DiffParameters {
    DiffParameters {
        id: "made".to_owned(),
        old_inputs: Some(map([("title", label.into())]).into()),
        old_outputs: map([("title", label.into())]).into(),
        inputs: marked([("label", "x".into())], json!({ "version": 1 })).into(),
        ..DiffParameters::default()
    }
}

const COMPARING: [&str; 4] = ["diff", "create", "update", "migrate"];

/// The differences in outputs that a migration changed: paths and kinds.
fn moved(differences: &Differences) -> Vec<(&str, DifferenceKind)> {
    let moved = differences.moved.iter();
    moved
        .map(|moved| (moved.property.as_str(), moved.kind))
        .collect()
}

#[tokio::test]
async fn outputs_that_a_migration_changed_are_recorded_and_nothing_else_happens() {
    for preview in [true, false] {
        let scene = scene(&COMPARING, Answers::default());
        let differences = operations::diff(
            &scene.package,
            &scene.call(Operation::Diff),
            parameters("x"),
        )
        .await
        .expect("an answer");
        assert_eq!(differences.found, []);
        let expected = [
            ("title", DifferenceKind::Remove),
            ("label", DifferenceKind::Add),
        ];
        assert_eq!(moved(&differences), expected);
        let call = Call {
            preview,
            ..scene.call(Operation::Update)
        };
        let updated = operations::update(&scene.package, &call, parameters("x")).await;
        let outputs = updated.expect("outputs").outputs;
        assert_eq!(outputs.values["label"], "x".into());
        assert_eq!(
            outputs,
            marked([("label", "x".into())], json!({ "version": 1 }))
        );
        // The component's own comparison applies in both.
        assert_eq!(
            scene.fake.hooks(),
            ["migrate", "diff", "migrate", "diff"],
            "preview: {preview}"
        );
        // The record has the current version now.
        let again = DiffParameters {
            old_inputs: Some(outputs.clone()),
            old_outputs: outputs,
            ..parameters("x")
        };
        let answer = operations::diff(&scene.package, &scene.call(Operation::Diff), again).await;
        assert_eq!(moved(&answer.expect("an answer")), []);
    }
}

#[tokio::test]
async fn what_differs_beside_a_migration_is_updated_by_the_component() {
    let of_hook = DiffAnswer {
        differences: vec![PropertyDifference {
            property: "label".to_owned(),
            kind: DifferenceKind::Change,
            replace: false,
        }],
        delete_before_replace: false,
    };
    let failed = DiffParameters {
        old_outputs: marked([("title", "x".into())], json!({ "failed": true })).into(),
        ..parameters("x")
    };
    for (answers, asked) in [
        (
            Answers {
                diff: Some(of_hook),
                ..Answers::default()
            },
            parameters("x"),
        ),
        // The engine updates it again for the failure before.
        (Answers::default(), failed),
    ] {
        let scene = scene(&COMPARING, answers);
        let updated =
            operations::update(&scene.package, &scene.call(Operation::Update), asked).await;
        updated.expect("outputs");
        assert_eq!(scene.fake.hooks().last(), Some(&"update"));
    }
}

#[tokio::test]
async fn a_refresh_without_a_read_hook_brings_the_record_to_today() {
    let scene = scene(&["create", "update", "migrate"], Answers::default());
    let read = async |inputs: StoredProperties, outputs: StoredProperties| {
        let parameters = ReadParameters {
            id: "made".to_owned(),
            inputs: Some(inputs),
            outputs: Some(outputs),
            ..ReadParameters::default()
        };
        let found =
            operations::read(&scene.package, &scene.call(Operation::Read), parameters).await;
        let found = found.expect("an answer").expect("a resource");
        (found.inputs, found.outputs)
    };
    let old = StoredProperties::from(map([("title", "x".into())]));
    let half: StoredProperties = marked([("title", "x".into())], json!({ "partial": true })).into();
    let new: StoredProperties = marked([("label", "x".into())], json!({ "version": 1 })).into();
    let whole = read(old.clone(), old.clone()).await;
    assert_eq!(whole, (new.clone(), new.clone()));
    // The notes of the create stay.
    let expected: StoredProperties = marked(
        [("label", "x".into())],
        json!({ "version": 1, "partial": true }),
    )
    .into();
    assert_eq!(read(old, half).await, (new.clone(), expected));
    assert_eq!(read(new.clone(), new.clone()).await, (new.clone(), new));
    // Properties of a program's look-up have the current form and stay unchanged.
    let wanted = StoredProperties::from(map([("label", "x".into())]));
    assert_eq!(
        read(wanted.clone(), wanted.clone()).await,
        (wanted.clone(), wanted)
    );
    assert_eq!(scene.fake.hooks(), ["migrate", "migrate"]);
}
