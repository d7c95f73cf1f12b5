//! Resources that a component cannot reach: resources that it was not given, and resources of packages that its
//! manifest does not name.

use super::*;
use crate::error::GuestError;
use crate::graph::GroupOutputs;
use crate::value::ResourceReference;

const DATABASE: &str = "urn:pulumi:dev::shop::db:index:Database::d";

fn database() -> PropertyValue {
    PropertyValue::ResourceReference(Box::new(ResourceReference {
        urn: DATABASE.to_owned(),
        ..ResourceReference::default()
    }))
}

#[tokio::test]
async fn a_reference_that_did_not_come_in_is_refused_wherever_it_is_written() {
    let stage = Stage::declaring(|graph| {
        let made = database().into_secret();
        let mut refused = vec![
            graph.register(pet("x", vec![("prefix", made.clone())])),
            graph.register(under(pet("x", vec![]), vec![("provider", made.clone())])),
            graph.derive(Derivation {
                source: made.clone(),
                callback: 1,
                position: String::new(),
            }),
        ];
        let node = graph.register(group("part")).expect("a group");
        let outputs = map(vec![("a", made.clone())]);
        refused.push(
            graph
                .complete_group(GroupOutputs { node, outputs })
                .map(|()| 0),
        );
        for refused in refused {
            let Err(GuestError::Invalid(failures)) = refused else {
                panic!("{refused:?}");
            };
            let reason = &failures[0].reason;
            assert!(reason.contains("was not given"), "{reason}");
        }
        vec![]
    });
    stage.run(&FakeMonitor::new()).await.expect("a component");

    // The argument of a callback may be a text that the guest wrote, so its result does not make a resource reachable
    // either.
    let stage = Stage::new(|graph, entered| match entered {
        Entered::Transform(..) | Entered::Hook(..) => panic!("nothing is transformed"),
        Entered::Construct(_) => {
            derive(graph, DATABASE.into(), 1);
            Ok(object(vec![]))
        }
        Entered::Derive(..) => Ok(database()),
    });
    let error = stage.run(&FakeMonitor::new()).await;
    let error = error.expect_err("a refusal").to_string();
    assert!(error.contains("was not given"), "{error}");

    let stage = Stage::declaring(|graph| {
        let inputs = vec![("prefix", database())];
        graph.register(pet("x", inputs)).expect("a node");
        vec![]
    });
    let stage = stage.with("any", database(), &[]);
    stage.run(&FakeMonitor::new()).await.expect("a component");
}

#[tokio::test]
async fn an_alias_takes_over_no_resource_of_another_package() {
    let urn = |token: &str| PropertyValue::from(format!("urn:pulumi:dev::shop::{token}::x"));
    for (alias, is_denied) in [
        (urn("aws:s3/bucket:Bucket"), true),
        (urn("acme:index:Site$aws:s3/bucket:Bucket"), true),
        (urn("pulumi:providers:aws"), true),
        (object(vec![("type", "aws:s3/bucket:Bucket".into())]), true),
        (object(vec![("name", "y".into())]), false),
        (urn("acme:index:Site$random:index:Pet"), false),
        (urn("acme:index:Site$acme:index:Thing"), false),
    ] {
        let stage = Stage::declaring(move |graph| {
            let options = vec![("aliases", alias.clone())];
            let taken = graph.register(under(pet("x", vec![]), options));
            let denied = matches!(taken, Err(GuestError::Denied(_)));
            assert!(denied == is_denied, "{alias:?}: {taken:?}");
            vec![]
        });
        stage.run(&FakeMonitor::new()).await.expect("a component");
    }
}

/// A resource that is not below a component of the package was declared by the program, or by another package.
#[tokio::test]
async fn an_alias_takes_over_nothing_that_is_not_below_a_component_of_the_package() {
    let urn = |types: &str| PropertyValue::from(format!("urn:pulumi:dev::shop::{types}::x"));
    let below = |types: &str| object(vec![("parentUrn", urn(types))]);
    let denied = "is not below a component of the package `acme`";
    for (alias, refused) in [
        (urn("random:index:Pet"), denied),
        (urn("acme:index:Thing"), denied),
        // A custom resource of the package, to which the program gave a child.
        (urn("acme:index:Thing$random:index:Pet"), denied),
        (urn("other:index:Site$random:index:Pet"), denied),
        (urn("pulumi:providers:random"), denied),
        (object(vec![("noParent", true.into())]), denied),
        (below("random:index:Pet"), denied),
        (below("pulumi:pulumi:Stack"), denied),
        (below("acme:index:Thing"), denied),
        ("urn:old".into(), "`urn:old` is not a URN"),
        ("urn:pulumi:dev::shop::x".into(), "is not a URN"),
        ("".into(), "is not a URN"),
        (object(vec![("parentUrn", "x".into())]), "is not a URN"),
        (
            object(vec![("project", "shop::random:index:Pet".into())]),
            "cannot contain `::`",
        ),
        (
            object(vec![("stack", "dev::shop".into())]),
            "cannot contain `::`",
        ),
        (below("acme:index:Site"), ""),
        (below("app:index:App$acme:index:Site$acme:index:Part"), ""),
        (urn("app:index:App$acme:index:Site$random:index:Pet"), ""),
        (object(vec![("parentUrn", "".into())]), ""),
        (object(vec![("project", "old".into())]), ""),
    ] {
        let stage = Stage::declaring(move |graph| {
            let options = vec![("aliases", alias.clone())];
            let taken = graph.register(under(pet("x", vec![]), options));
            match taken {
                Ok(_) => assert_eq!(refused, "", "{alias:?}"),
                Err(error) => {
                    let error = error.message();
                    let is_as_expected = !refused.is_empty() && error.contains(refused);
                    assert!(is_as_expected, "{alias:?}: {error}");
                }
            }
            vec![]
        });
        stage.run(&FakeMonitor::new()).await.expect("a component");
    }
}

