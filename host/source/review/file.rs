//! One file of a project: generated code, a lock file, or anything else that a language or the engine may read.
//!
//! Every language has a file that says which plugin its SDK is for: `package.json`, `pulumi-plugin.json`, a declaration in
//! YAML. But what runs is what its code says, so all files are searched for values, whatever they are and wherever they
//! lie. What those files say without being understood is told.

use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use serde::Deserialize;

use super::{Review, packed, values};
use crate::source::schema_document::PLUGIN;

/// Generated code is smaller by far; components and programs may be as large.
const MAX_BYTES: u64 = 256 << 20;
/// What a declaration in YAML has, by which the engine's host for YAML knows it among all files.
const DECLARATION: &[u8] = b"packageDeclarationVersion";

/// What says which plugin an SDK is for.
#[derive(Deserialize)]
struct Plugin {
    #[serde(default)]
    name: String,
    #[serde(default)]
    parameterization: Option<Parameterization>,
}

#[derive(Deserialize)]
struct Parameterization {
    value: String,
}

/// The `package.json` of an SDK.
#[derive(Deserialize)]
struct NodePackage {
    #[serde(default)]
    pulumi: Option<Plugin>,
}

/// Reads a file. `in_sdks`: whether it lies where only SDKs lie; there, one that describes an SDK must not be damaged.
pub(super) fn read(review: &mut Review, file: &Path, in_sdks: bool) {
    match contents(file) {
        Ok(bytes) => look_at(review, file, &bytes, in_sdks),
        Err(reason) => review.add_unreadable(file, reason),
    }
}

/// Looks at what a file says.
pub(super) fn look_at(review: &mut Review, file: &Path, bytes: &[u8], in_sdks: bool) {
    review.files += 1;
    look_into(review, file, bytes, in_sdks, 0);
}

fn look_into(review: &mut Review, file: &Path, bytes: &[u8], in_sdks: bool, depth: usize) {
    let is_found = match values::find(bytes) {
        Ok(values) => {
            for value in &values {
                review.add_value(file, None, value);
            }
            !values.is_empty()
        }
        Err(values::TooLong) => {
            review.add_unreadable(file, "it is made so that reading it takes too long");
            true
        }
    };
    if !is_found && let Err(reason) = understand(file, bytes, in_sdks) {
        review.add_unreadable(file, reason);
    }
    match packed::unpack(file, bytes) {
        Ok(files) if files.is_empty() => {}
        Ok(_) if depth == packed::MAX_DEPTH => {
            review.add_unreadable(file, "archives lie in each other too deep");
        }
        Ok(files) => {
            for (inner, content) in files {
                look_into(review, &inner, &content, in_sdks, depth + 1);
            }
        }
        Err(reason) => review.add_unreadable(file, reason),
    }
}

/// Makes sure that a file without a value is none that should have one.
fn understand(file: &Path, bytes: &[u8], in_sdks: bool) -> Result<(), String> {
    let name = file
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .to_lowercase();
    let damaged = |error: serde_json::Error| match in_sdks {
        true => Err(format!("it is damaged: {error}")),
        // Packages have such files as data of their tests.
        false => Ok(None),
    };
    let plugin = match name.as_str() {
        "package.json" => match serde_json::from_slice(bytes) {
            Ok(NodePackage { pulumi }) => pulumi,
            Err(error) => damaged(error)?,
        },
        "pulumi-plugin.json" => match serde_json::from_slice(bytes) {
            Ok(plugin) => Some(plugin),
            Err(error) => damaged(error)?,
        },
        name if name.ends_with(".yaml") || name.ends_with(".yml") => {
            if !bytes
                .windows(DECLARATION.len())
                .any(|part| part == DECLARATION)
            {
                return Ok(());
            }
            let parsed = std::str::from_utf8(bytes)
                .map_err(|error| error.to_string())
                .and_then(|text| {
                    serde_saphyr::from_str::<Plugin>(text)
                        .map_err(|error| error.without_snippet().to_string())
                });
            Some(
                parsed
                    .map_err(|error| format!("it declares a package, and is damaged: {error}"))?,
            )
        }
        _ => None,
    };
    let ours = plugin.filter(|plugin| plugin.name == PLUGIN);
    match ours.and_then(|plugin| plugin.parameterization) {
        Some(Parameterization { value }) if !value.is_empty() => {
            Err("it has a parameter for this plugin that cannot be read".to_owned())
        }
        _ => Ok(()),
    }
}

/// The bytes of a file. What is none is not waited for.
fn contents(file: &Path) -> Result<Vec<u8>, String> {
    let unreadable = |error: io::Error| format!("it cannot be read: {error}");
    let flags = rustix::fs::OFlags::NONBLOCK.bits();
    let opened: File = OpenOptions::new()
        .read(true)
        .custom_flags(i32::try_from(flags).unwrap_or_default())
        .open(file)
        .map_err(unreadable)?;
    if !opened.metadata().map_err(unreadable)?.is_file() {
        return Err("it is neither a file nor a folder".to_owned());
    }
    let mut bytes = Vec::new();
    opened
        .take(MAX_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(unreadable)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(format!("it is larger than {} MiB", MAX_BYTES >> 20));
    }
    Ok(bytes)
}
