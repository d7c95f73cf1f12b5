//! `pulumi-wasm try`: one resource of a component, without an engine.

mod act;
mod component;
mod document;
mod failure;
mod given;
mod grant;
mod keep;
mod method;
mod show;
mod tree;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use act::{Error, act};
use anyhow::bail;
use clap::Args;
use given::Given;
use keep::Keeper;
use pulumi_wasm_core::call::LogSink;
use pulumi_wasm_core::manifest::Hook;
use pulumi_wasm_simulator::{Failure, Provider, Resource, Reveal, to_map};
use show::Shown;

use crate::lab::{self, Conditions, GrantArguments, Lab, Printed, until_interrupted};
use crate::terminal::{Console, Paint};

/// The stack and project in URNs.
const STACK: &str = "try";

const EXAMPLES: &str = "\
Without an option this does what `pulumi up` would: it creates the resource, updates or replaces it where its inputs have \
changed, and does nothing where they have not. Inputs are whole: those that are not given are left out. Without any, they \
are those of the last time.

  pulumi-wasm try hello.wasm Greeting name=Ada
  pulumi-wasm try hello.wasm Greeting name=Ada salutation=Bye --preview
  pulumi-wasm try . Zone --inputs zone.yaml --config-file powerdns.yaml
  pulumi-wasm try . Zone --refresh
  pulumi-wasm try . Zone --delete

State, configuration and grants are kept in `.pulumi-wasm/try/TYPE/NAME.json`, which only you can read. Secrets in it are \
marked, and not encrypted.

A component resource is constructed, first for a preview and then for an update, and its children are shown. Nothing is made \
or kept: children have their inputs as outputs, `NAME_id` as id, and what a file with mocks has for their names or types:

  pulumi-wasm try . Website title=Hello --name docs --mocks mocks.yaml

  # mocks.yaml
  docs-bucket: { websiteEndpoint: docs.example.com }
  random:index/randomPet:RandomPet: { id: ready-ox }

A method is called on a resource that is made in the same way with the inputs of `--construct`, or that has what a file says:

  pulumi-wasm try . Website/announce text=Moved --name docs --construct title=Hello
  pulumi-wasm try . Website/announce text=Moved --name docs --on docs.yaml

  # docs.yaml
  outputs: { url: https://docs.example.com/ }";

/// The resource that is tried.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// A component file, or a project, which is built first
    #[arg(value_name = "FILE|DIR")]
    target: PathBuf,
    /// The resource type: a token, or its last part. With a slash and a name behind it, a method of resources of the type
    #[arg(value_name = "TYPE[/METHOD]")]
    resource: String,
    /// Inputs, or arguments of the method: text as it is, everything else as YAML
    #[arg(value_name = "NAME=VALUE")]
    inputs: Vec<String>,
    /// A YAML or JSON file with inputs, in which `fn::secret`, `fn::readFile` and their like of Pulumi's YAML may stand;
    /// inputs on the command line go before it
    #[arg(long = "inputs", value_name = "FILE")]
    inputs_file: Option<PathBuf>,
    /// For a component resource: a YAML or JSON file with the outputs of its children, by their names or type tokens
    #[arg(long, value_name = "FILE")]
    mocks: Option<PathBuf>,
    /// For a method: an input that its resource is made with
    #[arg(long, value_name = "NAME=VALUE")]
    construct: Vec<String>,
    /// For a method: a YAML or JSON file that says what its resource is: `outputs` that it has, and the `id` of a custom
    /// resource, or `inputs` that it is made with
    #[arg(long, value_name = "FILE", conflicts_with = "construct")]
    on: Option<PathBuf>,
    /// A value of the provider's configuration. Other users of this machine may see it in its list of processes: secrets
    /// are better given by `--config-file`
    #[arg(long, value_name = "NAME=VALUE")]
    config: Vec<String>,
    /// A YAML or JSON file with values of the configuration; those of `--config` go before it
    #[arg(long, value_name = "FILE")]
    config_file: Option<PathBuf>,
    /// The resource's name
    #[arg(long, default_value = "one")]
    name: String,
    /// Show the planned action, and do nothing
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

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let console = Console::new(arguments.json);
    let target = lab::find(&arguments.target, console)?;
    let lab = Lab::open(&target.component, &arguments.grants.limits, console)?;
    let folder = match arguments.target.is_dir() {
        true => target.folder.as_path(),
        false => Path::new("."),
    };
    if let Some((token, method)) = given::method(&lab.manifest, &arguments.resource)? {
        return method::run(arguments, &lab, token, method);
    }
    method::refuse_flags(arguments)?;
    let (token, schema) = given::resource(&lab.manifest, &arguments.resource)?;
    if schema.is_component && lab.manifest.resource_has(&token, Hook::Construct) {
        return component::run(arguments, &lab, token, schema);
    }
    if let Some(file) = &arguments.mocks {
        bail!(
            "`--mocks {}` needs a component resource, and `{token}` is a custom resource\n\
             hint: leave `--mocks` out: `try` creates the custom resource itself",
            file.display()
        );
    }
    let keeper = Keeper::of(folder, &token, &arguments.name)?;
    let before = keeper.read()?.unwrap_or_default();
    let mut record = before.clone();

    let mut grants = arguments.grants.grants();
    grant::join(&mut grants, record.grants()?);
    grant::ask(&lab.manifest, &mut grants, &mut record.declined)?;
    record.set_grants(&grants);
    let here = std::env::current_dir()?;
    let config = Given {
        words: &arguments.config,
        file: arguments.config_file.as_deref(),
    };
    let known = std::mem::take(&mut record.config);
    record.config = given::config(&lab.manifest, config, &here, known)?;
    let inputs = Given {
        words: &arguments.inputs,
        file: arguments.inputs_file.as_deref(),
    };
    if let Some(inputs) = given::inputs(&schema.inputs, inputs, &here)? {
        record.inputs = Some(inputs);
    }
    let conditions = Conditions {
        grants,
        limits: arguments.grants.limits.clone(),
        system: None,
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
    // After success and after failure, existing things are recorded.
    if !arguments.preview {
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
            eprintln!("error: {}", failure::shown(&failure));
            explain(arguments, &provider, &failure, &resource);
            Ok(ExitCode::FAILURE)
        }
        Err(Error::Wrong(error)) => Err(error),
    }
}

/// The facts that a user may need after a failure.
fn explain(arguments: &Arguments, provider: &Provider, failure: &Failure, resource: &Resource) {
    if failure.operation() == "configure" || failure.operation() == "check-config" {
        eprintln!(
            "hint: `--config NAME=VALUE` and `--config-file FILE` set values of the configuration of `{}`",
            provider.package().name()
        );
    } else if failure.is_recorded() && resource.state().is_some() {
        eprintln!(
            "hint: the resource exists and is recorded; run the same command to continue, or `--delete` to delete it"
        );
    } else if arguments.import.is_some() && resource.state().is_some() {
        eprintln!("hint: `--name NAME` imports it as another resource");
    } else if failure.operation().starts_with("create")
        && resource.state().is_none()
        && !arguments.preview
    {
        eprintln!("hint: if the resource was created anyway, import it with `--import ID`");
    }
}

/// A name that can be that of a file.
pub(super) fn usable_name(name: &str) -> anyhow::Result<&str> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    if name.is_empty() || name.starts_with('.') || !name.chars().all(is_plain) {
        bail!("`{name}` is not a valid name\nhint: use letters, digits, `-`, `_` and `.`");
    }
    Ok(name)
}
