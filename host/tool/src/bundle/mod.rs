//! `pulumi-wasm bundle`: a component as an ordinary plugin, in the archives that Pulumi installs.

mod arguments;
mod checksums;
mod file_name;
mod host_program;
mod report;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow, bail, ensure};
pub(crate) use arguments::Arguments;
use checksums::Checksums;
use pulumi_wasm_archive::{CHECKSUMS, Files, Platform, archive_name};
use pulumi_wasm_core::call::LogSink;
use pulumi_wasm_core::text::Excerpt;
use pulumi_wasm_packages::bundle::{FILE, PluginBundle};
use pulumi_wasm_packages::{
    Arguments as PackageArguments, Digest, Loader, Source, Store, TemporaryFolder, bundle_beside,
    read_component,
};

use crate::bounded_file;
use crate::component::ToStandardError;
use crate::install;
use crate::limits;
use crate::local_provider;
use crate::terminal::Console;
use crate::whole_file::{self, Audience};

/// The licence of the host, which is in each archive.
const LICENSE: &str = include_str!("../../../../LICENSE");
/// The name of that file, beside the licences of the provider.
const LICENSE_FILE: &str = "LICENSE.pulumi-wasm";

/// A file of the provider that goes into each archive.
struct Extra {
    name: String,
    bytes: Vec<u8>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mut components = Vec::new();
    for path in &arguments.components {
        components.push(local_provider::find(path, Console::new(arguments.json))?.component);
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
        "the version {version} has build metadata, which Pulumi does not find in the names of archives\nhint: leave out the `+` and all after it"
    );
    let mut extras = Vec::new();
    let signatures = components.iter().map(|file| bundle_beside(file));
    let signatures: Vec<PathBuf> = signatures.filter(|file| file.is_file()).collect();
    let others = arguments.licenses.iter().chain(&signatures);
    for file in components.iter().chain(others) {
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
        let file = archive_name(&PluginBundle::program(name), version, *platform);
        ensure!(
            made.iter().all(|(known, _, _)| known != platform),
            "`--host` names {platform} twice"
        );
        let packed = pack(&bundle, &extras, *platform, host)?;
        made.push((*platform, file, packed));
    }
    made.sort_by_key(|(platform, _, _)| *platform);
    let mut checksums = Checksums::read(&arguments.output.join(CHECKSUMS))?;
    for (_, file, packed) in &made {
        checksums.set(file, packed);
    }
    let checksums = checksums.text();
    let all = made
        .iter()
        .map(|(_, file, packed)| (file.as_str(), packed.as_slice()));
    for (file, bytes) in all.chain([(CHECKSUMS, checksums.as_bytes())]) {
        let file = arguments.output.join(file);
        whole_file::write(&file, bytes, Audience::Everybody)
            .with_context(|| format!("cannot write {}", file.display()))?;
    }
    report::print(&bundle, &made, arguments)
}

/// The bundle of these components, judged as `pulumi package add` judges a package.
fn judge(components: Vec<PathBuf>, arguments: &Arguments) -> anyhow::Result<PluginBundle> {
    let limits = limits::typed(&arguments.grants.limits)?;
    for file in &components {
        let (bytes, _) = read_component(file, &limits)?;
        // Nothing is compiled when the plugin starts.
        limits::manifest(&bytes, file)?;
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
    bundle: &PluginBundle,
    extras: &[Extra],
    platform: Platform,
    host: &Path,
) -> anyhow::Result<Vec<u8>> {
    let program = read(host)?;
    host_program::judge(&program, &host.display().to_string(), platform)?;
    if Platform::here() == Some(platform) {
        install::judge(host)?;
    }
    let name = format!(
        "{}{}",
        PluginBundle::program(&bundle.package.name),
        platform.program_ending()
    );
    let description = bundle.to_bytes();
    let mut files = Files::default();
    files.add_program(&name, &program);
    files.add(FILE, &description);
    files.add(LICENSE_FILE, LICENSE.as_bytes());
    for extra in extras {
        let fault = file_name::fault(&extra.name).or_else(|| {
            let is_free = files.add(&extra.name, &extra.bytes);
            (!is_free).then_some("another file of it has that name, but for capitals")
        });
        if let Some(fault) = fault {
            let name = Excerpt::name(&extra.name);
            bail!("`{name}` cannot be in a bundle: {fault}\nhint: rename the file");
        }
    }
    files
        .pack_with_checksums()
        .context("cannot make the archive")
}

fn read(file: &Path) -> anyhow::Result<Vec<u8>> {
    bounded_file::large(file).with_context(|| format!("cannot read {}", file.display()))
}

fn name_of(file: &Path) -> anyhow::Result<String> {
    let name = file.file_name().and_then(|name| name.to_str());
    name.map(str::to_owned)
        .ok_or_else(|| anyhow!("{} has no name that can be kept", file.display()))
}
