//! `cargo xtask release`: the archives and packages of a release for one platform.
//!
//! A release is made on several machines, each with this command; the assets are the files of all of them. The archives
//! of a commit are always the same bytes.

mod packages;
mod programs;
mod sbom;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, anyhow, ensure};
use packages::assets;
use pulumi_wasm_archive::{
    CHECKSUMS, Platform, Release, archive_name, is_wheel_for, npm_archive_name,
};

use crate::host::{self, Programs};
use crate::paths::Paths;
use crate::{build, process};

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
    /// Pack the two programs in this folder, and build nothing
    #[arg(long, value_name = "FOLDER")]
    programs: Option<PathBuf>,
    /// Only write the files that describe all archives in the folder: npm's main package, the formula, the checksums
    #[arg(long, conflicts_with_all = ["target", "programs"])]
    collect: bool,
    /// Fail if an archive, a wheel, an npm package or the SBOM of a platform is missing
    #[arg(long)]
    complete: bool,
}

/// The texts that the archives and packages contain, and their time.
struct Texts {
    license: Vec<u8>,
    readme: String,
    time: u64,
}

pub(crate) fn run(paths: &Paths, options: &Options) -> Result<()> {
    let folder = match &options.out {
        Some(folder) => folder.clone(),
        None => paths.target.join("archives"),
    };
    fs::create_dir_all(&folder)
        .with_context(|| format!("{} cannot be created", folder.display()))?;
    let readme = String::from_utf8(read(&paths.root.join("README.md"))?)?;
    let texts = Texts {
        license: read(&paths.root.join("LICENSE"))?,
        readme: with_absolute_links(&readme),
        time: time(paths)?,
    };
    if !options.collect {
        pack(paths, options, &folder, &texts)?;
    }
    packages::write_all(&folder, texts.time, &texts.license, texts.readme.as_bytes())?;
    if options.complete {
        require_all(&folder)?;
    }
    println!();
    let names = assets(&folder)?;
    for name in names.iter().map(String::as_str).chain([CHECKSUMS]) {
        let file = folder.join(name);
        println!("{:>12}  {}", build::size(&file)?, file.display());
    }
    Ok(())
}

/// Builds both programs, or takes the programs of a folder, and packs them for their platform.
fn pack(paths: &Paths, options: &Options, folder: &Path, texts: &Texts) -> Result<()> {
    let target = match &options.target {
        Some(target) => target.clone(),
        None => programs::target_of_this_machine()?,
    };
    let platform = programs::platform(&target)?;
    if is_changed(paths)? {
        eprintln!("warning: the programs contain changes that are not committed");
    }
    let programs = match &options.programs {
        Some(programs) => Programs::find(programs, platform.program_ending())?,
        None => programs::build(paths, &target)?,
    };
    write_packages(folder, &programs, platform, texts)?;
    if !sbom::write_sbom(paths, &target, folder, platform)? {
        eprintln!(
            "warning: the SBOM is missing\nhint: run `cargo install --locked cargo-cyclonedx`"
        );
    }
    Ok(())
}

/// Writes the archives and packages with the two programs of a platform.
fn write_packages(
    folder: &Path,
    programs: &Programs,
    platform: Platform,
    texts: &Texts,
) -> Result<()> {
    let plugin = programs::read(&programs.plugin, platform)?;
    let tool = programs::read(&programs.tool, platform)?;
    let release = Release {
        platform,
        time: texts.time,
        license: &texts.license,
        readme: texts.readme.as_bytes(),
    };
    let files = [
        (
            archive_name(host::PLUGIN, VERSION, platform),
            release.plugin(&plugin)?,
        ),
        (
            archive_name(host::TOOL, VERSION, platform),
            release.tool(&tool, &plugin)?,
        ),
        release.wheel(VERSION, &tool, &plugin, REPOSITORY)?,
        release.npm_package(VERSION, &tool, &plugin, REPOSITORY)?,
    ];
    for (name, bytes) in &files {
        write(&folder.join(name), bytes)?;
    }
    Ok(())
}

/// Fails if the folder lacks a file that a release for all platforms has.
fn require_all(folder: &Path) -> Result<()> {
    let names = assets(folder)?;
    let mut missing = Vec::new();
    for platform in packages::PLATFORMS {
        let platform: Platform = platform.parse().map_err(anyhow::Error::msg)?;
        let expected = [
            archive_name(host::PLUGIN, VERSION, platform),
            archive_name(host::TOOL, VERSION, platform),
            npm_archive_name(VERSION, platform),
            sbom::name(platform),
        ];
        missing.extend(expected.into_iter().filter(|name| !names.contains(name)));
        // Its name depends on the C library that the programs need.
        if !names
            .iter()
            .any(|name| is_wheel_for(name, VERSION, platform))
        {
            missing.push(format!("a wheel for {platform}"));
        }
    }
    ensure!(
        missing.is_empty(),
        "{} lacks {}",
        folder.display(),
        missing.join(", ")
    );
    Ok(())
}

