//! Resource types with a limit on concurrent changes.

use std::pin::{Pin, pin};
use std::task::Poll;

use serde_json::Value as Json;

use crate::call::{Call, Operation};
use crate::error::{CallError, GuestError};
use crate::operations;
use crate::operations::delete::DeleteParameters;
use crate::operations::diff::DiffParameters;
use crate::testing::{Answers, Scene, THING, map};

const HOOKS: [&str; 5] = ["create", "update", "delete", "read", "preview-create"];

/// A scene whose creates never end, with this limit on concurrent changes.
fn scene(concurrency: u32) -> Scene {
    let limit = |manifest: &mut Json| {
        manifest["resources"][THING]["concurrency"] = concurrency.into();
    };
    let answers = Answers {
        hangs: true,
        ..Answers::default()
    };
    Scene::with(&HOOKS, limit, answers)
}

/// Polls a future once.
macro_rules! poll {
    ($future:expr) => {
        std::future::poll_fn(|context| Poll::Ready(Pin::new(&mut *$future).poll(context))).await
    };
}

/// How often the component was called to create a resource.
fn made(scene: &Scene) -> usize {
    let asked = scene.fake.asked();
    let creates = asked.iter().filter(|asked| asked.hook == "create");
    creates.filter(|asked| !asked.preview).count()
}

#[tokio::test]
async fn no_more_of_a_type_are_changed_at_once_than_the_manifest_says() {
    let scene = scene(2);
    let calls: Vec<Call> = (0..4).map(|_| scene.call(Operation::Create)).collect();
    let mut creates: Vec<_> = calls
        .iter()
        .map(|call| Box::pin(operations::create(&scene.package, call, map([]).into())))
        .collect();
    for create in &mut creates {
        assert!(poll!(create).is_pending());
    }
    assert_eq!(made(&scene), 2);
    let said = scene.heard();
    let waiting = said
        .iter()
        .filter(|(_, text)| text.contains("2 of this type are being changed"));
    assert_eq!(waiting.count(), 2, "{said:?}");
    // Updates and deletes wait as well, and no other call does.
    let (update, delete) = (scene.call(Operation::Update), scene.call(Operation::Delete));
    let parameters = || DiffParameters {
        id: "one".to_owned(),
        inputs: map([("label", "new".into())]).into(),
        ..DiffParameters::default()
    };
    let mut updated = pin!(operations::update(&scene.package, &update, parameters()));
    let mut deleted = pin!(operations::delete(
        &scene.package,
        &delete,
        DeleteParameters::default()
    ));
    assert!(poll!(&mut updated).is_pending());
    assert!(poll!(&mut deleted).is_pending());
    let preview = scene.preview(Operation::Update);
    let shown = operations::update(&scene.package, &preview, parameters()).await;
    shown.expect("a preview");
    // The call that came first continues when a place is free, and later calls do not overtake it.
    drop(creates.remove(0));
    assert!(poll!(&mut updated).is_pending());
    assert!(poll!(&mut creates[1]).is_pending());
    assert_eq!(made(&scene), 3);
    drop(creates);
    let (updated, deleted) = (updated.await, deleted.await);
    updated.expect("an update");
    deleted.expect("a delete");
}

#[tokio::test]
async fn a_cancel_ends_the_wait_and_the_call_changed_nothing() {
    let scene = scene(1);
    let (first, second) = (scene.call(Operation::Create), scene.call(Operation::Create));
    let mut making = pin!(operations::create(&scene.package, &first, map([]).into()));
    assert!(poll!(&mut making).is_pending());
    let mut waiting = pin!(operations::create(&scene.package, &second, map([]).into()));
    assert!(poll!(&mut waiting).is_pending());
    second.cancellation.cancel();
    let failure = waiting.await.expect_err("it was cancelled");
    assert!(failure.partial.is_none());
    let error = failure.failure.error;
    assert!(
        matches!(error, CallError::Guest(GuestError::Cancelled(_))),
        "{error:?}"
    );
    assert_eq!(made(&scene), 1);
}

#[tokio::test]
async fn types_without_such_a_limit_wait_for_nothing() {
    let answers = Answers {
        hangs: true,
        ..Answers::default()
    };
    let scene = Scene::with(&HOOKS, |_| {}, answers);
    let calls: Vec<Call> = (0..20).map(|_| scene.call(Operation::Create)).collect();
    let mut creates: Vec<_> = calls
        .iter()
        .map(|call| Box::pin(operations::create(&scene.package, call, map([]).into())))
        .collect();
    for create in &mut creates {
        assert!(poll!(create).is_pending());
    }
    assert_eq!(made(&scene), 20);
}
