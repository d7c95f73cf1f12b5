//! `pulumi-wasm try`: one resource of a component, without an engine.

mod given;
mod grant;
mod keep;
mod show;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::bail;
use clap::Args;
use pulumi_wasm_host::driver::{Failure, Provider, Resource, Reveal, Step, to_map};
use pulumi_wasm_host::provider::call::LogSink;
use pulumi_wasm_host::provider::value::PropertyMap;

use crate::lab::{self, Conditions, GrantArguments, Lab, Printed, until_interrupted};
use crate::terminal::{Console, Paint};
use keep::{Keeper, Record};
use show::Shown;

/// What URNs name as stack and project.
const STACK: &str = "try";

const EXAMPLES: &str = "\
Without an option this does what `pulumi up` would: it creates the resource, updates or replaces it where its inputs have \
changed, and does nothing where they have not. Inputs are whole: those that are not given are left out. Without any, they \
are those of the last time.

  pulumi-wasm try hello.wasm Greeting name=Ada
  pulumi-wasm try hello.wasm Greeting name=Ada salutation=Bye --preview
  pulumi-wasm try . Zone --inputs zone.yaml --config serverUrl=http://127.0.0.1:8081 --config apiKey=secret
  pulumi-wasm try . Zone --refresh
  pulumi-wasm try . Zone --delete

State, configuration and grants are kept in `.pulumi-wasm/try/TYPE/NAME.json`, which only you can read. Secrets in it are \
marked, and not encrypted.";

/// What is tried.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// A component file, or a project, which is built first
    #[arg(value_name = "FILE|DIR")]
    target: PathBuf,
    /// The resource type: a token, or its last part
    #[arg(value_name = "TYPE")]
    resource: String,
    /// Inputs: text as it is, everything else as YAML
    #[arg(value_name = "NAME=VALUE")]
    inputs: Vec<String>,
    /// A YAML or JSON file with inputs; those on the command line go before it
    #[arg(long = "inputs", value_name = "FILE")]
    inputs_file: Option<PathBuf>,
    /// A value of the provider's configuration
    #[arg(long, value_name = "NAME=VALUE")]
    config: Vec<String>,
    /// The resource's name
    #[arg(long, default_value = "one")]
    name: String,
    /// Show what would be done, and do nothing
    #[arg(long)]
    preview: bool,
    /// Look whether the thing is still as it was recorded
    #[arg(long, conflicts_with = "preview")]
    refresh: bool,
    /// Take over a thing that exists
    #[arg(long, value_name = "ID", conflicts_with_all = ["preview", "refresh"])]
    import: Option<String>,
    /// Delete the thing
    #[arg(long, conflicts_with_all = ["preview", "refresh", "import", "inputs", "inputs_file"])]
    delete: bool,
    /// Show the values of secrets
    #[arg(long)]
    show_secrets: bool,
    /// Show messages of level debug as well
    #[arg(short, long)]
    verbose: bool,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    grants: GrantArguments,
}

/// What was done, for the report.
pub(super) struct Done {
    pub(super) verb: &'static str,
    pub(super) is_preview: bool,
    pub(super) replaced: Vec<String>,
    pub(super) old: Sides,
    pub(super) new: Sides,
    pub(super) id: Option<String>,
    pub(super) problems: Vec<String>,
}

/// Inputs and outputs, as people see them.
#[derive(Default)]
pub(super) struct Sides {
    pub(super) inputs: PropertyMap,
    pub(super) outputs: PropertyMap,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let target = lab::find(&arguments.target, Console::new(arguments.json))?;
    let lab = Lab::open(&target.component)?;
    let folder = match arguments.target.is_dir() {
        true => target.folder.as_path(),
        false => Path::new("."),
    };
    let (token, schema) = given::resource(&lab.manifest, &arguments.resource)?;
    let keeper = Keeper::of(folder, &token, &arguments.name)?;
    let mut record = keeper.read()?.unwrap_or_default();

    let mut grants = arguments.grants.grants();
    grants.net.extend(record.grants()?.net);
    grants.env.extend(record.grants()?.env);
    grant::ask(&lab.manifest, &mut grants)?;
    record.set_grants(&grants);
    if !arguments.config.is_empty() {
        let config = &lab.manifest.schema.config;
        record.config = given::config(
            config,
            &arguments.config,
            std::mem::take(&mut record.config),
        )?;
    }
    let here = std::env::current_dir()?;
    if let Some(inputs) = given::inputs(
        schema,
        &arguments.inputs,
        arguments.inputs_file.as_deref(),
        &here,
    )? {
        record.inputs = Some(inputs);
    }
    let conditions = Conditions {
        grants,
        limits: arguments.grants.limits.clone(),
        surroundings: None,
    };
    let log: Arc<dyn LogSink> = Arc::new(Printed {
        everything: arguments.verbose,
    });
    let provider = lab.provider(&conditions, &log)?;
    let state = record.state()?;
    let left_over = record.left_over()?;
    let mut resource = Resource::new(Arc::clone(&provider), STACK, token, arguments.name.clone())
        .with(state)
        .with_left_over(left_over)
        .with_generation(record.generation);
    let config = to_map(&record.config_json()).map_err(|reason| anyhow::anyhow!(reason))?;
    let shown = Shown {
        paint: Paint::of_stdout(),
        reveal: match arguments.show_secrets {
            true => Reveal::Secrets,
            false => Reveal::Nothing,
        },
        as_json: arguments.json,
    };
    let work = async {
        provider.configure(config).await.map_err(Error::Failed)?;
        act(arguments, &record, &mut resource, &shown).await
    };
    let outcome = lab.wait(until_interrupted(&provider, work));
    // Whatever became of it, what exists is recorded.
    if !arguments.preview {
        let before = record.clone();
        record.take(&resource, lab.digest.to_string());
        match record.has_something() {
            true if record != before => keeper.write(&record)?,
            true => {}
            false => keeper.remove()?,
        }
    }
    match outcome {
        Ok(done) => {
            shown.done(&resource, &done);
            Ok(ExitCode::SUCCESS)
        }
        Err(Error::Failed(failure)) => {
            eprintln!("error: {failure}");
            explain(arguments, &provider, &failure, &resource);
            Ok(ExitCode::FAILURE)
        }
        Err(Error::Wrong(error)) => Err(error),
    }
}

