//! The two programs of `tests/bench`: one launches providers, the other puts load on them.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread;

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use super::providers::Provider;
use crate::paths::Paths;
use crate::process;

/// The time limit of each program, in seconds.
const LIMIT: &str = "480";

pub(super) struct Launcher {
    launch: PathBuf,
    load: PathBuf,
    /// The folder of everything that the benchmark makes.
    pub(super) folder: PathBuf,
}

/// Running providers. They end when this value is dropped.
pub(super) struct Servers {
    launcher: Child,
    /// The servers, in the form that the load program expects.
    pub(super) servers: Vec<Value>,
}

impl Launcher {
    pub(super) fn new(paths: &Paths) -> Result<Self> {
        let folder = paths.target.join("bench");
        fs::create_dir_all(&folder)
            .with_context(|| format!("{} cannot be created", folder.display()))?;
        let program = |name: &str| paths.target.join("release").join(name);
        Ok(Self {
            launch: program("pulumi-wasm-launch"),
            load: program("pulumi-wasm-load"),
            folder,
        })
    }

    /// Runs a command of the launcher on providers. Returns their reports, and prints their errors.
    pub(super) fn launch(
        &self,
        command: &str,
        providers: &[Provider],
        mut order: Value,
    ) -> Result<Vec<Value>> {
        order["providers"] = providers.iter().map(Value::from).collect();
        let path = self.write(command, &order)?;
        let report = run(Command::new(&self.launch).arg(command).arg(path))?;
        let reports = list(report, "providers")?;
        for report in &reports {
            if let Some(error) = report["error"].as_str() {
                println!("\nleft out: {}: {error}", text(report, "name"));
            }
        }
        Ok(reports)
    }

    /// Launches and configures providers that stay, on another processor than the load's if there are two. Prints the
    /// errors of those that do not start.
    pub(super) fn serve(&self, providers: &[Provider]) -> Result<Servers> {
        let mut providers = providers.to_vec();
        if let Some((_, server)) = processors() {
            for provider in &mut providers {
                let prefix = ["taskset", "-c", &server.to_string()].map(str::to_owned);
                provider.command.splice(0..0, prefix);
            }
        }
        let path = self.write(
            "serve",
            &json!({ "providers": providers.iter().map(Value::from).collect::<Vec<_>>() }),
        )?;
        let mut command = limited(Command::new(&self.launch).arg("serve").arg(path));
        let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut launcher = child.context("`timeout` cannot be started")?;
        let line = first_line(launcher.stdout.take());
        let mut servers = Servers {
            launcher,
            servers: Vec::new(),
        };
        for server in list(serde_json::from_str(&line?)?, "servers")? {
            match server["error"].as_str() {
                Some(error) => println!("\nleft out: {}: {error}", text(&server, "name")),
                None => servers.servers.push(server),
            }
        }
        Ok(servers)
    }

    /// Puts load on servers. Returns the scenarios of the plan with the cost of each server.
    pub(super) fn load(&self, servers: &Servers, mut plan: Value) -> Result<Vec<Value>> {
        plan["servers"] = json!(servers.servers);
        if let Some((client, server)) = processors() {
            plan["client_core"] = json!(client);
            plan["server_core"] = json!(server);
        }
        let path = self.write("plan", &plan)?;
        list(run(Command::new(&self.load).arg(path))?, "scenarios")
    }

    fn write(&self, name: &str, value: &Value) -> Result<PathBuf> {
        let path = self.folder.join(format!("{name}.json"));
        fs::write(&path, value.to_string())
            .with_context(|| format!("{} cannot be written", path.display()))?;
        Ok(path)
    }
}

impl Drop for Servers {
    fn drop(&mut self) {
        // The launcher ends the providers when its standard input ends.
        drop(self.launcher.stdin.take());
        self.launcher.wait().ok();
    }
}

/// The command with a limit of time.
fn limited(command: &Command) -> Command {
    let mut limited = Command::new("timeout");
    limited.arg(LIMIT).arg(command.get_program());
    limited.args(command.get_args());
    limited
}

fn run(command: &Command) -> Result<Value> {
    let mut text = String::new();
    process::run_lines(&mut limited(command), &mut |line| text.push_str(line))?;
    serde_json::from_str(&text).context("the output is not valid JSON")
}

fn first_line(output: Option<ChildStdout>) -> Result<String> {
    let mut line = String::new();
    BufReader::new(output.context("the output has no pipe")?).read_line(&mut line)?;
    Ok(line)
}

/// The processor of the load and the processor of the servers, if there are two and `taskset` is installed.
fn processors() -> Option<(usize, usize)> {
    let count = thread::available_parallelism().ok()?.get();
    (count > 1 && process::find("taskset").is_some()).then_some((0, 1))
}

fn list(mut report: Value, name: &str) -> Result<Vec<Value>> {
    match report.get_mut(name).map(Value::take) {
        Some(Value::Array(list)) => Ok(list),
        _ => bail!("the report has no `{name}`"),
    }
}

/// A text member of a report.
pub(super) fn text(value: &Value, name: &str) -> String {
    value[name].as_str().unwrap_or_default().to_owned()
}
