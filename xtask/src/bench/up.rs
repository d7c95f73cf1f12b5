//! `pulumi up` and `pulumi destroy` of many resources with the real engine.

use std::fmt::Write as _;
use std::fs;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use super::Bench;
use super::figures::{Figures, median, number, percentile, print_table, ratio};
use super::providers::{GO, Provider, THING};
use crate::process;
use crate::separate_pulumi::SeparatePulumi;
use crate::setup::engine::{self, Engine};

/// The measured commands, in their order.
const COMMANDS: [&str; 2] = ["up", "destroy"];
/// The time limit of a command of the engine, in seconds.
const LIMIT: &str = "300";

struct Project {
    name: String,
    pulumi: SeparatePulumi,
    /// The seconds of each run, by command.
    times: [Vec<f64>; 2],
}

pub(super) fn run(bench: &Bench<'_>, figures: &mut Figures) -> Result<()> {
    let count = bench.pick(50, 1000);
    let engine = engine::find_or_build(bench.paths)?;
    let mut projects = Vec::new();
    for name in ["ours, Rust", GO] {
        match bench.providers.get(name) {
            Some(provider) => projects.push(Project::create(bench, &engine, provider, count)?),
            None => println!("\nleft out: `pulumi up` with {name}, which was not built"),
        }
    }
    // Compiles the component.
    for project in &mut projects {
        project.run_commands()?;
        project.times = Default::default();
    }
    let rounds = bench.pick(1, 7);
    for _ in 0..rounds {
        for project in &mut projects {
            project.run_commands()?;
        }
        // Changes the order, so that a slow change of the machine affects both.
        projects.reverse();
    }
    let at = |name: &str, command: &str| format!("up/{name}/{command}");
    for project in &projects {
        for (command, times) in COMMANDS.iter().zip(&project.times) {
            figures.set(at(&project.name, command), median(times));
        }
    }
    let titles = ["provider", "up", "to Go", "destroy", "to Go"];
    let mut rows = vec![titles.map(str::to_owned).to_vec()];
    for project in &projects {
        let mut row = vec![project.name.clone()];
        for (command, times) in COMMANDS.iter().zip(&project.times) {
            let [lowest, highest] = [0.0, 1.0].map(|share| number(Some(percentile(times, share))));
            let median = number(Some(median(times)));
            row.push(format!("{median} ({lowest} to {highest})"));
            row.push(ratio(
                figures.ratio(&at(&project.name, command), &at(GO, command)),
            ));
        }
        rows.push(row);
    }
    let title = format!(
        "`pulumi up` and `destroy` of {count} resources with 20 leaf values each (s; median of {rounds}, lowest to highest)"
    );
    print_table(&title, &rows);
    Ok(())
}

/// A program with `count` resources.
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
    fn create(
        bench: &Bench<'_>,
        engine: &Engine,
        provider: &Provider,
        count: usize,
    ) -> Result<Self> {
        let program_file = provider.program().context("the provider has no program")?;
        let kind = if provider.components.is_empty() {
            "go"
        } else {
            "ours"
        };
        let root = bench.launcher.folder.join(format!("up-{kind}"));
        let pulumi = SeparatePulumi::create(&root, "bench-up", engine)?;
        let write =
            |plugins: &str| fs::write(pulumi.project.join("Pulumi.yaml"), program(plugins, count));
        if let [component] = provider.components.as_slice() {
            write("")?;
            // Like a user.
            let plugin = program_file.display().to_string();
            let version = env!("CARGO_PKG_VERSION");
            pulumi.run(&[
                "plugin", "install", "resource", "wasm", version, "--file", &plugin,
            ])?;
            fs::copy(component, pulumi.project.join("bench.wasm"))?;
            pulumi.run(&["package", "add", "wasm", "./bench.wasm"])?;
        } else {
            let folder = program_file
                .parent()
                .context("the provider has no folder")?;
            let folder = folder.display();
            write(&format!(
                "plugins:\n  providers:\n    - name: bench\n      path: {folder}\n"
            ))?;
        }
        pulumi.run(&["stack", "init", "dev"])?;
        Ok(Self {
            name: provider.name.clone(),
            pulumi,
            times: Default::default(),
        })
    }

    /// Creates all resources and deletes them.
    fn run_commands(&mut self) -> Result<()> {
        let engine = &self.pulumi.engine;
        let log = self.pulumi.project.join("pulumi.log");
        for (command_word, times) in COMMANDS.iter().zip(&mut self.times) {
            let output = fs::File::create(&log)?;
            let mut command = Command::new("timeout");
            command
                .arg(LIMIT)
                .arg(engine.join("pulumi"))
                .args([command_word, "--yes", "--skip-preview", "--non-interactive"])
                .current_dir(&self.pulumi.project)
                .env("PATH", process::path_with(engine)?)
                .envs(self.pulumi.variables())
                // Otherwise the engine writes the whole state after each resource, which takes minutes with any provider.
                .env("PULUMI_EXPERIMENTAL", "true")
                .env("PULUMI_SKIP_CHECKPOINTS", "true")
                .stdin(Stdio::null())
                .stderr(output.try_clone()?)
                .stdout(output);
            let began = Instant::now();
            let status = command.status().context("`timeout` cannot be started")?;
            times.push(began.elapsed().as_secs_f64());
            ensure!(
                status.success(),
                "{}: `pulumi {command_word}` failed; its output is in {}",
                self.name,
                log.display()
            );
        }
        Ok(())
    }
}
