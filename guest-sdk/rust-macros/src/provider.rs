//! `provider!`: reads the calls of the expression, and writes the tables of the component.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Expr;

use crate::field::optional;
use crate::packages::{self, ComponentParts};

mod calls;
mod declared;

use declared::Declared;

#[cfg(test)]
pub(crate) use declared::OPTIONS;

pub(crate) fn expand(input: TokenStream) -> syn::Result<TokenStream> {
    let expression = parse(input)?;
    let Declared {
        name,
        texts,
        keywords,
        language,
        mappings,
        config,
        resources,
        functions,
        components,
        methods,
        packages,
        net,
        env,
    } = Declared::read(&expression)?;
    let given = |wanted: &str| texts.iter().any(|(key, _)| *key == wanted);
    // The values of Cargo.toml, unless the macro gives others.
    let inherited = [
        ("version", "CARGO_PKG_VERSION"),
        ("description", "CARGO_PKG_DESCRIPTION"),
        ("homepage", "CARGO_PKG_HOMEPAGE"),
        ("repository", "CARGO_PKG_REPOSITORY"),
        ("license", "CARGO_PKG_LICENSE"),
    ];
    let inherited = inherited
        .iter()
        .filter(|(key, _)| !given(key))
        .map(|(key, variable)| quote!((#key, env!(#variable))));
    let texts = texts
        .iter()
        .map(|(key, text)| quote!((#key, #text)))
        .chain(inherited);
    let keywords = keywords.map_or_else(|| quote!([]), |keywords| quote!(#keywords));
    let language = optional(language.map(|language| quote!(#language)));
    let parts = packages::parts_of_components(&name, &components, &methods, &packages)?;
    let ComponentParts { tables, exports } = parts;
    let is_config = config.as_ref().map(|config| {
        quote! {
            #[automatically_derived]
            impl ::pulumi_wasm_provider::ProviderConfig for #config {}
        }
    });
    let configuration = match &config {
        Some(config) => quote! {
            // Two traits offer `entry`; the one that needs `Configure` is found first if that is implemented.
            use ::pulumi_wasm_provider::generated::{WithConfigure as _, WithoutConfigure as _};
            ::core::option::Option::Some(
                (&::pulumi_wasm_provider::generated::Configuration::<#config>::new()).entry(),
            )
        },
        None => quote!(::core::option::Option::None),
    };
    Ok(quote! {
        #is_config

        // The compiler checks the calls that the macro took apart, and editors know them. Nothing ever runs it.
        const _: fn() -> ::pulumi_wasm_provider::Provider = || #expression;

        #[doc(hidden)]
        #[allow(dead_code, reason = "exists for its traits only")]
        pub(crate) struct PulumiProvider;

        #[automatically_derived]
        impl ::pulumi_wasm_provider::ProviderComponent for PulumiProvider {
            const PACKAGE: ::pulumi_wasm_provider::generated::PackageFacts =
                ::pulumi_wasm_provider::generated::PackageFacts {
                    name: #name,
                    texts: &[#(#texts),*],
                    keywords: &#keywords,
                    language: #language,
                    mappings: &[#(#mappings),*],
                    net: &[#(#net),*],
                    env: &[#(#env),*],
                };
            const RESOURCES: &'static [::pulumi_wasm_provider::generated::ResourceEntry] =
            {
                // Each `Listing` has an `ENTRY` of its own where the resource has `List`; else it is this trait's.
                #[allow(unused_imports, reason = "every resource may have `List`")]
                use ::pulumi_wasm_provider::generated::WithoutList as _;
                &[#(::pulumi_wasm_provider::generated::ResourceEntry::of::<#resources>()
                    .with_list(::pulumi_wasm_provider::generated::Listing::<#resources>::ENTRY)),*]
            };
            const FUNCTIONS: &'static [::pulumi_wasm_provider::generated::FunctionEntry] =
                &[#(::pulumi_wasm_provider::generated::FunctionEntry::of::<#functions>()),*];
            #tables

            fn configuration() -> ::core::option::Option<::pulumi_wasm_provider::generated::ConfigEntry> {
                #configuration
            }
        }

        #[cfg(target_arch = "wasm32")]
        ::pulumi_wasm_provider::bindings::export!(PulumiProvider with_types_in ::pulumi_wasm_provider::bindings);
        #exports
    })
}

/// The expression. The form with braces and keys, as of a struct, gets the fix.
fn parse(input: TokenStream) -> syn::Result<Expr> {
    syn::parse2(input).map_err(|mistake| {
        let form = "hint: `provider!` takes calls: `provider!(Provider::new(\"acme\").resource::<Zone>())`";
        syn::Error::new(mistake.span(), format!("{mistake}\n{form}"))
    })
}
