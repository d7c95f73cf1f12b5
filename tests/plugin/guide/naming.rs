//! Names for resources that the program does not name: `autonaming` in Check.

use serde_json::{Value, json};
use test_support::protocol::pulumirpc::check_request::AutonamingOptions;
use test_support::protocol::pulumirpc::check_request::autonaming_options::Mode;

use super::guests::thing;
use super::properties::{json, object, path_of};
use super::world::World;
use test_support::assert_says;
use test_support::fake::guest::{Guest, THING};
use test_support::fake::steps::{Answer, Step};

/// A guest whose things have names of at most 12 characters.
fn named() -> Guest {
    let updated = Answer::Updated { outputs: "{}" };
    let guest = thing().does("update", [Step::Answer(updated)]);
    guest.manifest(|manifest| {
        manifest["resources"][THING]["autoName"] = json!({ "property": "label", "maxLength": 12 });
    })
}

fn options(mode: Mode, name: &str) -> Option<AutonamingOptions> {
    Some(AutonamingOptions {
        proposed_name: name.to_owned(),
        mode: mode.into(),
    })
}

/// The checked inputs of a resource that the program does not name.
async fn unnamed(world: &World, old: Value, seed: u8, options: Option<AutonamingOptions>) -> Value {
    let answer = world.check(|request| {
        request.olds = object(old);
        request.news = object(json!({}));
        request.random_seed = vec![seed; 32];
        request.autonaming = options;
    });
    let answer = answer.await.unwrap();
    assert!(answer.failures.is_empty(), "{:?}", answer.failures);
    json(answer.inputs.as_ref())
}

#[tokio::test]
async fn a_name_is_made_of_the_resources_name_and_the_seed_alone() {
    let world = World::of(&named()).await;
    let first = unnamed(&world, json!({}), 1, None).await;
    let name = first["label"].as_str().unwrap();
    assert!(name.starts_with("one-") && name.len() <= 12, "{name}");
    assert_eq!(unnamed(&world, json!({}), 1, None).await, first);
    assert_ne!(
        unnamed(&world, json!({}), 2, None).await["label"],
        first["label"]
    );
}

#[tokio::test]
async fn a_name_that_was_made_once_is_kept_whatever_the_seed_and_the_wishes_are() {
    let world = World::of(&named()).await;
    let first = unnamed(&world, json!({}), 1, None).await;
    for wish in [
        None,
        options(Mode::Propose, "other"),
        options(Mode::Enforce, "other"),
        options(Mode::Disable, ""),
    ] {
        let again = unnamed(&world, first.clone(), 2, wish).await;
        assert_eq!(again["label"], first["label"]);
        assert!(world.compared(first.clone(), again).await.diffs.is_empty());
    }
}

#[tokio::test]
async fn a_name_of_the_program_is_not_touched() {
    let world = World::of(&named()).await;
    for wish in [
        None,
        options(Mode::Enforce, "other"),
        options(Mode::Disable, ""),
    ] {
        let answer = world.check(|request| {
            request.news = object(json!({ "label": "mine" }));
            request.autonaming = wish;
        });
        assert_eq!(json(answer.await.unwrap().inputs.as_ref())["label"], "mine");
    }
}

/// For as long as it is ignored, the engine sends it as if the program gave it.
#[tokio::test]
async fn a_name_that_was_made_comes_back_by_ignore_changes_and_stays_so() {
    let world = World::of(&named()).await;
    let first = unnamed(&world, json!({}), 1, None).await;
    let answer = world.check(|request| {
        request.olds = object(first.clone());
        request.news = object(json!({ "label": first["label"] }));
    });
    let ignored = json(answer.await.unwrap().inputs.as_ref());
    assert_eq!(ignored["label"], first["label"]);
    let again = unnamed(&world, ignored, 2, None).await;
    assert_eq!(again, first);
}

/// A name that the program wrote and then removed was never generated, and is not kept.
#[tokio::test]
async fn a_name_that_the_program_gave_before_is_not_one_that_was_made() {
    let world = World::of(&named()).await;
    let now = unnamed(&world, json!({ "label": "mine" }), 1, None).await;
    assert_ne!(now["label"], "mine");
}

#[tokio::test]
async fn a_proposed_name_is_taken_and_fitted() {
    let world = World::of(&named()).await;
    let taken = unnamed(&world, json!({}), 1, options(Mode::Propose, "proposed")).await;
    assert_eq!(taken["label"], "proposed");
    let long = options(Mode::Propose, "a-name-that-is-far-too-long");
    let fitted = unnamed(&world, json!({}), 1, long).await;
    assert!(fitted["label"].as_str().unwrap().len() <= 12, "{fitted}");
}

#[tokio::test]
async fn an_enforced_name_is_taken_as_it_is_or_refused() {
    let world = World::of(&named()).await;
    let taken = unnamed(&world, json!({}), 1, options(Mode::Enforce, "enforced")).await;
    assert_eq!(taken["label"], "enforced");
    let answer = world.check(|request| {
        request.news = object(json!({}));
        request.autonaming = options(Mode::Enforce, "a-name-that-is-far-too-long");
    });
    let failures = answer.await.unwrap().failures;
    assert_says(&failures[0].reason, &["`label`"]);
}

#[tokio::test]
async fn where_names_are_not_to_be_made_a_missing_one_is_told() {
    let world = World::of(&named()).await;
    let answer = world.check(|request| {
        request.news = object(json!({}));
        request.autonaming = options(Mode::Disable, "");
    });
    let failures = answer.await.unwrap().failures;
    let [failure] = &failures[..] else {
        panic!("{failures:?}");
    };
    assert_eq!(path_of(failure), "label");
    assert!(failure.reason.contains("pulumi:autonaming"), "{failure:?}");
}

/// The engine checks a replacement without old inputs: another seed gives another name, so both resources can exist at
/// once. A fixed name cannot change.
#[tokio::test]
async fn a_replacement_with_a_fixed_name_deletes_first() {
    let world = World::of(&named()).await;
    let fixed = |zone: &str| json!({ "label": "mine", "zone": zone });
    let answer = world.compared(fixed("a"), fixed("b")).await;
    assert_eq!(answer.replaces, ["zone"]);
    assert!(answer.delete_before_replace);

    let mut old = unnamed(&world, json!({}), 1, None).await;
    let mut new = unnamed(&world, old.clone(), 1, None).await;
    old["zone"] = "a".into();
    new["zone"] = "b".into();
    let answer = world.compared(old, new).await;
    assert_eq!(answer.replaces, ["zone"]);
    assert!(!answer.delete_before_replace);
}
