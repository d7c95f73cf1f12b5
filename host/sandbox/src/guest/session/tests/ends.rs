//! How sessions end.

use std::time::{Duration, Instant};

use pulumi_wasm_core::component::{CallbackKind, CallbackRequest, ConstructRequest};
use pulumi_wasm_core::error::GuestError;
use pulumi_wasm_core::graph::{Authority, ComponentNode, Graph};
use pulumi_wasm_core::value::PropertyMap;

use super::guest::{ANSWER, MUST, SESSION};
use super::*;

const LOOP: &str = "(loop $again (br $again))";

#[tokio::test]
async fn a_crash_in_a_callback_ends_its_session_alone_and_the_next_one_is_served() {
    let mut guest = with_callback();
    // The title of one of them is longer.
    let given = guest.gives("1");
    guest.callback = format!(
        "(if (i32.gt_u (i32.load offset=84 (local.get 0)) (i32.const 7)) (then unreachable)) {given}"
    );
    let mut stage = Stage::new(guest).with("title", "hello".into());
    let monitor = FakeMonitor::new();
    stage.site("one", monitor.as_ref()).await.expect("a site");
    let bad = PropertyValue::from("too long");
    let good = std::mem::replace(&mut stage.inputs, vec![("title", bad)]);
    let error = stage.failure().await;
    let CallError::Trap(report) = &error else {
        panic!("{error}");
    };
    assert!(
        report.frames.concat().contains("run-callback"),
        "{report:?}"
    );
    stage.inputs = good;
    let monitor = FakeMonitor::new();
    stage.site("two", monitor.as_ref()).await.expect("a site");
}

#[tokio::test]
async fn an_endless_callback_ends_with_the_time_of_a_check_and_others_go_on() {
    let mut guest = with_callback();
    // The name of the component is in the context.
    let given = guest.gives("1");
    guest.callback = format!(
        "(if (i32.eq (i32.load offset=20 (local.get 0)) (i32.const 4)) (then {LOOP})) {given}"
    );
    let stage = Stage::limited(guest, &[(Limit::CheckTime, 300), (Limit::Instances, 2)]);
    let stage = stage.with("title", "hello".into());
    let (bad, good) = (FakeMonitor::new(), FakeMonitor::new());
    let began = Instant::now();
    let (bad, good) = tokio::join!(
        stage.site("long", bad.as_ref()),
        stage.site("s", good.as_ref())
    );
    good.expect("a site");
    let Err(CallError::Deadline { after, hint, .. }) = bad else {
        panic!("{bad:?}");
    };
    assert_eq!(after, Duration::from_millis(300));
    assert!(hint.contains("check-time"), "{hint}");
    assert!(began.elapsed() < Duration::from_secs(20));
}

#[tokio::test]
async fn a_cancelled_session_ends_at_once_and_its_instance_with_it() {
    let mut guest = with_callback();
    guest.callback = LOOP.to_owned();
    let stage = Stage::new(guest).with("title", "hello".into());
    let monitor = FakeMonitor::new();
    let call = stage.call(SITE, "s");
    let cancellation = call.cancellation.clone();
    let began = Instant::now();
    let (constructed, ()) = tokio::join!(
        construct(&stage.package, &call, stage.parameters(), monitor.as_ref()),
        async {
            monitor.has_got(2).await;
            cancellation.cancel();
        }
    );
    let site = constructed.expect("a component without outputs");
    assert!(site.outputs.is_empty() && !site.urn.is_empty());
    assert!(began.elapsed() < Duration::from_secs(10));
}

#[tokio::test]
async fn an_error_of_the_guest_is_that_of_the_component() {
    let mut guest = Guest::default();
    let second = guest.pet("p", "{}");
    guest.construct = format!("{second} {second}");
    let error = Stage::new(guest).failure().await;
    let CallError::Guest(GuestError::Invalid(failures)) = error else {
        panic!("{error}");
    };
    assert!(failures[0].reason.contains("site.rs:7"), "{failures:?}");
}

#[tokio::test]
async fn a_session_number_that_is_not_that_of_the_session_is_refused() {
    for forged in [
        "(i32.const 0)",
        "(i32.const 77)",
        "(i32.sub (i32.const 0) (i32.const 1))",
    ] {
        let mut guest = Guest::default();
        let name = guest.text("p");
        let sum = format!("(i32.add {SESSION} {forged})");
        let session = if forged == "(i32.const 0)" {
            forged
        } else {
            &sum
        };
        guest.construct = guest.register_in(session, 0, "random:index:Pet", &name, "{}", "{}");
        let error = Stage::new(guest).failure().await;
        assert!(
            matches!(&error, CallError::Guest(GuestError::NotFound(_))),
            "{error:?}"
        );
    }
}

