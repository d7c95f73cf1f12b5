//! `impl Property` as the derives write it: everything but the schema and the kind is the same function call.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Ident;

/// The implementation for a type, with its schema's code, its kind, the constant with the rules of its type, and the run-time
/// crate's functions for both ways.
pub(crate) fn implementation(
    identifier: &Ident,
    schema: &TokenStream,
    kind: &str,
    natural: &TokenStream,
    decode: &str,
    encode: &str,
) -> TokenStream {
    let name = |name: &str| Ident::new(name, proc_macro2::Span::call_site());
    let fits = (kind == "Object").then(|| {
        quote! {
            fn fits(
                from: &mut ::pulumi_wasm_provider::Decoder<'_>,
                path: &::pulumi_wasm_provider::PropertyPath<'_>,
            ) -> ::core::result::Result<(), ::pulumi_wasm_provider::PropertyFailure> {
                ::pulumi_wasm_provider::generated::fits_object::<Self>(from, path)
            }
        }
    });
    let (kind, decode, encode) = (name(kind), name(decode), name(encode));
    quote! {
        #[automatically_derived]
        impl ::pulumi_wasm_provider::Property for #identifier {
            const KIND: ::pulumi_wasm_provider::generated::Kind =
                ::pulumi_wasm_provider::generated::Kind::#kind;
            #natural

            fn schema(types: &mut ::pulumi_wasm_provider::Types) -> ::pulumi_wasm_provider::generated::JsonValue {
                #schema
            }

            fn decode(
                from: &mut ::pulumi_wasm_provider::Decoder<'_>,
                path: &::pulumi_wasm_provider::PropertyPath<'_>,
            ) -> ::core::result::Result<Self, ::pulumi_wasm_provider::PropertyFailure> {
                ::pulumi_wasm_provider::generated::#decode(from, path)
            }

            #fits

            fn encode(
                &self,
                into: &mut ::pulumi_wasm_provider::Encoder,
                path: &::pulumi_wasm_provider::PropertyPath<'_>,
            ) -> ::core::result::Result<(), ::pulumi_wasm_provider::PropertyFailure> {
                ::pulumi_wasm_provider::generated::#encode(self, into, path)
            }
        }
    }
}

/// For types whose parts cannot be read while some are unknown.
pub(crate) fn drafted_as_itself(identifier: &Ident) -> TokenStream {
    quote! {
        #[automatically_derived]
        impl ::pulumi_wasm_provider::HasDraft for #identifier {
            type Draft = Self;
        }
    }
}

/// A function may return the type itself.
pub(crate) fn scalar_result(identifier: &Ident) -> TokenStream {
    quote! {
        #[automatically_derived]
        impl ::pulumi_wasm_provider::generated::FunctionOutput for #identifier {
            const FIELDS: ::core::option::Option<&'static [::pulumi_wasm_provider::generated::Field]> =
                ::core::option::Option::None;

            fn schema(types: &mut ::pulumi_wasm_provider::Types) -> ::pulumi_wasm_provider::generated::JsonValue {
                <Self as ::pulumi_wasm_provider::Property>::schema(types)
            }

            fn write_result(
                &self,
                target: &mut ::pulumi_wasm_provider::generated::Target<'_>,
            ) -> ::core::result::Result<(), ::pulumi_wasm_provider::PropertyFailure> {
                ::pulumi_wasm_provider::generated::scalar_result(self, target)
            }
        }
    }
}

/// A function may return the struct, whose fields are then the named results.
pub(crate) fn object_result(identifier: &Ident) -> TokenStream {
    quote! {
        #[automatically_derived]
        impl ::pulumi_wasm_provider::generated::FunctionOutput for #identifier {
            const FIELDS: ::core::option::Option<&'static [::pulumi_wasm_provider::generated::Field]> =
                ::core::option::Option::Some(<Self as ::pulumi_wasm_provider::Properties>::FIELDS);

            fn schema(types: &mut ::pulumi_wasm_provider::Types) -> ::pulumi_wasm_provider::generated::JsonValue {
                ::pulumi_wasm_provider::generated::object_result_schema::<Self>(types)
            }

            fn write_result(
                &self,
                target: &mut ::pulumi_wasm_provider::generated::Target<'_>,
            ) -> ::core::result::Result<(), ::pulumi_wasm_provider::PropertyFailure> {
                <Self as ::pulumi_wasm_provider::Properties>::write_to(self, target)
            }
        }
    }
}
