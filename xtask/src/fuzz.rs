//! `cargo xtask fuzz`: long runs of the fuzzers, led by coverage. A run begins with the cases of earlier runs, and adds
//! the cases that it finds.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::paths::Paths;
use crate::process::{find, run as run_command};

/// The target whose cases are whole components.
const COMPONENTS: &str = "component_life";

#[derive(clap::Args)]
pub(crate) struct Options {
    /// The time of each target
    #[arg(long, default_value_t = 20)]
    minutes: u32,
    /// The targets; by default all of them
    targets: Vec<String>,
}

pub(crate) fn run(paths: &Paths, options: &Options) -> Result<()> {
    ensure!(
        find("cargo-fuzz").is_some(),
        "`cargo fuzz` is not installed\nhint: run `cargo install cargo-fuzz`, and `rustup toolchain install nightly`"
    );
    let folder = paths.root.join("fuzz");
    let all = targets(&folder)?;
    for wanted in &options.targets {
        ensure!(
            all.contains(wanted),
            "`{wanted}` is not a target; the targets are {}",
            all.join(", ")
        );
    }
    let wanted = if options.targets.is_empty() {
        &all
    } else {
        &options.targets
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

/// Runs one target on the kept cases, and then keeps the smallest set of cases with the same coverage.
fn fuzz(paths: &Paths, folder: &Path, target: &str, minutes: u32) -> Result<()> {
    let work = paths.target.join("fuzz").join(target);
    let [found, smallest] = ["found", "smallest"].map(|name| work.join(name));
    // The cases of an interrupted run are worth keeping; an unfinished smallest set is not.
    if smallest.exists() {
        fs::remove_dir_all(&smallest)?;
    }
    fs::create_dir_all(&found)?;
    fs::create_dir_all(&smallest)?;
    let kept = folder.join("corpora").join(format!("{target}.tar.xz"));
    if kept.exists() {
        let mut unpack = Command::new("tar");
        unpack.arg("-xJf").arg(&kept).arg("-C").arg(&found);
        run_command(&mut unpack)?;
    }
    let cases = folder.join("corpus-cases").join(target);
    let largest = if target == COMPONENTS {
        "-max_len=65536"
    } else {
        "-max_len=4096"
    };
    let time = format!("-max_total_time={}", minutes.saturating_mul(60));
    let limits = ["-timeout=60", largest, &time];
    libfuzzer(paths, target, &[&found, &cases], &limits)?;
    let folders = [&smallest, &found, &cases];
    libfuzzer(paths, target, &folders, &["-merge=1", largest])?;
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

/// Packs a folder. The same files make the same archive.
fn pack(folder: &Path, file: &Path) -> Result<()> {
    let mut pack = Command::new("tar");
    pack.args(["--sort=name", "--mtime=@0", "--owner=0", "--group=0"])
        .args(["--numeric-owner", "--use-compress-program=xz -6", "-cf"])
        .arg(file)
        .arg("-C")
        .arg(folder)
        .arg(".");
    run_command(&mut pack)
}
