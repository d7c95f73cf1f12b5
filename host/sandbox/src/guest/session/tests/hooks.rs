//! Hooks of guests: what they may reach, and what ends them.

use pulumi_wasm_core::graph::{CallbackError, HookRequest};

use super::*;

/// A guest with one pet, which has a hook before and after a create.
fn hooking(callback: impl FnOnce(&mut Guest) -> String) -> Guest {
    let mut guest = Guest::default();
    let hooks = r#"{"hooks":{"beforeCreate":[3],"afterCreate":[3]}}"#;
    let pet = guest.register_with(0, "random:index:Pet", "pet", "{}", hooks);
    let outputs = guest.gives("{}");
    guest.construct = format!("{pet} {outputs}");
    guest.callback = callback(&mut guest);
    guest
}

/// The answers of the pet's hooks, when an engine runs each of them once.
async fn run(stage: &Stage) -> (Vec<Result<(), CallbackError>>, Result<(), CallError>) {
    let monitor = FakeMonitor::new();
    monitor.hold();
    let engine = async {
        monitor.has_got(2).await;
        let mut answers = Vec::new();
        for hook in monitor.one("pet").hooks {
            answers.push(hook.run(HookRequest::default()).await);
        }
        monitor.release();
        answers
    };
    let site = async { stage.site("s", monitor.as_ref()).await.map(drop) };
    tokio::join!(engine, site)
}

fn failed(answer: &Result<(), CallbackError>) -> &str {
    match answer {
        Err(CallbackError::Failed(reason)) => reason,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_hook_may_send_what_is_granted_and_construct_may_not() {
    let guest = hooking(|guest| guest.fetch("https://example.com/"));
    let (answers, site) = run(&Stage::new(guest)).await;
    // The call is refused by the grants, because nothing is granted here.
    for answer in &answers {
        let reason = failed(answer);
        let granted = "hint: grant it with `--allow-net example.com`";
        assert!(reason.contains(granted), "{reason}");
    }
    // An error is reported to the engine, and the guest is called again.
    assert_eq!(answers.len(), 2);
    site.expect("the engine decides what becomes of the pet");
}

#[tokio::test]
async fn runs_of_hooks_count_as_callbacks() {
    let guest = hooking(|guest| guest.gives("null"));
    // Both are declared, and one runs.
    let stage = Stage::limited(guest, &[(Limit::SessionCallbacks, 3)]);
    let (answers, site) = run(&stage).await;
    assert_eq!(answers[0], Ok(()));
    let reason = failed(&answers[1]);
    assert!(reason.contains("session-callbacks"), "{reason}");
    let error = site.expect_err("a limit").to_string();
    assert!(error.contains("session-callbacks"), "{error}");
}

#[tokio::test]
async fn hooks_count_as_callbacks_when_they_are_declared() {
    let guest = hooking(|guest| guest.gives("null"));
    let stage = Stage::limited(guest, &[(Limit::SessionCallbacks, 1)]);
    let error = stage.failure().await.to_string();
    for said in ["with the hooks of this resource", "session-callbacks"] {
        assert!(error.contains(said), "{error}");
    }
}

#[tokio::test]
async fn a_hook_that_crashes_ends_its_session_alone() {
    let guest = hooking(|_| "unreachable".to_owned());
    let stage = Stage::new(guest);
    let (answers, site) = run(&stage).await;
    assert!(failed(&answers[0]).contains("trap") || failed(&answers[0]).contains("crash"));
    let reason = failed(&answers[1]);
    assert!(reason.contains("has ended"), "{reason}");
    assert!(matches!(site, Err(CallError::Trap(_))), "{site:?}");
    // Another component is constructed in another instance, and its hooks are not called.
    let monitor = FakeMonitor::new();
    let second = stage.site("second", monitor.as_ref()).await;
    second.expect("a site");
}
