//! A provider's process: launched as the engine launches it, ended with its value.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};

use crate::order::Provider;

/// The announced address of an engine that does not listen: no provider may need it before its first message.
const ENGINE: &str = "127.0.0.1:1";

pub(crate) struct Process {
    child: Child,
    /// When it was launched.
    pub(crate) begun: Instant,
    /// The address that it listens on.
    pub(crate) address: String,
}

impl Process {
    /// Launches a provider, and waits for the line with its port.
    pub(crate) fn launch(provider: &Provider) -> Result<Self> {
        Self::launch_for(provider, ENGINE)
    }

    /// Launches a provider with this address of an engine.
    pub(crate) fn launch_for(provider: &Provider, engine: &str) -> Result<Self> {
        let (program, arguments) = provider
            .command
            .split_first()
            .with_context(|| format!("{} has no command", provider.name))?;
        let begun = Instant::now();
        let mut child = Command::new(program)
            .args(arguments)
            .arg(engine)
            .envs(&provider.environment)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("cannot start {program}"))?;
        let output = child.stdout.take();
        // From here on, every failure ends the process.
        let mut process = Self {
            child,
            begun,
            address: String::new(),
        };
        let output = output.context("the process has no standard output")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        let port = line.trim();
        ensure!(
            port.parse::<u16>().is_ok(),
            "the first line of {} is not a port: `{port}`",
            provider.name
        );
        process.address = format!("127.0.0.1:{port}");
        Ok(process)
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}
