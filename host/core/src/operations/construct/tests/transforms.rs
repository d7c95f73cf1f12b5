use std::sync::atomic::{AtomicBool, Ordering};

use super::*;
use crate::graph::{CallbackError, TransformOptions, TransformRequest, Transformed};
use crate::value::ResourceReference;
use crate::value::output_values::{OutputTree, OutputValues};
use crate::value::special_values;

/// A component whose child `s-pet` goes through the transform 7.
fn transforming(
    transform: impl Fn(&mut Graph, &PropertyMap) -> Result<PropertyValue, CallError>
    + Send
    + Sync
    + 'static,
) -> Stage {
    Stage::new(move |graph, entered| match entered {
        Entered::Construct(_) => {
            let child = under(pet("s-pet", vec![]), vec![("transforms", list([7.0]))]);
            graph.register(child).expect("a node");
            Ok(object(vec![]))
        }
        Entered::Transform(number, PropertyValue::Object(argument)) => {
            assert_eq!(number, 7);
            transform(graph, argument)
        }
        _ => panic!("nothing is derived"),
    })
}

fn list<const N: usize>(numbers: [f64; N]) -> PropertyValue {
    PropertyValue::Array(numbers.into_iter().map(PropertyValue::Number).collect())
}

/// Makes the engine call the transform of `s-pet` while the pet is being registered.
async fn asked(
    stage: &Stage,
    request: TransformRequest,
) -> (
    Result<Transformed, CallbackError>,
    Result<ConstructedResource, CallError>,
) {
    let monitor = FakeMonitor::new();
    monitor.hold();
    let engine = async {
        monitor.has_got(2).await;
        let transform = monitor.one("s-pet").transforms[0].clone();
        let transformed = transform.run(request).await;
        monitor.release();
        transformed
    };
    tokio::join!(engine, stage.run(&monitor))
}

fn request() -> TransformRequest {
    TransformRequest {
        token: "random:index:Pet".to_owned(),
        name: "s-pet".to_owned(),
        is_custom: true,
        parent: "urn:pulumi:dev::shop::acme:index:Site::s".to_owned(),
        ..TransformRequest::default()
    }
}

fn part<'a>(argument: &'a PropertyMap, name: &str) -> &'a PropertyMap {
    match &argument[name] {
        PropertyValue::Object(map) => map,
        other => panic!("`{name}` is {}", other.kind()),
    }
}

fn is_output(value: &PropertyValue) -> bool {
    matches!(value, PropertyValue::Object(map) if map.contains_key(special_values::KEY))
}

fn known_of(urn: &str) -> OutputTree {
    OutputTree::Output {
        dependencies: vec![urn.to_owned()],
        is_secret: false,
        inside: None,
    }
}

