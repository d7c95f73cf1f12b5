//! Reading the options of a whole struct, enum or function: `#[resource(…)]`, `#[component(…)]`, `#[object(…)]`,
//! `#[enumeration(…)]`, `#[union(…)]`, `#[arguments(…)]`, `#[config(…)]`, `#[function(…)]`, `#[method(…)]`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::meta::ParseNestedMeta;
use syn::parse::Parser;
use syn::{Attribute, Expr, LitStr};

use crate::field::optional;
use crate::mistakes::Mistakes;
use crate::options::attribute::documentation;
use crate::options::constraint::{self, Constraint};
use crate::options::key::{key_of, read_option, read_options, unknown_key};
use crate::options::traits::{self, Traits};

/// The options.
#[derive(Default)]
pub(crate) struct ContainerAttributes {
    token: Option<String>,
    pub(crate) description: String,
    pub(crate) deprecated: Option<String>,
    pub(crate) language: Option<Expr>,
    pub(crate) aliases: Vec<LitStr>,
    pub(crate) constraints: Vec<Constraint>,
    pub(crate) traits: Traits,
    /// The property that tells the variants of a union apart.
    pub(crate) tag: Option<LitStr>,
    pub(crate) pure: bool,
    pub(crate) positional: bool,
}

impl ContainerAttributes {
    /// Parses every `#[name(…)]` among the attributes of the item `identifier`; the documentation comments are the
    /// description if the options contain none.
    pub(crate) fn parse(
        name: &str,
        identifier: &str,
        attributes: &[Attribute],
    ) -> syn::Result<Self> {
        let mut found = Self {
            description: documentation(attributes),
            ..Self::default()
        };
        let mut mistakes = Mistakes::default();
        for attribute in attributes.iter().filter(|attribute| {
            attribute
                .path()
                .segments
                .last()
                .is_some_and(|segment| segment.ident == name)
        }) {
            read_options(attribute, &mut mistakes, |meta| {
                found.read(name, identifier, meta)
            });
        }
        mistakes.finish(found)
    }

    /// Reads the options of `#[name(…)]` above the function `identifier`, and of further attributes of the same name.
    pub(crate) fn of_function(
        name: &str,
        identifier: &str,
        arguments: TokenStream,
        attributes: &[Attribute],
    ) -> syn::Result<Self> {
        let mut mistakes = Mistakes::default();
        let parsed = mistakes.take(Self::parse(name, identifier, attributes));
        let mut options = parsed.unwrap_or_default();
        let read = syn::meta::parser(|meta| {
            read_option(&meta, &mut mistakes, |meta| {
                options.read(name, identifier, meta)
            });
            Ok(())
        });
        let read = read.parse2(arguments);
        mistakes.take(read);
        mistakes.finish(options)
    }

    /// Parses one option of `#[name(…)]`.
    fn read(
        &mut self,
        name: &str,
        identifier: &str,
        meta: &ParseNestedMeta<'_>,
    ) -> syn::Result<()> {
        let key = key_of(meta);
        let is_type = !matches!(name, "arguments" | "config" | "union");
        // The token of a method follows from its resource.
        let has_token = is_type && name != "method";
        match (key.as_str(), name) {
            ("token" | "module", _) if has_token && self.token.is_some() => {
                return Err(
                    meta.error("`token` already contains the module: write `token` or `module`")
                );
            }
            ("token", _) if has_token => self.token = Some(token(&meta.value()?.parse()?)?),
            ("module", _) if has_token => {
                self.token = Some(in_module(&meta.value()?.parse()?, identifier)?);
            }
            ("description", _) if is_type => {
                self.description = meta.value()?.parse::<LitStr>()?.value();
            }
            ("deprecated", "resource" | "component" | "function" | "method") => {
                self.deprecated = Some(meta.value()?.parse::<LitStr>()?.value());
            }
            (
                "language",
                "resource" | "component" | "function" | "method" | "object" | "enumeration",
            ) => {
                self.language = Some(meta.value()?.parse()?);
            }
            ("alias", "resource" | "component") => {
                let alias: LitStr = meta.value()?.parse()?;
                token(&alias)?;
                self.aliases.push(alias);
            }
            ("tag", "union") => self.tag = Some(meta.value()?.parse()?),
            ("pure", "function") => self.pure = true,
            ("positional", "function") => self.positional = true,
            (_, "resource") if self.traits.read(meta)? => {}
            _ if has_properties(name) => match Constraint::read(meta)? {
                Some(constraint) => self.constraints.push(constraint),
                None => return Err(unknown_key(meta, name, options(name))),
            },
            _ => return Err(unknown_key(meta, name, options(name))),
        }
        Ok(())
    }

    /// The given token, or the token in the given module, as the run-time crate expects it.
    pub(crate) fn token(&self) -> TokenStream {
        optional(self.token.as_ref().map(|token| quote!(#token)))
    }

    pub(crate) fn language(&self) -> TokenStream {
        optional(self.language.as_ref().map(|language| quote!(#language)))
    }
}

/// The options of an attribute, for the closest match of a misspelt option.
pub(crate) fn options(name: &str) -> Vec<&'static str> {
    let own: &[&str] = match name {
        "resource" | "component" => &[
            "token",
            "module",
            "description",
            "deprecated",
            "alias",
            "language",
        ],
        "object" | "enumeration" => &["token", "module", "description", "language"],
        "function" => &[
            "token",
            "module",
            "description",
            "deprecated",
            "language",
            "pure",
            "positional",
        ],
        "method" => &["description", "deprecated", "language"],
        "union" => &["tag"],
        _ => &[],
    };
    let mut options = own.to_vec();
    if name == "resource" {
        options.extend(traits::OPTIONS);
    }
    if has_properties(name) {
        options.extend(constraint::keys());
    }
    options
}

/// Whether there may be constraints between properties.
fn has_properties(name: &str) -> bool {
    matches!(
        name,
        "resource" | "component" | "object" | "arguments" | "config"
    )
}

/// A token has three parts, `package:module:Name`.
fn token(token: &LitStr) -> syn::Result<String> {
    let text = token.value();
    let parts: Vec<&str> = text.split(':').collect();
    if parts.len() == 3 && !parts[0].is_empty() && !parts[2].is_empty() {
        return Ok(text);
    }
    Err(syn::Error::new(
        token.span(),
        "a token has three parts, `package:module:Name`",
    ))
}

/// The macro does not know the package: a token without a package belongs to the provider's package.
fn in_module(module: &LitStr, identifier: &str) -> syn::Result<String> {
    let text = module.value();
    let allowed = |letter: char| letter.is_ascii_alphanumeric() || "._-/".contains(letter);
    if text.starts_with(|letter: char| letter.is_ascii_alphabetic()) && text.chars().all(allowed) {
        return Ok(format!(":{text}:{identifier}"));
    }
    Err(syn::Error::new(
        module.span(),
        "a module starts with a letter and has only letters, digits, `.`, `_`, `-` and `/`",
    ))
}
