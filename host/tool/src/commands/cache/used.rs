//! The components of the store that files on this machine name: SDKs, lock files, states, exports of states.
//!
//! A file of any format counts if it contains a digest, as text or in base64, the form in which Pulumi stores the value
//! of a package. So a component stays even if a format is unknown.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::Context;
use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use pulumi_wasm_packages::Digest;
use pulumi_wasm_platform::regular_file;

use super::contents::{Contents, Stored};
use crate::files::bounded_file;

/// Characters of a digest.
const DIGEST: usize = 64;
/// The maximum number of bytes of one file after unpacking: no SDK and no state is as large.
const MAX_BYTES: u64 = 256 << 20;
/// Folders that are large and name no component that a program runs.
const PASSED_OVER: [&str; 3] = ["node_modules", ".git", "target"];

/// The components that nothing names, in order, without the newest component of each package.
///
/// # Errors
/// When a file or a folder that may name one cannot be read.
pub(super) fn unused(contents: &Contents, folders: &[PathBuf]) -> anyhow::Result<Vec<Digest>> {
    let mut places = match folders {
        [] => vec![std::env::current_dir().context("the current folder cannot be read")?],
        folders => folders.to_vec(),
    };
    for folder in folders {
        fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    }
    let homes = homes();
    let elsewhere = backends(&homes, &mut places);
    places.extend(homes.iter().cloned());
    let mut used = Used::default();
    for place in &places {
        used.search(place)?;
    }
    println!("looked for digests in {} files below", used.files);
    for place in &places {
        println!("  {}", place.display());
    }
    for backend in elsewhere {
        println!(
            "state in {backend} is not read: a stack there may need a component in this list. `pulumi stack export --file FILE` writes its \
             state to a file, which counts in a folder that you give"
        );
    }
    Ok(remaining(&contents.stored, &used.digests))
}

/// Keeps the components that nothing names and that are not the newest of their package.
fn remaining(stored: &[Stored], used: &BTreeSet<String>) -> Vec<Digest> {
    let mut newest: BTreeMap<&str, &Stored> = BTreeMap::new();
    for stored in stored {
        let Some((name, _)) = &stored.package else {
            continue;
        };
        let newer = newest
            .get(name.as_str())
            .is_none_or(|other| other.added <= stored.added);
        if newer {
            newest.insert(name, stored);
        }
    }
    let stays = |stored: &Stored| {
        used.contains(stored.digest.hex())
            // Without a manifest that can be read, nothing is known of it.
            || stored.package.is_none()
            || newest.values().any(|newest| newest.digest == stored.digest)
    };
    let unused = stored.iter().filter(|stored| !stays(stored));
    unused.map(|stored| stored.digest.clone()).collect()
}

/// The folders in which Pulumi stores data.
fn homes() -> Vec<PathBuf> {
    let own = std::env::var_os("PULUMI_HOME").filter(|home| !home.is_empty());
    let usual = std::env::home_dir().map(|home| home.join(".pulumi"));
    let homes: BTreeSet<PathBuf> = own.map(PathBuf::from).into_iter().chain(usual).collect();
    homes.into_iter().filter(|home| home.is_dir()).collect()
}

/// Adds the folders of states that a user logged in to. Returns the backends that are not folders.
fn backends(homes: &[PathBuf], places: &mut Vec<PathBuf>) -> BTreeSet<String> {
    let from_environment = std::env::var("PULUMI_BACKEND_URL").ok();
    let mut addresses: BTreeSet<String> = from_environment.into_iter().collect();
    for home in homes {
        let document = bounded_file::small(&home.join("credentials.json")).ok();
        let document = document
            .and_then(|text| serde_json::from_slice::<serde_json::Value>(&text).ok())
            .unwrap_or_default();
        let accounts = document["accounts"].as_object().into_iter().flatten();
        addresses.extend(accounts.map(|(address, _)| address.clone()));
        addresses.extend(document["current"].as_str().map(str::to_owned));
    }
    let mut elsewhere = BTreeSet::new();
    for address in addresses.into_iter().filter(|address| !address.is_empty()) {
        match (address.strip_prefix("file://"), std::env::home_dir()) {
            (Some(path), Some(home)) if path == "~" || path.starts_with("~/") => {
                places.push(
                    home.join(path.trim_start_matches(['~', '/']))
                        .join(".pulumi"),
                );
            }
            (Some(path), _) => places.push(Path::new(path).join(".pulumi")),
            // Only the host, because the rest may contain a credential.
            (None, _) => {
                let address = address.split(['?', '#']).next().unwrap_or_default();
                let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
                let host = rest.rsplit('@').next().unwrap_or_default();
                elsewhere.insert(format!("`{}`", host.escape_debug()));
            }
        }
    }
    places.retain(|place| place.is_dir());
    places.sort();
    places.dedup();
    elsewhere
}

#[derive(Debug, Default)]
struct Used {
    digests: BTreeSet<String>,
    files: usize,
}

