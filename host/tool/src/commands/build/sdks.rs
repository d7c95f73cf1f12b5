//! Checks that the SDKs that Pulumi generates for a component compile. The check belongs to the build, because only the
//! author can change the component's names.

use anyhow::{Context, bail};
use clap::ValueEnum;
use pulumi_wasm_core::manifest::Manifest;
use pulumi_wasm_core::schema::{Language, SdkFault, sdk_faults};

/// How authors write a function with named results.
const NAMED_RESULTS: &str =
    "a class or struct of `Results` in Python and Rust, `outputs: { NAME: … }` in TypeScript";

/// A language whose SDK is not needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Sdk {
    Nodejs,
    Python,
    Go,
    Dotnet,
    Java,
}

impl From<Sdk> for Language {
    fn from(sdk: Sdk) -> Self {
        match sdk {
            Sdk::Nodejs => Self::NodeJs,
            Sdk::Python => Self::Python,
            Sdk::Go => Self::Go,
            Sdk::Dotnet => Self::DotNet,
            Sdk::Java => Self::Java,
        }
    }
}

/// Checks that all SDKs compile, except those that the author does not want.
///
/// # Errors
/// With each part of the schema for which generated code does not compile.
pub(super) fn check(manifest: &Manifest, without: &[Sdk]) -> anyhow::Result<()> {
    let faults = faults(manifest, without)?;
    if faults.is_empty() {
        return Ok(());
    }
    bail!(
        "the SDKs that Pulumi generates for this schema do not compile:\n{}\nhint: rename these parts, give members of an enum names, \
         and return one value as a property of an object: {NAMED_RESULTS}; `--without-sdk LANGUAGE` leaves a language out of the check",
        listed(&faults)
    );
}

/// Reports SDKs that do not compile as warnings, for a component that only its author uses yet.
///
/// # Errors
/// When the schema cannot be read again.
pub(crate) fn warn(manifest: &Manifest) -> anyhow::Result<()> {
    let faults = faults(manifest, &[])?;
    if !faults.is_empty() {
        eprintln!(
            "warning: the SDKs that Pulumi generates for this schema do not compile:\n{}",
            listed(&faults)
        );
    }
    Ok(())
}

fn faults(manifest: &Manifest, without: &[Sdk]) -> anyhow::Result<Vec<SdkFault>> {
    let documents = manifest.documents().context("the manifest")?;
    let languages = Language::ALL.into_iter();
    let languages: Vec<Language> = languages
        .filter(|language| !without.iter().any(|sdk| Language::from(*sdk) == *language))
        .collect();
    Ok(sdk_faults(&documents.schema, &languages))
}

fn listed(faults: &[SdkFault]) -> String {
    let lines: Vec<String> = faults.iter().map(|fault| format!("  - {fault}")).collect();
    lines.join("\n")
}
