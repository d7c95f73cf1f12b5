//! Which files of the repository are the SDK that travels in the tool. The build script uses this file as well.

use std::io;
use std::path::{Path, PathBuf};

/// The files that the tool contains, relative to the repository: the SDKs, the interface that they are made of, the host's crates
/// that the test kit for Rust runs providers with, and the manifest that all of these inherit from.
pub(crate) const ROOTS: [&str; 4] = ["Cargo.toml", "guest-sdk", "host", "wit"];

/// The parts of the host that only its programs need.
const PROGRAMS: [&str; 2] = ["host/pulumi", "host/tool"];

/// Folders with generated files, or with files that only the SDK's own development needs.
const LEFT_OUT: [&str; 9] = [
    "__pycache__",
    "coverage",
    "dist",
    "node_modules",
    "target",
    "test",
    "tests",
    "venv",
    "fixtures",
];

/// A file of the SDK.
pub(crate) struct SdkFile {
    /// Relative to the repository, with `/` between the parts.
    pub(crate) name: String,
    pub(crate) path: PathBuf,
}

/// The repository, seen from the package of the tool.
pub(crate) fn repository(package: &Path) -> &Path {
    package.parent().and_then(Path::parent).unwrap_or(package)
}

/// All files of the SDK, in a fixed order.
///
/// # Errors
/// When something cannot be read.
pub(crate) fn list(repository: &Path) -> io::Result<Vec<SdkFile>> {
    let mut files = Vec::new();
    for root in ROOTS {
        let path = repository.join(root);
        if path.is_dir() {
            collect(&path, root, &mut files)?;
        } else if path.is_file() {
            files.push(SdkFile {
                name: root.to_owned(),
                path,
            });
        }
    }
    files.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(files)
}

fn collect(folder: &Path, name: &str, files: &mut Vec<SdkFile>) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(part) = entry.file_name().into_string() else {
            continue;
        };
        if part.starts_with('.') {
            continue;
        }
        let name = format!("{name}/{part}");
        let kind = entry.file_type()?;
        let is_left_out = LEFT_OUT.contains(&part.as_str())
            || part.ends_with(".egg-info")
            || PROGRAMS.contains(&name.as_str());
        // The sources of the plugin are beside the folders of its crates.
        let is_plugin = name.starts_with("host/") && name.matches('/').count() == 1;
        if kind.is_dir() && !is_left_out {
            collect(&entry.path(), &name, files)?;
        } else if kind.is_file() && !is_plugin {
            files.push(SdkFile {
                name,
                path: entry.path(),
            });
        }
    }
    Ok(())
}
