//! Reading `#[property(…)]` of a field or a variant, and documentation comments.

use proc_macro2::Span;
use syn::meta::ParseNestedMeta;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, Expr, ExprLit, Ident, Lit, LitStr, Token, parenthesized};

use crate::mistakes::Mistakes;
use crate::options::constant::Constant;
use crate::options::key::{key_of, read_options, unknown_key};
use crate::options::rules::{self, Rules};

/// The contents of a `#[property(…)]` on a field. The position is stored, so that an error can point at it.
#[derive(Default)]
pub(crate) struct PropertyAttributes {
    pub(crate) name: Option<LitStr>,
    pub(crate) output: Option<Span>,
    pub(crate) input_only: Option<Span>,
    pub(crate) write_only: Option<Span>,
    pub(crate) flatten: Option<Span>,
    pub(crate) secret: Option<Span>,
    pub(crate) replace: Option<Span>,
    pub(crate) will_replace: Option<Span>,
    pub(crate) stable: Option<Span>,
    pub(crate) state_input: Option<Span>,
    pub(crate) server_default: Option<Span>,
    /// The inputs that an output depends on, by their fields.
    pub(crate) depends_on: Vec<Ident>,
    pub(crate) default: Option<(Span, Constant)>,
    pub(crate) constant: Option<(Span, Constant)>,
    pub(crate) environment: Vec<LitStr>,
    pub(crate) deprecated: Option<(Span, String)>,
    pub(crate) language: Option<(Span, Expr)>,
    pub(crate) rules: Rules,
}

/// The options that are not rules, for the closest match of a misspelt option.
pub(crate) const OPTIONS: [&str; 17] = [
    "name",
    "output",
    "input_only",
    "write_only",
    "flatten",
    "secret",
    "replace",
    "will_replace",
    "stable",
    "state_input",
    "server_default",
    "depends_on",
    "default",
    "constant",
    "env",
    "deprecated",
    "language",
];

impl PropertyAttributes {
    pub(crate) fn parse(attributes: &[Attribute]) -> syn::Result<Self> {
        let mut found = Self::default();
        let mut mistakes = Mistakes::default();
        for attribute in attributes
            .iter()
            .filter(|attribute| attribute.path().is_ident("property"))
        {
            read_options(attribute, &mut mistakes, |meta| found.read(meta));
        }
        mistakes.take(found.rules.finish());
        mistakes.finish(found)
    }

    fn read(&mut self, meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
        let span = meta.path.span();
        match key_of(meta).as_str() {
            "name" => self.name = Some(meta.value()?.parse()?),
            "output" => self.output = Some(span),
            "input_only" => self.input_only = Some(span),
            "write_only" => self.write_only = Some(span),
            "flatten" => self.flatten = Some(span),
            "secret" => self.secret = Some(span),
            "replace" => self.replace = Some(span),
            "will_replace" => self.will_replace = Some(span),
            "stable" => self.stable = Some(span),
            "state_input" => self.state_input = Some(span),
            "server_default" => self.server_default = Some(span),
            "depends_on" => self.depends_on = fields_of(meta)?,
            "default" => self.default = Some((span, meta.value()?.parse()?)),
            "constant" => self.constant = Some((span, meta.value()?.parse()?)),
            "env" => self.environment.push(meta.value()?.parse()?),
            "deprecated" => {
                self.deprecated = Some((span, meta.value()?.parse::<LitStr>()?.value()));
            }
            "language" => self.language = Some((span, meta.value()?.parse()?)),
            _ if self.rules.read(meta)? => {}
            _ => {
                let known = OPTIONS.into_iter().chain(rules::known());
                return Err(unknown_key(meta, "property", known));
            }
        }
        Ok(())
    }

    /// Refuses all options but `name` and `deprecated`, which a variant may have.
    pub(crate) fn only_of_variant(&self, message: &str) -> syn::Result<()> {
        let spans = [
            self.output,
            self.input_only,
            self.write_only,
            self.flatten,
            self.secret,
            self.replace,
            self.will_replace,
            self.stable,
            self.state_input,
            self.server_default,
            self.depends_on.first().map(Ident::span),
            self.default.as_ref().map(|(span, _)| *span),
            self.constant.as_ref().map(|(span, _)| *span),
            self.environment.first().map(LitStr::span),
            self.language.as_ref().map(|(span, _)| *span),
            self.rules.span(),
        ];
        let mut mistakes = Mistakes::default();
        for span in spans.into_iter().flatten() {
            mistakes.add(syn::Error::new(span, message));
        }
        mistakes.finish(())
    }

    /// Whether the field is part of the inputs only.
    pub(crate) fn is_input_only(&self) -> bool {
        self.input_only.is_some() || self.write_only.is_some()
    }
}

/// Fields in parentheses, one or more.
fn fields_of(meta: &ParseNestedMeta<'_>) -> syn::Result<Vec<Ident>> {
    let content;
    parenthesized!(content in meta.input);
    let fields = Punctuated::<Ident, Token![,]>::parse_terminated(&content)?;
    if fields.is_empty() {
        return Err(
            meta.error("name the inputs that the output is made of: `depends_on(host, port)`")
        );
    }
    Ok(fields.into_iter().collect())
}

/// The text of the documentation comments, one line each, without the space that follows the slashes.
pub(crate) fn documentation(attributes: &[Attribute]) -> String {
    let lines: Vec<String> = attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("doc"))
        .filter_map(
            |attribute| match &attribute.meta.require_name_value().ok()?.value {
                Expr::Lit(ExprLit {
                    lit: Lit::Str(text),
                    ..
                }) => Some(text.value()),
                _ => None,
            },
        )
        .map(|line| {
            line.strip_prefix(' ')
                .unwrap_or(&line)
                .trim_end()
                .to_owned()
        })
        .collect();
    lines.join("\n").trim().to_owned()
}
