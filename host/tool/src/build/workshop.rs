//! The files that a language's toolchain works with, below the project's folder `.pulumi-wasm`.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, bail};

use super::project::Project;
use crate::sdk::Sdk;
use crate::terminal::Console;
use crate::whole_file::{self, Audience};
use crate::{bounded_file, component, own_folder};

/// Advice if a toolchain may lack a variable.
pub(super) const VARIABLES: &str = "toolchains get few of your variables: `PULUMI_WASM_BUILD_ENV=NAME` passes a further variable on";

/// What components import that read their source.
const DEVELOPMENT: &str = include_str!("development.wit");

/// A project that is being built: one build at a time works on it.
#[derive(Debug)]
pub(crate) struct Workshop {
    pub(crate) project: Project,
    pub(crate) sdk: Sdk,
    pub(crate) console: Console,
    own: PathBuf,
    /// Let go of with this value.
    _lock: File,
}

impl Workshop {
    /// Prepares the folder of a project, once no other build works on it, and puts this tool's SDK there.
    ///
    /// # Errors
    /// When something there cannot be read or written.
    pub(super) fn open(project: Project, console: Console) -> anyhow::Result<Self> {
        let own = own_folder::make(&project.folder)?;
        let lock = lock(&own, &console)?;
        own_folder::bind(&own)?;
        let sdk = Sdk::write_to(&own.join("sdk"), project.language)?;
        Ok(Self {
            project,
            sdk,
            console,
            own,
            _lock: lock,
        })
    }

    /// Tells, once in a process, that code of the project is about to be run. It is told before the first program of a
    /// toolchain starts, whether the command shows its progress or not.
    pub(super) fn announce(&self) {
        static TOLD: AtomicBool = AtomicBool::new(false);
        if !TOLD.swap(true, Ordering::Relaxed) {
            eprintln!(
                "building {} runs code of the project and of its packages with your rights; it gets few of your variables",
                self.project.folder.display()
            );
        }
    }

    /// The folder `.pulumi-wasm` of the project.
    pub(crate) fn own_folder(&self) -> &Path {
        &self.own
    }

    /// A folder for what a toolchain makes on its way to the component. It is there.
    ///
    /// # Errors
    /// When it cannot be made.
    pub(crate) fn build_folder(&self) -> anyhow::Result<PathBuf> {
        self.folder("build")
    }

    /// A folder for the components of the development loop. It is there.
    ///
    /// # Errors
    /// When it cannot be made.
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
        copy_files(&wit.join("0.1.0"), &folder.join("deps/0.1.0"))
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
        copy_files(&wit.join("0.1.0"), &folder)
            .with_context(|| format!("cannot write to {}", folder.display()))?;
        Ok(folder)
    }
}

/// Makes a folder with the files of another one.
fn copy_files(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (bytes, copy) = (
            bounded_file::small(&entry.path())?,
            to.join(entry.file_name()),
        );
        if !whole_file::holds(&copy, &bytes) {
            whole_file::write(&copy, &bytes, Audience::Everybody)?;
        }
    }
    Ok(())
}

fn lock(own: &Path, console: &Console) -> anyhow::Result<File> {
    let path = own.join("lock");
    let cannot = || format!("cannot lock {}", path.display());
    // Nothing is written to it.
    let file = match path.symlink_metadata() {
        Ok(found) if !found.is_file() => bail!(
            "{} is not a regular file\nhint: remove it: the tool makes it anew",
            path.display()
        ),
        _ => File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path)
            .with_context(cannot)?,
    };
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            let _step = console.step("waiting for another build of this project");
            file.lock().with_context(cannot)?;
        }
        Err(TryLockError::Error(error)) => return Err(error).with_context(cannot),
    }
    Ok(file)
}
