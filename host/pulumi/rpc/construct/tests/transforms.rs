//! Transforms of a component: the engine dials the address that it was told.

use tokio::net::TcpListener;
use tokio_stream::wrappers::TcpListenerStream;
use tonic::transport::Server;

use super::*;
use crate::pulumi::callbacks::{Callbacks, Served};
use crate::pulumi::wire::pulumirpc::callbacks_server::CallbacksServer;
use test_support::fake::monitor::{Reply, Telling, invoke};

/// Serves callbacks, as the plugin does.
async fn served() -> Arc<Callbacks> {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let callbacks = Callbacks::new(listener.local_addr().expect("an address"));
    let service = CallbacksServer::new(Served(Arc::clone(&callbacks)));
    let server = Server::builder().add_service(service);
    tokio::spawn(server.serve_with_incoming(TcpListenerStream::new(listener)));
    callbacks
}

pub(super) fn under(declaration: Declaration, options: Vec<(&str, PropertyValue)>) -> Declaration {
    Declaration {
        options: map(options),
        ..declaration
    }
}

fn transforms(numbers: &[u32]) -> PropertyValue {
    let numbers = numbers.iter().map(|number| f64::from(*number).into());
    PropertyValue::Array(numbers.collect())
}

fn changed(properties: PropertyMap) -> PropertyValue {
    object(vec![("properties", PropertyValue::Object(properties))])
}

fn given<'a>(argument: &'a PropertyValue, name: &str) -> &'a PropertyMap {
    let PropertyValue::Object(argument) = argument else {
        panic!("an object");
    };
    let PropertyValue::Object(map) = &argument[name] else {
        panic!("an object");
    };
    map
}

impl Stage {
    pub(super) async fn serving(mut self) -> Self {
        self.monitors = Monitors::new(&Arc::new(Peers::of_everyone()), &served().await);
        self
    }
}

#[tokio::test]
async fn a_transform_changes_a_child_and_keeps_what_it_does_not_see() {
    let monitor = FakeMonitor::start();
    let stage = Stage::new(&monitor, |graph, entered| match entered {
        Entered::Construct(_) => {
            let first = graph.register(pet("first", vec![])).expect("a node");
            let inputs = vec![
                ("prefix", output(first, "id")),
                ("word", output(0, "password")),
                ("count", output(0, "count")),
            ];
            let child = under(pet("child", inputs), vec![("transforms", transforms(&[4]))]);
            graph.register(child).expect("a node");
            Ok(object(vec![]))
        }
        Entered::Transform(4, argument) => {
            let mut properties = given(argument, "properties").clone();
            properties.insert("note".to_owned(), "added".into());
            let word = properties["word"].clone();
            properties.insert("again".to_owned(), word);
            Ok(changed(properties))
        }
        _ => panic!("nothing else is asked"),
    });
    let password = json!({ SIGNATURE: OUTPUT, "secret": true, "value": "hush" });
    let unknown = json!({ SIGNATURE: OUTPUT });
    let stage = stage
        .with(&json!({ "password": password, "count": unknown }))
        .in_preview()
        .serving()
        .await;
    stage.run().await.expect("a component");
    let sent = monitor.one("child");
    let callback = &sent.transforms[0];
    assert!(callback.token.len() >= 32, "{}", callback.token);
    assert!(callback.accepts_byte_string);
    let made = monitor.transformed("child");
    let secret = json!({ SIGNATURE: SECRET, "value": "hush" });
    let expected = json!({
        "prefix": "first_id",
        "word": secret,
        "again": secret,
        "count": UNKNOWN,
        "note": "added",
    });
    assert_eq!(plain(made.object.as_ref()), expected);
    let lists = made.property_dependencies.iter();
    let first = urn("random:index:Pet", "first");
    assert_eq!(
        behind(lists.map(|(name, entry)| (name, &entry.urns))),
        dependencies(&[
            ("prefix", &[&first]),
            ("word", &[]),
            ("again", &[]),
            ("count", &[]),
            ("note", &[]),
        ])
    );
    // The plugin of the child is unchanged.
    assert_eq!((made.version, made.provider), (sent.version, sent.provider));
    // The options were not changed.
    assert_eq!(monitor.asked()[0].answer.options, None);
}

