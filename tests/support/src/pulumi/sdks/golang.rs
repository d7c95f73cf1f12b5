//! SDKs for Go: judged by `go vet`, with the very modules that the engine is built with.

use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use super::{Sdks, run};
use crate::programs;
use crate::pulumi::engine::given;

impl Sdks {
    /// Compiles and vets the SDKs, and a program that uses some of them.
    #[track_caller]
    pub fn go(&self, program: &str) {
        let mut folders = self.generate("go");
        let pins = programs::repository().join("tests/engine");
        let pinned = fs::read_to_string(pins.join("go.mod")).unwrap();
        let (_, requirements) = pinned.split_once("\nrequire (").unwrap();
        let mut modules: Vec<String> = folders
            .iter()
            .map(|sdk| {
                let module = fs::read_to_string(sdk.join("go.mod")).unwrap();
                let (first, _) = module.split_once('\n').unwrap();
                first.strip_prefix("module ").unwrap().to_owned()
            })
            .collect();
        let folder = self.directory.join("go-program");
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("main.go"), program).unwrap();
        folders.push(folder);
        modules.push("program".to_owned());
        for (folder, module) in folders.iter().zip(&modules) {
            let mut text = format!("module {module}\n\ngo 1.25.11\n\nrequire ({requirements}");
            for (other, name) in folders
                .iter()
                .zip(&modules)
                .filter(|(_, name)| *name != module)
            {
                writeln!(text, "replace {name} => {}", other.display()).unwrap();
            }
            fs::write(folder.join("go.mod"), text).unwrap();
            fs::copy(pins.join("go.sum"), folder.join("go.sum")).unwrap();
        }
        for folder in &folders {
            run(Command::new(given("PULUMI_WASM_TEST_GO"))
                .current_dir(folder)
                .env("GOFLAGS", "-mod=mod")
                .env("GOWORK", "off")
                // Otherwise the engine's dependencies would be compiled once more.
                .args(["vet", "-trimpath", "./..."]));
        }
    }
}
