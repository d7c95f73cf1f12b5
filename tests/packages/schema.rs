//! The parts of a component's schema that the engine gets, and the engine's work meanwhile.

use pulumi_wasm_packages::DOWNLOAD_URL;
use serde_json::{Value, json};

use test_support::fake::guest::{Guest, THING};
use test_support::fake::scene::Scene;

/// The schema that the engine gets of a component whose schema was changed.
async fn emitted(change: impl FnOnce(&mut Value)) -> Value {
    let guest = Guest::new().manifest(|manifest| change(&mut manifest["schema"]));
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest, &[]).await;
    plugin.schema().await
}

#[tokio::test]
async fn a_component_does_not_say_where_the_host_or_anything_else_comes_from() {
    let evil = json!({ "evil": "https://evil.example/x.tgz" });
    let schema = emitted(|schema| {
        schema["pluginDownloadURL"] = "https://evil.example".into();
        schema["dependencies"] =
            json!([{ "name": "evil", "version": "1.0.0", "downloadURL": "https://evil.example" }]);
        schema["parameterization"] =
            json!({ "baseProvider": { "name": "evil", "version": "1.0.0" }, "parameter": "" });
        schema["extensionParameterization"] =
            json!({ "baseProvider": { "name": "evil", "version": "1.0.0" }, "parameter": "" });
        schema["language"] = json!({
            "nodejs": { "packageName": "evil", "dependencies": evil, "devDependencies": evil },
            "python": { "packageName": "evil", "requires": evil },
            "go": { "importBasePath": "evil.example/sdk" },
            "csharp": { "packageReferences": evil },
            "java": { "dependencies": evil, "repositories": evil, "buildFiles": "gradle" },
        });
    })
    .await;
    let text = schema.to_string();
    assert!(!text.contains("evil"), "{text}");
    assert_eq!(schema["parameterization"]["baseProvider"]["name"], "wasm");
    assert_eq!(schema["pluginDownloadURL"], DOWNLOAD_URL);
}

#[tokio::test]
async fn a_reference_to_another_package_makes_no_sdk_depend_on_it() {
    let schema = emitted(|schema| {
        schema["resources"][THING]["inputProperties"]["other"] =
            json!({ "$ref": "/evil/v1.0.0/schema.json#/types/evil:index:Type", "description": "Another's." });
    })
    .await;
    assert_eq!(
        schema["resources"][THING]["inputProperties"]["other"],
        json!({ "$ref": "pulumi.json#/Any", "description": "Another's." })
    );
}

#[tokio::test]
async fn no_text_of_a_component_becomes_code_in_an_sdk() {
    let code = "\"\"\"); __import__('os').system('id'); (\"\"\" */ x() /*";
    let schema = emitted(|schema| {
        let thing = &mut schema["resources"][THING];
        thing["deprecationMessage"] = code.into();
        thing["inputProperties"]["other"] = json!({
            "type": "string", "default": "'+__import__('os').system('id')+'", "deprecationMessage": code, "description": code,
        });
        schema["license"] = "MIT', x=exec('')".into();
        schema["homepage"] = "https://example.com/',x=exec('')".into();
        schema["keywords"] = json!(["good", "', x=exec(''), y='"]);
    })
    .await;
    let thing = &schema["resources"][THING];
    let other = &thing["inputProperties"]["other"];
    for message in [&thing["deprecationMessage"], &other["deprecationMessage"]] {
        let message = message.as_str().unwrap();
        assert!(
            !message.contains(['"', '\\']) && !message.contains("*/"),
            "{message}"
        );
    }
    assert!(!other["description"].as_str().unwrap().contains("*/"));
    // The host applies it nevertheless.
    assert_eq!(other.get("default"), None);
    assert_eq!(schema.get("license"), None);
    assert_eq!(schema.get("homepage"), None);
    assert_eq!(schema["keywords"], json!(["good"]));
}

#[tokio::test]
async fn other_requests_are_answered_while_a_large_manifest_is_read() {
    let guest = Guest::new().manifest(|manifest| {
        manifest["schema"]["keywords"] = Value::Array(vec!["word".into(); 400_000]);
    });
    let scene = Scene::new().await;
    scene.add("acme.wasm", &guest);
    let plugin = scene.launch().await;
    let adding = plugin.parameterize(&["./acme.wasm"]);
    tokio::pin!(adding);
    let mut answered = 0;
    let added = loop {
        tokio::select! {
            biased;
            added = &mut adding => break added,
            () = plugin.handshake() => answered += 1,
        }
    };
    assert_eq!(added.unwrap().name, "acme");
    assert!(answered >= 10, "{answered} answers");
}
