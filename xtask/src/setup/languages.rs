//! Python and Node.js, for providers in these languages and for programs that use generated SDKs.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::{cached, debian, engine, go, say};
use crate::paths::Paths;
use crate::process;

/// The oldest major version of Node.js that Pulumi's SDK runs on.
const NODE_MINIMUM: u32 = 20;
const NODE_ELSEWHERE: &str = "Put Node.js 20 or later with npm on PATH: https://nodejs.org";
const PYTHON_ELSEWHERE: &str = "Put Python 3.11 or later, with its module `venv`, on PATH.";

/// The code generator, and the toolchains for the SDKs that it generates.
pub(crate) struct Languages {
    pub(crate) codegen: PathBuf,
    go: PathBuf,
    pub(crate) node_modules: PathBuf,
    pub(crate) python: PathBuf,
}

pub(crate) fn find_or_install(paths: &Paths) -> Result<Languages> {
    Ok(Languages {
        go: go::find_or_install(paths)?,
        codegen: engine::find_or_build_codegen(paths)?,
        python: pulumi_for_python(paths)?,
        node_modules: pulumi_for_node(paths)?,
    })
}

impl Languages {
    /// Sets the variables that tell the tests their paths.
    pub(crate) fn apply(&self, command: &mut Command) {
        command
            .env("PULUMI_WASM_TEST_CODEGEN", &self.codegen)
            .env("PULUMI_WASM_TEST_GO", &self.go)
            .env("PULUMI_WASM_TEST_NODE_MODULES", &self.node_modules)
            .env("PULUMI_WASM_TEST_PYTHON", &self.python);
    }
}

/// Python that can make environments.
pub(crate) fn find_or_install_python() -> Result<()> {
    // Debian has a separate package for the module `venv`.
    let mut python = Command::new("python3");
    if process::capture(python.args(["-c", "import ensurepip, venv"])).is_ok() {
        return Ok(());
    }
    let packages = ["python3", "python3-venv"];
    debian::install("Python's venv module", &packages, PYTHON_ELSEWHERE)
}

/// Node.js with npm.
pub(crate) fn find_or_install_node() -> Result<()> {
    if process::find("node").is_some() && process::find("npm").is_some() {
        return Ok(());
    }
    debian::install("Node.js", &["nodejs", "npm"], NODE_ELSEWHERE)
}

/// Makes a virtual environment of Python.
pub(super) fn make_environment(environment: &Path) -> Result<()> {
    find_or_install_python()?;
    let mut python = Command::new("python3");
    python.args(["-m", "venv", "--clear"]).arg(environment);
    process::capture(&mut python).map(drop)
}

/// The interpreter of an environment with the packages that `tests/engine/python/requirements.txt` pins.
pub(crate) fn pulumi_for_python(paths: &Paths) -> Result<PathBuf> {
    let version = engine::pinned_version(paths)?.to_string();
    let requirements = paths.root.join("tests/engine/python/requirements.txt");
    let home = cached::directory("python", &version, std::slice::from_ref(&requirements), &[])?;
    let python = home.join("bin/python");
    cached::make(
        &home,
        // An environment stops working if its Python is removed.
        || process::capture(Command::new(&python).args(["-c", "import pulumi"])).is_ok(),
        |partial| {
            say(&format!(
                "installing Pulumi's SDK for Python into {}",
                home.display()
            ));
            make_environment(partial)?;
            let mut pip = Command::new(partial.join("bin/python"));
            pip.args(["-m", "pip", "install", "--quiet", "--no-deps"]);
            process::capture(pip.arg("--requirement").arg(&requirements)).map(drop)
        },
    )
    .context("Pulumi's SDK for Python could not be installed; it needs Python 3.10 or later")?;
    Ok(python)
}

/// The folder `node_modules` with the packages that `tests/engine/nodejs/package-lock.json` pins.
pub(crate) fn pulumi_for_node(paths: &Paths) -> Result<PathBuf> {
    let version = engine::pinned_version(paths)?.to_string();
    let sources = paths.root.join("tests/engine/nodejs");
    let files = ["package.json", "package-lock.json"];
    let pins = files.map(|file| sources.join(file));
    let home = cached::directory("nodejs", &version, &pins, &[])?;
    let modules = home.join("node_modules");
    find_or_install_node()?;
    let found = process::capture(Command::new("node").arg("--version"))?;
    // `v20.11.1`
    let major = found
        .strip_prefix('v')
        .and_then(|text| text.split('.').next());
    let major = major.and_then(|text| text.parse::<u32>().ok());
    ensure!(
        major >= Some(NODE_MINIMUM),
        "Node.js {found} is too old for Pulumi's SDK.\n{NODE_ELSEWHERE}"
    );
    cached::make(
        &home,
        || modules.join("typescript/bin/tsc").is_file(),
        |partial| {
            say(&format!(
                "installing Pulumi's SDK for Node.js into {}",
                home.display()
            ));
            cached::copy(&files, &sources, partial)?;
            let mut npm = Command::new("npm");
            npm.current_dir(partial);
            let arguments = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
            process::capture(npm.args(arguments)).map(drop)
        },
    )
    .context("Pulumi's SDK for Node.js could not be installed")?;
    Ok(modules)
}
