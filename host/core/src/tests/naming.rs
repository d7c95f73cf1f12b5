//! Names that the host makes, ids that are imported, and deprecated properties.

use serde_json::json;

use crate::call::{Operation, Severity};
use crate::component::ReadAnswer;
use crate::operations;
use crate::operations::check::{CheckParameters, CheckResult};
use crate::operations::diff::DiffParameters;
use crate::operations::read::ReadParameters;
use crate::schema::Autonaming;
use crate::testing::{Answers, Scene, THING, map, marked};
use crate::value::{PropertyMap, PropertyValue};

fn named(hooks: &[&str], answers: Answers) -> Scene {
    let change = |manifest: &mut serde_json::Value| {
        let name = json!({ "property": "label" });
        manifest["resources"][THING]["autoName"] = name;
    };
    Scene::with(hooks, change, answers)
}

async fn check(scene: &Scene, parameters: CheckParameters) -> CheckResult {
    let call = scene.call(Operation::Check);
    operations::check(&scene.package, &call, parameters)
        .await
        .expect("inputs")
}

#[tokio::test]
async fn a_generated_name_is_marked_and_kept() {
    let scene = named(&["create", "check"], Answers::default());
    let first = check(&scene, CheckParameters::default()).await.inputs;
    let name = first.values["label"].as_str().expect("a name").to_owned();
    assert!(name.starts_with("one-"), "{name}");
    let expected = marked([("label", name.as_str().into())], json!({ "named": true }));
    assert_eq!(first, expected);
    // The guest sees the name, and not the mark.
    let seen = scene.fake.asked()[0].inputs.clone().expect("inputs");
    assert_eq!(seen, map([("label", name.as_str().into())]));

    let again = CheckParameters {
        old_inputs: first.clone(),
        autonaming: Autonaming::Propose("other".to_owned()),
        ..CheckParameters::default()
    };
    assert_eq!(check(&scene, again).await.inputs, first);
    // A name from the program belongs only to the program.
    let given = CheckParameters {
        old_inputs: first,
        inputs: map([("label", "mine".into())]).into(),
        ..CheckParameters::default()
    };
    assert_eq!(
        check(&scene, given).await.inputs,
        map([("label", "mine".into())])
    );
}

#[tokio::test]
async fn a_name_that_another_provider_made_is_kept() {
    let scene = named(&["create"], Answers::default());
    for (property, is_kept) in [("label", true), ("password", false)] {
        let defaults = PropertyValue::Array(vec![property.into()]);
        let parameters = CheckParameters {
            old_inputs: map([("label", "theirs".into()), ("__defaults", defaults)]).into(),
            ..CheckParameters::default()
        };
        let inputs = check(&scene, parameters).await.inputs;
        assert_eq!(inputs.values["label"] == "theirs".into(), is_kept);
        assert!(PropertyMap::from(inputs).contains_key("__wasm"));
    }
}

#[tokio::test]
async fn the_engines_wishes_for_names_are_respected() {
    let scene = named(&["create"], Answers::default());
    for (autonaming, expected, failures) in [
        (
            Autonaming::Propose("proposed".to_owned()),
            Some("proposed"),
            0,
        ),
        (
            Autonaming::Enforce("enforced".to_owned()),
            Some("enforced"),
            0,
        ),
        (Autonaming::Disable, None, 1),
    ] {
        let parameters = CheckParameters {
            autonaming,
            ..CheckParameters::default()
        };
        let checked = check(&scene, parameters).await;
        assert_eq!(
            checked
                .inputs
                .values
                .get("label")
                .and_then(PropertyValue::as_str),
            expected
        );
        assert_eq!(checked.failures.len(), failures, "{:?}", checked.failures);
    }
}

