//! `#[resource]` and `#[config]` above an `impl`: they note which functions the author wrote, because the manifest
//! tells the host to call exactly these.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::punctuated::Punctuated;
use syn::{Attribute, ImplItem, ImplItemFn, Item, ItemImpl, ItemStruct, Path, Token};

pub(crate) fn resource(arguments: TokenStream, item: TokenStream) -> syn::Result<TokenStream> {
    match syn::parse2(item)? {
        Item::Impl(implementation) => {
            reject_arguments("resource", &arguments)?;
            let functions = functions(&implementation, "resource", "Lifecycle")?;
            if !functions
                .iter()
                .any(|function| function.sig.ident == "create")
            {
                let message = "a resource needs `fn create(inputs: Self::Inputs, cx: &Context) -> Result<Created<Self>>`";
                return Err(syn::Error::new_spanned(&implementation.self_ty, message));
            }
            Ok(with_hooks(&implementation, &functions))
        }
        Item::Struct(item) => options_of_struct(&arguments, item),
        other => Err(syn::Error::new_spanned(
            other,
            "`#[resource]` goes above `impl Lifecycle for …`, or carries the options of a `#[derive(Resource)]` struct",
        )),
    }
}

pub(crate) fn config(arguments: TokenStream, item: TokenStream) -> syn::Result<TokenStream> {
    reject_arguments("config", &arguments)?;
    let Item::Impl(implementation) = syn::parse2(item.clone())? else {
        return Err(syn::Error::new_spanned(
            item,
            "`#[config]` goes above `impl Configure for …`",
        ));
    };
    let functions = functions(&implementation, "config", "Configure")?;
    Ok(with_hooks(&implementation, &functions))
}

/// On a struct the attribute only carries options, which the derive reads by itself where it stands above. Where it
/// stands below, the options must still be there when its turn comes.
fn options_of_struct(arguments: &TokenStream, mut item: ItemStruct) -> syn::Result<TokenStream> {
    let mut position = None;
    for (index, attribute) in item.attrs.iter().enumerate() {
        if derives_resource(attribute)? {
            position = Some(index);
        }
    }
    if let Some(position) = position {
        item.attrs
            .insert(position + 1, syn::parse_quote!(#[resource(#arguments)]));
    }
    Ok(item.into_token_stream())
}

fn derives_resource(attribute: &Attribute) -> syn::Result<bool> {
    if !attribute.path().is_ident("derive") {
        return Ok(false);
    }
    let derives = attribute.parse_args_with(Punctuated::<Path, Token![,]>::parse_terminated)?;
    Ok(derives.iter().any(|path| {
        path.segments
            .last()
            .is_some_and(|segment| segment.ident == "Resource")
    }))
}

fn reject_arguments(attribute: &str, arguments: &TokenStream) -> syn::Result<()> {
    if arguments.is_empty() {
        return Ok(());
    }
    let message = format!(
        "above an `impl`, `#[{attribute}]` has no options; a resource's options go above its struct"
    );
    Err(syn::Error::new_spanned(arguments, message))
}

fn functions<'a>(
    implementation: &'a ItemImpl,
    attribute: &str,
    wanted: &str,
) -> syn::Result<Vec<&'a ImplItemFn>> {
    let is_wanted = implementation
        .trait_
        .as_ref()
        .and_then(|(path, _)| path.segments.last())
        .is_some_and(|segment| segment.ident == wanted);
    if !is_wanted {
        let message = format!("`#[{attribute}]` goes above `impl {wanted} for …`");
        return Err(syn::Error::new_spanned(&implementation.self_ty, message));
    }
    let functions = implementation.items.iter().filter_map(|item| match item {
        ImplItem::Fn(function) => Some(function),
        _ => None,
    });
    Ok(functions.collect())
}

fn with_hooks(implementation: &ItemImpl, functions: &[&ImplItemFn]) -> TokenStream {
    let subject = &implementation.self_ty;
    let hooks = functions.iter().map(|function| {
        // A function that is compiled out must not be noted.
        let conditions = function
            .attrs
            .iter()
            .filter(|attribute| attribute.path().is_ident("cfg"));
        let name = function.sig.ident.to_string().replace('_', "-");
        quote!(#(#conditions)* #name)
    });
    quote! {
        #implementation

        #[automatically_derived]
        impl ::pulumi_wasm_provider::Hooks for #subject {
            const HOOKS: &'static [&'static str] = &[#(#hooks),*];
        }
    }
}
