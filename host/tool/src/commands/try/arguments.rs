//! The resource to try, and its settings.

use std::path::PathBuf;

use clap::Args;

use crate::local_provider::GrantArguments;

/// The stack and project in URNs.
pub(super) const STACK: &str = "try";

const EXAMPLES: &str = "\
Without an option this does what `pulumi up` would: it creates the resource, updates or replaces it where its inputs have \
changed, and does nothing where they have not. Inputs are whole: those that are not given are left out. Without any, they \
are those of the last time.

  pulumi-wasm try hello.wasm Greeting name=Ada
  pulumi-wasm try hello.wasm Greeting name=Ada salutation=Bye --preview
  pulumi-wasm try . Zone --inputs zone.yaml --config-file powerdns.yaml
  pulumi-wasm try . Zone --refresh
  pulumi-wasm try . Zone --delete

State, configuration and inputs are kept in `$PULUMI_HOME/wasm/try`, in a file that only you can read. Secrets in it are marked, and not \
encrypted. Grants are not kept: each command gives them.

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
    pub(super) target: PathBuf,
    /// The resource type: a token, or its last part. `TYPE/METHOD` tries a method of resources of the type
    #[arg(value_name = "TYPE[/METHOD]")]
    pub(super) resource: String,
    /// Inputs, or arguments of the method: text as it is, everything else as YAML
    #[arg(value_name = "NAME=VALUE")]
    pub(super) inputs: Vec<String>,
    /// A YAML or JSON file with inputs. It may use functions of Pulumi's YAML, such as `fn::secret` and `fn::readFile`.
    /// Inputs on the command line take precedence
    #[arg(long = "inputs", value_name = "FILE")]
    pub(super) inputs_file: Option<PathBuf>,
    /// For a component resource: a YAML or JSON file with the outputs of its children, by their names or type tokens
    #[arg(long, value_name = "FILE")]
    pub(super) mocks: Option<PathBuf>,
    /// For a method: an input that its resource is made with
    #[arg(long, value_name = "NAME=VALUE")]
    pub(super) construct: Vec<String>,
    /// For a method: a YAML or JSON file that describes its resource: its `outputs`, and the `id` of a custom resource; or
    /// the `inputs` that it is made with
    #[arg(long, value_name = "FILE", conflicts_with = "construct")]
    pub(super) on: Option<PathBuf>,
    /// A value of the provider's configuration. Other users of this machine may see it in the list of processes: put
    /// secrets into a file for `--config-file`
    #[arg(long, value_name = "NAME=VALUE")]
    pub(super) config: Vec<String>,
    /// A YAML or JSON file with values of the configuration; `--config` takes precedence
    #[arg(long, value_name = "FILE")]
    pub(super) config_file: Option<PathBuf>,
    /// The resource's name
    #[arg(long, default_value = "one")]
    pub(super) name: String,
    /// Show the planned action, and do nothing
    #[arg(long)]
    pub(super) preview: bool,
    /// Read the thing, and show and record how it has changed
    #[arg(long, conflicts_with = "preview")]
    pub(super) refresh: bool,
    /// Take over a thing that exists
    #[arg(long, value_name = "ID", conflicts_with_all = ["preview", "refresh"])]
    pub(super) import: Option<String>,
    /// Delete the thing
    #[arg(long, conflicts_with_all = ["preview", "refresh", "import", "inputs", "inputs_file"])]
    pub(super) delete: bool,
    /// Show the values of secrets
    #[arg(long)]
    pub(super) show_secrets: bool,
    /// Show messages of level debug as well
    #[arg(short, long)]
    pub(super) verbose: bool,
    /// Print the result as JSON
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) grants: GrantArguments,
}
