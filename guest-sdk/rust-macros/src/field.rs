//! One field of a struct, as the schema and the generated code see it.

use proc_macro2::TokenStream;
use quote::quote;
use syn::ext::IdentExt;
use syn::{GenericArgument, Ident, PathArguments, Type};

use crate::attribute::{PropertyAttributes, documentation};
use crate::case::camel_from_snake;

/// What kind of struct the fields belong to; it decides which attributes make sense.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Owner {
    Resource,
    Object,
    Arguments,
    Config,
}

/// A field with everything known about it.
pub(crate) struct Field {
    pub(crate) identifier: Ident,
    pub(crate) kind: Type,
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) attributes: PropertyAttributes,
}

impl Field {
    pub(crate) fn parse(field: &syn::Field, owner: Owner) -> syn::Result<Self> {
        let Some(identifier) = field.ident.clone() else {
            return Err(syn::Error::new_spanned(
                field,
                "a property needs a name: write the struct with named fields",
            ));
        };
        let attributes = PropertyAttributes::parse(&field.attrs)?;
        check_combination(&attributes, owner)?;
        let name = match &attributes.name {
            Some(name) => name.value(),
            None => camel_from_snake(&identifier.unraw().to_string()),
        };
        if attributes.skip.is_none() {
            check_name(
                &name,
                owner,
                attributes
                    .name
                    .as_ref()
                    .map_or(identifier.span(), syn::LitStr::span),
            )?;
        }
        Ok(Self {
            description: documentation(&field.attrs),
            kind: field.ty.clone(),
            identifier,
            name,
            attributes,
        })
    }

    /// Whether the field is part of the inputs.
    pub(crate) fn is_input(&self) -> bool {
        self.attributes.output.is_none()
    }

    /// Whether the field is part of the outputs, that is, of the recorded state.
    pub(crate) fn is_output(&self) -> bool {
        self.attributes.input.is_none()
    }

    /// The type inside a draft: `Value<T>`, also where the field is an `Option<T>` or a `Value<T>` already.
    pub(crate) fn value_type(&self) -> TokenStream {
        let mut inner = &self.kind;
        while let Some(argument) = only_argument(inner, &["Option", "Value"]) {
            inner = argument;
        }
        quote!(::pulumi_wasm_provider::Value<#inner>)
    }

    /// The field's row in the table that the run-time crate works with.
    pub(crate) fn row(&self) -> TokenStream {
        let Self {
            kind,
            name,
            description,
            attributes,
            ..
        } = self;
        let (input, output, secret) = (self.is_input(), self.is_output(), attributes.secret);
        let replace = attributes.replace.is_some();
        let environment = &attributes.environment;
        let default = optional(
            attributes
                .default
                .as_ref()
                .map(|(_, constant)| quote!(#constant)),
        );
        let deprecated = optional(attributes.deprecated.as_ref().map(|text| quote!(#text)));
        quote! {
            ::pulumi_wasm_provider::generated::Field {
                name: #name,
                description: #description,
                schema: <#kind as ::pulumi_wasm_provider::Property>::schema,
                check_default: ::pulumi_wasm_provider::generated::check_default::<#kind>,
                required: <#kind as ::pulumi_wasm_provider::Property>::REQUIRED,
                input: #input,
                output: #output,
                secret: #secret,
                replace: #replace,
                default: #default,
                environment: &[#(#environment),*],
                deprecated: #deprecated,
            }
        }
    }
}

/// `Some(…)` or `None` as tokens.
pub(crate) fn optional(tokens: Option<TokenStream>) -> TokenStream {
    match tokens {
        Some(tokens) => quote!(::core::option::Option::Some(#tokens)),
        None => quote!(::core::option::Option::None),
    }
}

/// `T` of a type written `Name<T>`, where the name is one of those given.
fn only_argument<'a>(kind: &'a Type, names: &[&str]) -> Option<&'a Type> {
    let Type::Path(path) = kind else { return None };
    let last = path.path.segments.last()?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    match arguments.args.first()? {
        GenericArgument::Type(inner) if names.iter().any(|name| last.ident == name) => Some(inner),
        _ => None,
    }
}

const ONLY_RESOURCE: &str = "only a resource's property can have this";
const ONLY_CONFIGURATION: &str = "only a configuration's field can be left out of the schema";
const NOT_INSIDE: &str = "a property inside an object has no environment default";

fn check_combination(attributes: &PropertyAttributes, owner: Owner) -> syn::Result<()> {
    let refused = match owner {
        Owner::Resource => [
            attributes.skip.map(|span| (span, ONLY_CONFIGURATION)),
            None,
            None,
            None,
        ],
        Owner::Object => [
            attributes.output.map(|span| (span, ONLY_RESOURCE)),
            attributes.input.map(|span| (span, ONLY_RESOURCE)),
            attributes.skip.map(|span| (span, ONLY_CONFIGURATION)),
            attributes
                .environment
                .first()
                .map(|name| (name.span(), NOT_INSIDE)),
        ],
        Owner::Arguments | Owner::Config => [
            attributes.output.map(|span| (span, ONLY_RESOURCE)),
            attributes.input.map(|span| (span, ONLY_RESOURCE)),
            attributes.replace.map(|span| (span, ONLY_RESOURCE)),
            attributes
                .skip
                .filter(|_| owner != Owner::Config)
                .map(|span| (span, ONLY_CONFIGURATION)),
        ],
    };
    if let Some((span, reason)) = refused.into_iter().flatten().next() {
        return Err(syn::Error::new(span, reason));
    }
    let Some(output) = attributes.output else {
        return Ok(());
    };
    if attributes.input.is_some() {
        return Err(syn::Error::new(
            output,
            "a property cannot be both `output` and `input`: without either it is both",
        ));
    }
    if let Some((span, _)) = &attributes.default {
        return Err(syn::Error::new(
            *span,
            "an output has no default: the provider always sets it",
        ));
    }
    if let Some(name) = attributes.environment.first() {
        return Err(syn::Error::new(
            name.span(),
            "an output has no environment default: the provider always sets it",
        ));
    }
    if let Some(span) = attributes.replace {
        return Err(syn::Error::new(
            span,
            "an output cannot be changed by the user, so its change replaces nothing",
        ));
    }
    Ok(())
}

/// Names that Pulumi keeps for itself.
fn check_name(name: &str, owner: Owner, span: proc_macro2::Span) -> syn::Result<()> {
    let reason = match (name, owner) {
        ("", _) => "a property's name cannot be empty",
        ("pulumi", _) => "Pulumi keeps the property name `pulumi` for itself",
        ("id", Owner::Resource) => {
            "`id` is the resource's own id: give it to `Created::new`, and choose another name for the property"
        }
        ("urn", Owner::Resource) => "Pulumi keeps the property name `urn` for itself",
        ("version", Owner::Config) => "Pulumi keeps the configuration name `version` for itself",
        _ => return Ok(()),
    };
    Err(syn::Error::new(span, reason))
}
