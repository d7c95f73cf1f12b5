//! `#[method]`.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;
use syn::parse::Parser;
use syn::spanned::Spanned;
use syn::{FnArg, ItemFn, ReturnType, Type};

use crate::case::camel_from_snake;
use crate::container::ContainerAttributes;
use crate::field::{Owner, optional};
use crate::function::{Parameters, declared, is_plain, one_by_one};

pub(crate) fn expand(arguments: TokenStream, item: TokenStream) -> syn::Result<TokenStream> {
    let mut function: ItemFn = syn::parse2(item)?;
    let name = camel_from_snake(&function.sig.ident.unraw().to_string());
    let mut options = ContainerAttributes::parse("method", &name, &function.attrs)?;
    syn::meta::parser(|meta| options.read("method", &name, &meta)).parse2(arguments)?;
    is_plain(&function)?;
    let (this, parameters) = parameters(&mut function)?;
    let Parameters {
        record,
        takes,
        passes,
        ..
    } = parameters;
    let ReturnType::Type(_, result) = &function.sig.output else {
        return Err(syn::Error::new_spanned(
            &function.sig,
            "the method must return `Result<T>`, where `T` is an `Output`, a struct that derives `Results` or `Object`, or `()`",
        ));
    };
    let of = quote_spanned! {
        this.span()=> <#this as ::pulumi_wasm_provider::generated::Receiver>::Of
    };
    let output = quote_spanned! {
        result.span()=> <#result as ::pulumi_wasm_provider::generated::MethodResult>::Output
    };
    let identifier = &function.sig.ident;
    let declared = declared(&function, &record);
    let language = options.language();
    let deprecated = optional(options.deprecated.map(|text| quote!(#text)));
    let description = options.description;
    Ok(quote! {
        #declared

        #[automatically_derived]
        impl ::pulumi_wasm_provider::generated::Method for #identifier {
            const SPEC: ::pulumi_wasm_provider::generated::MethodSpec =
                ::pulumi_wasm_provider::generated::MethodSpec {
                    name: #name,
                    description: #description,
                    deprecated: #deprecated,
                    language: #language,
                };
            type Of = #of;
            type Arguments = #takes;
            type Output = #output;

            #[allow(unused_variables)]
            fn call(
                this: ::pulumi_wasm_provider::This<Self::Of>,
                arguments: Self::Arguments,
                context: &::pulumi_wasm_provider::ComponentContext,
            ) -> ::pulumi_wasm_provider::Result<Self::Output> {
                #identifier(this, #passes)
            }
        }
    })
}

/// The type of the resource, and the parameters behind it: arguments one by one, and `cx: &ComponentContext` last, if it is there.
fn parameters(function: &mut ItemFn) -> syn::Result<(Type, Parameters)> {
    const FIRST: &str = "the first parameter of a method is the resource that has it, such as `site: This<Website>`";
    let signature = function.sig.clone();
    let mut this = None;
    let mut values = Vec::new();
    let mut context = false;
    for parameter in &mut function.sig.inputs {
        let typed = match parameter {
            FnArg::Typed(typed) => typed,
            FnArg::Receiver(receiver) => {
                return Err(syn::Error::new_spanned(receiver, FIRST));
            }
        };
        match &*typed.ty {
            _ if context => {
                let message = "`cx: &ComponentContext` is the last parameter";
                return Err(syn::Error::new_spanned(&typed.ty, message));
            }
            Type::Reference(reference) if this.is_none() => {
                return Err(syn::Error::new_spanned(reference, FIRST));
            }
            kind if this.is_none() => this = Some(kind.clone()),
            Type::Reference(_) => context = true,
            _ => values.push(typed),
        }
    }
    let this = this.ok_or_else(|| syn::Error::new_spanned(&signature, FIRST))?;
    let passed = context.then(|| quote!(context));
    let passed = passed.as_ref();
    let parameters = match values.as_mut_slice() {
        [] => Parameters::none(passed),
        values => {
            let (name, visibility) = (&signature.ident, &function.vis);
            one_by_one(name, visibility, values, passed, Owner::Method)?
        }
    };
    Ok((this, parameters))
}
