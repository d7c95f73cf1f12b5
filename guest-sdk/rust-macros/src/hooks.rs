//! `#[resource]` and `#[config]`. Above an `impl` they note which functions the author wrote, because the manifest tells
//! the host to call exactly these; above a struct they carry options.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::punctuated::Punctuated;
use syn::{
    Attribute, FnArg, Ident, ImplItem, Item, ItemImpl, ItemStruct, Pat, PatType, Path, Token,
};

mod functions;
mod list;
mod partial;

use functions::{conditions, functions, functions_mut, mentions};

pub(crate) fn resource(arguments: TokenStream, item: TokenStream) -> syn::Result<TokenStream> {
    match syn::parse2(item)? {
        Item::Impl(mut implementation) => {
            reject_arguments("resource", &arguments)?;
            check_trait(&implementation, "resource", "Lifecycle")?;
            // It is no hook of the manifest's list: `provider!` finds the `impl`.
            let list = list::take(&mut implementation)?;
            let hooks = noted(&implementation);
            if !functions(&implementation).any(|function| function.sig.ident == "create") {
                let message = "a resource needs `fn create(inputs: Self::Inputs, cx: &Context) -> Result<Created<Self>>`";
                return Err(syn::Error::new_spanned(&implementation.self_ty, message));
            }
            let mut more: Vec<_> = delete_by_id(&mut implementation).into_iter().collect();
            more.push(partial::take(&mut implementation));
            let hooks = hooks_of(&implementation, &hooks, &more);
            Ok(quote!(#implementation #hooks #list))
        }
        Item::Struct(item) => options_of_struct("resource", "Resource", &arguments, item),
        other => Err(syn::Error::new_spanned(
            other,
            "`#[resource]` goes above `impl Lifecycle for …`, or carries the options of a `#[derive(Resource)]` struct",
        )),
    }
}

pub(crate) fn config(arguments: TokenStream, item: TokenStream) -> syn::Result<TokenStream> {
    match syn::parse2(item)? {
        Item::Impl(implementation) => {
            reject_arguments("config", &arguments)?;
            check_trait(&implementation, "config", "Configure")?;
            let hooks = hooks_of(&implementation, &noted(&implementation), &[]);
            Ok(quote!(#implementation #hooks))
        }
        Item::Struct(item) => options_of_struct("config", "Config", &arguments, item),
        other => Err(syn::Error::new_spanned(
            other,
            "`#[config]` goes above `impl Configure for …`, or carries the options of a `#[derive(Config)]` struct",
        )),
    }
}

/// On a struct the attribute only carries options, which the derive reads by itself if the derive stands above. If it
/// stands below, the options must still be there when its turn comes.
fn options_of_struct(
    name: &str,
    derive: &str,
    arguments: &TokenStream,
    mut item: ItemStruct,
) -> syn::Result<TokenStream> {
    let mut position = None;
    for (index, attribute) in item.attrs.iter().enumerate() {
        if derives(attribute, derive)? {
            position = Some(index);
        }
    }
    if let Some(position) = position {
        let name = Ident::new(name, proc_macro2::Span::call_site());
        item.attrs
            .insert(position + 1, syn::parse_quote!(#[#name(#arguments)]));
    }
    Ok(item.into_token_stream())
}

fn derives(attribute: &Attribute, wanted: &str) -> syn::Result<bool> {
    if !attribute.path().is_ident("derive") {
        return Ok(false);
    }
    let derives = attribute.parse_args_with(Punctuated::<Path, Token![,]>::parse_terminated)?;
    Ok(derives.iter().any(|path| {
        path.segments
            .last()
            .is_some_and(|segment| segment.ident == wanted)
    }))
}

fn reject_arguments(attribute: &str, arguments: &TokenStream) -> syn::Result<()> {
    if arguments.is_empty() {
        return Ok(());
    }
    let message =
        format!("above an `impl`, `#[{attribute}]` has no options; they go above the struct");
    Err(syn::Error::new_spanned(arguments, message))
}

fn check_trait(implementation: &ItemImpl, attribute: &str, wanted: &str) -> syn::Result<()> {
    let is_wanted = implementation
        .trait_
        .as_ref()
        .and_then(|(path, _)| path.segments.last())
        .is_some_and(|segment| segment.ident == wanted);
    if is_wanted {
        return Ok(());
    }
    let message = format!("`#[{attribute}]` goes above `impl {wanted} for …`");
    Err(syn::Error::new_spanned(&implementation.self_ty, message))
}

/// The names of the functions as the manifest writes them, each with the conditions that it is compiled under.
fn noted(implementation: &ItemImpl) -> Vec<TokenStream> {
    let noted = functions(implementation).map(|function| {
        let conditions = conditions(function);
        let name = match function.sig.ident.to_string().as_str() {
            // The author writes the steps, and the host asks to have them done.
            "migrations" => "migrate".to_owned(),
            name => name.replace('_', "-"),
        };
        quote!(#(#conditions)* #name)
    });
    noted.collect()
}

fn hooks_of(implementation: &ItemImpl, hooks: &[TokenStream], more: &[TokenStream]) -> TokenStream {
    let subject = &implementation.self_ty;
    quote! {
        #[automatically_derived]
        impl ::pulumi_wasm_provider::Hooks for #subject {
            const HOOKS: &'static [&'static str] = &[#(#hooks),*];
            #(#more)*
        }
    }
}

/// Makes a `delete` that does not use the state one that gets no state; returns the code that notes that.
fn delete_by_id(implementation: &mut ItemImpl) -> Option<TokenStream> {
    let delete = functions_mut(implementation).find(|function| function.sig.ident == "delete")?;
    let parameters: Vec<&PatType> = delete
        .sig
        .inputs
        .iter()
        .filter_map(|parameter| match parameter {
            FnArg::Typed(parameter) => Some(parameter),
            FnArg::Receiver(_) => None,
        })
        .collect();
    let [id, state, context] = parameters.as_slice() else {
        return None;
    };
    let is_unused = match &*state.pat {
        Pat::Wild(_) => true,
        Pat::Ident(name) => {
            name.ident.to_string().starts_with('_')
                && !mentions(delete.block.to_token_stream(), &name.ident)
        }
        _ => false,
    };
    if !is_unused {
        return None;
    }
    let mut by_id = delete.clone();
    by_id.attrs = conditions(delete).cloned().collect();
    by_id.sig.ident = Ident::new("delete_by_id", delete.sig.ident.span());
    by_id.sig.inputs = [(*id).clone(), (*context).clone()]
        .into_iter()
        .map(FnArg::Typed)
        .collect();
    let (id, state, context) = (&id.ty, &state.ty, &context.ty);
    let inputs = quote!(id: #id, _: #state, context: #context);
    delete.sig.inputs = syn::parse_quote!(#inputs);
    delete.block = syn::parse_quote!({
        <Self as ::pulumi_wasm_provider::Lifecycle>::delete_by_id(id, context)
    });
    let conditions: Vec<Attribute> = conditions(delete).cloned().collect();
    implementation.items.push(ImplItem::Fn(by_id));
    Some(quote!(#(#conditions)* const DELETES_BY_ID: bool = true;))
}
