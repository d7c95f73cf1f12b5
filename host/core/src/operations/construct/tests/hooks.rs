use super::*;
use crate::graph::{CallbackError, HookMoment, HookRequest, ResourceHook};

/// A component whose child `s-pet` has hooks: 3 and 4 before a create, and 5 after an update.
fn hooking(
    hook: impl Fn(&mut Graph, u32, &PropertyMap) -> Result<PropertyValue, CallError>
    + Send
    + Sync
    + 'static,
) -> Stage {
    Stage::new(move |graph, entered| match entered {
        Entered::Construct(_) => {
            let hooks = object(vec![
                ("beforeCreate", numbers(&[3.0, 4.0])),
                ("afterUpdate", 5.0.into()),
                ("afterCreate", numbers(&[])),
            ]);
            let child = under(pet("s-pet", vec![]), vec![("hooks", hooks)]);
            graph.register(child).expect("a node");
            Ok(object(vec![]))
        }
        Entered::Hook(number, PropertyValue::Object(argument)) => hook(graph, number, argument),
        _ => panic!("nothing else is asked"),
    })
}

fn numbers(numbers: &[f64]) -> PropertyValue {
    PropertyValue::Array(numbers.iter().copied().map(PropertyValue::Number).collect())
}

/// Has the engine run the hooks of `s-pet` at a moment, while the pet is being registered.
async fn ran(
    stage: &Stage,
    moment: HookMoment,
    request: HookRequest,
) -> (
    Vec<Result<(), CallbackError>>,
    Result<ConstructedResource, CallError>,
) {
    let monitor = FakeMonitor::new();
    monitor.hold();
    let engine = async {
        monitor.has_got(2).await;
        let hooks = monitor.one("s-pet").hooks;
        let mut answers = Vec::new();
        for hook in hooks.iter().filter(|hook| hook.moment() == moment) {
            answers.push(hook.run(request.clone()).await);
        }
        monitor.release();
        answers
    };
    tokio::join!(engine, stage.run(&monitor))
}

fn request() -> HookRequest {
    HookRequest {
        urn: urn("random:index:Pet", "s-pet"),
        name: "s-pet".to_owned(),
        token: "random:index:Pet".to_owned(),
        new_inputs: Some(PropertyMap::new()),
        ..HookRequest::default()
    }
}

#[tokio::test]
async fn a_hook_is_told_what_the_engine_knows_with_open_secrets() {
    let stage = hooking(|_, number, argument| {
        assert_eq!(number, 5);
        let expected = map(vec![
            ("event", "afterUpdate".into()),
            ("type", "random:index:Pet".into()),
            ("name", "s-pet".into()),
            ("urn", urn("random:index:Pet", "s-pet").into()),
            ("id", "pet-1".into()),
            (
                "newInputs",
                object(vec![
                    ("word", "hush".into()),
                    ("list", PropertyValue::Array(vec![PropertyValue::Null])),
                ]),
            ),
            ("oldOutputs", object(vec![("word", "before".into())])),
        ]);
        assert_eq!(*argument, expected);
        Ok(PropertyValue::Null)
    });
    let secret = |text: &str| PropertyValue::from(text).into_secret();
    let unknown = PropertyValue::Array(vec![PropertyValue::Unknown]).into_secret();
    let request = HookRequest {
        id: Some("pet-1".to_owned()),
        new_inputs: Some(map(vec![("word", secret("hush")), ("list", unknown)])),
        old_outputs: Some(map(vec![("word", secret("before"))])),
        ..request()
    };
    let (answers, made) = ran(&stage, HookMoment::AfterUpdate, request).await;
    assert_eq!(answers, [Ok(())]);
    made.expect("a component");
}

#[tokio::test]
async fn hooks_of_a_moment_run_in_their_order_and_what_they_give_does_not_count() {
    let asked = Arc::new(parking_lot::Mutex::new(Vec::new()));
    let noted = Arc::clone(&asked);
    let stage = hooking(move |_, number, argument| {
        assert!(!argument.contains_key("id") && !argument.contains_key("newOutputs"));
        noted.lock().push(number);
        Ok(output(77, "nothing"))
    });
    let (answers, made) = ran(&stage, HookMoment::BeforeCreate, request()).await;
    assert_eq!(answers, [Ok(()), Ok(())]);
    made.expect("a component");
    assert_eq!(*asked.lock(), [3, 4]);
    let (answers, _) = ran(&stage, HookMoment::AfterCreate, request()).await;
    assert_eq!(answers, []);
}

