//! `pulumi-wasm inspect`: what a component is, without running it.

mod component;
mod example;
mod interface;
mod pages;

use std::path::Path;

use anyhow::Context;
use pulumi_wasm_host::env;
use pulumi_wasm_host::limits::Limits;
use pulumi_wasm_host::policy::{Policy, PolicyFiles};
use pulumi_wasm_host::provider::manifest::Manifest;
use pulumi_wasm_host::source::{Digest, manifest_section, read_component};

use crate::terminal::{print_json, quoted};
use component::Component;

/// Writes pages of documentation into a folder, or prints them.
pub(crate) fn markdown(file: &Path, folder: Option<&Path>) -> anyhow::Result<()> {
    let (_, _, manifest) = read(file)?;
    let pages = pages::of(&manifest);
    let Some(folder) = folder else {
        let texts: Vec<&str> = pages.iter().map(|page| page.text.as_str()).collect();
        print!("{}", texts.join("\n"));
        return Ok(());
    };
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot make `{}`", folder.display()))?;
    for page in &pages {
        let file = folder.join(&page.file);
        std::fs::write(&file, &page.text)
            .with_context(|| format!("cannot write `{}`", file.display()))?;
    }
    println!("{} pages in {}", pages.len(), folder.display());
    Ok(())
}

fn read(file: &Path) -> anyhow::Result<(Vec<u8>, Digest, Manifest)> {
    let (bytes, digest) = read_component(file, &Limits::default())?;
    let text = manifest_section::find(&bytes).with_context(|| {
        format!(
            "{} has no manifest inside\nhint: put it in with `pulumi-wasm wrap {1} -o {1}`",
            file.display(),
            quoted(file)
        )
    })?;
    let manifest = Manifest::parse(&text)?;
    Ok((bytes, digest, manifest))
}

pub(crate) fn run(file: &Path, only_schema: bool, as_json: bool) -> anyhow::Result<()> {
    let (bytes, digest, manifest) = read(file)?;
    if only_schema {
        print_json(&manifest.documents()?.schema)?;
        return Ok(());
    }
    let files = PolicyFiles::of_machine(env::named_policy(), env::user_policy());
    let policy =
        Policy::read(&files).map_err(|error| anyhow::anyhow!("{error}\nhint: {}", error.hint))?;
    let component = Component {
        interface: interface::version(&bytes),
        digest,
        size: bytes.len(),
        manifest,
        policy,
    };
    if as_json {
        print_json(&component.json())?;
    } else {
        component.print();
    }
    Ok(())
}
