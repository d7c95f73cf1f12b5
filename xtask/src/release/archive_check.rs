//! Judges an archive as Pulumi takes it: unpacks it by Pulumi's rules, and starts what is in it.

use std::fs;
use std::io::Read;
use std::path::{Component, Path};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use flate2::read::GzDecoder;
use pulumi_wasm_archive::{Platform, Release, archive_name};
use tar::{Archive, EntryType};

use super::files::{read, write};
use super::programs::Made;
use super::source::VERSION;
use crate::paths::Paths;
use crate::{host, process};

/// A file of an archive.
struct Member {
    name: String,
    mode: u32,
    bytes: Vec<u8>,
}

/// Judges the archive of a file: its name, what is in it, and that packing again gives the same bytes.
pub(super) fn judge(paths: &Paths, file: &Path, release: &Release<'_>, made: &Made) -> Result<()> {
    let judged = || -> Result<()> {
        let packed = read(file)?;
        let is_tool = file.ends_with(archive_name(host::TOOL, VERSION, release.platform));
        let again = match is_tool {
            true => release.tool(&made.tool, &made.plugin)?,
            false => release.plugin(&made.plugin)?,
        };
        ensure!(packed == again, "packing again gives other bytes");
        let programs = match is_tool {
            true => &[host::PLUGIN, host::TOOL][..],
            false => &[host::PLUGIN],
        };
        let members = unpack(&packed)?;
        has_files(&members, programs, release.platform)?;
        for member in members.iter().filter(|member| member.mode == 0o755) {
            says_version(paths, member, release.platform)?;
        }
        Ok(())
    };
    judged().with_context(|| format!("{} is not what Pulumi installs", file.display()))
}

/// The files of an archive. Pulumi takes directories, files and links that stay inside, with their modes.
fn unpack(packed: &[u8]) -> Result<Vec<Member>> {
    let mut members = Vec::new();
    for entry in Archive::new(GzDecoder::new(packed)).entries()? {
        let mut entry = entry?;
        let path = entry.path()?.into_owned();
        let name = path.to_str().context("a name is not text")?.to_owned();
        let is_inside = path
            .components()
            .all(|part| matches!(part, Component::Normal(_)));
        ensure!(is_inside, "`{name}` leads out of the folder");
        ensure!(
            entry.header().entry_type() == EntryType::Regular,
            "`{name}` is no ordinary file"
        );
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes)?;
        members.push(Member {
            name,
            mode: entry.header().mode()?,
            bytes,
        });
    }
    Ok(members)
}

/// Whether there are these programs, the two texts, and nothing else: a `PulumiPlugin.yaml` would start a language host.
fn has_files(members: &[Member], programs: &[&str], platform: Platform) -> Result<()> {
    let ending = platform.program_ending();
    let texts = ["LICENSE", "README.md"].map(|name| (name.to_owned(), 0o644));
    let programs = programs
        .iter()
        .map(|name| (format!("{name}{ending}"), 0o755));
    let mut expected: Vec<(String, u32)> = texts.into_iter().chain(programs).collect();
    expected.sort();
    let found: Vec<(String, u32)> = members
        .iter()
        .map(|member| (member.name.clone(), member.mode))
        .collect();
    ensure!(found == expected, "it has {found:?} and not {expected:?}");
    Ok(())
}

/// Whether a program is one of this version for the platform. It is started if this machine can do that.
fn says_version(paths: &Paths, member: &Member, platform: Platform) -> Result<()> {
    let name = &member.name;
    match Platform::of_program(&member.bytes) {
        Some(found) if found == platform => {}
        Some(found) => bail!("`{name}` is a program for {found}"),
        None => bail!("`{name}` is no program of a platform that Pulumi knows"),
    }
    let plain = name.strip_suffix(platform.program_ending()).unwrap_or(name);
    if Platform::here() == Some(platform) {
        let folder = paths.target.join("archive-check");
        fs::create_dir_all(&folder)?;
        let file = folder.join(name);
        // A program that runs cannot be written over.
        fs::remove_file(&file).ok();
        write(&file, &member.bytes)?;
        may_run(&file)?;
        let said = process::capture(Command::new(&file).arg("--version"))?;
        fs::remove_dir_all(&folder)?;
        ensure!(said == format!("{plain} {VERSION}"), "`{name}` says {said}");
    } else if plain == host::PLUGIN {
        let mark = format!("\npulumi-wasm plugin {VERSION} ");
        let has_mark = member
            .bytes
            .windows(mark.len())
            .any(|bytes| bytes == mark.as_bytes());
        ensure!(has_mark, "`{name}` has no mark of version {VERSION}");
    }
    Ok(())
}

