//! Engines of other years, for tests of what each of them asks of the plugin.
//!
//! Each is built from its Go modules, which `tests/old_engines/` pins. Those up to 2022 get their language host for Go and the program of the
//! tests; the later ones speak with the YAML language host of the engine that judges the other tests.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::progress::say;
use super::{cached, engine, go};
use crate::paths::Paths;
use crate::process;

/// An engine of the past, and how it is built.
struct Recipe {
    version: &'static str,
    command_line: &'static str,
    /// The variable of the command line that has its version.
    version_variable: &'static str,
    /// What runs programs in Go, if programs are in Go and not in YAML.
    programs: Option<GoPrograms>,
}

/// What runs the program of the tests.
#[derive(Clone, Copy)]
struct GoPrograms {
    language_host: &'static str,
    /// The package with the engine's protocol, which the program imports.
    protocol: &'static str,
}

/// The one that ordinary runs build. It differs most from today's.
const FIRST: Recipe = Recipe {
    version: "0.17.28",
    command_line: "github.com/pulumi/pulumi",
    version_variable: "github.com/pulumi/pulumi/pkg/version.Version",
    programs: Some(GoPrograms {
        language_host: "github.com/pulumi/pulumi/sdk/go/pulumi-language-go",
        protocol: PROTOCOL,
    }),
};

/// Those that long runs build as well.
const OTHERS: [Recipe; 6] = [
    Recipe {
        version: "1.14.1",
        command_line: "github.com/pulumi/pulumi/pkg/cmd/pulumi",
        version_variable: "github.com/pulumi/pulumi/pkg/version.Version",
        ..FIRST
    },
    Recipe {
        version: "2.25.2",
        command_line: "github.com/pulumi/pulumi/pkg/v2/cmd/pulumi",
        version_variable: "github.com/pulumi/pulumi/pkg/v2/version.Version",
        programs: Some(GoPrograms {
            language_host: "github.com/pulumi/pulumi/sdk/v2/go/pulumi-language-go",
            protocol: "github.com/pulumi/pulumi/sdk/v2/proto/go",
        }),
    },
    Recipe {
        version: "3.0.0",
        ..OF_2021
    },
    Recipe {
        version: "3.50.0",
        ..OF_2021
    },
    Recipe {
        version: "3.180.0",
        ..OF_2025
    },
    // The newest that there is.
    Recipe {
        version: "3.274.1",
        ..OF_2025
    },
];

const OF_2021: Recipe = Recipe {
    version: "",
    command_line: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
    version_variable: "github.com/pulumi/pulumi/pkg/v3/version.Version",
    programs: Some(GoPrograms {
        language_host: "github.com/pulumi/pulumi/sdk/v3/go/pulumi-language-go",
        protocol: "github.com/pulumi/pulumi/sdk/v3/proto/go",
    }),
};

const OF_2025: Recipe = Recipe {
    version: "",
    command_line: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
    version_variable: "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version",
    programs: None,
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
        if recipe.programs.is_none() {
            let today = engine::find_or_build(paths)?;
            link(&today.program(engine::YAML_HOST_PROGRAM), &place)?;
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

/// The folder of an engine. Its name has all that it is made of.
fn home(sources: &Path, recipe: &Recipe, flags: &str, go: &str) -> Result<PathBuf> {
    let pins = sources.join(format!("v{}", recipe.version));
    let files = [
        pins.join("go.mod"),
        pins.join("go.sum"),
        sources.join("program/main.go"),
    ];
    let mut words = vec![flags, go::FLAGS, go, recipe.command_line];
    if let Some(programs) = recipe.programs {
        words.extend([programs.language_host, programs.protocol]);
    }
    cached::directory_of("engine", recipe.version, &files, &words)
}

fn build(paths: &Paths, recipe: &Recipe) -> Result<PathBuf> {
    let version = recipe.version;
    let sources = paths.root.join("tests/old_engines");
    let pins = sources.join(format!("v{version}"));
    let program = sources.join("program");
    let flags = format!("-s -w -X {}=v{version}", recipe.version_variable);
    let go = go::find_or_install(paths)?;
    let home = home(&sources, recipe, &flags, &go::version(&go)?)?;
    cached::make(
        &home,
        || home.join("bin/pulumi").is_file(),
        |partial| {
            say(&format!(
                "building the Pulumi engine v{version} from its Go modules into {} (a minute or two, once)",
                home.display()
            ));
            cached::copy(&["go.mod", "go.sum"], &pins, partial)?;
            let mut build = go::build(&go, partial);
            build.args(["-ldflags", &flags, "-o", "bin/", recipe.command_line]);
            if let Some(programs) = recipe.programs {
                fs::create_dir_all(partial.join("program"))?;
                let text = fs::read_to_string(program.join("main.go"))?;
                let text = text.replace(PROTOCOL, programs.protocol);
                fs::write(partial.join("program/main.go"), text)?;
                build.args([programs.language_host, "./program"]);
            }
            process::run(&mut build)
        },
    )
    .with_context(|| format!("the Pulumi engine v{version} could not be built"))?;
    Ok(home)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A change of any of them makes another engine.
    #[test]
    fn the_folder_of_an_engine_is_named_by_all_that_it_is_made_of() {
        let folder = std::env::temp_dir().join(format!("old-engines-{}", std::process::id()));
        let files = ["v0.17.28/go.mod", "v0.17.28/go.sum", "program/main.go"];
        for file in files.map(|file| folder.join(file)) {
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, "as it is").unwrap();
        }
        let named =
            |recipe: &Recipe, flags: &str, go: &str| home(&folder, recipe, flags, go).unwrap();
        let first = named(&FIRST, "flags", "go1.26.1");
        assert_eq!(named(&FIRST, "flags", "go1.26.1"), first);
        let mut others = vec![
            named(&FIRST, "other flags", "go1.26.1"),
            named(&FIRST, "flags", "go1.26.2"),
        ];
        let of_first = FIRST.programs.unwrap();
        let with = |programs| Recipe { programs, ..FIRST };
        for recipe in [
            Recipe {
                command_line: "x",
                ..FIRST
            },
            with(Some(GoPrograms {
                language_host: "x",
                ..of_first
            })),
            with(Some(GoPrograms {
                protocol: "x",
                ..of_first
            })),
            with(None),
        ] {
            others.push(named(&recipe, "flags", "go1.26.1"));
        }
        for file in files {
            fs::write(folder.join(file), "changed").unwrap();
            others.push(named(&FIRST, "flags", "go1.26.1"));
        }
        fs::remove_dir_all(&folder).unwrap();
        let names: std::collections::BTreeSet<_> = others.iter().chain([&first]).collect();
        assert_eq!(names.len(), others.len() + 1, "{others:?}");
    }
}
