//! The lines of a provider's source that use a module of resources.

use std::path::Path;

use crate::commands::add::package::Package;
use crate::commands::add::text::{is_identifier, package_fields};
use crate::language::guest_language::{ProviderSource, UsageLine};

#[allow(clippy::unnecessary_wraps, reason = "the languages have one interface")]
pub(super) fn provider_source(folder: &Path) -> anyhow::Result<ProviderSource> {
    Ok(ProviderSource {
        folder: folder.join("src"),
        file: folder.join("src/lib.rs"),
        is_package: false,
    })
}

pub(super) fn import_line(_source: &ProviderSource, stem: &str, _names: &str) -> Option<String> {
    is_identifier(stem).then(|| format!("mod {stem};"))
}

pub(super) fn package_lines(package: &Package) -> Vec<UsageLine> {
    let calls: String = package_fields(package)
        .into_iter()
        .map(|(name, text)| format!(".{name}(\"{text}\")"))
        .collect();
    vec![UsageLine {
        call: Some("provider!"),
        text: format!(".package(Package::new(\"{}\"){calls})", package.name),
    }]
}
