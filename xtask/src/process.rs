//! Running other programs, with errors that can be acted upon.

use std::ffi::{OsStr, OsString};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, io};

use anyhow::{Context, Result, bail};

/// Runs a command whose output goes to the terminal; anything but success is an error.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let line = line(command);
    let status = command
        .status()
        .map_err(|error| not_started(command, error))?;
    if !status.success() {
        bail!("`{line}` failed: {status}");
    }
    Ok(())
}

/// Runs a command like [`run`], but shows its output when it has ended, in one piece: other commands may run meanwhile. Returns
/// the output.
pub(crate) fn run_beside(command: &mut Command) -> Result<String> {
    let line = line(command);
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|error| not_started(command, error))?;
    let text = [output.stdout, output.stderr].concat();
    // A reader that went away ends nothing.
    _ = io::stderr().write_all(&text);
    if !output.status.success() {
        bail!("`{line}` failed: {}", output.status);
    }
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// Runs a command like [`run`], and also shows each line of its standard output to `seen`.
pub(crate) fn run_seen(command: &mut Command, seen: &mut dyn FnMut(&str)) -> Result<()> {
    run_read(command, &mut |line| {
        // A reader that went away ends nothing: the tests run on, and the status tells.
        _ = io::stdout().write_all(line.as_bytes());
        seen(line);
    })
}

/// Runs a command like [`run`], but gives each line of its standard output to `read` alone.
pub(crate) fn run_read(command: &mut Command, read: &mut dyn FnMut(&str)) -> Result<()> {
    let shown = line(command);
    let mut child = command
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| not_started(command, error))?;
    let output = child.stdout.take().context("a pipe was asked for")?;
    let mut output = BufReader::new(output);
    let mut bytes = Vec::new();
    while output.read_until(b'\n', &mut bytes)? > 0 {
        read(&String::from_utf8_lossy(&bytes));
        bytes.clear();
    }
    let status = child.wait()?;
    if !status.success() {
        bail!("`{shown}` failed: {status}");
    }
    Ok(())
}

/// Runs a command and returns what it wrote to its standard output, trimmed.
pub(crate) fn capture(command: &mut Command) -> Result<String> {
    let line = line(command);
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|error| not_started(command, error))?;
    if !output.status.success() {
        let stderr = String::from_utf8_lossy(&output.stderr);
        bail!("`{line}` failed: {}\n{}", output.status, stderr.trim_end());
    }
    let stdout = String::from_utf8(output.stdout)
        .with_context(|| format!("`{line}` wrote something that is not UTF-8"))?;
    Ok(stdout.trim().to_owned())
}

/// The whole path of a program, looked up on PATH and where servers lie on Debian.
pub(crate) fn find(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path)
        .chain(["/usr/sbin", "/usr/local/sbin"].map(PathBuf::from))
        .map(|directory| directory.join(program))
        .find(|candidate| is_executable(candidate))
}

/// PATH with a few directories before the others.
pub(crate) fn path_with(directories: &[&Path]) -> Result<OsString> {
    let path = env::var_os("PATH").unwrap_or_default();
    let first = directories.iter().map(|directory| directory.to_path_buf());
    env::join_paths(first.chain(env::split_paths(&path)))
        .context("a directory on PATH holds the separator of PATH")
}

/// The command as it would be typed, with the variables that are set for it.
pub(crate) fn line(command: &Command) -> String {
    let variables = command
        .get_envs()
        .filter_map(|(name, value)| Some((name, value?)))
        .filter(|(name, _)| *name != "PATH")
        .map(|(name, value)| format!("{}={}", name.to_string_lossy(), quoted(value)));
    let program = std::iter::once(quoted(command.get_program()));
    let arguments = command.get_args().map(quoted);
    variables
        .chain(program)
        .chain(arguments)
        .collect::<Vec<_>>()
        .join(" ")
}

/// A word as a shell wants it.
pub(crate) fn quoted(word: &OsStr) -> String {
    let word = word.to_string_lossy();
    let plain =
        |character: char| character.is_ascii_alphanumeric() || "-_./=:,+@%".contains(character);
    if !word.is_empty() && word.chars().all(plain) {
        word.into_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

fn not_started(command: &Command, error: io::Error) -> anyhow::Error {
    let program = command.get_program().to_string_lossy().into_owned();
    let reason = match error.kind() {
        io::ErrorKind::NotFound => "it is not there".to_owned(),
        _ => error.to_string(),
    };
    anyhow::anyhow!("`{program}` cannot be started: {reason}")
}

#[cfg(unix)]
fn is_executable(candidate: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    candidate
        .metadata()
        .is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(candidate: &Path) -> bool {
    candidate.is_file()
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::{capture, line, run};

    #[test]
    fn a_line_can_be_pasted_into_a_shell() {
        let mut command = Command::new("echo");
        command.args(["plain", "two words", "it's"]).env("A", "b c");
        assert_eq!(line(&command), r"A='b c' echo plain 'two words' 'it'\''s'");
    }

    #[test]
    fn an_error_names_the_command_and_shows_its_complaint() {
        let error =
            capture(Command::new("sh").args(["-c", "echo broken >&2; exit 3"])).unwrap_err();
        let text = error.to_string();
        assert!(
            text.contains("sh -c") && text.contains("broken") && text.contains('3'),
            "{text}"
        );
    }

    #[test]
    fn a_missing_program_is_named() {
        let error = run(&mut Command::new("no-such-program-here")).unwrap_err();
        assert!(error.to_string().contains("no-such-program-here"));
    }
}
