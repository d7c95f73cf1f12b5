//! Check to Delete: previews, their comparison with real calls, failures half-way, and reads.

use serde_json::json;

use crate::call::{Effects, Operation, Severity};
use crate::component::{CallFailure, Created, ReadAnswer, Updated};
use crate::error::{CallError, GuestError, PartialState, TrapReport};
use crate::operations;
use crate::operations::check::CheckParameters;
use crate::operations::diff::DiffParameters;
use crate::operations::read::ReadParameters;
use crate::testing::{Answers, Scene, THING, map, marked, refused, stopped};
use crate::value::PropertyMap;
use crate::value::PropertyValue::{self, Unknown};

fn created(outputs: crate::value::PropertyMap) -> Answers {
    Answers {
        create: Some(Ok(Created {
            id: "made".to_owned(),
            outputs,
            ..Created::default()
        })),
        ..Answers::default()
    }
}

fn with_traits(hooks: &[&str], traits: &serde_json::Value, answers: Answers) -> Scene {
    let change = |manifest: &mut serde_json::Value| {
        let entry = manifest["resources"][THING]
            .as_object_mut()
            .expect("an entry");
        entry.extend(traits.as_object().expect("traits").clone());
    };
    Scene::with(hooks, change, answers)
}

fn update_parameters() -> DiffParameters {
    DiffParameters {
        id: "made".to_owned(),
        old_inputs: Some(map([("label", "old".into())]).into()),
        old_outputs: map([("label", "old".into()), ("serial", "1".into())]).into(),
        inputs: map([("label", "new".into())]).into(),
        ..DiffParameters::default()
    }
}

#[tokio::test]
async fn check_and_diff_without_hooks_do_not_enter_the_component() {
    let scene = Scene::new(&["create", "read", "update", "delete"]);
    let parameters = CheckParameters {
        inputs: map([("label", "x".into())]).into(),
        ..CheckParameters::default()
    };
    let call = scene.call(Operation::Check);
    let checked = operations::check(&scene.package, &call, parameters);
    assert_eq!(checked.await.expect("inputs").inputs.values.len(), 1);
    let differences = operations::diff(
        &scene.package,
        &scene.call(Operation::Diff),
        update_parameters(),
    )
    .await;
    assert_eq!(differences.expect("an answer").found.len(), 1);
    let made = operations::create(
        &scene.package,
        &scene.preview(Operation::Create),
        map([]).into(),
    )
    .await;
    made.expect("a preview");
    assert_eq!(scene.fake.hooks(), [""; 0]);
}

#[tokio::test]
async fn check_hands_old_outputs_on_where_the_engine_sends_them() {
    for old_outputs in [None, Some(map([("serial", "1".into())]))] {
        let scene = Scene::new(&["create", "check"]);
        let parameters = CheckParameters {
            old_inputs: map([("label", "x".into())]).into(),
            old_outputs: old_outputs.clone().map(Into::into),
            ..CheckParameters::default()
        };
        let call = scene.call(Operation::Check);
        let checked = operations::check(&scene.package, &call, parameters);
        checked.await.expect("inputs");
        assert_eq!(scene.fake.asked()[0].outputs, old_outputs);
    }
}

#[tokio::test]
async fn a_preview_hook_gets_what_the_host_shows_and_changes_what_it_names() {
    let shown = map([
        ("label", "x".into()),
        ("password", Unknown.into_secret()),
        ("serial", Unknown),
    ]);
    for (answer, expected) in [
        (map([]), shown.clone()),
        (
            map([("serial", "7".into()), ("password", "p".into())]),
            map([
                ("label", "x".into()),
                ("password", PropertyValue::from("p").into_secret()),
                ("serial", "7".into()),
            ]),
        ),
        (
            map([("label", Unknown)]),
            map([
                ("label", Unknown),
                ("password", Unknown.into_secret()),
                ("serial", Unknown),
            ]),
        ),
    ] {
        let answers = Answers {
            preview: Some(Ok(answer)),
            ..Answers::default()
        };
        let scene = Scene::with(&["create", "preview-create"], |_| {}, answers);
        let call = scene.preview(Operation::Create);
        let made = operations::create(&scene.package, &call, map([("label", "x".into())]).into());
        assert_eq!(made.await.expect("a preview").outputs, expected);
        let asked = scene.fake.asked();
        assert_eq!(asked[0].shown.as_ref(), Some(&shown));
        assert_eq!(asked[0].effects, Some(Effects::None));
    }
}

