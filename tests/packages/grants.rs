//! Arguments, and the grants of a component.

use serde_json::{Value, json};
use test_support::protocol::pulumirpc as pb;
use test_support::protocol::pulumirpc::LogSeverity;
use tonic::Code;

use super::refused;
use test_support::assert_says;
use test_support::fake::guest::Guest;
use test_support::fake::plugin::Plugin;
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, Step};

/// A guest that cannot do without a host and a variable.
fn demanding() -> Guest {
    let made = Answer::Created {
        id: "made",
        outputs: "{}",
    };
    Guest::new()
        .does("create", [Step::Variable("ACME_TOKEN"), Step::Answer(made)])
        .manifest(|manifest| {
            manifest["permissions"] = json!({
                "net": [
                    { "host": "api.acme.com", "required": true, "reason": "where things are made" },
                    { "host": "*.cdn.acme.com", "required": true },
                    { "host": "metrics.acme.com" },
                ],
                "env": [{ "name": "ACME_TOKEN", "required": true, "reason": "who you are" }],
            });
        })
}

#[tokio::test]
async fn help_is_worth_reading() {
    let scene = Scene::new().await;
    let text = refused(&scene, &["--help"]).await;
    assert_says(
        &text,
        &[
            "pulumi package add wasm COMPONENT... [-- FLAGS]",
            "--allow-net",
            "--allow-env",
            "Examples:",
            "memory",
            "1 GiB",
            "call-time",
        ],
    );
}

#[tokio::test]
async fn wrong_arguments_are_said() {
    let scene = Scene::new().await;
    scene.add("acme.wasm", &Guest::new());
    for (words, expected) in [
        (&[][..], "no component was given"),
        (&["./acme.wasm", "--alow-net", "x"], "--allow-net"),
        (
            &["./acme.wasm", "--allow-net", "*"],
            "not a host that can be granted",
        ),
        (
            &["./acme.wasm", "--limit", "speed=1"],
            "there is no limit `speed`",
        ),
        (&["./acme.wasm", "--limit", "memory=much"], "512MiB"),
        (
            &["./acme.wasm", "--allow-env", "A=B"],
            "give the name alone",
        ),
    ] {
        assert_says(&refused(&scene, words).await, &[expected]);
    }
}

#[tokio::test]
async fn a_missing_required_grant_gives_the_whole_command() {
    let scene = Scene::new().await;
    scene.add("acme.wasm", &demanding());
    let words = [
        "./acme.wasm",
        "--allow-net",
        "api.acme.com",
        "--limit",
        "memory=2GiB",
    ];
    let text = refused(&scene, &words).await;
    assert_says(
        &text,
        &[
            "--allow-env ACME_TOKEN   who you are",
            "`pulumi package add wasm ./acme.wasm -- --allow-net api.acme.com --allow-net '*.cdn.acme.com' \
             --allow-env ACME_TOKEN --limit memory=2GiB`",
        ],
    );
    assert!(!text.contains("where things are made"), "{text}");
    assert!(!text.contains("metrics.acme.com"), "{text}");
}

/// The messages for these arguments, when they are enough.
async fn shown(scene: &Scene, words: &[&str]) -> Vec<pb::LogRequest> {
    let plugin = scene.launch().await;
    plugin.parameterize(words).await.expect("a package");
    scene.engine.hears("asks for").await;
    scene.engine.messages()
}

#[tokio::test]
async fn what_a_package_wants_and_gets_is_shown_when_it_is_added() {
    let scene = Scene::new().await;
    let guest = demanding().manifest(|manifest| {
        manifest["schema"]["provider"] =
            json!({ "inputProperties": { "server": { "type": "string" } } });
        let wanted = json!({ "host": "config:server", "required": true, "reason": "the server" });
        manifest["permissions"]["net"]
            .as_array_mut()
            .unwrap()
            .push(wanted);
    });
    scene.add("acme.wasm", &guest);
    // A grant may be wider than the permission; then it says so.
    let words = [
        "./acme.wasm",
        "--allow-net",
        "*.acme.com",
        "--allow-env",
        "ACME_TOKEN",
    ];
    let messages = shown(&scene, &words).await;
    let permissions = messages
        .iter()
        .find(|heard| heard.message.contains("asks for"));
    let permissions = permissions.expect("a message");
    assert_eq!(permissions.severity, LogSeverity::Info as i32);
    assert_says(
        &permissions.message,
        &[
            "acme 1.2.3 asks for",
            "network      api.acme.com   required, granted   where things are made",
            "network      metrics.acme.com   optional, granted",
            "network      the address in `acme:server`   required, granted by setting it   the server",
            "environment  ACME_TOKEN   required, granted   who you are",
        ],
    );
    let warned = messages
        .iter()
        .filter(|heard| heard.severity == LogSeverity::Warning as i32);
    let warned: Vec<&str> = warned.map(|heard| heard.message.as_str()).collect();
    assert_eq!(warned.len(), 1, "{warned:?}");
    assert_says(
        warned[0],
        &[
            "granted more than it asks for",
            "`--allow-net '*.acme.com'`",
            "hint: ",
        ],
    );
}

