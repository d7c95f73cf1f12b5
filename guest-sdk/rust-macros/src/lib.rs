//! The derives, attributes and the `provider!` macro of `pulumi-wasm-provider`.
//!
//! Use them through `pulumi_wasm_provider`, which re-exports every one and documents it beside the trait that it
//! implements. This crate only turns syntax into tables and trait implementations; that crate decides their meaning at
//! run time.

#![cfg_attr(
    test,
    allow(clippy::unwrap_used, clippy::panic, reason = "tests may fail this way")
)]

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

mod attribute;
mod case;
mod closest;
mod component;
mod config;
mod constant;
mod constraint;
mod container;
mod enumeration;
mod field;
mod function;
mod hooks;
mod interpolate;
mod key;
mod method;
mod mistakes;
mod object;
mod packages;
mod properties;
mod property;
mod provider;
mod record;
mod recovery;
mod resource;
mod rules;
mod side;
mod synonyms;
mod traits;
mod union;

#[cfg(test)]
mod tests;

/// Makes a struct the state of a resource.
///
/// The struct has every property: those that the program sets and those that only the provider knows. Beside
/// `Zone`, five structs come into being:
///
/// * `ZoneInputs` has the inputs, for `create` and `update`;
/// * `ZoneOutputs` has what the provider sets, with `output` or `server_default`: the answer of `create` and `update`. Without
///   such a property, `ZoneOutputs` alone is the value. `ZoneOutputs::from(zone)` takes them from a state;
/// * `ZoneDraft` has the inputs as `Value`s, which may be unknown or absent, for `check`, `diff` and previews;
/// * `ZonePreview` has the outputs as `Value`s, for the answers of previews. `ZonePreview::from(&draft)` takes
///   inputs over, and makes every other output unknown;
/// * `ZonePartial` has all properties as `Value`s, each of which may be absent, for checkpoints and for the state of a
///   resource that was not completed.
///
/// Each field gets a constant, such as `Zone::RECORD_TYPE` for `record_type`: checks and diffs name properties by them.
///
/// Doc comments become descriptions. Fields may have `#[property(…)]` with
///
/// * `output`: set by the provider only, and not among the inputs;
/// * `input_only`: not among the recorded outputs; in a recorded state the field has the value of the recorded input;
/// * `write_only`: `input_only`, always a secret, and kept through refreshes;
/// * `secret`: always a secret;
/// * `replace`: a change replaces the resource; `will_replace`: the same, told to SDKs as documentation only;
/// * `stable`: an output that keeps its value until the resource is replaced;
/// * `state_input`: a program that looks the resource up by its id may give it too. `read` gets it among the recorded state;
/// * `server_default`: an optional input that the server chooses if the program does not. Its value never counts as an
///   input, and an update leaves it as it is;
/// * `depends_on(a, b)`: an output that is made of these inputs: it is secret if one of them is, unknown in previews if
///   one of them is unknown, and an update that changes none of them keeps it;
/// * `default = …`: a string, number or boolean for when the program gives none;
/// * `env = "NAME"`: an environment variable for when the program gives none. May be there several times;
/// * `constant = …`: the only possible value;
/// * `name = "…"`: the property's name, if it is not the field's in camel case;
/// * `deprecated = "…"`: advice for users;
/// * `language = "…"`: information for generators of SDKs, as JSON; any constant expression, such as `include_str!`;
/// * `flatten`: the field's type derives `Object`, and its fields become properties of this struct. Its constraints come
///   along. With `output` or `input_only` all of them are outputs or inputs only.
///
/// Rules, which the host checks as far as values are known. A rule for another type than the field's does not compile.
///
/// * numbers: `minimum`, `maximum`, `exclusive_minimum`, `exclusive_maximum`, `multiple_of`;
/// * strings: `min_length`, `max_length`, `pattern` with `pattern_reason`, `format`;
/// * lists: `min_items`, `max_items`, `unique_items`;
/// * maps: `min_properties`, `max_properties`, `key_pattern`;
/// * lists and maps: `items(…)` with rules for each element;
/// * `compare = "…"` or `compare = ["…", "…"]`: when two values are the same: `ignore-case`, `trim`, `trailing-dot`,
///   `trailing-slash`, `json`, `cidr`, `duration`, `url`, `set`, `empty`, `presence`.
///
/// The struct itself may have `#[resource(…)]` with
///
/// * `token = "package:module:Name"`, or `module = "…"` alone, if it is not `package:index:Zone`;
/// * `description = "…"`, in place of the doc comment; `deprecated = "…"`; `language = "…"`;
/// * `alias = "package:module:Name"`: a token that the type had before. May be there several times;
/// * `auto_name = field` or `auto_name(field, …)`: the host makes a name if the program gives none. Further options are
///   `separator = "-"`, `random_length = 7`, `alphabet = "0123456789abcdef"`, `max_length`, `lowercase`;
/// * `import_id = "{field}/{other}"`: the form of an import's id;
/// * `delete_before_replace`: a replacement deletes the old resource first;
/// * `refresh_before_update`: the engine refreshes the resource before each update;
/// * `concurrency = 4`: at most so many creates, updates and deletes of the type run at once in a process;
/// * `consistency = "off"`, `"warn"` or `"error"`: the reaction if a result breaks the promise of its preview;
/// * `exactly_one_of(a, b)`, `at_least_one_of(a, b)`, `conflicts(a, b)`, `all_or_none(a, b)`, `requires(a => b, c)`: which
///   of these fields are given.
///
/// Options name fields as Rust does; those of a flattened struct too.
#[proc_macro_derive(Resource, attributes(property))]
pub fn derive_resource(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    recovery::derive(&item, resource::derive).into()
}

