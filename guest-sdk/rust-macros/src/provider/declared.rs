//! The declarations of an author in the calls of `provider!`.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;
use syn::spanned::Spanned;
use syn::{Expr, LitStr, Path};

use super::calls::{Call, chain, text_of_new};
use crate::mistakes::Mistakes;
use crate::options::closest::hint;
use crate::packages::Package;

/// The lists of a provider, and its facts.
pub(super) struct Declared<'a> {
    pub(super) name: LitStr,
    /// Texts of the schema, by their key in the schema.
    pub(super) texts: Vec<(&'static str, &'a Expr)>,
    pub(super) keywords: Option<&'a Expr>,
    pub(super) language: Option<&'a Expr>,
    pub(super) mappings: Vec<&'a Expr>,
    pub(super) config: Option<Path>,
    pub(super) resources: Vec<Path>,
    pub(super) functions: Vec<Path>,
    pub(super) components: Vec<Path>,
    pub(super) methods: Vec<Path>,
    pub(super) packages: Vec<Package>,
    pub(super) net: Vec<&'a Expr>,
    pub(super) env: Vec<&'a Expr>,
}

/// The calls with a text for the schema, and their keys in the schema.
const TEXTS: [(&str, &str); 11] = [
    ("version", "version"),
    ("description", "description"),
    ("display_name", "displayName"),
    ("homepage", "homepage"),
    ("repository", "repository"),
    ("license", "license"),
    ("attribution", "attribution"),
    ("logo", "logoUrl"),
    ("publisher", "publisher"),
    ("namespace", "namespace"),
    ("download_url", "pluginDownloadURL"),
];

/// All calls, for suggestions after a misspelt one.
pub(crate) const OPTIONS: [&str; 22] = [
    "version",
    "description",
    "display_name",
    "homepage",
    "repository",
    "license",
    "attribution",
    "logo",
    "publisher",
    "namespace",
    "download_url",
    "keywords",
    "language",
    "mapping",
    "config",
    "resource",
    "function",
    "component",
    "method",
    "package",
    "net",
    "env",
];

impl<'a> Declared<'a> {
    /// Reads the calls, with the mistakes of all of them.
    pub(super) fn read(expression: &'a Expr) -> syn::Result<Self> {
        let (start, calls) = chain(expression);
        let mut mistakes = Mistakes::default();
        let name = mistakes.take(package_name(start));
        let mut declared = Self {
            name: name.unwrap_or_else(|| LitStr::new("", Span::call_site())),
            texts: Vec::new(),
            keywords: None,
            language: None,
            mappings: Vec::new(),
            config: None,
            resources: Vec::new(),
            functions: Vec::new(),
            components: Vec::new(),
            methods: Vec::new(),
            packages: Vec::new(),
            net: Vec::new(),
            env: Vec::new(),
        };
        let mut once = Vec::new();
        for call in &calls {
            let name = call.name.to_string();
            if declared.is_alone(&name) && once.contains(&name) {
                let message = format!("`{name}` occurs twice: remove one of them");
                mistakes.add(syn::Error::new(call.name.span(), message));
            }
            mistakes.take(declared.take(&name, call));
            once.push(name);
        }
        mistakes.finish(declared)
    }

    /// Whether the call may be there once only.
    fn is_alone(&self, name: &str) -> bool {
        ["config", "keywords", "language"].contains(&name)
            || TEXTS.iter().any(|(call, _)| *call == name)
    }

    fn take(&mut self, name: &str, call: &Call<'a>) -> syn::Result<()> {
        match name {
            "keywords" => self.keywords = Some(call.argument()?),
            "language" => self.language = Some(call.argument()?),
            "mapping" => self.mappings.push(call.argument()?),
            "config" => self.config = Some(call.kind()?),
            "resource" => self.resources.push(call.kind()?),
            "function" => self.functions.push(call.path()?),
            "component" => self.components.push(call.kind()?),
            "method" => self.methods.push(call.path()?),
            "package" => self.packages.push(package(call.argument()?)),
            "net" => self.net.push(call.argument()?),
            "env" => self.env.push(call.argument()?),
            other => match TEXTS.iter().find(|(text, _)| *text == other) {
                Some((_, key)) => self.texts.push((*key, call.argument()?)),
                None => {
                    let hint = hint(other, OPTIONS);
                    let message = format!("`Provider` has no `{other}`{hint}");
                    return Err(syn::Error::new(call.name.span(), message));
                }
            },
        }
        Ok(())
    }
}

/// The type in the first `.config::<…>()`.
pub(super) fn config(expression: &Expr) -> Option<Path> {
    let (_, calls) = chain(expression);
    let call = calls.iter().find(|call| *call.name == "config")?;
    call.kind().ok()
}

/// A package; the compiler checks its parts.
fn package(expression: &Expr) -> Package {
    let (start, _) = chain(expression);
    let row: TokenStream = quote_spanned!(expression.span()=> #expression.checked());
    Package {
        name: text_of_new(start, "Package").map(LitStr::value),
        span: expression.span(),
        row,
    }
}

/// The name in `Provider::new("name")`.
fn package_name(start: &Expr) -> syn::Result<LitStr> {
    let Some(name) = text_of_new(start, "Provider") else {
        let message = "a provider begins with the name of its package: `Provider::new(\"acme\")`";
        return Err(syn::Error::new_spanned(start, message));
    };
    let text = name.value();
    let letters = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
    if !text.starts_with(|letter: char| letter.is_ascii_alphabetic()) || !text.chars().all(letters)
    {
        return Err(syn::Error::new(
            name.span(),
            "a package name starts with a letter and has only letters, digits, `-` and `_`",
        ));
    }
    if text == "pulumi" || text == "input" {
        return Err(syn::Error::new(
            name.span(),
            "Pulumi reserves this package name",
        ));
    }
    Ok(name.clone())
}
