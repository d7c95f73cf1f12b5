//! Engines of past years, for tests of what each of them asks of the plugin.
//!
//! Each is built from its Go modules, which `tests/old_engines/` pins, together with a language host of its age and, if that host
//! runs Go alone, the program of the tests.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::engine::Engine;
use super::{go, kept, say};
use crate::paths::Paths;
use crate::process;

/// The import path of the protocol in programs, as releases before 2.0 have it.
const PROTOCOL: &str = "github.com/pulumi/pulumi/sdk/proto/go";

/// An engine of the past, and how it is built.
struct Recipe {
    version: &'static str,
    command_line: &'static str,
    /// The variable of the command line that has its version.
    version_variable: &'static str,
    host: Host,
}

/// The language host of an engine.
enum Host {
    /// It runs programs in YAML, and comes with the newest engine.
    Newest,
    /// It runs programs in YAML, and is built with the engine of this version.
    OfEngine(&'static str),
    /// It runs programs in Go, and is built with the engine, as is the program. The second path is that of the protocol.
    Go(&'static str, &'static str),
}

const RECIPES: [Recipe; 6] = [
    Recipe {
        version: "0.17.28",
        command_line: "github.com/pulumi/pulumi",
        version_variable: "github.com/pulumi/pulumi/pkg/version.Version",
        host: Host::Go(
            "github.com/pulumi/pulumi/sdk/go/pulumi-language-go",
            PROTOCOL,
        ),
    },
    Recipe {
        version: "1.14.1",
        command_line: "github.com/pulumi/pulumi/pkg/cmd/pulumi",
        version_variable: "github.com/pulumi/pulumi/pkg/version.Version",
        host: Host::Go(
            "github.com/pulumi/pulumi/sdk/go/pulumi-language-go",
            PROTOCOL,
        ),
    },
    Recipe {
        version: "2.25.2",
        command_line: "github.com/pulumi/pulumi/pkg/v2/cmd/pulumi",
        version_variable: "github.com/pulumi/pulumi/pkg/v2/version.Version",
        host: Host::Go(
            "github.com/pulumi/pulumi/sdk/v2/go/pulumi-language-go",
            "github.com/pulumi/pulumi/sdk/v2/proto/go",
        ),
    },
    Recipe {
        version: "3.0.0",
        command_line: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
        version_variable: "github.com/pulumi/pulumi/pkg/v3/version.Version",
        host: Host::OfEngine("3.50.0"),
    },
    Recipe {
        version: "3.50.0",
        command_line: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
        version_variable: "github.com/pulumi/pulumi/pkg/v3/version.Version",
        host: Host::OfEngine("3.50.0"),
    },
    Recipe {
        version: "3.180.0",
        command_line: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
        version_variable: "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version",
        host: Host::Newest,
    },
];

/// The engines that ordinary runs have: those that differ most from the newest, and that take least to build.
const ORDINARY: [&str; 2] = ["0.17.28", "1.14.1"];

/// The language host of YAML that engine 3.50.0 has among its modules.
const YAML_HOST: &str = "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml";

/// Builds the engines of ordinary runs, or all of them, into one folder: `vVERSION/bin` has each one's programs. Gives that folder.
pub(crate) fn find_or_build(paths: &Paths, newest: &Engine, all: bool) -> Result<PathBuf> {
    let together = paths.target.join("old-engines");
    for recipe in &RECIPES {
        if !all && !ORDINARY.contains(&recipe.version) {
            continue;
        }
        let home = build(paths, recipe)?;
        let host = match recipe.host {
            Host::Go(..) => None,
            Host::Newest => Some(newest.program("pulumi-language-yaml")),
            Host::OfEngine(version) => {
                let other = RECIPES.iter().find(|other| other.version == version);
                let other = other.with_context(|| format!("engine {version} has no recipe"))?;
                Some(build(paths, other)?.join("bin/pulumi-language-yaml"))
            }
        };
        let place = together.join(format!("v{}/bin", recipe.version));
        fs::create_dir_all(&place)?;
        for entry in fs::read_dir(home.join("bin"))? {
            link(&entry?.path(), &place)?;
        }
        if let Some(host) = host {
            link(&host, &place)?;
        }
    }
    Ok(together)
}

/// Gives a program a place in another folder, in place of what has its name there.
fn link(program: &Path, folder: &Path) -> Result<()> {
    let name = program.file_name().context("a program without a name")?;
    let place = folder.join(name);
    if place.exists() {
        fs::remove_file(&place)?;
    }
    // The folders may lie in different file systems.
    fs::hard_link(program, &place)
        .or_else(|_| fs::copy(program, &place).map(drop))
        .with_context(|| format!("{} cannot be copied", program.display()))
}

fn build(paths: &Paths, recipe: &Recipe) -> Result<PathBuf> {
    let version = recipe.version;
    let sources = paths.root.join("tests/old_engines");
    let pins = sources.join(format!("v{version}"));
    let program = sources.join("program");
    let mut files = vec![pins.join("go.mod")];
    if let Host::Go(..) = recipe.host {
        files.push(program.join("main.go"));
    }
    let home = kept::directory("engine", version, &files)?;
    kept::make(
        &home,
        || home.join("bin/pulumi").is_file(),
        |partial| {
            say(&format!(
                "building the Pulumi engine v{version} from its Go modules into {} (a minute or two, once)",
                home.display()
            ));
            kept::copy(&["go.mod", "go.sum"], &pins, partial)?;
            let mut packages = vec![recipe.command_line];
            match recipe.host {
                Host::Go(host, protocol) => {
                    packages.extend([host, "./program"]);
                    copy_program(&program, &pins, &partial.join("program"), protocol)?;
                }
                Host::OfEngine(of) if of == version => packages.push(YAML_HOST),
                Host::OfEngine(_) | Host::Newest => {}
            }
            let flags = format!("-s -w -X {}=v{version}", recipe.version_variable);
            process::run(
                go::build(&go::find_or_install(paths)?, partial)
                    .args(["-ldflags", &flags, "-o", "bin/"])
                    .args(packages),
            )
        },
    )
    .with_context(|| format!("the Pulumi engine v{version} could not be built"))?;
    Ok(home)
}

/// Copies the program of the tests, for the protocol at this import path. A file of the engine's folder takes the place of one of
/// the same name.
fn copy_program(program: &Path, pins: &Path, to: &Path, protocol: &str) -> Result<()> {
    fs::create_dir_all(to)?;
    for name in ["main.go", "import.go"] {
        let own = pins.join(name);
        let file = if own.is_file() {
            own
        } else {
            program.join(name)
        };
        let text = fs::read_to_string(&file)
            .with_context(|| format!("{} cannot be read", file.display()))?;
        fs::write(to.join(name), text.replace(PROTOCOL, protocol))?;
    }
    Ok(())
}
