//! Constants for the properties of a struct. Authors name the properties by them.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Ident;
use syn::ext::IdentExt;
use syn::spanned::Spanned;

use super::Record;
use crate::field::Field;

impl Record {
    /// `Zone::RECORD_TYPE` for the field `record_type`, and so on.
    pub(crate) fn constants(&self) -> TokenStream {
        let Self {
            identifier,
            visibility,
            ..
        } = self;
        let fields = self.fields.iter().filter(|field| field.is_property());
        let constants = fields.map(|field| {
            let (name, kind) = (&field.name, &field.kind);
            let upper = field.identifier.unraw().to_string().to_uppercase();
            let constant = Ident::new(&upper, field.identifier.span());
            let description = format!("The property `{name}`.");
            quote_spanned! {field.identifier.span()=>
                #[doc = #description]
                #visibility const #constant: ::pulumi_wasm_provider::PropertyName<Self, #kind> =
                    ::pulumi_wasm_provider::PropertyName::new(#name);
            }
        });
        quote! {
            #[allow(dead_code, reason = "an author names the properties that failures are about")]
            #[allow(private_interfaces, reason = "a type that the author keeps private is no obstacle to a name")]
            impl #identifier {
                #(#constants)*
            }
        }
    }

    /// Paths go through an object to its properties, and to the properties of structs that are flattened into it.
    pub(crate) fn fields_of(&self) -> TokenStream {
        let identifier = &self.identifier;
        let flattened = self.fields.iter().filter(|field| field.is_flattened());
        let flattened = flattened.map(|Field { kind, .. }| {
            quote_spanned! {kind.span()=>
                #[automatically_derived]
                impl ::pulumi_wasm_provider::Fields<#kind> for #identifier {}
            }
        });
        quote! {
            #[automatically_derived]
            impl ::pulumi_wasm_provider::Fields<#identifier> for #identifier {}
            #(#flattened)*
        }
    }
}