#[tokio::test]
async fn a_name_that_must_be_given_is_told_of_once() {
    let change = |manifest: &mut serde_json::Value| {
        manifest["resources"][THING]["autoName"] = json!({ "property": "label" });
        manifest["schema"]["resources"][THING]["requiredInputs"] = json!(["label"]);
    };
    let scene = Scene::with(&["create"], change, Answers::default());
    let parameters = CheckParameters {
        autonaming: Autonaming::Disable,
        ..CheckParameters::default()
    };
    let failures = check(&scene, parameters).await.failures;
    assert_eq!(failures.len(), 1);
    assert!(
        failures[0].reason.contains("automatic names is disabled"),
        "{failures:?}"
    );
}

#[tokio::test]
async fn a_generated_name_that_breaks_a_rule_is_not_put_down_to_the_program() {
    let change = |manifest: &mut serde_json::Value| {
        manifest["resources"][THING]["autoName"] = json!({ "property": "label" });
        manifest["resources"][THING]["properties"] = json!({ "label": { "pattern": "^[a-z]+$" } });
    };
    let scene = Scene::with(&["create"], change, Answers::default());
    let generated = check(&scene, CheckParameters::default()).await.failures;
    assert_eq!(generated.len(), 1);
    assert!(
        generated[0]
            .reason
            .contains("made from the resource's name")
    );
    assert!(generated[0].reason.contains("hint: set `label`"));
    let given = CheckParameters {
        inputs: map([("label", "a b".into())]).into(),
        ..CheckParameters::default()
    };
    let given = check(&scene, given).await.failures;
    assert!(!given[0].reason.contains("hint"), "{given:?}");
}

#[tokio::test]
async fn a_replacement_under_a_fixed_name_deletes_first() {
    let scene = named(&["create"], Answers::default());
    let password = || ("password", PropertyValue::from("new"));
    for (inputs, expected) in [
        (map([("label", "x".into()), password()]), true),
        (
            marked(
                [("label", "x".into()), password()],
                json!({ "named": true }),
            ),
            false,
        ),
        (map([("label", "y".into()), password()]), false),
    ] {
        let parameters = DiffParameters {
            old_inputs: Some(map([("label", "x".into()), ("password", "old".into())]).into()),
            inputs: inputs.into(),
            ..DiffParameters::default()
        };
        let found =
            operations::diff(&scene.package, &scene.call(Operation::Diff), parameters).await;
        assert_eq!(found.expect("an answer").delete_before_replace, expected);
    }
}

#[tokio::test]
async fn a_refresh_keeps_the_mark_of_a_generated_name() {
    let answers = Answers {
        read: Some(Ok(Some(ReadAnswer {
            id: "made".to_owned(),
            inputs: Some(map([("label", "one-1".into())])),
            outputs: map([("label", "one-1".into())]),
            ..ReadAnswer::default()
        }))),
        ..Answers::default()
    };
    let scene = named(&["create", "read"], answers);
    let recorded = marked([("label", "one-1".into())], json!({ "named": true }));
    let parameters = ReadParameters {
        id: "made".to_owned(),
        inputs: Some(recorded.clone().into()),
        outputs: Some(map([("label", "one-1".into())]).into()),
        ..ReadParameters::default()
    };
    let found = operations::read(&scene.package, &scene.call(Operation::Read), parameters).await;
    assert_eq!(
        found.expect("an answer").expect("a resource").inputs,
        recorded
    );
}

fn imported(outputs: PropertyMap) -> Scene {
    let change = |manifest: &mut serde_json::Value| {
        manifest["schema"]["resources"][THING]["inputProperties"]["zone"] =
            json!({ "type": "string" });
        manifest["resources"][THING]["importId"] = json!("{zone}/{label}");
    };
    let answers = Answers {
        read: Some(Ok(Some(ReadAnswer {
            id: "4711".to_owned(),
            outputs,
            ..ReadAnswer::default()
        }))),
        ..Answers::default()
    };
    Scene::with(&["create", "read"], change, answers)
}

