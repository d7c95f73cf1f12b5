//! The packages that manifests name in `packages`, judged before anything of them runs.
//!
//! A component chooses neither native programs nor grants. A used package with a parameter is another component in the
//! same sandbox. So its parameter belongs to this plugin and has no grants or limits, because only users give grants
//! when they add a package.

use std::collections::BTreeMap;

use pulumi_wasm_core::manifest::{Manifest, Parameter, UsedPackage};
use pulumi_wasm_core::text::Excerpt;

use crate::plugin_reference::PLUGIN;
use crate::value::flags;
use crate::{ParameterValue, SourceError};

/// The packages that a component may not use as its manifest names them, each with the reason.
pub(crate) fn unusable_uses(manifest: &Manifest) -> BTreeMap<String, String> {
    let uses = manifest.uses.iter();
    let unusable = uses.filter_map(|(name, used)| {
        let parameter = used.parameter.as_ref()?;
        let reason = against(name, &used.version, parameter)?;
        Some((name.clone(), reason))
    });
    unusable.collect()
}

/// Makes sure that a component may use all packages as its manifest names them.
///
/// # Errors
/// When a package is served by another plugin than this one with a parameter, or a parameter has grants or limits.
pub fn require_usable(manifest: &Manifest) -> Result<(), SourceError> {
    let unusable = unusable_uses(manifest);
    if unusable.is_empty() {
        return Ok(());
    }
    let reasons: Vec<String> = unusable
        .into_values()
        .map(|reason| format!("  {reason}"))
        .collect();
    Err(SourceError::new(format!(
        "the package `{}` lists packages in `packages` that no component may use:\n{}",
        Excerpt::name(manifest.name()),
        reasons.join("\n")
    ))
    .hint(HINT))
}

/// The advice for authors and users.
pub(crate) const HINT: &str = "the author names such a package without a parameter, or with the parameter that `pulumi-wasm add FILE` prints; \
     a program that grants it more adds the package, declares its provider, and gives the provider to the component";

/// The component that a used package stands for, if its parameter belongs to this plugin.
pub(crate) fn component_of(used: &UsedPackage) -> Option<ParameterValue> {
    let parameter = used.parameter.as_ref();
    let parameter = parameter.filter(|parameter| parameter.plugin == PLUGIN)?;
    ParameterValue::parse(&parameter.value).ok()
}

/// The packages that a manifest names in another build than the project's SDKs, each with the reason. The engine runs one
/// build of a version, so the build of the manifest would serve the program's own resources of the package.
pub(crate) fn uses_of_other_builds(
    manifest: &Manifest,
    in_sdks: &[ParameterValue],
) -> BTreeMap<String, String> {
    let uses = manifest.uses.iter().filter_map(|(name, used)| {
        let value = component_of(used)?;
        let is_of_version = |other: &&ParameterValue| {
            (&other.name, &other.version) == (&value.name, &value.version)
        };
        let of_version = || in_sdks.iter().filter(is_of_version);
        if of_version().any(|other| other.digests() == value.digests()) {
            return None;
        }
        let other = of_version().next()?;
        let reason = format!(
            "`packages` names the package `{}` {} as the component {}, and the project has an SDK of it with {}: Pulumi runs one \
             build of a version",
            Excerpt::name(name),
            Excerpt::name(&value.version),
            value.digests(),
            other.digests()
        );
        Some((name.clone(), reason))
    });
    uses.collect()
}

