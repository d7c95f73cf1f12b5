//! Constructions of a component that a script declares.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use pulumi_wasm_core::error::{CallError, GuestError};
use pulumi_wasm_core::graph::{
    Declaration, Derivation, Graph, GroupOutputs, LookupDeclaration, ResourceKind, output,
};
use pulumi_wasm_core::testing::{Answers, Entered, Heard, Scene};
use pulumi_wasm_core::value::{PropertyMap, PropertyValue};
use serde_json::{Value, json};

use super::*;
use crate::conformance::Outcome;
use crate::failure::FailureKind;
use crate::provider::Provider;
use crate::values::{from_map, secret, to_map, unknown};

const SITE: &str = "acme:index:Site";
const THING: &str = "acme:index:Thing";
const PET: &str = "random:index:Pet";

/// A provider with the component `Site`, which runs a script.
fn provider(
    script: impl Fn(&mut Graph, Entered<'_>) -> Result<PropertyValue, CallError> + Send + Sync + 'static,
) -> Arc<Provider> {
    let change = |manifest: &mut Value| {
        manifest["packages"] = json!({ "random": { "version": "4.18.0" } });
        let property = json!({ "type": "string" });
        manifest["schema"]["resources"][SITE] = json!({
            "isComponent": true,
            "inputProperties": { "title": property },
            "properties": { "url": property, "token": { "type": "string", "secret": true } },
        });
        manifest["resources"][SITE] = json!({ "hooks": ["construct"] });
    };
    let answers = Answers {
        construct: Some(Arc::new(script)),
        ..Answers::default()
    };
    let scene = Scene::with(&["create"], change, answers);
    Provider::new(Arc::new(scene.package), Arc::new(Heard::default()))
}

/// A provider whose guest only declares resources, and returns these outputs.
fn declaring(
    declare: impl Fn(&mut Graph) -> Vec<(&'static str, PropertyValue)> + Send + Sync + 'static,
) -> Arc<Provider> {
    provider(move |graph, _| Ok(PropertyValue::Object(map(declare(graph)))))
}

fn map(entries: Vec<(&str, PropertyValue)>) -> PropertyMap {
    let entries = entries.into_iter();
    entries
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

fn child(token: &str, name: &str, inputs: Vec<(&str, PropertyValue)>) -> Declaration {
    Declaration {
        token: token.to_owned(),
        name: name.to_owned(),
        inputs: map(inputs),
        ..Declaration::default()
    }
}

fn group(name: &str) -> Declaration {
    Declaration {
        kind: ResourceKind::Group,
        ..child("acme:index:Part", name, Vec::new())
    }
}

fn example(inputs: &Value, mocks: &[(&str, Value)]) -> Construction {
    let mock = |(key, outputs): &(&str, Value)| {
        (
            (*key).to_owned(),
            Mock::Outputs(to_map(outputs).expect("outputs")),
        )
    };
    Construction {
        stack: "test".to_owned(),
        token: SITE.to_owned(),
        name: "s".to_owned(),
        inputs: to_map(inputs).expect("inputs"),
        mocks: Arc::new(mocks.iter().map(mock).collect()),
        preview: false,
    }
}

fn preview(inputs: &Value, mocks: &[(&str, Value)]) -> Construction {
    Construction {
        preview: true,
        ..example(inputs, mocks)
    }
}

#[track_caller]
fn one<'a>(constructed: &'a Constructed, name: &str) -> &'a Child {
    let mut resources = constructed.resources.iter();
    let found = resources.find(|child| child.registration.name == name);
    found.unwrap_or_else(|| panic!("no `{name}`: {constructed:?}"))
}

fn inputs(child: &Child) -> Value {
    from_map(child.registration.inputs.clone())
}

#[track_caller]
fn outputs(constructed: &Constructed) -> Value {
    from_map(constructed.outputs.clone().expect("outputs"))
}

/// A pet of the title, and a thing of the pet's id and an output that only its provider knows.
fn pet_and_thing(graph: &mut Graph) -> Vec<(&'static str, PropertyValue)> {
    let pet = child(PET, "pet", vec![("prefix", output(0, "title"))]);
    let pet = graph.register(pet).expect("a node");
    let thing = child(THING, "thing", vec![("label", output(pet, "id"))]);
    let thing = graph.register(thing).expect("a node");
    vec![
        ("url", output(pet, "color")),
        ("token", output(thing, "label")),
    ]
}

#[tokio::test]
async fn children_have_their_inputs_ids_parents_and_dependencies() {
    let made = declaring(pet_and_thing)
        .construct(&example(&json!({ "title": "x" }), &[]))
        .await;
    let names: Vec<&str> = made
        .children()
        .iter()
        .map(|one| &*one.registration.name)
        .collect();
    assert_eq!(names, ["pet", "thing"]);
    let (pet, thing) = (one(&made, "pet"), one(&made, "thing"));
    assert_eq!(
        pet.urn,
        "urn:pulumi:test::test::acme:index:Site$random:index:Pet::pet"
    );
    assert_eq!(
        (pet.parent_name(), one(&made, "s").parent_name()),
        ("s", "")
    );
    assert_eq!(inputs(pet), json!({ "prefix": "x" }));
    assert_eq!(inputs(thing), json!({ "label": "pet_id" }));
    assert_eq!(thing.input_depends_on("label"), ["pet"]);
    assert_eq!(
        (pet.depends_on().len(), thing.depends_on()),
        (0, vec!["pet"])
    );
    // A value without a mock is unknown, and an update leaves it out.
    assert_eq!(outputs(&made), json!({ "token": secret("pet_id") }));
    assert_eq!(made.output_depends_on("token"), ["thing"]);
}

#[tokio::test]
async fn mocks_give_outputs_in_an_update_and_none_in_a_preview() {
    let provider = declaring(pet_and_thing);
    let mocks = [
        (PET, json!({ "color": "red" })),
        ("pet", json!({ "id": "rex", "color": "blue" })),
        ("nobody", json!({})),
    ];
    let made = provider.construct(&example(&json!({}), &mocks)).await;
    assert_eq!(
        outputs(&made),
        json!({ "token": secret("rex"), "url": "blue" })
    );
    assert_eq!(made.unused_mocks, ["nobody", PET]);
    let shown = provider.construct(&preview(&json!({}), &mocks)).await;
    assert_eq!(
        outputs(&shown),
        json!({ "token": secret(unknown()), "url": unknown() })
    );
    assert_eq!(inputs(one(&shown, "thing")), json!({ "label": unknown() }));
    assert_eq!(one(&shown, "pet").id, None);
    assert!(broken_promises(&shown, &made).is_empty());
}

#[tokio::test]
async fn secret_outputs_of_the_own_package_and_of_the_option_are_secret() {
    let provider = declaring(|graph| {
        let thing = graph
            .register(child(THING, "thing", vec![]))
            .expect("a node");
        let options = json!({ "additionalSecretOutputs": ["color"] });
        let pet = Declaration {
            options: to_map(&options).expect("options"),
            ..child(PET, "pet", vec![])
        };
        let pet = graph.register(pet).expect("a node");
        vec![
            ("url", output(pet, "color")),
            ("token", output(thing, "password")),
        ]
    });
    let shown = provider.construct(&preview(&json!({}), &[])).await;
    let hidden = secret(unknown());
    assert_eq!(outputs(&shown), json!({ "url": hidden, "token": hidden }));
    let options = from_map(one(&shown, "pet").options());
    assert_eq!(options, json!({ "additionalSecretOutputs": ["color"] }));
    let made = provider
        .construct(&example(&json!({}), &[("pet", json!({ "color": "red" }))]))
        .await;
    assert_eq!(outputs(&made), json!({ "url": secret("red") }));
}

#[tokio::test]
async fn a_child_of_the_own_package_is_judged_when_it_is_declared() {
    let provider = declaring(|graph| {
        let thing = child(
            THING,
            "thing",
            vec![("label", PropertyValue::Array(Vec::new()))],
        );
        let refusal = graph.register(thing).expect_err("a refusal");
        assert!(format!("{refusal:?}").contains("label"), "{refusal:?}");
        vec![]
    });
    let made = provider.construct(&example(&json!({}), &[])).await;
    assert!(made.outputs.is_ok(), "the guest may go on");
}

#[tokio::test]
async fn two_resources_with_one_urn_are_refused_as_by_the_engine() {
    let provider = declaring(|graph| {
        for part in ["a", "b"] {
            let part = graph.register(group(part)).expect("a node");
            let pet = Declaration {
                options: map(vec![("parent", output(part, ""))]),
                ..child(PET, "pet", vec![])
            };
            graph.register(pet).expect("a node");
        }
        vec![]
    });
    let made = provider.construct(&example(&json!({}), &[])).await;
    let failure = made.outputs.expect_err("a second one").to_string();
    assert!(
        failure.contains("`pet` of type `random:index:Pet` is registered twice"),
        "{failure}"
    );
}

#[tokio::test]
async fn a_cycle_and_a_failure_of_a_mock_are_told_with_the_children_so_far() {
    let provider = declaring(|graph| {
        let part = graph.register(group("part")).expect("a node");
        graph
            .register(child(PET, "before", vec![]))
            .expect("a node");
        let pet = child(PET, "pet", vec![("prefix", output(part, "made"))]);
        let pet = graph.register(pet).expect("a node");
        let outputs = map(vec![("made", output(pet, "id"))]);
        graph
            .complete_group(GroupOutputs {
                node: part,
                outputs,
            })
            .expect("outputs");
        vec![]
    });
    let made = provider.construct(&example(&json!({}), &[])).await;
    assert_eq!(one(&made, "before").registration.token, PET);
    let failure = made.outputs.expect_err("a cycle").to_string();
    assert!(
        failure.contains("wait for each other") && failure.contains("`part`"),
        "{failure}"
    );
    let mut failing = example(&json!({}), &[]);
    let failed = Mock::Failure("the name is taken".to_owned());
    failing.mocks = Arc::new([("before".to_owned(), failed)].into_iter().collect());
    let made = provider.construct(&failing).await;
    let failure = made.outputs.expect_err("a failure").to_string();
    assert!(failure.contains("the name is taken"), "{failure}");
}

#[tokio::test]
async fn look_ups_are_answered_by_mocks_or_are_unknown() {
    let provider = declaring(|graph| {
        let look = |token: &str| LookupDeclaration {
            token: token.to_owned(),
            ..LookupDeclaration::default()
        };
        let found = graph.look_up(look("random:index:name")).expect("a node");
        let missing = graph.look_up(look("random:index:other")).expect("a node");
        let name = output(found, "name");
        let pet = child(
            PET,
            "pet",
            vec![("prefix", name), ("other", output(missing, "x"))],
        );
        graph.register(pet).expect("a node");
        vec![]
    });
    let mocks = [("random:index:name", json!({ "name": "rex" }))];
    for construction in [example(&json!({}), &mocks), preview(&json!({}), &mocks)] {
        let made = provider.construct(&construction).await;
        assert_eq!(
            inputs(one(&made, "pet")),
            json!({ "prefix": "rex", "other": unknown() })
        );
        let known: Vec<bool> = made.lookups.iter().map(|lookup| lookup.is_known).collect();
        assert_eq!(known, [true, false]);
    }
}

#[tokio::test]
async fn ten_thousand_children_with_inputs_of_a_megabyte_in_one_of_them_are_registered() {
    let provider = declaring(|graph| {
        for number in 0..10_000 {
            let text = match number {
                0 => "x".repeat(1 << 20),
                _ => "x".to_owned(),
            };
            let name = format!("pet-{number}");
            let pet = child(PET, &name, vec![("prefix", text.into())]);
            graph.register(pet).expect("a node");
        }
        vec![]
    });
    let made = provider.construct(&example(&json!({}), &[])).await;
    assert_eq!(outputs(&made), json!({}));
    assert_eq!(made.children().len(), 10_000);
    assert_eq!(made.children()[9_999].registration.name, "pet-9999");
    assert_eq!(made.by_parent()[one(&made, "s").urn.as_str()].len(), 10_000);
}

#[track_caller]
fn verdict(verdicts: &[(ComponentBehaviour, Outcome)], of: ComponentBehaviour) -> &Outcome {
    let found = verdicts.iter().find(|(behaviour, _)| *behaviour == of);
    found.map(|(_, outcome)| outcome).expect("a verdict")
}

#[track_caller]
fn breach(verdicts: &[(ComponentBehaviour, Outcome)], of: ComponentBehaviour) -> String {
    match verdict(verdicts, of) {
        Outcome::Broken(breaches) => format!("{breaches:?}"),
        other => panic!("{}: {other:?}", of.name()),
    }
}

#[tokio::test]
async fn a_good_component_is_judged_to_behave() {
    let provider = declaring(pet_and_thing);
    let example = example(&json!({ "title": "x" }), &[]);
    for (behaviour, outcome) in judge_component(&provider, &example).await {
        assert!(
            matches!(outcome, Outcome::Holds),
            "{}: {outcome:?}",
            behaviour.name()
        );
    }
}

#[tokio::test]
async fn a_component_that_registers_other_children_each_time_is_found_out() {
    let runs = AtomicU32::new(0);
    let provider = declaring(move |graph| {
        let run = runs.fetch_add(1, Ordering::SeqCst);
        let name = format!("pet-{run}");
        let pet = child(PET, &name, vec![]);
        graph.register(pet).expect("a node");
        vec![]
    });
    let verdicts = judge_component(&provider, &example(&json!({}), &[])).await;
    let broken = breach(&verdicts, ComponentBehaviour::PreviewHolds);
    assert!(broken.contains("pet-0"), "{broken}");
    let broken = breach(&verdicts, ComponentBehaviour::ConstructTwice);
    assert!(
        broken.contains("pet-1") && broken.contains("pet-2"),
        "{broken}"
    );
}

#[tokio::test]
async fn a_component_that_crashes_on_an_unknown_input_is_found_out() {
    let provider = provider(|_, entered| match entered {
        Entered::Construct(inputs) if inputs["title"].as_str().is_none() => {
            Err(CallError::BadAnswer("no title".to_owned()))
        }
        _ => Ok(PropertyValue::Object(PropertyMap::new())),
    });
    let verdicts = judge_component(&provider, &example(&json!({ "title": "x" }), &[])).await;
    let broken = breach(&verdicts, ComponentBehaviour::UnknownInputs);
    assert!(broken.contains("`title` is unknown"), "{broken}");
    assert!(matches!(
        verdict(&verdicts, ComponentBehaviour::Construct),
        Outcome::Holds
    ));
}

#[tokio::test]
async fn callbacks_run_on_values_of_mocks_and_not_on_what_is_unknown() {
    let provider = provider(|graph, entered| match entered {
        Entered::Construct(_) => {
            let pet = graph.register(child(PET, "pet", vec![])).expect("a node");
            let source = output(pet, "color");
            let node = graph
                .derive(Derivation {
                    source,
                    callback: 0,
                    position: String::new(),
                })
                .expect("a node");
            Ok(PropertyValue::Object(map(vec![("url", output(node, ""))])))
        }
        Entered::Derive(_, color) => {
            let color = color.as_str().expect("a text");
            Ok(format!("{color}!").into())
        }
        Entered::Transform(..) | Entered::Hook(..) => panic!("nothing is transformed"),
    });
    let mocks = [("pet", json!({ "color": "red" }))];
    let made = provider.construct(&example(&json!({}), &mocks)).await;
    assert_eq!(outputs(&made), json!({ "url": "red!" }));
    let made = provider.construct(&example(&json!({}), &[])).await;
    assert_eq!(outputs(&made), json!({}));
}

#[tokio::test]
async fn transforms_change_a_child_and_what_is_below_a_group_and_may_read_its_inputs() {
    let provider = provider(|graph, entered| match entered {
        Entered::Construct(_) => {
            let transforms = || PropertyValue::Array(vec![PropertyValue::Number(3.0)]);
            let group = Declaration {
                kind: ResourceKind::Group,
                options: map(vec![("transforms", transforms())]),
                ..child("acme:index:Part", "group", vec![])
            };
            let group = graph.register(group).expect("a node");
            let first = Declaration {
                options: map(vec![("parent", output(group, ""))]),
                ..child(PET, "first", vec![("word", "a".into())])
            };
            let first = graph.register(first).expect("a node");
            let second = Declaration {
                options: map(vec![("transforms", transforms())]),
                ..child(PET, "second", vec![("word", output(first, "id"))])
            };
            graph.register(second).expect("a node");
            Ok(PropertyValue::Object(PropertyMap::new()))
        }
        Entered::Transform(3, PropertyValue::Object(argument)) => {
            let PropertyValue::Object(mut properties) = argument["properties"].clone() else {
                panic!("properties");
            };
            properties.insert("by".to_owned(), argument["name"].clone());
            let mut options = map(vec![("protect", true.into())]);
            let PropertyValue::Object(given) = &argument["options"] else {
                panic!("options");
            };
            let kept = given.get("dependsOn").cloned();
            options.extend(kept.map(|kept| ("dependsOn".to_owned(), kept)));
            Ok(PropertyValue::Object(map(vec![
                ("properties", PropertyValue::Object(properties)),
                ("options", PropertyValue::Object(options)),
            ])))
        }
        _ => panic!("nothing is derived"),
    });
    let made = provider.construct(&example(&json!({}), &[])).await;
    made.outputs.as_ref().expect("outputs");
    let one = |name: &str| {
        let mut children = made.children().iter();
        children
            .find(|child| child.registration.name == name)
            .expect("a child")
    };
    let inputs = |name: &str| from_map(one(name).registration.inputs.clone());
    assert_eq!(inputs("first"), json!({ "word": "a", "by": "first" }));
    assert_eq!(
        inputs("second"),
        json!({ "word": "first_id", "by": "second" })
    );
    assert_eq!(one("second").input_depends_on("word"), ["first"]);
    assert_eq!(one("second").depends_on(), ["first"]);
    assert_eq!(one("first").options()["protect"], true.into());
}

#[tokio::test]
async fn hooks_run_around_the_create_of_a_child_and_not_in_previews() {
    let ran = Arc::new(parking_lot::Mutex::new(Vec::new()));
    let noted = Arc::clone(&ran);
    let provider = provider(move |graph, entered| match entered {
        Entered::Construct(_) => {
            let numbers = PropertyValue::Object(map(vec![
                ("beforeCreate", 1.0.into()),
                ("afterCreate", 2.0.into()),
                ("afterUpdate", 3.0.into()),
            ]));
            let pet = Declaration {
                options: map(vec![("hooks", numbers)]),
                ..child(PET, "pet", vec![("word", "a".into())])
            };
            graph.register(pet).expect("a node");
            Ok(PropertyValue::Object(PropertyMap::new()))
        }
        Entered::Hook(number, PropertyValue::Object(argument)) => {
            let color = match argument.get("newOutputs") {
                Some(PropertyValue::Object(outputs)) => outputs["color"].clone(),
                _ => PropertyValue::Null,
            };
            if color == "blue".into() {
                let reason = "no blue pets at src/lib.rs:9".to_owned();
                return Err(CallError::Guest(GuestError::Other(reason)));
            }
            noted
                .lock()
                .push((number, argument.get("id").cloned(), color));
            Ok(PropertyValue::Null)
        }
        _ => panic!("nothing else is asked"),
    });
    let colored = |color: &str| [("pet", json!({ "color": color }))];
    let shown = preview(&json!({}), &colored("red"));
    let made = provider.construct(&shown).await;
    made.outputs.as_ref().expect("outputs");
    assert_eq!(*ran.lock(), []);
    let made = provider
        .construct(&example(&json!({}), &colored("red")))
        .await;
    made.outputs.as_ref().expect("outputs");
    let id = Some("pet_id".into());
    let expected = [(1, None, PropertyValue::Null), (2, id, "red".into())];
    assert_eq!(*ran.lock(), expected);
    let made = provider
        .construct(&example(&json!({}), &colored("blue")))
        .await;
    let failure = made.outputs.expect_err("a failure").to_string();
    for said in [
        "the hook `afterCreate` of `pet`",
        "no blue pets at src/lib.rs:9",
    ] {
        assert!(failure.contains(said), "{failure}");
    }
}

#[tokio::test]
async fn a_cancelled_construction_fails_as_one() {
    let provider = declaring(pet_and_thing);
    provider.cancellation().cancel();
    let made = provider.construct(&example(&json!({}), &[])).await;
    let failure = made.outputs.expect_err("a cancelled one");
    assert_eq!(failure.kind(), FailureKind::Cancelled);
}
