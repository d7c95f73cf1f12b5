//! `provider!`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Ident, LitBool, LitStr, Path, Token, braced, bracketed};

pub(crate) fn expand(input: TokenStream) -> syn::Result<TokenStream> {
    let Provider {
        name,
        version,
        description,
        config,
        resources,
        functions,
        net,
        env,
    } = syn::parse2(input)?;
    let version = version.map_or_else(
        || quote!(env!("CARGO_PKG_VERSION")),
        |version| quote!(#version),
    );
    let description = description.map_or_else(
        || quote!(env!("CARGO_PKG_DESCRIPTION")),
        |text| quote!(#text),
    );
    let net = net.iter().map(Want::row);
    let env = env.iter().map(Want::row);
    let resources = resources.iter();
    let functions = functions.iter();
    let is_config = config.as_ref().map(|config| {
        quote! {
            #[automatically_derived]
            impl ::pulumi_wasm_provider::ProviderConfig for #config {}
        }
    });
    let configuration = match &config {
        Some(config) => quote! {
            // Two traits offer `entry`; the one that needs `Configure` is found first where that is implemented.
            use ::pulumi_wasm_provider::generated::{WithConfigure as _, WithoutConfigure as _};
            ::core::option::Option::Some(
                (&::pulumi_wasm_provider::generated::Configuration::<#config>::new()).entry(),
            )
        },
        None => quote!(::core::option::Option::None),
    };
    Ok(quote! {
        #is_config

        #[doc(hidden)]
        #[allow(dead_code, reason = "exists for its traits only")]
        pub(crate) struct PulumiProvider;

        #[automatically_derived]
        impl ::pulumi_wasm_provider::Provider for PulumiProvider {
            const PACKAGE: ::pulumi_wasm_provider::generated::Package =
                ::pulumi_wasm_provider::generated::Package {
                    name: #name,
                    version: #version,
                    description: #description,
                    homepage: env!("CARGO_PKG_HOMEPAGE"),
                    repository: env!("CARGO_PKG_REPOSITORY"),
                    license: env!("CARGO_PKG_LICENSE"),
                    net: &[#(#net),*],
                    env: &[#(#env),*],
                };
            const RESOURCES: &'static [::pulumi_wasm_provider::generated::ResourceEntry] =
                &[#(::pulumi_wasm_provider::generated::ResourceEntry::of::<#resources>()),*];
            const FUNCTIONS: &'static [::pulumi_wasm_provider::generated::FunctionEntry] =
                &[#(::pulumi_wasm_provider::generated::FunctionEntry::of::<#functions>()),*];

            fn configuration() -> ::core::option::Option<::pulumi_wasm_provider::generated::ConfigEntry> {
                #configuration
            }
        }

        #[cfg(target_arch = "wasm32")]
        ::pulumi_wasm_provider::bindings::export!(PulumiProvider with_types_in ::pulumi_wasm_provider::bindings);
    })
}

/// What stands between the braces.
struct Provider {
    name: LitStr,
    version: Option<LitStr>,
    description: Option<LitStr>,
    config: Option<Path>,
    resources: Punctuated<Path, Token![,]>,
    functions: Punctuated<Path, Token![,]>,
    net: Punctuated<Want, Token![,]>,
    env: Punctuated<Want, Token![,]>,
}

impl Parse for Provider {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let (mut name, mut version, mut description, mut config) = (None, None, None, None);
        let (mut resources, mut functions) = (Punctuated::new(), Punctuated::new());
        let (mut net, mut env) = (Punctuated::new(), Punctuated::new());
        while !input.is_empty() {
            let key: Ident = input.parse()?;
            input.parse::<Token![:]>()?;
            match key.to_string().as_str() {
                "name" => name = Some(package_name(input)?),
                "version" => version = Some(input.parse()?),
                "description" => description = Some(input.parse()?),
                "config" => config = Some(input.parse()?),
                "resources" => resources = list(input)?,
                "functions" => functions = list(input)?,
                "net" => net = list(input)?,
                "env" => env = list(input)?,
                other => {
                    let message = format!(
                        "`{other}` is not an option of `provider!`; the options are `name`, `version`, `description`, \
                         `config`, `resources`, `functions`, `net`, `env`"
                    );
                    return Err(syn::Error::new(key.span(), message));
                }
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        let name = name.ok_or_else(|| input.error("the provider needs a `name: \"…\"`"))?;
        Ok(Self {
            name,
            version,
            description,
            config,
            resources,
            functions,
            net,
            env,
        })
    }
}

fn list<T: Parse>(input: ParseStream<'_>) -> syn::Result<Punctuated<T, Token![,]>> {
    let content;
    bracketed!(content in input);
    Punctuated::parse_terminated(&content)
}

fn package_name(input: ParseStream<'_>) -> syn::Result<LitStr> {
    let name: LitStr = input.parse()?;
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
            "Pulumi keeps this package name for itself",
        ));
    }
    Ok(name)
}

/// Something outside that the component asks for: `"api.example.com"`, or
/// `{ host: "api.example.com", required: true, reason: "…" }`.
struct Want {
    name: LitStr,
    required: bool,
    reason: String,
}

impl Want {
    fn row(&self) -> TokenStream {
        let Self {
            name,
            required,
            reason,
        } = self;
        quote!(::pulumi_wasm_provider::generated::Want { name: #name, required: #required, reason: #reason })
    }
}

impl Parse for Want {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.peek(LitStr) {
            return Ok(Self {
                name: input.parse()?,
                required: false,
                reason: String::new(),
            });
        }
        let content;
        let brace = braced!(content in input);
        let (mut name, mut required, mut reason) = (None, false, String::new());
        while !content.is_empty() {
            let key: Ident = content.parse()?;
            content.parse::<Token![:]>()?;
            match key.to_string().as_str() {
                "host" | "name" => name = Some(content.parse()?),
                "required" => required = content.parse::<LitBool>()?.value,
                "reason" => reason = content.parse::<LitStr>()?.value(),
                other => {
                    let message = format!(
                        "`{other}` is not known here; write `host` or `name`, `required`, `reason`"
                    );
                    return Err(syn::Error::new(key.span(), message));
                }
            }
            if !content.is_empty() {
                content.parse::<Token![,]>()?;
            }
        }
        let name = name.ok_or_else(|| {
            syn::Error::new(
                brace.span.join(),
                "say which: `host: \"…\"` or `name: \"…\"`",
            )
        })?;
        Ok(Self {
            name,
            required,
            reason,
        })
    }
}
