//! The parts of Pulumi's schema beside types.

use serde_json::json;

use crate::prelude::*;
use crate::testing::manifest;

#[derive(Enum, Clone, Copy)]
#[enumeration(module = "net", language = r#"{ "go": { "x": 1 } }"#)]
enum Kind {
    Only,
}

/// How much.
#[derive(Enum, Clone, Copy)]
enum Level {
    /// A little.
    Low = 1,
    High = 10,
}

#[derive(Object, Clone)]
#[object(module = "net", language = r#"{ "go": { "y": 1 } }"#)]
struct Part {
    kind: Kind,
    #[property(default = 10)]
    level: Level,
}

#[derive(Resource)]
#[resource(
    module = "net",
    alias = "schemas:index:Thing",
    alias = "older:index:Thing",
    language = r#"{ "csharp": { "name": "Thing2" } }"#
)]
struct Thing {
    #[property(constant = "v1")]
    api_version: String,
    #[property(constant = true)]
    fixed: Option<bool>,
    #[property(will_replace)]
    size: u8,
    #[property(language = r#"{ "csharp": { "name": "Label_" } }"#)]
    label: Option<String>,
    part: Option<Part>,
}

#[resource]
impl Lifecycle for Thing {
    fn create(request: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
        let ThingInputs {
            api_version,
            fixed,
            size,
            label,
            part,
        } = request.inputs;
        Ok(Created::with_state(
            "thing",
            Thing {
                api_version,
                fixed,
                size,
                label,
                part,
            },
        ))
    }
}

provider!(
    Provider::new("schemas")
        .display_name("Schemas")
        .publisher("Somebody")
        .logo("https://example.com/logo.svg")
        .namespace("acme")
        .attribution("from us")
        .download_url("https://example.com")
        .homepage("https://example.com/home")
        .keywords(["pulumi", "category/network"])
        .language(r#"{ "nodejs": { "packageName": "@acme/schemas" } }"#)
        .mapping(Mapping::new("terraform", "{}").provider("tf"))
        .mapping(Mapping::new("other", "x"))
        .resource::<Thing>()
);

#[test]
fn the_package_is_described() {
    let manifest = manifest::<PulumiProvider>().unwrap();
    let schema = &manifest["schema"];
    for (key, expected) in [
        ("displayName", json!("Schemas")),
        ("publisher", json!("Somebody")),
        ("logoUrl", json!("https://example.com/logo.svg")),
        ("namespace", json!("acme")),
        ("attribution", json!("from us")),
        ("pluginDownloadURL", json!("https://example.com")),
        ("homepage", json!("https://example.com/home")),
        ("keywords", json!(["pulumi", "category/network"])),
        (
            "language",
            json!({ "nodejs": { "packageName": "@acme/schemas" } }),
        ),
        ("version", json!(env!("CARGO_PKG_VERSION"))),
    ] {
        assert_eq!(schema[key], expected, "{key}");
    }
    assert_eq!(
        manifest["mappings"],
        json!([
            { "key": "terraform", "provider": "tf", "data": "{}" },
            { "key": "other", "provider": "schemas", "data": "x" },
        ])
    );
}

#[test]
fn the_resource_is_described() {
    let manifest = manifest::<PulumiProvider>().unwrap();
    let schema = &manifest["schema"];
    let thing = &schema["resources"]["schemas:net:Thing"];
    assert_eq!(
        thing["aliases"],
        json!([{ "type": "schemas:index:Thing" }, { "type": "older:index:Thing" }])
    );
    assert_eq!(thing["language"], json!({ "csharp": { "name": "Thing2" } }));
    let inputs = &thing["inputProperties"];
    assert_eq!(
        inputs["apiVersion"],
        json!({ "type": "string", "const": "v1" })
    );
    assert_eq!(thing["properties"]["apiVersion"]["const"], "v1");
    assert_eq!(
        inputs["size"],
        json!({ "type": "integer", "willReplaceOnChanges": true })
    );
    assert_eq!(
        inputs["label"]["language"],
        json!({ "csharp": { "name": "Label_" } })
    );
    assert_eq!(
        schema["types"]["schemas:net:Part"]["language"],
        json!({ "go": { "y": 1 } })
    );
    assert_eq!(
        schema["types"]["schemas:net:Kind"]["language"],
        json!({ "go": { "x": 1 } })
    );
    assert_eq!(
        schema["types"]["schemas:index:Level"],
        json!({
            "description": "How much.",
            "type": "integer",
            "enum": [
                { "name": "Low", "value": 1, "description": "A little." },
                { "name": "High", "value": 10 },
            ],
        })
    );
    let level = &schema["types"]["schemas:net:Part"]["properties"]["level"];
    assert_eq!(level["default"], 10);
}

#[test]
fn a_constant_is_there_without_being_given() {
    let inputs: ThingInputs = crate::testing::properties(json!({ "size": 1 })).unwrap();
    assert_eq!((&*inputs.api_version, inputs.fixed), ("v1", None));
}

mod wrong {
    use super::*;

    #[derive(Resource)]
    #[resource(language = "no json")]
    struct Thing {
        #[property(constant = 1)]
        name: String,
        #[property(language = "[]")]
        other: Option<String>,
    }

    #[resource]
    impl Lifecycle for Thing {
        fn create(request: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
            let ThingInputs { name, other } = request.inputs;
            Ok(Created::with_state("thing", Thing { name, other }))
        }

        fn migrations(_: &mut Migrations) {}
    }

    provider!(Provider::new("wrong").resource::<Thing>());

    #[test]
    fn all_mistakes_are_told_at_once() {
        let error = manifest::<PulumiProvider>().unwrap_err().to_string();
        for mistake in [
            "the constant of `name` is wrong: expected a string, found a number",
            "the `language` of `other` is not a JSON object",
            "the `language` of `wrong:index:Thing` is not JSON: ",
            "`wrong:index:Thing` has `migrations` without a step",
        ] {
            assert!(error.contains(mistake), "{mistake}: {error}");
        }
    }
}
