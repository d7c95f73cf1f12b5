//! Providers in C, C++ and Zig. All three use the SDK for C: its header, and a header that is made from the manifest beside the source.

mod compile;
mod debugging;
mod header;
mod manifest;
mod names;
mod toolchain;
mod tree;

use std::path::{Path, PathBuf};

use pulumi_wasm_packages::packages_section::ContainedPackage;

use super::dialect;
use super::guest_language::{ComponentResources, GuestLanguage};
use super::template::{TemplateFile, template};
use super::workshop::Workshop;

/// One of the languages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    C,
    Cpp,
    Zig,
}

impl Dialect {
    /// The file with the tables of hooks. It makes a folder a project.
    fn source(self) -> &'static str {
        match self {
            Self::C => "provider.c",
            Self::Cpp => "provider.cpp",
            Self::Zig => "provider.zig",
        }
    }
}

impl GuestLanguage for Dialect {
    fn word(&self) -> &'static str {
        match self {
            Self::C => "c",
            Self::Cpp => "cpp",
            Self::Zig => "zig",
        }
    }

    fn title(&self) -> &'static str {
        match self {
            Self::C => "C",
            Self::Cpp => "C++",
            Self::Zig => "Zig",
        }
    }

    fn project_file(&self) -> &'static str {
        self.source()
    }

    fn project_mark(&self) -> &'static str {
        "`manifest.yaml` or `manifest.json` beside it"
    }

    fn is_provider(&self, folder: &Path) -> anyhow::Result<bool> {
        Ok(manifest::file(folder).is_some())
    }

    fn sdk_files(&self) -> &'static [&'static str] {
        &["guest-sdk/c/", "wit/"]
    }

    fn template(&self) -> &'static [TemplateFile] {
        match self {
            Self::C => template! {
                "provider.c" = "c/provider.c",
                "manifest.yaml" = "c/manifest.yaml",
                "test/greeting_test.c" = "c/greeting_test.c",
                "Makefile" = "c/Makefile",
                "compile_flags.txt" = "c/compile_flags.txt",
                "Pulumi.yaml" = "Pulumi.yaml",
                "tests/greeting.yaml" = "greeting.yaml",
                "README.md" = "README.md",
                ".github/workflows/provider.yml" = "workflow.yml",
                ".gitignore" = "c/gitignore",
            },
            Self::Cpp => template! {
                "provider.cpp" = "cpp/provider.cpp",
                "manifest.yaml" = "c/manifest.yaml",
                "test/greeting_test.cpp" = "cpp/greeting_test.cpp",
                "Makefile" = "cpp/Makefile",
                "compile_flags.txt" = "cpp/compile_flags.txt",
                "Pulumi.yaml" = "Pulumi.yaml",
                "tests/greeting.yaml" = "greeting.yaml",
                "README.md" = "README.md",
                ".github/workflows/provider.yml" = "workflow.yml",
                ".gitignore" = "c/gitignore",
            },
            Self::Zig => template! {
                "provider.zig" = "zig/provider.zig",
                "manifest.yaml" = "c/manifest.yaml",
                "test/greeting_test.zig" = "zig/greeting_test.zig",
                "Makefile" = "zig/Makefile",
                "Pulumi.yaml" = "Pulumi.yaml",
                "tests/greeting.yaml" = "greeting.yaml",
                "README.md" = "README.md",
                ".github/workflows/provider.yml" = "workflow.yml",
                ".gitignore" = "c/gitignore",
            },
        }
    }

    fn unit_tests(&self) -> &'static str {
        "make test"
    }

    fn license_line(&self, license: &str) -> (&'static str, String) {
        match self {
            Self::C => (
                "#include <provider.h>\n",
                format!("/* SPDX-License-Identifier: {license} */\n"),
            ),
            Self::Cpp => (
                "#include <provider.h>\n",
                format!("// SPDX-License-Identifier: {license}\n"),
            ),
            Self::Zig => (
                "const pw = @import(\"pulumi_wasm\");\n",
                format!("// SPDX-License-Identifier: {license}\n"),
            ),
        }
    }

    fn compile(&self, workshop: &Workshop) -> anyhow::Result<PathBuf> {
        compile::compile(workshop, *self)
    }

    /// These languages have no list of packages: libraries are source files of the project.
    fn packages(
        &self,
        _workshop: &Workshop,
        _compiled: &[u8],
    ) -> anyhow::Result<Vec<ContainedPackage>> {
        Ok(Vec::new())
    }

    fn written_folders(&self) -> &'static [&'static str] {
        &["zig-out", ".zig-cache"]
    }

    fn component_resources(&self) -> Option<&'static dyn ComponentResources> {
        None
    }

    fn components_without_tool(&self) -> Option<&'static str> {
        Some(
            "declare the component's children in the hook `construct`; `docs/author/c.md` shows it under \"Component resources\"",
        )
    }

    fn dialect(&self) -> dialect::Dialect {
        dialect::Dialect {
            migrate: "DOING in the hook `migrate`, and raise `stateVersion` in the manifest",
            deprecate: "`deprecationMessage` of the property in the manifest",
            deprecate_whole: "`deprecationMessage` in the manifest",
            alias: "`aliases: [{type: TOKEN}]` in the manifest",
            not_required: "`required: false`",
        }
    }
}
