//! Values on their way from the request through the component to its children, and back.

use std::collections::HashMap;

use super::*;
use crate::pulumi::wire::pulumirpc::construct_request::PropertyDependencies;

#[tokio::test]
async fn the_dependencies_of_an_input_are_those_of_its_output_values_and_of_the_table() {
    let monitor = FakeMonitor::start();
    let mut stage = Stage::declaring(&monitor, |graph| {
        let inputs = vec![("prefix", output(0, "any")), ("length", output(0, "count"))];
        graph.register(pet("child", inputs)).expect("a node");
        vec![("url", output(0, "title"))]
    });
    let deep = json!({ SIGNATURE: OUTPUT, "value": "x", "dependencies": ["urn:b", "urn:c"] });
    let title = json!({ SIGNATURE: OUTPUT, "value": "t", "dependencies": ["urn:d"] });
    stage.request.inputs = Some(encoded(
        &json!({ "any": [{ "deep": deep }], "title": title, "count": 1 }),
    ));
    let urns = |urns: &[&str]| PropertyDependencies {
        urns: urns.iter().map(|urn| (*urn).to_owned()).collect(),
    };
    stage.request.input_dependencies = HashMap::from([
        ("any".to_owned(), urns(&["urn:a", "urn:b"])),
        ("title".to_owned(), urns(&[])),
    ]);
    let answer = stage.run().await.expect("a component");
    let lists = |name: &str| {
        let request = monitor.one(name);
        let lists = request.property_dependencies.iter();
        behind(lists.map(|(name, entry)| (name, &entry.urns)))
    };
    let any: &[&str] = &["urn:a", "urn:b", "urn:c"];
    assert_eq!(
        lists("s"),
        dependencies(&[("any", any), ("title", &["urn:d"]), ("count", &[])])
    );
    assert_eq!(
        lists("child"),
        dependencies(&[("prefix", any), ("length", &[])])
    );
    let lists = answer.state_dependencies.iter();
    assert_eq!(
        behind(lists.map(|(name, entry)| (name, &entry.urns))),
        dependencies(&[("url", &["urn:d"])])
    );
}

#[tokio::test]
async fn whatever_an_input_holds_reaches_a_child_and_an_output_unchanged() {
    let asset = json!({
        SIGNATURE: "c44067f5952c0a294b673a41bacd8c17",
        "hash": "abc", "path": "site/index.html",
    });
    let bytes = json!({ SIGNATURE: "803fd3297a5875dc03ca845dda5d2a98", "value": "/wA=" });
    let secret = json!({ SIGNATURE: SECRET, "value": { "a": [1] } });
    for input in [
        json!(9_007_199_254_740_991_u64),
        json!(-9_007_199_254_740_991_i64),
        json!(5e-324),
        json!(1.797e308),
        json!({ "null": null, "list": [], "object": {}, "text": "" }),
        json!([null, [], {}]),
        bytes,
        json!({ "in": secret }),
        asset,
    ] {
        let monitor = FakeMonitor::start();
        let stage = Stage::declaring(&monitor, |graph| {
            let inputs = vec![("any", output(0, "any"))];
            let child = graph.register(pet("child", inputs)).expect("a node");
            vec![("url", output(child, "any"))]
        });
        let stage = stage.with(&json!({ "any": input.clone() }));
        let answer = stage.run().await.expect("a component");
        // All numbers are protobuf's numbers.
        let expected = plain_value(&value(&input));
        let seen = plain(monitor.one("child").object.as_ref());
        assert_eq!(seen["any"], expected);
        assert_eq!(state(&answer)["url"], expected);
    }
}

#[tokio::test]
async fn a_reference_to_a_component_with_an_empty_id_has_a_known_urn() {
    let monitor = FakeMonitor::start();
    let stage = Stage::declaring(&monitor, |graph| {
        let inputs = vec![("prefix", output(0, "any.urn"))];
        graph.register(pet("child", inputs)).expect("a node");
        vec![("url", output(0, "any"))]
    });
    let other = "urn:pulumi:dev::shop::acme:index:Site::other";
    let reference = json!({ SIGNATURE: REFERENCE, "urn": other, "id": "" });
    let stage = stage.with(&json!({ "any": reference }));
    let answer = stage.run().await.expect("a component");
    let child = monitor.one("child");
    assert_eq!(plain(child.object.as_ref())["prefix"], other);
    assert_eq!(state(&answer)["url"]["urn"], other);
}

#[tokio::test]
async fn unknown_inputs_reach_children_in_a_preview_and_the_answer_has_unknown_outputs() {
    let declare = |graph: &mut Graph| {
        let inputs = vec![("prefix", output(0, "title"))];
        let child = graph.register(pet("child", inputs)).expect("a node");
        vec![
            ("url", output(child, "prefix")),
            ("token", output(child, "id")),
        ]
    };
    for unknown in [
        json!(UNKNOWN),
        json!({ SIGNATURE: OUTPUT, "dependencies": ["urn:a"] }),
    ] {
        let monitor = FakeMonitor::start();
        let stage = Stage::declaring(&monitor, declare).in_preview();
        let answer = stage.with(&json!({ "title": unknown })).run().await;
        let answer = answer.expect("a component");
        assert_eq!(
            plain(monitor.one("child").object.as_ref())["prefix"],
            UNKNOWN
        );
        assert_eq!(state(&answer)["url"], UNKNOWN);
    }
}

#[tokio::test]
async fn no_configuration_of_the_request_goes_further_than_the_request() {
    let monitor = FakeMonitor::start();
    let mut stage = Stage::new(&monitor, |graph, entered| {
        assert!(!format!("{graph:?}").contains("stack-configuration"));
        let Entered::Construct(inputs) = entered else {
            panic!("nothing is derived");
        };
        assert!(!format!("{inputs:?}").contains("stack-configuration"));
        Ok(object(vec![]))
    });
    let key = || "shop:password".to_owned();
    stage.request.config = HashMap::from([(key(), "stack-configuration".to_owned())]);
    stage.request.config_secret_keys = vec![key()];
    stage.run().await.expect("a component");
    let registered = format!("{:?}", monitor.registered());
    assert!(!registered.contains("stack-configuration"));
}
