//! Secrets in other calls: failures, checks, reads, migrations, differences, notes.

use std::sync::Arc;

use serde_json::json;

use super::{WORD, hidden, object, scene, warnings};
use crate::call::Operation;
use crate::component::{Checkpoint, DiffAnswer, ReadAnswer};
use crate::error::failure::{DifferenceKind, PropertyDifference};
use crate::operations;
use crate::operations::check::{CheckParameters, CheckResult};
use crate::operations::diff::DiffParameters;
use crate::operations::read::ReadParameters;
use crate::testing::{Answers, Notes, Scene, THING, map, refused, stopped};
use crate::value::{PropertyMap, PropertyValue};

#[tokio::test]
async fn what_a_failed_create_left_has_no_secret_in_the_open() {
    let outputs = map([
        ("__note", WORD.into()),
        ("tags", object([(WORD, 1.0.into())])),
    ]);
    let answers = Answers {
        create: Some(Err(stopped(refused("no"), "half", outputs))),
        ..Answers::default()
    };
    let scene = scene(&["create"], answers);
    let call = scene.call(Operation::Create);
    let failure = operations::create(&scene.package, &call, PropertyMap::new().into()).await;
    let partial = failure.expect_err("a failure").partial.expect("a state");
    assert_eq!(partial.outputs.values["__note"], hidden());
    assert!(partial.outputs.values["tags"].is_secret());
}

#[tokio::test]
async fn a_check_that_moves_a_secret_does_not_open_it() {
    let answers = Answers {
        check: Some(CheckResult {
            inputs: map([
                ("label", WORD.into()),
                ("password", WORD.into()),
                ("tags", object([(WORD, 1.0.into())])),
                (WORD, 1.0.into()),
            ])
            .into(),
            ..CheckResult::default()
        }),
        ..Answers::default()
    };
    let scene = scene(&["check", "create"], answers);
    let parameters = CheckParameters {
        inputs: map([("label", "x".into()), ("password", hidden())]).into(),
        ..CheckParameters::default()
    };
    let call = scene.call(Operation::Check);
    let checked = operations::check(&scene.package, &call, parameters)
        .await
        .expect("inputs");
    assert_eq!(checked.inputs.values["label"], hidden());
    assert_eq!(checked.inputs.values["password"], hidden());
    assert!(checked.inputs.values["tags"].is_secret());
    assert!(!checked.inputs.values.contains_key(WORD));
    assert!(warnings(&scene)[0].contains("the input `label` is equal to a secret"));
}

#[tokio::test]
async fn inputs_that_are_read_have_no_secret_in_the_open() {
    let answers = Answers {
        read: Some(Ok(Some(ReadAnswer {
            id: "made".to_owned(),
            inputs: Some(map([("label", WORD.into()), ("password", WORD.into())])),
            outputs: map([("serial", WORD.into())]),
            ..ReadAnswer::default()
        }))),
        ..Answers::default()
    };
    let scene = scene(&["create", "read"], answers);
    let call = scene.call(Operation::Read);
    let parameters = ReadParameters {
        id: "made".to_owned(),
        inputs: Some(map([("label", "x".into())]).into()),
        outputs: Some(map([("label", "x".into())]).into()),
        ..ReadParameters::default()
    };
    let found = operations::read(&scene.package, &call, parameters).await;
    let found = found.expect("an answer").expect("a thing");
    assert_eq!(
        found.inputs,
        map([("label", hidden()), ("password", hidden())])
    );
    assert_eq!(found.outputs.values["serial"], hidden());
}

#[tokio::test]
async fn a_migration_opens_no_secret() {
    let version = |manifest: &mut serde_json::Value| {
        manifest["resources"][THING]["stateVersion"] = json!(1);
    };
    // Without a hook for updates, the migrated values are recorded.
    let scene = Scene::with(&["create", "migrate"], version, Answers::default());
    scene.secrets.keep(WORD);
    let call = scene.call(Operation::Update);
    let parameters = DiffParameters {
        id: "made".to_owned(),
        old_inputs: Some(map([("label", "x".into())]).into()),
        old_outputs: map([
            // The fake gives it another name.
            ("title", WORD.into()),
            ("password", "short".into()),
            ("__note", WORD.into()),
        ])
        .into(),
        inputs: map([("label", "x".into())]).into(),
        ..DiffParameters::default()
    };
    let updated = operations::update(&scene.package, &call, parameters).await;
    let outputs = updated.expect("outputs").outputs;
    assert_eq!(outputs.values["label"], hidden());
    assert_eq!(outputs.values["__note"], hidden());
    assert_eq!(
        outputs.values["password"],
        PropertyValue::from("short").into_secret()
    );
}

#[tokio::test]
async fn the_paths_of_a_difference_have_no_secret_in_them() {
    let difference = |property: &str| PropertyDifference {
        property: property.to_owned(),
        kind: DifferenceKind::Change,
        replace: false,
    };
    let asked = async |paths: &[&str]| {
        let answers = Answers {
            diff: Some(DiffAnswer {
                differences: paths.iter().map(|path| difference(path)).collect(),
                ..DiffAnswer::default()
            }),
            ..Answers::default()
        };
        let scene = scene(&["create", "diff", "update"], answers);
        let parameters = DiffParameters {
            id: "made".to_owned(),
            old_inputs: Some(map([("label", "x".into())]).into()),
            inputs: map([("label", "x".into())]).into(),
            ..DiffParameters::default()
        };
        let call = scene.call(Operation::Diff);
        let answer = operations::diff(&scene.package, &call, parameters).await;
        answer.map(|answer| {
            let found = answer.found.into_iter();
            found.map(|found| found.property).collect::<Vec<_>>()
        })
    };
    let found = asked(&["label", "tags[\"a secret word\"].x", "tags[0]"]).await;
    assert_eq!(found.expect("differences"), ["label", "tags", "tags[0]"]);
    let error = asked(&["[\"a secret word\"]"]).await.expect_err("refused");
    assert!(error.to_string().contains("a secret"), "{error}");
    assert!(!error.to_string().contains(WORD), "{error}");
}

#[tokio::test]
async fn no_name_that_is_a_secret_is_written_down() {
    let notes: Arc<Notes> = Arc::default();
    let saved = Checkpoint {
        id: "half".to_owned(),
        outputs: map([("label", "x".into()), ("has a secret word", "x".into())]),
        is_cut: false,
    };
    let answers = Answers {
        saves: vec![saved],
        ..Answers::default()
    };
    let scene = scene(&["create", "resume"], answers).with_journal(&notes);
    let call = scene.call(Operation::Create);
    let inputs = map([("label", "x".into())]);
    operations::create(&scene.package, &call, inputs.into())
        .await
        .expect("done");
    assert_eq!(notes.all()[0].outputs, map([("label", "x".into())]));
    assert!(notes.all()[0].withheld);
}
