//! Components that use other components: the packages that their users see, and the components that the host refuses.

use std::time::Duration;

use serde_json::{Value as Json, json};
use tokio::process::Command;

use super::{add_sdk, pets, request, used, with_a_pet};
use test_support::assert_says;
use test_support::fake::calls::arguments;
use test_support::fake::guest::Guest;
use test_support::fake::monitor::FakeMonitor;
use test_support::fake::plugin::Plugin;
use test_support::fake::scene::Scene;
use test_support::fake::tool::tool;
use test_support::within;

/// A site with a pet of this component.
fn site_with(used: &Json) -> Guest {
    with_a_pet().manifest(|manifest| manifest["packages"]["random"] = used.clone())
}

/// A scene with a chain of components: the site uses `random`, `random` uses `inner`, and `inner` uses `aws`. The
/// components lie in the project. Returns the site.
async fn chain() -> (Scene, Guest) {
    let scene = Scene::new().await;
    let inner = pets(&json!({ "aws": { "version": "7.1.0" } })).manifest(|manifest| {
        manifest["schema"]["name"] = "inner".into();
        manifest["schema"]["resources"] = json!({});
        manifest["resources"] = json!({});
    });
    scene.add("inner.wasm", &inner);
    let random = pets(&json!({ "inner": used("inner", "0.1.0", &inner.build()) }));
    scene.add("random.wasm", &random);
    let site = site_with(&used("random", "0.1.0", &random.build()));
    scene.add("acme.wasm", &site);
    (scene, site)
}

/// The value of the site, as a stranger's project may have it.
fn value_of(site: &Guest) -> Vec<u8> {
    let digest = pulumi_wasm_packages::Digest::of(&site.build());
    let value = json!({
        "v": 1, "name": "acme", "version": "1.2.3",
        "components": [{ "sha256": digest.hex(), "path": "acme.wasm" }],
    });
    value.to_string().into_bytes()
}

/// The engine does not install such a package with the program.
#[tokio::test]
async fn a_used_component_is_shown_with_its_digest_and_all_packages_behind_it() {
    let (scene, site) = chain().await;
    let plugin = scene.launch_with(&site, &[]).await;
    let heard = scene.engine.hears("package      random 0.1.0").await;
    assert_says(
        &heard.message,
        &[
            "random 0.1.0   to create its resources: the component sha256:",
            "each machine needs too",
            "inner 0.1.0 through random   to create its resources: the component sha256:",
            "aws 7.1.0 through random, inner   to create its resources, with a native plugin",
        ],
    );
    let encoded = {
        use base64::Engine as _;
        base64::prelude::BASE64_STANDARD.encode(plugin.value().await)
    };
    add_sdk(
        &scene,
        "acme",
        &json!({ "version": "1.2.3", "parameter": { "value": encoded } }),
    );
    let ran = tool(&scene, &["grants"]).await;
    assert_says(
        &ran.output,
        &["resources of aws 7.1.0 through random, inner"],
    );
}

#[tokio::test]
async fn a_package_is_not_added_if_a_component_that_it_uses_cannot_be_read() {
    for missing in ["random.wasm", "inner.wasm"] {
        let (scene, site) = chain().await;
        std::fs::remove_file(scene.project().join(missing)).unwrap();
        let plugin = scene.launch().await;
        let status = plugin.parameterize(&["./acme.wasm"]).await.unwrap_err();
        assert_says(
            status.message(),
            &[
                "`random`: the component",
                missing,
                "is not on this machine",
                "hint: ",
            ],
        );
        // A recorded value: the component cannot be constructed, and all other calls work.
        let monitor = FakeMonitor::start();
        let plugin = scene.launch().await;
        plugin.restore("acme", &value_of(&site)).await.unwrap();
        plugin.configure(&[]).await.unwrap();
        plugin.create("one").await.unwrap();
        let refused = plugin.construct(request(&monitor, "s", &json!({}))).await;
        let status = refused.unwrap_err();
        assert_says(
            status.message(),
            &["may not register `random:index:Pet`", "are not known"],
        );
        assert!(monitor.packages().is_empty());
    }
}

#[tokio::test]
async fn a_project_is_tested_without_the_components_that_it_uses() {
    let scene = Scene::new().await;
    let site = site_with(&used("random", "0.1.0", b"on no machine"));
    scene.add("acme.wasm", &site);
    let ran = tool(&scene, &["test", "acme.wasm"]).await;
    assert_says(&ran.output, &["acme:index:Site", "0 failed"]);
}

/// The path in a manifest may name any file of the project, such as the configuration of a stack.
#[tokio::test]
async fn a_component_learns_no_digest_of_a_file_that_its_manifest_names() {
    let scene = Scene::new().await;
    scene.write("random.wasm", b"a file of the user");
    let site = site_with(&used("random", "0.1.0", b"another file"));
    scene.add("acme.wasm", &site);
    let monitor = FakeMonitor::start();
    let plugin = scene.launch().await;
    plugin.restore("acme", &value_of(&site)).await.unwrap();
    plugin.configure(&[]).await.unwrap();
    let refused = plugin.construct(request(&monitor, "s", &json!({}))).await;
    let status = refused.unwrap_err();
    assert_says(status.message(), &["are not known"]);
    let digest = pulumi_wasm_packages::Digest::of(b"a file of the user");
    assert!(
        !status.message().contains(digest.hex()) && !status.message().contains("random.wasm"),
        "{}",
        status.message()
    );
}

