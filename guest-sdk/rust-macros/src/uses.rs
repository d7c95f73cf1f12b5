//! `components`, `methods` and `uses` of `provider!`: components, methods, and the packages whose resources they declare.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Ident, LitStr, Path, Token, braced};

use crate::field::optional;

/// `random = "4.18.0"`, `random` for any version, or `powerdns = { version: "0.3.0", plugin: "wasm", parameter: "…" }`. A name
/// that Rust does not allow is a text: `"aws-native" = "1.0.0"`.
pub(crate) struct Used {
    name: LitStr,
    version: Option<LitStr>,
    plugin: Option<LitStr>,
    plugin_version: Option<LitStr>,
    parameter: Option<LitStr>,
}

impl Used {
    pub(crate) fn row(&self) -> TokenStream {
        let text = |text: &Option<LitStr>| match text {
            Some(text) => quote!(#text),
            None => quote!(""),
        };
        let name = &self.name;
        let version = text(&self.version);
        let (plugin_version, value) = (text(&self.plugin_version), text(&self.parameter));
        let parameter = optional(self.plugin.as_ref().map(|plugin| {
            quote! {
                ::pulumi_wasm_provider::generated::UsedParameter {
                    plugin: #plugin,
                    version: #plugin_version,
                    value: #value,
                }
            }
        }));
        quote! {
            ::pulumi_wasm_provider::generated::UsedPackage {
                name: #name,
                version: #version,
                parameter: #parameter,
            }
        }
    }
}

impl Parse for Used {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name = match input.peek(LitStr) {
            true => input.parse()?,
            false => {
                let name: Ident = input.parse()?;
                LitStr::new(&name.to_string(), name.span())
            }
        };
        let mut used = Self {
            name,
            version: None,
            plugin: None,
            plugin_version: None,
            parameter: None,
        };
        if !input.peek(Token![=]) {
            return Ok(used);
        }
        input.parse::<Token![=]>()?;
        if input.peek(LitStr) {
            used.version = Some(version(input)?);
            return Ok(used);
        }
        let content;
        braced!(content in input);
        while !content.is_empty() {
            let key: Ident = content.parse()?;
            content.parse::<Token![:]>()?;
            match key.to_string().as_str() {
                "version" => used.version = Some(version(&content)?),
                "plugin" => used.plugin = Some(content.parse()?),
                "plugin_version" => used.plugin_version = Some(version(&content)?),
                "parameter" => used.parameter = Some(content.parse()?),
                other => {
                    let message = format!(
                        "`{other}` is not known here; write `version`, and for a package that a plugin becomes `plugin`, \
                         `plugin_version` and `parameter`"
                    );
                    return Err(syn::Error::new(key.span(), message));
                }
            }
            if !content.is_empty() {
                content.parse::<Token![,]>()?;
            }
        }
        match (&used.plugin, &used.parameter) {
            (Some(plugin), None) => Err(syn::Error::new(
                plugin.span(),
                "a plugin becomes a package by a `parameter`, in base64",
            )),
            (None, Some(parameter)) => Err(syn::Error::new(
                parameter.span(),
                "a `parameter` needs the name of the `plugin`",
            )),
            _ => Ok(used),
        }
    }
}

/// A whole version: the engine asks for this one.
fn version(input: ParseStream<'_>) -> syn::Result<LitStr> {
    let version: LitStr = input.parse()?;
    let text = version.value();
    let core = text.split(['-', '+']).next().unwrap_or_default();
    let numbers: Vec<_> = core.split('.').collect();
    let is_number =
        |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if numbers.len() == 3 && numbers.iter().all(is_number) {
        return Ok(version);
    }
    Err(syn::Error::new(
        version.span(),
        "a version has three numbers, such as `4.18.0`",
    ))
}

/// What a provider with components or methods has beside the others.
pub(crate) struct ComponentParts {
    pub(crate) tables: TokenStream,
    pub(crate) exports: TokenStream,
}

/// The tables of components, of methods and of the packages that they use, and the export of their interface.
pub(crate) fn parts_of_components(
    own: &LitStr,
    components: &Punctuated<Path, Token![,]>,
    methods: &Punctuated<Path, Token![,]>,
    uses: &Punctuated<Used, Token![,]>,
) -> syn::Result<ComponentParts> {
    if let Some(used) = uses.iter().find(|used| used.name.value() == own.value()) {
        let message = "a component may use its own package anyway";
        return Err(syn::Error::new(used.name.span(), message));
    }
    if components.is_empty() && methods.is_empty() {
        return match uses.first() {
            None => Ok(ComponentParts {
                tables: TokenStream::new(),
                exports: TokenStream::new(),
            }),
            Some(used) => Err(syn::Error::new(
                used.name.span(),
                "`uses` names packages for components, but `components: […]` is missing",
            )),
        };
    }
    let (components, methods) = (components.iter(), methods.iter());
    let uses = uses.iter().map(Used::row);
    Ok(ComponentParts {
        tables: quote! {
            const COMPONENTS: &'static [::pulumi_wasm_provider::generated::ComponentEntry] =
                &[#(::pulumi_wasm_provider::generated::ComponentEntry::of::<#components>()),*];
            const METHODS: &'static [::pulumi_wasm_provider::generated::MethodEntry] =
                &[#(::pulumi_wasm_provider::generated::MethodEntry::of::<#methods>()),*];
            const USES: &'static [::pulumi_wasm_provider::generated::UsedPackage] = &[#(#uses),*];
        },
        exports: quote! {
            #[cfg(target_arch = "wasm32")]
            ::pulumi_wasm_provider::component_bindings::export_components!(
                PulumiProvider with_types_in ::pulumi_wasm_provider::component_bindings
            );
        },
    })
}
