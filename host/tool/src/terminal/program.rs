//! Programs of toolchains, run as steps.

use std::ffi::OsStr;
use std::process::{Command, Output, Stdio};

use pulumi_wasm_platform::env;

use super::Console;
use super::output::shown;

/// A program of a toolchain. It may run code of a project's author, so it gets the variables that toolchains need, and
/// no other variable of the user.
pub(crate) fn toolchain_program(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.env_clear().envs(env::of_toolchains());
    command
}

impl Console {
    /// Runs a program as a step. Returns its output, or an error that has the output.
    ///
    /// # Errors
    /// When it is not there, cannot be started, or ends with anything but success.
    pub(crate) fn run(&self, doing: &str, command: &mut Command) -> Result<Output, RunError> {
        let step = self.step(doing);
        let done = command.stdin(Stdio::null()).output();
        drop(step);
        let program = || command.get_program().to_string_lossy().into_owned();
        match done {
            Ok(output) if output.status.success() => Ok(output),
            Ok(output) => Err(RunError::Failed {
                line: line(command),
                status: output.status.to_string(),
                output: printed(&output),
            }),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                Err(RunError::NotFound { program: program() })
            }
            Err(error) => Err(RunError::NotStarted {
                program: program(),
                reason: error.to_string(),
            }),
        }
    }

    /// Passes on the warnings of a successful program: the lines of its standard error that are marked as warnings.
    pub(crate) fn print_warnings(output: &Output) {
        let errors = String::from_utf8_lossy(&output.stderr);
        for line in errors.lines().filter(|line| line.starts_with("warning: ")) {
            eprintln!("{}", shown(line));
        }
    }
}

/// Why a program of a toolchain did not do its work.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RunError {
    #[error("there is no program `{program}` on PATH")]
    NotFound { program: String },
    #[error("`{program}` cannot be started: {reason}")]
    NotStarted { program: String, reason: String },
    #[error("`{line}` failed ({status})\n{output}")]
    Failed {
        line: String,
        status: String,
        /// Both of its streams, standard error last.
        output: String,
    },
}

fn printed(output: &Output) -> String {
    let text = |bytes: &[u8]| without_colours(String::from_utf8_lossy(bytes).trim_end());
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    match (out.is_empty(), err.is_empty()) {
        (true, _) => err,
        (_, true) => out,
        _ => format!("{out}\n{err}"),
    }
}

/// A command as it would be typed.
fn line(command: &Command) -> String {
    std::iter::once(command.get_program())
        .chain(command.get_args())
        .map(quoted)
        .collect::<Vec<_>>()
        .join(" ")
}

/// A word quoted for a shell.
pub(crate) fn quoted(word: impl AsRef<OsStr>) -> String {
    pulumi_wasm_core::text::quoted(&word.as_ref().to_string_lossy())
}

/// A text without the colours that a program printed although its output is not a terminal.
fn without_colours(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let is_of_style = |letter: char| letter.is_ascii_digit() || matches!(letter, ';' | ':');
        match part.trim_start_matches(is_of_style).strip_prefix('m') {
            Some(rest) => plain.push_str(rest),
            None => {
                plain.push_str("\u{1b}[");
                plain.push_str(part);
            }
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_can_be_pasted_into_a_shell() {
        let mut command = Command::new("echo");
        command.args(["plain", "two words", "it's"]);
        assert_eq!(line(&command), r"echo plain 'two words' 'it'\''s'");
    }

    #[test]
    fn colours_of_programs_are_left_out() {
        let text = "\u{1b}[0m\u{1b}[1m\u{1b}[38;5;9merror\u{1b}[0m: no \u{1b}[2K";
        assert_eq!(without_colours(text), "error: no \u{1b}[2K");
    }

    #[test]
    fn a_program_that_fails_is_told_with_what_it_said() {
        let console = Console::new(true);
        let mut command = Command::new("sh");
        command.args(["-c", "echo broken >&2; exit 3"]);
        let error = console.run("breaking", &mut command).unwrap_err();
        let text = error.to_string();
        assert!(text.contains("broken") && text.contains('3'), "{text}");
        let missing = console.run("nothing", &mut Command::new("no-such-program-here"));
        assert!(
            matches!(missing, Err(RunError::NotFound { program }) if program == "no-such-program-here")
        );
    }
}
