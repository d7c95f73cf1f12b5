//! Which resources are registered, and when.

use super::*;
use crate::error::GuestError;
use crate::graph::GroupOutputs;

#[tokio::test]
async fn the_component_registers_itself_first_and_unchanged() {
    let stage = Stage::declaring(|graph| {
        graph.register(pet("one", vec![])).expect("a node");
        vec![]
    })
    .with("title", "hello".into(), &[]);
    let monitor = FakeMonitor::new();
    let constructed = stage.run(&monitor).await.expect("a component");
    let registered = monitor.registered();
    let own = &registered[0];
    assert_eq!(
        (
            own.kind,
            own.token.as_str(),
            own.name.as_str(),
            own.parent.as_str()
        ),
        (ResourceKind::Group, SITE, "s", STACK)
    );
    assert_eq!(own.inputs, map(vec![("title", "hello".into())]));
    assert_eq!(registered.len(), 2);
    // A child's parent is the component, unless it says otherwise.
    assert_eq!(registered[1].parent, constructed.urn);
    assert_eq!(constructed.urn, FakeMonitor::urn(own));
}

#[tokio::test]
async fn a_component_without_a_parent_gets_none() {
    let mut stage = Stage::declaring(|_| vec![]);
    stage.parameters.parent = String::new();
    let monitor = FakeMonitor::new();
    stage.run(&monitor).await.expect("a component");
    assert_eq!(monitor.one("s").parent, "");
}

#[tokio::test]
async fn children_without_a_dependency_are_under_way_at_the_same_time() {
    let stage = Stage::declaring(|graph| {
        let first = graph.register(pet("first", vec![])).expect("a node");
        graph.register(pet("second", vec![])).expect("a node");
        let name = output(first, "id");
        graph
            .register(pet("third", vec![("prefix", name)]))
            .expect("a node");
        vec![]
    });
    let monitor = FakeMonitor::new();
    monitor.hold();
    let check = async {
        monitor.has_got(3).await;
        let names: Vec<String> = monitor
            .registered()
            .into_iter()
            .map(|one| one.name)
            .collect();
        assert_eq!(names, ["s", "first", "second"]);
        assert!(monitor.completed().is_empty(), "it waits for its children");
        monitor.release();
    };
    let (constructed, ()) = tokio::join!(stage.run(&monitor), check);
    constructed.expect("a component");
    let third = monitor.one("third");
    assert_eq!(third.inputs["prefix"], "first_id".into());
}

#[tokio::test]
async fn a_child_waits_for_its_parent() {
    let stage = Stage::declaring(|graph| {
        let part = graph.register(group("part")).expect("a node");
        let parent = vec![("parent", output(part, ""))];
        graph
            .register(under(pet("inside", vec![]), parent))
            .expect("a node");
        vec![]
    });
    let monitor = FakeMonitor::new();
    stage.run(&monitor).await.expect("a component");
    let part = monitor.one("part");
    // The monitor panics for a parent that it does not know.
    assert_eq!(monitor.one("inside").parent, FakeMonitor::urn(&part));
}

#[tokio::test]
async fn each_component_and_group_is_completed_once() {
    let stage = Stage::declaring(|graph| {
        let said = graph.register(group("said")).expect("a node");
        graph.register(group("forgotten")).expect("a node");
        let child = graph.register(pet("child", vec![])).expect("a node");
        let outputs = map(vec![("name", output(child, "id"))]);
        let given = GroupOutputs {
            node: said,
            outputs,
        };
        graph.complete_group(given.clone()).expect("outputs");
        let again = graph.complete_group(given).expect_err("a refusal");
        assert!(again.message().contains("already"), "{}", again.message());
        vec![("url", output(said, "name"))]
    });
    let monitor = FakeMonitor::new();
    let constructed = stage.run(&monitor).await.expect("a component");
    let completed = monitor.completed();
    let part = |name: &str| urn("acme:index:Part", name);
    assert_eq!(
        completed[&part("said")],
        map(vec![("name", "child_id".into())])
    );
    assert_eq!(completed[&part("forgotten")], PropertyMap::new());
    // The engine shows the program the answer, and records what completes the component.
    assert_eq!(constructed.outputs, map(vec![("url", "child_id".into())]));
    assert_eq!(completed[&constructed.urn], constructed.outputs);
}

