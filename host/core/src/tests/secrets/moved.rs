//! Secrets that a hook moves to another property.

use serde_json::json;

use super::{object, warnings};
use crate::call::Operation;
use crate::operations;
use crate::operations::check::{CheckParameters, CheckResult};
use crate::operations::diff::DiffParameters;
use crate::testing::{Answers, Scene, THING, map};
use crate::value::{PropertyMap, PropertyValue};

fn secret(value: impl Into<PropertyValue>) -> PropertyValue {
    value.into().into_secret()
}

async fn checked(inputs: PropertyMap, answer: PropertyMap) -> (PropertyMap, Vec<String>) {
    let answers = Answers {
        check: Some(CheckResult {
            inputs: answer.into(),
            ..CheckResult::default()
        }),
        ..Answers::default()
    };
    let any = |manifest: &mut serde_json::Value| {
        let inputs = &mut manifest["schema"]["resources"][THING]["inputProperties"];
        inputs["login"] = json!({ "$ref": "pulumi.json#/Any" });
    };
    let scene = Scene::with(&["check", "create"], any, answers);
    let call = scene.call(Operation::Check);
    let parameters = CheckParameters {
        inputs: inputs.into(),
        ..CheckParameters::default()
    };
    let checked = operations::check(&scene.package, &call, parameters)
        .await
        .expect("inputs");
    assert_eq!(checked.failures, []);
    (checked.inputs.into(), warnings(&scene))
}

#[tokio::test]
async fn a_check_that_moves_a_short_secret_does_not_open_it() {
    // The mark of the common one is lost as well.
    for word in ["pw", "password", "hunter2"] {
        let (inputs, _) = checked(
            map([("label", secret(word))]),
            map([("login", object([("pass", word.into())]))]),
        )
        .await;
        assert_eq!(inputs, map([("login", object([("pass", secret(word))]))]));
    }
}

#[tokio::test]
async fn a_secret_that_is_not_known_yet_is_one_where_it_is_moved_to() {
    let (inputs, _) = checked(
        map([("password", secret(PropertyValue::Unknown))]),
        map([("label", PropertyValue::Unknown)]),
    )
    .await;
    assert_eq!(inputs, map([("label", secret(PropertyValue::Unknown))]));
}

#[tokio::test]
async fn a_migration_that_moves_a_short_secret_does_not_open_it() {
    let version = |manifest: &mut serde_json::Value| {
        manifest["resources"][THING]["stateVersion"] = json!(1);
    };
    // Without a hook for updates, the migrated values are recorded.
    let scene = Scene::with(&["create", "migrate"], version, Answers::default());
    let call = scene.call(Operation::Update);
    // The fake gives it another name.
    let parameters = DiffParameters {
        id: "made".to_owned(),
        old_inputs: Some(map([("title", secret("pw"))]).into()),
        old_outputs: map([("title", secret("pw"))]).into(),
        inputs: map([("label", secret("pw"))]).into(),
        ..DiffParameters::default()
    };
    let updated = operations::update(&scene.package, &call, parameters).await;
    assert_eq!(
        updated.expect("outputs").outputs.values["label"],
        secret("pw")
    );
}
