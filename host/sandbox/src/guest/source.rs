//! The source that a component of the development loop carries: the component is an interpreter that was compiled
//! before, and the author's modules lie in a custom section of its file. A component reads its section through one
//! import, and no other part of the host's files.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use parking_lot::Mutex;
use pulumi_wasm_core::error::CallError;
use pulumi_wasm_platform::regular_file;
use sha2::{Digest, Sha256};
use wasmparser::{Parser, Payload};

/// The name of the custom section, a child of the component's outermost part. The last section counts.
pub const SOURCE_SECTION: &str = "pulumi-wasm:source";

/// The most bytes of a component that are read.
const MAX_BYTES: u64 = 4 << 30;
/// The bytes of a part, which a guest gets at a time.
const PART: u64 = 1 << 20;
/// The most bytes of a character that follow its first one.
const MAX_REST_BYTES: u64 = 3;

/// The position of a component's source. The host keeps none of its text.
pub(super) struct Source {
    file: Mutex<File>,
    range: Range<u64>,
}

impl Source {
    /// A part of the text, by its number from 0; an empty one behind the end. Parts begin at characters.
    pub(super) fn part(&self, number: u32) -> std::io::Result<String> {
        let before = u64::from(number) * PART;
        let begin = self.range.start.saturating_add(before);
        let left = self.range.end.saturating_sub(begin);
        if left == 0 {
            return Ok(String::new());
        }
        let mut bytes = Vec::new();
        {
            let mut file = self.file.lock();
            file.seek(SeekFrom::Start(begin))?;
            let most = left.min(PART + MAX_REST_BYTES);
            (&mut *file).take(most).read_to_end(&mut bytes)?;
        }
        // A character that lies in two parts belongs to the first part.
        let rest = |from: usize| {
            let rest = bytes.iter().skip(from);
            rest.take_while(|byte| **byte & 0xc0 == 0x80).count()
        };
        let first = if number == 0 { 0 } else { rest(0) };
        let whole = usize::try_from(PART).unwrap_or(usize::MAX);
        bytes.truncate(whole.saturating_add(rest(whole)));
        let text = bytes.split_off(first.min(bytes.len()));
        String::from_utf8(text)
            .map_err(|error| std::io::Error::new(std::io::ErrorKind::InvalidData, error))
    }
}

/// Finds the source in the file of a component that reads one.
///
/// # Errors
/// If the file cannot be read, has another digest, or contains no source.
pub(super) async fn find(file: &Path, digest: &str) -> Result<Arc<Source>, CallError> {
    let (file, digest) = (file.to_owned(), digest.to_owned());
    // Files of components are large: other calls do not wait while one is read.
    let found = tokio::task::spawn_blocking(move || locate(&file, &digest)).await;
    let found = found.unwrap_or_else(|error| Err(error.to_string()));
    found.map(Arc::new).map_err(|reason| CallError::Unusable {
        reason: format!("the source in the component cannot be used: {reason}"),
        hint: Some("build the component again".to_owned()),
    })
}

fn locate(path: &Path, digest: &str) -> Result<Source, String> {
    let cannot = |error: std::io::Error| format!("cannot read {}: {error}", path.display());
    let mut file = regular_file::open(path).map_err(cannot)?;
    let mut bytes = Vec::new();
    let mut bounded = file.by_ref().take(MAX_BYTES);
    bounded.read_to_end(&mut bytes).map_err(cannot)?;
    if hex::encode(Sha256::digest(&bytes)) != digest {
        return Err(format!("{} was changed", path.display()));
    }
    let range = section(&bytes).ok_or("it has no source inside")?;
    Ok(Source {
        file: Mutex::new(file),
        range,
    })
}

/// The position of the section's content in the file.
fn section(component: &[u8]) -> Option<Range<u64>> {
    let mut found = None;
    let mut depth = 0_usize;
    for payload in Parser::new(0).parse_all(component) {
        match payload.ok()? {
            Payload::ModuleSection { .. } | Payload::ComponentSection { .. } => depth += 1,
            Payload::End(_) => depth = depth.saturating_sub(1),
            Payload::CustomSection(section) if depth == 0 && section.name() == SOURCE_SECTION => {
                let begin = section.data_offset() as u64;
                found = Some(begin..begin + section.data().len() as u64);
            }
            _ => {}
        }
    }
    found
}

pub(super) mod import;
#[cfg(test)]
mod tests;
