//! The report about the archives, as text or JSON.

use pulumi_wasm_archive::Platform;
use pulumi_wasm_packages::Digest;
use pulumi_wasm_packages::bundle::PluginBundle;
use serde_json::{Map, json};

use super::arguments::Arguments;
use crate::terminal::{print_json, print_line, quoted};

pub(super) fn print(
    bundle: &PluginBundle,
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
