//! `pulumi-wasm terraform`: a component as a provider of Terraform and OpenTofu, in the packages that they install.

mod address;
mod arguments;
mod layout;

use std::path::Path;

use anyhow::{Context, ensure};
pub(crate) use arguments::Arguments;
use pulumi_wasm_archive::{Files, Platform, checksum_line};
use pulumi_wasm_packages::Digest;
use pulumi_wasm_packages::own_package::program_name::Engine;
use serde_json::{Map, json};

use self::layout::Layout;
use crate::bundle;
use crate::local_provider;
use crate::terminal::{Console, print_json, print_line};
use crate::whole_file::{self, Audience};

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mut components = Vec::new();
    for path in &arguments.components {
        components.push(local_provider::find(path, Console::new(arguments.json))?.component);
    }
    let bundle = bundle::judge(components.clone(), &arguments.grants, None)?;
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

fn report(
    arguments: &Arguments,
    layout: &Layout,
    archives: &[(Platform, String, Vec<u8>)],
) -> anyhow::Result<()> {
    if arguments.json {
        let mut shown = Map::new();
        for (platform, _, archive) in archives {
            let sha256 = Digest::of(archive);
            let file = layout.released(*platform);
            let entry = json!({ "file": file, "sha256": sha256.hex(), "size": archive.len() });
            shown.insert(platform.to_string(), entry);
        }
        return Ok(print_json(&json!({
            "address": arguments.address.to_string(),
            "archives": shown,
        }))?);
    }
    for (platform, _, archive) in archives {
        print_line(format_args!(
            "{}  {} KiB, {}",
            layout.released(*platform).display(),
            archive.len().div_ceil(1024),
            Digest::of(archive)
        ));
    }
    println!("\nto use it without a registry, in the CLI configuration:");
    print_line(format_args!(
        "  provider_installation {{\n    filesystem_mirror {{ path = \"{}\" include = [\"{}\"] }}\n  }}",
        layout.mirror().display(),
        arguments.address
    ));
    Ok(())
}
