//! Compiles a provider in Go.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use pulumi_wasm_core::text::quoted;

use super::source::{self, Found};
use super::toolchain::Toolchain;
use super::used_packages::UsedPackage;
use super::{
    FRAMEWORK, c_code, connect, foreign, missing_packages, modules, overlay, used_packages, version,
};
use crate::files::bounded_file;
use crate::language::workshop::{VARIABLES, Workshop};

/// The beginning of the name of a provider's program.
const PROGRAM: &str = "pulumi-resource-";

/// The tag of the SDK's file for component resources.
const COMPONENTS: &str = "pulumi_wasm_components";

/// The tag of the SDK's file for the initialization when a component is built.
const PREINITIALIZE: &str = "pulumi_wasm_preinitialize";

/// The package whose types declare resources.
const DECLARATIONS: &str = "github.com/pulumi/pulumi/sdk/v3/go/pulumi";

/// Compiles the provider, and gives its module.
///
/// # Errors
/// With the messages of Go, or with a mistake in the project.
pub(super) fn compile(workshop: &Workshop) -> anyhow::Result<PathBuf> {
    // Go's lists of packages have these characters between their parts.
    if workshop.project.to_string_lossy().contains(['\t', '\n']) {
        bail!(
            "the path of {} has a tab or a line break in it, and Go's list of packages cannot have them\nhint: rename the folder",
            workshop.project.display()
        );
    }
    let toolchain = Toolchain::find(workshop)?;
    let folder = workshop.build_folder()?;
    let modules = modules::write(workshop, &toolchain, &folder)?;
    let packages = packages(workshop, &toolchain, &modules)?;
    let provider = provider(workshop, &packages)?;
    missing_packages::refuse(&workshop.project, &packages, provider)?;
    let uses = |package: &str| provider.dependencies.iter().any(|path| path == package);
    let mut found = Found {
        uses_http: uses("net/http"),
        uses_http_tools: uses("net/http/httputil"),
        safe_requests: connect::safe_requests(&linked_files(&packages, provider))?,
        packages: used_packages(&packages, provider)?,
        ..Found::default()
    };
    source::read(sources(&workshop.project, &packages, provider), &mut found)?;
    warn(&found);
    for package in own_packages(&packages, provider) {
        for (file, line) in c_code::find(&package.folder, &package.files)? {
            let file = file.strip_prefix(&workshop.project).unwrap_or(&file);
            eprintln!(
                "warning: {}:{line}: `import \"C\"` leaves this file out: a component has no C code",
                file.display()
            );
        }
    }
    let version = version::Version::of(workshop, &packages, provider)?;
    found.version = version.as_ref().map(|version| version.number.clone());
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
        .arg(linking(version.as_ref()))
        .arg(option("-modfile", &modules))
        .arg(option("-overlay", &overlay.file));
    let mut tags = Vec::new();
    tags.extend(has_components(&packages, provider).then_some(COMPONENTS));
    tags.extend(overlay.knows_random.then_some(PREINITIALIZE));
    if !tags.is_empty() {
        build.arg(format!("-tags={}", tags.join(",")));
    }
    build.arg("-o").arg(&module).arg(&provider.path);
    foreign::compile(workshop, &mut build, &packages, provider)?;
    Ok(module)
}

/// The settings of Go's linker.
fn linking(version: Option<&version::Version>) -> String {
    // The SDK takes separate memory from Go's runtime. Names of functions stay for traps that Go cannot tell.
    let mut settings = "-ldflags=-checklinkname=0 -w -buildid=".to_owned();
    for set in version.iter().flat_map(|version| version.settings()) {
        settings.push_str(&format!(" -X {set}"));
    }
    settings
}

fn option(name: &str, file: &Path) -> String {
    format!("{name}={}", file.display())
}

/// A package that the project consists of, outside of the standard library.
pub(super) struct GoPackage {
    pub(super) path: String,
    /// Whether it is a program.
    is_main: bool,
    pub(super) folder: PathBuf,
    pub(super) files: Vec<String>,
    /// The import paths of all other packages that it consists of.
    dependencies: Vec<String>,
    /// The import paths in its own files.
    pub(super) imports: Vec<String>,
    /// Whether it is the author's: a package of the project, or of a module that its `go.mod` or `go.work` takes from a folder.
    pub(super) is_own: bool,
    /// The folder of its module.
    module: PathBuf,
}

