//! `provider!`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Expr, Ident, LitBool, LitStr, Path, Token, braced, bracketed};

use crate::closest::hint;
use crate::field::optional;
use crate::uses::{self, ComponentParts, Used};

pub(crate) fn expand(input: TokenStream) -> syn::Result<TokenStream> {
    let Provider {
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
        uses,
        net,
        env,
    } = syn::parse2(input)?;
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
    let keywords = keywords.iter();
    let language = optional(language.map(|language| quote!(#language)));
    let mappings = mappings.iter().map(Mapping::row);
    let net = net.iter().map(Want::row);
    let env = env.iter().map(Want::row);
    let parts = uses::parts_of_components(&name, &components, &methods, &uses)?;
    let ComponentParts { tables, exports } = parts;
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

        #[doc(hidden)]
        #[allow(dead_code, reason = "exists for its traits only")]
        pub(crate) struct PulumiProvider;

        #[automatically_derived]
        impl ::pulumi_wasm_provider::Provider for PulumiProvider {
            const PACKAGE: ::pulumi_wasm_provider::generated::Package =
                ::pulumi_wasm_provider::generated::Package {
                    name: #name,
                    texts: &[#(#texts),*],
                    keywords: &[#(#keywords),*],
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

/// The options between the braces.
struct Provider {
    name: LitStr,
    /// Texts of the schema by their key there.
    texts: Vec<(&'static str, Expr)>,
    keywords: Punctuated<LitStr, Token![,]>,
    language: Option<Expr>,
    mappings: Punctuated<Mapping, Token![,]>,
    config: Option<Path>,
    resources: Punctuated<Path, Token![,]>,
    functions: Punctuated<Path, Token![,]>,
    components: Punctuated<Path, Token![,]>,
    methods: Punctuated<Path, Token![,]>,
    uses: Punctuated<Used, Token![,]>,
    net: Punctuated<Want, Token![,]>,
    env: Punctuated<Want, Token![,]>,
}

/// Options that are texts, and the schema's keys for them.
const TEXTS: [(&str, &str); 11] = [
    ("version", "version"),
    ("description", "description"),
    ("display_name", "displayName"),
    ("homepage", "homepage"),
    ("repository", "repository"),
    ("license", "license"),
    ("attribution", "attribution"),
    ("logo", "logoUrl"),
    ("publisher", "publisher"),
    ("namespace", "namespace"),
    ("download_url", "pluginDownloadURL"),
];
const OTHER_KEYS: [&str; 11] = [
    "keywords",
    "language",
    "mappings",
    "config",
    "resources",
    "functions",
    "components",
    "methods",
    "uses",
    "net",
    "env",
];

/// The options, for the closest match of a misspelt option.
pub(crate) fn options() -> impl Iterator<Item = &'static str> {
    let texts = TEXTS.iter().map(|(option, _)| *option);
    texts.chain(OTHER_KEYS).chain(["name"])
}

impl Parse for Provider {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let (mut name, mut language, mut config) = (None, None, None);
        let mut texts = Vec::new();
        let (mut keywords, mut mappings) = (Punctuated::new(), Punctuated::new());
        let (mut resources, mut functions) = (Punctuated::new(), Punctuated::new());
        let (mut components, mut methods) = (Punctuated::new(), Punctuated::new());
        let mut uses = Punctuated::new();
        let (mut net, mut env) = (Punctuated::new(), Punctuated::new());
        while !input.is_empty() {
            let key: Ident = input.parse()?;
            input.parse::<Token![:]>()?;
            match key.to_string().as_str() {
                "name" => name = Some(package_name(input)?),
                "keywords" => keywords = list(input)?,
                "language" => language = Some(input.parse()?),
                "mappings" => mappings = list(input)?,
                "config" => config = Some(input.parse()?),
                "resources" => resources = list(input)?,
                "functions" => functions = list(input)?,
                "components" => components = list(input)?,
                "methods" => methods = list(input)?,
                "uses" => uses = list(input)?,
                "net" => net = list(input)?,
                "env" => env = list(input)?,
                other => match TEXTS.iter().find(|(option, _)| *option == other) {
                    Some((_, schema_key)) => texts.push((*schema_key, input.parse()?)),
                    None => {
                        let hint = hint(other, options());
                        let message = format!("`provider!` has no option `{other}`{hint}");
                        return Err(syn::Error::new(key.span(), message));
                    }
                },
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        let name = name.ok_or_else(|| input.error("the provider needs a `name: \"…\"`"))?;
        Ok(Self {
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
            uses,
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
    /// Requests that only read, such as `POST /graphql`.
    reads: Punctuated<LitStr, Token![,]>,
    credential: Option<Credential>,
    /// The configuration values that TLS with a host follows.
    tls: Option<Tls>,
    /// The configuration value with the address of a proxy.
    proxy: Option<LitStr>,
}

impl Want {
    fn row(&self) -> TokenStream {
        let Self {
            name,
            required,
            reason,
            reads,
            credential,
            tls,
            proxy,
        } = self;
        let tls = optional(tls.as_ref().map(Tls::row));
        let proxy = optional(proxy.as_ref().map(|proxy| quote!(#proxy)));
        let reads = reads.iter();
        let credential = optional(credential.as_ref().map(Credential::row));
        quote! {
            ::pulumi_wasm_provider::generated::Want {
                name: #name,
                required: #required,
                reason: #reason,
                reads: &[#(#reads),*],
                credential: #credential,
                tls: #tls,
                proxy: #proxy,
            }
        }
    }
}

impl Parse for Want {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.peek(LitStr) {
            return Ok(Self {
                name: input.parse()?,
                required: false,
                reason: String::new(),
                reads: Punctuated::new(),
                credential: None,
                tls: None,
                proxy: None,
            });
        }
        let content;
        let brace = braced!(content in input);
        let (mut name, mut required, mut reason) = (None, false, String::new());
        let (mut reads, mut credential) = (Punctuated::new(), None);
        let (mut tls, mut proxy) = (None, None);
        while !content.is_empty() {
            let key: Ident = content.parse()?;
            content.parse::<Token![:]>()?;
            match key.to_string().as_str() {
                "host" | "name" => name = Some(content.parse()?),
                "required" => required = content.parse::<LitBool>()?.value,
                "reason" => reason = content.parse::<LitStr>()?.value(),
                "reads" => reads = list(&content)?,
                "credential" => credential = Some(content.parse()?),
                "tls" => tls = Some(content.parse()?),
                "proxy" => proxy = Some(content.parse()?),
                other => {
                    let message = format!(
                        "`{other}` is not known here; write `host` or `name`, `required`, `reason`, and for a host \
                         `reads`, `credential`, `tls` and `proxy`"
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
            reads,
            credential,
            tls,
            proxy,
        })
    }
}

/// The configuration values that TLS follows: `{ ca: "caCertificate", certificate: "clientCertificate", key: "clientKey",
/// insecure: "skipVerify" }`, with `withhold: true` if the component is not to see the key.
struct Tls {
    /// Names by their key in the manifest.
    texts: Vec<(String, String)>,
    withhold: bool,
}

impl Tls {
    fn row(&self) -> TokenStream {
        let keys = self.texts.iter().map(|(key, _)| key);
        let values = self.texts.iter().map(|(_, value)| value);
        let withhold = self.withhold;
        quote! {
            ::pulumi_wasm_provider::generated::Tls {
                texts: &[#((#keys, #values)),*],
                withhold: #withhold,
            }
        }
    }
}

impl Parse for Tls {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let content;
        braced!(content in input);
        let (mut texts, mut withhold) = (Vec::new(), false);
        while !content.is_empty() {
            let key: Ident = content.parse()?;
            content.parse::<Token![:]>()?;
            match key.to_string() {
                key if ["ca", "certificate", "key", "insecure"].contains(&key.as_str()) => {
                    texts.push((key, content.parse::<LitStr>()?.value()));
                }
                key if key == "withhold" => withhold = content.parse::<LitBool>()?.value,
                other => {
                    let message = format!(
                        "`{other}` is not known here; write `ca`, `certificate` with `key`, `insecure`, `withhold`"
                    );
                    return Err(syn::Error::new(key.span(), message));
                }
            }
            if !content.is_empty() {
                content.parse::<Token![,]>()?;
            }
        }
        Ok(Self { texts, withhold })
    }
}

/// A secret that the host attaches: `{ bearer: "token" }`, `{ basic: "password", user: "me" }` or
/// `{ header: "x-api-key", config: "apiKey" }`, each with `withhold: true` if the component is not to see it.
struct Credential {
    /// Texts by their key in the manifest.
    texts: Vec<(&'static str, String)>,
    withhold: bool,
}

impl Credential {
    fn row(&self) -> TokenStream {
        let keys = self.texts.iter().map(|(key, _)| key);
        let values = self.texts.iter().map(|(_, value)| value);
        let withhold = self.withhold;
        quote! {
            ::pulumi_wasm_provider::generated::Credential {
                texts: &[#((#keys, #values)),*],
                withhold: #withhold,
            }
        }
    }
}

impl Parse for Credential {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let content;
        braced!(content in input);
        let (mut texts, mut withhold) = (Vec::new(), false);
        while !content.is_empty() {
            let key: Ident = content.parse()?;
            content.parse::<Token![:]>()?;
            let mut add = |key| -> syn::Result<()> {
                texts.push((key, content.parse::<LitStr>()?.value()));
                Ok(())
            };
            match key.to_string().as_str() {
                "bearer" | "basic" | "config" => add("config")?,
                "header" => add("header")?,
                "user" => add("user")?,
                "user_config" => add("userConfig")?,
                "withhold" => withhold = content.parse::<LitBool>()?.value,
                other => {
                    let message = format!(
                        "`{other}` is not known here; write `bearer: \"…\"`, `basic: \"…\"` with `user` or \
                         `user_config`, or `header: \"…\"` with `config`; and `withhold`"
                    );
                    return Err(syn::Error::new(key.span(), message));
                }
            }
            let form = key.to_string();
            if ["bearer", "basic", "header"].contains(&form.as_str()) {
                texts.push(("as", form));
            }
            if !content.is_empty() {
                content.parse::<Token![,]>()?;
            }
        }
        Ok(Self { texts, withhold })
    }
}

/// How types of another ecosystem are named here: `{ key: "terraform", data: include_str!("mapping.json") }`.
struct Mapping {
    key: LitStr,
    provider: Option<LitStr>,
    data: Expr,
}

impl Mapping {
    fn row(&self) -> TokenStream {
        let Self { key, data, .. } = self;
        let provider = optional(self.provider.as_ref().map(|provider| quote!(#provider)));
        quote!(::pulumi_wasm_provider::generated::Mapping { key: #key, provider: #provider, data: #data })
    }
}

impl Parse for Mapping {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let content;
        let brace = braced!(content in input);
        let (mut found_key, mut provider, mut data) = (None, None, None);
        while !content.is_empty() {
            let key: Ident = content.parse()?;
            content.parse::<Token![:]>()?;
            match key.to_string().as_str() {
                "key" => found_key = Some(content.parse()?),
                "provider" => provider = Some(content.parse()?),
                "data" => data = Some(content.parse()?),
                other => {
                    let message =
                        format!("`{other}` is not known here; write `key`, `provider`, `data`");
                    return Err(syn::Error::new(key.span(), message));
                }
            }
            if !content.is_empty() {
                content.parse::<Token![,]>()?;
            }
        }
        match (found_key, data) {
            (Some(key), Some(data)) => Ok(Self {
                key,
                provider,
                data,
            }),
            _ => Err(syn::Error::new(
                brace.span.join(),
                "a mapping has a `key: \"…\"` and `data: …`",
            )),
        }
    }
}
