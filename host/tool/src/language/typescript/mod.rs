//! Providers in TypeScript: the SDK's own tool checks, bundles and componentizes the project's modules, in Node.

mod compile;
mod contents;
mod development;
mod resource_module;
mod snapshot;
mod usage;

use std::path::{Path, PathBuf};

use pulumi_wasm_packages::packages_section::ContainedPackage;

use super::dialect::{Dialect, MIGRATE};
use super::guest_language::{ComponentResources, GuestLanguage, ProviderSource, UsageLine};
use super::ingredients::Ingredients;
use super::interpreter::Parts;
use super::template::{TemplateFile, template};
use super::workshop::Workshop;
use crate::commands::add::package::Package;
use crate::project::project_files::read_json;

#[derive(Debug)]
pub(super) struct TypeScript;

const PROJECT_FILE: &str = "package.json";

impl GuestLanguage for TypeScript {
    fn word(&self) -> &'static str {
        "typescript"
    }

    fn title(&self) -> &'static str {
        "TypeScript"
    }

    fn project_file(&self) -> &'static str {
        PROJECT_FILE
    }

    fn project_mark(&self) -> &'static str {
        "\"pulumi-wasm\""
    }

    fn is_provider(&self, folder: &Path) -> anyhow::Result<bool> {
        let settings = read_json(&folder.join(PROJECT_FILE))?;
        Ok(settings.get("pulumi-wasm").is_some())
    }

    fn sdk_files(&self) -> &'static [&'static str] {
        &["guest-sdk/typescript/", "wit/"]
    }

    fn template(&self) -> &'static [TemplateFile] {
        template! {
        "src/index.ts" = "typescript/src/index.ts",
        "package.json" = "typescript/package.json",
        "tsconfig.json" = "typescript/tsconfig.json",
        "Pulumi.yaml" = "Pulumi.yaml",
        "tests/greeting.yaml" = "greeting.yaml",
        "test/greeting.test.ts" = "typescript/test/greeting.test.ts",
        "test/tsconfig.json" = "typescript/test/tsconfig.json",
        "README.md" = "README.md",
        ".github/workflows/provider.yml" = "workflow.yml",
        ".gitignore" = "typescript/gitignore",
        }
    }

    fn unit_tests(&self) -> &'static str {
        "npm test"
    }

    fn license_line(&self, license: &str) -> (&'static str, String) {
        let line = format!("  \"license\": \"{license}\",\n");
        ("  \"description\": \"A Pulumi provider.\",\n", line)
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

    fn development_parts(&self, workshop: &Workshop) -> anyhow::Result<Option<Parts>> {
        development::parts(workshop)
    }

    fn written_folders(&self) -> &'static [&'static str] {
        &["node_modules", "dist"]
    }

    fn component_resources(&self) -> Option<&'static dyn ComponentResources> {
        Some(&TypeScript)
    }

    fn dialect(&self) -> Dialect {
        Dialect {
            migrate: MIGRATE,
            deprecate: "`.deprecated(\"…\")`",
            deprecate_whole: "`deprecated: \"…\"`",
            alias: "`aliases: [\"TOKEN\"]`",
            not_required: "`required: false`",
        }
    }
}

impl ComponentResources for TypeScript {
    fn template(&self) -> &'static [TemplateFile] {
        template! {
        "src/index.ts" = "component/typescript/src/index.ts",
        "package.json" = "typescript/package.json",
        "tsconfig.json" = "typescript/tsconfig.json",
        "Pulumi.yaml" = "component/Pulumi.yaml",
        "tests/website.yaml" = "component/website.yaml",
        "tests/page.yaml" = "component/page.yaml",
        "test/website.test.ts" = "component/typescript/test/website.test.ts",
        "test/tsconfig.json" = "typescript/test/tsconfig.json",
        "README.md" = "component/README.md",
        ".github/workflows/provider.yml" = "workflow.yml",
        ".gitignore" = "typescript/gitignore",
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
