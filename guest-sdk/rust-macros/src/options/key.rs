//! The options of attributes: their keys, one by one.

use proc_macro2::TokenTree;
use quote::ToTokens;
use syn::meta::ParseNestedMeta;
use syn::{Attribute, Meta, Token};

use crate::mistakes::Mistakes;
use crate::options::closest::{hint, property_hint};

/// The key of an option; empty for a longer path.
pub(crate) fn key_of(meta: &ParseNestedMeta<'_>) -> String {
    meta.path
        .get_ident()
        .map(ToString::to_string)
        .unwrap_or_default()
}

/// The error for a key that an attribute does not have.
pub(crate) fn unknown_key<'a>(
    meta: &ParseNestedMeta<'_>,
    attribute: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> syn::Error {
    let key = meta.path.to_token_stream().to_string();
    let hint = if attribute == "property" {
        property_hint(&key, known)
    } else {
        hint(&key, known)
    };
    meta.error(format!("`#[{attribute}(…)]` has no option `{key}`{hint}"))
}

/// Reads each option of an attribute, with the mistakes of all of them.
pub(crate) fn read_options(
    attribute: &Attribute,
    mistakes: &mut Mistakes,
    mut read: impl FnMut(&ParseNestedMeta<'_>) -> syn::Result<()>,
) {
    if matches!(attribute.meta, Meta::Path(_)) {
        return;
    }
    let result = attribute.parse_nested_meta(|meta| {
        read_option(&meta, mistakes, &mut read);
        Ok(())
    });
    mistakes.take(result);
}

/// Reads an option. After a mistake, the rest of the option is skipped.
pub(crate) fn read_option(
    meta: &ParseNestedMeta<'_>,
    mistakes: &mut Mistakes,
    read: impl FnOnce(&ParseNestedMeta<'_>) -> syn::Result<()>,
) {
    if mistakes.take(read(meta)).is_some() {
        return;
    }
    while !meta.input.is_empty() && !meta.input.peek(Token![,]) {
        if meta.input.parse::<TokenTree>().is_err() {
            return;
        }
    }
}
