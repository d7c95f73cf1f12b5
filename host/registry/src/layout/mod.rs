//! Components in files: an OCI image layout (OCI image specification 1.1) in a tar archive or a folder, as
//! `skopeo` and `oras` read and write it.
//!
//! A layout is trusted as little as a registry: bytes are compared with their digests, and all sizes are bounded.
//! At most one component is in memory at a time.
//!
//! A folder is read without following links, because a link could lead to any file of the machine.

pub(crate) mod archive;
mod compression;
pub(crate) mod referrers;

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use pulumi_wasm_capability::limits::{Limit, Limits};
use pulumi_wasm_core::text::Excerpt;
use pulumi_wasm_platform::files::open_without_waiting;
use serde::Deserialize;
use serde_json::json;
use tar::{Builder, EntryType, Header};

use crate::artifact::descriptor::Named;
use crate::artifact::manifest::{self, MANIFEST};
use crate::bounded_list::BoundedList;
use crate::layout::archive::ArchiveFiles;
use crate::layout::compression::{Compression, MAX_MARK_BYTES};
use crate::{Artifact, Descriptor, Digest, Reference, Referrer, RegistryError};

/// The file names of a layout.
const MARK: &str = "oci-layout";
const INDEX: &str = "index.json";
const BLOBS: &str = "blobs/sha256";
/// The annotation with a manifest's name in a layout.
const NAME: &str = "org.opencontainers.image.ref.name";
/// The maximum number of entries in an index, and its maximum size in bytes.
const MAX_ENTRIES: usize = 128;
const MAX_INDEX_BYTES: u64 = 4 << 20;
/// The time of every file: 1 January 1980. Some programs for unpacking reject earlier times.
const TIME: u64 = 315_532_800;

/// A layout in a tar archive or a folder.
#[derive(Debug, Clone)]
pub struct Layout {
    path: PathBuf,
    /// The files of the archive, after they were listed.
    files: Arc<OnceLock<ArchiveFiles>>,
}

/// A component in a layout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LaidOut {
    /// Its name in the layout, which is not verified.
    pub name: Option<String>,
    /// The digest of its manifest.
    pub manifest: Digest,
    /// The component. [`Layout::component`] reads its bytes.
    pub component: Descriptor,
}

#[derive(Deserialize)]
struct Index {
    #[serde(default)]
    manifests: BoundedList<LayoutEntry, MAX_ENTRIES>,
}

/// Other members are not parsed, because each takes far more memory than its text.
#[derive(Deserialize)]
struct LayoutEntry {
    digest: String,
    #[serde(default)]
    annotations: Annotations,
}

#[derive(Default, Deserialize)]
struct Annotations {
    #[serde(rename = "org.opencontainers.image.ref.name", default)]
    name: Option<String>,
}

impl Artifact {
    /// A tar archive with the layout of this artifact and its referrers. Equal content gives equal bytes.
    ///
    /// # Errors
    /// If the archive cannot be written.
    pub fn to_layout(&self, reference: &Reference, referrers: &[Referrer]) -> io::Result<Vec<u8>> {
        let name = match reference.tag() {
            Some(tag) => format!("{}:{tag}", reference.place()),
            None => reference.place(),
        };
        let mut entries = vec![json!({
            "mediaType": MANIFEST,
            "digest": self.digest().to_string(),
            "size": self.manifest.len(),
            "annotations": { NAME: name },
        })];
        entries.extend(referrers.iter().map(Referrer::entry));
        let index = json!({ "schemaVersion": 2, "manifests": entries });
        let mut archive = Builder::new(Vec::new());
        let mut add = |name: &str, bytes: &[u8]| {
            let mut header = Header::new_ustar();
            header.set_entry_type(EntryType::Regular);
            header.set_size(bytes.len() as u64);
            header.set_mode(0o644);
            header.set_mtime(TIME);
            header.set_uid(0);
            header.set_gid(0);
            archive.append_data(&mut header, name, bytes)
        };
        add(MARK, br#"{"imageLayoutVersion":"1.0.0"}"#)?;
        add(INDEX, index.to_string().as_bytes())?;
        let own = [&self.manifest, &self.config, &self.component];
        let others = referrers.iter().flat_map(Referrer::contents);
        let mut added = BTreeSet::new();
        for blob in own.into_iter().chain(others) {
            // All signatures share one empty config.
            if !added.insert(Digest::of(blob)) {
                continue;
            }
            add(&format!("{BLOBS}/{}", Digest::of(blob).hex()), blob)?;
        }
        archive.into_inner()
    }
}

impl Layout {
    /// Whether a folder has the marker file of a layout.
    #[must_use]
    pub fn is_at(folder: &Path) -> bool {
        folder.join(MARK).is_file()
    }