impl GoPackage {
    /// The form in which `go list` prints a package.
    const FORMAT: &str = "{{if not .Standard}}{{.ImportPath}}\t{{.Name}}\t{{.Dir}}\t{{join .GoFiles \",\"}}\t\
        {{if eq .Name \"main\"}}{{join .Deps \",\"}}{{end}}\t{{join .Imports \",\"}}\t\
        {{with .Module}}{{if .Main}}true{{else}}{{with .Replace}}{{if not .Version}}true{{end}}{{end}}{{end}}\t{{.Dir}}{{end}}{{end}}";

    pub(super) fn parse(line: &str) -> Option<Self> {
        let mut parts = line.split('\t');
        let mut next = || parts.next();
        let (path, name, folder) = (next()?.to_owned(), next()?, next()?.into());
        let list = |text: &str| {
            let names = text.split(',').filter(|name| !name.is_empty());
            names.map(str::to_owned).collect()
        };
        Some(Self {
            is_main: name == "main",
            folder,
            files: list(next()?),
            dependencies: list(next()?),
            imports: list(next()?),
            is_own: next() == Some("true") && !modules::is_replaced(&path),
            module: next().unwrap_or_default().into(),
            path,
        })
    }

    pub(super) fn is_part_of(&self, provider: &Self) -> bool {
        self.path == provider.path || provider.dependencies.contains(&self.path)
    }

    /// The name of a file in messages and in the manifest: a path in the project, or for a module in another folder the path of its package.
    fn shown(&self, project: &Path, name: &str) -> PathBuf {
        match self.folder.join(name).strip_prefix(project) {
            Ok(inside) => inside.to_owned(),
            Err(_) => Path::new(&self.path).join(name),
        }
    }

    /// The file and line of an import.
    ///
    /// # Errors
    /// If a source file cannot be read.
    pub(super) fn place_of_import(&self, project: &Path, import: &str) -> anyhow::Result<String> {
        let quoted = format!("\"{import}\"");
        for name in &self.files {
            let file = self.folder.join(name);
            let text = bounded_file::text(&file)
                .with_context(|| format!("cannot read {}", file.display()))?;
            if let Some(line) = text.lines().position(|line| line.contains(&quoted)) {
                let shown = self.shown(project, name);
                return Ok(format!("{}:{}", shown.display(), line + 1));
            }
        }
        Ok(self.path.clone())
    }
}

/// Whether the provider declares resources, as component resources do.
fn has_components(packages: &[GoPackage], provider: &GoPackage) -> bool {
    packages.iter().any(|package| {
        package.is_part_of(provider)
            && (package.is_own || !modules::is_replaced(&package.path))
            && package.imports.iter().any(|import| import == DECLARATIONS)
    })
}

/// The Pulumi packages whose SDKs the provider contains.
fn used_packages(
    packages: &[GoPackage],
    provider: &GoPackage,
) -> anyhow::Result<BTreeSet<UsedPackage>> {
    let mut found = BTreeSet::new();
    for package in packages.iter().filter(|package| {
        package.is_part_of(provider) && package.imports.iter().any(|import| import == DECLARATIONS)
    }) {
        found.extend(used_packages::find(&package.folder, &package.module)?);
    }
    Ok(found)
}

/// Lists the packages of the project, and those that they consist of.
fn packages(
    workshop: &Workshop,
    toolchain: &Toolchain,
    modules: &Path,
) -> anyhow::Result<Vec<GoPackage>> {
    // A package that lacks a dependency is not the provider, or the compiler says so later.
    let mut list = toolchain.command(&["list", "-e", "-deps", "-mod=readonly"]);
    list.args(["-f", GoPackage::FORMAT])
        .arg(option("-modfile", modules))
        .arg("./...");
    let failed = format!(
        "the packages of {} cannot be listed",
        workshop.project.display()
    );
    let hint = format!("`go mod tidy` completes `go.mod` and `go.sum`; {VARIABLES}");
    let text = Toolchain::run(workshop, "reading the sources", &mut list, (&failed, &hint))?;
    Ok(text.lines().filter_map(GoPackage::parse).collect())
}

