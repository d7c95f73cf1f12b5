//! The values that completed a configuration: recorded, compared and used again.

use std::collections::BTreeMap;
use std::sync::Arc;

use parking_lot::Mutex;
use serde_json::json;

use crate::call::{Call, Operation, Subject};
use crate::error::failure::PropertyDifference;
use crate::operations;
use crate::testing::{Answers, Scene, map};
use crate::value::{PropertyMap, PropertyValue};

/// Variables that a test sets, all of them granted.
type Variables = Arc<Mutex<BTreeMap<String, String>>>;

fn scene() -> (Scene, Variables) {
    scene_with("https://made.example")
}

fn scene_with(address: &str) -> (Scene, Variables) {
    let change = |manifest: &mut serde_json::Value| {
        manifest["schema"]["provider"] = json!({
            "inputProperties": {
                "serverUrl": { "type": "string", "default": address },
                "region": {
                    "type": "string", "replaceOnChanges": true,
                    "defaultInfo": { "environment": ["ACME_REGION"] }
                },
                "retries": { "type": "integer", "default": 3, "replaceOnChanges": true },
                "mode": { "type": "string" },
            },
        });
        manifest["permissions"] = json!({
            "net": [{ "host": "config:serverUrl" }], "env": [{ "name": "ACME_REGION" }],
        });
        manifest["provider"] = json!({ "hooks": ["configure"] });
    };
    let variables = Variables::default();
    let known = Arc::clone(&variables);
    let read = move |name: &str| {
        let known = known.lock();
        known.get(name).cloned()
    };
    let scene = Scene::with(&["create"], change, Answers::default());
    (scene.with_environment(Box::new(read)), variables)
}

fn set(variables: &Variables, region: Option<&str>) {
    let mut variables = variables.lock();
    match region {
        Some(region) => variables.insert("ACME_REGION".to_owned(), region.to_owned()),
        None => variables.remove("ACME_REGION"),
    };
}

async fn recorded(scene: &Scene, news: PropertyMap) -> PropertyMap {
    let subject = Subject {
        urn: "urn:pulumi:dev::shop::pulumi:providers:acme::default".to_owned(),
        ..Subject::default()
    };
    let call = Call {
        subject: Arc::new(subject),
        ..scene.call(Operation::CheckConfig)
    };
    let checked = operations::check_config(&scene.package, &call, news.into()).await;
    let checked = checked.expect("an answer");
    assert_eq!(checked.failures, []);
    checked.inputs.into()
}

fn compared(scene: &Scene, old: &PropertyMap, new: &PropertyMap) -> Vec<(String, bool)> {
    let found = operations::diff_config(
        &scene.package,
        "",
        &old.clone().into(),
        &new.clone().into(),
        &[],
    );
    let told = |difference: PropertyDifference| (difference.property, difference.replace);
    found.found.into_iter().map(told).collect()
}

fn used(scene: &Scene, arguments: &PropertyMap) -> PropertyMap {
    let configured =
        operations::configure(&scene.package, &scene.secrets, &arguments.clone().into());
    configured.expect("a configuration");
    scene.fake.configuration().expect("a configuration")
}

#[tokio::test]
async fn defaults_and_values_of_the_environment_are_recorded() {
    let (scene, variables) = scene();
    set(&variables, Some("north"));
    let first = recorded(&scene, map([("mode", "fast".into())])).await;
    assert_eq!(first["mode"], "fast".into());
    assert_eq!(first["retries"], 3.0.into());
    assert_eq!(first["region"], PropertyValue::from("north").into_secret());

    // A change of the variable is a change of the configuration, and counts as any other.
    set(&variables, Some("south"));
    let second = recorded(&scene, map([("mode", "fast".into())])).await;
    assert_eq!(
        compared(&scene, &first, &second),
        [("region".to_owned(), true)]
    );
    // A check of recorded values returns nothing else.
    assert_eq!(recorded(&scene, second.clone()).await, second);
}

#[tokio::test]
async fn what_was_recorded_without_defaults_does_not_differ_by_them() {
    let (scene, variables) = scene();
    let old = map([("mode", "fast".into())]);
    let new = recorded(&scene, old.clone()).await;
    assert_eq!(compared(&scene, &old, &new), []);
    // It may have been used before it was recorded: that replaces nothing.
    set(&variables, Some("north"));
    let new = recorded(&scene, old.clone()).await;
    assert_eq!(compared(&scene, &old, &new), [("region".to_owned(), false)]);
}

#[tokio::test]
async fn a_refresh_uses_the_variable_of_today_and_else_what_was_recorded() {
    let (scene, variables) = scene();
    set(&variables, Some("north"));
    let state = recorded(&scene, map([])).await;
    set(&variables, Some("south"));
    assert_eq!(used(&scene, &state)["region"].reveal(), &"south".into());
    set(&variables, None);
    assert_eq!(used(&scene, &state)["region"].reveal(), &"north".into());
    assert!(!used(&scene, &state).contains_key("__wasm"));
    // The program decides, also by leaving it out.
    assert!(!recorded(&scene, map([])).await.contains_key("region"));
}

/// A default that an older component recorded does not become the user's address if a newer component has another
/// default, or none.
#[tokio::test]
async fn a_recorded_default_grants_no_address() {
    let (first, _) = scene();
    let state = recorded(&first, map([])).await;
    let (other, _) = scene_with("https://other.example");
    assert_eq!(
        used(&other, &state)["serverUrl"],
        "https://other.example".into()
    );
    assert_eq!(other.fake.granted(), Vec::<String>::new());
    let given = map([("serverUrl", "https://mine.example".into())]);
    used(&other, &recorded(&other, given).await);
    assert_eq!(other.fake.granted(), ["https://mine.example"]);
}
