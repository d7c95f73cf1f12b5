//! `pulumi-wasm terraform`: a component as a provider of Terraform and OpenTofu, in the packages that they install.

mod address;
mod arguments;
mod layout;

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
pub(crate) use arguments::Arguments;
use pulumi_wasm_archive::{Files, Platform, checksum_line};
use pulumi_wasm_core::manifest::Manifest;
use pulumi_wasm_core::text::Excerpt;
use pulumi_wasm_packages::own_package::program_name::Engine;
use pulumi_wasm_packages::read_component;
use pulumi_wasm_terraform::Mapping;
use serde_json::json;

use self::layout::Layout;
use crate::commands::bundle;
use crate::commands::bundle::report::{Made, entries, print_archives};
use crate::commands::inspect::with_hint;
use crate::files::output_folder;
use crate::files::whole_file::{self, Audience};
use crate::limits;
use crate::local_provider::{self, GrantArguments};
use crate::terminal::{Console, print_json, print_line};

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    output_folder::check(&arguments.output)?;
    let mut components = Vec::new();
    for path in &arguments.components {
        components.push(local_provider::find(path, Console::new(arguments.json))?.component);
    }
    judge_mapping(&components, &arguments.grants)?;
    let bundle = bundle::judge(
        Engine::Terraform,
        components.clone(),
        &arguments.grants,
        None,
    )?;
    let (name, version) = (&bundle.package.name, &bundle.package.version);
    let provider = Engine::Terraform.provider(name);
    ensure!(
        provider == arguments.address.name,
        "the address `{}` has another name than the provider: types of `{name}` begin with `{provider}_`\n\
         hint: end the address in `/{provider}`",
        arguments.address
    );
    let extras = bundle::extras(&bundle, &components, &arguments.licenses)?;
    let description = bundle.to_bytes();
    let layout = Layout::new(&arguments.output, &arguments.address, version);
    let earlier = earlier_programs(&layout.overrides(), &provider)?;
    let mut archives = Vec::new();
    for (platform, host) in bundle::hosts(&arguments.hosts)? {
        let program = bundle::program(platform, &host)?;
        let named = format!(
            "{}_v{version}{}",
            Engine::Terraform.program(name),
            platform.program_ending()
        );
        let files = bundle::files(&description, &extras, &named, &program)?;
        let archive = files.pack_zip().context("cannot make the archive")?;
        unpack(&files, &layout.unpacked(platform))?;
        if Platform::here() == Some(platform) {
            unpack(&files, &layout.overrides())?;
            for program in earlier.iter().filter(|program| !program.ends_with(&named)) {
                fs::remove_file(program)
                    .with_context(|| format!("cannot remove {}", program.display()))?;
            }
        }
        write(&layout.packed(platform), &archive, Audience::Everybody)?;
        write(&layout.released(platform), &archive, Audience::Everybody)?;
        archives.push((platform, layout.archive_name(platform), archive));
    }
    archives.sort_by_key(|(platform, ..)| *platform);
    let manifest = json!({ "version": 1, "metadata": { "protocol_versions": ["5.0", "6.0"] } });
    let manifest = format!("{manifest:#}\n");
    let manifest_name = layout.manifest_name();
    let lines = archives
        .iter()
        .map(|(_, name, archive)| checksum_line(name, archive));
    let checksums: String = lines
        .chain([checksum_line(&manifest_name, manifest.as_bytes())])
        .collect();
    for (name, text) in [
        (manifest_name, manifest),
        (layout.checksums_name(), checksums),
    ] {
        let file = layout.release(&name);
        write(&file, text.as_bytes(), Audience::Everybody)?;
    }
    report(arguments, &layout, &archives)
}

/// The programs of a provider that are in the folder for `dev_overrides` already. Terraform and OpenTofu take the first one by name,
/// which can be the program of another version.
///
/// # Errors
/// If the folder is of another provider, whose description would be lost, or cannot be read.
fn earlier_programs(folder: &Path, provider: &str) -> anyhow::Result<Vec<PathBuf>> {
    let unreadable = || format!("cannot read {}", folder.display());
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.with_context(unreadable)?,
    };
    let mut programs = Vec::new();
    for entry in entries {
        let path = entry.with_context(unreadable)?.path();
        if let Some((Engine::Terraform, other)) = Engine::of_program(&path) {
            ensure!(
                other == provider,
                "the folder {} has the provider `{}`, and a folder for `dev_overrides` has one provider\n\
                 hint: write this provider into another folder with `--output DIR`",
                folder.display(),
                Excerpt::name(other)
            );
            programs.push(path);
        }
    }
    Ok(programs)
}

/// Writes the files into a folder.
fn unpack(files: &Files<'_>, folder: &Path) -> anyhow::Result<()> {
    for (name, bytes, is_program) in files.iter() {
        let audience = if is_program {
            Audience::EverybodyWhoRunsIt
        } else {
            Audience::Everybody
        };
        write(&folder.join(name), bytes, audience)?;
    }
    Ok(())
}

fn write(file: &Path, bytes: &[u8], audience: Audience) -> anyhow::Result<()> {
    whole_file::write(file, bytes, audience)
        .with_context(|| format!("cannot write {}", file.display()))
}

fn report(arguments: &Arguments, layout: &Layout, archives: &[Made]) -> anyhow::Result<()> {
    let place = |name: &str| layout.release(name);
    if arguments.json {
        return Ok(print_json(&json!({
            "address": arguments.address.to_string(),
            "archives": entries(archives, place),
        }))?);
    }
    print_archives(archives, &arguments.licenses, place);
    // The CLI configuration stands elsewhere.
    let mirror = layout.mirror();
    let mirror = std::path::absolute(&mirror).unwrap_or(mirror);
    println!("\nto use it without a registry, in the CLI configuration:");
    for line in [
        "  provider_installation {".to_owned(),
        "    filesystem_mirror {".to_owned(),
        format!("      path    = {}", json!(mirror)),
        format!("      include = [\"{}\"]", arguments.address),
        "    }".to_owned(),
        "  }".to_owned(),
    ] {
        print_line(format_args!("{line}"));
    }
    Ok(())
}

/// Judges whether Terraform can use the components, and prints the types that it cannot use.
fn judge_mapping(components: &[PathBuf], grants: &GrantArguments) -> anyhow::Result<()> {
    let limits = limits::typed(&grants.limits)?;
    let mut manifests = Vec::new();
    for file in components {
        let (bytes, _) = read_component(file, &limits)?;
        manifests.push(limits::manifest(&bytes, file)?.1);
    }
    let manifests: Vec<&Manifest> = manifests.iter().collect();
    let mapping = Mapping::of(&manifests).map_err(|error| with_hint(&error))?;
    let left_out = mapping.left_out().iter();
    let lines: Vec<String> = left_out
        .map(|(token, reason)| format!("`{}`: {reason}", Excerpt::name(token)))
        .collect();
    ensure!(
        !mapping.is_empty(),
        "Terraform can use nothing of the provider:\n  {}\nhint: use it with Pulumi",
        lines.join("\n  ")
    );
    if !lines.is_empty() {
        eprintln!("Terraform cannot use:\n  {}", lines.join("\n  "));
    }
    Ok(())
}