/// Looks for the package whose program is a provider.
fn provider<'p>(workshop: &Workshop, packages: &'p [GoPackage]) -> anyhow::Result<&'p GoPackage> {
    let imports_framework = |package: &&GoPackage| {
        let mut dependencies = package.dependencies.iter();
        package.is_own && package.is_main && dependencies.any(|dependency| dependency == FRAMEWORK)
    };
    let mut found: Vec<&GoPackage> = packages.iter().filter(imports_framework).collect();
    let is_named = |package: &&GoPackage| {
        let name = package.folder.file_name().unwrap_or_default();
        name.to_string_lossy().starts_with(PROGRAM)
    };
    if found.iter().any(is_named) {
        found.retain(is_named);
    }
    let is_below = |package: &&GoPackage| package.folder.starts_with(&workshop.named);
    if found.len() > 1 && found.iter().any(is_below) {
        found.retain(is_below);
    }
    match found.as_slice() {
        [] => bail!(
            "no program of {} is a provider: no package `main` imports {FRAMEWORK}\nhint: a provider has a `func main()` that calls `Run`",
            workshop.project.display()
        ),
        [one] => Ok(*one),
        several => {
            let folders = several.iter().map(|one| {
                let inside = one.folder.strip_prefix(&workshop.project);
                inside.unwrap_or(&one.folder).display().to_string()
            });
            let folders: Vec<String> = folders.collect();
            let first = folders.first().map_or("FOLDER", String::as_str);
            bail!(
                "{} has several programs that are providers:\n  {}\nhint: a component is one provider: name the folder of its program, as in \
                 `pulumi-wasm build {}`",
                workshop.project.display(),
                folders.join("\n  "),
                quoted(first)
            )
        }
    }
}

/// The author's files that the provider is compiled from, each with the name that messages and the manifest show.
fn sources<'p>(
    project: &'p Path,
    packages: &'p [GoPackage],
    provider: &'p GoPackage,
) -> impl Iterator<Item = (PathBuf, PathBuf)> + 'p {
    own_packages(packages, provider).flat_map(move |package| {
        package
            .files
            .iter()
            .map(move |name| (package.folder.join(name), package.shown(project, name)))
    })
}

/// The source files of the provider and of its modules, without the standard library and this tool's packages.
fn linked_files(packages: &[GoPackage], provider: &GoPackage) -> Vec<PathBuf> {
    let linked = packages
        .iter()
        .filter(|package| package.is_part_of(provider) && !modules::is_replaced(&package.path));
    let files = |package: &GoPackage| {
        let folder = package.folder.clone();
        let names = package.files.clone().into_iter();
        names.map(move |name| folder.join(name))
    };
    linked.flat_map(files).collect()
}

/// The author's packages that the provider consists of.
pub(super) fn own_packages<'p>(
    packages: &'p [GoPackage],
    provider: &'p GoPackage,
) -> impl Iterator<Item = &'p GoPackage> {
    packages
        .iter()
        .filter(move |package| package.is_own && package.is_part_of(provider))
}

/// Warns of calls that cannot work, and names requests that the manifest calls safe.
fn warn(found: &Found) {
    for (place, reason) in &found.impossible {
        eprintln!("warning: {place} fails when it is called: {reason}");
    }
    if found.safe_requests.is_empty() {
        return;
    }
    eprintln!("note: reads and previews may send these requests too:");
    for (request, reads) in &found.safe_requests {
        eprintln!("  {request}: {reads}");
    }
    eprintln!(
        "  hint: if one of them changes something, name the others in `SafeRequests` of `wasm.AskNet` for the server's address"
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listed_package_has_its_files_and_dependencies() {
        let parse = |line| GoPackage::parse(line).unwrap();
        let found = parse("acme/cmd\tmain\t/p/cmd\ta.go,b.go\tfmt,net/http\tfmt\ttrue\t/p");
        assert!(found.is_main && found.path == "acme/cmd" && found.folder == Path::new("/p/cmd"));
        assert!(found.is_own && found.module == Path::new("/p"));
        assert_eq!(found.files, ["a.go", "b.go"]);
        assert_eq!(found.dependencies, ["fmt", "net/http"]);
        assert_eq!(found.imports, ["fmt"]);
        // A package of tests alone has no files for the target.
        let empty = parse("acme/tests\ttests\t/p/tests\t\t\t\ttrue\t/p");
        assert!(!empty.is_main && empty.files.is_empty() && empty.dependencies.is_empty());
    }
}
