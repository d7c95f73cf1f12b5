//! Options of the component and of its children.

use super::*;
use crate::error::GuestError;
use crate::graph::{Alias, AliasParent, AliasSpec, Hooks, Timeouts};

#[tokio::test]
async fn all_options_of_the_request_stand_on_the_component_and_on_no_child() {
    let given = RegistrationOptions {
        protect: Some(false),
        retain_on_delete: Some(true),
        delete_before_replace: Some(false),
        providers: BTreeMap::from([("random".to_owned(), "urn::id".to_owned())]),
        deleted_with: "urn:d".to_owned(),
        replace_with: set(&["urn:r"]),
        ignore_changes: vec!["a".to_owned()],
        replace_on_changes: vec!["b".to_owned()],
        additional_secret_outputs: vec!["c".to_owned()],
        timeouts: Timeouts {
            create: "5m".to_owned(),
            ..Timeouts::default()
        },
        aliases: vec![Alias::Urn("urn:a".to_owned())],
        replacement_trigger: Some("t".into()),
        hooks: Some(Hooks {
            after_create: vec!["h".to_owned()],
            ..Hooks::default()
        }),
        ..RegistrationOptions::default()
    };
    let mut stage = Stage::declaring(|graph| {
        graph.register(pet("child", vec![])).expect("a node");
        vec![]
    });
    stage.parameters.options = given.clone();
    stage.parameters.dependencies = set(&["urn:x"]);
    let monitor = FakeMonitor::new();
    stage.run(&monitor).await.expect("a component");
    let own = monitor.one("s");
    assert_eq!(
        (own.options, own.dependencies),
        (given, set(&["urn:x"]).into())
    );
    // Children inherit these options from the component through the engine.
    assert_eq!(monitor.one("child").options, RegistrationOptions::default());
}

const OLD: &str = "urn:pulumi:dev::shop::acme:index:Site$random:index:Pet::old";
const OLD_PARENT: &str = "urn:pulumi:dev::shop::acme:index:Site::old";

#[tokio::test]
async fn a_child_has_the_options_that_the_component_gives_it() {
    let stage = Stage::declaring(|graph| {
        let provider = Declaration {
            token: "pulumi:providers:random".to_owned(),
            ..pet("p", vec![])
        };
        let provider = graph.register(provider).expect("a node");
        let first = graph.register(pet("first", vec![])).expect("a node");
        let alias = object(vec![
            ("name", "old".into()),
            ("parentUrn", OLD_PARENT.into()),
        ]);
        let options = vec![
            ("provider", output(provider, "")),
            ("protect", false.into()),
            ("retainOnDelete", true.into()),
            ("deletedWith", output(first, "")),
            (
                "replaceWith",
                PropertyValue::Array(vec![output(first, "urn")]),
            ),
            ("ignoreChanges", PropertyValue::Array(vec!["a.b".into()])),
            ("customTimeouts", object(vec![("delete", "1h".into())])),
            ("aliases", PropertyValue::Array(vec![OLD.into(), alias])),
            ("import", "abc".into()),
            ("replacementTrigger", output(first, "id")),
        ];
        graph
            .register(under(pet("child", vec![]), options))
            .expect("a node");
        vec![]
    });
    let monitor = FakeMonitor::new();
    stage.run(&monitor).await.expect("a component");
    let first = FakeMonitor::urn(&monitor.one("first"));
    let provider = FakeMonitor::urn(&monitor.one("p"));
    let old = AliasSpec {
        name: "old".to_owned(),
        parent: AliasParent::Urn(OLD_PARENT.to_owned()),
        ..AliasSpec::default()
    };
    let expected = RegistrationOptions {
        provider: format!("{provider}::p_id"),
        protect: Some(false),
        retain_on_delete: Some(true),
        deleted_with: first.clone(),
        replace_with: set(&[&first]),
        ignore_changes: vec!["a.b".to_owned()],
        timeouts: Timeouts {
            delete: "1h".to_owned(),
            ..Timeouts::default()
        },
        aliases: vec![Alias::Urn(OLD.to_owned()), Alias::Spec(old)],
        import: "abc".to_owned(),
        replacement_trigger: Some("first_id".into()),
        ..RegistrationOptions::default()
    };
    assert_eq!(monitor.one("child").options, expected);
}

#[tokio::test]
async fn an_unknown_provider_id_is_sent_as_the_sentinel() {
    let stage = Stage::declaring(|graph| {
        let provider = Declaration {
            token: "pulumi:providers:random".to_owned(),
            ..pet("p", vec![])
        };
        let provider = graph.register(provider).expect("a node");
        let options = vec![("provider", output(provider, ""))];
        graph
            .register(under(pet("child", vec![]), options))
            .expect("a node");
        vec![]
    });
    let monitor = FakeMonitor::making(|registration| Registered {
        outcome: match registration.name.as_str() {
            "p" => RegistrationOutcome::Unknown,
            _ => RegistrationOutcome::Done,
        },
        ..Registered::default()
    });
    stage.in_preview().run(&monitor).await.expect("a component");
    let provider = monitor.one("child").options.provider;
    assert!(
        provider.ends_with("::p::04da6b54-80e4-46f7-96ec-b56ff0331ba9"),
        "{provider}"
    );
}

