//! How unknown values, secrets and dependencies propagate.

use super::*;
use crate::error::GuestError;

const DATABASE: &str = "urn:pulumi:dev::shop::db:index:Database::d";

fn secret(text: &str) -> PropertyValue {
    PropertyValue::from(text).into_secret()
}

/// A guest that passes its input `title` to a child and to a callback, whose result is an output.
fn passing_on() -> Stage {
    Stage::new(|graph, entered| match entered {
        Entered::Transform(..) | Entered::Hook(..) => panic!("nothing is transformed"),
        Entered::Construct(inputs) => {
            let title = inputs["title"].clone();
            graph.register(pet("child", vec![("prefix", title.clone())]))?;
            Ok(object(vec![("url", derive(graph, title, 7))]))
        }
        Entered::Derive(number, argument) => {
            assert_eq!(number, 7);
            let text = argument.as_str().expect("an open, known value");
            Ok(format!("{text}!").into())
        }
    })
}

#[tokio::test]
async fn a_plain_input_reaches_the_guest_as_it_is_and_any_other_as_an_output() {
    for (value, urns, is_plain) in [
        (PropertyValue::from("x"), &[][..], true),
        ("x".into(), &[DATABASE][..], false),
        (secret("x"), &[][..], false),
        (PropertyValue::Unknown, &[][..], false),
    ] {
        let expected = if is_plain {
            value.clone()
        } else {
            output(0, "title")
        };
        let stage = Stage::new(move |_, entered| {
            let Entered::Construct(inputs) = entered else {
                panic!("no callback was declared")
            };
            assert_eq!(inputs["title"], expected);
            Ok(object(vec![]))
        });
        let stage = stage.in_preview().with("title", value, urns);
        stage.run(&FakeMonitor::new()).await.expect("a component");
    }
}

#[tokio::test]
async fn a_plain_input_is_a_value_whatever_it_depends_on_and_no_secret() {
    let stage = || {
        Stage::new(|_, entered| {
            let Entered::Construct(inputs) = entered else {
                panic!("no callback was declared")
            };
            assert_eq!(inputs["size"], 2.0.into());
            Ok(object(vec![]))
        })
    };
    let known = stage().with("size", 2.0.into(), &[DATABASE]);
    known.run(&FakeMonitor::new()).await.expect("a component");
    let secret = stage().with("size", PropertyValue::from(2.0).into_secret(), &[]);
    let monitor = FakeMonitor::new();
    let error = secret.run(&monitor).await.expect_err("a refusal");
    let CallError::Guest(GuestError::Invalid(failures)) = &error else {
        panic!("{error}");
    };
    assert_eq!(failures[0].property, "size");
    assert!(failures[0].reason.contains("is secret"), "{error}");
    assert!(monitor.registered().is_empty());
}

#[tokio::test]
async fn what_uses_an_input_depends_on_what_the_input_depends_on() {
    let stage = passing_on().with("title", "x".into(), &[DATABASE]);
    let monitor = FakeMonitor::new();
    let constructed = stage.run(&monitor).await.expect("a component");
    let child = monitor.one("child");
    assert_eq!(
        child.input_dependencies,
        dependencies(&[("prefix", &[DATABASE])])
    );
    assert_eq!(child.dependencies, set(&[DATABASE]));
    assert_eq!(constructed.outputs, map(vec![("url", "x!".into())]));
    assert_eq!(
        constructed.dependencies,
        dependencies(&[("url", &[DATABASE])])
    );
}

#[tokio::test]
async fn a_secret_stays_one_at_its_place_and_what_comes_of_it_is_one() {
    let stage = passing_on().with("title", secret("x"), &[]);
    let monitor = FakeMonitor::new();
    let constructed = stage.run(&monitor).await.expect("a component");
    assert_eq!(monitor.one("child").inputs["prefix"], secret("x"));
    assert_eq!(constructed.outputs, map(vec![("url", secret("x!"))]));
    // Inside a list, only its own place becomes secret; a value that is derived from the list is secret as a whole.
    let parts = PropertyValue::Array(vec!["a".into(), secret("b")]);
    let stage = Stage::new(|graph, entered| match entered {
        Entered::Transform(..) | Entered::Hook(..) => panic!("nothing is transformed"),
        Entered::Construct(inputs) => {
            let parts = inputs["parts"].clone();
            graph.register(pet("all", vec![("prefix", parts.clone())]))?;
            graph.register(pet("first", vec![("prefix", output(0, "parts[0]"))]))?;
            graph.register(pet("second", vec![("prefix", output(0, "parts[1]"))]))?;
            Ok(object(vec![("url", derive(graph, parts, 1))]))
        }
        Entered::Derive(_, argument) => {
            assert_eq!(
                argument,
                &PropertyValue::Array(vec!["a".into(), "b".into()])
            );
            Ok("ab".into())
        }
    });
    let monitor = FakeMonitor::new();
    let stage = stage.with("parts", parts.clone(), &[]);
    let constructed = stage.run(&monitor).await.expect("a component");
    assert_eq!(monitor.one("all").inputs["prefix"], parts);
    assert_eq!(monitor.one("first").inputs["prefix"], "a".into());
    assert_eq!(monitor.one("second").inputs["prefix"], secret("b"));
    assert_eq!(constructed.outputs["url"], secret("ab"));
}

