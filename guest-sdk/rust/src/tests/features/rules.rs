//! Rules and traits, as the manifest has them.

use std::collections::BTreeMap;

use serde_json::json;

use crate::prelude::*;
use crate::testing::manifest;

#[derive(Object, Clone)]
#[object(requires(to => from))]
struct Range {
    #[property(minimum = 0)]
    from: Option<u16>,
    to: Option<u16>,
}

#[derive(Resource)]
#[resource(
    auto_name(label, max_length = 63, random_length = 4, separator = "_", alphabet = "abc", lowercase),
    import_id = "{zone_name}/{kind}",
    delete_before_replace,
    refresh_before_update,
    consistency = "error",
    exactly_one_of(password, key),
    conflicts(range, hosts),
    at_least_one_of(range, hosts),
    all_or_none(key, key_id),
    requires(key => key_id, zone_name)
)]
struct Thing {
    label: String,
    #[property(format = "hostname", compare = ["ignore-case", "trailing-dot"])]
    zone_name: String,
    #[property(name = "type", pattern = "^[A-Z]+$", pattern_reason = "is in capitals")]
    kind: String,
    #[property(minimum = 0, maximum = 2147483647, multiple_of = 0.5)]
    ttl: f64,
    #[property(exclusive_minimum = -1, exclusive_maximum = 10)]
    weight: Option<i8>,
    #[property(
        min_items = 1,
        max_items = 9,
        unique_items,
        compare = "set",
        items(min_length = 1, max_length = 255)
    )]
    hosts: Option<Vec<String>>,
    #[property(
        min_properties = 1,
        max_properties = 4,
        key_pattern = "^x-",
        items(compare = "trim")
    )]
    headers: Option<BTreeMap<String, String>>,
    range: Option<Range>,
    #[property(write_only)]
    password: Option<String>,
    key: Option<String>,
    key_id: Option<String>,
    #[property(output, stable)]
    address: String,
}

/// The server's choice if the program does not choose.
#[derive(Clone, Object)]
struct Part {
    #[property(server_default)]
    size: Option<String>,
}

#[derive(Resource)]
struct Chosen {
    host: String,
    #[property(server_default, replace)]
    zone: Option<String>,
    part: Option<Part>,
    #[property(output, depends_on(host, zone))]
    url: String,
}

#[resource]
impl Lifecycle for Chosen {
    fn create(_: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
        Err(Error::unsupported("only described"))
    }
}

#[resource]
impl Lifecycle for Thing {
    fn create(_: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
        Err(Error::unsupported("only described"))
    }
}

#[derive(Config)]
#[config(exactly_one_of(token, password))]
struct Settings {
    #[property(min_length = 8)]
    token: Option<String>,
    password: Option<String>,
}

#[derive(Arguments)]
#[arguments(all_or_none(first, second))]
struct Query {
    #[property(max_length = 3)]
    first: Option<String>,
    second: Option<String>,
}

#[function(pure)]
fn ask(query: Query) -> Result<String> {
    Ok(query.first.or(query.second).unwrap_or_default())
}

provider!(
    Provider::new("ruled")
        .config::<Settings>()
        .resource::<Thing>()
        .function(ask)
);

#[test]
fn traits_and_rules_are_in_the_manifest() {
    let manifest = manifest::<PulumiProvider>().unwrap();
    let expected = json!({
        "hooks": ["create"],
        "autoName": {
            "property": "label", "maxLength": 63, "randomLength": 4, "separator": "_", "alphabet": "abc", "lowercase": true,
        },
        "importId": "{zoneName}/{type}",
        "deleteBeforeReplace": true,
        "refreshBeforeUpdate": true,
        "consistency": "error",
        "stable": ["address"],
        "properties": {
            "zoneName": { "format": "hostname", "compare": ["ignore-case", "trailing-dot"] },
            "type": { "pattern": "^[A-Z]+$", "patternReason": "is in capitals" },
            "ttl": { "minimum": 0, "maximum": 2147483647, "multipleOf": 0.5 },
            "weight": { "exclusiveMinimum": -1, "exclusiveMaximum": 10 },
            "hosts": {
                "minItems": 1, "maxItems": 9, "uniqueItems": true, "compare": ["set"],
                "items": { "minLength": 1, "maxLength": 255 },
            },
            "headers": {
                "minProperties": 1, "maxProperties": 4, "keyPattern": "^x-", "items": { "compare": ["trim"] },
            },
            "password": { "writeOnly": true },
        },
        "constraints": [
            { "exactlyOneOf": ["password", "key"] },
            { "conflicts": ["range", "hosts"] },
            { "atLeastOneOf": ["range", "hosts"] },
            { "allOrNone": ["key", "keyId"] },
            { "property": "key", "requires": ["keyId", "zoneName"] },
        ],
    });
    assert_eq!(manifest["resources"]["ruled:index:Thing"], expected);
    assert_eq!(
        manifest["types"],
        json!({ "ruled:index:Range": {
            "properties": {
                "from": { "minimum": 0, "maximum": 65535 },
                "to": { "minimum": 0, "maximum": 65535 },
            },
            "constraints": [{ "property": "to", "requires": ["from"] }],
        } })
    );
    assert_eq!(
        manifest["provider"],
        json!({
            "hooks": ["configure"],
            "properties": { "token": { "minLength": 8 } },
            "constraints": [{ "exactlyOneOf": ["token", "password"] }],
        })
    );
    assert_eq!(
        manifest["functions"]["ruled:index:ask"],
        json!({
            "pure": true,
            "properties": { "first": { "maxLength": 3 } },
            "constraints": [{ "allOrNone": ["first", "second"] }],
        })
    );
}

#[test]
fn what_the_server_chooses_is_described() {
    mod newer {
        use super::*;

        provider!(Provider::new("chosen").resource::<Chosen>());

        pub(super) fn described() -> serde_json::Value {
            manifest::<PulumiProvider>().unwrap()
        }
    }
    let manifest = newer::described();
    let beside = &manifest["resources"]["chosen:index:Chosen"];
    assert_eq!(
        beside["properties"],
        json!({ "zone": { "serverDefault": true } })
    );
    assert_eq!(
        beside["outputDependencies"],
        json!({ "url": ["host", "zone"] })
    );
    assert_eq!(
        manifest["types"],
        json!({ "chosen:index:Part": { "properties": { "size": { "serverDefault": true } } } })
    );
}

#[test]
fn a_generated_name_need_not_be_given() {
    let manifest = manifest::<PulumiProvider>().unwrap();
    let thing = &manifest["schema"]["resources"]["ruled:index:Thing"];
    assert_eq!(thing["requiredInputs"], json!(["zoneName", "type", "ttl"]));
    assert_eq!(
        thing["required"],
        json!(["label", "zoneName", "type", "ttl", "address"])
    );
}

#[test]
fn what_is_write_only_is_a_secret_input() {
    let manifest = manifest::<PulumiProvider>().unwrap();
    let thing = &manifest["schema"]["resources"]["ruled:index:Thing"];
    assert_eq!(thing["inputProperties"]["password"]["secret"], true);
    assert!(thing["properties"].get("password").is_none());
}
