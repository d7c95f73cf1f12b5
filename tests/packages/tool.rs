//! `pulumi-wasm grants` and `inspect`, and the plugin's warning if a project's file grants less than a value.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use test_support::protocol::pulumirpc::LogSeverity;
use tokio::process::Command;

use test_support::assert_says;
use test_support::fake::declare::Declare;
use test_support::fake::guest::Guest;
use test_support::fake::scene::Scene;
use test_support::fake::steps::Step;

/// Whether the tool was content, and its output on both streams.
pub(super) async fn tool(scene: &Scene, words: &[&str]) -> (bool, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_pulumi-wasm"))
        .args(words)
        .current_dir(scene.project())
        .env("PULUMI_HOME", scene.home())
        .output()
        .await
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        output.status.success(),
        text(output.stdout),
        text(output.stderr),
    )
}

/// A project with this file, and the lock file of a package that was added with these flags.
async fn project(parameters: Option<&str>, flags: &[&str]) -> (Scene, Vec<u8>) {
    project_of(&Guest::new(), parameters, flags).await
}

/// The same of another guest.
pub(super) async fn project_of(
    guest: &Guest,
    parameters: Option<&str>,
    flags: &[&str],
) -> (Scene, Vec<u8>) {
    let scene = Scene::new().await;
    let plugin = scene.launch_with(guest, flags).await;
    let value = plugin.value().await;
    std::fs::create_dir_all(scene.project().join("sdks/acme")).unwrap();
    let lock = format!(
        "packageDeclarationVersion: 1\nname: wasm\nversion: 0.1.0\nparameterization:\n    name: acme\n    version: 1.2.3\n    value: {}\n",
        STANDARD.encode(&value)
    );
    scene.write("sdks/acme/acme-1.2.3.yaml", lock.as_bytes());
    if let Some(parameters) = parameters {
        let text = format!(
            "name: shop\nruntime: yaml\npackages:\n  acme:\n    source: wasm\n    version: 0.1.0\n    parameters: {parameters}\n"
        );
        scene.write("Pulumi.yaml", text.as_bytes());
    }
    (scene, value)
}

const FLAGS: [&str; 6] = [
    "--allow-net",
    "api.acme.com",
    "--allow-env",
    "ACME_TOKEN",
    "--limit",
    "memory=2GiB",
];

#[tokio::test]
async fn a_project_that_says_what_its_packages_reach_is_in_order() {
    let parameters =
        "[./acme.wasm, --allow-net, \"*.acme.com\", --allow-env, ACME_TOKEN, --limit, memory=2GiB]";
    let (scene, _) = project(Some(parameters), &FLAGS).await;
    let (content, shown, errors) = tool(&scene, &["grants"]).await;
    assert!(content, "{shown}{errors}");
    assert_eq!(errors, "");
    assert_says(
        &shown,
        &[
            "acme 1.2.3",
            "acme.wasm   sha256:",
            "api.acme.com",
            "ACME_TOKEN",
            "memory 2 GiB",
            "sdks/acme/acme-1.2.3.yaml",
        ],
    );
    let (content, shown, _) = tool(&scene, &["grants", "--json"]).await;
    assert!(content);
    let shown: Value = serde_json::from_str(&shown).unwrap();
    assert_eq!(shown["packages"][0]["name"], "acme");
    assert_eq!(shown["packages"][0]["net"], json!(["api.acme.com"]));
    assert_eq!(shown["packages"][0]["beyondProject"], json!([]));
    assert_eq!(
        shown["packages"][0]["foundIn"][0]["file"],
        "sdks/acme/acme-1.2.3.yaml"
    );
}

#[tokio::test]
async fn the_packages_that_components_make_resources_of_are_shown() {
    let pet = Declare::resource("random:index:Pet", "pet-", "{}".to_owned());
    let guest = Guest::new().does("construct", [Step::Declare(pet)]);
    let (scene, _) = project_of(&guest, Some("[./acme.wasm]"), &[]).await;
    let (content, shown, errors) = tool(&scene, &["grants"]).await;
    assert!(content, "{shown}{errors}");
    assert_says(&shown, &["makes        resources of random 4.18.0"]);
    // It is missing in both places, the file and the store.
    std::fs::remove_file(scene.project().join("acme.wasm")).unwrap();
    std::fs::remove_dir_all(scene.store()).unwrap();
    let (_, shown, _) = tool(&scene, &["grants", "--json"]).await;
    let shown: Value = serde_json::from_str(&shown).unwrap();
    assert_eq!(shown["packages"][0]["packages"], json!([]));
    assert_eq!(shown["packages"][0]["usesUnknownOf"], json!(["acme.wasm"]));
}

