//! `fn list` among the hooks of a resource. It belongs to a separate trait, because it is the only hook with a query.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, FnArg, GenericArgument, ImplItem, ItemImpl, PathArguments, Type};

use super::functions::{conditions, functions};

/// Moves a `list` into an `impl List`, whose query is the parameter of the type `ListRequest`.
pub(super) fn take(implementation: &mut ItemImpl) -> syn::Result<Option<TokenStream>> {
    let Some(list) = functions(implementation).find(|function| function.sig.ident == "list") else {
        return Ok(None);
    };
    let list = list.clone();
    let parameters: Vec<&FnArg> = list.sig.inputs.iter().collect();
    let query = match parameters.as_slice() {
        [FnArg::Typed(request), FnArg::Typed(_)] => query_of(&request.ty),
        _ => None,
    };
    let Some(query) = query else {
        let message = "`list` is `fn list(request: ListRequest<ThingQuery>, cx: &ListContext) -> Result<Page>`, where `ThingQuery` derives `Arguments`";
        return Err(syn::Error::new_spanned(&list.sig, message));
    };
    let query = query.clone();
    implementation
        .items
        .retain(|item| !matches!(item, ImplItem::Fn(function) if function.sig.ident == "list"));
    let subject = &implementation.self_ty;
    let conditions: Vec<&Attribute> = conditions(&list).collect();
    Ok(Some(quote! {
        #(#conditions)*
        impl ::pulumi_wasm_provider::List for #subject {
            type Query = #query;
            #list
        }
    }))
}

/// The query in a `ListRequest<ThingQuery>`.
fn query_of(request: &Type) -> Option<&Type> {
    let Type::Path(path) = request else {
        return None;
    };
    match &path.path.segments.last()?.arguments {
        PathArguments::AngleBracketed(arguments) => match arguments.args.first()? {
            GenericArgument::Type(query) => Some(query),
            _ => None,
        },
        _ => None,
    }
}
