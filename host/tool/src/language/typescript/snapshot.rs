//! Builds a provider's script in a process that continues from a snapshot: Node starts with the type checker loaded and
//! the declarations of the language and the packages parsed, which would otherwise take most of the time after an edit.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::bail;
use serde_json::json;

use super::compile::sdk_tool;
use crate::language::workshop::Workshop;
use crate::project::own_folder::sealed_note;
use crate::terminal::{Console, RunError, toolchain_program};

/// How a process ends that found mistakes in the source.
const MISTAKES: &str = ": 21";

/// The state of a process of the SDK's tool, from which later processes continue.
pub(super) struct Snapshot<'a> {
    workshop: &'a Workshop,
    blob: PathBuf,
    note: PathBuf,
    wanted: String,
}

impl<'a> Snapshot<'a> {
    /// The snapshot of a project, for the packages and the Node that it has now. The snapshot is optional.
    ///
    /// # Errors
    /// If its folder cannot be created.
    pub(super) fn of(workshop: &'a Workshop, packages: &str, node: &str) -> anyhow::Result<Self> {
        let folder = workshop.loop_folder()?;
        let mut ingredients = workshop.ingredients();
        ingredients.add("packages", packages);
        ingredients.add("node", node);
        ingredients.add_file(&workshop.project, &workshop.project.join("tsconfig.json"))?;
        Ok(Self {
            workshop,
            blob: folder.join("checker.blob"),
            note: folder.join("checker.json"),
            wanted: ingredients.digest().hex().to_owned(),
        })
    }

    /// Makes the script in a process that starts from the snapshot. `false` if the snapshot is missing or does not
    /// work: then the caller makes the script without it.
    ///
    /// # Errors
    /// All mistakes in the source, and when Node cannot be started.
    pub(super) fn script(&self, output: &Path) -> anyhow::Result<bool> {
        let note = sealed_note::read(&self.note);
        if note["ingredients"] != self.wanted.as_str() || note["works"] != true {
            return Ok(false);
        }
        // Node runs the code in it.
        if sealed_note::state_of(&self.blob).is_ok_and(|state| note["blob"] != state) {
            return Ok(false);
        }
        let mut command = toolchain_program("node");
        command
            .current_dir(&self.workshop.project)
            .args(["--no-warnings", "--snapshot-blob"])
            .arg(&self.blob)
            .arg("script")
            .arg(&self.workshop.project)
            .arg(output);
        let doing = "bundling the provider";
        match self.workshop.console.run(doing, &mut command) {
            Ok(output) => {
                Console::print_warnings(&output);
                Ok(true)
            }
            Err(RunError::Failed { status, output, .. }) if status.ends_with(MISTAKES) => {
                bail!("the provider cannot be built\n{output}")
            }
            Err(RunError::Failed { .. }) => {
                self.put(false)?;
                Ok(false)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Makes the snapshot, unless that was tried with the same packages and the same Node. A Node without snapshots
    /// works as well, only slower.
    ///
    /// # Errors
    /// When the note of it cannot be written.
    pub(super) fn make(&self) -> anyhow::Result<()> {
        if sealed_note::read(&self.note)["ingredients"] == self.wanted.as_str() {
            return Ok(());
        }
        let mut command = sdk_tool(self.workshop);
        command
            .arg("ahead")
            .arg(&self.workshop.project)
            .arg(&self.blob);
        let doing = "preparing the type checker for the development loop, once";
        let made = self.workshop.console.run(doing, &mut command);
        self.put(made.is_ok())
    }

    fn put(&self, works: bool) -> anyhow::Result<()> {
        if !works {
            drop(fs::remove_file(&self.blob));
        }
        let blob = sealed_note::state_of(&self.blob).ok();
        let note = json!({ "ingredients": self.wanted, "works": works, "blob": blob });
        sealed_note::write(&self.note, &note)
    }
}
