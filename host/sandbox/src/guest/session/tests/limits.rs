//! The limits of sessions.

use super::guest::MUST;
use super::*;

/// A guest that declares this many pets, with numbers as names.
fn many(count: u32) -> Guest {
    let mut guest = Guest::default();
    let name = guest.text("00000");
    let at = name.split(')').next().unwrap_or_default().to_owned() + ")";
    let digits: String = (0..5)
        .map(|place| {
            let power = 10_u32.pow(4 - place);
            format!(
                "(i32.store8 offset={place} {at} (i32.add (i32.const 48) (i32.rem_u (i32.div_u (global.get $kept) \
                 (i32.const {power})) (i32.const 10))))"
            )
        })
        .collect();
    let declare = guest.register_in(
        super::guest::SESSION,
        0,
        "random:index:Pet",
        &name,
        "{}",
        "{}",
    );
    let outputs = guest.gives("{}");
    guest.construct = format!(
        "(global.set $kept (i32.const 0))
        (loop $again
            {digits} {declare}
            (global.set $kept (i32.add (global.get $kept) (i32.const 1)))
            (br_if $again (i32.lt_u (global.get $kept) (i32.const {count}))))
        {outputs}"
    );
    guest
}

/// Makes sure that an error names a limit and the next step.
#[track_caller]
fn assert_names(error: &CallError, limit: Limit) {
    let hint = error.hint().unwrap_or_default();
    let told = format!("{error}\nhint: {hint}");
    assert!(told.contains(&format!("{} of", limit.name())), "{told}");
    let advice = match Limit::by_name(limit.name()) {
        Some(_) => format!("--limit {}=", limit.name()),
        None => limit.hint(limit.default_value()),
    };
    assert!(told.contains(&advice), "{told}");
}

#[tokio::test]
async fn ten_thousand_children_are_registered_and_one_more_is_refused() {
    let stage = Stage::new(many(10_000));
    let monitor = FakeMonitor::new();
    stage.site("s", monitor.as_ref()).await.expect("a site");
    assert_eq!(monitor.registered().len(), 10_001);
    let stage = Stage::new(many(10_001));
    let monitor = FakeMonitor::new();
    let error = stage.site("s", monitor.as_ref()).await;
    assert_names(&error.expect_err("a refusal"), Limit::SessionNodes);
}

#[tokio::test]
async fn a_callback_that_declares_another_one_for_ever_is_refused() {
    let mut guest = with_callback();
    let again = guest.derive("1", 7);
    let result = guest.gives("2");
    guest.callback = format!("{again} {result}");
    let stage = Stage::limited(guest, &[(Limit::SessionCallbacks, 300)]);
    let error = stage.with("title", "x".into()).failure().await;
    assert_names(&error, Limit::SessionCallbacks);
}

