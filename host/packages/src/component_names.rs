//! The names of what a component imports and exports.

use wasmparser::{Parser, Payload};

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