#[tokio::test]
async fn an_unknown_input_reaches_children_and_calls_no_callback() {
    let title = PropertyValue::Unknown;
    let stage = Stage::new(|graph, entered| match entered {
        Entered::Transform(..) | Entered::Hook(..) => panic!("nothing is transformed"),
        Entered::Construct(inputs) => {
            let title = inputs["title"].clone();
            graph.register(pet("child", vec![("prefix", title.clone())]))?;
            let list = PropertyValue::Array(vec!["known".into(), title]);
            Ok(object(vec![("url", derive(graph, list, 7))]))
        }
        Entered::Derive(..) => panic!("of what is unknown, nothing is derived"),
    });
    let stage = stage.in_preview().with("title", title, &[DATABASE]);
    let monitor = FakeMonitor::new();
    let constructed = stage.run(&monitor).await.expect("a component");
    assert_eq!(
        monitor.one("child").inputs["prefix"],
        PropertyValue::Unknown
    );
    assert_eq!(constructed.outputs["url"], PropertyValue::Unknown);
    assert_eq!(constructed.dependencies["url"], set(&[DATABASE]));
}

#[tokio::test]
async fn what_uses_a_childs_output_depends_on_the_child() {
    let stage = Stage::declaring(|graph| {
        let first = graph
            .register(pet("first", vec![("length", 2.0.into())]))
            .expect("a node");
        let inputs = vec![
            ("id", output(first, "id")),
            ("length", output(first, "length")),
            ("fixed", "x".into()),
            ("itself", output(first, "")),
        ];
        graph.register(pet("second", inputs)).expect("a node");
        vec![("url", output(first, "id"))]
    });
    let monitor = FakeMonitor::new();
    let constructed = stage.run(&monitor).await.expect("a component");
    let first = FakeMonitor::urn(&monitor.one("first"));
    let second = monitor.one("second");
    let on_first = &[first.as_str()][..];
    let expected = [
        ("fixed", &[][..]),
        ("id", on_first),
        ("itself", on_first),
        ("length", on_first),
    ];
    assert_eq!(second.input_dependencies, dependencies(&expected));
    assert_eq!(second.inputs["length"], 2.0.into());
    assert!(
        matches!(&second.inputs["itself"], PropertyValue::ResourceReference(reference)
        if reference.urn == first && reference.id == Some(Some("first_id".to_owned())))
    );
    assert_eq!(constructed.dependencies["url"], set(on_first));
}

#[tokio::test]
async fn an_output_that_is_missing_is_unknown_in_a_preview_and_null_in_an_update() {
    let declare = |graph: &mut Graph| {
        let first = graph.register(pet("first", vec![])).expect("a node");
        graph
            .register(pet("second", vec![("made", output(first, "made.later"))]))
            .expect("a node");
        vec![]
    };
    let monitor = FakeMonitor::new();
    Stage::declaring(declare)
        .in_preview()
        .run(&monitor)
        .await
        .expect("a component");
    assert_eq!(monitor.one("second").inputs["made"], PropertyValue::Unknown);
    let monitor = FakeMonitor::new();
    Stage::declaring(declare)
        .run(&monitor)
        .await
        .expect("a component");
    assert_eq!(monitor.one("second").inputs["made"], PropertyValue::Null);
}

#[tokio::test]
async fn what_the_engine_left_out_is_unknown_in_an_update_too() {
    let stage = Stage::declaring(|graph| {
        let first = graph.register(pet("first", vec![])).expect("a node");
        graph
            .register(pet("second", vec![("made", output(first, "made"))]))
            .expect("a node");
        vec![("url", output(first, "id")), ("token", "known".into())]
    });
    let monitor = FakeMonitor::making(|registration| Registered {
        outcome: match registration.name.as_str() {
            "first" => RegistrationOutcome::Unknown,
            _ => RegistrationOutcome::Done,
        },
        ..Registered::default()
    });
    let constructed = stage.run(&monitor).await.expect("a component");
    assert_eq!(monitor.one("second").inputs["made"], PropertyValue::Unknown);
    // The engine drops the whole answer of an update for an unknown value in it. `token` is secret by the schema.
    assert_eq!(constructed.outputs, map(vec![("token", secret("known"))]));
}

