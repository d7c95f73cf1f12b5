//! The files of a release that describe the archives of several platforms: npm's main package, the formula for Homebrew and
//! the checksums. They are written again whenever the folder gets further archives.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use pulumi_wasm_archive::{
    CHECKSUMS, FORMULA, Platform, archive_name, checksum_line, formula, npm_archive_name,
    npm_main_package,
};

use super::{REPOSITORY, VERSION, read, sbom, write};
use crate::host;

/// The platforms of releases, as Pulumi names them. `release.yml` has a machine for each.
pub(super) const PLATFORMS: [&str; 6] = [
    "darwin-amd64",
    "darwin-arm64",
    "linux-amd64",
    "linux-arm64",
    "windows-amd64",
    "windows-arm64",
];
/// The endings of assets. The checksums are not among them.
const ENDINGS: [&str; 5] = [".tar.gz", ".whl", ".tgz", ".rb", sbom::ENDING];

/// Writes the files for the archives in the folder.
pub(super) fn write_all(folder: &Path, time: u64, license: &[u8], readme: &[u8]) -> Result<()> {
    let platforms = platforms(folder)?;
    let packaged: Vec<Platform> = platforms
        .iter()
        .copied()
        .filter(|platform| folder.join(npm_archive_name(VERSION, *platform)).is_file())
        .collect();
    let (name, package) =
        npm_main_package(VERSION, &packaged, time, (license, readme), REPOSITORY)?;
    write(&folder.join(name), &package)?;
    let archives = platforms.iter().map(|platform| {
        let archive = read(&folder.join(archive_name(host::TOOL, VERSION, *platform)))?;
        let line = checksum_line("", &archive);
        let digest = line.split_whitespace().next().unwrap_or_default();
        Ok((*platform, digest.to_owned()))
    });
    let archives = archives.collect::<Result<Vec<_>>>()?;
    let text = formula(VERSION, REPOSITORY, &archives);
    write(&folder.join(FORMULA), text.as_bytes())?;
    write_checksums(folder)
}

/// The platforms whose archives are in the folder.
fn platforms(folder: &Path) -> Result<Vec<Platform>> {
    let platforms = PLATFORMS.iter().map(|platform| {
        let platform: Platform = platform.parse().map_err(anyhow::Error::msg)?;
        let archive = folder.join(archive_name(host::TOOL, VERSION, platform));
        Ok(archive.is_file().then_some(platform))
    });
    platforms.filter_map(Result::transpose).collect()
}

/// Writes the checksums of all assets in the folder, including assets from other machines.
fn write_checksums(folder: &Path) -> Result<()> {
    let mut lines = String::new();
    for name in assets(folder)? {
        lines += &checksum_line(&name, &read(&folder.join(&name))?);
    }
    write(&folder.join(CHECKSUMS), lines.as_bytes())
}

/// The sorted names of the assets in a folder.
pub(super) fn assets(folder: &Path) -> Result<Vec<String>> {
    let failed = || format!("{} cannot be read", folder.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).with_context(failed)? {
        let name = entry.with_context(failed)?.file_name();
        let name = name.to_string_lossy().into_owned();
        if ENDINGS.iter().any(|ending| name.ends_with(ending)) {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use std::env;

    use super::*;

    #[test]
    fn checksums_list_all_assets_in_the_folder() {
        let folder = env::temp_dir().join(format!("release-list-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for name in ["b.tar.gz", "a.whl", "a.cdx.json", "notes.txt", CHECKSUMS] {
            fs::write(folder.join(name), "abc").unwrap();
        }
        write_checksums(&folder).unwrap();
        let text = fs::read_to_string(folder.join(CHECKSUMS)).unwrap();
        fs::remove_dir_all(folder).unwrap();
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        let names = ["a.cdx.json", "a.whl", "b.tar.gz"];
        assert_eq!(text, names.map(|name| format!("{abc}  {name}\n")).concat());
    }
}
