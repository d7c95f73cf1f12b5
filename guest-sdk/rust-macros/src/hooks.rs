//! `#[resource]` and `#[config]`. Above an `impl` they record which functions the author wrote, because the host calls
//! exactly the functions in the manifest; above a struct they contain options.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::punctuated::Punctuated;
use syn::{Attribute, Ident, ImplItem, Item, ItemImpl, ItemStruct, Path, Token};

mod functions;
mod list;

use functions::{conditions, functions};

pub(crate) fn resource(arguments: TokenStream, item: TokenStream) -> syn::Result<TokenStream> {
    match syn::parse2(item)? {
        Item::Impl(mut implementation) => {
            reject_arguments("resource", &arguments)?;
            check_trait(&implementation, "resource", "Lifecycle")?;
            // `list` is not in the manifest's list of hooks: `provider!` finds the `impl`.
            let list = list::take(&mut implementation)?;
            let hooks = noted(&implementation);
            if !functions(&implementation).any(|function| function.sig.ident == "create") {
                let message = "a resource needs `fn create(request: CreateRequest<Self>, cx: &CreateContext) -> Result<Created<Self>>`";
                return Err(syn::Error::new_spanned(&implementation.self_ty, message));
            }
            let hooks = hooks_of(&implementation, &hooks);
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
        Item::Impl(mut implementation) => {
            reject_arguments("config", &arguments)?;
            check_trait(&implementation, "config", "Configure")?;
            complete_configure(&mut implementation);
            let hooks = hooks_of(&implementation, &noted(&implementation));
            Ok(quote!(#implementation #hooks))
        }
        Item::Struct(item) => options_of_struct("config", "Config", &arguments, item),
        other => Err(syn::Error::new_spanned(
            other,
            "`#[config]` goes above `impl Configure for …`, or carries the options of a `#[derive(Config)]` struct",
        )),
    }
}

/// Adds the client of a configuration that only has a `check`: none.
fn complete_configure(implementation: &mut ItemImpl) {
    let has_client = implementation.items.iter().any(|item| match item {
        ImplItem::Type(item) => item.ident == "Client",
        ImplItem::Fn(item) => item.sig.ident == "configure",
        _ => false,
    });
    if !has_client {
        implementation.items.push(syn::parse_quote!(
            type Client = ();
        ));
        implementation.items.push(syn::parse_quote! {
            fn configure(
                &self,
                _: &::pulumi_wasm_provider::ConfigureContext,
            ) -> ::pulumi_wasm_provider::Result<()> {
                ::core::result::Result::Ok(())
            }
        });
    }
}

/// Above a struct the attribute only carries options for the derive. A derive above the attribute sees the options. For
/// a derive below it, the options are written again after the derive.
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

fn hooks_of(implementation: &ItemImpl, hooks: &[TokenStream]) -> TokenStream {
    let subject = &implementation.self_ty;
    quote! {
        #[automatically_derived]
        impl ::pulumi_wasm_provider::Hooks for #subject {
            const HOOKS: &'static [&'static str] = &[#(#hooks),*];
        }
    }
}