#[tokio::test]
async fn a_transform_of_a_group_is_applied_to_what_is_below_it() {
    let monitor = FakeMonitor::start();
    let stage = Stage::new(&monitor, |graph, entered| match entered {
        Entered::Construct(_) => {
            let group = Declaration {
                kind: pulumi_wasm_core::graph::ResourceKind::Group,
                token: "acme:index:Part".to_owned(),
                ..pet("group", vec![])
            };
            let group = under(group, vec![("transforms", transforms(&[1, 2]))]);
            let group = graph.register(group).expect("a node");
            let parent = vec![("parent", output(group, ""))];
            graph
                .register(under(pet("inside", vec![]), parent))
                .expect("a node");
            Ok(object(vec![]))
        }
        Entered::Transform(number, argument) => {
            let mut properties = given(argument, "properties").clone();
            let before = properties.get("by").and_then(PropertyValue::as_str);
            let by = format!("{}{number}", before.unwrap_or_default());
            properties.insert("by".to_owned(), by.into());
            let mut options = given(argument, "options").clone();
            options.insert("retainOnDelete".to_owned(), true.into());
            let parts = vec![("properties", properties), ("options", options)];
            let parts = parts.into_iter();
            Ok(object(
                parts
                    .map(|(name, part)| (name, PropertyValue::Object(part)))
                    .collect(),
            ))
        }
        _ => panic!("nothing is derived"),
    });
    stage.serving().await.run().await.expect("a component");
    let inside = monitor.transformed("inside");
    assert!(monitor.one("inside").transforms.is_empty());
    assert_eq!(plain(inside.object.as_ref()), json!({ "by": "12" }));
    assert_eq!(inside.retain_on_delete, Some(true));
    // Each function has one token for all its uses.
    let tokens = monitor.one("group").transforms;
    assert_ne!(tokens[0].token, tokens[1].token);
    assert_eq!(monitor.one("s").transforms, []);
}

#[tokio::test]
async fn a_transform_that_changes_nothing_has_an_empty_answer() {
    let monitor = FakeMonitor::start();
    let stage = Stage::new(&monitor, |graph, entered| match entered {
        Entered::Construct(_) => {
            let child = under(
                pet("child", vec![("a", output(0, "password"))]),
                vec![("transforms", transforms(&[0]))],
            );
            graph.register(child).expect("a node");
            Ok(object(vec![]))
        }
        Entered::Transform(_, argument) => Ok(changed(given(argument, "properties").clone())),
        _ => panic!("nothing is derived"),
    });
    let stage = stage.with(&json!({ "password": "hush" })).serving().await;
    stage.run().await.expect("a component");
    assert_eq!(monitor.asked()[0].answer, Default::default());
    assert_eq!(
        monitor.transformed("child").object,
        monitor.one("child").object
    );
}

#[tokio::test]
async fn a_transform_that_fails_is_told_to_the_engine_and_names_the_child() {
    let monitor = FakeMonitor::start();
    let stage = Stage::new(&monitor, |graph, entered| match entered {
        Entered::Construct(_) => {
            let child = under(
                pet("child", vec![("a", output(0, "password"))]),
                vec![("transforms", transforms(&[0]))],
            );
            graph.register(child).expect("a node");
            Ok(object(vec![]))
        }
        _ => Err(CallError::Guest(
            pulumi_wasm_core::error::GuestError::Other(
                "no hush-and-more here (src/lib.rs:3)".to_owned(),
            ),
        )),
    });
    let stage = stage
        .with(&json!({ "password": "hush-and-more" }))
        .serving()
        .await;
    let failed = stage.run().await.expect_err("a failure");
    let message = failed.message();
    for said in ["`child` of type `random:index:Pet`", "(src/lib.rs:3)"] {
        assert!(message.contains(said), "{message}");
    }
    assert!(!message.contains("hush-and-more"), "{message}");
}

#[tokio::test]
async fn a_token_is_good_until_the_component_is_constructed_and_no_other_token_is() {
    let monitor = FakeMonitor::start();
    let stage = Stage::new(&monitor, |graph, entered| match entered {
        Entered::Construct(_) => {
            let child = under(pet("child", vec![]), vec![("transforms", transforms(&[0]))]);
            graph.register(child).expect("a node");
            Ok(object(vec![]))
        }
        _ => Ok(PropertyValue::Null),
    });
    stage.serving().await.run().await.expect("a component");
    assert_eq!(monitor.asked().len(), 1);
    let known = monitor.one("child").transforms[0].clone();
    let other = test_support::protocol::pulumirpc::Callback {
        token: "guessed".to_owned(),
        ..known.clone()
    };
    for callback in [known, other] {
        let refused = invoke(&callback, Vec::new()).await.expect_err("a refusal");
        assert_eq!(refused.code(), tonic::Code::NotFound);
    }
}

#[tokio::test]
async fn an_engine_that_knows_no_transforms_is_told_to_be_updated() {
    let monitor = FakeMonitor::telling(Telling::Asked(&[]), |_| Reply::made());
    let stage = Stage::declaring(&monitor, |graph| {
        let child = under(pet("child", vec![]), vec![("transforms", transforms(&[0]))]);
        graph.register(child).expect("a node");
        vec![]
    });
    let failed = stage.serving().await.run().await.expect_err("a refusal");
    let message = failed.message();
    assert!(message.contains("transforms of a component"), "{message}");
    assert!(message.contains("update the Pulumi CLI"), "{message}");
    assert_eq!(monitor.names(), ["s"]);
}
