//! `cargo xtask fuzz`: long runs of the fuzzers, led by coverage, which begin with the findings of earlier runs and
//! keep those that they find.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::paths::Paths;
use crate::process::{find, run as run_command};

/// The default time of each target.
pub(crate) const MINUTES: u32 = 20;
/// The target whose cases are whole components.
const COMPONENTS: &str = "component_life";

/// The targets to fuzz, and the time of each.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FuzzOptions {
    pub(crate) minutes: u32,
    /// Empty is all of them.
    pub(crate) targets: Vec<String>,
}

impl FuzzOptions {
    pub(crate) fn parse(words: &[String]) -> Self {
        let minutes = words.first().and_then(|word| word.parse().ok());
        Self {
            minutes: minutes.unwrap_or(MINUTES),
            targets: words
                .get(usize::from(minutes.is_some())..)
                .unwrap_or_default()
                .to_vec(),
        }
    }
}

pub(crate) fn run(paths: &Paths, options: &FuzzOptions) -> Result<()> {
    ensure!(
        find("cargo-fuzz").is_some(),
        "there is no `cargo fuzz`: `cargo install cargo-fuzz`, and `rustup toolchain install nightly`"
    );
    let folder = paths.root.join("fuzz");
    let all = targets(&folder)?;
    for wanted in &options.targets {
        ensure!(
            all.contains(wanted),
            "there is no target `{wanted}`. There are {}",
            all.join(", ")
        );
    }
    let wanted = match options.targets.is_empty() {
        true => &all,
        false => &options.targets,
    };
    for target in wanted {
        fuzz(paths, &folder, target, options.minutes)
            .with_context(|| format!("fuzzing `{target}`"))?;
    }
    Ok(())
}

/// The names of the targets: each has a folder of cases.
fn targets(folder: &Path) -> Result<Vec<String>> {
    let cases = folder.join("corpus-cases");
    let mut names = Vec::new();
    for entry in fs::read_dir(&cases).with_context(|| format!("{}", cases.display()))? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

/// Runs one target on the kept cases of earlier runs, and keeps the smallest set of cases that reaches all that was
/// reached.
fn fuzz(paths: &Paths, folder: &Path, target: &str, minutes: u32) -> Result<()> {
    let work = paths.target.join("fuzz").join(target);
    let [found, smallest] = ["found", "smallest"].map(|name| work.join(name));
    for folder in [&found, &smallest] {
        // The rest of an interrupted run has some value; an unfinished minimal set does not.
        if folder == &smallest && folder.exists() {
            fs::remove_dir_all(folder)?;
        }
        fs::create_dir_all(folder)?;
    }
    let kept = folder.join("corpora").join(format!("{target}.tar.xz"));
    if kept.exists() {
        let mut unpack = Command::new("tar");
        unpack.arg("-xJf").arg(&kept).arg("-C").arg(&found);
        run_command(&mut unpack)?;
    }
    let cases = folder.join("corpus-cases").join(target);
    let largest = match target {
        COMPONENTS => "-max_len=65536",
        _ => "-max_len=4096",
    };
    let time = format!("-max_total_time={}", minutes.saturating_mul(60));
    let limits = ["-timeout=60", largest, &time];
    libfuzzer(paths, target, &[&found, &cases], &limits)?;
    libfuzzer(
        paths,
        target,
        &[&smallest, &found, &cases],
        &["-merge=1", largest],
    )?;
    fs::create_dir_all(folder.join("corpora"))?;
    pack(&smallest, &kept)
}

fn libfuzzer(paths: &Paths, target: &str, folders: &[&PathBuf], options: &[&str]) -> Result<()> {
    let mut command = Command::new("cargo");
    command
        .current_dir(&paths.root)
        .args(["+nightly", "fuzz", "run", "-O", target])
        .args(folders)
        .arg("--")
        .args(options);
    run_command(&mut command)
}

/// Packs a folder so that the same files make the same archive.
fn pack(folder: &Path, file: &Path) -> Result<()> {
    let mut pack = Command::new("tar");
    pack.args([
        "--sort=name",
        "--mtime=@0",
        "--owner=0",
        "--group=0",
        "--numeric-owner",
    ])
    .arg("--use-compress-program=xz -6")
    .arg("-cf")
    .arg(file)
    .arg("-C")
    .arg(folder)
    .arg(".");
    run_command(&mut pack)
}
