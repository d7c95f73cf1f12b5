//! `cargo xtask demo`: the example `random` through a whole life, with the real engine.

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

    introduce(&sandbox, &engine.directory);
    live(paths, &built, &sandbox)?;
    conclude(paths, &built, &sandbox, &engine.directory);
    Ok(())
}

fn introduce(sandbox: &Sandbox, engine: &Path) {
    println!("\nThe demo keeps apart from any other Pulumi on this machine:\n");
    println!("$ export PATH={}:$PATH", engine.display());
    for (name, value) in sandbox.variables() {
        println!("$ export {name}={value}");
    }
    println!("$ cd {}", sandbox.project.display());
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

/// Asks for one more character at each place at which the program sets their number.
fn change(program: &Path) -> Result<()> {
    let text = fs::read_to_string(program)
        .with_context(|| format!("{} cannot be read", program.display()))?;
    println!("\n$ edit Pulumi.yaml");
    let mut changed = String::new();
    let mut changes = 0;
    for line in text.lines() {
        let new = one_longer(line).unwrap_or_else(|| line.to_owned());
        if new != line {
            println!("- {}\n+ {}", line.trim_start(), new.trim_start());
            changes += 1;
        }
        changed.push_str(&new);
        changed.push('\n');
    }
    ensure!(changes > 0, "{} asks for no length", program.display());
    fs::write(program, changed).with_context(|| format!("{} cannot be written", program.display()))
}

/// `length: 20` → `length: 21`.
fn one_longer(line: &str) -> Option<String> {
    let (before, value) = line.split_once("length: ")?;
    let length: u32 = value.trim().parse().ok()?;
    before
        .trim()
        .is_empty()
        .then(|| format!("{before}length: {}", length + 1))
}

fn conclude(paths: &Paths, built: &Built, sandbox: &Sandbox, engine: &Path) {
    let components = paths.target.join("components");
    println!(
        "
That was a Pulumi provider in a sandbox.

  plugin       {}
  tool         {}
  components   {}
  engine       {}
  project      {}

Next
  - go on in that project: type the export lines from above, then `pulumi up`
  - read examples/hello, a whole provider of at most 40 lines, and change it
  - look into a component: {} inspect {}
  - run every test: cargo xtask test",
        built.programs.plugin.display(),
        built.programs.tool.display(),
        components.display(),
        engine.display(),
        sandbox.project.display(),
        built.programs.tool.display(),
        components.join("hello.wasm").display(),
    );
}

#[cfg(test)]
mod tests {
    use super::one_longer;

    #[test]
    fn only_a_length_is_changed() {
        assert_eq!(
            one_longer("      length: 20").as_deref(),
            Some("      length: 21")
        );
        assert_eq!(one_longer("      # a length: 20"), None);
        assert_eq!(one_longer("      length: ${size}"), None);
        assert_eq!(one_longer("      prefix: abc"), None);
    }
}