/// The engine replaces a custom resource by the group that has it as an alias: it deletes the resource.
#[tokio::test]
async fn an_alias_of_a_group_takes_over_types_of_the_own_package_alone() {
    let urn = |token: &str| PropertyValue::from(format!("urn:pulumi:dev::shop::{token}::x"));
    for (alias, is_denied) in [
        (urn("aws:s3/bucket:Bucket"), true),
        (urn("acme:index:Site$aws:s3/bucket:Bucket"), true),
        (urn("random:index:Pet"), true),
        (
            object(vec![
                ("type", "aws:s3/bucket:Bucket".into()),
                ("noParent", true.into()),
            ]),
            true,
        ),
        (object(vec![("type", "random:index:Pet".into())]), true),
        (object(vec![("name", "y".into())]), false),
        (urn("acme:index:Site$acme:index:Part"), false),
        (urn("acme:index:Site$acme:index:Old$acme:index:Part"), false),
        (object(vec![("type", "acme:index:Piece".into())]), false),
    ] {
        let stage = Stage::declaring(move |graph| {
            let options = vec![
                ("aliases", alias.clone()),
                ("deleteBeforeReplace", true.into()),
            ];
            let taken = graph.register(under(group("part"), options));
            let denied = matches!(&taken, Err(GuestError::Denied(reason)) if reason.contains("alias of a group"));
            assert!(denied == is_denied, "{alias:?}: {taken:?}");
            vec![]
        });
        stage.run(&FakeMonitor::new()).await.expect("a component");
    }
}

#[tokio::test]
async fn what_is_made_of_a_secret_is_in_no_text_either() {
    let stage = Stage::new(|graph, entered| match entered {
        Entered::Transform(..) | Entered::Hook(..) => panic!("nothing is transformed"),
        Entered::Construct(_) => {
            derive(graph, output(0, "title"), 1);
            let secret = PropertyValue::from("chosen-by-the-guest").into_secret();
            graph.register(pet("child", vec![("prefix", secret)]))?;
            Ok(object(vec![]))
        }
        Entered::Derive(_, argument) => {
            let text = argument.as_str().expect("a text");
            Ok(text.chars().rev().collect::<String>().into())
        }
    });
    let stage = stage.with(
        "title",
        PropertyValue::from("drow-neddih").into_secret(),
        &[],
    );
    let call = stage.call();
    let parameters = stage.parameters.clone();
    let monitor = FakeMonitor::new();
    let made = construct(&stage.scene.package, &call, parameters, monitor.as_ref()).await;
    made.expect("a component");
    for secret in ["drow-neddih", "hidden-word", "chosen-by-the-guest"] {
        let text = format!("the server did not take `{secret}`");
        let text = call.secrets.text(&text);
        assert!(!text.contains(secret), "{text}");
    }
}

#[tokio::test]
async fn a_package_that_a_policy_does_not_list_cannot_be_registered() {
    let mut stage = Stage::declaring(|graph| {
        let Err(GuestError::Denied(reason)) = graph.register(pet("x", vec![])) else {
            panic!("it was taken");
        };
        assert!(
            reason.contains("a rule does not list the package `random`"),
            "{reason}"
        );
        vec![]
    });
    let forbidden = BTreeMap::from([(
        "random".to_owned(),
        "a rule does not list the package `random`".to_owned(),
    )]);
    stage.scene.package = stage.scene.package.without_uses(forbidden);
    stage.run(&FakeMonitor::new()).await.expect("a component");
}

#[tokio::test]
async fn a_type_names_its_package_its_module_and_itself() {
    for token in ["acme::Thing", ":index:Thing", "acme:index:", "acme:index"] {
        let token = token.to_owned();
        let stage = Stage::new(move |graph, entered| match entered {
            Entered::Construct(_) => {
                let child = Declaration {
                    token: token.clone(),
                    ..pet("x", vec![])
                };
                let refused = graph.register(child).expect_err("no type");
                assert!(format!("{refused:?}").contains("is not a token such as"));
                Ok(object(vec![]))
            }
            _ => panic!("nothing else is asked"),
        });
        stage.run(&FakeMonitor::new()).await.expect("a component");
    }
}
