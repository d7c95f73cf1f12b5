//! Functions that take a recorded state that may lack properties: `saved: ThingPartial` instead of `saved: Self`.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::{FnArg, Ident, ItemImpl, Type};

use super::functions::{conditions, functions_mut, mentions};

/// The functions that get a recorded state, as their second parameter.
const WITH_STATE: [&str; 5] = ["resume", "read", "update", "preview_update", "delete"];

/// Gives each function that takes a partial state the name that the trait has for it; returns the code that notes them.
pub(super) fn take(implementation: &mut ItemImpl) -> TokenStream {
    let partials = partials_of(&implementation.self_ty);
    let mut noted = Vec::new();
    for function in functions_mut(implementation) {
        let name = function.sig.ident.to_string();
        let Some(FnArg::Typed(state)) = function.sig.inputs.get(1) else {
            continue;
        };
        let kind = state.ty.to_token_stream();
        let is_partial = partials
            .iter()
            .any(|partial| mentions(kind.clone(), partial));
        if WITH_STATE.contains(&name.as_str()) && is_partial {
            let conditions: Vec<_> = conditions(function).cloned().collect();
            noted.push(quote!(#(#conditions)* #name));
            function.sig.ident = format_ident!("{name}_partial", span = function.sig.ident.span());
        }
    }
    quote!(const TAKES_PARTIAL: &'static [&'static str] = &[#(#noted),*];)
}

/// The names of the type: that which the derive writes, and that of the trait.
fn partials_of(subject: &Type) -> Vec<Ident> {
    let mut names = vec![format_ident!("Partial")];
    if let Type::Path(path) = subject
        && let Some(segment) = path.path.segments.last()
    {
        names.push(format_ident!("{}Partial", segment.ident));
    }
    names
}
