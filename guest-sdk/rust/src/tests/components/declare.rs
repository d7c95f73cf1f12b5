//! Declarations of components: children, groups, options and values.

use super::*;
use crate::host::NodeKind;

fn one(what: &str, text: JsonValue) -> (Result<JsonValue, WitError>, Nodes) {
    construct("web:index:One", &json!({ "what": what, "text": text }))
}

#[test]
fn children_are_named_after_the_component_and_know_their_line() {
    let inputs = json!({ "title": "T", "words": ["w"], "index": "i", "pages": 2 });
    let (outputs, nodes) = construct(SITE, &inputs);
    let resources = resources(&nodes);
    let declared: Vec<_> = resources
        .iter()
        .map(|node| (node.kind, node.token.as_str(), node.name.as_str()))
        .collect();
    assert_eq!(
        declared,
        [
            (
                NodeKind::Custom,
                "random:index/randomPassword:RandomPassword",
                "it-password"
            ),
            (NodeKind::Group, "web:index:Pages", "it-pages"),
            (NodeKind::Custom, "web:index:Page", "it-pages-0"),
            (NodeKind::Custom, "web:index:Page", "it-pages-1"),
        ]
    );
    for node in &resources {
        assert_eq!(node.session, SESSION);
        let (file, line) = node.position.rsplit_once(':').unwrap();
        assert!(file.ends_with("components/sample.rs"), "{}", node.position);
        assert!(line.parse::<u32>().unwrap() > 30, "{}", node.position);
    }
    assert_eq!(parse(&resources[0].inputs), json!({ "length": 12 }));
    assert_eq!(parse(&resources[1].options), json!({ "protect": true }));
    assert_eq!(parse(&resources[2].inputs), json!({ "path": "i" }));
    assert_eq!(
        parse(&resources[2].options),
        json!({ "parent": output(2, "") })
    );
    let urls = json!({ "urls": [output(3, "url"), output(4, "url")] });
    assert_eq!(nodes.finished.len(), 1);
    assert_eq!(
        (nodes.finished[0].0, parse(&nodes.finished[0].1)),
        (2, urls)
    );
    let expected = json!({ "url": output(5, ""), "password": output(1, "result"), "title": "T" });
    assert_eq!(outputs.unwrap(), expected);
    close(SESSION);
}

#[test]
fn an_input_that_is_not_plain_is_handed_on_as_it_came() {
    let inputs = json!({ "title": output(0, "title"), "note": output(0, "note"), "index": output(0, "index") });
    let (outputs, nodes) = construct(SITE, &inputs);
    let resources = resources(&nodes);
    assert_eq!(
        parse(&resources[2].inputs),
        json!({ "path": output(0, "index") })
    );
    assert_eq!(outputs.unwrap()["title"], output(0, "title"));
    let (source, _) = derived(&nodes, 4);
    assert_eq!(source, json!([output(0, "title"), output(2, "urls")]));
    close(SESSION);
}

#[test]
fn every_option_has_the_name_that_pulumi_has_for_it() {
    let (given, nodes) = one("options", output(0, "text"));
    let resources = resources(&nodes);
    assert_eq!(resources[1].name, "in-full");
    let (group, text) = (output(1, ""), output(0, "text"));
    let expected = json!({
        "parent": group,
        "dependsOn": [group, text],
        "provider": text,
        "providers": { "random": group },
        "retainOnDelete": false,
        "deleteBeforeReplace": true,
        "deletedWith": group,
        "replaceWith": [group],
        "replacementTrigger": text,
        "ignoreChanges": ["a", "b.c"],
        "replaceOnChanges": ["d"],
        "additionalSecretOutputs": ["e", "g", "h"],
        "hideDiffs": ["f"],
        "aliases": [
            { "name": "old", "parentUrn": "urn:y" },
            "urn:x",
            { "parentUrn": group },
            { "parentUrn": output(1, "urn") },
        ],
        "customTimeouts": { "create": "1500ms" },
        "import": "it",
    });
    assert_eq!(parse(&resources[1].options), expected);
    assert_eq!(parse(&nodes.finished[0].1), json!({}));
    assert_eq!(given.unwrap()["given"], output(2, ""));
    close(SESSION);
}

#[test]
fn a_component_of_the_package_is_declared_with_its_typed_inputs() {
    let (_, nodes) = one("component", json!("T"));
    let resources = resources(&nodes);
    assert_eq!(
        (resources[0].kind, resources[0].token.as_str()),
        (NodeKind::Remote, SITE)
    );
    let expected = json!({ "title": "T", "index": "i", "words": ["a"], "pages": 0 });
    assert_eq!(parse(&resources[0].inputs), expected);
    close(SESSION);
}

#[test]
fn objects_may_have_outputs_in_them_and_what_is_absent_is_left_out() {
    let (_, nodes) = one("person", output(0, "text"));
    let mail = super::super::secret(output(0, "text"));
    let expected = json!({ "person": { "name": "Ada", "mail": mail } });
    assert_eq!(parse(&resources(&nodes)[0].inputs), expected);
    close(SESSION);
}

#[test]
fn a_part_of_an_output_is_a_path_below_its_node() {
    let (given, nodes) = one("parts", json!("T"));
    // The second value gets a node only when its part is used.
    let (source, callback) = derived(&nodes, 2);
    assert_eq!(source, json!({ "a": 1 }));
    assert_eq!(
        given.unwrap()["given"],
        json!([output(1, "a[0]"), output(2, "a")])
    );
    let (same, _) = run(callback, &source);
    assert_eq!(same.unwrap(), source);
    close(SESSION);
}

#[test]
fn a_map_may_have_outputs_in_it() {
    let (given, _) = one("map", json!("T"));
    assert_eq!(
        given.unwrap()["given"],
        json!({ "url": output(1, "url"), "words": "T" })
    );
    close(SESSION);
}
