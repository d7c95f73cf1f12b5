//! The records of resources from unfinished creates: stored with a checkpoint, taken over by the next create, and
//! removed when the engine has the resource.

use std::sync::Arc;
use std::time::Duration;

use crate::call::{Operation, Severity};
use crate::component::{Checkpoint, ReadAnswer};
use crate::error::{CallError, GuestError};
use crate::operations;
use crate::operations::delete::DeleteParameters;
use crate::operations::diff::DiffParameters;
use crate::operations::read::ReadParameters;
use crate::recovery::journal::{Journal, Note};
use crate::testing::{Answers, Notes, Scene, map, refused, stopped};
use crate::value::{PropertyMap, PropertyValue};

const HOOKS: [&str; 5] = ["create", "read", "update", "delete", "resume"];

fn saved(outputs: PropertyMap) -> Vec<Checkpoint> {
    vec![Checkpoint {
        id: "half".to_owned(),
        outputs,
        is_cut: false,
    }]
}

fn inputs() -> PropertyMap {
    map([("label", "x".into())])
}

/// The notes of a process that is killed after a create has saved these outputs.
async fn killed(outputs: PropertyMap) -> Arc<Notes> {
    let notes: Arc<Notes> = Arc::default();
    let answers = Answers {
        saves: saved(outputs),
        hangs: true,
        ..Answers::default()
    };
    let scene = Scene::with(&HOOKS, |_| {}, answers).with_journal(&notes);
    let call = scene.call(Operation::Create);
    let create = operations::create(&scene.package, &call, inputs().into());
    let ended = tokio::time::timeout(Duration::ZERO, create).await;
    assert!(ended.is_err(), "the create came to an end");
    // An engine that shuts down in the meantime did not get the answer either.
    scene.package.settle();
    notes
}

#[tokio::test]
async fn the_next_create_goes_on_from_what_was_made() {
    let notes = killed(map([("label", "x".into()), ("serial", "1".into())])).await;
    let answers = Answers {
        read: Some(Ok(Some(ReadAnswer {
            id: "half".to_owned(),
            outputs: map([("serial", "2".into())]),
            ..ReadAnswer::default()
        }))),
        ..Answers::default()
    };
    let scene = Scene::with(&HOOKS, |_| {}, answers).with_journal(&notes);
    let call = scene.call(Operation::Create);
    let created = operations::create(&scene.package, &call, inputs().into()).await;
    assert_eq!(created.expect("a resource").id, "half");
    assert_eq!(scene.fake.hooks(), ["read", "resume"]);
    let found = map([("label", "x".into()), ("serial", "2".into())]);
    assert_eq!(scene.fake.asked()[1].outputs, Some(found));
    let heard = scene.heard();
    let [(Severity::Warning, message)] = heard.as_slice() else {
        panic!("one warning: {heard:?}");
    };
    assert!(message.contains("`half`"), "{message}");

    // Until the engine has shown that it got the answer, the next process would continue from there too.
    assert_eq!(notes.all().len(), 1);
    scene.package.settle();
    assert_eq!(notes.all(), []);
}

#[tokio::test]
async fn what_can_be_gone_on_from_depends_on_the_components_hooks() {
    let plain = || map([("label", "x".into())]);
    let secret = || map([("label", "x".into()), ("password", "p".into())]);
    let gone = || Some(Ok(None));
    let unreachable = || Some(Err(refused("no way there")));
    let broken = || Some(Err(CallError::BadAnswer("what".to_owned())));
    let import = "import `half`";
    for (hooks, outputs, read, expected) in [
        (
            &["create", "resume"][..],
            plain(),
            None,
            Ok(&["resume"][..]),
        ),
        (
            &["create", "resume", "read"],
            secret(),
            None,
            Ok(&["read", "resume"]),
        ),
        (
            &["create", "resume", "read"],
            plain(),
            gone(),
            Ok(&["read", "create"]),
        ),
        (
            &["create", "read"],
            plain(),
            gone(),
            Ok(&["read", "create"]),
        ),
        (
            &["create", "read"],
            plain(),
            None,
            Err((&["read"][..], import)),
        ),
        (&["create"], plain(), None, Err((&[], "cannot import it"))),
        (
            &["create", "resume"],
            secret(),
            None,
            Err((&[], "cannot import it")),
        ),
        (
            &["create", "resume", "read"],
            plain(),
            unreachable(),
            Err((&["read"], "no way there")),
        ),
        (
            &["create", "resume", "read"],
            plain(),
            broken(),
            Err((&["read"], "what")),
        ),
    ] {
        let notes = killed(outputs).await;
        let answers = Answers {
            read,
            ..Answers::default()
        };
        let scene = Scene::with(hooks, |_| {}, answers).with_journal(&notes);
        let call = scene.call(Operation::Create);
        let created = operations::create(&scene.package, &call, inputs().into()).await;
        match expected {
            Ok(asked) => {
                created.expect("a resource");
                assert_eq!(scene.fake.hooks(), asked, "{hooks:?}");
            }
            Err((asked, words)) => {
                let failure = created.expect_err("a failure");
                let error = failure.failure.error;
                let said = format!("{error}\n{}", error.hint().unwrap_or_default());
                assert!(
                    said.contains("`half`") && said.contains(words),
                    "{hooks:?}: {said}"
                );
                assert!(
                    !error.is_uncertain() && failure.partial.is_none(),
                    "{hooks:?}"
                );
                assert_eq!(scene.fake.hooks(), asked, "{hooks:?}");
                assert_eq!(notes.all().len(), 1, "{hooks:?}");
            }
        }
    }
}