#[tokio::test]
async fn a_value_that_reaches_more_than_the_project_says_is_an_error_and_a_warning() {
    let (scene, value) = project(Some("[./acme.wasm, --allow-env, ACME_TOKEN]"), &FLAGS).await;
    let (content, shown, errors) = tool(&scene, &["grants"]).await;
    assert!(!content, "{shown}");
    assert_says(
        &shown,
        &[
            "MORE         `--allow-net api.acme.com` is not in Pulumi.yaml",
            "`--limit memory=2GiB` is not in Pulumi.yaml",
        ],
    );
    assert!(!shown.contains("MORE         `--allow-env"), "{shown}");
    assert_says(&errors, &["error: 1 may run or reach more", "hint: "]);
    let (content, shown, _) = tool(&scene, &["grants", "--json"]).await;
    assert!(!content);
    let shown: Value = serde_json::from_str(&shown).unwrap();
    assert_eq!(
        shown["packages"][0]["beyondProject"],
        json!(["--allow-net api.acme.com", "--limit memory=2GiB"])
    );
    // The plugin itself reports it too.
    let plugin = scene.launch().await;
    plugin.restore("acme", &value).await.unwrap();
    plugin.configure(&[]).await.unwrap();
    let warning = scene.engine.hears("may reach more than").await;
    assert_eq!(warning.severity, LogSeverity::Warning as i32);
    assert_says(
        &warning.message,
        &[
            "`acme`",
            "Pulumi.yaml",
            "`--allow-net api.acme.com`",
            "`pulumi-wasm grants`",
        ],
    );
    assert!(
        !warning.message.contains("ACME_TOKEN"),
        "{}",
        warning.message
    );
}

#[tokio::test]
async fn a_value_that_the_policy_forbids_is_shown_with_the_rule() {
    let (scene, _) = project(Some("[./acme.wasm]"), &[]).await;
    let policy = "sources: { allow: [oci://ghcr.io/acme/*] }\ncomponents: { only-pinned: true }\n";
    scene.write_policy(policy);
    let (content, shown, errors) = tool(&scene, &["grants"]).await;
    assert!(!content, "{shown}{errors}");
    assert_says(
        &shown,
        &[
            "FORBIDDEN    `acme.wasm` may not run: `sources.allow`",
            "line 1 does not list its source",
            "may not run as the package `acme`: `components.only-pinned`",
        ],
    );
    assert_says(
        &errors,
        &[
            "error: the plugin of this machine refuses to load 1 of them",
            "hint: ",
        ],
    );
    let (_, shown, _) = tool(&scene, &["grants", "--json"]).await;
    let shown: Value = serde_json::from_str(&shown).unwrap();
    let rules = shown["packages"][0]["forbiddenBy"].as_array().unwrap();
    assert_eq!(rules.len(), 2);
    scene.write_policy("");
    let (_, shown, _) = tool(&scene, &["grants", "--json"]).await;
    let shown: Value = serde_json::from_str(&shown).unwrap();
    assert_eq!(shown["packages"][0]["forbiddenBy"], json!([]));
}

#[tokio::test]
async fn files_that_pulumi_keeps_in_the_project_are_left_out_and_listed() {
    let (scene, _) = project(Some("[./acme.wasm]"), &[]).await;
    let kept = scene.project().join(".home/plugins");
    std::fs::create_dir_all(&kept).unwrap();
    scene.write(
        ".home/plugins/damaged.yaml",
        b"packageDeclarationVersion: 1\nname: [",
    );
    let grants = |home: &str| {
        let mut tool = tokio::process::Command::new(env!("CARGO_BIN_EXE_pulumi-wasm"));
        tool.arg("grants").current_dir(scene.project());
        tool.env("PULUMI_HOME", scene.project().join(home));
        tool
    };
    let output = grants(".other").output().await.unwrap();
    assert!(!output.status.success(), "the file cannot be judged");
    let output = grants(".home").output().await.unwrap();
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{shown}");
    assert_says(
        &shown,
        &["left out .home/plugins: plugins, components and compiled code are kept there"],
    );
}

