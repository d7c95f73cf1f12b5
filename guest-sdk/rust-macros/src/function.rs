//! `#[function]`.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;
use syn::parse::Parser;
use syn::spanned::Spanned;
use syn::{FnArg, ItemFn, ReturnType, Type};

use crate::case::camel_from_snake;
use crate::container::ContainerAttributes;
use crate::field::optional;

pub(crate) fn expand(arguments: TokenStream, item: TokenStream) -> syn::Result<TokenStream> {
    let function: ItemFn = syn::parse2(item)?;
    let mut options = ContainerAttributes::parse("function", &function.attrs)?;
    syn::meta::parser(|meta| options.read("function", &meta)).parse2(arguments)?;
    if let Some(asynchronous) = &function.sig.asyncness {
        return Err(syn::Error::new_spanned(
            asynchronous,
            "a component answers one call at a time: write a plain function",
        ));
    }
    if !function.sig.generics.params.is_empty() {
        return Err(syn::Error::new_spanned(
            &function.sig.generics,
            "a function that programs call cannot be generic",
        ));
    }

    let parameters = Parameters::parse(&function)?;
    let (takes, passes) = (parameters.arguments, parameters.passes);
    let ReturnType::Type(_, result) = &function.sig.output else {
        return Err(syn::Error::new_spanned(
            &function.sig,
            "the function must return `Result<T>`, where `T` is an object",
        ));
    };
    let output = quote_spanned! {
        result.span()=> <#result as ::pulumi_wasm_provider::generated::FunctionResult>::Output
    };
    let identifier = &function.sig.ident;
    let visibility = &function.vis;
    let name = camel_from_snake(&identifier.unraw().to_string());
    let token = optional(options.token.map(|token| quote!(#token)));
    let deprecated = optional(options.deprecated.map(|text| quote!(#text)));
    let (description, pure) = (options.description, options.pure);
    Ok(quote! {
        // Programs call it, through exports that exist on Wasm alone: natively it would look dead, with all that it uses.
        #[allow(dead_code, reason = "programs call it")]
        #function

        // A struct with braces has its name among the types only, so the function keeps its own.
        #[allow(non_camel_case_types, dead_code)]
        #[doc(hidden)]
        #visibility struct #identifier {}

        #[automatically_derived]
        impl ::pulumi_wasm_provider::generated::Function for #identifier {
            const NAME: &'static str = #name;
            const TOKEN: ::core::option::Option<&'static str> = #token;
            const DESCRIPTION: &'static str = #description;
            const DEPRECATED: ::core::option::Option<&'static str> = #deprecated;
            const PURE: bool = #pure;
            type Arguments = #takes;
            type Output = #output;

            #[allow(unused_variables)]
            fn call(
                arguments: Self::Arguments,
                context: &::pulumi_wasm_provider::Context,
            ) -> ::pulumi_wasm_provider::Result<Self::Output> {
                #identifier(#passes)
            }
        }
    })
}

/// What the function takes: its arguments, the context, both or neither.
struct Parameters {
    arguments: TokenStream,
    passes: TokenStream,
}

impl Parameters {
    fn parse(function: &ItemFn) -> syn::Result<Self> {
        let mut kinds = Vec::new();
        for parameter in &function.sig.inputs {
            match parameter {
                FnArg::Typed(typed) => kinds.push(&*typed.ty),
                FnArg::Receiver(receiver) => {
                    return Err(syn::Error::new_spanned(
                        receiver,
                        "a function has no `self`",
                    ));
                }
            }
        }
        let none = quote!(::pulumi_wasm_provider::generated::NoArguments);
        Ok(match kinds.as_slice() {
            [] => Self {
                arguments: none,
                passes: quote!(),
            },
            [Type::Reference(_)] => Self {
                arguments: none,
                passes: quote!(context),
            },
            [arguments] => Self {
                arguments: quote!(#arguments),
                passes: quote!(arguments),
            },
            [arguments, Type::Reference(_)] => Self {
                arguments: quote!(#arguments),
                passes: quote!(arguments, context),
            },
            _ => {
                let message = "a function takes its arguments by value, then `cx: &Context`; either may be left out";
                return Err(syn::Error::new_spanned(&function.sig.inputs, message));
            }
        })
    }
}