#[tokio::test]
async fn secrets_are_not_written_down() {
    let notes = killed(map([
        ("label", "x".into()),
        ("password", "p".into()),
        ("serial", PropertyValue::from("s").into_secret()),
    ]))
    .await;
    let expected = Note {
        id: "half".to_owned(),
        outputs: map([("label", "x".into())]),
        withheld: true,
    };
    assert_eq!(notes.all(), [expected]);
}

#[tokio::test]
async fn a_call_with_this_id_shows_that_the_engine_has_it() {
    for (operation, id, left) in [
        (Operation::Diff, "half", 0),
        (Operation::Update, "half", 0),
        (Operation::Read, "half", 0),
        (Operation::Delete, "half", 0),
        // A resource that is being replaced: its replacement was lost.
        (Operation::Diff, "old", 1),
        (Operation::Update, "old", 1),
        (Operation::Read, "old", 1),
        (Operation::Delete, "old", 1),
    ] {
        let notes = killed(inputs()).await;
        let scene = Scene::new(&HOOKS).with_journal(&notes);
        let call = scene.call(operation);
        let parameters = DiffParameters {
            id: id.to_owned(),
            inputs: inputs().into(),
            ..DiffParameters::default()
        };
        match operation {
            Operation::Diff => drop(operations::diff(&scene.package, &call, parameters).await),
            Operation::Update => drop(operations::update(&scene.package, &call, parameters).await),
            Operation::Read => {
                let parameters = ReadParameters {
                    id: id.to_owned(),
                    ..ReadParameters::default()
                };
                drop(operations::read(&scene.package, &call, parameters).await);
            }
            _ => {
                let parameters = DeleteParameters {
                    id: id.to_owned(),
                    ..DeleteParameters::default()
                };
                operations::delete(&scene.package, &call, parameters)
                    .await
                    .expect("done");
            }
        }
        assert_eq!(notes.all().len(), left, "{operation:?} of {id}");
    }
}

#[tokio::test]
async fn what_was_taken_over_as_its_own_replacement_is_not_deleted() {
    let notes = killed(inputs()).await;
    let scene = Scene::new(&HOOKS).with_journal(&notes);
    let call = scene.call(Operation::Create);
    operations::create(&scene.package, &call, inputs().into())
        .await
        .expect("done");
    for (id, asked) in [("half", 2), ("older", 3)] {
        let parameters = DeleteParameters {
            id: id.to_owned(),
            ..DeleteParameters::default()
        };
        let call = scene.call(Operation::Delete);
        operations::delete(&scene.package, &call, parameters)
            .await
            .expect("done");
        assert_eq!(scene.fake.hooks().len(), asked, "{id}");
    }
}