    /// The layout at a path. Nothing is read yet.
    #[must_use]
    pub fn at(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            files: Arc::default(),
        }
    }

    /// The components in the layout, without other content. Their bytes are verified, but not kept.
    /// [`Layout::referrers`] returns signatures.
    ///
    /// # Errors
    /// If it is not a layout, has no component, or bytes do not match their digests. Each error has a hint.
    pub fn components(&self, limits: &Limits) -> Result<Vec<LaidOut>, RegistryError> {
        let (mut found, mut verified) = (Vec::new(), BTreeSet::new());
        let mut other = None;
        for (digest, name) in self.entries()? {
            let bytes = self.blob(&digest, manifest::MAX_BYTES as u64)?;
            match manifest::component(&bytes, None) {
                Ok(component) => {
                    let limit = Limit::ComponentSize;
                    if component.size > limits.get(limit) {
                        return Err(self
                            .wrong(&format!(
                                "a component in it has {}, and the limit {} is {}",
                                limit.show(component.size),
                                limit.name(),
                                limit.show(limits.get(limit))
                            ))
                            .hint(limits.hint(limit)));
                    }
                    if !verified.contains(&component.digest) {
                        self.blob(&component.digest, component.size)?;
                        verified.insert(component.digest.clone());
                    }
                    found.push(LaidOut {
                        name,
                        manifest: digest,
                        component,
                    });
                }
                Err(error) => other = Some(error),
            }
        }
        match (found.is_empty(), other) {
            (false, _) => Ok(found),
            (true, Some(error)) => Err(error),
            (true, None) => Err(self.wrong("it has no component")),
        }
    }

    /// The manifests in the index, with their names.
    pub(crate) fn entries(&self) -> Result<Vec<(Digest, Option<String>)>, RegistryError> {
        if let Some(Compression { name, program, .. }) = self.compression() {
            return Err(self
                .wrong(&format!(
                    "it is compressed with {name}, and a layout is a plain tar archive"
                ))
                .hint(format!(
                    "run `{program}` with it first, and give the file that it writes"
                )));
        }
        let mark = self.read(MARK, MAX_INDEX_BYTES)?;
        let (Some(_), Some(index)) = (mark, self.read(INDEX, MAX_INDEX_BYTES)?) else {
            return Err(self.wrong("it has no `oci-layout` and `index.json`").hint(
                "`pulumi-wasm pull oci://… --layout FILE.tar` writes a layout; `pulumi-wasm cache add FILE.wasm` takes a component",
            ));
        };
        let index: Index = serde_json::from_slice(&index).map_err(|error| {
            let error = error.to_string();
            self.wrong(&format!("its index: {}", Excerpt::reason(&error)))
        })?;
        if index.manifests.count > MAX_ENTRIES {
            return Err(self.wrong(&format!("it has more than {MAX_ENTRIES} entries")));
        }
        let entries = index.manifests.items.into_iter().map(|entry| {
            let named = Named {
                digest: entry.digest,
                ..Named::default()
            };
            Ok((named.descriptor()?.digest, entry.annotations.name))
        });
        entries.collect()
    }

    /// The bytes of a component. They are compared with the digest again, because the layout may have changed.
    ///
    /// # Errors
    /// If the component is missing or was changed. The error has a hint.
    pub fn component(&self, found: &LaidOut) -> Result<Vec<u8>, RegistryError> {
        self.blob(&found.component.digest, found.component.size)
    }

    /// Reads the blob with a digest.
    pub(crate) fn blob(&self, digest: &Digest, max: u64) -> Result<Vec<u8>, RegistryError> {
        let bytes = self.read(&format!("{BLOBS}/{}", digest.hex()), max)?;
        let bytes = bytes.ok_or_else(|| {
            self.wrong(&format!("it does not have {digest}, which it names"))
                .hint("copy the whole layout again")
        })?;
        let found = Digest::of(&bytes);
        if found == *digest {
            Ok(bytes)
        } else {
            Err(self
                .wrong(&format!("its bytes for {digest} have the digest {found}"))
                .hint("it was damaged or changed on its way; copy it again"))
        }
    }

