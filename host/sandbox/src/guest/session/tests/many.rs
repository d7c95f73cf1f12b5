//! Many sessions at once.

use async_trait::async_trait;
use futures_util::future::join_all;
use pulumi_wasm_core::graph::{
    LookupRequest, LookupResult, Registered, Registration, ResourceKind,
};
use pulumi_wasm_core::monitor::MonitorError;
use pulumi_wasm_core::value::PropertyMap;

use super::guest::SESSION;
use super::*;

/// A monitor that constructs components of the package in the same process, as the engine lets it.
struct Nesting<'a> {
    stage: &'a Stage,
    monitor: &'a FakeMonitor,
}

#[async_trait]
impl Monitor for Nesting<'_> {
    async fn register(&self, registration: Registration) -> Result<Registered, MonitorError> {
        if registration.kind != ResourceKind::Remote {
            return self.monitor.register(registration).await;
        }
        let call = self.stage.call(&registration.token, &registration.name);
        let parameters = ConstructParameters {
            parent: registration.parent,
            inputs: registration.inputs,
            ..ConstructParameters::default()
        };
        let made = construct(&self.stage.package, &call, parameters, self).await;
        let made = made.map_err(|error| MonitorError::Refused(error.to_string()))?;
        Ok(Registered {
            urn: made.urn,
            outputs: made.outputs,
            ..Registered::default()
        })
    }

    async fn look_up(&self, request: LookupRequest) -> Result<LookupResult, MonitorError> {
        self.monitor.look_up(request).await
    }

    async fn complete(&self, urn: &str, outputs: PropertyMap) -> Result<(), MonitorError> {
        self.monitor.complete(urn, outputs).await
    }
}

/// A site has a leaf, and a leaf a pet; callbacks pass on the results.
fn nested() -> Guest {
    let mut guest = Guest::default();
    let title = format!(r#"{{"title":{}}}"#, out(0, "title"));
    // Children have the name of their component.
    let name = "(i32.load offset=16 (local.get 0)) (i32.load offset=20 (local.get 0))";
    let leaf = guest.register_in(SESSION, 2, LEAF, name, &title, "{}");
    let pet = guest.register_in(SESSION, 0, "random:index:Pet", name, &title, "{}");
    let [url, title] = ["url", "title"].map(|path| guest.derive(&out(1, path), 1));
    let outputs = guest.gives(&format!(r#"{{"url":{}}}"#, out(2, "")));
    guest.construct = format!(
        "(if (i32.eq (i32.load offset=12 (local.get 0)) (i32.const {}))
            (then {leaf} {url} {outputs})
            (else {pet} {title} {outputs}))",
        SITE.len()
    );
    guest.callback = guest.gives(&out(1, "urn"));
    guest
}

#[tokio::test]
async fn two_hundred_components_with_a_nested_one_each_come_to_an_end_with_one_permit() {
    const COUNT: usize = 200;
    let stage = Stage::limited(nested(), &[(Limit::Instances, 1)]);
    let stage = stage.with("title", "hello".into());
    let monitor = FakeMonitor::new();
    // No pet is answered before all of them are requested: by then all sessions are open.
    monitor.hold();
    let nesting = Nesting {
        stage: &stage,
        monitor: &monitor,
    };
    let names: Vec<String> = (0..COUNT).map(|number| format!("s{number}")).collect();
    let sites = names
        .iter()
        .map(|name| async { stage.site(name, &nesting).await });
    let (sites, ()) = tokio::join!(join_all(sites), async {
        monitor.has_got(3 * COUNT).await;
        monitor.release();
    });
    for (site, name) in sites.into_iter().zip(&names) {
        let site = site.expect("a site");
        assert!(site.urn.ends_with(&format!("::{name}")), "{}", site.urn);
        // Each component has the result of its session.
        let leaf = text(&site.outputs["url"]);
        assert!(leaf.ends_with(&format!("{LEAF}::{name}")), "{leaf}");
    }
    assert_eq!(monitor.completed().len(), 2 * COUNT);
}

#[tokio::test]
async fn a_session_that_waits_lets_other_calls_run_with_one_permit() {
    let mut guest = with_callback();
    guest.callback = guest.gives("1");
    let stage = Stage::limited(guest, &[(Limit::Instances, 1), (Limit::WaitingCalls, 1)]);
    let stage = stage.with("title", "x".into());
    let (held, free) = (FakeMonitor::new(), FakeMonitor::new());
    held.hold();
    let (first, second) = tokio::join!(stage.site("a", held.as_ref()), async {
        held.has_got(2).await;
        let second = stage.site("b", free.as_ref()).await;
        held.release();
        second
    });
    first.expect("a site");
    second.expect("a site");
}

#[tokio::test]
async fn sessions_side_by_side_have_instances_of_their_own() {
    // Each keeps its title's length in a global of its instance while it waits, and gives it in the callback.
    let mut guest = with_callback();
    let construct = std::mem::take(&mut guest.construct);
    guest.construct = format!("(global.set $kept (i32.load offset=20 (local.get 0))) {construct}");
    let result = guest.gives("true");
    guest.callback = format!(
        "(if (i32.ne (global.get $kept) (i32.load offset=20 (local.get 0))) (then unreachable)) {result}"
    );
    let stage = Stage::limited(guest, &[(Limit::Instances, 1)]).with("title", "x".into());
    let monitor = FakeMonitor::new();
    monitor.hold();
    let (short, long) = tokio::join!(stage.site("a", monitor.as_ref()), async {
        monitor.has_got(2).await;
        let other = FakeMonitor::new();
        other.hold();
        let (long, ()) = tokio::join!(stage.site("another", other.as_ref()), async {
            other.has_got(2).await;
            monitor.release();
            other.release();
        });
        long
    });
    assert_eq!(
        short.expect("a site").outputs["url"],
        PropertyValue::Bool(true)
    );
    assert_eq!(
        long.expect("a site").outputs["url"],
        PropertyValue::Bool(true)
    );
}

/// A guest that counts the sessions of its instance, and whose callback sees the input `title`.
fn counting() -> Guest {
    let mut guest = Guest::default();
    let derived = guest.derive(&out(0, "title"), 7);
    let [first, later] = ["{\"url\":1}", "{\"url\":2}"].map(|outputs| guest.gives(outputs));
    guest.construct = format!(
        "{derived} (if (global.get $kept) (then {later})) (global.set $kept (i32.const 1)) {first}"
    );
    guest.callback = guest.gives("1");
    guest
}

#[tokio::test]
async fn an_instance_that_was_in_a_call_with_secrets_serves_no_later_session() {
    for (title, second_is_on) in [
        (PropertyValue::from("hello"), 2.0),
        (PropertyValue::from("hello").into_secret(), 1.0),
        // However short.
        (PropertyValue::from("x").into_secret(), 1.0),
    ] {
        let stage = Stage::new(counting()).with("title", title);
        let monitor = FakeMonitor::new();
        for (name, expected) in [("one", 1.0), ("two", second_is_on)] {
            let site = stage.site(name, monitor.as_ref()).await.expect("a site");
            assert_eq!(site.outputs["url"], expected.into());
        }
    }
}
