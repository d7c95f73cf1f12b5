//! The tools that build providers in Python: the machine's Python, and the packages that pip puts into an environment.

use std::path::PathBuf;
use std::process::{Command, Output};

use crate::language::environment::{Environment, Package};
use crate::language::workshop::Workshop;
use crate::terminal::{RunError, toolchain_program};

pub(super) use crate::language::environment::WHERE_FROM;

/// The interpreter that componentize-py 0.25.1 brings: packages are chosen for it.
pub(super) const GUEST_VERSION: &str = "3.14";

/// The version of componentize-py. It brings the interpreter that runs in the component.
pub(super) const COMPONENTIZE: &str = "0.25.1";
/// The version of CPython in componentize-py 0.25.1.
pub(super) const CPYTHON: &str = "3.14.0";
/// The version of mypy that checks types.
const MYPY: &str = "2.4.1";

const PACKAGE: Package = Package {
    name: "componentize-py",
    version: COMPONENTIZE,
    purpose: "building a provider in Python needs Python 3.11 or newer",
};

/// The environment with componentize-py in it.
pub(super) struct Toolchain(Environment);

impl Toolchain {
    /// Creates the environment if it is missing.
    ///
    /// # Errors
    /// The error names the package to install.
    pub(super) fn ready(workshop: &Workshop) -> anyhow::Result<Self> {
        workshop.announce();
        Environment::ready(workshop, PACKAGE).map(Self)
    }

    /// The environment's Python.
    pub(super) fn python(&self) -> Command {
        self.0.python()
    }

    /// componentize-py.
    pub(super) fn componentize(&self) -> Command {
        toolchain_program(self.0.program("componentize-py"))
    }

    /// mypy, which is installed at its first use.
    pub(super) fn type_checker(&self, workshop: &Workshop) -> anyhow::Result<PathBuf> {
        self.0.program_of(workshop, "mypy", MYPY)
    }

    /// Runs pip in the environment.
    pub(super) fn run_pip(
        &self,
        workshop: &Workshop,
        arguments: &[&str],
        doing: &str,
    ) -> Result<Output, RunError> {
        self.0.run_pip(workshop, arguments, doing)
    }
}
