//! The report about the archives, as text or JSON.

use std::path::PathBuf;

use pulumi_wasm_archive::Platform;
use pulumi_wasm_packages::Digest;
use pulumi_wasm_packages::bundle::PluginBundle;
use serde_json::{Map, Value, json};

use super::arguments::Arguments;
use crate::terminal::{print_json, print_line, quoted};

/// An archive: its platform, its name, and its bytes.
pub(crate) type Made = (Platform, String, Vec<u8>);

pub(super) fn print(
    bundle: &PluginBundle,
    made: &[Made],
    arguments: &Arguments,
) -> anyhow::Result<()> {
    let (name, version) = (&bundle.package.name, &bundle.package.version);
    if arguments.json {
        let archives = entries(made, |file| arguments.output.join(file));
        print_json(&json!({ "name": name, "version": version, "archives": archives }))?;
        return Ok(());
    }
    print_archives(made, &arguments.licenses, |file| {
        arguments.output.join(file)
    });
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

/// The archives for a report as JSON, by platform. `place` is the path of an archive of this name.
pub(crate) fn entries(made: &[Made], place: impl Fn(&str) -> PathBuf) -> Map<String, Value> {
    let entries = made.iter().map(|(platform, file, packed)| {
        let sha256 = Digest::of(packed);
        let entry = json!({ "file": place(file), "sha256": sha256.hex(), "size": packed.len() });
        (platform.to_string(), entry)
    });
    entries.collect()
}

/// Prints the archives, and whether a licence is missing.
pub(crate) fn print_archives(made: &[Made], licenses: &[PathBuf], place: impl Fn(&str) -> PathBuf) {
    for (_, file, packed) in made {
        print_line(format_args!(
            "{}  {} KiB, {}",
            place(file).display(),
            packed.len().div_ceil(1024),
            Digest::of(packed)
        ));
    }
    if licenses.is_empty() {
        eprintln!(
            "the licence of the provider is not in it\nhint: add the file with `--license FILE`"
        );
    }
}
