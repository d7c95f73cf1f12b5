//! `pulumi-wasm bundle`: a component as an ordinary plugin, in the archives that Pulumi installs.

mod arguments;
mod checksums;
mod file_name;
mod host_program;
pub(crate) mod report;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow, bail, ensure};
pub(crate) use arguments::{Arguments, parse_host};
use checksums::Checksums;
use pulumi_wasm_archive::{CHECKSUMS, Files, Platform, archive_name};
use pulumi_wasm_core::call::LogSink;
use pulumi_wasm_core::text::Excerpt;
use pulumi_wasm_packages::bundle::{FILE, PluginBundle};
use pulumi_wasm_packages::own_package::program_name::Engine;
use pulumi_wasm_packages::{
    Arguments as PackageArguments, Digest, Loader, Source, Store, TemporaryFolder, bundle_beside,
    read_component,
};

use crate::commands::install;
use crate::component::ToStandardError;
use crate::files::bounded_file;
use crate::files::output_folder;
use crate::files::whole_file::{self, Audience};
use crate::limits;
use crate::local_provider;
use crate::local_provider::GrantArguments;
use crate::terminal::Console;

/// The licence of the host, which is in each archive.
const LICENSE: &str = include_str!("../../../../../LICENSE");
/// The name of that file, beside the licences of the provider.
const LICENSE_FILE: &str = "LICENSE.pulumi-wasm";

/// A file of the provider that goes into each archive.
pub(crate) struct Extra {
    name: String,
    bytes: Vec<u8>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    output_folder::check(&arguments.output)?;
    let mut components = Vec::new();
    for path in &arguments.components {
        components.push(local_provider::find(path, Console::new(arguments.json))?.component);
    }
    let url = arguments.plugin_download_url.clone();
    let bundle = judge(Engine::Pulumi, components.clone(), &arguments.grants, url)?;
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
    let extras = extras(&bundle, &components, &arguments.licenses)?;
    let hosts = hosts(&arguments.hosts)?;
    let mut made = Vec::new();
    for (platform, host) in &hosts {
        let file = archive_name(&Engine::Pulumi.program(name), version, *platform);
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

/// The files of a provider for each archive: the components, licences, and signatures beside the components.
pub(crate) fn extras(
    bundle: &PluginBundle,
    components: &[PathBuf],
    licenses: &[PathBuf],
) -> anyhow::Result<Vec<Extra>> {
    let mut extras = Vec::new();
    let signatures = components.iter().map(|file| bundle_beside(file));
    let signatures: Vec<PathBuf> = signatures.filter(|file| file.is_file()).collect();
    let others = licenses.iter().chain(&signatures);
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
    Ok(extras)
}

/// The programs for the platforms, or the program beside this tool.
pub(crate) fn hosts(given: &[(Platform, PathBuf)]) -> anyhow::Result<Vec<(Platform, PathBuf)>> {
    if given.is_empty() {
        let here = Platform::here().context(
            "Pulumi has no name for the platform of this machine\nhint: name the programs with `--host PLATFORM=FILE`",
        )?;
        return Ok(vec![(here, install::beside_the_tool()?)]);
    }
    for (index, (platform, _)) in given.iter().enumerate() {
        let mut earlier = given.iter().take(index);
        ensure!(
            earlier.all(|(known, _)| known != platform),
            "`--host` names {platform} twice"
        );
    }
    Ok(given.to_vec())
}

/// The bundle of these components for an engine, judged as `pulumi package add` judges a package.
pub(crate) fn judge(
    engine: Engine,
    components: Vec<PathBuf>,
    grants: &GrantArguments,
    url: Option<String>,
) -> anyhow::Result<PluginBundle> {
    let mut limits = limits::typed(&grants.limits)?;
    limits.place = engine.flag_place();
    for file in &components {
        let (bytes, _) = read_component(file, &limits)?;
        // Nothing is compiled when the plugin starts.
        limits::manifest(&bytes, file)?;
    }
    let folder = TemporaryFolder::new().context("cannot make a temporary folder")?;
    let loader = Loader::from_environment()?;
    let package = PackageArguments {
        components: components.into_iter().map(Source::File).collect(),
        grants: grants.grants(),
        limits,
        pins: Vec::new(),
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let log: Arc<dyn LogSink> = Arc::new(ToStandardError);
    let store = Store::new(folder.path().join("store"));
    Ok(runtime.block_on(loader.to_bundle(store, &package, url, &log))?)
}

/// The archive for a platform.
fn pack(
    bundle: &PluginBundle,
    extras: &[Extra],
    platform: Platform,
    host: &Path,
) -> anyhow::Result<Vec<u8>> {
    let program = program(platform, host)?;
    let name = format!(
        "{}{}",
        Engine::Pulumi.program(&bundle.package.name),
        platform.program_ending()
    );
    let description = bundle.to_bytes();
    let files = files(&description, extras, &name, &program)?;
    files
        .pack_with_checksums()
        .context("cannot make the archive")
}

/// The program for a platform, if it is the plugin.
pub(crate) fn program(platform: Platform, host: &Path) -> anyhow::Result<Vec<u8>> {
    let program = read(host)?;
    host_program::judge(&program, &host.display().to_string(), platform)?;
    if Platform::here() == Some(platform) {
        install::judge(host)?;
    }
    Ok(program)
}

/// The files of a bundle: the program of this name, its description, the licence of the host, and the provider's files.
pub(crate) fn files<'a>(
    description: &'a [u8],
    extras: &'a [Extra],
    name: &str,
    program: &'a [u8],
) -> anyhow::Result<Files<'a>> {
    let mut files = Files::default();
    files.add_program(name, program);
    files.add(FILE, description);
    files.add(LICENSE_FILE, LICENSE.as_bytes());
    for extra in extras {
        let fault = file_name::fault(&extra.name).or_else(|| {
            let is_free = files.add(&extra.name, &extra.bytes);
            (!is_free).then_some("another file has the same name apart from case")
        });
        if let Some(fault) = fault {
            let name = Excerpt::name(&extra.name);
            bail!("`{name}` cannot be in a bundle: {fault}\nhint: rename the file");
        }
    }
    Ok(files)
}

fn read(file: &Path) -> anyhow::Result<Vec<u8>> {
    bounded_file::large(file).with_context(|| format!("cannot read {}", file.display()))
}

fn name_of(file: &Path) -> anyhow::Result<String> {
    let name = file.file_name().and_then(|name| name.to_str());
    name.map(str::to_owned)
        .ok_or_else(|| anyhow!("the name of {} cannot be recorded", file.display()))
}
