//! SDKs for Node.js: compiled by TypeScript's own compiler, and laid out as npm does it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::{Sdks, link, run};
use crate::pulumi::engine::given;

/// The options of a program that uses the SDKs, as `pulumi new typescript` writes them.
const OPTIONS: &str = r#"{
  "compilerOptions": {
    "strict": true, "noImplicitReturns": true, "forceConsistentCasingInFileNames": true, "skipLibCheck": true,
    "target": "es2022", "module": "nodenext", "moduleResolution": "nodenext", "types": ["node"], "outDir": "bin"
  },
  "include": ["*.ts"]
}"#;

impl Sdks {
    /// Compiles the SDKs, and programs that use them. Returns the directory of the compiled programs.
    #[track_caller]
    pub fn nodejs(&self, programs: &[&Path]) -> PathBuf {
        let given = given("PULUMI_WASM_TEST_NODE_MODULES");
        let project = self.directory.join("typescript");
        let modules = project.join("node_modules");
        fs::create_dir_all(modules.join("@pulumi")).unwrap();
        link(&given.join("@types"), &modules.join("@types"));
        link(
            &given.join("@pulumi/pulumi"),
            &modules.join("@pulumi/pulumi"),
        );
        let mut sdks = Vec::new();
        for generated in self.generate("nodejs") {
            let package = fs::read_to_string(generated.join("package.json")).unwrap();
            let package: Value = serde_json::from_str(&package).unwrap();
            let place = modules.join(package["name"].as_str().unwrap());
            fs::create_dir_all(place.parent().unwrap()).unwrap();
            fs::rename(&generated, &place).unwrap();
            sdks.push(place);
        }
        fs::write(project.join("tsconfig.json"), OPTIONS).unwrap();
        for program in programs {
            fs::copy(program, project.join(program.file_name().unwrap())).unwrap();
        }
        let mut compile = Command::new("node");
        compile
            .arg(given.join("typescript/bin/tsc"))
            .arg("--build")
            .args(&sdks);
        if !programs.is_empty() {
            compile.arg(&project);
        }
        run(&mut compile);
        for sdk in &sdks {
            // The SDK looks for its version here; npm would run a script of the SDK that writes it.
            fs::copy(sdk.join("package.json"), sdk.join("bin/package.json")).unwrap();
        }
        project.join("bin")
    }
}
