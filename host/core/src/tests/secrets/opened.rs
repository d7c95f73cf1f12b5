//! Values that become secrets after they were recorded in plain text.

use serde_json::json;

use super::object;
use crate::call::{Effects, Operation};
use crate::component::{DiffAnswer, ReadAnswer};
use crate::operations;
use crate::operations::diff::DiffParameters;
use crate::operations::read::ReadParameters;
use crate::testing::{Answers, Scene, THING, map};
use crate::value::{Asset, AssetContent, PropertyMap, PropertyValue};

fn secret(value: impl Into<PropertyValue>) -> PropertyValue {
    value.into().into_secret()
}

fn scene(hooks: &[&str]) -> Scene {
    scene_with(hooks, Answers::default())
}

fn scene_with(hooks: &[&str], answers: Answers) -> Scene {
    let any = |manifest: &mut serde_json::Value| {
        let resource = &mut manifest["schema"]["resources"][THING];
        for properties in ["inputProperties", "properties"] {
            for name in ["tags", "list", "file"] {
                resource[properties][name] = json!({ "$ref": "pulumi.json#/Any" });
            }
            resource[properties]["list"]["replaceOnChanges"] = json!(true);
        }
    };
    Scene::with(hooks, any, answers)
}

fn parameters(old: PropertyMap, outputs: PropertyMap, new: PropertyMap) -> DiffParameters {
    DiffParameters {
        id: "made".to_owned(),
        old_inputs: Some(old.into()),
        old_outputs: outputs.into(),
        inputs: new.into(),
        ..DiffParameters::default()
    }
}

/// The effect of an `up`: the properties that differ, and the recorded state.
async fn up(scene: &Scene, asked: DiffParameters) -> (Vec<String>, PropertyMap) {
    let call = scene.call(Operation::Diff);
    let found = operations::diff(&scene.package, &call, asked.clone()).await;
    let found = found.expect("an answer");
    assert_eq!(found.found, []);
    assert!(found.moved.iter().all(|difference| !difference.replace));
    let names: Vec<String> = found.moved.iter().map(|one| one.property.clone()).collect();
    if names.is_empty() {
        return (names, asked.old_outputs.into());
    }
    let call = scene.preview(Operation::Update);
    let preview = operations::update(&scene.package, &call, asked.clone());
    let preview = preview.await.expect("a preview").outputs;
    let call = scene.call(Operation::Update);
    let updated = operations::update(&scene.package, &call, asked);
    let outputs = updated.await.expect("outputs").outputs;
    assert_eq!(preview, outputs);
    // Nothing outside changes: only a hook without effects is called.
    let asked = scene.fake.asked();
    assert!(
        asked
            .iter()
            .all(|asked| asked.effects == Some(Effects::None) && asked.hook == "diff"),
        "{asked:?}"
    );
    (names, outputs.into())
}

#[tokio::test]
async fn a_value_that_becomes_a_secret_is_recorded_as_one_by_an_update_that_touches_nothing() {
    let list = |item: PropertyValue| PropertyValue::Array(vec!["x".into(), item]);
    for hooks in [
        &["create", "update"][..],
        &["create"],
        &["create", "update", "diff"],
    ] {
        for (name, open, hidden) in [
            (
                "tags",
                object([("a", "b".into())]),
                object([("a", secret("b"))]),
            ),
            (
                "tags",
                object([("a", "b".into())]),
                secret(object([("a", "b".into())])),
            ),
            (
                "tags",
                object([("a", list("b".into()))]),
                object([("a", list(secret("b")))]),
            ),
            // Deep inside, beside another secret, and around a secret.
            (
                "tags",
                object([("a", object([("b", list(true.into()))]))]),
                object([("a", object([("b", list(secret(true)))]))]),
            ),
            (
                "tags",
                object([("a", "b".into()), ("c", list("d".into()))]),
                object([("a", secret("b")), ("c", list(secret("d")))]),
            ),
            (
                "tags",
                object([("a", secret("b")), ("c", "d".into())]),
                secret(object([("a", "b".into()), ("c", "d".into())])),
            ),
            // A property that replaces.
            ("list", list("b".into()), list(secret("b"))),
            ("list", list(1.0.into()), list(secret(1.0))),
            ("label", "b".into(), secret("b")),
        ] {
            let scene = scene(hooks);
            let (open, hidden) = (map([(name, open)]), map([(name, hidden)]));
            let first = parameters(open.clone(), open.clone(), hidden.clone());
            let (names, recorded) = up(&scene, first).await;
            assert_eq!((&*names, &recorded), (&[name.to_owned()][..], &hidden));
            // The same holds if the inputs had it as a secret before.
            let later = parameters(hidden.clone(), open, hidden.clone());
            let (names, recorded) = up(&scene, later).await;
            assert_eq!((&*names, &recorded), (&[name.to_owned()][..], &hidden));
            let (names, _) = up(&scene, parameters(hidden.clone(), recorded, hidden.clone())).await;
            assert_eq!(names, [""; 0]);
        }
    }
}

