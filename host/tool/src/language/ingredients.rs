//! The ingredients of a build, so that the same component is not built twice.

use std::io;
use std::path::Path;

use anyhow::{Context, bail};
use pulumi_wasm_packages::Digest;
use pulumi_wasm_platform::regular_file;

use crate::files::bounded_file::MAX_LARGE_BYTES;
use crate::files::source_tree;

/// Everything that affects the output of a toolchain.
#[derive(Debug, Default)]
pub(crate) struct Ingredients {
    lines: Vec<String>,
}

impl Ingredients {
    /// Adds a named value, for example the version of a tool or an option.
    pub(crate) fn add(&mut self, name: &str, value: impl AsRef<[u8]>) {
        self.add_digest(name, &Digest::of(value.as_ref()));
    }

    fn add_digest(&mut self, name: &str, digest: &Digest) {
        self.lines.push(format!("{name}\n{}", digest.hex()));
    }

    /// Adds a file by its content and its path in the project. A missing file is an ingredient too.
    ///
    /// # Errors
    /// If it exists and cannot be read.
    pub(crate) fn add_file(&mut self, project: &Path, file: &Path) -> anyhow::Result<()> {
        let shown = file.strip_prefix(project).unwrap_or(file);
        let read =
            regular_file::open(file).and_then(|opened| Digest::of_file(&opened, MAX_LARGE_BYTES));
        match read {
            Ok(Some(digest)) => self.add_digest(&shown.to_string_lossy(), &digest),
            Ok(None) => bail!(
                "{} is larger than {} MiB, and cannot be a part of a component",
                file.display(),
                MAX_LARGE_BYTES >> 20
            ),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => {
                return Err(error).with_context(|| format!("cannot read {}", file.display()));
            }
        }
        Ok(())
    }

    /// Adds all files below a folder that `counts` accepts, in a stable order. Skips other folders.
    ///
    /// # Errors
    /// If a file or folder cannot be read.
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

    /// The digest of all ingredients.
    pub(crate) fn digest(&self) -> Digest {
        Digest::of(self.lines.join("\n").as_bytes())
    }
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
