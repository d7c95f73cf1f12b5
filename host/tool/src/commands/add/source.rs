//! The schema of a package: from a file, from a component, or from Pulumi.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, anyhow, bail};
use pulumi_wasm_capability::limits::Limits;
use pulumi_wasm_packages::{
    DOWNLOAD_URL, ParameterValue, TemporaryFolder, parameterization, read_component,
};
use pulumi_wasm_platform::regular_file;
use serde_json::Value;

use crate::limits;
use crate::terminal::{Console, RunError};

/// Larger schemas are refused. The largest that is known, of `azure-native`, has 200 MiB.
const MAX_BYTES: u64 = 512 << 20;

/// The schema of the package or file that the user named.
pub(super) fn schema(
    package: &str,
    file: Option<&Path>,
    console: Console,
) -> anyhow::Result<Value> {
    let schema = match file {
        Some(file) => of_file(file)?,
        None if package.ends_with(".wasm") => of_component(Path::new(package))?,
        None => of_pulumi(package, console)?,
    };
    if package.ends_with(".wasm") {
        return Ok(schema);
    }
    let (name, version) = package.split_once('@').unwrap_or((package, ""));
    let text = |key: &str| schema.get(key).and_then(Value::as_str).unwrap_or_default();
    if text("name") != name {
        bail!(
            "the schema describes the package `{}`, not `{name}`",
            pulumi_wasm_core::text::Excerpt::name(text("name"))
        );
    }
    let mut schema = schema;
    if !version.is_empty() {
        // Schemas in repositories often have no version, and `packages` names the version.
        semver::Version::parse(version).map_err(|error| {
            anyhow!(
                "`{version}` is not a whole version: {error}\nhint: write it as in `random@4.18.0`"
            )
        })?;
        schema["version"] = version.into();
    }
    Ok(schema)
}

fn of_file(file: &Path) -> anyhow::Result<Value> {
    let shown = file.display();
    let text = regular_file::read(file, MAX_BYTES);
    let text = text.with_context(|| format!("cannot read `{shown}`"))?;
    let Some(text) = text else {
        bail!("`{shown}` is larger than {} MiB", MAX_BYTES >> 20);
    };
    parse(&text).with_context(|| format!("`{shown}` is not a schema"))
}

fn of_component(file: &Path) -> anyhow::Result<Value> {
    let limits = Limits::default();
    let (bytes, digest) = read_component(file, &limits)?;
    let (_, manifest) = limits::manifest(&bytes, file)?;
    let schema = &manifest.documents()?.schema;
    let schema = serde_json::to_value(schema);
    let mut schema = schema.context("the component's schema cannot be read")?;
    // The parameter names this build. Programs may keep the file in any folder, so only its name is recorded.
    let path = file.file_name().and_then(|name| name.to_str());
    let value = path.and_then(|path| {
        ParameterValue::of_file(manifest.name(), manifest.version(), digest, path)
    });
    if let Some(value) = value {
        schema["parameterization"] = parameterization(&value.to_bytes());
        schema["pluginDownloadURL"] = DOWNLOAD_URL.into();
    }
    Ok(schema)
}

fn of_pulumi(package: &str, console: Console) -> anyhow::Result<Value> {
    let name = package.split('@').next().unwrap_or_default();
    let fits = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
    if name.is_empty() || !name.chars().all(fits) {
        bail!(
            "`{package}` is not the name of a package\nhint: write it as in `random@4.18.0`, or give its schema with `--schema FILE`"
        );
    }
    // The `Pulumi.yaml` of a project may name any program for a package. In an empty folder Pulumi finds no project.
    let folder = TemporaryFolder::new().context("cannot make a temporary folder")?;
    let mut command = Command::new("pulumi");
    command
        .args(["package", "get-schema", package])
        .current_dir(folder.path());
    let done = console.run("asking Pulumi for the schema", &mut command);
    let output = done.map_err(|error| {
        let hint = match error {
            RunError::NotFound { .. } => "install Pulumi, or give the schema with `--schema FILE`",
            _ => "give the schema with `--schema FILE` if the package is not one of Pulumi's registry",
        };
        anyhow!("{error}\nhint: {hint}")
    })?;
    parse(&output.stdout).context("the output of `pulumi package get-schema` is not a schema")
}

fn parse(text: &[u8]) -> anyhow::Result<Value> {
    let schema: Value = serde_json::from_slice(text)?;
    if !schema.is_object() {
        bail!("it is not an object");
    }
    Ok(schema)
}