/// Why nothing came of it.
enum Error {
    /// The provider's say.
    Failed(Failure),
    /// The user's.
    Wrong(anyhow::Error),
}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

async fn act(
    arguments: &Arguments,
    record: &Record,
    resource: &mut Resource,
    shown: &Shown,
) -> Result<Done, Error> {
    let old = sides(resource);
    let done = |verb, resource: &Resource, old| Done {
        verb,
        is_preview: false,
        replaced: Vec::new(),
        old,
        new: sides(resource),
        id: resource.state().map(|state| state.id.clone()),
        problems: resource
            .state()
            .map(|state| state.problems.clone())
            .unwrap_or_default(),
    };
    if arguments.delete {
        if resource.state().is_none() && resource.left_over().is_empty() {
            return Err(Error::Wrong(nothing_yet(arguments)));
        }
        resource.destroy().await?;
        return Ok(done("deleted", resource, old));
    }
    if arguments.refresh {
        if resource.state().is_none() {
            return Err(Error::Wrong(nothing_yet(arguments)));
        }
        let drift = resource.refresh().await?;
        let verb = match (drift.is_gone(), drift.is_none()) {
            (true, _) => "gone",
            (_, true) => "unchanged",
            _ => "refreshed",
        };
        return Ok(done(verb, resource, old));
    }
    if let Some(id) = &arguments.import {
        resource.import(id).await?;
        return Ok(done("imported", resource, old));
    }
    let Some(inputs) = record.inputs_map().map_err(Error::Wrong)? else {
        return Err(Error::Wrong(anyhow::anyhow!(
            "there are no inputs, and none of the last time\n\
             hint: give them as `NAME=VALUE`, or as a file with `--inputs FILE`; where it needs none: `--inputs /dev/null`"
        )));
    };
    if !arguments.preview {
        resource.make_ready().await?;
    }
    let preview = resource.preview(inputs.clone()).await?;
    let replaced = preview.change.differences().iter();
    let replaced = replaced
        .filter(|part| part.replaces)
        .map(|part| part.path.clone());
    let planned = Done {
        verb: match preview.change.step() {
            Step::Same => "unchanged",
            Step::Created => "create",
            Step::Updated => "update",
            Step::Replaced => "replace",
        },
        is_preview: true,
        replaced: replaced.collect(),
        old,
        new: Sides {
            inputs: pulumi_wasm_host::driver::without_marks(&preview.inputs),
            outputs: pulumi_wasm_host::driver::without_marks(&preview.outputs),
        },
        id: resource.state().map(|state| state.id.clone()),
        problems: Vec::new(),
    };
    if arguments.preview {
        return Ok(planned);
    }
    shown.plan(resource, &planned);
    let change = resource.deploy(inputs).await?;
    let verb = match change.step() {
        Step::Same => "unchanged",
        Step::Created => "created",
        Step::Updated => "updated",
        Step::Replaced => "replaced",
    };
    Ok(Done {
        replaced: planned.replaced,
        ..done(verb, resource, planned.old)
    })
}

fn sides(resource: &Resource) -> Sides {
    resource.state().map_or_else(Sides::default, |state| Sides {
        inputs: state.shown_inputs(),
        outputs: state.shown_outputs(),
    })
}

fn nothing_yet(arguments: &Arguments) -> anyhow::Error {
    anyhow::anyhow!(
        "there is no {} `{}` yet\nhint: without `--delete` and `--refresh` it is created; `--name` names another one",
        arguments.resource,
        arguments.name
    )
}

/// What a person may want to know after a failure.
fn explain(arguments: &Arguments, provider: &Provider, failure: &Failure, resource: &Resource) {
    if failure.operation() == "configure" || failure.operation() == "check-config" {
        eprintln!(
            "hint: `--config NAME=VALUE` sets a value of the configuration of `{}`",
            provider.package().name()
        );
    } else if failure.is_recorded() && resource.state().is_some() {
        eprintln!(
            "hint: it exists nevertheless and is recorded: the same command goes on from there, `--delete` deletes it"
        );
    } else if failure.operation().starts_with("create")
        && resource.state().is_none()
        && !arguments.preview
    {
        eprintln!("hint: should it have been made nevertheless, `--import ID` takes it over");
    }
}

/// A name that can be that of a file.
pub(super) fn usable_name(name: &str) -> anyhow::Result<&str> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    if name.is_empty() || name.starts_with('.') || !name.chars().all(is_plain) {
        bail!("`{name}` is no name here\nhint: use letters, digits, `-`, `_` and `.`");
    }
    Ok(name)
}
