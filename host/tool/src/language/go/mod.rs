//! Providers in Go: the Go toolchain compiles the project with this tool's packages instead of pulumi-go-provider, and an adapter answers the
//! calls of Go's runtime to WASI.

mod c_code;
mod compile;
mod connect;
mod contents;
mod foreign;
mod missing_packages;
mod module_file;
mod modules;
mod overlay;
mod source;
mod toolchain;
mod used_packages;
mod version;
mod workspace;

use std::path::{Path, PathBuf};

use anyhow::Context;
use pulumi_wasm_packages::packages_section::ContainedPackage;

use super::dialect::Dialect;
use super::guest_language::{ComponentResources, GuestLanguage};
use super::template::{TemplateFile, template};
use super::workshop::Workshop;
use crate::files::bounded_file;

#[derive(Debug)]
pub(super) struct Go;

const PROJECT_FILE: &str = "go.mod";

/// The module that a provider requires.
const FRAMEWORK: &str = "github.com/pulumi/pulumi-go-provider";

impl GuestLanguage for Go {
    fn word(&self) -> &'static str {
        "go"
    }

    fn title(&self) -> &'static str {
        "Go"
    }

    fn project_file(&self) -> &'static str {
        PROJECT_FILE
    }

    fn project_mark(&self) -> &'static str {
        "`require github.com/pulumi/pulumi-go-provider`"
    }

    fn is_provider(&self, folder: &Path) -> anyhow::Result<bool> {
        let file = folder.join(PROJECT_FILE);
        let text = bounded_file::text(&file);
        let text = text.with_context(|| format!("cannot read {}", file.display()))?;
        Ok(text.contains(FRAMEWORK))
    }

    fn sdk_files(&self) -> &'static [&'static str] {
        &["guest-sdk/go/", "wit/"]
    }

    fn name_fault(&self, name: &str) -> Option<&'static str> {
        ["cmd", "std"]
            .contains(&name)
            .then_some("is the name of a module of Go's own")
    }

    fn template(&self) -> &'static [TemplateFile] {
        template! {
        "main.go" = "go/main.go",
        "go.mod" = "go/go.mod",
        "main_test.go" = "go/main_test.go",
        "Pulumi.yaml" = "Pulumi.yaml",
        "tests/greeting.yaml" = "greeting.yaml",
        "README.md" = "README.md",
        ".github/workflows/provider.yml" = "workflow.yml",
        ".gitignore" = "go/gitignore",
        }
    }

    fn unit_tests(&self) -> &'static str {
        "go test ./..."
    }

    fn license_line(&self, license: &str) -> (&'static str, String) {
        (
            "\ngo 1.24\n",
            format!("// SPDX-License-Identifier: {license}\n"),
        )
    }

    fn takes_version(&self) -> bool {
        true
    }

    fn compile(&self, workshop: &Workshop) -> anyhow::Result<PathBuf> {
        compile::compile(workshop)
    }

    fn packages(
        &self,
        workshop: &Workshop,
        compiled: &[u8],
    ) -> anyhow::Result<Vec<ContainedPackage>> {
        contents::packages(workshop, compiled)
    }

    fn written_folders(&self) -> &'static [&'static str] {
        &["vendor"]
    }

    fn outside_sources(&self, project: &Path) -> Vec<PathBuf> {
        let named = std::env::var_os("GOWORK").filter(|named| !named.is_empty());
        modules::outside_sources(project, named.as_deref().map(Path::new))
    }

    /// A provider that exists as a native plugin cannot change its schema.
    fn chooses_schema(&self) -> bool {
        false
    }

    fn component_resources(&self) -> Option<&'static dyn ComponentResources> {
        None
    }

    fn component_template(&self) -> Option<&'static [TemplateFile]> {
        Some(template! {
        "main.go" = "component/go/main.go",
        "go.mod" = "go/go.mod",
        "main_test.go" = "component/go/main_test.go",
        "random/random.go" = "component/go/random/random.go",
        "random/pulumi-plugin.json" = "component/go/random/pulumi-plugin.json",
        "Pulumi.yaml" = "component/Pulumi.yaml",
        "tests/website.yaml" = "component/website.yaml",
        "tests/page.yaml" = "component/page.yaml",
        "README.md" = "component/README.md",
        ".github/workflows/provider.yml" = "workflow.yml",
        ".gitignore" = "go/gitignore",
        })
    }

    fn components_without_tool(&self) -> Option<&'static str> {
        Some(
            "write the component with `infer.ComponentF`, and get the SDKs of the packages that it uses with `go get`, such as \
             `go get github.com/pulumi/pulumi-random/sdk/v4`",
        )
    }

    fn dialect(&self) -> Dialect {
        Dialect {
            migrate: "DOING in a function of `StateMigrations`",
            deprecate: "`a.Deprecate(&r.Field, \"…\")` in `Annotate`",
            deprecate_whole: "`a.Deprecate(r, \"…\")` in `Annotate`",
            alias: "`a.AddAlias(\"MODULE\", \"NAME\")` for TOKEN in `Annotate`",
            not_required: "no entry in the source",
        }
    }
}
