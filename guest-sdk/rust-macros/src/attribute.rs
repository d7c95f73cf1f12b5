//! Reading `#[property(…)]` of a field or a variant, and documentation comments.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::meta::ParseNestedMeta;
use syn::spanned::Spanned;
use syn::{Attribute, Expr, ExprLit, ExprUnary, Lit, LitStr, UnOp};

/// A constant that the schema can hold, as the author wrote it.
#[derive(Clone)]
pub(crate) enum Constant {
    Text(String),
    Boolean(bool),
    Integer(i64),
    Number(f64),
}

impl Constant {
    fn parse(expression: &Expr) -> syn::Result<Self> {
        let wrong = || {
            syn::Error::new(
                expression.span(),
                "expected a literal: a string, a number, `true` or `false`",
            )
        };
        let (negative, literal) = match expression {
            Expr::Lit(ExprLit { lit, .. }) => (false, lit),
            Expr::Unary(ExprUnary {
                op: UnOp::Neg(_),
                expr,
                ..
            }) => match &**expr {
                Expr::Lit(ExprLit { lit, .. }) => (true, lit),
                _ => return Err(wrong()),
            },
            _ => return Err(wrong()),
        };
        match literal {
            Lit::Str(text) if !negative => Ok(Self::Text(text.value())),
            Lit::Bool(boolean) if !negative => Ok(Self::Boolean(boolean.value)),
            Lit::Int(integer) => {
                let number: i64 = integer.base10_parse()?;
                Ok(Self::Integer(if negative { -number } else { number }))
            }
            Lit::Float(float) => {
                let number: f64 = float.base10_parse()?;
                Ok(Self::Number(if negative { -number } else { number }))
            }
            _ => Err(wrong()),
        }
    }
}

impl ToTokens for Constant {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let constant = match self {
            Self::Text(text) => quote!(Text(#text)),
            Self::Boolean(boolean) => quote!(Boolean(#boolean)),
            Self::Integer(integer) => quote!(Integer(#integer)),
            Self::Number(number) => quote!(Number(#number)),
        };
        tokens.extend(quote!(::pulumi_wasm_provider::generated::Constant::#constant));
    }
}

/// Everything that `#[property(…)]` may say about a field.
#[derive(Default)]
pub(crate) struct PropertyAttributes {
    pub(crate) name: Option<LitStr>,
    pub(crate) output: Option<proc_macro2::Span>,
    pub(crate) input: Option<proc_macro2::Span>,
    pub(crate) skip: Option<proc_macro2::Span>,
    pub(crate) secret: bool,
    pub(crate) replace: Option<proc_macro2::Span>,
    pub(crate) default: Option<(proc_macro2::Span, Constant)>,
    pub(crate) environment: Vec<LitStr>,
    pub(crate) deprecated: Option<String>,
}

const FIELD_KEYS: &str = "`name`, `output`, `input`, `secret`, `replace`, `default`, `env`, `deprecated`, and in a configuration `skip`";

impl PropertyAttributes {
    pub(crate) fn parse(attributes: &[Attribute]) -> syn::Result<Self> {
        let mut found = Self::default();
        for attribute in attributes
            .iter()
            .filter(|attribute| attribute.path().is_ident("property"))
        {
            attribute.parse_nested_meta(|meta| found.read(&meta))?;
        }
        Ok(found)
    }

    fn read(&mut self, meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
        let span = meta.path.span();
        match meta.path.get_ident().map(ToString::to_string).as_deref() {
            Some("name") => self.name = Some(meta.value()?.parse()?),
            Some("output") => self.output = Some(span),
            Some("input") => self.input = Some(span),
            Some("skip") => self.skip = Some(span),
            Some("secret") => self.secret = true,
            Some("replace") => self.replace = Some(span),
            Some("default") => {
                let expression: Expr = meta.value()?.parse()?;
                self.default = Some((span, Constant::parse(&expression)?));
            }
            Some("env") => self.environment.push(meta.value()?.parse()?),
            Some("deprecated") => self.deprecated = Some(meta.value()?.parse::<LitStr>()?.value()),
            _ => return Err(unknown_key(meta, "property", FIELD_KEYS)),
        }
        Ok(())
    }
}

/// The error for a key that an attribute does not have.
pub(crate) fn unknown_key(meta: &ParseNestedMeta<'_>, attribute: &str, known: &str) -> syn::Error {
    let key = meta.path.to_token_stream().to_string();
    meta.error(format!(
        "`{key}` is not an option of `#[{attribute}(…)]`; the options are {known}"
    ))
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
