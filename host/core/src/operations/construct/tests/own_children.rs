//! Children of the component's own package, which the host judges when they are declared.

use super::*;
use crate::error::GuestError;

/// The result for a declaration of a child of the own package.
async fn told(token: &'static str, kind: ResourceKind, inputs: PropertyMap) -> Vec<String> {
    let stage = Stage::new(move |graph, _| {
        let declaration = Declaration {
            kind,
            token: token.to_owned(),
            name: "child".to_owned(),
            inputs: inputs.clone(),
            ..Declaration::default()
        };
        graph.register(declaration).map_err(CallError::Guest)?;
        Ok(object(vec![]))
    });
    let monitor = FakeMonitor::new();
    match stage.run(&monitor).await {
        Ok(_) => Vec::new(),
        Err(CallError::Guest(GuestError::Invalid(failures))) => {
            assert_eq!(
                monitor.registered().len(),
                1,
                "nothing but the component is sent"
            );
            let failures = failures.into_iter();
            let told = failures.map(|failure| format!("{}: {}", failure.property, failure.reason));
            told.collect()
        }
        Err(error) => panic!("{error}"),
    }
}

#[tokio::test]
async fn misspelt_missing_and_mistyped_inputs_of_an_own_child_are_refused_when_it_is_declared() {
    let custom = ResourceKind::Custom;
    for (token, kind, inputs, expected) in [
        (
            SITE,
            ResourceKind::Remote,
            vec![("titel", "x".into())],
            "did you mean `title`",
        ),
        (
            SITE,
            ResourceKind::Remote,
            vec![("count", "many".into())],
            "count: ",
        ),
        (
            SITE,
            ResourceKind::Remote,
            vec![(
                "parts",
                PropertyValue::Array(vec![PropertyValue::Array(Vec::new())]),
            )],
            "parts[0]: ",
        ),
        (
            "acme:index:Sight",
            custom,
            vec![],
            "token: the package `acme` has no resource type",
        ),
    ] {
        let told = told(token, kind, map(inputs.clone())).await;
        assert_eq!(told.len(), 1, "{inputs:?}: {told:?}");
        assert!(told[0].contains(expected), "{inputs:?}: {told:?}");
    }
}

#[tokio::test]
async fn an_output_is_an_input_of_any_type_when_an_own_child_is_declared() {
    let title = output(0, "title");
    for inputs in [
        vec![("title", title.clone()), ("count", title.clone())],
        vec![(
            "parts",
            PropertyValue::Array(vec![title.clone(), "a".into()]),
        )],
        vec![("parts", title.clone().into_secret())],
        vec![("title", PropertyValue::from("x").into_secret())],
    ] {
        let told = told(SITE, ResourceKind::Remote, map(inputs.clone())).await;
        assert!(told.is_empty(), "{inputs:?}: {told:?}");
    }
}

#[tokio::test]
async fn groups_and_children_of_other_packages_are_not_held_against_the_own_schema() {
    for (token, kind) in [
        ("acme:index:Part", ResourceKind::Group),
        ("random:index:Pet", ResourceKind::Custom),
    ] {
        let told = told(token, kind, map(vec![("any", "x".into())])).await;
        assert!(told.is_empty(), "{token}: {told:?}");
    }
}
