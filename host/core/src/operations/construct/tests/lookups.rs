//! The look-ups of components.

use super::*;
use crate::error::GuestError;
use crate::graph::{LookupDeclaration, LookupKind, LookupRequest, LookupResult};
use crate::value::ResourceReference;

fn invoke(arguments: Vec<(&str, PropertyValue)>) -> LookupDeclaration {
    LookupDeclaration {
        token: "random:index:getWord".to_owned(),
        arguments: map(arguments),
        ..LookupDeclaration::default()
    }
}

fn find(graph: &mut Graph, declaration: LookupDeclaration) -> crate::graph::NodeId {
    graph.look_up(declaration).expect("a node")
}

fn reference(urn: &str) -> PropertyValue {
    PropertyValue::ResourceReference(Box::new(ResourceReference {
        urn: urn.to_owned(),
        ..ResourceReference::default()
    }))
}

#[tokio::test]
async fn a_function_has_the_component_as_its_parent_so_that_its_providers_are_used() {
    let stage = Stage::declaring(|graph| {
        let word = find(graph, invoke(vec![("length", output(0, "count"))]));
        vec![("url", output(word, "word"))]
    });
    let stage = stage.with("count", 3.0.into(), &["urn:x"]);
    let monitor = FakeMonitor::finding(|_| LookupResult {
        outputs: map(vec![("word", "cat".into())]),
        ..LookupResult::default()
    });
    let constructed = stage.run(&monitor).await.expect("a component");
    let expected = LookupRequest {
        token: "random:index:getWord".to_owned(),
        arguments: map(vec![("length", 3.0.into())]),
        argument_dependencies: dependencies(&[("length", &["urn:x"])]),
        parent: constructed.urn.clone(),
        ..LookupRequest::default()
    };
    assert_eq!(monitor.looked_up(), [expected]);
    assert_eq!(constructed.outputs, map(vec![("url", "cat".into())]));
    assert_eq!(
        constructed.dependencies,
        dependencies(&[("url", &["urn:x"])])
    );
}

#[tokio::test]
async fn with_an_unknown_argument_nothing_is_looked_up_and_the_result_is_unknown() {
    let stage = Stage::declaring(|graph| {
        let word = find(graph, invoke(vec![("length", output(0, "count"))]));
        vec![("url", output(word, "word"))]
    });
    let stage = stage
        .with("count", PropertyValue::Unknown, &["urn:x"])
        .in_preview();
    let monitor = FakeMonitor::new();
    let constructed = stage.run(&monitor).await.expect("a component");
    assert_eq!(monitor.looked_up(), []);
    assert_eq!(constructed.outputs["url"], PropertyValue::Unknown);
    assert_eq!(
        constructed.dependencies,
        dependencies(&[("url", &["urn:x"])])
    );
}

#[tokio::test]
async fn what_is_found_by_a_secret_is_secret() {
    let stage = Stage::declaring(|graph| {
        let word = find(graph, invoke(vec![("length", output(0, "title"))]));
        vec![("url", output(word, "word"))]
    });
    let stage = stage.with("title", PropertyValue::from("x").into_secret(), &[]);
    let monitor = FakeMonitor::finding(|_| LookupResult {
        outputs: map(vec![("word", "cat".into())]),
        ..LookupResult::default()
    });
    let constructed = stage.run(&monitor).await.expect("a component");
    assert_eq!(
        constructed.outputs["url"],
        PropertyValue::from("cat").into_secret()
    );
}

#[tokio::test]
async fn a_resource_that_is_read_has_its_id_and_its_urn_among_dependencies() {
    let stage = Stage::declaring(|graph| {
        let read = LookupDeclaration {
            kind: LookupKind::Read,
            token: "random:index:Pet".to_owned(),
            name: "old".to_owned(),
            arguments: map(vec![("id", "abc".into()), ("zone", "z".into())]),
            ..LookupDeclaration::default()
        };
        let pet_of_old = find(graph, read);
        let inputs = vec![("prefix", output(pet_of_old, "name"))];
        graph.register(pet("child", inputs)).expect("a node");
        vec![("url", output(pet_of_old, "id"))]
    });
    let monitor = FakeMonitor::finding(|request| LookupResult {
        urn: "urn:old".to_owned(),
        id: Some(request.subject.clone()),
        outputs: map(vec![("name", "cat".into())]),
        ..LookupResult::default()
    });
    let constructed = stage.run(&monitor).await.expect("a component");
    let request = &monitor.looked_up()[0];
    assert_eq!(
        (request.subject.as_str(), request.name.as_str()),
        ("abc", "old")
    );
    assert_eq!(request.arguments, map(vec![("zone", "z".into())]));
    assert_eq!(constructed.outputs, map(vec![("url", "abc".into())]));
    let child = monitor.one("child");
    assert_eq!(child.inputs, map(vec![("prefix", "cat".into())]));
    assert_eq!(
        child.input_dependencies,
        dependencies(&[("prefix", &["urn:old"])])
    );
}