#[tokio::test]
async fn a_session_that_has_ended_is_refused_in_the_next_one() {
    // It keeps the number of its first session, and names that one in the second.
    let mut guest = Guest::default();
    let name = guest.text("p");
    let declare = guest.register_in(
        "(global.get $kept)",
        0,
        "random:index:Pet",
        &name,
        "{}",
        "{}",
    );
    let outputs = guest.gives("{}");
    guest.construct = format!(
        "(if (i32.eqz (global.get $kept)) (then (global.set $kept {SESSION}))) {declare} {outputs}"
    );
    let stage = Stage::new(guest);
    let monitor = FakeMonitor::new();
    stage.site("one", monitor.as_ref()).await.expect("a site");
    let error = stage.failure().await;
    assert!(
        matches!(&error, CallError::Guest(GuestError::NotFound(_))),
        "{error:?}"
    );
    assert!(
        error.to_string().contains("the session 1 has ended"),
        "{error}"
    );
}

/// A declaration in the session 1, whichever is open.
fn declaring(guest: &mut Guest) -> String {
    let [token, name, object] = ["random:index:Pet", "p", "{}"].map(|text| guest.text(text));
    format!(
        "(call $register (i32.const 1) (i32.const 0) {token} {name} {object} {object} {name} {object} \
         (i32.const {ANSWER}))"
    )
}

#[tokio::test]
async fn a_declaration_outside_of_a_session_is_unsupported() {
    // While an instance is made for the session.
    let mut guest = Guest::default();
    guest.configure = Some(format!("{} {MUST} unreachable", declaring(&mut guest)));
    guest.construct = guest.gives("{}");
    let stage = Stage::new(guest);
    stage.component.set_configuration(PropertyMap::new());
    let error = stage.failure().await.to_string();
    assert!(error.contains("no session is open"), "{error}");

    // At the end of the session. The next one tells whether it was refused.
    let mut guest = Guest::default();
    let declare = declaring(&mut guest);
    let [taken, refused] = [r#"{"url":1}"#, r#"{"url":2}"#].map(|text| guest.gives(text));
    guest.construct = format!("(if (global.get $kept) (then {refused})) {taken}");
    let done = guest.words(&[0, 0]);
    guest.close = Some(format!(
        "{declare} (global.set $kept (i32.load8_u (i32.const {ANSWER}))) (i32.const {done})"
    ));
    let stage = Stage::new(guest);
    let monitor = FakeMonitor::new();
    stage.site("one", monitor.as_ref()).await.expect("a site");
    let second = stage.site("two", monitor.as_ref()).await.expect("a site");
    assert_eq!(second.outputs["url"], PropertyValue::Number(2.0));
    assert_eq!(monitor.registered().len(), 2);
}

#[tokio::test]
async fn a_session_that_ended_by_a_crash_cannot_be_entered_again() {
    let mut guest = with_callback();
    guest.callback = "unreachable".to_owned();
    let stage = Stage::new(guest);
    let mut session = stage.component.begin_session();
    let graph = Graph::new(
        session.number(),
        false,
        Authority {
            own: "acme".to_owned(),
            uses: ["random".to_owned()].into(),
            ..Authority::default()
        },
        ComponentNode {
            inputs: PropertyMap::from([("title".to_owned(), "x".into())]),
            ..ComponentNode::default()
        },
    );
    let call = Call {
        graph: Some(Arc::new(parking_lot::Mutex::new(graph))),
        ..stage.call(SITE, "s")
    };
    let nothing = PropertyMap::new();
    let request = ConstructRequest {
        inputs: &nothing,
        options: &nothing,
    };
    session.construct(&call, request).await.expect("outputs");
    let argument = PropertyValue::Null;
    let derive = CallbackRequest {
        kind: CallbackKind::Derive,
        number: 7,
        subject: "",
        argument: &argument,
    };
    let error = session.run_callback(&call, derive).await;
    assert!(matches!(error, Err(CallError::Trap(_))), "{error:?}");
    let error = session.run_callback(&call, derive).await;
    let error = error.expect_err("a refusal").to_string();
    assert!(
        error.contains("session of the component has ended"),
        "{error}"
    );
    session.close(&call).await;
}

#[tokio::test]
async fn an_instance_goes_back_after_its_session_and_one_whose_end_failed_does_not() {
    for (close, expected) in [(None, 2), (Some("unreachable".to_owned()), 1)] {
        // It counts the sessions of its instance.
        let mut guest = Guest::default();
        let [first, again] = ["{\"url\":1}", "{\"url\":2}"].map(|text| guest.gives(text));
        guest.construct = format!(
            "(if (global.get $kept) (then {again})) (global.set $kept (i32.const 1)) {first}"
        );
        guest.close = close;
        let stage = Stage::new(guest);
        let monitor = FakeMonitor::new();
        stage.site("one", monitor.as_ref()).await.expect("a site");
        let second = stage.site("two", monitor.as_ref()).await.expect("a site");
        let expected = PropertyValue::Number(f64::from(expected));
        assert_eq!(second.outputs["url"], expected);
    }
}

#[tokio::test]
async fn a_component_without_the_functions_of_components_says_so() {
    use crate::guest::testing::{Text, WIT_0_1_0};
    let text = Text {
        wit: &[WIT_0_1_0],
        world: "provider",
        head: "",
        functions: &[],
        otherwise: "unreachable",
    };
    let error = Stage::of(&text.component(), &[]).failure().await;
    assert!(
        matches!(&error, CallError::Guest(GuestError::Unsupported(_))),
        "{error:?}"
    );
}
