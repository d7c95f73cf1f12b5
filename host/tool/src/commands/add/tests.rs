//! Modules of the schemas in `tests/components/site/schemas`, in all languages. The modules themselves lie in the providers `site`, which
//! are built with them.

use std::fs;
use std::path::PathBuf;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use pulumi_wasm_packages::ParameterValue;
use serde_json::{Value, json};

use super::names::{TakenNames, is_usable, pascal, snake};
use super::package::Kind;
use super::{read, text};
use crate::language::{ComponentResources, LANGUAGES};

fn components() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/components")
}

fn schema(name: &str) -> Value {
    let file = components()
        .join("site/schemas")
        .join(format!("{name}.json"));
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// The modules of the random package and of the hostile one in each language, as the providers have them.
const MODULES: [(&str, &str, &str); 3] = [
    ("rust", "site/src/random.rs", "site/src/hostile.rs"),
    (
        "python",
        "python/site/random_resources.py",
        "python/site/hostile_one_resources.py",
    ),
    (
        "typescript",
        "typescript/site/src/random.ts",
        "typescript/site/src/hostile-one.ts",
    ),
];

fn language(word: &str) -> &'static dyn ComponentResources {
    let mut languages = LANGUAGES.into_iter();
    let language = languages.find(|language| language.word() == word).unwrap();
    language.with_component_resources().unwrap()
}

#[track_caller]
fn is_the_compiled_one(written: &str, file: &str) {
    let compiled = fs::read_to_string(components().join(file)).unwrap_or_default();
    assert!(
        written == compiled,
        "{file} is not what is written:\n{written}"
    );
}

#[test]
fn the_module_of_named_resources_is_the_one_that_providers_are_built_with() {
    for (module, file, _) in MODULES {
        for resources in [
            ["RandomPet", "RandomPassword"],
            // In any order, and by any of their names.
            [
                "index/randomPassword:RandomPassword",
                "random:index/randomPet:RandomPet",
            ],
        ] {
            let package = read::package(&schema("random"), &words(&resources)).unwrap();
            is_the_compiled_one(&language(module).resource_module(&package), file);
        }
    }
}

#[test]
fn the_module_of_a_schema_with_evil_names_is_the_one_that_providers_are_built_with() {
    for (module, _, file) in MODULES {
        let resources = words(&["index:type", "other:type", "Result"]);
        let package = read::package(&schema("hostile"), &resources).unwrap();
        is_the_compiled_one(&language(module).resource_module(&package), file);
    }
}

