//! Look-ups on the wire.

use pulumi_wasm_core::graph::{LookupDeclaration, LookupKind};

use super::*;
use test_support::fake::monitor::Looked;
use test_support::protocol::pulumirpc as seen;

fn look_up(
    kind: LookupKind,
    token: &str,
    arguments: Vec<(&str, PropertyValue)>,
) -> LookupDeclaration {
    LookupDeclaration {
        kind,
        token: token.to_owned(),
        name: match kind {
            LookupKind::Read => "old".to_owned(),
            _ => String::new(),
        },
        arguments: map(arguments),
        position: "site.rs:3".to_owned(),
        ..LookupDeclaration::default()
    }
}

/// A component whose output is the value at a path of a look-up's result.
fn looking(
    monitor: &FakeMonitor,
    path: &'static str,
    declare: impl Fn() -> LookupDeclaration + Send + Sync + 'static,
) -> Stage {
    let mut stage = Stage::declaring(monitor, move |graph| {
        let found = graph.look_up(declare()).expect("a node");
        vec![("url", output(found, path))]
    });
    stage.request.stack_trace_handle = "trace-1".to_owned();
    stage
}

#[tokio::test]
async fn a_function_is_asked_with_the_component_as_parent_and_its_package_pinned() {
    let monitor = FakeMonitor::finding(|_| Ok(structure(&json!({ "word": "cat" }))));
    let stage = looking(&monitor, "word", || {
        look_up(
            LookupKind::Invoke,
            "random:index:getWord",
            vec![("length", 3.0.into())],
        )
    });
    let answer = stage.run().await.expect("a component");
    let expected = seen::ResourceInvokeRequest {
        tok: "random:index:getWord".to_owned(),
        args: Some(structure(&json!({ "length": 3 }))),
        version: "4.18.0".to_owned(),
        parent: site(),
        parent_stack_trace_handle: "trace-1".to_owned(),
        accept_resources: true,
        accepts_byte_string: true,
        ..seen::ResourceInvokeRequest::default()
    };
    assert_eq!(monitor.looked(), [Looked::Invoked(expected)]);
    assert_eq!(state(&answer), json!({ "url": "cat" }));
}

#[tokio::test]
async fn a_resource_is_read_below_the_component_and_keeps_the_id_that_older_engines_do_not_send() {
    let monitor = FakeMonitor::finding(|_| Ok(structure(&json!({ "name": "cat" }))));
    let stage = looking(&monitor, "id", || {
        let arguments = vec![("id", "abc".into()), ("zone", "z".into())];
        look_up(LookupKind::Read, "random:index:Pet", arguments)
    });
    let answer = stage.run().await.expect("a component");
    let looked = monitor.looked();
    let [Looked::Read(read)] = &looked[..] else {
        panic!("{looked:?}");
    };
    assert_eq!(
        (read.id.as_str(), read.name.as_str(), read.parent.clone()),
        ("abc", "old", site())
    );
    assert_eq!(plain(read.properties.as_ref()), json!({ "zone": "z" }));
    assert!(read.accept_secrets && read.accept_resources && read.accepts_byte_string);
    assert_eq!(
        (
            read.version.as_str(),
            read.parent_stack_trace_handle.as_str()
        ),
        ("4.18.0", "trace-1")
    );
    assert_eq!(state(&answer), json!({ "url": "abc" }));
}

#[tokio::test]
async fn a_method_is_called_on_a_resource_with_what_its_arguments_depend_on() {
    let monitor = FakeMonitor::finding(|_| Ok(structure(&json!({ "page": "p" }))));
    let stage = looking(&monitor, "page", || {
        let arguments = vec![("__self__", output(0, "any")), ("path", output(0, "title"))];
        look_up(LookupKind::Method, "site:index:Page/show", arguments)
    });
    let page = "urn:pulumi:dev::shop::site:index:Page::p";
    let reference = json!({ SIGNATURE: REFERENCE, "urn": page });
    let title = json!({ SIGNATURE: OUTPUT, "value": "t", "dependencies": ["urn:a"] });
    let stage = stage.with(&json!({ "any": reference, "title": title }));
    let answer = stage.run().await.expect("a component");
    let looked = monitor.looked();
    let [Looked::Called(called)] = &looked[..] else {
        panic!("{looked:?}");
    };
    assert_eq!(
        (called.tok.as_str(), called.package_ref.as_str()),
        ("site:index:Page/show", "ref-1")
    );
    let lists = called.arg_dependencies.iter();
    assert_eq!(
        behind(lists.map(|(name, entry)| (name, &entry.urns))),
        dependencies(&[("__self__", &[page]), ("path", &["urn:a"])])
    );
    assert_eq!(state(&answer), json!({ "url": "p" }));
    assert_eq!(answer.state_dependencies["url"].urns, ["urn:a", page]);
}

#[tokio::test]
async fn the_outputs_of_a_reference_are_those_that_the_engine_knows() {
    let other = "urn:pulumi:dev::shop::acme:index:Site::other";
    let monitor = FakeMonitor::finding(move |_| {
        let state = json!({ "urn": other, "id": "", "provider": "", "state": { "url": "u" } });
        Ok(structure(&state))
    });
    let stage = looking(&monitor, "url", || {
        look_up(
            LookupKind::Reference,
            "",
            vec![("resource", output(0, "any"))],
        )
    });
    let reference = json!({ SIGNATURE: REFERENCE, "urn": other });
    let answer = stage
        .with(&json!({ "any": reference }))
        .run()
        .await
        .expect("a component");
    let looked = monitor.looked();
    let [Looked::Invoked(invoked)] = &looked[..] else {
        panic!("{looked:?}");
    };
    assert_eq!(invoked.tok, "pulumi:pulumi:getResource");
    assert_eq!(plain(invoked.args.as_ref()), json!({ "urn": other }));
    assert_eq!(state(&answer), json!({ "url": "u" }));
    assert_eq!(answer.state_dependencies["url"].urns, [other]);
}

#[tokio::test]
async fn what_a_function_refuses_is_the_failure_of_the_component() {
    let monitor = FakeMonitor::finding(|_| {
        Err(seen::CheckFailure {
            property: "length".to_owned(),
            reason: "too short".to_owned(),
        })
    });
    let stage = looking(&monitor, "word", || {
        look_up(LookupKind::Invoke, "random:index:getWord", vec![])
    });
    let message = stage
        .run()
        .await
        .expect_err("a failure")
        .message()
        .to_owned();
    for words in [
        "`random:index:getWord` (site.rs:3) could not be looked up",
        "`length`: too short",
    ] {
        assert!(message.contains(words), "{message}");
    }
}