#[tokio::test]
async fn what_a_transform_does_not_change_keeps_secrets_unknown_values_and_dependencies() {
    let stage = transforming(|_, argument| {
        let mut properties = part(argument, "properties").clone();
        // Plain values are present; all other values are outputs at their places.
        assert_eq!(properties["plain"], "p".into());
        for name in ["secret", "unknown", "depends"] {
            assert!(is_output(&properties[name]), "{name}");
        }
        let PropertyValue::Object(tags) = &mut properties["tags"].clone() else {
            panic!("the tags are a part of the argument");
        };
        assert_eq!(tags["a"], "1".into());
        assert!(is_output(&tags["b"]));
        tags.insert("site".to_owned(), "s".into());
        properties.insert("tags".to_owned(), PropertyValue::Object(tags.clone()));
        let moved = properties["depends"].clone().into_secret();
        properties.insert("moved".to_owned(), moved);
        properties.insert("title".to_owned(), output(0, "title"));
        Ok(object(vec![(
            "properties",
            PropertyValue::Object(properties),
        )]))
    });
    let stage = stage.with("title", PropertyValue::from("t").into_secret(), &["urn:x"]);
    let hidden = || PropertyValue::from("hush").into_secret();
    let tags = object(vec![("a", "1".into()), ("b", hidden())]);
    let given = TransformRequest {
        properties: map(vec![
            ("plain", "p".into()),
            ("secret", hidden()),
            ("unknown", PropertyValue::Unknown),
            ("depends", 3.0.into()),
            ("tags", tags),
        ]),
        outputs: OutputValues::from([("depends".to_owned(), known_of("urn:y"))]),
        ..request()
    };
    let (transformed, made) = asked(&stage, given).await;
    made.expect("a component");
    let transformed = transformed.expect("an answer");
    assert_eq!(transformed.options, None);
    let (properties, outputs) = transformed.properties.expect("properties");
    let tags = object(vec![
        ("a", "1".into()),
        ("b", hidden()),
        ("site", "s".into()),
    ]);
    let expected = map(vec![
        ("plain", "p".into()),
        ("secret", hidden()),
        ("unknown", PropertyValue::Unknown),
        ("depends", 3.0.into()),
        ("tags", tags),
        ("moved", PropertyValue::Number(3.0).into_secret()),
        ("title", PropertyValue::from("t").into_secret()),
    ]);
    assert_eq!(properties, expected);
    let secret_of = |urn: &str| OutputTree::Output {
        dependencies: vec![urn.to_owned()],
        is_secret: true,
        inside: None,
    };
    let expected = OutputValues::from([
        ("depends".to_owned(), known_of("urn:y")),
        ("moved".to_owned(), secret_of("urn:y")),
        ("title".to_owned(), secret_of("urn:x")),
    ]);
    assert_eq!(outputs, expected);
}

#[tokio::test]
async fn a_transform_that_changes_nothing_answers_without_properties_and_options() {
    let same = |argument: &PropertyMap| {
        let parts = ["properties", "options"];
        object(parts.map(|name| (name, argument[name].clone())).to_vec())
    };
    for gives_same in [true, false] {
        let stage = transforming(move |_, argument| {
            Ok(if gives_same {
                same(argument)
            } else {
                PropertyValue::Null
            })
        });
        let given = TransformRequest {
            properties: map(vec![("a", PropertyValue::from("x").into_secret())]),
            options: TransformOptions {
                depends_on: vec!["urn:x".to_owned()],
                ..TransformOptions::default()
            },
            ..request()
        };
        let (transformed, made) = asked(&stage, given).await;
        made.expect("a component");
        assert_eq!(transformed, Ok(Transformed::default()));
    }
}

#[tokio::test]
async fn a_transform_changes_options_and_keeps_those_that_name_resources() {
    let stage = transforming(|_, argument| {
        let mut options = part(argument, "options").clone();
        assert!(is_output(&options["provider"]));
        options.insert("protect".to_owned(), true.into());
        options.insert(
            "ignoreChanges".to_owned(),
            PropertyValue::Array(vec!["a".into()]),
        );
        options.remove("deletedWith");
        let PropertyValue::Array(mut needed) = options["dependsOn"].clone() else {
            panic!("a list of resources");
        };
        needed.push(output(0, "any"));
        options.insert("dependsOn".to_owned(), PropertyValue::Array(needed));
        Ok(object(vec![("options", PropertyValue::Object(options))]))
    });
    let bucket = PropertyValue::ResourceReference(Box::new(ResourceReference {
        urn: "urn:bucket".to_owned(),
        ..ResourceReference::default()
    }));
    let stage = stage.with("any", bucket, &[]);
    let given = TransformRequest {
        options: TransformOptions {
            depends_on: vec!["urn:x".to_owned()],
            others: RegistrationOptions {
                provider: "urn:p::1".to_owned(),
                deleted_with: "urn:d".to_owned(),
                ..RegistrationOptions::default()
            },
        },
        ..request()
    };
    let (transformed, made) = asked(&stage, given).await;
    made.expect("a component");
    let options = transformed.expect("an answer").options.expect("options");
    assert_eq!(options.depends_on, ["urn:bucket", "urn:x"]);
    assert_eq!(options.others.provider, "urn:p::1");
    assert_eq!(options.others.protect, Some(true));
    assert_eq!(options.others.ignore_changes, ["a"]);
    assert_eq!(options.others.deleted_with, "");
}

