//! `pulumi-wasm diff`: the changes between two components for their users.

mod change;
mod compare;
mod dialect;
mod migration;
mod properties;
#[cfg(test)]
mod tests;
mod traits;
mod types;
mod version;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use change::{Change, Weight};
use clap::Args;
use pulumi_wasm_capability::limits::Limits;
use pulumi_wasm_core::text::Excerpt;
use pulumi_wasm_packages::read_component;
use serde_json::{Value, json};

use crate::limits::{self, LimitArguments};
use crate::local_provider;
use crate::terminal::{Console, Failure, Paint, print_json, print_line};

/// Exit status if something breaks users.
const BREAKING: u8 = 1;
/// Exit status if the components cannot be compared.
const UNUSABLE: u8 = 2;

/// The two components to compare.
#[derive(Debug, Args)]
#[command(
    after_help = "Exit status: 0 when nothing breaks, 1 when something does, 2 when they cannot be compared."
)]
pub(crate) struct Arguments {
    /// The component that people use, or the folder of its project, which is built first
    old: PathBuf,
    /// The component or the project that is to take its place
    new: PathBuf,
    /// Print the changes as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: LimitArguments,
}

/// A component's manifest.
struct Side {
    name: String,
    version: String,
    digest: String,
    document: Value,
}

/// Compares two components and prints the changes.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let limits = arguments.limits.limits();
    let console = Console::new(arguments.json);
    let side = |place: &Path| {
        if place.is_dir() {
            let target = local_provider::find_in_loop(place, console)?;
            return read(&target.component, &limits);
        }
        read(place, &limits)
    };
    // The old component is read first, because a build may write its file again.
    let sides = side(&arguments.old).and_then(|old| Ok((old, side(&arguments.new)?)));
    let (old, new) = match sides {
        Ok(sides) => sides,
        Err(error) => {
            eprintln!("error: {}", Failure(&error));
            return ExitCode::from(UNUSABLE);
        }
    };
    let changes = compare::compare(&old.document, &new.document);
    let misfit = version::misfit(&old.version, &new.version, &changes);
    if arguments.json {
        let document = as_json(&old, &new, &changes, misfit.as_deref());
        if let Err(error) = print_json(&document) {
            eprintln!("error: {error}");
            return ExitCode::from(UNUSABLE);
        }
    } else {
        print(&old, &new, &changes, misfit.as_deref())
    }
    if changes
        .iter()
        .any(|change| change.weight == Weight::Breaking)
    {
        ExitCode::from(BREAKING)
    } else {
        ExitCode::SUCCESS
    }
}

fn read(file: &Path, limits: &Limits) -> anyhow::Result<Side> {
    let (bytes, digest) = read_component(file, limits)?;
    let (text, manifest) = limits::manifest(&bytes, file)?;
    Ok(Side {
        name: manifest.name().to_owned(),
        version: manifest.version().to_owned(),
        digest: digest.to_string(),
        document: serde_json::from_str(&text)?,
    })
}

fn as_json(old: &Side, new: &Side, changes: &[Change], misfit: Option<&str>) -> Value {
    let side =
        |side: &Side| json!({ "name": side.name, "version": side.version, "digest": side.digest });
    let change = |change: &Change| {
        json!({
            "breaking": change.weight == Weight::Breaking,
            "subject": change.subject,
            "place": change.place,
            "what": change.what,
            "help": change.help,
        })
    };
    json!({
        "old": side(old),
        "new": side(new),
        "breaking": changes.iter().any(|change| change.weight == Weight::Breaking),
        "changes": changes.iter().map(change).collect::<Vec<_>>(),
        "version": misfit,
    })
}

fn print(old: &Side, new: &Side, changes: &[Change], misfit: Option<&str>) {
    let paint = Paint::of_stdout();
    let named = |side: &Side| {
        let (name, version) = (Excerpt::name(&side.name), Excerpt::name(&side.version));
        paint.bold(&format!("{name} {version}"))
    };
    print_line(format_args!("{} -> {}", named(old), named(new)));
    if changes.is_empty() {
        let what = if old.digest == new.digest {
            "it is the same component"
        } else {
            "no change is visible to its users; its behaviour may have changed"
        };
        println!("{what}");
    }
    for (weight, title) in [
        (Weight::Breaking, paint.bad("breaking")),
        (Weight::Addition, paint.good("not breaking")),
    ] {
        let mut subject = None;
        for change in changes.iter().filter(|change| change.weight == weight) {
            if subject.is_none() {
                println!("\n{title}");
            }
            if subject != Some(&change.subject) {
                print_line(format_args!("  {}", paint.bold(&change.subject)));
                subject = Some(&change.subject);
            }
            match change.place.as_str() {
                "" => print_line(format_args!("    {}", change.what)),
                place => print_line(format_args!("    {place}: {}", change.what)),
            }
            if let Some(help) = &change.help {
                print_line(format_args!(
                    "      {}",
                    paint.dim(&format!("hint: {help}"))
                ));
            }
        }
    }
    if let Some(misfit) = misfit {
        println!("\n{}: {misfit}", paint.note("version"));
    }
}
