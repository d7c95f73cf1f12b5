//! `pulumi-wasm cache`: lists, verifies and removes the files that are kept on this machine.

mod add;
mod clean;
mod contents;
mod journal;
mod show;
mod used;
mod verify;

use std::path::PathBuf;

use clap::{Args, Subcommand};
use pulumi_wasm_packages::{Store, folders_from_environment};
use pulumi_wasm_sandbox::engine::{CodeCache, Engine};

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
    /// Read all of both from beginning to end, and say what is damaged or could be changed by others
    Verify {
        /// As JSON
        #[arg(long)]
        json: bool,
    },
    /// List interrupted creates, which the next `pulumi up` continues, or forget some of them
    Journal(JournalArguments),
    /// Remove compiled code, which is made again when it is needed; components only if they are named
    Clean(CleanArguments),
}

/// The files to remove, and whether to ask before.
#[derive(Debug, Args)]
pub(crate) struct CleanArguments {
    /// Remove only these components and their compiled code; the beginning of a digest is enough. Stacks that
    /// were deployed with one need it to be changed or destroyed
    #[arg(long, value_name = "DIGEST", num_args = 1..)]
    store: Vec<String>,
    /// Remove the components that nothing on this machine names, and their compiled code: no file below these folders (the
    /// current one by default), nor a state that Pulumi keeps on this machine. The newest build of each package stays. State
    /// in a service or a bucket is not read
    #[arg(long, value_name = "DIR", num_args = 0.., conflicts_with = "store")]
    unused: Option<Vec<PathBuf>>,
    /// List the files that would go, and leave them
    #[arg(long)]
    dry_run: bool,
    /// Do not ask
    #[arg(short, long)]
    yes: bool,
}

/// Which notes of interrupted creates are forgotten.
#[derive(Debug, Args)]
pub(crate) struct JournalArguments {
    /// Forget these: URNs, or their names in the list. The next create of such a resource makes a second thing, unless
    /// the first one is gone
    #[arg(long, value_name = "NOTE", num_args = 1..)]
    forget: Vec<String>,
    /// Do not ask
    #[arg(short, long)]
    yes: bool,
    /// As JSON
    #[arg(long, conflicts_with = "forget")]
    json: bool,
}

/// The two folders.
struct Folders {
    store: Store,
    cache: CodeCache,
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

/// A size for people.
fn readable(bytes: u64) -> String {
    #[allow(clippy::cast_precision_loss, reason = "a figure for people")]
    let kib = bytes as f64 / 1024.0;
    match kib {
        _ if kib < 1024.0 => format!("{kib:.0} KiB"),
        _ if kib < 1024.0 * 1024.0 => format!("{:.1} MiB", kib / 1024.0),
        _ => format!("{:.1} GiB", kib / (1024.0 * 1024.0)),
    }
}
