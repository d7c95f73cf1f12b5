//! The keys of options.

use quote::ToTokens;
use syn::meta::ParseNestedMeta;

/// The key of an option; empty for a longer path.
pub(crate) fn key_of(meta: &ParseNestedMeta<'_>) -> String {
    meta.path
        .get_ident()
        .map(ToString::to_string)
        .unwrap_or_default()
}

/// The error for a key that an attribute does not have.
pub(crate) fn unknown_key(meta: &ParseNestedMeta<'_>, attribute: &str, known: &str) -> syn::Error {
    let key = meta.path.to_token_stream().to_string();
    meta.error(format!(
        "`{key}` is not an option of `#[{attribute}(…)]`; the options are {known}"
    ))
}