#[cfg(unix)]
fn may_run(file: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    Ok(fs::set_permissions(
        file,
        fs::Permissions::from_mode(0o755),
    )?)
}

#[cfg(not(unix))]
#[allow(clippy::unnecessary_wraps, reason = "as on Unix")]
fn may_run(_file: &Path) -> Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use pulumi_wasm_archive::Files;

    use super::*;

    /// A program of another machine, which is not started.
    fn program(version: &str) -> Vec<u8> {
        let head = b"\xcf\xfa\xed\xfe\x07\0\0\x01";
        [
            head,
            format!("\npulumi-wasm plugin {version} macos x86_64\n").as_bytes(),
        ]
        .concat()
    }

    fn judged(made: &Made, change: impl Fn(Vec<u8>) -> Vec<u8>) -> Result<()> {
        let release = Release {
            platform: "darwin-amd64".parse().unwrap(),
            time: 1_800_000_000,
            license: b"licence",
            readme: b"readme",
        };
        let folder = std::env::temp_dir().join(format!(
            "release-{}-{:?}",
            std::process::id(),
            std::thread::current().id()
        ));
        fs::create_dir_all(&folder)?;
        let file = folder.join(archive_name(host::PLUGIN, VERSION, release.platform));
        fs::write(&file, change(release.plugin(&made.plugin)?))?;
        let result = judge(&Paths::find()?, &file, &release, made);
        fs::remove_dir_all(folder)?;
        result
    }

    fn made(plugin: Vec<u8>) -> Made {
        Made {
            plugin,
            tool: Vec::new(),
        }
    }

    #[test]
    fn an_archive_of_this_version_is_taken() {
        judged(&made(program(VERSION)), |packed| packed).unwrap();
    }

    #[test]
    fn an_archive_that_pulumi_could_not_use_is_refused() {
        let other = judged(&made(program("9.9.9")), |packed| packed).unwrap_err();
        assert!(
            format!("{other:#}").contains("no mark of version"),
            "{other:#}"
        );
        let script = judged(&made(b"#!/bin/sh\n".to_vec()), |packed| packed).unwrap_err();
        assert!(
            format!("{script:#}").contains("is no program"),
            "{script:#}"
        );
        let changed = judged(&made(program(VERSION)), |mut packed| {
            packed[4] = 1;
            packed
        });
        assert!(format!("{:#}", changed.unwrap_err()).contains("other bytes"));
    }

    #[test]
    fn files_that_do_not_belong_there_are_found() {
        let platform = "darwin-amd64".parse().unwrap();
        let program = program(VERSION);
        let mut files = Files::of_time(1);
        files.add_program(host::PLUGIN, &program);
        files.add("LICENSE", b"licence");
        files.add("README.md", b"readme");
        let members = unpack(&files.pack().unwrap()).unwrap();
        has_files(&members, &[host::PLUGIN], platform).unwrap();
        files.add("PulumiPlugin.yaml", b"runtime: go\n");
        let members = unpack(&files.pack().unwrap()).unwrap();
        assert!(has_files(&members, &[host::PLUGIN], platform).is_err());
        let mut readable = Files::of_time(1);
        readable.add(host::PLUGIN, &program);
        let members = unpack(&readable.pack().unwrap()).unwrap();
        assert!(has_files(&members, &[host::PLUGIN], platform).is_err());
    }
}
