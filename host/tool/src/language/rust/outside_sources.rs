//! The sources of a provider in Rust that lie outside of its folder.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::contents::{folder_of, tree};
use super::toolchain_program;

/// The folders of the crates that the last build took from outside of the project, and the file of its workspace.
pub(super) fn find(project: &Path) -> Vec<PathBuf> {
    let Ok(project) = project.canonicalize() else {
        return Vec::new();
    };
    let is_outside = |path: &PathBuf| !path.starts_with(&project);
    let listed = answer(&mut tree(&project, "normal,build")).unwrap_or_default();
    let folders = listed.lines().skip(1).filter_map(|line| {
        let source = line.splitn(3, ' ').nth(2)?;
        // Procedural macros have a mark before the folder.
        let source = source.strip_prefix("(proc-macro) ").unwrap_or(source);
        PathBuf::from(folder_of(source)?).canonicalize().ok()
    });
    let mut outside: Vec<PathBuf> = folders.filter(is_outside).collect();
    outside.sort();
    outside.dedup();
    let mut locate = toolchain_program("cargo");
    locate.current_dir(&project).args([
        "locate-project",
        "--workspace",
        "--message-format",
        "plain",
    ]);
    let workspace = answer(&mut locate).map(|path| PathBuf::from(path.trim_end()));
    outside.extend(workspace.filter(is_outside));
    outside
}

/// The output of a command. `None` if it fails: the build says why.
fn answer(command: &mut Command) -> Option<String> {
    let output = command.output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then_some(text)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Writes a crate that depends on others in folders.
    fn write(folder: &Path, more: &str) {
        fs::create_dir_all(folder.join("src")).unwrap();
        let name = folder
            .file_name()
            .unwrap()
            .to_string_lossy()
            .replace(' ', "-");
        let text = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n{more}"
        );
        fs::write(folder.join("Cargo.toml"), text).unwrap();
        fs::write(folder.join("src/lib.rs"), "").unwrap();
    }

    #[test]
    fn crates_in_other_folders_and_the_workspace_are_found() {
        let parent = tempfile::tempdir().unwrap();
        let parent = parent.path().canonicalize().unwrap();
        let project = parent.join("provider");
        let dependencies = "[dependencies]\nshared.workspace = true\ninner = { path = \"inner\" }\nmacros = { path = \"../macros\" }\n\
            [build-dependencies]\nbuilder = { path = \"../builder\" }\n[dev-dependencies]\ntester = { path = \"../tester\" }\n";
        write(&project, dependencies);
        write(&project.join("inner"), "");
        write(
            &parent.join("shared"),
            "[dependencies]\ndeep-er = { path = \"../deep er\" }\n",
        );
        write(&parent.join("macros"), "[lib]\nproc-macro = true\n");
        for name in ["deep er", "builder", "tester"] {
            write(&parent.join(name), "");
        }
        let workspace = parent.join("Cargo.toml");
        let text = "[workspace]\nresolver = \"2\"\nmembers = [\"provider\"]\n[workspace.dependencies]\nshared = { path = \"shared\" }\n";
        fs::write(&workspace, text).unwrap();
        // A project that was not built has no lock file: its crates are not known yet.
        assert_eq!(find(&project), std::slice::from_ref(&workspace));
        let mut lock = toolchain_program("cargo");
        lock.current_dir(&project)
            .args(["generate-lockfile", "--offline"]);
        assert!(answer(&mut lock).is_some());
        let mut expected: Vec<PathBuf> = ["builder", "deep er", "macros", "shared"]
            .map(|name| parent.join(name))
            .into();
        expected.push(workspace);
        assert_eq!(find(&project), expected);
    }

    #[test]
    fn a_project_without_crates_in_folders_has_no_sources_outside() {
        let project = tempfile::tempdir().unwrap();
        assert_eq!(find(project.path()), Vec::<PathBuf>::new());
        write(project.path(), "[workspace]\n");
        assert_eq!(find(project.path()), Vec::<PathBuf>::new());
    }
}
