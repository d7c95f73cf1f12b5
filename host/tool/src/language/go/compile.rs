//! Compiles a provider in Go.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};

use super::source::{self, Found};
use super::toolchain::Toolchain;
use super::{FRAMEWORK, PROJECT_FILE, component, overlay};
use crate::bounded_file;
use crate::language::workshop::{VARIABLES, Workshop};

/// The module of Pulumi's SDK, whose names authors use.
const PULUMI: &str = "github.com/pulumi/pulumi/sdk/v3";

/// The beginning of the name of a provider's program.
const PROGRAM: &str = "pulumi-resource-";

/// Compiles the provider, and gives its component.
pub(super) fn compile(workshop: &Workshop) -> anyhow::Result<PathBuf> {
    let toolchain = Toolchain::find(workshop)?;
    let folder = workshop.build_folder()?;
    let modules = modules(workshop, &toolchain, &folder)?;
    let provider = provider(workshop, &toolchain, &modules)?;
    let mut found = Found::default();
    let files = dependencies(workshop, &toolchain, &modules, &provider, &mut found)?;
    source::read(&workshop.project, &files, &mut found)?;
    warn(&found);
    let overlay = overlay::write(
        &folder,
        &toolchain.standard_library,
        &provider.folder,
        &found,
    )?;
    let module = folder.join("module.wasm");
    let mut build = toolchain.command(&[
        "build",
        "-mod=readonly",
        "-trimpath",
        "-buildvcs=false",
        "-buildmode=c-shared",
    ]);
    build
        // The SDK takes separate memory from Go's runtime. Names of functions stay for traps that Go cannot tell.
        .arg("-ldflags=-checklinkname=0 -w -buildid=")
        .arg(option("-modfile", &modules))
        .arg(option("-overlay", &overlay))
        .arg("-o")
        .arg(&module)
        .arg(&provider.path);
    let failed = format!("Go could not compile {}", provider.path);
    let hint = format!("the compiler's errors are above; {VARIABLES}");
    Toolchain::run(workshop, "compiling with Go", &mut build, (&failed, &hint))?;
    let component = folder.join("go.wasm");
    let bytes = bounded_file::large(&module)
        .with_context(|| format!("cannot read {}", module.display()))?;
    crate::component::write(&component, &component::encode(bytes)?)?;
    Ok(component)
}

fn option(name: &str, file: &Path) -> String {
    format!("{name}={}", file.display())
}

/// Writes a copy of `go.mod` that replaces two modules by this tool's packages. The author's file stays as it is.
fn modules(workshop: &Workshop, toolchain: &Toolchain, folder: &Path) -> anyhow::Result<PathBuf> {
    for name in [PROJECT_FILE, "go.sum"] {
        let file = workshop.project.join(name);
        let bytes = match bounded_file::small(&file) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            Err(error) => {
                return Err(error).with_context(|| format!("cannot read {}", file.display()));
            }
        };
        crate::component::write(&folder.join(name), &bytes)?;
    }
    let modules = folder.join(PROJECT_FILE);
    // The program contains these paths: relative to the project, they are the same in every folder.
    let sdk = match workshop.sdk.folder.strip_prefix(&workshop.project) {
        Ok(inside) => Path::new(".").join(inside),
        Err(_) => workshop.sdk.folder.clone(),
    };
    let sdk = sdk.join("guest-sdk/go");
    let mut edit = toolchain.command(&["mod", "edit"]);
    for (module, part) in [(FRAMEWORK, "provider"), (PULUMI, "pulumi")] {
        edit.arg(format!(
            "-require={module}@{}",
            required(&bounded_file::text(&modules)?, module)
        ));
        edit.arg(format!("-replace={module}={}", sdk.join(part).display()));
    }
    let failed = format!(
        "{} cannot be read",
        workshop.project.join(PROJECT_FILE).display()
    );
    let hint = "Go's message is above";
    Toolchain::run(
        workshop,
        "reading go.mod",
        edit.arg(&modules),
        (&failed, hint),
    )?;
    Ok(modules)
}

/// The version of a module in `go.mod`.
fn required<'a>(text: &'a str, module: &str) -> &'a str {
    let versions = text.lines().filter_map(|line| {
        let line = line.trim().trim_start_matches("require ").trim_start();
        line.strip_prefix(module)?
            .strip_prefix(' ')?
            .split_whitespace()
            .next()
    });
    versions
        .into_iter()
        .find(|version| version.starts_with('v'))
        .unwrap_or("v3.0.0")
}

