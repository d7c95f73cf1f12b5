//! The SBOM of the programs in CycloneDX's format, written by `cargo cyclonedx`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use pulumi_wasm_archive::Platform;
use serde_json::Value;

use super::programs::ROOT;
use super::{TIME_VARIABLE, VERSION, read, time, write};
use crate::paths::Paths;
use crate::{host, process};

pub(super) const ENDING: &str = ".cdx.json";
/// `cargo cyclonedx` writes a file with this name beside the manifest of each member of the workspace.
const WRITTEN: &str = "sbom-of-the-release";

/// Writes the SBOM for a target. Returns `false` if `cargo-cyclonedx` is not installed.
pub(super) fn write_sbom(
    paths: &Paths,
    target: &str,
    folder: &Path,
    platform: Platform,
) -> Result<bool> {
    if process::find("cargo-cyclonedx").is_none() {
        return Ok(false);
    }
    let written = written_files(paths)?;
    let mut cargo = host::cargo();
    cargo
        .current_dir(&paths.root)
        .args(["cyclonedx", "--quiet", "--format", "json"])
        .args(["--target", target, "--override-filename", WRITTEN])
        // Without it the SBOM would contain today's time and a random serial number.
        .env(TIME_VARIABLE, time(paths)?.to_string());
    let sbom =
        process::run(&mut cargo).and_then(|()| read(&paths.root.join(format!("{WRITTEN}.json"))));
    for file in written {
        fs::remove_file(file).ok();
    }
    let sbom = String::from_utf8(sbom?)?;
    let parsed: Value = serde_json::from_str(&sbom).context("the SBOM is not valid JSON")?;
    ensure!(
        parsed["bomFormat"] == "CycloneDX" && parsed["components"].is_array(),
        "`cargo cyclonedx` did not write an SBOM"
    );
    // The folder of this machine is private.
    let place = format!("file://{}", paths.root.display());
    let sbom = sbom.replace(&place, &format!("file://{ROOT}"));
    write(&folder.join(name(platform)), sbom.as_bytes())?;
    Ok(true)
}

/// The file name of the SBOM.
pub(super) fn name(platform: Platform) -> String {
    format!("{}-v{VERSION}-{platform}{ENDING}", host::TOOL)
}

fn written_files(paths: &Paths) -> Result<Vec<PathBuf>> {
    let metadata = host::metadata(&paths.root)?;
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let manifests = packages.filter_map(|package| package["manifest_path"].as_str());
    let name = format!("{WRITTEN}.json");
    Ok(manifests
        .map(|manifest| Path::new(manifest).with_file_name(&name))
        .collect())
}
