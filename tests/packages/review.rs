//! `pulumi-wasm grants` judges values as the plugin does when it loads them: the two are asked side by side.

use std::fs;

use serde_json::{Value, json};

use super::signers::{POLICY, Signers};
use super::tool::{project_of, tool};
use test_support::assert_says;
use test_support::fake::declare::Declare;
use test_support::fake::guest::Guest;
use test_support::fake::scene::Scene;
use test_support::fake::steps::Step;

/// The grants and limits of each value, and the same in the project's file.
const FLAGS: [&str; 6] = [
    "--allow-net",
    "api.acme.com",
    "--allow-env",
    "ACME_TOKEN",
    "--limit",
    "memory=2GiB",
];
const DECLARED: &str =
    "[./acme.wasm, --allow-net, api.acme.com, --allow-env, ACME_TOKEN, --limit, memory=2GiB]";

/// Policies, whether the plugin loads the package with them, and a part of its message.
const POLICIES: [(&str, bool, &str); 16] = [
    ("", true, ""),
    (
        "environment: { allow: [] }",
        true,
        "`--allow-env ACME_TOKEN`: `environment.allow`",
    ),
    (
        "network: { allow: [other.example] }",
        true,
        "`--allow-net api.acme.com`: `network.allow`",
    ),
    ("limits: { memory: 1GiB }", true, "`limits.memory`"),
    (
        "packages: { uses: { acme: [] } }",
        true,
        "cannot be created",
    ),
    (
        "sources: { allow: ['oci://ghcr.io/acme/*'] }",
        false,
        "does not list its source",
    ),
    ("sources: { allow: [file] }", true, ""),
    (
        "packages: { acme: { from: ['oci://ghcr.io/acme/*'] } }",
        false,
        "does not list its source",
    ),
    ("packages: { acme: { at-least: 1.2.3 } }", true, ""),
    (
        "packages: { acme: { at-least: 2.0.0 } }",
        false,
        "`packages.acme.at-least`",
    ),
    (
        "components: { only-pinned: true }",
        false,
        "`components.only-pinned`",
    ),
    ("components: { deny: [DIGEST] }", false, "`components.deny`"),
    ("components: { pins: { acme: [DIGEST] } }", true, ""),
    (
        "components: { pins: { acme: ['sha256:0000000000000000000000000000000000000000000000000000000000000000'] } }",
        false,
        "`components.pins.acme`",
    ),
    ("packages: { declared: true }", true, ""),
    (POLICY, false, "this machine has no signature of it"),
];

fn guest() -> Guest {
    let pet = Declare::resource("random:index:Pet", "pet-", "{}".to_owned());
    Guest::new().does("construct", [Step::Declare(pet)])
}

/// Asks the tool and then the plugin about a value, and expects the same of both.
async fn judged(scene: &Scene, value: &[u8], runs: bool, says: &str) {
    let (is_content, shown, errors) = tool(scene, &["grants"]).await;
    let plugin = scene.launch().await;
    let restored = plugin.restore("acme", value).await;
    assert_eq!(restored.is_ok(), runs, "{says}: {restored:?}");
    assert_eq!(is_content, runs, "{says}: {shown}{errors}");
    assert_says(&shown, &[says]);
    let told = match restored {
        Ok(_) if says.is_empty() => return,
        Ok(_) => scene.engine.hears(says).await.message,
        Err(status) => status.message().to_owned(),
    };
    // All values, on separate lines.
    for line in told.lines() {
        assert_says(&shown, &[line.trim()]);
    }
    let label = if runs { "  WARNING " } else { "  FORBIDDEN " };
    assert_says(&shown, &[label]);
    assert_eq!(
        errors.contains("error: the plugin of this machine refuses to load 1 of them"),
        !runs,
        "{errors}"
    );
}

#[tokio::test]
async fn the_tool_says_of_a_value_what_the_plugin_says_under_each_policy() {
    let (scene, value) = project_of(&guest(), Some(DECLARED), &FLAGS).await;
    let signers = Signers::new();
    let parsed: Value = serde_json::from_slice(&value).unwrap();
    let digest = format!(
        "'sha256:{}'",
        parsed["components"][0]["sha256"].as_str().unwrap()
    );
    for (policy, runs, says) in POLICIES {
        signers.govern(&scene, &policy.replace("DIGEST", &digest));
        judged(&scene, &value, runs, says).await;
        // The same of a component that only the project has. The tool stores no part of it.
        fs::remove_dir_all(scene.store()).unwrap();
        tool(&scene, &["grants"]).await;
        assert!(!scene.store().exists(), "{policy}");
        judged(&scene, &value, runs, says).await;
        // The next policy begins with a component that is kept.
        scene.write_policy("");
        scene.launch().await.restore("acme", &value).await.unwrap();
    }
}

