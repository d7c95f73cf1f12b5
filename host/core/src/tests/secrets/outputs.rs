//! The record of outputs.

use std::time::Instant;

use serde_json::json;

use super::{WORD, object, scene, warnings};
use crate::call::Operation;
use crate::component::Created;
use crate::operations;
use crate::testing::{Answers, Scene, THING, map};
use crate::value::{Archive, ArchiveContent, Asset, AssetContent, PropertyMap, PropertyValue};

fn asset(text: &str) -> PropertyValue {
    PropertyValue::Asset(Box::new(Asset {
        hash: String::new(),
        content: AssetContent::Text(text.to_owned()),
    }))
}

fn archive<const N: usize>(members: [(&str, PropertyValue); N]) -> PropertyValue {
    PropertyValue::Archive(Box::new(Archive {
        hash: String::new(),
        content: ArchiveContent::Assets(map(members)),
    }))
}

/// The recorded outputs, if the program gives these inputs.
async fn recorded(inputs: PropertyMap, outputs: PropertyMap) -> (PropertyMap, Vec<String>) {
    let answers = Answers {
        create: Some(Ok(Created {
            id: "made".to_owned(),
            outputs,
            ..Created::default()
        })),
        ..Answers::default()
    };
    let scene = scene(&["create"], answers);
    let call = scene.call(Operation::Create);
    let created = operations::create(&scene.package, &call, inputs.into())
        .await
        .expect("a thing");
    (created.outputs.into(), warnings(&scene))
}

/// The only thread of this runtime serves the other task, if the search yields.
#[test]
fn a_search_in_large_outputs_holds_up_no_other_call() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .build()
        .expect("a runtime");
    let create = async {
        let other = tokio::spawn(async { Instant::now() });
        let inputs = map([("password", PropertyValue::from(WORD).into_secret())]);
        let outputs = map([("serial", "a text, ".repeat(1 << 20).into())]);
        recorded(inputs, outputs).await;
        let ended = Instant::now();
        assert!(other.await.expect("the other task") < ended);
    };
    runtime.block_on(runtime.spawn(create)).expect("a thing");
}

#[tokio::test]
async fn a_secret_is_hidden_in_every_kind_of_value() {
    let list = |value| PropertyValue::Array(vec!["x".into(), value]);
    let whole = [
        PropertyValue::from(WORD),
        PropertyValue::Bytes(WORD.into()),
        PropertyValue::Number(1_234_567_890.0),
        "1234567890".into(),
        asset(WORD),
        archive([("f", asset(WORD))]),
        archive([(WORD, asset("x"))]),
        archive([("f", archive([(WORD, asset("x"))]))]),
        object([(WORD, 1.0.into())]),
        object([("a", 1.0.into()), (WORD, object([("b", WORD.into())]))]),
    ];
    for value in whole {
        let secret = || value.clone().into_secret();
        for (given, expected) in [
            (value.clone(), secret()),
            (list(value.clone()), list(secret())),
            (
                object([("a", value.clone()), ("b", "x".into())]),
                object([("a", secret()), ("b", "x".into())]),
            ),
        ] {
            for name in ["serial", "undeclared", "__note"] {
                let (outputs, warnings) = recorded(
                    map([("label", "x".into())]),
                    map([(name, given.clone()), ("label", "x".into())]),
                )
                .await;
                assert_eq!(
                    outputs,
                    map([(name, expected.clone()), ("label", "x".into())])
                );
                assert_eq!(warnings.len(), 1, "{warnings:?}");
                assert!(warnings[0].contains(&format!("`{name}")), "{warnings:?}");
                assert!(!warnings[0].contains(WORD), "{warnings:?}");
            }
        }
    }
}

#[tokio::test]
async fn what_the_program_gives_in_the_open_stays_so() {
    let given = map([
        ("label", WORD.into()),
        (
            "tags",
            object([(WORD, PropertyValue::Array(vec![1_234_567_890.0.into()]))]),
        ),
        ("file", archive([(WORD, asset(WORD))])),
        (WORD, "x".into()),
    ]);
    let mut answered = given.clone();
    // A difference in another part makes it another resource.
    answered.insert(
        "tags".to_owned(),
        object([
            (WORD, PropertyValue::Array(vec![1_234_567_890.0.into()])),
            ("more", 1.0.into()),
        ]),
    );
    let (outputs, warnings) = recorded(given, answered.clone()).await;
    assert_eq!(outputs, answered);
    assert_eq!(warnings, [""; 0]);
}

#[tokio::test]
async fn an_output_whose_name_is_a_secret_is_left_out() {
    let outputs = map([(WORD, "x".into()), ("serial", "1".into())]);
    let (outputs, warnings) = recorded(PropertyMap::new(), outputs).await;
    assert_eq!(outputs, map([("serial", "1".into())]));
    assert!(
        warnings[0].contains("the name of an output contains a secret")
            && warnings[0].contains("hint:"),
        "{warnings:?}"
    );
    // A name that the schema declares is not a secret: it is in the program and in the manifest.
    let declared = |manifest: &mut serde_json::Value| {
        manifest["schema"]["resources"][THING]["properties"]["password-of-all"] =
            json!({ "type": "string" });
    };
    let answers = Answers {
        create: Some(Ok(Created {
            id: "made".to_owned(),
            outputs: map([("password-of-all", "x".into())]),
            ..Created::default()
        })),
        ..Answers::default()
    };
    let scene = Scene::with(&["create"], declared, answers);
    scene.secrets.keep("password-of-all");
    let call = scene.call(Operation::Create);
    let created = operations::create(&scene.package, &call, PropertyMap::new().into()).await;
    assert_eq!(
        created.expect("a thing").outputs,
        map([("password-of-all", "x".into())])
    );
}

#[tokio::test]
async fn many_hidden_outputs_are_told_in_few_words() {
    let items = vec![PropertyValue::from(WORD); 1000];
    let outputs = map([("serial", PropertyValue::Array(items))]);
    let (_, warnings) = recorded(PropertyMap::new(), outputs).await;
    assert!(
        warnings[0].contains("`serial[0]`") && warnings[0].contains("and 990 more"),
        "{warnings:?}"
    );
    assert!(warnings[0].len() < 1000);
}
