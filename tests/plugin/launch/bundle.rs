//! The plugin's program under a provider's name: it serves the component beside it, without Parameterize.

use std::path::{Path, PathBuf};

use pulumi_wasm_packages::Digest;
use pulumi_wasm_signature::{PrivateKey, sign};
use serde_json::{Value, json};
use test_support::protocol::pulumirpc as pb;
use tonic::{Code, Status};

use test_support::fake::calls::{check_request, create_request, properties, value};
use test_support::fake::guest::Guest;
use test_support::fake::plugin::Plugin;
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, Step};
use test_support::programs;
use test_support::servers::fixed_answer;
use test_support::signing_keys::Keys;
use test_support::{assert_says, within};

/// A guest that creates things.
pub(super) fn making() -> Guest {
    let made = Answer::Created {
        id: "made",
        outputs: "{}",
    };
    Guest::new().does("create", [Step::Answer(made)])
}

pub(super) fn folder(scene: &Scene) -> PathBuf {
    scene.home().join("plugins/resource-acme-v1.2.3")
}

/// Lays a bundle out as Pulumi unpacks it: the program under a name, the component, and their description.
pub(crate) fn lay_out(
    scene: &Scene,
    program: &str,
    component: &[u8],
    change: impl FnOnce(&mut Value),
) {
    let folder = folder(scene);
    std::fs::create_dir_all(&folder).unwrap();
    let host = Path::new(env!("CARGO_BIN_EXE_pulumi-resource-wasm"));
    programs::place(host, &folder.join(program));
    std::fs::write(folder.join("acme.wasm"), component).unwrap();
    let mut bundle = json!({
        "v": 1,
        "host": "0.1.0",
        "package": {
            "v": 1,
            "name": "acme",
            "version": "1.2.3",
            "components": [{ "sha256": Digest::of(component).hex(), "path": "acme.wasm" }],
        },
    });
    change(&mut bundle);
    std::fs::write(folder.join("bundle.json"), bundle.to_string()).unwrap();
}

pub(super) fn command(scene: &Scene, program: &str) -> tokio::process::Command {
    let mut command = tokio::process::Command::new(folder(scene).join(program));
    command
        .current_dir(scene.project())
        .env("PULUMI_HOME", scene.home())
        .env(
            "PULUMI_WASM_CACHE_DIR",
            test_support::fake::scene::shared_cache(),
        );
    command
}

async fn start(scene: &Scene, program: &str, words: &[&str]) -> Plugin {
    let mut command = command(scene, program);
    command.args(words).arg(&scene.engine.address);
    Plugin::start(command).await
}

/// Starts the program of the provider `acme`.
pub(crate) async fn acme(scene: &Scene) -> Plugin {
    start(scene, "pulumi-resource-acme", &[]).await
}

/// The failure of the calls that need the package.
async fn refused(plugin: &Plugin) -> Status {
    let check = check_request("one", properties(&[]));
    let status = within(plugin.client().check(check)).await.unwrap_err();
    let schema = pb::GetSchemaRequest::default();
    let schema = within(plugin.client().get_schema(schema)).await;
    assert_eq!(schema.unwrap_err().message(), status.message());
    assert_says(status.message(), &["\nhint: "]);
    status
}

#[tokio::test]
async fn a_bundle_is_the_provider_of_its_name() {
    let scene = Scene::new().await;
    let address = "https://example.com/${VERSION}";
    lay_out(
        &scene,
        "pulumi-resource-acme",
        &making().build(),
        |bundle| {
            bundle["pluginDownloadURL"] = address.into();
        },
    );
    let plugin = start(
        &scene,
        "pulumi-resource-acme",
        &["--logtostderr", "-v=9", "--tracing", "tcp://127.0.0.1:1"],
    )
    .await;
    plugin.handshake().await;
    assert!(!scene.store().exists(), "a handshake looks at no component");
    let info = within(plugin.client().get_plugin_info(())).await.unwrap();
    assert_eq!(info.into_inner().version, "1.2.3");
    let schema = within(plugin.client().get_schema(pb::GetSchemaRequest::default())).await;
    let schema: Value = serde_json::from_str(&schema.unwrap().into_inner().schema).unwrap();
    assert_eq!(schema["name"], "acme");
    assert_eq!(schema["version"], "1.2.3");
    assert_eq!(schema["pluginDownloadURL"], address);
    assert!(schema.get("parameterization").is_none(), "{schema}");
    let created = within(plugin.client().create(create_request("one"))).await;
    assert_eq!(created.unwrap().into_inner().id, "made");
}

