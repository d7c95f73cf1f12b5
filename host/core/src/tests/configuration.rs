//! The provider's configuration: complete, incomplete, and not known yet.

use std::sync::Arc;

use serde_json::json;

use crate::call::{Call, Operation, Subject};
use crate::operations;
use crate::operations::check::CheckParameters;
use crate::operations::configure::ConfigureError;
use crate::operations::delete::DeleteParameters;
use crate::operations::diff::DiffParameters;
use crate::operations::read::ReadParameters;
use crate::testing::{Answers, Fake, Scene, map};
use crate::value::PropertyMap;
use crate::value::PropertyValue::{self, Unknown};

const HOOKS: [&str; 9] = [
    "check",
    "diff",
    "create",
    "preview-create",
    "read",
    "update",
    "preview-update",
    "delete",
    "list",
];

fn scene() -> Scene {
    let change = |manifest: &mut serde_json::Value| {
        manifest["schema"]["provider"] = json!({
            "inputProperties": {
                "serverUrl": { "type": "string", "description": "where the server is" },
                "token": { "type": "string" },
                "retries": { "type": "integer", "default": 3 },
            },
            "requiredInputs": ["serverUrl", "token"],
        });
        manifest["provider"] = json!({ "hooks": ["check-config"] });
    };
    Scene::with(&HOOKS, change, Answers::default())
}

#[tokio::test]
async fn all_missing_keys_are_told_at_once() {
    let scene = scene();
    let Err(ConfigureError::Missing(keys)) =
        operations::configure(&scene.package, &scene.secrets, &map([]).into())
    else {
        panic!("nothing is missing");
    };
    let names: Vec<&str> = keys.iter().map(|key| key.name.as_str()).collect();
    assert_eq!(names, ["acme:serverUrl", "acme:token"]);
    assert_eq!(keys[0].description, "where the server is");
    assert_eq!(scene.fake.configuration(), None);
}

#[tokio::test]
async fn a_key_that_the_environment_may_give_is_missing_with_all_others() {
    let change = |manifest: &mut serde_json::Value| {
        let inputs = json!({
            "serverUrl": { "type": "string" },
            "token": {
                "type": "string", "description": "The way in.",
                "defaultInfo": { "environment": ["ACME_TOKEN"] }
            },
        });
        // No SDK asks for the token.
        manifest["schema"]["provider"] =
            json!({ "inputProperties": inputs, "requiredInputs": ["serverUrl"] });
        manifest["schema"]["config"] =
            json!({ "variables": inputs, "defaults": ["serverUrl", "token"] });
        manifest["permissions"] = json!({ "env": [{ "name": "ACME_TOKEN" }] });
    };
    let scene = Scene::with(&HOOKS, change, Answers::default());
    let Err(ConfigureError::Missing(keys)) =
        operations::configure(&scene.package, &scene.secrets, &map([]).into())
    else {
        panic!("nothing is missing");
    };
    let names: Vec<&str> = keys.iter().map(|key| key.name.as_str()).collect();
    assert_eq!(names, ["acme:serverUrl", "acme:token"]);
    let description = &keys[1].description;
    assert!(
        description.starts_with("The way in. ") && description.contains("`ACME_TOKEN`"),
        "{description}"
    );
}

#[tokio::test]
async fn check_config_judges_what_configure_will_get() {
    let scene = scene();
    let call = scene.call(Operation::CheckConfig);
    let given = map([("serverUrl", "http://x".into()), ("token", "t".into())]);
    let checked = operations::check_config(&scene.package, &call, given.clone().into()).await;
    let recorded = checked.expect("an answer").inputs;
    assert_eq!(recorded.values["serverUrl"], given["serverUrl"]);
    assert_eq!(recorded.values["retries"], 3.0.into());
    operations::configure(&scene.package, &scene.secrets, &recorded).expect("a configuration");
    let judged = scene.fake.asked()[0].inputs.clone();
    assert_eq!(judged, scene.fake.configuration());
    assert_eq!(judged.expect("a configuration")["retries"], 3.0.into());

    // An incomplete configuration is not judged, and missing values are reported later.
    let checked =
        operations::check_config(&scene.package, &call, map([("token", Unknown)]).into()).await;
    assert_eq!(checked.expect("an answer").failures, []);
    assert_eq!(scene.fake.hooks(), ["check-config"]);
}

