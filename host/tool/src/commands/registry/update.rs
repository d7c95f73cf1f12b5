//! `pulumi-wasm update`: a package of a project takes the present builds of its sources.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, anyhow, ensure};
use clap::Args;
use pulumi_wasm_core::call::LogSink;
use pulumi_wasm_core::text::Excerpt;
use pulumi_wasm_packages::{Declared, Loader, Source, StoredComponent};
use semver::Version;
use serde_json::json;

use super::{Shown, runtime};
use crate::files::bounded_file;
use crate::files::whole_file;
use crate::limits::LimitArguments;
use crate::terminal::{Console, print_json, print_line};

/// The packages to update.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  pulumi-wasm update acme && pulumi install

A tag that is a version, and a release, goes on to the newest version, or to the one that is given. Any other tag, and an address, stays, and \
gets the digest of its present build. `Pulumi.yaml` is changed, and `pulumi install` generates the SDK anew.")]
pub(crate) struct Arguments {
    /// The package, as `Pulumi.yaml` names it
    #[arg(value_name = "PACKAGE")]
    package: String,
    /// The version to go to, up or down
    #[arg(value_name = "VERSION")]
    version: Option<Version>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: LimitArguments,
}

/// A component that was looked up.
struct Looked {
    before: String,
    after: String,
    kept: StoredComponent,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let console = Console::new(arguments.json);
    let package = &arguments.package;
    let folder = std::env::current_dir()?;
    let declared = Declared::nearest(&folder)?.ok_or_else(|| {
        anyhow!("neither this folder nor one above it has a `Pulumi.yaml`\nhint: run it in the project that uses the package")
    })?;
    let shown = declared.file.display().to_string();
    ensure!(
        declared.names(package),
        "`{shown}` does not name the package `{}`\nhint: `pulumi package add wasm SOURCE` adds it",
        Excerpt::name(package)
    );
    let sources = declared.components(package);
    let remote: Vec<&Source> = sources
        .iter()
        .filter(|source| source.file().is_none())
        .collect();
    ensure!(
        !remote.is_empty(),
        "`{shown}` does not name a component in a registry or on a web server for the package `{}`\nhint: build a \
         component that is a file, and run \
         `pulumi package add wasm FILE` again",
        Excerpt::name(package)
    );
    let log: Arc<dyn LogSink> = Arc::new(Shown(console));
    let loader = Loader::from_environment()?.without_journal();
    let limits = arguments.limits.limits();
    let runtime = runtime()?;
    let pins = declared.pins(package);
    let mut looked = Vec::new();
    for source in remote {
        let version = arguments.version.as_ref();
        let newer = runtime.block_on(loader.newer(source, version, &limits, &log))?;
        ensure!(
            newer.kept.name == *package,
            "`{}` is the package `{}`, and not `{}`",
            newer.source,
            Excerpt::name(&newer.kept.name),
            Excerpt::name(package)
        );
        ensure!(
            pins.is_empty() || pins.contains(&newer.kept.digest),
            "`{}` is {}, and `--sha256` in `{shown}` asks for another one\nhint: write this digest behind `--sha256` if you trust it, and \
             run the command again",
            newer.source,
            newer.kept.digest
        );
        looked.push(Looked {
            before: source.to_string(),
            after: newer.source.to_string(),
            kept: newer.kept,
        });
    }
    write(&declared, package, &looked)?;
    tell(arguments, &looked)
}

/// Writes the words into the project's file: all of them or none.
fn write(declared: &Declared, package: &str, looked: &[Looked]) -> anyhow::Result<()> {
    let file = &declared.file;
    let shown = file.display();
    let read = || -> anyhow::Result<String> {
        bounded_file::text(file).with_context(|| format!("cannot read `{shown}`"))
    };
    let mut text = read()?;
    let mut declared = declared.clone();
    let changed: Vec<&Looked> = looked
        .iter()
        .filter(|looked| looked.before != looked.after)
        .collect();
    if changed.is_empty() {
        return Ok(());
    }
    for Looked { before, after, .. } in &changed {
        text = declared.with_word(&text, package, before, after).ok_or_else(|| {
            anyhow!("`{shown}` does not have `{before}` in a form that can be replaced\nhint: write `{after}` there yourself, and run `pulumi install`")
        })?;
        declared = Declared::parse(Path::new(file), &text)?;
    }
    let written = whole_file::edit(file, text.as_bytes());
    written.with_context(|| format!("cannot write `{shown}`"))
}

fn tell(arguments: &Arguments, looked: &[Looked]) -> anyhow::Result<()> {
    let is_changed = looked.iter().any(|looked| looked.before != looked.after);
    if arguments.json {
        let components = looked.iter().map(|looked| {
            json!({
                "before": looked.before,
                "after": looked.after,
                "component": looked.kept.digest.to_string(),
                "version": looked.kept.version,
            })
        });
        print_json(&json!({
            "package": arguments.package,
            "changed": is_changed,
            "components": components.collect::<Vec<_>>(),
        }))?;
        return Ok(());
    }
    for looked in looked {
        let (version, digest) = (Excerpt::name(&looked.kept.version), &looked.kept.digest);
        if looked.before == looked.after {
            print_line(format_args!("{} stays: {version} {digest}", looked.before))
        } else {
            print_line(format_args!(
                "{} is now {}: {version} {digest}",
                looked.before, looked.after
            ))
        }
    }
    if is_changed {
        println!("\nNow run `pulumi install`, look at `pulumi-wasm grants`, and commit both.");
    }
    Ok(())
}