impl Used {
    fn search(&mut self, folder: &Path) -> anyhow::Result<()> {
        let cannot = |path: &Path| format!("cannot read {}", path.display());
        let mut folders = vec![folder.to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).with_context(|| cannot(&folder))? {
                let entry = entry.with_context(|| cannot(&folder))?;
                let (path, name) = (entry.path(), entry.file_name());
                let kind = entry.file_type().with_context(|| cannot(&path))?;
                let is_large = PASSED_OVER.iter().any(|passed| name == *passed)
                    || is_own_copy(&folder, &name.to_string_lossy());
                if kind.is_dir() && !is_large {
                    folders.push(path);
                } else if kind.is_file() || (kind.is_symlink() && path.is_file()) {
                    self.file(&path).with_context(|| cannot(&path))?;
                }
            }
        }
        Ok(())
    }

    fn file(&mut self, path: &Path) -> std::io::Result<()> {
        // Components and programs are large and name no component.
        if path.extension().is_some_and(|ending| ending == "wasm") {
            return Ok(());
        }
        let mut bytes = Vec::new();
        let mut file = regular_file::open(path)?;
        if path.extension().is_some_and(|ending| ending == "gz") {
            flate2::read::GzDecoder::new(file)
                .take(MAX_BYTES)
                .read_to_end(&mut bytes)?;
        } else {
            file.by_ref().take(MAX_BYTES).read_to_end(&mut bytes)?;
        }
        self.files += 1;
        self.text(&bytes);
        Ok(())
    }

    fn text(&mut self, bytes: &[u8]) {
        self.hex(bytes);
        let lenient = GeneralPurposeConfig::new()
            .with_decode_padding_mode(DecodePaddingMode::Indifferent)
            .with_decode_allow_trailing_bits(true);
        let base64 = GeneralPurpose::new(&STANDARD, lenient);
        let is_base64 = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
        for run in bytes.split(|byte| !is_base64(byte)) {
            // A digest alone has this many characters.
            if run.len() > DIGEST
                && let Ok(decoded) = base64.decode(run)
            {
                self.hex(&decoded);
            }
        }
    }

    fn hex(&mut self, bytes: &[u8]) {
        let is_hex = |byte: &u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        for run in bytes.split(|byte| !is_hex(byte)) {
            if run.len() == DIGEST {
                self.digests
                    .insert(String::from_utf8_lossy(run).into_owned());
            }
        }
    }
}

/// Whether a folder of Pulumi's home has copies of components: the store itself, and plugins. The file name of such a
/// copy does not count as a use of the component.
fn is_own_copy(parent: &Path, name: &str) -> bool {
    match name {
        "plugins" => parent.join("credentials.json").is_file() || parent.ends_with(".pulumi"),
        "store" | "cache" => parent.ends_with("wasm"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::time::{Duration, SystemTime};

    use super::*;

    fn digest(number: u8) -> Digest {
        format!("{number:064x}").parse().unwrap()
    }

    fn stored(number: u8, name: Option<&str>) -> Stored {
        Stored {
            signatures: 0,
            digest: digest(number),
            bytes: 1,
            added: Some(SystemTime::UNIX_EPOCH + Duration::from_secs(number.into())),
            package: name.map(|name| (name.to_owned(), "1.0.0".to_owned())),
        }
    }

    #[test]
    fn forty_builds_leave_the_newest_and_those_that_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let value = format!(
            "{{\"components\":[{{\"digest\":\"sha256:{}\"}}]}}",
            digest(7).hex()
        );
        // Wherever the value begins within the base64, and with any padding.
        let base64 = base64::engine::general_purpose::STANDARD.encode(value);
        let sdk = format!("{{\"pulumi\":{{\"parameterization\":{{\"value\":\"{base64}\"}}}}}}");
        fs::create_dir_all(folder.path().join("sdks/acme")).unwrap();
        fs::write(folder.path().join("sdks/acme/package.json"), sdk).unwrap();
        fs::write(
            folder.path().join("Pulumi.yaml"),
            format!("packages:\n  acme: --sha256 {}\n", digest(9).hex()),
        )
        .unwrap();
        let state = fs::File::create(folder.path().join("dev.json.gz")).unwrap();
        let mut state = flate2::write::GzEncoder::new(state, flate2::Compression::fast());
        write!(state, "{{\"value\":\"{}\"}}", digest(11).hex()).unwrap();
        state.finish().unwrap();

        let mut used = Used::default();
        used.search(folder.path()).unwrap();
        let mut all: Vec<Stored> = (1..=40)
            .map(|number| stored(number, Some("acme")))
            .collect();
        all.push(stored(50, Some("other")));
        all.push(stored(51, None));
        let gone = remaining(&all, &used.digests);
        let expected: Vec<Digest> = (1..40)
            .filter(|number| ![7, 9, 11].contains(number))
            .map(digest)
            .collect();
        assert_eq!(gone, expected);
    }

    #[test]
    fn what_a_store_and_packages_of_node_contain_names_nothing() {
        let folder = tempfile::tempdir().unwrap();
        for place in [".pulumi/wasm/store", "node_modules/a", ".git"] {
            fs::create_dir_all(folder.path().join(place)).unwrap();
            fs::write(folder.path().join(place).join("note"), digest(1).hex()).unwrap();
        }
        let mut used = Used::default();
        used.search(folder.path()).unwrap();
        assert_eq!(used.digests, BTreeSet::new());
        fs::create_dir_all(folder.path().join(".pulumi/wasm/journal")).unwrap();
        fs::write(
            folder.path().join(".pulumi/wasm/journal/note"),
            digest(1).hex(),
        )
        .unwrap();
        used.search(folder.path()).unwrap();
        assert_eq!(used.digests.len(), 1);
    }
}
