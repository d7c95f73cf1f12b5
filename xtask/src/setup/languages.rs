//! The tools for tests of generated SDKs and of programs in other languages than YAML.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use super::{codegen, go, nodejs, python};
use crate::paths::Paths;

/// The code generator, and the toolchains that its SDKs are compiled with and run on.
pub(crate) struct Languages {
    pub(crate) codegen: PathBuf,
    pub(crate) go: PathBuf,
    pub(crate) node_modules: PathBuf,
    pub(crate) python: PathBuf,
}

pub(crate) fn find_or_install(paths: &Paths) -> Result<Languages> {
    Ok(Languages {
        go: go::find_or_install(paths)?,
        codegen: codegen::find_or_build(paths)?,
        python: python::find_or_install(paths)?,
        node_modules: nodejs::find_or_install(paths)?,
    })
}

impl Languages {
    /// Gives a test command their places.
    pub(crate) fn apply(&self, command: &mut Command) {
        command
            .env("PULUMI_WASM_TEST_CODEGEN", &self.codegen)
            .env("PULUMI_WASM_TEST_GO", &self.go)
            .env("PULUMI_WASM_TEST_NODE_MODULES", &self.node_modules)
            .env("PULUMI_WASM_TEST_PYTHON", &self.python);
    }
}
