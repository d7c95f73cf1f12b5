//! Component resources in tests: the component `site` of `tests/components`, with mocks of other packages.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests may fail this way"
)]

use pulumi_wasm_testing::{Construction, Failure, FailureKind, Method, Provider, secret, unknown};
use serde_json::json;

const PASSWORD: &str = "random:index/randomPassword:RandomPassword";

fn website() -> Construction {
    Provider::component("site.wasm").construction("Website", "docs")
}

#[test]
fn a_preview_has_all_children_and_says_what_is_unknown() -> Result<(), Failure> {
    let inputs = json!({ "title": "Hello", "note": secret("n"), "pages": 1 });
    let shown = website().preview(&inputs)?;
    assert_eq!(
        shown.names(),
        [
            "docs-front",
            "docs-more",
            "docs-more-page-1",
            "docs-password"
        ]
    );
    let front = shown.child("docs-front");
    front.inputs().assert_is(&json!({
        "path": "index.html", "text": secret("HELLO\n\nn"),
    }));
    front
        .options()
        .assert_is(&json!({ "ignoreChanges": ["path"] }));
    assert_eq!(front.depends_on(), ["docs-password"]);
    assert_eq!((front.parent(), front.token()), ("docs", "site:index:Page"));
    assert_eq!(shown.child("docs-more-page-1").parent(), "docs-more");
    shown.outputs().assert_has(&json!({
        "url": unknown(), "password": secret(unknown()), "link": unknown(),
    }));
    Ok(())
}

#[test]
fn an_update_has_the_values_of_mocks() -> Result<(), Failure> {
    let mut website = website();
    website.mock("docs-front", &json!({ "url": "https://front" }));
    website.mock(PASSWORD, &json!({ "result": "hunter2" }));
    let made = website.up(&json!({ "title": "Hello" }))?;
    made.outputs().assert_is(&json!({
        "url": "https://front", "link": "Hello <https://front>", "password": secret("hunter2"), "more": "",
    }));
    Ok(())
}

#[test]
fn an_output_of_what_no_mock_gives_is_absent_in_an_update() -> Result<(), Failure> {
    let made = website().up(&json!({ "title": "Hello" }))?;
    made.outputs().assert_is(&json!({ "more": "" }));
    Ok(())
}

#[test]
fn a_component_of_the_own_package_is_constructed_as_well() -> Result<(), Failure> {
    let portal = Provider::component("site.wasm").construction("Portal", "p");
    let made = portal.up(&json!({ "titles": ["a", "b"] }))?;
    let site = made.child("p-site");
    site.inputs().assert_has(&json!({ "title": "a and b" }));
    let front = made.child("p-site-front");
    assert_eq!(front.parent(), "p-site");
    front
        .inputs()
        .assert_has(&json!({ "path": "site/portal.html" }));
    made.outputs().assert_has(&json!({ "count": 2 }));
    Ok(())
}

#[test]
fn a_child_that_fails_ends_the_construction_with_its_reason() {
    let mut website = website();
    website.mock_failure("docs-password", "too short");
    let failure = website.up(&json!({ "title": "Hello" })).unwrap_err();
    assert!(failure.message().contains("too short"), "{failure}");
    let failure = website
        .preview(&json!({ "title": 1, "pages": 9 }))
        .unwrap_err();
    assert_eq!(failure.kind(), FailureKind::Invalid);
    assert!(failure.reason("pages").is_some(), "{failure}");
}

#[test]
fn what_every_component_must_do_is_judged() {
    website().judge(&json!({ "title": "Hello", "pages": 2 }));
}

#[test]
#[should_panic(expected = "no resource or function is called `docs-frnt`")]
fn a_mock_for_a_child_that_never_comes_is_a_mistake_of_the_test() {
    let mut website = website();
    website.mock("docs-frnt", &json!({}));
    drop(website.up(&json!({ "title": "Hello" })));
}

fn announce() -> Method {
    Provider::component("site.wasm").method("Website/announce", "docs")
}

#[test]
fn a_method_has_the_outputs_of_its_resource_and_registers_below_it() -> Result<(), Failure> {
    let mut announce = announce();
    announce.on(&json!({ "url": "https://docs", "password": "hunter2" }));
    announce.mock("docs-news", &json!({ "url": "https://docs/news" }));
    let called = announce.call(&json!({ "text": secret("Moved"), "times": 2 }))?;
    assert_eq!(called.names(), ["docs-news"]);
    let news = called.child("docs-news");
    news.inputs()
        .assert_is(&json!({ "path": "docs-news", "text": secret("Moved! Moved") }));
    assert_eq!(news.parent(), "docs");
    called.result().assert_is(&json!({
        "url": "https://docs/news", "login": secret("editor:hunter2"),
    }));
    assert!(
        called.urn().ends_with("site:index:Website::docs"),
        "{}",
        called.urn()
    );
    Ok(())
}

#[test]
fn a_method_in_a_preview_says_what_is_unknown() -> Result<(), Failure> {
    let mut announce = announce();
    announce.on(&json!({ "url": "https://docs", "password": unknown() }));
    let called = announce.preview(&json!({ "text": unknown() }))?;
    let news = called.child("docs-news");
    news.inputs().assert_has(&json!({ "text": unknown() }));
    called
        .result()
        .assert_is(&json!({ "url": unknown(), "login": secret(unknown()) }));
    Ok(())
}

#[test]
fn a_method_is_called_on_a_component_that_was_constructed() -> Result<(), Failure> {
    let mut page = Provider::component("site.wasm").method("Website/pageUrl", "docs");
    page.on_made(&json!({ "title": "Hello" }));
    page.mock("docs-front", &json!({ "url": "https://front" }));
    let called = page.call(&json!({ "path": "about" }))?;
    called
        .result()
        .assert_is(&json!({ "result": "https://front#about" }));
    assert!(called.children().is_empty());
    page.judge(&json!({ "path": "about" }));
    // A component that cannot be constructed is not a failure of the method.
    page.on_made(&json!({ "title": "Hello", "pages": 9 }));
    let failure = page.call(&json!({ "path": "about" })).unwrap_err();
    assert_eq!(failure.operation(), "construct of `docs`");
    Ok(())
}

#[test]
fn arguments_that_a_method_refuses_are_a_list() {
    let mut announce = announce();
    announce.on(&json!({ "url": "https://docs" }));
    let failure = announce
        .call(&json!({ "text": "Moved", "times": 4 }))
        .unwrap_err();
    assert_eq!(failure.kind(), FailureKind::Invalid);
    assert_eq!(failure.properties(), [("times", "three times are enough")]);
    announce.mock_failure("docs-news", "no more room");
    let failure = announce.call(&json!({ "text": "Moved" })).unwrap_err();
    assert!(failure.message().contains("no more room"), "{failure}");
}

#[test]
#[should_panic(expected = "call: the example can be called")]
fn what_every_method_must_do_is_judged() {
    let mut announce = announce();
    announce.on(&json!({ "url": "https://docs" }));
    announce.judge(&json!({ "text": "Moved", "times": 4 }));
}
