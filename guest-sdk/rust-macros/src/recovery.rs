//! The code of a macro in spite of mistakes: without it, each use of the generated types would be an error too.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Attribute, Data, DeriveInput, FnArg, Ident, ItemFn, Meta, Token};

use crate::options::attribute::PropertyAttributes;
use crate::options::container::ContainerAttributes;

/// The options that decide which generated structs have a field, and its name there.
const SHAPE: [&str; 6] = [
    "output",
    "input_only",
    "write_only",
    "server_default",
    "flatten",
    "name",
];

/// The code of the derive. Mistakes come first. The code after them is made without the wrong options.
pub(crate) fn derive(
    item: &DeriveInput,
    derive: fn(&DeriveInput) -> syn::Result<TokenStream>,
) -> TokenStream {
    let mistakes = match derive(item) {
        Ok(code) => return code,
        Err(mistakes) => mistakes.into_compile_error(),
    };
    let name = item.ident.to_string();
    let is_right = |attribute: &Attribute| match kind(attribute).as_str() {
        "property" => PropertyAttributes::parse(std::slice::from_ref(attribute)).is_ok(),
        kind => ContainerAttributes::parse(kind, &name, std::slice::from_ref(attribute)).is_ok(),
    };
    let is_shape = |attribute: &Attribute| {
        let option = attribute.parse_args::<Meta>();
        let is_shape =
            option.is_ok_and(|option| SHAPE.iter().any(|name| option.path().is_ident(name)));
        is_shape && kind(attribute) == "property" && is_right(attribute)
    };
    let repaired = derive(&with_options(item, &is_right));
    let code = repaired.or_else(|_| derive(&with_options(item, &is_shape)));
    let code = code.unwrap_or_default();
    quote!(#mistakes #code)
}

/// The code of an attribute above a function, `#[function(…)]` or `#[method(…)]`, as [`derive`].
pub(crate) fn attribute(
    name: &str,
    arguments: TokenStream,
    item: TokenStream,
    expand: fn(TokenStream, TokenStream) -> syn::Result<TokenStream>,
) -> TokenStream {
    let mistakes = match expand(arguments.clone(), item.clone()) {
        Ok(code) => return code,
        Err(mistakes) => mistakes.into_compile_error(),
    };
    let code = repair(name, arguments, item)
        .and_then(|(arguments, function)| expand(arguments, function.into_token_stream()));
    let code = code.unwrap_or_default();
    quote!(#mistakes #code)
}

/// The options and the function without the wrong options.
fn repair(
    name: &str,
    arguments: TokenStream,
    item: TokenStream,
) -> syn::Result<(TokenStream, ItemFn)> {
    let mut function: ItemFn = syn::parse2(item)?;
    for parameter in &mut function.sig.inputs {
        if let FnArg::Typed(parameter) = parameter {
            keep(&mut parameter.attrs, &|attribute| {
                PropertyAttributes::parse(std::slice::from_ref(attribute)).is_ok()
            });
        }
    }
    let path = Ident::new(name, proc_macro2::Span::call_site());
    let options = Punctuated::<Meta, Token![,]>::parse_terminated.parse2(arguments)?;
    let options = options.into_iter().filter(|option| {
        let single: Attribute = syn::parse_quote!(#[#path(#option)]);
        ContainerAttributes::parse(name, "", &[single]).is_ok()
    });
    Ok((quote!(#(#options),*), function))
}

fn kind(attribute: &Attribute) -> String {
    let last = attribute.path().segments.last();
    last.map(|last| last.ident.to_string()).unwrap_or_default()
}

/// The item with only those options that are accepted.
fn with_options(item: &DeriveInput, accepted: &dyn Fn(&Attribute) -> bool) -> DeriveInput {
    let mut item = item.clone();
    keep(&mut item.attrs, accepted);
    match &mut item.data {
        Data::Struct(data) => {
            for field in &mut data.fields {
                keep(&mut field.attrs, accepted);
            }
        }
        Data::Enum(data) => {
            for variant in &mut data.variants {
                keep(&mut variant.attrs, accepted);
            }
        }
        Data::Union(_) => {}
    }
    item
}

/// Splits each attribute with options into attributes of one option, and keeps the accepted ones.
fn keep(attributes: &mut Vec<Attribute>, accepted: &dyn Fn(&Attribute) -> bool) {
    let mut kept = Vec::new();
    for attribute in attributes.drain(..) {
        if attribute.path().is_ident("doc") || !matches!(attribute.meta, Meta::List(_)) {
            kept.push(attribute);
            continue;
        }
        let options = attribute.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
        let path = attribute.path();
        for option in options.into_iter().flatten() {
            let single: Attribute = syn::parse_quote!(#[#path(#option)]);
            if accepted(&single) {
                kept.push(single);
            }
        }
    }
    *attributes = kept;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(source: &str) -> String {
        let item = syn::parse_str(source).unwrap();
        derive(&item, crate::derive::resource::derive).to_string()
    }

    #[test]
    fn the_structs_are_there_in_spite_of_mistakes() {
        for source in [
            "struct A { b: u8, #[property(output, secrte)] c: u8 }",
            "#[resource(concurrency = 0, conflicts(b, d))] struct A { b: Option<u8>, #[property(output)] c: u8 }",
            "struct A { b: u8, #[property(output, default = 1)] c: u8 }",
            "struct A { #[property(minimum = 2, maximum = 1)] b: u8, #[property(output)] c: u8 }",
            // The value of an option that goes is the name of an option that stays.
            "struct A { b: u8, #[property(output, default = \"name\")] c: u8 }",
        ] {
            let code = code(source);
            assert!(code.contains("compile_error"), "{source}: {code}");
            let outputs = code.split("struct AOutputs").nth(1).unwrap();
            let outputs = outputs.split('}').next().unwrap();
            assert!(
                outputs.contains("c : u8") && !outputs.contains("b :"),
                "{source}: {outputs}"
            );
        }
        // A struct without names of fields cannot be repaired.
        assert!(!code("struct A(u8);").contains("struct AOutputs"));
    }

    #[test]
    fn a_function_is_there_in_spite_of_wrong_options() {
        let item = "fn a(/// Words.\n #[property(mimimum = 1)] b: u8, cx: &FunctionContext) -> Result<u8> {}";
        let code = attribute(
            "function",
            "positional, purr".parse().unwrap(),
            item.parse().unwrap(),
            crate::function::expand,
        )
        .to_string();
        assert_eq!(code.matches("compile_error").count(), 2, "{code}");
        assert!(code.contains("Function for a"), "{code}");
        assert!(code.contains(r#"positional : & ["b"]"#), "{code}");
    }
}
