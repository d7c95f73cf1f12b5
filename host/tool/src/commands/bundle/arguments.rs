//! The parts of a bundle.

use std::path::PathBuf;

use clap::Args;
use pulumi_wasm_archive::Platform;

use crate::local_provider::GrantArguments;

/// The component to bundle, and what its users get with it.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  pulumi-wasm bundle acme.wasm --license LICENSE --allow-net api.acme.com -o dist
  pulumi plugin install resource acme 1.2.3 --file dist/pulumi-resource-acme-v1.2.3-linux-amd64.tar.gz

Grants and limits are fixed in the bundle: its users cannot change them, and an operator's policy narrows them. The same \
files and flags give the same archives, byte for byte.")]
pub(crate) struct Arguments {
    /// Component files of one provider, or the folder of a project
    #[arg(required = true, value_name = "COMPONENT")]
    pub(super) components: Vec<PathBuf>,
    /// The plugin for a platform, as in `darwin-arm64=FILE`; once for each [default: the one beside this tool, for this
    /// machine]
    #[arg(long = "host", value_name = "PLATFORM=FILE", value_parser = parse_host)]
    pub(super) hosts: Vec<(Platform, PathBuf)>,
    /// The folder for the archives and the list of their checksums
    #[arg(short, long, value_name = "DIR", default_value = ".")]
    pub(super) output: PathBuf,
    /// The address that Pulumi downloads the plugin from; SDKs and programs get it with the schema
    #[arg(long, value_name = "URL", value_parser = parse_url)]
    pub(super) plugin_download_url: Option<String>,
    /// A licence file of the provider; more than once for several
    #[arg(long = "license", value_name = "FILE")]
    pub(super) licenses: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) grants: GrantArguments,
    /// Print the archives and their checksums as JSON
    #[arg(long)]
    pub(super) json: bool,
}

pub(crate) fn parse_host(text: &str) -> Result<(Platform, PathBuf), String> {
    let (platform, file) = text
        .split_once('=')
        .ok_or("write it as PLATFORM=FILE, as in `linux-arm64=./pulumi-resource-wasm`")?;
    Ok((platform.parse()?, file.into()))
}

/// The schemes that Pulumi downloads plugins by.
fn parse_url(text: &str) -> Result<String, String> {
    let is_known = ["https://", "http://", "github://", "gitlab://"]
        .iter()
        .any(|scheme| text.starts_with(scheme));
    if is_known && !text.contains(|letter: char| letter.is_control() || letter == ' ') {
        Ok(text.to_owned())
    } else {
        Err(
            "Pulumi downloads plugins from `https://`, `http://`, `github://` and `gitlab://` addresses"
                .to_owned(),
        )
    }
}
