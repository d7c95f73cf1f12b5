//! The functions of an `impl`.

use syn::{Attribute, ImplItem, ImplItemFn, ItemImpl};

/// The functions of an `impl`.
pub(super) fn functions(implementation: &ItemImpl) -> impl Iterator<Item = &ImplItemFn> {
    implementation.items.iter().filter_map(|item| match item {
        ImplItem::Fn(function) => Some(function),
        _ => None,
    })
}

/// A function that is compiled out must not be recorded.
pub(super) fn conditions(function: &ImplItemFn) -> impl Iterator<Item = &Attribute> {
    function
        .attrs
        .iter()
        .filter(|attribute| attribute.path().is_ident("cfg"))
}
