//! Keeping the cache within its size: the least recently used goes first, code for other engines before all.

use std::time::SystemTime;

use pulumi_wasm_platform::private_folder::PrivateFolder;

use super::alias;

/// The file extension of an entry.
pub(super) const ENTRY: &str = "cwasm";
/// The file extension of a lock.
pub(super) const LOCK: &str = "lock";

/// Compiled code of one component for one engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompiledCode {
    /// The engine's fingerprint; see [`crate::engine::Engine::fingerprint`].
    pub fingerprint: String,
    /// The component, as SHA-256 in hexadecimal.
    pub digest: String,
    /// The file's size.
    pub bytes: u64,
    /// When it was last used, to within ten minutes.
    pub last_used: SystemTime,
}

impl CompiledCode {
    /// The name of its file in its folder.
    pub(super) fn file_name(&self) -> String {
        format!("{}.{ENTRY}", self.digest)
    }
}

/// The entries of a cache, without other files in its folder.
pub(super) fn entries(root: &PrivateFolder) -> Vec<CompiledCode> {
    let mut found = Vec::new();
    for fingerprint in root.names().unwrap_or_default() {
        let Ok(Some(folder)) = root.folder(&fingerprint) else {
            continue;
        };
        for name in folder.names().unwrap_or_default() {
            let Some(digest) = name.strip_suffix(ENTRY).and_then(|it| it.strip_suffix('.')) else {
                continue;
            };
            // An entry that others can write to is listed as well, and is evicted first.
            let metadata = match folder.file(&name) {
                Ok(None) => continue,
                Ok(Some(file)) => file.metadata().ok(),
                Err(_) => None,
            };
            let last_used = metadata.as_ref().and_then(|found| found.modified().ok());
            found.push(CompiledCode {
                fingerprint: fingerprint.clone(),
                digest: digest.to_owned(),
                bytes: metadata.map_or(0, |found| found.len()),
                last_used: last_used.unwrap_or(SystemTime::UNIX_EPOCH),
            });
        }
    }
    found
}

/// Removes entries until the cache is within its size. Processes keep the mapped code of a removed entry.
pub(super) fn make(root: &PrivateFolder, size: u64, just_made: (&str, &str)) {
    for entry in surplus(entries(root), size, just_made) {
        let Ok(Some(folder)) = root.folder(&entry.fingerprint) else {
            continue;
        };
        match folder.remove_file(&entry.file_name()) {
            Ok(()) => tracing::debug!("removed compiled code of {} to make room", entry.digest),
            // Another process was faster, or the disk fails: the next entry is still tried.
            Err(error) => tracing::debug!("compiled code of {}: {error}", entry.digest),
        }
        alias::remove_unused(&folder);
        // Fails if the folder contains anything else.
        drop(root.remove_empty_folder(&entry.fingerprint));
    }
}

/// The entries to remove.
fn surplus(
    mut entries: Vec<CompiledCode>,
    size: u64,
    just_made: (&str, &str),
) -> Vec<CompiledCode> {
    let (fingerprint, _) = just_made;
    let mut total: u64 = entries.iter().map(|entry| entry.bytes).sum();
    entries.retain(|entry| (entry.fingerprint.as_str(), entry.digest.as_str()) != just_made);
    entries.sort_by(|one, other| {
        let key = |entry: &CompiledCode| (entry.fingerprint == fingerprint, entry.last_used);
        key(one).cmp(&key(other))
    });
    entries
        .into_iter()
        .take_while(|entry| {
            let goes = total > size;
            total = total.saturating_sub(entry.bytes);
            goes
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn entry(fingerprint: &str, digest: &str, bytes: u64, last_used: u64) -> CompiledCode {
        CompiledCode {
            fingerprint: fingerprint.to_owned(),
            digest: digest.to_owned(),
            bytes,
            last_used: SystemTime::UNIX_EPOCH + Duration::from_secs(last_used),
        }
    }

    #[test]
    fn the_least_recently_used_goes_first_and_other_engines_before_all() {
        let all = vec![
            entry("now", "a", 10, 50),
            entry("now", "b", 10, 20),
            entry("old", "a", 10, 60),
            entry("old", "b", 10, 40),
            entry("now", "new", 10, 10),
        ];
        for (size, gone) in [
            (50, vec![]),
            (49, vec!["old/b"]),
            (40, vec!["old/b"]),
            (30, vec!["old/b", "old/a"]),
            (20, vec!["old/b", "old/a", "now/b"]),
            // A new entry stays, at any size.
            (1, vec!["old/b", "old/a", "now/b", "now/a"]),
        ] {
            let found: Vec<String> = surplus(all.clone(), size, ("now", "new"))
                .iter()
                .map(|entry| format!("{}/{}", entry.fingerprint, entry.digest))
                .collect();
            assert_eq!(found, gone, "{size}");
        }
    }
}
