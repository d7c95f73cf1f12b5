//! Outputs of a failed create that were too large for the state: they are in the journal until the create is completed.

use std::sync::Arc;

use serde_json::json;

use crate::call::Operation;
use crate::component::{Checkpoint, ReadAnswer};
use crate::error::CallError;
use crate::operations;
use crate::operations::create::LeftBehind;
use crate::operations::diff::DiffParameters;
use crate::testing::{Answers, Notes, Scene, map, marked, refused, stopped};
use crate::value::size_limits::{self, MAX_STATE_BYTES};
use crate::value::{PropertyMap, PropertyValue};

fn large() -> PropertyValue {
    "x".repeat(MAX_STATE_BYTES).into()
}

fn inputs() -> PropertyMap {
    map([("label", "x".into())])
}

/// The state after a create that failed with these outputs.
async fn failed(notes: Option<&Arc<Notes>>, outputs: PropertyMap) -> LeftBehind {
    let answers = Answers {
        create: Some(Err(stopped(refused("no"), "half", outputs))),
        ..Answers::default()
    };
    let mut scene = Scene::with(&["create", "resume"], |_| {}, answers);
    if let Some(notes) = notes {
        scene = scene.with_journal(notes);
    }
    let call = scene.call(Operation::Create);
    let failure = operations::create(&scene.package, &call, inputs().into()).await;
    // The engine got the answer and shuts down.
    scene.package.settle();
    let partial = failure.expect_err("a failure").partial.expect("a state");
    assert!(size_limits::size(&partial.outputs.clone().into()) <= MAX_STATE_BYTES);
    partial
}

fn parameters(state: &LeftBehind) -> DiffParameters {
    DiffParameters {
        id: state.id.clone(),
        old_inputs: Some(inputs().into()),
        old_outputs: state.outputs.clone(),
        inputs: inputs().into(),
        ..DiffParameters::default()
    }
}

/// The next `up` with the state: whether it replaces the resource, and how its update ends.
async fn next(scene: &Scene, state: &LeftBehind) -> (bool, Result<PropertyMap, CallError>) {
    let call = scene.call(Operation::Diff);
    let differences = operations::diff(&scene.package, &call, parameters(state)).await;
    let call = scene.call(Operation::Update);
    let updated = operations::update(&scene.package, &call, parameters(state)).await;
    (
        differences.expect("an answer").unfinished,
        updated
            .map(|updated| updated.outputs.into())
            .map_err(|failure| failure.failure.error),
    )
}

#[tokio::test]
async fn what_the_state_cannot_take_is_put_back_when_the_create_is_completed() {
    let notes: Arc<Notes> = Arc::default();
    let password = PropertyValue::from("p").into_secret();
    let outputs = map([("serial", large()), ("password", password.clone())]);
    let state = failed(Some(&notes), outputs).await;
    assert_eq!(
        state.outputs,
        marked(
            [("password", password.clone())],
            json!({ "partial": true, "missing": "in-journal" })
        )
    );
    let [first, second] = state.reasons.as_slice() else {
        panic!("two reasons: {:?}", state.reasons.len());
    };
    assert_eq!(first, "no");
    for words in ["`serial`", "11 MiB", "the note on urn:pulumi:dev"] {
        assert!(second.contains(words), "{second}");
    }
    let kept = notes.all();
    assert_eq!(kept[0].outputs, map([("serial", large())]));
    // Secrets are only in the state.
    assert!(kept[0].withheld);

    let scene = Scene::new(&["create", "resume"]).with_journal(&notes);
    let (is_replaced, updated) = next(&scene, &state).await;
    updated.expect("outputs");
    assert!(!is_replaced);
    assert_eq!(scene.fake.hooks(), ["resume"]);
    let resumed = map([("serial", large()), ("password", password)]);
    assert!(scene.fake.asked()[0].outputs == Some(resumed));
    assert_eq!(notes.all(), []);
}

