//! The Pulumi project around a folder, which recorded paths are relative to.

pub(crate) mod declared;

use std::path::{Component, Path, PathBuf};

use crate::regular_file;

/// Far more than any lock file has.
const MAX_LOCK_BYTES: u64 = 4 << 20;

/// The folder of the nearest `Pulumi.yaml`, from a folder upwards.
#[must_use]
pub(crate) fn nearest(folder: &Path) -> Option<PathBuf> {
    nearest_file(folder)?.parent().map(Path::to_owned)
}

/// The nearest `Pulumi.yaml`, from a folder upwards.
#[must_use]
pub(crate) fn nearest_file(folder: &Path) -> Option<PathBuf> {
    files(folder).next()
}

/// The files of the projects around a folder, the nearest first. If a folder contains several, the engine takes the
/// same one.
pub(crate) fn files(folder: &Path) -> impl Iterator<Item = PathBuf> {
    folder.ancestors().filter_map(|folder| {
        ["Pulumi.json", "Pulumi.yaml", "Pulumi.yml"]
            .iter()
            .map(|name| folder.join(name))
            .find(|file| file.is_file())
    })
}

/// The recorded path of a file: relative to the project that contains it, otherwise its name alone, and never absolute,
/// so that the record is valid on every machine and reveals nothing about this one. Parts are joined by `/` everywhere.
#[must_use]
pub(crate) fn recorded_path(file: &Path, project: Option<&Path>) -> String {
    let name = || {
        file.file_name()
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default()
    };
    let (Ok(file), Some(Ok(project))) = (file.canonicalize(), project.map(Path::canonicalize))
    else {
        return name();
    };
    match file.strip_prefix(project) {
        Ok(inside) => inside
            .components()
            .map(|part| part.as_os_str().to_string_lossy())
            .collect::<Vec<_>>()
            .join("/"),
        Err(_) => name(),
    }
}

/// Whether a recorded path has the form that [`recorded_path`] gives:
/// the plugin never writes a path that leads out of the project.
#[must_use]
pub(crate) fn is_recorded_form(path: &str) -> bool {
    !path.is_empty()
        && !path.contains(|letter: char| letter == '\\' || letter.is_control())
        && Path::new(path)
            .components()
            .all(|part| matches!(part, Component::Normal(_)))
}

/// The components that the lock files of a project name, under `sdks/`. They have a file's place if the path was typed
/// in another folder.
#[must_use]
pub(crate) fn locked_values(project: &Path) -> Vec<Vec<u8>> {
    use base64::Engine as _;
    let Ok(packages) = std::fs::read_dir(project.join("sdks")) else {
        return Vec::new();
    };
    let files = packages
        .filter_map(Result::ok)
        .flat_map(|package| std::fs::read_dir(package.path()).into_iter().flatten());
    files
        .filter_map(Result::ok)
        .filter(|file| {
            file.path()
                .extension()
                .is_some_and(|extension| extension == "yaml")
        })
        .filter_map(|file| {
            regular_file::read(&file.path(), MAX_LOCK_BYTES)
                .ok()
                .flatten()
        })
        .filter_map(|bytes| String::from_utf8(bytes).ok())
        // The lock file is YAML of a known, flat form: one line contains the value.
        .filter_map(|text| {
            let line = text
                .lines()
                .find_map(|line| line.trim_start().strip_prefix("value:"))?
                .trim()
                .to_owned();
            base64::engine::general_purpose::STANDARD
                .decode(line.trim_matches('"'))
                .ok()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A link in a project leads to any place that its author chose.
    #[test]
    fn lock_files_are_read_within_bounds_and_never_waited_for() {
        use base64::Engine as _;
        let folder = tempfile::tempdir().expect("a folder");
        let sdk = folder.path().join("sdks/acme");
        std::fs::create_dir_all(&sdk).expect("a folder");
        let value = base64::engine::general_purpose::STANDARD.encode("{}");
        std::fs::write(sdk.join("acme.yaml"), format!("  value: {value}\n")).expect("a file");
        std::os::unix::fs::symlink("/dev/zero", sdk.join("endless.yaml")).expect("a link");
        let pipe = sdk.join("pipe.yaml");
        let mode = rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR;
        rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, mode).expect("a pipe");
        let sparse = std::fs::File::create(sdk.join("large.yaml")).expect("a file");
        sparse.set_len(1 << 40).expect("a file that takes no room");
        let project = folder.path().to_owned();
        let (found, values) = std::sync::mpsc::channel();
        std::thread::spawn(move || found.send(locked_values(&project)));
        let values = values.recv_timeout(std::time::Duration::from_secs(20));
        assert_eq!(values.expect("an end"), [b"{}"]);
    }

    #[test]
    fn paths_are_recorded_from_the_project_and_never_absolute() {
        let folder = tempfile::tempdir().expect("a folder");
        let project = folder.path().join("project");
        std::fs::create_dir_all(project.join("sub/plugins")).expect("folders");
        std::fs::write(project.join("Pulumi.yaml"), "name: x").expect("a file");
        let inside = project.join("sub/plugins/acme.wasm");
        let outside = folder.path().join("acme.wasm");
        for file in [&inside, &outside] {
            std::fs::write(file, "").expect("a file");
        }
        let found = nearest(&project.join("sub")).expect("the project");
        assert_eq!(
            recorded_path(&inside, Some(&found)),
            "sub/plugins/acme.wasm"
        );
        assert_eq!(recorded_path(&outside, Some(&found)), "acme.wasm");
        assert_eq!(recorded_path(&inside, None), "acme.wasm");
        for path in [
            "/etc/passwd",
            "../x.wasm",
            "a/../b",
            "",
            "a\\b",
            "./a",
            "a\nb",
            "\u{9b}m",
        ] {
            assert!(!is_recorded_form(path), "{path}");
        }
        assert!(is_recorded_form("sub/plugins/acme.wasm"));
    }
}
