//! Conditions of compilation: code that is not compiled for a component may use what it likes.

use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, ExprLit, Lit, Meta, Token};

/// Whether something with these attributes is left out of a component.
pub(super) fn is_left_out(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let path = attribute.path();
        if path.is_ident("cfg") {
            let condition = attribute.parse_args::<Meta>();
            return condition.is_ok_and(|condition| holds(&condition) == Some(false));
        }
        path.segments
            .last()
            .is_some_and(|last| last.ident == "test")
    })
}

/// Whether a condition holds for a component; `None` if that depends on something else, such as a feature.
fn holds(condition: &Meta) -> Option<bool> {
    match condition {
        Meta::Path(path) => match path.get_ident()?.to_string().as_str() {
            "test" | "unix" | "windows" | "doctest" => Some(false),
            _ => None,
        },
        Meta::NameValue(pair) => {
            let Expr::Lit(ExprLit {
                lit: Lit::Str(value),
                ..
            }) = &pair.value
            else {
                return None;
            };
            let value = value.value();
            match pair.path.get_ident()?.to_string().as_str() {
                "target_arch" => Some(value == "wasm32"),
                "target_family" => Some(value == "wasm"),
                "target_os" => Some(value == "unknown"),
                _ => None,
            }
        }
        Meta::List(list) => {
            let parts = list
                .parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)
                .ok()?;
            let mut held = parts.iter().map(holds);
            match list.path.get_ident()?.to_string().as_str() {
                "not" => held.next()?.map(|holds| !holds),
                "all" => fold(held, false),
                "any" => fold(held, true),
                _ => None,
            }
        }
    }
}

/// `any` or `all` of some conditions: `decisive` is the one answer that decides.
fn fold(mut held: impl Iterator<Item = Option<bool>>, decisive: bool) -> Option<bool> {
    held.try_fold(Some(!decisive), |so_far, next| match next {
        Some(next) if next == decisive => Err(Some(decisive)),
        Some(_) => Ok(so_far),
        None => Ok(None),
    })
    .unwrap_or_else(|decided| decided)
}
