//! Why the store cannot be used.

use std::io;
use std::path::Path;

use pulumi_wasm_platform::private_folder::{FolderError, PrivateFolder};

use crate::SourceError;

/// The error of a store in this folder that cannot do what the verb says in one of its folders.
pub(super) fn failed(
    store: &Path,
    verb: &str,
    folder: &PrivateFolder,
    error: io::Error,
) -> SourceError {
    let path = folder.path().to_owned();
    let problem = error.into();
    unusable(store, verb, &FolderError { path, problem })
}

/// The same of a folder that cannot be used.
pub(super) fn unusable(store: &Path, verb: &str, error: &FolderError) -> SourceError {
    let hint = match error.kind() {
        Some(io::ErrorKind::StorageFull) => "free some room on that disk",
        Some(io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem) => {
            "make the folder yours and writable, or set `PULUMI_HOME` to another one"
        }
        _ => "see that `PULUMI_HOME` names a folder of yours",
    };
    let place = match error.path == store {
        true => String::new(),
        false => format!("`{}`: ", error.path.display()),
    };
    SourceError::new(format!(
        "cannot {verb} the component store `{}`: {place}{error}",
        store.display()
    ))
    .hint(hint)
}
