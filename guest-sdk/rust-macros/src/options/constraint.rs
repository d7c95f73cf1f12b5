//! Rules between several properties: `exactly_one_of(a, b)`, `requires(a => b, c)`.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::meta::ParseNestedMeta;
use syn::punctuated::Punctuated;
use syn::{Ident, Token, parenthesized};

use crate::mistakes::all;

/// The properties of the fields that an author names.
pub(crate) trait PropertyNames {
    /// The property of the input that an option names by its field.
    fn input_name(&self, field: &str, span: Span) -> syn::Result<String>;
    /// Like [`Self::input_name`], for a field that a program may leave out.
    fn optional_name(&self, field: &Ident) -> syn::Result<String>;
}

/// One rule, with the fields as the author named them.
pub(crate) struct Constraint {
    span: Span,
    rule: &'static Kind,
    /// The subject of the rule `requires`.
    subject: Option<Ident>,
    fields: Vec<Ident>,
}

struct Kind {
    key: &'static str,
    /// The variant of the run-time crate.
    variant: &'static str,
}

static KINDS: [Kind; 5] = [
    Kind {
        key: "exactly_one_of",
        variant: "ExactlyOneOf",
    },
    Kind {
        key: "at_least_one_of",
        variant: "AtLeastOneOf",
    },
    Kind {
        key: "conflicts",
        variant: "Conflicts",
    },
    Kind {
        key: "all_or_none",
        variant: "AllOrNone",
    },
    Kind {
        key: "requires",
        variant: "Requires",
    },
];

/// The keys, for the closest match of a misspelt option.
pub(crate) fn keys() -> impl Iterator<Item = &'static str> {
    KINDS.iter().map(|kind| kind.key)
}

impl Constraint {
    /// Parses an option that is such a rule; returns `None` for another option.
    pub(crate) fn read(meta: &ParseNestedMeta<'_>) -> syn::Result<Option<Self>> {
        let Some(key) = meta.path.get_ident() else {
            return Ok(None);
        };
        let Some(rule) = KINDS.iter().find(|kind| key == kind.key) else {
            return Ok(None);
        };
        let content;
        parenthesized!(content in meta.input);
        let subject = match rule.key {
            "requires" => {
                let subject: Ident = content.parse()?;
                content.parse::<Token![=>]>()?;
                Some(subject)
            }
            _ => None,
        };
        let fields: Vec<Ident> = Punctuated::<Ident, Token![,]>::parse_terminated(&content)?
            .into_iter()
            .collect();
        let least = if subject.is_some() { 1 } else { 2 };
        if fields.len() < least {
            let message = match subject {
                Some(_) => "say what is required: `requires(key => key_id)`".to_owned(),
                None => format!("name two fields or more: `{key}(one, other)`"),
            };
            return Err(syn::Error::new(key.span(), message));
        }
        for (index, field) in fields.iter().enumerate() {
            if fields[..index].contains(field) || subject.as_ref() == Some(field) {
                return Err(syn::Error::new(
                    field.span(),
                    format!("`{field}` is there twice"),
                ));
            }
        }
        Ok(Some(Self {
            span: key.span(),
            rule,
            subject,
            fields,
        }))
    }

    /// The rule as the run-time crate has it, with the properties' names.
    pub(crate) fn tokens(&self, record: &impl PropertyNames) -> syn::Result<TokenStream> {
        let name_of = |field: &Ident| match self.subject {
            // A property that another property requires may have a default.
            Some(_) => record.input_name(&field.to_string(), field.span()),
            None => record.optional_name(field),
        };
        let names = all(self.fields.iter().map(name_of))?;
        let variant = Ident::new(self.rule.variant, self.span);
        let arguments = match &self.subject {
            Some(subject) => {
                let subject = record.input_name(&subject.to_string(), subject.span())?;
                quote!(#subject, &[#(#names),*])
            }
            None => quote!(&[#(#names),*]),
        };
        Ok(quote!(::pulumi_wasm_provider::generated::Constraint::#variant(#arguments)))
    }
}
