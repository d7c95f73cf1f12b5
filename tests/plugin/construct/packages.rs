//! The own package, as the engine named it.

use serde_json::json;

use super::{request, with_a_pet};
use crate::launch::bundle;
use test_support::assert_says;
use test_support::fake::declare::Declare;
use test_support::fake::guest::{Guest, SITE, THING};
use test_support::fake::monitor::FakeMonitor;
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, Step};
use test_support::fake::tool::tool;

fn with_a_thing() -> Guest {
    let thing = Declare::resource(THING, "thing-", "{}".to_owned());
    Guest::new().does(
        "construct",
        [
            Step::Declare(thing),
            Step::Answer(Answer::Outputs("{}".to_owned())),
        ],
    )
}

#[tokio::test]
async fn a_child_of_the_own_package_has_the_parameter_that_the_engine_gave_byte_for_byte() {
    let (scene, monitor) = (Scene::new().await, FakeMonitor::start());
    let added = scene.launch_with(&with_a_thing(), &[]).await;
    let value = added.value().await;
    // As another program would write it: the same content in other bytes.
    let spaced = [b" ".as_slice(), &value, b"\n"].concat();
    let plugin = scene.launch().await;
    plugin.restore("acme", &spaced).await.unwrap();
    plugin.configure(&[]).await.unwrap();
    for name in ["a", "b"] {
        plugin
            .construct(request(&monitor, name, &json!({})))
            .await
            .unwrap();
    }
    let packages = monitor.packages();
    assert_eq!(packages.len(), 1);
    let package = &packages[0];
    assert_eq!(
        (package.name.as_str(), package.version.as_str()),
        ("wasm", env!("CARGO_PKG_VERSION"))
    );
    let parameter = package.parameterization.as_ref().unwrap();
    // The version of the request, as the other tests send it.
    assert_eq!(
        (parameter.name.as_str(), parameter.version.as_str()),
        ("acme", "9.9.9")
    );
    assert_eq!(parameter.value, spaced);
    assert_eq!(monitor.one("thing-b").package_ref, "ref-1");
}

#[tokio::test]
async fn without_a_value_of_the_engine_the_parameter_is_that_of_the_schema() {
    let (scene, monitor) = (Scene::new().await, FakeMonitor::start());
    let plugin = scene.launch_with(&with_a_thing(), &[]).await;
    plugin.configure(&[]).await.unwrap();
    plugin
        .construct(request(&monitor, "s", &json!({})))
        .await
        .unwrap();
    let packages = monitor.packages();
    let parameter = packages[0].parameterization.as_ref().unwrap();
    assert_eq!(parameter.value, plugin.value().await);
    assert_eq!(
        (parameter.name.as_str(), parameter.version.as_str()),
        ("acme", "1.2.3")
    );
}

#[tokio::test]
async fn a_child_of_the_package_of_a_bundle_is_named_by_version_and_address() {
    let (scene, monitor) = (Scene::new().await, FakeMonitor::start());
    let address = "https://example.com/${VERSION}";
    let component = with_a_thing().build();
    bundle::lay_out(&scene, "pulumi-resource-acme", &component, |bundle| {
        bundle["pluginDownloadURL"] = address.into();
    });
    let plugin = bundle::acme(&scene).await;
    plugin.configure(&[]).await.unwrap();
    let request = request(&monitor, "s", &json!({}));
    plugin.construct(request).await.unwrap();
    let thing = monitor.one("thing-s");
    assert_eq!(
        (thing.version.as_str(), thing.plugin_download_url.as_str()),
        ("1.2.3", address)
    );
    assert_eq!(thing.package_ref, "");
    assert!(monitor.packages().is_empty());
}

#[tokio::test]
async fn the_packages_of_a_components_children_are_shown_when_it_is_added() {
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&with_a_thing(), &[]).await;
    scene.engine.hears("acme 1.2.3 asks for").await;
    let messages = scene.engine.messages();
    let shown = messages
        .iter()
        .any(|heard| heard.message.contains("package      random 4.18.0"));
    assert!(shown, "{messages:?}");
    drop(plugin);
    let ran = tool(&scene, &["inspect", "acme.wasm"]).await;
    assert_says(&ran.output, &["makes resources of\n  random 4.18.0"]);
    let ran = tool(&scene, &["inspect", "acme.wasm", "--json"]).await;
    assert_eq!(ran.json()["packages"], json!({ "random": "4.18.0" }));
}

#[tokio::test]
async fn a_project_with_a_component_alone_has_an_example_that_needs_no_engine() {
    let scene = Scene::new().await;
    let guest = with_a_pet().manifest(|manifest| {
        let resources = manifest["schema"]["resources"].as_object_mut().unwrap();
        resources.retain(|token, _| token == SITE);
        let hooks = manifest["resources"].as_object_mut().unwrap();
        hooks.retain(|token, _| token == SITE);
    });
    scene.add("acme.wasm", &guest);
    let ran = tool(&scene, &["test", "acme.wasm"]).await;
    assert_says(
        &ran.output,
        &["✓ Site", "acme:index:Site", "1 passed, 0 failed"],
    );
}