#[test]
fn a_property_has_the_type_of_its_schema_in_each_language() {
    let text = json!({ "type": "string" });
    let list = |items: Value| json!({ "type": "array", "items": items });
    let refers = |to: &str| json!({ "$ref": to });
    // The required input in Rust, Python and TypeScript, and the optional output in each.
    for (spec, inputs, outputs) in [
        (
            text.clone(),
            ["String", "str | sdk.Output[str]", "string"],
            ["Option<String>", "str | None", "string | undefined"],
        ),
        (
            json!({ "type": "integer" }),
            ["i64", "int | sdk.Output[int]", "number"],
            ["Option<i64>", "int | None", "number | undefined"],
        ),
        (
            list(list(json!({ "type": "number" }))),
            [
                "Vec<Vec<f64>>",
                "Sequence[Sequence[float | sdk.Output[float]] | sdk.Output[Sequence[float]]] | sdk.Output[Sequence[Sequence[float]]]",
                "readonly (readonly number[])[]",
            ],
            [
                "Option<Vec<Vec<f64>>>",
                "list[list[float]] | None",
                "readonly (readonly number[])[] | undefined",
            ],
        ),
        (
            json!({ "type": "object", "additionalProperties": { "type": "boolean" } }),
            [
                "std::collections::BTreeMap<String, bool>",
                "Mapping[str, bool | sdk.Output[bool]] | sdk.Output[Mapping[str, bool]]",
                "{ readonly [name: string]: boolean }",
            ],
            [
                "Option<std::collections::BTreeMap<String, bool>>",
                "dict[str, bool] | None",
                "{ readonly [name: string]: boolean } | undefined",
            ],
        ),
        // An enum, and one in which any text may stand.
        (
            refers("#/types/a:index:Colour"),
            [
                "String",
                "Literal[\"red\", \"blue\"] | sdk.Output[str]",
                "\"red\" | \"blue\"",
            ],
            [
                "Option<String>",
                "Literal[\"red\", \"blue\"] | None",
                "\"red\" | \"blue\" | undefined",
            ],
        ),
        // A constant.
        (
            json!({ "type": "string", "const": "apps/v1" }),
            [
                "String",
                "Literal[\"apps/v1\"] | sdk.Output[str]",
                "\"apps/v1\"",
            ],
            [
                "Option<String>",
                "Literal[\"apps/v1\"] | None",
                "\"apps/v1\" | undefined",
            ],
        ),
        (
            json!({ "type": "integer", "const": 3 }),
            ["i64", "Literal[3] | sdk.Output[int]", "3"],
            ["Option<i64>", "Literal[3] | None", "3 | undefined"],
        ),
        (
            json!({ "oneOf": [refers("#/types/a:index:Colour"), text] }),
            ["String", "str | sdk.Output[str]", "string"],
            ["Option<String>", "str | None", "string | undefined"],
        ),
        (
            json!({ "oneOf": [list(text.clone()), text] }),
            [
                "sdk::Json",
                "Sequence[str | sdk.Output[str]] | str | sdk.Output[Sequence[str] | str]",
                "readonly string[] | string",
            ],
            [
                "Option<sdk::Json>",
                "list[str] | str | None",
                "readonly string[] | string | undefined",
            ],
        ),
        (
            refers("#/types/a:index:Spot"),
            ["Spot", "Spot | sdk.Output[Mapping[str, Any]]", "Spot"],
            ["Option<sdk::Json>", "SpotValue | None", "Spot | undefined"],
        ),
        // Of another package, an object without properties, and any value.
        (
            refers("/aws/v7.0.0/schema.json#/types/aws:a:B"),
            ["sdk::Json", "sdk.Declarable", "Json"],
            ["Option<sdk::Json>", "Any", "Json | undefined"],
        ),
        (
            refers("#/types/a:index:Nothing"),
            ["sdk::Json", "sdk.Declarable", "Json"],
            ["Option<sdk::Json>", "Any", "Json | undefined"],
        ),
        (
            refers("pulumi.json#/Asset"),
            [
                "sdk::AssetOrArchive",
                "sdk.Asset | sdk.Archive | sdk.Output[sdk.Asset | sdk.Archive]",
                "Asset | Archive",
            ],
            [
                "Option<sdk::AssetOrArchive>",
                "sdk.Asset | sdk.Archive | None",
                "Asset | Archive | undefined",
            ],
        ),
    ] {
        let schema = json!({
            "name": "a",
            "types": {
                "a:index:Colour": { "type": "string", "enum": [{ "value": "red" }, { "value": "blue" }] },
                "a:index:Spot": { "type": "object", "properties": { "x": { "type": "number" } } },
                "a:index:Nothing": { "type": "object" },
            },
            "resources": { "a:index:R": {
                "inputProperties": { "given": spec },
                "requiredInputs": ["given"],
                "properties": { "made": spec },
            } },
        });
        let package = read::package(&schema, &words(&["R"])).unwrap();
        let [rust, python, typescript] =
            MODULES.map(|(module, ..)| language(module).resource_module(&package));
        for (module, line) in [
            (&rust, format!("pub given: sdk::Input<{}>,", inputs[0])),
            (
                &rust,
                format!("fn made(&self) -> sdk::Output<{}> {{", outputs[0]),
            ),
            (&python, format!("    given: {}\n", inputs[1])),
            (
                &python,
                format!("def made(self) -> sdk.Output[{}]:", outputs[1]),
            ),
            (
                &typescript,
                format!("readonly given: Input<{}>;", inputs[2]),
            ),
            (&typescript, format!("readonly made: {};", outputs[2])),
        ] {
            assert!(module.contains(&line), "{line} should be in\n{module}");
        }
    }
}

