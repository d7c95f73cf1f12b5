//! `pulumi-wasm cache`: lists, verifies and removes the files that are kept on this machine.

mod add;
mod clean;
mod contents;
mod journal;
mod show;
mod used;
mod verify;

use clap::Subcommand;
use contents::Folders;
use pulumi_wasm_packages::folders_from_environment;
use pulumi_wasm_sandbox::engine::Engine;

/// The action on the cache.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the components in the store and their compiled code
    Show {
        /// As JSON: sizes in bytes, times in seconds since 1970
        #[arg(long)]
        json: bool,
    },
    /// Put components into the store, for stacks that were deployed with them on another machine
    Add(add::AddArguments),
    /// Read all components and all compiled code, and report files that are damaged or that other users could change
    Verify {
        /// As JSON
        #[arg(long)]
        json: bool,
    },
    /// List interrupted creates, which the next `pulumi up` continues, or forget some of them
    Journal(journal::JournalArguments),
    /// Remove compiled code, which is made again when it is needed; components only if they are named
    Clean(clean::CleanArguments),
}

pub(crate) fn run(command: Option<Command>) -> anyhow::Result<()> {
    let (store, cache) = folders_from_environment()?;
    let folders = Folders { store, cache };
    match command.unwrap_or(Command::Show { json: false }) {
        Command::Show { json } => show::run(&folders, Engine::new().fingerprint(), json),
        Command::Add(arguments) => add::run(&arguments),
        Command::Verify { json } => verify::run(&folders, json),
        Command::Clean(arguments) => clean::run(&folders, &arguments),
        Command::Journal(arguments) => journal::run(&arguments),
    }
}
