//! `cargo xtask release`: the archives of a release for one platform.
//!
//! A release is made on several machines, each with this command; the assets are the files of all of them. The archives
//! of a commit are always the same bytes.

mod programs;
mod sbom;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use pulumi_wasm_archive::{CHECKSUMS, Release, archive_name, checksum_line};

use crate::paths::Paths;
use crate::{build, host, process};

/// The version of the workspace, which includes this program.
const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The address of the repository, with releases and pages.
const REPOSITORY: &str = env!("CARGO_PKG_REPOSITORY");
/// The time of the files in archives, in seconds since 1970.
const TIME_VARIABLE: &str = "SOURCE_DATE_EPOCH";

#[derive(clap::Args)]
pub(crate) struct Options {
    /// The folder for the archives [default: target/archives]
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// The target as Rust names it, such as `aarch64-apple-darwin` [default: this machine's]
    #[arg(long, value_name = "TRIPLE")]
    target: Option<String>,
}

pub(crate) fn run(paths: &Paths, options: &Options) -> Result<()> {
    let target = match &options.target {
        Some(target) => target.clone(),
        None => programs::target_of_this_machine()?,
    };
    let folder = match &options.out {
        Some(folder) => folder.clone(),
        None => paths.target.join("archives"),
    };
    let platform = programs::platform(&target)?;
    if is_changed(paths)? {
        eprintln!("warning: the programs contain changes that are not committed");
    }
    let license = read(&paths.root.join("LICENSE"))?;
    let readme = String::from_utf8(read(&paths.root.join("README.md"))?)?;
    let readme = with_absolute_links(&readme);
    let release = Release {
        platform,
        time: time(paths)?,
        license: &license,
        readme: readme.as_bytes(),
    };
    let programs = programs::build(paths, &target)?;
    let plugin = programs::read(&programs.plugin, platform)?;
    let tool = programs::read(&programs.tool, platform)?;
    let archives = [
        (host::PLUGIN, release.plugin(&plugin)?),
        (host::TOOL, release.tool(&tool, &plugin)?),
    ];
    fs::create_dir_all(&folder)
        .with_context(|| format!("{} cannot be created", folder.display()))?;
    for (program, archive) in &archives {
        write(
            &folder.join(archive_name(program, VERSION, platform)),
            archive,
        )?;
    }
    if !sbom::write_sbom(paths, &target, &folder, platform)? {
        eprintln!(
            "warning: the SBOM is missing\nhint: run `cargo install --locked cargo-cyclonedx`"
        );
    }
    write_checksums(&folder)?;
    println!();
    let names = assets(&folder)?;
    for name in names.iter().map(String::as_str).chain([CHECKSUMS]) {
        let file = folder.join(name);
        println!("{:>12}  {}", build::size(&file)?, file.display());
    }
    Ok(())
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
fn assets(folder: &Path) -> Result<Vec<String>> {
    let failed = || format!("{} cannot be read", folder.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).with_context(failed)? {
        let name = entry.with_context(failed)?.file_name();
        let name = name.to_string_lossy().into_owned();
        if name.ends_with(".tar.gz") || name.ends_with(sbom::ENDING) {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

/// The time of the files in archives: `SOURCE_DATE_EPOCH`, or the time of the commit.
fn time(paths: &Paths) -> Result<u64> {
    let text = match env::var(TIME_VARIABLE) {
        Ok(text) => text,
        Err(_) => {
            process::capture(git(paths).args(["log", "-1", "--format=%ct"])).with_context(|| {
                format!("the time of the commit is unknown\nhint: set {TIME_VARIABLE}")
            })?
        }
    };
    text.parse()
        .with_context(|| format!("`{text}` is not a number of seconds since 1970"))
}

/// Whether files differ from the commit. Without a repository, this is unknown and `false`.
fn is_changed(paths: &Paths) -> Result<bool> {
    if !paths.root.join(".git").exists() {
        return Ok(false);
    }
    Ok(!process::capture(git(paths).args(["status", "--porcelain"]))?.is_empty())
}

fn git(paths: &Paths) -> Command {
    let mut git = Command::new("git");
    git.arg("-C").arg(&paths.root);
    git
}

/// A page whose relative links lead to the pages of this version.
fn with_absolute_links(page: &str) -> String {
    let mut parts = page.split("](");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text += "](";
        let target = part.split(')').next().unwrap_or_default();
        if !target.contains("://") && !target.starts_with('#') {
            text += &format!("{REPOSITORY}/blob/v{VERSION}/");
        }
        text += part;
    }
    text
}

fn read(file: &Path) -> Result<Vec<u8>> {
    fs::read(file).with_context(|| format!("{} cannot be read", file.display()))
}

fn write(file: &Path, bytes: &[u8]) -> Result<()> {
    fs::write(file, bytes).with_context(|| format!("{} cannot be written", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_list_all_assets_in_the_folder() {
        let folder = env::temp_dir().join(format!("release-list-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for name in ["b.tar.gz", "a.tar.gz", "a.cdx.json", "notes.txt", CHECKSUMS] {
            fs::write(folder.join(name), "abc").unwrap();
        }
        write_checksums(&folder).unwrap();
        let text = fs::read_to_string(folder.join(CHECKSUMS)).unwrap();
        fs::remove_dir_all(folder).unwrap();
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        let names = ["a.cdx.json", "a.tar.gz", "b.tar.gz"];
        assert_eq!(text, names.map(|name| format!("{abc}  {name}\n")).concat());
    }

    #[test]
    fn links_of_the_readme_lead_to_the_pages_of_the_version() {
        let text = "[a](docs/a.md#b), [c](https://example.com/c), [d](#d)";
        let expected = format!(
            "[a]({REPOSITORY}/blob/v{VERSION}/docs/a.md#b), [c](https://example.com/c), [d](#d)"
        );
        assert_eq!(with_absolute_links(text), expected);
    }
}
