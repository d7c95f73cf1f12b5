//! Component resources in tests: the component `site` of `tests/components`, with mocks in the place of other packages.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests may fail this way"
)]

use pulumi_wasm_testing::{Construction, Failure, FailureKind, Provider, secret, unknown};
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
    front.inputs().assert_has(&json!({ "path": "portal.html" }));
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