/// The time of the files in archives: `SOURCE_DATE_EPOCH`, or the time of the commit.
fn time(paths: &Paths) -> Result<u64> {
    let text = match env::var(TIME_VARIABLE) {
        Ok(text) => text,
        Err(_) => {
            process::capture(git(paths).args(["log", "-1", "--format=%ct"])).map_err(|error| {
                anyhow!("the time of the commit is unknown: {error:#}\nhint: set {TIME_VARIABLE}")
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

    /// The files of a release with two programs that look like programs of this platform.
    fn packed(folder: &Path) -> Vec<(String, Vec<u8>)> {
        let programs = folder.join("programs");
        fs::create_dir_all(&programs).unwrap();
        for name in [host::PLUGIN, host::TOOL] {
            fs::write(programs.join(name), b"\xcf\xfa\xed\xfe\x0c\0\0\x01").unwrap();
        }
        let texts = Texts {
            license: b"licence".to_vec(),
            readme: "readme".to_owned(),
            time: 1_800_000_000,
        };
        let programs = Programs::find(&programs, "").unwrap();
        let platform = "darwin-arm64".parse().unwrap();
        write_packages(folder, &programs, platform, &texts).unwrap();
        packages::write_all(folder, texts.time, &texts.license, b"readme").unwrap();
        let names = assets(folder).unwrap().into_iter();
        let names = names.chain([CHECKSUMS.to_owned()]);
        names
            .map(|name| (name.clone(), fs::read(folder.join(name)).unwrap()))
            .collect()
    }

    #[test]
    fn a_release_that_is_packed_twice_has_the_same_bytes() {
        let folder = env::temp_dir().join(format!("release-twice-{}", std::process::id()));
        let (first, second) = (
            packed(&folder.join("first")),
            packed(&folder.join("second")),
        );
        fs::remove_dir_all(folder).unwrap();
        let names: Vec<&str> = first.iter().map(|(name, _)| name.as_str()).collect();
        let expected = [
            format!("pulumi-resource-wasm-v{VERSION}-darwin-arm64.tar.gz"),
            format!("pulumi-wasm-{VERSION}.tgz"),
            format!("pulumi-wasm-darwin-arm64-{VERSION}.tgz"),
            format!("pulumi-wasm-v{VERSION}-darwin-arm64.tar.gz"),
            "pulumi-wasm.rb".to_owned(),
            format!("pulumi_wasm-{VERSION}-py3-none-macosx_11_0_arm64.whl"),
            "checksums.txt".to_owned(),
        ];
        assert_eq!(names, expected);
        assert_eq!(first, second);
    }

    /// Each file is left out once.
    #[test]
    fn a_release_that_lacks_a_file_of_a_platform_is_not_complete() {
        let folder = env::temp_dir().join(format!("release-complete-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let mut names = Vec::new();
        for (platform, npm, wheel) in [
            ("darwin-amd64", "darwin-x64", "macosx_10_12_x86_64"),
            ("darwin-arm64", "darwin-arm64", "macosx_11_0_arm64"),
            (
                "linux-amd64",
                "linux-x64",
                "manylinux_2_17_x86_64.musllinux_1_1_x86_64",
            ),
            ("linux-arm64", "linux-arm64", "manylinux_2_34_aarch64"),
            ("windows-amd64", "win32-x64", "win_amd64"),
            ("windows-arm64", "win32-arm64", "win_arm64"),
        ] {
            names.extend([
                format!("pulumi-resource-wasm-v{VERSION}-{platform}.tar.gz"),
                format!("pulumi-wasm-v{VERSION}-{platform}.tar.gz"),
                format!("pulumi-wasm-v{VERSION}-{platform}.cdx.json"),
                format!("pulumi-wasm-{npm}-{VERSION}.tgz"),
                format!("pulumi_wasm-{VERSION}-py3-none-{wheel}.whl"),
            ]);
        }
        for name in &names {
            fs::write(folder.join(name), "").unwrap();
        }
        require_all(&folder).unwrap();
        for name in &names {
            fs::remove_file(folder.join(name)).unwrap();
            let complaint = require_all(&folder).unwrap_err().to_string();
            let wheel = name.ends_with(".whl");
            let named =
                complaint.contains(name.as_str()) || wheel && complaint.contains("a wheel for ");
            assert!(named && !complaint.contains(", "), "{name}: {complaint}");
            fs::write(folder.join(name), "").unwrap();
        }
        fs::remove_dir_all(folder).unwrap();
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
