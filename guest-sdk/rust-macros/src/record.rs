//! Structs as sets of properties: what the derives for resources, objects and configuration share.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Fields, Ident, Visibility};

use crate::field::{Field, Owner};

/// A struct whose fields are properties.
pub(crate) struct Record {
    pub(crate) identifier: Ident,
    pub(crate) visibility: Visibility,
    pub(crate) fields: Vec<Field>,
}

/// How a generated struct holds its fields.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Holding {
    /// As the author wrote them.
    Plain,
    /// As `Value<T>`, which may be unknown or absent.
    Values,
}

impl Record {
    pub(crate) fn parse(item: &DeriveInput, derive: &str, owner: Owner) -> syn::Result<Self> {
        let wanted = format!(
            "`#[derive({derive})]` needs a struct with named fields: the names are the properties'"
        );
        let Data::Struct(data) = &item.data else {
            return Err(syn::Error::new_spanned(&item.ident, wanted));
        };
        if !item.generics.params.is_empty() {
            return Err(syn::Error::new_spanned(
                &item.generics,
                format!("`#[derive({derive})]` cannot be generic: a schema has no type parameters"),
            ));
        }
        let fields = match &data.fields {
            Fields::Named(fields) => fields
                .named
                .iter()
                .map(|field| Field::parse(field, owner))
                .collect(),
            Fields::Unit => Ok(Vec::new()),
            Fields::Unnamed(fields) => Err(syn::Error::new_spanned(fields, wanted)),
        };
        let record = Self {
            identifier: item.ident.clone(),
            visibility: item.vis.clone(),
            fields: fields?,
        };
        record.check_names()?;
        Ok(record)
    }

    fn check_names(&self) -> syn::Result<()> {
        for (index, field) in self.fields.iter().enumerate() {
            if self.fields[..index]
                .iter()
                .any(|other| other.name == field.name)
            {
                let message = format!("another field is already the property `{}`", field.name);
                return Err(syn::Error::new(field.identifier.span(), message));
            }
        }
        Ok(())
    }

    /// The name of a struct generated beside this one.
    pub(crate) fn named(&self, suffix: &str) -> Ident {
        format_ident!("{}{suffix}", self.identifier)
    }

    /// `impl Properties` for the struct itself; only the fields that `written` accepts are encoded.
    pub(crate) fn properties(&self, written: impl Fn(&Field) -> bool) -> TokenStream {
        let identifier = &self.identifier;
        let rows = self
            .fields
            .iter()
            .filter(|field| field.attributes.skip.is_none())
            .map(Field::row);
        let table = quote!(&[#(#rows),*]);
        self.implement(identifier, &table, |_| true, written)
    }

    /// A struct of the accepted fields beside this one, with its `Properties`, `Clone` and `Debug`.
    pub(crate) fn generate(
        &self,
        identifier: &Ident,
        description: &str,
        holding: Holding,
        accepted: impl Fn(&Field) -> bool + Copy,
    ) -> TokenStream {
        let Self {
            visibility,
            identifier: owner,
            ..
        } = self;
        let members = self
            .fields
            .iter()
            .filter(|field| accepted(field))
            .map(|field| {
                let (name, description, kind) =
                    (&field.identifier, &field.description, &field.kind);
                let kind = if holding == Holding::Values {
                    field.value_type()
                } else {
                    quote!(#kind)
                };
                quote!(#[doc = #description] pub #name: #kind)
            });
        let default = (holding == Holding::Values).then(|| quote!(, ::core::default::Default));
        let table = quote!(<#owner as ::pulumi_wasm_provider::Properties>::FIELDS);
        let properties = self.implement(identifier, &table, accepted, accepted);
        let text = identifier.to_string();
        quote! {
            #[doc = #description]
            #[allow(dead_code, reason = "an author reads the fields that the hooks need")]
            #[derive(::core::clone::Clone #default)]
            #visibility struct #identifier { #(#members),* }

            #properties

            impl ::core::fmt::Debug for #identifier {
                fn fmt(&self, formatter: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    ::pulumi_wasm_provider::generated::debug(self, #text, formatter)
                }
            }
        }
    }

    fn implement(
        &self,
        identifier: &Ident,
        table: &TokenStream,
        accepted: impl Fn(&Field) -> bool,
        written: impl Fn(&Field) -> bool,
    ) -> TokenStream {
        let mut taken = Vec::new();
        let mut put = Vec::new();
        // The table has no row for fields that are left out of the schema, so it is counted apart.
        let mut row = 0usize;
        for field in &self.fields {
            let name = &field.identifier;
            if field.attributes.skip.is_some() {
                if accepted(field) {
                    taken.push(quote!(#name: ::core::default::Default::default()));
                }
                continue;
            }
            if accepted(field) {
                taken.push(
                    quote_spanned!(field.kind.span()=> #name: source.take(&Self::FIELDS[#row])?),
                );
            }
            if written(field) {
                put.push(quote_spanned!(field.kind.span()=> target.put(&Self::FIELDS[#row], &self.#name)?;));
            }
            row += 1;
        }
        quote! {
            #[automatically_derived]
            impl ::pulumi_wasm_provider::Properties for #identifier {
                const FIELDS: &'static [::pulumi_wasm_provider::generated::Field] = #table;

                #[allow(unused_mut, unused_variables, clippy::indexing_slicing)]
                fn from_properties(
                    properties: ::pulumi_wasm_provider::PropertyMap,
                    path: &::pulumi_wasm_provider::PropertyPath<'_>,
                ) -> ::core::result::Result<Self, ::pulumi_wasm_provider::PropertyFailure> {
                    let mut source = ::pulumi_wasm_provider::generated::Source::new(properties, path);
                    ::core::result::Result::Ok(Self { #(#taken),* })
                }

                #[allow(unused_mut, clippy::indexing_slicing)]
                fn to_properties(
                    &self,
                    path: &::pulumi_wasm_provider::PropertyPath<'_>,
                ) -> ::core::result::Result<
                    ::pulumi_wasm_provider::PropertyMap,
                    ::pulumi_wasm_provider::PropertyFailure,
                > {
                    let mut target = ::pulumi_wasm_provider::generated::Target::new(path);
                    #(#put)*
                    ::core::result::Result::Ok(target.finish())
                }
            }
        }
    }
}
