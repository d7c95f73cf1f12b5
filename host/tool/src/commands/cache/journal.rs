//! `pulumi-wasm cache journal`.

use std::path::Path;
use std::time::SystemTime;

use anyhow::{Context, bail};
use clap::Args;
use pulumi_wasm_packages::journal::{KeptNote, forget, kept};
use pulumi_wasm_platform::env;
use serde_json::json;

use super::clean::is_agreed;
use super::show::{ago, readable};
use crate::terminal::{print_json, print_line};

/// The notes of interrupted creates to forget.
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

/// The shown part of a note's name; with fewer characters, the name may soon stand for another note.
const SHOWN: usize = 12;
const MIN_PREFIX_LENGTH: usize = 8;

pub(super) fn run(arguments: &JournalArguments) -> anyhow::Result<()> {
    let folder =
        env::journal_folder().context("there is no folder for the journal: set `PULUMI_HOME`")?;
    let notes = kept(&folder)?;
    if arguments.json {
        print_json(&document(&folder, &notes))?;
        return Ok(());
    }
    if arguments.forget.is_empty() {
        println!("journal  {}  {}", folder.display(), counted(notes.len()));
        notes.iter().for_each(print);
        return Ok(());
    }
    let mut named = Vec::new();
    for text in &arguments.forget {
        named.push(find(&notes, text)?);
    }
    named.iter().copied().for_each(print);
    let question = "their resources will not be completed: if one exists, the next `pulumi up` creates a second one";
    if !arguments.yes && !is_agreed(question)? {
        bail!("no note was removed\nhint: add `--yes`");
    }
    for note in named {
        forget(&folder, note)?;
    }
    Ok(())
}

fn counted(notes: usize) -> String {
    match notes {
        0 => "no interrupted creates".to_owned(),
        1 => "1 interrupted create".to_owned(),
        notes => format!("{notes} interrupted creates"),
    }
}

fn print(note: &KeptNote) {
    let name = note.name.get(..SHOWN).unwrap_or(&note.name);
    let (size, written) = (readable(note.bytes), ago(note.written));
    match &note.about {
        Some((urn, id)) => {
            print_line(format_args!("  {name}  made `{id}`  {size}  {written}"));
            print_line(format_args!("    {urn}"));
        }
        None => print_line(format_args!("  {name}  cannot be read  {size}  {written}")),
    }
}

/// The note with this URN, or the only note whose name begins with this text.
fn find<'a>(notes: &'a [KeptNote], text: &str) -> anyhow::Result<&'a KeptNote> {
    let is_meant = |note: &&KeptNote| {
        let urn = note.about.as_ref().map(|(urn, _)| urn.as_str());
        urn == Some(text) || (text.len() >= MIN_PREFIX_LENGTH && note.name.starts_with(text))
    };
    let mut found = notes.iter().filter(is_meant);
    match (found.next(), found.next()) {
        (Some(note), None) => Ok(note),
        (None, _) => bail!(
            "there is no note `{text}`\nhint: give a URN, or at least {MIN_PREFIX_LENGTH} characters of a name that `pulumi-wasm cache journal` lists"
        ),
        (Some(_), Some(_)) => bail!(
            "`{text}` matches several notes, of projects in several folders\nhint: give the name of one of them, as `pulumi-wasm cache journal` lists it"
        ),
    }
}

fn document(folder: &Path, notes: &[KeptNote]) -> serde_json::Value {
    let notes: Vec<_> = notes
        .iter()
        .map(|note| {
            let seconds = note.written.duration_since(SystemTime::UNIX_EPOCH);
            json!({
                "name": note.name,
                "urn": note.about.as_ref().map(|(urn, _)| urn),
                "id": note.about.as_ref().map(|(_, id)| id),
                "bytes": note.bytes,
                "written": seconds.map_or(0, |since| since.as_secs()),
            })
        })
        .collect();
    json!({ "folder": folder, "notes": notes })
}
