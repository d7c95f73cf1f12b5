//! Callbacks, hooks and transforms whose guest remembers secrets of earlier ones.

use super::exits::{Memory, WORD, assert_warned, hidden, warnings};
use super::*;
use crate::graph::{HookMoment, HookRequest, TransformOptions, TransformRequest};
use crate::value::output_values::{OutputTree, OutputValues};

#[tokio::test]
async fn what_a_callback_takes_over_from_an_open_source_is_no_secret() {
    let stage = Stage::new(|graph, entered| match entered {
        Entered::Construct(inputs) => {
            let source = PropertyValue::Array(vec![output(0, "any"), inputs["title"].clone()]);
            let derived = derive(graph, source, 1);
            let inputs = vec![("region", output(0, "any")), ("derived", derived)];
            graph.register(pet("child", inputs)).expect("a node");
            Ok(object(vec![]))
        }
        Entered::Derive(_, _) => {
            let members = vec![
                ("region", "eu-central-1".into()),
                ("hash", "0123456789".into()),
            ];
            Ok(object(members))
        }
        _ => panic!("nothing else is asked"),
    });
    let stage = stage.with("title", hidden(WORD), &[]);
    let stage = stage.with("any", "eu-central-1".into(), &["urn:x"]);
    let monitor = FakeMonitor::new();
    stage.run(&monitor).await.expect("a component");
    let child = monitor.one("child");
    assert_eq!(child.inputs["region"], "eu-central-1".into());
    assert!(child.inputs["derived"].is_secret());
    assert_eq!(warnings(&stage), [""; 0]);
}

#[tokio::test]
async fn what_a_callback_made_of_a_secret_is_one_wherever_it_is_given_out() {
    let memory = Memory::default();
    let stage = Stage::new(move |graph, entered| match entered {
        Entered::Construct(inputs) => {
            let hash = derive(graph, inputs["title"].clone(), 1);
            let later = under(pet("later", vec![]), vec![("dependsOn", hash)]);
            let later = graph.register(later).expect("a node");
            Ok(object(vec![(
                "url",
                derive(graph, output(later, "urn"), 2),
            )]))
        }
        Entered::Derive(1, _) => {
            *memory.lock() = "0123456789abcdef".to_owned();
            Ok(memory.lock().as_str().into())
        }
        Entered::Derive(_, _) => Ok(memory.lock().as_str().into()),
        _ => panic!("nothing else is asked"),
    });
    let stage = stage.with("title", hidden(WORD), &[]);
    let made = stage.run(&FakeMonitor::new()).await.expect("a component");
    assert_eq!(made.outputs["url"], hidden("0123456789abcdef"));
}

#[tokio::test]
async fn a_secret_output_of_a_child_and_one_that_a_hook_saw_are_known_as_well() {
    let memory = Memory::default();
    let stage = Stage::new(move |graph, entered| match entered {
        Entered::Construct(_) => {
            let hooks = object(vec![("afterCreate", 5.0.into())]);
            let child = under(pet("s-pet", vec![]), vec![("hooks", hooks)]);
            let child = graph.register(child).expect("a node");
            Ok(object(vec![(
                "url",
                derive(graph, output(child, "urn"), 1),
            )]))
        }
        Entered::Hook(_, PropertyValue::Object(argument)) => {
            let PropertyValue::Object(outputs) = &argument["newOutputs"] else {
                panic!("there are outputs");
            };
            *memory.lock() = outputs["word"].as_str().expect("an open text").to_owned();
            Ok(PropertyValue::Null)
        }
        Entered::Derive(_, _) => Ok(format!("x {}", memory.lock()).into()),
        _ => panic!("nothing else is asked"),
    });
    let monitor = FakeMonitor::new();
    monitor.hold();
    let engine = async {
        monitor.has_got(2).await;
        for hook in monitor.one("s-pet").hooks {
            assert_eq!(hook.moment(), HookMoment::AfterCreate);
            let request = HookRequest {
                new_outputs: Some(map(vec![("word", hidden(WORD))])),
                ..HookRequest::default()
            };
            hook.run(request).await.expect("it runs");
        }
        monitor.release();
    };
    let ((), made) = tokio::join!(engine, stage.run(&monitor));
    let made = made.expect("a component");
    assert_eq!(made.outputs["url"], hidden(&format!("x {WORD}")));
}