/// Makes a struct a component resource: one that is made of other resources.
///
/// The type of a field says its side: `Input<T>` is an input, `Output<T>` an output. A field of any other type is an input
/// that is never an output: the program has to know its value when it runs. `Input<Option<T>>` may be left out. Beside
/// `Site`, two structs come into being: `SiteInputs` and `SiteOutputs`, which `impl Construct` takes and gives.
///
/// Doc comments become descriptions. Fields may have `#[property(…)]` with `secret`, `name`, `deprecated` and `language`, and
/// inputs with `default`, `constant` and the rules, as a resource's. The struct itself may have `#[component(…)]` with
/// `token`, `module`, `description`, `deprecated`, `language`, `alias` and `exactly_one_of` and its siblings.
#[proc_macro_derive(Component, attributes(property, component))]
pub fn derive_component(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    recovery::derive(&item, component::derive).into()
}

/// The inputs of a child, or the outputs of a group: `properties! { length: 2, tags: { site: cx.name() } }`.
///
/// A name is written as the package has it, in quotation marks if Rust does not allow it. A value is an input, an output, a
/// child, or what a property may be; braces make an object, brackets a list. Values are taken by reference. One that is left
/// out, such as `None`, leaves its property out.
#[proc_macro]
pub fn properties(input: TokenStream) -> TokenStream {
    finish(properties::expand(input.into()))
}

/// A text with inputs and outputs in it: `interpolate!("https://{host}/{}", page.id())`. It is an `Output<String>`.
///
/// `{name}` is a variable, and `{}` the next value behind the text. Values are taken by reference.
#[proc_macro]
pub fn interpolate(input: TokenStream) -> TokenStream {
    finish(interpolate::expand(input.into()))
}

/// Makes a struct an object type of the schema, which a property may have. It must be `Clone`.
///
/// Fields may have `#[property(…)]` with `secret`, `replace`, `will_replace`, `server_default`, `default`, `constant`, `name`,
/// `deprecated`, `language`, `flatten` and the rules, as a resource's. The struct itself may have `#[object(…)]` with `token`, `module`,
/// `description`, `language` and `exactly_one_of` and its siblings.
///
/// Each field gets a constant, such as `Part::SIZE` for `size`, and paths of failures go through them:
/// `Machine::PARTS.index(1).field(Part::SIZE)`. Beside `Part` there is `PartDraft`, in which every property is a `Value`: see `Value::draft`.
#[proc_macro_derive(Object, attributes(property, object))]
pub fn derive_object(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    recovery::derive(&item, object::derive).into()
}

/// Makes a struct the arguments of a function, or the query of a list. Unlike an object, it is not named in the schema, and
/// cannot be the type of a property.
///
/// Fields may have `#[property(…)]` with `secret`, `default`, `env`, `constant`, `name`, `deprecated`, `language`,
/// `flatten` and the rules, as a resource's. The struct itself may have `#[arguments(…)]` with `exactly_one_of` and its
/// siblings.
#[proc_macro_derive(Arguments, attributes(property, arguments))]
pub fn derive_arguments(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    recovery::derive(&item, object::derive_arguments).into()
}

/// Makes a struct the results of a function or a method. Unlike an object, it is not named in the schema, and cannot be the
/// type of a property.
///
/// Fields may have `#[property(…)]` with `secret`, `name`, `deprecated`, `language` and `flatten`, as a resource's.
#[proc_macro_derive(Results, attributes(property))]
pub fn derive_results(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    recovery::derive(&item, object::derive_results).into()
}

/// Makes a struct the form in which an older version of the provider recorded inputs or outputs, for a step of
/// `Lifecycle::migrations`. It is in no schema.
///
/// Fields may have `#[property(…)]` with `name` and `default`, as a resource's.
#[proc_macro_derive(OldProperties, attributes(property))]
pub fn derive_old_properties(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    recovery::derive(&item, object::derive_old_properties).into()
}

/// Makes an enum whose variants each hold one type a property that may have any of these types. It must be `Clone`.
///
/// With `#[union(tag = "kind")]`, each variant holds a struct that derives `Object`, and the
/// property `kind`, which is not a field of the struct, names the variant: in camel case, or by
/// `#[property(name = "…")]`. Without a tag, a value belongs to the first variant that can hold it.
#[proc_macro_derive(Union, attributes(property, union))]
pub fn derive_union(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    recovery::derive(&item, union::derive).into()
}

