//! A package of component resources with unusual property names that the build allows, nested types, plain inputs,
//! methods, and lists of resources in another module.

use pulumi_wasm_core::schema::{Language, sdk_faults};
use serde_json::{Map, Value, json};

use test_support::fake::guest::Guest;
use test_support::fake::steps::Step;

const BOX: &str = "odd:index/box:Box";
const CRATE: &str = "odd:deep/more/crate:Crate";
const INNER: &str = "#/types/odd:index/inner:Inner";
const THING: &str = "odd:index/thing:Thing";

/// Words of the languages, words that generated code uses, and shapes that generators change.
const NAMES: [&str; 30] = [
    "FOO",
    "HTTPServers",
    "IPs",
    "None",
    "SHA256Hash",
    "a",
    "aB2c",
    "args",
    "class",
    "clone",
    "default",
    "equalsTo",
    "event",
    "fooBar",
    "foo_baz",
    "func",
    "namespace",
    "object",
    "params",
    "parent",
    "provider",
    "range",
    "required",
    "resource",
    "self",
    "string",
    "type",
    "var",
    "x1",
    "async",
];

fn reference(to: &str) -> Value {
    json!({ "$ref": to })
}

/// A property of each name, in turn of each kind of type.
fn properties() -> Value {
    let types = [
        json!({ "type": "string" }),
        reference(INNER),
        json!({ "type": "array", "items": reference(INNER) }),
        json!({ "type": "object", "additionalProperties": { "type": "number" } }),
        reference("pulumi.json#/Any"),
        reference("pulumi.json#/Asset"),
        json!({ "oneOf": [{ "type": "string" }, reference(INNER)] }),
    ];
    let named = NAMES.iter().zip(types.iter().cycle());
    named
        .map(|(name, of)| ((*name).to_owned(), of.clone()))
        .collect()
}

/// A plain text of each name.
fn plain() -> Map<String, Value> {
    let text = |name: &&str| {
        (
            (*name).to_owned(),
            json!({ "type": "string", "plain": true }),
        )
    };
    NAMES.iter().map(text).collect()
}

fn schema() -> Value {
    let this = || reference(&format!("#/resources/{BOX}"));
    let things = || json!({ "type": "array", "items": reference(&format!("#/resources/{THING}")) });
    let mut inner = plain();
    for member in inner.values_mut() {
        *member = json!({ "type": "string" });
    }
    inner.insert("tree".to_owned(), reference(INNER));
    let lists = json!({ "type": "array", "items": { "type": "array", "items": reference(INNER) } });
    inner.insert("lists".to_owned(), lists);
    let mut inputs = plain();
    inputs.insert("box".to_owned(), this());
    inputs.insert("things".to_owned(), things());
    inputs.insert("inner".to_owned(), json!({ "$ref": INNER, "plain": true }));
    let method = |results: Value| {
        json!({
            "inputs": { "properties": { "__self__": this(), "class": reference(INNER) }, "required": ["__self__"] },
            "outputs": { "properties": results },
        })
    };
    json!({
        "name": "odd",
        "version": "1.0.0",
        "meta": { "moduleFormat": "(.*)(?:/[^/]*)" },
        "types": { "odd:index/inner:Inner": { "type": "object", "properties": inner } },
        "resources": {
            THING: { "inputProperties": properties(), "properties": properties() },
            BOX: {
                "isComponent": true,
                "inputProperties": properties(),
                "properties": properties(),
                "requiredInputs": ["fooBar"],
                "required": ["fooBar"],
                "methods": { "open": format!("{BOX}/open"), "isEmpty": format!("{BOX}/isEmpty") },
            },
            CRATE: {
                "isComponent": true,
                "inputProperties": inputs,
                "properties": { "box": this(), "things": things() },
            },
        },
        "functions": {
            format!("{BOX}/open"): method(json!({ "class": { "type": "string" }, "inner": reference(INNER) })),
            format!("{BOX}/isEmpty"): method(json!({ "things": things() })),
        },
    })
}

/// A component with that schema, which the build accepts for all languages.
pub(super) fn component() -> Vec<u8> {
    let schema = schema();
    assert_eq!(sdk_faults(&schema, &Language::ALL), []);
    let hooks = |hook: &str| json!({ "hooks": [hook] });
    Guest::new()
        .does("construct", [Step::Crash])
        .manifest(|manifest| {
            manifest["schema"] = schema;
            manifest["resources"] = json!({ BOX: hooks("construct"), CRATE: hooks("construct"), THING: hooks("create") });
        })
        .build()
}
