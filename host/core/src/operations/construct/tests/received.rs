//! Answers that repeat data of the component: files and resources in them were not given to the component.

use super::*;
use crate::graph::{
    HookMoment, HookRequest, LookupDeclaration, LookupKind, LookupRequest, LookupResult,
};
use crate::value::{Archive, ArchiveContent, Asset, AssetContent, ResourceReference};

const VICTIM: &str = "urn:pulumi:dev::shop::random:index:Pet::victim";

fn reference(urn: &str) -> PropertyValue {
    PropertyValue::ResourceReference(Box::new(ResourceReference {
        urn: urn.to_owned(),
        ..ResourceReference::default()
    }))
}

fn asset(content: AssetContent) -> PropertyValue {
    PropertyValue::Asset(Box::new(Asset {
        hash: "ab".to_owned(),
        content,
    }))
}

fn archive(content: ArchiveContent) -> PropertyValue {
    PropertyValue::Archive(Box::new(Archive {
        hash: "ab".to_owned(),
        content,
    }))
}

fn key() -> PropertyValue {
    asset(AssetContent::Path("/home/user/.ssh/id_rsa".to_owned()))
}

/// A file in each form and at each place.
fn files() -> Vec<PropertyValue> {
    let metadata = "http://169.254.169.254/".to_owned();
    vec![
        key(),
        key().into_secret(),
        asset(AssetContent::Uri(metadata.clone())),
        archive(ArchiveContent::Path("/home/user".to_owned())),
        archive(ArchiveContent::Uri(metadata)),
        archive(ArchiveContent::Assets(map(vec![("x", key())]))),
        PropertyValue::Array(vec![object(vec![("x", key())])]),
    ]
}

fn look_up(graph: &mut Graph, kind: LookupKind, token: &str, argument: PropertyValue) -> u32 {
    let name = match kind {
        LookupKind::Read => "old",
        _ => "",
    };
    let argument_name = match kind {
        LookupKind::Read => "id",
        LookupKind::Method => "__self__",
        LookupKind::Reference => "resource",
        LookupKind::Invoke => "text",
    };
    let declaration = LookupDeclaration {
        kind,
        token: token.to_owned(),
        name: name.to_owned(),
        arguments: map(vec![(argument_name, argument)]),
        ..LookupDeclaration::default()
    };
    graph.look_up(declaration).expect("a node")
}

fn method_of_the_component() -> LookupDeclaration {
    LookupDeclaration {
        kind: LookupKind::Method,
        token: PAGE.to_owned(),
        arguments: map(vec![("__self__", output(0, ""))]),
        ..LookupDeclaration::default()
    }
}

/// A monitor in which functions, reads and custom resources called `echo` give this value.
fn repeating(value: &PropertyValue) -> Arc<FakeMonitor> {
    let outputs = map(vec![("made", value.clone())]);
    let found = outputs.clone();
    FakeMonitor::answering(
        move |registration| match registration.name.as_str() {
            "echo" => Registered {
                outputs: outputs.clone(),
                ..Registered::default()
            },
            _ => Registered::default(),
        },
        move |request: &LookupRequest| LookupResult {
            urn: match request.kind {
                LookupKind::Read => urn(&request.token, &request.name),
                LookupKind::Reference => request.subject.clone(),
                LookupKind::Invoke | LookupKind::Method => String::new(),
            },
            outputs: found.clone(),
            ..LookupResult::default()
        },
    )
}

/// The nodes whose answers the component may have written.
fn echoes(graph: &mut Graph, way: usize) -> u32 {
    match way {
        0 => look_up(
            graph,
            LookupKind::Invoke,
            "random:index:getWord",
            "x".into(),
        ),
        1 => look_up(graph, LookupKind::Read, "random:index:Pet", "x".into()),
        2 => graph.register(pet("echo", vec![])).expect("a node"),
        _ => {
            let echo = graph.register(pet("echo", vec![])).expect("a node");
            look_up(graph, LookupKind::Reference, "", output(echo, ""))
        }
    }
}

