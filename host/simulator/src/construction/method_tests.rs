//! Calls of methods that a script declares.

use std::sync::Arc;

use pulumi_wasm_core::error::failure::PropertyFailure;
use pulumi_wasm_core::error::{CallError, GuestError, TrapReport};
use pulumi_wasm_core::graph::{
    Declaration, Graph, LookupDeclaration, LookupKind, ResourceKind, output,
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
const PAGE: &str = "acme:index:Site/page";
const PET: &str = "random:index:Pet";

/// A provider with the component `Site` and its method `page`, which both enter a script: a method is given an argument
/// `path`.
fn provider(
    script: impl Fn(&mut Graph, Entered<'_>) -> Result<PropertyValue, CallError> + Send + Sync + 'static,
) -> Arc<Provider> {
    let change = |manifest: &mut Value| {
        manifest["packages"] = json!({ "random": { "version": "4.18.0" } });
        let text = json!({ "type": "string" });
        let hidden = json!({ "type": "string", "secret": true });
        manifest["schema"]["resources"][SITE] = json!({
            "isComponent": true,
            "inputProperties": { "title": text },
            "properties": { "url": text, "token": hidden },
            "methods": { "page": PAGE },
        });
        let this = json!({ "$ref": "#/resources/acme:index:Site" });
        manifest["schema"]["functions"][PAGE] = json!({
            "inputs": {
                "properties": { "__self__": this, "path": text, "times": { "type": "integer" } },
                "required": ["__self__", "path"],
            },
            "outputs": { "properties": { "address": text, "key": text }, "required": ["address"] },
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

fn map(entries: Vec<(&str, PropertyValue)>) -> PropertyMap {
    let entries = entries.into_iter();
    entries
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

fn object(entries: Vec<(&str, PropertyValue)>) -> Result<PropertyValue, CallError> {
    Ok(PropertyValue::Object(map(entries)))
}

fn pet(name: &str, inputs: Vec<(&str, PropertyValue)>) -> Declaration {
    Declaration {
        token: PET.to_owned(),
        name: name.to_owned(),
        inputs: map(inputs),
        ..Declaration::default()
    }
}

/// The outputs of the resource that a method is called on, as a node.
fn this(graph: &mut Graph) -> u32 {
    let opened = LookupDeclaration {
        kind: LookupKind::Reference,
        arguments: map(vec![("resource", output(0, ""))]),
        ..LookupDeclaration::default()
    };
    graph.look_up(opened).expect("a node")
}

/// A site whose address is the color of a pet, and a method that makes another pet of the address and its argument.
fn site() -> Arc<Provider> {
    provider(|graph, entered| {
        let Entered::Construct(arguments) = entered else {
            panic!("no callback was declared");
        };
        if !arguments.contains_key("path") {
            let pet = pet("pet", vec![("prefix", output(0, "title"))]);
            let pet = graph.register(pet).expect("a node");
            return object(vec![("url", output(pet, "color"))]);
        }
        if arguments["path"] == PropertyValue::from("no") {
            let failure = PropertyFailure {
                property: "path".to_owned(),
                reason: "is not on this site".to_owned(),
            };
            return Err(CallError::Guest(GuestError::Invalid(vec![failure])));
        }
        let site = this(graph);
        let made = vec![
            ("prefix", output(site, "url")),
            ("path", arguments["path"].clone()),
            ("key", output(site, "token")),
        ];
        let made = graph.register(pet("news", made)).expect("a node");
        object(vec![
            ("address", output(made, "prefix")),
            ("key", output(made, "key")),
        ])
    })
}

fn page(receiver: Receiver, arguments: &Value) -> MethodCall {
    let red = Mock::Outputs(to_map(&json!({ "color": "red" })).expect("outputs"));
    MethodCall {
        stack: "test".to_owned(),
        token: PAGE.to_owned(),
        name: "s".to_owned(),
        receiver,
        arguments: to_map(arguments).expect("arguments"),
        mocks: Arc::new([("pet".to_owned(), red)].into_iter().collect()),
        preview: false,
    }
}

fn made() -> Receiver {
    Receiver::Made(to_map(&json!({ "title": "x" })).expect("inputs"))
}

fn given(outputs: &Value) -> Receiver {
    Receiver::Given {
        id: None,
        outputs: to_map(outputs).expect("outputs"),
    }
}

#[track_caller]
fn results(called: &Constructed) -> Value {
    from_map(called.outputs.clone().expect("results"))
}

fn inputs(child: &Child) -> Value {
    from_map(child.registration.inputs.clone())
}

#[tokio::test]
async fn a_method_is_called_on_a_component_that_was_constructed() {
    let called = site()
        .call_method(&page(made(), &json!({ "path": "/a" })))
        .await;
    assert_eq!(results(&called)["address"], "red");
    assert_eq!(called.resources[0].registration.name, "s");
    // The children of the construction are not among them.
    let [news] = called.children() else {
        panic!("{called:?}");
    };
    assert_eq!(news.parent_name(), "s");
    assert_eq!(inputs(news)["path"], "/a");
    assert!(news.urn.contains("acme:index:Site$random:index:Pet::news"));
    assert_eq!(called.output_depends_on("address"), ["news"]);
    assert!(called.unused_mocks.is_empty());
}

#[tokio::test]
async fn a_call_in_a_preview_has_unknown_results_and_an_update_leaves_them_out() {
    let preview = MethodCall {
        preview: true,
        ..page(made(), &json!({ "path": secret("/a") }))
    };
    let called = site().call_method(&preview).await;
    assert_eq!(results(&called)["address"], unknown());
    assert_eq!(inputs(&called.children()[0])["path"], secret("/a"));
    let without = MethodCall {
        mocks: Arc::default(),
        ..page(made(), &json!({ "path": "/a" }))
    };
    let called = site().call_method(&without).await;
    assert!(!called.outputs.expect("results").contains_key("address"));
}

#[tokio::test]
async fn given_outputs_are_known_in_previews_and_secret_as_the_schema_says() {
    let receiver = given(&json!({ "url": "https://a", "token": "t" }));
    for preview in [true, false] {
        let asked = MethodCall {
            preview,
            mocks: Arc::default(),
            ..page(receiver.clone(), &json!({ "path": "/a" }))
        };
        let called = site().call_method(&asked).await;
        let expected = json!({ "address": "https://a", "key": secret("t") });
        assert_eq!(results(&called), expected);
    }
}

#[tokio::test]
async fn refused_arguments_are_a_list_of_the_method_and_of_the_schema() {
    for (arguments, property, reason) in [
        (json!({ "path": "no" }), "path", "is not on this site"),
        (json!({}), "path", "required"),
        (
            json!({ "path": "/", "times": "many" }),
            "times",
            "whole number",
        ),
    ] {
        let called = site().call_method(&page(made(), &arguments)).await;
        let failure = called.outputs.expect_err("a failure");
        assert_eq!(failure.kind(), FailureKind::Invalid);
        assert_eq!(failure.operation(), "call of `page` on `s`");
        assert_eq!(failure.paths(), [property]);
        assert!(
            failure
                .reason(property)
                .is_some_and(|said| said.contains(reason)),
            "{failure}"
        );
    }
}

#[tokio::test]
async fn a_method_that_does_not_exist_is_refused_with_those_that_do() {
    let asked = MethodCall {
        token: "acme:index:Site/pge".to_owned(),
        ..page(made(), &json!({}))
    };
    let failure = site()
        .call_method(&asked)
        .await
        .outputs
        .expect_err("a failure");
    assert!(
        failure.message().contains("has no method `pge`"),
        "{failure}"
    );
    assert_eq!(failure.hint(), Some("its methods are `page`"));
}

#[tokio::test]
async fn a_child_of_the_component_cannot_be_registered_again_by_its_method() {
    let provider = provider(|graph, _| {
        graph.register(pet("pet", vec![])).expect("a node");
        object(vec![("url", "u".into()), ("address", "a".into())])
    });
    let called = provider
        .call_method(&page(made(), &json!({ "path": "/" })))
        .await;
    let failure = called.outputs.expect_err("a failure").to_string();
    assert!(
        failure.contains("`pet` of type `random:index:Pet` is registered twice"),
        "{failure}"
    );
}

#[tokio::test]
async fn a_component_that_calls_its_packages_method_gets_the_result() {
    let provider = provider(|graph, entered| {
        let Entered::Construct(given) = entered else {
            panic!("no callback was declared");
        };
        if let Some(path) = given.get("path") {
            return object(vec![("address", path.clone())]);
        }
        if given["title"] == PropertyValue::from("inner") {
            return object(vec![("url", "u".into())]);
        }
        let inner = Declaration {
            kind: ResourceKind::Remote,
            token: SITE.to_owned(),
            ..pet("inner", vec![("title", "inner".into())])
        };
        let inner = graph.register(inner).expect("a node");
        let method = LookupDeclaration {
            kind: LookupKind::Method,
            token: PAGE.to_owned(),
            arguments: map(vec![
                ("__self__", output(inner, "")),
                ("path", "/in".into()),
            ]),
            ..LookupDeclaration::default()
        };
        let found = graph.look_up(method).expect("a node");
        object(vec![("url", output(found, "address"))])
    });
    let outer = |mocks: Mocks| Construction {
        stack: "test".to_owned(),
        token: SITE.to_owned(),
        name: "outer".to_owned(),
        inputs: to_map(&json!({ "title": "outer" })).expect("inputs"),
        mocks: Arc::new(mocks),
        preview: false,
    };
    let made = provider.construct(&outer(Mocks::default())).await;
    assert_eq!(results(&made)["url"], "/in");
    assert!(made.lookups[0].is_known);
    // A test may say something else.
    let mock = Mock::Outputs(to_map(&json!({ "address": "mine" })).expect("outputs"));
    let mocks = [(PAGE.to_owned(), mock)].into_iter().collect();
    let made = provider.construct(&outer(mocks)).await;
    assert_eq!(results(&made)["url"], "mine");
}

async fn broken(provider: &Provider, call: MethodCall, is_generated: bool) -> Vec<&'static str> {
    let example = MethodExample { call, is_generated };
    let verdicts = judge_method(provider, &example).await;
    assert_eq!(
        verdicts.iter().map(|(one, _)| *one).collect::<Vec<_>>(),
        MethodBehaviour::ALL
    );
    let broken = verdicts.into_iter().filter_map(|(behaviour, outcome)| {
        matches!(outcome, Outcome::Broken(_)).then(|| behaviour.name())
    });
    broken.collect()
}

#[tokio::test]
async fn what_any_method_must_do_is_judged() {
    let call = || page(made(), &json!({ "path": "/a" }));
    assert!(broken(&site(), call(), false).await.is_empty());
    // A component that requires a value which is unknown.
    let careless = provider(|graph, entered| {
        let Entered::Construct(given) = entered else {
            panic!("no callback was declared");
        };
        let Some(path) = given.get("path") else {
            return object(vec![("url", "u".into())]);
        };
        if path.as_str().is_none() {
            return Err(CallError::Trap(TrapReport::default()));
        }
        graph.register(pet("news", vec![])).expect("a node");
        object(vec![("address", path.clone())])
    });
    assert_eq!(
        broken(&careless, call(), false).await,
        ["unknown-arguments"]
    );
    // A component that refuses inputs which the schema accepts.
    let call = || page(made(), &json!({ "path": "no" }));
    assert_eq!(broken(&site(), call(), false).await, ["call"]);
    assert!(broken(&site(), call(), true).await.is_empty());
}
