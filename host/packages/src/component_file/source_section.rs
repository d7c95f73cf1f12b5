//! The source that a component of the development loop carries, as a custom section of its file.

use std::borrow::Cow;

use pulumi_wasm_sandbox::guest::SOURCE_SECTION;
use wasm_encoder::{ComponentSection, CustomSection};

/// Puts a source at the end of a component, which reads it when an instance begins. The compiled code of the component
/// stays the same.
pub fn append(component: &mut Vec<u8>, source: &[u8]) {
    CustomSection {
        name: Cow::Borrowed(SOURCE_SECTION),
        data: Cow::Borrowed(source),
    }
    .append_to_component(component);
}
