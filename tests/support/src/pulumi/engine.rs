//! Finding the real engine, the example components and the plugin.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::UNIX_EPOCH;

use super::builder::Builder;
use super::guest::Guest;
use super::stack::Stack;
use super::stack_folder::stack_folder;
use crate::programs;

/// The version that the plugin is installed under.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The programs of a real Pulumi engine, and the files that tests give to it.
pub struct Engine;

impl Engine {
    /// A project of this name in a separate place.
    pub fn stack(name: &str) -> Builder {
        Builder::new(name)
    }

    /// The directory of `pulumi` and `pulumi-language-yaml`.
    pub fn directory() -> PathBuf {
        given("PULUMI_WASM_TEST_ENGINE")
    }

    /// The plugin that cargo built for this very test.
    pub fn plugin() -> &'static Path {
        programs::plugin()
    }

    /// The files that `pulumi plugin install` makes in the folder `plugins` of a home, made once for this plugin.
    pub fn installed_plugin() -> PathBuf {
        static INSTALLED: OnceLock<PathBuf> = OnceLock::new();
        INSTALLED
            .get_or_init(|| beside_stacks(&install_plugin()))
            .clone()
    }

    /// The component of one example, in the language of the running test.
    pub fn component(name: &str) -> PathBuf {
        let path = given("PULUMI_WASM_TEST_COMPONENTS").join(Guest::file(name));
        assert!(
            path.is_file(),
            "{} is missing: run cargo xtask test",
            path.display()
        );
        path
    }

    /// A file of one example, as its author published it.
    pub fn example(file: &str) -> String {
        let path = programs::repository().join("examples").join(file);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// A directory that all tests share: code is compiled only once.
    pub fn compiled_code() -> PathBuf {
        let directory = programs::scratch().join("compiled-code");
        private_directory(&directory);
        directory
    }
}

/// Gives a `PULUMI_HOME` the toolchains that pip has installed for the components of these tests: compilers of hundreds of megabytes.
pub fn share_toolchains(home: &Path) {
    let target = programs::scratch().parent().unwrap();
    let shared = target.join("scripts/pulumi-home/wasm/toolchains");
    fs::create_dir_all(&shared).unwrap();
    fs::create_dir_all(home.join("wasm")).unwrap();
    let link = home.join("wasm/toolchains");
    if link.read_link().is_err() {
        std::os::unix::fs::symlink(shared, link).unwrap();
    }
}

/// The installed files in the file system of the stacks, which link them.
fn beside_stacks(installed: &Path) -> PathBuf {
    if stack_folder().starts_with(programs::scratch()) {
        return installed.to_owned();
    }
    let copy = stack_folder().join("installed-plugin");
    programs::place_folder(installed, &copy);
    copy
}

/// Finds the installed files of this very plugin, or has the engine install it. Files of older builds are removed.
fn install_plugin() -> PathBuf {
    const PREFIX: &str = "installed-plugin-";
    let plugin = fs::metadata(Engine::plugin()).unwrap();
    let age = plugin.modified().unwrap().duration_since(UNIX_EPOCH);
    let name = format!("{PREFIX}{}-{}", plugin.len(), age.unwrap().as_nanos());
    let folder = programs::scratch();
    let installed = folder.join(&name);
    if installed.is_dir() {
        return installed;
    }
    for entry in fs::read_dir(folder).unwrap().flatten() {
        if entry.file_name().to_string_lossy().starts_with(PREFIX) {
            // Another process may be removing it as well.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
    let stack = Stack::new("installed", Vec::new());
    stack.have_plugin_installed();
    let partial = folder.join(format!("partial-plugin-{}", std::process::id()));
    programs::place_folder(&stack.home().join("plugins"), &partial);
    // Another process may have been faster: its result is the same.
    let _ = fs::rename(&partial, &installed);
    assert!(installed.is_dir(), "{} is missing", installed.display());
    installed
}

/// Creates a directory that only its owner may enter, as the plugin wants its cache to be.
fn private_directory(directory: &Path) {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(directory).unwrap();
}

/// These tests never pass without running: `cargo xtask test` installs the programs that they need.
pub fn given(variable: &str) -> PathBuf {
    match env::var_os(variable) {
        Some(path) => path.into(),
        None => panic!("{variable} is not set: run cargo xtask test"),
    }
}
