//! The version of a provider that gets it from the linker: `go build -ldflags "-X PACKAGE.Version=1.2.3"`.

use std::collections::BTreeSet;

use anyhow::Context;
use regex::Regex;

use super::compile::GoPackage;
use crate::files::bounded_file;
use crate::language::workshop::Workshop;

/// A version that the author gave the build, and the variables of the program for it.
pub(super) struct Version {
    pub(super) number: String,
    /// `PACKAGE.NAME`, as the linker names variables.
    variables: BTreeSet<String>,
}

impl Version {
    /// The version that the build was given. Its variables are called `Version` or `version`, and are in the program, or in another package of
    /// the project whose variable the program names.
    ///
    /// # Errors
    /// If a source file cannot be read, or a pattern of this file is wrong.
    pub(super) fn of(
        workshop: &Workshop,
        packages: &[GoPackage],
        provider: &GoPackage,
    ) -> anyhow::Result<Option<Self>> {
        let Some(number) = &workshop.version else {
            return Ok(None);
        };
        let pattern = Pattern::new()?;
        let program = text(provider)?;
        let mut variables: BTreeSet<String> = pattern
            .declared(&program)
            .map(|name| format!("main.{name}"))
            .collect();
        for package in packages {
            let is_other = package.is_own && package.path != provider.path;
            if !is_other || !package.is_part_of(provider) {
                continue;
            }
            let source = text(package)?;
            for name in pattern.declared(&source) {
                if names(&program, &package.path, name, &source) {
                    variables.insert(format!("{}.{name}", package.path));
                }
            }
        }
        Ok(Some(Self {
            number: number.clone(),
            variables,
        }))
    }

    /// The linker's settings of the variables.
    pub(super) fn settings(&self) -> impl Iterator<Item = String> + '_ {
        let number = &self.number;
        self.variables
            .iter()
            .map(move |name| format!("{name}={number}"))
    }
}

/// The source of a package.
fn text(package: &GoPackage) -> anyhow::Result<String> {
    let mut whole = String::new();
    for name in &package.files {
        let file = package.folder.join(name);
        let text =
            bounded_file::text(&file).with_context(|| format!("cannot read {}", file.display()))?;
        whole.push_str(&text);
        whole.push('\n');
    }
    Ok(whole)
}

/// Whether the program imports a package, and names its variable.
fn names(program: &str, package: &str, variable: &str, source: &str) -> bool {
    let quoted = format!("\"{package}\"");
    let Some(line) = program.lines().find(|line| line.contains(&quoted)) else {
        return false;
    };
    let before = line.split('"').next().unwrap_or("");
    let own = source
        .lines()
        .find_map(|line| line.strip_prefix("package "));
    let alias = before.trim().trim_start_matches("import").trim().to_owned();
    let name = match (alias.is_empty(), own) {
        (true, Some(own)) => own.trim().to_owned(),
        _ => alias,
    };
    program.contains(&format!("{name}.{variable}"))
}

struct Pattern(Regex);

impl Pattern {
    fn new() -> Result<Self, regex::Error> {
        // Alone or in a group: `var Version string`, `var Version = "0.1.0"`, `\tVersion string = "0.1.0"`.
        let pattern =
            r#"(?mR)^(?:var |\t)([vV]ersion)(?: string)?(?: *= *"[^"\n]*")?[ \t]*(?://.*)?$"#;
        Ok(Self(Regex::new(pattern)?))
    }

    /// The names of variables in a source.
    fn declared<'s>(&self, source: &'s str) -> impl Iterator<Item = &'s str> {
        let found: Vec<&str> = self
            .0
            .captures_iter(source)
            .filter_map(|found| found.get(1).map(|name| name.as_str()))
            .collect();
        found.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_for_the_version_are_found_in_each_form() {
        let pattern = Pattern::new().unwrap();
        let declared = |source: &str| pattern.declared(source).count();
        for source in [
            "package a\n\nvar Version string\n",
            "var Version = \"0.1.2\"\n",
            "var (\n\tVersion string = \"0.5.4\" // set by the linker\n)\n",
            "var version string",
            "var Version = \"0.1.2\"\r\nvar other string\r\n",
        ] {
            assert_eq!(declared(source), 1, "{source}");
        }
        for source in [
            "\t\tversion = req.Inputs.Version\n",
            "\tversion := strings.TrimPrefix(version.Version, \"v\")\n",
            "func Version() string {\n",
            "var VersionOfAPI string\n",
        ] {
            assert_eq!(declared(source), 0, "{source}");
        }
    }

    #[test]
    fn a_program_names_the_variable_of_a_package_by_its_alias_or_its_name() {
        let by_alias = "import (\n\txyz \"acme/provider\"\n)\nfunc main() { xyz.Provider().Run(ctx, xyz.Name, xyz.Version) }\n";
        let by_name = "import \"acme/provider/v2\"\nfunc main() { p.RunProvider(ctx, provider.Name, provider.Version) }\n";
        let source = "package provider\n\nvar Version string\n";
        assert!(names(by_alias, "acme/provider", "Version", source));
        assert!(names(by_name, "acme/provider/v2", "Version", source));
        assert!(!names(by_alias, "acme/other", "Version", source));
        assert!(!names(
            "import \"acme/provider\"\n",
            "acme/provider",
            "Version",
            source
        ));
    }
}
