//! Makes a component of a provider in TypeScript, with the tool of the SDK.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};
use pulumi_wasm_packages::Digest;

use crate::component;
use crate::files::bounded_file;
use crate::language::ignored_files;
use crate::language::ingredients::Ingredients;
use crate::language::workshop::{VARIABLES, Workshop};
use crate::terminal::{Console, RunError, toolchain_program};

/// The SDK's folder in the folder of all SDKs.
const SDK: &str = "guest-sdk/typescript";
/// The file with the packages of the component, in the folder of builds.
pub(super) const PACKAGES: &str = "typescript.packages.json";
/// The oldest Node that the tools run with.
const OLDEST_NODE: u32 = 20;

const INSTALL: &str = "hint: install Node 20 or newer with npm: from https://nodejs.org, on Debian or Ubuntu with \
    `apt-get install nodejs npm`, on macOS with `brew install node`";

/// Folders of a project that are not part of the component.
const LEFT_OUT: [&str; 6] = ["node_modules", "sdks", "target", "test", "tests", "dist"];

/// Everything that affects the result.
pub(super) fn ingredients(workshop: &Workshop) -> anyhow::Result<Ingredients> {
    let folder = &workshop.project;
    // npm writes the lock file, which is an ingredient, so it has to be there first. In a fresh copy with this file, an
    // unchanged project needs no installation.
    if !folder.join("package-lock.json").exists() || folder.join("node_modules").exists() {
        install(workshop)?;
    }
    let mut ingredients = workshop.ingredients();
    ingredients.add_folder(folder, folder, &is_source)?;
    Ok(ingredients)
}

/// Builds a component.
pub(super) fn compile(workshop: &Workshop) -> anyhow::Result<PathBuf> {
    let folder = &workshop.project;
    find_node(workshop)?;
    install(workshop)?;
    let build = workshop.build_folder()?;
    let (component, packages) = (build.join("typescript.wasm"), build.join(PACKAGES));
    let wit = workshop.interface()?;
    run_sdk_tool(workshop, "building the component", |command| {
        command
            .arg("component")
            .arg(folder)
            .arg(wit)
            .arg(&packages)
            .arg(&component);
    })?;
    Ok(component)
}

/// Runs the SDK's tool.
pub(super) fn run_sdk_tool(
    workshop: &Workshop,
    doing: &str,
    arguments: impl FnOnce(&mut Command),
) -> anyhow::Result<()> {
    let mut command = sdk_tool(workshop);
    arguments(&mut command);
    match workshop.console.run(doing, &mut command) {
        Ok(output) => {
            Console::print_warnings(&output);
            Ok(())
        }
        // All mistakes, in the author's terms.
        Err(RunError::Failed { output, .. }) => bail!("the provider cannot be built\n{output}"),
        Err(error) => Err(error.into()),
    }
}

/// The SDK's tool, without arguments yet.
pub(super) fn sdk_tool(workshop: &Workshop) -> Command {
    let mut command = toolchain_program("node");
    command
        .current_dir(&workshop.project)
        .arg(workshop.sdk.folder.join(SDK).join("tool/main.js"));
    command
}

/// Whether a file or folder of the project is part of the component.
fn is_source(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if name.starts_with('.') {
        return false;
    }
    if path.is_dir() {
        return !LEFT_OUT.contains(&name.as_ref());
    }
    let is_test = [".test.ts", ".spec.ts", ".test.js", ".spec.js"]
        .iter()
        .any(|ending| name.ends_with(ending));
    !is_test && !ignored_files::is_ignored(&name)
}

