//! Where the reader of the tutorial writes the provider: its files, its build, its checks and unit tests.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use test_support::pulumi::engine::{Engine, share_toolchains};

/// The tools of a script language. Rust's steps are compiled by `examples/tutorial`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tools {
    /// By the name on the page.
    pub(super) language: &'static str,
    /// Reports mistakes in the provider's source.
    check: &'static str,
    /// Runs the unit tests.
    test: &'static str,
    /// Where they are.
    tests: &'static str,
}

pub(super) const PYTHON: Tools = Tools {
    language: "Python",
    check: "PYTHONPATH=.pulumi-wasm/sdk/guest-sdk/python/src python3 -c '
from pulumi_wasm_provider import testing
from provider import provider
with testing.run(provider): pass'",
    test: "PYTHONPATH=.pulumi-wasm/sdk/guest-sdk/python/src:. python3 -m unittest discover tests",
    tests: "tests",
};

pub(super) const TYPESCRIPT: Tools = Tools {
    language: "TypeScript",
    check: "node_modules/.bin/tsc -p .",
    test: "npm test",
    tests: "test",
};

/// A folder for one version of the provider. It stays, so that sources that did not change are not built again.
pub(super) struct Workshop {
    tools: Tools,
    folder: PathBuf,
}

impl Workshop {
    /// With the component of these files, which the tool builds.
    pub(super) fn new(tools: Tools, version: &str, files: &BTreeMap<String, String>) -> Self {
        let name = format!("tutorial-{}-{version}", tools.language.to_lowercase());
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        // Tests of an earlier run are of a later step.
        drop(fs::remove_dir_all(folder.join(tools.tests)));
        let workshop = Self { tools, folder };
        workshop.write(files);
        workshop.runs(&format!("'{}' build", env!("CARGO_BIN_EXE_pulumi-wasm")));
        drop(fs::remove_dir_all(workshop.folder.join(tools.tests)));
        workshop
    }

    pub(super) fn component(&self) -> PathBuf {
        self.folder.join("bookmarks.wasm")
    }

    /// Checks a step's source, and runs its unit tests if it has some.
    pub(super) fn checks(&self, files: &BTreeMap<String, String>) {
        self.write(files);
        self.runs(self.tools.check);
        if self.folder.join(self.tools.tests).is_dir() {
            let said = self.runs(self.tools.test);
            let has_run = said.contains("\nOK") || said.contains("# pass ");
            assert!(has_run, "no test has run: {said}");
        }
    }

    fn write(&self, files: &BTreeMap<String, String>) {
        for (file, content) in files {
            if file == "Pulumi.yaml" {
                continue;
            }
            let file = self.folder.join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, content).unwrap();
        }
    }

    fn runs(&self, command: &str) -> String {
        let home = self.folder.join(".home");
        share_toolchains(&home);
        let mut shell = Command::new("bash");
        shell
            .args(["-c", command])
            .current_dir(&self.folder)
            .env("PULUMI_HOME", home)
            .env("PULUMI_WASM_CACHE_DIR", Engine::compiled_code());
        let output = shell.output().unwrap();
        let [said, beside] =
            [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
        let said = format!("{said}{beside}");
        assert!(
            output.status.success(),
            "{}: {command}\n{said}",
            self.tools.language
        );
        said
    }
}
