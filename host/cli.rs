//! The arguments of the plugin's start, by the engine or by a person.

mod go_flags;

use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Parser, Subcommand};
use pulumi_wasm_packages::bundle::BundlePlace;
use pulumi_wasm_packages::own_package::OwnPackage;
use pulumi_wasm_packages::own_package::program_name::Engine;
use pulumi_wasm_packages::plugin_folder::PluginFolder;

/// Serves Pulumi providers that are WebAssembly components, in a sandbox.
///
/// This is a plugin: the Pulumi engine starts it. Install it with
/// `pulumi plugin install resource wasm VERSION --file PATH`, and use it with `pulumi package add wasm ./acme.wasm`.
/// To debug, start it by hand with `--attach` and let the engine attach to it.
#[derive(Debug, Default, PartialEq, Eq, Parser)]
#[command(
    name = "pulumi-resource-wasm",
    version,
    subcommand_negates_reqs = true,
    disable_help_subcommand = true
)]
pub struct Cli {
    /// Where the engine listens, as HOST:PORT; given by the engine
    pub engine_address: Option<String>,

    /// Wait for engines to attach (PULUMI_DEBUG_PROVIDERS=wasm:PORT), which also happens without an address when
    /// standard input is not a terminal
    #[arg(long)]
    pub attach: bool,

    /// Under the name of a Terraform provider: print the value of TF_REATTACH_PROVIDERS for the provider of this address, and
    /// serve Terraform or OpenTofu until Ctrl+C
    #[arg(long, value_name = "HOST/NAMESPACE/NAME")]
    pub reattach: Option<String>,

    /// Serve engines of this user as well, a name or number; `*` for every user. More than once for several
    #[arg(long = "allow-user", value_name = "USER")]
    pub allowed_users: Vec<String>,

    /// Write debug messages to standard error
    #[arg(long)]
    pub logtostderr: bool,

    /// How much to write, from 0 to 9
    #[arg(short, value_name = "LEVEL", num_args = 0..=1, default_missing_value = "1", require_equals = true)]
    pub verbosity: Option<u8>,

    /// Where traces are sent; accepted and not used
    #[arg(long, value_name = "URL")]
    pub tracing: Option<String>,

    /// Serve the provider in a folder with `PulumiPlugin.yaml`; the language host starts the plugin so
    #[arg(long, value_name = "DIR", hide = true)]
    pub folder: Option<PathBuf>,

    /// The options of that folder's runtime, as JSON
    #[arg(
        long,
        value_name = "JSON",
        hide = true,
        requires = "folder",
        allow_hyphen_values = true
    )]
    pub folder_options: Option<String>,

    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The flag of [`Cli::folder`].
pub(crate) const FOLDER_FLAG: &str = "--folder";
/// The flag of [`Cli::folder_options`].
pub(crate) const OPTIONS_FLAG: &str = "--folder-options";
/// The program's name as the language host.
const LANGUAGE_HOST: &str = "pulumi-language-wasm";

/// The task of this process.
#[derive(Debug, PartialEq, Eq)]
pub enum Role {
    /// To serve a provider: this provider, or the provider of the parameter.
    Provider(Option<OwnPackage>),
    /// To serve the runtime `wasm` of folders.
    LanguageHost,
    /// To serve this provider to Terraform or OpenTofu.
    TerraformProvider(BundlePlace),
}

/// The purposes for which the plugin starts itself.
#[derive(Debug, PartialEq, Eq, Subcommand)]
pub enum Command {
    /// Compiles standard input to standard output; the plugin starts itself for this
    #[command(name = pulumi_wasm_sandbox::engine::COMPILE_COMMAND, hide = true)]
    Compile(pulumi_wasm_sandbox::engine::CompileArguments),
    /// Looks places up in the debugging information of standard input; the plugin starts itself for this
    #[command(name = pulumi_wasm_sandbox::engine::SYMBOLIZE_COMMAND, hide = true)]
    Symbolize(pulumi_wasm_sandbox::engine::SymbolizeArguments),
}

impl Cli {
    /// The arguments of this process; ends it on a mistake or a request for help.
    #[must_use]
    pub fn of_process() -> Self {
        let mut words = std::env::args_os();
        let program = words.next().unwrap_or_default();
        let words: Vec<OsString> = words.collect();
        Self::of_engine(&words).unwrap_or_else(|| {
            let words = go_flags::as_parsed(words);
            Self::parse_from(std::iter::once(program).chain(words))
        })
    }

    /// The role, by the arguments and the program's name.
    #[must_use]
    pub fn role(&self) -> Role {
        if let Some(folder) = &self.folder {
            let options = self.folder_options.clone();
            let folder =
                PluginFolder::new(folder.clone(), options.unwrap_or_else(|| "{}".to_owned()));
            return Role::Provider(Some(OwnPackage::Folder(folder)));
        }
        let program = std::env::current_exe().unwrap_or_default();
        if program
            .file_stem()
            .is_some_and(|name| name == LANGUAGE_HOST)
        {
            return Role::LanguageHost;
        }
        match BundlePlace::of_process() {
            Some(place) if place.engine() == Engine::Terraform => Role::TerraformProvider(place),
            place => Role::Provider(place.map(OwnPackage::Bundle)),
        }
    }

    /// Parses the usual command line of an engine: its address alone. This avoids the command-line parser, whose code
    /// would be a large part of the pages that the process reads from the program's file before its first answer.
    fn of_engine(words: &[OsString]) -> Option<Self> {
        let [address] = words else { return None };
        let address = address.to_str()?;
        address.parse::<SocketAddr>().ok()?;
        Some(Self {
            engine_address: Some(address.to_owned()),
            ..Self::default()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_alone_is_read_as_the_parser_reads_it() {
        for words in [&["127.0.0.1:4000"][..], &["[::1]:4000"]] {
            let typed = ["pulumi-resource-wasm"].iter().chain(words);
            let parsed = Cli::try_parse_from(typed).expect("it is parsed");
            let words: Vec<OsString> = words.iter().map(OsString::from).collect();
            assert_eq!(Cli::of_engine(&words), Some(parsed));
        }
    }

    #[test]
    fn everything_else_is_left_to_the_parser() {
        for words in [
            &[][..],
            &["--attach"],
            &["127.0.0.1:4000", "-v=9"],
            &["localhost:4000"],
        ] {
            let words: Vec<OsString> = words.iter().map(OsString::from).collect();
            assert_eq!(Cli::of_engine(&words), None);
        }
    }
}