#[tokio::test]
async fn a_hook_that_says_an_error_fails_the_child_and_the_engine_decides_about_the_rest() {
    let stage = hooking(|_, _, argument| {
        let word = part(argument, "newInputs")["word"].as_str();
        let reason = format!("`{}` is not allowed at src/lib.rs:7", word.expect("a word"));
        Err(CallError::Guest(GuestError::Other(reason)))
    });
    let word = PropertyValue::from("hush-and-more").into_secret();
    let request = HookRequest {
        new_inputs: Some(map(vec![("word", word)])),
        ..request()
    };
    let (answers, made) = ran(&stage, HookMoment::AfterUpdate, request).await;
    let Some(Err(CallbackError::Failed(told))) = answers.first() else {
        panic!("the hook fails: {answers:?}");
    };
    assert!(
        told.starts_with("the hook `afterUpdate` of `s-pet` of type `random:index:Pet`: `"),
        "{told}"
    );
    assert!(told.ends_with("is not allowed at src/lib.rs:7"), "{told}");
    assert!(!told.contains("hush-and-more"), "{told}");
    // The fake engine creates the child nevertheless, as the real engine does when a hook after the create fails.
    made.expect("a component");
}

#[tokio::test]
async fn an_output_that_an_option_makes_secret_is_hidden_although_the_engine_did_not_mark_it_yet() {
    let stage = Stage::new(|graph, entered| match entered {
        Entered::Construct(_) => {
            let options = vec![
                ("hooks", object(vec![("afterCreate", 3.0.into())])),
                (
                    "additionalSecretOutputs",
                    PropertyValue::Array(vec!["password".into()]),
                ),
            ];
            graph
                .register(under(pet("s-pet", vec![]), options))
                .expect("a node");
            Ok(object(vec![]))
        }
        Entered::Hook(_, PropertyValue::Object(argument)) => {
            let outputs = part(argument, "newOutputs");
            let said = |name: &str| outputs[name].as_str().unwrap_or_default().to_owned();
            let reason = format!("`{}` and `{}` are wrong", said("password"), said("token"));
            Err(CallError::Guest(GuestError::Other(reason)))
        }
        _ => panic!("nothing else is asked"),
    });
    let outputs = map(vec![
        ("password", "hush-and-more".into()),
        ("token", "of-a-transform".into()),
    ]);
    let request = HookRequest {
        new_outputs: Some(outputs),
        // A transform of the program has added it.
        secret_outputs: set(&["token"]),
        ..request()
    };
    let (answers, _) = ran(&stage, HookMoment::AfterCreate, request).await;
    let Some(Err(CallbackError::Failed(told))) = answers.first() else {
        panic!("the hook fails: {answers:?}");
    };
    for secret in ["hush-and-more", "of-a-transform"] {
        assert!(!told.contains(secret), "{told}");
    }
}

#[tokio::test]
async fn hooks_of_what_is_made_run_after_a_failure_of_the_component_too() {
    let has_failed = Arc::new(std::sync::atomic::AtomicBool::new(false));
    let fails = Arc::clone(&has_failed);
    let stage = Stage::new(move |graph, entered| match entered {
        Entered::Construct(_) => {
            let hooks = object(vec![("afterCreate", 3.0.into())]);
            let child = under(pet("s-pet", vec![]), vec![("hooks", hooks)]);
            graph.register(child).expect("a node");
            derive(graph, 1.0.into(), 8);
            Ok(object(vec![]))
        }
        Entered::Derive(..) => {
            fails.store(true, std::sync::atomic::Ordering::SeqCst);
            Err(CallError::Guest(GuestError::Other("a mistake".to_owned())))
        }
        Entered::Hook(..) => Ok(PropertyValue::Null),
        Entered::Transform(..) => panic!("nothing is transformed"),
    });
    let monitor = FakeMonitor::new();
    monitor.hold();
    let engine = async {
        monitor.has_got(2).await;
        while !has_failed.load(std::sync::atomic::Ordering::SeqCst) {
            tokio::task::yield_now().await;
        }
        let hook = monitor.one("s-pet").hooks[0].clone();
        let answer = hook.run(request()).await;
        monitor.release();
        answer
    };
    let (answer, made) = tokio::join!(engine, stage.run(&monitor));
    assert_eq!(answer, Ok(()));
    assert_eq!(made.expect_err("a failure").to_string(), "a mistake");
}

