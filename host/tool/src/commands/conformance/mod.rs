//! `pulumi-wasm conformance`: plays the cases that all SDKs pass with components of an SDK that is being written.

mod report;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, bail, ensure};
use clap::Args;
use pulumi_wasm_conformance::{Case, Guest, Host, Offer, Server};
use report::{Ending, Outcome};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use crate::commands::install;
use crate::files::bounded_file;
use crate::terminal::{Failure, print_json};

/// The ending of the file beside a component that lists its exceptions.
const EXCEPTIONS: &str = "exceptions.yaml";

/// The components, and the cases to play.
#[derive(Debug, Args)]
#[command(
    after_help = "Each component is a provider `conformance` with resources of the cases: wit/README.md says which. A file NAME.exceptions.yaml beside \
                  NAME.wasm lists the cases that NAME cannot pass, each with the reason.\n\nExit status: 0 when each case passes that the component can \
                  play, 1 when one fails, 2 when none can be played."
)]
pub(crate) struct Arguments {
    /// A folder with components, as NAME.wasm
    #[arg(long, value_name = "DIR")]
    guests: PathBuf,
    /// Play the cases whose names contain one of these words, and no others
    #[arg(value_name = "CASE")]
    words: Vec<String>,
    /// The plugin [default: pulumi-resource-wasm beside this tool]
    #[arg(long, value_name = "FILE")]
    plugin: Option<PathBuf>,
    /// Print the outcomes as JSON
    #[arg(long)]
    json: bool,
}

/// A component, and the cases that it cannot pass.
struct Candidate {
    name: String,
    component: PathBuf,
    offer: Offer,
    /// The file that lists the exceptions, which need not exist.
    exceptions_file: PathBuf,
    exceptions: BTreeMap<String, String>,
}

/// Plays the cases, and prints the outcomes.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let played = play_all(arguments).and_then(|outcomes| {
        if arguments.json {
            print_json(&report::as_json(&outcomes))?;
        } else {
            report::print(&outcomes);
        }
        Ok(outcomes)
    });
    match played {
        Ok(outcomes) if outcomes.iter().any(Outcome::has_failure) => ExitCode::FAILURE,
        Ok(_) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {}", Failure(&error));
            ExitCode::from(2)
        }
    }
}

fn play_all(arguments: &Arguments) -> anyhow::Result<Vec<Outcome>> {
    let plugin = match &arguments.plugin {
        Some(plugin) => plugin.clone(),
        None => install::beside_the_tool()?,
    };
    install::judge(&plugin)?;
    let plugin = plugin.canonicalize()?;
    let cases: Vec<_> = pulumi_wasm_conformance::all()?
        .into_iter()
        .map(Arc::new)
        .collect();
    let candidates = candidates(&arguments.guests)?;
    for candidate in &candidates {
        let is_case = |name: &String| cases.iter().any(|case| case.name == *name);
        if let Some(name) = candidate.exceptions.keys().find(|name| !is_case(name)) {
            bail!(
                "{} names the case `{name}`, which does not exist\nhint: `--json` lists all cases",
                candidate.exceptions_file.display()
            );
        }
    }
    let is_chosen = |case: &&Arc<Case>| {
        let mut words = arguments.words.iter();
        arguments.words.is_empty() || words.any(|word| case.name.contains(word.as_str()))
    };
    let chosen: Vec<_> = cases.iter().filter(is_chosen).cloned().collect();
    ensure!(
        !chosen.is_empty(),
        "no case has `{}` in its name\nhint: without a word, all {} cases are played",
        arguments.words.join("` or `"),
        cases.len()
    );
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("cannot start a runtime")?;
    let outcomes = runtime.block_on(async {
        let server = Arc::new(Server::start().await.context("cannot start a server")?);
        let mut outcomes = Vec::new();
        for candidate in candidates {
            outcomes.push(play(candidate, &chosen, &server, &plugin).await?);
        }
        anyhow::Ok(outcomes)
    })?;
    ensure!(
        outcomes.iter().any(Outcome::has_played),
        "no component has the resources and functions of a case that was chosen\nhint: begin with the resource `Bare` of the package `conformance`; \
         wit/README.md shows the way"
    );
    Ok(outcomes)
}

