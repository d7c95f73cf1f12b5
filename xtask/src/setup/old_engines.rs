//! Engines of past years, for tests of their requests to the plugin.
//!
//! Each is built from its Go modules, which `tests/old_engines/` pins. Engines up to 2022 get their language host for Go and the
//! tests' program; later engines use the YAML language host of the engine that judges the other tests.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::{cached, engine, go, say};
use crate::paths::Paths;
use crate::process;

/// An engine, with the packages that it is built from.
struct Recipe {
    version: &'static str,
    command_line: &'static str,
    /// The command line's variable with its version.
    version_variable: &'static str,
    /// The language host for Go, and the package of the protocol that the program imports; `None` if programs are in YAML.
    go: Option<(&'static str, &'static str)>,
}

/// The protocol's package in the tests' program as it is committed.
const PROTOCOL: &str = "github.com/pulumi/pulumi/sdk/proto/go";
const GO_OF_2018: (&str, &str) = (
    "github.com/pulumi/pulumi/sdk/go/pulumi-language-go",
    PROTOCOL,
);

/// The first one differs most from today's engine; short runs build only this one.
const RECIPES: [Recipe; 7] = [
    Recipe {
        version: "0.17.28",
        command_line: "github.com/pulumi/pulumi",
        version_variable: "github.com/pulumi/pulumi/pkg/version.Version",
        go: Some(GO_OF_2018),
    },
    Recipe {
        version: "1.14.1",
        command_line: "github.com/pulumi/pulumi/pkg/cmd/pulumi",
        version_variable: "github.com/pulumi/pulumi/pkg/version.Version",
        go: Some(GO_OF_2018),
    },
    Recipe {
        version: "2.25.2",
        command_line: "github.com/pulumi/pulumi/pkg/v2/cmd/pulumi",
        version_variable: "github.com/pulumi/pulumi/pkg/v2/version.Version",
        go: Some((
            "github.com/pulumi/pulumi/sdk/v2/go/pulumi-language-go",
            "github.com/pulumi/pulumi/sdk/v2/proto/go",
        )),
    },
    of_2021("3.0.0"),
    of_2021("3.50.0"),
    of_2025("3.180.0"),
    of_2025("3.274.1"),
];

const fn of_2021(version: &'static str) -> Recipe {
    Recipe {
        version,
        command_line: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
        version_variable: "github.com/pulumi/pulumi/pkg/v3/version.Version",
        go: Some((
            "github.com/pulumi/pulumi/sdk/v3/go/pulumi-language-go",
            "github.com/pulumi/pulumi/sdk/v3/proto/go",
        )),
    }
}

const fn of_2025(version: &'static str) -> Recipe {
    Recipe {
        version,
        command_line: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
        version_variable: "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version",
        go: None,
    }
}

/// Builds the engines of a short or a long run. Returns a folder that has the programs of each in `vVERSION/bin`.
pub(crate) fn find_or_build(paths: &Paths, is_long: bool) -> Result<PathBuf> {
    let all = paths.target.join("old-engines");
    let count = if is_long { RECIPES.len() } else { 1 };
    for recipe in RECIPES.iter().take(count) {
        let home = build(paths, recipe)?;
        let folder = all.join(format!("v{}/bin", recipe.version));
        fs::create_dir_all(&folder)?;
        for entry in fs::read_dir(home.join("bin"))? {
            link(&entry?.path(), &folder)?;
        }
        if recipe.go.is_none() {
            let today = engine::find_or_build(paths)?;
            link(&today.program(engine::YAML_HOST_PROGRAM), &folder)?;
        }
    }
    Ok(all)
}

/// Links a program into another folder, and replaces the program that is there.
fn link(program: &Path, folder: &Path) -> Result<()> {
    let target = folder.join(program.file_name().context("a program without a name")?);
    fs::remove_file(&target).ok();
    // The folders may be in different file systems.
    fs::hard_link(program, &target)
        .or_else(|_| fs::copy(program, &target).map(drop))
        .with_context(|| format!("{} cannot be copied", program.display()))
}

fn build(paths: &Paths, recipe: &Recipe) -> Result<PathBuf> {
    let version = recipe.version;
    let sources = paths.root.join("tests/old_engines");
    let pins = sources.join(format!("v{version}"));
    let program = sources.join("program/main.go");
    let flags = format!("-s -w -X {}=v{version}", recipe.version_variable);
    let go = go::find_or_install(paths)?;
    let files = [pins.join("go.mod"), pins.join("go.sum"), program.clone()];
    let go_version = go::version(&go)?;
    let mut words = vec![&flags, go::FLAGS, &go_version, recipe.command_line];
    words.extend(
        recipe
            .go
            .iter()
            .flat_map(|(host, protocol)| [host, protocol]),
    );
    let home = cached::directory("engine", version, &files, &words)?;
    cached::make(
        &home,
        || home.join("bin/pulumi").is_file(),
        |partial| {
            say(&format!(
                "building the Pulumi engine v{version} from its Go modules into {} (a minute or two, once)",
                home.display()
            ));
            cached::copy(&["go.mod", "go.sum"], &pins, partial)?;
            let mut build = go::build_once(paths, &go, partial);
            build.args(["-ldflags", &flags, "-o", "bin/", recipe.command_line]);
            if let Some((language_host, protocol)) = recipe.go {
                fs::create_dir_all(partial.join("program"))?;
                let text = fs::read_to_string(&program)?.replace(PROTOCOL, protocol);
                fs::write(partial.join("program/main.go"), text)?;
                build.args([language_host, "./program"]);
            }
            process::run(&mut build)
        },
    )
    .with_context(|| format!("the Pulumi engine v{version} could not be built"))?;
    Ok(home)
}
