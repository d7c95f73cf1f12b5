//! The derives, attributes and the `provider!` macro of `pulumi-wasm-provider`.
//!
//! Use them through `pulumi_wasm_provider`, which re-exports every one and documents it beside the trait that it
//! implements. This crate only turns syntax into tables and trait implementations; what they mean is decided at run
//! time by that crate.

#![cfg_attr(
    test,
    allow(clippy::unwrap_used, clippy::panic, reason = "tests may fail this way")
)]

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

mod attribute;
mod case;
mod choice;
mod config;
mod container;
mod field;
mod function;
mod hooks;
mod object;
mod provider;
mod record;
mod resource;

#[cfg(test)]
mod tests;

/// Makes a struct the state of a resource, and writes its `…Inputs`, `…Draft` and `…Preview` types.
#[proc_macro_derive(Resource, attributes(property))]
pub fn derive_resource(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    finish(resource::derive(&item))
}

/// Makes a struct an object type of the schema, usable as a property's type.
#[proc_macro_derive(Object, attributes(property, object))]
pub fn derive_object(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    finish(object::derive(&item))
}

/// Makes a struct the arguments or the result of a function; unlike an object it has no name in the schema.
#[proc_macro_derive(Arguments, attributes(property))]
pub fn derive_arguments(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    finish(object::derive_arguments(&item))
}

/// Makes an enum without fields a property type with a fixed set of strings.
#[proc_macro_derive(Choice, attributes(property, choice))]
pub fn derive_choice(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    finish(choice::derive(&item))
}

/// Makes a struct the provider's configuration, and writes its `…Draft` type.
#[proc_macro_derive(Config, attributes(property))]
pub fn derive_config(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    finish(config::derive(&item))
}

/// Goes above `impl Lifecycle for …`, where it notes which functions are written, and on a `#[derive(Resource)]`
/// struct, where it carries options: `token`, `description`, `deprecated`, `delete_before_replace`.
#[proc_macro_attribute]
pub fn resource(arguments: TokenStream, item: TokenStream) -> TokenStream {
    finish(hooks::resource(arguments.into(), item.into()))
}

/// Goes above `impl Configure for …`, and notes which functions are written.
#[proc_macro_attribute]
pub fn config(arguments: TokenStream, item: TokenStream) -> TokenStream {
    finish(hooks::config(arguments.into(), item.into()))
}

/// Makes a function callable by programs. Options: `pure`, `token`, `description`, `deprecated`.
#[proc_macro_attribute]
pub fn function(arguments: TokenStream, item: TokenStream) -> TokenStream {
    finish(function::expand(arguments.into(), item.into()))
}

/// Says what the component serves, and exports it.
#[proc_macro]
pub fn provider(input: TokenStream) -> TokenStream {
    finish(provider::expand(input.into()))
}

fn finish(result: syn::Result<proc_macro2::TokenStream>) -> TokenStream {
    result
        .unwrap_or_else(|error| error.into_compile_error())
        .into()
}
