//! The messages of a working command, and the duration of its steps.

use std::io::{IsTerminal, Write};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::Paint;
use super::output::shown;

/// The interval at which the time of a running step is shown.
const REPAINT_EVERY: Duration = Duration::from_millis(200);
/// Shorter steps leave nothing on a terminal.
const WORTH_A_LINE: Duration = Duration::from_secs(1);

/// Standard error, for the progress of a command.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Console {
    /// Steps are not shown.
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

    /// A line that stays on the terminal.
    pub(crate) fn say(&self, text: &str) {
        if !self.is_quiet {
            eprintln!("{text}");
        }
    }

    /// Begins a step that may take long. On a terminal, a line shows the elapsed time until the step is dropped;
    /// elsewhere the line is printed once.
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
                        // A failed write to the terminal is not worth ending a build for.
                        let line = shown(&format!("{doing} {}", paint.dim(&time)));
                        drop(write!(stderr, "{clear}{line}"));
                        drop(stderr.flush());
                    }
                    Ok(()) | Err(RecvTimeoutError::Disconnected) => {
                        if begun.elapsed() >= WORTH_A_LINE {
                            let line = shown(&format!("{doing} {}", paint.dim(&time)));
                            drop(writeln!(stderr, "{clear}{line}"));
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

    /// A step that usually ends at once: without a terminal, it is not shown.
    pub(crate) fn pause(&self, doing: &str) -> Step {
        if self.is_terminal {
            self.step(doing)
        } else {
            Step { painter: None }
        }
    }
}

/// A step that lasts until this is dropped.
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
