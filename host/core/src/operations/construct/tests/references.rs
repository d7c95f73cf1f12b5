//! References to resources in inputs and answers: a user of the reference depends on the resource.

use super::*;
use crate::graph::{LookupDeclaration, LookupKind, LookupResult};
use crate::value::ResourceReference;

const THING: &str = "urn:pulumi:dev::shop::a:index:Thing::t";
const OTHER: &str = "urn:pulumi:dev::shop::a:index:Thing::o";
/// A resource of another stack.
const FOREIGN: &str = "urn:pulumi:prod::shop::a:index:Thing::t";
const SITE_URN: &str = "urn:pulumi:dev::shop::acme:index:Site::s";

fn reference(urn: &str) -> PropertyValue {
    PropertyValue::ResourceReference(Box::new(ResourceReference {
        urn: urn.to_owned(),
        id: Some(Some("1".to_owned())),
        ..ResourceReference::default()
    }))
}

/// References in lists, objects and secrets.
fn nested() -> PropertyValue {
    let inside = object(vec![("x", reference(OTHER).into_secret())]);
    PropertyValue::Array(vec![reference(THING), inside, reference(FOREIGN)])
}

#[tokio::test]
async fn a_component_and_what_uses_the_reference_depend_on_a_resource_that_comes_in() {
    for (value, urns) in [
        (reference(THING), &[THING][..]),
        (reference(THING).into_secret(), &[THING]),
        (nested(), &[OTHER, THING]),
        (reference(FOREIGN), &[]),
    ] {
        let stage = Stage::declaring(|graph| {
            let inputs = vec![("value", output(0, "any")), ("other", output(0, "title"))];
            graph.register(pet("child", inputs)).expect("a node");
            let id = vec![("prefix", output(0, "any.id"))];
            graph.register(pet("of-its-id", id)).expect("a node");
            graph.register(pet("other", vec![])).expect("a node");
            vec![("url", output(0, "any"))]
        });
        let stage = stage.with("any", value, &[]).with("title", "x".into(), &[]);
        let monitor = FakeMonitor::new();
        let constructed = stage.run(&monitor).await.expect("a component");
        let own = monitor.one("s");
        assert_eq!(own.dependencies, set(urns));
        let expected = dependencies(&[("any", urns), ("title", &[])]);
        assert_eq!(own.input_dependencies, expected);
        let child = monitor.one("child");
        assert_eq!(child.dependencies, set(urns));
        let expected = dependencies(&[("value", urns), ("other", &[])]);
        assert_eq!(child.input_dependencies, expected);
        assert_eq!(monitor.one("of-its-id").dependencies, set(urns));
        assert_eq!(monitor.one("other").dependencies, set(&[]));
        // The output returns it.
        assert_eq!(constructed.dependencies["url"], set(urns));
    }
}

#[tokio::test]
async fn what_a_method_makes_of_a_reference_depends_on_the_resource() {
    let stage = Stage::declaring(|graph| {
        let inputs = vec![("value", output(0, "more"))];
        graph.register(pet("child", inputs)).expect("a node");
        vec![("url", output(0, "more[0].urn"))]
    });
    let monitor = FakeMonitor::new();
    monitor.knows(SITE_URN);
    let arguments = map(vec![("__self__", reference(SITE_URN)), ("more", nested())]);
    let parameters = CallMethodParameters {
        arguments,
        ..CallMethodParameters::default()
    };
    let answer = stage.calls(PAGE, parameters, &monitor).await;
    let expected = set(&[OTHER, THING]);
    assert_eq!(monitor.one("child").dependencies, expected);
    assert_eq!(answer.expect("a result").dependencies["url"], expected);
}

#[tokio::test]
async fn what_uses_an_output_that_refers_to_a_resource_depends_on_it() {
    let stage = Stage::declaring(|graph| {
        let remote = Declaration {
            kind: ResourceKind::Remote,
            ..pet("remote", vec![])
        };
        let remote = graph.register(remote).expect("a node");
        let word = LookupDeclaration {
            kind: LookupKind::Invoke,
            token: "random:index:getWord".to_owned(),
            ..LookupDeclaration::default()
        };
        let found = graph.look_up(word).expect("a node");
        let inputs = vec![
            ("made", output(remote, "made")),
            ("found", output(found, "word")),
            ("whole", output(found, "")),
        ];
        graph.register(pet("child", inputs)).expect("a node");
        vec![]
    });
    let monitor = FakeMonitor::finding(|_| LookupResult {
        outputs: map(vec![("word", reference(OTHER))]),
        ..LookupResult::default()
    });
    stage.run(&monitor).await.expect("a component");
    let child = monitor.one("child");
    assert_eq!(child.input_dependencies["found"], set(&[OTHER]));
    assert_eq!(child.input_dependencies["whole"], set(&[OTHER]));

    let monitor = FakeMonitor::making(|registration| match registration.kind {
        ResourceKind::Remote => Registered {
            outputs: map(vec![("made", nested())]),
            ..Registered::default()
        },
        _ => Registered::default(),
    });
    stage.run(&monitor).await.expect("a component");
    let remote = FakeMonitor::urn(&monitor.one("remote"));
    let expected = set(&[&remote, OTHER, THING]);
    assert_eq!(monitor.one("child").input_dependencies["made"], expected);
}

#[tokio::test]
async fn a_reference_to_a_group_among_dependencies_stands_for_what_is_in_it() {
    let stage = Stage::new(|graph, entered| match entered {
        Entered::Construct(_) => {
            let part = graph.register(group("part"))?;
            let inside = under(pet("inside", vec![]), vec![("parent", output(part, ""))]);
            graph.register(inside)?;
            let derived = derive(graph, "x".into(), 7);
            let after = under(pet("after", vec![]), vec![("dependsOn", derived)]);
            graph.register(after)?;
            Ok(object(vec![]))
        }
        // A callback gives the group itself, so its value is a reference.
        Entered::Derive(..) => Ok(PropertyValue::Array(vec![output(1, "")])),
        _ => panic!("nothing is transformed"),
    });
    let monitor = FakeMonitor::new();
    stage.run(&monitor).await.expect("a component");
    let inside = FakeMonitor::urn(&monitor.one("inside"));
    assert_eq!(monitor.one("after").dependencies, set(&[&inside]));
}
