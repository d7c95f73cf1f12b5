//! The module of a project, and the lines of the project's source that use it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::earlier;
use super::package::Package;
use crate::language::{ComponentResources, ProviderSource};
use crate::project::Project;

/// A module to write.
pub(super) struct Module {
    pub(super) file: PathBuf,
    pub(super) text: String,
    /// The source that uses it.
    source: ProviderSource,
    language: &'static dyn ComponentResources,
}

impl Module {
    /// The module of a package in a project's language. `output` replaces the usual file.
    ///
    /// # Errors
    /// If the project file, which says where the source is, cannot be read.
    pub(super) fn new(
        project: &Project,
        package: &Package,
        output: Option<&Path>,
    ) -> anyhow::Result<Self> {
        let language = project.language.with_component_resources()?;
        let source = language.provider_source(&project.folder)?;
        let usual = || source.folder.join(language.resource_module_name(package));
        let file = output.map_or_else(usual, Path::to_owned);
        Ok(Self {
            file,
            text: language.resource_module(package),
            source,
            language,
        })
    }

    /// The tokens of the resources in the module that is replaced.
    ///
    /// # Errors
    /// If a person wrote the file, or it cannot be read.
    pub(super) fn earlier(&self) -> anyhow::Result<BTreeSet<String>> {
        earlier::tokens(&self.file, self.language)
    }

    /// The lines that use the module and its package, each with its place.
    pub(super) fn usage(&self, project: &Project, package: &Package) -> Vec<(String, String)> {
        let Self {
            file,
            source,
            language,
            ..
        } = self;
        let inside = source.file.strip_prefix(&project.folder);
        let provider = inside.unwrap_or(&source.file).display();
        let names = language.resource_names(package).join(", ");
        let usual = language.resource_module_name(package);
        let import = self
            .stem(&usual)
            .and_then(|stem| language.import_line(source, stem, &names));
        let import = import.map_or_else(
            || {
                let file = file.display();
                let place = format!("{file} is not a module beside {provider}: import from it");
                (place, names)
            },
            |line| (format!("in {provider}"), line),
        );
        let mut lines = vec![import];
        for line in language.package_lines(package) {
            let place = line.call.map_or_else(
                || format!("in {provider}"),
                |call| format!("and in `{call}`"),
            );
            lines.push((place, line.text));
        }
        lines
    }

    /// The module's name if its file is beside the source and ends like the usual file; `None` for other files.
    fn stem(&self, usual: &str) -> Option<&str> {
        let folder = match self.file.parent()? {
            folder if folder.as_os_str().is_empty() => Path::new("."),
            folder => folder,
        };
        let is_beside = folder.canonicalize().ok()? == self.source.folder.canonicalize().ok()?;
        let is_source = self.file.extension()? == Path::new(usual).extension()?;
        let stem = self.file.file_stem()?.to_str()?;
        (is_beside && is_source).then_some(stem)
    }
}
