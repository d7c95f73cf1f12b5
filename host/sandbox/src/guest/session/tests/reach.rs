//! What a guest may reach in a session.

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
            "nothing is shared while a component resource is constructed",
        ),
        ("find", "does not look up resources"),
    ] {
        let mut guest = Guest::default();
        let call = match call {
            "fetch" => guest.fetch("https://example.com/"),
            "shared" => {
                let key = guest.text("k");
                format!(
                    "(call $shared {key} (i32.const {ANSWER})) {}",
                    super::guest::MUST
                )
            }
            _ => {
                let object = guest.text("{}");
                format!(
                    "(call $find {SESSION} (i32.const 1) {object} {object} {object} {object} {object} \
                     (i32.const {ANSWER})) {}",
                    super::guest::MUST
                )
            }
        };
        guest.construct = call;
        let error = Stage::new(guest).failure().await.to_string();
        assert!(error.contains(expected), "{error}");
    }
}

/// A guest that puts the moment and random letters into the names of its children, one in `construct` and one in each of two
/// callbacks.
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
