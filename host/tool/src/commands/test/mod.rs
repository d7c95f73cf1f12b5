//! `pulumi-wasm test`: a component against its author's cases, and against what any provider must do.

mod authority;
mod call;
mod conditions;
mod construct;
mod expectation;
mod files;
mod format;
mod generated_cases;
mod outcome;
mod prepared;
mod references;
mod report;
mod rules;
mod run;
mod steps;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Args;
use files::LocatedCase;
use pulumi_wasm_simulator::Reveal;
use run::Manner;
use serde_json::Map;

use crate::commands::r#try::given::{self, Given};
use crate::local_provider::{self, GrantArguments, LocalProvider};
use crate::terminal::{Console, Failure, Paint, print_json};

/// Exit status if cases failed.
const FAILED: u8 = 1;
/// Exit status if they could not be run.
const UNUSABLE: u8 = 2;

const EXAMPLES: &str = "\
A case is a YAML file in the folder `tests` of the project. This one is for the provider that `pulumi-wasm new` writes. It makes a \
greeting, and expects what is listed:

  type: Greeting
  inputs: { name: Ada }
  expect:
    outputs: { message: \"Hello, Ada!\" }
  steps:
    - up: { name: Ada, salutation: Bye }
      expect: { does: replace, changes: [salutation] }
    - refresh:
      expect: { drift: [] }

A component resource is constructed, with mocks in the place of other packages:

  construct: Website
  name: docs
  inputs: { title: Hello }
  mocks:
    docs-bucket: { websiteEndpoint: docs.example.com }
  expect:
    children:
      - { name: docs-bucket, type: Bucket }
      - { name: docs-page, inputs: { content: <h1>Hello</h1> }, depends-on: [docs-bucket] }
    outputs: { url: http://docs.example.com/ }

Whatever is made is deleted at the end. Each case with `inputs` is also an example that every provider must cope with: \
checking twice gives the same, a preview holds, an import finds the inputs, and so on. `docs/author/tool.md` lists the keys and \
the behaviours.

Without any case, examples are made of the schema, and judged as far as that can be done without a server.

Exit status: 0 when all passed, 1 when a case failed, 2 when they could not be run.";

/// The provider to test, and the options.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// A project, which is built first, or a component file
    #[arg(value_name = "DIR|FILE", default_value = ".")]
    target: PathBuf,
    /// The folder or file with the cases [default: `tests` in the project, or beside the component]
    #[arg(long, value_name = "PATH")]
    cases: Option<PathBuf>,
    /// Run only the cases whose title or file contains this text
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Record the answers of the real servers, for the cases that replay a recording
    #[arg(long)]
    record: bool,
    /// Run only the steps of the cases, without the rules that every provider must keep
    #[arg(long)]
    no_behaviours: bool,
    /// List successes and messages as well
    #[arg(short, long)]
    verbose: bool,
    /// Show the values of secrets
    #[arg(long)]
    show_secrets: bool,
    /// Print the results as JSON
    #[arg(long)]
    json: bool,
    /// A value of the provider's configuration. It replaces the value that cases give
    #[arg(long, value_name = "NAME=VALUE")]
    config: Vec<String>,
    /// A YAML or JSON file with values of the configuration; `--config` replaces them
    #[arg(long, value_name = "FILE")]
    config_file: Option<PathBuf>,
    #[command(flatten)]
    grants: GrantArguments,
}

/// Runs the cases and prints their results.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    match try_run(arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(FAILED),
        Err(error) => {
            eprintln!("error: {}", Failure(&error));
            ExitCode::from(UNUSABLE)
        }
    }
}

