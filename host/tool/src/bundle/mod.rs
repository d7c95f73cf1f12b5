//! `pulumi-wasm bundle`: a component as an ordinary plugin, in the archives that Pulumi installs.

mod archive;
mod platform;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow, bail, ensure};
use archive::{CHECKSUMS, Files};
use clap::Args;
use platform::Platform;
use pulumi_wasm_core::call::LogSink;
use pulumi_wasm_packages::bundle::{Bundle, FILE};
use pulumi_wasm_packages::{
    Arguments as PackageArguments, Digest, Loader, Source, Store, TemporaryFolder, read_component,
};
use serde_json::{Map, json};

use crate::component::ToStandardError;
use crate::install;
use crate::lab::{self, GrantArguments};
use crate::limits;
use crate::terminal::{Console, print_json, print_line, quoted};
use crate::whole_file::{self, Audience};

/// The licence of the host, which is in each archive.
const LICENSE: &str = include_str!("../../../../LICENSE");
/// The name of that file, beside the licences of the provider.
const LICENSE_FILE: &str = "LICENSE.pulumi-wasm";

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
    components: Vec<PathBuf>,
    /// The plugin for a platform, as in `darwin-arm64=FILE`; once for each [default: the one beside this tool, for this
    /// machine]
    #[arg(long = "host", value_name = "PLATFORM=FILE", value_parser = parse_host)]
    hosts: Vec<(Platform, PathBuf)>,
    /// The folder for the archives and the list of their checksums
    #[arg(short, long, value_name = "DIR", default_value = ".")]
    output: PathBuf,
    /// The address that Pulumi downloads the plugin from; SDKs and programs get it with the schema
    #[arg(long, value_name = "URL", value_parser = parse_url)]
    plugin_download_url: Option<String>,
    /// A licence file of the provider; more than once for several
    #[arg(long = "license", value_name = "FILE")]
    licenses: Vec<PathBuf>,
    #[command(flatten)]
    grants: GrantArguments,
    /// Print the archives and their checksums as JSON
    #[arg(long)]
    json: bool,
}

fn parse_host(text: &str) -> Result<(Platform, PathBuf), String> {
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
    match is_known && !text.contains(|letter: char| letter.is_control() || letter == ' ') {
        true => Ok(text.to_owned()),
        false => Err(
            "Pulumi downloads plugins from `https://`, `http://`, `github://` and `gitlab://` addresses"
                .to_owned(),
        ),
    }
}

/// A file of the provider that goes into each archive.
struct Extra {
    name: String,
    bytes: Vec<u8>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mut components = Vec::new();
    for path in &arguments.components {
        components.push(lab::find(path, Console::new(arguments.json))?.component);
    }
    let bundle = judge(components.clone(), arguments)?;
    let (name, version) = (&bundle.package.name, &bundle.package.version);
    ensure!(
        name != "wasm",
        "a provider with the name `wasm` cannot be bundled: its program would have the name of the plugin itself\n\
         hint: give the provider another name"
    );
    ensure!(
        !version.contains('+'),
        "the version {version} has build metadata, which Pulumi does not find in the names of archives\n\
         hint: leave out what follows the `+`"
    );
    let mut extras = Vec::new();
    for file in components.iter().chain(&arguments.licenses) {
        extras.push(Extra {
            name: name_of(file)?,
            bytes: read(file)?,
        });
    }
    for (component, extra) in bundle.package.components.iter().zip(&extras) {
        ensure!(
            Digest::of(&extra.bytes) == component.digest,
            "`{}` was changed meanwhile\nhint: bundle it again",
            extra.name
        );
    }
    let hosts = match arguments.hosts.is_empty() {
        true => {
            let here = Platform::here().context(
                "Pulumi has no name for the platform of this machine\nhint: name the programs with `--host PLATFORM=FILE`",
            )?;
            vec![(here, install::beside_the_tool()?)]
        }
        false => arguments.hosts.clone(),
    };
    let mut made = Vec::new();
    for (platform, host) in &hosts {
        let file = format!("{}-v{version}-{platform}.tar.gz", Bundle::program(name));
        ensure!(
            made.iter().all(|(known, _, _)| known != platform),
            "`--host` names {platform} twice"
        );
        let packed = pack(&bundle, &extras, *platform, host)?;
        made.push((*platform, file, packed));
    }
    made.sort_by_key(|(platform, _, _)| *platform);
    let lines = made
        .iter()
        .map(|(_, file, packed)| archive::line(file, packed));
    let checksums: String = lines.collect();
    let all = made
        .iter()
        .map(|(_, file, packed)| (file.as_str(), packed.as_slice()));
    for (file, bytes) in all.chain([(CHECKSUMS, checksums.as_bytes())]) {
        let file = arguments.output.join(file);
        whole_file::write(&file, bytes, Audience::Everybody)
            .with_context(|| format!("cannot write {}", file.display()))?;
    }
    report(&bundle, &made, arguments)
}

