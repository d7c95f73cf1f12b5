//! Components, and the packages that they use.

use serde_json::{Value, json};

use super::{THING, document, mistakes};
use crate::manifest::{Hook, Manifest, Parameter, UsedPackage};

const SITE: &str = "acme:index:Site";

/// Adds a component with these hooks to a manifest of this format.
fn with_component(document: &mut Value, hooks: &[&str]) {
    document["schema"]["resources"][SITE] =
        json!({ "isComponent": true, "inputProperties": { "title": { "type": "string" } } });
    document["resources"][SITE] = json!({ "hooks": hooks });
}

#[test]
fn a_component_and_the_packages_that_it_uses_are_read() {
    let mut document = document();
    with_component(&mut document, &["construct"]);
    document["packages"] = json!({
        "aws": {},
        "random": { "version": "4.18.0" },
        "powerdns": {
            "version": "0.3.0",
            "parameter": { "plugin": "wasm", "version": "0.1.0", "value": "AAE=" },
        },
    });
    let manifest = Manifest::parse(&document.to_string()).unwrap();
    assert!(manifest.schema.resources[SITE].is_component);
    assert!(manifest.resource_has(SITE, Hook::Construct));
    assert!(!manifest.resource_has(THING, Hook::Construct));
    assert_eq!(manifest.uses.len(), 3);
    assert_eq!(manifest.uses["aws"], UsedPackage::default());
    assert_eq!(manifest.uses["random"].version, "4.18.0");
    let parameter = Parameter {
        plugin: "wasm".to_owned(),
        version: "0.1.0".to_owned(),
        value: vec![0, 1],
    };
    assert_eq!(manifest.uses["powerdns"].parameter, Some(parameter));
}

#[test]
fn a_component_has_the_hook_construct_and_no_other() {
    let told =
        |hooks: &'static [&'static str]| mistakes(|document| with_component(document, hooks));
    assert_eq!(told(&["construct"]), Vec::<String>::new());
    let missing = &told(&[])[0];
    assert!(missing.contains("`construct` is missing"), "{missing}");
    let other = &told(&["construct", "read"])[0];
    assert!(other.contains("`read` is never called"), "{other}");
    let custom = &mistakes(|document| {
        let hooks = document["resources"][THING]["hooks"].as_array_mut();
        hooks.unwrap().push(json!("construct"));
    })[0];
    assert!(custom.contains("only a component resource"), "{custom}");
}

#[test]
fn what_is_wrong_with_a_used_package_is_told_with_its_place() {
    for (uses, expected) in [
        (
            json!({ "acme": {} }),
            "/packages/acme: a component may use its own",
        ),
        (
            json!({ "pulumi": {} }),
            "/packages/pulumi: `pulumi` is not the name",
        ),
        (json!({ "a:b": {} }), "/packages/a:b: `a:b` is not the name"),
        // Dynamic providers, and names that the engine takes for repositories.
        (
            json!({ "pulumi-nodejs": {} }),
            "/packages/pulumi-nodejs: `pulumi-nodejs` is not the name",
        ),
        (
            json!({ "Pulumi-Python": {} }),
            "/packages/Pulumi-Python: `Pulumi-Python` is not the name",
        ),
        (
            json!({ "github.com": {} }),
            "/packages/github.com: `github.com` is not the name",
        ),
        (json!({ "a b": {} }), "/packages/a b: `a b` is not the name"),
        (
            json!({ "x": { "version": "1.0.0", "downloadUrl": "https://example.com" } }),
            "/packages/x: `downloadUrl` is refused, because a component does not decide where plugins come from",
        ),
        (
            json!({ "x": { "downloadUrl": "", "parameter": { "plugin": "wasm", "value": "" } } }),
            "/packages/x: `downloadUrl` is refused",
        ),
        (
            json!({ "x": { "versoin": "1.0.0" } }),
            "/packages/x/versoin",
        ),
        (
            json!({ "x": { "version": "1" } }),
            "/packages/x/version: `1` is not",
        ),
        (
            json!({ "x": { "parameter": {} } }),
            "/packages/x/parameter: the name of the `plugin`",
        ),
        (
            json!({ "x": { "parameter": { "plugin": "wasm", "value": "?" } } }),
            "/packages/x/parameter/value: is not base64",
        ),
        (json!([]), "/packages: expected"),
    ] {
        let told = mistakes(|document| {
            document["packages"] = uses.clone();
        });
        assert!(
            told.iter().any(|line| line.starts_with(expected)),
            "{told:?}"
        );
    }
    let many: Value = (0..101)
        .map(|index| (format!("p{index}"), json!({})))
        .collect();
    let told = mistakes(|document| {
        document["packages"] = many.clone();
    });
    assert_eq!(told, ["/packages: names more than 100 packages"]);
}
