//! The whole job: an update of many resources with the real engine.

use std::fmt::Write as _;
use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use super::figures::{Figures, median};
use super::launch::THING;
use super::peers::GO;
use super::table::{Table, number, ratio};
use super::{Bench, ours_name, report};
use crate::paths::Paths;
use crate::process;
use crate::sandbox::Sandbox;
use crate::setup::engine::{self, Engine};

/// How long a command of the engine may take, as `timeout` takes it, in seconds.
const LIMIT: &str = "300";

/// A project with its stack, and what was measured in it.
struct Project {
    name: String,
    sandbox: Sandbox,
    ups: Vec<f64>,
    destroys: Vec<f64>,
}

pub(crate) fn run(bench: &Bench<'_>, figures: &mut Figures) -> Result<()> {
    let count = bench.options.pick(50, 1000);
    let engine = engine::find_or_build(bench.paths)?;
    let mut projects = vec![ours(bench, &engine, count)?];
    match bench.peers.program(GO) {
        Some(program) => projects.push(native(bench.paths, &engine, count, program)?),
        None => report::print("\nleft out: `pulumi up` with the Go peer, which is not there"),
    }
    // The first one compiles and caches; the median leaves it out.
    let runs = bench.options.pick(1, 3);
    for run in 0..runs {
        for turn in 0..projects.len() {
            let index = (run + turn) % projects.len();
            if let Some(project) = projects.get_mut(index) {
                project.live()?;
            }
        }
    }
    let mut table = Table::new(["provider", "up", "to Go", "destroy", "to Go"]);
    for project in &projects {
        let name = &project.name;
        figures.set(format!("up/{name}/up"), median(&project.ups));
        figures.set(format!("up/{name}/destroy"), median(&project.destroys));
    }
    for project in &projects {
        let at = |name: &str, what: &str| format!("up/{name}/{what}");
        let figure = |what: &str| number(figures.get(&at(&project.name, what)));
        let to_go = |what: &str| ratio(figures.ratio(&at(&project.name, what), &at(GO, what)));
        table.row([
            project.name.clone(),
            figure("up"),
            to_go("up"),
            figure("destroy"),
            to_go("destroy"),
        ]);
    }
    table.print(&format!(
        "`pulumi up` and `destroy` of {count} resources with 20 leaf values each (s)"
    ));
    Ok(())
}

fn ours(bench: &Bench<'_>, engine: &Engine, count: usize) -> Result<Project> {
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

fn native(
    paths: &Paths,
    engine: &Engine,
    count: usize,
    plugin: &std::path::Path,
) -> Result<Project> {
    let root = super::folder(paths).join("up-go");
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
            sandbox,
            ups: Vec::new(),
            destroys: Vec::new(),
        })
    }

    /// Makes everything and removes it again.
    fn live(&mut self) -> Result<()> {
        let took = self.pulumi(&["up", "--yes", "--skip-preview"])?;
        self.ups.push(took.as_secs_f64());
        let took = self.pulumi(&["destroy", "--yes", "--skip-preview"])?;
        self.destroys.push(took.as_secs_f64());
        Ok(())
    }

    /// Runs a command of the engine without showing what it says, and takes its time.
    fn pulumi(&self, words: &[&str]) -> Result<Duration> {
        let engine = &self.sandbox.engine;
        let log = self.sandbox.project.join("pulumi.log");
        let output = fs::File::create(&log)?;
        let begun = Instant::now();
        let status = Command::new("timeout")
            .arg(LIMIT)
            .arg(engine.join("pulumi"))
            .args(words)
            .arg("--non-interactive")
            .current_dir(&self.sandbox.project)
            .env("PATH", process::path_with(&[engine])?)
            .envs(self.sandbox.variables())
            // Else the engine writes all of the state after each of the resources, which takes minutes and is its own.
            .env("PULUMI_EXPERIMENTAL", "true")
            .env("PULUMI_SKIP_CHECKPOINTS", "true")
            .stdin(Stdio::null())
            .stderr(output.try_clone()?)
            .stdout(output)
            .status()
            .context("cannot start `timeout`")?;
        ensure!(
            status.success(),
            "{}: `pulumi {}` failed; {} says why",
            self.name,
            words.join(" "),
            log.display()
        );
        Ok(begun.elapsed())
    }
}