#[tokio::test]
async fn a_bundle_has_the_address_of_its_bundle_file_alone() {
    let scene = Scene::new().await;
    let guest = making().manifest(|manifest| {
        manifest["schema"]["pluginDownloadURL"] = "https://evil.example".into();
    });
    lay_out(&scene, "pulumi-resource-acme", &guest.build(), |_| {});
    let plugin = acme(&scene).await;
    let schema = within(plugin.client().get_schema(pb::GetSchemaRequest::default())).await;
    let schema = schema.unwrap().into_inner().schema;
    assert!(!schema.contains("evil.example"), "{schema}");
}

#[tokio::test]
async fn a_bundle_takes_no_parameter() {
    let scene = Scene::new().await;
    lay_out(&scene, "pulumi-resource-acme", &making().build(), |_| {});
    let plugin = acme(&scene).await;
    let status = plugin.parameterize(&["./acme.wasm"]).await.unwrap_err();
    assert_eq!(status.code(), Code::FailedPrecondition);
    assert_says(
        status.message(),
        &[
            "is the provider `acme` already",
            "hint: ",
            "package add acme",
        ],
    );
    // The engine brings the parameter of a package that it takes for this plugin.
    let mut client = plugin.client();
    let brought = client.parameterize(value("acme", b"{}"));
    let status = within(brought).await.unwrap_err();
    assert_eq!(status.code(), Code::FailedPrecondition);
    assert_says(
        status.message(),
        &[
            "is the provider `acme` already",
            "hint: the parameter is for the plugin `wasm`",
            "'pulumi:providers:acme', defaultProvider: true",
        ],
    );
}

#[tokio::test]
async fn a_component_that_was_changed_cut_or_is_missing_is_said() {
    let scene = Scene::new().await;
    let component = making().build();
    lay_out(&scene, "pulumi-resource-acme", &component, |_| {});
    // Once with the right component, so that the store has it from then on.
    let plugin = acme(&scene).await;
    within(plugin.client().create(create_request("one")))
        .await
        .unwrap();
    let file = folder(&scene).join("acme.wasm");
    let mut changed = component.clone();
    *changed.last_mut().unwrap() ^= 1;
    for bytes in [changed.as_slice(), &component[..component.len() / 2], b""] {
        std::fs::write(&file, bytes).unwrap();
        let status = refused(&acme(&scene).await).await;
        assert_says(
            status.message(),
            &[
                "was changed or cut",
                Digest::of(&component).hex(),
                "--reinstall",
            ],
        );
    }
    std::fs::remove_file(&file).unwrap();
    let status = refused(&acme(&scene).await).await;
    assert_says(status.message(), &["is missing", "--reinstall"]);
}

#[tokio::test]
async fn a_program_with_another_name_or_without_a_bundle_is_said() {
    let scene = Scene::new().await;
    let component = making().build();
    lay_out(&scene, "pulumi-resource-other", &component, |_| {});
    let plugin = start(&scene, "pulumi-resource-other", &[]).await;
    plugin.handshake().await;
    let status = refused(&plugin).await;
    assert_says(status.message(), &["has the provider `acme` beside it"]);
    let info = within(plugin.client().get_plugin_info(())).await;
    assert_says(info.unwrap_err().message(), &["the provider `acme`"]);
    std::fs::remove_file(folder(&scene).join("bundle.json")).unwrap();
    let plugin = start(&scene, "pulumi-resource-other", &[]).await;
    assert_says(refused(&plugin).await.message(), &["bundle.json"]);
}