#[tokio::test]
async fn a_second_child_of_one_type_and_name_is_refused_with_both_places() {
    let stage = Stage::new(|graph, _| {
        let at = |position: &str| Declaration {
            position: position.to_owned(),
            ..pet("one", vec![])
        };
        graph.register(at("src/lib.rs:7"))?;
        let part = graph.register(group("part"))?;
        graph.register(under(
            pet("one", vec![]),
            vec![("parent", output(part, ""))],
        ))?;
        graph.register(at("src/lib.rs:9"))?;
        Ok(object(vec![]))
    });
    let monitor = FakeMonitor::new();
    let error = stage
        .run(&monitor)
        .await
        .expect_err("a refusal")
        .to_string();
    assert!(
        error.contains("src/lib.rs:7") && error.contains("src/lib.rs:9"),
        "{error}"
    );
}

#[tokio::test]
async fn a_package_that_the_manifest_does_not_name_cannot_be_registered() {
    for (token, kind, named) in [
        ("aws:s3:Bucket", ResourceKind::Custom, "`aws`"),
        ("pulumi:providers:aws", ResourceKind::Custom, "`aws`"),
        (
            "pulumi:pulumi:StackReference",
            ResourceKind::Custom,
            "`pulumi`",
        ),
        ("other:index:Thing", ResourceKind::Remote, "`other`"),
        ("random:index:Group", ResourceKind::Group, "`acme`"),
    ] {
        let stage = Stage::new(move |graph, _| {
            let declaration = Declaration {
                kind,
                token: token.to_owned(),
                ..pet("x", vec![])
            };
            graph.register(declaration)?;
            Ok(object(vec![]))
        });
        let monitor = FakeMonitor::new();
        let error = stage.run(&monitor).await.expect_err("a refusal");
        assert!(
            matches!(&error, CallError::Guest(GuestError::Denied(text)) if text.contains(named)),
            "{token}: {error}"
        );
        assert_eq!(monitor.registered().len(), 1, "{token}");
    }
    for token in [
        "random:index:Pet",
        "pulumi:providers:random",
        "acme:index:Thing",
    ] {
        let stage = Stage::new(move |graph, _| {
            let token = token.to_owned();
            graph.register(Declaration {
                token,
                ..pet("x", vec![])
            })?;
            Ok(object(vec![]))
        });
        stage.run(&FakeMonitor::new()).await.expect(token);
    }
}

#[tokio::test]
async fn a_group_stands_for_its_children_among_dependencies() {
    let stage = Stage::declaring(|graph| {
        let part = graph.register(group("part")).expect("a node");
        let inner = graph
            .register(under(group("inner"), vec![("parent", output(part, ""))]))
            .expect("a node");
        let below = |node, name| under(pet(name, vec![]), vec![("parent", output(node, ""))]);
        graph.register(below(part, "a")).expect("a node");
        graph.register(below(inner, "b")).expect("a node");
        // It does not wait for itself, although it is in the group.
        let itself = vec![
            ("parent", output(part, "")),
            ("dependsOn", output(part, "")),
        ];
        graph
            .register(under(pet("c", vec![]), itself))
            .expect("a node");
        let after = vec![("dependsOn", output(part, ""))];
        graph
            .register(under(pet("after", vec![]), after))
            .expect("a node");
        vec![]
    });
    let monitor = FakeMonitor::new();
    stage.run(&monitor).await.expect("a component");
    let of = |name: &str| FakeMonitor::urn(&monitor.one(name));
    assert_eq!(
        monitor.one("after").dependencies,
        set(&[&of("a"), &of("b"), &of("c")])
    );
    assert_eq!(monitor.one("c").dependencies, set(&[&of("a"), &of("b")]));
}

#[tokio::test]
async fn a_group_without_children_stands_for_what_it_waits_for() {
    let stage = Stage::declaring(|graph| {
        let first = graph.register(pet("first", vec![])).expect("a node");
        let after = |node| vec![("dependsOn", PropertyValue::Array(vec![output(node, "")]))];
        let part = graph
            .register(under(group("part"), after(first)))
            .expect("a node");
        graph
            .register(under(pet("last", vec![]), after(part)))
            .expect("a node");
        vec![]
    });
    let monitor = FakeMonitor::new();
    stage.run(&monitor).await.expect("a component");
    let first = FakeMonitor::urn(&monitor.one("first"));
    assert_eq!(monitor.one("last").dependencies, set(&[&first]));
}