/// The bundle of these components, judged as `pulumi package add` judges a package.
fn judge(components: Vec<PathBuf>, arguments: &Arguments) -> anyhow::Result<Bundle> {
    let limits = limits::typed(&arguments.grants.limits)?;
    for file in &components {
        let (bytes, _) = read_component(file, &limits)?;
        // Nothing is compiled when the plugin starts.
        limits::manifest(&bytes, file, &limits)?;
    }
    let store = TemporaryFolder::new().context("cannot make a temporary folder")?;
    let loader = Loader::from_environment()?.keeping_in(Store::new(store.path().join("store")));
    let package = PackageArguments {
        components: components.into_iter().map(Source::File).collect(),
        grants: arguments.grants.grants(),
        limits,
        pins: Vec::new(),
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let log: Arc<dyn LogSink> = Arc::new(ToStandardError);
    let url = arguments.plugin_download_url.clone();
    Ok(runtime.block_on(loader.to_bundle(&package, url, &log))?)
}

/// The archive for a platform.
fn pack(
    bundle: &Bundle,
    extras: &[Extra],
    platform: Platform,
    host: &Path,
) -> anyhow::Result<Vec<u8>> {
    let program = read(host)?;
    let shown = host.display();
    match Platform::of_program(&program) {
        Some(found) if found == platform => {}
        Some(found) => bail!("{shown} is a program for {found}, and not for {platform}"),
        None => bail!(
            "{shown} is not a program for {platform}\nhint: take the plugin pulumi-resource-wasm of a release"
        ),
    }
    if Platform::here() == Some(platform) {
        install::judge(host)?;
    }
    let name = format!(
        "{}{}",
        Bundle::program(&bundle.package.name),
        platform.program_ending()
    );
    let description = bundle.to_bytes();
    let mut files = Files::default();
    files.add_program(&name, &program);
    files.add(FILE, &description);
    files.add(LICENSE_FILE, LICENSE.as_bytes());
    for extra in extras {
        // Pulumi would start a language host for such a file, and not the program.
        let is_taken = extra.name.starts_with("PulumiPlugin.");
        ensure!(
            !is_taken && files.add(&extra.name, &extra.bytes),
            "`{}` cannot be in a bundle: another file of it has that name, or Pulumi takes it for something else\n\
             hint: rename the file",
            extra.name
        );
    }
    files.pack().context("cannot make the archive")
}

fn read(file: &Path) -> anyhow::Result<Vec<u8>> {
    fs::read(file).with_context(|| format!("cannot read {}", file.display()))
}

fn name_of(file: &Path) -> anyhow::Result<String> {
    let name = file.file_name().and_then(|name| name.to_str());
    name.map(str::to_owned)
        .ok_or_else(|| anyhow!("{} has no name that can be kept", file.display()))
}

fn report(
    bundle: &Bundle,
    made: &[(Platform, String, Vec<u8>)],
    arguments: &Arguments,
) -> anyhow::Result<()> {
    let (name, version) = (&bundle.package.name, &bundle.package.version);
    if arguments.json {
        let mut archives = Map::new();
        for (platform, file, packed) in made {
            let file = arguments.output.join(file);
            let sha256 = Digest::of(packed);
            let archive = json!({ "file": file, "sha256": sha256.hex(), "size": packed.len() });
            archives.insert(platform.to_string(), archive);
        }
        print_json(&json!({ "name": name, "version": version, "archives": archives }))?;
        return Ok(());
    }
    for (_, file, packed) in made {
        let file = arguments.output.join(file);
        print_line(format_args!(
            "{}  {} KiB, {}",
            file.display(),
            packed.len().div_ceil(1024),
            Digest::of(packed)
        ));
    }
    if arguments.licenses.is_empty() {
        eprintln!(
            "the licence of the provider is not in it\nhint: add the file with `--license FILE`"
        );
    }
    let here = |platform: &Platform| Some(*platform) == Platform::here();
    let of_here = made.iter().find(|(platform, ..)| here(platform));
    if let Some((_, file, _)) = of_here.or(made.first()) {
        println!("\nto install it:");
        print_line(format_args!(
            "  pulumi plugin install resource {name} {version} --file {}",
            quoted(arguments.output.join(file))
        ));
    }
    Ok(())
}