#[test]
fn what_a_module_cannot_have_is_left_out_and_told() {
    let package = read::package(&schema("hostile"), &words(&["index:type"])).unwrap();
    assert_eq!(package.notes.len(), 3, "{:?}", package.notes);
    let inputs = &package.resources[0].inputs;
    let kind = |name: &str| {
        let found = inputs.iter().find(|property| property.name == name);
        found.unwrap().kind.clone()
    };
    assert_eq!(kind("colour"), Kind::Text);
    assert_eq!(kind("sly"), Kind::Text);
    let either = Kind::OneOf(vec![Kind::Text, Kind::Integer]);
    assert_eq!(kind("choice"), either);
    for any in ["node", "elsewhere", "missing", "foo-bar", "evil"] {
        assert_eq!(kind(any), Kind::Any, "{any}");
    }
    let types: Vec<&str> = package
        .types
        .iter()
        .map(|object| object.name.as_str())
        .collect();
    assert_eq!(types, ["Option", "Empty", "Node", "Words"]);
}

#[test]
fn words_that_name_no_resource_or_several_are_told() {
    for (name, word, says) in [
        ("random", "RandomPett", "did you mean `RandomPet`?"),
        ("random", "", "has no resource ``"),
        (
            "hostile",
            "type",
            "may be one of `hostile-one:index:type`, `hostile-one:other:type`",
        ),
    ] {
        let error = read::package(&schema(name), &words(&[word]))
            .unwrap_err()
            .to_string();
        assert!(
            error.contains(says) && error.contains("\nhint: "),
            "{error}"
        );
    }
    for evil in ["a b", "x\"", "", "../x", "1"] {
        let schema = json!({ "name": evil, "resources": {} });
        let error = read::package(&schema, &words(&["A"]))
            .unwrap_err()
            .to_string();
        assert!(error.contains("no usable name"), "{error}");
    }
    let schema = json!({ "name": "a", "resources": { "a:index:Evil\"; fn x() {} //": {} } });
    let error = read::package(&schema, &words(&["index:Evil\"; fn x() {} //"])).unwrap_err();
    assert!(error.to_string().contains("not a token"), "{error}");
    let schema = json!({ "name": "a", "resources": { "a:index:R": { "isOverlay": true } } });
    let error = read::package(&schema, &words(&["R"])).unwrap_err();
    let says = "`a:index:R` is code of Pulumi's SDKs, and not a resource of the provider\nhint: declare the resources that it makes";
    assert_eq!(error.to_string(), says);
}

#[test]
fn outputs_that_are_secret_are_registered_as_such_in_each_language() {
    let text = json!({ "type": "string" });
    let secret = json!({ "type": "string", "secret": true });
    let properties = json!({ "id": secret, "token": secret, "plain": text, "key": secret });
    let schema = json!({ "name": "a", "resources": {
        "a:index:R": { "properties": properties },
        "a:index:C": { "isComponent": true, "properties": { "url": secret } },
        "a:index:P": { "properties": { "plain": text } },
    } });
    let package = read::package(&schema, &words(&["R", "C", "P"])).unwrap();
    let [rust, python, typescript] =
        MODULES.map(|(module, ..)| language(module).resource_module(&package));
    for (module, line) in [
        (
            &rust,
            "        options.clone().secret_outputs([\"key\", \"token\"]).child(part, Self::TOKEN, ()).map(Self)\n",
        ),
        (
            &rust,
            "        options.clone().secret_outputs([\"url\"]).component(part, Self::TOKEN, ()).map(Self)\n",
        ),
        (
            &rust,
            "        options.child(part, Self::TOKEN, ()).map(Self)\n",
        ),
        (
            &python,
            "    TOKEN = \"a:index:R\"\n    SECRETS = [\"key\", \"token\"]\n\n",
        ),
        (
            &python,
            "    TOKEN = \"a:index:C\"\n    SECRETS = [\"url\"]\n\n",
        ),
        (&python, "    TOKEN = \"a:index:P\"\n\n"),
        (
            &typescript,
            "resourceType<RInputs, ROutputs>(\"a:index:R\", [\"key\", \"token\"]);\n",
        ),
        (
            &typescript,
            "componentType<CInputs, COutputs>(\"a:index:C\", [\"url\"]);\n",
        ),
        (
            &typescript,
            "resourceType<PInputs, POutputs>(\"a:index:P\");\n",
        ),
    ] {
        assert!(module.contains(line), "{line} should be in\n{module}");
    }
}

