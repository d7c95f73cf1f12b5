//! Providers in Python: componentize-py makes a component of the interpreter and the project's modules.

mod compile;
mod contents;
mod development;
mod lock;
mod packages;
mod project;
mod pure;
mod resource_module;
mod toolchain;
mod traceback;
mod usage;
mod world;

use std::path::{Path, PathBuf};

use pulumi_wasm_packages::packages_section::ContainedPackage;

use super::dialect::{Dialect, MIGRATE};
use super::guest_language::{ComponentResources, GuestLanguage, ProviderSource, UsageLine};
use super::ingredients::Ingredients;
use super::interpreter::Parts;
use super::template::{TemplateFile, template};
use super::workshop::Workshop;
use crate::commands::add::package::Package;
use crate::project::project_files::read_toml;

#[derive(Debug)]
pub(super) struct Python;

const PROJECT_FILE: &str = "pyproject.toml";

impl GuestLanguage for Python {
    fn word(&self) -> &'static str {
        "python"
    }

    fn title(&self) -> &'static str {
        "Python"
    }

    fn project_file(&self) -> &'static str {
        PROJECT_FILE
    }

    fn project_mark(&self) -> &'static str {
        "[tool.pulumi-wasm]"
    }

    fn is_provider(&self, folder: &Path) -> anyhow::Result<bool> {
        let settings = read_toml(&folder.join(PROJECT_FILE))?;
        let tool = settings.get("tool").and_then(toml::Value::as_table);
        Ok(tool.is_some_and(|tool| tool.contains_key("pulumi-wasm")))
    }

    fn sdk_files(&self) -> &'static [&'static str] {
        &["guest-sdk/python/", "wit/"]
    }

    fn template(&self) -> &'static [TemplateFile] {
        template! {
        "provider.py" = "python/provider.py",
        "pyproject.toml" = "python/pyproject.toml",
        "Pulumi.yaml" = "Pulumi.yaml",
        "tests/greeting.yaml" = "greeting.yaml",
        "tests/test_greeting.py" = "python/tests/test_greeting.py",
        "README.md" = "README.md",
        ".github/workflows/provider.yml" = "workflow.yml",
        ".gitignore" = "python/gitignore",
        }
    }

    fn unit_tests(&self) -> &'static str {
        "PYTHONPATH=.pulumi-wasm/sdk/guest-sdk/python/src:. python3 -m unittest discover tests"
    }

    fn license_line(&self, license: &str) -> (&'static str, String) {
        let line = format!("license = \"{license}\"\n");
        ("description = \"A Pulumi provider.\"\n", line)
    }

    fn ingredients(&self, workshop: &Workshop) -> anyhow::Result<Option<Ingredients>> {
        compile::ingredients(workshop).map(Some)
    }

    fn compile(&self, workshop: &Workshop) -> anyhow::Result<PathBuf> {
        compile::compile(workshop)
    }

    fn packages(
        &self,
        workshop: &Workshop,
        _compiled: &[u8],
    ) -> anyhow::Result<Vec<ContainedPackage>> {
        contents::packages(workshop)
    }

    fn check_types(&self, workshop: &Workshop) -> anyhow::Result<()> {
        compile::check_types(workshop)
    }

    fn development_parts(&self, workshop: &Workshop) -> anyhow::Result<Option<Parts>> {
        development::parts(workshop)
    }

    fn written_folders(&self) -> &'static [&'static str] {
        &["__pycache__", "venv"]
    }

    fn component_resources(&self) -> Option<&'static dyn ComponentResources> {
        Some(&Python)
    }

    fn dialect(&self) -> Dialect {
        Dialect {
            migrate: MIGRATE,
            deprecate: "`Field(deprecated=\"…\")`",
            deprecate_whole: "`deprecated=\"…\"`",
            alias: "`aliases=[\"TOKEN\"]`",
            not_required: "`required=False`",
        }
    }
}

impl ComponentResources for Python {
    fn template(&self) -> &'static [TemplateFile] {
        template! {
        "provider.py" = "component/python/provider.py",
        "pyproject.toml" = "python/pyproject.toml",
        "Pulumi.yaml" = "component/Pulumi.yaml",
        "tests/website.yaml" = "component/website.yaml",
        "tests/page.yaml" = "component/page.yaml",
        "tests/test_website.py" = "component/python/tests/test_website.py",
        "README.md" = "component/README.md",
        ".github/workflows/provider.yml" = "workflow.yml",
        ".gitignore" = "python/gitignore",
        }
    }

    fn resource_module_name(&self, package: &Package) -> String {
        resource_module::file_name(package)
    }

    fn resource_module(&self, package: &Package) -> String {
        resource_module::module(package)
    }

    fn resource_names(&self, package: &Package) -> Vec<String> {
        resource_module::names(package)
    }

    fn declared_token<'a>(&self, line: &'a str) -> Option<&'a str> {
        resource_module::declared_token(line)
    }

    fn provider_source(&self, folder: &Path) -> anyhow::Result<ProviderSource> {
        usage::provider_source(folder)
    }

    fn import_line(&self, source: &ProviderSource, stem: &str, names: &str) -> Option<String> {
        usage::import_line(source, stem, names)
    }

    fn package_lines(&self, package: &Package) -> Vec<UsageLine> {
        usage::package_lines(package)
    }
}
