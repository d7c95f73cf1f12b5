//! Identity, tokens and names that are wrong.

use serde_json::json;

use super::mistakes;
use crate::schema::PackageSchema;

#[test]
fn identity_is_checked() {
    let rows = [
        (
            "name",
            json!("2acme"),
            "/name: `2acme` is not a package name",
        ),
        (
            "name",
            json!("pulumi"),
            "/name: `pulumi` is reserved by Pulumi",
        ),
        (
            "name",
            json!("pulumi-nodejs"),
            "/name: `pulumi-nodejs` is reserved by Pulumi",
        ),
        ("name", json!(null), "/name: expected a string, found null"),
        (
            "version",
            json!("v1.0.0"),
            "/version: `v1.0.0` is not a semantic version",
        ),
        (
            "version",
            json!("1.0"),
            "/version: `1.0` is not a semantic version",
        ),
        (
            "verison",
            json!("1.0.0"),
            "/verison: unknown key `verison`; did you mean `version`?",
        ),
    ];
    for (key, value, expected) in rows {
        let found = mistakes(|document| document[key] = value);
        assert!(
            found.iter().any(|found| found.starts_with(expected)),
            "{expected}: {found:?}"
        );
    }
    assert_eq!(
        mistakes(|document| document["somethingNew"] = json!({})),
        [""; 0]
    );
    let found = PackageSchema::parse(&json!({})).unwrap_err();
    assert_eq!(found.len(), 2);
    let found = PackageSchema::parse(&json!([])).unwrap_err();
    assert_eq!(found[0].to_string(), "/: expected an object, found a list");
}

#[test]
fn tokens_are_checked() {
    let rows = [
        ("acme:Thing", "a token has three parts"),
        (
            "acne:index:Thing",
            "the token's package must be `acme`, not `acne`",
        ),
        ("acme::Thing", "a resource's token needs a module"),
        ("acme:2index:Thing", "`2index` is not a module"),
        ("acme:index:My-Thing", "`My-Thing` is not a name"),
        (
            "acme:index:Provider",
            "`Provider` in the root module is the provider itself",
        ),
        (
            "acme:index:THING",
            "another token differs only in case: `acme:index:THING`",
        ),
    ];
    for (token, expected) in rows {
        let found = mistakes(|document| document["resources"][token] = json!({}));
        assert!(
            found.iter().any(|found| found.contains(expected)),
            "{token}: {found:?}"
        );
    }
    for token in ["acme:index/thing:Other", "acme:a.b_c-d:Other"] {
        assert_eq!(
            mistakes(|document| document["resources"][token] = json!({})),
            [""; 0]
        );
    }
    for token in [
        "acme:index:get-it",
        "acme:index:Thing/method",
        "pulumi:providers:acme/log",
    ] {
        assert_eq!(
            mistakes(|document| document["functions"][token] = json!({})),
            [""; 0]
        );
    }
    let renamed = mistakes(|document| {
        document["allowedPackageNames"] = json!(["other"]);
        document["resources"]["other:index:Thing"] = json!({});
    });
    assert_eq!(renamed, [""; 0]);
}

#[test]
fn property_names_are_checked() {
    let text = json!({ "type": "string" });
    let place = "/resources/acme:index:Thing";
    for (part, name) in [
        ("inputProperties", "pulumi"),
        ("inputProperties", "urn"),
        ("inputProperties", "id"),
        ("properties", "id"),
    ] {
        let found = mistakes(|document| {
            document["resources"]["acme:index:Thing"][part][name] = text.clone();
        });
        assert_eq!(
            found,
            [format!(
                "{place}/{part}/{name}: `{name}` is reserved by Pulumi"
            )]
        );
    }
    let component = mistakes(|document| {
        document["resources"]["acme:index:Group"] =
            json!({ "isComponent": true, "properties": { "id": text } });
    });
    assert_eq!(component, [""; 0]);
    let config = mistakes(|document| document["config"]["variables"]["version"] = text.clone());
    assert_eq!(
        config,
        ["/config/variables/version: `version` is reserved by Pulumi"]
    );
    let required = mistakes(|document| {
        document["resources"]["acme:index:Thing"]["requiredInputs"] = json!(["label", "lable"]);
    });
    assert_eq!(
        required,
        [format!(
            "{place}/requiredInputs/1: `lable` is required, but is not a property"
        )]
    );
}
