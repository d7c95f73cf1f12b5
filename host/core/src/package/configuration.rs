//! The configuration of a package whose components declare it together.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::PackageError;
use crate::component::Component;

/// Whether two components declare a configuration value in the same way, apart from the order of members.
pub(super) fn is_declared_alike(
    components: &[Arc<dyn Component>],
    key: &str,
    first: usize,
    second: usize,
) -> bool {
    let [first, second] = [first, second].map(|index| {
        let component = components.get(index);
        component.and_then(|component| component.manifest().declaration(key))
    });
    // The texts are nearly always equal, which suffices.
    first == second || {
        let read = |text: Option<&str>| -> Option<serde_json::Value> {
            text.and_then(|text| serde_json::from_str(text).ok())
        };
        read(first) == read(second)
    }
}

/// Checks that no component sees a value that the host keeps from another component by `hostOnly`: neither in its configuration nor in an
/// environment variable.
///
/// # Errors
/// The first value that a component would see.
pub(super) fn is_seen_by_none(components: &[Arc<dyn Component>]) -> Result<(), PackageError> {
    for keeps in components {
        let kept: BTreeSet<&str> = keeps.manifest().permissions.withheld().collect();
        if kept.is_empty() {
            continue;
        }
        let variables = keeps.manifest().withheld_variables();
        for sees in components {
            let manifest = sees.manifest();
            let own: BTreeSet<&str> = manifest.permissions.withheld().collect();
            let declares = |name: &&&str| manifest.schema.config.properties.contains_key(**name);
            let value = kept.difference(&own).find(declares);
            let own = manifest.withheld_variables();
            let mut asked = manifest.permissions.env.iter().map(|asked| &asked.name);
            let variable =
                asked.find(|name| variables.contains_key(*name) && !own.contains_key(*name));
            let value = value.map(|name| ("the configuration value", (*name).to_owned()));
            let variable = variable.map(|name| ("a value of the variable", name.clone()));
            if let Some((kind, name)) = value.or(variable) {
                return Err(PackageError::Seen {
                    kind,
                    name,
                    keeps: keeps.origin().file.clone(),
                    sees: sees.origin().file.clone(),
                });
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::*;
    use crate::package::Package;
    use crate::testing::{Answers, Fake};

    /// A component with one resource type, the configuration value `token`, and these permissions.
    fn component(name: &str, permissions: Json) -> Arc<dyn Component> {
        let token = format!("acme:index:{name}");
        let declared = json!({
            "type": "string",
            "secret": true,
            "defaultInfo": { "environment": ["ACME_TOKEN"] },
        });
        let properties = match permissions.pointer("/net") {
            Some(_) => json!({ "token": declared }),
            None => json!({}),
        };
        let manifest = json!({
            "manifest": 1,
            "schema": {
                "name": "acme",
                "version": "1.2.3",
                "provider": { "inputProperties": properties },
                "resources": { token.as_str(): {} },
            },
            "resources": { token.as_str(): { "hooks": ["create"] } },
            "permissions": permissions,
        });
        Fake::new(&format!("{name}.wasm"), &manifest, Answers::default())
    }

    #[test]
    fn no_component_sees_a_value_that_the_host_keeps_from_another() {
        let asks = |host_only: bool| {
            json!({
                "net": [{
                    "host": "api.acme.com",
                    "credential": { "as": "bearer", "config": "token", "hostOnly": host_only },
                }],
                "env": [{ "name": "ACME_TOKEN" }],
            })
        };
        let variable = json!({ "env": [{ "name": "ACME_TOKEN" }] });
        for (other, expected) in [
            (asks(true), None),
            (json!({}), None),
            (asks(false), Some("the configuration value `token`")),
            (variable, Some("a value of the variable `ACME_TOKEN`")),
        ] {
            let keeps = component("Keeps", asks(true));
            let components = vec![component("Sees", other), keeps];
            let assembled = Package::assemble(components, Box::new(|_| None));
            let told = assembled.err().map(|error| error.to_string());
            let expected = expected.map(|what| {
                format!(
                    "`Keeps.wasm` declares {what} as `hostOnly`, and `Sees.wasm` of the same package would see the value"
                )
            });
            assert_eq!(told, expected);
        }
    }
}
