//! Hooks of a component: the engine gets a name and an address for each, and dials the address.

use pulumi_wasm_core::error::GuestError;

use super::transforms::under;
use super::*;
use test_support::fake::monitor::{Reply, Telling, invoke};

fn hooks(of: Vec<(&str, f64)>) -> Vec<(&str, PropertyValue)> {
    let of = of.into_iter().map(|(name, number)| (name, number.into()));
    vec![("hooks", object(of.collect()))]
}

/// A component with one child, whose hooks run this.
fn hooking(
    monitor: &FakeMonitor,
    of: Vec<(&'static str, f64)>,
    hook: impl Fn(u32, &PropertyMap) -> Result<(), String> + Send + Sync + 'static,
) -> Stage {
    Stage::new(monitor, move |graph, entered| match entered {
        Entered::Construct(_) => {
            let inputs = vec![("word", output(0, "password"))];
            let child = graph.register(under(pet("child", inputs), hooks(of.clone())));
            let child = child.expect("a node");
            Ok(object(vec![("url", output(child, "id"))]))
        }
        Entered::Hook(number, PropertyValue::Object(argument)) => match hook(number, argument) {
            Ok(()) => Ok(PropertyValue::Null),
            Err(reason) => Err(CallError::Guest(GuestError::Other(reason))),
        },
        _ => panic!("nothing else is asked"),
    })
}

#[tokio::test]
async fn hooks_run_before_and_after_a_child_is_made_and_have_names_of_the_child() {
    let monitor = FakeMonitor::start();
    let told = Arc::new(parking_lot::Mutex::new(Vec::new()));
    let noted = Arc::clone(&told);
    let of = vec![("beforeCreate", 0.0), ("afterCreate", 1.0)];
    let stage = hooking(&monitor, of, move |number, argument| {
        noted.lock().push((number, argument.clone()));
        Ok(())
    });
    let password = json!({ SIGNATURE: SECRET, "value": "hush" });
    let stage = stage.with(&json!({ "password": password }));
    stage.serving().await.run().await.expect("a component");
    let told = told.lock();
    let [(0, before), (1, after)] = &told[..] else {
        panic!("both hooks run, in order: {told:?}");
    };
    let urn = urn("random:index:Pet", "child");
    assert_eq!(before["event"], "beforeCreate".into());
    assert_eq!(before["urn"], urn.as_str().into());
    assert_eq!(before.get("id"), None);
    assert_eq!(after["id"], "child_id".into());
    let word = object(vec![("word", "hush".into())]);
    assert_eq!((&after["newInputs"], &after["newOutputs"]), (&word, &word));
    let binding = monitor.one("child").hooks.expect("hooks");
    let name = format!("{}::random:index:Pet::child", site());
    assert_eq!(binding.before_create, [format!("{name}/beforeCreate")]);
    assert_eq!(binding.after_create, [format!("{name}/afterCreate")]);
    assert!(binding.after_update.is_empty());
    assert_eq!(monitor.one("s").hooks, None);
}

#[tokio::test]
async fn a_hook_that_fails_before_a_child_is_made_fails_the_child_and_hides_secrets() {
    let monitor = FakeMonitor::start();
    let stage = hooking(&monitor, vec![("beforeCreate", 0.0)], |_, _| {
        Err("not with hush-and-more (src/lib.rs:3)".to_owned())
    });
    let password = json!({ SIGNATURE: SECRET, "value": "hush-and-more" });
    let stage = stage.with(&json!({ "password": password }));
    let failed = stage.serving().await.run().await.expect_err("a failure");
    assert!(failed.message().contains("`child`"), "{failed:?}");
    assert!(
        failed.message().contains("could not be registered"),
        "{failed:?}"
    );
    let ran = monitor.hooked();
    assert!(ran[0].error.contains("(src/lib.rs:3)"), "{}", ran[0].error);
    assert!(!ran[0].error.contains("hush-and-more"), "{}", ran[0].error);
}

#[tokio::test]
async fn a_hook_that_fails_after_a_child_was_made_leaves_the_child_to_the_engine() {
    let monitor = FakeMonitor::start();
    let stage = hooking(&monitor, vec![("afterCreate", 0.0)], |_, _| {
        Err("the answer is empty".to_owned())
    });
    let stage = stage.with(&json!({ "password": "hush" }));
    stage.serving().await.run().await.expect("a component");
    assert!(monitor.hooked()[0].error.ends_with("the answer is empty"));
}

#[tokio::test]
async fn the_token_of_a_hook_is_good_until_its_child_is_registered() {
    let monitor = FakeMonitor::start();
    let stage = hooking(&monitor, vec![("beforeUpdate", 0.0)], |_, _| Ok(()));
    let stage = stage.with(&json!({ "password": "hush" }));
    stage.serving().await.run().await.expect("a component");
    let callback = monitor.hook("child/beforeUpdate");
    assert!(callback.token.len() >= 32, "{}", callback.token);
    let refused = invoke(&callback, Vec::new()).await.expect_err("a refusal");
    assert_eq!(refused.code(), tonic::Code::NotFound);
}

#[tokio::test]
async fn an_engine_that_knows_no_hooks_is_told_to_be_updated() {
    let monitor = FakeMonitor::telling(Telling::Asked(&[]), |_| Reply::made());
    let stage = hooking(&monitor, vec![("afterCreate", 0.0)], |_, _| Ok(()));
    let stage = stage.with(&json!({ "password": "hush" }));
    let failed = stage.serving().await.run().await.expect_err("a refusal");
    let message = failed.message();
    assert!(message.contains("the option `hooks`"), "{message}");
    assert!(message.contains("update the Pulumi CLI"), "{message}");
    assert_eq!(monitor.names(), ["s"]);
}
