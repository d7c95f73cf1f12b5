//! The manifests of the Rust SDK for a place outside of the repository, without a workspace to inherit from.

/// Sections that apply only inside the repository.
const LEFT_OUT: [&str; 7] = [
    "[workspace",
    "[lints",
    "[profile",
    "[dev-dependencies",
    "[[bin]]",
    "[[bench]]",
    "[lib]",
];

/// A `Cargo.toml` of the repository without inherited values. `repository` is the text of the repository's root manifest.
///
/// Left as it is, it would inherit from the workspace that the author's project has or lies in, and that lacks these
/// values. Its tests are not copied, so a library declares that it has none, in case it is treated as a member of that
/// workspace.
pub(crate) fn standalone(manifest: &str, repository: &str) -> String {
    let mut written = String::with_capacity(manifest.len());
    let mut library = Vec::new();
    let mut section = "";
    for line in manifest.lines() {
        if line.starts_with('[') {
            section = line;
        }
        if section == "[lib]" && !line.is_empty() && line != section {
            library.push(line);
        }
        let is_left_out = LEFT_OUT
            .iter()
            .any(|left_out| section.starts_with(left_out));
        if is_left_out || line.starts_with("default-run") || line.starts_with('#') {
            continue;
        }
        let inherited = line.strip_suffix(".workspace = true");
        match inherited.and_then(|key| Some((key, value_of(key, repository)?))) {
            Some((key, value)) => {
                // Crates of the host are beside each other.
                let value = value.replace("path = \"host/", "path = \"../");
                written.push_str(&format!("{key} = {value}"));
            }
            None => written.push_str(line),
        }
        written.push('\n');
    }
    // The author of a provider need not mend the SDK.
    written.push_str("\n[lints.rust]\nwarnings = \"allow\"\n");
    written.push_str("\n[lib]\ntest = false\ndoctest = false\nbench = false\n");
    for line in library {
        written.push_str(line);
        written.push('\n');
    }
    written
}

