//! Which files of the repository are the SDK that travels in the tool. The build script uses this file as well.

use std::io;
use std::path::{Path, PathBuf};

/// What travels, relative to the repository: the SDKs, the interface that they are made of, and the host's own sources, which
/// the test kit for Rust runs providers with.
pub(crate) const ROOTS: [&str; 5] = ["Cargo.toml", "build.rs", "guest-sdk", "host", "wit"];

/// A part of the host that nothing but its programs needs.
const TOOL: &str = "host/tool";

/// Folders that hold what tools make, or what only the SDK's own development needs.
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

/// All files of the SDK, in an order that is always the same.
///
/// # Errors
/// When something cannot be read.
pub(crate) fn list(repository: &Path) -> io::Result<Vec<SdkFile>> {
    let mut files = Vec::new();
    for root in ROOTS {
        let path = repository.join(root);
        match path.is_dir() {
            true => collect(&path, root, &mut files)?,
            false if path.is_file() => files.push(SdkFile {
                name: root.to_owned(),
                path,
            }),
            false => {}
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
        let is_left_out =
            LEFT_OUT.contains(&part.as_str()) || part.ends_with(".egg-info") || name == TOOL;
        if kind.is_dir() && !is_left_out {
            collect(&entry.path(), &name, files)?;
        } else if kind.is_file() {
            files.push(SdkFile {
                name,
                path: entry.path(),
            });
        }
    }
    Ok(())
}
