//! What is typed when the plugin is started, by the engine or by a person.

use clap::{Parser, Subcommand};

/// Serves Pulumi providers that are WebAssembly components, in a sandbox.
///
/// This is a plugin: the Pulumi engine starts it. Install it with
/// `pulumi plugin install resource wasm VERSION --file PATH`, and use it with `pulumi package add wasm ./acme.wasm`.
/// To debug, start it by hand with `--attach` and let the engine attach to it.
#[derive(Debug, Parser)]
#[command(
    name = "pulumi-resource-wasm",
    version,
    subcommand_negates_reqs = true,
    disable_help_subcommand = true
)]
pub struct Cli {
    /// Where the engine listens, as HOST:PORT; given by the engine
    pub engine_address: Option<String>,

    /// Wait for engines to attach (PULUMI_DEBUG_PROVIDERS=wasm:PORT), which also happens without an address when
    /// standard input is no terminal
    #[arg(long)]
    pub attach: bool,

    /// Write debug messages to standard error
    #[arg(long)]
    pub logtostderr: bool,

    /// How much to write, from 0 to 9
    #[arg(short, value_name = "LEVEL", num_args = 0..=1, default_missing_value = "1", require_equals = true)]
    pub verbosity: Option<u8>,

    /// Where traces are sent; accepted and not used
    #[arg(long, value_name = "URL")]
    pub tracing: Option<String>,

    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What the plugin starts itself for.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Compiles standard input to standard output; the plugin starts itself for this
    #[command(name = crate::engine::COMPILE_COMMAND, hide = true)]
    Compile(crate::engine::CompileOrder),
}
