//! The SBOM of the programs in CycloneDX's format, written by `cargo cyclonedx`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use pulumi_wasm_archive::Platform;
use serde_json::Value;

use super::programs::ROOT;
use super::{REPOSITORY, TIME_VARIABLE, VERSION, read, time, write};
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
    // The folder of this machine is private.
    let place = format!("file://{}", paths.root.display());
    let sbom = String::from_utf8(sbom?)?.replace(&place, &format!("file://{ROOT}"));
    let mut sbom: Value = serde_json::from_str(&sbom).context("the SBOM is not valid JSON")?;
    ensure!(
        sbom["bomFormat"] == "CycloneDX" && sbom["components"].is_array(),
        "`cargo cyclonedx` did not write an SBOM"
    );
    name_own_crates(&mut sbom);
    let text = serde_json::to_string_pretty(&sbom)? + "\n";
    write(&folder.join(name(platform)), text.as_bytes())?;
    Ok(true)
}

/// Gives the crates of this repository the repository as their package. `cargo cyclonedx` names them as crates of crates.io that
/// lie in a folder, and scanners compare such a name with advisories about the crate that crates.io has.
fn name_own_crates(part: &mut Value) {
    match part {
        Value::Object(members) => {
            if let Some(Value::String(purl)) = members.get_mut("purl")
                && let Some(own) = own_purl(purl)
            {
                *purl = own;
            }
            members.values_mut().for_each(name_own_crates);
        }
        Value::Array(items) => items.iter_mut().for_each(name_own_crates),
        _ => {}
    }
}

/// The [package URL](https://github.com/package-url/purl-spec) of a crate of this repository; `None` for another crate.
fn own_purl(purl: &str) -> Option<String> {
    let (_, place) = purl
        .strip_prefix("pkg:cargo/")?
        .split_once("?download_url=")?;
    let place = place.replace("%2F", "/").replace("%3A", ":");
    let (folder, file) = match place.split_once('#') {
        Some((folder, file)) => (folder, Some(file)),
        None => (place.as_str(), None),
    };
    let folder = folder.strip_prefix("file://")?;
    let parts = [Some(folder).filter(|folder| *folder != "."), file];
    let path = parts.into_iter().flatten().collect::<Vec<_>>().join("/");
    let path = if path.is_empty() {
        path
    } else {
        format!("#{path}")
    };
    let repository = REPOSITORY.strip_prefix("https://github.com/")?;
    Some(format!("pkg:github/{repository}@v{VERSION}{path}"))
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn crates_of_the_repository_are_not_crates_of_the_registry() {
        let own = format!("pkg:github/pulumi-wasm/pulumi-wasm@v{VERSION}");
        for (purl, expected) in [
            (
                "pkg:cargo/pulumi-wasm@0.1.0?download_url=file://.",
                own.clone(),
            ),
            (
                "pkg:cargo/pulumi-wasm-core@0.1.0?download_url=file:%2F%2Fhost%2Fcore",
                format!("{own}#host/core"),
            ),
            (
                "pkg:cargo/pulumi-wasm-core@0.1.0?download_url=file://host/core#src/lib.rs",
                format!("{own}#host/core/src/lib.rs"),
            ),
            ("pkg:cargo/serde@1.0.0", "pkg:cargo/serde@1.0.0".to_owned()),
            (
                "pkg:cargo/a@1.0.0?vcs_url=git%2Bhttps://example.com/a",
                "pkg:cargo/a@1.0.0?vcs_url=git%2Bhttps://example.com/a".to_owned(),
            ),
        ] {
            let part = |purl: &str| json!({ "components": [{ "name": "x", "components": [{ "purl": purl }] }] });
            let mut sbom = part(purl);
            name_own_crates(&mut sbom);
            assert_eq!(sbom, part(&expected));
        }
    }
}
