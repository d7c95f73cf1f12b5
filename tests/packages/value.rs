//! The parameter value: after files change, and if it is not as we wrote it.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use pulumi_wasm_packages::Digest;
use serde_json::{Value, json};

use super::message;
use test_support::assert_says;
use test_support::fake::guest::Guest;
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, Step};

/// A scene whose package was added once, and its value.
async fn added() -> (Scene, Value) {
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&Guest::new(), &[]).await;
    let value = serde_json::from_slice(&plugin.value().await).unwrap();
    (scene, value)
}

fn rebuilt() -> Guest {
    let made = Answer::Created {
        id: "rebuilt",
        outputs: "{}",
    };
    Guest::new().does("create", [Step::Answer(made)])
}

/// The message about a value.
async fn said_of(scene: &Scene, value: &[u8]) -> String {
    let plugin = scene.launch().await;
    message(&plugin.restore("acme", value).await.unwrap_err())
}

#[tokio::test]
async fn a_package_runs_when_its_file_is_gone() {
    let (scene, value) = added().await;
    std::fs::remove_file(scene.project().join("acme.wasm")).unwrap();
    let plugin = scene.launch().await;
    let answer = plugin
        .restore("acme", value.to_string().as_bytes())
        .await
        .unwrap();
    // An explicit provider sends the plugin's version: it is echoed, not compared.
    assert_eq!(
        (answer.name.as_str(), answer.version.as_str()),
        ("acme", "9.9.9")
    );
    assert_eq!(plugin.create("one").await.unwrap().id, "made");
    assert_eq!(plugin.schema().await["version"], "1.2.3");
}

/// A start reads less of the store than adding read; the difference must not be visible.
#[tokio::test]
async fn what_was_kept_of_a_manifest_is_the_same_package_and_is_not_needed() {
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&Guest::new(), &[]).await;
    let value = plugin.value().await;
    let schema = plugin.schema().await.to_string();
    let entry = std::fs::read_dir(scene.store()).unwrap().next().unwrap();
    let entry = entry.unwrap().path();
    let tables = || {
        let files = std::fs::read_dir(&entry).unwrap();
        let mut paths = files.map(|file| file.unwrap().path());
        paths.find(|path| {
            path.file_name()
                .unwrap()
                .to_string_lossy()
                .starts_with("tables-")
        })
    };
    let damages: [&dyn Fn(); 4] = [
        &|| {},
        &|| std::fs::write(tables().unwrap(), "").unwrap(),
        &|| {
            let path = tables().unwrap();
            let mut bytes = std::fs::read(&path).unwrap();
            *bytes.last_mut().unwrap() ^= 1;
            std::fs::write(path, bytes).unwrap();
        },
        &|| std::fs::remove_file(tables().unwrap()).unwrap(),
    ];
    for damage in damages {
        assert!(tables().is_some());
        damage();
        let plugin = scene.launch().await;
        plugin.restore("acme", &value).await.unwrap();
        plugin.configure(&[]).await.unwrap();
        assert_eq!(plugin.create("one").await.unwrap().id, "made");
        assert_eq!(plugin.schema().await.to_string(), schema);
    }
}

#[tokio::test]
async fn a_file_that_changed_is_not_run_and_warned_about() {
    let (scene, value) = added().await;
    scene.add("acme.wasm", &rebuilt());
    let plugin = scene.launch().await;
    plugin
        .restore("acme", value.to_string().as_bytes())
        .await
        .unwrap();
    plugin.configure(&[]).await.unwrap();
    assert_eq!(plugin.create("one").await.unwrap().id, "made");
    let warning = scene.engine.hears("has changed since").await;
    assert_says(
        &warning.message,
        &[
            "`acme.wasm`",
            "hint: ",
            "`pulumi package add wasm ./acme.wasm`",
        ],
    );
}

/// As after `git pull`: the program has an SDK that is installed elsewhere, such as in a virtual environment.
#[tokio::test]
async fn a_program_with_an_older_sdk_than_that_of_the_project_is_told_to_install_it() {
    let (scene, value) = added().await;
    let added_again = scene.launch_with(&rebuilt(), &[]).await;
    let lock = serde_json::json!({
        "packageDeclarationVersion": 1,
        "name": "wasm",
        "parameterization": {
            "name": "acme",
            "version": "1.0.0",
            "value": STANDARD.encode(added_again.value().await),
        },
    });
    std::fs::create_dir_all(scene.project().join("sdks/acme")).unwrap();
    scene.write("sdks/acme/acme-1.0.0.yaml", lock.to_string().as_bytes());
    let plugin = scene.launch().await;
    let older = value.to_string();
    plugin.restore("acme", older.as_bytes()).await.unwrap();
    plugin.configure(&[]).await.unwrap();
    let warning = scene.engine.hears("has changed since").await;
    assert_says(&warning.message, &["hint: ", "`pulumi install`"]);
}

