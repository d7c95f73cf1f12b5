//! A registry that hands out tokens for each repository, and sends clients to storage for the bytes of components.

use std::path::Path;

use pulumi_wasm_packages::Digest;

use super::login::{as_user, log_in};
use test_support::assert_says;
use test_support::fake::guest::Guest;
use test_support::fake::scene::Scene;
use test_support::fake::tool::{Ran, command, ran, tool};
use test_support::servers::guarded_registry::GuardedRegistry;

/// Runs the tool with a file of credentials.
async fn tool_with(scene: &Scene, credentials: &Path, words: &[&str]) -> Ran {
    let mut command = command(scene, words);
    command.env("PULUMI_WASM_REGISTRY_AUTH", credentials);
    ran(command).await
}

async fn scene() -> Scene {
    let scene = Scene::new().await;
    scene.add("acme.wasm", &Guest::new());
    scene
}

#[tokio::test]
async fn a_component_goes_there_and_back_by_tokens_and_storage() {
    let (guarded, author) = (GuardedRegistry::start(), scene().await);
    let reference = guarded.reference("acme/provider:1.2.3");
    let alice = guarded.credentials_of("alice");
    let push = ["push", &reference, "acme.wasm"];
    let pushed = tool_with(&author, &alice, &push).await;
    assert_eq!(pushed.status, 0, "{}", pushed.errors);
    // The same again changes nothing.
    let again = tool_with(&author, &alice, &push).await;
    assert_eq!(again.status, 0, "{}", again.errors);

    let user = Scene::new().await;
    let bob = guarded.credentials_of("bob");
    let repository = guarded.reference("acme/provider");
    let tags = tool_with(&user, &bob, &["tags", &repository]).await;
    assert_eq!(tags.output, "1.2.3\n", "{}", tags.errors);
    let before = guarded.asked_for_bytes().len();
    let pull = ["pull", &reference, "-o", "got.wasm"];
    let pulled = tool_with(&user, &bob, &pull).await;
    assert_eq!(pulled.status, 0, "{}", pulled.errors);
    let component = Guest::new().build();
    assert_eq!(
        std::fs::read(user.project().join("got.wasm")).unwrap(),
        component
    );

    // The bytes came from storage, which got no credentials.
    let asked = guarded.asked_for_bytes();
    let hex = Digest::of(&component).hex().to_owned();
    assert!(asked[before..].iter().any(|ask| ask.path.contains(&hex)));
    for ask in asked {
        assert_eq!(ask.header("authorization"), None, "{}", ask.path);
    }
    // Tokens are requested with exactly the rights that a command needs.
    let tokens = guarded.asked_for_tokens();
    let last = &tokens.last().unwrap().path;
    assert!(last.contains("pull") && !last.contains("push"), "{last}");
}

#[tokio::test]
async fn a_plugin_adds_a_package_after_a_login_by_tokens_and_storage() {
    let (guarded, author) = (GuardedRegistry::start(), scene().await);
    let reference = guarded.reference("acme/provider:1.2.3");
    let alice = guarded.credentials_of("alice");
    let pushed = tool_with(&author, &alice, &["push", &reference, "acme.wasm"]).await;
    assert_eq!(pushed.status, 0, "{}", pushed.errors);
    let user = Scene::new().await;
    let host = guarded.registry.address();
    let logged_in = log_in(&user, &as_user(&host, "bob"), "secret\n").await;
    assert_eq!(logged_in.status, 0, "{}", logged_in.errors);
    let plugin = user.launch().await;
    plugin.parameterize(&[&reference]).await.unwrap();
    assert_eq!(plugin.create("one").await.unwrap().id, "made");
}

#[tokio::test]
async fn who_may_not_is_told_and_what_helps() {
    let (guarded, scene) = (GuardedRegistry::start(), scene().await);
    let reference = guarded.reference("acme/provider:1.2.3");
    let push = ["push", &reference, "acme.wasm"];
    // The token server gives every user a token, but this token allows nothing.
    let ran = tool(&scene, &push).await;
    assert_eq!(ran.status, 1);
    assert_says(&ran.errors, &["asks for credentials", "pulumi-wasm login"]);
    let host = guarded.registry.address();
    let refused = log_in(&scene, &as_user(&host, "alice"), "wrong\n").await;
    assert_eq!(refused.status, 1);
    assert_says(&refused.errors, &["refuses the credentials of `alice`"]);

    let bob = guarded.credentials_of("bob");
    let ran = tool_with(&scene, &bob, &push).await;
    assert_eq!(ran.status, 1);
    assert_says(
        &ran.errors,
        &[
            "accepts the credentials of `bob`",
            "write to `acme/provider`",
            "hint: ",
        ],
    );
    for text in [&ran.errors, &refused.errors] {
        assert!(!text.contains("secret") && !text.contains("eyJ"), "{text}");
    }
    let alice = guarded.credentials_of("alice");
    let ran = tool_with(&scene, &alice, &["pull", &reference]).await;
    assert_says(&ran.errors, &["is not there"]);
}
