//! `pulumi-wasm pull`: a component from a registry or a web server, into the store and into a file.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use pulumi_wasm_core::call::LogSink;
use pulumi_wasm_core::text::Excerpt;
use pulumi_wasm_packages::{Loader, Source};
use serde_json::json;

use super::{Shown, runtime};
use crate::component;
use crate::limits::LimitArguments;
use crate::terminal::{Console, print_json, print_line};

/// What is fetched.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  pulumi-wasm pull oci://ghcr.io/acme/provider:1.2.0 -o acme.wasm")]
pub(crate) struct Arguments {
    /// `oci://HOST/REPOSITORY:TAG`, or with `@sha256:DIGEST`; or `https://HOST/PATH.wasm`
    #[arg(value_name = "SOURCE", value_parser = Source::parse)]
    source: Source,
    /// Write the component to this file, too
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: LimitArguments,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let console = Console::new(arguments.json);
    let log: Arc<dyn LogSink> = Arc::new(Shown(console));
    let loader = Loader::from_environment()?.without_journal();
    let limits = arguments.limits.limits();
    let kept = runtime()?.block_on(loader.keep_source(&arguments.source, &limits, &log))?;
    if let Some(output) = &arguments.output {
        component::write(output, &kept.read(&limits)?)?;
    }
    if arguments.json {
        print_json(&json!({
            "reference": kept.place.to_string(),
            "component": kept.kept.digest.to_string(),
            "name": kept.kept.name,
            "version": kept.kept.version,
        }))?;
        return Ok(());
    }
    let (name, version) = (
        Excerpt::name(&kept.kept.name),
        Excerpt::name(&kept.kept.version),
    );
    print_line(format_args!("{}  {name} {version}", kept.kept.digest));
    print_line(format_args!("{}", kept.place));
    Ok(())
}
