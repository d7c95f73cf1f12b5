//! Constants in attributes: defaults, bounds, fixed values.

use std::fmt::{self, Display};

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::{Expr, ExprLit, ExprUnary, Lit, UnOp};

/// A constant that the schema can hold, as the author wrote it.
#[derive(Clone)]
pub(crate) enum Constant {
    Text(String),
    Boolean(bool),
    Integer(i64),
    Number(f64),
}

impl Constant {
    /// The number, if it is one.
    pub(crate) fn number(&self) -> Option<f64> {
        match self {
            // Bounds that a double cannot tell apart are not compared more closely either.
            Self::Integer(integer) => Some(*integer as f64),
            Self::Number(number) => Some(*number),
            Self::Text(_) | Self::Boolean(_) => None,
        }
    }

    pub(crate) fn from_expression(expression: &Expr) -> syn::Result<Self> {
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

/// Prints the constant in the author's form.
impl Display for Constant {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => write!(formatter, "{text:?}"),
            Self::Boolean(boolean) => boolean.fmt(formatter),
            Self::Integer(integer) => integer.fmt(formatter),
            Self::Number(number) => number.fmt(formatter),
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

impl Parse for Constant {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        Self::from_expression(&input.parse()?)
    }
}
