//! Secrets that a component puts where they would be seen: in any answer of any call.

use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use serde_json::json;

use crate::provider::call::{Call, Operation, Severity};
use crate::provider::check::{CheckQuestion, Checked};
use crate::provider::component::{Checkpoint, Created, DiffAnswer, ReadAnswer};
use crate::provider::diff::DiffQuestion;
use crate::provider::error::GuestError;
use crate::provider::failure::{Difference, DifferenceKind};
use crate::provider::list::{Listing, Query};
use crate::provider::read::ReadQuestion;
use crate::provider::testing::{Answers, Notes, Scene, THING, map, refused, stopped};
use crate::provider::value::{
    Archive, ArchiveContent, Asset, AssetContent, PropertyMap, PropertyValue,
};
use crate::provider::view::{View, ViewOperation, ViewSink, ViewStep};

const WORD: &str = "a secret word";

fn hidden() -> PropertyValue {
    PropertyValue::from(WORD).into_secret()
}

fn object<const N: usize>(members: [(&str, PropertyValue); N]) -> PropertyValue {
    PropertyValue::Object(map(members))
}

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

/// A scene that knows a secret.
fn scene(hooks: &[&str], answers: Answers) -> Scene {
    let scene = Scene::with(hooks, |_| {}, answers);
    scene.secrets.keep(WORD);
    scene.secrets.keep("1234567890");
    scene
}

fn warnings(scene: &Scene) -> Vec<String> {
    let heard = scene.heard().into_iter();
    let warnings = heard.filter(|(severity, _)| *severity == Severity::Warning);
    warnings.map(|(_, message)| message).collect()
}

/// What is recorded of these outputs, where the program gives these inputs.
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
    let created = scene.package.create(&call, inputs).await.expect("a thing");
    (created.outputs, warnings(&scene))
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
    // Something else about it is another.
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
        warnings[0].contains("the name of an output is a secret") && warnings[0].contains("hint:"),
        "{warnings:?}"
    );
    // What the schema calls so is no secret: it is in the program and in the manifest.
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
    let created = scene.package.create(&call, PropertyMap::new()).await;
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
    let failure = scene.package.create(&call, PropertyMap::new()).await;
    let partial = failure.expect_err("a failure").partial.expect("a state");
    assert_eq!(partial.outputs["__note"], hidden());
    assert!(partial.outputs["tags"].is_secret());
}

#[tokio::test]
async fn a_check_that_moves_a_secret_does_not_open_it() {
    let answers = Answers {
        check: Some(Checked {
            inputs: map([
                ("label", WORD.into()),
                ("password", WORD.into()),
                ("tags", object([(WORD, 1.0.into())])),
                (WORD, 1.0.into()),
            ]),
            ..Checked::default()
        }),
        ..Answers::default()
    };
    let scene = scene(&["check", "create"], answers);
    let question = CheckQuestion {
        inputs: map([("label", "x".into()), ("password", hidden())]),
        ..CheckQuestion::default()
    };
    let call = scene.call(Operation::Check);
    let checked = scene.package.check(&call, question).await.expect("inputs");
    assert_eq!(checked.inputs["label"], hidden());
    assert_eq!(checked.inputs["password"], hidden());
    assert!(checked.inputs["tags"].is_secret());
    assert!(!checked.inputs.contains_key(WORD));
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
    let question = ReadQuestion {
        id: "made".to_owned(),
        inputs: Some(map([("label", "x".into())])),
        outputs: Some(map([("label", "x".into())])),
        ..ReadQuestion::default()
    };
    let found = scene.package.read(&call, question).await;
    let found = found.expect("an answer").expect("a thing");
    assert_eq!(
        found.inputs,
        map([("label", hidden()), ("password", hidden())])
    );
    assert_eq!(found.outputs["serial"], hidden());
}

