//! The parsed chain of calls `Provider::new("acme").config::<Settings>()`.

use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, ExprCall, ExprMethodCall, GenericArgument, Ident, LitStr, Path, Token, Type};

/// One call of a chain.
pub(super) struct Call<'a> {
    pub(super) name: &'a Ident,
    call: &'a ExprMethodCall,
}

/// The call that a chain begins with, and those that follow it, in the order in which they are written.
pub(super) fn chain(expression: &Expr) -> (&Expr, Vec<Call<'_>>) {
    let mut calls = Vec::new();
    let mut rest = expression;
    while let Expr::MethodCall(call) = rest {
        calls.push(Call {
            name: &call.method,
            call,
        });
        rest = &call.receiver;
    }
    calls.reverse();
    (rest, calls)
}

/// The text in `Kind::new("text")`.
pub(super) fn text_of_new<'a>(expression: &'a Expr, kind: &str) -> Option<&'a LitStr> {
    let Expr::Call(ExprCall { func, args, .. }) = expression else {
        return None;
    };
    let Expr::Path(path) = &**func else {
        return None;
    };
    let mut names = path.path.segments.iter().rev();
    let is_new = names.next().is_some_and(|name| name.ident == "new");
    if !is_new || names.next().is_none_or(|name| name.ident != kind) {
        return None;
    }
    match (args.first()?, args.len()) {
        (Expr::Lit(literal), 1) => match &literal.lit {
            syn::Lit::Str(text) => Some(text),
            _ => None,
        },
        _ => None,
    }
}

impl<'a> Call<'a> {
    /// The only argument.
    pub(super) fn argument(&self) -> syn::Result<&'a Expr> {
        match (self.call.args.first(), self.call.args.len()) {
            (Some(argument), 1) => Ok(argument),
            _ => {
                let message = format!("`{}` takes one value", self.name);
                Err(syn::Error::new(self.name.span(), message))
            }
        }
    }

    /// The path that is the only argument, such as the name of a function.
    pub(super) fn path(&self) -> syn::Result<Path> {
        match self.argument()? {
            Expr::Path(path) if path.qself.is_none() => Ok(path.path.clone()),
            other => {
                let message = format!(
                    "`{0}` takes the name of a function: `.{0}(get_zone)`",
                    self.name
                );
                Err(syn::Error::new_spanned(other, message))
            }
        }
    }

    /// The type in `::<Type>`.
    pub(super) fn kind(&self) -> syn::Result<Path> {
        let wrong = |span| {
            let message = format!("`{0}` takes a type: `.{0}::<Zone>()`", self.name);
            syn::Error::new(span, message)
        };
        if let Some(argument) = self.call.args.first() {
            return Err(wrong(argument.span()));
        }
        let types = self.call.turbofish.as_ref().map(|found| &found.args);
        let only: Option<&GenericArgument> = types
            .filter(|types: &&Punctuated<GenericArgument, Token![,]>| types.len() == 1)
            .and_then(|types| types.first());
        match only {
            Some(GenericArgument::Type(Type::Path(path))) if path.qself.is_none() => {
                Ok(path.path.clone())
            }
            _ => Err(wrong(self.name.span())),
        }
    }
}
