//! Structs as sets of properties: the shared part of the derives for resources, objects and configuration.

use std::cell::RefCell;

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Fields, Ident, Type, Visibility};

use crate::field::{Field, Owner};
use crate::mistakes::{Mistakes, all, both};
use crate::options::constraint::Constraint;

mod constants;
mod names;

/// A struct whose fields are properties.
pub(crate) struct Record {
    pub(crate) identifier: Ident,
    pub(crate) visibility: Visibility,
    pub(crate) fields: Vec<Field>,
    /// Rules between the fields, as the run-time crate has them.
    constraints: Vec<TokenStream>,
    /// Names of flattened fields. The macro cannot check them, but the compiler can.
    unchecked: RefCell<Vec<(Span, String)>>,
    /// Fields whose type must be optional. Only the compiler knows the type.
    optional: RefCell<Vec<(Span, String, Type)>>,
}

/// How a generated struct stores its fields.
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
            Fields::Named(fields) => {
                let fields = fields.named.iter();
                all(fields.map(|field| Field::parse(field, owner)))
            }
            Fields::Unit => Ok(Vec::new()),
            Fields::Unnamed(fields) => Err(syn::Error::new_spanned(fields, wanted)),
        };
        let mut record = Self {
            identifier: item.ident.clone(),
            visibility: item.vis.clone(),
            fields: fields?,
            constraints: Vec::new(),
            unchecked: RefCell::default(),
            optional: RefCell::default(),
        };
        let (names, dependencies) = (record.check_names(owner), record.find_dependencies());
        both(names, dependencies)?;
        record.want_optional();
        Ok(record)
    }

    /// Adds rules between the fields.
    pub(crate) fn constrain(&mut self, constraints: &[Constraint]) -> syn::Result<()> {
        let constraints = constraints.iter();
        self.constraints = all(constraints.map(|constraint| constraint.tokens(self)))?;
        Ok(())
    }

    fn check_names(&self, owner: Owner) -> syn::Result<()> {
        // An input of a component may come back as an output of the same name.
        let is_same = |one: &Field, other: &Field| {
            one.name == other.name
                && (owner != Owner::Component || one.is_input() == other.is_input())
        };
        let properties: Vec<_> = self
            .fields
            .iter()
            .filter(|field| field.is_property())
            .collect();
        let mut mistakes = Mistakes::default();
        for (index, field) in properties.iter().enumerate() {
            if properties[..index]
                .iter()
                .any(|other| is_same(other, field))
            {
                let message = format!("another field is already the property `{}`", field.name);
                mistakes.add(syn::Error::new(field.identifier.span(), message));
            }
        }
        mistakes.finish(())
    }

    /// The name of a struct that is generated beside this one.
    pub(crate) fn named(&self, suffix: &str) -> Ident {
        format_ident!("{}{suffix}", self.identifier)
    }

    /// `impl Properties` for the struct itself; only the fields that `written` accepts are encoded.
    pub(crate) fn properties(&self, written: impl Fn(&Field) -> bool) -> TokenStream {
        let rows = self
            .fields
            .iter()
            .filter(|field| field.is_property())
            .map(Field::row);
        let own = quote!(&[#(#rows),*]);
        let constraints = &self.constraints;
        let constraints = quote!(&[#(#constraints),*]);
        self.implement(
            &self.identifier,
            &self.tables(&own, &constraints),
            |_| true,
            written,
        )
    }

    /// The struct's own tables, joined with the tables of its flattened structs.
    fn tables(&self, own: &TokenStream, constraints: &TokenStream) -> TokenStream {
        let flattened: Vec<_> = self
            .fields
            .iter()
            .filter(|field| field.is_flattened())
            .collect();
        if flattened.is_empty() {
            return quote! {
                const FIELDS: &'static [::pulumi_wasm_provider::generated::Field] = #own;
                const CONSTRAINTS: &'static [::pulumi_wasm_provider::generated::Constraint] = #constraints;
            };
        }
        let owner = &self.identifier;
        let kinds: Vec<_> = flattened.iter().map(|field| &field.kind).collect();
        let parts = flattened.iter().map(|field| {
            let (kind, input, output) = (&field.kind, field.is_input(), field.is_output());
            quote!((<#kind as ::pulumi_wasm_provider::Properties>::FIELDS, #input, #output))
        });
        // An error about names points at the last of the flattened structs.
        let span = flattened
            .last()
            .map_or_else(Span::call_site, |field| field.identifier.span());
        let joined = quote_spanned! {span=> ::pulumi_wasm_provider::generated::join_fields(PARTS) };
        quote! {
            const OWN: &'static [::pulumi_wasm_provider::generated::Field] = #own;
            const FIELDS: &'static [::pulumi_wasm_provider::generated::Field] = {
                const PARTS: &[(&[::pulumi_wasm_provider::generated::Field], bool, bool)] = &[
                    (<#owner as ::pulumi_wasm_provider::Properties>::OWN, true, true), #(#parts),*
                ];
                const LENGTH: usize = ::pulumi_wasm_provider::generated::joined_length(PARTS);
                const TABLE: [::pulumi_wasm_provider::generated::Field; LENGTH] = #joined;
                &TABLE
            };
            const CONSTRAINTS: &'static [::pulumi_wasm_provider::generated::Constraint] = {
                const PARTS: &[&[::pulumi_wasm_provider::generated::Constraint]] = &[
                    #constraints, #(<#kinds as ::pulumi_wasm_provider::Properties>::CONSTRAINTS),*
                ];
                const LENGTH: usize = ::pulumi_wasm_provider::generated::constraints_length(PARTS);
                const TABLE: [::pulumi_wasm_provider::generated::Constraint; LENGTH] =
                    ::pulumi_wasm_provider::generated::join_constraints(PARTS);
                &TABLE
            };
        }
    }

    /// Generates a struct of the accepted fields beside this one, with its `Properties`, `Clone` and `Debug`.
    pub(crate) fn generate(
        &self,
        identifier: &Ident,
        description: &str,
        holding: Holding,
        accepted: impl Fn(&Field) -> bool + Copy,
    ) -> TokenStream {
        self.generate_writing(identifier, description, holding, accepted, accepted)
    }

    /// Generates a struct that reads more fields than it writes.
    pub(crate) fn generate_writing(
        &self,
        identifier: &Ident,
        description: &str,
        holding: Holding,
        accepted: impl Fn(&Field) -> bool + Copy,
        written: impl Fn(&Field) -> bool,
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
        let members: Vec<_> = members.collect();
        // The name of a struct without fields is a value.
        let body = if members.is_empty() {
            quote!(;)
        } else {
            quote!({ #(#members),* })
        };
        let default = (holding == Holding::Values).then(|| quote!(, ::core::default::Default));
        let tables = quote! {
            const FIELDS: &'static [::pulumi_wasm_provider::generated::Field] =
                <#owner as ::pulumi_wasm_provider::Properties>::FIELDS;
            const OWN: &'static [::pulumi_wasm_provider::generated::Field] =
                <#owner as ::pulumi_wasm_provider::Properties>::OWN;
        };
        let properties = self.implement(identifier, &tables, accepted, written);
        let text = identifier.to_string();
        quote! {
            #[doc = #description]
            #[allow(dead_code, reason = "an author reads the fields that the hooks need")]
            #[derive(::core::clone::Clone #default)]
            #visibility struct #identifier #body

            #properties

            impl ::core::fmt::Debug for #identifier {
                fn fmt(&self, formatter: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    ::pulumi_wasm_provider::generated::debug(self, #text, formatter)
                }
            }
        }
    }

    /// Statements that write the accepted fields into a `target`.
    pub(crate) fn put(&self, accepted: impl Fn(&Field) -> bool) -> Vec<TokenStream> {
        let mut statements = Vec::new();
        let mut row = 0usize;
        for field in &self.fields {
            let (name, span) = (&field.identifier, field.kind.span());
            if accepted(field) && field.is_flattened() {
                statements.push(quote_spanned!(span=> target.flattened(&self.#name)?;));
            } else if accepted(field) && field.is_property() {
                statements.push(quote_spanned! {span=>
                    target.put(&<Self as ::pulumi_wasm_provider::Properties>::OWN[#row], &self.#name)?;
                });
            }
            row += usize::from(field.is_property());
        }
        statements
    }

    fn implement(
        &self,
        identifier: &Ident,
        tables: &TokenStream,
        accepted: impl Fn(&Field) -> bool,
        written: impl Fn(&Field) -> bool,
    ) -> TokenStream {
        let put = self.put(written);
        let mut taken = Vec::new();
        // The table has no row for fields that are not properties by themselves, so it is counted apart.
        let mut row = 0usize;
        for field in &self.fields {
            let name = &field.identifier;
            if !accepted(field) {
                row += usize::from(field.is_property());
                continue;
            }
            let span = field.kind.span();
            if field.is_flattened() {
                taken.push(quote_spanned!(span=> #name: source.flattened()?));
                continue;
            }
            taken.push(
                quote_spanned!(span=> #name: source.take(&<Self as ::pulumi_wasm_provider::Properties>::OWN[#row])?),
            );
            row += 1;
        }
        quote! {
            #[automatically_derived]
            impl ::pulumi_wasm_provider::Properties for #identifier {
                #tables

                #[allow(unused_variables, clippy::indexing_slicing)]
                fn read_from(
                    source: &mut ::pulumi_wasm_provider::generated::Source<'_>,
                ) -> ::core::result::Result<Self, ::pulumi_wasm_provider::PropertyFailure> {
                    ::core::result::Result::Ok(Self { #(#taken),* })
                }

                #[allow(unused_variables, clippy::indexing_slicing)]
                fn write_to(
                    &self,
                    target: &mut ::pulumi_wasm_provider::generated::Target<'_>,
                ) -> ::core::result::Result<(), ::pulumi_wasm_provider::PropertyFailure> {
                    #(#put)*
                    ::core::result::Result::Ok(())
                }
            }
        }
    }
}