#[tokio::test]
async fn a_migration_opens_no_secret() {
    let version = |manifest: &mut serde_json::Value| {
        manifest["resources"][THING]["stateVersion"] = json!(1);
    };
    // No hook for updates: what is recorded is what the migration gave.
    let scene = Scene::with(&["create", "migrate"], version, Answers::default());
    scene.secrets.keep(WORD);
    let call = scene.call(Operation::Update);
    let question = DiffQuestion {
        id: "made".to_owned(),
        old_inputs: Some(map([("label", "x".into())])),
        old_outputs: map([
            // The fake gives it another name.
            ("title", WORD.into()),
            ("password", "short".into()),
            ("__note", WORD.into()),
        ]),
        inputs: map([("label", "x".into())]),
        ..DiffQuestion::default()
    };
    let updated = scene.package.update(&call, question).await;
    let outputs = updated.expect("outputs").outputs;
    assert_eq!(outputs["label"], hidden());
    assert_eq!(outputs["__note"], hidden());
    assert_eq!(
        outputs["password"],
        PropertyValue::from("short").into_secret()
    );
}

#[tokio::test]
async fn the_paths_of_a_difference_have_no_secret_in_them() {
    let difference = |property: &str| Difference {
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
        let question = DiffQuestion {
            id: "made".to_owned(),
            old_inputs: Some(map([("label", "x".into())])),
            inputs: map([("label", "x".into())]),
            ..DiffQuestion::default()
        };
        let call = scene.call(Operation::Diff);
        let answer = scene.package.diff(&call, question).await;
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
    scene.package.create(&call, inputs).await.expect("done");
    assert_eq!(notes.all()[0].outputs, map([("label", "x".into())]));
    assert!(notes.all()[0].withheld);
}

/// Creates a thing that has this id.
async fn create_as(scene: &Scene, inputs: PropertyMap) {
    let call = scene.call(Operation::Create);
    drop(scene.package.create(&call, inputs).await);
}

#[tokio::test]
async fn an_id_that_is_a_secret_is_told_once() {
    let made = |id: &str| Answers {
        create: Some(Ok(Created {
            id: id.to_owned(),
            ..Created::default()
        })),
        ..Answers::default()
    };
    for id in [WORD, "host/a secret word/5"] {
        let scene = scene(&["create"], made(id));
        for _ in 0..3 {
            create_as(&scene, PropertyMap::new()).await;
        }
        let told = warnings(&scene);
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(
            told[0].contains(THING) && told[0].contains("hint:") && !told[0].contains(WORD),
            "{told:?}"
        );
    }
    // What is no secret, and what the program says in the open anyway.
    let scene = scene(&["create"], made("made"));
    create_as(&scene, PropertyMap::new()).await;
    let open = self::scene(&["create"], made(WORD));
    create_as(&open, map([("label", WORD.into())])).await;
    let mut told = [warnings(&scene), warnings(&open)].concat();
    told.retain(|warning| warning.contains("the id of"));
    assert_eq!(told, [""; 0]);
}

#[tokio::test]
async fn ids_that_are_found_are_looked_at_too() {
    let answers = Answers {
        read: Some(Ok(Some(ReadAnswer {
            id: WORD.to_owned(),
            ..ReadAnswer::default()
        }))),
        ..Answers::default()
    };
    let scene = scene(&["create", "read"], answers);
    let call = scene.call(Operation::Read);
    // The user named it so.
    let question = |id: &str| ReadQuestion {
        id: id.to_owned(),
        ..ReadQuestion::default()
    };
    scene
        .package
        .read(&call, question(WORD))
        .await
        .expect("found");
    assert_eq!(warnings(&scene), [""; 0]);
    scene
        .package
        .read(&call, question("other"))
        .await
        .expect("found");
    assert_eq!(warnings(&scene).len(), 1);

    let failed = Answers {
        create: Some(Err(stopped(refused("no"), WORD, PropertyMap::new()))),
        ..Answers::default()
    };
    let scene = self::scene(&["create"], failed);
    create_as(&scene, PropertyMap::new()).await;
    assert!(warnings(&scene)[0].contains("the id of"));

    let scene = self::scene(
        &["create", "list"],
        Answers {
            list: vec![vec!["one", WORD]],
            ..Answers::default()
        },
    );
    let call = scene.call(Operation::List);
    let query = scene.package.list_query(&call, PropertyMap::new());
    let Ok(Query::Known(query)) = query else {
        panic!("a query");
    };
    let mut listing = Listing::begin(0, 0, "").expect("a list");
    listing
        .next(&scene.package, &call, &query)
        .await
        .expect("a page");
    assert!(warnings(&scene)[0].contains("the id of"));
}

/// Views, kept.
#[derive(Default)]
struct Shown(Mutex<Vec<ViewStep>>);

#[async_trait]
impl ViewSink for Shown {
    fn mark_secrets(&self, view: &mut View) {
        if let Some(pin) = view.outputs.get_mut("pin") {
            *pin = pin.clone().into_secret();
        }
    }

    async fn publish(&self, steps: Vec<ViewStep>) -> Result<(), GuestError> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = steps;
        Ok(())
    }
}