#[tokio::test]
async fn a_difference_that_the_component_forgives_does_not_update_what_becomes_a_secret() {
    for hooks in [&["create", "update", "diff"][..], &["create", "diff"]] {
        let forgiving = Answers {
            diff: Some(DiffAnswer::default()),
            ..Answers::default()
        };
        let scene = scene_with(hooks, forgiving);
        let old = map([("label", "a".into()), ("tags", "b".into())]);
        let new = map([("label", "A".into()), ("tags", secret("b"))]);
        let (names, recorded) = up(&scene, parameters(old.clone(), old, new)).await;
        assert_eq!(names, ["tags"]);
        let hidden = map([("label", "a".into()), ("tags", secret("b"))]);
        assert_eq!(recorded, hidden);
    }
}

#[tokio::test]
async fn an_output_that_has_a_new_secret_in_it_is_recorded_as_one() {
    let scene = scene(&["create", "update"]);
    let open = map([("label", "a secret word".into())]);
    let hidden = map([("label", secret("a secret word"))]);
    let mut outputs = open.clone();
    outputs.insert("serial".to_owned(), "https://ada:a secret word@a.b".into());
    let (names, recorded) = up(&scene, parameters(open, outputs, hidden)).await;
    assert_eq!(names, ["label", "serial"]);
    assert_eq!(recorded["serial"], secret("https://ada:a secret word@a.b"));
}

#[tokio::test]
async fn an_output_that_the_schema_calls_secret_by_now_is_recorded_as_one() {
    let scene = scene(&["create", "update"]);
    let inputs = map([("label", "x".into())]);
    let outputs = map([("label", "x".into()), ("password", "pw".into())]);
    let (names, recorded) = up(&scene, parameters(inputs.clone(), outputs, inputs.clone())).await;
    assert_eq!(names, ["password"]);
    assert_eq!(recorded["password"], secret("pw"));
    let (names, _) = up(&scene, parameters(inputs.clone(), recorded, inputs)).await;
    assert_eq!(names, [""; 0]);
}

#[tokio::test]
async fn a_real_difference_is_an_update_as_ever() {
    let scene = scene(&["create", "update"]);
    let open = map([("tags", object([("a", "b".into())]))]);
    let new = map([("tags", object([("a", secret("c"))]))]);
    let asked = parameters(open.clone(), open, new.clone());
    let call = scene.call(Operation::Diff);
    let found = operations::diff(&scene.package, &call, asked.clone());
    let found = found.await.expect("an answer");
    assert_eq!((found.found.len(), found.moved.len()), (1, 0));
    let call = scene.call(Operation::Update);
    let updated = operations::update(&scene.package, &call, asked);
    assert_eq!(updated.await.expect("outputs").outputs, new);
    assert_eq!(scene.fake.hooks(), ["update"]);
}

