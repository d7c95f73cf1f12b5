//! The manifest as a custom section of the component file.

use std::borrow::Cow;

use wasm_encoder::{ComponentSection, CustomSection};

use super::last_section;

/// The section's name.
pub const NAME: &str = "pulumi-wasm:manifest";

/// The manifest in a component, if one was embedded: the last one counts.
#[must_use]
pub fn find(component: &[u8]) -> Option<String> {
    let found = last_section(component, NAME).ok().flatten();
    found.map(|text| String::from_utf8_lossy(text).into_owned())
}

/// Appends a manifest to a component without one.
pub fn append(component: &mut Vec<u8>, manifest: &str) {
    CustomSection {
        name: Cow::Borrowed(NAME),
        data: Cow::Borrowed(manifest.as_bytes()),
    }
    .append_to_component(component);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_in_is_found() {
        let mut component = wat::parse_str("(component (core module))").expect("valid text");
        assert_eq!(find(&component), None);
        append(&mut component, "{\"manifest\":1}");
        assert_eq!(find(&component).as_deref(), Some("{\"manifest\":1}"));
        assert_eq!(find(b"no wasm"), None);
    }
}
