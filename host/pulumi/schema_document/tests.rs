use super::*;

fn merged(documents: &[&Value]) -> Value {
    serde_json::from_str(&merge(documents, &BTreeSet::new(), b"{}", "")).expect("JSON")
}

#[test]
fn two_components_make_one_schema() {
    let first = json!({"name": "a", "version": "1.0.0", "description": "first", "resources": {"a:i:X": {}},
        "provider": {"inputProperties": {"url": {"type": "string"}}, "requiredInputs": ["url"]}});
    let second = json!({"name": "a", "version": "2.0.0", "description": "second", "resources": {"a:i:Y": {}},
        "functions": {"a:i:f": {}},
        "provider": {"inputProperties": {"url": {"type": "string"}, "key": {"type": "string"}}, "requiredInputs": ["url", "key"]}});
    let merged = merged(&[&first, &second]);
    assert_eq!(merged["version"], "1.0.0");
    assert_eq!(merged["description"], "first");
    assert_eq!(merged["resources"].as_object().expect("resources").len(), 2);
    assert_eq!(merged["functions"].as_object().expect("functions").len(), 1);
    assert_eq!(merged["provider"]["requiredInputs"], json!(["url", "key"]));
    assert_eq!(merged["parameterization"]["parameter"], "e30=");
    assert_eq!(merged["parameterization"]["baseProvider"]["name"], "wasm");
}

#[test]
fn generated_code_reads_only_the_variables_that_were_granted() {
    let hint = |names: Value| json!({ "type": "string", "defaultInfo": { "environment": names } });
    let properties = json!({
        "granted": hint(json!(["OTHER", "GRANTED"])), "other": hint(json!(["OTHER"])), "odd": hint(json!("GRANTED")),
        "defaultInfo": { "type": "string" },
    });
    let document = json!({
        "name": "a", "version": "1.0.0",
        "config": { "variables": properties },
        "provider": { "inputProperties": properties },
        "types": { "a:i:T": { "type": "object", "properties": properties } },
        "resources": { "a:i:X": {
            "inputProperties": properties, "properties": properties, "stateInputs": { "properties": properties },
        } },
        "functions": { "a:i:f": {
            "inputs": { "properties": properties }, "outputs": { "properties": properties },
        } },
    });
    let granted = BTreeSet::from(["GRANTED".to_owned()]);
    let text = merge(&[&document], &granted, b"{}", "");
    assert!(!text.contains("OTHER"), "{text}");
    let merged: Value = serde_json::from_str(&text).expect("JSON");
    for place in [
        "/config/variables",
        "/provider/inputProperties",
        "/types/a:i:T/properties",
        "/resources/a:i:X/inputProperties",
        "/functions/a:i:f/inputs/properties",
    ] {
        let expected = json!({
            "granted": hint(json!(["GRANTED"])), "other": { "type": "string" }, "odd": { "type": "string" },
            "defaultInfo": { "type": "string" },
        });
        assert_eq!(merged.pointer(place), Some(&expected), "{place}");
    }
}

#[test]
fn a_property_with_the_name_of_its_class_gets_one_for_dotnet() {
    let text = json!({ "type": "string" });
    let document = json!({ "name": "a", "version": "1.0.0", "resources": { "a:i:Token": {
        "inputProperties": { "token": text, "label": text },
        "properties": { "token": text, "label": text },
    } } });
    let resource = &merged(&[&document])["resources"]["a:i:Token"];
    assert_eq!(
        resource["properties"]["token"],
        json!({ "type": "string", "language": { "csharp": { "name": "TokenValue" } } })
    );
    assert_eq!(resource["properties"]["label"], text);
    assert_eq!(resource["inputProperties"]["token"], text);
}

#[test]
fn sdks_for_go_have_lists_of_resources_unless_a_component_says_otherwise() {
    let key = "/language/go/generateResourceContainerTypes";
    let merged = |language: Value, resources: Value| {
        let document = json!({ "name": "a", "version": "1.0.0", "language": language, "resources": resources });
        merged(&[&document]).pointer(key).cloned()
    };
    let one = || json!({ "a:i:X": {} });
    assert_eq!(merged(json!({}), one()), Some(true.into()));
    let otherwise = json!({ "go": { "generateResourceContainerTypes": false } });
    assert_eq!(merged(otherwise, one()), Some(false.into()));
    assert_eq!(merged(json!({}), json!({})), None);
}

/// Expects that a key of the document becomes this value.
#[track_caller]
fn passes(key: &str, value: Value, expected: Value) {
    let document = json!({ "name": "a", "version": "1.0.0", key: value });
    assert_eq!(merged(&[&document])[key], expected, "{key}");
}

#[test]
fn no_key_of_a_document_names_a_package_an_address_a_command_or_a_path() {
    let nothing = Value::Null;
    passes(
        "pluginDownloadURL",
        json!("https://evil.example"),
        nothing.clone(),
    );
    passes(
        "extensionParameterization",
        json!({ "baseProvider": { "name": "evil" } }),
        nothing.clone(),
    );
    passes(
        "dependencies",
        json!([{ "name": "evil", "downloadURL": "https://evil.example" }]),
        nothing.clone(),
    );
    passes("somethingNew", json!("x"), nothing.clone());
    passes(
        "homepage",
        json!("https://example.com/"),
        json!("https://example.com/"),
    );
    passes(
        "homepage",
        json!("https://e',setup=__import__('os')"),
        nothing.clone(),
    );
    passes("logoUrl", json!("file:///etc/passwd"), nothing.clone());
    passes("license", json!("MIT"), json!("MIT"));
    passes("license", json!("MIT', x='"), nothing.clone());
    passes(
        "keywords",
        json!(["kind/native", "a' + b", 7]),
        json!(["kind/native"]),
    );
    passes("namespace", json!("acme"), json!("acme"));
    passes("namespace", json!("../acme"), nothing);
    let parameterized =
        json!({ "name": "a", "parameterization": { "baseProvider": { "name": "evil" } } });
    assert_eq!(
        merged(&[&parameterized])["parameterization"]["baseProvider"]["name"],
        "wasm"
    );
}

