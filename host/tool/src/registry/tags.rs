//! `pulumi-wasm tags`: the versions of a component in a registry.

use std::sync::Arc;

use clap::Args;
use pulumi_wasm_capability::limits::Limits;
use pulumi_wasm_core::call::LogSink;
use pulumi_wasm_packages::Loader;
use pulumi_wasm_registry::Reference;
use serde_json::json;

use super::{Shown, parse, runtime};
use crate::terminal::{Console, print_json, print_line};

/// Whose tags are listed.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// `oci://HOST/REPOSITORY`
    #[arg(value_name = "REFERENCE", value_parser = parse)]
    reference: Reference,
    /// Print them as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let loader = Loader::from_environment()?;
    let log: Arc<dyn LogSink> = Arc::new(Shown(Console::new(arguments.json)));
    let limits = Limits::default();
    let repository = loader.look_up(&arguments.reference, &limits, &log)?;
    let tags = runtime()?.block_on(repository.tags())?;
    if arguments.json {
        print_json(&json!({ "tags": tags }))?;
        return Ok(());
    }
    for tag in tags {
        print_line(format_args!("{tag}"));
    }
    Ok(())
}
