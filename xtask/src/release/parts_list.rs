//! The list of the crates in the programs, in CycloneDX's format, made by `cargo cyclonedx`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use pulumi_wasm_archive::Platform;
use serde_json::Value;

use super::files::{read, write};
use super::programs::ROOT;
use super::source::{self, VERSION};
use crate::paths::Paths;
use crate::{host, process};

/// How the names of the lists end.
pub(super) const ENDING: &str = ".cdx.json";
/// The program writes a file of this name beside the manifest of each crate of the workspace.
const WRITTEN: &str = "parts-of-the-release";

/// Writes the list for a target. Gives back whether the program for it is installed.
pub(super) fn write_list(
    paths: &Paths,
    target: &str,
    folder: &Path,
    platform: Platform,
) -> Result<bool> {
    if process::find("cargo-cyclonedx").is_none() {
        return Ok(false);
    }
    let written = members(paths)?;
    let made = process::run(
        host::cargo()
            .current_dir(&paths.root)
            .args([
                "cyclonedx",
                "--quiet",
                "--format",
                "json",
                "--target",
                target,
            ])
            .args(["--override-filename", WRITTEN])
            // The same list for the same commit: neither a time of today nor a serial number.
            .env("SOURCE_DATE_EPOCH", source::time(paths)?.to_string()),
    );
    let list = made.and_then(|()| read(&paths.root.join(format!("{WRITTEN}.json"))));
    for file in written {
        fs::remove_file(file).ok();
    }
    let list = list?;
    let parsed: Value = serde_json::from_slice(&list).context("the list of crates is not JSON")?;
    ensure!(
        parsed["bomFormat"] == "CycloneDX" && parsed["components"].is_array(),
        "`cargo cyclonedx` wrote something that is no list of crates"
    );
    let name = format!("{}-v{VERSION}-{platform}{ENDING}", host::TOOL);
    write(
        &folder.join(name),
        without_place(&list, &paths.root).as_bytes(),
    )?;
    Ok(true)
}

/// The list without the folder of this machine: with the name that the folder has in the programs.
fn without_place(list: &[u8], root: &Path) -> String {
    let place = format!("file://{}", root.display());
    String::from_utf8_lossy(list).replace(&place, &format!("file://{ROOT}"))
}

/// The files that the program writes.
fn members(paths: &Paths) -> Result<Vec<PathBuf>> {
    let told = host::metadata(paths)?;
    let packages = told["packages"].as_array().context("no packages")?;
    let manifests = packages
        .iter()
        .filter_map(|package| package["manifest_path"].as_str());
    let name = format!("{WRITTEN}.json");
    Ok(manifests
        .map(|manifest| Path::new(manifest).with_file_name(&name))
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_of_this_machine_is_not_in_the_list() {
        let list = br#"{"bom-ref": "path+file:///home/me/clone/host/core#0.1.0"}"#;
        let written = without_place(list, Path::new("/home/me/clone"));
        let expected = r#"{"bom-ref": "path+file:///pulumi-wasm/host/core#0.1.0"}"#;
        assert_eq!(written, expected);
    }
}
