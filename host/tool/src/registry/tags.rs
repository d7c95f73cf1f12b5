//! `pulumi-wasm tags`: the versions of a component in a registry.

use clap::Args;
use pulumi_wasm_capability::limits::Limits;
use pulumi_wasm_packages::Loader;
use pulumi_wasm_registry::{Reference, Repository, Trust};
use serde_json::json;

use super::{context, parse, runtime, told};
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
    Loader::from_environment()?.may_look_up(&arguments.reference)?;
    let context = context(&Limits::default(), Console::new(arguments.json));
    let repository = Repository::to_read(&arguments.reference, Trust::Named, context);
    let repository = repository.map_err(|error| told(&error))?;
    let tags = runtime()?
        .block_on(repository.tags())
        .map_err(|error| told(&error))?;
    if arguments.json {
        print_json(&json!({ "tags": tags }))?;
        return Ok(());
    }
    for tag in tags {
        print_line(format_args!("{tag}"));
    }
    Ok(())
}
