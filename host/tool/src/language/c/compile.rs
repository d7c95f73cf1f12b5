//! Compiles a provider in C, C++ or Zig.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::toolchain::{Sources, Toolchain};
use super::{Dialect, debugging, header, manifest};
use crate::files::bounded_file;
use crate::files::whole_file;
use crate::language::guest_language::GuestLanguage as _;
use crate::language::workshop::Workshop;

/// The folder of generated files, in the project's own folder.
const GENERATED: &str = "c";

/// Compiles the provider, and gives its module: the build makes a component of it unless it is the module of the last component.
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
    let bytes = debugging::reduced(&bytes, &workshop.project).with_context(|| {
        format!(
            "cannot read the debugging information of {}",
            module.display()
        )
    })?;
    let reduced = workshop.build_folder()?.join("c.wasm");
    crate::component::write(&reduced, &bytes)?;
    Ok(reduced)
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