#[tokio::test]
async fn an_option_that_does_not_exist_or_fit_is_refused_by_its_name() {
    for (name, value, expected) in [
        (
            "protected",
            PropertyValue::Bool(true),
            "did you mean `protect`?",
        ),
        (
            "protect",
            "yes".into(),
            "expected a boolean, found a string",
        ),
        (
            "ignoreChanges",
            1.0.into(),
            "expected a string that is known now",
        ),
        (
            "customTimeouts",
            object(vec![("made", "1m".into())]),
            "is not an option",
        ),
        ("dependsOn", output(99, ""), "no node 99"),
        ("parent", output(0, "a..b"), "is not a path"),
    ] {
        let given = value.clone();
        let stage = Stage::new(move |graph, _| {
            graph.register(under(pet("x", vec![]), vec![(name, given.clone())]))?;
            Ok(object(vec![]))
        });
        let error = stage
            .run(&FakeMonitor::new())
            .await
            .expect_err(name)
            .to_string();
        assert!(error.contains(expected) && error.contains(name), "{error}");
    }
}

#[tokio::test]
async fn a_provider_that_is_not_known_is_refused_in_the_place_of_the_default_one() {
    for (name, value) in [
        ("provider", output(0, "any")),
        ("providers", object(vec![("random", output(0, "any"))])),
    ] {
        let stage = Stage::declaring(move |graph| {
            let child = under(pet("child", vec![]), vec![(name, value.clone())]);
            graph.register(child).expect("a node");
            vec![]
        });
        let stage = stage.in_preview().with("any", PropertyValue::Unknown, &[]);
        let monitor = FakeMonitor::new();
        let error = stage.run(&monitor).await.expect_err("a refusal");
        let error = error.to_string();
        let said = "the provider of `child` of type `random:index:Pet` is not known";
        assert!(error.contains(said), "{error}");
        assert_eq!(monitor.registered().len(), 1);
    }
}

#[tokio::test]
async fn without_a_value_an_optional_provider_is_the_default_one() {
    let stage = Stage::declaring(|graph| {
        let child = under(pet("child", vec![]), vec![("provider", output(0, "any"))]);
        graph.register(child).expect("a node");
        vec![]
    });
    let monitor = FakeMonitor::new();
    stage.run(&monitor).await.expect("a component");
    assert_eq!(monitor.one("child").options.provider, "");
}

#[tokio::test]
async fn an_alias_may_name_a_group_or_the_component_as_its_parent() {
    let stage = Stage::declaring(|graph| {
        let part = graph.register(group("part")).expect("a node");
        let alias = |parts| object(parts);
        let aliases = vec![
            alias(vec![("parent", output(part, ""))]),
            alias(vec![
                ("name", "old".into()),
                ("parentUrn", output(part, "urn")),
            ]),
            alias(vec![("parent", output(0, ""))]),
            alias(vec![("parent", PropertyValue::Null)]),
        ];
        let options = vec![("aliases", PropertyValue::Array(aliases))];
        graph
            .register(under(pet("child", vec![]), options))
            .expect("a node");
        vec![]
    });
    let monitor = FakeMonitor::new();
    let constructed = stage.run(&monitor).await.expect("a component");
    let part = FakeMonitor::urn(&monitor.one("part"));
    let parents: Vec<_> = monitor
        .one("child")
        .options
        .aliases
        .into_iter()
        .map(|alias| match alias {
            Alias::Spec(spec) => spec.parent,
            Alias::Urn(urn) => panic!("{urn} is no alias with a parent"),
        })
        .collect();
    let expected = [
        AliasParent::Urn(part.clone()),
        AliasParent::Urn(part),
        AliasParent::Urn(constructed.urn),
        AliasParent::Same,
    ];
    assert_eq!(parents, expected);
}

#[tokio::test]
async fn the_parent_of_an_alias_is_a_resource_of_the_session() {
    for parent in [
        // Another output of a resource may be any text.
        output(1, "name"),
        // A derived value.
        output(2, ""),
        output(0, "title"),
    ] {
        let stage = Stage::new(move |graph, _| {
            graph.register(group("part"))?;
            derive(graph, "x".into(), 1);
            let alias = object(vec![("parent", parent.clone())]);
            let options = vec![("aliases", PropertyValue::Array(vec![alias]))];
            graph.register(under(pet("child", vec![]), options))?;
            Ok(object(vec![]))
        });
        let error = stage.run(&FakeMonitor::new()).await.expect_err("a refusal");
        let CallError::Guest(GuestError::Invalid(failures)) = &error else {
            panic!("{error}");
        };
        assert_eq!(failures[0].property, "options.aliases");
    }
}
