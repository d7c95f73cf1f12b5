//! Files of components: reading one within limits, and the names, manifest, packages and source in it.

pub mod manifest_section;
pub mod packages_section;
pub mod source_section;

use std::io::{ErrorKind, Read};
use std::path::Path;

use pulumi_wasm_capability::limits::{Limit, Limits};
use pulumi_wasm_core::text::on_one_line;
use pulumi_wasm_sandbox::guest::check_component;
use wasmparser::{Parser, Payload};

use crate::{Digest, SourceError, fetch_hint, regular_file};

/// The hint for a path that does not lead to a component.
const PATH_HINT: &str = "give the path of a `.wasm` component file";

/// Reads a file that should be a component.
///
/// # Errors
/// When it cannot be read, is larger than the limit, or is not a component that this host runs.
pub fn read_component(path: &Path, limits: &Limits) -> Result<(Vec<u8>, Digest), SourceError> {
    let shown = path.display().to_string();
    let shown = on_one_line(&shown);
    let unreadable = |error: std::io::Error| {
        let hint = match error.kind() {
            ErrorKind::PermissionDenied => "let your user read it".to_owned(),
            _ => fetch_hint(path).unwrap_or_else(|| PATH_HINT.to_owned()),
        };
        SourceError::new(format!("cannot read `{shown}`: {error}")).hint(hint)
    };
    if path.is_dir() {
        return Err(SourceError::new(format!("`{shown}` is a folder")).hint(PATH_HINT));
    }
    let file = regular_file::open(path).map_err(unreadable)?;
    let limit = limits.get(Limit::ComponentSize);
    let mut bytes = Vec::new();
    file.take(limit.saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(unreadable)?;
    if bytes.len() as u64 > limit {
        return Err(too_large(&format!("`{shown}`"), limits));
    }
    require_world(&bytes, &shown)?;
    let digest = Digest::of(&bytes);
    Ok((bytes, digest))
}

/// The refusal of a component's file that is larger than the limit.
pub(crate) fn too_large(subject: &str, limits: &Limits) -> SourceError {
    let limit = Limit::ComponentSize;
    SourceError::new(format!(
        "{subject} is larger than the limit {} of {}",
        limit.name(),
        limit.show(limits.get(limit))
    ))
    .hint(limits.hint(limit))
}

/// Fails if some bytes are not a component that this host runs.
pub(crate) fn require_world(bytes: &[u8], shown: &str) -> Result<(), SourceError> {
    check_component(bytes).map_err(|error| {
        SourceError::new(format!("`{shown}` cannot be used: {error}")).hint(error.hint())
    })
}

/// The content of a component's last custom section with this name, outside of the modules and components in it.
///
/// # Errors
/// If the component is damaged.
fn last_section<'a>(component: &'a [u8], name: &str) -> wasmparser::Result<Option<&'a [u8]>> {
    let mut found = None;
    let mut depth = 0_usize;
    for payload in Parser::new(0).parse_all(component) {
        match payload? {
            Payload::ModuleSection { .. } | Payload::ComponentSection { .. } => depth += 1,
            Payload::End(_) => depth = depth.saturating_sub(1),
            Payload::CustomSection(section) if depth == 0 && section.name() == name => {
                found = Some(section.data());
            }
            _ => {}
        }
    }
    Ok(found)
}

/// The names of a component's imports and of its exports, in the order in which it has them; of a damaged one, those before
/// the damage.
#[must_use]
pub fn component_names(component: &[u8]) -> (Vec<String>, Vec<String>) {
    let (mut imports, mut exports) = (Vec::new(), Vec::new());
    let mut depth = 0_usize;
    for payload in Parser::new(0).parse_all(component).map_while(Result::ok) {
        match payload {
            Payload::ModuleSection { .. } | Payload::ComponentSection { .. } => depth += 1,
            Payload::End(_) => depth = depth.saturating_sub(1),
            Payload::ComponentImportSection(section) if depth == 0 => {
                let names = section.into_iter().map_while(Result::ok);
                imports.extend(names.map(|import| import.name.name.to_owned()));
            }
            Payload::ComponentExportSection(section) if depth == 0 => {
                let names = section.into_iter().map_while(Result::ok);
                exports.extend(names.map(|export| export.name.name.to_owned()));
            }
            _ => {}
        }
    }
    (imports, exports)
}
