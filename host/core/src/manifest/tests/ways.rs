//! The routes to permitted hosts.

use serde_json::{Value, json};

use super::{document, mistakes};
use crate::manifest::{ClientCertificateNames, Manifest, TlsWant};
use crate::value::{PropertyMap, PropertyValue};

/// A manifest with one permission that has this route, and with the configuration values for it.
fn reached(permission: Value) -> impl FnOnce(&mut Value) {
    move |document| {
        let properties = &mut document["schema"]["provider"]["inputProperties"];
        properties["ca"] = json!({ "type": "string" });
        properties["key"] = json!({ "type": "string", "secret": true });
        properties["insecure"] = json!({ "type": "boolean" });
        properties["proxy"] = json!({ "type": "string" });
        properties["standard"] = json!({ "type": "string", "default": "http://a:1" });
        properties["variable"] =
            json!({ "type": "string", "defaultInfo": { "environment": ["PROXY"] } });
        document["permissions"]["env"] = json!([{ "name": "ACME_TOKEN" }, { "name": "PROXY" }]);
        for (key, value) in permission.as_object().unwrap() {
            document["permissions"]["net"][0][key] = value.clone();
        }
    }
}

#[test]
fn tls_and_proxies_are_read_and_told() {
    let mut text = document();
    reached(json!({
        "tls": { "ca": "ca", "certificate": "ca", "key": "key", "hostOnly": true, "insecure": "insecure" },
        "proxy": "proxy"
    }))(&mut text);
    let manifest = Manifest::parse(&text.to_string()).unwrap();
    let permission = &manifest.permissions.net[0];
    let client = ClientCertificateNames {
        certificate: "ca".to_owned(),
        key: "key".to_owned(),
        host_only: true,
    };
    let tls = TlsWant {
        ca: Some("ca".to_owned()),
        client: Some(client),
        insecure: Some("insecure".to_owned()),
    };
    assert_eq!(permission.tls, Some(tls));
    assert_eq!(permission.proxy.as_deref(), Some("proxy"));
    let told = permission.details().join("\n");
    for part in [
        "authorities in the configuration's `ca`",
        "does not see the key",
        "--allow-insecure-tls",
        "proxy in the configuration's `proxy`",
    ] {
        assert!(told.contains(part), "{told}");
    }
    let value = || PropertyValue::String("x".to_owned());
    let given: PropertyMap = ["ca", "key"]
        .map(|name| (name.to_owned(), value()))
        .into_iter()
        .collect();
    let shown = manifest.permissions.shown(given);
    assert!(shown.contains_key("ca") && !shown.contains_key("key"));
}

#[test]
fn ways_that_make_no_sense_are_mistakes() {
    for (permission, expected) in [
        (json!({ "tls": { "ca": "nothing" } }), "has no `nothing`"),
        (
            json!({ "tls": { "ca": "retries" } }),
            "`retries` must be a string",
        ),
        (
            json!({ "tls": { "ca": "standard" } }),
            "`standard` cannot have a default or a constant",
        ),
        (
            json!({ "tls": { "certificate": "ca" } }),
            "`certificate` and `key` belong together",
        ),
        (
            json!({ "tls": { "certificate": "ca", "key": "proxy" } }),
            "`proxy` must be secret",
        ),
        (
            json!({ "tls": { "ca": "ca", "hostOnly": true } }),
            "`hostOnly` needs a `key`",
        ),
        (
            json!({ "tls": { "insecure": "ca" } }),
            "`ca` must be a boolean",
        ),
        (
            json!({ "tls": { "insecure": "nothing" } }),
            "has no `nothing`",
        ),
        (json!({ "tls": { "verify": "insecure" } }), "verify"),
        (json!({ "tls": "ca" }), "expected an object"),
        (
            json!({ "proxy": 1 }),
            "`proxy` must name a configuration value",
        ),
        (
            json!({ "proxy": "standard" }),
            "`standard` cannot have a default",
        ),
        (
            json!({ "proxy": "variable" }),
            "`variable` cannot have a default or a variable",
        ),
    ] {
        let told = mistakes(reached(permission.clone()));
        assert!(
            told.iter().any(|mistake| mistake.contains(expected)),
            "{permission}: {told:?}"
        );
    }
    assert_eq!(
        mistakes(reached(json!({ "proxy": "proxy" }))),
        Vec::<String>::new()
    );
}