#[tokio::test]
async fn what_is_missing_and_nowhere_is_looked_for_or_made_anew() {
    let notes: Arc<Notes> = Arc::default();
    let secret = map([("password", large().into_secret())]);
    let states = [
        failed(Some(&notes), secret).await,
        failed(None, map([("serial", large())])).await,
        // Kept, and not on this machine.
        failed(Some(&Arc::default()), map([("serial", large())])).await,
    ];
    for state in &states {
        let found = ReadAnswer {
            id: "half".to_owned(),
            outputs: map([("serial", "found".into())]),
            ..ReadAnswer::default()
        };
        let answers = Answers {
            read: Some(Ok(Some(found))),
            ..Answers::default()
        };
        let scene = Scene::with(&["create", "resume", "read"], |_| {}, answers);
        let (is_replaced, updated) = next(&scene, state).await;
        updated.expect("outputs");
        assert!(!is_replaced);
        assert_eq!(scene.fake.hooks(), ["read", "resume"]);
        let found = map([("serial", "found".into())]);
        assert_eq!(scene.fake.asked()[1].outputs, Some(found));

        let gone = Answers {
            read: Some(Ok(None)),
            ..Answers::default()
        };
        let scene = Scene::with(&["create", "resume", "read"], |_| {}, gone);
        let (_, updated) = next(&scene, state).await;
        let error = updated.expect_err("a failure");
        assert!(
            error.to_string().contains("does not exist any more"),
            "{error}"
        );

        let scene = Scene::new(&["create", "resume"]);
        let (is_replaced, updated) = next(&scene, state).await;
        let error = updated.expect_err("a failure");
        assert!(
            is_replaced && error.to_string().contains("`half`"),
            "{error}"
        );
        assert!(scene.fake.hooks().is_empty());
    }
}

#[tokio::test]
async fn a_resume_that_fails_keeps_what_was_put_back() {
    let notes: Arc<Notes> = Arc::default();
    let state = failed(Some(&notes), map([("serial", large())])).await;
    let answers = Answers {
        create: Some(Err(refused("full").into())),
        ..Answers::default()
    };
    let scene = Scene::with(&["create", "resume"], |_| {}, answers).with_journal(&notes);
    let call = scene.call(Operation::Update);
    let failure = operations::update(&scene.package, &call, parameters(&state)).await;
    let partial = failure.expect_err("a failure").partial.expect("a state");
    assert_eq!(partial.outputs, state.outputs);
    assert_eq!(notes.all()[0].outputs, map([("serial", large())]));
}

#[tokio::test]
async fn a_checkpoint_of_which_the_id_alone_was_saved_says_so() {
    let notes: Arc<Notes> = Arc::default();
    let cut = Checkpoint {
        id: "half".to_owned(),
        is_cut: true,
        ..Checkpoint::default()
    };
    let mut failure = stopped(refused("no"), "half", PropertyMap::new());
    failure.checkpoint = Some(cut.clone());
    let answers = Answers {
        saves: vec![cut],
        create: Some(Err(failure)),
        ..Answers::default()
    };
    let scene = Scene::with(&["create", "resume"], |_| {}, answers).with_journal(&notes);
    let call = scene.call(Operation::Create);
    let failure = operations::create(&scene.package, &call, inputs().into()).await;
    let partial = failure.expect_err("a failure").partial.expect("a state");
    let marks = json!({ "partial": true, "missing": "nowhere" });
    assert_eq!(partial.outputs, marked([], marks));
    assert!(notes.all()[0].withheld);
}

#[tokio::test]
async fn nothing_that_is_known_to_be_secret_is_written_down() {
    let notes: Arc<Notes> = Arc::default();
    let saved = Checkpoint {
        id: "half".to_owned(),
        outputs: map([
            ("label", "x".into()),
            ("serial", "https://ada:an open secret@host".into()),
            ("number", 1_234_567_890.0.into()),
            (
                "numbers",
                PropertyValue::Array(vec![1.0.into(), 1_234_567_890.0.into()]),
            ),
        ]),
        is_cut: false,
    };
    let answers = Answers {
        saves: vec![saved],
        ..Answers::default()
    };
    let scene = Scene::with(&["create", "resume"], |_| {}, answers).with_journal(&notes);
    scene.secrets.keep("an open secret");
    scene.secrets.keep("1234567890");
    let call = scene.call(Operation::Create);
    operations::create(&scene.package, &call, inputs().into())
        .await
        .expect("done");
    assert_eq!(notes.all()[0].outputs, inputs());
    assert!(notes.all()[0].withheld);
}
