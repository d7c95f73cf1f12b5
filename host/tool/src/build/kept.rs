//! The last component of a project, and its ingredients: the same component need not be made again.
//!
//! The tools for Python and JavaScript make other bytes each time. Without this, a build of unchanged sources would give
//! another digest, and with it another provider.

use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use pulumi_wasm_core::manifest::Bounds;
use pulumi_wasm_packages::Digest;
use pulumi_wasm_platform::regular_file;
use serde_json::{Value, json};

use super::workshop::Workshop;
use crate::bounded_file::{self, MOST_LARGE_BYTES};
use crate::component::{self, Finished};
use crate::source_tree;

/// Everything that decides what comes out of a toolchain.
#[derive(Debug, Default)]
pub(crate) struct Ingredients {
    lines: Vec<String>,
}

impl Ingredients {
    /// Something with a name: the version of a tool, an option.
    pub(crate) fn add(&mut self, name: &str, value: impl AsRef<[u8]>) {
        self.add_digest(name, &Digest::of(value.as_ref()));
    }

    fn add_digest(&mut self, name: &str, digest: &Digest) {
        self.lines.push(format!("{name}\n{}", digest.hex()));
    }

    /// A file, by its content and its path in the project; a missing file is an ingredient too.
    ///
    /// # Errors
    /// When it is there and cannot be read.
    pub(crate) fn add_file(&mut self, project: &Path, file: &Path) -> anyhow::Result<()> {
        let shown = file.strip_prefix(project).unwrap_or(file);
        let read =
            regular_file::open(file).and_then(|opened| Digest::of_file(&opened, MOST_LARGE_BYTES));
        match read {
            Ok(Some(digest)) => self.add_digest(&shown.to_string_lossy(), &digest),
            Ok(None) => bail!(
                "{} is larger than {} MiB, and cannot be a part of a component",
                file.display(),
                MOST_LARGE_BYTES >> 20
            ),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => {
                return Err(error).with_context(|| format!("cannot read {}", file.display()));
            }
        }
        Ok(())
    }

    /// All files below a folder that `counts` is true of, in an order that is always the same. Folders that it is not true
    /// of are not looked into.
    ///
    /// # Errors
    /// When something there cannot be read.
    pub(crate) fn add_folder(
        &mut self,
        project: &Path,
        folder: &Path,
        counts: &dyn Fn(&Path) -> bool,
    ) -> anyhow::Result<()> {
        let files = source_tree::files(folder, counts)
            .with_context(|| format!("cannot read {}", folder.display()))?;
        for file in files {
            self.add_file(project, &file)?;
        }
        Ok(())
    }

    /// The tool and the SDK, which take part in what comes out.
    pub(crate) fn add_tool(&mut self, workshop: &Workshop) {
        self.add("language", workshop.project.language.word());
        self.add("SDK", &workshop.sdk.digest);
        self.add("tool", env!("CARGO_PKG_VERSION"));
    }

    /// One digest of all.
    pub(crate) fn digest(&self) -> Digest {
        Digest::of(self.lines.join("\n").as_bytes())
    }
}

/// The result of the last build.
pub(super) struct Kept {
    folder: PathBuf,
    note: PathBuf,
}

impl Kept {
    pub(super) fn of(workshop: &Workshop) -> anyhow::Result<Self> {
        Ok(Self::within(workshop.build_folder()?))
    }

    /// The same for the development loop.
    pub(super) fn of_loop(workshop: &Workshop) -> anyhow::Result<Self> {
        Ok(Self::within(workshop.loop_folder()?))
    }

    fn within(folder: PathBuf) -> Self {
        let note = folder.join("component.json");
        Self { folder, note }
    }

    /// The file of a component, which messages show.
    pub(super) fn file(&self, finished: &Finished) -> PathBuf {
        self.folder
            .join(format!("{}.wasm", finished.manifest.name()))
    }

    /// The last component, if it was made of the same, and is still as it was.
    pub(super) fn find(&self, ingredients: &Ingredients) -> Option<Finished> {
        let note = read_note(&self.note);
        if note["ingredients"] != ingredients.digest().hex() {
            return None;
        }
        let file = self.folder.join(note["file"].as_str()?);
        let finished = Finished::read(bounded_file::large(&file).ok()?, &Bounds::none()).ok()?;
        (note["component"] == finished.digest.hex()).then_some(finished)
    }

    /// The digest of the last component, if there is one.
    pub(super) fn digest(&self) -> Option<Digest> {
        read_note(&self.note)["component"].as_str()?.parse().ok()
    }

    /// Keeps a component for the next build.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn put(&self, ingredients: &Ingredients, finished: &Finished) -> anyhow::Result<()> {
        let file = self.file(finished);
        let note = json!({
            "ingredients": ingredients.digest().hex(),
            "file": file.file_name().map(|name| name.to_string_lossy()),
            "component": finished.digest.hex(),
        });
        component::write(&file, &finished.bytes)?;
        component::write(&self.note, note.to_string().as_bytes())
    }
}

/// What is noted about a build; null without a note that can be read.
pub(super) fn read_note(note: &Path) -> Value {
    let text = bounded_file::small(note).unwrap_or_default();
    serde_json::from_slice(&text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn ingredients_are_the_same_for_the_same_files_wherever_they_are() {
        let digest = |change: Option<(&str, &str)>| {
            let folder = tempfile::tempdir().unwrap();
            fs::create_dir_all(folder.path().join("src")).unwrap();
            fs::create_dir_all(folder.path().join("node_modules")).unwrap();
            for file in ["src/a.py", "src/b.py", "node_modules/c.js"] {
                fs::write(folder.path().join(file), file).unwrap();
            }
            if let Some((file, content)) = change {
                fs::write(folder.path().join(file), content).unwrap();
            }
            let mut ingredients = Ingredients::default();
            ingredients.add("tool", "1.0");
            let counts = |path: &Path| !path.ends_with("node_modules");
            ingredients
                .add_folder(folder.path(), folder.path(), &counts)
                .unwrap();
            ingredients.digest()
        };
        assert_eq!(digest(None), digest(None));
        assert_eq!(digest(None), digest(Some(("node_modules/c.js", "other"))));
        assert_ne!(digest(None), digest(Some(("src/a.py", "other"))));
        assert_ne!(digest(None), digest(Some(("src/c.py", "new"))));
        // Content does not run over into the next file.
        assert_ne!(
            digest(Some(("src/a.py", "src/a.py\n"))),
            digest(Some(("src/a.py", "src/a.py")))
        );
    }
}