/// As a start by a link that has the name of the provider, which is the name that the engine looks for.
#[tokio::test]
async fn a_link_to_another_program_serves_no_provider() {
    let scene = Scene::new().await;
    lay_out(&scene, "pulumi-resource-acme", &making().build(), |_| {});
    let bundled = folder(&scene).join("pulumi-resource-acme");
    let usual = Path::new(env!("CARGO_BIN_EXE_pulumi-resource-wasm"));
    for (name, program) in [("other", bundled.as_path()), ("linked", usual)] {
        let name = format!("pulumi-resource-{name}");
        std::os::unix::fs::symlink(program, folder(&scene).join(&name)).unwrap();
        let plugin = start(&scene, &name, &[]).await;
        plugin.handshake().await;
        let status = refused(&plugin).await;
        let link = format!("`{name}` is a link to");
        let said = [
            link.as_str(),
            "serves the provider of its name",
            "plugin install resource",
        ];
        assert_says(status.message(), &said);
        let info = within(plugin.client().get_plugin_info(())).await;
        assert_says(info.unwrap_err().message(), &["is a link to"]);
    }
    // A link of the same name elsewhere leads to the bundle.
    let elsewhere = scene.home().join("pulumi-resource-acme");
    std::os::unix::fs::symlink(&bundled, &elsewhere).unwrap();
    let plugin = start(&scene, elsewhere.to_str().unwrap(), &[]).await;
    let created = within(plugin.client().create(create_request("one"))).await;
    assert_eq!(created.unwrap().into_inner().id, "made");
}

#[tokio::test]
async fn a_bundle_that_is_installed_as_another_version_is_said() {
    let scene = Scene::new().await;
    lay_out(&scene, "pulumi-resource-acme", &making().build(), |_| {});
    let other = folder(&scene).with_file_name("resource-acme-v9.9.9");
    std::fs::rename(folder(&scene), &other).unwrap();
    let program = other.join("pulumi-resource-acme");
    let plugin = start(&scene, program.to_str().unwrap(), &[]).await;
    let expected = [
        "is installed as version 9.9.9",
        "describes version 1.2.3",
        "plugin install resource acme 1.2.3",
    ];
    assert_says(refused(&plugin).await.message(), &expected);
    let info = within(plugin.client().get_plugin_info(())).await;
    assert_says(info.unwrap_err().message(), &expected);
}

#[tokio::test]
async fn two_packages_in_one_bundle_are_said() {
    let scene = Scene::new().await;
    let other = making().manifest(|manifest| {
        let text = manifest.to_string().replace("acme", "other");
        *manifest = serde_json::from_str(&text).unwrap();
    });
    let other = other.build();
    lay_out(
        &scene,
        "pulumi-resource-acme",
        &making().build(),
        |bundle| {
            let components = bundle["package"]["components"].as_array_mut().unwrap();
            components.push(json!({ "sha256": Digest::of(&other).hex(), "path": "other.wasm" }));
        },
    );
    std::fs::write(folder(&scene).join("other.wasm"), &other).unwrap();
    let status = refused(&acme(&scene).await).await;
    assert_says(
        status.message(),
        &[
            "`acme.wasm` is package `acme` and `other.wasm` is package `other`",
            "--reinstall",
        ],
    );
}

#[tokio::test]
async fn a_damaged_bundle_file_is_said() {
    let scene = Scene::new().await;
    lay_out(&scene, "pulumi-resource-acme", &making().build(), |_| {});
    let file = folder(&scene).join("bundle.json");
    let whole = std::fs::read_to_string(&file).unwrap();
    for damaged in [
        "".to_owned(),
        whole[..whole.len() / 2].to_owned(),
        whole.replace("\"v\":1", "\"v\":2"),
        whole.replace("acme.wasm", "../acme.wasm"),
        whole.replace("\"sha256\":\"", "\"sha256\":\"x"),
        "[]".to_owned(),
        "x".repeat(2 << 20),
    ] {
        std::fs::write(&file, &damaged).unwrap();
        let status = refused(&acme(&scene).await).await;
        assert_says(
            status.message(),
            &["bundle.json", "cannot be used", "--reinstall"],
        );
    }
    std::fs::remove_file(&file).unwrap();
    std::fs::create_dir(&file).unwrap();
    let status = refused(&acme(&scene).await).await;
    assert_says(status.message(), &["bundle.json", "--reinstall"]);
}

