//! The packages of providers, as `pulumi-wasm terraform` writes them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use pulumi_wasm_archive::Platform;
use test_support::once_by_name::OnceByName;
use test_support::programs;

use crate::workspace::{Told, given};

/// The namespace of all providers here.
pub(crate) const NAMESPACE: &str = "example.com/acme";

/// A provider of the tests.
pub(crate) struct Package {
    /// The name that its types begin with.
    pub(crate) provider: &'static str,
    /// The component's file, without its ending.
    pub(crate) component: &'static str,
}

pub(crate) const RANDOM: Package = in_language("random", "random");
/// The languages of the examples.
pub(crate) const RANDOM_IN_OTHERS: [Package; 2] = [
    in_language("random", "random-python"),
    in_language("random", "random-typescript"),
];
pub(crate) const POWERDNS: Package = in_language("powerdns", "powerdns");
pub(crate) const POWERDNS_IN_PYTHON: Package = in_language("powerdns", "powerdns-python");
pub(crate) const POWERDNS_IN_TYPESCRIPT: Package = in_language("powerdns", "powerdns-typescript");
pub(crate) const BOOKMARKS: Package = in_language("bookmarks", "bookmarks");
/// The same provider in the other languages.
pub(crate) const BOOKMARKS_IN_OTHERS: [Package; 2] = [
    in_language("bookmarks", "bookmarks-python"),
    in_language("bookmarks", "bookmarks-typescript"),
];
/// The first version of the same provider.
pub(crate) const OLDER_BOOKMARKS: Package = in_language("bookmarks", "tutorial");
/// Has entries.
pub(crate) const LEDGER: Package = in_language("ledger", "ledger-1");
/// Has another name for their type.
pub(crate) const RENAMED_LEDGER: Package = in_language("ledger", "ledger-4");
/// Has a property of each kind.
pub(crate) const CONFORMANCE: Package = in_language("conformance", "conformance-rust");

const fn in_language(provider: &'static str, component: &'static str) -> Package {
    Package {
        provider,
        component,
    }
}

impl Package {
    /// The folder with the packages, which no test may change. The plugin in them has no symbols, because it takes long to pack.
    pub(crate) fn shared(&self) -> PathBuf {
        static SHARED: OnceByName<PathBuf> = OnceByName::new();
        SHARED.get(self.component, || {
            let folders = Path::new(env!("CARGO_TARGET_TMPDIR")).join("terraform");
            let folder = folders.join(self.component);
            fs::remove_dir_all(&folder).ok();
            fs::create_dir_all(&folder).unwrap();
            let plugin = programs::without_symbols(programs::plugin());
            let host = format!("{}={}", Platform::here().unwrap(), plugin.display());
            let mut tool = self.command(&folder);
            Told::of(&tool.args(["--host", &host]).output().unwrap()).succeeds();
            share_program(&folder, &plugin);
            folder
        })
    }

    /// Writes the packages into a folder.
    pub(crate) fn pack(&self, folder: &Path) {
        self.packed(folder).succeeds();
    }

    /// Runs the command that writes the packages into a folder.
    pub(crate) fn packed(&self, folder: &Path) -> Told {
        Told::of(&self.command(folder).output().unwrap())
    }

    fn command(&self, folder: &Path) -> Command {
        let file = format!("{}.wasm", self.component);
        let mut tool = Command::new(env!("CARGO_BIN_EXE_pulumi-wasm"));
        tool.args(["terraform", "--address"])
            .arg(format!("{NAMESPACE}/{}", self.provider))
            .arg("-o")
            .arg(folder)
            .arg(given("PULUMI_WASM_TEST_COMPONENTS").join(file))
            .env("PULUMI_HOME", folder.join("home"));
        tool
    }
}

/// Replaces the copies of the plugin below a folder by links to it, because without optimization each copy has more than 70 MB.
fn share_program(folder: &Path, plugin: &Path) {
    let length = fs::metadata(plugin).unwrap().len();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            share_program(&path, plugin);
        } else if fs::metadata(&path).unwrap().len() == length
            && fs::read(&path).unwrap() == fs::read(plugin).unwrap()
        {
            let link = path.with_extension("link");
            // Another file system has its own copies.
            if fs::hard_link(plugin, &link).is_ok() {
                fs::rename(&link, &path).unwrap();
            }
        }
    }
}