#[tokio::test]
async fn an_update_preview_hook_gets_what_the_host_shows() {
    let answers = Answers {
        preview: Some(Ok(map([("serial", "1".into())]))),
        ..Answers::default()
    };
    let scene = Scene::with(&["create", "update", "preview-update"], |_| {}, answers);
    let call = scene.preview(Operation::Update);
    let shown = operations::update(&scene.package, &call, update_parameters())
        .await
        .expect("a preview");
    assert_eq!(shown.outputs.values["label"], "new".into());
    assert_eq!(shown.outputs.values["serial"], "1".into());
    let asked = scene.fake.asked();
    assert_eq!(
        asked[0].shown.as_ref().expect("a preview")["serial"],
        Unknown
    );
    assert_eq!(asked[0].effects, Some(Effects::None));
}

#[tokio::test]
async fn a_result_that_breaks_its_preview_is_a_warning_or_an_error_or_nothing() {
    for consistency in [None, Some("warn"), Some("error"), Some("off")] {
        let traits = consistency.map_or(json!({}), |word| json!({ "consistency": word }));
        let answers = created(map([("label", "other".into()), ("serial", "1".into())]));
        let scene = with_traits(&["create"], &traits, answers);
        let call = scene.call(Operation::Create);
        let made =
            operations::create(&scene.package, &call, map([("label", "x".into())]).into()).await;
        let heard = scene.heard();
        match consistency {
            None | Some("warn") => {
                made.expect("a resource");
                let (severity, message) = heard.first().expect("a warning");
                assert_eq!((*severity, heard.len()), (Severity::Warning, 1));
                assert!(message.contains("`label`"), "{message}");
            }
            Some("error") => {
                let failure = made.expect_err("a failure");
                assert!(failure.failure.error.to_string().contains("`label`"));
                let partial = failure.partial.expect("a state");
                assert_eq!(partial.id, "made");
                // It is complete: nothing is resumed or replaced.
                assert_eq!(
                    partial.outputs,
                    marked(
                        [("label", "other".into()), ("serial", "1".into())],
                        json!({ "failed": true })
                    )
                );
                assert_eq!(partial.reasons.len(), 1);
            }
            _ => {
                made.expect("a resource");
                assert_eq!(heard, []);
            }
        }
    }
}

#[tokio::test]
async fn a_result_that_keeps_what_its_preview_hook_said_is_no_surprise() {
    // The hook predicts a value that the host cannot know: the server writes labels in capitals.
    let answers = Answers {
        preview: Some(Ok(map([("label", "X".into())]))),
        ..created(map([("label", "X".into())]))
    };
    let scene = Scene::with(&["create", "preview-create"], |_| {}, answers);
    let call = scene.call(Operation::Create);
    let made = operations::create(&scene.package, &call, map([("label", "x".into())]).into());
    made.await.expect("a resource");
    assert_eq!(scene.heard(), []);
    let effects: Vec<_> = scene
        .fake
        .asked()
        .iter()
        .map(|asked| asked.effects)
        .collect();
    assert_eq!(effects, [Some(Effects::None), Some(Effects::All)]);
}

#[tokio::test]
async fn a_preview_hook_that_fails_before_the_real_call_does_not_stop_it() {
    let answers = Answers {
        preview: Some(Err(refused("no idea"))),
        ..created(map([("label", "other".into())]))
    };
    let scene = Scene::with(&["create", "preview-create"], |_| {}, answers);
    let call = scene.call(Operation::Create);
    let made = operations::create(&scene.package, &call, map([("label", "x".into())]).into());
    made.await.expect("a resource");
    let heard = scene.heard();
    assert!(
        heard
            .iter()
            .all(|(severity, _)| *severity == Severity::Debug),
        "{heard:?}"
    );
}

