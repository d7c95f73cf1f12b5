//! Derived values: `apply`, `all`, `interpolate!`.

use super::*;

#[test]
fn a_function_gets_what_is_known_and_may_declare_more() {
    let inputs = json!({ "title": "T", "note": "n", "index": "i" });
    let (_, nodes) = construct(SITE, &inputs);
    let (source, callback) = derived(&nodes, 4);
    assert_eq!(source, json!(["T", output(2, "urls")]));
    let (result, declared) = run(callback, &json!(["T", ["https://i"]]));
    let resources = resources(&declared);
    assert_eq!(resources[0].name, "it-last");
    let expected = json!({ "path": "T", "owner": [1, { "mail": "a@b" }] });
    assert_eq!(parse(&resources[0].inputs), expected);
    assert_eq!(
        parse(&resources[0].options),
        json!({ "dependsOn": [output(2, "")] })
    );
    // The text combines a value that the first function knew with a resource that it declared.
    let (source, callback) = derived(&declared, 2);
    assert_eq!(source, json!(["https://i", output(1, "id")]));
    assert_eq!(result.unwrap(), output(2, ""));
    let (text, _) = run(callback, &json!(["https://i", "id-1"]));
    assert_eq!(text.unwrap(), json!("https://i#id-1"));
    close(SESSION);
}

#[test]
fn a_function_is_called_once_and_dropped_at_the_end() {
    let (_, nodes) = construct(SITE, &json!({ "title": "T", "note": "n" }));
    let (_, callback) = derived(&nodes, 3 + 1);
    run(callback, &json!(["T", ["u"]])).0.unwrap();
    for gone in [callback, 99] {
        let (again, _) = run(gone, &json!(["T", ["u"]]));
        assert!(matches!(again, Err(WitError::NotFound(_))), "{again:?}");
    }
    close(SESSION);
    let (closed, _) = run(0, &json!(1));
    let Err(WitError::NotFound(failure)) = closed else {
        panic!("{closed:?}")
    };
    assert_eq!(failure.message, "the session 7 is not open");
    // Closing a session twice is not an error.
    close(SESSION);
}

#[test]
fn sessions_do_not_see_each_other() {
    let inputs = json!({ "title": "T", "note": "n" });
    let (_, first) = construct_in(1, SITE, &inputs);
    let (_, second) = construct_in(2, SITE, &inputs);
    assert_eq!(derived(&first, 4).1, derived(&second, 4).1);
    close(1);
    let answer = PulumiProvider::run_callback(wit::CallbackRequest {
        context: context(SITE),
        session: 2,
        callback: derived(&second, 4).1,
        kind: "apply".into(),
        argument: json!(["T", ["u"]]).to_string(),
        extra: "{}".into(),
    });
    assert!(answer.is_ok(), "{answer:?}");
    assert_eq!(resources(&nodes::take())[0].session, 2);
    close(2);
}

#[test]
fn a_kind_of_callback_that_is_not_known_is_unsupported() {
    let answer = PulumiProvider::run_callback(wit::CallbackRequest {
        context: context(SITE),
        session: SESSION,
        callback: 0,
        kind: "judge".into(),
        argument: "{}".into(),
        extra: "{}".into(),
    });
    assert!(
        matches!(answer, Err(WitError::Unsupported(_))),
        "{answer:?}"
    );
}
