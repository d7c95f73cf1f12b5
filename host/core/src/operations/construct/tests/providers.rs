//! Providers as resources: the engine chooses their plugins by some inputs, which no component writes.

use std::collections::BTreeSet;

use super::*;
use crate::error::GuestError;
use crate::graph::{LookupDeclaration, LookupKind};

const PROVIDER: &str = "pulumi:providers:random";

fn provider(inputs: Vec<(&str, PropertyValue)>) -> Declaration {
    Declaration {
        token: PROVIDER.to_owned(),
        ..pet("provider", inputs)
    }
}

/// The refusal of a declaration; empty if it is taken.
async fn refusal(declaration: impl Fn() -> Declaration + Send + Sync + 'static) -> String {
    let told = Arc::new(parking_lot::Mutex::new(String::new()));
    let keep = Arc::clone(&told);
    let stage = Stage::declaring(move |graph| {
        if let Err(error) = graph.register(declaration()) {
            *keep.lock() = error.message();
        }
        vec![]
    });
    let monitor = FakeMonitor::new();
    stage.run(&monitor).await.expect("a component");
    let told = told.lock().clone();
    assert_eq!(
        monitor.registered().len(),
        if told.is_empty() { 2 } else { 1 }
    );
    told
}

fn engine_reads() -> [(&'static str, PropertyValue); 9] {
    let address = || object(vec![("pluginDownloadURL", "http://127.0.0.1:1".into())]);
    [
        ("__internal", address()),
        ("__internal", PropertyValue::Null),
        ("__wasm", object(vec![])),
        ("version", "0.0.1".into()),
        ("name", "other".into()),
        ("pluginDownloadURL", "git://example.com/x".into()),
        ("pluginChecksums", object(vec![])),
        ("parameterization", "e30=".into()),
        (
            "envVarMappings",
            object(vec![("MINE", "AWS_PROFILE".into())]),
        ),
    ]
}

#[tokio::test]
async fn a_component_writes_no_input_that_the_engine_reads_in_a_provider() {
    for (name, value) in engine_reads() {
        let forms: [fn(PropertyValue) -> PropertyValue; 3] = [
            |value| value,
            PropertyValue::into_secret,
            |_| output(0, "title"),
        ];
        for form in forms {
            let value = form(value.clone());
            let told = refusal(move || provider(vec![(name, value.clone())])).await;
            assert!(
                told.contains(name) && told.contains("is read by the engine itself"),
                "{name}: {told}"
            );
        }
    }
    let told = refusal(|| provider(vec![("region", "here".into()), ("Version", "x".into())])).await;
    assert_eq!(told, "");
}

#[tokio::test]
async fn no_resource_has_inputs_that_are_reserved_for_the_engine_and_for_state() {
    for name in ["__provider", "__wasm", "__internal", "__"] {
        let told = refusal(move || pet("x", vec![(name, "code".into())])).await;
        assert!(told.contains("reserved for the engine"), "{name}: {told}");
        let told = refusal(move || Declaration {
            inputs: map(vec![(name, "code".into())]),
            ..group("part")
        });
        let told = told.await;
        assert!(told.contains("reserved for the engine"), "{name}: {told}");
    }
    // Only providers have the others.
    for name in ["version", "name", "pluginDownloadURL", "_version"] {
        assert_eq!(
            refusal(move || pet("x", vec![(name, "1".into())])).await,
            ""
        );
    }
}

#[tokio::test]
async fn a_provider_is_a_resource_and_neither_a_group_nor_a_component() {
    for kind in [ResourceKind::Group, ResourceKind::Remote] {
        for token in ["pulumi:providers:acme", PROVIDER] {
            let told = refusal(move || Declaration {
                kind,
                token: token.to_owned(),
                ..provider(vec![])
            });
            let told = told.await;
            assert!(
                told.contains("the type of a provider") || told.contains("must be a type of"),
                "{token}: {told}"
            );
        }
    }
}

#[tokio::test]
async fn no_option_gives_a_provider_recorded_inputs_that_the_engine_reads() {
    for path in [
        "__internal",
        "__internal.pluginDownloadURL",
        "[\"__internal\"]",
        "*",
        "[*]",
        "version",
        "pluginDownloadURL",
        "pluginChecksums[\"linux\"]",
        "",
        "__wasm",
    ] {
        let options = move || {
            vec![(
                "ignoreChanges",
                PropertyValue::Array(vec!["region".into(), path.into()]),
            )]
        };
        let told = refusal(move || under(provider(vec![]), options())).await;
        assert!(
            told.contains("would keep recorded inputs"),
            "{path}: {told}"
        );
        let told = refusal(move || under(pet("x", vec![]), options())).await;
        assert_eq!(told, "", "{path}");
    }
    let told = refusal(|| under(provider(vec![]), vec![("import", "x".into())])).await;
    assert!(told.contains("a provider cannot be imported"), "{told}");
    let options = || {
        vec![(
            "ignoreChanges",
            PropertyValue::Array(vec!["region".into(), "tags[0].name".into()]),
        )]
    };
    assert_eq!(
        refusal(move || under(provider(vec![]), options())).await,
        ""
    );
}

/// The provider would keep the inputs of the resource that its alias names, if they are ignored.
#[tokio::test]
async fn a_provider_takes_over_no_other_resource_and_no_other_resource_a_provider() {
    let alias = |token: &str| {
        let urn = format!("urn:pulumi:dev::shop::acme:index:Site${token}::x");
        vec![("aliases", PropertyValue::from(urn))]
    };
    let by_type = |token: &str| {
        let alias = object(vec![("type", token.into())]);
        vec![("aliases", PropertyValue::Array(vec![alias]))]
    };
    for options in [alias, by_type] {
        for token in [
            "random:index:Pet",
            "acme:index:Thing",
            "pulumi:providers:acme",
        ] {
            let told = refusal(move || under(provider(vec![]), options(token))).await;
            assert!(
                told.contains("only take over a provider of the same package"),
                "{token}: {told}"
            );
        }
        let told = refusal(move || under(pet("x", vec![]), options(PROVIDER))).await;
        assert!(
            told.contains("only take over a provider of the same package"),
            "{told}"
        );
        assert_eq!(
            refusal(move || under(provider(vec![]), options(PROVIDER))).await,
            ""
        );
    }
}

#[tokio::test]
async fn a_component_looks_up_no_provider_and_nothing_of_the_engine() {
    let kinds = [LookupKind::Read, LookupKind::Invoke, LookupKind::Method];
    let tokens = [
        PROVIDER,
        "pulumi:providers:acme",
        "pulumi:providers:acme/login",
        "pulumi:pulumi:getResource",
        "pulumi:pulumi:StackReference",
        "pulumi:pulumi:Stash",
        "pulumi:index:StackReference",
    ];
    let stage = Stage::declaring(move |graph| {
        for (kind, token) in kinds
            .iter()
            .flat_map(|kind| tokens.map(|token| (*kind, token)))
        {
            let found = graph.look_up(LookupDeclaration {
                kind,
                token: token.to_owned(),
                name: "x".to_owned(),
                arguments: map(vec![("id", "x".into()), ("__self__", output(0, ""))]),
                ..LookupDeclaration::default()
            });
            assert!(found.is_err(), "{token}");
        }
        for token in tokens {
            let declared = graph.register(Declaration {
                token: token.to_owned(),
                ..pet("y", vec![])
            });
            let may_be = ["pulumi:providers:acme", PROVIDER].contains(&token);
            assert_eq!(declared.is_ok(), may_be, "{token}");
        }
        // The name of a reserved argument.
        let found = graph.look_up(LookupDeclaration {
            token: "random:index:getWord".to_owned(),
            arguments: map(vec![("__internal", object(vec![]))]),
            ..LookupDeclaration::default()
        });
        let Err(GuestError::Invalid(failures)) = found else {
            panic!("{found:?}");
        };
        let named: BTreeSet<_> = failures.iter().map(|one| one.property.as_str()).collect();
        assert_eq!(named, BTreeSet::from(["__internal"]));
        vec![]
    });
    stage.run(&FakeMonitor::new()).await.expect("a component");
}

/// A schema may have types of other packages, such as the program's own components.
#[tokio::test]
async fn a_component_type_of_another_package_in_the_schema_opens_nothing_below_it() {
    let script = |graph: &mut Graph, _: Entered<'_>| {
        let urn = "urn:pulumi:dev::shop::app:index:App$random:index:Pet::x";
        let taken = graph.register(under(pet("x", vec![]), vec![("aliases", urn.into())]));
        let Err(GuestError::Denied(reason)) = taken else {
            panic!("{taken:?}");
        };
        assert!(
            reason.contains("not below a component of the package `acme`"),
            "{reason}"
        );
        Ok(object(vec![]))
    };
    let mut stage = Stage::declaring(|_| vec![]);
    stage.scene = Scene::with(
        &["create"],
        |manifest| {
            manifest["packages"] = json!({ "random": {} });
            manifest["schema"]["allowedPackageNames"] = json!(["app"]);
            for token in [SITE, "app:index:App"] {
                manifest["schema"]["resources"][token] = json!({ "isComponent": true });
                manifest["resources"][token] = json!({ "hooks": ["construct"] });
            }
        },
        Answers {
            construct: Some(Arc::new(script)),
            ..Answers::default()
        },
    );
    stage.run(&FakeMonitor::new()).await.expect("a component");
}
