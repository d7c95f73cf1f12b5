//! The parts of a provider for Terraform.

use std::path::PathBuf;

use clap::Args;
use pulumi_wasm_archive::Platform;

use super::address::Address;
use crate::commands::bundle::parse_host;
use crate::local_provider::GrantArguments;

/// The component to serve to Terraform and OpenTofu, and the authority that its users give it.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  pulumi-wasm terraform acme.wasm --address registry.example.com/acme/acme --allow-net api.acme.com -o dist

Grants and limits are fixed in the package: its users cannot change them, and an operator's policy narrows them. The same \
files and flags give the same archives, byte for byte.")]
pub(crate) struct Arguments {
    /// Component files of one provider, or the folder of a project
    #[arg(required = true, value_name = "COMPONENT")]
    pub(super) components: Vec<PathBuf>,
    /// The provider's source address, as in `required_providers`
    #[arg(long, value_name = "HOST/NAMESPACE/NAME")]
    pub(super) address: Address,
    /// The plugin for a platform, as in `darwin-arm64=FILE`; once for each [default: the one beside this tool, for this
    /// machine]
    #[arg(long = "host", value_name = "PLATFORM=FILE", value_parser = parse_host)]
    pub(super) hosts: Vec<(Platform, PathBuf)>,
    /// The folder for the packages
    #[arg(short, long, value_name = "DIR", default_value = ".")]
    pub(super) output: PathBuf,
    /// A licence file of the provider; more than once for several
    #[arg(long = "license", value_name = "FILE")]
    pub(super) licenses: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) grants: GrantArguments,
    /// Print the packages and their checksums as JSON
    #[arg(long)]
    pub(super) json: bool,
}
