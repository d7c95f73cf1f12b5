//! An operator's policy: its prohibitions when a package is added, and for a package that was added before.

use std::os::unix::fs::PermissionsExt;

use pulumi_wasm_packages::Digest;
use serde_json::json;
use test_support::protocol::pulumirpc::LogSeverity;
use tonic::Code;

use super::{message, refused};
use test_support::assert_says;
use test_support::fake::calls::construct_request;
use test_support::fake::declare::Declare;
use test_support::fake::guest::Guest;
use test_support::fake::monitor::FakeMonitor;
use test_support::fake::plugin::Plugin;
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, Step};
use test_support::servers::fixed_answer;

/// A scene with a policy of its user, and a guest in the project.
async fn scene(policy: &str, guest: &Guest) -> Scene {
    let scene = Scene::new().await;
    scene.add("acme.wasm", guest);
    std::fs::create_dir_all(scene.home().join("wasm")).unwrap();
    set(&scene, policy);
    scene
}

fn set(scene: &Scene, policy: &str) {
    scene.write_policy(policy);
}

/// A plugin that was given a value which grants this, added before there was a policy.
async fn restored(scene: &Scene, policy: &str, flags: &[&str]) -> Plugin {
    set(scene, "");
    let plugin = scene.launch().await;
    let mut words = vec!["./acme.wasm"];
    words.extend(flags);
    plugin.parameterize(&words).await.expect("a package");
    let value = plugin.value().await;
    set(scene, policy);
    let plugin = scene.launch().await;
    plugin.restore("acme", &value).await.expect("a package");
    assert_eq!(plugin.value().await, value, "the value stays as it was");
    plugin
}

fn made() -> Step {
    Step::Answer(Answer::Created {
        id: "made",
        outputs: "{}",
    })
}

#[tokio::test]
async fn flags_that_ask_for_more_than_the_policy_allows_are_refused() {
    let scene = scene(
        "network:\n  allow: [api.acme.com]\nenvironment:\n  allow: [ACME_TOKEN]\nlimits:\n  memory: 2GiB\n",
        &Guest::new(),
    )
    .await;
    let words = [
        "./acme.wasm",
        "--allow-net",
        "api.acme.com",
        "--allow-net",
        "evil.org",
        "--allow-env",
        "AWS_SECRET_ACCESS_KEY",
        "--limit",
        "memory=4GiB",
    ];
    let text = refused(&scene, &words).await;
    let file = scene.home().join("wasm/policy.yaml").display().to_string();
    assert_says(
        &text,
        &[
            "`--allow-net evil.org`: `network.allow`",
            "`--allow-env AWS_SECRET_ACCESS_KEY`: `environment.allow`",
            "`--limit memory=4GiB`: `limits.memory`",
            "at most 2 GiB",
            &format!("`{file}`, line 2"),
            "hint: leave these flags out",
        ],
    );
    assert!(!text.contains("`--allow-net api.acme.com`"), "{text}");
    assert!(!scene.store().exists(), "a refused component is not kept");
    let plugin = scene.launch().await;
    let fewer = [
        "./acme.wasm",
        "--allow-net",
        "api.acme.com",
        "--limit",
        "memory=2GiB",
    ];
    plugin.parameterize(&fewer).await.unwrap();
}

#[tokio::test]
async fn a_recorded_grant_that_the_policy_forbids_does_not_hold() {
    let server = fixed_answer::start(2).await;
    let scene = scene("", &Guest::fetching(&server)).await;
    let policy = "network:\n  allow: [api.acme.com]\n";
    let plugin = restored(&scene, policy, &["--allow-net", &server]).await;
    let warning = scene.engine.hears("gets only what is allowed").await;
    assert_eq!(warning.severity, LogSeverity::Warning as i32);
    assert_says(
        &warning.message,
        &[
            "`acme`",
            &format!("`--allow-net {server}`: `network.allow`"),
        ],
    );
    let status = plugin.create("one").await.unwrap_err();
    assert_eq!(status.code(), Code::PermissionDenied);
    assert_says(
        status.message(),
        &[
            "may not reach",
            &server,
            "`network.allow`",
            "policy.yaml`, line 2",
            "ask the owner of",
        ],
    );
    // The same call is answered if the policy covers it.
    let policy = "network:\n  allow: [\"http://127.0.0.0/8\"]\n  private: [127.0.0.1/32]\n";
    let plugin = restored(&scene, policy, &["--allow-net", &server]).await;
    plugin.create("one").await.unwrap();
}

#[tokio::test]
async fn private_addresses_can_be_forbidden_on_their_own() {
    let server = fixed_answer::start(2).await;
    let scene = scene("", &Guest::fetching(&server)).await;
    let policy = "network:\n  private: false\n";
    let plugin = restored(&scene, policy, &["--allow-net", &server]).await;
    let status = plugin.create("one").await.unwrap_err();
    assert_eq!(status.code(), Code::PermissionDenied);
    assert_says(status.message(), &[&server, "`network.private`"]);
}