#[tokio::test]
async fn what_the_engine_left_out_below_a_component_is_unknown_above_it() {
    const OUTER: &str = "urn:pulumi:dev::shop::acme:index:Site::s";
    const SKIPPED: &str =
        "urn:pulumi:dev::shop::acme:index:Site$acme:index:Site$random:index:Pet::skipped";
    let mut stage = Stage::new(|graph, _| {
        let is_outer = graph.inputs_for_guest().contains_key("count");
        if !is_outer {
            let skipped = graph.register(pet("skipped", vec![]))?;
            return Ok(object(vec![("url", output(skipped, "made"))]));
        }
        let inner = graph.register(Declaration {
            kind: ResourceKind::Remote,
            token: SITE.to_owned(),
            ..pet("s", vec![])
        })?;
        let after = pet("after", vec![("made", output(inner, "url"))]);
        graph.register(after)?;
        Ok(object(vec![("url", output(inner, "url"))]))
    });
    stage.parameters.parent = OUTER.to_owned();
    let skipping = FakeMonitor::making(|registration| Registered {
        outcome: match registration.kind {
            ResourceKind::Custom => RegistrationOutcome::Unknown,
            _ => RegistrationOutcome::Done,
        },
        ..Registered::default()
    });
    skipping.knows(OUTER);
    let inner = stage.run(&skipping).await.expect("a component");
    assert!(inner.outputs.is_empty(), "{inner:?}");
    // By these dependencies the engine finds out that it skipped something.
    assert_eq!(inner.dependencies["url"], set(&[SKIPPED]));

    // The engine does not tell the component above that the output is unknown.
    STACK.clone_into(&mut stage.parameters.parent);
    let stage = stage.with("count", PropertyValue::Number(1.0), &[]);
    let above = FakeMonitor::making(|registration| match registration.kind {
        ResourceKind::Remote => Registered {
            output_dependencies: dependencies(&[("url", &[SKIPPED])]),
            ..Registered::default()
        },
        _ => Registered::default(),
    });
    let outer = stage.run(&above).await.expect("a component");
    assert!(outer.outputs.is_empty(), "{outer:?}");
    let after = above.one("after");
    assert_eq!(after.inputs["made"], PropertyValue::Unknown);
    assert_eq!(
        after.input_dependencies["made"],
        set(&[&inner.urn, SKIPPED])
    );
}

#[tokio::test]
async fn a_derived_value_depends_on_what_it_is_made_of_and_on_what_it_gives() {
    let stage = Stage::new(|graph, entered| match entered {
        Entered::Transform(..) | Entered::Hook(..) => panic!("nothing is transformed"),
        Entered::Construct(_) => {
            let first = graph.register(pet("first", vec![]))?;
            Ok(object(vec![("url", derive(graph, output(first, "id"), 3))]))
        }
        // A callback may declare more.
        Entered::Derive(_, argument) => {
            let second = graph.register(pet("second", vec![("prefix", argument.clone())]))?;
            Ok(output(second, "id"))
        }
    });
    let monitor = FakeMonitor::new();
    let constructed = stage.run(&monitor).await.expect("a component");
    let of = |name: &str| FakeMonitor::urn(&monitor.one(name));
    assert_eq!(constructed.outputs["url"], "second_id".into());
    assert_eq!(
        constructed.dependencies["url"],
        set(&[&of("first"), &of("second")])
    );
}

#[tokio::test]
async fn returned_dependencies_name_no_group_and_those_of_remote_components() {
    const INSIDE: &str = "urn:pulumi:dev::shop::x:index:Inside::i";
    let stage = Stage::declaring(|graph| {
        let part = graph.register(group("part")).expect("a node");
        let remote = Declaration {
            kind: ResourceKind::Remote,
            ..pet("remote", vec![])
        };
        let remote = graph.register(remote).expect("a node");
        vec![
            ("url", output(remote, "made")),
            ("token", output(part, "urn")),
        ]
    });
    let monitor = FakeMonitor::making(|registration| match registration.kind {
        ResourceKind::Remote => Registered {
            outputs: map(vec![("made", "x".into())]),
            output_dependencies: dependencies(&[("made", &[INSIDE])]),
            ..Registered::default()
        },
        _ => Registered::default(),
    });
    let constructed = stage.run(&monitor).await.expect("a component");
    let remote = FakeMonitor::urn(&monitor.one("remote"));
    assert_eq!(constructed.dependencies["url"], set(&[&remote, INSIDE]));
    assert_eq!(constructed.dependencies["token"], set(&[]));
}

#[tokio::test]
async fn a_preview_makes_the_same_registrations_as_the_update() {
    let names = |monitor: &FakeMonitor| {
        let registered = monitor.registered().into_iter();
        registered
            .map(|one| (one.token, one.name))
            .collect::<Vec<_>>()
    };
    let (preview, update) = (FakeMonitor::new(), FakeMonitor::new());
    let stage = || passing_on().with("title", "x".into(), &[]);
    stage()
        .in_preview()
        .run(&preview)
        .await
        .expect("a component");
    stage().run(&update).await.expect("a component");
    assert_eq!(names(&preview), names(&update));
}
