//! Generated SDKs and lock files.
//!
//! Every language has a file that says which plugin its SDK is for: `package.json`, `pulumi-plugin.json`, a lock file in
//! YAML. But what runs is what its code says, so all text below `sdks` is searched for values as well, in whatever
//! language it is.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;

use super::Review;
use crate::source::schema_document::PLUGIN;

/// Generated code is smaller; what is larger is none.
const MAX_BYTES: u64 = 16 << 20;
/// Shorter than the base64 form of any value: a digest alone is 64 characters.
const MIN_TOKEN: usize = 100;

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

/// Reads a file. `in_sdks`: whether it lies where only SDKs lie; elsewhere only the files that say so themselves are read.
pub(super) fn read(review: &mut Review, file: &Path, in_sdks: bool) {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let says_plugin = ["package.json", "pulumi-plugin.json"].contains(&name.as_ref());
    if !in_sdks && !says_plugin {
        return;
    }
    match contents(file) {
        Ok(text) => look_at(review, file, &text, in_sdks),
        Err(reason) if in_sdks => review.add_unreadable(file, reason),
        Err(_) => {}
    }
}

/// Looks at what a file says.
pub(super) fn look_at(review: &mut Review, file: &Path, text: &[u8], in_sdks: bool) {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    match name.as_ref() {
        "package.json" => match serde_json::from_slice(text) {
            Ok(NodePackage { pulumi }) => add(review, file, pulumi),
            Err(error) if in_sdks => review.add_unreadable(file, format!("it is damaged: {error}")),
            Err(_) => {}
        },
        "pulumi-plugin.json" => match serde_json::from_slice(text) {
            Ok(plugin) => add(review, file, Some(plugin)),
            Err(error) if in_sdks => review.add_unreadable(file, format!("it is damaged: {error}")),
            Err(_) => {}
        },
        name if name.ends_with(".yaml") => {
            // The engine's host for YAML reads every such file, and leaves out what is no lock file.
            let plugin = std::str::from_utf8(text)
                .ok()
                .and_then(|text| serde_saphyr::from_str(text).ok());
            add(review, file, plugin);
        }
        _ => {}
    }
    if in_sdks {
        search(review, file, text);
    }
}

fn add(review: &mut Review, file: &Path, plugin: Option<Plugin>) {
    let ours = plugin.filter(|plugin| plugin.name == PLUGIN);
    let Some(parameterization) = ours.and_then(|plugin| plugin.parameterization) else {
        return;
    };
    match STANDARD.decode(parameterization.value.trim()) {
        Ok(bytes) => review.add_value(file, None, &bytes),
        Err(_) => review.add_unreadable(file, "its parameter is not base64"),
    }
}

/// Finds values in any text.
fn search(review: &mut Review, file: &Path, text: &[u8]) {
    let is_base64 = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=');
    for token in text.split(|byte| !is_base64(byte)) {
        if token.len() < MIN_TOKEN {
            continue;
        }
        // `value=TOKEN` is one run of such characters.
        let tail = token
            .iter()
            .rposition(|byte| *byte != b'=')
            .map_or(token, |last| &token[..=last]);
        let start = tail
            .iter()
            .rposition(|byte| *byte == b'=')
            .map_or(0, |equals| equals + 1);
        let Some(token) = token.get(start..) else {
            continue;
        };
        if let Ok(bytes) = STANDARD.decode(token)
            && looks_like_value(&bytes)
        {
            review.add_value(file, None, &bytes);
        }
    }
}

/// Whether something is a value of ours, or was one.
fn looks_like_value(bytes: &[u8]) -> bool {
    let Ok(serde_json::Value::Object(members)) = serde_json::from_slice(bytes) else {
        return false;
    };
    members.contains_key("v") && members.contains_key("components")
}

fn contents(file: &Path) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    File::open(file)
        .and_then(|opened| opened.take(MAX_BYTES + 1).read_to_end(&mut bytes))
        .map_err(|error| format!("it cannot be read: {error}"))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err("it is too large to be looked at".to_owned());
    }
    Ok(bytes)
}
