//! The own package, as the engine named it.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::json;

use super::{request, with_a_pet};
use crate::fake::assert_says;
use crate::fake::declare::Declare;
use crate::fake::guest::{Guest, SITE, THING};
use crate::fake::monitor::FakeMonitor;
use crate::fake::scene::Scene;
use crate::fake::steps::{Answer, Step};
use crate::launch::bundle;
use crate::tool::tool;

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
    // As another program would have written it: the same in other bytes.
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

/// The engine does not install such a package with the program.
#[tokio::test]
async fn a_used_package_that_is_a_component_is_shown_with_its_digest() {
    let digest = "ab".repeat(32);
    let value = json!({
        "v": 1, "name": "random", "version": "0.1.0", "components": [{ "sha256": digest, "path": "random.wasm" }],
    });
    let parameter = json!({
        "plugin": "wasm", "version": "0.1.0", "value": BASE64_STANDARD.encode(value.to_string()),
    });
    let guest = with_a_pet().manifest(|manifest| {
        manifest["packages"]["random"] = json!({ "version": "0.1.0", "parameter": parameter });
    });
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest, &[]).await;
    let heard = scene.engine.hears("package      random 0.1.0").await;
    assert_says(
        &heard.message,
        &[
            &format!("the component sha256:{digest}"),
            "each machine needs too",
        ],
    );
    drop(plugin);
}

/// The engine runs one build of a version, so the other build would serve the program's own resources.
#[tokio::test]
async fn a_used_component_does_not_take_the_place_of_the_build_that_an_sdk_of_the_project_names() {
    let value = |digest: &str, version: &str| {
        let value = json!({
            "v": 1, "name": "random", "version": version,
            "components": [{ "sha256": digest.repeat(32), "path": "random.wasm" }],
        });
        BASE64_STANDARD.encode(value.to_string())
    };
    let parameter = json!({ "plugin": "wasm", "version": "0.1.0", "value": value("ab", "0.1.0") });
    let guest = with_a_pet().manifest(|manifest| {
        manifest["packages"]["random"] = json!({ "version": "0.1.0", "parameter": parameter });
    });
    for (digest, version, is_refused) in [
        ("cd", "0.1.0", true),
        ("ab", "0.1.0", false),
        ("cd", "0.2.0", false),
    ] {
        let (scene, monitor) = (Scene::new().await, FakeMonitor::start());
        std::fs::create_dir_all(scene.project().join("sdks/random")).unwrap();
        let lock = format!(
            "packageDeclarationVersion: 1\nname: wasm\nversion: {}\nparameterization:\n  name: random\n  version: {version}\n  value: {}\n",
            env!("CARGO_PKG_VERSION"),
            value(digest, version)
        );
        scene.write("sdks/random/random-0.1.0.yaml", lock.as_bytes());
        let plugin = scene.launch_with(&guest, &[]).await;
        plugin.configure(&[]).await.unwrap();
        let made = plugin.construct(request(&monitor, "s", &json!({}))).await;
        if is_refused {
            assert_says(
                made.unwrap_err().message(),
                &[
                    "`random` 0.1.0",
                    "sha256:ab",
                    "sha256:cd",
                    "one build of a version",
                ],
            );
            assert!(monitor.packages().is_empty());
        } else {
            made.unwrap();
        }
    }
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