/// An address in the user's configuration is a grant, and the policy restricts it like other grants.
#[tokio::test]
async fn an_address_in_the_configuration_is_held_to_the_policy() {
    let server = fixed_answer::start(2).await;
    let guest = Guest::fetching(&server).manifest(|manifest| {
        manifest["schema"]["provider"] =
            json!({ "inputProperties": { "server": { "type": "string" } } });
        manifest["permissions"]["net"] = json!([{ "host": "config:server", "required": true }]);
    });
    let scene = scene("", &guest).await;
    for (policy, rule) in [
        ("network:\n  private: []\n", "`network.private`"),
        ("network:\n  allow: [\"*\"]\n", "`network.allow`"),
    ] {
        let plugin = restored(&scene, policy, &[]).await;
        plugin.configure(&[("server", &server)]).await.unwrap();
        let status = plugin.create("one").await.unwrap_err();
        assert_eq!(status.code(), Code::PermissionDenied);
        assert_says(status.message(), &[&server, rule]);
    }
}

#[tokio::test]
async fn a_recorded_variable_that_the_policy_forbids_is_not_read() {
    let guest = Guest::new().does("create", [Step::Variable("PULUMI_HOME"), made()]);
    let scene = scene("", &guest).await;
    let flags = ["--allow-env", "PULUMI_HOME"];
    let plugin = restored(&scene, "environment:\n  allow: []\n", &flags).await;
    let status = plugin.create("one").await.unwrap_err();
    assert_eq!(status.code(), Code::PermissionDenied);
    assert_says(
        status.message(),
        &[
            "`PULUMI_HOME`",
            "though it was granted",
            "`environment.allow`",
        ],
    );
    let plugin = restored(&scene, "environment:\n  allow: [PULUMI_*]\n", &flags).await;
    plugin.create("one").await.unwrap();
}

#[tokio::test]
async fn a_default_of_the_environment_is_held_to_the_policy() {
    let guest = Guest::new().manifest(|manifest| {
        manifest["schema"]["provider"] = json!({
            "inputProperties": { "token": {
                "type": "string",
                "defaultInfo": { "environment": ["PULUMI_HOME"] },
            } },
            "requiredInputs": ["token"],
        });
        manifest["permissions"]["env"] = json!([{ "name": "PULUMI_HOME" }]);
    });
    let scene = scene("", &guest).await;
    let flags = ["--allow-env", "PULUMI_HOME"];
    let plugin = restored(&scene, "environment:\n  allow: []\n", &flags).await;
    plugin.configure(&[]).await.expect_err("a missing key");
    let plugin = restored(&scene, "environment:\n  allow: [PULUMI_HOME]\n", &flags).await;
    plugin.configure(&[]).await.unwrap();
}

#[tokio::test]
async fn a_maximum_bounds_a_call_and_is_what_its_error_names() {
    let guest = Guest::new().does("create", [Step::Loop]);
    let scene = scene("", &guest).await;
    let policy = "limits:\n  call-time: 200ms\n";
    let plugin = restored(&scene, policy, &["--limit", "call-time=5h"]).await;
    assert_says(
        &scene
            .engine
            .hears("gets only what is allowed")
            .await
            .message,
        &[
            "`--limit call-time=5h`: `limits.call-time`",
            "at most 200 ms",
        ],
    );
    let status = plugin.create("one").await.unwrap_err();
    assert_says(
        status.message(),
        &[
            "200 ms",
            "a higher `limits.call-time` in the operator's policy",
            "line 2",
        ],
    );
    assert!(!status.message().contains("--limit"), "{status}");
}

#[tokio::test]
async fn only_pinned_components_run() {
    let guest = Guest::new();
    let digest = Digest::of(&guest.build());
    let other = Digest::of(b"another build");
    let pins = |digest: &Digest| format!("components:\n  pins:\n    acme: [\"{digest}\"]\n");
    let scene = scene("components:\n  only-pinned: true\n", &guest).await;
    let text = refused(&scene, &["./acme.wasm"]).await;
    assert_says(
        &text,
        &[
            "`./acme.wasm`",
            &digest.to_string(),
            "may not run",
            "`components.only-pinned`",
            "line 2",
        ],
    );
    set(&scene, &pins(&other));
    let text = refused(&scene, &["./acme.wasm"]).await;
    assert_says(
        &text,
        &[
            "as the package `acme`",
            "`components.pins.acme`",
            "has other digests",
            "hint: take the build",
        ],
    );
    assert!(!scene.store().exists(), "a refused component is not kept");
    set(&scene, &format!("{}  only-pinned: true\n", pins(&digest)));
    let plugin = scene.launch().await;
    plugin.parameterize(&["./acme.wasm"]).await.unwrap();
    let value = plugin.value().await;
    // A package that was added before is refused as well.
    set(&scene, &pins(&other));
    let plugin = scene.launch().await;
    let text = message(&plugin.restore("acme", &value).await.unwrap_err());
    assert_says(&text, &["`acme.wasm`", "`components.pins.acme`"]);
}