#[tokio::test]
async fn the_answer_of_a_transform_is_hidden_with_its_dependencies_at_their_places() {
    let memory = Memory::default();
    let stage = Stage::new(move |graph, entered| match entered {
        Entered::Construct(inputs) => {
            let seen = derive(graph, inputs["title"].clone(), 1);
            let transforms = PropertyValue::Array(vec![7.0.into()]);
            let options = vec![("transforms", transforms), ("dependsOn", seen)];
            graph
                .register(under(pet("s-pet", vec![]), options))
                .expect("a node");
            Ok(object(vec![]))
        }
        Entered::Derive(_, argument) => {
            *memory.lock() = argument.as_str().expect("an open text").to_owned();
            Ok("seen".into())
        }
        Entered::Transform(_, PropertyValue::Object(argument)) => {
            let PropertyValue::Object(mut properties) = argument["properties"].clone() else {
                panic!("there are properties");
            };
            let word = memory.lock().clone();
            let depends = properties["depends"].clone();
            properties.insert("plain".to_owned(), format!("x {word}").into());
            let tagged = object(vec![(&*word, "x".into()), ("depends", depends)]);
            properties.insert("tags".to_owned(), tagged);
            let options = object(vec![("replacementTrigger", word.into())]);
            Ok(object(vec![
                ("properties", PropertyValue::Object(properties)),
                ("options", options),
            ]))
        }
        _ => panic!("nothing else is asked"),
    });
    let stage = stage.with("title", hidden(WORD), &[]);
    let known = OutputTree::Output {
        dependencies: vec!["urn:y".to_owned()],
        is_secret: false,
        inside: None,
    };
    let request = TransformRequest {
        token: "random:index:Pet".to_owned(),
        name: "s-pet".to_owned(),
        is_custom: true,
        parent: "urn:pulumi:dev::shop::acme:index:Site::s".to_owned(),
        properties: map(vec![("depends", 3.0.into()), ("same", "y".into())]),
        outputs: OutputValues::from([("depends".to_owned(), known.clone())]),
        options: TransformOptions::default(),
    };
    let monitor = FakeMonitor::new();
    monitor.hold();
    let engine = async {
        monitor.has_got(2).await;
        let transform = monitor.one("s-pet").transforms[0].clone();
        let transformed = transform.run(request).await;
        monitor.release();
        transformed
    };
    let (transformed, made) = tokio::join!(engine, stage.run(&monitor));
    made.expect("a component");
    let transformed = transformed.expect("an answer");
    let (properties, outputs) = transformed.properties.expect("properties");
    assert_eq!(properties["plain"], hidden(&format!("x {WORD}")));
    assert_eq!(properties["same"], "y".into());
    assert!(properties["tags"].is_secret());
    let members = OutputTree::Members(OutputValues::from([("depends".to_owned(), known.clone())]));
    assert_eq!(outputs["tags"], OutputTree::Secret(Box::new(members)));
    assert_eq!(outputs["depends"], known);
    let options = transformed.options.expect("options");
    assert_eq!(options.others.replacement_trigger, Some(hidden(WORD)));
    assert_warned(&stage, "the input `plain` of `s-pet`");
}

/// Secrets that the guest itself makes and shows to its callbacks.
fn many_secrets(graph: &mut Graph, count: usize) -> PropertyValue {
    let large = |index: usize| format!("{index}-{}", "of the guest ".repeat(3000));
    let seen = (0..count).map(|index| derive(graph, hidden(&large(index)), 9));
    PropertyValue::Array(seen.collect())
}

#[tokio::test]
async fn after_more_secrets_than_can_be_searched_for_no_child_is_declared() {
    let stage = Stage::new(move |graph, entered| match entered {
        Entered::Construct(_) => {
            let seen = many_secrets(graph, 140);
            let later = under(pet("later", vec![]), vec![("dependsOn", seen)]);
            graph.register(later).expect("a node");
            Ok(object(vec![]))
        }
        Entered::Derive(_, _) => Ok("seen".into()),
        _ => panic!("nothing else is asked"),
    });
    let failure = stage.run(&FakeMonitor::new()).await.unwrap_err();
    let told = format!("{failure:?}");
    assert!(
        told.contains("more secrets from its children and callbacks"),
        "{told}"
    );
}

#[tokio::test]
async fn after_more_secrets_than_can_be_searched_for_each_longer_output_is_a_secret() {
    let stage = Stage::new(move |graph, entered| match entered {
        Entered::Construct(_) => {
            let seen = many_secrets(graph, 140);
            Ok(object(vec![
                ("seen", seen),
                ("url", "https://a.example".into()),
                ("open", "given in the open".into()),
            ]))
        }
        Entered::Derive(_, _) => Ok("seen".into()),
        _ => panic!("nothing else is asked"),
    });
    let stage = stage.with("title", "given in the open".into(), &[]);
    let made = stage.run(&FakeMonitor::new()).await.expect("a component");
    assert_eq!(made.outputs["url"], hidden("https://a.example"));
    assert_eq!(made.outputs["open"], "given in the open".into());
}

#[tokio::test]
async fn a_short_secret_is_hidden_as_a_whole_value_unless_the_program_gives_it_in_the_open() {
    let stage = Stage::new(|_, entered| match entered {
        Entered::Construct(_) => Ok(object(
            ["pw-7x", "pw-7x!", "eu", "1"]
                .map(|text| (text, text.into()))
                .into(),
        )),
        _ => panic!("nothing else is asked"),
    });
    let others = vec![hidden("eu"), "eu".into(), hidden("1")];
    let stage =
        stage
            .with("title", hidden("pw-7x"), &[])
            .with("any", PropertyValue::Array(others), &[]);
    let made = stage.run(&FakeMonitor::new()).await.expect("a component");
    assert_eq!(made.outputs["pw-7x"], hidden("pw-7x"));
    for open in ["pw-7x!", "eu", "1"] {
        assert_eq!(made.outputs[open], open.into(), "{open}");
    }
}
