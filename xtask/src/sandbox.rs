//! A separate Pulumi: home, state and project apart from those of the person who runs this.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::process;
use crate::setup::engine::Engine;

pub(crate) struct Sandbox {
    /// The folder of the Pulumi project.
    pub(crate) project: PathBuf,
    root: PathBuf,
    /// The folder of the engine's programs.
    pub(crate) engine: PathBuf,
}

impl Sandbox {
    /// An empty one; files of an earlier run in the folder are removed.
    pub(crate) fn create(root: &Path, project: &str, engine: &Engine) -> Result<Self> {
        if root.exists() {
            fs::remove_dir_all(root)
                .with_context(|| format!("{} cannot be removed", root.display()))?;
        }
        let sandbox = Self {
            project: root.join(project),
            root: root.to_owned(),
            engine: engine.directory.clone(),
        };
        for directory in [&sandbox.project, &root.join("home"), &root.join("state")] {
            fs::create_dir_all(directory)
                .with_context(|| format!("{} cannot be created", directory.display()))?;
        }
        Ok(sandbox)
    }

    /// The variables that make it one, as a person may set them.
    pub(crate) fn variables(&self) -> Vec<(&'static str, String)> {
        vec![
            ("PULUMI_HOME", self.root.join("home").display().to_string()),
            (
                "PULUMI_BACKEND_URL",
                format!("file://{}", self.root.join("state").display()),
            ),
            ("PULUMI_CONFIG_PASSPHRASE", "demo".to_owned()),
            ("PULUMI_SKIP_UPDATE_CHECK", "true".to_owned()),
        ]
    }

    /// Runs a `pulumi` command as a person would, after showing it.
    pub(crate) fn pulumi(&self, arguments: &[&str]) -> Result<()> {
        let words = arguments.iter().map(|word| process::quoted(word.as_ref()));
        println!("\n$ pulumi {}", words.collect::<Vec<_>>().join(" "));
        let mut command = Command::new(self.engine.join("pulumi"));
        command
            .args(arguments)
            .current_dir(&self.project)
            .env("PATH", process::path_with(&[&self.engine])?)
            .envs(self.variables());
        process::run(&mut command)
    }

    /// Copies a file into the project, after showing that.
    pub(crate) fn copy(&self, file: &Path) -> Result<()> {
        println!("\n$ cp {} .", file.display());
        let name = file
            .file_name()
            .with_context(|| format!("{} has no name", file.display()))?;
        fs::copy(file, self.project.join(name))
            .with_context(|| format!("{} cannot be copied", file.display()))?;
        Ok(())
    }
}
