//! A home, a state and a project for Pulumi, separate from the Pulumi of the person who runs this.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::process;
use crate::setup::engine::Engine;

pub(crate) struct SeparatePulumi {
    /// The folder of the Pulumi project.
    pub(crate) project: PathBuf,
    root: PathBuf,
    /// The folder of the engine's programs.
    pub(crate) engine: PathBuf,
}

impl SeparatePulumi {
    /// Creates the empty folders. Files of an earlier run are removed.
    pub(crate) fn create(root: &Path, project: &str, engine: &Engine) -> Result<Self> {
        if root.exists() {
            fs::remove_dir_all(root)
                .with_context(|| format!("{} cannot be removed", root.display()))?;
        }
        let project = root.join(project);
        for directory in [&project, &root.join("home"), &root.join("state")] {
            fs::create_dir_all(directory)
                .with_context(|| format!("{} cannot be created", directory.display()))?;
        }
        Ok(Self {
            project,
            root: root.to_owned(),
            engine: engine.directory.clone(),
        })
    }

    /// The variables that separate it from the user's Pulumi.
    pub(crate) fn variables(&self) -> Vec<(&'static str, String)> {
        let state = self.root.join("state");
        vec![
            ("PULUMI_HOME", self.root.join("home").display().to_string()),
            ("PULUMI_BACKEND_URL", format!("file://{}", state.display())),
            ("PULUMI_CONFIG_PASSPHRASE", "demo".to_owned()),
            ("PULUMI_SKIP_UPDATE_CHECK", "true".to_owned()),
        ]
    }

    /// Prints a `pulumi` command and runs it.
    pub(crate) fn run(&self, arguments: &[&str]) -> Result<()> {
        println!("\n$ pulumi {}", arguments.join(" "));
        let mut command = Command::new(self.engine.join("pulumi"));
        command
            .args(arguments)
            .current_dir(&self.project)
            .env("PATH", process::path_with(&self.engine)?)
            .envs(self.variables());
        process::run(&mut command)
    }

    /// Copies a file into the project, and prints the command.
    pub(crate) fn copy(&self, file: &Path) -> Result<()> {
        println!("\n$ cp {} .", file.display());
        let copied = file
            .file_name()
            .map(|name| fs::copy(file, self.project.join(name)));
        copied
            .transpose()
            .with_context(|| format!("{} cannot be copied", file.display()))?;
        Ok(())
    }
}
