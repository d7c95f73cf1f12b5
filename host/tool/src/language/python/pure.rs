//! Packages that work without the compiled part of their wheels. Their projects publish no wheel of pure Python, so the
//! tool makes one from a published wheel. It always uses the same wheel, so that the result is the same file on each
//! machine.

use std::fs;
use std::path::PathBuf;

use anyhow::Context;

use super::toolchain::{GUEST_VERSION, Toolchain};
use crate::language::workshop::Workshop;

/// The packages, as pip normalizes names. Each has a fallback in Python.
const KNOWN: [&str; 2] = ["markupsafe", "pyyaml"];

/// Makes a pure wheel from a folder's wheels.
const PROGRAM: &str = include_str!("pure.py");

/// The options for the wheel of the component's interpreter, for one system.
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
    /// A folder with wheels of pure Python, made from packages that work without their compiled part, in the versions
    /// of these requirements. `None` if no requirement names such a package.
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
            // If it fails, the packages cannot be installed, and the caller reports that.
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

/// The requirement for each known package: the project's requirement, or any version.
pub(super) fn requirements(dependencies: &[String]) -> Vec<String> {
    let asked = |known: &&str| {
        let found = dependencies.iter().find(|wanted| name(wanted) == **known);
        found.cloned().unwrap_or_else(|| (*known).to_owned())
    };
    KNOWN.iter().map(asked).collect()
}

/// The requirements of a lock file for known packages.
pub(super) fn locked_requirements(lock: &str) -> Vec<String> {
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
        assert_eq!(requirements(&dependencies), ["markupsafe", "PyYAML>=6,<7"]);
        let lock = "# pyyaml\njinja2==3.1.6 --hash=sha256:aa\nmarkupsafe==3.0.4 --hash=sha256:bb\n";
        assert_eq!(locked_requirements(lock), ["markupsafe==3.0.4"]);
    }
}