#[tokio::test]
async fn a_package_that_the_manifest_does_not_name_is_not_looked_up() {
    for token in [
        "aws:index:getZone",
        "pulumi:pulumi:getResource",
        "pulumi:pulumi:StackReference",
    ] {
        for kind in [LookupKind::Read, LookupKind::Invoke, LookupKind::Method] {
            let stage = Stage::new(move |graph, _| {
                let declaration = LookupDeclaration {
                    kind,
                    token: token.to_owned(),
                    ..invoke(vec![])
                };
                let refused = graph.look_up(declaration).expect_err("a refusal");
                assert!(matches!(refused, GuestError::Denied(_)), "{refused:?}");
                Ok(object(vec![]))
            });
            stage.run(&FakeMonitor::new()).await.expect("a component");
        }
    }
}

#[tokio::test]
async fn a_reference_opens_only_a_resource_that_came_in_with_the_session() {
    let stage = Stage::new(|graph, _| {
        let by = |resource: PropertyValue| LookupDeclaration {
            kind: LookupKind::Reference,
            arguments: map(vec![("resource", resource)]),
            ..LookupDeclaration::default()
        };
        for forged in [
            reference("urn:foreign"),
            PropertyValue::Array(vec![reference("urn:foreign")]),
        ] {
            let refused = graph.look_up(by(forged)).expect_err("a refusal");
            assert!(matches!(&refused, GuestError::Denied(words) if words.contains("urn:foreign")));
        }
        let method = LookupDeclaration {
            kind: LookupKind::Method,
            token: "random:index:Pet/name".to_owned(),
            arguments: map(vec![("__self__", reference("urn:foreign"))]),
            ..LookupDeclaration::default()
        };
        assert!(matches!(graph.look_up(method), Err(GuestError::Denied(_))));
        let given = find(graph, by(output(0, "any")));
        find(graph, by(reference("urn:given")));
        Ok(object(vec![("url", output(given, "name"))]))
    });
    let stage = stage.with("any", reference("urn:given"), &[]);
    let monitor = FakeMonitor::finding(|request| LookupResult {
        urn: request.subject.clone(),
        outputs: map(vec![("name", "cat".into())]),
        ..LookupResult::default()
    });
    let constructed = stage.run(&monitor).await.expect("a component");
    let subjects: Vec<_> = monitor
        .looked_up()
        .into_iter()
        .map(|request| request.subject)
        .collect();
    assert_eq!(subjects, ["urn:given", "urn:given"]);
    assert_eq!(constructed.outputs, map(vec![("url", "cat".into())]));
    assert_eq!(
        constructed.dependencies,
        dependencies(&[("url", &["urn:given"])])
    );
}

#[tokio::test]
async fn what_a_look_up_lacks_is_named() {
    for (kind, name) in [
        (LookupKind::Read, "id"),
        (LookupKind::Method, "__self__"),
        (LookupKind::Reference, "resource"),
    ] {
        let stage = Stage::new(move |graph, _| {
            let declaration = LookupDeclaration {
                kind,
                name: "x".to_owned(),
                options: map(vec![("protect", true.into())]),
                ..invoke(vec![])
            };
            let refused = graph.look_up(declaration).expect_err("a refusal").message();
            assert!(
                refused.contains(name) && refused.contains("options.protect"),
                "{refused}"
            );
            Ok(object(vec![]))
        });
        stage.run(&FakeMonitor::new()).await.expect("a component");
    }
}

#[tokio::test]
async fn a_look_up_that_fails_is_the_failure_of_the_component() {
    let stage = Stage::declaring(|graph| {
        find(graph, invoke(vec![]));
        vec![]
    });
    let monitor = FakeMonitor::refusing_lookups("no such word");
    let error = stage
        .run(&monitor)
        .await
        .expect_err("a failure")
        .to_string();
    assert_eq!(error, "no such word");
}

#[tokio::test]
async fn with_an_unknown_provider_nothing_is_looked_up_and_the_result_is_unknown() {
    let stage = Stage::declaring(|graph| {
        let declaration = LookupDeclaration {
            options: map(vec![("provider", output(0, "any"))]),
            ..invoke(vec![])
        };
        let word = find(graph, declaration);
        vec![("url", output(word, "word"))]
    });
    let stage = stage.in_preview().with("any", PropertyValue::Unknown, &[]);
    let monitor = FakeMonitor::finding(|_| panic!("nothing is looked up"));
    let constructed = stage.run(&monitor).await.expect("a component");
    assert_eq!(constructed.outputs["url"], PropertyValue::Unknown);
}