/// The engine creates one default provider for a name and version, and so runs one of the two.
#[tokio::test]
async fn two_components_of_one_name_and_version_are_an_error() {
    let (scene, value) = project(Some("[./acme.wasm]"), &[]).await;
    let mut other: Value = serde_json::from_slice(&value).unwrap();
    other["components"][0]["sha256"] = json!("0".repeat(64));
    let lock = |value: &Value| {
        let value = STANDARD.encode(value.to_string());
        format!("name: wasm\nparameterization:\n    name: acme\n    value: {value}\n")
    };
    std::fs::create_dir_all(scene.project().join("library/sdks")).unwrap();
    scene.write("library/sdks/acme.yaml", lock(&other).as_bytes());
    let (content, shown, errors) = tool(&scene, &["grants"]).await;
    assert!(!content, "{shown}");
    assert_says(
        &shown,
        &[
            "SAME NAME    library/sdks/acme.yaml has another component",
            "SAME NAME    sdks/acme/acme-1.2.3.yaml has another component",
        ],
    );
    assert_says(
        &errors,
        &["error: several components have the same name", "hint: "],
    );
    let (_, shown, _) = tool(&scene, &["grants", "--json"]).await;
    let shown: Value = serde_json::from_str(&shown).unwrap();
    let rivals = |place: usize| shown["packages"][place]["sameNameIn"][0].as_str().unwrap();
    let mut rivals = [rivals(0), rivals(1)];
    rivals.sort_unstable();
    assert_eq!(
        rivals,
        ["library/sdks/acme.yaml", "sdks/acme/acme-1.2.3.yaml"]
    );
    // Another version is another package.
    other["version"] = json!("1.2.4");
    scene.write("library/sdks/acme.yaml", lock(&other).as_bytes());
    let (content, shown, errors) = tool(&scene, &["grants"]).await;
    assert!(content, "{shown}{errors}");
}

#[tokio::test]
async fn the_state_of_a_stack_counts_as_well() {
    let (scene, value) = project(Some("[./acme.wasm]"), &[]).await;
    let mut value: Value = serde_json::from_slice(&value).unwrap();
    value["grants"] = json!({ "net": ["evil.org"] });
    let provider = json!({
        "urn": "urn:pulumi:dev::shop::pulumi:providers:acme::default",
        "type": "pulumi:providers:acme",
        "inputs": { "__internal": {
            "name": "wasm",
            "parameterization": STANDARD.encode(value.to_string()),
        } },
    });
    let state = json!({ "version": 3, "deployment": { "resources": [provider] } });
    scene.write("../state.json", state.to_string().as_bytes());
    assert!(tool(&scene, &["grants"]).await.0, "no state is named");
    let (content, shown, _) = tool(&scene, &["grants", ".", "--state", "../state.json"]).await;
    assert!(!content);
    assert_says(
        &shown,
        &[
            "state.json   urn:pulumi:dev::shop",
            "`--allow-net evil.org` is not in",
        ],
    );
}

#[tokio::test]
async fn damaged_files_are_told_and_are_no_success() {
    let (scene, _) = project(Some("[./acme.wasm]"), &[]).await;
    scene.write("sdks/acme/package.json", b"{");
    scene.write("state.json", b"\xff");
    let (content, shown, errors) = tool(&scene, &["grants", ".", "--state", "state.json"]).await;
    assert!(!content, "{shown}");
    assert_says(
        &shown,
        &[
            "cannot judge sdks/acme/package.json: it is damaged",
            "cannot judge state.json",
        ],
    );
    assert_says(&errors, &["error: 2 cannot be judged", "`--exclude PATH`"]);
    let words = ["grants", "--exclude", "sdks/acme/package.json"];
    let (content, shown, errors) = tool(&scene, &words).await;
    assert!(content, "{shown}{errors}");
    assert_says(&shown, &["left out sdks/acme/package.json: it is excluded"]);
    scene.write("Pulumi.yaml", b"packages: [");
    let (content, _, errors) = tool(&scene, &["grants"]).await;
    assert!(!content);
    assert_says(&errors, &["Pulumi.yaml", "cannot be read"]);
}

#[tokio::test]
async fn a_component_is_shown_with_what_it_wants_and_what_may_be_granted() {
    let scene = Scene::new().await;
    let guest = Guest::new().manifest(|manifest| {
        manifest["schema"]["provider"] =
            json!({ "inputProperties": { "server": { "type": "string" } } });
        manifest["permissions"] = json!({
            "net": [
                { "host": "config:server", "required": true, "reason": "the server" },
                { "host": "*.acme.com", "safeRequests": ["POST /graphql"] },
            ],
            "env": [{ "name": "ACME_TOKEN", "required": true, "reason": "who you are" }],
        });
    });
    scene.add("acme.wasm", &guest);
    std::fs::create_dir_all(scene.home().join("wasm")).unwrap();
    let policy = "environment: { allow: [] }\nlimits: { memory: 1MiB }\n";
    scene.write_policy(policy);
    let (content, shown, errors) = tool(&scene, &["inspect", "acme.wasm"]).await;
    assert!(content, "{errors}");
    assert_says(
        &shown,
        &[
            "configuration  acme:server   required, the address that the user sets there   the server",
            "network        *.acme.com   optional, `--allow-net '*.acme.com'`",
            "POST /graphql is sent in previews too",
            "environment    ACME_TOKEN   required, `--allow-env ACME_TOKEN`   who you are",
            &format!(
                "policy     {}",
                scene.home().join("wasm/policy.yaml").display()
            ),
            "not allowed here: `environment.allow` in the operator's policy",
            "memory 1 MiB (policy)",
            "call-time 1 h",
        ],
    );
    let (content, shown, _) = tool(&scene, &["inspect", "--json", "acme.wasm"]).await;
    assert!(content);
    let shown: Value = serde_json::from_str(&shown).unwrap();
    assert_eq!(shown["name"], "acme");
    assert_eq!(
        shown["resources"]["acme:index:Thing"]["hooks"],
        json!(["create"])
    );
    assert_eq!(shown["permissions"][0]["what"], "acme:server");
    assert_eq!(shown["permissions"][1]["flag"], "--allow-net '*.acme.com'");
    assert_eq!(shown["limits"]["memory"], 1 << 20);
}

