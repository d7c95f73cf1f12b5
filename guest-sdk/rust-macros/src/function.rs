//! `#[function]`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Attribute, DeriveInput, FnArg, ItemFn, Pat, PatType, ReturnType, Type, Visibility};

use crate::case::camel_from_snake;
use crate::derive::record::Record;
use crate::elements::{argument_of, whole_elements};
use crate::field::{Owner, optional};
use crate::mistakes::{Mistakes, both};
use crate::options::container::ContainerAttributes;

pub(crate) fn expand(arguments: TokenStream, item: TokenStream) -> syn::Result<TokenStream> {
    let mut function: ItemFn = syn::parse2(item)?;
    let name = camel_from_snake(&function.sig.ident.unraw().to_string());
    let options = ContainerAttributes::of_function("function", &name, arguments, &function.attrs);
    let positional = options.as_ref().is_ok_and(|options| options.positional);
    let parameters = Parameters::parse(&mut function, positional);
    let result = result_of(
        &function,
        "the function must return `Result<T>`, where `T` is a property type or derives `Object` or `Results`",
    );
    let ((options, ()), (parameters, result)) = both(
        both(options, check_signature(&function)),
        both(parameters, result),
    )?;
    let Parameters {
        record,
        takes,
        passes,
        names,
    } = parameters;
    let output = quote_spanned! {
        result.span()=> <#result as ::pulumi_wasm_provider::generated::FunctionResult>::Output
    };
    let identifier = &function.sig.ident;
    let declared = declared(&function, &record);
    let (token, language) = (options.token(), options.language());
    let deprecated = optional(options.deprecated.map(|text| quote!(#text)));
    let (description, pure) = (options.description, options.pure);
    Ok(quote! {
        #declared

        #[automatically_derived]
        impl ::pulumi_wasm_provider::generated::Function for #identifier {
            const SPEC: ::pulumi_wasm_provider::generated::FunctionSpec =
                ::pulumi_wasm_provider::generated::FunctionSpec {
                    name: #name,
                    token: #token,
                    description: #description,
                    deprecated: #deprecated,
                    language: #language,
                    pure: #pure,
                    positional: &[#(#names),*],
                };
            type Arguments = #takes;
            type Output = #output;

            #[allow(unused_variables)]
            fn call(
                arguments: Self::Arguments,
                context: &::pulumi_wasm_provider::FunctionContext,
            ) -> ::pulumi_wasm_provider::Result<Self::Output> {
                #identifier(#passes)
            }
        }
    })
}

/// The function itself, a type of the same name that represents it in the provider's tables, and the struct of its
/// arguments.
pub(crate) fn declared(function: &ItemFn, record: &TokenStream) -> TokenStream {
    let (identifier, visibility) = (&function.sig.ident, &function.vis);
    quote! {
        // Programs call it through exports that only exist on Wasm. In a native build the function and its callees look
        // dead.
        #[allow(dead_code, reason = "programs call it")]
        #function

        // The name of a struct with braces is in the namespace of types, so it does not collide with the function.
        #[allow(non_camel_case_types, dead_code)]
        #[doc(hidden)]
        #visibility struct #identifier {}

        #record
    }
}

/// Refuses an asynchronous function and a generic function.
pub(crate) fn check_signature(function: &ItemFn) -> syn::Result<()> {
    let mut mistakes = Mistakes::default();
    if let Some(asynchronous) = &function.sig.asyncness {
        mistakes.add(syn::Error::new_spanned(
            asynchronous,
            "a component answers one call at a time: write a plain function",
        ));
    }
    if !function.sig.generics.params.is_empty() {
        mistakes.add(syn::Error::new_spanned(
            &function.sig.generics,
            "a function that programs call cannot be generic",
        ));
    }
    mistakes.finish(())
}

/// The type that the function returns. `missing` is the message for a function that returns nothing.
pub(crate) fn result_of(function: &ItemFn, missing: &str) -> syn::Result<Type> {
    match &function.sig.output {
        ReturnType::Type(_, result) => {
            if let Some(returned) = argument_of(result, &["Result"]) {
                whole_elements(returned)?;
            }
            Ok((**result).clone())
        }
        ReturnType::Default => Err(syn::Error::new_spanned(&function.sig, missing)),
    }
}

/// The parameters of the function: a struct of arguments or positional arguments, and the context. All of them are
/// optional.
pub(crate) struct Parameters {
    /// The generated struct of positional arguments.
    pub(crate) record: TokenStream,
    pub(crate) takes: TokenStream,
    pub(crate) passes: TokenStream,
    /// The names of positional arguments.
    names: Vec<String>,
}

impl Parameters {
    /// Only the context.
    pub(crate) fn none(context: Option<&TokenStream>) -> Self {
        Self {
            record: quote!(),
            takes: quote!(::pulumi_wasm_provider::generated::NoArguments),
            passes: quote!(#context),
            names: Vec::new(),
        }
    }

    fn parse(function: &mut ItemFn, positional: bool) -> syn::Result<Self> {
        let mut mistakes = Mistakes::default();
        if let Some(receiver) = function.sig.receiver() {
            let message = "a function has no `self`";
            mistakes.add(syn::Error::new_spanned(receiver, message));
        }
        let parameters = function.sig.inputs.iter_mut();
        let (mut values, passed) = before_context(parameters, "FunctionContext", &mut mistakes);
        let parameters = match values.as_mut_slice() {
            [] => Ok(Self::none(passed.as_ref())),
            [arguments] if !positional && !arguments.attrs.iter().any(is_of_property) => {
                let kind = &arguments.ty;
                Ok(Self {
                    takes: quote!(#kind),
                    record: quote!(),
                    passes: quote!(arguments, #passed),
                    names: Vec::new(),
                })
            }
            values => {
                let owner = &function.sig.ident;
                let passed = passed.as_ref();
                one_by_one(owner, &function.vis, values, passed, Owner::Arguments)
            }
        };
        let ((), parameters) = both(mistakes.finish(()), parameters)?;
        Ok(parameters)
    }
}

/// The parameters before the context, and the argument that passes the context on, if the function takes it.
pub(crate) fn before_context<'f>(
    parameters: impl Iterator<Item = &'f mut FnArg>,
    context: &str,
    mistakes: &mut Mistakes,
) -> (Vec<&'f mut PatType>, Option<TokenStream>) {
    let mut values = Vec::new();
    let mut has_context = false;
    for parameter in parameters {
        let FnArg::Typed(typed) = parameter else {
            continue;
        };
        if matches!(*typed.ty, Type::Reference(_)) && !has_context {
            has_context = true;
            continue;
        }
        if has_context {
            let message = format!("`cx: &{context}` is the last parameter");
            mistakes.add(syn::Error::new_spanned(&typed.ty, message));
        }
        values.push(typed);
    }
    (values, has_context.then(|| quote!(context)))
}

/// Whether an attribute of a parameter describes a property.
fn is_of_property(attribute: &Attribute) -> bool {
    attribute.path().is_ident("property") || attribute.path().is_ident("doc")
}

/// Generates a struct for the parameters. Their attributes move to its fields, because the compiler refuses them on
/// parameters.
pub(crate) fn one_by_one(
    function: &syn::Ident,
    visibility: &Visibility,
    parameters: &mut [&mut PatType],
    context: Option<&TokenStream>,
    owner: Owner,
) -> syn::Result<Parameters> {
    let mut mistakes = Mistakes::default();
    let mut fields = Vec::new();
    let mut identifiers = Vec::new();
    for parameter in parameters {
        let Pat::Ident(pattern) = &*parameter.pat else {
            let message = "an argument that programs give needs a name";
            mistakes.add(syn::Error::new_spanned(&parameter.pat, message));
            continue;
        };
        let identifier = pattern.ident.clone();
        let kind = &parameter.ty;
        let (attributes, rest) = core::mem::take(&mut parameter.attrs)
            .into_iter()
            .partition::<Vec<_>, _>(is_of_property);
        parameter.attrs = rest;
        fields.push(quote!(#(#attributes)* #identifier: #kind));
        identifiers.push(identifier);
    }
    let name = format_ident!("{}_arguments", function.unraw());
    let item: DeriveInput = syn::parse_quote! {
        #visibility struct #name { #(#fields),* }
    };
    let Some(record) = mistakes.take(Record::parse(&item, "Arguments", owner)) else {
        return mistakes.finish(Parameters::none(None));
    };
    let names = record
        .fields
        .iter()
        .map(|field| field.name.clone())
        .collect();
    let (properties, checks) = (record.properties(|_| true), record.checks());
    let members = record.fields.iter().map(|field| {
        let (identifier, kind) = (&field.identifier, &field.kind);
        quote!(#identifier: #kind)
    });
    mistakes.finish(Parameters {
        record: quote! {
            #[allow(non_camel_case_types)]
            #[doc(hidden)]
            #visibility struct #name { #(#members),* }
            #properties
            #checks
        },
        takes: quote!(#name),
        passes: quote!(#(arguments.#identifiers,)* #context),
        names,
    })
}
