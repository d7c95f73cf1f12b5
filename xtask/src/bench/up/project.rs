//! A project of many resources with its stack, and the engine's commands in it.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use super::super::launch::THING;
use super::super::means::Bench;
use super::super::peers::{GO, ours_name};
use super::super::place::folder;
use super::processor::{self, Spent};
use crate::paths::Paths;
use crate::process;
use crate::sandbox::Sandbox;
use crate::setup::engine::Engine;

/// The commands that are measured, in their order.
pub(super) const COMMANDS: [&str; 2] = ["up", "destroy"];

/// How long a command of the engine may take, as `timeout` takes it, in seconds.
const LIMIT: &str = "300";

/// Begins the names of the processes that are providers, as far as the system keeps them.
const PROVIDER: &str = "pulumi-resource";

pub(super) struct Project {
    pub(super) name: String,
    pub(super) runs: Vec<Run>,
    sandbox: Sandbox,
}

/// The time of one command, in seconds.
pub(super) struct Run {
    pub(super) command: &'static str,
    pub(super) seconds: f64,
    /// On a processor: the provider.
    pub(super) provider: f64,
    /// On a processor: the engine, its language host and the provider.
    pub(super) all: f64,
}

/// Ours, added to a project as its user would.
pub(super) fn ours(bench: &Bench<'_>, engine: &Engine, count: usize) -> Result<Project> {
    let component = bench.components.get("Rust").context("no component")?;
    let root = bench.folder().join("up-ours");
    let sandbox = Sandbox::create(&root, "bench-up", engine)?;
    let plugin = bench.plugin.display().to_string();
    let version = env!("CARGO_PKG_VERSION");
    let project = Project::new(ours_name("Rust"), sandbox, &program("", count))?;
    project.pulumi(&[
        "plugin", "install", "resource", "wasm", version, "--file", &plugin,
    ])?;
    fs::copy(component, project.sandbox.project.join("bench.wasm"))?;
    project.pulumi(&["package", "add", "wasm", "./bench.wasm"])?;
    project.pulumi(&["stack", "init", "dev"])?;
    Ok(project)
}

/// A native provider's program.
pub(super) fn native(
    paths: &Paths,
    engine: &Engine,
    count: usize,
    plugin: &Path,
) -> Result<Project> {
    let root = folder(paths).join("up-go");
    let sandbox = Sandbox::create(&root, "bench-up", engine)?;
    let folder = plugin.parent().context("the peer lies nowhere")?;
    let plugins = format!(
        "plugins:\n  providers:\n    - name: bench\n      path: {}\n",
        folder.display()
    );
    let project = Project::new(GO.to_owned(), sandbox, &program(&plugins, count))?;
    project.pulumi(&["stack", "init", "dev"])?;
    Ok(project)
}

/// A program that asks for so many things.
fn program(plugins: &str, count: usize) -> String {
    let mut text = format!("name: bench-up\nruntime: yaml\n{plugins}resources:\n");
    for index in 0..count {
        // Writing to a text cannot fail.
        let _ = write!(
            text,
            "  thing-{index}:\n    type: {THING}\n    properties:\n      label: thing {index}\n      \
             secret: {{ fn::secret: hidden }}\n      tags:\n"
        );
        for tag in 0..6 {
            let _ = writeln!(text, "        tag-{tag}: value of tag {tag}");
        }
        text.push_str("      items:\n");
        for item in 0..4 {
            let _ = writeln!(
                text,
                "        - {{ name: item number {item}, size: {item}.5, enabled: true }}"
            );
        }
    }
    text
}

impl Project {
    fn new(name: String, sandbox: Sandbox, program: &str) -> Result<Self> {
        fs::write(sandbox.project.join("Pulumi.yaml"), program)?;
        Ok(Self {
            name,
            runs: Vec::new(),
            sandbox,
        })
    }

    /// Makes everything and removes it again.
    pub(super) fn live(&mut self) -> Result<()> {
        for command in COMMANDS {
            let begun = Instant::now();
            let spent = self.pulumi(&[command, "--yes", "--skip-preview"])?;
            self.runs.push(Run {
                command,
                seconds: begun.elapsed().as_secs_f64(),
                provider: spent.of(PROVIDER),
                all: spent.of(""),
            });
        }
        Ok(())
    }

    /// Forgets what was measured until now.
    pub(super) fn forget(&mut self) {
        self.runs.clear();
    }

    /// Runs a command of the engine without showing what it says.
    fn pulumi(&self, words: &[&str]) -> Result<Spent> {
        let engine = &self.sandbox.engine;
        let log = self.sandbox.project.join("pulumi.log");
        let output = fs::File::create(&log)?;
        let mut command = Command::new("timeout");
        command
            .arg(LIMIT)
            .arg(engine.join("pulumi"))
            .args(words)
            .arg("--non-interactive")
            .current_dir(&self.sandbox.project)
            .env("PATH", process::path_with(&[engine])?)
            .envs(self.sandbox.variables())
            // Else the engine writes the whole state after each resource, which takes minutes and is the engine's cost.
            .env("PULUMI_EXPERIMENTAL", "true")
            .env("PULUMI_SKIP_CHECKPOINTS", "true")
            .stdin(Stdio::null())
            .stderr(output.try_clone()?)
            .stdout(output);
        let (status, spent) = processor::watch(&mut command).context("cannot start `timeout`")?;
        ensure!(
            status.success(),
            "{}: `pulumi {}` failed; {} says why",
            self.name,
            words.join(" "),
            log.display()
        );
        Ok(spent)
    }
}
