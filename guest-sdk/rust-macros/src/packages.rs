//! The components and methods of `provider!`, and the packages whose resources they declare.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{LitStr, Path};

/// A package that components use.
pub(crate) struct Package {
    /// The name, if it is written in place.
    pub(crate) name: Option<String>,
    pub(crate) span: Span,
    /// The value for the table.
    pub(crate) row: TokenStream,
}

/// The additional code of a provider with components or methods.
pub(crate) struct ComponentParts {
    pub(crate) tables: TokenStream,
    pub(crate) exports: TokenStream,
}

/// The tables of components, of methods and of the packages that they use, and the export of their interface.
pub(crate) fn parts_of_components(
    own: &LitStr,
    components: &[Path],
    methods: &[Path],
    packages: &[Package],
) -> syn::Result<ComponentParts> {
    let own = Some(own.value());
    if let Some(package) = packages.iter().find(|package| package.name == own) {
        let message = "components use their own package without it: remove this `package`";
        return Err(syn::Error::new(package.span, message));
    }
    if components.is_empty() && methods.is_empty() {
        return match packages.first() {
            None => Ok(ComponentParts {
                tables: TokenStream::new(),
                exports: TokenStream::new(),
            }),
            Some(package) => Err(syn::Error::new(
                package.span,
                "a `package` is for components, and there is no `.component::<…>()`",
            )),
        };
    }
    let rows = packages.iter().map(|package| &package.row);
    Ok(ComponentParts {
        tables: quote! {
            const COMPONENTS: &'static [::pulumi_wasm_provider::generated::ComponentEntry] =
                &[#(::pulumi_wasm_provider::generated::ComponentEntry::of::<#components>()),*];
            const METHODS: &'static [::pulumi_wasm_provider::generated::MethodEntry] =
                &[#(::pulumi_wasm_provider::generated::MethodEntry::of::<#methods>()),*];
            const PACKAGES: &'static [::pulumi_wasm_provider::Package] = &[#(#rows),*];
        },
        exports: quote! {
            #[cfg(target_arch = "wasm32")]
            ::pulumi_wasm_provider::component_bindings::export_components!(
                PulumiProvider with_types_in ::pulumi_wasm_provider::component_bindings
            );
        },
    })
}
