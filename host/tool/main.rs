//! `pulumi-wasm`, the tool for people who make or look into components.

mod build;
mod cache;
mod component;
mod grants;
mod inspect;
mod sdk;
mod terminal;
mod wrap;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use pulumi_wasm_host::engine::{COMPILE_COMMAND, CompileOrder, compile_as_ordered};

/// Make and look into Pulumi providers that are WebAssembly components.
#[derive(Debug, Parser)]
#[command(name = "pulumi-wasm", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Build a provider: run its language's toolchain, check the component, put its manifest inside, compile it for this
    /// machine
    Build(build::Arguments),
    /// Make a provider component of a compiled module, with its manifest inside
    Wrap {
        /// What the compiler made: a core module with the provider world, or a component already
        module: PathBuf,
        /// The component to write
        #[arg(short, long)]
        output: PathBuf,
    },
    /// Show what a component is, offers and wants
    Inspect {
        /// A component file
        component: PathBuf,
        /// Print its Pulumi schema alone, as JSON
        #[arg(long, conflicts_with = "json")]
        schema: bool,
        /// Print everything as JSON
        #[arg(long)]
        json: bool,
    },
    /// Show what the packages of a project may reach, read from generated SDKs, lock files and stack state; fails where
    /// that is more than Pulumi.yaml says
    Grants {
        /// The project's folder
        #[arg(value_name = "DIR", default_value = ".")]
        folder: PathBuf,
        /// A stack's state, as `pulumi stack export` writes it
        #[arg(long = "state", value_name = "FILE")]
        states: Vec<PathBuf>,
        /// Print everything as JSON
        #[arg(long)]
        json: bool,
    },
    /// Show, verify and clean what is kept on this machine: components, and their compiled code
    Cache {
        #[command(subcommand)]
        command: Option<cache::Command>,
    },
    /// Compiles standard input to standard output; the tool starts itself for this
    #[command(name = COMPILE_COMMAND, hide = true)]
    Compile(CompileOrder),
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Build(arguments) => build::run(&arguments),
        Command::Wrap { module, output } => wrap::run(&module, &output),
        Command::Inspect {
            component,
            schema,
            json,
        } => inspect::run(&component, schema, json),
        Command::Grants {
            folder,
            states,
            json,
        } => match grants::run(&folder, &states, json) {
            Ok(true) => Ok(()),
            Ok(false) => return ExitCode::FAILURE,
            Err(error) => Err(error),
        },
        Command::Cache { command } => cache::run(command),
        Command::Compile(order) => return compile_as_ordered(&order),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
