//! `#[derive(Choice)]`.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::{Data, DeriveInput, Fields, Ident, Variant};

use crate::attribute::{PropertyAttributes, documentation};
use crate::case::camel_from_pascal;
use crate::constant::Constant;
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
    check_kinds(&choices)?;
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

/// An enumeration of the schema has values of one type.
fn check_kinds(choices: &[Choice<'_>]) -> syn::Result<()> {
    let Some(text) = choices.iter().find(|choice| choice.number.is_none()) else {
        return Ok(());
    };
    match choices.iter().all(|choice| choice.number.is_none()) {
        true => Ok(()),
        false => {
            let message = "other variants are numbers: give this one a number too";
            Err(syn::Error::new(text.variant.span(), message))
        }
    }
}

struct Choice<'a> {
    variant: &'a Ident,
    /// As text, even if it is a number.
    value: String,
    number: Option<i64>,
    description: String,
    deprecated: Option<String>,
}

impl Choice<'_> {
    fn row(&self) -> TokenStream {
        let Self {
            value, description, ..
        } = self;
        let constant = match self.number {
            Some(number) => Constant::Integer(number),
            None => Constant::Text(value.clone()),
        };
        let name = self.variant.unraw().to_string();
        let deprecated = optional(self.deprecated.as_ref().map(|text| quote!(#text)));
        quote! {
            ::pulumi_wasm_provider::generated::ChoiceRow {
                name: #name,
                value: #constant,
                description: #description,
                deprecated: #deprecated,
            }
        }
    }
}

fn parse(variant: &Variant) -> syn::Result<Choice<'_>> {
    if !matches!(variant.fields, Fields::Unit) {
        let message = "a choice is one value, so its variants have no fields";
        return Err(syn::Error::new_spanned(&variant.fields, message));
    }
    let attributes = PropertyAttributes::parse(&variant.attrs)?;
    let number = match &variant.discriminant {
        None => None,
        Some((_, expression)) => match syn::parse2(expression.to_token_stream())? {
            Constant::Integer(number) => Some(number),
            _ => return Err(syn::Error::new_spanned(expression, "expected an integer")),
        },
    };
    let value = match (&attributes.name, number) {
        (Some(name), Some(_)) => {
            let message = "a variant is a number or has a name, not both";
            return Err(syn::Error::new(name.span(), message));
        }
        (Some(name), None) => name.value(),
        (None, Some(number)) => number.to_string(),
        (None, None) => camel_from_pascal(&variant.ident.unraw().to_string()),
    };
    Ok(Choice {
        variant: &variant.ident,
        value,
        number,
        description: documentation(&variant.attrs),
        deprecated: attributes.deprecated.map(|(_, text)| text),
    })
}