/// A link in a project leads to any place that its author chose, even to an endless file of the system.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_file_without_end_in_the_place_of_one_keeps_no_call_waiting() {
    let (scene, value) = added().await;
    let file = scene.project().join("acme.wasm");
    std::fs::remove_file(&file).unwrap();
    std::os::unix::fs::symlink("/proc/self/pagemap", &file).unwrap();
    let plugin = scene.launch().await;
    plugin
        .restore("acme", value.to_string().as_bytes())
        .await
        .unwrap();
    plugin.configure(&[]).await.unwrap();
    assert_eq!(plugin.create("one").await.unwrap().id, "made");
    let warning = scene.engine.hears("has changed since").await;
    assert_says(&warning.message, &["more than", "bytes"]);
}

#[tokio::test]
async fn an_emptied_store_is_filled_from_the_recorded_file() {
    let (scene, value) = added().await;
    std::fs::remove_dir_all(scene.store()).unwrap();
    let plugin = scene.launch().await;
    plugin
        .restore("acme", value.to_string().as_bytes())
        .await
        .unwrap();
    assert_eq!(plugin.create("one").await.unwrap().id, "made");
}

#[tokio::test]
async fn a_component_that_is_nowhere_is_said_with_its_digest_and_where_it_was_looked_for() {
    let (scene, value) = added().await;
    let digest = value["components"][0]["sha256"].as_str().unwrap();
    std::fs::remove_dir_all(scene.store()).unwrap();
    std::fs::remove_file(scene.project().join("acme.wasm")).unwrap();
    let text = said_of(&scene, value.to_string().as_bytes()).await;
    let (store, file) = (scene.store(), scene.project().join("acme.wasm"));
    assert_says(
        &text,
        &[
            digest,
            &store.display().to_string(),
            &file.display().to_string(),
            "hint: get the file with that digest",
            "`pulumi package add wasm ./acme.wasm`",
        ],
    );

    scene.add("acme.wasm", &rebuilt());
    let other = Digest::of(&rebuilt().build()).to_string();
    let text = said_of(&scene, value.to_string().as_bytes()).await;
    assert_says(&text, &[digest, &other]);
}

#[tokio::test]
async fn a_value_that_is_not_ours_is_said() {
    let (scene, _) = added().await;
    for value in [
        &b""[..],
        b"\xff\xfe",
        b"[]",
        b"{\"remote\":{\"url\":\"x\"}}",
    ] {
        let text = said_of(&scene, value).await;
        assert_says(
            &text,
            &[
                "did not write the package's parameter",
                "hint: add the package again",
            ],
        );
    }
}

#[tokio::test]
async fn a_value_of_a_newer_format_asks_for_a_newer_plugin() {
    let (scene, mut value) = added().await;
    value["v"] = 3.into();
    value["news"] = json!({});
    let text = said_of(&scene, value.to_string().as_bytes()).await;
    assert_says(
        &text,
        &["has format 3", "newer version of the `wasm` plugin"],
    );
}

#[tokio::test]
async fn a_value_that_was_tampered_with_is_refused() {
    type Change = fn(&mut Value);
    let cases: [(Change, &str); 8] = [
        (
            |value| value["name"] = "other".into(),
            "the engine asked for `acme`",
        ),
        (
            |value| value["components"][0]["path"] = "../acme.wasm".into(),
            "not a path inside the project",
        ),
        (
            |value| value["components"][0]["path"] = "/etc/passwd".into(),
            "not a path inside the project",
        ),
        (
            |value| value["components"][0]["sha256"] = "../../x".into(),
            "malformed digest",
        ),
        (
            |value| value["components"][0]["sha256"] = "0".repeat(64).into(),
            "is not on this machine",
        ),
        (
            |value| value["components"] = json!([]),
            "names no component",
        ),
        (
            |value| value["grants"] = json!({ "net": ["*"] }),
            "not a host that can be granted",
        ),
        (|value| value["more"] = 1.into(), "unknown field"),
    ];
    for (change, expected) in cases {
        let (scene, mut value) = added().await;
        change(&mut value);
        let text = said_of(&scene, value.to_string().as_bytes()).await;
        assert_says(&text, &[expected, "hint: "]);
    }
}

#[tokio::test]
async fn a_value_whose_name_is_not_that_of_the_component_is_refused() {
    let (scene, mut value) = added().await;
    value["name"] = "other".into();
    let plugin = scene.launch().await;
    let bytes = value.to_string();
    let status = plugin.restore("other", bytes.as_bytes()).await.unwrap_err();
    assert_says(&message(&status), &["`acme`", "`other`", "hint: "]);
}