/// The package with the provider's `main`.
struct Provider {
    /// The import path.
    path: String,
    folder: PathBuf,
}

/// Looks for the package whose program is a provider.
fn provider(
    workshop: &Workshop,
    toolchain: &Toolchain,
    modules: &Path,
) -> anyhow::Result<Provider> {
    const FORMAT: &str =
        "{{if eq .Name \"main\"}}{{.ImportPath}}\t{{.Dir}}{{range .Deps}}\t{{.}}{{end}}{{end}}";
    let mut list = list(toolchain, modules, FORMAT);
    // A package that lacks a dependency is not the provider, or the compiler says so later.
    let failed = format!(
        "the packages of {} cannot be listed",
        workshop.project.display()
    );
    let hint = format!("`go mod tidy` completes `go.mod` and `go.sum`; {VARIABLES}");
    let text = Toolchain::run(
        workshop,
        "looking for the provider",
        list.args(["-e", "./..."]),
        (&failed, &hint),
    )?;
    let mut found: Vec<Provider> = text
        .lines()
        .filter_map(|line| {
            let mut parts = line.split('\t');
            let (path, folder) = (parts.next()?.to_owned(), parts.next()?.into());
            parts
                .any(|dependency| dependency == FRAMEWORK)
                .then_some(Provider { path, folder })
        })
        .collect();
    let is_named = |provider: &Provider| {
        let name = provider.folder.file_name().unwrap_or_default();
        name.to_string_lossy().starts_with(PROGRAM)
    };
    if found.len() > 1 && found.iter().any(is_named) {
        found.retain(is_named);
    }
    if found.len() > 1 {
        let shown: Vec<_> = found
            .iter()
            .map(|provider| format!("  {}", provider.path))
            .collect();
        bail!(
            "{} has several programs that are providers:\n{}\nhint: a component is one provider: call its folder `{PROGRAM}NAME`, or give each a module",
            workshop.project.display(),
            shown.join("\n")
        );
    }
    found.pop().with_context(|| {
        format!(
            "no program of {} is a provider: no package `main` imports {FRAMEWORK}\nhint: a provider has a `func main()` that calls `Run`",
            workshop.project.display()
        )
    })
}

/// The author's files that the provider is compiled from. Notes whether the program uses `net/http`.
fn dependencies(
    workshop: &Workshop,
    toolchain: &Toolchain,
    modules: &Path,
    provider: &Provider,
    found: &mut Found,
) -> anyhow::Result<Vec<PathBuf>> {
    const FORMAT: &str = "{{.ImportPath}}{{if .Module}}{{if .Module.Main}}\t{{$dir := .Dir}}{{range .GoFiles}}\t{{$dir}}/{{.}}{{end}}{{end}}{{end}}";
    let mut list = list(toolchain, modules, FORMAT);
    let failed = format!("the packages of {} cannot be listed", provider.path);
    let text = Toolchain::run(
        workshop,
        "reading the sources",
        list.args(["-e", "-deps", &provider.path]),
        (&failed, VARIABLES),
    )?;
    let mut files = Vec::new();
    for line in text.lines() {
        let mut parts = line.split('\t');
        found.uses_http |= parts.next() == Some("net/http");
        files.extend(parts.filter(|part| !part.is_empty()).map(PathBuf::from));
    }
    Ok(files)
}

fn list(toolchain: &Toolchain, modules: &Path, format: &str) -> Command {
    let mut list = toolchain.command(&["list", "-mod=readonly", "-f", format]);
    list.arg(option("-modfile", modules));
    list
}

/// Warns of calls that cannot work.
fn warn(found: &Found) {
    for (place, reason) in &found.impossible {
        eprintln!("warning: {place} fails when it is called: {reason}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_of_a_module_is_read_from_its_line() {
        let text = "module demo\n\ngo 1.24\n\nrequire (\n\tgithub.com/pulumi/pulumi-go-provider v1.5.0\n)\n\nrequire github.com/pulumi/pulumi/sdk/v3 v3.200.0 // indirect\n";
        assert_eq!(required(text, FRAMEWORK), "v1.5.0");
        assert_eq!(required(text, PULUMI), "v3.200.0");
        assert_eq!(required("module demo\n", PULUMI), "v3.0.0");
    }
}
