//! The Go compiler of this machine.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::bail;

use super::PROJECT_FILE;
use crate::files::bounded_file;
use crate::language::workshop::Workshop;
use crate::terminal::{RunError, toolchain_program};

/// The oldest Go that can export functions of a component and has aliases of generic types.
const OLDEST: (u32, u32, u32) = (1, 24, 0);

const INSTALL: &str = "hint: install Go 1.24 or newer: from https://go.dev/dl, on Debian or Ubuntu with `apt-get install golang-go`, on macOS with \
    `brew install go`";

/// The settings of every command: the target is WebAssembly, and settings of the user for other programs do not count. Where the
/// environment has an empty text, Go takes the setting of `go env -w`: experiments are such a setting.
const SETTINGS: [(&str, &str); 6] = [
    ("GOOS", "wasip1"),
    ("GOARCH", "wasm"),
    ("GO111MODULE", "on"),
    ("GOFLAGS", "-mod=readonly"),
    ("GOEXPERIMENT", ""),
    ("CGO_ENABLED", "0"),
];

/// The setting that turns workspaces off: the copy of `go.mod` has what a workspace adds.
const WITHOUT_WORKSPACE: (&str, &str) = ("GOWORK", "off");

/// Go, in a project.
pub(super) struct Toolchain {
    project: PathBuf,
    /// The folder of the standard library's sources.
    pub(super) standard_library: PathBuf,
    /// The version of Go, such as `1.26.8`.
    pub(super) version: String,
}

impl Toolchain {
    /// Looks for Go, and for the version that the project wants.
    ///
    /// # Errors
    /// If Go is missing or too old, with a hint how to install it.
    pub(super) fn find(workshop: &Workshop) -> anyhow::Result<Self> {
        workshop.announce();
        let project_file = workshop.project.join(PROJECT_FILE);
        let mut toolchain = Self {
            project: workshop.project.clone(),
            standard_library: PathBuf::new(),
            version: String::new(),
        };
        let output = match toolchain.command(&["env", "GOVERSION", "GOROOT"]).output() {
            Ok(output) => output,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                bail!("providers in Go are built with Go, and `go` is not on PATH\n{INSTALL}")
            }
            Err(error) => bail!("`go` cannot be started: {error}"),
        };
        if !output.status.success() {
            // The project's `go` line may ask for a version that is not available.
            let text = String::from_utf8_lossy(&output.stderr);
            bail!("{}: {}\n{INSTALL}", project_file.display(), text.trim());
        }
        let text = String::from_utf8_lossy(&output.stdout);
        let mut lines = text.lines();
        let (version, root) = (lines.next().unwrap_or(""), lines.next().unwrap_or(""));
        match parse_version(version) {
            Some(found) if found >= OLDEST => {}
            Some(_) => bail!("{version} is too old\n{INSTALL}"),
            None => bail!(
                "`go env GOVERSION` says `{version}`, which is not a version of Go\n{INSTALL}"
            ),
        }
        // Go itself would name the copy of the file.
        if let Some(wanted) = wanted_version(&bounded_file::text(&project_file)?)
            && parse_version(version) < parse_version(&format!("go{wanted}"))
        {
            bail!(
                "{} asks for Go {wanted}, and `go` on PATH is {version}\nhint: install Go {wanted} or newer from https://go.dev/dl, or lower the line `go` \
                 of the file if the sources do not need that version",
                project_file.display()
            );
        }
        toolchain.standard_library = Path::new(root).join("src");
        toolchain.version = version.strip_prefix("go").unwrap_or(version).to_owned();
        Ok(toolchain)
    }

    /// A command of Go in the project's folder.
    pub(super) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.command_in_workspace(arguments);
        command.envs([WITHOUT_WORKSPACE]);
        command
    }

    /// A command of Go in the workspace that the author's `GOWORK` selects.
    pub(super) fn command_in_workspace(&self, arguments: &[&str]) -> Command {
        let mut command = toolchain_program("go");
        command
            .current_dir(&self.project)
            .envs(SETTINGS)
            .args(arguments);
        command
    }

    /// Runs a command, and gives its output. `failed` says what does not work, and `hint` what helps.
    ///
    /// # Errors
    /// With the messages of the command.
    pub(super) fn run(
        workshop: &Workshop,
        doing: &str,
        command: &mut Command,
        (failed, hint): (&str, &str),
    ) -> anyhow::Result<String> {
        match workshop.console.run(doing, command) {
            Ok(output) => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
            Err(RunError::Failed { output, .. }) => bail!("{failed}\n{output}\nhint: {hint}"),
            Err(error) => Err(error.into()),
        }
    }
}

/// The version in the line `go` of a `go.mod`.
fn wanted_version(text: &str) -> Option<&str> {
    text.lines().find_map(|line| {
        let mut words = line.split_whitespace();
        (words.next() == Some("go")).then(|| words.next())?
    })
}

/// `go1.26.8` → 1.26.8. A version without a third number is the first of its kind.
fn parse_version(text: &str) -> Option<(u32, u32, u32)> {
    let mut numbers = text.strip_prefix("go")?.split('.');
    let number = |text: &str| {
        let digits = text.find(|letter: char| !letter.is_ascii_digit());
        text.get(..digits.unwrap_or(text.len()))?.parse().ok()
    };
    let (first, second) = (number(numbers.next()?)?, number(numbers.next()?)?);
    Some((first, second, numbers.next().and_then(number).unwrap_or(0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read() {
        assert_eq!(parse_version("go1.26.8"), Some((1, 26, 8)));
        assert_eq!(parse_version("go1.27rc1"), Some((1, 27, 0)));
        assert!(parse_version("go1.26.8") < parse_version("go1.26.10"));
        assert_eq!(parse_version("devel go1.28"), None);
        let text = "module acme\n\ngo 1.30 // the newest\n\nrequire gopkg.in/yaml.v3 v3.0.1\n";
        assert_eq!(wanted_version(text), Some("1.30"));
        assert_eq!(wanted_version("module go\n"), None);
    }
}