#[tokio::test]
async fn what_a_session_declares_takes_so_many_bytes() {
    let long = "x".repeat(3000);
    let whole = || {
        let mut guest = Guest::default();
        let (pet, outputs) = (
            guest.pet("p", &format!(r#"{{"x":"{long}"}}"#)),
            guest.gives("{}"),
        );
        guest.construct = format!("{pet} {outputs}");
        guest
    };
    let outputs = || {
        let mut guest = Guest::default();
        guest.construct = guest.gives(&format!(r#"{{"url":"{long}"}}"#));
        guest
    };
    let result = || {
        let mut guest = with_callback();
        guest.callback = guest.gives(&format!("\"{long}\""));
        guest
    };
    for guest in [&whole as &dyn Fn() -> Guest, &outputs, &result] {
        let set = [(Limit::SessionSize, 2000)];
        let stage = Stage::limited(guest(), &set).with("title", "x".into());
        assert_names(&stage.failure().await, Limit::SessionSize);
        let stage = Stage::new(guest()).with("title", "x".into());
        let monitor = FakeMonitor::new();
        stage.site("s", monitor.as_ref()).await.expect("a site");
    }
}

#[tokio::test]
async fn outputs_that_are_put_into_values_count_as_well() {
    let whole = || {
        let mut guest = Guest::default();
        let parts = [(); 10].map(|()| out(0, "title")).join(",");
        let (pet, outputs) = (
            guest.pet("p", &format!(r#"{{"x":[{parts}]}}"#)),
            guest.gives("{}"),
        );
        guest.construct = format!("{pet} {outputs}");
        guest
    };
    let title = || "x".repeat(3000).as_str().into();
    let stage = Stage::limited(whole(), &[(Limit::SessionSize, 20_000)]);
    let error = stage.with("title", title()).failure().await;
    assert_names(&error, Limit::SessionSize);
    let stage = Stage::new(whole()).with("title", title());
    let monitor = FakeMonitor::new();
    stage.site("s", monitor.as_ref()).await.expect("a site");
}

#[tokio::test]
async fn all_calls_of_a_session_compute_for_so_long_together() {
    // Each callback computes for a while and declares the next one.
    let mut guest = with_callback();
    let again = guest.derive("1", 7);
    let result = guest.gives("2");
    guest.callback = format!(
        "(global.set $kept (i32.const 0))
        (loop $more
            (global.set $kept (i32.add (global.get $kept) (i32.const 1)))
            (br_if $more (i32.lt_u (global.get $kept) (i32.const 20000000))))
        {again} {result}"
    );
    let set = [(Limit::ComputeTime, 200)];
    let stage = Stage::limited(guest, &set).with("title", "x".into());
    assert_names(&stage.failure().await, Limit::ComputeTime);
    // It was not the first call that took the time.
    assert!(
        stage.component.entries() > 2,
        "{}",
        stage.component.entries()
    );
}

#[tokio::test]
async fn a_call_of_a_session_computes_no_longer_than_any_call() {
    let mut guest = with_callback();
    guest.callback = "(loop $again (br $again))".to_owned();
    let stage = Stage::limited(guest, &[(Limit::ComputeTime, 50)]);
    let error = stage.with("title", "x".into()).failure().await;
    assert_names(&error, Limit::ComputeTime);
}

#[tokio::test]
async fn the_dependencies_of_one_resource_have_a_limit() {
    let after = || {
        let mut guest = Guest::default();
        let whole = |node: u32| out(node, "").replace(",\"path\":\"\"", "");
        let options = format!("{{\"dependsOn\":[{},{}]}}", whole(1), whole(2));
        let pets = ["a", "b"].map(|name| guest.pet(name, "{}")).concat();
        let after = guest.register_with(0, "random:index:Pet", "after", "{}", &options);
        let outputs = guest.gives("{}");
        guest.construct = format!("{pets} {after} {outputs}");
        guest
    };
    let stage = Stage::limited(after(), &[(Limit::ResourceDependencies, 1)]);
    assert_names(&stage.failure().await, Limit::ResourceDependencies);
    let stage = Stage::limited(after(), &[(Limit::ResourceDependencies, 2)]);
    let monitor = FakeMonitor::new();
    stage.site("s", monitor.as_ref()).await.expect("a site");
}

#[tokio::test]
async fn so_many_sessions_are_open_in_a_process() {
    let mut guest = with_callback();
    guest.callback = guest.gives("1");
    // Sessions of other tests are open in this process as well.
    let stage = Stage::limited(guest, &[(Limit::ProcessSessions, 1)]);
    let stage = stage.with("title", "x".into());
    assert_names(&stage.failure().await, Limit::ProcessSessions);
}

#[tokio::test]
async fn a_refusal_that_the_guest_survives_ends_nothing() {
    let mut guest = many(5);
    guest.construct = guest.construct.replace(MUST, "");
    let stage = Stage::limited(guest, &[(Limit::SessionNodes, 3)]);
    let monitor = FakeMonitor::new();
    stage.site("s", monitor.as_ref()).await.expect("a site");
    assert_eq!(monitor.registered().len(), 4);
}
