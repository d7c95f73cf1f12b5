//! `fn list` among the functions of a resource's life: it has a trait of its own, because only it has a query.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, FnArg, ImplItem, ItemImpl};

use super::functions::{conditions, functions};

/// Moves a `list` into an `impl List`, whose query is the type of the first parameter.
pub(super) fn take(implementation: &mut ItemImpl) -> syn::Result<Option<TokenStream>> {
    let Some(list) = functions(implementation).find(|function| function.sig.ident == "list") else {
        return Ok(None);
    };
    let list = list.clone();
    let parameters: Vec<&FnArg> = list.sig.inputs.iter().collect();
    let [FnArg::Typed(query), FnArg::Typed(_), FnArg::Typed(_)] = parameters.as_slice() else {
        let message = "`list` is `fn list(query: ThingQuery, paging: &Paging, cx: &Context) -> Result<Page>`, where `ThingQuery` derives `Arguments`";
        return Err(syn::Error::new_spanned(&list.sig, message));
    };
    implementation
        .items
        .retain(|item| !matches!(item, ImplItem::Fn(function) if function.sig.ident == "list"));
    let (subject, query) = (&implementation.self_ty, &query.ty);
    let conditions: Vec<&Attribute> = conditions(&list).collect();
    Ok(Some(quote! {
        #(#conditions)*
        impl ::pulumi_wasm_provider::List for #subject {
            type Query = #query;
            #list
        }
    }))
}
