//! `cargo xtask demo`: the example `random` from creation to deletion, with the real engine.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};

use crate::guests::{self, Component, Wanted};
use crate::host::{self, Programs};
use crate::parts::Parts;
use crate::paths::Paths;
use crate::separate_pulumi::SeparatePulumi;
use crate::setup::engine;

/// The example that the demo shows.
const EXAMPLE: &str = "random";

/// The programs and the one component that the demo shows.
struct Built {
    programs: Programs,
    component: Component,
}

pub(crate) fn run(paths: &Paths) -> Result<()> {
    let mut parts = Parts::start();
    let engine = parts.time("the Pulumi engine", || engine::find_or_build(paths))?;
    let built = build(paths, &mut parts)?;
    let pulumi = SeparatePulumi::create(&paths.target.join("demo"), "random", &engine)?;

    println!("\nThe demo does not touch your Pulumi home and state:\n");
    println!("$ export PATH={}:$PATH", pulumi.engine.display());
    for (name, value) in pulumi.variables() {
        println!("$ export {name}={value}");
    }
    println!("$ cd {}", pulumi.project.display());
    parts.time("the life of the stack", || live(paths, &built, &pulumi))?;
    conclude(&built, &pulumi);
    eprint!("\ndemo: how long each part took\n{}", parts.table());
    Ok(())
}

/// Builds only the programs that the demo shows, in the development profile: it compiles in a third of a release's time,
/// and the tests use it too. The component's module is compiled meanwhile, because one processor is often idle at the end of the
/// programs.
fn build(paths: &Paths, parts: &mut Parts) -> Result<Built> {
    let (programs, module) = thread::scope(|scope| {
        let module = scope.spawn(|| {
            let began = Instant::now();
            let compiled = guests::compile_beside(paths, EXAMPLE);
            (compiled, began.elapsed())
        });
        let programs = parts.time("the programs", || host::build_quickly(paths));
        (programs, module.join())
    });
    let programs = programs?;
    let Ok((compiled, took)) = module else {
        bail!("the compilation of the component's module stopped");
    };
    parts.add("the component's module, beside the programs", took);
    compiled?;
    let wanted = [EXAMPLE.to_owned()];
    let wanted = Wanted::Examples(&wanted);
    let destination = paths.target.join("components");
    let components = parts.time("the component", || {
        guests::build(paths, &programs, &wanted, &destination)
    })?;
    let component = components
        .into_iter()
        .find(|component| component.name == EXAMPLE)
        .with_context(|| format!("there is no example `{EXAMPLE}`"))?;
    Ok(Built {
        programs,
        component,
    })
}

fn live(paths: &Paths, built: &Built, pulumi: &SeparatePulumi) -> Result<()> {
    let plugin = built.programs.plugin.display().to_string();
    let version = env!("CARGO_PKG_VERSION");
    pulumi.run(&[
        "plugin", "install", "resource", "wasm", version, "--file", &plugin,
    ])?;

    pulumi.copy(&paths.examples().join("random/Pulumi.yaml"))?;
    pulumi.copy(&built.component.path)?;
    pulumi.run(&["package", "add", "wasm", "./random.wasm"])?;
    pulumi.run(&["stack", "init", "dev"])?;
    pulumi.run(&["preview"])?;
    pulumi.run(&["up", "--yes", "--skip-preview"])?;

    change(&pulumi.project.join("Pulumi.yaml"))?;
    pulumi.run(&["up", "--yes", "--skip-preview", "--diff"])?;
    pulumi.run(&["destroy", "--yes", "--skip-preview"])
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

fn conclude(built: &Built, pulumi: &SeparatePulumi) {
    let tool = built.programs.tool.display();
    let component = built.component.path.display();
    println!(
        "
That was a Pulumi provider in a sandbox.

  plugin       {}
  tool         {tool}
  component    {component}
  engine       {}
  project      {}

Next
  - continue in that project: run the export lines above, then `pulumi up`
  - inspect the component: {tool} inspect {component}
  - read examples/hello, a whole provider of at most 40 lines
  - build the programs as they are published, and all examples: cargo xtask build
  - run every test: cargo xtask test",
        built.programs.plugin.display(),
        pulumi.engine.display(),
        pulumi.project.display(),
    );
}
