//! What people see on a terminal, and what files and pipes get instead: colours, and steps that take a while.

#![allow(dead_code, reason = "each command uses its own part of this")]

use std::ffi::OsStr;
use std::io::{IsTerminal, Write};
use std::process::{Command, Output, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use clap::builder::styling::{AnsiColor, Style};

/// How often the time of a running step is shown anew.
const REPAINT_EVERY: Duration = Duration::from_millis(200);
/// Steps that are over sooner leave nothing on a terminal.
const WORTH_A_LINE: Duration = Duration::from_secs(1);

/// Colours, where they are wanted: on a terminal, unless `NO_COLOR` is set.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Paint {
    is_on: bool,
}

impl Paint {
    /// For what goes to standard output.
    pub(crate) fn of_stdout() -> Self {
        Self::of(&std::io::stdout())
    }

    /// For what goes to standard error.
    pub(crate) fn of_stderr() -> Self {
        Self::of(&std::io::stderr())
    }

    fn of(stream: &impl IsTerminal) -> Self {
        let is_unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let is_dumb = std::env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
        Self {
            is_on: stream.is_terminal() && !is_unwanted && !is_dumb,
        }
    }

    fn apply(self, style: Style, text: &str) -> String {
        if self.is_on {
            format!("{style}{text}{style:#}")
        } else {
            text.to_owned()
        }
    }

    /// What was done, and what was added.
    pub(crate) fn good(self, text: &str) -> String {
        self.apply(AnsiColor::Green.on_default(), text)
    }

    /// What failed, and what was removed.
    pub(crate) fn bad(self, text: &str) -> String {
        self.apply(AnsiColor::Red.on_default().bold(), text)
    }

    /// What wants attention.
    #[allow(dead_code, reason = "for commands that warn")]
    pub(crate) fn note(self, text: &str) -> String {
        self.apply(AnsiColor::Yellow.on_default(), text)
    }

    /// What is there for completeness.
    pub(crate) fn dim(self, text: &str) -> String {
        self.apply(Style::new().dimmed(), text)
    }

    /// What the eye should find first.
    pub(crate) fn bold(self, text: &str) -> String {
        self.apply(Style::new().bold(), text)
    }
}

/// Standard error, for what is said while a command works.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Console {
    /// Nobody wants to hear of steps.
    is_quiet: bool,
    is_terminal: bool,
    paint: Paint,
}

impl Console {
    pub(crate) fn new(is_quiet: bool) -> Self {
        Self {
            is_quiet,
            is_terminal: std::io::stderr().is_terminal(),
            paint: Paint::of_stderr(),
        }
    }

    /// One line that stays.
    pub(crate) fn say(&self, text: &str) {
        if !self.is_quiet {
            eprintln!("{text}");
        }
    }

    /// Begins something that may take a while. On a terminal a line shows for how long it goes on, until the step is
    /// dropped; elsewhere the line is printed once.
    pub(crate) fn step(&self, doing: &str) -> Step {
        if self.is_quiet || !self.is_terminal {
            self.say(doing);
            return Step { painter: None };
        }
        let (over, is_over) = mpsc::channel();
        let (doing, paint) = (doing.to_owned(), self.paint);
        let thread = std::thread::spawn(move || {
            let begun = Instant::now();
            let clear = "\r\u{1b}[2K";
            loop {
                let time = format!("{:.1} s", begun.elapsed().as_secs_f32());
                let mut stderr = std::io::stderr();
                match is_over.recv_timeout(REPAINT_EVERY) {
                    Err(RecvTimeoutError::Timeout) => {
                        // What a terminal does not take is not worth ending a build for.
                        drop(write!(stderr, "{clear}{doing} {}", paint.dim(&time)));
                        drop(stderr.flush());
                    }
                    Ok(()) | Err(RecvTimeoutError::Disconnected) => {
                        if begun.elapsed() >= WORTH_A_LINE {
                            drop(writeln!(stderr, "{clear}{doing} {}", paint.dim(&time)));
                        } else {
                            drop(write!(stderr, "{clear}"));
                            drop(stderr.flush());
                        }
                        return;
                    }
                }
            }
        });
        Step {
            painter: Some((over, thread)),
        }
    }

    /// A step that mostly is over at once: where there is no terminal, nothing is said of it.
    pub(crate) fn pause(&self, doing: &str) -> Step {
        match self.is_terminal {
            true => self.step(doing),
            false => Step { painter: None },
        }
    }

    /// Runs a program as a step. What it prints is kept, and given back or told with the error.
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
}

/// Something that goes on until this is dropped.
#[derive(Debug)]
pub(crate) struct Step {
    painter: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Drop for Step {
    fn drop(&mut self) {
        if let Some((over, thread)) = self.painter.take() {
            over.send(()).ok();
            thread.join().ok();
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
        /// Both of its streams, the errors last.
        output: String,
    },
}

fn printed(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim_end().to_owned();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    match (out.is_empty(), err.is_empty()) {
        (true, _) => err,
        (_, true) => out,
        _ => format!("{out}\n{err}"),
    }
}

/// A command as it would be typed.
pub(crate) fn line(command: &Command) -> String {
    std::iter::once(command.get_program())
        .chain(command.get_args())
        .map(quoted)
        .collect::<Vec<_>>()
        .join(" ")
}

/// A word as a shell wants it.
pub(crate) fn quoted(word: impl AsRef<OsStr>) -> String {
    let word = word.as_ref().to_string_lossy();
    let is_plain =
        |character: char| character.is_ascii_alphanumeric() || "-_./=:,+@%".contains(character);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.into_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
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
