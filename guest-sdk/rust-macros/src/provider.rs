//! `provider!`: reads the calls of the expression, and writes the tables of the component.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Expr, Path};

use crate::field::optional;
use crate::packages::{self, ComponentParts};

mod calls;
mod declared;

use declared::Declared;

#[cfg(test)]
pub(crate) use declared::OPTIONS;

/// The code of the provider. Even after mistakes it contains the configuration, so that not every hook that uses it is
/// an error too.
pub(crate) fn expand(input: TokenStream) -> TokenStream {
    let expression = match parse(input) {
        Ok(expression) => expression,
        Err(mistake) => return mistake.into_compile_error(),
    };
    component(&expression).unwrap_or_else(|mistakes| {
        let mistakes = mistakes.into_compile_error();
        let config = declared::config(&expression).as_ref().map(is_config);
        quote!(#mistakes #config)
    })
}

fn is_config(config: &Path) -> TokenStream {
    quote! {
        #[automatically_derived]
        impl ::pulumi_wasm_provider::ProviderConfig for #config {}
    }
}

pub(crate) fn component(expression: &Expr) -> syn::Result<TokenStream> {
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
    } = Declared::read(expression)?;
    let given = |wanted: &str| texts.iter().any(|(key, _)| *key == wanted);
    // The values of Cargo.toml, unless the macro sets others.
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
    let is_config = config.as_ref().map(is_config);
    let configuration = match &config {
        Some(config) => quote! {
            // Both traits have `entry`. The compiler finds `WithConfigure` first if the type implements `Configure`.
            use ::pulumi_wasm_provider::generated::{WithConfigure as _, WithoutConfigure as _};
            ::core::option::Option::Some(
                (&::pulumi_wasm_provider::generated::Configuration::<#config>::new()).entry(),
            )
        },
        None => quote!(::core::option::Option::None),
    };
    Ok(quote! {
        #is_config

        // The compiler checks the calls that the macro took apart, and editors complete them. The function never runs.
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
                // `Listing` has an inherent `ENTRY` if the resource implements `List`. Otherwise `ENTRY` is the trait's.
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

/// Parses the expression. The error shows the form with calls, for authors who write braces and keys.
pub(crate) fn parse(input: TokenStream) -> syn::Result<Expr> {
    syn::parse2(input).map_err(|mistake| {
        let form = "hint: `provider!` takes calls: `provider!(Provider::new(\"acme\").resource::<Zone>())`";
        syn::Error::new(mistake.span(), format!("{mistake}\n{form}"))
    })
}