fn try_run(arguments: &Arguments) -> anyhow::Result<bool> {
    let console = Console::new(arguments.json);
    let target = local_provider::find_in_loop(&arguments.target, console)?;
    let place = match &arguments.cases {
        Some(place) => place.clone(),
        None => target.folder.join("tests"),
    };
    let mut found = cases(&place, &target.folder, arguments)?;
    let local = LocalProvider::open(&target.component, &arguments.grants.limits, console)?;
    let is_generated = found.is_empty();
    if is_generated {
        found = generated_cases::cases(&local, &place);
    }
    if arguments.record {
        forget_recordings(&found)?;
    }
    let config = Given {
        words: &arguments.config,
        file: arguments.config_file.as_deref(),
    };
    let here = std::env::current_dir()?;
    let manner = Manner {
        grants: arguments.grants.grants(),
        config: given::config(&local.manifest, config, &here, Map::new())?,
        limits: arguments.grants.limits.clone(),
        records: arguments.record,
        behaviours: !arguments.no_behaviours,
    };
    let style = report::Style {
        paint: Paint::of_stdout(),
        reveal: if arguments.show_secrets {
            Reveal::Secrets
        } else {
            Reveal::Nothing
        },
        is_verbose: arguments.verbose,
    };
    if !arguments.json {
        print!("{}", report::head(&local, &style));
        if is_generated {
            println!("{}", report::generated(&place, &style));
        }
    }
    let mut results = Vec::new();
    let mut file = None;
    for case in &found {
        let result = run::run(&local, case, &manner).with_context(|| {
            format!(
                "`{}`, case `{}`",
                report::shown_path(&case.file),
                case.title
            )
        })?;
        if !arguments.json {
            if file != Some(&case.file) && !case.is_generated {
                println!("\n{}", report::shown_path(&case.file));
                file = Some(&case.file);
            }
            print!("{}", report::case(&result, &style));
        }
        results.push(result);
    }
    let tested: BTreeSet<&str> = results.iter().map(|result| result.token.as_str()).collect();
    let tokens = local.manifest.schema.resources.keys();
    let untested: Vec<String> = match arguments.only {
        Some(_) => Vec::new(),
        None => tokens
            .filter(|token| !tested.contains(token))
            .map(str::to_owned)
            .collect(),
    };
    if arguments.json {
        let document = report::document(&local, &results, &untested, style.reveal);
        print_json(&document)?;
    } else {
        print!("\n{}", report::summary(&results, &untested, &style));
    }
    Ok(results.iter().all(outcome::Result::passed))
}

/// The cases that were written. A project without a folder of cases has an empty list, unless the command names them.
fn cases(place: &Path, project: &Path, arguments: &Arguments) -> anyhow::Result<Vec<LocatedCase>> {
    let hint = "create `tests/NAME.yaml`; see `pulumi-wasm test --help`";
    let is_named = arguments.cases.is_some() || arguments.only.is_some() || arguments.record;
    if !place.exists() {
        if !is_named {
            return Ok(Vec::new());
        }
        bail!(
            "no test cases found: the folder `{}` does not exist\nhint: {hint}",
            report::shown_path(place)
        );
    }
    let mut found = files::read(place, project)?;
    if found.is_empty() && is_named {
        bail!(
            "no test cases found in `{}`\nhint: {hint}",
            report::shown_path(place)
        );
    }
    if let Some(only) = &arguments.only {
        found
            .retain(|case| case.title.contains(only) || case.file.to_string_lossy().contains(only));
        if found.is_empty() {
            bail!("no case has `{only}` in its title or file");
        }
    }
    Ok(found)
}

/// A new recording begins empty.
fn forget_recordings(found: &[LocatedCase]) -> anyhow::Result<()> {
    if found.iter().all(|case| case.case.replay.is_none()) {
        bail!(
            "`--record` has nothing to do: no case replays a recording\n\
             hint: name the file of the recording in the case: `replay: FILE`"
        );
    }
    for case in found {
        let Some(replay) = &case.case.replay else {
            continue;
        };
        let file = case.recording(replay)?;
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("cannot make `{}`", folder.display()))?;
        }
        match std::fs::remove_file(&file) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(error).with_context(|| format!("cannot remove `{}`", file.display()));
            }
            _ => {}
        }
    }
    Ok(())
}
