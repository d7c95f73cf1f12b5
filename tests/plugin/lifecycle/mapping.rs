//! GetMapping and GetMappings, which conversions from other ecosystems ask of every plugin.

use serde_json::json;
use test_support::protocol::pulumirpc as pb;

use test_support::fake::guest::Guest;
use test_support::fake::plugin::Plugin;
use test_support::fake::scene::Scene;
use test_support::within;

async fn mapping(plugin: &Plugin, key: &str, provider: &str) -> (String, String) {
    let request = pb::GetMappingRequest {
        key: key.to_owned(),
        provider: provider.to_owned(),
    };
    let answer = within(plugin.client().get_mapping(request)).await;
    let answer = answer.unwrap().into_inner();
    (answer.provider, String::from_utf8(answer.data).unwrap())
}

async fn mappings(plugin: &Plugin, key: &str) -> Vec<String> {
    let request = pb::GetMappingsRequest {
        key: key.to_owned(),
    };
    let answer = within(plugin.client().get_mappings(request)).await;
    answer.unwrap().into_inner().providers
}

#[tokio::test]
async fn mappings_are_the_manifests() {
    let guest = Guest::new().manifest(|manifest| {
        manifest["mappings"] = json!([
            { "key": "terraform", "provider": "acme", "data": "one" },
            { "key": "terraform", "provider": "acme-beta", "data": "two" },
            { "key": "other", "provider": "x", "data": "three" },
        ]);
    });
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest, &[]).await;
    assert_eq!(mappings(&plugin, "terraform").await, ["acme", "acme-beta"]);
    let found = |provider: &str, data: &str| (provider.to_owned(), data.to_owned());
    assert_eq!(
        mapping(&plugin, "terraform", "acme-beta").await,
        found("acme-beta", "two")
    );
    assert_eq!(
        mapping(&plugin, "terraform", "").await,
        found("acme", "one")
    );
    assert_eq!(mapping(&plugin, "terraform", "nobody").await, found("", ""));
}

#[tokio::test]
async fn a_package_without_mappings_and_a_plugin_without_a_package_have_none() {
    let scene = Scene::new().await;
    let bare = scene.launch().await;
    let package = scene.launch_with(&Guest::new(), &[]).await;
    for plugin in [bare, package] {
        assert_eq!(mappings(&plugin, "terraform").await, [""; 0]);
        assert_eq!(
            mapping(&plugin, "terraform", "").await,
            (String::new(), String::new())
        );
    }
}
