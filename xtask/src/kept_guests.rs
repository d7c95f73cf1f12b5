//! `cargo xtask kept-guests`: builds the components in `tests/interface/guests-0.1.0` again, until the release of the interface freezes
//! them, and the components that a fuzzer begins with.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::guests::{self, Wanted};
use crate::host;
use crate::paths::Paths;
use crate::process;

/// The folder of the version that is not released yet.
const FOLDER: &str = "tests/interface/guests-0.1.0";
/// The names of built components, and their names in the folder.
const WHOLE: [(&str, &str); 5] = [
    ("conformance-rust", "rust"),
    ("conformance-typescript", "typescript"),
    ("site", "components/rust"),
    ("site-typescript", "components/typescript"),
    ("site-c", "components/c"),
];
/// Components that are kept without their interpreter, by name.
const SHELLS: [(&str, &str); 2] = [
    ("conformance-python", "python-shell"),
    ("site-python", "components/python-shell"),
];
/// The files of tests that write the lists of cases and the first components of the fuzzer, and the names of the tests.
const LISTS: [(&str, &[&str]); 3] = [
    ("conformance", &[]),
    ("plugin", &["construct::released::lists_of_cases"]),
    ("hostile", &["guests::lives::cases_of_components"]),
];
/// The tests write them if it is set.
const WRITES_VARIABLE: &str = "PULUMI_WASM_TEST_WRITE_CASES";

pub(crate) fn run(paths: &Paths) -> Result<()> {
    let programs = host::build_development(paths)?;
    let components = paths.target.join("components-dev");
    guests::build(paths, &programs, &Wanted::ForTests, &components)?;
    guests::build_c(paths, &programs, &components)?;
    let folder = paths.root.join(FOLDER);
    for (built, kept) in WHOLE {
        let component = components.join(format!("{built}.wasm"));
        pack(&component, &folder.join(format!("{kept}.wasm.gz")))?;
    }
    for (built, kept) in SHELLS {
        let component = components.join(format!("{built}.wasm"));
        let shell = paths.target.join(format!("{built}-shell.wasm"));
        let mut python = Command::new("python3");
        python.arg(folder.join("shell.py"));
        process::run(python.arg(&component).arg(&shell))
            .with_context(|| format!("no shell could be made of {}", component.display()))?;
        pack(&shell, &folder.join(format!("{kept}.wasm.gz")))?;
    }
    for (file, arguments) in LISTS {
        let mut cargo = host::development(&paths.root, &paths.target, "test");
        cargo
            .args(["--test", file, "--"])
            .args(arguments)
            .env(WRITES_VARIABLE, "1");
        process::run(&mut cargo)
            .context("the lists of cases and the components of the fuzzer could not be written")?;
    }
    Ok(())
}

/// Compresses a component. The result depends only on its bytes.
fn pack(component: &Path, kept: &Path) -> Result<()> {
    let part = kept.with_extension("part");
    let target =
        File::create(&part).with_context(|| format!("{} cannot be created", part.display()))?;
    let mut gzip = Command::new("gzip");
    gzip.args(["-9n", "--stdout"]).arg(component).stdout(target);
    process::run(&mut gzip)
        .with_context(|| format!("{} could not be compressed", component.display()))?;
    fs::rename(&part, kept).with_context(|| format!("{} cannot be written", kept.display()))
}
