//! Reading the options of a whole struct, enum or function: `#[resource(…)]`, `#[object(…)]`, `#[choice(…)]`,
//! `#[function(…)]`.

use syn::meta::ParseNestedMeta;
use syn::{Attribute, LitStr};

use crate::attribute::{documentation, unknown_key};

/// What the options said.
#[derive(Default)]
pub(crate) struct ContainerAttributes {
    pub(crate) token: Option<LitStr>,
    pub(crate) description: String,
    pub(crate) deprecated: Option<String>,
    pub(crate) delete_before_replace: bool,
    pub(crate) pure: bool,
}

impl ContainerAttributes {
    /// Reads every `#[name(…)]` among the attributes; the documentation comments are the description where the
    /// options give none.
    pub(crate) fn parse(name: &str, attributes: &[Attribute]) -> syn::Result<Self> {
        let mut found = Self {
            description: documentation(attributes),
            ..Self::default()
        };
        for attribute in attributes.iter().filter(|attribute| {
            attribute
                .path()
                .segments
                .last()
                .is_some_and(|segment| segment.ident == name)
        }) {
            attribute.parse_nested_meta(|meta| found.read(name, &meta))?;
        }
        Ok(found)
    }

    /// Reads one option of `#[name(…)]`.
    pub(crate) fn read(&mut self, name: &str, meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
        let key = meta
            .path
            .get_ident()
            .map(ToString::to_string)
            .unwrap_or_default();
        match (key.as_str(), name) {
            ("token", _) => {
                let token: LitStr = meta.value()?.parse()?;
                check_token(&token)?;
                self.token = Some(token);
            }
            ("description", _) => self.description = meta.value()?.parse::<LitStr>()?.value(),
            ("deprecated", "resource" | "function") => {
                self.deprecated = Some(meta.value()?.parse::<LitStr>()?.value());
            }
            ("delete_before_replace", "resource") => self.delete_before_replace = true,
            ("pure", "function") => self.pure = true,
            _ => return Err(unknown_key(meta, name, known_keys(name))),
        }
        Ok(())
    }
}

fn known_keys(name: &str) -> &'static str {
    match name {
        "resource" => "`token`, `description`, `deprecated`, `delete_before_replace`",
        "function" => "`token`, `description`, `deprecated`, `pure`",
        _ => "`token`, `description`",
    }
}

/// A token has three parts, `package:module:Name`.
fn check_token(token: &LitStr) -> syn::Result<()> {
    let text = token.value();
    let parts: Vec<&str> = text.split(':').collect();
    if parts.len() == 3 && !parts[0].is_empty() && !parts[2].is_empty() {
        return Ok(());
    }
    Err(syn::Error::new(
        token.span(),
        "a token has three parts, `package:module:Name`",
    ))
}
