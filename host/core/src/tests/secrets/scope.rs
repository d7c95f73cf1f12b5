//! The sources that make a value secret: the configuration, the environment and the call itself, but not earlier calls.

use proptest::prelude::*;

use super::{WORD, object};
use crate::call::{Call, Operation};
use crate::component::{Created, ReadAnswer, Updated};
use crate::operations;
use crate::operations::check::{CheckParameters, CheckResult};
use crate::operations::diff::DiffParameters;
use crate::operations::read::ReadParameters;
use crate::testing::{Answers, Scene, map};
use crate::value::{PropertyMap, PropertyValue};

/// Texts that are secrets in some calls and plain text in others.
const WORDS: [&str; 4] = [WORD, "another word", "Zm9yZ290dGVu!", "1234567890"];

fn outputs() -> PropertyMap {
    map([
        ("serial", "see: a secret word".into()),
        ("label", "another word".into()),
        (
            "list",
            PropertyValue::Array(vec!["Zm9yZ290dGVu!".into(), 1_234_567_890.0.into()]),
        ),
        (
            "members",
            object([
                ("a secret word", 1.0.into()),
                ("b", "another%20word".into()),
            ]),
        ),
        ("another word", "x".into()),
    ])
}

/// A component that returns each word in plain text, at each place.
fn scene() -> Scene {
    let answers = Answers {
        check: Some(CheckResult {
            inputs: map([
                ("label", "see: a secret word".into()),
                ("password", "another word".into()),
            ])
            .into(),
            ..CheckResult::default()
        }),
        create: Some(Ok(Created {
            id: "another word".to_owned(),
            outputs: outputs(),
            ..Created::default()
        })),
        preview: Some(Ok(outputs())),
        update: Some(Ok(Updated {
            outputs: outputs(),
            ..Updated::default()
        })),
        read: Some(Ok(Some(ReadAnswer {
            id: "made".to_owned(),
            outputs: outputs(),
            ..ReadAnswer::default()
        }))),
        invoke: Some(Ok((outputs(), Vec::new()))),
        ..Answers::default()
    };
    let hooks = ["check", "create", "read", "update", "preview-create"];
    Scene::with(&hooks, |_| {}, answers)
}

/// A call with one of the words, as a secret or not.
#[derive(Debug, Clone)]
struct Asked {
    operation: Operation,
    preview: bool,
    word: Option<(usize, bool)>,
}

fn asked() -> impl Strategy<Value = Asked> {
    let operations = [
        Operation::Check,
        Operation::Create,
        Operation::Read,
        Operation::Update,
        Operation::Invoke,
    ];
    let word = proptest::option::of((0..WORDS.len(), proptest::bool::weighted(0.8)));
    (
        proptest::sample::select(operations.to_vec()),
        proptest::bool::weighted(0.2),
        word,
    )
        .prop_map(|(operation, preview, word)| Asked {
            operation,
            preview,
            word,
        })
}

/// Makes a call, and returns all its results except messages.
async fn result(scene: &Scene, asked: &Asked) -> String {
    let call = Call {
        preview: asked.preview,
        ..scene.call(asked.operation)
    };
    let inputs = match asked.word {
        None => PropertyMap::new(),
        Some((word, is_secret)) => {
            let word = PropertyValue::from(WORDS[word]);
            let word = if is_secret { word.into_secret() } else { word };
            map([("label", word)])
        }
    };
    let package = &scene.package;
    match asked.operation {
        Operation::Check => {
            let parameters = CheckParameters {
                inputs: inputs.into(),
                ..CheckParameters::default()
            };
            format!("{:?}", operations::check(package, &call, parameters).await)
        }
        Operation::Create => format!(
            "{:?}",
            operations::create(package, &call, inputs.into()).await
        ),
        Operation::Read => {
            let parameters = ReadParameters {
                id: "made".to_owned(),
                inputs: Some(inputs.clone().into()),
                outputs: Some(inputs.into()),
                ..ReadParameters::default()
            };
            format!("{:?}", operations::read(package, &call, parameters).await)
        }
        Operation::Update => {
            let parameters = DiffParameters {
                id: "made".to_owned(),
                old_inputs: Some(inputs.clone().into()),
                old_outputs: inputs.clone().into(),
                inputs: inputs.into(),
                ..DiffParameters::default()
            };
            format!("{:?}", operations::update(package, &call, parameters).await)
        }
        _ => format!("{:?}", operations::invoke(package, &call, inputs).await),
    }
}

fn wait<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().build();
    runtime.expect("a runtime").block_on(work)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_result_of_a_call_is_the_same_whatever_calls_came_before(
        kept in proptest::option::of(0..WORDS.len()),
        before in proptest::collection::vec(asked(), 0..6),
        last in asked(),
    ) {
        let configured = || {
            let scene = scene();
            if let Some(word) = kept {
                scene.secrets.keep(WORDS[word]);
            }
            scene
        };
        let (used, fresh) = (configured(), configured());
        let (found, expected) = wait(async {
            for earlier in &before {
                result(&used, earlier).await;
            }
            (result(&used, &last).await, result(&fresh, &last).await)
        });
        prop_assert_eq!(found, expected);
    }
}

#[tokio::test]
async fn an_output_is_not_secret_because_it_is_one_of_another_resource() {
    let scene = scene();
    let secret = |preview| Asked {
        operation: Operation::Create,
        preview,
        word: Some((0, true)),
    };
    let inputs = map([("label", "x".into())]);
    let mut given = Vec::new();
    for earlier in [None, Some(secret(false)), Some(secret(true))] {
        if let Some(earlier) = earlier {
            result(&scene, &earlier).await;
        }
        let call = scene.call(Operation::Create);
        let created = operations::create(&scene.package, &call, inputs.clone().into()).await;
        given.push(created.expect("a thing").outputs);
    }
    assert_eq!(given, [outputs(), outputs(), outputs()]);
    // Texts for people are still free of it.
    let call = scene.call(Operation::Create);
    assert_eq!(call.secrets.text("it is a secret word"), "it is [secret]");
}