#[tokio::test]
async fn an_update_is_held_to_its_preview_too() {
    let answers = || Answers {
        update: Some(Ok(Updated {
            outputs: map([("label", "other".into())]),
            ..Updated::default()
        })),
        ..Answers::default()
    };
    let hooks = ["create", "update"];
    let scene = with_traits(&hooks, &json!({}), answers());
    let call = scene.call(Operation::Update);
    operations::update(&scene.package, &call, update_parameters())
        .await
        .expect("outputs");
    assert_eq!(scene.heard().len(), 1);

    let scene = with_traits(&hooks, &json!({ "consistency": "error" }), answers());
    let call = scene.call(Operation::Update);
    let failure = operations::update(&scene.package, &call, update_parameters())
        .await
        .expect_err("a failure");
    let partial = failure.partial.expect("a state");
    assert_eq!((partial.id.as_str(), partial.reasons.len()), ("made", 1));
}

#[tokio::test]
async fn refresh_before_update_comes_from_the_manifest_or_the_answer() {
    for (by_manifest, by_answer) in [(false, false), (true, false), (false, true)] {
        let expected = by_manifest || by_answer;
        let answers = Answers {
            create: Some(Ok(Created {
                id: "made".to_owned(),
                refresh_before_update: by_answer,
                ..Created::default()
            })),
            update: Some(Ok(Updated {
                refresh_before_update: by_answer,
                ..Updated::default()
            })),
            read: Some(Ok(Some(ReadAnswer {
                id: "made".to_owned(),
                refresh_before_update: by_answer,
                ..ReadAnswer::default()
            }))),
            ..Answers::default()
        };
        let traits = json!({ "refreshBeforeUpdate": by_manifest });
        let scene = with_traits(&["create", "update", "read"], &traits, answers);
        let package = &scene.package;
        let made =
            operations::create(package, &scene.call(Operation::Create), map([]).into()).await;
        assert_eq!(made.expect("a resource").refresh_before_update, expected);
        let updated =
            operations::update(package, &scene.call(Operation::Update), update_parameters()).await;
        assert_eq!(updated.expect("outputs").refresh_before_update, expected);
        let read = operations::read(
            package,
            &scene.call(Operation::Read),
            ReadParameters::default(),
        )
        .await;
        let read = read.expect("an answer").expect("a resource");
        assert_eq!(read.refresh_before_update, expected);
    }
    let answers = Answers {
        create: Some(Err(stopped(refused("full"), "made", map([])))),
        ..Answers::default()
    };
    let scene = with_traits(
        &["create"],
        &json!({ "refreshBeforeUpdate": true }),
        answers,
    );
    let failure = operations::create(
        &scene.package,
        &scene.call(Operation::Create),
        map([]).into(),
    )
    .await;
    assert!(failure.expect_err("a failure").refresh_before_update);
}

#[tokio::test]
async fn a_create_that_stops_after_its_checkpoint_leaves_a_marked_state() {
    for error in [
        refused("full"),
        CallError::Trap(TrapReport::default()),
        CallError::Cancelled,
    ] {
        let state = map([("label", "x".into()), ("password", "p".into())]);
        let answers = Answers {
            create: Some(Err(stopped(error, "made", state))),
            ..Answers::default()
        };
        let scene = Scene::with(&["create"], |_| {}, answers);
        let call = scene.call(Operation::Create);
        let failure = operations::create(&scene.package, &call, map([]).into())
            .await
            .expect_err("a failure");
        let partial = failure.partial.expect("a state");
        let secret = PropertyValue::from("p").into_secret();
        let expected = [("label", "x".into()), ("password", secret)];
        assert_eq!(
            partial.outputs,
            marked(expected, json!({ "partial": true }))
        );
        assert_eq!(partial.reasons.len(), 1);
    }
}