/// The repository's value of a key, or of a dependency, for all of its packages.
fn value_of<'a>(key: &str, repository: &'a str) -> Option<&'a str> {
    let said = |section: &str| {
        let (_, values) = repository.split_once(section)?;
        values
            .lines()
            .take_while(|line| !line.starts_with('['))
            .find_map(|line| line.strip_prefix(key)?.strip_prefix(" = "))
    };
    said("[workspace.package]\n").or_else(|| said("[workspace.dependencies]\n"))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;
    use std::process::Command;

    use super::standalone;
    use crate::sdk::files;

    /// Copies a folder without the files of its tests.
    fn copy(from: &Path, to: &Path) {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let entry = entry.unwrap();
            let (path, name) = (entry.path(), entry.file_name());
            if path.is_dir() && name != "tests" {
                copy(&path, &to.join(name));
            } else if path.is_file() {
                fs::copy(&path, to.join(name)).unwrap();
            }
        }
    }

    /// A project's tests of whole lives.
    const TEST_KIT: &str = "[dev-dependencies]\n\
         pulumi-wasm-testing = { path = \".pulumi-wasm/sdk/guest-sdk/rust-testing\" }\n";

    /// The packages that cargo locks for a project with this manifest, which uses the SDK below it and has these further
    /// lines in its manifest; and how many are members of its workspace.
    fn packages(
        around: &str,
        project: &str,
        workspace: &str,
        further: &str,
    ) -> (Vec<String>, usize) {
        let repository = files::repository(Path::new(env!("CARGO_MANIFEST_DIR")));
        let folder = tempfile::tempdir().unwrap();
        if !around.is_empty() {
            fs::write(folder.path().join("Cargo.toml"), around).unwrap();
        }
        let project = folder.path().join(project);
        let sdk = project.join(".pulumi-wasm/sdk");
        let root = fs::read_to_string(repository.join("Cargo.toml")).unwrap();
        let crates = fs::read_dir(repository.join("host")).unwrap();
        let crates = crates.map(|entry| format!("host/{}", entry.unwrap().file_name().display()));
        let crates = crates.filter(|name| repository.join(name).join("Cargo.toml").is_file());
        let packages = ["rust", "rust-macros", "rust-testing"];
        let packages = packages.map(|package| format!("guest-sdk/{package}"));
        for package in packages.into_iter().chain(crates) {
            copy(&repository.join(&package), &sdk.join(&package));
            let manifest = format!("{package}/Cargo.toml");
            let text = fs::read_to_string(repository.join(&manifest)).unwrap();
            fs::write(sdk.join(&manifest), standalone(&text, &root)).unwrap();
        }
        fs::create_dir_all(project.join("src")).unwrap();
        fs::write(project.join("src/lib.rs"), "").unwrap();
        let text = format!(
            "{workspace}\n[package]\nname = \"demo\"\nedition = \"2024\"\n[dependencies]\n\
             pulumi-wasm-provider = {{ path = \".pulumi-wasm/sdk/guest-sdk/rust\" }}\n{further}"
        );
        fs::write(project.join("Cargo.toml"), text).unwrap();
        let cargo = |words: &[&str]| {
            let mut cargo = Command::new(env!("CARGO"));
            let output = cargo.current_dir(&project).args(words).output().unwrap();
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(
                output.status.success() && !said.contains("warning"),
                "{said}"
            );
            output.stdout
        };
        // For this platform only, so that cargo downloads no other packages.
        cargo(&["tree", "--offline"]);
        let metadata = cargo(&[
            "metadata",
            "--offline",
            "--no-deps",
            "--format-version",
            "1",
        ]);
        let metadata: serde_json::Value = serde_json::from_slice(&metadata).unwrap();
        let root = metadata["workspace_root"].as_str().unwrap();
        let lock = fs::read_to_string(Path::new(root).join("Cargo.lock")).unwrap();
        let names = lock.lines().filter_map(|line| line.strip_prefix("name = "));
        let members = metadata["workspace_members"].as_array().unwrap().len();
        (
            names
                .map(|name| name.trim_matches('"').to_owned())
                .collect(),
            members,
        )
    }

    #[test]
    fn the_sdk_is_found_from_a_project_whatever_workspace_is_around() {
        for (around, project, workspace) in [
            ("", "demo", ""),
            ("", "demo", "[workspace]\n"),
            (
                "[workspace]\nmembers = [\"demo\"]\nresolver = \"3\"\n",
                "demo",
                "",
            ),
        ] {
            let (packages, _) = packages(around, project, workspace, TEST_KIT);
            for wanted in [
                "pulumi-wasm-core",
                "pulumi-wasm-provider",
                "pulumi-wasm-testing",
            ] {
                assert!(packages.iter().any(|name| name == wanted), "{packages:?}");
            }
        }
    }

    #[test]
    fn a_project_that_leaves_the_sdk_out_needs_no_sandbox() {
        let (packages, members) = packages(
            "",
            "demo",
            "[workspace]\nexclude = [\".pulumi-wasm\"]\n",
            "",
        );
        assert_eq!(members, 1);
        assert!(
            !packages.iter().any(|name| name == "wasmtime"),
            "{packages:?}"
        );
    }

    #[test]
    fn values_of_the_repository_are_written_out() {
        let repository = "[workspace]\nmembers = []\n\n[workspace.package]\nversion = \"1.2.3\"\nedition = \"2024\"\n\n[workspace.dependencies]\nb = \"2\"\ncore = { path = \"host/core\" }\n\n[package]\nname = \"host\"\nversion.workspace = true\ndefault-run = \"plugin\"\n\n[lib]\npath = \"host/lib.rs\"\n\n[[bin]]\nname = \"plugin\"\n\n[dependencies]\na = \"1\"\nb.workspace = true\ncore.workspace = true\n\n[lints]\nworkspace = true\n";
        assert_eq!(
            standalone(repository, repository),
            "[package]\nname = \"host\"\nversion = \"1.2.3\"\n\n[dependencies]\na = \"1\"\nb = \"2\"\ncore = { path = \"../core\" }\n\n\n[lints.rust]\nwarnings = \"allow\"\n\n[lib]\ntest = false\ndoctest = false\nbench = false\npath = \"host/lib.rs\"\n"
        );
    }
}