#[tokio::test]
async fn a_file_that_an_answer_repeats_goes_to_no_child_callback_or_output() {
    for (way, file) in (0..4).flat_map(|way| files().into_iter().map(move |file| (way, file))) {
        for exit in 0..4 {
            let stage = Stage::new(move |graph, entered| match entered {
                Entered::Construct(_) => {
                    let echo = echoes(graph, way);
                    let made = output(echo, "made");
                    match exit {
                        0 => drop(graph.register(pet("child", vec![("source", made)]))?),
                        // The whole of a resource is a reference to it.
                        1 if way == 0 => drop(derive(graph, output(echo, ""), 7)),
                        1 => drop(derive(graph, made, 7)),
                        2 => return Ok(object(vec![("url", made)])),
                        // A part of the answer without the file is allowed.
                        _ => return Ok(object(vec![("url", output(echo, "other"))])),
                    }
                    Ok(object(vec![]))
                }
                _ => panic!("the callback got the file"),
            });
            let monitor = repeating(&file);
            let made = stage.run(&monitor).await;
            let names: Vec<_> = monitor
                .registered()
                .into_iter()
                .map(|one| one.name)
                .collect();
            assert!(!names.contains(&"child".to_owned()), "{way} {file:?}");
            match made {
                Err(error) if exit != 3 => {
                    let text = error.to_string();
                    assert!(text.contains("which the component was not given"), "{text}");
                }
                other => assert!(
                    other.is_ok() && exit == 3,
                    "{way} {exit} {file:?} {other:?}"
                ),
            }
        }
    }
}

#[tokio::test]
async fn a_file_that_the_program_gave_comes_back_in_answers() {
    for way in 0..4 {
        let stage = Stage::declaring(move |graph| {
            let echo = echoes(graph, way);
            let inputs = vec![("source", output(echo, "made"))];
            graph.register(pet("child", inputs)).expect("a node");
            vec![]
        });
        let stage = stage.with("any", PropertyValue::Array(vec![key()]), &[]);
        let monitor = repeating(&key());
        stage.run(&monitor).await.expect("a component");
        assert_eq!(monitor.one("child").inputs["source"], key());
    }
}

#[tokio::test]
async fn a_reference_that_an_answer_repeats_opens_nothing() {
    for way in 0..4 {
        for opening in 0..5 {
            let stage = Stage::declaring(move |graph| {
                let echo = echoes(graph, way);
                let made = output(echo, "made");
                match opening {
                    0 => drop(look_up(graph, LookupKind::Reference, "", made)),
                    1 => drop(look_up(
                        graph,
                        LookupKind::Method,
                        "random:index:Pet/name",
                        made,
                    )),
                    // The session of another component, or the program's next one, would open it.
                    2 => return vec![("url", made)],
                    3 => {
                        let mut method = method_of_the_component();
                        method.arguments.insert("more".to_owned(), made);
                        graph.look_up(method).expect("a node");
                    }
                    _ => {
                        let remote = Declaration {
                            kind: ResourceKind::Remote,
                            ..pet("remote", vec![("victim", made)])
                        };
                        graph.register(remote).expect("a node");
                    }
                }
                vec![]
            });
            let monitor = repeating(&reference(VICTIM));
            let error = stage
                .run(&monitor)
                .await
                .expect_err("a refusal")
                .to_string();
            assert!(
                error.contains("which the component was not given")
                    || error.contains("was not given the resource"),
                "{error}"
            );
            let opened = monitor.looked_up().into_iter();
            assert!(
                opened.clone().all(|one| one.subject != VICTIM),
                "{opened:?}"
            );
            assert!(
                opened.clone().all(|one| one.kind != LookupKind::Method),
                "{opened:?}"
            );
            assert!(monitor.registered().iter().all(|one| one.name != "remote"));
        }
    }
}

#[tokio::test]
async fn a_hook_opens_no_file_of_outputs_that_are_no_input() {
    let mut graph = Graph::new(1, false, Default::default(), Default::default());
    let given = asset(AssetContent::Path("./page.html".to_owned()));
    let outputs = map(vec![
        ("page", given.clone()),
        ("key", key()),
        (
            "tree",
            archive(ArchiveContent::Assets(map(vec![("x", key())]))),
        ),
        ("text", asset(AssetContent::Text("hello".to_owned()))),
    ]);
    let request = HookRequest {
        new_inputs: Some(map(vec![("page", given.clone())])),
        new_outputs: Some(outputs.clone()),
        old_outputs: Some(outputs),
        ..HookRequest::default()
    };
    let PropertyValue::Object(argument) = graph.begin_hook(HookMoment::AfterUpdate, request) else {
        panic!("an object");
    };
    for name in ["newOutputs", "oldOutputs"] {
        let PropertyValue::Object(seen) = &argument[name] else {
            panic!("an object");
        };
        assert_eq!(seen["page"], given);
        assert_eq!(seen["key"], asset(AssetContent::Elided));
        let tree = archive(ArchiveContent::Assets(map(vec![(
            "x",
            asset(AssetContent::Elided),
        )])));
        assert_eq!(seen["tree"], tree);
        assert_eq!(seen["text"], asset(AssetContent::Text("hello".to_owned())));
    }
}
