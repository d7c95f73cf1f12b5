//! How the engine learns which plugin creates a child.

use pulumi_wasm_core::graph::ResourceKind;
use pulumi_wasm_packages::{DOWNLOAD_URL, PLUGIN};

use super::*;
use test_support::fake::monitor::{Reply, Telling};

fn child(token: &str, name: &str) -> Declaration {
    Declaration {
        token: token.to_owned(),
        ..pet(name, vec![])
    }
}

#[tokio::test]
async fn a_child_of_the_own_package_goes_to_the_package_as_the_engine_named_it() {
    let monitor = FakeMonitor::start();
    let stage = Stage::declaring(&monitor, |graph| {
        let remote = Declaration {
            kind: ResourceKind::Remote,
            ..child("acme:index:Site", "nested")
        };
        let provider = child("pulumi:providers:acme", "provider");
        for one in [child("acme:index:Thing", "thing"), remote, provider] {
            graph.register(one).expect("a node");
        }
        vec![]
    });
    stage.run().await.expect("a component");
    let packages = monitor.packages();
    let [package] = &packages[..] else {
        panic!("{packages:?}");
    };
    assert_eq!(
        (
            package.name.as_str(),
            package.version.as_str(),
            package.download_url.as_str()
        ),
        ("wasm", "0.1.0", "")
    );
    let parameter = package.parameterization.as_ref().expect("a parameter");
    assert_eq!(
        (
            parameter.name.as_str(),
            parameter.version.as_str(),
            &parameter.value[..]
        ),
        ("acme", "1.2.3", &[7, 8, 9][..])
    );
    for name in ["thing", "nested", "provider"] {
        assert_eq!(monitor.one(name).package_ref, "ref-1", "{name}");
    }
    // No plugin creates it.
    assert_eq!(monitor.one("s").package_ref, "");
}

#[tokio::test]
async fn a_package_that_a_parameter_makes_is_announced_once() {
    let monitor = FakeMonitor::start();
    let stage = Stage::declaring(&monitor, |graph| {
        for name in ["a", "b", "c"] {
            graph
                .register(child("site:index:Page", name))
                .expect("a node");
        }
        vec![]
    });
    stage.run().await.expect("a component");
    let packages = monitor.packages();
    let [package] = &packages[..] else {
        panic!("{packages:?}");
    };
    // The manifest decides neither on the plugin nor on its version and source.
    assert_eq!(
        (
            package.name.as_str(),
            package.version.as_str(),
            package.download_url.as_str()
        ),
        (PLUGIN, env!("CARGO_PKG_VERSION"), DOWNLOAD_URL)
    );
    let parameter = package.parameterization.as_ref().expect("a parameter");
    assert_eq!(
        (
            parameter.name.as_str(),
            parameter.version.as_str(),
            &parameter.value[..]
        ),
        ("site", "2.0.0", &[0, 1, 2][..])
    );
    assert_eq!(monitor.one("b").package_ref, "ref-1");
}

#[tokio::test]
async fn a_package_of_an_ordinary_plugin_is_named_by_its_version_alone() {
    let monitor = FakeMonitor::start();
    let stage = Stage::declaring(&monitor, |graph| {
        graph.register(pet("child", vec![])).expect("a node");
        vec![]
    });
    stage.run().await.expect("a component");
    let child = monitor.one("child");
    assert_eq!(
        (child.version.as_str(), child.plugin_download_url.as_str()),
        ("4.18.0", "")
    );
    assert!(monitor.packages().is_empty() && monitor.features().is_empty());
}

#[tokio::test]
async fn an_engine_without_parameters_is_told_to_be_updated() {
    let monitor = FakeMonitor::telling(Telling::Asked(&["aliasSpecs"]), |_| Reply::made());
    let stage = Stage::declaring(&monitor, |graph| {
        graph
            .register(child("acme:index:Thing", "thing"))
            .expect("a node");
        vec![]
    });
    let message = stage
        .run()
        .await
        .expect_err("a refusal")
        .message()
        .to_owned();
    assert!(
        message.contains("parameterized packages") && message.contains("update"),
        "{message}"
    );
    assert_eq!(monitor.names(), ["s"]);
    assert_eq!(monitor.features()[0], "GetDeploymentInfo");
    assert!(monitor.features().contains(&"parameterization".to_owned()));
}
