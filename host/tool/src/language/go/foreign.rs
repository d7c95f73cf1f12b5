//! Packages of others that do not compile for a component, and the author's import that brings each.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::Path;
use std::process::Command;

use anyhow::bail;

use super::compile::{GoPackage, own_packages};
use crate::language::workshop::{VARIABLES, Workshop};
use crate::terminal::RunError;

/// The maximum number of packages that a message names.
const MAX_SHOWN: usize = 5;

/// Runs the compiler.
///
/// # Errors
/// With the compiler's messages. If a package of others does not compile, with the author's files and lines that import it.
pub(super) fn compile(
    workshop: &Workshop,
    build: &mut Command,
    packages: &[GoPackage],
    provider: &GoPackage,
) -> anyhow::Result<()> {
    let output = match workshop.console.run("compiling with Go", build) {
        Ok(_) => return Ok(()),
        Err(RunError::Failed { output, .. }) => output,
        Err(error) => return Err(error.into()),
    };
    let found = brought(&workshop.project, packages, provider, &output)?;
    let failed = format!("Go could not compile {}\n{output}", provider.path);
    if found.is_empty() {
        let vendor = if workshop.project.join("vendor/modules.txt").exists() {
            "the folder `vendor` is not read, because a component has other modules: `go mod download` fetches them; "
        } else {
            ""
        };
        bail!("{failed}\nhint: {vendor}the compiler's errors are above; {VARIABLES}");
    }
    bail!(
        "{failed}\npackages of others that do not compile for a component:\n{}\nhint: they need processes, sockets, terminals or files, or a later version of them \
         compiles: `go get PACKAGE@latest`. Leave them out of the program, or keep the files that import them for the native plugin with \
         `//go:build !wasip1`",
        found.join("\n")
    )
}

/// A line for each third-party package in the compiler's messages: the package, and the import that brings it in.
fn brought(
    project: &Path,
    packages: &[GoPackage],
    provider: &GoPackage,
    output: &str,
) -> anyhow::Result<Vec<String>> {
    let by_path: BTreeMap<&str, &GoPackage> = packages
        .iter()
        .map(|one| (one.path.as_str(), one))
        .collect();
    let mut lines = Vec::new();
    let mut more = 0_usize;
    for path in output.lines().filter_map(|line| line.strip_prefix("# ")) {
        let is_own = by_path.get(path).is_none_or(|package| package.is_own);
        let Some((package, import)) =
            import_of(packages, provider, &by_path, path).filter(|_| !is_own)
        else {
            continue;
        };
        if lines.len() == MAX_SHOWN {
            more += 1;
            continue;
        }
        let place = package.place_of_import(project, import)?;
        lines.push(if import == path {
            format!("  `{path}`: {place} imports it")
        } else {
            format!("  `{path}`: {place} imports `{import}`, which needs it")
        });
    }
    if more > 0 {
        lines.push(format!("  and {more} more"));
    }
    Ok(lines)
}

/// The author's package with the shortest way to a package, and the import that begins this way.
fn import_of<'p>(
    packages: &'p [GoPackage],
    provider: &'p GoPackage,
    by_path: &BTreeMap<&str, &'p GoPackage>,
    wanted: &str,
) -> Option<(&'p GoPackage, &'p str)> {
    // Each entry of the queue has the import that began its way.
    let mut queue: VecDeque<(&str, (&GoPackage, &str))> = VecDeque::new();
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    for package in own_packages(packages, provider) {
        for import in &package.imports {
            queue.push_back((import, (package, import)));
        }
    }
    while let Some((path, began)) = queue.pop_front() {
        if path == wanted {
            return Some(began);
        }
        if !seen.insert(path) {
            continue;
        }
        if let Some(package) = by_path.get(path).filter(|package| !package.is_own) {
            queue.extend(
                package
                    .imports
                    .iter()
                    .map(|import| (import.as_str(), began)),
            );
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_of_others_that_does_not_compile_is_told_with_the_import_that_brings_it() {
        let folder = tempfile::tempdir().unwrap();
        let project = folder.path();
        let text =
            "package main\n\nimport (\n\t\"tools.example/term\"\n\t\"tools.example/ops\"\n)\n";
        std::fs::write(project.join("main.go"), text).unwrap();
        let main = format!(
            "acme\tmain\t{}\tmain.go\ttools.example/ops,tools.example/term,tools.example/deep\ttools.example/ops,tools.example/term\ttrue\t/p",
            project.display()
        );
        let packages: Vec<GoPackage> = [
            main.as_str(),
            "tools.example/ops\tops\t/m/ops\tops.go\t\ttools.example/middle\t\t/m/ops",
            "tools.example/middle\tmiddle\t/m/middle\tm.go\t\ttools.example/deep\t\t/m/middle",
            "tools.example/deep\tdeep\t/m/deep\td.go\t\t\t\t/m/deep",
            "tools.example/term\tterm\t/m/term\tt.go\t\t\t\t/m/term",
        ]
        .into_iter()
        .map(|line| GoPackage::parse(line).unwrap())
        .collect();
        let brought = |output: &str| brought(project, &packages, &packages[0], output).unwrap();
        let output = "# tools.example/term\n/m/term/t.go:1:1: undefined: x\n# tools.example/deep\n/m/deep/d.go:2:2: undefined: y\n";
        assert_eq!(
            brought(output),
            [
                "  `tools.example/term`: main.go:4 imports it",
                "  `tools.example/deep`: main.go:5 imports `tools.example/ops`, which needs it"
            ]
        );
        // The author's own mistakes have their places already.
        assert_eq!(
            brought("# acme\n./main.go:9:2: undefined: z\n"),
            Vec::<String>::new()
        );
        let many = "# tools.example/term\n".repeat(MAX_SHOWN + 2);
        assert_eq!(brought(&many).last().unwrap(), "  and 2 more");
    }
}