    /// Reads a file of the layout, or returns `None` if it is missing.
    fn read(&self, name: &str, max: u64) -> Result<Option<Vec<u8>>, RegistryError> {
        let read = if self.path.is_dir() {
            self.read_in_folder(name, max)
        } else {
            self.read_in_archive(name, max)
        };
        let bytes = read.map_err(|error| {
            RegistryError::new(format!("cannot read `{}`: {error}", self.path.display()))
                .hint("give the archive that `pulumi-wasm pull --layout` wrote, or the folder of an OCI layout")
        })?;
        match bytes {
            Some(bytes) if bytes.len() as u64 > max => {
                Err(self.wrong(&format!("`{name}` in it has more than {max} bytes")))
            }
            bytes => Ok(bytes),
        }
    }

    fn read_in_folder(&self, name: &str, max: u64) -> io::Result<Option<Vec<u8>>> {
        // Each part of the path is judged, because `blobs` may be a link as well.
        let mut file = self.path.clone();
        for part in name.split('/') {
            file.push(part);
            let found = match file.symlink_metadata() {
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
                found => found?,
            };
            if found.is_symlink() {
                return Err(io::Error::other(format!(
                    "`{name}` in it is a link, or is reached through a link"
                )));
            }
        }
        match open(&file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            opened => whole(opened?, max).map(Some),
        }
    }

    fn read_in_archive(&self, name: &str, max: u64) -> io::Result<Option<Vec<u8>>> {
        let archive = open(&self.path)?;
        let files = match self.files.get() {
            Some(files) => files,
            None => {
                let listed = ArchiveFiles::list(&archive, is_of_layout)?;
                self.files.get_or_init(|| listed)
            }
        };
        let file = files.open(&archive, name)?;
        file.map(|file| whole(file, max)).transpose()
    }

    /// How the file is compressed, if it is. A file that cannot be read is reported by the first real read.
    fn compression(&self) -> Option<&'static Compression> {
        let start = open(&self.path).and_then(|file| whole(file, MAX_MARK_BYTES));
        compression::of(&start.ok()?)
    }

    fn wrong(&self, reason: &str) -> RegistryError {
        RegistryError::new(format!(
            "`{}` is not a layout of components: {reason}",
            self.path.display()
        ))
    }
}

/// Whether the files of a layout have names of this form.
fn is_of_layout(name: &[u8]) -> bool {
    let blob = name.strip_prefix(BLOBS.as_bytes());
    name == MARK.as_bytes() || name == INDEX.as_bytes() || blob.is_some()
}

/// Opens a file, if it is a regular file.
fn open(path: &Path) -> io::Result<File> {
    let file = open_without_waiting(path)?;
    if file.metadata()?.is_file() {
        Ok(file)
    } else {
        Err(io::Error::other("it is not a regular file"))
    }
}

