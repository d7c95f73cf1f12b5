//! `#[derive(Object)]`, `#[derive(Arguments)]`, `#[derive(Results)]` and `#[derive(OldProperties)]`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

use crate::derive::property::{implementation, object_result};
use crate::derive::record::{Holding, Record};
use crate::field::Owner;
use crate::mistakes::both;
use crate::options::container::ContainerAttributes;

pub(crate) fn derive(item: &DeriveInput) -> syn::Result<TokenStream> {
    let name = item.ident.to_string();
    let options = ContainerAttributes::parse("object", &name, &item.attrs);
    let record = Record::parse(item, "Object", Owner::Object);
    let (options, mut record) = both(options, record)?;
    record.constrain(&options.constraints)?;
    let properties = record.properties(|_| true);
    let identifier = &record.identifier;
    let draft = record.named("Draft");
    let draft_struct = record.generate(
        &draft,
        &format!("A [`{name}`] whose properties may be unknown or absent."),
        Holding::Values,
        |_| true,
    );
    let (token, language, description) =
        (options.token(), options.language(), &options.description);
    let schema = quote!(types.object::<Self>(#token, #name, #description, #language));
    let owner_schema = quote!(<#identifier as ::pulumi_wasm_provider::Property>::schema(types));
    let property = implementation(
        identifier,
        &schema,
        "Object",
        &TokenStream::new(),
        "decode_object",
        "encode_object",
    );
    let draft_property = implementation(
        &draft,
        &owner_schema,
        "Object",
        &TokenStream::new(),
        "decode_object",
        "encode_object",
    );
    let (result, checks) = (object_result(identifier), record.checks());
    let (constants, fields_of) = (record.constants(), record.fields_of());
    Ok(quote! {
        #properties
        #draft_struct
        #property
        #draft_property
        #result
        #checks
        #constants
        #fields_of

        #[automatically_derived]
        impl ::pulumi_wasm_provider::HasDraft for #identifier {
            type Draft = #draft;
        }
    })
}

pub(crate) fn derive_arguments(item: &DeriveInput) -> syn::Result<TokenStream> {
    let name = item.ident.to_string();
    let options = ContainerAttributes::parse("arguments", &name, &item.attrs);
    let record = Record::parse(item, "Arguments", Owner::Arguments);
    let (options, mut record) = both(options, record)?;
    record.constrain(&options.constraints)?;
    let properties = record.properties(|_| true);
    let (checks, constants) = (record.checks(), record.constants());
    Ok(quote!(#properties #checks #constants))
}

pub(crate) fn derive_results(item: &DeriveInput) -> syn::Result<TokenStream> {
    let record = Record::parse(item, "Results", Owner::Results)?;
    let properties = record.properties(|_| true);
    let (result, checks) = (object_result(&record.identifier), record.checks());
    Ok(quote!(#properties #result #checks))
}

/// Only its direct properties, because it is never in a schema.
pub(crate) fn derive_old_properties(item: &DeriveInput) -> syn::Result<TokenStream> {
    Ok(Record::parse(item, "OldProperties", Owner::Old)?.properties(|_| true))
}
