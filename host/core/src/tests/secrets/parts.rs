//! Secrets that are part of a longer value.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};

use super::{WORD, hidden, object, warnings};
use crate::call::Operation;
use crate::component::{Created, ReadAnswer};
use crate::operations;
use crate::operations::check::{CheckParameters, CheckResult};
use crate::operations::read::ReadParameters;
use crate::testing::{Answers, Scene, map};
use crate::value::{Archive, ArchiveContent, Asset, AssetContent, PropertyMap, PropertyValue};

const ADDRESS: &str = "https://ada:a secret word@example.com/";

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

/// A component whose create returns these outputs.
fn giving(outputs: PropertyMap) -> Scene {
    let answers = Answers {
        create: Some(Ok(Created {
            id: "made".to_owned(),
            outputs,
            ..Created::default()
        })),
        ..Answers::default()
    };
    Scene::with(&["create"], |_| {}, answers)
}

/// The recorded output, if an input is a secret.
async fn recorded(
    secret: &str,
    inputs: PropertyMap,
    output: PropertyValue,
) -> (PropertyValue, Vec<String>) {
    let mut inputs = inputs;
    inputs.insert(
        "password".to_owned(),
        PropertyValue::from(secret).into_secret(),
    );
    let mut outputs = inputs.clone();
    outputs.insert("serial".to_owned(), output);
    let scene = giving(outputs);
    let call = scene.call(Operation::Create);
    let created = operations::create(&scene.package, &call, inputs.into())
        .await
        .expect("a thing");
    (created.outputs.values["serial"].clone(), warnings(&scene))
}

#[tokio::test]
async fn a_value_that_has_a_secret_in_it_is_kept_as_one() {
    let list = |value| PropertyValue::Array(vec!["x".into(), value]);
    for value in [
        PropertyValue::from(ADDRESS),
        PropertyValue::Bytes(ADDRESS.into()),
        asset(ADDRESS),
        archive([("f", asset(ADDRESS))]),
        archive([("f", archive([(ADDRESS, asset("x"))]))]),
        object([(ADDRESS, 1.0.into())]),
    ] {
        let secret = || value.clone().into_secret();
        for (given, expected) in [
            (value.clone(), secret()),
            (list(value.clone()), list(secret())),
            (
                object([("a", value.clone()), ("b", "x".into())]),
                object([("a", secret()), ("b", "x".into())]),
            ),
        ] {
            let (output, warnings) = recorded(WORD, PropertyMap::new(), given).await;
            assert_eq!(output, expected);
            assert_eq!(warnings.len(), 1, "{warnings:?}");
            assert!(
                warnings[0].contains("the output `serial")
                    && warnings[0].contains(" has a secret ")
                    && warnings[0].contains("is kept as a secret")
                    && warnings[0].contains("hint: the schema should mark it as `secret`")
                    && !warnings[0].contains(WORD),
                "{warnings:?}"
            );
        }
    }
}

#[tokio::test]
async fn it_is_found_in_the_forms_that_values_are_written_in() {
    let secret = "p\u{e4}ss/w\"rd & more";
    let hex = secret.bytes().fold(String::new(), |mut all, byte| {
        write!(all, "{byte:02x}").expect("room");
        all
    });
    let form: String = url::form_urlencoded::byte_serialize(secret.as_bytes()).collect();
    let json = serde_json::to_string(secret).expect("JSON");
    for text in [
        format!("Basic {}", STANDARD.encode(format!("ada:{secret}"))),
        format!("key.{}.x", URL_SAFE_NO_PAD.encode(secret)),
        format!("https://ada:{form}@example.com"),
        form.replace('+', "%20"),
        format!("{{\"password\":{json}}}"),
        serde_json::to_string(&json).expect("JSON"),
        format!("\\x{hex}"),
    ] {
        let (output, _) = recorded(secret, PropertyMap::new(), text.as_str().into()).await;
        assert!(output.is_secret(), "{text}");
    }
}