#[tokio::test]
async fn an_imports_id_tells_inputs_and_has_its_form() {
    let scene = imported(map([("label", "x".into()), ("serial", "1".into())]));
    let call = scene.call(Operation::Read);
    let import = |id: &str| ReadParameters {
        id: id.to_owned(),
        ..ReadParameters::default()
    };
    let told = map([("zone", "example.org".into()), ("label", "x".into())]);
    let found = operations::read(&scene.package, &call, import("example.org/x")).await;
    let found = found.expect("an answer").expect("a resource");
    assert_eq!(
        (found.id.as_str(), &found.inputs),
        ("4711", &told.clone().into())
    );
    let asked = scene.fake.asked();
    assert_eq!((&asked[0].inputs, &asked[0].outputs), (&Some(told), &None));

    let refused = operations::read(&scene.package, &call, import("x")).await;
    let text = refused.expect_err("a refusal").to_string();
    assert!(text.contains("`{zone}/{label}`"), "{text}");
    assert_eq!(scene.fake.asked().len(), 1);
}

#[tokio::test]
async fn a_lookup_may_give_either_id() {
    let scene = imported(map([("label", "x".into())]));
    let call = scene.call(Operation::Read);
    for (id, told) in [
        (
            "example.org/x",
            map([("zone", "example.org".into()), ("label", "x".into())]),
        ),
        ("4711", map([])),
    ] {
        let parameters = ReadParameters {
            id: id.to_owned(),
            inputs: Some(map([]).into()),
            outputs: Some(map([]).into()),
            ..ReadParameters::default()
        };
        operations::read(&scene.package, &call, parameters)
            .await
            .expect("an answer");
        let asked = scene.fake.asked();
        assert_eq!(asked.last().expect("a call").inputs, Some(told));
    }
}

#[tokio::test]
async fn what_should_not_be_used_any_more_is_one_warning() {
    let change = |manifest: &mut serde_json::Value| {
        let thing = &mut manifest["schema"]["resources"][THING];
        thing["deprecationMessage"] = json!("use `Other`");
        thing["inputProperties"]["label"]["deprecationMessage"] = json!("it is not read");
    };
    let scene = Scene::with(&["create"], change, Answers::default());
    let parameters = CheckParameters {
        inputs: map([("label", "x".into())]).into(),
        ..CheckParameters::default()
    };
    check(&scene, parameters).await;
    let heard = scene.heard();
    assert_eq!(heard.len(), 1);
    let (severity, message) = &heard[0];
    assert_eq!(*severity, Severity::Warning);
    for words in ["use `Other`", "`label`", "it is not read"] {
        assert!(message.contains(words), "{message}");
    }
}

#[tokio::test]
async fn a_generated_name_that_comes_back_as_if_it_was_given_is_remembered() {
    // As the engine sends it if the name is among `ignoreChanges`.
    let scene = named(&["create"], Answers::default());
    let recorded = marked([("label", "one-1234567".into())], json!({ "named": true }));
    let parameters = CheckParameters {
        old_inputs: recorded.into(),
        inputs: map([("label", "one-1234567".into())]).into(),
        ..CheckParameters::default()
    };
    let kept = check(&scene, parameters).await.inputs;
    let marks = json!({ "named": "kept" });
    assert_eq!(kept, marked([("label", "one-1234567".into())], marks));
    // A replacement would get the same name.
    let replaced = DiffParameters {
        id: "made".to_owned(),
        old_inputs: Some(kept.clone()),
        inputs: kept.clone(),
        ..DiffParameters::default()
    };
    let call = scene.call(Operation::Diff);
    let differences = operations::diff(&scene.package, &call, replaced).await;
    assert!(differences.expect("an answer").delete_before_replace);
    // When the program no longer gives it, it counts as generated again.
    let parameters = CheckParameters {
        old_inputs: kept.clone(),
        ..CheckParameters::default()
    };
    let again = check(&scene, parameters).await.inputs;
    let expected = marked([("label", "one-1234567".into())], json!({ "named": true }));
    assert_eq!(again, expected);
    // Another name from the program belongs to the program.
    let parameters = CheckParameters {
        old_inputs: kept,
        inputs: map([("label", "mine".into())]).into(),
        ..CheckParameters::default()
    };
    let given = check(&scene, parameters).await.inputs;
    assert_eq!(given, map([("label", "mine".into())]));
}
