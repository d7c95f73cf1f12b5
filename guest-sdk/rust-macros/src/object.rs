//! `#[derive(Object)]` and `#[derive(Arguments)]`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

use crate::container::ContainerAttributes;
use crate::field::{Owner, optional};
use crate::record::Record;

pub(crate) fn derive(item: &DeriveInput) -> syn::Result<TokenStream> {
    let options = ContainerAttributes::parse("object", &item.attrs)?;
    let record = Record::parse(item, "Object", Owner::Object)?;
    let properties = record.properties(|_| true);
    let identifier = &record.identifier;
    let name = identifier.to_string();
    let token = optional(options.token.map(|token| quote!(#token)));
    let description = options.description;
    Ok(quote! {
        #properties

        #[automatically_derived]
        impl ::pulumi_wasm_provider::Property for #identifier {
            fn schema(types: &mut ::pulumi_wasm_provider::Types) -> ::pulumi_wasm_provider::generated::JsonValue {
                types.object::<Self>(#token, #name, #description)
            }

            fn decode(
                value: ::pulumi_wasm_provider::generated::JsonValue,
                path: &::pulumi_wasm_provider::PropertyPath<'_>,
            ) -> ::core::result::Result<Self, ::pulumi_wasm_provider::PropertyFailure> {
                ::pulumi_wasm_provider::generated::decode_object(value, path)
            }

            fn encode(
                &self,
                path: &::pulumi_wasm_provider::PropertyPath<'_>,
            ) -> ::core::result::Result<
                ::core::option::Option<::pulumi_wasm_provider::generated::JsonValue>,
                ::pulumi_wasm_provider::PropertyFailure,
            > {
                ::pulumi_wasm_provider::generated::encode_object(self, path)
            }
        }
    })
}

pub(crate) fn derive_arguments(item: &DeriveInput) -> syn::Result<TokenStream> {
    let record = Record::parse(item, "Arguments", Owner::Arguments)?;
    Ok(record.properties(|_| true))
}