#[tokio::test]
async fn no_hook_runs_in_a_preview() {
    let stage = hooking(|_, _, _| panic!("the guest is not entered")).in_preview();
    let (answers, made) = ran(&stage, HookMoment::AfterUpdate, request()).await;
    let Some(Err(CallbackError::Failed(told))) = answers.first() else {
        panic!("the hook is refused: {answers:?}");
    };
    assert!(told.contains("hooks do not run in previews"), "{told}");
    made.expect("a component");
}

#[tokio::test]
async fn a_hook_that_breaks_off_ends_the_session_too() {
    let stage = hooking(|_, _, _| {
        Err(CallError::Refused {
            reason: "the component computes too long".to_owned(),
            hint: None,
        })
    });
    let (answers, made) = ran(&stage, HookMoment::AfterUpdate, request()).await;
    assert!(matches!(answers[..], [Err(CallbackError::Failed(_))]));
    let failed = made.expect_err("a failure").to_string();
    assert!(failed.contains("computes too long"), "{failed}");
}

#[tokio::test]
async fn a_hook_declares_nothing() {
    let stage = hooking(|graph, _, _| {
        let declared = graph.register(pet("more", vec![]));
        let refused = declared.expect_err("a refusal").message();
        assert!(refused.contains("a hook declares nothing"), "{refused}");
        Ok(PropertyValue::Null)
    });
    let (answers, made) = ran(&stage, HookMoment::AfterUpdate, request()).await;
    assert_eq!(answers, [Ok(())]);
    made.expect("a component");
}

#[tokio::test]
async fn a_hook_that_is_asked_after_the_end_of_its_component_is_refused() {
    let stage = hooking(|_, _, _| panic!("the guest is not entered any more"));
    let monitor = FakeMonitor::new();
    stage.run(&monitor).await.expect("a component");
    let hook: ResourceHook = monitor.one("s-pet").hooks[0].clone();
    assert_eq!(hook.run(request()).await, Err(CallbackError::Ended));
}

#[tokio::test]
async fn hooks_that_a_component_cannot_have_are_refused_with_their_reason() {
    let cases: [(Declaration, PropertyValue, &str); 5] = [
        (
            group("s-group"),
            object(vec![("afterCreate", 1.0.into())]),
            "a group or component has no hooks",
        ),
        (
            pet("s-pet", vec![]),
            object(vec![("afterDelete", 1.0.into())]),
            "a resource may be deleted in a deployment without one",
        ),
        (
            pet("s-pet", vec![]),
            object(vec![("afterCreated", 1.0.into())]),
            "did you mean `afterCreate`?",
        ),
        (
            pet("s-pet", vec![]),
            object(vec![("afterCreate", "check".into())]),
            "expected numbers of callbacks, found a string",
        ),
        (pet("s-pet", vec![]), 3.0.into(), "expected an object"),
    ];
    for (declaration, hooks, reason) in cases {
        let stage = Stage::new(move |graph, _| {
            let child = under(declaration.clone(), vec![("hooks", hooks.clone())]);
            let refused = graph.register(child).expect_err("a refusal");
            Err(CallError::Guest(refused))
        });
        let failed = stage.run(&FakeMonitor::new()).await.expect_err(reason);
        let failed = format!("{failed:?}");
        assert!(failed.contains(reason), "{failed}");
    }
}

fn part<'a>(argument: &'a PropertyMap, name: &str) -> &'a PropertyMap {
    match &argument[name] {
        PropertyValue::Object(map) => map,
        other => panic!("`{name}` is {}", other.kind()),
    }
}
