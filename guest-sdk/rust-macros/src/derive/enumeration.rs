//! `#[derive(Enum)]`.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::{Data, DeriveInput, Fields, Ident, Variant};

use crate::case::camel_from_pascal;
use crate::derive::property::{drafted_as_itself, implementation, scalar_result};
use crate::field::optional;
use crate::mistakes::all;
use crate::options::attribute::{PropertyAttributes, documentation};
use crate::options::constant::Constant;
use crate::options::container::ContainerAttributes;

pub(crate) fn derive(item: &DeriveInput) -> syn::Result<TokenStream> {
    let options = ContainerAttributes::parse("enumeration", &item.ident.to_string(), &item.attrs)?;
    let Data::Enum(data) = &item.data else {
        return Err(syn::Error::new_spanned(
            &item.ident,
            "`#[derive(Enum)]` needs an enum: its variants are the values",
        ));
    };
    if data.variants.is_empty() {
        return Err(syn::Error::new_spanned(
            &item.ident,
            "an enum needs at least one variant",
        ));
    }
    let values = all(data.variants.iter().map(parse))?;
    check_kinds(&values)?;
    for (index, value) in values.iter().enumerate() {
        if values[..index]
            .iter()
            .any(|other| other.value == value.value)
        {
            let message = format!("another variant already has the value `{}`", value.value);
            return Err(syn::Error::new(value.variant.span(), message));
        }
    }

    let identifier = &item.ident;
    let name = identifier.to_string();
    let (token, language, description) =
        (options.token(), options.language(), &options.description);
    let schema = quote!(types.enumeration::<Self>(#token, #name, #description, #language));
    let property = implementation(
        identifier,
        &schema,
        "Enum",
        &TokenStream::new(),
        "decode_enum",
        "encode_enum",
    );
    let (drafted, result) = (drafted_as_itself(identifier), scalar_result(identifier));
    let rows = values.iter().map(Value::row);
    let variants = values.iter().map(|value| value.variant);
    let to_value = values
        .iter()
        .map(|Value { variant, value, .. }| quote!(Self::#variant => #value));
    Ok(quote! {
        #[automatically_derived]
        impl ::pulumi_wasm_provider::Enum for #identifier {
            const VARIANTS: &'static [(::pulumi_wasm_provider::generated::EnumRow, Self)] =
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
fn check_kinds(values: &[Value<'_>]) -> syn::Result<()> {
    let Some(text) = values.iter().find(|value| value.number.is_none()) else {
        return Ok(());
    };
    if values.iter().all(|value| value.number.is_none()) {
        Ok(())
    } else {
        let message = "other variants are numbers: give this one a number too";
        Err(syn::Error::new(text.variant.span(), message))
    }
}

struct Value<'a> {
    variant: &'a Ident,
    /// As text, even if it is a number.
    value: String,
    number: Option<i64>,
    description: String,
    deprecated: Option<String>,
}

impl Value<'_> {
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
            ::pulumi_wasm_provider::generated::EnumRow {
                name: #name,
                value: #constant,
                description: #description,
                deprecated: #deprecated,
            }
        }
    }
}

fn parse(variant: &Variant) -> syn::Result<Value<'_>> {
    if !matches!(variant.fields, Fields::Unit) {
        let message = "each variant is one value, so it has no fields";
        return Err(syn::Error::new_spanned(&variant.fields, message));
    }
    let attributes = PropertyAttributes::parse(&variant.attrs)?;
    attributes.only_of_variant(
        "a value of an enum has only `name` and `deprecated`: write this at the property",
    )?;
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
    Ok(Value {
        variant: &variant.ident,
        value,
        number,
        description: documentation(&variant.attrs),
        deprecated: attributes.deprecated.map(|(_, text)| text),
    })
}
