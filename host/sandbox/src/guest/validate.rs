//! Whether a file is a component that this host can run, judged before anything of it runs.

use wasmparser::{ComponentExternalKind, Encoding, Parser, Payload};

use super::versions::{self, PACKAGE};
use crate::engine::bounded_text;

/// The first bytes of files of compiled code, including files of the engine.
const COMPILED: &[u8] = b"\x7fELF";

/// The fault of a file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ComponentError {
    #[error("it is empty")]
    Empty,
    #[error("it is not a WebAssembly file: it begins with 0x{0}")]
    NotWasm(String),
    #[error(
        "it is compiled machine code, which this host never loads: loading it would be running it"
    )]
    Compiled,
    #[error("it is a core WebAssembly module, not a component")]
    CoreModule,
    #[error("it is damaged or cut off: {0}")]
    Damaged(String),
    #[error(
        "it is a component, but not a Pulumi provider: it does not export `{PACKAGE}lifecycle`"
    )]
    OtherWorld,
    #[error(
        "it was built for version {found} of the provider interface, and this host knows {}",
        known()
    )]
    NewerInterface { found: String },
}

impl ComponentError {
    /// The advice for the user.
    #[must_use]
    pub fn hint(&self) -> String {
        match self {
            ComponentError::Empty | ComponentError::NotWasm(_) => {
                "give the path of a `.wasm` component file".to_owned()
            }
            ComponentError::Compiled => {
                "give the path of the `.wasm` component file that it was compiled from".to_owned()
            }
            ComponentError::CoreModule => {
                "wrap it as a component: `pulumi-wasm wrap MODULE.wasm -o COMPONENT.wasm`".to_owned()
            }
            ComponentError::Damaged(_) => "build or download it again".to_owned(),
            ComponentError::OtherWorld => "build it with one of the provider SDKs".to_owned(),
            ComponentError::NewerInterface { .. } => {
                "install a newer version of the `wasm` plugin, or build the component with an older SDK".to_owned()
            }
        }
    }
}

/// The versions of the interface that this host runs.
fn known() -> String {
    versions::numbers().collect::<Vec<_>>().join(", ")
}

/// Checks that a file is a component with the provider interface in a version that this host runs.
///
/// # Errors
/// The kind of the file, if it is not a provider component.
pub fn check_component(bytes: &[u8]) -> Result<(), ComponentError> {
    if bytes.starts_with(COMPILED) {
        return Err(ComponentError::Compiled);
    }
    if bytes.is_empty() {
        return Err(ComponentError::Empty);
    }
    if !bytes.starts_with(b"\0asm") {
        let start = hex::encode(bytes.get(..8).unwrap_or(bytes));
        return Err(ComponentError::NotWasm(start));
    }
    let mut is_known = false;
    let mut lifecycle = None;
    let mut newer_import = None;
    let (mut has_known_components, mut newer_components) = (false, None);
    let mut depth = 0_usize;
    for payload in Parser::new(0).parse_all(bytes) {
        match payload.map_err(|error| ComponentError::Damaged(bounded_text(&error)))? {
            Payload::Version {
                encoding: Encoding::Module,
                ..
            } if depth == 0 => return Err(ComponentError::CoreModule),
            // The parser treats the end of the file as the end of the nested part.
            Payload::ModuleSection {
                unchecked_range, ..
            }
            | Payload::ComponentSection {
                unchecked_range, ..
            } if unchecked_range.end > bytes.len() => {
                return Err(ComponentError::Damaged("the file is truncated".to_owned()));
            }
            Payload::ModuleSection { .. } | Payload::ComponentSection { .. } => depth += 1,
            Payload::UnknownSection { id, .. } => {
                return Err(ComponentError::Damaged(format!(
                    "it has an unknown section {id}"
                )));
            }
            Payload::End(_) => depth = depth.saturating_sub(1),
            Payload::ComponentExportSection(exports) if depth == 0 => {
                for export in exports {
                    let export =
                        export.map_err(|error| ComponentError::Damaged(bounded_text(&error)))?;
                    if export.kind != ComponentExternalKind::Instance {
                        continue;
                    }
                    let name = export.name.name;
                    let Some(rest) = name.strip_prefix(PACKAGE) else {
                        continue;
                    };
                    let version = |rest: &str| bounded_text(&rest.trim_start_matches('@'));
                    if let Some(rest) = rest.strip_prefix("lifecycle") {
                        is_known |= versions::is_exported(name);
                        lifecycle = Some(version(rest));
                    } else if let Some(rest) = rest.strip_prefix("components") {
                        if versions::is_exported(name) {
                            has_known_components = true
                        } else {
                            newer_components = Some(version(rest))
                        }
                    }
                }
            }
            Payload::ComponentImportSection(imports) if depth == 0 => {
                for import in imports {
                    let import =
                        import.map_err(|error| ComponentError::Damaged(bounded_text(&error)))?;
                    if let Some((_, version)) = import
                        .name
                        .name
                        .strip_prefix(PACKAGE)
                        .and_then(|interface| interface.split_once('@'))
                        && !versions::numbers().any(|known| known == version)
                    {
                        newer_import = Some(bounded_text(&version));
                    }
                }
            }
            _ => {}
        }
    }
    // A component for several versions runs if one of them is known.
    let unknown = match (is_known, lifecycle) {
        (true, _) if has_known_components => newer_import,
        (true, _) => newer_import.or(newer_components),
        (false, Some(found)) => Some(found),
        (false, None) => return Err(ComponentError::OtherWorld),
    };
    unknown.map_or(Ok(()), |found| {
        Err(ComponentError::NewerInterface { found })
    })
}

#[cfg(test)]
mod tests;