/// Checks that a recent version of Node is installed, and returns its version.
pub(super) fn find_node(workshop: &Workshop) -> anyhow::Result<String> {
    workshop.announce();
    let output = match toolchain_program("node").arg("--version").output() {
        Ok(output) if output.status.success() => output,
        Ok(output) => bail!("`node --version` failed ({})\n{INSTALL}", output.status),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            bail!(
                "providers in TypeScript are built with Node, and `node` is not on PATH\n{INSTALL}"
            )
        }
        Err(error) => return Err(error).context("cannot start `node`"),
    };
    let version = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    match major(&version) {
        Some(found) if found >= OLDEST_NODE => Ok(version),
        Some(_) => bail!("Node {version} is too old\n{INSTALL}"),
        None => {
            bail!("`node --version` says `{version}`, which is not a version of Node\n{INSTALL}")
        }
    }
}

/// The first number of a version such as `v20.1.0`.
fn major(version: &str) -> Option<u32> {
    version.strip_prefix('v')?.split('.').next()?.parse().ok()
}

/// Installs the packages of the project and of the SDK, unless the right ones are already installed.
pub(super) fn install(workshop: &Workshop) -> anyhow::Result<()> {
    let folder = &workshop.project;
    let mark = workshop.own_folder().join("packages");
    let wanted = package_digests(workshop)?;
    let is_there = folder.join("node_modules/pulumi-wasm-provider").exists();
    if is_there && bounded_file::text(&mark).is_ok_and(|found| found == wanted) {
        return Ok(());
    }
    find_node(workshop)?;
    let mut command = toolchain_program("npm");
    command.current_dir(folder).args([
        "install",
        // None of the required packages has required scripts.
        "--ignore-scripts",
        "--no-audit",
        "--no-fund",
        // A lock file says which packages exist, and from where each machine gets them.
        "--omit-lockfile-registry-resolved",
        "--loglevel=error",
    ]);
    match workshop.console.run("installing packages", &mut command) {
        Ok(_) => {}
        Err(RunError::NotFound { .. }) => {
            bail!("packages are installed with npm, and `npm` is not on PATH\n{INSTALL}")
        }
        Err(RunError::Failed { output, .. }) => bail!(
            "npm cannot install the packages of {}\n{output}\nhint: see its `dependencies`, and whether the registry can be reached; {VARIABLES}",
            folder.join("package.json").display()
        ),
        Err(error) => return Err(error.into()),
    }
    if !folder.join("node_modules/pulumi-wasm-provider").exists() {
        bail!(
            "{} does not depend on the SDK\nhint: add `\"pulumi-wasm-provider\": \"file:.pulumi-wasm/sdk/guest-sdk/typescript\"` to its `dependencies`",
            folder.join("package.json").display()
        );
    }
    // npm may have written a lock file, which is used from now on.
    component::write(&mark, package_digests(workshop)?.as_bytes())
}

/// The text that decides which packages are installed.
pub(super) fn package_digests(workshop: &Workshop) -> anyhow::Result<String> {
    let folder = &workshop.project;
    let files = [
        folder.join("package.json"),
        folder.join("package-lock.json"),
        workshop.sdk.folder.join(SDK).join("package.json"),
    ];
    let mut digests = String::new();
    for file in files {
        let content = match bounded_file::small(&file) {
            Ok(content) => content,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            Err(error) => {
                return Err(error).with_context(|| format!("cannot read {}", file.display()));
            }
        };
        digests.push_str(Digest::of(&content).hex());
        digests.push('\n');
    }
    Ok(digests)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_age_of_a_node_is_in_its_version() {
        assert_eq!(major("v20.20.2"), Some(20));
        assert_eq!(major("v8.0.0"), Some(8));
        assert_eq!(major("20"), None);
        assert_eq!(major(""), None);
    }

    #[test]
    fn what_is_installed_and_what_was_built_is_no_part_of_a_component() {
        for (path, expected) in [
            ("/project/src/index.ts", true),
            ("/project/package.json", true),
            ("/project/src/index.test.ts", false),
            ("/project/README.md", false),
            ("/project/hello.wasm", false),
            ("/project/.pulumi-wasm", false),
        ] {
            assert_eq!(is_source(Path::new(path)), expected, "{path}");
        }
    }
}
