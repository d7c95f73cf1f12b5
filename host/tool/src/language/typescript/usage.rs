//! The lines of a provider's source that use a module of resources.

use std::path::Path;

use super::PROJECT_FILE;
use super::resource_module::key;
use crate::commands::add::package::{Package, Parameter};
use crate::commands::add::text::members;
use crate::language::guest_language::{ProviderSource, UsageLine};
use crate::project::project_files::read_json;

pub(super) fn provider_source(folder: &Path) -> anyhow::Result<ProviderSource> {
    let settings = read_json(&folder.join(PROJECT_FILE))?;
    let source = settings
        .get("pulumi-wasm")
        .and_then(|own| own.get("source"))
        .and_then(serde_json::Value::as_str);
    let file = folder.join(source.unwrap_or("src/index.ts"));
    Ok(ProviderSource {
        folder: file.parent().unwrap_or(folder).to_owned(),
        file,
        is_package: false,
    })
}

/// The name stands in a string, so that it need not be an identifier.
pub(super) fn import_line(_source: &ProviderSource, stem: &str, names: &str) -> Option<String> {
    let fits = |letter: char| letter.is_ascii_alphanumeric() || "_-.$".contains(letter);
    let is_name = !stem.is_empty() && stem.chars().all(fits);
    is_name.then(|| format!("import {{ {names} }} from \"./{stem}.js\";"))
}

pub(super) fn package_lines(package: &Package) -> Vec<UsageLine> {
    let version = &package.version;
    let value = if let Some(parameter) = &package.parameter {
        let mut all = members(&[("version", version)], ": ");
        let Parameter {
            plugin,
            version,
            value,
        } = parameter;
        let texts: [(&str, &str); 3] = [("plugin", plugin), ("version", version), ("value", value)];
        let parameter = members(&texts, ": ").join(", ");
        all.push(format!("parameter: {{ {parameter} }}"));
        format!("{{ {} }}", all.join(", "))
    } else if version.is_empty() {
        "{}".to_owned()
    } else {
        format!("\"{version}\"")
    };
    vec![UsageLine {
        call: Some("provider({ … })"),
        text: format!("packages: {{ {}: {value} }},", key(&package.name)),
    }]
}
