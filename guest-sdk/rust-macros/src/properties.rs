//! `properties!`: the inputs of a child or the outputs of a group.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, Ident, LitStr, Token, braced, bracketed, token};

pub(crate) fn expand(input: TokenStream) -> syn::Result<TokenStream> {
    let Object(entries) = syn::parse2(input)?;
    Ok(object(&entries))
}

/// `name: value, …`.
struct Object(Vec<Entry>);

struct Entry {
    name: LitStr,
    value: Value,
}

enum Value {
    Object(Vec<Entry>),
    List(Vec<Value>),
    Plain(Box<Expr>),
}

impl Parse for Object {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let entries = Punctuated::<Entry, Token![,]>::parse_terminated(input)?;
        let entries: Vec<Entry> = entries.into_iter().collect();
        for (index, entry) in entries.iter().enumerate() {
            let name = entry.name.value();
            if entries[..index]
                .iter()
                .any(|other| other.name.value() == name)
            {
                let message = format!("the property `{name}` exists already");
                return Err(syn::Error::new(entry.name.span(), message));
            }
        }
        Ok(Self(entries))
    }
}

impl Parse for Entry {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name = if input.peek(LitStr) {
            input.parse()?
        } else {
            let name = input.call(Ident::parse_any).map_err(|error| {
                syn::Error::new(
                    error.span(),
                    "write `name: value`, with the property's name as its package has it",
                )
            })?;
            LitStr::new(&name.unraw().to_string(), name.span())
        };
        input.parse::<Token![:]>()?;
        Ok(Self {
            name,
            value: input.parse()?,
        })
    }
}

impl Parse for Value {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        // Braces or brackets on their own are an object or a list. If more follows, they are Rust's.
        if input.peek(token::Brace) || input.peek(token::Bracket) {
            let ahead = input.fork();
            let is_alone = if input.peek(token::Brace) {
                group(&ahead, |content| content.call(Object::parse).map(drop))
            } else {
                group(&ahead, |content| list(content).map(drop))
            };
            if is_alone.is_ok() && (ahead.is_empty() || ahead.peek(Token![,])) {
                let content;
                if input.peek(token::Brace) {
                    braced!(content in input);
                    return Ok(Self::Object(content.call(Object::parse)?.0));
                }
                bracketed!(content in input);
                return Ok(Self::List(list(&content)?));
            }
        }
        Ok(Self::Plain(input.parse()?))
    }
}

fn group(
    input: ParseStream<'_>,
    read: impl FnOnce(ParseStream<'_>) -> syn::Result<()>,
) -> syn::Result<()> {
    let content;
    if input.peek(token::Brace) {
        braced!(content in input);
    } else {
        bracketed!(content in input);
    }
    read(&content)
}

fn list(input: ParseStream<'_>) -> syn::Result<Vec<Value>> {
    let values = Punctuated::<Value, Token![,]>::parse_terminated(input)?;
    Ok(values.into_iter().collect())
}

fn object(entries: &[Entry]) -> TokenStream {
    // A name that no expression of the author's can mean.
    let declared = Ident::new("declared", Span::mixed_site());
    let puts = entries.iter().map(|entry| {
        let (name, value) = (&entry.name, value(&entry.value));
        quote_spanned!(value.span()=> #declared.put(#name, #value);)
    });
    quote! {{
        #[allow(unused_mut, reason = "there may be no properties")]
        let mut #declared = <::pulumi_wasm_provider::Declared as ::core::default::Default>::default();
        #(#puts)*
        #declared
    }}
}

/// A reference to a value, so that a variable can be named in several places.
fn value(value: &Value) -> TokenStream {
    match value {
        Value::Plain(expression) => {
            let span = expression.span();
            quote_spanned!(span=> &#expression)
        }
        Value::Object(entries) => {
            let object = object(entries);
            quote!(&#object)
        }
        Value::List(values) => {
            let list = Ident::new("list", Span::mixed_site());
            let pushes = values.iter().map(|element| {
                let element = self::value(element);
                quote_spanned!(element.span()=> #list.push(#element);)
            });
            quote! {&{
                #[allow(unused_mut, reason = "there may be no elements")]
                let mut #list = <::pulumi_wasm_provider::DeclaredList as ::core::default::Default>::default();
                #(#pushes)*
                #list
            }}
        }
    }
}