/// Reads all bytes, but at most one more than `max`.
fn whole(source: impl Read, max: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(max.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use serde_json::Value;
    use tar::Archive;

    use super::*;
    use crate::ArtifactMetadata;

    const COMPONENT: &[u8] = b"\0asm: as good as one here";

    fn artifact() -> Artifact {
        Artifact::new(COMPONENT.to_vec(), &ArtifactMetadata::default())
    }

    fn reference() -> Reference {
        "oci://ghcr.io/acme/provider:1.2.0"
            .parse()
            .expect("a reference")
    }

    /// The components of a layout with these bytes.
    fn laid_out(archive: &[u8]) -> Result<Vec<LaidOut>, RegistryError> {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("acme.tar");
        fs::write(&file, archive).expect("a file");
        Layout::at(&file).components(&Limits::default())
    }

    #[test]
    fn what_is_written_is_read_from_an_archive_and_from_a_folder() {
        let archive = artifact().to_layout(&reference(), &[]).expect("an archive");
        let again = artifact().to_layout(&reference(), &[]).expect("an archive");
        assert_eq!(archive, again);
        let expected = [LaidOut {
            name: Some("ghcr.io/acme/provider:1.2.0".to_owned()),
            manifest: artifact().digest(),
            component: Descriptor {
                digest: Digest::of(COMPONENT),
                size: COMPONENT.len() as u64,
            },
        }];
        assert_eq!(laid_out(&archive).expect("components"), expected);
        let folder = tempfile::tempdir().expect("a folder");
        Archive::new(archive.as_slice())
            .unpack(folder.path())
            .expect("files");
        let layout = Layout::at(folder.path());
        let found = layout.components(&Limits::default());
        assert_eq!(found.expect("components"), expected);
        assert_eq!(layout.component(&expected[0]).expect("bytes"), COMPONENT);
        // Content that changed after it was verified is refused.
        let blob = folder.path().join(BLOBS).join(Digest::of(COMPONENT).hex());
        fs::write(blob, b"\0asm: other bytes").expect("a file");
        let error = layout.component(&expected[0]).expect_err("an error");
        assert_says_damaged(&error.to_string());
    }

    fn assert_says_damaged(error: &str) {
        assert!(error.contains("its bytes for sha256:"), "{error}");
        assert!(error.contains("\nhint: "), "{error}");
    }

    #[test]
    fn a_compressed_archive_is_told_with_the_program_that_undoes_it() {
        for (mark, name, program) in [
            (b"\x1f\x8b\x08\0".as_slice(), "gzip", "gunzip"),
            (b"\x28\xb5\x2f\xfd", "zstd", "unzstd"),
            (b"\xfd7zXZ\0", "xz", "unxz"),
            (b"BZh9", "bzip2", "bunzip2"),
        ] {
            let bytes = [mark, &[0xff; 2000]].concat();
            let error = laid_out(&bytes).expect_err("an error").to_string();
            let reason = format!("it is compressed with {name}, and a layout is a plain tar");
            for part in [&reason, &format!("\nhint: run `{program}` with it first")] {
                assert!(error.contains(part), "{error}");
            }
        }
        // The bytes of any other file are not in the message.
        let error = laid_out(&[0x1b; 2000]).expect_err("an error").to_string();
        assert!(error.contains("it is not a tar archive"), "{error}");
        assert!(!error.contains(['\u{1b}', '\\']), "{error}");
    }

    #[test]
    fn an_index_with_one_entry_many_times_names_one_component_many_times() {
        let folder = tempfile::tempdir().expect("a folder");
        let archive = artifact().to_layout(&reference(), &[]).expect("an archive");
        Archive::new(archive.as_slice())
            .unpack(folder.path())
            .expect("files");
        let index = fs::read(folder.path().join(INDEX)).expect("an index");
        let mut index: Value = serde_json::from_slice(&index).expect("JSON");
        let entry = index["manifests"][0].clone();
        index["manifests"] = json!(vec![entry; MAX_ENTRIES]);
        fs::write(folder.path().join(INDEX), index.to_string()).expect("a file");
        let layout = Layout::at(folder.path());
        let found = layout.components(&Limits::default()).expect("components");
        assert_eq!(found.len(), MAX_ENTRIES);
        for component in &found {
            let bytes = layout.component(component).expect("bytes");
            assert_eq!(bytes, COMPONENT);
        }
    }

    #[test]
    fn bytes_that_are_not_those_of_their_digest_are_refused() {
        let archive = artifact().to_layout(&reference(), &[]).expect("an archive");
        let at = |part: &[u8]| {
            let mut places = archive.windows(part.len());
            places.position(|bytes| bytes == part).expect("a place")
        };
        for part in [COMPONENT, b"\"layers\"".as_slice()] {
            let mut changed = archive.clone();
            changed[at(part) + 2] ^= 1;
            let error = laid_out(&changed).expect_err("an error").to_string();
            assert_says_damaged(&error);
        }
    }

    #[test]
    fn what_is_no_layout_is_told() {
        let mut empty = Builder::new(Vec::new());
        empty.finish().expect("an archive");
        let empty = empty.into_inner().expect("bytes");
        let whole = artifact().to_layout(&reference(), &[]).expect("an archive");
        for (archive, expected) in [
            (empty.as_slice(), "has no `oci-layout`"),
            (b"".as_slice(), "has no `oci-layout`"),
            (&whole[..2048], "does not have sha256:"),
            (COMPONENT, "cannot read"),
        ] {
            let error = laid_out(archive).expect_err("an error").to_string();
            assert!(
                error.contains(expected) || error.contains("has no `oci-layout`"),
                "{expected}: {error}"
            );
        }
        let gone = Layout::at(Path::new("/no/such/file")).components(&Limits::default());
        let error = gone.expect_err("an error").to_string();
        assert!(error.contains("cannot read `/no/such/file`"), "{error}");
    }

    #[test]
    fn a_component_above_the_limit_is_not_read() {
        let archive = artifact().to_layout(&reference(), &[]).expect("an archive");
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("acme.tar");
        fs::write(&file, archive).expect("a file");
        let mut limits = Limits::default();
        limits.set(Limit::ComponentSize, 3);
        let error = Layout::at(&file).components(&limits).expect_err("an error");
        let error = error.to_string();
        assert!(error.contains("the limit component-size"), "{error}");
        assert!(error.contains("\nhint: raise it with"), "{error}");
    }

    #[test]
    fn a_link_in_a_folder_is_not_followed() {
        for linked in [INDEX, "blobs", BLOBS] {
            let folder = tempfile::tempdir().expect("a folder");
            let archive = artifact().to_layout(&reference(), &[]).expect("an archive");
            Archive::new(archive.as_slice())
                .unpack(folder.path())
                .expect("files");
            let (place, other) = (folder.path().join(linked), folder.path().join("elsewhere"));
            fs::rename(&place, &other).expect("moved");
            std::os::unix::fs::symlink(&other, &place).expect("a link");
            let found = Layout::at(folder.path()).components(&Limits::default());
            let error = found.expect_err(linked).to_string();
            assert!(
                error.contains("is a link, or is reached through a link"),
                "{error}"
            );
        }
    }

    #[test]
    fn an_index_is_counted_while_it_is_read() {
        // Parsed as a generic tree of values, this would take hundreds of mebibytes.
        let members: String = (0..200_000)
            .map(|number| format!("\"{number:x}\":[],"))
            .collect();
        let entry = format!(
            "{{\"digest\":\"{}\",{members}\"annotations\":{{{members}\"{NAME}\":\"a\"}}}}",
            artifact().digest()
        );
        let index: Index =
            serde_json::from_str(&format!("{{\"manifests\":[{entry}]}}")).expect("an index");
        assert_eq!(
            index.manifests.items[0].annotations.name.as_deref(),
            Some("a")
        );
        let many = format!(
            "{{\"manifests\":[{}{{}}]}}",
            "{\"digest\":\"x\"},".repeat(90_000)
        );
        let index: Index = serde_json::from_str(&many).expect("an index");
        assert_eq!(
            (index.manifests.items.len(), index.manifests.count),
            (MAX_ENTRIES, 90_001)
        );
    }

    #[test]
    fn entries_that_are_no_components_are_passed_over() {
        let folder = tempfile::tempdir().expect("a folder");
        let archive = artifact().to_layout(&reference(), &[]).expect("an archive");
        Archive::new(archive.as_slice())
            .unpack(folder.path())
            .expect("files");
        let other = br#"{"schemaVersion":2,"config":{},"layers":[]}"#;
        let digest = Digest::of(other);
        fs::write(folder.path().join(BLOBS).join(digest.hex()), other).expect("a file");
        let index = fs::read(folder.path().join(INDEX)).expect("an index");
        let mut index: Value = serde_json::from_slice(&index).expect("JSON");
        let entry =
            json!({ "mediaType": MANIFEST, "digest": digest.to_string(), "size": other.len() });
        let entries = index["manifests"].as_array_mut().expect("a list");
        entries.push(entry.clone());
        fs::write(folder.path().join(INDEX), index.to_string()).expect("a file");
        let found = Layout::at(folder.path()).components(&Limits::default());
        assert_eq!(found.expect("components").len(), 1);
        index["manifests"] = json!([entry]);
        fs::write(folder.path().join(INDEX), index.to_string()).expect("a file");
        let found = Layout::at(folder.path()).components(&Limits::default());
        let error = found.expect_err("an error").to_string();
        assert!(error.contains("not a component"), "{error}");
        index["manifests"] = json!(vec![entry; MAX_ENTRIES + 1]);
        fs::write(folder.path().join(INDEX), index.to_string()).expect("a file");
        let found = Layout::at(folder.path()).components(&Limits::default());
        let error = found.expect_err("an error").to_string();
        assert!(error.contains("more than 128 entries"), "{error}");
    }
}
