//! The interface between the tool and a language that providers are written in.

use std::fmt;
use std::path::{Path, PathBuf};

use pulumi_wasm_packages::packages_section::ContainedPackage;

use super::dialect::Dialect;
use super::ingredients::Ingredients;
use super::interpreter::Parts;
use super::template::TemplateFile;
use super::workshop::Workshop;
use crate::commands::add::package::Package;

/// A language, as commands pass it around.
pub(crate) type Language = &'static dyn GuestLanguage;

/// A language that providers are written in. The commands of the tool know no language by name: all differences between
/// languages are methods of this trait. `docs/contribute/languages.md` says how to add a language.
pub(crate) trait GuestLanguage: fmt::Debug + Sync {
    /// The word for the language in commands and in JSON.
    fn word(&self) -> &'static str;

    /// The name of the language in texts.
    fn title(&self) -> &'static str;

    /// The file that makes a folder a project in this language, for example `Cargo.toml`.
    fn project_file(&self) -> &'static str;

    /// The part of the project file that only a provider has, for messages about a project without it. Empty if the
    /// file alone is enough.
    fn project_mark(&self) -> &'static str;

    /// Whether the project in this folder is a provider. The project file exists.
    ///
    /// # Errors
    /// If the project file cannot be read or parsed.
    fn is_provider(&self, folder: &Path) -> anyhow::Result<bool>;

    /// The files of the SDK: prefixes of names in the repository.
    fn sdk_files(&self) -> &'static [&'static str];

    // `pulumi-wasm new`

    /// Why a provider's name does not work in this language, as the end of a sentence. The name is already known to
    /// consist of lower-case words with hyphens.
    fn name_fault(&self, _name: &str) -> Option<&'static str> {
        None
    }

    /// The files of a new project. The file to read first comes first.
    fn template(&self) -> &'static [TemplateFile];

    /// The command that runs the unit tests of a new project.
    fn unit_tests(&self) -> &'static str;

    /// The line of a new project file that the license follows, and the line with the license.
    fn license_line(&self, license: &str) -> (&'static str, String);

    // `pulumi-wasm build`, and the commands that build first

    /// Everything that affects the result of [`compile`](Self::compile), so that an unchanged project is not compiled
    /// again. `None` if the compiler is fast and reproducible: then each build compiles, and the compiled module
    /// decides.
    ///
    /// # Errors
    /// If a file of the project cannot be read, or dependencies cannot be resolved.
    fn ingredients(&self, _workshop: &Workshop) -> anyhow::Result<Option<Ingredients>> {
        Ok(None)
    }

    /// Whether the build accepts the provider's version. Otherwise the project's files have it.
    fn takes_version(&self) -> bool {
        false
    }

    /// Compiles the project, and returns the file with a core module or a component. Looks for the toolchain first.
    ///
    /// # Errors
    /// If a program of the toolchain is missing or too old, with a hint how to install it. If the sources do not
    /// compile, with the compiler's messages about the author's files.
    fn compile(&self, workshop: &Workshop) -> anyhow::Result<PathBuf>;

    /// The packages and the runtime inside the component that [`compile`](Self::compile) has just made. `compiled` is the
    /// file that it returned.
    ///
    /// # Errors
    /// If the toolchain cannot list them.
    fn packages(
        &self,
        workshop: &Workshop,
        compiled: &[u8],
    ) -> anyhow::Result<Vec<ContainedPackage>>;

    /// Checks types, for `build --check`. Does nothing if the compiler does that in each build.
    ///
    /// # Errors
    /// The error lists the mistakes in the types.
    fn check_types(&self, _workshop: &Workshop) -> anyhow::Result<()> {
        Ok(())
    }

    /// Whether the author of a project can change the schema, so that `build` fails if SDKs for it do not compile. If
    /// not, it warns.
    fn chooses_schema(&self) -> bool {
        true
    }

    // `pulumi-wasm dev`, `test` and `try`

    /// The parts of a component for the development loop. `None` if the project has to be compiled as a whole.
    ///
    /// # Errors
    /// Like [`compile`](Self::compile).
    fn development_parts(&self, _workshop: &Workshop) -> anyhow::Result<Option<Parts>> {
        Ok(None)
    }

    /// The names of folders that the toolchain writes: a change there is not a change of the sources.
    fn written_folders(&self) -> &'static [&'static str];

    /// The folders and files outside of a project's folder that its last build took sources from: `dev` watches them as well.
    fn outside_sources(&self, _project: &Path) -> Vec<PathBuf> {
        Vec::new()
    }

    // component resources

    /// The language's part of component resources. `None` if this tool writes no component resources in it.
    fn component_resources(&self) -> Option<&'static dyn ComponentResources>;

    /// The files of a new project with a component resource. `None`: the language lacks such a template.
    fn component_template(&self) -> Option<&'static [TemplateFile]> {
        self.component_resources().map(ComponentResources::template)
    }

    /// How authors write component resources if this tool writes none: a hint. `None` if providers cannot have
    /// component resources yet.
    fn components_without_tool(&self) -> Option<&'static str> {
        None
    }

    // `pulumi-wasm diff`

    /// The author's words, for hints about changes of a provider.
    fn dialect(&self) -> Dialect;
}

/// A language's part of component resources, whose children are resources of other packages.
pub(crate) trait ComponentResources: Sync {
    /// The files of a new project with a component resource.
    fn template(&self) -> &'static [TemplateFile];

    // `pulumi-wasm add`

    /// The file name of the module with a package's resources.
    fn resource_module_name(&self, package: &Package) -> String;

    /// The text of that module.
    fn resource_module(&self, package: &Package) -> String;

    /// The names of the resources in that module, in its order.
    fn resource_names(&self, package: &Package) -> Vec<String>;

    /// The token in a line of such a module, if the line declares the token of a resource.
    fn declared_token<'a>(&self, line: &'a str) -> Option<&'a str>;

    /// Where the source of a provider is.
    ///
    /// # Errors
    /// If the project file cannot be read or parsed.
    fn provider_source(&self, folder: &Path) -> anyhow::Result<ProviderSource>;

    /// The line that imports these names from a module beside the provider's source. `None` if no source can import a
    /// module called `stem`.
    fn import_line(&self, source: &ProviderSource, stem: &str, names: &str) -> Option<String>;

    /// The lines that declare the package in the provider.
    fn package_lines(&self, package: &Package) -> Vec<UsageLine>;
}

impl fmt::Display for dyn GuestLanguage {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.title())
    }
}

/// Where the source of a provider is.
pub(crate) struct ProviderSource {
    /// The folder of its modules.
    pub(crate) folder: PathBuf,
    /// The file with the provider.
    pub(crate) file: PathBuf,
    /// Whether modules of the folder are imported relative to each other, as in a package of Python.
    pub(crate) is_package: bool,
}

/// A line to write into a provider's source.
pub(crate) struct UsageLine {
    /// The call that contains the line, in words; `None` for the top of the file.
    pub(crate) call: Option<&'static str>,
    pub(crate) text: String,
}
