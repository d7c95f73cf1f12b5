//! The last component of a project with its ingredients, so that the same component is not built twice.
//!
//! The tools for Python and JavaScript make other bytes each time. Otherwise, a build of unchanged sources would have
//! another digest, and so be another provider.

use std::path::PathBuf;

use pulumi_wasm_core::manifest::Bounds;
use pulumi_wasm_packages::Digest;
use serde_json::json;

use crate::component::{self, Finished};
use crate::files::bounded_file;
use crate::language::{Ingredients, Workshop};
use crate::project::own_folder::sealed_note;

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

    /// The last component, if it was built from the same ingredients and did not change since then.
    pub(super) fn find(&self, ingredients: &Ingredients) -> Option<Finished> {
        let note = sealed_note::read(&self.note);
        if note["ingredients"] != ingredients.digest().hex() {
            return None;
        }
        let file = self.folder.join(note["file"].as_str()?);
        let finished = Finished::read(bounded_file::large(&file).ok()?, &Bounds::none()).ok()?;
        (note["component"] == finished.digest.hex()).then_some(finished)
    }

    /// The digest of the last component, if there is one.
    pub(super) fn digest(&self) -> Option<Digest> {
        sealed_note::read(&self.note)["component"]
            .as_str()?
            .parse()
            .ok()
    }

    /// The digest of the component that this one replaces: the component before the last component. The last component stays,
    /// because an author who takes the edit back builds it again.
    pub(super) fn replaced_by(&self, finished: &Finished) -> Option<Digest> {
        let is_last = self.digest().as_ref() == Some(&finished.digest);
        self.digest_before().filter(|_| !is_last)
    }

    /// The digest of the component before the last component, if there is one.
    fn digest_before(&self) -> Option<Digest> {
        sealed_note::read(&self.note)["before"]
            .as_str()?
            .parse()
            .ok()
    }

    /// Stores a component for the next build.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn put(&self, ingredients: &Ingredients, finished: &Finished) -> anyhow::Result<()> {
        let file = self.file(finished);
        let last = self.digest();
        let before = if last.as_ref() == Some(&finished.digest) {
            self.digest_before()
        } else {
            last
        };
        let note = json!({
            "ingredients": ingredients.digest().hex(),
            "file": file.file_name().map(|name| name.to_string_lossy()),
            "component": finished.digest.hex(),
            "before": before.map(|before| before.hex().to_owned()),
        });
        component::write(&file, &finished.bytes)?;
        sealed_note::write(&self.note, &note)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A component whose bytes are a text. The manifest says only that it is one.
    fn finished(text: &str) -> Finished {
        let manifest = json!({ "manifest": 1, "schema": { "name": "acme", "version": "1.0.0" } });
        Finished {
            bytes: text.as_bytes().to_vec(),
            digest: Digest::of(text.as_bytes()),
            manifest: pulumi_wasm_core::manifest::Manifest::parse(&manifest.to_string()).unwrap(),
        }
    }

    #[test]
    fn an_edit_replaces_the_component_before_the_last() {
        let folder = tempfile::tempdir().unwrap();
        let kept = Kept::within(folder.path().to_owned());
        let mut ingredients = Ingredients::default();
        for (built, replaced) in [
            ("one", None),
            ("two", None),
            // A comment changed, and the component is the same.
            ("two", None),
            // The edit is taken back.
            ("one", Some("one")),
            ("three", Some("two")),
        ] {
            let component = finished(built);
            let expected = replaced.map(|text: &str| Digest::of(text.as_bytes()));
            assert_eq!(kept.replaced_by(&component), expected, "{built}");
            ingredients.add("source", built);
            kept.put(&ingredients, &component).unwrap();
        }
    }
}