#[test]
fn the_plugin_comes_from_the_address_of_its_own_release_and_from_no_other() {
    let evil = json!({ "name": "a", "version": "1.0.0", "pluginDownloadURL": "https://evil.example",
        "language": { "nodejs": { "pluginDownloadURL": "https://evil.example" } } });
    for (address, expected) in [
        ("", None),
        (DOWNLOAD_URL, Some(DOWNLOAD_URL)),
        ("https://example.com/x", Some("https://example.com/x")),
    ] {
        let text = merge(&[&evil, &evil], &BTreeSet::new(), b"{}", address);
        assert!(!text.contains("evil"), "{text}");
        let merged: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(merged["pluginDownloadURL"].as_str(), expected);
    }
}

#[test]
fn the_address_is_that_of_the_releases_of_this_repository() {
    let project = env!("CARGO_PKG_REPOSITORY").trim_start_matches("https://github.com/");
    let is_given = option_env!("PULUMI_WASM_DOWNLOAD_URL").is_some();
    assert!(is_given || DOWNLOAD_URL == format!("github://api.github.com/{project}"));
    // Pulumi would take it for an expression.
    assert!(is_given || !DOWNLOAD_URL.contains('$'));
}

#[test]
fn languages_are_told_nothing_that_package_managers_act_on() {
    let evil = json!({ "evil": "https://evil.example/evil.tgz" });
    let said = json!({
        "nodejs": {
            "packageName": "evil", "dependencies": evil, "devDependencies": evil, "peerDependencies": evil, "resolutions": evil,
            "typescriptVersion": "npm:evil", "extraTypeScriptFiles": ["../x.ts"], "respectSchemaVersion": true,
            "moduleToPackage": { "a": "a/b", "c": "../../x" },
        },
        "python": { "packageName": "evil", "requires": evil, "pythonRequires": ">=3'", "pyproject": { "enabled": true, "x": 1 },
            "inputTypes": "classes-and-dicts" },
        "go": { "importBasePath": "evil.example/x", "modulePath": "evil.example/x", "rootPackageName": "x",
            "internalDependencies": ["evil.example/x"], "packageImportAliases": evil, "generateResourceContainerTypes": true },
        "csharp": { "packageReferences": evil, "projectReferences": ["../x"], "rootNamespace": "Acme.Cloud",
            "namespaces": { "a": "A", "b": "B { }" } },
        "java": { "buildFiles": "gradle", "dependencies": evil, "repositories": evil, "gradleNexusPublishPluginVersion": "1",
            "basePackage": "com.acme" },
        "rust": { "x": 1 },
    });
    let expected = json!({
        "nodejs": { "respectSchemaVersion": true, "moduleToPackage": { "a": "a/b" } },
        "python": { "pyproject": { "enabled": true }, "inputTypes": "classes-and-dicts" },
        "go": { "generateResourceContainerTypes": true },
        "csharp": { "rootNamespace": "Acme.Cloud", "namespaces": { "a": "A" } },
        "java": { "basePackage": "com.acme" },
    });
    passes("language", said, expected);
}

#[test]
fn no_text_or_value_becomes_code_in_a_generated_sdk() {
    let evil = "\"\"\"); __import__('os').system('x') */ x(";
    let resource = json!({
        "description": "a */ b\u{2028}c",
        "deprecationMessage": evil,
        "aliases": [{ "type": "a:i:Old" }, { "type": "\"]}; x(" }, { "name": "x" }],
        "x": evil,
        "inputProperties": {
            "a": { "type": "string", "default": "'+x()+'", "const": "b", "language": { "csharp": { "name": "A { }" } } },
            "b": { "type": "string", "default": "b", "const": "'b'", "language": { "csharp": { "name": "B" }, "python": { "x": 1 } } },
            "c": { "$ref": "/evil/v1.0.0/schema.json#/types/evil:index:T", "description": "c" },
            "d": { "type": "array", "items": { "oneOf": [{ "$ref": "#/types/a:i:T" }, { "$ref": "/a/v9.9.9/schema.json#/types/a:i:U" }] } },
        },
    });
    let expected = json!({
        "description": "a *&#47; b\nc",
        "deprecationMessage": "'''); __import__('os').system('x') *&#47; x(",
        "aliases": [{ "type": "a:i:Old" }],
        "inputProperties": {
            "a": { "type": "string", "const": "b", "language": { "csharp": {} } },
            "b": { "type": "string", "default": "b", "language": { "csharp": { "name": "B" }, "python": {} } },
            "c": { "$ref": "pulumi.json#/Any", "description": "c" },
            "d": { "type": "array", "items": { "oneOf": [{ "$ref": "#/types/a:i:T" }, { "$ref": "pulumi.json#/Any" }] } },
        },
    });
    passes(
        "resources",
        json!({ "a:i:X": resource }),
        json!({ "a:i:X": expected }),
    );
}
