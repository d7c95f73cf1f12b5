//! Fields that options name: which properties they are, and whether they fit the option.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Ident;
use syn::ext::IdentExt;

use super::Record;
use crate::case::camel_from_snake;
use crate::field::Field;
use crate::mistakes::Mistakes;
use crate::options::closest::hint;
use crate::options::constraint::PropertyNames;

impl PropertyNames for Record {
    fn input_name(&self, field: &str, span: Span) -> syn::Result<String> {
        Self::input_name(self, field, span)
    }

    fn optional_name(&self, field: &Ident) -> syn::Result<String> {
        Self::optional_name(self, field)
    }
}

impl Record {
    /// The property of the input that an option names by its field.
    pub(crate) fn input_name(&self, field: &str, span: Span) -> syn::Result<String> {
        let field = field.strip_prefix("r#").unwrap_or(field);
        let mut own = self.fields.iter().filter(|own| own.is_property());
        match own.find(|own| own.identifier.unraw() == field) {
            Some(own) if own.is_input() => Ok(own.name.clone()),
            Some(_) => {
                let message = format!("`{field}` is an output, which no program sets");
                Err(syn::Error::new(span, message))
            }
            None if self.fields.iter().any(Field::is_flattened) => {
                let name = camel_from_snake(field);
                self.unchecked.borrow_mut().push((span, name.clone()));
                Ok(name)
            }
            None => Err(self.no_field(field, span)),
        }
    }

    /// The error for an unknown field.
    fn no_field(&self, field: &str, span: Span) -> syn::Error {
        let names = self.fields.iter().filter(|own| own.is_property());
        let names: Vec<String> = names
            .map(|own| own.identifier.unraw().to_string())
            .collect();
        let hint = hint(field, names.iter().map(String::as_str));
        let message = format!("`{}` has no field `{field}`{hint}", self.identifier);
        syn::Error::new(span, message)
    }

    /// Like [`Self::input_name`], for an option that has an effect only if a program may omit the field. Refuses a field
    /// that is always given.
    pub(crate) fn optional_name(&self, field: &Ident) -> syn::Result<String> {
        let name = self.input_name(&field.to_string(), field.span())?;
        let mut own = self.fields.iter().filter(|own| own.is_property());
        let Some(own) = own.find(|own| own.name == name) else {
            return Ok(name);
        };
        let always = match &own.attributes {
            _ if own.is_named => Some("is the name, which is always given"),
            attributes if attributes.default.is_some() => {
                Some("has a default, so it is always given")
            }
            attributes if attributes.constant.is_some() => {
                Some("is a constant, so it is always given")
            }
            _ => None,
        };
        if let Some(always) = always {
            return Err(syn::Error::new(field.span(), format!("`{field}` {always}")));
        }
        if own.attributes.environment.is_empty() {
            let check = (field.span(), field.to_string(), own.kind.clone());
            self.optional.borrow_mut().push(check);
        }
        Ok(name)
    }

    /// Marks the field whose name the host generates.
    pub(crate) fn set_named(&mut self, field: &Ident) -> syn::Result<()> {
        let mut own = self.fields.iter_mut().filter(|own| own.is_property());
        match own.find(|own| own.identifier == *field) {
            Some(own)
                if own.is_given()
                    || own.attributes.write_only.is_some()
                    || own.attributes.server_default.is_some() =>
            {
                let message = format!(
                    "`{field}` has a value already or is `write_only` or `server_default`, so the host cannot make its name"
                );
                return Err(syn::Error::new(field.span(), message));
            }
            Some(own) => own.is_named = true,
            None => return Err(self.no_field(&field.to_string(), field.span())),
        }
        Ok(())
    }

    /// Finds the properties of the fields that outputs depend on.
    pub(super) fn find_dependencies(&mut self) -> syn::Result<()> {
        let mut mistakes = Mistakes::default();
        for at in 0..self.fields.len() {
            let fields = self.fields[at].attributes.depends_on.iter();
            let names = fields.map(|field| self.input_name(&field.to_string(), field.span()));
            self.fields[at].depends_on = mistakes.take_all(names);
        }
        mistakes.finish(())
    }

    /// Records that a property with `server_default` must have an optional type.
    pub(super) fn want_optional(&self) {
        for field in &self.fields {
            if let Some(span) = field.attributes.server_default {
                let check = (span, field.identifier.to_string(), field.kind.clone());
                self.optional.borrow_mut().push(check);
            }
        }
    }

    /// Code that fails to compile if an option does not fit the parts that the macro cannot see: types, flattened
    /// structs.
    pub(crate) fn checks(&self) -> TokenStream {
        let owner = &self.identifier;
        let fields = self.fields.iter().filter(|field| field.is_property());
        let rules = fields.map(|field| field.attributes.rules.checks(&field.kind));
        let unchecked = self.unchecked.borrow();
        let names = unchecked.iter().map(|(span, name)| {
            let message = format!("`{owner}` has no input `{name}`");
            quote_spanned! {*span=>
                const _: () = ::pulumi_wasm_provider::generated::check_input(
                    <#owner as ::pulumi_wasm_provider::Properties>::FIELDS, #name, #message,
                );
            }
        });
        let optional = self.optional.borrow();
        let optional = optional.iter().map(|(span, field, kind)| {
            let message = format!("`{field}` is always given: make it an `Option`");
            quote_spanned! {*span=>
                const _: () = ::pulumi_wasm_provider::generated::check_optional(
                    <#kind as ::pulumi_wasm_provider::Property>::REQUIRED, #message,
                );
            }
        });
        quote!(#(#rules)* #(#names)* #(#optional)*)
    }
}
