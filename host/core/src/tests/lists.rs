//! Lists: pages of the guest's, pages of the engine's, and limits over all of them.

use serde_json::json;

use crate::call::{Effects, Operation};
use crate::operations;
use crate::operations::list::{Listing, Query};
use crate::testing::{Answers, Scene, THING, map};
use crate::value::PropertyValue::Unknown;

fn scene(pages: &[&[&'static str]]) -> Scene {
    let answers = Answers {
        list: pages.iter().map(|page| page.to_vec()).collect(),
        ..Answers::default()
    };
    let change = |manifest: &mut serde_json::Value| {
        manifest["schema"]["resources"][THING]["listInputs"] = json!({
            "type": "object", "properties": { "zone": { "type": "string" } }
        });
    };
    Scene::with(&["create", "list"], change, answers)
}

/// All results, one string for each answer to the engine.
async fn all(scene: &Scene, limit: u64, page_size: u64) -> Vec<String> {
    let call = scene.call(Operation::List);
    let mut answers = Vec::new();
    let mut continuation = Some(String::new());
    while let Some(token) = continuation.take() {
        let mut listing = Listing::begin(limit, page_size, &token).expect("a list");
        let mut answer = String::new();
        while let Some(page) = listing
            .next(&scene.package, &call, &map([]))
            .await
            .expect("a page")
        {
            answer.extend(page.found.into_iter().map(|listed| listed.id));
            assert!(
                continuation.is_none(),
                "something came after a continuation"
            );
            continuation = page.continuation;
        }
        answers.push(answer);
        assert!(answers.len() < 20, "it never ends");
    }
    answers
}

#[tokio::test]
async fn limits_and_page_sizes_hold_whatever_pages_the_guest_makes() {
    for pages in [
        &[&["a", "b", "c", "d", "e"][..]][..],
        &[&["a", "b"], &["c", "d"], &["e"]],
        &[&["a"], &[], &["b", "c", "d"], &["e"]],
        &[&["a", "b", "c"], &["d", "e"], &[]],
    ] {
        for (limit, page_size, expected) in [
            (0, 0, &["abcde"][..]),
            (3, 0, &["abc"]),
            (9, 0, &["abcde"]),
            (0, 2, &["ab", "cd", "e"]),
            (3, 2, &["ab", "c"]),
            (4, 2, &["ab", "cd"]),
            (0, 9, &["abcde"]),
            (0, 1, &["a", "b", "c", "d", "e"]),
        ] {
            let mut found = all(&scene(pages), limit, page_size).await;
            // The guest cannot always know that no page follows.
            found.retain(|answer| !answer.is_empty());
            assert_eq!(found, expected, "{pages:?} {limit} {page_size}");
        }
    }
}

#[tokio::test]
async fn the_guest_is_told_how_many_are_wanted() {
    let scene = scene(&[&["a", "b"], &["c", "d"]]);
    all(&scene, 3, 0).await;
    let asked = scene.fake.asked();
    let wanted: Vec<_> = asked.iter().map(|asked| asked.wanted).collect();
    assert_eq!(wanted, [(Some(3), None), (Some(1), None)]);
    assert_eq!(asked[0].effects, Some(Effects::Read));
}

#[tokio::test]
async fn a_query_is_what_the_schema_declares() {
    let scene = scene(&[]);
    let call = scene.call(Operation::List);
    let query = map([("zone", "x".into())]);
    let judged = operations::list_query(&scene.package, &call, query.clone());
    assert_eq!(judged.expect("a query"), Query::Known(query));
    let judged = operations::list_query(&scene.package, &call, map([("zone", Unknown)]));
    assert_eq!(judged.expect("a query"), Query::Unknown);
    let refused = operations::list_query(&scene.package, &call, map([("zoen", "x".into())]));
    assert!(
        refused
            .expect_err("a refusal")
            .to_string()
            .contains("`zoen`")
    );

    let without = Scene::new(&["create", "list"]);
    let refused = operations::list_query(&without.package, &call, map([("zone", "x".into())]));
    assert!(
        refused
            .expect_err("a refusal")
            .to_string()
            .contains("takes no query")
    );
    let silent = Scene::new(&["create"]);
    let refused = operations::list_query(&silent.package, &call, map([]));
    assert!(
        refused
            .expect_err("a refusal")
            .to_string()
            .contains("cannot be listed")
    );
}

#[test]
fn a_continuation_must_be_one() {
    for token in ["x", "1", "1.2", "1.x.y", "-1.0.y"] {
        assert!(Listing::begin(0, 0, token).is_err(), "{token}");
    }
    assert!(Listing::begin(0, 0, "1.0.a.b").is_ok());
}