/// Makes an enum without fields a property type with a fixed set of strings. It must be `Clone`.
///
/// A variant's string is its name in camel case, or what `#[property(name = "…")]` says; `deprecated = "…"` goes with
/// it. The enum itself may have `#[enumeration(…)]` with `token`, `module`, `description` and `language`.
#[proc_macro_derive(Enum, attributes(property, enumeration))]
pub fn derive_choice(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    recovery::derive(&item, enumeration::derive).into()
}

/// Makes a struct the provider's configuration, and writes `…Draft`, in which some of it may be unknown or absent.
///
/// Fields may have `#[property(…)]` with `secret`, `default`, `env`, `constant`, `name`, `deprecated`, `language`,
/// `flatten` and the rules, as a resource's. The struct itself may have `#[config(…)]` with `exactly_one_of` and its siblings.
///
/// Each field gets a constant, such as `Settings::SERVER_URL` for `server_url`: `provider!` refers to the values by them.
#[proc_macro_derive(Config, attributes(property))]
pub fn derive_config(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    recovery::derive(&item, config::derive).into()
}

/// Goes above `impl Lifecycle for …`: it notes which functions are written, so that the host calls these and no
/// others. Above a struct that derives `Resource`, it has that derive's options.
#[proc_macro_attribute]
pub fn resource(arguments: TokenStream, item: TokenStream) -> TokenStream {
    finish(hooks::resource(arguments.into(), item.into()))
}

/// Goes above `impl Configure for …`: it notes which functions are written, so that the host calls these and no
/// others. Above a struct that derives `Config`, it has that derive's options.
#[proc_macro_attribute]
pub fn config(arguments: TokenStream, item: TokenStream) -> TokenStream {
    finish(hooks::config(arguments.into(), item.into()))
}

/// Makes a function callable by programs.
///
/// It takes a struct of arguments by value and `cx: &FunctionContext`, or only one of them, or neither, and returns
/// `Result<T>`. The struct derives `Arguments` or `Object`; the result derives `Results` or `Object`, or is anything that a property may
/// be, or `()`.
///
/// With two or more parameters beside the context, programs give the arguments one by one; each may have a doc comment
/// and `#[property(…)]` as a field of `Arguments`. A single one that is to be given so needs the option `positional`, or
/// one of these. The options are
///
/// * `pure`: it only computes, and may reach nothing;
/// * `positional`: its single argument is given as it is;
/// * `token = "package:module:name"`, or `module = "…"` alone, if it is not `package:index:` and the function's name in
///   camel case;
/// * `description = "…"`, in place of the doc comment; `deprecated = "…"`; `language = "…"`.
///
/// It stays a function like any other. Beside it there is a hidden type of the same name, for `provider!`.
#[proc_macro_attribute]
pub fn function(arguments: TokenStream, item: TokenStream) -> TokenStream {
    recovery::attribute("function", arguments.into(), item.into(), function::expand).into()
}

/// Makes a function a method of a resource, which programs call on it.
///
/// Its first parameter is the resource, `site: This<Website>`, of a type that derives `Component` or `Resource`. Each further one is an
/// argument of its name: an `Input<T>`, or another type for a value that the program has to know. They may have doc comments
/// and `#[property(…)]` as fields of `Arguments`. `cx: &ComponentContext` may be the last parameter.
///
/// It returns `Result<T>`, where `T` is an `Output`, a struct that derives `Results` or `Object`, whose fields may be outputs, or
/// `()`. One that is an `Output` alone is a result of the name `result`. As `construct` it declares, and reads no value;
/// `Error::invalid` names an argument. The options are
///
/// * `description = "…"`, in place of the doc comment; `deprecated = "…"`; `language = "…"`.
///
/// It stays a function like any other. Beside it there is a hidden type of the same name, for `provider!`.
#[proc_macro_attribute]
pub fn method(arguments: TokenStream, item: TokenStream) -> TokenStream {
    recovery::attribute("method", arguments.into(), item.into(), method::expand).into()
}

/// Says what the component serves, and exports it. Once in a crate.
///
/// ```text
/// provider!(
///     Provider::new("acme")
///         .config::<Settings>()
///         .resource::<Zone>()
///         .function(get_zone)
///         .net(Net::from(Settings::SERVER_URL).required().reason("the server that is managed"))
/// );
/// ```
///
/// `Provider` documents the calls. Version, description, homepage, repository and license come from the crate by default.
///
/// The macro writes the type `PulumiProvider`, which unit tests may give to `testing::manifest`.
#[proc_macro]
pub fn provider(input: TokenStream) -> TokenStream {
    provider::expand(input.into()).into()
}

fn finish(result: syn::Result<proc_macro2::TokenStream>) -> TokenStream {
    result
        .unwrap_or_else(|error| error.into_compile_error())
        .into()
}
