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
}

const RECIPES: [Recipe; 1] = [Recipe {
    version: "1.14.1",
    command_line: "github.com/pulumi/pulumi/pkg/cmd/pulumi",
    version_variable: "github.com/pulumi/pulumi/pkg/version.Version",
    language_host: "github.com/pulumi/pulumi/sdk/go/pulumi-language-go",
}];

/// Builds the engines into one folder: `vVERSION/bin` has the programs of each. Gives that folder.
pub(crate) fn find_or_build(paths: &Paths) -> Result<PathBuf> {
    let together = paths.target.join("old-engines");
    for recipe in &RECIPES {
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
            kept::copy(&["main.go"], &program, &partial.join("program"))?;
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
