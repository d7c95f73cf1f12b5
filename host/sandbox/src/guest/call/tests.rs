use std::time::Duration;

use pulumi_wasm_capability::limits::{Limit, Limits};
use pulumi_wasm_capability::testing::{Lines, call};
use pulumi_wasm_core::call::{Call, Operation};
use pulumi_wasm_core::component::{CreateRequest, Created};
use pulumi_wasm_core::error::GuestError;
use pulumi_wasm_core::value::PropertyMap;

use super::*;
use crate::guest::instances::Instances;
use crate::guest::testing::{Text, WIT_0_1_0, Workshop, words};

/// Saves a checkpoint for the resource `i1`.
const SAVE: &str = "\
    (call $save (i32.const 512) (i32.const 2) (i32.const 516) (i32.const 2) (i32.const 516) (i32.const 2) \
    (i32.const 4096))";
/// Never returns.
const LOOP: &str = "(loop $again (br $again)) unreachable";
/// Waits until the call is cancelled, for a day at most.
const SLEEP: &str = "(call $sleep (i32.const 86400000) (i32.const 4096))";
/// Asks for 128 MiB of memory, and cannot live without.
const GROW: &str = "(drop (memory.grow (i32.const 2048))) unreachable";
/// The answer: `i1`, without outputs.
const ANSWER: &str = "(i32.const 1024)";
/// The answer: an error of the guest.
const ERROR: &str = "(i32.const 1088)";
/// The answer: an exception of the guest.
const EXCEPTION: &str = "(i32.const 1152)";