#[tokio::test]
async fn a_read_has_the_provider_of_the_group_or_of_the_component() {
    let stage = Stage::declaring(|graph| {
        let read = |name: &str, options| LookupDeclaration {
            kind: LookupKind::Read,
            token: "random:index:Pet".to_owned(),
            name: name.to_owned(),
            arguments: map(vec![("id", "abc".into())]),
            options: map(options),
            position: String::new(),
        };
        let maker = Declaration {
            token: "pulumi:providers:random".to_owned(),
            ..pet("maker", vec![])
        };
        let maker = graph.register(maker).expect("a node");
        let providers = object(vec![("random", output(maker, ""))]);
        let special = under(group("special"), vec![("providers", providers)]);
        let special = graph.register(special).expect("a node");
        let inner = under(group("inner"), vec![("parent", output(special, ""))]);
        let inner = graph.register(inner).expect("a node");
        find(graph, read("first", vec![]));
        find(graph, read("second", vec![("parent", output(inner, ""))]));
        find(graph, read("third", vec![("provider", "urn:p::1".into())]));
        vec![]
    });
    let mut stage = stage;
    let own = ("random".to_owned(), "urn:own::7".to_owned());
    stage.parameters.options.providers.extend([own]);
    let monitor = FakeMonitor::new();
    stage.run(&monitor).await.expect("a component");
    let looked_up = monitor.looked_up().into_iter();
    let found: BTreeMap<_, _> = looked_up
        .map(|request| (request.name, request.provider))
        .collect();
    assert_eq!(found["first"], "urn:own::7");
    let maker = urn("pulumi:providers:random", "maker");
    assert_eq!(found["second"], format!("{maker}::maker_id"));
    assert_eq!(found["third"], "urn:p::1");
}

/// A look-up of a method of a pet on this resource.
fn method(this: PropertyValue) -> LookupDeclaration {
    LookupDeclaration {
        kind: LookupKind::Method,
        token: "random:index:Pet/shuffle".to_owned(),
        arguments: map(vec![("__self__", this)]),
        ..LookupDeclaration::default()
    }
}

#[tokio::test]
async fn a_method_is_called_on_a_reference_of_its_type_and_on_nothing_else() {
    const PET: &str = "urn:pulumi:dev::shop::random:index:Pet::other";
    let forged = || object(vec![("urn", PET.into()), ("id", "x".into())]);
    // The graph refuses mistakes of the guest at the declaration.
    for (this, said) in [
        (PropertyValue::from(PET), "is a string, not a resource"),
        (
            PropertyValue::from(PET).into_secret(),
            "is a string, not a resource",
        ),
        (forged(), "is an object, not a resource"),
        (
            PropertyValue::Array(vec![output(0, "")]),
            "is a list, not a resource",
        ),
        (PropertyValue::Null, "is missing"),
        (1.0.into(), "is a number, not a resource"),
        // It is the component, which has another type.
        (
            reference("urn:pulumi:dev::shop::acme:index:Site::s"),
            "is a resource of type `acme:index:Site`",
        ),
    ] {
        let stage = Stage::new(move |graph, _| {
            let refused = graph.look_up(method(this.clone())).expect_err("a refusal");
            let GuestError::Invalid(failures) = &refused else {
                panic!("{refused:?}");
            };
            assert_eq!(failures[0].property, "__self__");
            assert!(failures[0].reason.contains(said), "{failures:?}");
            Ok(object(vec![]))
        });
        stage.run(&FakeMonitor::new()).await.expect("a component");
    }
    // A look-up whose receiver comes from an output is refused before the host sends it.
    for (value, said) in [
        (PropertyValue::from(PET), "is a string, not a resource"),
        (forged(), "is an object, not a resource"),
        (
            reference("urn:pulumi:dev::shop::a:b:C::c"),
            "is a resource of type `a:b:C`",
        ),
        (
            PropertyValue::from(PET).into_secret(),
            "is a string, not a resource",
        ),
    ] {
        let stage = Stage::declaring(|graph| {
            let found = find(graph, method(output(0, "any")));
            vec![("url", output(found, "name"))]
        });
        let stage = stage.with("any", value, &["urn:x"]);
        let monitor = FakeMonitor::new();
        let error = stage
            .run(&monitor)
            .await
            .expect_err("a refusal")
            .to_string();
        assert!(error.contains(said), "{error}");
        assert_eq!(monitor.looked_up(), []);
    }
    // The result of a callback is such an output.
    let stage = Stage::new(|graph, entered| match entered {
        Entered::Construct(_) => {
            let text = derive(graph, 1.0.into(), 1);
            find(graph, method(text));
            Ok(object(vec![]))
        }
        _ => Ok(PET.into()),
    });
    let error = stage.run(&FakeMonitor::new()).await.expect_err("a refusal");
    assert!(error.to_string().contains("is a string"), "{error}");
    // A child, and a resource that came in.
    let stage = Stage::declaring(|graph| {
        let child = graph.register(pet("child", vec![])).expect("a node");
        find(graph, method(output(child, "")));
        find(graph, method(output(0, "any")));
        vec![]
    });
    let stage = stage.with("any", reference(PET), &[]);
    let monitor = FakeMonitor::new();
    stage.run(&monitor).await.expect("a component");
    assert_eq!(monitor.looked_up().len(), 2);
}
