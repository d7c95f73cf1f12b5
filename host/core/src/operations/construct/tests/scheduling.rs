//! What comes next, and in which time: chains that settle without the engine, and large graphs.

use std::time::{Duration, Instant};

use super::*;
use crate::error::GuestError;
use crate::graph::GroupOutputs;

/// A list with all these outputs.
fn all(nodes: impl Iterator<Item = u32>) -> PropertyValue {
    PropertyValue::Array(nodes.map(|node| output(node, "")).collect())
}

fn names(monitor: &FakeMonitor) -> Vec<String> {
    let registered = monitor.registered().into_iter();
    registered.skip(1).map(|one| one.name).collect()
}

#[tokio::test]
async fn a_chain_of_derived_values_comes_to_its_end_in_a_preview() {
    let stage = Stage::new(|graph, entered| match entered {
        Entered::Transform(..) | Entered::Hook(..) => panic!("nothing is transformed"),
        Entered::Construct(_) => {
            let mut before = graph.register(pet("0", vec![]))?;
            for number in 1_u32..5 {
                let derived = derive(graph, output(before, "unknown"), number);
                before = graph.register(pet(&number.to_string(), vec![("prefix", derived)]))?;
            }
            Ok(object(vec![]))
        }
        Entered::Derive(..) => panic!("of what is unknown, nothing is derived"),
    });
    let monitor = FakeMonitor::new();
    let constructed = stage.in_preview().run(&monitor).await;
    constructed.expect("a component");
    assert_eq!(names(&monitor), ["0", "1", "2", "3", "4"]);
}

#[tokio::test]
async fn groups_that_wait_for_each_other_many_times_are_looked_at_once() {
    let stage = Stage::declaring(|graph| {
        let mut groups = Vec::new();
        for number in 0..200_usize {
            let before = groups.iter().rev().take(2).copied();
            let options = vec![("dependsOn", all(before))];
            let part = under(group(&format!("g{number}")), options);
            groups.push(graph.register(part).expect("a group"));
        }
        let last = all(groups.last().copied().into_iter());
        let after = under(pet("after", vec![]), vec![("dependsOn", last)]);
        graph.register(after).expect("a node");
        vec![]
    });
    let monitor = FakeMonitor::new();
    stage.run(&monitor).await.expect("a component");
    assert_eq!(names(&monitor).len(), 201);
}

#[tokio::test]
async fn thousands_of_groups_in_a_row_are_no_matter_of_the_stack() {
    let stage = Stage::declaring(|graph| {
        let mut before = graph.register(group("g")).expect("a group");
        for number in 0..8000 {
            let options = vec![("dependsOn", output(before, ""))];
            let part = under(group(&format!("g{number}")), options);
            before = graph.register(part).expect("a group");
        }
        vec![]
    });
    let monitor = FakeMonitor::new();
    stage.run(&monitor).await.expect("a component");
    assert_eq!(names(&monitor).len(), 8001);
}

#[tokio::test]
async fn a_long_way_to_a_cycle_is_no_matter_of_the_stack() {
    let stage = Stage::declaring(|graph| {
        let part = graph.register(group("part")).expect("a group");
        let mut last = output(part, "a");
        for number in 0..30_000 {
            let derivation = Derivation {
                source: last,
                callback: number,
                position: format!("site.rs:{number}"),
            };
            last = output(graph.derive(derivation).expect("a node"), "");
        }
        let outputs = map(vec![("a", last.clone())]);
        let node = part;
        graph
            .complete_group(GroupOutputs { node, outputs })
            .expect("outputs");
        vec![("url", last)]
    });
    let error = stage.run(&FakeMonitor::new()).await.expect_err("a cycle");
    let part = "`part` of type `acme:index:Part`";
    let message = error.to_string();
    assert!(
        message.contains(&format!(
            "{part} needs the derived value (site.rs:29999) needs"
        )),
        "{message}"
    );
    assert!(
        message.contains("29990 others") && message.len() < 1000,
        "{message}"
    );
}

#[tokio::test]
async fn thousands_of_children_that_wait_are_not_looked_at_each_time() {
    let stage = Stage::declaring(|graph| {
        let first = graph.register(pet("first", vec![])).expect("a node");
        let mut before = first;
        for number in 0..3000 {
            let inputs = vec![("prefix", output(before, "id"))];
            before = graph
                .register(pet(&format!("c{number}"), inputs))
                .expect("a node");
        }
        vec![]
    });
    let monitor = FakeMonitor::new();
    let began = Instant::now();
    stage.run(&monitor).await.expect("a component");
    assert_eq!(names(&monitor).len(), 3001);
    // A look at each that waits after each answer takes ten times as long on a fast machine.
    let took = began.elapsed();
    assert!(took < Duration::from_secs(4), "{took:?}");
}

#[tokio::test]
async fn a_parent_is_a_resource_of_the_session() {
    for (parent, expected) in [
        (PropertyValue::from("urn:pulumi:dev::shop::a:b:C::d"), None),
        (output(1, "id"), None),
        (output(2, ""), None),
        (PropertyValue::Null, Some(3)),
        (output(0, ""), Some(3)),
        (output(1, ""), Some(3)),
    ] {
        let stage = Stage::declaring(move |graph| {
            graph.register(pet("first", vec![])).expect("a node");
            graph
                .derive(Derivation {
                    source: PropertyValue::Unknown,
                    callback: 1,
                    position: String::new(),
                })
                .expect("a node");
            let child = under(pet("child", vec![]), vec![("parent", parent.clone())]);
            let registered = graph.register(child);
            match (registered, expected) {
                (Ok(node), Some(expected)) => assert_eq!(node, expected),
                (Err(GuestError::Invalid(failures)), None) => {
                    assert_eq!(failures[0].property, "options.parent");
                }
                (other, _) => panic!("{parent:?}: {other:?}"),
            }
            vec![]
        });
        stage.run(&FakeMonitor::new()).await.expect("a component");
    }
}

#[tokio::test]
async fn a_list_of_references_is_depended_on_and_a_text_is_refused() {
    let reference = |name: &str| {
        PropertyValue::ResourceReference(Box::new(crate::value::ResourceReference {
            urn: format!("urn:pulumi:dev::shop::db:index:Database::{name}"),
            id: Some(Some("1".to_owned())),
            ..crate::value::ResourceReference::default()
        }))
    };
    let databases = PropertyValue::Array(vec![reference("a"), reference("b").into_secret()]);
    let stage = Stage::declaring(|graph| {
        let options = vec![("dependsOn", output(0, "any"))];
        let after = under(pet("after", vec![]), options);
        graph.register(after).expect("a node");
        let text = vec![(
            "dependsOn",
            "urn:pulumi:dev::shop::db:index:Database::a".into(),
        )];
        let refused = graph.register(under(pet("text", vec![]), text));
        let Err(GuestError::Invalid(failures)) = refused else {
            panic!("{refused:?}");
        };
        assert_eq!(failures[0].property, "options.dependsOn");
        vec![]
    });
    let monitor = FakeMonitor::new();
    let stage = stage.with("any", databases, &[]);
    stage.run(&monitor).await.expect("a component");
    let urns = [
        "urn:pulumi:dev::shop::db:index:Database::a",
        "urn:pulumi:dev::shop::db:index:Database::b",
    ];
    assert_eq!(monitor.one("after").dependencies, set(&urns));
}