/// What is shown of a view.
async fn published(old: Option<View>, new: Option<View>) -> Result<ViewStep, GuestError> {
    let scene = scene(&["create"], Answers::default());
    let shown = Arc::<Shown>::default();
    let call = Call {
        views: Some(Arc::clone(&shown) as Arc<dyn ViewSink>),
        ..scene.call(Operation::Create)
    };
    let step = ViewStep {
        operation: ViewOperation::Create,
        old,
        new,
        failure: None,
    };
    call.publish(vec![step]).await?;
    let steps = shown.0.lock().unwrap_or_else(PoisonError::into_inner);
    for warning in warnings(&scene) {
        assert!(!warning.contains(WORD), "{warning}");
    }
    Ok(steps[0].clone())
}

fn view(name: &str) -> View {
    View {
        token: "acme:index:Part".to_owned(),
        name: name.to_owned(),
        ..View::default()
    }
}

#[tokio::test]
async fn views_are_shown_without_secrets() {
    let full = View {
        inputs: map([("label", WORD.into()), ("other", "x".into())]),
        outputs: map([
            ("serial", object([(WORD, 1.0.into())])),
            ("pin", "1234".into()),
            (WORD, "x".into()),
        ]),
        ..view("left")
    };
    let step = published(Some(full.clone()), Some(full))
        .await
        .expect("shown");
    for view in [step.old, step.new].into_iter().flatten() {
        assert_eq!(
            view.inputs,
            map([("label", hidden()), ("other", "x".into())])
        );
        assert_eq!(
            view.outputs,
            map([
                ("serial", object([(WORD, 1.0.into())]).into_secret()),
                ("pin", PropertyValue::from("1234").into_secret()),
            ])
        );
    }
}

#[tokio::test]
async fn a_view_has_no_secret_in_its_name() {
    let named = |name: &str| Some(view(name));
    for new in [
        view(WORD),
        view("of a secret word!"),
        view("a%20secret%20word"),
        View {
            token: format!("acme:index:{WORD}"),
            ..view("left")
        },
        View {
            parent_name: WORD.to_owned(),
            ..view("left")
        },
    ] {
        let error = published(None, Some(new)).await.expect_err("refused");
        let GuestError::Invalid(failures) = error else {
            panic!("{error:?}");
        };
        assert_eq!(failures[0].property, "steps[0]");
        assert!(failures[0].reason.contains("has a secret in it"));
        assert!(!failures[0].reason.contains(WORD));
    }
    published(None, named("left")).await.expect("shown");
    // It is recorded, and has to go.
    published(named(WORD), None).await.expect("shown");
}

#[tokio::test]
async fn a_view_may_be_named_after_its_resource() {
    let scene = scene(&["create"], Answers::default());
    scene.secrets.keep("urn:pulumi:dev");
    let mut call = Call {
        views: Some(Arc::<Shown>::default() as Arc<dyn ViewSink>),
        ..scene.call(Operation::Create)
    };
    call.subject.urn = format!("urn:pulumi:dev::shop::{THING}::{WORD}");
    let step = ViewStep {
        operation: ViewOperation::Create,
        old: None,
        new: Some(view(&format!("{WORD}/left"))),
        failure: None,
    };
    call.publish(vec![step]).await.expect("shown");
}