/// A component whose `create` runs this.
fn guest(create: &str) -> Vec<u8> {
    let (id, empty) = ([512, 2], [516, 2]);
    let created = [0, id[0], id[1], empty[0], empty[1], 0, empty[0], empty[1]];
    // Numbers of cases: `other` and `crashed`.
    let [error, exception] = [10, 11].map(|case| [1, case, 520, 4, empty[0], empty[1]]);
    let head = format!(
        "(import \"pulumi-wasm:provider/checkpoint@0.1.0\" \"save\"
            (func $save (param i32 i32 i32 i32 i32 i32 i32)))
        (import \"pulumi-wasm:provider/clock@0.1.0\" \"sleep\" (func $sleep (param i32 i32)))
        (data (i32.const 512) \"i1\") (data (i32.const 516) \"{{}}\") (data (i32.const 520) \"oops\")
        (data (i32.const 1024) \"{}\") (data (i32.const 1088) \"{}\") (data (i32.const 1152) \"{}\")",
        words(&created),
        words(&error),
        words(&exception),
    );
    let text = Text {
        wit: &[WIT_0_1_0],
        world: "provider",
        head: &head,
        functions: &[("create", create)],
        otherwise: "unreachable",
    };
    text.component()
}

/// A component with one call of its `create`.
struct Scene {
    instances: Instances,
    call: Call,
    _workshop: Workshop,
}

impl Scene {
    fn new(create: &str) -> Self {
        Self::limited(create, &[])
    }

    fn limited(create: &str, limits: &[(Limit, u64)]) -> Self {
        let workshop = Workshop::new();
        let mut all = Limits::default();
        for (limit, value) in limits {
            all.set(*limit, *value);
        }
        let settings = workshop.settings(&guest(create), all);
        Self {
            instances: Instances::new(settings),
            call: call(Operation::Create, &Lines::default()),
            _workshop: workshop,
        }
    }

    async fn instance(&self) -> Instance {
        self.instances.bare(&self.call).await.expect("an instance")
    }

    /// Calls `create` on an instance.
    async fn create_on(&self, instance: Instance) -> Ended<Instance, Created> {
        let inputs = PropertyMap::new();
        let request = CreateRequest { inputs: &inputs };
        let (bounds, sources) = (self.instances.bounds(&self.call), self.instances.sources());
        call_guest(instance, bounds, sources, |guest, entry| {
            guest.create(entry, request)
        })
        .await
    }

    /// Calls `create` on a new instance: the error, whether the instance is left, and the id of the checkpoint.
    async fn failure(&self) -> (CallError, bool, Option<String>) {
        let ended = self.create_on(self.instance().await).await;
        let id = ended.checkpoint.map(|checkpoint| checkpoint.id);
        let (answer, held) = ended.outcome.into_parts();
        (answer.expect_err("a failure"), held.is_some(), id)
    }
}

#[tokio::test]
async fn an_answer_leaves_the_instance_for_the_next_call() {
    let scene = Scene::new(&format!("{SAVE} {ANSWER}"));
    let mut instance = scene.instance().await;
    for _ in 0..2 {
        let ended = scene.create_on(instance).await;
        assert_eq!(ended.checkpoint.expect("a checkpoint").id, "i1");
        let Outcome::Answered(created, held) = ended.outcome else {
            panic!("there is an answer");
        };
        assert_eq!(created.id, "i1");
        instance = held;
        // Nothing of the call stays with the instance.
        assert!(instance.store.data().current_call.call().is_none());
    }
}

#[tokio::test]
async fn a_deadline_ends_a_guest_that_computes_and_its_checkpoint_is_kept() {
    let body = format!("{SAVE} {LOOP}");
    let mut scene = Scene::new(&body);
    scene.call.timeout = Some(Duration::from_millis(50));
    let (error, is_left, id) = scene.failure().await;
    let CallError::Deadline {
        after,
        hint,
        frames,
    } = error
    else {
        panic!("{error}");
    };
    assert_eq!(after, Duration::from_millis(50));
    assert!(frames.concat().contains("create"), "{frames:?}");
    assert!(hint.contains("customTimeouts"), "{hint}");
    assert_eq!((is_left, id.as_deref()), (false, Some("i1")));

    let scene = Scene::limited(&body, &[(Limit::CallTime, 60)]);
    let (error, is_left, id) = scene.failure().await;
    let CallError::Deadline { after, hint, .. } = error else {
        panic!("{error}");
    };
    assert_eq!(after, Duration::from_millis(60));
    assert!(hint.contains(Limit::CallTime.name()), "{hint}");
    assert_eq!((is_left, id.as_deref()), (false, Some("i1")));
}

#[tokio::test]
async fn what_earlier_calls_of_a_request_took_is_not_there_again() {
    let mut scene = Scene::new(&format!("{SLEEP} {ANSWER}"));
    scene.call.timeout = Some(Duration::from_secs(3600));
    scene.call.spent = Duration::from_secs(3600);
    let (error, ..) = scene.failure().await;
    let CallError::Deadline { after, .. } = error else {
        panic!("{error}");
    };
    assert_eq!(after, Duration::from_secs(3600));
}

#[tokio::test]
async fn a_cancelled_call_has_a_grace_in_which_it_may_answer() {
    let scene = Scene::limited(
        &format!("{SLEEP} {ANSWER}"),
        &[(Limit::CancelGrace, 3_600_000)],
    );
    let instance = scene.instance().await;
    scene.call.cancellation.cancel();
    let ended = scene.create_on(instance).await;
    assert!(matches!(ended.outcome, Outcome::Answered(..)));
}

#[tokio::test]
async fn a_cancelled_call_ends_with_its_grace_and_its_checkpoint_is_kept() {
    let scene = Scene::limited(&format!("{SAVE} {LOOP}"), &[(Limit::CancelGrace, 20)]);
    let instance = scene.instance().await;
    scene.call.cancellation.cancel();
    let ended = scene.create_on(instance).await;
    assert!(matches!(
        ended.outcome,
        Outcome::Interrupted(CallError::Cancelled)
    ));
    assert_eq!(ended.checkpoint.expect("a checkpoint").id, "i1");
}

#[tokio::test]
async fn a_crash_takes_the_instance_along_and_its_checkpoint_is_kept() {
    let scene = Scene::new(&format!("{SAVE} unreachable"));
    let (error, is_left, id) = scene.failure().await;
    let CallError::Trap(report) = error else {
        panic!("{error}");
    };
    assert!(report.gave_up);
    assert!(report.frames.concat().contains("create"), "{report:?}");
    assert_eq!((is_left, id.as_deref()), (false, Some("i1")));
}

#[tokio::test]
async fn an_instance_needs_its_part_of_the_memories_of_the_process() {
    // A component may use three quarters of the limit, rounded down.
    let scene = Scene::limited(LOOP, &[(Limit::ProcessMemories, 1)]);
    let Err(error) = scene.instances.bare(&scene.call).await else {
        panic!("an instance");
    };
    assert!(
        error.to_string().contains("process-memories of 1"),
        "{error}"
    );
    assert!(error.hint().is_some_and(|hint| hint.contains("instances")));
}

#[tokio::test]
async fn an_exception_is_a_crash_and_takes_the_instance_along() {
    let (error, is_left, id) = Scene::new(&format!("{SAVE} {EXCEPTION}")).failure().await;
    let CallError::Trap(report) = error else {
        panic!("{error}");
    };
    assert_eq!(report.message.as_deref(), Some("oops"));
    assert_eq!((is_left, id.as_deref()), (false, Some("i1")));
}

#[tokio::test]
async fn an_error_of_the_guest_leaves_the_instance() {
    let (error, is_left, id) = Scene::new(&format!("{SAVE} {ERROR}")).failure().await;
    assert!(
        matches!(&error, CallError::Guest(GuestError::Other(message)) if message == "oops"),
        "{error}"
    );
    assert_eq!((is_left, id.as_deref()), (true, Some("i1")));
}

#[tokio::test]
async fn a_limit_that_a_guest_reached_is_named() {
    let limits = [(Limit::Memory, 64 << 20)];
    let scene = Scene::limited(&format!("{SAVE} {GROW}"), &limits);
    let (error, is_left, id) = scene.failure().await;
    let CallError::Limit { limit, hint, .. } = error else {
        panic!("{error}");
    };
    assert!(limit.contains("64 MiB"), "{limit}");
    assert!(hint.contains(Limit::Memory.name()), "{hint}");
    assert_eq!((is_left, id.as_deref()), (false, Some("i1")));
}

#[tokio::test]
async fn a_call_that_computes_for_too_long_is_ended_by_the_meter() {
    let scene = Scene::limited(&format!("{SAVE} {LOOP}"), &[(Limit::ComputeTime, 30)]);
    let (error, is_left, id) = scene.failure().await;
    let CallError::Limit { hint, .. } = error else {
        panic!("{error}");
    };
    assert!(hint.contains(Limit::ComputeTime.name()), "{hint}");
    assert_eq!((is_left, id.as_deref()), (false, Some("i1")));
}
