//! Engines of past years, for tests of what each of them asks of the plugin.
//!
//! Each is built from its Go modules, which `tests/old_engines/` pins, together with its language host for Go and the program of
//! the tests.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::{go, kept, say};
use crate::paths::Paths;
use crate::process;

/// An engine of the past, and how it is built.
struct Recipe {
    version: &'static str,
    command_line: &'static str,
    /// The variable of the command line that has its version.
    version_variable: &'static str,
    language_host: &'static str,
    /// The package with its protocol, which the program of the tests imports.
    protocol: &'static str,
}

/// The one that ordinary runs build. It differs most from today's.
const FIRST: Recipe = Recipe {
    version: "0.17.28",
    command_line: "github.com/pulumi/pulumi",
    version_variable: "github.com/pulumi/pulumi/pkg/version.Version",
    language_host: "github.com/pulumi/pulumi/sdk/go/pulumi-language-go",
    protocol: PROTOCOL,
};

/// Those that long runs build as well.
const OTHERS: [Recipe; 4] = [
    Recipe {
        version: "1.14.1",
        command_line: "github.com/pulumi/pulumi/pkg/cmd/pulumi",
        version_variable: "github.com/pulumi/pulumi/pkg/version.Version",
        language_host: "github.com/pulumi/pulumi/sdk/go/pulumi-language-go",
        protocol: PROTOCOL,
    },
    Recipe {
        version: "2.25.2",
        command_line: "github.com/pulumi/pulumi/pkg/v2/cmd/pulumi",
        version_variable: "github.com/pulumi/pulumi/pkg/v2/version.Version",
        language_host: "github.com/pulumi/pulumi/sdk/v2/go/pulumi-language-go",
        protocol: "github.com/pulumi/pulumi/sdk/v2/proto/go",
    },
    Recipe {
        version: "3.0.0",
        ..OF_2021
    },
    Recipe {
        version: "3.50.0",
        ..OF_2021
    },
];

const OF_2021: Recipe = Recipe {
    version: "",
    command_line: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
    version_variable: "github.com/pulumi/pulumi/pkg/v3/version.Version",
    language_host: "github.com/pulumi/pulumi/sdk/v3/go/pulumi-language-go",
    protocol: "github.com/pulumi/pulumi/sdk/v3/proto/go",
};

/// The package of the protocol in the program of the tests as it is committed.
const PROTOCOL: &str = "github.com/pulumi/pulumi/sdk/proto/go";

/// Builds the engines of an ordinary or a long run into one folder: `vVERSION/bin` has the programs of each. Gives that folder.
pub(crate) fn find_or_build(paths: &Paths, is_long: bool) -> Result<PathBuf> {
    let together = paths.target.join("old-engines");
    let others = OTHERS.iter().filter(|_| is_long);
    for recipe in [&FIRST].into_iter().chain(others) {
        let home = build(paths, recipe)?;
        let place = together.join(format!("v{}/bin", recipe.version));
        fs::create_dir_all(&place)?;
        for entry in fs::read_dir(home.join("bin"))? {
            link(&entry?.path(), &place)?;
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
    let files = [pins.join("go.mod"), program.join("main.go")];
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
            fs::create_dir_all(partial.join("program"))?;
            let text = fs::read_to_string(program.join("main.go"))?;
            let text = text.replace(PROTOCOL, recipe.protocol);
            fs::write(partial.join("program/main.go"), text)?;
            let flags = format!("-s -w -X {}=v{version}", recipe.version_variable);
            process::run(
                go::build(&go::find_or_install(paths)?, partial)
                    .args(["-ldflags", &flags, "-o", "bin/"])
                    .args([recipe.command_line, recipe.language_host, "./program"]),
            )
        },
    )
    .with_context(|| format!("the Pulumi engine v{version} could not be built"))?;
    Ok(home)
}
