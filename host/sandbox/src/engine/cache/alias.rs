//! Aliases: which component has the compiled code of another component that differs from it only in custom sections.
//!
//! A build asks a component for its manifest, and then puts the manifest into it. It moves the compiled code to the finished
//! component and leaves an alias. If the same sources are built again, the alias leads to the code, and nothing is compiled.

use std::io::{Read, Write};

use pulumi_wasm_platform::private_folder::{FolderError, PrivateFolder};

use super::eviction::ENTRY;

/// The file extension of an alias. The file is named after the component without code, and contains the digest of the other
/// component.
pub(super) const ALIAS: &str = "alias";
/// The length of SHA-256 in hexadecimal.
const DIGEST_BYTES: usize = 64;

/// Writes an alias.
///
/// # Errors
/// If it cannot be written.
pub(super) fn put(folder: &PrivateFolder, digest: &str, other: &str) -> Result<(), FolderError> {
    let name = format!("{digest}.{ALIAS}");
    folder.replace(&name, |file| file.write_all(other.as_bytes()))
}

/// The component whose code a component has. `None` if the alias is missing or damaged.
pub(super) fn of(folder: &PrivateFolder, digest: &str) -> Option<String> {
    let file = folder.file(&format!("{digest}.{ALIAS}")).ok()??;
    let mut other = String::new();
    let mut start = file.take(DIGEST_BYTES as u64);
    start.read_to_string(&mut other).ok()?;
    let is_digest =
        other.len() == DIGEST_BYTES && other.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_digest.then_some(other)
}

/// Removes the aliases of code that is gone. A failure is ignored, because such a file is small and never used.
pub(super) fn remove_unused(folder: &PrivateFolder) {
    for name in folder.names().unwrap_or_default() {
        let Some(digest) = name.strip_suffix(ALIAS).and_then(|it| it.strip_suffix('.')) else {
            continue;
        };
        let code = of(folder, digest).map(|other| folder.file(&format!("{other}.{ENTRY}")));
        if !matches!(code, Some(Ok(Some(_)) | Err(_))) {
            drop(folder.remove_file(&name));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_alias_leads_to_code_and_goes_with_it() {
        let outside = tempfile::tempdir().expect("a folder");
        let folder = PrivateFolder::make(&outside.path().join("cache")).expect("it is made");
        let other = "0123456789abcdef".repeat(4);
        folder
            .new_file(&format!("{other}.{ENTRY}"))
            .expect("a file");
        put(&folder, "before", &other).expect("it is written");
        remove_unused(&folder);
        assert_eq!(of(&folder, "before"), Some(other.clone()));
        folder
            .remove_file(&format!("{other}.{ENTRY}"))
            .expect("it is removed");
        remove_unused(&folder);
        assert_eq!(of(&folder, "before"), None);
        assert!(folder.names().expect("names").is_empty());
    }

    #[test]
    fn damaged_aliases_lead_nowhere() {
        let outside = tempfile::tempdir().expect("a folder");
        let folder = PrivateFolder::make(&outside.path().join("cache")).expect("it is made");
        let almost = "0".repeat(63);
        let foreign = format!("../{}", "0".repeat(61));
        for damaged in ["", "no digest", &almost, &foreign] {
            put(&folder, "before", damaged).expect("it is written");
            assert_eq!(of(&folder, "before"), None, "`{damaged}`");
        }
        remove_unused(&folder);
        assert!(folder.names().expect("names").is_empty());
    }
}