#[tokio::test]
async fn what_is_short_or_common_or_in_the_open_hides_nothing() {
    for (secret, inputs, output) in [
        ("eu-west", PropertyMap::new(), "https://eu-west.example.com"),
        (
            "password",
            PropertyMap::new(),
            "https://example.com/reset-password",
        ),
        ("production", PropertyMap::new(), "the production database"),
        ("--------", PropertyMap::new(), "a ---------- b"),
        // The program passes it in plain text, in another input.
        (
            "my-database",
            map([("label", "my-database-1".into())]),
            "https://my-database.example.com",
        ),
        (
            "my-database",
            map([(
                "tags",
                object([("a", PropertyValue::Array(vec!["x my-database".into()]))]),
            )]),
            "https://my-database.example.com",
        ),
        // It is in the URN.
        ("urn:pulumi:dev", PropertyMap::new(), "at urn:pulumi:dev!"),
    ] {
        let (recorded, warnings) = recorded(secret, inputs, output.into()).await;
        assert_eq!(recorded, output.into());
        assert_eq!(warnings, [""; 0]);
    }
    // A plain text beside it does not expose another secret.
    let inputs = map([
        ("label", "my-database".into()),
        ("user", PropertyValue::from("my-database").into_secret()),
    ]);
    let output = "my-database with a secret word";
    let (found, _) = recorded(WORD, inputs, output.into()).await;
    assert!(found.is_secret());
    // An input that is itself secret exposes nothing.
    let inputs = map([("label", PropertyValue::from(ADDRESS).into_secret())]);
    let (recorded, _) = recorded(WORD, inputs, "see: a secret word".into()).await;
    assert!(recorded.is_secret());
}

#[tokio::test]
async fn a_preview_hides_what_the_change_will_hide() {
    let outputs = map([("serial", ADDRESS.into())]);
    let answers = Answers {
        preview: Some(Ok(outputs)),
        ..Answers::default()
    };
    let hooks = ["create", "update", "preview-create", "preview-update"];
    let scene = Scene::with(&hooks, |_| {}, answers);
    let call = scene.preview(Operation::Create);
    let inputs = map([("password", hidden())]);
    let created = operations::create(&scene.package, &call, inputs.into())
        .await
        .expect("a preview");
    assert_eq!(
        created.outputs.values["serial"],
        PropertyValue::from(ADDRESS).into_secret()
    );
}

#[tokio::test]
async fn a_function_gives_no_secret_within_a_result() {
    let answers = Answers {
        invoke: Some(Ok((map([("serial", ADDRESS.into())]), Vec::new()))),
        ..Answers::default()
    };
    let scene = Scene::with(&["create"], |_| {}, answers);
    scene.secrets.keep(WORD);
    let call = scene.call(Operation::Invoke);
    let arguments = map([("label", "x".into())]);
    let invoked = operations::invoke(&scene.package, &call, arguments)
        .await
        .expect("a result");
    assert_eq!(
        invoked.result["serial"],
        PropertyValue::from(ADDRESS).into_secret()
    );
}

#[tokio::test]
async fn inputs_that_a_check_or_a_read_makes_of_a_secret_are_secret() {
    let answers = Answers {
        check: Some(CheckResult {
            inputs: map([("label", ADDRESS.into()), ("password", WORD.into())]).into(),
            ..CheckResult::default()
        }),
        read: Some(Ok(Some(ReadAnswer {
            id: "made".to_owned(),
            inputs: Some(map([("label", ADDRESS.into()), ("password", WORD.into())])),
            ..ReadAnswer::default()
        }))),
        ..Answers::default()
    };
    let scene = Scene::with(&["check", "create", "read"], |_| {}, answers);
    let inputs = map([("label", "x".into()), ("password", hidden())]);
    let expected = map([
        ("label", PropertyValue::from(ADDRESS).into_secret()),
        ("password", hidden()),
    ]);
    let parameters = CheckParameters {
        inputs: inputs.clone().into(),
        ..CheckParameters::default()
    };
    let call = scene.call(Operation::Check);
    let checked = operations::check(&scene.package, &call, parameters)
        .await
        .expect("inputs");
    assert_eq!(checked.inputs, expected);
    let call = scene.call(Operation::Read);
    let parameters = ReadParameters {
        id: "made".to_owned(),
        inputs: Some(inputs.clone().into()),
        outputs: Some(inputs.into()),
        ..ReadParameters::default()
    };
    let found = operations::read(&scene.package, &call, parameters)
        .await
        .expect("an answer");
    assert_eq!(found.expect("a thing").inputs, expected);
}

#[tokio::test]
async fn an_output_whose_name_has_a_secret_in_it_is_left_out() {
    let scene = giving(map([(ADDRESS, "x".into()), ("serial", "1".into())]));
    scene.secrets.keep(WORD);
    let call = scene.call(Operation::Create);
    let created = operations::create(&scene.package, &call, PropertyMap::new().into()).await;
    assert_eq!(
        created.expect("a thing").outputs,
        map([("serial", "1".into())])
    );
    assert!(warnings(&scene)[0].contains("contains a secret"));
}
