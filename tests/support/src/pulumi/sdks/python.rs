//! SDKs for Python: installed by pip, and imported module by module.

use std::path::PathBuf;
use std::process::Command;

use super::{Sdks, run};
use crate::pulumi::engine::given;

/// Imports each module of the packages that are named; this runs Pulumi's decorators.
const IMPORT: &str = "
import importlib, pkgutil, sys
for name in sys.argv[1:]:
    package = importlib.import_module(name)
    for module in pkgutil.walk_packages(package.__path__, name + '.'):
        importlib.import_module(module.name)
";

impl Sdks {
    /// Installs the SDKs into a directory, which it gives: the place for `PYTHONPATH`.
    #[track_caller]
    pub fn python(&self) -> PathBuf {
        let site = self.directory.join("site");
        let mut install = Command::new(given("PULUMI_WASM_TEST_PYTHON"));
        install
            .args(["-m", "pip", "install", "--quiet", "--no-index", "--no-deps"])
            .args(["--no-build-isolation", "--target"])
            .arg(&site)
            .args(self.generate("python"));
        run(&mut install);
        site
    }

    /// Imports all modules of these packages.
    #[track_caller]
    pub fn python_imports(&self, packages: &[&str]) {
        let mut import = Command::new(given("PULUMI_WASM_TEST_PYTHON"));
        import
            .env("PYTHONPATH", self.directory.join("site"))
            .args(["-W", "error::SyntaxWarning", "-c", IMPORT])
            .args(packages);
        run(&mut import);
    }
}
