//! `#[derive(Component)]`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

use crate::derive::record::{Holding, Record};
use crate::field::{Field, Owner, optional};
use crate::mistakes::both;
use crate::options::container::ContainerAttributes;

pub(crate) fn derive(item: &DeriveInput) -> syn::Result<TokenStream> {
    let name = item.ident.to_string();
    let options = ContainerAttributes::parse("component", &name, &item.attrs);
    let record = Record::parse(item, "Component", Owner::Component);
    let (options, mut record) = both(options, record)?;
    record.constrain(&options.constraints)?;
    let (inputs, outputs) = (record.named("Inputs"), record.named("Outputs"));
    let properties = record.properties(|_| true);
    let inputs_struct = record.generate(
        &inputs,
        &format!("The inputs of [`{name}`]: what the program gives."),
        Holding::Plain,
        Field::is_input,
    );
    let outputs_struct = record.generate(
        &outputs,
        &format!("The outputs of [`{name}`]: the answer of `construct`."),
        Holding::Plain,
        Field::is_output,
    );
    let identifier = &record.identifier;
    let (token, language) = (options.token(), options.language());
    let deprecated = optional(options.deprecated.map(|text| quote!(#text)));
    let (description, aliases) = (options.description, options.aliases);
    let (checks, constants) = (record.checks(), record.constants());
    Ok(quote! {
        #properties
        #inputs_struct
        #outputs_struct
        #checks
        #constants

        #[automatically_derived]
        impl ::pulumi_wasm_provider::OwnType for #identifier {
            const NAME: &'static str = #name;
            const TOKEN: ::core::option::Option<&'static str> = #token;
            const IS_COMPONENT: bool = true;
            const PROPERTIES: &'static [::pulumi_wasm_provider::generated::Field] =
                <#identifier as ::pulumi_wasm_provider::Properties>::FIELDS;
        }

        #[automatically_derived]
        impl ::pulumi_wasm_provider::ComponentState for #identifier {
            const SPEC: ::pulumi_wasm_provider::generated::ResourceSpec =
                ::pulumi_wasm_provider::generated::ResourceSpec {
                    name: #name,
                    token: #token,
                    description: #description,
                    deprecated: #deprecated,
                    language: #language,
                    aliases: &[#(#aliases),*],
                    traits: &[],
                };
            const FIELDS: &'static [::pulumi_wasm_provider::generated::Field] =
                <#identifier as ::pulumi_wasm_provider::Properties>::FIELDS;
            const CONSTRAINTS: &'static [::pulumi_wasm_provider::generated::Constraint] =
                <#identifier as ::pulumi_wasm_provider::Properties>::CONSTRAINTS;
            type Inputs = #inputs;
            type Outputs = #outputs;
        }
    })
}
