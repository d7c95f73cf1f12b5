//! Compiles a provider in C, C++ or Zig.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use wasm_encoder::{Module, RawSection, Section as _};
use wasmparser::{Parser, Payload};

use super::toolchain::{Sources, Toolchain};
use super::{Dialect, header, manifest};
use crate::bounded_file;
use crate::language::guest_language::GuestLanguage as _;
use crate::language::workshop::Workshop;
use crate::preview1;
use crate::whole_file;

/// The folder of generated files, in the project's own folder.
const GENERATED: &str = "c";

/// Compiles the provider, and gives its component.
pub(super) fn compile(workshop: &Workshop, dialect: Dialect) -> anyhow::Result<PathBuf> {
    let document = manifest::read(&workshop.project, dialect.title())?;
    let toolchain = Toolchain::find(workshop, dialect)?;
    let generated = workshop.own_folder().join(GENERATED);
    let name = manifest::file(&workshop.project);
    let name = name
        .as_deref()
        .and_then(Path::file_name)
        .unwrap_or_default();
    let header = header::header(&document, &name.to_string_lossy());
    write_changed(&generated.join("provider.h"), &header)?;
    write_changed(
        &generated.join("manifest.c"),
        &header::manifest_source(&document),
    )?;
    let module = workshop.build_folder()?.join("module.wasm");
    let mut sources = sources(workshop, dialect, &generated, &module)?;
    sources.has_components = manifest::has_components(&document);
    toolchain.compile(workshop, dialect, &sources)?;
    let bytes = bounded_file::large(&module)
        .with_context(|| format!("cannot read {}", module.display()))?;
    let bytes = without_debugging(&bytes)
        .with_context(|| format!("{} is not a module", module.display()))?;
    let component = workshop.build_folder()?.join("c.wasm");
    crate::component::write(&component, &preview1::encode(bytes)?)?;
    Ok(component)
}

/// A module without its debugging information, which is ten times as large as the code, and names folders of this machine. The names of functions
/// stay: a report of a crash has them.
fn without_debugging(module: &[u8]) -> anyhow::Result<Vec<u8>> {
    const DEBUGGING: &str = ".debug_";
    let mut kept = Module::HEADER.to_vec();
    for payload in Parser::new(0).parse_all(module) {
        let payload = payload?;
        if matches!(&payload, Payload::CustomSection(section) if section.name().starts_with(DEBUGGING))
        {
            continue;
        }
        if let Some((id, range)) = payload.as_section() {
            let data = module.get(range).unwrap_or_default();
            RawSection { id, data }.append_to(&mut kept);
        }
    }
    Ok(kept)
}

/// Writes a file unless it has this content, so that editors and compilers see only changes.
fn write_changed(file: &Path, text: &str) -> anyhow::Result<()> {
    if whole_file::holds(file, text.as_bytes()) {
        return Ok(());
    }
    crate::component::write(file, text.as_bytes())
}

/// The files to compile, relative to the project where they lie in it: the module contains some of the paths.
fn sources(
    workshop: &Workshop,
    dialect: Dialect,
    generated: &Path,
    module: &Path,
) -> anyhow::Result<Sources> {
    let project = &workshop.project;
    let relative = |path: &Path| path.strip_prefix(project).unwrap_or(path).to_owned();
    let sdk = workshop.sdk.folder.join("guest-sdk/c");
    let mut own = vec![PathBuf::from(dialect.source())];
    let mut c = vec![relative(&generated.join("manifest.c"))];
    c.push(relative(&sdk.join("pulumi_wasm.c")));
    for ending in ["c", "cpp"] {
        let mut found = Vec::new();
        for folder in [project.clone(), project.join("src")] {
            found.extend(files(&folder, ending)?);
        }
        let found = found
            .iter()
            .map(|file| relative(file))
            .filter(|file| *file != own[0])
            // A compiler takes a name that begins with `-` or `@` for an option or a file of options.
            .map(|file| Path::new(".").join(file));
        let found: Vec<_> = found.collect();
        match (dialect, ending) {
            (Dialect::Cpp, "cpp") | (Dialect::C, "c") => own.extend(found),
            (_, "c") => c.extend(found),
            _ => {}
        }
    }
    Ok(Sources {
        own,
        c,
        headers: vec![PathBuf::from("."), relative(generated), relative(&sdk)],
        has_components: false,
        generated: relative(generated),
        module: module.to_owned(),
    })
}

/// The files of a folder with an ending, in an order that is always the same. A missing folder counts as empty.
fn files(folder: &Path, ending: &str) -> anyhow::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => {
            return Err(error).with_context(|| format!("cannot read {}", folder.display()));
        }
    };
    let mut found = Vec::new();
    for entry in entries {
        let path = entry
            .with_context(|| format!("cannot read {}", folder.display()))?
            .path();
        if path.extension().is_some_and(|found| found == ending) && path.is_file() {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_without_debugging_information_has_the_names_of_its_functions() {
        let module = wat::parse_str(
            r#"(module (@custom ".debug_line" "/home/me") (func $create (export "run") (result i32) (i32.const 3)))"#,
        )
        .unwrap();
        let has = |module: &[u8], text: &str| {
            let mut places = module.windows(text.len());
            places.any(|place| place == text.as_bytes())
        };
        assert!(has(&module, "/home/me"));
        let kept = without_debugging(&module).unwrap();
        assert!(!has(&kept, "/home/me") && !has(&kept, ".debug_line"));
        assert!(has(&kept, "create") && has(&kept, "run"));
        wasmparser::validate(&kept).unwrap();
        assert!(without_debugging(b"text").is_err());
    }
}
