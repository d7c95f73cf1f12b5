//! Functions and lists.

use serde_json::json;

use crate::call::{Effects, Operation};
use crate::error::CallError;
use crate::operations;
use crate::testing::{Answers, LOOK, Scene, map};
use crate::value::PropertyMap;
use crate::value::PropertyValue::{self, Unknown};

fn scene(result: PropertyMap) -> Scene {
    let answers = Answers {
        invoke: Some(Ok((result, Vec::new()))),
        ..Answers::default()
    };
    Scene::with(&["create"], |_| {}, answers)
}

#[tokio::test]
async fn a_function_whose_arguments_are_unknown_is_not_called() {
    let scene = scene(map([]));
    for (argument, hidden) in [(Unknown, false), (Unknown.into_secret(), true)] {
        let call = scene.preview(Operation::Invoke);
        let invoked = operations::invoke(&scene.package, &call, map([("label", argument)])).await;
        let unknown = || {
            if hidden {
                Unknown.into_secret()
            } else {
                Unknown
            }
        };
        let expected = map([
            ("label", unknown()),
            ("password", Unknown.into_secret()),
            ("serial", unknown()),
        ]);
        assert_eq!(invoked.expect("an answer").result, expected);
    }
    assert_eq!(scene.fake.hooks(), [""; 0]);
}

#[tokio::test]
async fn a_secret_argument_makes_the_result_secret() {
    let scene = scene(map([("serial", "1".into())]));
    let call = scene.call(Operation::Invoke);
    let plain = operations::invoke(&scene.package, &call, map([("label", "x".into())])).await;
    assert_eq!(plain.expect("an answer").result["serial"], "1".into());
    let secret = PropertyValue::from("x").into_secret();
    let hidden = operations::invoke(&scene.package, &call, map([("label", secret)])).await;
    assert_eq!(
        hidden.expect("an answer").result["serial"],
        PropertyValue::from("1").into_secret()
    );
}

#[tokio::test]
async fn a_secret_in_a_result_has_no_further_one_inside() {
    let marked = PropertyValue::Object(map([("key", PropertyValue::from("k").into_secret())]));
    let scene = scene(map([("undeclared", marked.clone())]));
    for (label, hidden) in [
        (PropertyValue::from("x"), false),
        (PropertyValue::from("x").into_secret(), true),
    ] {
        let call = scene.call(Operation::Invoke);
        let invoked = operations::invoke(&scene.package, &call, map([("label", label)])).await;
        let expected = if hidden {
            marked.without_secrets().into_secret()
        } else {
            marked.clone()
        };
        let result = invoked.expect("an answer").result;
        assert_eq!(result["undeclared"], expected);
    }
}

#[tokio::test]
async fn arguments_that_the_schema_refuses_are_told_by_property() {
    let scene = scene(map([]));
    let call = scene.call(Operation::Invoke);
    let invoked = operations::invoke(&scene.package, &call, map([("labl", "x".into())])).await;
    let failures = invoked.expect("an answer").failures;
    assert_eq!(failures.len(), 1);
    assert_eq!(failures[0].property, "labl");
    assert_eq!(scene.fake.hooks(), [""; 0]);
}

#[tokio::test]
async fn a_result_must_be_known_and_a_scalar_is_one_value() {
    let unknown = scene(map([("serial", Unknown)]));
    let call = unknown.call(Operation::Invoke);
    let refused = operations::invoke(&unknown.package, &call, map([])).await;
    assert!(matches!(refused, Err(CallError::BadAnswer(_))));

    for (result, works) in [
        (map([("res", "x".into())]), true),
        (map([]), false),
        (map([("a", "x".into()), ("b", "y".into())]), false),
    ] {
        let answers = Answers {
            invoke: Some(Ok((result.clone(), Vec::new()))),
            ..Answers::default()
        };
        let change = |manifest: &mut serde_json::Value| {
            manifest["schema"]["functions"][LOOK]["outputs"] = json!({ "type": "string" });
        };
        let scene = Scene::with(&["create"], change, answers);
        let call = scene.call(Operation::Invoke);
        match operations::invoke(&scene.package, &call, map([])).await {
            Ok(invoked) => assert!(works && invoked.result == result),
            Err(error) => assert!(!works && matches!(error, CallError::BadAnswer(_))),
        }
    }
}

#[tokio::test]
async fn a_secret_part_of_a_scalar_is_secret() {
    let user = |password: PropertyValue| {
        let parts = map([("name", "ada".into()), ("password", password)]);
        PropertyValue::Array(vec![PropertyValue::Object(parts)])
    };
    let answers = Answers {
        invoke: Some(Ok((map([("res", user("hidden".into()))]), Vec::new()))),
        ..Answers::default()
    };
    let change = |manifest: &mut serde_json::Value| {
        manifest["schema"]["types"]["acme:index:User"] = json!({
            "type": "object",
            "properties": {
                "name": { "type": "string" },
                "password": { "type": "string", "secret": true }
            }
        });
        manifest["schema"]["functions"][LOOK]["outputs"] =
            json!({ "type": "array", "items": { "$ref": "#/types/acme:index:User" } });
    };
    let scene = Scene::with(&["create"], change, answers);
    let call = scene.call(Operation::Invoke);
    let invoked = operations::invoke(&scene.package, &call, map([])).await;
    let secret = PropertyValue::from("hidden").into_secret();
    let expected = map([("res", user(secret))]);
    assert_eq!(invoked.expect("an answer").result, expected);
}

#[tokio::test]
async fn previews_and_pure_functions_change_nothing_outside() {
    for (preview, pure, expected) in [
        (false, false, Effects::All),
        (true, false, Effects::None),
        (false, true, Effects::None),
    ] {
        let change = |manifest: &mut serde_json::Value| {
            manifest["functions"] = json!({ LOOK: { "pure": pure } });
        };
        let scene = Scene::with(&["create"], change, Answers::default());
        let call = crate::call::Call {
            preview,
            ..scene.call(Operation::Invoke)
        };
        operations::invoke(&scene.package, &call, map([]))
            .await
            .expect("an answer");
        operations::look_up(&scene.package, &call, map([]))
            .await
            .expect("an answer");
        let of_look_up = match expected {
            Effects::All => Effects::Read,
            none => none,
        };
        let asked = scene.fake.asked();
        assert_eq!(asked[0].effects, Some(expected));
        assert_eq!(asked[1].effects, Some(of_look_up));
    }
}
