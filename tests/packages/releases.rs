//! Components among the assets of releases: added by a version, and found again by their digests.

use pulumi_wasm_packages::Digest;
use serde_json::{Value, json};

use super::message;
use super::registry::{declare, generate, guest, launch_with, other_build, refused};
use super::web::Web;
use test_support::assert_says;
use test_support::fake::scene::Scene;

const DESCRIPTION: &str = "/repos/acme/pulumi-acme/releases/tags/v1.2.3";
const ASSET: &str = "/repos/acme/pulumi-acme/releases/assets/7";
const ON_GITLAB: &str = "/api/v4/projects/1234/releases/v1.2.3/downloads/acme.wasm";

/// A server that answers like the APIs of GitHub and GitLab, with the guest as version 1.2.3.
async fn forge() -> Web {
    let web = Web::start().await;
    let description = json!({ "assets": [{ "id": 7, "name": "acme.wasm" }] });
    web.put(DESCRIPTION, description.to_string().into_bytes());
    web.put(ASSET, guest());
    web.put(ON_GITLAB, guest());
    web
}

fn host(web: &Web) -> &str {
    web.address.trim_start_matches("http://")
}

fn on_github(web: &Web) -> String {
    format!("github://{}/acme/pulumi-acme@1.2.3", host(web))
}

fn on_gitlab(web: &Web) -> String {
    format!("gitlab://{}/1234@1.2.3/acme.wasm", host(web))
}

async fn value_of(source: &str) -> Vec<u8> {
    let scene = Scene::new().await;
    let plugin = scene.launch().await;
    plugin.parameterize(&[source]).await.unwrap();
    plugin.value().await
}

#[tokio::test]
async fn a_release_is_added_and_recorded_as_it_was_typed_with_the_digest() {
    let web = forge().await;
    for source in [on_github(&web), on_gitlab(&web)] {
        let scene = Scene::new().await;
        let plugin = scene.launch().await;
        plugin.parameterize(&[&source]).await.unwrap();
        assert_eq!(plugin.create("one").await.unwrap().id, "made");
        let value = plugin.value().await;
        let expected = json!({
            "v": 2,
            "name": "acme",
            "version": "1.2.3",
            "components": [{ "sha256": Digest::of(&guest()).hex(), "from": source }],
        });
        assert_eq!(serde_json::from_slice::<Value>(&value).unwrap(), expected);
        // Another machine fetches these bytes, if its project names the server.
        let scene = Scene::new().await;
        let plugin = scene.launch().await;
        let text = message(&plugin.restore("acme", &value).await.unwrap_err());
        assert_says(&text, &["not public, and only a recorded value names it"]);
        declare(&scene, &source);
        let plugin = scene.launch().await;
        plugin.restore("acme", &value).await.unwrap();
        let requests = web.requests();
        let plugin = scene.launch().await;
        plugin.restore("acme", &value).await.unwrap();
        assert_eq!(web.requests(), requests);
    }
}

#[tokio::test]
async fn a_component_of_another_version_is_refused() {
    let web = forge().await;
    let description = json!({ "assets": [{ "id": 7, "name": "acme.wasm" }] });
    let newer = DESCRIPTION.replace("1.2.3", "1.3.0");
    web.put(&newer, description.to_string().into_bytes());
    let scene = Scene::new().await;
    let source = on_github(&web).replace("1.2.3", "1.3.0");
    let text = refused(&scene, &source).await;
    assert_says(
        &text,
        &[
            "says version 1.3.0, and the component in it is version 1.2.3",
            "\nhint: ",
        ],
    );
    assert!(!scene.store().join(Digest::of(&guest()).hex()).exists());
    // It is not fetched either if its bytes are known already.
    let pinned = format!("{source}#{}", Digest::of(&guest()));
    let plugin = scene.launch().await;
    plugin.parameterize(&[&on_github(&web)]).await.unwrap();
    assert_says(&refused(&scene, &pinned).await, &["says version 1.3.0"]);
}

#[tokio::test]
async fn an_asset_that_was_replaced_is_an_error_with_both_digests() {
    let web = forge().await;
    let source = on_github(&web);
    let value = value_of(&source).await;
    web.put(ASSET, other_build());
    let scene = Scene::new().await;
    generate(&scene, &value);
    let text = refused(&scene, &source).await;
    let (before, now) = (Digest::of(&guest()), Digest::of(&other_build()));
    assert_says(
        &text,
        &[
            &format!("now has the digest {now}, not {before}"),
            "the project's SDK has: the file was replaced",
            &format!("`{source}#sha256:DIGEST`"),
        ],
    );
    let plugin = scene.launch().await;
    let pinned = format!("{source}#{now}");
    plugin.parameterize(&[&pinned]).await.unwrap();
}

/// Whether each request to a server had the token.
fn sent(web: &Web) -> Vec<bool> {
    let heads = web.heads().into_iter();
    let heads = heads.map(|head| head.to_lowercase());
    heads.map(|head| head.contains("very-secret")).collect()
}

