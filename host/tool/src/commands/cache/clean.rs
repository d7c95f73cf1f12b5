//! `pulumi-wasm cache clean`.

use std::io::{BufRead, IsTerminal, Write};
use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use pulumi_wasm_packages::{Digest, remove_abandoned_folders};

use super::contents::Contents;
use super::contents::Folders;
use super::show::readable;
use super::used;

/// The files to remove, and whether to ask first.
#[derive(Debug, Args)]
pub(crate) struct CleanArguments {
    /// Remove only these components and their compiled code; the beginning of a digest is enough. Stacks that
    /// were deployed with one need it to be changed or destroyed
    #[arg(long, value_name = "DIGEST", num_args = 1..)]
    store: Vec<String>,
    /// Remove the components that nothing on this machine names, and their compiled code: no file below these folders
    /// (the current one by default), nor a state that Pulumi keeps on this machine. The newest build of each package
    /// stays. State in a service or a bucket is not read
    #[arg(long, value_name = "DIR", num_args = 0.., conflicts_with = "store")]
    unused: Option<Vec<PathBuf>>,
    /// List the files that would go, and leave them
    #[arg(long)]
    dry_run: bool,
    /// Do not ask
    #[arg(short, long)]
    yes: bool,
}

/// With fewer characters, the name may soon stand for another component.
const MIN_PREFIX_LENGTH: usize = 8;

pub(super) fn run(folders: &Folders, arguments: &CleanArguments) -> anyhow::Result<()> {
    let contents = Contents::of(folders)?;
    let named = match &arguments.unused {
        Some(folders) => used::unused(&contents, folders)?,
        None => arguments
            .store
            .iter()
            .map(|text| find(&contents, text))
            .collect::<anyhow::Result<Vec<Digest>>>()?,
    };
    let is_all = arguments.store.is_empty() && arguments.unused.is_none();
    if arguments.unused.is_some() && named.is_empty() {
        println!("every component in the store is in use, or is the newest build of its package");
        return Ok(());
    }
    let goes = |digest: &str| is_all || named.iter().any(|named| named.hex() == digest);
    list(&contents, &named, &goes);
    if arguments.dry_run {
        return Ok(());
    }
    if !arguments.yes && !is_confirmed(!named.is_empty())? {
        bail!("nothing was removed");
    }
    for digest in &named {
        folders.store.remove(digest)?;
    }
    folders.cache.remove(&goes)?;
    remove_abandoned_folders(&std::env::temp_dir());
    Ok(())
}

/// Lists the files to remove.
fn list(contents: &Contents, named: &[Digest], goes: &dyn Fn(&str) -> bool) {
    let names = contents.names();
    let mut total = 0;
    let mut line = |place: &str, digest: &str, bytes: u64| {
        total += bytes;
        let name = names.get(digest).map_or("", String::as_str);
        println!("{place}  {digest}  {:>9}  {name}", readable(bytes));
    };
    for stored in &contents.stored {
        if named.contains(&stored.digest) {
            line("component", stored.digest.hex(), stored.bytes);
        }
    }
    for code in &contents.compiled {
        if goes(&code.digest) {
            line("code     ", &code.digest, code.bytes);
        }
    }
    println!("{} in all", readable(total));
}

/// The component that a digest or its beginning names.
fn find(contents: &Contents, text: &str) -> anyhow::Result<Digest> {
    let beginning = text.strip_prefix("sha256:").unwrap_or(text);
    let mut found = contents
        .stored
        .iter()
        .filter(|stored| stored.digest.hex().starts_with(beginning));
    match (found.next(), found.next()) {
        _ if beginning.len() < MIN_PREFIX_LENGTH => bail!(
            "`{text}` is too short to name a component\n\
             hint: give at least {MIN_PREFIX_LENGTH} characters of its digest; `pulumi-wasm cache show` lists them"
        ),
        (Some(stored), None) => Ok(stored.digest.clone()),
        (None, _) => bail!(
            "there is no component `{text}` in the store\nhint: `pulumi-wasm cache show` lists them"
        ),
        (Some(_), Some(_)) => {
            bail!("`{text}` names several components\nhint: give more of the digest")
        }
    }
}

/// Asks the user at the terminal. Without a terminal, compiled code goes, and components stay.
fn is_confirmed(components: bool) -> anyhow::Result<bool> {
    if !components {
        return Ok(!std::io::stdin().is_terminal() || asked()?);
    }
    if !std::io::stdin().is_terminal() {
        bail!("removing components needs a confirmation\nhint: add `--yes`");
    }
    is_agreed(
        "stacks that were deployed with these components need them to be changed or destroyed",
    )
}

/// States the consequence, and asks the user at the terminal. `false` without a terminal.
pub(super) fn is_agreed(consequence: &str) -> anyhow::Result<bool> {
    if !std::io::stdin().is_terminal() {
        return Ok(false);
    }
    println!("{consequence}");
    asked()
}

fn asked() -> anyhow::Result<bool> {
    print!("remove this? [y/N] ");
    std::io::stdout().flush()?;
    let mut answer = String::new();
    std::io::stdin().lock().read_line(&mut answer)?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
}
