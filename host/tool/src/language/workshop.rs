//! The files that a language's toolchain works with, below the project's folder `.pulumi-wasm`.

use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;

use super::guest_language::Language;
use super::ingredients::Ingredients;
use crate::component;
use crate::files::whole_file::{self, Audience};
use crate::files::{bounded_file, lock_file};
use crate::project::own_folder;
use crate::sdk::Sdk;
use crate::terminal::Console;

/// Advice if a toolchain may lack a variable.
pub(super) const VARIABLES: &str = "toolchains get only a few environment variables: `PULUMI_WASM_BUILD_ENV=NAME` \
    passes another one on";

/// The interface of components that read their source.
const DEVELOPMENT: &str = include_str!("development.wit");

/// A project that is being built: one build at a time works on it.
#[derive(Debug)]
pub(crate) struct Workshop {
    /// The project's folder.
    pub(crate) project: PathBuf,
    pub(crate) language: Language,
    pub(crate) sdk: Sdk,
    pub(crate) console: Console,
    /// The version that the command line gives the provider, without `v` before it.
    pub(crate) version: Option<String>,
    /// The folder in the project that the command line names.
    pub(crate) named: PathBuf,
    own: PathBuf,
    /// The lock ends when this value is dropped.
    _lock: File,
}

impl Workshop {
    /// Prepares the folder of a project, once no other build works on it, and puts this tool's SDK there.
    ///
    /// # Errors
    /// When something there cannot be read or written.
    pub(crate) fn open(
        project: PathBuf,
        language: Language,
        console: Console,
    ) -> anyhow::Result<Self> {
        let own = own_folder::make(&project)?;
        let waiting = "waiting for another build of this project";
        let lock = lock(&own.join("lock"), &console, waiting)?;
        own_folder::bind(&own)?;
        let sdk = Sdk::write_to(&own.join("sdk"), language.sdk_files())?;
        Ok(Self {
            named: project.clone(),
            project,
            language,
            sdk,
            console,
            version: None,
            own,
            _lock: lock,
        })
    }

    /// Tells the user, once in a process, that code of the project is about to run. The message comes before the first
    /// program of a toolchain starts, whether or not the command shows its progress.
    pub(crate) fn announce(&self) {
        static TOLD: AtomicBool = AtomicBool::new(false);
        if !TOLD.swap(true, Ordering::Relaxed) {
            eprintln!(
                "building {} runs code of the project and of its packages with your rights; it gets only a few \
                 environment variables",
                self.project.display()
            );
        }
    }

    /// The ingredients that every build has: the language, the SDK and this tool.
    pub(crate) fn ingredients(&self) -> Ingredients {
        let mut ingredients = Ingredients::default();
        ingredients.add("language", self.language.word());
        ingredients.add("SDK", &self.sdk.digest);
        ingredients.add("tool", env!("CARGO_PKG_VERSION"));
        ingredients
    }

    /// The folder `.pulumi-wasm` of the project.
    pub(crate) fn own_folder(&self) -> &Path {
        &self.own
    }

    /// The folder for a toolchain's intermediate files. The folder exists.
    ///
    /// # Errors
    /// If it cannot be created.
    pub(crate) fn build_folder(&self) -> anyhow::Result<PathBuf> {
        self.folder("build")
    }

    /// The folder for the components of the development loop. The folder exists.
    ///
    /// # Errors
    /// If it cannot be created.
    pub(crate) fn loop_folder(&self) -> anyhow::Result<PathBuf> {
        self.folder("loop")
    }

    fn folder(&self, name: &str) -> anyhow::Result<PathBuf> {
        let folder = self.own.join(name);
        fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        Ok(folder)
    }

    /// The interface of components that read their source, as toolchains read it.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn development_interface(&self) -> anyhow::Result<PathBuf> {
        let (wit, folder) = (self.sdk.folder.join("wit"), self.loop_folder()?.join("wit"));
        let dependencies = folder.join("deps");
        remove_others(&dependencies, &["0.1.0".into()])
            .and_then(|()| mirror(&wit.join("0.1.0"), &dependencies.join("0.1.0")))
            .with_context(|| format!("cannot write to {}", folder.display()))?;
        let file = folder.join("development.wit");
        if !whole_file::holds(&file, DEVELOPMENT.as_bytes()) {
            component::write(&file, DEVELOPMENT.as_bytes())?;
        }
        Ok(folder)
    }

    /// The newest version of the interface, as a folder that toolchains read.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn interface(&self) -> anyhow::Result<PathBuf> {
        let (wit, folder) = (
            self.sdk.folder.join("wit"),
            self.build_folder()?.join("wit"),
        );
        mirror(&wit.join("0.1.0"), &folder)
            .with_context(|| format!("cannot write to {}", folder.display()))?;
        Ok(folder)
    }
}

/// Makes a folder with exactly the files of another folder: an earlier version of the tool may have left files there,
/// and toolchains read all of them.
fn mirror(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    let mut names = Vec::new();
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (bytes, copy) = (
            bounded_file::small(&entry.path())?,
            to.join(entry.file_name()),
        );
        if !whole_file::holds(&copy, &bytes) {
            whole_file::write(&copy, &bytes, Audience::Everybody)?;
        }
        names.push(entry.file_name());
    }
    remove_others(to, &names)
}

/// Removes all entries of a folder except these names. The folder need not exist.
fn remove_others(folder: &Path, names: &[OsString]) -> std::io::Result<()> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    for entry in entries {
        let entry = entry?;
        if names.contains(&entry.file_name()) {
            continue;
        }
        // A link is removed, and not the folder that it leads to.
        if entry.file_type()?.is_dir() {
            fs::remove_dir_all(entry.path())?;
        } else {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// Locks a file, which serves only as a lock and stays empty. `waiting` tells the user why nothing goes on while another process has it.
/// The lock ends when the file is dropped.
///
/// # Errors
/// If the file cannot be made or locked, or is something else.
pub(super) fn lock(path: &Path, console: &Console, waiting: &str) -> anyhow::Result<File> {
    let cannot = || format!("cannot lock {}", path.display());
    let file = lock_file::open(path).with_context(cannot)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            let _step = console.step(waiting);
            file.lock().with_context(cannot)?;
        }
        Err(TryLockError::Error(error)) => return Err(error).with_context(cannot),
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    #[test]
    fn a_mirror_has_the_files_of_its_source_and_no_others() {
        let folder = TempDir::new().expect("a folder");
        let [from, to] = ["from", "to"].map(|name| folder.path().join(name));
        fs::create_dir_all(&from).expect("a folder");
        fs::write(from.join("host.wit"), "new").expect("a file");
        fs::create_dir_all(to.join("deps/0.1.1")).expect("a folder");
        fs::write(to.join("deps/0.1.1/common.wit"), "old").expect("a file");
        fs::write(to.join("host.wit"), "old").expect("a file");
        fs::write(to.join("additions.wit"), "old").expect("a file");
        for _ in 0..2 {
            mirror(&from, &to).expect("a mirror");
            let names = fs::read_dir(&to).expect("entries");
            let names: Vec<_> = names
                .map(|entry| entry.expect("an entry").file_name())
                .collect();
            assert_eq!(names, ["host.wit"]);
            assert_eq!(fs::read(to.join("host.wit")).expect("a file"), b"new");
        }
        remove_others(&folder.path().join("missing"), &[]).expect("nothing to remove");
    }
}