#[test]
fn a_constant_is_told_because_nothing_adds_it() {
    let constant = json!({ "type": "string", "const": "apps/v1" });
    let schema = json!({ "name": "a", "resources": { "a:index:R": {
        "inputProperties": { "apiVersion": constant },
        "properties": { "kind": constant },
    } } });
    let package = read::package(&schema, &words(&["R"])).unwrap();
    let note =
        "`a:index:R` has the constant `apiVersion`, which is not added automatically: give it";
    assert_eq!(package.notes, [note]);
}

#[test]
fn a_module_imports_what_it_uses_and_not_what_its_texts_say() {
    let schema = json!({
        "name": "a",
        "types": { "a:index:Kind": { "type": "string", "enum": [{ "value": "Asset" }, { "value": "Sequence" }] } },
        "resources": { "a:index:R": { "inputProperties": {
            "policyJson": { "type": "string", "description": "An Archive, or a Mapping of Any." },
            "kind": { "$ref": "#/types/a:index:Kind" },
        } } },
    });
    let package = read::package(&schema, &words(&["R"])).unwrap();
    let [_, python, typescript] =
        MODULES.map(|(module, ..)| language(module).resource_module(&package));
    let imports = "\nimport { resourceType, type Input } from \"pulumi-wasm-provider\";\n";
    assert!(typescript.contains(imports), "{typescript}");
    let imports = "annotations\n\nfrom typing import Literal, NotRequired, TypedDict\n\nimport";
    assert!(python.contains(imports), "{python}");
}

#[test]
fn a_parameter_that_cannot_stand_in_a_source_is_left_out_and_told() {
    let schema = |plugin: &str, value: &str, address: &str| {
        json!({
            "name": "a",
            "pluginDownloadURL": address,
            "parameterization": { "baseProvider": { "name": plugin, "version": "1" }, "parameter": value },
            "resources": { "a:index:R": {} },
        })
    };
    let read = |schema: Value| read::package(&schema, &words(&["R"])).unwrap();
    let plain = read(schema("wasm", "e30=", "https://a.example"));
    let parameter = plain.parameter.unwrap();
    assert_eq!(
        (parameter.plugin.as_str(), parameter.value.as_str()),
        ("wasm", "e30=")
    );
    // Not a whole version.
    assert_eq!(parameter.version, "");
    assert!(plain.notes.is_empty(), "{:?}", plain.notes);
    for (plugin, value) in [("wa\"sm", "e30="), ("wasm", "e\n30"), ("wasm", "e\\30")] {
        let evil = read(schema(plugin, value, "https://é.example"));
        assert_eq!(evil.parameter, None);
        assert_eq!(evil.notes.len(), 1, "{:?}", evil.notes);
    }
    // Another plugin could run any program.
    let other = read(schema("terraform-provider", "e30=", ""));
    assert_eq!(other.parameter, None);
    assert!(other.notes[0].contains("`terraform-provider` with a parameter"));
}

#[test]
fn a_parameter_in_uses_has_no_grants_of_the_users_who_made_it() {
    let grants = json!({ "net": ["api.example.com"], "env": ["TOKEN"] });
    let value = |grants: &Value| {
        let component = json!({ "sha256": "ab".repeat(32), "path": "a.wasm" });
        let value = json!({
            "v": 1, "name": "a", "version": "1.0.0", "components": [component], "grants": grants,
        });
        let value = ParameterValue::parse(value.to_string().as_bytes()).unwrap();
        BASE64_STANDARD.encode(value.to_bytes())
    };
    let (granted, bare) = (value(&grants), value(&json!({})));
    for (given, notes) in [(&granted, 1), (&bare, 0)] {
        let schema = json!({
            "name": "a",
            "parameterization": { "baseProvider": { "name": "wasm", "version": "0.1.0" }, "parameter": given },
            "resources": { "a:index:R": {} },
        });
        let package = read::package(&schema, &words(&["R"])).unwrap();
        assert_eq!(package.parameter.unwrap().value, bare);
        assert_eq!(package.notes.len(), notes, "{:?}", package.notes);
    }
}