#[tokio::test]
async fn configuration_that_is_unknown_in_a_preview_gives_previews_with_unknown_outputs() {
    let unknown = scene();
    let given = map([("serverUrl", Unknown), ("token", "t".into())]);
    operations::configure(&unknown.package, &unknown.secrets, &given.into()).expect("no failure");
    // An unconfigured provider is the same.
    for scene in [unknown, scene()] {
        let package = &scene.package;
        let inputs = map([("label", "x".into())]);
        let parameters = CheckParameters {
            inputs: inputs.clone().into(),
            ..CheckParameters::default()
        };
        let checked = operations::check(package, &scene.call(Operation::Check), parameters).await;
        assert_eq!(checked.expect("inputs").inputs, inputs);
        let parameters = || DiffParameters {
            old_inputs: Some(map([("label", "old".into())]).into()),
            inputs: inputs.clone().into(),
            ..DiffParameters::default()
        };
        let found = operations::diff(package, &scene.call(Operation::Diff), parameters()).await;
        assert_eq!(found.expect("an answer").found.len(), 1);
        let made = operations::create(
            package,
            &scene.preview(Operation::Create),
            inputs.clone().into(),
        )
        .await;
        assert_eq!(made.expect("a preview").outputs.values["serial"], Unknown);
        let updated =
            operations::update(package, &scene.preview(Operation::Update), parameters()).await;
        assert_eq!(
            updated.expect("a preview").outputs.values["serial"],
            Unknown
        );
        let invoked = operations::invoke(package, &scene.preview(Operation::Invoke), map([])).await;
        assert_eq!(invoked.expect("an answer").result["serial"], Unknown);
        let parameters = ReadParameters {
            id: "made".to_owned(),
            inputs: Some(inputs.clone().into()),
            outputs: Some(inputs.clone().into()),
            ..ReadParameters::default()
        };
        let read = operations::read(package, &scene.call(Operation::Read), parameters).await;
        let read = read.expect("an answer").expect("a resource");
        assert_eq!(
            (read.inputs, read.outputs),
            (inputs.clone().into(), inputs.clone().into())
        );
        assert_eq!(scene.fake.hooks(), [""; 0]);
    }
}

#[tokio::test]
async fn what_needs_the_configuration_says_that_it_is_not_there() {
    let unknown = scene();
    let given = map([("serverUrl", Unknown), ("token", "t".into())]);
    operations::configure(&unknown.package, &unknown.secrets, &given.into()).expect("no failure");
    for (scene, words) in [
        (unknown, ["not known yet", "`acme:serverUrl`"]),
        (scene(), ["not configured", "`acme:token`"]),
    ] {
        let package = &scene.package;
        let import = ReadParameters {
            id: "made".to_owned(),
            ..ReadParameters::default()
        };
        let update = operations::update(
            package,
            &scene.call(Operation::Update),
            DiffParameters::default(),
        )
        .await;
        let create =
            operations::create(package, &scene.call(Operation::Create), map([]).into()).await;
        let delete = DeleteParameters::default();
        let errors = [
            operations::read(package, &scene.call(Operation::Read), import)
                .await
                .err(),
            create.err().map(|failure| failure.failure.error),
            update.err().map(|failure| failure.failure.error),
            operations::delete(package, &scene.call(Operation::Delete), delete)
                .await
                .err(),
            operations::invoke(package, &scene.call(Operation::Invoke), map([]))
                .await
                .err(),
        ];
        for error in errors {
            let error = error.expect("a refusal");
            let text = format!("{error} {}", error.hint().expect("a hint"));
            for words in words {
                assert!(text.contains(words), "{words}: {text}");
            }
            assert!(!error.is_uncertain());
        }
        assert_eq!(scene.fake.hooks(), [""; 0]);
    }
}

