//! Packages whose wheels have a compiled part that they do as well without. Their projects publish no wheel of pure Python, so
//! one is made of a wheel that they do publish: always of the same, so that it is the same file on each machine.

use std::fs;
use std::path::PathBuf;

use anyhow::Context;

use super::toolchain::{GUEST_VERSION, Toolchain};
use crate::language::workshop::Workshop;

/// The packages, as pip normalizes names. Each falls back to Python by itself.
const KNOWN: [&str; 2] = ["markupsafe", "pyyaml"];

/// Makes one of a folder's wheels.
const PROGRAM: &str = include_str!("pure.py");

/// Which wheel is taken: that of the interpreter in components, for one system.
const OF_ONE_SYSTEM: [&str; 12] = [
    "--only-binary=:all:",
    "--platform",
    "manylinux2014_x86_64",
    "--platform",
    "manylinux_2_28_x86_64",
    "--implementation",
    "cp",
    "--abi",
    "cp314",
    "--python-version",
    GUEST_VERSION,
    "--no-deps",
];

impl Toolchain {
    /// A folder with wheels of pure Python of those packages that are known to do without their compiled part, in the versions that
    /// these requirements ask for. `None` if there is none of them.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub(super) fn pure_wheels(
        &self,
        workshop: &Workshop,
        requirements: &[String],
    ) -> anyhow::Result<Option<PathBuf>> {
        let folder = workshop.own_folder().join("wheels");
        let cannot = || format!("cannot write to {}", folder.display());
        if folder.exists() {
            fs::remove_dir_all(&folder).with_context(cannot)?;
        }
        fs::create_dir_all(&folder).with_context(cannot)?;
        let target = folder.to_string_lossy();
        let mut has_one = false;
        for requirement in requirements {
            let mut arguments = vec!["download", "--dest", &target];
            arguments.extend(OF_ONE_SYSTEM);
            arguments.push(requirement);
            let doing = "looking for packages whose compiled parts can be left out";
            // If there is none, the packages cannot be installed, which is told in other words.
            has_one |= self.run_pip(workshop, &arguments, doing).is_ok();
        }
        if !has_one {
            return Ok(None);
        }
        let mut command = self.python();
        command.args(["-c", PROGRAM]).arg(&folder);
        let doing = "leaving compiled parts out";
        let made = workshop.console.run(doing, &mut command).is_ok();
        Ok(made.then_some(folder))
    }
}

/// What to ask for of each known package: what the project says of it, else any version.
pub(super) fn wanted(dependencies: &[String]) -> Vec<String> {
    let asked = |known: &&str| {
        let found = dependencies.iter().find(|wanted| name(wanted) == **known);
        found.cloned().unwrap_or_else(|| (*known).to_owned())
    };
    KNOWN.iter().map(asked).collect()
}

/// The same of a lock, which may name none.
pub(super) fn locked(lock: &str) -> Vec<String> {
    let requirements = lock.lines().filter_map(|line| line.split(' ').next());
    requirements
        .filter(|requirement| KNOWN.contains(&name(requirement).as_str()))
        .map(str::to_owned)
        .collect()
}

/// The normalized name in a requirement.
fn name(requirement: &str) -> String {
    let is_of_name = |letter: &char| letter.is_ascii_alphanumeric() || "-_.".contains(*letter);
    let name = requirement.chars().take_while(is_of_name);
    name.map(|letter| match letter {
        '_' | '.' => '-',
        letter => letter.to_ascii_lowercase(),
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_packages_are_asked_for_as_the_project_does() {
        let dependencies = ["jinja2".to_owned(), "PyYAML>=6,<7".to_owned()];
        assert_eq!(wanted(&dependencies), ["markupsafe", "PyYAML>=6,<7"]);
        let lock = "# pyyaml\njinja2==3.1.6 --hash=sha256:aa\nmarkupsafe==3.0.4 --hash=sha256:bb\n";
        assert_eq!(locked(lock), ["markupsafe==3.0.4"]);
    }
}