#[tokio::test]
async fn notes_of_creates_that_were_answered_go_with_the_engines_orderly_end() {
    let failures = [
        None,
        Some(stopped(refused("no"), "half", inputs())),
        Some(stopped(CallError::Cancelled, "half", inputs())),
    ];
    for failure in failures {
        let notes: Arc<Notes> = Arc::default();
        let answers = Answers {
            saves: saved(inputs()),
            create: failure.map(Err),
            ..Answers::default()
        };
        let scene = Scene::with(&HOOKS, |_| {}, answers).with_journal(&notes);
        let call = scene.call(Operation::Create);
        drop(operations::create(&scene.package, &call, inputs().into()).await);
        assert_eq!(notes.all().len(), 1);
        scene.package.settle();
        assert_eq!(notes.all(), []);
    }
}

#[tokio::test]
async fn the_id_of_the_answer_is_the_one_that_counts() {
    let notes: Arc<Notes> = Arc::default();
    let answers = Answers {
        saves: saved(inputs()),
        ..Answers::default()
    };
    let scene = Scene::with(&HOOKS, |_| {}, answers).with_journal(&notes);
    let call = scene.call(Operation::Create);
    operations::create(&scene.package, &call, inputs().into())
        .await
        .expect("done");
    assert_eq!(notes.all()[0].id, "made");
    scene.package.settle();
    assert_eq!(notes.all(), []);
}

#[tokio::test]
async fn a_create_without_a_checkpoint_or_in_a_preview_notes_nothing() {
    let notes: Arc<Notes> = Arc::default();
    let scene = Scene::new(&HOOKS).with_journal(&notes);
    let call = scene.call(Operation::Create);
    operations::create(&scene.package, &call, inputs().into())
        .await
        .expect("done");
    assert_eq!(notes.all(), []);

    let answers = Answers {
        saves: saved(inputs()),
        ..Answers::default()
    };
    let scene = Scene::with(&[&HOOKS[..], &["preview-create"]].concat(), |_| {}, answers);
    let scene = scene.with_journal(&notes);
    let call = scene.preview(Operation::Create);
    operations::create(&scene.package, &call, inputs().into())
        .await
        .expect("done");
    assert_eq!(notes.all(), []);
}

#[tokio::test]
async fn a_journal_that_cannot_be_written_stops_nothing_and_is_told_once() {
    let notes = Arc::new(Notes::failing("the disk is full"));
    let answers = Answers {
        saves: [saved(inputs()), saved(map([]))].concat(),
        ..Answers::default()
    };
    let scene = Scene::with(&HOOKS, |_| {}, answers).with_journal(&notes);
    let call = scene.call(Operation::Create);
    operations::create(&scene.package, &call, inputs().into())
        .await
        .expect("done");
    let heard = scene.heard();
    let [(Severity::Warning, message)] = heard.as_slice() else {
        panic!("one warning: {heard:?}");
    };
    assert!(
        message.contains("the disk is full") && message.contains("`half`"),
        "{message}"
    );
}

#[tokio::test]
async fn a_thing_that_cannot_be_completed_even_now_is_recorded_as_it_is() {
    let notes = killed(inputs()).await;
    let answers = Answers {
        create: Some(Err(
            CallError::from(GuestError::Other("no".to_owned())).into()
        )),
        ..Answers::default()
    };
    let scene = Scene::with(&HOOKS, |_| {}, answers).with_journal(&notes);
    let call = scene.call(Operation::Create);
    let failure = operations::create(&scene.package, &call, inputs().into()).await;
    let partial = failure.expect_err("a failure").partial.expect("a state");
    assert_eq!(partial.id, "half");
    // The engine may request another attempt at once, without having saved anything.
    assert!(notes.find(&call.subject.urn).is_some());
}

#[tokio::test]
async fn a_preview_says_what_will_come_of_what_was_made() {
    for (hooks, expected) in [
        (
            &["create", "resume", "read"][..],
            "if it still exists, the update will complete it",
        ),
        (&["create", "resume"], ": the update will complete it"),
        (
            &["create"],
            ": the update will stop and show how to import it",
        ),
    ] {
        let notes = killed(inputs()).await;
        let scene = Scene::new(hooks).with_journal(&notes);
        let call = scene.preview(Operation::Create);
        operations::create(&scene.package, &call, inputs().into())
            .await
            .expect("shown");
        let heard = scene.heard();
        let [(Severity::Info, message)] = heard.as_slice() else {
            panic!("one message: {heard:?}");
        };
        assert!(
            message.contains("`half`") && message.contains(expected),
            "{message}"
        );
        // The component is not called, and the note stays.
        assert!(scene.fake.hooks().is_empty());
        assert_eq!(notes.all().len(), 1);
    }
}
