//! The development loop: an interpreter that is built and compiled once, and the author's source beside it as data.
//!
//! A release build makes a snapshot of the interpreter with the author's modules loaded, and compiles it. Both steps
//! take much longer than an author wants to wait after each edit, and their code is the same every time. Here, a
//! snapshot without the author's modules is cached with its compiled code. Each edit gives a component that differs
//! only in a custom section, and an instance loads its modules from there when it starts.

use std::path::{Path, PathBuf};

use anyhow::Context;
use pulumi_wasm_core::manifest::Bounds;
use pulumi_wasm_packages::{Digest, folders_from_environment, source_section};
use serde_json::json;

use super::ingredients::Ingredients;
use super::workshop::Workshop;
use crate::component::compiled_code::{forget_replaced, precompile};
use crate::component::{self, CompiledCode, Finished};
use crate::files::bounded_file;
use crate::project::own_folder::sealed_note;
use crate::terminal::Console;

/// The parts of a component for the development loop.
pub(crate) struct Parts {
    pub(super) interpreter: Interpreter,
    /// The author's source, in a form that the SDK of its language reads.
    pub(super) source: Vec<u8>,
}

impl Parts {
    /// Builds the component, with its manifest inside. Compiles the interpreter if it is not compiled yet; the
    /// component is not compiled.
    ///
    /// # Errors
    /// If the folder for compiled code is missing, or the component cannot be read or cannot describe itself.
    pub(crate) fn assemble(&self, console: Console) -> anyhow::Result<Finished> {
        let Interpreter { file, digest } = &self.interpreter;
        let (_, cache) = folders_from_environment()?;
        precompile(file, digest, console)?;
        let mut made = read(file)?;
        source_section::append(&mut made, &self.source);
        component::finish(
            made,
            "what the source makes",
            CompiledCode::Of(digest, &cache),
            &Bounds::none(),
            // A component of the development loop is not published.
            None,
        )
    }
}

/// A component that reads its source.
pub(crate) struct Interpreter {
    file: PathBuf,
    digest: Digest,
}

impl Interpreter {
    /// The interpreter of a project: the last one if it was made of the same and has all these modules in it, else one
    /// that `make` writes to the file that it is given.
    ///
    /// # Errors
    /// As `make` has them, and when a file cannot be read or written.
    pub(super) fn of(
        workshop: &Workshop,
        ingredients: &Ingredients,
        modules: &[String],
        make: impl FnOnce(&Path) -> anyhow::Result<()>,
    ) -> anyhow::Result<Self> {
        let folder = workshop.loop_folder()?;
        let (file, note) = (
            folder.join("interpreter.wasm"),
            folder.join("interpreter.json"),
        );
        let wanted = ingredients.digest();
        let known = sealed_note::read(&note);
        let last = known["component"]
            .as_str()
            .and_then(|text| text.parse::<Digest>().ok());
        let has = |module: &String| {
            let listed = known["modules"].as_array();
            listed.is_some_and(|listed| listed.iter().any(|one| one == module.as_str()))
        };
        if known["ingredients"] == wanted.hex()
            && modules.iter().all(has)
            && let Some(digest) = &last
            && bounded_file::large(&file).is_ok_and(|bytes| Digest::of(&bytes) == *digest)
        {
            let digest = digest.clone();
            return Ok(Self { file, digest });
        }
        make(&file)?;
        let digest = Digest::of(&read(&file)?);
        let made = json!({
            "ingredients": wanted.hex(),
            "modules": modules,
            "component": digest.hex(),
        });
        sealed_note::write(&note, &made)?;
        forget_replaced(last, &digest);
        Ok(Self { file, digest })
    }
}

fn read(file: &Path) -> anyhow::Result<Vec<u8>> {
    bounded_file::large(file).with_context(|| format!("cannot read {}", file.display()))
}