#[tokio::test]
async fn an_engine_without_secrets_is_told_of_no_difference() {
    let scene = scene(&["create", "update"]);
    let inputs = map([("password", "pw".into())]);
    let asked = DiffParameters {
        without_secrets: true,
        ..parameters(inputs.clone(), inputs.clone(), inputs)
    };
    let found = operations::diff(&scene.package, &scene.call(Operation::Diff), asked).await;
    assert_eq!(found.expect("an answer").moved, []);
}

#[tokio::test]
async fn an_import_of_a_thing_with_a_secret_of_the_program_fits() {
    let answer = ReadAnswer {
        id: "made".to_owned(),
        outputs: map([("label", "x".into())]),
        ..ReadAnswer::default()
    };
    let answers = Answers {
        read: Some(Ok(Some(answer))),
        ..Answers::default()
    };
    let scene = Scene::with(&["create", "read", "update"], |_| {}, answers);
    let call = scene.call(Operation::Read);
    let asked = ReadParameters {
        id: "made".to_owned(),
        ..ReadParameters::default()
    };
    let read = operations::read(&scene.package, &call, asked).await;
    let read = read.expect("an answer").expect("a thing");
    let asked = DiffParameters {
        id: "made".to_owned(),
        old_inputs: Some(read.inputs),
        old_outputs: read.outputs,
        inputs: map([("label", secret("x"))]).into(),
        ..DiffParameters::default()
    };
    let diff = async || {
        let call = scene.call(Operation::Diff);
        let found = operations::diff(&scene.package, &call, asked.clone()).await;
        found.expect("an answer").moved
    };
    // The engine compares, and refuses an import in which anything differs.
    assert_eq!(diff().await, []);
    // The next deployment records the secret.
    assert_eq!(diff().await.len(), 1);
}

#[tokio::test]
async fn a_refresh_without_a_hook_records_the_secret() {
    let scene = scene(&["create"]);
    let asked = ReadParameters {
        id: "made".to_owned(),
        inputs: Some(map([("tags", object([("a", secret("b"))]))]).into()),
        outputs: Some(map([("tags", object([("a", "b".into())]))]).into()),
        ..ReadParameters::default()
    };
    let read = operations::read(&scene.package, &scene.call(Operation::Read), asked).await;
    let read = read.expect("an answer").expect("a thing");
    assert_eq!(read.outputs.values["tags"], object([("a", secret("b"))]));
}

#[tokio::test]
async fn an_asset_whose_content_the_engine_left_out_is_recorded_whole_or_not_at_all() {
    let asset = |content| {
        PropertyValue::Asset(Box::new(Asset {
            hash: "h".to_owned(),
            content,
        }))
    };
    let whole = || asset(AssetContent::Text("text".to_owned()));
    let scene = scene(&["create", "update"]);
    let old = map([("file", asset(AssetContent::Elided))]);
    let new = map([("file", secret(whole()))]);
    let (names, recorded) = up(&scene, parameters(old.clone(), old.clone(), new)).await;
    assert_eq!(names, ["file"]);
    assert_eq!(recorded["file"], secret(whole()));
    // A file of the component: no input has its content.
    let outputs = map([("file", asset(AssetContent::Elided)), ("tags", "b".into())]);
    let open = map([("tags", "b".into())]);
    let asked = parameters(open, outputs, map([("tags", secret("b"))]));
    let found = operations::diff(&scene.package, &scene.call(Operation::Diff), asked).await;
    assert_eq!(found.expect("an answer").moved, []);
    let said = scene.heard();
    let is_told =
        |message: &str| message.contains("`tags`") && message.contains("a refresh records");
    assert!(said.iter().any(|(_, message)| is_told(message)), "{said:?}");
    // In Diff, the engine leaves out the content of the new asset as well.
    let elided = map([("file", secret(asset(AssetContent::Elided)))]);
    let asked = parameters(old.clone(), old, elided);
    let found = operations::diff(&scene.package, &scene.call(Operation::Diff), asked).await;
    assert_eq!(found.expect("an answer").moved.len(), 1);
}