#[test]
fn the_address_of_a_plugin_is_told_to_users_and_not_written_into_the_source() {
    let schema = json!({
        "name": "a", "pluginDownloadURL": "https://a.example", "resources": { "a:index:R": {} },
    });
    let package = read::package(&schema, &words(&["R"])).unwrap();
    assert!(
        package.notes[0].contains("`https://a.example`"),
        "{:?}",
        package.notes
    );
}

#[test]
fn properties_and_notes_beyond_a_bound_are_told_once() {
    let many = |count: usize, name: &str| {
        let names =
            (0..count).map(|number| (format!("{name}{number}"), json!({ "type": "string" })));
        Value::Object(names.collect())
    };
    let package = |properties: Value| {
        let schema =
            json!({ "name": "a", "resources": { "a:index:R": { "properties": properties } } });
        read::package(&schema, &words(&["R"])).unwrap()
    };
    let large = package(many(1200, "p"));
    assert_eq!(large.resources[0].outputs.len(), 1000);
    let note = "`a:index:R` has more than 1000 properties: the others are left out";
    assert_eq!(large.notes, [note]);
    assert_eq!(package(many(100, "é")).notes.len(), 100);
    let evil = package(many(130, "é"));
    assert_eq!(evil.notes.len(), 100);
    assert_eq!(evil.notes[99], "and 31 notes more");
}

#[test]
fn a_schema_of_any_depth_or_size_gives_a_module_of_a_bounded_one() {
    let mut deep = json!({ "type": "string" });
    for _ in 0..90 {
        deep = json!({ "type": "array", "items": deep });
    }
    let types = (0..2000).map(|number| {
        let next = format!("#/types/a:index:T{}", number + 1);
        (
            format!("a:index:T{number}"),
            json!({ "properties": { "next": { "$ref": next } } }),
        )
    });
    let types: serde_json::Map<String, Value> = types.collect();
    let schema = json!({
        "name": "a",
        "types": types,
        "resources": { "a:index:R": {
            "description": "x".repeat(1 << 20),
            "inputProperties": { "deep": deep, "first": { "$ref": "#/types/a:index:T0" } },
        } },
    });
    let package = read::package(&schema, &words(&["R"])).unwrap();
    assert_eq!(package.types.len(), 300);
    for (module, ..) in MODULES {
        assert!(language(module).resource_module(&package).len() < 100_000);
    }
}

#[test]
fn names_of_a_schema_become_identifiers() {
    for (name, snaked, camel) in [
        ("indexDocument", "index_document", "IndexDocument"),
        ("index-document", "index_document", "IndexDocument"),
        ("HTTPServer", "http_server", "HttpServer"),
        ("s3Bucket", "s3_bucket", "S3Bucket"),
        ("9lives", "_9lives", "N9lives"),
        ("$ref", "ref", "Ref"),
        ("__x", "x", "X"),
    ] {
        assert_eq!(
            (snake(name).as_str(), pascal(name).as_str()),
            (snaked, camel),
            "{name}"
        );
    }
    for bad in ["", "é", "a b", "a\"", "_", "1", &"a".repeat(101)] {
        assert!(!is_usable(bad), "{bad}");
    }
    let mut taken = TakenNames::with(&["type"]);
    let names = ["type", "type", "type", "a"].map(|name| taken.take(name));
    assert_eq!(names, ["type_", "type_2", "type_3", "a"]);
}

#[test]
fn of_a_description_the_first_paragraph_is_left_on_one_line() {
    for (given, left) in [
        ("One.\n\nTwo.", "One."),
        ("a\nb\tc  d", "a b c d"),
        ("\r\nOne,\r\nstill.\r\n\r\nTwo.", "One, still."),
        ("One.\n \t\nTwo.", "One."),
        ("See:\n```sh\nrm -rf\n```", "See:"),
        ("", ""),
    ] {
        assert_eq!(text::description(given), left, "{given:?}");
    }
    let long = text::description(&"ä".repeat(1000));
    assert_eq!(long.chars().count(), 301);
    for evil in ["a\u{202e}b", "a\u{2028}b", "a\rb", "a\u{0}b"] {
        let left = text::description(evil);
        let is_plain = |letter: char| !letter.is_control() && !"\u{202e}\u{2028}".contains(letter);
        assert!(left.chars().all(is_plain), "{left:?}");
    }
}