#[tokio::test]
async fn a_want_that_leads_into_the_network_of_its_user_is_marked() {
    let mark = "(not a public address: grant it only if you know that server)";
    for (host, marked) in [
        ("http://169.254.169.254", true),
        ("http://[::ffff:10.0.0.1]:8080", true),
        ("*.corp.internal", true),
        ("vault", true),
        ("api.acme.com", false),
        ("https://93.184.215.14", false),
    ] {
        for required in [false, true] {
            let scene = Scene::new().await;
            let guest = Guest::new().manifest(|manifest| {
                manifest["permissions"] =
                    json!({ "net": [{ "host": host, "required": required }] });
            });
            scene.add("acme.wasm", &guest);
            let text = if required {
                refused(&scene, &["./acme.wasm"]).await
            } else {
                let messages = shown(&scene, &["./acme.wasm"]).await;
                messages.into_iter().map(|heard| heard.message).collect()
            };
            assert_eq!(text.contains(mark), marked, "{host}: {text}");
        }
    }
}

#[tokio::test]
async fn what_is_wanted_and_not_granted_is_shown_with_its_flag() {
    let scene = Scene::new().await;
    scene.add("acme.wasm", &demanding());
    let words = [
        "./acme.wasm",
        "--allow-net",
        "api.acme.com",
        "--allow-net",
        "*.cdn.acme.com",
        "--allow-env",
        "ACME_TOKEN",
    ];
    let messages = shown(&scene, &words).await;
    assert_eq!(messages.len(), 1, "{messages:?}");
    assert_says(
        &messages[0].message,
        &["metrics.acme.com   optional, not granted (`--allow-net metrics.acme.com`)"],
    );
}

#[tokio::test]
async fn a_refusal_in_a_call_gives_the_whole_command() {
    let server = "http://things.acme.com:8081";
    let fetch = Step::Fetch {
        method: "GET",
        url: format!("{server}/things"),
    };
    let scene = Scene::new().await;
    let guest = Guest::new().does("create", [fetch]);
    let flags = ["--limit", "memory=2GiB", "--allow-env", "ACME_TOKEN"];
    let plugin = scene.launch_with(&guest, &flags).await;
    let status = plugin.create("one").await.unwrap_err();
    let command = format!(
        "`pulumi package add wasm ./acme.wasm -- --allow-env ACME_TOKEN --limit memory=2GiB --allow-net {server}`"
    );
    assert_says(status.message(), &[&command]);
    let guest = Guest::new().does("create", [Step::Variable("OTHER_TOKEN")]);
    let plugin = scene.launch_with(&guest, &[]).await;
    let status = plugin.create("one").await.unwrap_err();
    assert_says(
        status.message(),
        &["`pulumi package add wasm ./acme.wasm -- --allow-env OTHER_TOKEN`"],
    );
}

#[tokio::test]
async fn a_path_that_will_not_be_found_again_is_warned_about() {
    let scene = Scene::new().await;
    let below = scene.project().join("plugins");
    std::fs::create_dir(&below).unwrap();
    scene.add("plugins/acme.wasm", &Guest::new());
    let launch = async |folder: &std::path::Path, word: &str| {
        let mut command = scene.command();
        command.current_dir(folder).arg(&scene.engine.address);
        let plugin = Plugin::start(command).await;
        plugin.parameterize(&[word]).await.expect("a package");
    };
    launch(&scene.project(), "./plugins/acme.wasm").await;
    assert!(scene.engine.messages().is_empty());
    launch(&below, "./acme.wasm").await;
    let warning = scene.engine.hears("as it was typed").await;
    assert_eq!(warning.severity, LogSeverity::Warning as i32);
    assert_says(
        &warning.message,
        &[
            "`./acme.wasm`",
            "`pulumi package add wasm ./plugins/acme.wasm`",
        ],
    );
}

#[tokio::test]
async fn a_value_with_a_missing_grant_is_a_package_whose_call_fails() {
    let scene = Scene::new().await;
    let flags = [
        "--allow-net",
        "api.acme.com",
        "--allow-net",
        "*.cdn.acme.com",
        "--allow-env",
        "ACME_TOKEN",
    ];
    let plugin = scene.launch_with(&demanding(), &flags).await;
    assert_eq!(plugin.create("one").await.unwrap().id, "made");

    let mut value: Value = serde_json::from_slice(&plugin.value().await).unwrap();
    value["grants"] = json!({});
    let restored = scene.launch().await;
    let bytes = value.to_string();
    restored.restore("acme", bytes.as_bytes()).await.unwrap();
    let status = restored.create("one").await.unwrap_err();
    assert_eq!(status.code(), Code::PermissionDenied);
    assert_says(
        status.message(),
        &["`ACME_TOKEN` is not granted", "--allow-env ACME_TOKEN"],
    );
}

#[tokio::test]
async fn an_address_in_the_configuration_needs_no_flag() {
    let scene = Scene::new().await;
    let guest = Guest::new().manifest(|manifest| {
        manifest["schema"]["provider"] =
            json!({ "inputProperties": { "server": { "type": "string" } } });
        manifest["permissions"]["net"] = json!([{ "host": "config:server", "required": true }]);
    });
    scene.launch_with(&guest, &[]).await;
}