/// The components of a folder, by name.
fn candidates(folder: &Path) -> anyhow::Result<Vec<Candidate>> {
    let shown = folder.display();
    let entries = std::fs::read_dir(folder).with_context(|| format!("cannot read {shown}"))?;
    let mut files = Vec::new();
    for entry in entries {
        let file = entry
            .with_context(|| format!("cannot read {shown}"))?
            .path();
        if file.extension().is_some_and(|ending| ending == "wasm") {
            files.push(file);
        }
    }
    ensure!(
        !files.is_empty(),
        "{shown} has no component\nhint: a component there is a file `NAME.wasm`, which `pulumi-wasm wrap` or `pulumi-wasm build` writes"
    );
    files.sort();
    files.iter().map(|file| candidate(file)).collect()
}

fn candidate(file: &Path) -> anyhow::Result<Candidate> {
    let shown = file.display();
    let bytes = bounded_file::large(file).with_context(|| format!("cannot read {shown}"))?;
    let Some(manifest) = pulumi_wasm_packages::manifest_section::find(&bytes) else {
        bail!(
            "{shown} has no manifest\nhint: `pulumi-wasm wrap` makes the component and embeds its manifest"
        );
    };
    let manifest = serde_json::from_str(&manifest)
        .with_context(|| format!("the manifest of {shown} cannot be read"))?;
    let exceptions_file = file.with_extension(EXCEPTIONS);
    let exceptions = if exceptions_file.is_file() {
        let text = bounded_file::text(&exceptions_file)
            .with_context(|| format!("cannot read {}", exceptions_file.display()))?;
        crate::properties::from_yaml(&text).with_context(|| {
            format!(
                "{} is not a list of cases with reasons",
                exceptions_file.display()
            )
        })?
    } else {
        BTreeMap::new()
    };
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    Ok(Candidate {
        // The name is a part of addresses.
        name: name.replace(|letter: char| !letter.is_alphanumeric(), "-"),
        component: file
            .canonicalize()
            .with_context(|| format!("cannot read {shown}"))?,
        offer: Offer::new(manifest),
        exceptions_file,
        exceptions,
    })
}

/// Plays the cases with one component, as many at once as the machine has processors.
async fn play(
    candidate: Candidate,
    cases: &[Arc<Case>],
    server: &Arc<Server>,
    plugin: &Path,
) -> anyhow::Result<Outcome> {
    let host = Host {
        plugin: plugin.to_owned(),
        compiled_code: None,
    };
    let component = candidate.component;
    let guest = Guest::new(candidate.name, host, server, move || Ok(component.clone()))?;
    let guest = Arc::new(guest);
    let at_once = std::thread::available_parallelism().map_or(1, usize::from);
    let places = Arc::new(Semaphore::new(at_once));
    let mut running = JoinSet::new();
    let mut outcome = Outcome::new(guest.name.clone());
    for case in cases {
        if let Some(part) = candidate.offer.lacks(case) {
            outcome.add(case, Ending::NotApplicable(part));
            continue;
        }
        let exception = candidate.exceptions.get(&case.name).cloned();
        let (guest, server, case) = (Arc::clone(&guest), Arc::clone(server), Arc::clone(case));
        let places = Arc::clone(&places);
        running.spawn(async move {
            let _place = places.acquire_owned().await;
            let played = pulumi_wasm_conformance::play(&case, &guest, &server).await;
            let ending = match (played, exception) {
                (Ok(()), None) => Ending::Passed,
                (Ok(()), Some(_)) => Ending::Failed(format!(
                    "it passes: remove its line in {}.{EXCEPTIONS}",
                    guest.name
                )),
                (Err(_), Some(reason)) => Ending::Excepted(reason),
                (Err(error), None) => Ending::Failed(Failure(&error).to_string()),
            };
            (case, ending)
        });
    }
    while let Some(ended) = running.join_next().await {
        let (case, ending) = ended.context("a case ended early")?;
        outcome.add(&case, ending);
    }
    guest.stop().await?;
    Ok(outcome)
}
