//! `pulumi-wasm inspect`: what a component is, without running it.

use std::path::Path;

use anyhow::Context;
use pulumi_wasm_host::limits::Limits;
use pulumi_wasm_host::provider::manifest::{Hook, Manifest};
use pulumi_wasm_host::source::{manifest_section, read_component};

pub(crate) fn run(file: &Path, only_schema: bool) -> anyhow::Result<()> {
    let (bytes, digest) = read_component(file, &Limits::default())?;
    let text = manifest_section::find(&bytes).with_context(|| {
        format!(
            "{0} has no manifest inside\nhint: put it in with `pulumi-wasm wrap {0} -o {0}`",
            file.display()
        )
    })?;
    let manifest = Manifest::parse(&text)?;
    if only_schema {
        println!(
            "{}",
            serde_json::to_string_pretty(&manifest.schema_document)?
        );
        return Ok(());
    }
    println!("package    {} {}", manifest.name(), manifest.version());
    println!("digest     {digest}");
    println!("size       {} KiB", bytes.len().div_ceil(1024));
    println!("built with {} {}", manifest.sdk.name, manifest.sdk.version);
    println!("\nresources");
    for (token, resource) in &manifest.schema.resources {
        let hooks: Vec<&str> = Hook::of_resources()
            .filter(|(_, hook)| manifest.resource_has(token, *hook))
            .map(|(name, _)| name)
            .collect();
        println!("  {token}   ({})", hooks.join(", "));
        println!(
            "    in   {}",
            resource
                .inputs
                .properties
                .keys()
                .cloned()
                .collect::<Vec<_>>()
                .join(", ")
        );
        println!(
            "    out  {}",
            resource
                .outputs
                .properties
                .keys()
                .cloned()
                .collect::<Vec<_>>()
                .join(", ")
        );
    }
    if !manifest.schema.functions.is_empty() {
        println!("\nfunctions");
        for token in manifest.schema.functions.keys() {
            println!(
                "  {token}{}",
                if manifest.function(token).pure {
                    "   (pure)"
                } else {
                    ""
                }
            );
        }
    }
    println!("\nwants");
    let need = |required| if required { "required" } else { "optional" };
    for want in &manifest.wants.net {
        println!(
            "  network      {}   {}   {}",
            want.host,
            need(want.required),
            want.reason
        );
    }
    for want in &manifest.wants.env {
        println!(
            "  environment  {}   {}   {}",
            want.name,
            need(want.required),
            want.reason
        );
    }
    if manifest.wants.net.is_empty() && manifest.wants.env.is_empty() {
        println!("  nothing");
    }
    Ok(())
}
