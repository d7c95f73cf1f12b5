//! SDKs as Pulumi generates them of the schemas that the host emits, built with the toolchain of their language.

mod golang;
mod nodejs;
mod python;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::engine::given;

/// The packages to generate SDKs for.
pub struct Sdks {
    directory: PathBuf,
    packages: Vec<Package>,
}

struct Package {
    name: String,
    schema: PathBuf,
}

impl Sdks {
    /// From these schemas, each after the schemas that it refers to; all files are within the directory.
    pub fn of(directory: PathBuf, schemas: &[Value]) -> Self {
        fs::create_dir_all(&directory).unwrap();
        let packages = schemas.iter().map(|schema| {
            let name = schema["name"].as_str().unwrap().to_owned();
            let file = directory.join(format!("{name}.json"));
            fs::write(&file, schema.to_string()).unwrap();
            Package { name, schema: file }
        });
        Self {
            packages: packages.collect(),
            directory,
        }
    }

    /// Asserts that each schema follows Pulumi's metaschema, and binds without any complaint.
    #[track_caller]
    pub fn are_valid(&self) {
        for (place, package) in self.packages.iter().enumerate() {
            run(self.codegen(place).arg("check").arg(&package.schema));
        }
    }

    /// Generates each package's SDK for a language; gives their directories.
    #[track_caller]
    fn generate(&self, language: &str) -> Vec<PathBuf> {
        let generate = |(place, package): (usize, &Package)| {
            let directory = self.directory.join(language).join(&package.name);
            let mut codegen = self.codegen(place);
            run(codegen.arg(language).arg(&package.schema).arg(&directory));
            directory
        };
        self.packages.iter().enumerate().map(generate).collect()
    }

    /// Generates the first package's SDK for a language into a directory.
    #[track_caller]
    pub fn lay_down(&self, language: &str, directory: &Path) {
        let schema = &self.packages[0].schema;
        run(self.codegen(0).arg(language).arg(schema).arg(directory));
    }

    /// The code generator, which knows the packages before this one.
    fn codegen(&self, place: usize) -> Command {
        let mut command = Command::new(given("PULUMI_WASM_TEST_CODEGEN"));
        for package in &self.packages[..place] {
            command.arg("-with").arg(&package.schema);
        }
        command
    }
}

/// Runs a command; shows all of its output if it fails.
#[track_caller]
fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| {
        panic!(
            "{} cannot be started: {error}",
            command.get_program().display()
        )
    });
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "{command:?}\n{}\n{stdout}\n{}",
        output.status,
        String::from_utf8_lossy(&output.stderr)
    );
    stdout.into_owned()
}

#[cfg(unix)]
fn link(to: &Path, at: &Path) {
    std::os::unix::fs::symlink(to, at).unwrap();
}
