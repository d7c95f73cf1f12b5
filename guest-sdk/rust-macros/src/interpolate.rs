//! `interpolate!`: a text that contains outputs.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, Ident, LitStr, Token};

pub(crate) fn expand(input: TokenStream) -> syn::Result<TokenStream> {
    let Interpolation {
        template,
        arguments,
    } = syn::parse2(input)?;
    let pieces = pieces(&template)?;
    let mut given = arguments.iter();
    let mut values = Vec::new();
    for place in &pieces.places {
        match place {
            Some(name) => values.push(quote_spanned!(name.span()=> &#name)),
            None => {
                let value = given.next().ok_or_else(|| {
                    syn::Error::new(template.span(), "there is a `{}` without a value for it")
                })?;
                values.push(quote_spanned!(value.span()=> &#value));
            }
        }
    }
    if let Some(unused) = given.next() {
        return Err(syn::Error::new(
            unused.span(),
            "the text has no `{}` for this value",
        ));
    }
    let texts = pieces.texts;
    Ok(quote! {
        ::pulumi_wasm_provider::generated::interpolate(&[#(#texts),*], &[#(#values),*])
    })
}

struct Interpolation {
    template: LitStr,
    arguments: Punctuated<Expr, Token![,]>,
}

impl Parse for Interpolation {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let template = input.parse()?;
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
        Ok(Self {
            template,
            arguments: Punctuated::parse_terminated(input)?,
        })
    }
}

/// The texts, and the placeholders between them: the name of a variable, or the next argument. There is one more text
/// than placeholders.
struct Pieces {
    texts: Vec<String>,
    places: Vec<Option<Ident>>,
}

fn pieces(template: &LitStr) -> syn::Result<Pieces> {
    let wrong = |message: String| syn::Error::new(template.span(), message);
    let whole = template.value();
    let mut rest = whole.as_str();
    let mut pieces = Pieces {
        texts: Vec::new(),
        places: Vec::new(),
    };
    let mut text = String::new();
    while let Some(at) = rest.find(['{', '}']) {
        let (before, brace) = rest.split_at(at);
        text.push_str(before);
        if brace.starts_with("{{") || brace.starts_with("}}") {
            text.push_str(&brace[..1]);
            rest = &brace[2..];
            continue;
        }
        let inside = brace
            .strip_prefix('{')
            .and_then(|brace| brace.split_once('}'));
        let (name, after) = inside.ok_or_else(|| {
            wrong("a brace has no partner; write `{{` or `}}` for a brace itself".to_owned())
        })?;
        let place = match name {
            "" => None,
            name => {
                let mut ident = syn::parse_str::<Ident>(name).map_err(|_| {
                    wrong(format!(
                        "`{{{name}}}` is not known here; write `{{}}` with a value behind the text, or the name of a variable"
                    ))
                })?;
                ident.set_span(template.span());
                Some(ident)
            }
        };
        pieces.texts.push(std::mem::take(&mut text));
        pieces.places.push(place);
        rest = after;
    }
    text.push_str(rest);
    pieces.texts.push(text);
    Ok(pieces)
}
