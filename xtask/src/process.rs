//! Running other programs, with errors that name the command.

use std::env;
use std::env::consts::EXE_SUFFIX;
use std::ffi::OsString;
use std::fs::Metadata;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Output, Stdio};

use anyhow::{Context, Result, bail};

/// Runs a command whose output goes to the terminal.
///
/// # Errors
/// If the command does not succeed.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = command.status();
    check(command, status.with_context(|| failed_start(command))?)
}

/// Runs a command like [`run`], and passes each line of its standard output to `read`.
pub(crate) fn run_lines(command: &mut Command, read: &mut dyn FnMut(&str)) -> Result<()> {
    let child = command.stdout(Stdio::piped()).spawn();
    let mut child = child.with_context(|| failed_start(command))?;
    let output = child.stdout.take().context("the output has no pipe")?;
    let mut output = BufReader::new(output);
    let mut bytes = Vec::new();
    while output.read_until(b'\n', &mut bytes)? > 0 {
        read(&String::from_utf8_lossy(&bytes));
        bytes.clear();
    }
    check(command, child.wait()?)
}

/// Runs a command, then prints its output in one piece, because other commands run meanwhile. Returns the output.
pub(crate) fn run_beside(command: &mut Command) -> Result<String> {
    let output = output(command)?;
    let text = [output.stdout, output.stderr].concat();
    // The tests go on if the reader of the output has ended.
    _ = io::stderr().write_all(&text);
    check(command, output.status)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// Runs a command and returns its standard output, trimmed.
pub(crate) fn capture(command: &mut Command) -> Result<String> {
    let output = output(command)?;
    check(command, output.status).with_context(|| {
        String::from_utf8_lossy(&output.stderr)
            .trim_end()
            .to_owned()
    })?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The path of a program on PATH, or in a folder where Debian installs servers.
pub(crate) fn find(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path)
        .chain(["/usr/sbin", "/usr/local/sbin"].map(PathBuf::from))
        .map(|directory| directory.join(format!("{program}{EXE_SUFFIX}")))
        .find(|candidate| {
            let metadata = candidate.metadata();
            metadata.is_ok_and(|found| found.is_file() && is_program(&found))
        })
}

#[cfg(unix)]
fn is_program(metadata: &Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;

    metadata.permissions().mode() & 0o111 != 0
}

/// Windows knows programs by their names.
#[cfg(not(unix))]
fn is_program(_: &Metadata) -> bool {
    true
}

/// PATH with a directory before the others.
pub(crate) fn path_with(directory: &Path) -> Result<OsString> {
    let path = env::var_os("PATH").unwrap_or_default();
    let all = std::iter::once(directory.to_owned()).chain(env::split_paths(&path));
    env::join_paths(all).context("a directory on PATH contains the separator of PATH")
}

fn output(command: &mut Command) -> Result<Output> {
    let output = command.stdin(Stdio::null()).output();
    output.with_context(|| failed_start(command))
}

fn failed_start(command: &Command) -> String {
    format!("`{}` cannot be started", line(command))
}

fn check(command: &Command, status: ExitStatus) -> Result<()> {
    if !status.success() {
        bail!("`{}` failed: {status}", line(command));
    }
    Ok(())
}

/// The program and the arguments.
fn line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_names_the_command_and_shows_its_complaint() {
        let error = capture(Command::new("sh").args(["-c", "echo broken >&2; exit 3"]));
        let text = format!("{:#}", error.unwrap_err());
        for part in ["sh -c", "broken", "3"] {
            assert!(text.contains(part), "{text}");
        }
        let error = run(&mut Command::new("no-such-program-here")).unwrap_err();
        assert!(error.to_string().contains("no-such-program-here"));
    }
}