#[tokio::test]
async fn what_a_create_left_behind_is_resumed_or_replaced() {
    let parameters = || DiffParameters {
        id: "made".to_owned(),
        old_inputs: Some(map([("label", "x".into())]).into()),
        old_outputs: marked([("label", "x".into())], json!({ "partial": true })).into(),
        inputs: map([("label", "x".into())]).into(),
        ..DiffParameters::default()
    };
    let scene = Scene::new(&["create", "resume"]);
    let differences =
        operations::diff(&scene.package, &scene.call(Operation::Diff), parameters()).await;
    assert!(!differences.expect("an answer").unfinished);
    let updated =
        operations::update(&scene.package, &scene.call(Operation::Update), parameters()).await;
    // The mark is gone together with its reason.
    assert_eq!(
        updated.expect("outputs").outputs,
        map([("label", "x".into())])
    );
    assert_eq!(scene.fake.hooks(), ["resume"]);

    let scene = Scene::new(&["create"]);
    let differences =
        operations::diff(&scene.package, &scene.call(Operation::Diff), parameters()).await;
    let differences = differences.expect("an answer");
    assert!(differences.unfinished && differences.delete_before_replace);
}

#[tokio::test]
async fn a_resume_that_fails_keeps_what_is_there() {
    let answers = Answers {
        create: Some(Err(CallFailure::from(refused("full")))),
        ..Answers::default()
    };
    let scene = Scene::with(&["create", "resume"], |_| {}, answers);
    let state = marked([("label", "x".into())], json!({ "partial": true }));
    let parameters = DiffParameters {
        id: "made".to_owned(),
        old_outputs: state.clone().into(),
        ..DiffParameters::default()
    };
    let failure =
        operations::update(&scene.package, &scene.call(Operation::Update), parameters).await;
    let partial = failure.expect_err("a failure").partial.expect("a state");
    assert_eq!(
        (partial.id.as_str(), partial.outputs),
        ("made", state.into())
    );
}

#[tokio::test]
async fn an_update_that_fails_half_way_keeps_the_id() {
    let partial = PartialState {
        id: "nonsense".to_owned(),
        outputs: map([("label", "half".into())]),
        reasons: vec!["the disk is full".to_owned()],
        ..PartialState::default()
    };
    let answers = Answers {
        update: Some(Err(CallError::Guest(GuestError::Partial(partial)).into())),
        ..Answers::default()
    };
    let scene = Scene::with(&["create", "update"], |_| {}, answers);
    let failure = operations::update(
        &scene.package,
        &scene.call(Operation::Update),
        update_parameters(),
    )
    .await
    .expect_err("a failure");
    let partial = failure.partial.expect("a state");
    assert_eq!(partial.id, "made");
    let failed = marked(
        [("label", "half".into())],
        json!({ "failed": ["label", "serial"] }),
    );
    assert_eq!(partial.outputs, failed);
    assert_eq!(partial.reasons, ["the disk is full"]);
}

#[tokio::test]
async fn delete_before_replace_is_the_manifests_unless_the_hook_says_otherwise() {
    for wanted in [false, true] {
        let traits = json!({ "deleteBeforeReplace": wanted });
        let scene = with_traits(&["create"], &traits, Answers::default());
        let differences = operations::diff(
            &scene.package,
            &scene.call(Operation::Diff),
            update_parameters(),
        )
        .await
        .expect("an answer");
        assert_eq!(differences.delete_before_replace, wanted);
    }
    let answers = Answers {
        diff: Some(crate::component::DiffAnswer::default()),
        ..Answers::default()
    };
    let traits = json!({ "deleteBeforeReplace": true });
    let scene = with_traits(&["create", "diff"], &traits, answers);
    let call = scene.call(Operation::Diff);
    let differences = operations::diff(&scene.package, &call, update_parameters());
    assert!(!differences.await.expect("an answer").delete_before_replace);
}