/// The file of sources of a user who says which token a server may get.
fn allow_token(scene: &Scene, web: &Web, variable: &str) {
    let folder = scene.home().join("wasm");
    std::fs::create_dir_all(&folder).unwrap();
    let text = format!(
        "registries: {{ '{}': {{ token: {variable} }} }}\n",
        host(web)
    );
    std::fs::write(folder.join("sources.yaml"), text).unwrap();
}

/// A project that was cloned names its sources: an installation runs with the arguments that a stranger wrote.
#[tokio::test]
async fn a_server_that_only_the_project_names_gets_no_token() {
    for (source, variable) in [
        (on_github as fn(&Web) -> String, "GITHUB_TOKEN"),
        (on_gitlab as fn(&Web) -> String, "GITLAB_TOKEN"),
    ] {
        let web = forge().await;
        let scene = Scene::new().await;
        declare(&scene, &source(&web));
        let plugin = launch_with(&scene, variable, "very-secret").await;
        plugin.parameterize(&[&source(&web)]).await.unwrap();
        let value = plugin.value().await;
        // The value is restored on a machine without the component.
        std::fs::remove_dir_all(scene.store()).unwrap();
        let plugin = launch_with(&scene, variable, "very-secret").await;
        plugin.restore("acme", &value).await.unwrap();
        // An entry for the server does not apply unless it names the token.
        let folder = scene.home().join("wasm");
        let text = format!(
            "registries: {{ '{}': {{ plain-http: true }} }}\n",
            host(&web)
        );
        std::fs::write(folder.join("sources.yaml"), text).unwrap();
        std::fs::remove_dir_all(scene.store()).unwrap();
        let plugin = launch_with(&scene, variable, "very-secret").await;
        plugin.restore("acme", &value).await.unwrap();
        assert!(web.requests() >= 3);
        assert!(sent(&web).iter().all(|sent| !sent), "{:?}", web.heads());
    }
}

#[tokio::test]
async fn a_token_goes_to_the_server_of_the_release_and_not_where_it_leads() {
    for (source, path, variable) in [
        (on_github as fn(&Web) -> String, ASSET, "GITHUB_TOKEN"),
        (on_gitlab as fn(&Web) -> String, ON_GITLAB, "GITLAB_TOKEN"),
    ] {
        let (web, storage) = (forge().await, Web::start().await);
        web.redirect(path, &format!("{}/acme.wasm", storage.address));
        let scene = Scene::new().await;
        allow_token(&scene, &web, variable);
        let plugin = launch_with(&scene, variable, "very-secret").await;
        plugin.parameterize(&[&source(&web)]).await.unwrap();
        assert!(sent(&web).iter().all(|sent| *sent), "{:?}", web.heads());
        assert_eq!(sent(&storage), [false]);
        let value = String::from_utf8(plugin.value().await).unwrap();
        assert!(!value.contains("secret"), "{value}");
        // The token of the other service is not sent there.
        let other = match variable {
            "GITHUB_TOKEN" => "GITLAB_TOKEN",
            _ => "GITHUB_TOKEN",
        };
        let before = web.requests();
        let scene = Scene::new().await;
        allow_token(&scene, &web, variable);
        let plugin = launch_with(&scene, other, "very-secret").await;
        plugin.parameterize(&[&source(&web)]).await.unwrap();
        let sent = sent(&web);
        assert!(sent[before..].iter().all(|sent| !sent), "{sent:?}");
    }
}

#[tokio::test]
async fn mistakes_and_missing_releases_are_told() {
    let web = forge().await;
    let scene = Scene::new().await;
    for (source, expected) in [
        (
            format!("github://{}/acme/pulumi-acme@v1.2.3", host(&web)),
            "without `v`",
        ),
        (
            format!("github://{}/acme/pulumi-acme", host(&web)),
            "comes `@` and a version",
        ),
        (
            format!("gitlab://{}/1234@1.2.3", host(&web)),
            "write the asset after the version",
        ),
    ] {
        assert_says(&refused(&scene, &source).await, &[expected]);
    }
    assert_eq!(web.requests(), 0);
    for (source, expected) in [
        (
            on_github(&web).replace("1.2.3", "9.0.0"),
            "is not there (status 404)",
        ),
        (
            format!("{}/other.wasm", on_github(&web)),
            "has no asset `other.wasm`",
        ),
        (
            on_gitlab(&web).replace("1234", "77"),
            "if the project is private, set `GITLAB_TOKEN`",
        ),
    ] {
        assert_says(&refused(&scene, &source).await, &[expected, "\nhint: "]);
    }
}

#[tokio::test]
async fn a_policy_lists_projects_of_releases() {
    let web = forge().await;
    let scene = Scene::new().await;
    std::fs::create_dir(scene.home().join("wasm")).unwrap();
    let govern = |pattern: &str| {
        let policy = format!("sources: {{ allow: ['{pattern}'] }}\n");
        scene.write_policy(&policy);
    };
    govern(&format!("github://{}/other/*", host(&web)));
    let text = refused(&scene, &on_github(&web)).await;
    assert_says(&text, &["may not run: `sources.allow`"]);
    assert_eq!(web.requests(), 0);
    govern(&format!("github://{}/acme/*", host(&web)));
    let plugin = scene.launch().await;
    plugin.parameterize(&[&on_github(&web)]).await.unwrap();
}