#[tokio::test]
async fn a_forbidden_component_is_not_asked_for_its_name() {
    let asked = Step::Log {
        severity: test_support::fake::steps::DEBUG,
        text: "asked",
        times: 1,
    };
    let guest = Guest::new().without_section().does("describe", [asked]);
    let scene = scene("components:\n  only-pinned: true\n", &guest).await;
    let text = refused(&scene, &["./acme.wasm"]).await;
    assert_says(&text, &["may not run", "`components.only-pinned`"]);
    let heard = scene.engine.messages();
    assert!(heard.iter().all(|heard| heard.message != "asked"));
}

#[tokio::test]
async fn a_policy_that_cannot_be_used_lets_nothing_in() {
    let scene = scene("", &Guest::new()).await;
    let plugin = scene.launch().await;
    plugin.parameterize(&["./acme.wasm"]).await.unwrap();
    let value = plugin.value().await;
    let file = scene.home().join("wasm/policy.yaml");
    for (policy, mode, expected) in [
        (
            "network:\n  alow: []\n",
            0o600,
            "line 2, cannot be used: unknown field `alow`",
        ),
        (
            "network:\n  allow:\n    - *.acme.com\n",
            0o600,
            "line 3, cannot be used: alias",
        ),
        (
            "limits:\n  memory: lots\n",
            0o600,
            "line 2, cannot be used: the limit `memory`",
        ),
        ("network: [\n", 0o600, "line 1, cannot be used"),
        ("", 0o666, "others may write to it"),
    ] {
        set(&scene, policy);
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(mode)).unwrap();
        let shown = format!("the operator's policy `{}`", file.display());
        let text = refused(&scene, &["./acme.wasm"]).await;
        assert_says(&text, &[&shown, expected, "hint: "]);
        let plugin = scene.launch().await;
        let text = message(&plugin.restore("acme", &value).await.unwrap_err());
        assert_says(&text, &[&shown, expected, "hint: "]);
    }
}

#[tokio::test]
async fn proxies_can_be_forbidden() {
    let scene = scene("network:\n  proxies: false\n", &Guest::new()).await;
    let mut command = scene.command();
    command.env("PULUMI_WASM_PROXY", "http://127.0.0.1:9");
    command.arg(&scene.engine.address);
    let plugin = Plugin::start(command).await;
    let text = message(&plugin.parameterize(&["./acme.wasm"]).await.unwrap_err());
    assert_says(
        &text,
        &[
            "`network.proxies`",
            "line 2",
            "hint: unset `PULUMI_WASM_PROXY`",
        ],
    );
    let plugin = scene.launch().await;
    plugin.parameterize(&["./acme.wasm"]).await.unwrap();
}

#[tokio::test]
async fn a_policy_can_be_named_and_must_be_there_then() {
    let scene = scene("components: { only-pinned: true }\n", &Guest::new()).await;
    let named = scene.project().join("named.yaml");
    let launch = async || {
        let mut command = scene.command();
        command.env("PULUMI_WASM_POLICY", &named);
        command.arg(&scene.engine.address);
        Plugin::start(command).await
    };
    let plugin = launch().await;
    let text = message(&plugin.parameterize(&["./acme.wasm"]).await.unwrap_err());
    assert_says(
        &text,
        &[
            &named.display().to_string(),
            "no such file",
            "PULUMI_WASM_POLICY",
        ],
    );
    // It replaces the user's policy.
    std::fs::write(&named, "limits: { instances: 1 }\n").unwrap();
    launch().await.parameterize(&["./acme.wasm"]).await.unwrap();
}

