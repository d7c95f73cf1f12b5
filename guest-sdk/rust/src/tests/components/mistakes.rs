//! Mistakes of authors: each message names the mistake and its place in the source.

use super::*;
use crate::error::Error;

fn one(what: &str) -> (Result<JsonValue, WitError>, Nodes) {
    construct("web:index:One", &json!({ "what": what, "text": "t" }))
}

/// The message, without the line, which changes with the sample.
#[track_caller]
fn message(outcome: Result<JsonValue, WitError>) -> String {
    let text = other(outcome);
    let Some((before, after)) = text.split_once("components/sample.rs:") else {
        panic!("no place: {text}");
    };
    let (before, _) = before
        .rsplit_once(|letter| " (".contains(letter))
        .unwrap_or_default();
    let after = after.trim_start_matches(|letter: char| letter.is_ascii_digit());
    format!("{} HERE{after}", before.trim_end())
}

#[test]
fn a_refusal_of_the_host_names_type_name_and_line() {
    drop(nodes::take());
    nodes::with(|nodes| nodes.refusal = Some(Error::invalid("options.x", "is not an option")));
    let answer = PulumiProvider::construct(wit::ConstructRequest {
        context: context(SITE),
        session: SESSION,
        inputs: json!({ "title": "T", "note": "n" }).to_string(),
        options: "{}".into(),
        extra: "{}".into(),
    });
    let outcome = answer.map(|answer| parse(&answer.outputs));
    assert_eq!(
        message(outcome),
        "`random:index/randomPassword:RandomPassword` `it-password` HERE): options.x: is not an option"
    );
    close(SESSION);
}

#[test]
fn names_of_own_types_are_checked_at_once() {
    let (wrong, nodes) = one("wrong input");
    assert_eq!(
        message(wrong),
        "`web:index:Page` `it-page` HERE): `pahth` is not an input; the inputs are `path`"
    );
    assert!(nodes.nodes.is_empty());
    let (wrong, _) = one("wrong output");
    assert_eq!(
        message(wrong),
        "`it-page` has no output `uri`, which HERE reads; its outputs are `path`, `url`"
    );
    let (wrong, _) = one("wrong open");
    assert_eq!(
        message(wrong),
        "`web:index:Page` has no output `uri`, which HERE reads; its outputs are `path`, `url`"
    );
    let (wrong, _) = one("wrong number");
    assert!(message(wrong).contains("path: NaN is not a number that Pulumi can hold"));
    let (wrong, _) = one("not a component");
    assert!(message(wrong).ends_with("is a resource, not a component: declare it with `child`"));
    close(SESSION);
}

#[test]
fn a_function_that_fails_says_where_it_is() {
    let (_, nodes) = one("callback");
    let (_, callback) = derived(&nodes, 1);
    let (failed, _) = run(callback, &json!("t"));
    assert_eq!(message(failed), "`apply` at HERE: no `t` today");
    let (_, nodes) = one("number");
    let (_, callback) = derived(&nodes, 1);
    let (failed, _) = run(callback, &json!("t"));
    let failed = message(failed);
    assert!(
        failed.starts_with("the value of `apply` at HERE: "),
        "{failed}"
    );
    assert!(failed.contains("expected a whole number"), "{failed}");
    close(SESSION);
}

#[test]
fn an_output_that_outlives_its_component_is_refused() {
    let kept = json!({ "what": "keep", "text": output(0, "text") });
    construct("web:index:One", &kept).0.unwrap();
    close(SESSION);
    let later = json!({ "what": "kept", "text": "t" });
    let (refused, _) = construct_in(SESSION + 1, "web:index:One", &later);
    let refused = other(refused);
    assert!(
        refused.contains("`One` gave an output that cannot be used: given: "),
        "{refused}"
    );
    assert!(
        refused.contains("is an output of another or a finished component"),
        "{refused}"
    );
    close(SESSION + 1);
}

#[test]
fn an_error_about_an_input_stays_one() {
    let (error, _) = one("dance");
    assert_eq!(
        super::super::invalid(error.unwrap_err()),
        ["what: `dance` is not known"]
    );
    close(SESSION);
}

#[test]
fn a_component_that_is_not_here_is_unsupported() {
    let (error, _) = construct("web:index:Other", &json!({}));
    assert!(matches!(error, Err(WitError::Unsupported(_))), "{error:?}");
}