#[tokio::test]
async fn a_transform_that_fails_makes_the_child_and_the_component_fail_with_its_message() {
    let stage = transforming(|_, _| {
        let error = GuestError::Other("a mistake at src/lib.rs:7".to_owned());
        Err(CallError::Guest(error))
    });
    let (transformed, made) = asked(&stage, request()).await;
    let text = "the transform of `s-pet` of type `random:index:Pet`: a mistake at src/lib.rs:7";
    assert_eq!(transformed, Err(CallbackError::Failed(text.to_owned())));
    assert_eq!(made.expect_err("a failure").to_string(), text);
}

#[tokio::test]
async fn what_a_transform_must_not_give_is_refused_with_its_reason() {
    type Give = fn(&mut Graph) -> PropertyValue;
    let cases: [(Give, &str); 8] = [
        (
            |_| object(vec![("inputs", object(vec![]))]),
            "`inputs` is not a part of a transform's result",
        ),
        (|_| "text".into(), "expected an object or null"),
        (
            |_| object(vec![("properties", object(vec![("x", output(1, "id"))]))]),
            "is an output of another resource",
        ),
        (
            |_| object(vec![("options", object(vec![("parent", output(0, ""))]))]),
            "a transform cannot change the option `parent`",
        ),
        (
            |_| object(vec![("options", object(vec![("protekt", true.into())]))]),
            "did you mean `protect`?",
        ),
        (
            |_| {
                let alias = object(vec![("type", "aws:index:Bucket".into())]);
                let aliases = PropertyValue::Array(vec![alias]);
                object(vec![("options", object(vec![("aliases", aliases)]))])
            },
            "its manifest does not name the package `aws`",
        ),
        (
            |_| {
                let alias = object(vec![("noParent", true.into())]);
                let aliases = PropertyValue::Array(vec![alias]);
                object(vec![("options", object(vec![("aliases", aliases)]))])
            },
            "names a resource that is not below a component",
        ),
        (
            |_| {
                let reference = ResourceReference {
                    urn: "urn:other".to_owned(),
                    ..ResourceReference::default()
                };
                let reference = PropertyValue::ResourceReference(Box::new(reference));
                object(vec![("properties", object(vec![("x", reference)]))])
            },
            "the component was not given the resource `urn:other`",
        ),
    ];
    for (give, reason) in cases {
        let stage = transforming(move |graph, _| Ok(give(graph)));
        let (transformed, _) = asked(&stage, request()).await;
        let error = transformed.expect_err(reason).to_string();
        assert!(error.contains(reason), "{error}");
    }
}

#[tokio::test]
async fn a_transform_declares_nothing() {
    let stage = transforming(|graph, _| {
        let declared = graph.register(pet("more", vec![]));
        let derived = graph.derive(Derivation {
            source: 1.0.into(),
            callback: 0,
            position: String::new(),
        });
        for refused in [declared, derived] {
            let refused = refused.expect_err("a refusal").message();
            assert!(
                refused.contains("a transform declares nothing"),
                "{refused}"
            );
        }
        Ok(PropertyValue::Null)
    });
    let (transformed, made) = asked(&stage, request()).await;
    assert_eq!(transformed, Ok(Transformed::default()));
    made.expect("a component");
}

#[tokio::test]
async fn a_resource_of_a_package_that_the_component_does_not_use_stays_as_it_is() {
    let stage = transforming(|_, _| panic!("the guest is not entered"));
    let given = TransformRequest {
        token: "aws:index:Bucket".to_owned(),
        ..request()
    };
    let (transformed, made) = asked(&stage, given).await;
    assert_eq!(transformed, Ok(Transformed::default()));
    made.expect("a component");
}

