//! The packages of providers, as `pulumi-wasm terraform` writes them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, OnceLock};

use pulumi_wasm_archive::Platform;
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
    /// The folder with the packages, which no test may change.
    pub(crate) fn shared(&self) -> PathBuf {
        type Folders = Mutex<BTreeMap<&'static str, &'static OnceLock<PathBuf>>>;
        static SHARED: Folders = Mutex::new(BTreeMap::new());
        let cell = {
            let mut known = SHARED.lock().unwrap();
            *known
                .entry(self.component)
                .or_insert_with(|| Box::leak(Box::default()))
        };
        let folder = cell.get_or_init(|| {
            let folders = Path::new(env!("CARGO_TARGET_TMPDIR")).join("terraform");
            let folder = folders.join(self.component);
            fs::remove_dir_all(&folder).ok();
            fs::create_dir_all(&folder).unwrap();
            self.pack(&folder);
            share_program(&folder);
            folder
        });
        folder.clone()
    }

    /// Writes the packages into a folder.
    pub(crate) fn pack(&self, folder: &Path) {
        self.packed(folder).succeeds();
    }

    /// Runs the command that writes the packages into a folder.
    pub(crate) fn packed(&self, folder: &Path) -> Told {
        let file = format!("{}.wasm", self.component);
        let mut tool = Command::new(env!("CARGO_BIN_EXE_pulumi-wasm"));
        let small = programs::without_symbols(programs::plugin());
        tool.args(["terraform", "--address"])
            .arg(format!("{NAMESPACE}/{}", self.provider))
            .arg("--host")
            .arg(format!("{}={}", Platform::here().unwrap(), small.display()))
            .arg("-o")
            .arg(folder)
            .arg(given("PULUMI_WASM_TEST_COMPONENTS").join(file))
            .env("PULUMI_HOME", folder.join("home"));
        Told::of(&tool.output().unwrap())
    }
}

/// Replaces the copies of the plugin below a folder by links to it, because without optimization each copy has more than 70 MB.
fn share_program(folder: &Path) {
    let plugin = &programs::without_symbols(programs::plugin());
    let length = fs::metadata(plugin).unwrap().len();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            share_program(&path);
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
