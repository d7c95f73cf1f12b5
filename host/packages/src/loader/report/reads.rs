//! A warning about resources that a YAML program reads with `get:`.
//!
//! Without a provider, Pulumi's YAML runtime asks only for the package's name. The engine then looks for a native
//! plugin of that name, and does not ask this plugin. So the host warns when the package is added.

use std::collections::BTreeMap;

use pulumi_wasm_core::call::{LogSink, Severity};
use pulumi_wasm_core::text::on_one_line;
use serde::Deserialize;
use serde_json::Value;

use crate::loader::Loaded;
use crate::{project, regular_file};

/// The maximum number of bytes of a program that are searched. Programs are much smaller.
const MAX_BYTES: u64 = 4 << 20;

/// The parts of a YAML program that this check needs.
#[derive(Deserialize)]
struct Program {
    #[serde(default)]
    runtime: Value,
    #[serde(default)]
    resources: Option<BTreeMap<String, Value>>,
}

impl Loaded {
    /// Warns if the project's program reads resources of the package without a provider, because Pulumi then looks
    /// for another plugin. Reads the project's file.
    pub fn warn_about_reads(&self, log: &dyn LogSink) {
        let Some(file) = project::nearest_file(&self.loader.folder) else {
            return;
        };
        let Ok(Some(text)) = regular_file::read(&file, MAX_BYTES) else {
            return;
        };
        let package = &self.value.name;
        let Some(name) = first_read(&text, package) else {
            return;
        };
        let file = file.file_name().unwrap_or_default().to_string_lossy();
        let message = format!(
            "`{}` in `{file}` has `get:` and no provider: Pulumi may look for a native plugin `{package}` then, and not ask this one\n\
             hint: {}",
            on_one_line(&name),
            provider_to_add(package),
        );
        log.log(Severity::Warning, "", &message, false);
    }
}

/// The hint: the provider to add to a program so that its reads use it.
#[must_use]
pub fn provider_to_add(package: &str) -> String {
    format!(
        "add a provider to the `resources` of the program: `{package}: {{type: 'pulumi:providers:{package}', defaultProvider: true}}`"
    )
}

/// The name of the first resource of a package that a program reads without a provider.
fn first_read(program: &[u8], package: &str) -> Option<String> {
    let text = std::str::from_utf8(program).ok()?;
    // Most programs have no `get:` and are not parsed.
    if !text.contains("get:") {
        return None;
    }
    let program: Program = serde_saphyr::from_str(text).ok()?;
    let runtime = program.runtime.get("name").unwrap_or(&program.runtime);
    if runtime != "yaml" {
        return None;
    }
    let resources = program.resources?;
    let provider = format!("pulumi:providers:{package}");
    let is_default = |resource: &Value| {
        resource["type"] == provider.as_str() && resource["defaultProvider"] == true
    };
    if resources.values().any(is_default) {
        return None;
    }
    let mut resources = resources.into_iter();
    let found = resources.find(|(_, resource)| {
        let token = resource["type"].as_str().unwrap_or_default();
        let is_ours = token.split(':').next() == Some(package) && token.contains(':');
        is_ours && !resource["get"].is_null() && resource["options"]["provider"].is_null()
    });
    found.map(|(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_read_without_a_provider_is_found() {
        let program = |rest: &str| format!("name: a\nruntime: yaml\nresources:\n{rest}");
        let read = "  thing: {type: 'acme:Thing', get: {id: a}}\n";
        for (program, found) in [
            (program(read), Some("thing")),
            (
                program("  thing:\n    type: acme:index:Thing\n    get:\n      id: a\n"),
                Some("thing"),
            ),
            (program(read).replace("yaml", "{name: yaml}"), Some("thing")),
            (program(read).replace("yaml", "nodejs"), None),
            (program(read).replace("acme", "other"), None),
            (
                program("  thing: {type: 'acme:Thing', properties: {get: x}}\n"),
                None,
            ),
            (
                program(
                    "  thing: {type: 'acme:Thing', get: {id: a}, options: {provider: '${own}'}}\n",
                ),
                None,
            ),
            (
                program(&format!(
                    "  own: {{type: 'pulumi:providers:acme', defaultProvider: true}}\n{read}"
                )),
                None,
            ),
            (
                program(&format!("  own: {{type: 'pulumi:providers:acme'}}\n{read}")),
                Some("thing"),
            ),
            ("get: [".to_owned(), None),
            ("get: nothing".to_owned(), None),
        ] {
            assert_eq!(
                first_read(program.as_bytes(), "acme").as_deref(),
                found,
                "{program}"
            );
        }
    }
}
