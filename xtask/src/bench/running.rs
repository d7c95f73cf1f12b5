//! A program that ends in time, with all that it started.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

/// A program with all the processes that it starts: they end with this value.
pub(super) struct Running {
    child: Child,
    lines: mpsc::Receiver<std::io::Result<String>>,
    /// Its input; it ends when this is closed.
    input: Option<std::process::ChildStdin>,
}

impl Running {
    /// Starts it; it reads the text of this process if its standard input is a pipe.
    pub(super) fn start(command: &mut Command) -> Result<Self> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let mut child = command
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("`{}` cannot be started", command.get_program().display()))?;
        let input = child.stdin.take();
        let output = child.stdout.take();
        let (sender, lines) = mpsc::channel();
        if let Some(output) = output {
            thread::spawn(move || {
                for line in BufReader::new(output).lines() {
                    if sender.send(line).is_err() {
                        return;
                    }
                }
            });
        }
        Ok(Self {
            child,
            lines,
            input,
        })
    }

    /// The next line of its output.
    pub(super) fn line(&self, limit: Duration) -> Result<String> {
        match self.lines.recv_timeout(limit) {
            Ok(line) => Ok(line?),
            Err(mpsc::RecvTimeoutError::Timeout) => bail!("no answer within {limit:?}"),
            Err(mpsc::RecvTimeoutError::Disconnected) => bail!("it failed; see above"),
        }
    }

    /// All of its output.
    pub(super) fn all(&self, limit: Duration) -> Result<String> {
        let end = Instant::now() + limit;
        let mut text = String::new();
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) => text.push_str(&line?),
                Err(mpsc::RecvTimeoutError::Timeout) => bail!("it did not end within {limit:?}"),
                Err(mpsc::RecvTimeoutError::Disconnected) if text.is_empty() => {
                    bail!("it failed; see above")
                }
                Err(mpsc::RecvTimeoutError::Disconnected) => return Ok(text),
            }
        }
    }

    /// Whether it still waits for its input to end.
    pub(super) fn is_there(&self) -> bool {
        self.input.is_some()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.input.take());
        let end = Instant::now() + Duration::from_secs(5);
        while Instant::now() < end {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
        // It leads a separate group, with all processes that it started.
        let group = format!("-{}", self.child.id());
        Command::new("kill")
            .args(["-KILL", "--", &group])
            .status()
            .ok();
        self.child.wait().ok();
    }
}
