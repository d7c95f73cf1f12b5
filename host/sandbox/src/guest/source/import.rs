//! The import that a component reads its own source with.

use wasmtime::component::{Component, Linker};
use wasmtime::{Result, StoreContextMut};

use crate::guest::state::GuestState;

const INTERFACE: &str = "pulumi-wasm:development/source@0.1.0";

/// Adds the import to a linker. A component without a source reads an empty source.
///
/// # Errors
/// When the linker has it already.
pub(crate) fn link(linker: &mut Linker<GuestState>) -> Result<()> {
    linker.instance(INTERFACE)?.func_wrap(
        "read",
        |mut store: StoreContextMut<'_, GuestState>, (number,): (u32,)| {
            let state = store.data_mut();
            let Some(source) = state.source.clone() else {
                return Ok((String::new(),));
            };
            let cannot = |error: std::io::Error| {
                wasmtime::Error::msg(format!(
                    "the source in the component cannot be read: {error}"
                ))
            };
            let part = source.part(number).map_err(cannot)?;
            state.lowered = Some(state.current_call.memory.reserve(part.len())?);
            Ok((part,))
        },
    )
}

/// Whether a component reads a source, so that an instance is ready only after it was loaded.
pub(crate) fn is_read_by(component: &Component, engine: &wasmtime::Engine) -> bool {
    let component = component.component_type();
    component
        .imports(engine)
        .any(|(import, _)| import == INTERFACE)
}