#[tokio::test]
async fn a_policy_bounds_the_packages_behind_a_used_component() {
    let (scene, site) = chain().await;
    scene.write_policy("packages: { uses: { acme: [random, inner] } }\n");
    let plugin = scene.launch().await;
    let status = plugin.parameterize(&["./acme.wasm"]).await.unwrap_err();
    assert_says(
        status.message(),
        &["`random`: it uses `aws`", "`packages.uses.acme`"],
    );
    let monitor = FakeMonitor::start();
    let plugin = scene.launch().await;
    plugin.restore("acme", &value_of(&site)).await.unwrap();
    plugin.configure(&[]).await.unwrap();
    let refused = plugin.construct(request(&monitor, "s", &json!({}))).await;
    assert_says(refused.unwrap_err().message(), &["it uses `aws`"]);
    assert!(monitor.packages().is_empty());
    // The rule for the nearest user decides.
    scene.write_policy("packages: { uses: { acme: [random, inner], inner: [aws] } }\n");
    let plugin = scene.launch().await;
    plugin.parameterize(&["./acme.wasm"]).await.unwrap();
}

/// The engine runs one build of a version, so the other build would serve the program's own resources.
#[tokio::test]
async fn a_used_component_does_not_take_the_place_of_the_build_that_an_sdk_of_the_project_names() {
    let random = pets(&json!({}));
    let uses = used("random", "0.1.0", &random.build());
    for (sdk, is_refused) in [
        (used("random", "0.1.0", b"another build"), true),
        (uses.clone(), false),
        (used("random", "0.2.0", b"another version"), false),
    ] {
        let (scene, monitor) = (Scene::new().await, FakeMonitor::start());
        scene.add("random.wasm", &random);
        add_sdk(&scene, "random", &sdk);
        let plugin = scene.launch_with(&site_with(&uses), &[]).await;
        plugin.configure(&[]).await.unwrap();
        let made = plugin.construct(request(&monitor, "s", &json!({}))).await;
        if is_refused {
            assert_says(
                made.unwrap_err().message(),
                &["`random` 0.1.0", "one build of a version"],
            );
            assert!(monitor.packages().is_empty());
        } else {
            made.unwrap();
        }
    }
}

/// The engine gives the stack's configuration of a name to each package of that name.
#[tokio::test]
async fn a_component_that_the_project_did_not_add_gets_no_configuration_of_the_stack() {
    let random = pets(&json!({}));
    let uses = used("random", "0.1.0", &random.build());
    for (sdk, key, is_refused) in [
        (None, "random:token", true),
        (
            Some(used("random", "0.2.0", b"another")),
            "random:token",
            true,
        ),
        (Some(uses.clone()), "random:token", false),
        (None, "randomly:token", false),
        (None, "acme:token", false),
    ] {
        let (scene, monitor) = (Scene::new().await, FakeMonitor::start());
        scene.add("random.wasm", &random);
        if let Some(sdk) = &sdk {
            add_sdk(&scene, "random", sdk);
        }
        let plugin = scene.launch_with(&site_with(&uses), &[]).await;
        plugin.configure(&[]).await.unwrap();
        let mut request = request(&monitor, "s", &json!({}));
        request.config = [(key.to_owned(), "hidden-value".to_owned())].into();
        let made = plugin.construct(request).await;
        if is_refused {
            let status = made.unwrap_err();
            assert_says(
                status.message(),
                &[
                    "configuration of `random`",
                    "add the component to the project",
                ],
            );
            assert!(!status.message().contains("hidden-value"));
            assert!(monitor.packages().is_empty());
        } else {
            made.unwrap();
        }
    }
}

#[tokio::test]
async fn a_newer_build_of_dev_is_compared_with_the_sdks_of_the_project() {
    let scene = Scene::new().await;
    let random = pets(&json!({}));
    scene.add("random.wasm", &random);
    add_sdk(&scene, "random", &used("random", "0.1.0", b"another build"));
    scene.add("acme.wasm", &with_a_pet());
    let mut command = Command::new(env!("CARGO_BIN_EXE_pulumi-wasm"));
    let environment = scene.command();
    for (name, value) in environment.as_std().get_envs() {
        command.env(name, value.unwrap());
    }
    command
        .current_dir(scene.project())
        .args(["dev", "acme.wasm"]);
    let plugin = Plugin::start(command).await;
    within(plugin.client().parameterize(arguments(&["./acme.wasm"])))
        .await
        .unwrap();
    plugin.configure(&[]).await.unwrap();
    let construct = async || {
        let monitor = FakeMonitor::start();
        plugin.construct(request(&monitor, "s", &json!({}))).await
    };
    construct().await.unwrap();
    scene.add(
        "acme.wasm",
        &site_with(&used("random", "0.1.0", &random.build())),
    );
    let refused = async {
        loop {
            match construct().await {
                Ok(_) => tokio::time::sleep(Duration::from_millis(20)).await,
                Err(refused) => break refused,
            }
        }
    };
    assert_says(within(refused).await.message(), &["one build of a version"]);
}