#[tokio::test]
async fn transforms_run_one_after_the_other_in_the_order_in_which_the_engine_asks() {
    let stage = Stage::new(|graph, entered| match entered {
        Entered::Construct(_) => {
            for name in ["a", "b"] {
                let child = under(pet(name, vec![]), vec![("transforms", list([1.0]))]);
                graph.register(child).expect("a node");
            }
            Ok(object(vec![]))
        }
        Entered::Transform(_, PropertyValue::Object(argument)) => {
            let name = argument["name"].clone();
            Ok(object(vec![("properties", object(vec![("name", name)]))]))
        }
        _ => panic!("nothing is derived"),
    });
    let monitor = FakeMonitor::new();
    monitor.hold();
    let engine = async {
        monitor.has_got(3).await;
        let ask = |name: &'static str| {
            let transform = monitor.one(name).transforms[0].clone();
            async move {
                let request = TransformRequest {
                    name: name.to_owned(),
                    ..request()
                };
                let transformed = transform.run(request).await.expect("an answer");
                transformed.properties.expect("properties").0["name"].clone()
            }
        };
        let both = tokio::join!(ask("b"), ask("a"));
        monitor.release();
        both
    };
    let (both, made) = tokio::join!(engine, stage.run(&monitor));
    made.expect("a component");
    assert_eq!(both, ("b".into(), "a".into()));
    // Afterwards, the component is not there any more.
    let transform = monitor.one("a").transforms[0].clone();
    assert_eq!(transform.run(request()).await, Err(CallbackError::Ended));
}

#[tokio::test]
async fn a_transform_that_is_asked_after_a_cancel_or_a_failure_of_its_component_is_refused() {
    for is_cancelled in [true, false] {
        let has_failed = Arc::new(AtomicBool::new(false));
        let fails = Arc::clone(&has_failed);
        let stage = Stage::new(move |graph, entered| match entered {
            Entered::Construct(_) => {
                let child = under(pet("s-pet", vec![]), vec![("transforms", list([7.0]))]);
                graph.register(child).expect("a node");
                if !is_cancelled {
                    derive(graph, 1.0.into(), 8);
                }
                Ok(object(vec![]))
            }
            Entered::Derive(..) => {
                fails.store(true, Ordering::SeqCst);
                Err(CallError::Guest(GuestError::Other("a mistake".to_owned())))
            }
            Entered::Transform(..) | Entered::Hook(..) => {
                panic!("the guest is not entered any more")
            }
        });
        let monitor = FakeMonitor::new();
        monitor.hold();
        let call = stage.call();
        let engine = async {
            monitor.has_got(2).await;
            let transform = monitor.one("s-pet").transforms[0].clone();
            if is_cancelled {
                call.cancellation.cancel();
            }
            while !is_cancelled && !has_failed.load(Ordering::SeqCst) {
                tokio::task::yield_now().await;
            }
            // The failure is handled in one of the next turns.
            for _ in 0..16 {
                tokio::task::yield_now().await;
            }
            let transformed = transform.run(request()).await;
            monitor.release();
            transformed
        };
        let parameters = stage.parameters.clone();
        let made = construct(&stage.scene.package, &call, parameters, monitor.as_ref());
        let (transformed, made) = tokio::join!(engine, made);
        assert_eq!(transformed, Err(CallbackError::Ended));
        assert_eq!(made.is_ok(), is_cancelled, "{made:?}");
    }
}

