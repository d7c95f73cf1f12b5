//! One component and its child, and several components at one monitor.

use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;

use super::*;

#[tokio::test]
async fn a_component_registers_itself_and_a_child_and_is_completed_with_its_outputs() {
    let monitor = FakeMonitor::start();
    let stage = Stage::declaring(&monitor, |graph| {
        let inputs = vec![("prefix", output(0, "title"))];
        let child = graph.register(pet("child", inputs)).expect("a node");
        vec![("url", output(child, "id")), ("token", "t".into())]
    });
    let stage = stage.with(&json!({ "title": "x", "count": 3 }));
    let answer = stage.run().await.expect("a component");
    assert_eq!(answer.urn, site());
    assert_eq!(monitor.names(), ["s", "child"]);
    let own = monitor.one("s");
    assert_eq!(
        (
            own.r#type.as_str(),
            own.parent.as_str(),
            own.custom,
            own.remote
        ),
        (SITE, STACK, false, false)
    );
    assert_eq!(
        plain(own.object.as_ref()),
        json!({ "title": "x", "count": 3.0 })
    );
    let child = monitor.one("child");
    assert_eq!((child.parent, child.custom), (site(), true));
    assert_eq!(plain(child.object.as_ref()), json!({ "prefix": "x" }));
    let secret = json!({ SIGNATURE: SECRET, "value": "t" });
    let outputs = json!({ "url": "child_id", "token": secret });
    assert_eq!(state(&answer), outputs);
    let completed = monitor.completed();
    assert_eq!(completed.len(), 1);
    assert_eq!(completed[0].0, site());
    assert_eq!(plain(Some(&completed[0].1)), outputs);
    let lists = answer.state_dependencies.iter();
    let pet = urn("random:index:Pet", "child");
    assert_eq!(
        behind(lists.map(|(name, entry)| (name, &entry.urns))),
        dependencies(&[("url", &[&pet]), ("token", &[])])
    );
}

/// A guest with one child, which has the title for its name: names are unique in a deployment.
fn with_one(graph: &mut Graph, entered: &Entered<'_>, token: &str) -> PropertyValue {
    let Entered::Construct(inputs) = entered else {
        panic!("nothing is derived");
    };
    let child = Declaration {
        token: token.to_owned(),
        ..pet(inputs["title"].as_str().expect("a title"), vec![])
    };
    graph.register(child).expect("a node");
    object(vec![])
}

#[tokio::test]
async fn all_components_at_a_monitor_share_a_connection_that_ends_with_the_last() {
    let monitor = FakeMonitor::start();
    let stage = Stage::new(&monitor, |graph, entered| {
        Ok(with_one(graph, &entered, "random:index:Pet"))
    });
    let all = (0..20).map(|number| {
        let request = ConstructRequest {
            name: format!("s{number}"),
            inputs: Some(encoded(&json!({ "title": format!("child{number}") }))),
            ..stage.request.clone()
        };
        let call = Call {
            subject: Arc::new(request::subject(&request)),
            ..stage.call()
        };
        let (package, monitors) = (&stage.scene.package, &stage.monitors);
        async move { constructed(package, &call, own(), monitors, request).await }
    });
    let mut all: FuturesUnordered<_> = all.collect();
    while let Some(answer) = all.next().await {
        answer.expect("a component");
    }
    assert_eq!(monitor.registered().len(), 40);
    monitor.is_left().await;
    assert_eq!(monitor.connections(), (0, 1));
}

#[tokio::test]
async fn what_a_monitor_was_asked_once_holds_for_later_components_too() {
    let monitor = FakeMonitor::start();
    let mut stage = Stage::new(&monitor, |graph, entered| {
        Ok(with_one(graph, &entered, "acme:index:Thing"))
    });
    for name in ["a", "b"] {
        stage.request.name = name.to_owned();
        stage.request.inputs = Some(encoded(&json!({ "title": name })));
        stage.run().await.expect("a component");
        monitor.is_left().await;
    }
    assert_eq!(monitor.connections(), (0, 2));
    assert_eq!(monitor.packages().len(), 1);
    assert_eq!(monitor.features(), ["GetDeploymentInfo"]);
    let later = FakeMonitor::start();
    stage.request.monitor_endpoint.clone_from(&later.address);
    stage.run().await.expect("a component");
    assert_eq!(later.packages().len(), 1);
    assert_eq!(later.features(), ["GetDeploymentInfo"]);
}