/// A component of the package `acme` with one resource type and this configuration.
fn component(name: &str, inputs: &serde_json::Value) -> Arc<Fake> {
    let token = format!("acme:index:{name}");
    let manifest = json!({
        "manifest": 1,
        "schema": {
            "name": "acme",
            "version": "1.2.3",
            "provider": { "inputProperties": inputs },
            "resources": { (token.as_str()): { "properties": { "serial": { "type": "string" } } } },
        },
        "resources": { (token.as_str()): { "hooks": ["create", "preview-create"] } },
    });
    Fake::new(name, &manifest, Answers::default())
}

#[tokio::test]
async fn each_component_has_its_part_and_waits_for_that_alone() {
    let url = json!({ "type": "string" });
    let one = component(
        "One",
        &json!({ "serverUrl": url, "size": { "type": "integer" } }),
    );
    let two = component(
        "Two",
        &json!({ "serverUrl": url, "token": { "type": "string" } }),
    );
    let scene = Scene::of(Arc::clone(&one), &[Arc::clone(&two)]);
    let given = map([
        ("serverUrl", "http://x".into()),
        ("size", "3".into()),
        ("token", Unknown),
    ]);
    operations::configure(&scene.package, &scene.secrets, &given.into()).expect("no failure");
    let expected = map([("serverUrl", "http://x".into()), ("size", 3.0.into())]);
    assert_eq!(one.configuration(), Some(expected));
    assert_eq!(two.configuration(), None);
    for (token, fake, asked) in [("acme:index:One", &one, 1), ("acme:index:Two", &two, 0)] {
        let mut call = scene.preview(Operation::Create);
        token.clone_into(&mut Arc::make_mut(&mut call.subject).token);
        let made = operations::create(&scene.package, &call, map([]).into()).await;
        assert_eq!(made.expect("a preview").outputs.values["serial"], Unknown);
        assert_eq!(fake.asked().len(), asked);
    }
}

#[tokio::test]
async fn a_value_that_two_components_declare_is_wrong_once() {
    let size = json!({ "size": { "type": "integer", "deprecationMessage": "it has no effect" } });
    let (one, two) = (component("One", &size), component("Two", &size));
    let scene = Scene::of(one, &[two]);
    let call = scene.call(Operation::CheckConfig);
    let checked =
        operations::check_config(&scene.package, &call, map([("size", "x".into())]).into()).await;
    let failures = checked.expect("an answer").failures;
    assert_eq!(failures.len(), 1);
    assert_eq!(failures[0].property, "size");
    let heard = scene.heard();
    assert_eq!(heard.len(), 1);
    assert!(
        heard[0].1.contains("`size`: deprecated: it has no effect"),
        "{heard:?}"
    );
}

#[tokio::test]
async fn what_stands_beside_a_secret_in_json_text_is_not_looked_for_inside_of_values() {
    let change = |manifest: &mut serde_json::Value| {
        manifest["schema"]["types"] = json!({ "acme:index:Server": {
            "type": "object",
            "properties": {
                "url": { "type": "string" },
                "token": { "type": "string", "secret": true },
            },
        } });
        manifest["schema"]["provider"] = json!({ "inputProperties": {
            "server": { "$ref": "#/types/acme:index:Server" },
        } });
    };
    let text = r#"{"url":"https://example.test","token":"correct-horse"}"#;
    let secret = |text: &str| PropertyValue::from(text).into_secret();
    let object = map([
        ("url", "https://example.test".into()),
        ("token", "correct-horse".into()),
    ]);
    let object = || PropertyValue::Object(object.clone());
    for (given, hides_address) in [
        // The host makes it secret, and SDKs make the secret part of it secret.
        (text.into(), false),
        (secret(text), false),
        (object(), false),
        // The program says so.
        (object().into_secret(), true),
    ] {
        let scene = Scene::with(&HOOKS, change, Answers::default());
        let call = scene.call(Operation::CheckConfig);
        let checked =
            operations::check_config(&scene.package, &call, map([("server", given)]).into());
        let checked = checked.await.expect("a configuration").inputs;
        assert!(checked.values["server"].contains_secret());
        let configured = operations::configure(&scene.package, &scene.secrets, &checked);
        configured.expect("a configuration");
        let secrets = scene.call(Operation::Create).secrets;
        assert!(secrets.are_in("Bearer correct-horse"));
        assert_eq!(
            secrets.are_in("https://example.test/things/5"),
            hides_address
        );
        // In texts for people, and as a whole, it is hidden where the text is.
        let is_whole = checked.values["server"].is_secret();
        assert_eq!(secrets.knows(b"https://example.test"), is_whole);
        let said = secrets.text("at https://example.test/").into_owned();
        assert_eq!(said == "at [secret]/", is_whole);
    }
}