#[tokio::test]
async fn an_operators_policy_holds_for_a_bundle() {
    let scene = Scene::new().await;
    lay_out(&scene, "pulumi-resource-acme", &making().build(), |_| {});
    scene.write_policy("components:\n  allow: []\n");
    let status = refused(&acme(&scene).await).await;
    assert_says(status.message(), &["may not run", "policy.yaml"]);
}

#[tokio::test]
async fn an_operators_policy_narrows_the_grants_and_limits_of_a_bundle() {
    let server = fixed_answer::start(2).await;
    let scene = Scene::new().await;
    let bundled = Guest::fetching(&server).build();
    lay_out(&scene, "pulumi-resource-acme", &bundled, |bundle| {
        bundle["package"]["grants"] = json!({ "net": [server] });
        bundle["package"]["limits"] = json!({ "memory": 4_u64 << 30 });
    });
    let plugin = acme(&scene).await;
    let created = within(plugin.client().create(create_request("one"))).await;
    assert_eq!(created.unwrap().into_inner().id, "made");
    drop(plugin);
    scene.write_policy("network:\n  allow: [api.acme.com]\nlimits:\n  memory: 2GiB\n");
    let plugin = acme(&scene).await;
    let refused = within(plugin.client().create(create_request("two"))).await;
    assert_says(
        refused.unwrap_err().message(),
        &[&server, "`network.allow`"],
    );
    let warning = scene.engine.hears("gets only what is allowed").await;
    assert_says(&warning.message, &["`network.allow`", "`limits.memory`"]);
}

#[tokio::test]
async fn the_signature_beside_a_component_is_in_the_bundle_too() {
    let key = Keys::new();
    let scene = Scene::new().await;
    let component = making().build();
    lay_out(&scene, "pulumi-resource-acme", &component, |_| {});
    scene.write_policy(
        "signers:\n  acme: [{key: acme.pub}]\npackages:\n  acme: {signed-by: [acme]}\n",
    );
    std::fs::write(scene.home().join("wasm/acme.pub"), &key.public).unwrap();
    let status = refused(&acme(&scene).await).await;
    assert_says(status.message(), &["signature"]);
    let private = PrivateKey::from_pem(key.private.as_bytes()).unwrap();
    let bundle = sign(&private, Digest::of(&component).hex()).unwrap();
    std::fs::write(folder(&scene).join("acme.wasm.sigstore.json"), bundle).unwrap();
    let plugin = acme(&scene).await;
    let created = within(plugin.client().create(create_request("one"))).await;
    assert_eq!(created.unwrap().into_inner().id, "made");
}

#[tokio::test]
async fn a_grant_that_the_bundle_lacks_is_the_publishers() {
    let scene = Scene::new().await;
    let made = Answer::Created {
        id: "made",
        outputs: "{}",
    };
    let guest = Guest::new()
        .does("create", [Step::Variable("ACME_TOKEN"), Step::Answer(made)])
        .manifest(|manifest| {
            manifest["permissions"] = json!({ "env": [{ "name": "ACME_TOKEN" }] });
        });
    lay_out(&scene, "pulumi-resource-acme", &guest.build(), |_| {});
    let plugin = acme(&scene).await;
    let status = within(plugin.client().create(create_request("one"))).await;
    let status = status.unwrap_err();
    assert_says(
        status.message(),
        &[
            "the publisher of the plugin grants it",
            "`pulumi-wasm bundle`",
        ],
    );
    assert!(!status.message().contains("package add"), "{status}");
}
