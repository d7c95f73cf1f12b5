//! `#[method]`.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{FnArg, ItemFn, Type};

use crate::case::camel_from_snake;
use crate::field::{Owner, optional};
use crate::function::{
    Parameters, before_context, check_signature, declared, one_by_one, result_of,
};
use crate::mistakes::{Mistakes, both};
use crate::options::container::ContainerAttributes;

pub(crate) fn expand(arguments: TokenStream, item: TokenStream) -> syn::Result<TokenStream> {
    let mut function: ItemFn = syn::parse2(item)?;
    let name = camel_from_snake(&function.sig.ident.unraw().to_string());
    let options = ContainerAttributes::of_function("method", &name, arguments, &function.attrs);
    let parameters = parameters(&mut function);
    let result = result_of(
        &function,
        "the method must return `Result<T>`, where `T` is an `Output`, a struct that derives `Results` or `Object`, or `()`",
    );
    let ((options, ()), ((this, parameters), result)) = both(
        both(options, check_signature(&function)),
        both(parameters, result),
    )?;
    let Parameters {
        record,
        takes,
        passes,
        ..
    } = parameters;
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

/// The type of the resource, and the parameters after it: positional arguments, and `cx: &ComponentContext` at the end if the
/// method takes it.
fn parameters(function: &mut ItemFn) -> syn::Result<(Type, Parameters)> {
    const FIRST: &str = "the first parameter of a method is the resource that has it, such as `site: This<Website>`";
    let signature = function.sig.clone();
    let mut mistakes = Mistakes::default();
    let mut inputs = function.sig.inputs.iter_mut();
    let this = match inputs.next() {
        Some(FnArg::Typed(typed)) if !matches!(*typed.ty, Type::Reference(_)) => {
            Ok((*typed.ty).clone())
        }
        Some(FnArg::Typed(typed)) => Err(syn::Error::new_spanned(&typed.ty, FIRST)),
        Some(FnArg::Receiver(receiver)) => Err(syn::Error::new_spanned(receiver, FIRST)),
        None => Err(syn::Error::new_spanned(&signature, FIRST)),
    };
    // The compiler refuses a `self` that is not first.
    let (mut values, passed) = before_context(inputs, "ComponentContext", &mut mistakes);
    let passed = passed.as_ref();
    let parameters = match values.as_mut_slice() {
        [] => Ok(Parameters::none(passed)),
        values => {
            let (name, visibility) = (&signature.ident, &function.vis);
            one_by_one(name, visibility, values, passed, Owner::Method)
        }
    };
    let (this, ((), parameters)) = both(this, both(mistakes.finish(()), parameters))?;
    Ok((this, parameters))
}
