//! `#[derive(Choice)]`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::ext::IdentExt;
use syn::{Data, DeriveInput, Fields, Ident, Variant};

use crate::attribute::{PropertyAttributes, documentation};
use crate::case::camel_from_pascal;
use crate::container::ContainerAttributes;
use crate::field::optional;
use crate::property::{drafted_as_itself, implementation, scalar_result};

pub(crate) fn derive(item: &DeriveInput) -> syn::Result<TokenStream> {
    let options = ContainerAttributes::parse("choice", &item.ident.to_string(), &item.attrs)?;
    let Data::Enum(data) = &item.data else {
        return Err(syn::Error::new_spanned(
            &item.ident,
            "`#[derive(Choice)]` needs an enum: its variants are the choices",
        ));
    };
    if data.variants.is_empty() {
        return Err(syn::Error::new_spanned(
            &item.ident,
            "a choice needs at least one variant",
        ));
    }
    let choices = data
        .variants
        .iter()
        .map(parse)
        .collect::<syn::Result<Vec<_>>>()?;
    for (index, choice) in choices.iter().enumerate() {
        if choices[..index]
            .iter()
            .any(|other| other.value == choice.value)
        {
            let message = format!("another variant already has the value `{}`", choice.value);
            return Err(syn::Error::new(choice.variant.span(), message));
        }
    }

    let identifier = &item.ident;
    let name = identifier.to_string();
    let (token, language, description) =
        (options.token(), options.language(), &options.description);
    let schema = quote!(types.choice::<Self>(#token, #name, #description, #language));
    let property = implementation(
        identifier,
        &schema,
        "Choice",
        "decode_choice",
        "encode_choice",
    );
    let (drafted, result) = (drafted_as_itself(identifier), scalar_result(identifier));
    let rows = choices.iter().map(Choice::row);
    let variants = choices.iter().map(|choice| choice.variant);
    let to_value = choices
        .iter()
        .map(|Choice { variant, value, .. }| quote!(Self::#variant => #value));
    Ok(quote! {
        #[automatically_derived]
        impl ::pulumi_wasm_provider::Choice for #identifier {
            const CHOICES: &'static [(::pulumi_wasm_provider::generated::ChoiceRow, Self)] =
                &[#((#rows, Self::#variants)),*];

            fn value(&self) -> &'static str {
                match self { #(#to_value),* }
            }
        }

        #property
        #drafted
        #result
    })
}

struct Choice<'a> {
    variant: &'a Ident,
    value: String,
    description: String,
    deprecated: Option<String>,
}

impl Choice<'_> {
    fn row(&self) -> TokenStream {
        let Self {
            value, description, ..
        } = self;
        let name = self.variant.unraw().to_string();
        let deprecated = optional(self.deprecated.as_ref().map(|text| quote!(#text)));
        quote! {
            ::pulumi_wasm_provider::generated::ChoiceRow {
                name: #name,
                value: #value,
                description: #description,
                deprecated: #deprecated,
            }
        }
    }
}

fn parse(variant: &Variant) -> syn::Result<Choice<'_>> {
    if !matches!(variant.fields, Fields::Unit) {
        let message = "a choice is one string, so its variants have no fields";
        return Err(syn::Error::new_spanned(&variant.fields, message));
    }
    let attributes = PropertyAttributes::parse(&variant.attrs)?;
    let value = match attributes.name {
        Some(name) => name.value(),
        None => camel_from_pascal(&variant.ident.unraw().to_string()),
    };
    Ok(Choice {
        variant: &variant.ident,
        value,
        description: documentation(&variant.attrs),
        deprecated: attributes.deprecated.map(|(_, text)| text),
    })
}