/// A component declares resources below itself alone, and might write any address into the configuration of a provider.
#[tokio::test]
async fn only_the_configuration_of_a_provider_without_a_parent_grants_an_address() {
    const ADDRESS: &str = "http://169.254.169.254";
    let of = |types: &str| format!("urn:pulumi:dev::shop::{types}::p");
    let given = || map([("serverUrl", ADDRESS.into()), ("token", "t".into())]);
    for (urn, grants) in [
        (of("pulumi:providers:acme"), true),
        (String::new(), true),
        (of("acme:index:Site$pulumi:providers:acme"), false),
        // A component of another package that supports this one.
        (of("helper:index:Site$pulumi:providers:acme"), false),
        (
            of("app:index:App$acme:index:Site$pulumi:providers:acme"),
            false,
        ),
    ] {
        let change = |manifest: &mut serde_json::Value| {
            manifest["schema"]["provider"] = json!({
                "inputProperties": { "serverUrl": { "type": "string" }, "token": { "type": "string" } },
            });
            manifest["permissions"] = json!({ "net": [{ "host": "config:serverUrl" }] });
        };
        let scene = || Scene::with(&HOOKS, change, Answers::default());
        let granted = |scene: &Scene, urn: &str, arguments| {
            let arguments = operations::configure::of_provider(&scene.package, urn, arguments);
            operations::configure(&scene.package, &scene.secrets, &arguments)
                .expect("a configuration");
            scene.fake.granted()
        };
        let expected = if grants {
            vec![ADDRESS.to_owned()]
        } else {
            vec![]
        };
        // With the URN in Configure, whatever the arguments were recorded with.
        let first = scene();
        assert_eq!(granted(&first, &urn, given().into()), expected, "{urn}");
        // By the record of CheckConfig, in another process and for an engine that does not name the provider in
        // Configure.
        let call = Call {
            subject: Arc::new(Subject {
                urn: urn.clone(),
                ..Subject::default()
            }),
            ..first.call(Operation::CheckConfig)
        };
        let checked = operations::check_config(&first.package, &call, given().into()).await;
        let recorded = checked.expect("an answer").inputs;
        assert_eq!(recorded.values, given());
        let sent: PropertyMap = recorded.clone().into();
        assert_eq!(granted(&scene(), "", sent.into()), expected, "{urn}");
        // The record causes no visible difference, and is renewed when the program declares the provider.
        let differences =
            operations::diff_config(&first.package, &urn, &given().into(), &recorded, &[]);
        assert_eq!(differences.found, []);
        let of_program = Call {
            subject: Arc::new(Subject {
                urn: of("pulumi:providers:acme"),
                ..Subject::default()
            }),
            ..first.call(Operation::CheckConfig)
        };
        let checked = operations::check_config(&first.package, &of_program, recorded).await;
        let recorded = checked.expect("an answer").inputs;
        assert_eq!(granted(&scene(), "", recorded), [ADDRESS], "{urn}");
    }
}
