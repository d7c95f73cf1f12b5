//! The functions that a guest can call in a session.

use parking_lot::Mutex;
use pulumi_wasm_core::call::{LogSink, Severity};
use pulumi_wasm_core::error::GuestError;
use pulumi_wasm_core::graph::LookupResult;
use pulumi_wasm_core::value::PropertyMap;

use super::guest::{ANSWER, SESSION};
use super::*;

#[tokio::test]
async fn no_request_is_made_and_nothing_is_shared_in_a_session() {
    for (call, expected) in [
        (
            "fetch",
            "was refused: no request is made during construct of `s`",
        ),
        (
            "shared",
            "shared values are not available while a component resource is constructed",
        ),
    ] {
        let mut guest = Guest::default();
        let call = match call {
            "fetch" => guest.fetch("https://example.com/"),
            _ => {
                let key = guest.text("k");
                format!(
                    "(call $shared {key} (i32.const {ANSWER})) {}",
                    super::guest::MUST
                )
            }
        };
        guest.construct = call;
        let error = Stage::new(guest).failure().await.to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[tokio::test]
async fn what_a_guest_looks_up_is_asked_of_the_engine() {
    let mut guest = Guest::default();
    let find = guest.find("invoke", "random:index:getWord", r#"{"length":3}"#);
    let outputs = guest.gives(&format!(r#"{{"url":{}}}"#, out(1, "word")));
    guest.construct = format!("{find} {outputs}");
    let monitor = FakeMonitor::finding(|_| LookupResult {
        outputs: PropertyMap::from([("word".to_owned(), "cat".into())]),
        ..LookupResult::default()
    });
    let site = Stage::new(guest).site("s", monitor.as_ref()).await;
    assert_eq!(site.expect("a site").outputs["url"], "cat".into());
    let looked_up = monitor.looked_up();
    assert_eq!(looked_up.len(), 1);
    assert_eq!(looked_up[0].token, "random:index:getWord");
    assert_eq!(looked_up[0].position, "site.rs:9");
}

#[tokio::test]
async fn a_look_up_of_a_kind_that_the_host_does_not_know_is_unsupported() {
    let mut guest = Guest::default();
    guest.construct = guest.find("exists", "random:index:Pet", r#"{"id":"x"}"#);
    let error = Stage::new(guest).failure().await;
    let CallError::Guest(GuestError::Unsupported(reason)) = &error else {
        panic!("{error:?}");
    };
    assert_eq!(
        reason,
        "look-ups of the kind `exists` are not known to this host"
    );
}

/// Remembers which resource each line was shown on.
#[derive(Default)]
struct Places(Mutex<Vec<(String, String)>>);

impl LogSink for Places {
    fn log(&self, _severity: Severity, urn: &str, message: &str, _ephemeral: bool) {
        self.0.lock().push((urn.to_owned(), message.to_owned()));
    }
}

#[tokio::test]
async fn lines_of_a_session_are_on_the_urn_of_the_component() {
    let mut guest = with_callback();
    let [first, second, extra] = ["at first", "later", "{}"].map(|text| guest.text(text));
    let emit =
        |message: &str| format!("(call $emit (i32.const 1) {message} (i32.const 0) {extra})");
    let body = std::mem::take(&mut guest.construct);
    guest.construct = format!("{} {body}", emit(&first));
    let result = guest.gives("1");
    guest.callback = format!("{} {result}", emit(&second));
    let stage = Stage::new(guest).with("title", "x".into());
    let places = Arc::<Places>::default();
    let call = Call {
        log: Arc::clone(&places) as Arc<dyn LogSink>,
        ..stage.call(SITE, "s")
    };
    let monitor = FakeMonitor::new();
    let site = construct(&stage.package, &call, stage.parameters(), monitor.as_ref()).await;
    let urn = site.expect("a site").urn;
    let shown = places.0.lock();
    let shown = shown
        .iter()
        .filter(|(_, message)| ["at first", "later"].contains(&message.as_str()));
    let urns: Vec<&str> = shown.map(|(urn, _)| urn.as_str()).collect();
    assert_eq!(urns, [urn.as_str(), urn.as_str()]);
}

/// A guest that puts the moment and random letters into the names of its children, one in `construct` and one in each
/// of two callbacks.
fn drawing() -> Guest {
    let mut guest = Guest::default();
    let name = guest.text("________");
    let at = name.split(')').next().unwrap_or_default().to_owned() + ")";
    // Random bytes are behind the address that the host wrote.
    let letters: String = (0..8)
        .map(|place| {
            format!(
                "(i32.store8 offset={place} {at} (i32.add (i32.const 97) (i32.and (i32.const 15) \
                 (i32.load8_u offset={place} (i32.load offset=4 (i32.const {ANSWER}))))))"
            )
        })
        .collect();
    let draw = format!("(call $random (i32.const 8) (i32.const {ANSWER})) {letters}");
    let declare = guest.register_in(SESSION, 0, "random:index:Pet", &name, "{}", "{}");
    let moment = format!(
        "(call $now (i32.const {ANSWER}))
        (if (f64.ne (f64.load (i32.const {ANSWER})) (f64.const 946684800)) (then unreachable))"
    );
    let callbacks = [7, 8].map(|number| guest.derive("1", number)).concat();
    let (outputs, result) = (guest.gives("{}"), guest.gives("null"));
    guest.construct = format!("{moment} {draw} {declare} {callbacks} {outputs}");
    guest.callback = format!("{moment} {draw} {declare} {result}");
    guest
}

async fn names(stage: &Stage, name: &str) -> Vec<String> {
    let monitor = FakeMonitor::new();
    stage.site(name, monitor.as_ref()).await.expect("a site");
    let registered = monitor.registered().into_iter().skip(1);
    registered.map(|one| one.name).collect()
}

#[tokio::test]
async fn the_clock_stands_still_and_randomness_follows_from_the_urn_and_the_callback() {
    let stage = Stage::new(drawing());
    let first = names(&stage, "s").await;
    assert_eq!(first.len(), 3);
    assert_eq!(names(&stage, "s").await, first, "the same again");
    let mut preview = Stage::new(drawing());
    preview.preview = true;
    assert_eq!(names(&preview, "s").await, first, "the same in a preview");
    let mut all = names(&stage, "other").await;
    all.extend(first);
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 6, "others for another component: {all:?}");
}
