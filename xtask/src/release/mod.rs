//! `cargo xtask release`: the archives of a release for one platform.
//!
//! A release is made on several machines, each with this command; their folders together are the assets. The archives of a
//! commit are the same bytes whenever they are packed.

mod archive_check;
mod files;
mod library_needs;
mod options;
mod parts_list;
mod programs;
mod source;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use files::{read, write};
use library_needs::Needs;
pub(crate) use options::Options;
use programs::Made;
use pulumi_wasm_archive::{CHECKSUMS, Release, archive_name, checksum_line};
use source::VERSION;

use crate::paths::Paths;
use crate::{build, host};

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
    if source::is_changed(paths)? {
        eprintln!("warning: the programs are made of files with changes that no commit has");
    }
    let license = read(&paths.root.join("LICENSE"))?;
    let readme = source::readme(&paths.root)?;
    let release = Release {
        platform,
        time: source::time(paths)?,
        license: &license,
        readme: readme.as_bytes(),
    };
    let made = Made::read(&programs::build(paths, &target)?)?;
    let archives = [
        (host::PLUGIN, release.plugin(&made.plugin)?),
        (host::TOOL, release.tool(&made.tool, &made.plugin)?),
    ];
    fs::create_dir_all(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    for (program, archive) in &archives {
        let file = folder.join(archive_name(program, VERSION, platform));
        write(&file, archive)?;
        archive_check::judge(paths, &file, &release, &made)?;
    }
    if !parts_list::write_list(paths, &target, &folder, platform)? {
        eprintln!(
            "not made: the list of the crates in the programs\nhint: run `cargo install --locked cargo-cyclonedx`"
        );
    }
    list(&folder)?;
    report(&folder, &made)
}

/// Writes the checksums of all assets that lie in the folder, whichever machine made them.
fn list(folder: &Path) -> Result<()> {
    let mut lines = String::new();
    for name in assets(folder)? {
        lines += &checksum_line(&name, &read(&folder.join(&name))?);
    }
    write(&folder.join(CHECKSUMS), lines.as_bytes())
}

/// The names of the assets in a folder, in order.
fn assets(folder: &Path) -> Result<Vec<String>> {
    let shown = || format!("{} cannot be read", folder.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).with_context(shown)? {
        let name = entry.with_context(shown)?.file_name();
        let name = name.to_string_lossy().into_owned();
        if [".tar.gz", parts_list::ENDING]
            .iter()
            .any(|ending| name.ends_with(ending))
        {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

fn report(folder: &Path, made: &Made) -> Result<()> {
    println!();
    for name in assets(folder)?
        .iter()
        .map(String::as_str)
        .chain([CHECKSUMS])
    {
        let file = folder.join(name);
        println!("{:>12}  {}", build::size(&file)?, file.display());
    }
    for (name, program) in [(host::PLUGIN, &made.plugin), (host::TOOL, &made.tool)] {
        match Needs::of(program) {
            Ok(needs) => println!("{name}: {needs}"),
            Err(error) => bail!("{name} cannot be read as a program: {error}"),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_those_of_all_assets_in_the_folder() {
        let folder = std::env::temp_dir().join(format!("release-list-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for name in ["b.tar.gz", "a.tar.gz", "a.cdx.json", "notes.txt", CHECKSUMS] {
            fs::write(folder.join(name), "abc").unwrap();
        }
        list(&folder).unwrap();
        let text = fs::read_to_string(folder.join(CHECKSUMS)).unwrap();
        fs::remove_dir_all(folder).unwrap();
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        let names = ["a.cdx.json", "a.tar.gz", "b.tar.gz"];
        assert_eq!(text, names.map(|name| format!("{abc}  {name}\n")).concat());
    }
}
