//! The source that a component of the development loop carries: the component is an interpreter that was compiled before,
//! and the author's modules lie in a custom section of its file. A component reads its section through one import, and
//! nothing else of the host's files.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parking_lot::Mutex;
use pulumi_wasm_core::error::CallError;
use sha2::{Digest, Sha256};
use wasmparser::{Parser, Payload};
use wasmtime::component::{Component, Linker};
use wasmtime::{Result, StoreContextMut};

use super::state::GuestState;

/// The name of the custom section, a child of the component's outermost part. The last one counts.
pub const SOURCE_SECTION: &str = "pulumi-wasm:source";

/// The import that reads it.
const INTERFACE: &str = "pulumi-wasm:development/source@0.1.0";
/// The most bytes that a guest gets at a time.
const MAX_READ: u32 = 1 << 20;

/// Where the source of a component lies. The host keeps none of its text.
pub(super) struct Source {
    file: Mutex<File>,
    range: Range<u64>,
}

impl Source {
    /// So many bytes from an offset on; fewer at the end.
    fn read(&self, offset: u32, count: u32) -> std::io::Result<Vec<u8>> {
        let begin = self.range.start.saturating_add(offset.into());
        let left = self.range.end.saturating_sub(begin);
        let mut file = self.file.lock();
        file.seek(SeekFrom::Start(begin))?;
        let mut bytes = Vec::new();
        (&mut *file)
            .take(left.min(count.into()))
            .read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

/// Puts the import into a linker. A component without a source reads an empty one.
///
/// # Errors
/// When the linker has it already.
pub(super) fn link(linker: &mut Linker<GuestState>) -> Result<()> {
    linker.instance(INTERFACE)?.func_wrap(
        "read",
        |mut store: StoreContextMut<'_, GuestState>, (offset, count): (u32, u32)| {
            let state = store.data_mut();
            let Some(source) = state.source.clone() else {
                return Ok((Vec::new(),));
            };
            let count = count.min(MAX_READ);
            state.lowered = Some(state.slot.memory.reserve(count as usize)?);
            let read = source.read(offset, count);
            let read = read.map_err(|error| {
                wasmtime::Error::msg(format!("the component's file cannot be read: {error}"))
            });
            Ok((read?,))
        },
    )
}

/// Whether a component reads a source, so that an instance is ready only after it was loaded.
pub(super) fn is_read_by(component: &Component, engine: &wasmtime::Engine) -> bool {
    let component = component.component_type();
    component
        .imports(engine)
        .any(|(import, _)| import == INTERFACE)
}

/// Finds the source in the file of a component that reads one.
///
/// # Errors
/// When the file cannot be read, is another one than the digest says, or has no source.
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

fn locate(path: &PathBuf, digest: &str) -> Result<Source, String> {
    let cannot = |error: std::io::Error| format!("cannot read {}: {error}", path.display());
    let mut file = File::open(path).map_err(cannot)?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(cannot)?;
    if hex::encode(Sha256::digest(&bytes)) != digest {
        return Err(format!("{} was changed", path.display()));
    }
    let range = section(&bytes).ok_or("it has no source inside")?;
    Ok(Source {
        file: Mutex::new(file),
        range,
    })
}

/// Where the section's content lies in the file.
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

#[cfg(test)]
mod tests;
