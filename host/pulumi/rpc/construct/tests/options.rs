//! The options of a request, on the registration of the component.

use std::collections::HashMap;

use super::*;
use crate::pulumi::wire::pulumirpc as sent;
use test_support::fake::monitor::{Reply, Telling};
use test_support::protocol::pulumirpc as seen;

#[tokio::test]
async fn the_options_of_a_request_are_on_the_registration_of_the_component_as_they_came() {
    let monitor = FakeMonitor::start();
    let mut stage = Stage::declaring(&monitor, |graph| {
        graph.register(pet("child", vec![])).expect("a node");
        vec![]
    });
    let texts = |texts: &[&str]| {
        texts
            .iter()
            .map(|text| (*text).to_owned())
            .collect::<Vec<_>>()
    };
    let spec = sent::alias::Spec {
        name: "old".to_owned(),
        parent: Some(sent::alias::spec::Parent::NoParent(true)),
        ..sent::alias::Spec::default()
    };
    let aliases = [
        sent::alias::Alias::Urn("urn:pulumi:dev::shop::a:b:C::x".to_owned()),
        sent::alias::Alias::Spec(spec),
    ];
    stage.request = ConstructRequest {
        protect: Some(false),
        retain_on_delete: Some(true),
        delete_before_replace: Some(false),
        deleted_with: "urn:d".to_owned(),
        replace_with: texts(&["urn:r"]),
        ignore_changes: texts(&["a.b", "c[0]"]),
        replace_on_changes: texts(&["d"]),
        additional_secret_outputs: texts(&["url"]),
        custom_timeouts: Some(sent::construct_request::CustomTimeouts {
            create: "5m".to_owned(),
            ..Default::default()
        }),
        providers: HashMap::from([("random".to_owned(), format!("urn:p::{UNKNOWN}"))]),
        dependencies: texts(&["urn:x"]),
        aliases: aliases
            .map(|alias| sent::Alias { alias: Some(alias) })
            .to_vec(),
        resource_hooks: Some(sent::construct_request::ResourceHooksBinding {
            after_create: texts(&["hook"]),
            on_error: texts(&["again"]),
            ..Default::default()
        }),
        replacement_trigger: Some(value(&json!(7)).encode_to_vec().into()),
        ..stage.request
    };
    stage.run().await.expect("a component");
    let own = monitor.one("s");
    let spec = seen::alias::Spec {
        name: "old".to_owned(),
        parent: Some(seen::alias::spec::Parent::NoParent(true)),
        ..seen::alias::Spec::default()
    };
    let aliases = [
        seen::alias::Alias::Urn("urn:pulumi:dev::shop::a:b:C::x".to_owned()),
        seen::alias::Alias::Spec(spec),
    ];
    let expected = seen::RegisterResourceRequest {
        r#type: SITE.to_owned(),
        name: "s".to_owned(),
        parent: STACK.to_owned(),
        object: Some(Struct::default()),
        protect: Some(false),
        retain_on_delete: Some(true),
        delete_before_replace: false,
        delete_before_replace_defined: true,
        deleted_with: "urn:d".to_owned(),
        replace_with: texts(&["urn:r"]),
        ignore_changes: texts(&["a.b", "c[0]"]),
        replace_on_changes: texts(&["d"]),
        additional_secret_outputs: texts(&["url"]),
        custom_timeouts: Some(seen::register_resource_request::CustomTimeouts {
            create: "5m".to_owned(),
            ..Default::default()
        }),
        providers: HashMap::from([("random".to_owned(), format!("urn:p::{UNKNOWN}"))]),
        dependencies: texts(&["urn:x"]),
        aliases: aliases
            .map(|alias| seen::Alias { alias: Some(alias) })
            .to_vec(),
        hooks: Some(seen::register_resource_request::ResourceHooksBinding {
            after_create: texts(&["hook"]),
            on_error: texts(&["again"]),
            ..Default::default()
        }),
        replacement_trigger: Some(value(&json!(7))),
        ..understanding()
    };
    assert_eq!(own, expected);
}

