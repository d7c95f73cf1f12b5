//! Names in manifests that lead out of a folder, or become code in a generated SDK.

use serde_json::{Value, json};

use super::attack::{Asked, Attack, withstand};
use test_support::fake::guest::{Guest, THING};

fn changed(change: impl FnOnce(&mut Value)) -> Vec<u8> {
    Guest::new().manifest(change).build()
}

/// A resource with that token beside the other.
fn token(token: &str) -> Vec<u8> {
    changed(|manifest| {
        manifest["schema"]["resources"][token] = json!({});
        manifest["resources"][token] = json!({ "hooks": ["create"] });
    })
}

fn input(name: &str, schema: Value) -> Vec<u8> {
    changed(|manifest| {
        manifest["schema"]["resources"][THING]["inputProperties"][name] = schema;
    })
}

pub(crate) fn attacks() -> Vec<Attack> {
    let refused = |name, bytes: Vec<u8>, words: &[&str]| {
        Attack::new(name, bytes)
            .asks(Asked::Parameterize)
            .refused(words)
    };
    let string = || json!({ "type": "string" });
    let values = |item: Value| {
        changed(|manifest| {
            manifest["schema"]["types"] =
                json!({ "acme:index:Kind": { "type": "string", "enum": [item] } });
        })
    };
    vec![
        refused(
            "a token with an absolute path",
            token("acme:index:/tmp/x/AGENTS"),
            &["is not a name"],
        ),
        refused(
            "a token that leads out by its name",
            token("acme:index:../../x"),
            &["is not a name"],
        ),
        refused(
            "a token that leads out by its module",
            token("acme:../../x:Thing2"),
            &["is not a module"],
        ),
        refused(
            "a token that leads out in its middle",
            token("acme:a/../../b:Thing2"),
            &["is not a module"],
        ),
        refused(
            "a token with a hidden folder",
            token("acme:.git/hooks:Thing2"),
            &["is not a module"],
        ),
        refused(
            "a token with an escape",
            token("acme:index:\u{1b}]52;c;x\u{7}"),
            &["is not a name"],
        ),
        refused(
            "a token with a quotation mark",
            token("acme:\"index:Thing2"),
            &["is not a module"],
        ),
        refused(
            "a token with a line break",
            token("acme:index:A\nB"),
            &["is not a name"],
        ),
        refused(
            "a token of another alphabet",
            token("acme:index:Тhing"),
            &["is not a name"],
        ),
        refused(
            "a token that is too long",
            token(&format!("acme:index:{}", "x".repeat(300))),
            &["is not a name"],
        ),
        refused(
            "a property that is code",
            input("x; } static { evil() }", string()),
            &["is not a property's name"],
        ),
        refused(
            "a property that is a path",
            input("../../x", string()),
            &["is not a property's name"],
        ),
        refused(
            "a property with an escape",
            input("\u{1b}[2J", string()),
            &["is not a property's name"],
        ),
        refused(
            "a property of the host's",
            input("__wasm", string()),
            &["is reserved by Pulumi"],
        ),
        refused(
            "a property of the engine's",
            input("__internal", string()),
            &["is reserved by Pulumi"],
        ),
        refused(
            "a configuration value that is code",
            changed(|manifest| {
                manifest["schema"]["provider"]["inputProperties"]["a\"; evil()"] =
                    json!({ "type": "string" });
            }),
            &["is not a property's name"],
        ),
        refused(
            "a variable that is code",
            input(
                "other",
                json!({ "type": "string", "defaultInfo": { "environment": ["X'), evil(), ('"] } }),
            ),
            &["is not the name of an environment variable"],
        ),
        refused(
            "a method that is code",
            changed(|manifest| {
                let method = format!("{THING}/run");
                manifest["schema"]["functions"][&method] = json!({});
                manifest["schema"]["resources"][THING]["methods"] =
                    json!({ "run() { evil() } x": method });
            }),
            &["is not a method's name"],
        ),
        refused(
            "a value of an enum that is code",
            values(json!({ "value": "\"); evil(\"" })),
            &["must have no quotation marks"],
        ),
        refused(
            "a name of an enum's value that is code",
            values(json!({ "value": "a", "name": "A\nevil()" })),
            &["must have no quotation marks"],
        ),
        refused(
            "a discriminator that is code",
            input(
                "other",
                json!({ "oneOf": [{ "type": "string" }, { "type": "integer" }], "discriminator": { "propertyName": "a`+b" } }),
            ),
            &["is not a property's name"],
        ),
        refused(
            "a reference to a type that is not a token",
            input(
                "other",
                json!({ "$ref": "/aws/v1.0.0/schema.json#/types/<script>" }),
            ),
            &["is not a token"],
        ),
        refused(
            "a version without end",
            changed(|manifest| {
                manifest["schema"]["version"] = format!("1.0.0-{}", "x".repeat(1000)).into();
            }),
            &["/schema/version"],
        ),
        refused(
            "a version that is a path",
            changed(|manifest| manifest["schema"]["version"] = "1.0.0-../../x".into()),
            &["/schema/version"],
        ),
        refused(
            "a package's name without end",
            changed(|manifest| manifest["schema"]["name"] = "a".repeat(1000).into()),
            &["/schema/name"],
        ),
    ]
}

#[tokio::test]
async fn names_that_lead_elsewhere_are_refused() {
    withstand(attacks()).await;
}