/// A value that reaches more than its project allows.
async fn sly() -> (Scene, String) {
    let (scene, value) = project(Some("[./acme.wasm]"), &[]).await;
    let mut value: Value = serde_json::from_slice(&value).unwrap();
    value["grants"] = json!({ "net": ["evil.org"] });
    (scene, STANDARD.encode(value.to_string()))
}

#[tokio::test]
async fn a_value_is_found_wherever_the_project_says_that_its_code_is() {
    let (scene, value) = sly().await;
    let outside = scene.project().parent().unwrap().to_owned();
    let (content, shown, _) = tool(&scene, &["grants"]).await;
    assert!(content, "{shown}");
    assert_says(&shown, &["looked through", "files in"]);

    for (place, project) in [
        ("program/x.ts", "main: ../program\n"),
        (
            "env/lib/x.py",
            "runtime: {name: python, options: {virtualenv: ../env}}\n",
        ),
    ] {
        let file = outside.join(place);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, format!("x = '{value}'")).unwrap();
        let text = format!(
            "name: shop\n{project}packages: {{acme: {{source: wasm, parameters: [./acme.wasm]}}}}\n"
        );
        scene.write("Pulumi.yaml", text.as_bytes());
        let (content, shown, _) = tool(&scene, &["grants"]).await;
        assert!(!content, "{shown}");
        assert_says(
            &shown,
            &[place, "`--allow-net evil.org` is not in Pulumi.yaml"],
        );
    }
    let text = "name: shop\nruntime: nodejs\npackages: {acme: {source: wasm, parameters: [./acme.wasm]}}\n";
    scene.write("Pulumi.yaml", text.as_bytes());
    assert!(tool(&scene, &["grants"]).await.0);
    let folder = outside.join("env");
    let words = ["grants", "--include", folder.to_str().unwrap()];
    assert!(!tool(&scene, &words).await.0);
    std::fs::create_dir_all(outside.join("node_modules/acme")).unwrap();
    std::fs::write(outside.join("node_modules/acme/x.js"), &value).unwrap();
    scene.write("package.json", b"{}");
    assert!(!tool(&scene, &["grants"]).await.0);
}

/// The grants of a package apply only to its components.
#[tokio::test]
async fn a_package_that_the_project_does_not_name_is_an_error() {
    let parameters = "[./acme.wasm, --allow-net, api.acme.com]";
    let (scene, value) = project(Some(parameters), &[]).await;
    let value: Value = serde_json::from_slice(&value).unwrap();
    let (content, shown, errors) = tool(&scene, &["grants"]).await;
    assert!(content, "{shown}{errors}");
    let mut swapped = value.clone();
    swapped["components"][0]["path"] = "evil.wasm".into();
    swapped["grants"] = json!({ "net": ["api.acme.com"] });
    let mut unknown = value.clone();
    unknown["name"] = "other".into();
    for (value, component) in [(swapped, "evil.wasm"), (unknown, "acme.wasm")] {
        scene.write("x.ts", STANDARD.encode(value.to_string()).as_bytes());
        let (content, shown, errors) = tool(&scene, &["grants"]).await;
        assert!(!content, "{shown}");
        let line = format!("MORE         `component {component}` is not in Pulumi.yaml");
        assert_says(&shown, &[&line]);
        assert_says(&errors, &["error: 1 may run or reach more"]);
    }
}

#[tokio::test]
async fn the_whole_project_is_looked_through_from_its_subfolders() {
    let (scene, value) = sly().await;
    std::fs::create_dir_all(scene.project().join("inside")).unwrap();
    assert!(tool(&scene, &["grants", "inside"]).await.0);
    scene.write("x.ts", value.as_bytes());
    let (content, shown, _) = tool(&scene, &["grants", "inside"]).await;
    assert!(!content, "{shown}");
    assert_says(&shown, &["x.ts", "`--allow-net evil.org` is not in"]);
}