#[tokio::test]
async fn a_package_that_the_project_does_not_declare_is_refused_by_both() {
    let (scene, value) = project_of(&guest(), Some("[./acme.wasm]"), &FLAGS).await;
    scene.write_policy("packages: { declared: true }");
    judged(
        &scene,
        &value,
        false,
        "requires the project to name all of it",
    )
    .await;
}

#[tokio::test]
async fn a_signature_beside_the_component_is_enough_for_both() {
    let (scene, value) = project_of(&guest(), Some(DECLARED), &FLAGS).await;
    let signers = Signers::new();
    scene.write("signer.key", signers.acme.private.as_bytes());
    let (signed, _, errors) = tool(&scene, &["sign", "acme.wasm", "--key", "signer.key"]).await;
    assert!(signed, "{errors}");
    signers.govern(&scene, POLICY);
    fs::remove_dir_all(scene.store()).unwrap();
    judged(&scene, &value, true, "").await;
}

#[tokio::test]
async fn all_reasons_against_a_package_are_told_at_once() {
    let (scene, _) = project_of(&guest(), Some(DECLARED), &FLAGS).await;
    let policy = "sources: { allow: ['oci://ghcr.io/acme/*'] }\ncomponents: { only-pinned: true }\npackages: { acme: { at-least: 2.0.0 } }\nenvironment: { allow: [] }\n";
    scene.write_policy(policy);
    let (is_content, shown, _) = tool(&scene, &["grants", "--json"]).await;
    assert!(!is_content);
    let shown: Value = serde_json::from_str(&shown).unwrap();
    let package = &shown["packages"][0];
    let reasons = package["forbiddenBy"].to_string();
    assert_says(&reasons, &["`sources.allow`", "`components.only-pinned`"]);
    assert_says(&package["warnings"].to_string(), &["`environment.allow`"]);
}

#[tokio::test]
async fn an_address_that_the_configuration_grants_is_shown() {
    let guest = Guest::new().manifest(|manifest| {
        manifest["schema"]["provider"] =
            json!({ "inputProperties": { "endpoint": { "type": "string" } } });
        manifest["permissions"] = json!({
            "net": [{ "host": "config:endpoint", "required": true, "reason": "the server" }],
            "env": [{ "name": "ACME_TOKEN", "required": false, "reason": "who you are" }],
        });
    });
    let (scene, _) = project_of(&guest, Some("[./acme.wasm]"), &[]).await;
    let (is_content, shown, errors) = tool(&scene, &["grants"]).await;
    assert!(is_content, "{shown}{errors}");
    assert_says(
        &shown,
        &[
            "configured   the address in `acme:endpoint`",
            "reaches      only the addresses in its configuration",
            "ACME_TOKEN   optional, not granted (`--allow-env ACME_TOKEN`)",
        ],
    );
    let (_, shown, _) = tool(&scene, &["grants", "--json"]).await;
    let shown: Value = serde_json::from_str(&shown).unwrap();
    assert_eq!(shown["packages"][0]["configured"], json!(["acme:endpoint"]));
    // Of a component without permissions, and of a missing component.
    let (scene, _) = project_of(&Guest::new(), Some("[./acme.wasm]"), &[]).await;
    assert_says(
        &tool(&scene, &["grants"]).await.1,
        &["reaches      nothing\n"],
    );
    fs::remove_file(scene.project().join("acme.wasm")).unwrap();
    fs::remove_dir_all(scene.store()).unwrap();
    let (is_content, shown, _) = tool(&scene, &["grants"]).await;
    assert!(is_content, "{shown}");
    assert_says(
        &shown,
        &["UNKNOWN      the component acme.wasm is not on this machine"],
    );
}

/// Another tool made the component, so no build refused the names.
#[tokio::test]
async fn names_that_break_sdks_are_a_warning_when_the_package_is_added_and_in_the_review() {
    let guest = Guest::new().manifest(|manifest| {
        let text = json!({ "type": "string" });
        manifest["schema"]["resources"]["acme:index:Thing"]["inputProperties"] =
            json!({ "fooBar": text, "foo_bar": text });
    });
    let (scene, _) = project_of(&guest, Some("[./acme.wasm]"), &[]).await;
    let says = [
        "the SDKs that Pulumi generates for",
        "`foo_bar` gets the name of `fooBar`",
        "broken in Python",
        "hint: programs in YAML",
    ];
    let heard = scene.engine.hears("do not compile in some languages").await;
    assert_says(&heard.message, &says);
    let (is_content, shown, errors) = tool(&scene, &["grants"]).await;
    assert!(is_content, "{shown}{errors}");
    assert_says(&shown, &says);
}