#[tokio::test]
async fn where_the_project_has_to_name_a_package_no_other_value_runs() {
    const POLICY: &str = "packages:\n  declared: true\n";
    const NAMED: &str = "name: shop\nruntime: yaml\npackages: {acme: {source: wasm, parameters: [./acme.wasm, --allow-net, api.acme.com, --limit, memory=2GiB]}}\n";
    let scene = scene(POLICY, &Guest::new().does("create", [made()])).await;
    // A package that is being added is not in the project yet.
    let plugin = scene.launch().await;
    let words = ["./acme.wasm", "--allow-net", "api.acme.com"];
    plugin.parameterize(&words).await.unwrap();
    let value = plugin.value().await;
    let changed = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut value: serde_json::Value = serde_json::from_slice(&value).unwrap();
        change(&mut value);
        value.to_string().into_bytes()
    };
    let unnamed = "name: shop\nruntime: yaml\n";
    let other = "name: shop\npackages: {acme: random@1.0.0}\n";
    let wider =
        changed(&|value| value["grants"] = json!({ "net": ["*.acme.com"], "env": ["TOKEN"] }));
    let higher = changed(&|value| value["limits"] = json!({ "memory": 3_u64 << 30 }));
    let swapped = changed(&|value| value["components"][0]["path"] = "evil.wasm".into());
    for (project, value, said) in [
        (
            unnamed,
            &value,
            "does not name `component acme.wasm`, `--allow-net api.acme.com`",
        ),
        (other, &value, "`component acme.wasm`"),
        (
            NAMED,
            &wider,
            "`--allow-net '*.acme.com'`, `--allow-env TOKEN`",
        ),
        (NAMED, &higher, "`--limit memory=3GiB`"),
        (NAMED, &swapped, "`component evil.wasm`"),
    ] {
        scene.write("Pulumi.yaml", project.as_bytes());
        let status = scene
            .launch()
            .await
            .restore("acme", value)
            .await
            .unwrap_err();
        let file = scene.home().join("wasm/policy.yaml").display().to_string();
        assert_says(
            status.message(),
            &[
                "the package `acme` may not run",
                &format!("`packages.declared` in the operator's policy `{file}`, line 2"),
                said,
                "hint: ",
                "destroy",
            ],
        );
        assert!(
            !status.message().contains("package add wasm ./"),
            "{status}"
        );
    }
    scene.write("Pulumi.yaml", NAMED.as_bytes());
    scene.launch().await.restore("acme", &value).await.unwrap();

    // A project inside of the program's folder, and no project at all.
    std::fs::create_dir(scene.project().join("app")).unwrap();
    scene.write("app/Pulumi.yaml", NAMED.as_bytes());
    let main = format!("{unnamed}main: app\n");
    scene.write("Pulumi.yaml", main.as_bytes());
    let mut command = scene.command();
    command
        .arg(&scene.engine.address)
        .current_dir(scene.project().join("app"));
    let status = Plugin::start(command)
        .await
        .restore("acme", &value)
        .await
        .unwrap_err();
    assert_says(status.message(), &["project/Pulumi.yaml` does not name"]);
    scene.write("Pulumi.yaml", unnamed.as_bytes());
    let mut command = scene.command();
    command
        .arg(&scene.engine.address)
        .current_dir(scene.project().join("app"));
    Plugin::start(command)
        .await
        .restore("acme", &value)
        .await
        .unwrap();
    std::fs::remove_file(scene.project().join("Pulumi.yaml")).unwrap();
    let status = scene
        .launch()
        .await
        .restore("acme", &value)
        .await
        .unwrap_err();
    assert_says(status.message(), &["there is no Pulumi.yaml in"]);
}

/// A guest with a component that is made of a pet of the package `random`.
fn using() -> Guest {
    let pet = Declare::resource("random:index:Pet", "pet-", "{}".to_owned());
    let answer = Step::Answer(Answer::Outputs("{}".to_owned()));
    Guest::new().does("construct", [Step::Declare(pet), answer])
}

#[tokio::test]
async fn a_package_that_uses_what_the_policy_does_not_list_is_not_added() {
    let scene = scene("packages:\n  uses: { acme: [aws] }\n", &using()).await;
    let text = refused(&scene, &["./acme.wasm"]).await;
    assert_says(
        &text,
        &[
            "does not allow packages that this package uses",
            "`random`: `packages.uses.acme`",
            "policy.yaml`, line 2",
            "hint: ",
        ],
    );
    set(&scene, "packages:\n  uses: { acme: [random], \"*\": [] }\n");
    let plugin = scene.launch().await;
    plugin.parameterize(&["./acme.wasm"]).await.unwrap();
}

#[tokio::test]
async fn a_component_of_an_added_package_cannot_make_resources_that_the_policy_does_not_list() {
    let (scene, monitor) = (scene("", &using()).await, FakeMonitor::start());
    let plugin = restored(&scene, "packages:\n  uses: { \"*\": [] }\n", &[]).await;
    let warning = scene
        .engine
        .hears("does not allow all that the package uses")
        .await;
    assert_eq!(warning.severity, LogSeverity::Warning as i32);
    assert_says(&warning.message, &["`random`: `packages.uses.*`"]);
    plugin.configure(&[]).await.unwrap();
    // Its own resources are created as before.
    plugin.create("one").await.unwrap();
    let request = construct_request(&monitor, "s", &json!({}));
    let status = plugin.client().construct(request).await.unwrap_err();
    assert_says(
        status.message(),
        &[
            "may not register `random:index:Pet`",
            "`packages.uses.*`",
            "does not list the package `random`",
        ],
    );
    assert_eq!(monitor.names(), ["s"]);
}