/// The engine treats providers like any other resource.
#[tokio::test]
async fn a_transform_leaves_the_inputs_of_a_provider_that_the_engine_reads_as_they_came() {
    let given = || TransformRequest {
        token: "pulumi:providers:random".to_owned(),
        properties: map(vec![
            ("version", "4.18.0".into()),
            ("__internal", PropertyValue::from("kept").into_secret()),
            ("region", "here".into()),
        ]),
        options: TransformOptions {
            others: RegistrationOptions {
                ignore_changes: vec!["version".to_owned()],
                ..RegistrationOptions::default()
            },
            ..TransformOptions::default()
        },
        ..request()
    };
    let address = || object(vec![("pluginDownloadURL", "http://127.0.0.1:1".into())]);
    let changes: [(&str, Option<PropertyValue>); 8] = [
        ("__internal", Some(address())),
        ("__internal", Some("kept".into())),
        ("__internal", None),
        ("version", Some("0.0.1".into())),
        ("version", None),
        ("name", Some("other".into())),
        ("pluginDownloadURL", Some("http://127.0.0.1:1".into())),
        ("parameterization", Some("e30=".into())),
    ];
    for (name, value) in changes {
        let stage = transforming(move |_, argument| {
            let mut properties = part(argument, "properties").clone();
            match value.clone() {
                Some(value) => drop(properties.insert(name.to_owned(), value)),
                None => drop(properties.remove(name)),
            }
            let properties = PropertyValue::Object(properties);
            Ok(object(vec![("properties", properties)]))
        });
        let (transformed, _) = asked(&stage, given()).await;
        let error = transformed.expect_err("a refusal").to_string();
        assert!(error.contains(name), "{name}: {error}");
    }
    // All other values may change, and recorded paths stay.
    for (ignored, reason) in [("region", ""), ("__internal", "would keep recorded inputs")] {
        let stage = transforming(move |_, argument| {
            let mut properties = part(argument, "properties").clone();
            properties.insert("region".to_owned(), "there".into());
            let paths = PropertyValue::Array(vec!["version".into(), ignored.into()]);
            Ok(object(vec![
                ("properties", PropertyValue::Object(properties)),
                ("options", object(vec![("ignoreChanges", paths)])),
            ]))
        });
        let (transformed, _) = asked(&stage, given()).await;
        match transformed {
            Ok(transformed) => {
                assert_eq!(reason, "");
                let (properties, _) = transformed.properties.expect("properties");
                assert_eq!(properties["__internal"], given().properties["__internal"]);
                assert_eq!(properties["region"], "there".into());
            }
            Err(error) => assert!(error.to_string().contains(reason), "{error}"),
        }
    }
}

#[tokio::test]
async fn a_transform_gives_no_resource_inputs_that_are_reserved() {
    let stage = transforming(|_, _| {
        let properties = object(vec![("__provider", "code".into())]);
        Ok(object(vec![("properties", properties)]))
    });
    let (transformed, _) = asked(&stage, request()).await;
    let error = transformed.expect_err("a refusal").to_string();
    assert!(error.contains("reserved for the engine"), "{error}");
}

/// The engine replaces a custom resource by the group that has it as an alias.
#[tokio::test]
async fn an_alias_from_a_transform_is_judged_by_the_kind_of_its_resource() {
    let alias = |token: &str| object(vec![("type", token.into())]);
    for (token, is_custom, before, reason) in [
        (
            "acme:index:Part",
            false,
            "random:index:Pet",
            "in the alias of a group",
        ),
        ("acme:index:Part", false, "acme:index:Piece", ""),
        (
            "random:index:Site",
            false,
            "acme:index:Thing",
            "in the alias of a group",
        ),
        ("random:index:Site", false, "random:index:Old", ""),
        ("random:index:Pet", true, "acme:index:Thing", ""),
        (
            "random:index:Pet",
            true,
            "pulumi:providers:random",
            "a provider of the same package",
        ),
        (
            "pulumi:providers:random",
            true,
            "random:index:Pet",
            "a provider of the same package",
        ),
    ] {
        let stage = transforming(move |_, _| {
            let aliases = PropertyValue::Array(vec![alias(before)]);
            Ok(object(vec![(
                "options",
                object(vec![("aliases", aliases)]),
            )]))
        });
        let given = TransformRequest {
            token: token.to_owned(),
            is_custom,
            ..request()
        };
        let (transformed, _) = asked(&stage, given).await;
        match transformed {
            Ok(_) => assert_eq!(reason, "", "{token} {before}"),
            Err(error) => {
                let error = error.to_string();
                assert!(
                    !reason.is_empty() && error.contains(reason),
                    "{token} {before}: {error}"
                );
            }
        }
    }
}
