//! The functions of an `impl`, and looks into one.

use proc_macro2::{TokenStream, TokenTree};
use syn::{Attribute, Ident, ImplItem, ImplItemFn, ItemImpl};

/// The functions of an `impl`.
pub(super) fn functions(implementation: &ItemImpl) -> impl Iterator<Item = &ImplItemFn> {
    implementation.items.iter().filter_map(|item| match item {
        ImplItem::Fn(function) => Some(function),
        _ => None,
    })
}

/// The same, to be changed.
pub(super) fn functions_mut(
    implementation: &mut ItemImpl,
) -> impl Iterator<Item = &mut ImplItemFn> {
    implementation
        .items
        .iter_mut()
        .filter_map(|item| match item {
            ImplItem::Fn(function) => Some(function),
            _ => None,
        })
}

/// A function that is compiled out must not be noted.
pub(super) fn conditions(function: &ImplItemFn) -> impl Iterator<Item = &Attribute> {
    function
        .attrs
        .iter()
        .filter(|attribute| attribute.path().is_ident("cfg"))
}

/// Whether code has an identifier anywhere in it, in a text with places such as that of `format!` too.
pub(super) fn mentions(code: TokenStream, wanted: &Ident) -> bool {
    code.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == *wanted,
        TokenTree::Group(group) => mentions(group.stream(), wanted),
        TokenTree::Literal(text) => text.to_string().contains(&wanted.to_string()),
        TokenTree::Punct(_) => false,
    })
}
