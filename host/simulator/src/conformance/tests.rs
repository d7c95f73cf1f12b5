//! Providers that misbehave in one way each.

use std::sync::Arc;

use pulumi_wasm_core::component::{DiffAnswer, ReadAnswer};
use pulumi_wasm_core::error::failure::{DifferenceKind, PropertyDifference};
use pulumi_wasm_core::error::{CallError, TrapReport};
use pulumi_wasm_core::testing::{Answers, Heard, Scene, THING, map};
use serde_json::json;

use super::{Behaviour, Example, Outcome, Verdict, judge};
use crate::Provider;

async fn verdicts(hooks: &[&str], answers: Answers) -> Vec<Verdict> {
    let scene = Scene::with(hooks, |_| {}, answers);
    let provider = Provider::new(Arc::new(scene.package), Arc::new(Heard::default()));
    let example = Example {
        token: THING.to_owned(),
        name: "one".to_owned(),
        inputs: map([("label", "x".into())]),
        import_id: None,
    };
    let mut verdicts = Vec::new();
    let left = judge(&provider, "test", &example, &mut |verdict| {
        verdicts.push(verdict)
    })
    .await;
    assert!(left.expect("a resource type").is_none(), "all is deleted");
    verdicts.sort_by_key(|verdict| verdict.behaviour);
    let judged: Vec<Behaviour> = verdicts.iter().map(|verdict| verdict.behaviour).collect();
    assert_eq!(judged, Behaviour::ALL, "each is judged once");
    verdicts
}

fn broken(verdicts: &[Verdict]) -> Vec<&'static str> {
    let is_broken = |verdict: &&Verdict| matches!(verdict.outcome, Outcome::Broken(_));
    let names = verdicts.iter().filter(is_broken);
    names.map(|verdict| verdict.behaviour.name()).collect()
}

fn crash() -> CallError {
    CallError::Trap(TrapReport {
        cause: "unreachable".to_owned(),
        ..TrapReport::default()
    })
}

#[tokio::test]
async fn a_provider_that_does_as_it_should_is_found_to_do_so() {
    let found = |label: &str| ReadAnswer {
        id: "made".to_owned(),
        outputs: map([("label", label.into())]),
        ..ReadAnswer::default()
    };
    let answers = Answers {
        read: Some(Ok(Some(found("x")))),
        ..Answers::default()
    };
    let all = verdicts(&["create", "read", "update", "delete"], answers).await;
    assert_eq!(broken(&all), [""; 0]);
    let holds = |verdict: &Verdict| matches!(verdict.outcome, Outcome::Holds);
    assert!(all.iter().all(holds), "{all:?}");
}

#[tokio::test]
async fn a_name_that_the_host_makes_is_no_other_input_when_it_is_checked_again() {
    let change = |manifest: &mut serde_json::Value| {
        manifest["resources"][THING]["autoName"] = json!({ "property": "label" });
    };
    let scene = Scene::with(&["create"], change, Answers::default());
    let provider = Provider::new(Arc::new(scene.package), Arc::new(Heard::default()));
    let example = Example {
        token: THING.to_owned(),
        name: "one".to_owned(),
        inputs: map([]),
        import_id: None,
    };
    let mut verdicts = Vec::new();
    let mut tell = |verdict| verdicts.push(verdict);
    let left = judge(&provider, "test", &example, &mut tell).await;
    left.expect("a resource type");
    let twice = &verdicts[0];
    assert_eq!(twice.behaviour, Behaviour::CheckTwice);
    assert!(matches!(twice.outcome, Outcome::Holds), "{twice:?}");
}

#[tokio::test]
async fn each_misbehaviour_is_found() {
    let difference = PropertyDifference {
        property: "label".to_owned(),
        kind: DifferenceKind::Change,
        replace: false,
    };
    let other = ReadAnswer {
        id: "made".to_owned(),
        outputs: map([("label", "another".into())]),
        ..ReadAnswer::default()
    };
    for (hooks, answers, expected) in [
        (
            &["create", "update", "diff"][..],
            Answers {
                diff: Some(DiffAnswer {
                    differences: vec![difference],
                    delete_before_replace: false,
                }),
                ..Answers::default()
            },
            &["diff-with-itself"][..],
        ),
        (
            &["create", "read", "delete"],
            Answers {
                read: Some(Ok(Some(other))),
                ..Answers::default()
            },
            &["read-agrees", "import"],
        ),
        (
            &["create", "read", "delete"],
            Answers {
                read: Some(Ok(None)),
                ..Answers::default()
            },
            &["read-agrees", "import"],
        ),
        (
            &["create", "preview-create"],
            Answers {
                preview: Some(Ok(map([("serial", "guessed".into())]))),
                create: Some(Ok(pulumi_wasm_core::component::Created {
                    id: "made".to_owned(),
                    outputs: map([("label", "x".into()), ("serial", "real".into())]),
                    ..Default::default()
                })),
                ..Answers::default()
            },
            &["unknown-inputs", "preview-holds"],
        ),
        (
            &["create", "preview-create"],
            Answers {
                preview: Some(Err(crash())),
                ..Answers::default()
            },
            &["odd-inputs", "unknown-inputs", "preview"],
        ),
        (
            &["create"],
            Answers {
                create: Some(Err(crash().into())),
                ..Answers::default()
            },
            &["create"],
        ),
    ] {
        let all = verdicts(hooks, answers).await;
        assert_eq!(broken(&all), expected, "{hooks:?}: {all:#?}");
    }
}

#[tokio::test]
async fn differences_are_told_by_path_with_what_was_expected() {
    let answers = Answers {
        read: Some(Ok(Some(ReadAnswer {
            id: "made".to_owned(),
            outputs: map([("label", "another".into())]),
            ..ReadAnswer::default()
        }))),
        ..Answers::default()
    };
    let all = verdicts(&["create", "read", "delete"], answers).await;
    let breaches = all.iter().find_map(|verdict| match &verdict.outcome {
        Outcome::Broken(breaches) if verdict.behaviour == Behaviour::ReadAgrees => Some(breaches),
        _ => None,
    });
    let breach = &breaches.expect("a breach")[0];
    assert!(breach.asked.contains("refresh"), "{breach:?}");
    let part = &breach.differences[0];
    assert_eq!(part.path, "label");
    assert_eq!(part.expected, Some(json!("x")));
    assert_eq!(part.found, Some(json!("another")));
}