/// A registration with all understood options, and nothing else.
fn understanding() -> seen::RegisterResourceRequest {
    seen::RegisterResourceRequest {
        accept_secrets: true,
        accept_resources: true,
        supports_partial_values: true,
        supports_result_reporting: true,
        alias_specs: true,
        accepts_byte_string: true,
        ..seen::RegisterResourceRequest::default()
    }
}

#[tokio::test]
async fn every_registration_says_what_is_understood_and_leaves_unset_what_is() {
    let monitor = FakeMonitor::start();
    let stage = Stage::declaring(&monitor, |graph| {
        graph.register(pet("child", vec![])).expect("a node");
        vec![]
    });
    stage.run().await.expect("a component");
    let expected = seen::RegisterResourceRequest {
        r#type: SITE.to_owned(),
        name: "s".to_owned(),
        parent: STACK.to_owned(),
        object: Some(Struct::default()),
        ..understanding()
    };
    assert_eq!(monitor.one("s"), expected);
    let expected = seen::RegisterResourceRequest {
        r#type: "random:index:Pet".to_owned(),
        name: "child".to_owned(),
        parent: site(),
        custom: true,
        object: Some(Struct::default()),
        version: "4.18.0".to_owned(),
        ..understanding()
    };
    assert_eq!(monitor.one("child"), expected);
}

#[tokio::test]
async fn the_handle_of_the_stack_trace_is_on_every_registration() {
    let monitor = FakeMonitor::start();
    let mut stage = Stage::declaring(&monitor, |graph| {
        graph.register(pet("child", vec![])).expect("a node");
        vec![]
    });
    stage.request.stack_trace_handle = "trace-1".to_owned();
    stage.run().await.expect("a component");
    for request in monitor.registered() {
        assert_eq!(
            request.parent_stack_trace_handle, "trace-1",
            "{}",
            request.name
        );
    }
}

#[tokio::test]
async fn a_trigger_of_replacements_that_is_null_is_another_thing_than_none() {
    let monitor = FakeMonitor::start();
    let mut stage = Stage::declaring(&monitor, |_| vec![]);
    stage.request.replacement_trigger = Some(value(&Json::Null).encode_to_vec().into());
    stage.run().await.expect("a component");
    assert_eq!(
        monitor.one("s").replacement_trigger,
        Some(value(&Json::Null))
    );
    stage.request.name = "t".to_owned();
    stage.request.replacement_trigger = None;
    stage.run().await.expect("a component");
    assert_eq!(monitor.one("t").replacement_trigger, None);
    // An output value counts as its plain value.
    stage.request.name = "u".to_owned();
    let output =
        json!({ SIGNATURE: OUTPUT, "secret": true, "value": 1, "dependencies": ["urn:a"] });
    stage.request.replacement_trigger = Some(value(&output).encode_to_vec().into());
    stage.run().await.expect("a component");
    let secret = value(&json!({ SIGNATURE: SECRET, "value": 1 }));
    assert_eq!(monitor.one("u").replacement_trigger, Some(secret));
}

#[tokio::test]
async fn an_option_that_an_older_engine_would_drop_is_refused_and_it_is_asked_once() {
    for (has, is_refused) in [(&["deletedWith"][..], false), (&[][..], true)] {
        let monitor = FakeMonitor::telling(Telling::Asked(has), |_| Reply::made());
        let stage = Stage::declaring(&monitor, |graph| {
            let first = graph.register(pet("first", vec![])).expect("a node");
            for name in ["a", "b"] {
                let child = Declaration {
                    options: map(vec![("deletedWith", output(first, ""))]),
                    ..pet(name, vec![])
                };
                graph.register(child).expect("a node");
            }
            vec![]
        });
        let run = stage.run().await;
        let asked = monitor.features();
        let times = asked.iter().filter(|name| *name == "deletedWith").count();
        assert_eq!((asked[0].as_str(), times), ("GetDeploymentInfo", 1));
        if is_refused {
            let message = run.expect_err("a refusal").message().to_owned();
            assert!(message.contains("the option `deletedWith`"), "{message}");
            assert_eq!(monitor.names(), ["s", "first"]);
        } else {
            assert_eq!(
                monitor.one("b").deleted_with,
                urn("random:index:Pet", "first")
            )
        }
    }
}
