//! `#[derive(Resource)]`.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::DeriveInput;
use syn::spanned::Spanned;

use crate::container::ContainerAttributes;
use crate::field::{Field, Owner, optional};
use crate::record::{Holding, Record};

pub(crate) fn derive(item: &DeriveInput) -> syn::Result<TokenStream> {
    let options = ContainerAttributes::parse("resource", &item.attrs)?;
    let record = Record::parse(item, "Resource", Owner::Resource)?;
    let name = record.identifier.to_string();
    let (inputs, draft, preview) = (
        record.named("Inputs"),
        record.named("Draft"),
        record.named("Preview"),
    );

    let state = record.properties(Field::is_output);
    let inputs_struct = record.generate(
        &inputs,
        &format!("The inputs of [`{name}`]: what the program asks for."),
        Holding::Plain,
        Field::is_input,
    );
    let draft_struct = record.generate(
        &draft,
        &format!("The inputs of [`{name}`] while some may be unknown or absent: in `check` and in previews."),
        Holding::Values,
        Field::is_input,
    );
    let preview_struct = record.generate(
        &preview,
        &format!("The outputs of [`{name}`] as far as a preview knows them."),
        Holding::Values,
        Field::is_output,
    );
    let conversion = preview_from_draft(&record);
    let put_inputs = record.fields.iter().enumerate().filter(|(_, field)| field.is_input()).map(|(row, field)| {
        let name = &field.identifier;
        quote_spanned!(field.kind.span()=> target.put(&<Self as ::pulumi_wasm_provider::Properties>::FIELDS[#row], &self.#name)?;)
    });

    let identifier = &record.identifier;
    let token = optional(options.token.map(|token| quote!(#token)));
    let deprecated = optional(options.deprecated.map(|text| quote!(#text)));
    let (description, delete_before_replace) = (options.description, options.delete_before_replace);
    Ok(quote! {
        #state
        #inputs_struct
        #draft_struct
        #preview_struct
        #conversion

        #[automatically_derived]
        impl ::pulumi_wasm_provider::ResourceState for #identifier {
            const NAME: &'static str = #name;
            const TOKEN: ::core::option::Option<&'static str> = #token;
            const DESCRIPTION: &'static str = #description;
            const DEPRECATED: ::core::option::Option<&'static str> = #deprecated;
            const DELETE_BEFORE_REPLACE: bool = #delete_before_replace;
            type Inputs = #inputs;
            type Draft = #draft;
            type Preview = #preview;

            #[allow(unused_mut, clippy::indexing_slicing)]
            fn to_inputs(
                &self,
                path: &::pulumi_wasm_provider::PropertyPath<'_>,
            ) -> ::core::result::Result<
                ::pulumi_wasm_provider::PropertyMap,
                ::pulumi_wasm_provider::PropertyFailure,
            > {
                let mut target = ::pulumi_wasm_provider::generated::Target::new(path);
                #(#put_inputs)*
                ::core::result::Result::Ok(target.finish())
            }
        }
    })
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
            match field.is_input() {
                true => quote!(#name: ::core::clone::Clone::clone(&draft.#name)),
                false => quote!(#name: ::pulumi_wasm_provider::Value::unknown()),
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
