//! A provider of Terraform beside a native provider on terraform-plugin-framework: its process, and the core with many resources.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use super::Bench;
use super::figures::{Figures, median, number, of_processes, percentile, print_table, ratio};
use super::launcher::text;
use super::providers::Provider;
use crate::process;
use crate::setup::{cached, go, terraform};

/// The native provider.
pub(super) const FRAMEWORK: &str = "terraform-plugin-framework";
pub(super) const OURS: &str = "ours, Rust";
/// The numbers of leaf values in a resource.
pub(super) const SIZES: [u32; 3] = [20, 200, 2_000];
const ADDRESS: &str = "example.com/acme/bench";
const PROGRAM: &str = "terraform-provider-bench_v0.1.0";
/// The measured commands of the core, in their order.
const COMMANDS: [&str; 3] = ["apply", "empty plan", "destroy"];

pub(super) fn run(bench: &Bench<'_>, figures: &mut Figures) -> Result<()> {
    let root = bench.launcher.folder.join("terraform");
    let providers = [ours(bench, &root)?, native(bench, &root)?];
    processes(bench, &providers, figures)?;
    many_resources(bench, &root, &providers, figures)
}

/// The packages of the component in Rust.
fn ours(bench: &Bench<'_>, root: &Path) -> Result<Provider> {
    let rust = bench.providers.get(OURS);
    let rust = rust.context("the component in Rust was not built")?;
    let folder = root.join("ours");
    let mut tool = Command::new(&bench.providers.programs.tool);
    tool.args(["terraform", "--address", ADDRESS, "-o"])
        .arg(&folder)
        .args(&rust.components)
        .envs(&rust.environment);
    process::capture(&mut tool)?;
    Ok(Provider {
        name: OURS.to_owned(),
        command: vec![folder.join("override").join(PROGRAM).display().to_string()],
        environment: rust.environment.clone(),
        ..Provider::default()
    })
}

fn native(bench: &Bench<'_>, root: &Path) -> Result<Provider> {
    // Go writes into the folder in which it builds.
    let stage = root.join("native");
    fs::create_dir_all(&stage)?;
    let files = ["go.mod", "go.sum", "main.go", "thing.go"];
    let source = bench.paths.root.join("tests/bench/peers/terraform");
    cached::copy(&files, &source, &stage)?;
    let program = stage.join("override").join(PROGRAM);
    let mut build = go::build(&go::find_or_install(bench.paths)?, &stage);
    build.args(["-ldflags", "-s -w", "-o"]).arg(&program);
    process::run(build.arg(".")).context("the native provider could not be built")?;
    Ok(Provider {
        name: FRAMEWORK.to_owned(),
        command: vec![program.display().to_string()],
        ..Provider::default()
    })
}

fn at(name: &str, what: &str) -> String {
    format!("terraform/{name}/{what}")
}

/// The start, the calls and the memory of a process.
fn processes(bench: &Bench<'_>, providers: &[Provider], figures: &mut Figures) -> Result<()> {
    let order = |runs: usize| json!({ "runs": runs });
    // Compiles the component.
    bench.launcher.launch("terraform", providers, order(1))?;
    let order = order(bench.pick(3, 31));
    for report in bench.launcher.launch("terraform", providers, order)? {
        let name = text(&report, "name");
        for (what, pointer, unit) in [
            ("line", "/line_ms", 1.0),
            ("start", "/plan_ms", 1.0),
            ("memory", "/memory/rss_kib", 1024.0),
            ("private", "/memory/anonymous_kib", 1024.0),
        ] {
            let value = median(&of_processes(&report, pointer)) / unit;
            figures.set(at(&name, what), value);
        }
        for calls in report["calls"].as_array().into_iter().flatten() {
            let leaves = calls["leaves"].as_u64().unwrap_or_default();
            for method in ["plan", "apply"] {
                let value = calls[format!("{method}_us")].as_f64();
                let name = at(&name, &format!("{method}/{leaves}"));
                figures.set(name, value.unwrap_or(f64::NAN));
            }
            let resident = calls.pointer("/memory/rss_kib").and_then(Value::as_f64);
            let name = at(&name, &format!("memory/{leaves}"));
            figures.set(name, resident.unwrap_or(f64::NAN) / 1024.0);
        }
    }
    let titles = ["figure", OURS, FRAMEWORK, "ratio"];
    let mut rows = vec![titles.map(str::to_owned).to_vec()];
    let mut add = |title: String, what: &str| {
        let (ours, native) = (at(OURS, what), at(FRAMEWORK, what));
        rows.push(vec![
            title,
            number(figures.get(&ours)),
            number(figures.get(&native)),
            ratio(figures.ratio(&ours, &native)),
        ]);
    };
    add("exec to the line of the handshake (ms)".to_owned(), "line");
    add("exec to the first plan (ms)".to_owned(), "start");
    add("memory after the first plan (MiB)".to_owned(), "memory");
    add("of it private (MiB)".to_owned(), "private");
    for (method, title) in [
        ("plan", "PlanResourceChange"),
        ("apply", "ApplyResourceChange"),
    ] {
        for leaves in SIZES {
            add(
                format!("{title}, {leaves} leaves (µs)"),
                &format!("{method}/{leaves}"),
            );
        }
    }
    for leaves in SIZES {
        let title = format!("memory after calls with {leaves} leaves (MiB)");
        add(title, &format!("memory/{leaves}"));
    }
    print_table("A provider of Terraform", &rows);
    Ok(())
}

