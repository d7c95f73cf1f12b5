//! `cargo xtask demo`: the example `random` from creation to deletion, with the real engine.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::build::{self, Built};
use crate::paths::Paths;
use crate::sandbox::Sandbox;
use crate::setup::engine;

pub(crate) fn run(paths: &Paths) -> Result<()> {
    let engine = engine::find_or_build(paths)?;
    let built = build::release(paths, &[])?;
    let sandbox = Sandbox::create(&paths.target.join("demo"), "random", &engine)?;

    println!("\nThe demo does not touch your Pulumi home and state:\n");
    println!("$ export PATH={}:$PATH", sandbox.engine.display());
    for (name, value) in sandbox.variables() {
        println!("$ export {name}={value}");
    }
    println!("$ cd {}", sandbox.project.display());
    live(paths, &built, &sandbox)?;
    conclude(paths, &built, &sandbox);
    Ok(())
}

fn live(paths: &Paths, built: &Built, sandbox: &Sandbox) -> Result<()> {
    let plugin = built.programs.plugin.display().to_string();
    let version = env!("CARGO_PKG_VERSION");
    sandbox.pulumi(&[
        "plugin", "install", "resource", "wasm", version, "--file", &plugin,
    ])?;

    sandbox.copy(&paths.examples().join("random/Pulumi.yaml"))?;
    sandbox.copy(built.component("random")?)?;
    sandbox.pulumi(&["package", "add", "wasm", "./random.wasm"])?;
    sandbox.pulumi(&["stack", "init", "dev"])?;
    sandbox.pulumi(&["preview"])?;
    sandbox.pulumi(&["up", "--yes", "--skip-preview"])?;

    change(&sandbox.project.join("Pulumi.yaml"))?;
    sandbox.pulumi(&["up", "--yes", "--skip-preview", "--diff"])?;
    sandbox.pulumi(&["destroy", "--yes", "--skip-preview"])
}

/// Increases each `length:` in the program by one.
fn change(program: &Path) -> Result<()> {
    let text = fs::read_to_string(program)
        .with_context(|| format!("{} cannot be read", program.display()))?;
    println!("\n$ edit Pulumi.yaml");
    let mut changed = String::new();
    let mut changes = 0;
    for line in text.lines() {
        let length = line
            .trim_start()
            .strip_prefix("length: ")
            .and_then(|length| length.parse::<u32>().ok());
        let new = length.map(|length| line.replace(&length.to_string(), &(length + 1).to_string()));
        if let Some(new) = &new {
            println!("- {}\n+ {}", line.trim_start(), new.trim_start());
            changes += 1;
        }
        changed.push_str(new.as_deref().unwrap_or(line));
        changed.push('\n');
    }
    ensure!(changes > 0, "{} sets no length", program.display());
    fs::write(program, changed).with_context(|| format!("{} cannot be written", program.display()))
}

fn conclude(paths: &Paths, built: &Built, sandbox: &Sandbox) {
    let components = paths.target.join("components");
    let tool = built.programs.tool.display();
    println!(
        "
That was a Pulumi provider in a sandbox.

  plugin       {}
  tool         {tool}
  components   {}
  engine       {}
  project      {}

Next
  - continue in that project: run the export lines above, then `pulumi up`
  - read examples/hello, a whole provider of at most 40 lines, and change it
  - inspect a component: {tool} inspect {}
  - run every test: cargo xtask test",
        built.programs.plugin.display(),
        components.display(),
        sandbox.engine.display(),
        sandbox.project.display(),
        components.join("hello.wasm").display(),
    );
}
