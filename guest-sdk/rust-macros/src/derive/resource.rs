//! `#[derive(Resource)]`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, Ident};

use crate::derive::record::{Holding, Record};
use crate::field::{Field, Owner, optional};
use crate::mistakes::both;
use crate::options::container::ContainerAttributes;

pub(crate) fn derive(item: &DeriveInput) -> syn::Result<TokenStream> {
    let name = item.ident.to_string();
    let options = ContainerAttributes::parse("resource", &name, &item.attrs);
    let record = Record::parse(item, "Resource", Owner::Resource);
    let (options, mut record) = both(options, record)?;
    if let Some(field) = options.traits.named_field() {
        record.set_named(field)?;
    }
    record.constrain(&options.constraints)?;
    let traits = options.traits.table(&record)?;
    let (inputs, outputs, draft, preview, partial) = (
        record.named("Inputs"),
        record.named("Outputs"),
        record.named("Draft"),
        record.named("Preview"),
        record.named("Partial"),
    );

    let state = record.properties(Field::is_output);
    let inputs_struct = record.generate(
        &inputs,
        &format!("The inputs of [`{name}`]: what the program asks for."),
        Holding::Plain,
        Field::is_input,
    );
    let outputs_struct = record.generate(
        &outputs,
        &format!("The properties of [`{name}`] that the provider sets: the result of `create` and `update`."),
        Holding::Plain,
        Field::is_set,
    );
    let draft_struct = record.generate(
        &draft,
        &format!("The inputs of [`{name}`] in `check` and in previews, where they may be unknown or absent."),
        Holding::Values,
        Field::is_input,
    );
    let preview_struct = record.generate(
        &preview,
        &format!("The outputs of [`{name}`] in a preview, where they may be unknown."),
        Holding::Values,
        Field::is_output,
    );
    let partial_struct = record.generate_writing(
        &partial,
        &format!("The state of an incomplete [`{name}`]: in a checkpoint, and in the record of a resource whose `create` failed half-way."),
        Holding::Values,
        |_| true,
        Field::is_output,
    );
    let conversion = preview_from_draft(&record);
    let outputs_conversion = outputs_from_state(&record);

    let identifier = &record.identifier;
    let (token, language) = (options.token(), options.language());
    let deprecated = optional(options.deprecated.map(|text| quote!(#text)));
    let (description, aliases) = (options.description, options.aliases);
    let (checks, constants) = (record.checks(), record.constants());
    Ok(quote! {
        #state
        #inputs_struct
        #outputs_struct
        #draft_struct
        #preview_struct
        #partial_struct
        #conversion
        #outputs_conversion
        #checks
        #constants

        #[automatically_derived]
        impl ::pulumi_wasm_provider::ResourceState for #identifier {
            const SPEC: ::pulumi_wasm_provider::generated::ResourceSpec =
                ::pulumi_wasm_provider::generated::ResourceSpec {
                    name: #name,
                    token: #token,
                    description: #description,
                    deprecated: #deprecated,
                    language: #language,
                    aliases: &[#(#aliases),*],
                    traits: #traits,
                };
            type Inputs = #inputs;
            type Outputs = #outputs;
            type Draft = #draft;
            type Preview = #preview;
            type Partial = #partial;
        }
    })
}

/// Which structs are recorded as a whole, which are recorded beside the inputs, and the conversions between them.
fn outputs_from_state(record: &Record) -> TokenStream {
    let (identifier, outputs, partial) = (
        &record.identifier,
        record.named("Outputs"),
        record.named("Partial"),
    );
    let fields = record.fields.iter().filter(|field| field.is_set());
    let members = fields.map(|field| {
        let name = &field.identifier;
        quote!(#name: state.#name)
    });
    let whole = recordable(record, identifier, false, Field::is_input);
    let outputs_alone = recordable(record, &outputs, true, |_| false);
    let lacking = recordable(record, &partial, true, Field::is_input);
    quote! {
        #whole
        #outputs_alone
        #lacking

        #[automatically_derived]
        impl ::pulumi_wasm_provider::generated::RecordsOutputs<#outputs> for #identifier {
            fn outputs(outputs: #outputs) -> #outputs {
                outputs
            }
        }

        #[automatically_derived]
        impl ::core::convert::From<#identifier> for #outputs {
            #[allow(unused_variables)]
            fn from(state: #identifier) -> Self {
                Self { #(#members),* }
            }
        }
    }
}

/// How one of the resource's structs is recorded. `inputs` says which of its fields are inputs.
fn recordable(
    record: &Record,
    identifier: &Ident,
    beside_inputs: bool,
    inputs: impl Fn(&Field) -> bool,
) -> TokenStream {
    let (resource, put_inputs) = (&record.identifier, record.put(inputs));
    quote! {
        #[automatically_derived]
        impl ::pulumi_wasm_provider::Recordable for #identifier {
            const BESIDE_INPUTS: bool = #beside_inputs;
            type Of = #resource;

            #[allow(unused_variables, clippy::indexing_slicing)]
            fn write_inputs(
                &self,
                target: &mut ::pulumi_wasm_provider::generated::Target<'_>,
            ) -> ::core::result::Result<(), ::pulumi_wasm_provider::PropertyFailure> {
                #(#put_inputs)*
                ::core::result::Result::Ok(())
            }
        }
    }
}

/// The first guess of every preview: inputs come back as outputs of the same name, the rest is not known yet.
fn preview_from_draft(record: &Record) -> TokenStream {
    let (draft, preview) = (record.named("Draft"), record.named("Preview"));
    let members = record
        .fields
        .iter()
        .filter(|field| field.is_output())
        .map(|field| {
            let name = &field.identifier;
            match (field.is_input(), field.is_flattened()) {
                (true, _) => quote!(#name: ::core::clone::Clone::clone(&draft.#name)),
                (false, true) => quote!(#name: ::pulumi_wasm_provider::generated::unknown()),
                (false, false) => quote!(#name: ::pulumi_wasm_provider::Value::unknown()),
            }
        });
    quote! {
        #[automatically_derived]
        impl ::core::convert::From<&#draft> for #preview {
            #[allow(unused_variables)]
            fn from(draft: &#draft) -> Self {
                Self { #(#members),* }
            }
        }
    }
}