/// Why a component may not use a package by a parameter.
fn against(name: &str, version: &str, parameter: &Parameter) -> Option<String> {
    let shown = Excerpt::name(name);
    if parameter.plugin != PLUGIN {
        return Some(format!(
            "`packages` names a parameter of the plugin `{}` for the package `{shown}`, and a component uses parameters of the plugin `{PLUGIN}` alone",
            Excerpt::name(&parameter.plugin)
        ));
    }
    let value = match ParameterValue::parse(&parameter.value) {
        Ok(value) => value,
        Err(error) => {
            return Some(format!(
                "the parameter in `packages` for the package `{shown}` cannot be used: {}",
                Excerpt::reason(&error.reason)
            ));
        }
    };
    if (value.name.as_str(), value.version.as_str()) != (name, version) {
        return Some(format!(
            "`packages` names the package `{shown}` {}, and its parameter names `{}` {}",
            Excerpt::name(version),
            Excerpt::name(&value.name),
            Excerpt::name(&value.version)
        ));
    }
    let flags = flags(&value.grants, &value.limits);
    if !flags.is_empty() {
        return Some(format!(
            "the parameter in `packages` for the package `{shown}` has `{}`, and only users grant anything and set limits",
            Excerpt::reason(&flags.join(" "))
        ));
    }
    None
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::prelude::BASE64_STANDARD;
    use serde_json::{Value, json};

    use super::*;

    /// The reason against a package `helper` 0.1.0 with this parameter.
    fn reason(plugin: &str, change: impl FnOnce(&mut Value)) -> Option<String> {
        let mut value = json!({
            "v": 1, "name": "helper", "version": "0.1.0",
            "components": [{ "sha256": "ab".repeat(32), "path": "helper.wasm" }],
        });
        change(&mut value);
        let value = BASE64_STANDARD.encode(value.to_string());
        let manifest = json!({
            "manifest": 1,
            "schema": { "name": "site", "version": "1.0.0" },
            "packages": { "helper": {
                "version": "0.1.0",
                "parameter": { "plugin": plugin, "version": "9.9.9", "value": value },
            } },
        });
        let manifest = Manifest::parse(&manifest.to_string()).expect("a manifest");
        let refused = require_usable(&manifest).err();
        let mut reasons = unusable_uses(&manifest);
        let reason = reasons.remove("helper");
        assert_eq!(
            refused.map(|error| error.to_string().contains(reason.as_deref().unwrap_or("-"))),
            reason.as_ref().map(|_| true)
        );
        reason
    }

    #[test]
    fn a_parameter_has_neither_grants_nor_limits_nor_another_plugin() {
        assert_eq!(reason("wasm", |_| {}), None);
        assert_eq!(
            reason("wasm", |value| value["grants"] =
                json!({ "net": [], "env": [] })),
            None
        );
        for (name, granted, expected) in [
            (
                "grants",
                json!({ "net": ["api.example.com"] }),
                "--allow-net api.example.com",
            ),
            (
                "grants",
                json!({ "net": ["http://127.0.0.1:1"] }),
                "--allow-net http://127.0.0.1:1",
            ),
            ("grants", json!({ "env": ["TOKEN"] }), "--allow-env TOKEN"),
            (
                "grants",
                json!({ "insecureTls": ["a.example.com"] }),
                "--allow-insecure-tls a.example.com",
            ),
            (
                "limits",
                json!({ "memory": 1_u64 << 40 }),
                "--limit memory=",
            ),
            ("grants", json!({ "files": ["/"] }), "cannot be used"),
        ] {
            let told = reason("wasm", |value| value[name] = granted.clone());
            let told = told.expect("a reason");
            assert!(
                told.contains(expected) && told.contains("`helper`"),
                "{told}"
            );
        }
        for plugin in [
            "terraform-provider",
            "pulumi",
            "github.com/evil/plugin",
            "Wasm",
            "wasm ",
        ] {
            let told = reason(plugin, |_| {}).expect("a reason");
            assert!(told.contains("of the plugin `wasm` alone"), "{told}");
        }
    }

    #[test]
    fn a_parameter_is_that_of_the_named_package_and_version() {
        for (name, other) in [("name", "other"), ("version", "0.0.1")] {
            let told = reason("wasm", |value| value[name] = other.into()).expect("a reason");
            assert!(
                told.contains(&format!("`{other}`")) || told.contains(other),
                "{told}"
            );
        }
    }
}
