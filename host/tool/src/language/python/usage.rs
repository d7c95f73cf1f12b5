//! The lines of a provider's source that use a module of resources.

use std::path::Path;

use super::PROJECT_FILE;
use crate::commands::add::package::Package;
use crate::commands::add::text::{is_identifier, members, package_fields};
use crate::language::guest_language::{ProviderSource, UsageLine};
use crate::project::project_files::read_toml;

pub(super) fn provider_source(folder: &Path) -> anyhow::Result<ProviderSource> {
    let settings = read_toml(&folder.join(PROJECT_FILE))?;
    let own = settings
        .get("tool")
        .and_then(|tool| tool.get("pulumi-wasm"));
    let module = own
        .and_then(|own| own.get("module"))
        .and_then(toml::Value::as_str)
        .unwrap_or("provider");
    let path = folder.join(module.replace('.', "/"));
    let init = path.join("__init__.py");
    if init.is_file() {
        return Ok(ProviderSource {
            folder: path,
            file: init,
            is_package: true,
        });
    }
    Ok(ProviderSource {
        folder: path.parent().unwrap_or(folder).to_owned(),
        file: path.with_extension("py"),
        is_package: module.contains('.'),
    })
}

pub(super) fn import_line(source: &ProviderSource, stem: &str, names: &str) -> Option<String> {
    let dot = if source.is_package { "." } else { "" };
    is_identifier(stem).then(|| format!("from {dot}{stem} import {names}"))
}

pub(super) fn package_lines(package: &Package) -> Vec<UsageLine> {
    let Package { name, version, .. } = package;
    let mut lines = Vec::new();
    let value = if package.parameter.is_some() {
        lines.push(UsageLine {
            call: None,
            text: "from pulumi_wasm_provider import Package".to_owned(),
        });
        format!(
            "Package({})",
            members(&package_fields(package), "=").join(", ")
        )
    } else if version.is_empty() {
        "None".to_owned()
    } else {
        format!("\"{version}\"")
    };
    lines.push(UsageLine {
        call: Some("Provider(…)"),
        text: format!("packages={{\"{name}\": {value}}}"),
    });
    lines
}
