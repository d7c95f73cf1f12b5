//! Terraform and OpenTofu, which judge the tests with their protocol. Both are built from their published Go modules.
//!
//! A copy of the module is built, because a module with `replace` cannot be a dependency. State stays in files: the copy has no
//! state in clouds, whose parts of Terraform are modules inside that are not published.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::{cached, go, say};
use crate::paths::Paths;
use crate::process;

struct Recipe {
    program: &'static str,
    module: &'static str,
    version: &'static str,
    package: &'static str,
}

const RECIPES: [Recipe; 2] = [
    Recipe {
        program: "terraform",
        module: "github.com/hashicorp/terraform",
        version: "1.11.4",
        package: ".",
    },
    Recipe {
        program: "tofu",
        module: "github.com/opentofu/opentofu",
        version: "1.12.6",
        package: "./cmd/tofu",
    },
];

/// The states in clouds: the name of their folder, and of their package in the list.
const CLOUDS: [(&str, &str); 8] = [
    ("azure", "backendAzure"),
    ("consul", "backendConsul"),
    ("cos", "backendCos"),
    ("gcs", "backendGCS"),
    ("kubernetes", "backendKubernetes"),
    ("oss", "backendOSS"),
    ("pg", "backendPg"),
    ("s3", "backendS3"),
];

/// The folder with both programs.
pub(crate) fn find_or_build(paths: &Paths) -> Result<PathBuf> {
    let go = go::find_or_install(paths)?;
    let go_version = go::version(&go)?;
    let mut words = vec![go_version.as_str()];
    words.extend(
        RECIPES
            .iter()
            .flat_map(|recipe| [recipe.module, recipe.version]),
    );
    let home = cached::directory("terraform", RECIPES[0].version, &[], &words)?;
    let is_whole = || {
        RECIPES
            .iter()
            .all(|recipe| home.join("bin").join(recipe.program).is_file())
    };
    cached::make(&home, is_whole, |partial| {
        RECIPES
            .iter()
            .try_for_each(|recipe| build(paths, &go, recipe, partial))
    })
    .context("Terraform and OpenTofu could not be built")?;
    Ok(home.join("bin"))
}

fn build(paths: &Paths, go: &Path, recipe: &Recipe, partial: &Path) -> Result<()> {
    let Recipe {
        program,
        module,
        version,
        package,
    } = recipe;
    say(&format!(
        "building {program} v{version} from its Go module (some minutes, once)"
    ));
    let module = format!("{module}@v{version}");
    let download = ["mod", "download", "-json", &module];
    let mut command = Command::new(go);
    command.current_dir(partial);
    go::use_own_caches(paths, &mut command);
    let told = process::capture(command.args(download))?;
    let source = told
        .lines()
        .find_map(|line| line.trim().strip_prefix("\"Dir\": \""))
        .and_then(|line| line.split('"').next())
        .with_context(|| format!("the folder of {module} is not known"))?;
    let copy = partial.join(program);
    copy_folder(Path::new(source), &copy)?;
    edit(&copy.join("go.mod"), is_for_other_go)?;
    let is_of_cloud = |line: &str| {
        let mut clouds = CLOUDS.iter();
        clouds.any(|(folder, name)| {
            let path = format!("internal/backend/remote-state/{folder}");
            line.split([' ', '"', '\t'])
                .any(|word| word.ends_with(&path))
                || line.contains(&format!("{name}.New"))
        }) || line.contains("terraform/internal/legacy ")
    };
    if *program == "terraform" {
        for file in ["go.mod", "internal/backend/init/init.go"] {
            edit(&copy.join(file), is_of_cloud)?;
        }
    }
    let bin = partial.join("bin").join(program);
    let mut build = go::build_once(paths, go, &copy);
    process::run(
        build
            .args(["-ldflags", "-s -w", "-o"])
            .arg(bin)
            .arg(package),
    )?;
    fs::remove_dir_all(copy).ok();
    Ok(())
}

/// Whether a line of `go.mod` sets a behaviour of the Go version of that time, which others do not know.
fn is_for_other_go(line: &str) -> bool {
    line.starts_with("godebug ") && !line.contains('(')
        || ["tlskyber=", "tlsmlkem=", "winsymlink="]
            .iter()
            .any(|setting| line.trim().starts_with(setting))
}

/// Leaves lines out of a file.
fn edit(file: &Path, is_left_out: impl Fn(&str) -> bool) -> Result<()> {
    let text = fs::read_to_string(file)?;
    let kept = text.lines().filter(|line| !is_left_out(line));
    let text: String = kept.map(|line| format!("{line}\n")).collect();
    fs::remove_file(file)?;
    fs::write(file, text.replace("godebug (\n)\n", ""))?;
    Ok(())
}

/// Copies a folder of the module cache, without its permissions: nothing there can be written to.
fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else {
            fs::write(&target, fs::read(entry.path())?)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::is_for_other_go;

    #[test]
    fn settings_of_an_older_go_are_left_out() {
        for (line, is_left_out) in [
            ("godebug tlskyber=0", true),
            ("\ttlsmlkem=0", true),
            ("godebug (", false),
            ("go 1.23", false),
        ] {
            assert_eq!(is_for_other_go(line), is_left_out, "{line}");
        }
    }
}
