//! Pulumi packages whose SDKs a program contains: a component may declare their resources.

use std::path::Path;

use anyhow::{Context, anyhow};
use serde::Deserialize;

use crate::files::bounded_file;

/// The file of an SDK that names its package.
const DESCRIPTION: &str = "pulumi-plugin.json";

/// The content of the file.
#[derive(Deserialize)]
struct Description {
    name: Option<String>,
    version: Option<String>,
    parameterization: Option<Parameterization>,
}

#[derive(Deserialize)]
struct Parameterization {
    name: String,
    version: String,
    value: String,
}

/// A package whose resources components may declare.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct UsedPackage {
    pub(super) name: String,
    /// Empty if the SDK does not say it.
    pub(super) version: String,
    /// The plugin that a parameter makes the package.
    pub(super) parameter: Option<Parameter>,
}

/// The parameter of a package.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Parameter {
    pub(super) plugin: String,
    pub(super) plugin_version: String,
    /// In base64.
    pub(super) value: String,
}

/// Reads the description in the folder of a Go package, or above it in its module.
///
/// # Errors
/// If a description cannot be read.
pub(super) fn find(folder: &Path, module: &Path) -> anyhow::Result<Option<UsedPackage>> {
    for above in folder
        .ancestors()
        .take_while(|above| above.starts_with(module))
    {
        let file = above.join(DESCRIPTION);
        let text = match bounded_file::text(&file) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
            Err(error) => {
                return Err(error).with_context(|| format!("cannot read {}", file.display()));
            }
        };
        return parse(&text).map_err(|error| anyhow!("{}: {error}", file.display()));
    }
    Ok(None)
}

/// Reads a description. None if it names no package.
fn parse(text: &str) -> Result<Option<UsedPackage>, serde_json::Error> {
    let description: Description = serde_json::from_str(text)?;
    let whole = |version: Option<String>| {
        let version = version.unwrap_or_default();
        let version = version.trim_start_matches('v');
        let is_whole = version
            .split(['-', '+'])
            .next()
            .unwrap_or("")
            .split('.')
            .count()
            == 3;
        if is_whole {
            version.to_owned()
        } else {
            String::new()
        }
    };
    let Some(name) = description.name else {
        return Ok(None);
    };
    Ok(Some(match description.parameterization {
        Some(parameter) => UsedPackage {
            name: parameter.name,
            version: whole(Some(parameter.version)),
            parameter: Some(Parameter {
                plugin: name,
                plugin_version: whole(description.version),
                value: parameter.value,
            }),
        },
        None => UsedPackage {
            name,
            version: whole(description.version),
            parameter: None,
        },
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_description_of_an_sdk_names_its_package_and_the_whole_version() {
        let parse = |text| parse(text).unwrap().unwrap();
        let plain = parse(r#"{"resource": true, "name": "random", "version": "v4.18.0"}"#);
        assert_eq!(
            (plain.name.as_str(), plain.version.as_str()),
            ("random", "4.18.0")
        );
        let without = parse(r#"{"resource": true, "name": "random"}"#);
        assert_eq!(without.version, "");
        let made = parse(
            r#"{"resource": true, "name": "wasm", "version": "0.1.0",
                "parameterization": {"name": "powerdns", "version": "0.3.0", "value": "e30="}}"#,
        );
        assert_eq!(
            (made.name.as_str(), made.version.as_str()),
            ("powerdns", "0.3.0")
        );
        let parameter = made.parameter.unwrap();
        assert_eq!(
            (parameter.plugin.as_str(), parameter.value.as_str()),
            ("wasm", "e30=")
        );
        assert!(super::parse(r#"{"resource": true}"#).unwrap().is_none());
    }

    #[test]
    fn a_description_is_found_above_the_package_and_within_its_module() {
        let module = tempfile::tempdir().unwrap();
        let inner = module.path().join("go/random/internal");
        std::fs::create_dir_all(&inner).unwrap();
        assert_eq!(find(&inner, module.path()).unwrap(), None);
        let file = module.path().join("go/random").join(DESCRIPTION);
        std::fs::write(&file, r#"{"name": "random"}"#).unwrap();
        assert_eq!(find(&inner, module.path()).unwrap().unwrap().name, "random");
        assert_eq!(find(&inner, &inner).unwrap(), None);
        std::fs::write(&file, "{").unwrap();
        let error = find(&inner, module.path()).unwrap_err().to_string();
        assert!(error.contains(DESCRIPTION), "{error}");
    }
}