/// A folder in which the core uses a provider.
struct Project {
    name: String,
    core: PathBuf,
    folder: PathBuf,
    environment: BTreeMap<String, String>,
    /// The seconds of each run, by command.
    times: [Vec<f64>; 3],
}

fn many_resources(
    bench: &Bench<'_>,
    root: &Path,
    providers: &[Provider],
    figures: &mut Figures,
) -> Result<()> {
    let count = bench.pick(50, 500);
    let core = terraform::find_or_build(bench.paths)?.join("terraform");
    let mut projects = Vec::new();
    for (kind, provider) in ["project-ours", "project-native"].iter().zip(providers) {
        projects.push(Project::create(&core, &root.join(kind), provider, count)?);
    }
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
    let titles = [
        "provider",
        "apply",
        "ratio",
        "empty plan",
        "ratio",
        "destroy",
        "ratio",
    ];
    let mut rows = vec![titles.map(str::to_owned).to_vec()];
    for project in &projects {
        for (command, times) in COMMANDS.iter().zip(&project.times) {
            figures.set(at(&project.name, command), median(times));
        }
    }
    for project in &projects {
        let mut row = vec![project.name.clone()];
        for (command, times) in COMMANDS.iter().zip(&project.times) {
            let [lowest, highest] = [0.0, 1.0].map(|share| number(Some(percentile(times, share))));
            let median = number(Some(median(times)));
            row.push(format!("{median} ({lowest} to {highest})"));
            let native = at(FRAMEWORK, command);
            row.push(ratio(figures.ratio(&at(&project.name, command), &native)));
        }
        rows.push(row);
    }
    let title = format!(
        "Terraform with {count} resources of 20 leaf values each (s; median of {rounds}, lowest to highest)"
    );
    print_table(&title, &rows);
    Ok(())
}

impl Project {
    fn create(core: &Path, folder: &Path, provider: &Provider, count: usize) -> Result<Self> {
        fs::remove_dir_all(folder).ok();
        fs::create_dir_all(folder)?;
        let program = provider.command.first().map(Path::new);
        let home = program.and_then(Path::parent);
        let home = home.context("the provider has no folder")?.display();
        let settings = format!(
            "provider_installation {{\n  dev_overrides {{ \"{ADDRESS}\" = \"{home}\" }}\n  direct {{}}\n}}\n"
        );
        fs::write(folder.join("cli.tfrc"), settings)?;
        let program = format!(
            r#"terraform {{
  required_providers {{ bench = {{ source = "{ADDRESS}" }} }}
}}
resource "bench_thing" "thing" {{
  count  = {count}
  label  = "thing ${{count.index}}"
  secret = "hidden"
  tags   = {{ for tag in range(6) : "tag-${{tag}}" => "value of tag ${{tag}}" }}
  items  = [for item in range(4) : {{ name = "item number ${{item}}", size = item + 0.5, enabled = true }}]
}}
"#
        );
        fs::write(folder.join("main.tf"), program)?;
        Ok(Self {
            name: provider.name.clone(),
            core: core.to_owned(),
            folder: folder.to_owned(),
            environment: provider.environment.clone(),
            times: Default::default(),
        })
    }

    /// Creates all resources, plans without a change, and deletes them.
    fn run_commands(&mut self) -> Result<()> {
        let words: [&[&str]; 3] = [
            &["apply", "-auto-approve"],
            &["plan", "-detailed-exitcode"],
            &["destroy", "-auto-approve"],
        ];
        for (words, times) in words.into_iter().zip(&mut self.times) {
            let mut command = Command::new(&self.core);
            command
                .args(words)
                .current_dir(&self.folder)
                .envs(&self.environment)
                .env("TF_CLI_CONFIG_FILE", self.folder.join("cli.tfrc"))
                .env("CHECKPOINT_DISABLE", "1")
                .stdin(Stdio::null());
            let began = Instant::now();
            let output = command.output().context("the core cannot be started")?;
            times.push(began.elapsed().as_secs_f64());
            ensure!(
                output.status.success(),
                "{}: `terraform {}` failed: {}",
                self.name,
                words.join(" "),
                String::from_utf8_lossy(&output.stderr)
            );
        }
        Ok(())
    }
}
