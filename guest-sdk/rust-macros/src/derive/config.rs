//! `#[derive(Config)]`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

use crate::derive::record::{Holding, Record};
use crate::field::Owner;
use crate::mistakes::both;
use crate::options::container::ContainerAttributes;

pub(crate) fn derive(item: &DeriveInput) -> syn::Result<TokenStream> {
    let options = ContainerAttributes::parse("config", &item.ident.to_string(), &item.attrs);
    let record = Record::parse(item, "Config", Owner::Config);
    let (options, mut record) = both(options, record)?;
    record.constrain(&options.constraints)?;
    let properties = record.properties(|_| true);
    let identifier = &record.identifier;
    let draft = record.named("Draft");
    let draft_struct = record.generate(
        &draft,
        &format!("The configuration [`{identifier}`] while some of it may be unknown or absent."),
        Holding::Values,
        |_| true,
    );
    let (checks, constants) = (record.checks(), record.constants());
    Ok(quote! {
        #properties
        #draft_struct
        #checks
        #constants

        #[automatically_derived]
        impl ::pulumi_wasm_provider::ConfigState for #identifier {
            type Draft = #draft;
        }
    })
}
