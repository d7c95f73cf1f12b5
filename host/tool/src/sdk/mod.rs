//! The SDKs, which travel inside the tool, and are written into every provider's project: no registry need have them,
//! and an SDK always fits the tool that builds with it.

// A program that embeds nothing uses more of the build script's code than a program that embeds the SDKs.
#[cfg_attr(sdk_inside, allow(dead_code))]
mod files;
mod manifest;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use pulumi_wasm_packages::Digest;

use crate::files::whole_file::{self, Audience};

/// The manifest of the repository. Its Rust packages inherit values from it.
const ROOT_MANIFEST: &str = "Cargo.toml";

type File = (Cow<'static, str>, Cow<'static, [u8]>);

/// The files, as they are now in the repository that this tool is developed in: an SDK that changes does not need
/// another build of the tool.
#[cfg(not(sdk_inside))]
fn files() -> anyhow::Result<Vec<File>> {
    let repository = files::repository(Path::new(env!("CARGO_MANIFEST_DIR")));
    let listed = files::list(repository)
        .with_context(|| format!("the SDKs cannot be read in {}", repository.display()))?;
    listed
        .into_iter()
        .map(|file| {
            let content = crate::files::bounded_file::small(&file.path)
                .with_context(|| format!("cannot read {}", file.path.display()))?;
            Ok((Cow::Owned(file.name), Cow::Owned(content)))
        })
        .collect()
}

/// The files, as they were when this tool was built.
#[cfg(sdk_inside)]
#[allow(clippy::unnecessary_wraps, reason = "reading them may fail")]
fn files() -> anyhow::Result<Vec<File>> {
    const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/sdk.rs"));
    let borrowed = FILES
        .iter()
        .map(|(name, content)| (Cow::Borrowed(*name), Cow::Borrowed(*content)));
    Ok(borrowed.collect())
}

/// The files whose names begin with one of these prefixes. Manifests of Rust packages inherit nothing.
fn files_below(prefixes: &[&str]) -> anyhow::Result<Vec<File>> {
    let mut files = files()?;
    let root = files.iter().find(|(name, _)| name == ROOT_MANIFEST);
    let root = root.map_or_else(String::new, |(_, content)| text(content));
    let is_part = |name: &str| prefixes.iter().any(|prefix| name.starts_with(prefix));
    files.retain(|(name, _)| is_part(name));
    for (name, content) in &mut files {
        if name.rsplit('/').next() == Some(ROOT_MANIFEST) {
            *content = Cow::Owned(manifest::standalone(&text(content), &root).into_bytes());
        }
    }
    Ok(files)
}

fn text(content: &[u8]) -> String {
    String::from_utf8_lossy(content).into_owned()
}

/// The SDK below a project's own folder.
#[derive(Debug, Clone)]
pub(crate) struct Sdk {
    /// Laid out as the repository is: `guest-sdk/LANGUAGE`, `wit/VERSION`.
    pub(crate) folder: PathBuf,
    /// Changes with any of its files.
    pub(crate) digest: String,
}

impl Sdk {
    /// Writes the SDK to `folder`. `prefixes` selects the files of the language. Correct files are left alone, so that
    /// a compiler finds them unchanged. Each file is compared, because a project may come with a changed SDK.
    ///
    /// # Errors
    /// When something there cannot be read, written or removed.
    pub(crate) fn write_to(folder: &Path, prefixes: &[&str]) -> anyhow::Result<Self> {
        let files = files_below(prefixes)?;
        let digest = digest(&files);
        let sdk = Self {
            folder: folder.to_owned(),
            digest,
        };
        for (name, content) in &files {
            write(&folder.join(name.as_ref()), content)?;
        }
        let wanted = files.iter().map(|(name, _)| folder.join(name.as_ref()));
        remove_others(folder, &wanted.collect())?;
        Ok(sdk)
    }
}

fn digest(files: &[File]) -> String {
    let mut all = Vec::new();
    for (name, content) in files {
        all.extend_from_slice(name.as_bytes());
        all.push(0);
        all.extend_from_slice(Digest::of(content).hex().as_bytes());
    }
    Digest::of(&all).hex().to_owned()
}

fn write(file: &Path, content: &[u8]) -> anyhow::Result<()> {
    if whole_file::holds(file, content) {
        return Ok(());
    }
    whole_file::write(file, content, Audience::Everybody)
        .with_context(|| format!("cannot write {}", file.display()))
}

/// Removes files that an older SDK had. Files that tools made below it stay: the tools know best whether they still
/// fit.
fn remove_others(folder: &Path, wanted: &BTreeSet<PathBuf>) -> anyhow::Result<()> {
    let listed = files::list(folder).unwrap_or_default();
    for file in listed
        .into_iter()
        .filter(|file| !wanted.contains(&file.path))
    {
        fs::remove_file(&file.path)
            .with_context(|| format!("cannot remove {}", file.path.display()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const RUST: &[&str] = &["guest-sdk/rust", "host/", "wit/"];

    #[test]
    fn what_is_written_is_whole_and_left_alone_the_second_time() {
        let folder = tempfile::tempdir().unwrap();
        let sdk = Sdk::write_to(folder.path(), RUST).unwrap();
        let library = folder.path().join("guest-sdk/rust/src/lib.rs");
        assert!(library.is_file());
        assert!(folder.path().join("wit/0.1.0/lifecycle.wit").is_file());
        assert!(!folder.path().join("guest-sdk/rust/src/tests").exists());
        let time = library.metadata().unwrap().modified().unwrap();
        assert_eq!(
            Sdk::write_to(folder.path(), RUST).unwrap().digest,
            sdk.digest
        );

        let manifest = fs::read_to_string(folder.path().join("guest-sdk/rust/Cargo.toml")).unwrap();
        assert!(!manifest.contains("workspace"), "{manifest}");
        assert!(!folder.path().join("guest-sdk/python").exists());

        // Files of an older SDK go, changed ones come back, and the rest is not touched.
        let readme = folder.path().join("guest-sdk/rust/README.md");
        fs::write(&readme, "other").unwrap();
        fs::write(folder.path().join("guest-sdk/rust/src/odd.rs"), "").unwrap();
        Sdk::write_to(folder.path(), RUST).unwrap();
        assert_ne!(fs::read_to_string(&readme).unwrap(), "other");
        assert!(!folder.path().join("guest-sdk/rust/src/odd.rs").exists());
        assert_eq!(library.metadata().unwrap().modified().unwrap(), time);
    }
}
