//! The version of the interface that a component was built for.

use wasmparser::{Parser, Payload};

/// The prefix of the names of our interfaces.
const PACKAGE: &str = "pulumi-wasm:provider/";

/// The version in the names of its exports, or `None` if they have no version.
pub(super) fn version(component: &[u8]) -> Option<String> {
    let mut depth = 0_usize;
    for payload in Parser::new(0).parse_all(component) {
        match payload.ok()? {
            Payload::ModuleSection { .. } | Payload::ComponentSection { .. } => depth += 1,
            Payload::End(_) => depth = depth.saturating_sub(1),
            Payload::ComponentExportSection(exports) if depth == 0 => {
                for export in exports {
                    let name = export.ok()?.name.name;
                    let version = name
                        .strip_prefix(PACKAGE)
                        .and_then(|rest| rest.split_once('@'));
                    if let Some((_, version)) = version {
                        return Some(version.to_owned());
                    }
                }
            }
            _ => {}
        }
    }
    None
}