#[tokio::test]
async fn a_refresh_sees_drift_where_the_guest_gives_no_inputs() {
    let answers = Answers {
        read: Some(Ok(Some(ReadAnswer {
            id: "made".to_owned(),
            outputs: map([("label", "drifted".into()), ("serial", "1".into())]),
            ..ReadAnswer::default()
        }))),
        ..Answers::default()
    };
    let scene = Scene::with(&["create", "read"], |_| {}, answers);
    let parameters = ReadParameters {
        id: "made".to_owned(),
        inputs: Some(map([("label", "x".into())]).into()),
        outputs: Some(map([("label", "x".into()), ("serial", "1".into())]).into()),
        ..ReadParameters::default()
    };
    let found = operations::read(&scene.package, &scene.call(Operation::Read), parameters).await;
    let found = found.expect("an answer").expect("a resource");
    assert_eq!(found.inputs, map([("label", "drifted".into())]));
    assert_eq!(scene.fake.asked()[0].effects, Some(Effects::Read));
}

#[tokio::test]
async fn a_resource_that_was_read_in_a_bad_state_is_recorded_with_its_reasons() {
    let partial = PartialState {
        id: "made".to_owned(),
        outputs: map([("label", "x".into())]),
        reasons: vec!["its disk is full".to_owned()],
        ..PartialState::default()
    };
    let answers = Answers {
        read: Some(Err(CallError::Guest(GuestError::Partial(partial)))),
        ..Answers::default()
    };
    let scene = Scene::with(&["create", "read"], |_| {}, answers);
    let parameters = ReadParameters {
        id: "made".to_owned(),
        ..ReadParameters::default()
    };
    let found = operations::read(&scene.package, &scene.call(Operation::Read), parameters).await;
    let found = found.expect("an answer").expect("a resource");
    assert_eq!(found.inputs, map([("label", "x".into())]));
    assert_eq!(found.reasons, ["its disk is full"]);
}

#[tokio::test]
async fn without_a_read_a_refresh_keeps_what_is_recorded_and_an_import_is_refused() {
    let scene = Scene::new(&["create"]);
    let state = marked([("label", "x".into())], json!({ "partial": true }));
    let parameters = ReadParameters {
        id: "made".to_owned(),
        inputs: Some(map([("label", "x".into())]).into()),
        outputs: Some(state.clone().into()),
        ..ReadParameters::default()
    };
    let found = operations::read(&scene.package, &scene.call(Operation::Read), parameters).await;
    let found = found.expect("an answer").expect("a resource");
    assert_eq!((found.id.as_str(), found.outputs), ("made", state.into()));
    let import = ReadParameters {
        id: "made".to_owned(),
        ..ReadParameters::default()
    };
    let refused = operations::read(&scene.package, &scene.call(Operation::Read), import).await;
    assert!(
        refused
            .expect_err("a refusal")
            .to_string()
            .contains("cannot be imported")
    );
}

#[tokio::test]
async fn without_a_read_a_lookup_by_id_is_refused() {
    let require = |manifest: &mut serde_json::Value| {
        manifest["schema"]["resources"][THING]["required"] = json!(["serial"]);
    };
    let scene = Scene::with(&["create"], require, Answers::default());
    let ask = |inputs: PropertyMap| {
        let parameters = ReadParameters {
            id: "anything".to_owned(),
            inputs: Some(inputs.clone().into()),
            outputs: Some(inputs.into()),
            ..ReadParameters::default()
        };
        let call = scene.call(Operation::Read);
        let package = &scene.package;
        async move { operations::read(package, &call, parameters).await }
    };
    let refused = ask(map([])).await.expect_err("a refusal").to_string();
    assert_eq!(
        refused,
        "a `acme:index:Thing` cannot be looked up: its component has no `read`"
    );
    // A refresh may look like that.
    let kept = ask(map([("label", "x".into())])).await.expect("an answer");
    assert!(kept.is_some());
    // A resource without properties is refreshed as usual.
    let scene = Scene::new(&["create"]);
    let parameters = ReadParameters {
        id: "made".to_owned(),
        inputs: Some(map([]).into()),
        outputs: Some(map([]).into()),
        ..ReadParameters::default()
    };
    let call = scene.call(Operation::Read);
    assert!(
        operations::read(&scene.package, &call, parameters)
            .await
            .expect("an answer")
            .is_some()
    );
}
