//! `#[derive(Union)]`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::ext::IdentExt;
use syn::{Data, DeriveInput, Fields, Ident, Type, Variant};

use crate::case::camel_from_pascal;
use crate::derive::property::{drafted_as_itself, implementation, scalar_result};
use crate::elements::{argument_of, whole_elements};
use crate::field::optional;
use crate::mistakes::{Mistakes, all};
use crate::options::attribute::{PropertyAttributes, documentation};
use crate::options::container::ContainerAttributes;

pub(crate) fn derive(item: &DeriveInput) -> syn::Result<TokenStream> {
    let options = ContainerAttributes::parse("union", &item.ident.to_string(), &item.attrs)?;
    let Data::Enum(data) = &item.data else {
        return Err(syn::Error::new_spanned(
            &item.ident,
            "`#[derive(Union)]` needs an enum: its variants are the alternatives",
        ));
    };
    if !item.generics.params.is_empty() {
        return Err(syn::Error::new_spanned(
            &item.generics,
            "`#[derive(Union)]` cannot be generic: a schema has no type parameters",
        ));
    }
    if data.variants.len() < 2 {
        return Err(syn::Error::new_spanned(
            &item.ident,
            "a union needs two variants or more",
        ));
    }
    let is_tagged = options.tag.is_some();
    let parse = |variant| Alternative::parse(variant, is_tagged);
    let variants = all(data.variants.iter().map(parse))?;
    if let Some(inside) = variants
        .iter()
        .find(|variant| holds(variant.kind, &item.ident))
    {
        return Err(syn::Error::new_spanned(
            inside.kind,
            "a union cannot contain itself, because a schema has no name for it: put it into a struct that derives `Object`",
        ));
    }
    for (index, variant) in variants.iter().enumerate() {
        let mut before = variants[..index].iter();
        if options.tag.is_some() && before.any(|other| other.tag == variant.tag) {
            let message = format!("another variant already has the tag `{}`", variant.tag);
            return Err(syn::Error::new(variant.identifier.span(), message));
        }
    }

    let identifier = &item.ident;
    let tag = optional(options.tag.map(|tag| quote!(#tag)));
    let rows = variants.iter().map(|Alternative { identifier, kind, tag, description }| {
        quote! {
            ::pulumi_wasm_provider::generated::Alternative {
                tag: #tag,
                description: #description,
                kind: <#kind as ::pulumi_wasm_provider::Property>::KIND,
                schema: <#kind as ::pulumi_wasm_provider::Property>::schema,
                decode: |from, path| <#kind as ::pulumi_wasm_provider::Property>::decode(from, path).map(Self::#identifier),
            }
        }
    });
    let encode = variants.iter().enumerate().map(|(index, Alternative { identifier, .. })| {
        quote!(Self::#identifier(value) => ::pulumi_wasm_provider::Property::encode(value, into, path).map(|()| #index))
    });
    let from = conversions(identifier, &variants);
    let fields_of = fields_of(identifier, &variants);
    let property = implementation(
        identifier,
        &quote!(types.union::<Self>()),
        "Any",
        &natural(&variants),
        "decode_union",
        "encode_union",
    );
    let (drafted, result) = (drafted_as_itself(identifier), scalar_result(identifier));
    Ok(quote! {
        #[automatically_derived]
        impl ::pulumi_wasm_provider::generated::Union for #identifier {
            const TAG: ::core::option::Option<&'static str> = #tag;
            const ALTERNATIVES: &'static [::pulumi_wasm_provider::generated::Alternative<Self>] = &[#(#rows),*];

            fn encode_inner(
                &self,
                into: &mut ::pulumi_wasm_provider::Encoder,
                path: &::pulumi_wasm_provider::PropertyPath<'_>,
            ) -> ::core::result::Result<usize, ::pulumi_wasm_provider::PropertyFailure> {
                match self { #(#encode),* }
            }
        }

        #property
        #drafted
        #result
        #from
        #fields_of
    })
}

/// The rules of the types of the variants, such as the range of an integer.
fn natural(variants: &[Alternative<'_>]) -> TokenStream {
    let kinds = variants.iter().map(|Alternative { kind, .. }| kind);
    let rows = kinds.map(|kind| {
        quote! {(
            <#kind as ::pulumi_wasm_provider::Property>::KIND,
            <#kind as ::pulumi_wasm_provider::Property>::NATURAL,
        )}
    });
    quote! {
        const NATURAL: ::pulumi_wasm_provider::generated::RuleTable = {
            const VARIANTS: &[(
                ::pulumi_wasm_provider::generated::Kind,
                ::pulumi_wasm_provider::generated::RuleTable,
            )] = &[#(#rows),*];
            const LENGTH: usize = ::pulumi_wasm_provider::generated::natural_length(VARIANTS);
            &::pulumi_wasm_provider::generated::natural_rules::<LENGTH>(VARIANTS)
        };
    }
}

/// Whether a type contains the union without an object between them. The schema of an object is a reference, so it may contain the union.
fn holds(kind: &Type, identifier: &Ident) -> bool {
    match kind {
        Type::Path(path) if path.path.is_ident(identifier) || path.path.is_ident("Self") => true,
        _ => argument_of(
            kind,
            &["Box", "Option", "Value", "Vec", "BTreeMap", "HashMap"],
        )
        .is_some_and(|inner| holds(inner, identifier)),
    }
}

/// `From` for each type that occurs in only one variant.
fn conversions(identifier: &Ident, variants: &[Alternative<'_>]) -> TokenStream {
    let spelled = |kind: &Type| quote!(#kind).to_string();
    let is_alone = |kind: &Type| {
        let same = variants
            .iter()
            .filter(|other| spelled(other.kind) == spelled(kind));
        same.count() == 1
    };
    let alone = variants.iter().filter(|variant| is_alone(variant.kind));
    let implementations = alone.map(
        |Alternative {
             identifier: variant,
             kind,
             ..
         }| {
            quote! {
                #[automatically_derived]
                impl ::core::convert::From<#kind> for #identifier {
                    fn from(value: #kind) -> Self {
                        Self::#variant(value)
                    }
                }
            }
        },
    );
    quote!(#(#implementations)*)
}

/// Paths go through the union to the properties of each variant.
fn fields_of(identifier: &Ident, variants: &[Alternative<'_>]) -> TokenStream {
    let mut kinds: Vec<(String, &Type)> = Vec::new();
    for Alternative { kind, .. } in variants {
        let spelled = quote!(#kind).to_string();
        if kinds.iter().all(|(other, _)| *other != spelled) {
            kinds.push((spelled, kind));
        }
    }
    let implementations = kinds.iter().map(|(_, kind)| {
        quote! {
            #[automatically_derived]
            impl ::pulumi_wasm_provider::Fields<#kind> for #identifier {}
        }
    });
    quote!(#(#implementations)*)
}

struct Alternative<'a> {
    identifier: &'a Ident,
    kind: &'a Type,
    tag: String,
    description: String,
}

impl<'a> Alternative<'a> {
    fn parse(variant: &'a Variant, is_tagged: bool) -> syn::Result<Self> {
        let kind = match &variant.fields {
            Fields::Unnamed(fields) if fields.unnamed.len() == 1 => &fields.unnamed[0].ty,
            _ => {
                return Err(syn::Error::new_spanned(
                    variant,
                    "a variant of a union holds one type: `Name(Type)`",
                ));
            }
        };
        let attributes = PropertyAttributes::parse(&variant.attrs)?;
        let mut mistakes = Mistakes::default();
        mistakes.take(attributes.only_of_variant(
            "a variant of a union has no options of a property: write this at the property that has the union, or at a field of the variant's struct",
        ));
        if let Some((span, _)) = &attributes.deprecated {
            let message = "a variant of a union cannot be deprecated: write this at the property that has the union";
            mistakes.add(syn::Error::new(*span, message));
        }
        if let (Some(name), false) = (&attributes.name, is_tagged) {
            let message = "the name of a variant is its tag, and the union has none: write `#[union(tag = \"…\")]` above it";
            mistakes.add(syn::Error::new(name.span(), message));
        }
        mistakes.take(whole_elements(kind));
        if let Some(optional) = argument_of(kind, &["Option"]) {
            let message = "a variant of a union cannot be absent: make the property that has the union an `Option`";
            mistakes.add(syn::Error::new_spanned(optional, message));
        }
        let tag = match attributes.name {
            Some(name) => name.value(),
            None => camel_from_pascal(&variant.ident.unraw().to_string()),
        };
        mistakes.finish(Self {
            identifier: &variant.ident,
            kind,
            tag,
            description: documentation(&variant.attrs),
        })
    }
}
