//! Declarations of a guest, and their results.

use pulumi_wasm_core::graph::ResourceKind;
use pulumi_wasm_core::value::{Asset, AssetContent, PropertyMap};

use super::*;

#[tokio::test]
async fn a_guest_declares_children_and_a_callback_that_runs_later() {
    let mut guest = with_callback();
    // The callback gets the title, declares one more child of it, and gives that child's id.
    let late = guest.pet("late", "{}");
    let result = guest.gives(&out(3, "id"));
    guest.callback = format!(
        "(if (i32.ne (i32.load offset=68 (local.get 0)) (i32.const 7)) (then unreachable))
        ;; `\"hello\"`
        (if (i32.ne (i32.load offset=84 (local.get 0)) (i32.const 7)) (then unreachable))
        {late} {result}"
    );
    let stage = Stage::new(guest).with("title", "hello".into());
    let monitor = FakeMonitor::new();
    let site = stage.site("s", monitor.as_ref()).await.expect("a site");
    let names: Vec<String> = monitor
        .registered()
        .into_iter()
        .map(|one| one.name)
        .collect();
    assert_eq!(names, ["s", "p", "late"]);
    assert_eq!(text(&site.outputs["url"]), "late_id");
    assert_eq!(monitor.completed()[&site.urn], site.outputs);
    let pet = monitor.one("p");
    assert_eq!(
        (text(&pet.inputs["label"]), pet.parent),
        ("hello", site.urn)
    );
    // Construct, the callback and the end of the session.
    assert_eq!(stage.component.entries(), 3);
}

#[tokio::test]
async fn a_preview_with_unknown_inputs_declares_the_same_and_calls_no_callback() {
    let mut guest = with_callback();
    guest.callback = "unreachable".to_owned();
    let mut stage = Stage::new(guest).with("title", PropertyValue::Unknown);
    stage.preview = true;
    let monitor = FakeMonitor::new();
    let site = stage.site("s", monitor.as_ref()).await.expect("a site");
    assert_eq!(monitor.one("p").inputs["label"], PropertyValue::Unknown);
    assert_eq!(site.outputs["url"], PropertyValue::Unknown);
}

#[tokio::test]
async fn what_a_callback_makes_of_a_secret_is_secret() {
    let mut guest = with_callback();
    guest.callback = guest.gives(r#"{"made":[1,null,{"of":"it"}]}"#);
    let stage = Stage::new(guest).with("title", PropertyValue::from("hello").into_secret());
    let monitor = FakeMonitor::new();
    let site = stage.site("s", monitor.as_ref()).await.expect("a site");
    assert!(matches!(site.outputs["url"], PropertyValue::Secret(_)));
    assert!(monitor.one("p").inputs["label"].contains_secret());
}

#[tokio::test]
async fn groups_have_the_outputs_that_the_guest_says() {
    let mut guest = Guest::default();
    let group = guest.register(1, "acme:index:Part", "g", "{}");
    let options = format!(r#"{{"parent":{},"protect":true}}"#, out(1, ""));
    let child = guest.register_with(0, "random:index:Pet", "p", "{}", &options);
    let finished = guest.finish(1, &format!(r#"{{"child":{}}}"#, out(2, "id")));
    let outputs = guest.gives(&format!(r#"{{"url":{}}}"#, out(1, "child")));
    guest.construct = format!("{group} {child} {finished} {outputs}");
    let stage = Stage::new(guest);
    let monitor = FakeMonitor::new();
    let site = stage.site("s", monitor.as_ref()).await.expect("a site");
    assert_eq!(text(&site.outputs["url"]), "p_id");
    let (group, child) = (monitor.one("g"), monitor.one("p"));
    assert_eq!(group.kind, ResourceKind::Group);
    assert_eq!(child.parent, FakeMonitor::urn(&group));
    assert_eq!(child.options.protect, Some(true));
    let completed = &monitor.completed()[&child.parent];
    let expected = PropertyMap::from([("child".to_owned(), "p_id".into())]);
    assert_eq!(*completed, expected);
}

#[tokio::test]
async fn assets_of_inputs_reach_children_and_callbacks_name_them_by_handles_of_their_own() {
    let asset = PropertyValue::Asset(Box::new(Asset {
        hash: "abc".to_owned(),
        content: AssetContent::Text("a page".to_owned()),
    }));
    // The first callback gives the asset back, and the second one a handle of the first.
    let mut guest = with_callback();
    let again = guest.derive(&out(1, "label"), 8);
    let given = r#"{"4dabf18193072939515e22adb298388d":"c44067f5952c0a294b673a41bacd8c17","hash":"abc","handle":0}"#;
    let given = guest.gives(given);
    guest.callback = format!(
        "(if (i32.eq (i32.load offset=68 (local.get 0)) (i32.const 7)) (then {again} {given})) {given}"
    );
    let stage = Stage::new(guest).with("title", asset.clone());
    let monitor = FakeMonitor::new();
    let error = stage.site("s", monitor.as_ref()).await;
    let error = error.expect_err("a failure").to_string();
    assert_eq!(monitor.one("p").inputs["label"], asset);
    assert!(
        error.contains("the asset 0 was not in the request"),
        "{error}"
    );
}

#[tokio::test]
async fn a_mistake_in_a_declaration_is_told_to_the_guest() {
    for (name, token, inputs, options, expected) in [
        ("p", "random:index:Pet", out(5, "id"), "{}", "no node 5"),
        (
            "p",
            "other:index:Pet",
            "1".to_owned(),
            "{}",
            "does not name the package `other`",
        ),
        (
            "p",
            "random:index:Pet",
            "1".to_owned(),
            r#"{"protekt":true}"#,
            "did you mean `protect`",
        ),
        (
            "p",
            "random:index:Pet",
            "1,".to_owned(),
            "{}",
            "not a JSON object",
        ),
        (
            "p",
            "random:index:Pet",
            "1".to_owned(),
            "7",
            "not a JSON object",
        ),
        ("", "random:index:Pet", "1".to_owned(), "{}", "needs a name"),
    ] {
        let mut guest = Guest::default();
        let inputs = format!(r#"{{"x":{inputs}}}"#);
        guest.construct = guest.register_with(0, token, name, &inputs, options);
        let error = Stage::new(guest).failure().await;
        assert!(matches!(error, CallError::Guest(_)), "{error:?}");
        assert!(error.to_string().contains(expected), "{error}");
    }
}
