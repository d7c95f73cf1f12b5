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

mod case;
mod derive;
mod elements;
mod field;
mod function;
mod hooks;
mod interpolate;
mod method;
mod mistakes;
mod options;
mod packages;
mod properties;
mod provider;
mod recovery;

#[cfg(test)]
mod tests;

/// Makes a struct the state of a resource.
///
/// The struct has all properties: the properties that programs set, and the properties that only the provider sets. The
/// macro generates five structs beside `Zone`:
///
/// * `ZoneInputs` has the inputs, for `create` and `update`;
/// * `ZoneOutputs` has what the provider sets, with `output` or `server_default`: the answer of `create` and `update`. Without
///   such a property, `ZoneOutputs` is a unit struct. `ZoneOutputs::from(zone)` takes the outputs of a state;
/// * `ZoneDraft` has the inputs as `Value`s, which may be unknown or absent, for `check`, `diff` and previews;
/// * `ZonePreview` has the outputs as `Value`s, for the results of previews. `ZonePreview::from(&draft)` copies the
///   inputs, and makes every other output unknown;
/// * `ZonePartial` has all properties as `Value`s, which may be absent, for checkpoints and for the state of a resource
///   whose `create` failed half-way.
///
/// Each field gets a constant, such as `Zone::RECORD_TYPE` for `record_type`. Checks and diffs refer to properties by
/// these constants.
///
/// Doc comments become descriptions. Fields may have `#[property(…)]` with
///
/// * `output`: set by the provider, and not an input;
/// * `input_only`: not an output; in a recorded state the field has the value of the recorded input;
/// * `write_only`: `input_only`, always a secret, and kept through refreshes;
/// * `secret`: always a secret;
/// * `replace`: a change replaces the resource; `will_replace`: only the documentation of SDKs says so;
/// * `stable`: an output that keeps its value until the resource is replaced;
/// * `state_input`: a program that looks up the resource by its id may give this property too. `read` gets it in the recorded state;
/// * `server_default`: an optional input that the server chooses if the program does not. Its value never counts as an
///   input, and an update leaves it as it is;
/// * `depends_on(a, b)`: an output that is computed from these inputs. It is secret if an input is secret, and unknown in
///   previews if an input is unknown. An update that changes no such input keeps it;
/// * `default = …`: a string, number or boolean, if the program sets no value;
/// * `env = "NAME"`: an environment variable with the value, if the program sets none. May be repeated;
/// * `constant = …`: the only possible value;
/// * `name = "…"`: the property's name. The default is the field's name in camel case;
/// * `deprecated = "…"`: advice for users;
/// * `language = "…"`: information for generators of SDKs, as JSON; any constant expression, such as `include_str!`;
/// * `flatten`: the field's type derives `Object`, and its fields become properties of this struct, with its constraints. With
///   `output` or `input_only` the option counts for all of these properties.
///
/// Rules. The host checks the values that are known. A rule for another type than the field's type does not compile.
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
/// * `token = "package:module:Name"`, or `module = "…"` alone. The default is `package:index:Zone`;
/// * `description = "…"`, in place of the doc comment; `deprecated = "…"`; `language = "…"`;
/// * `alias = "package:module:Name"`: an earlier token of the type. May be repeated;
/// * `auto_name = field` or `auto_name(field, …)`: the host generates a name if the program sets none. Further options are
///   `separator = "-"`, `random_length = 7`, `alphabet = "0123456789abcdef"`, `max_length`, `lowercase`;
/// * `import_id = "{field}/{other}"`: the form of the id in an import;
/// * `delete_before_replace`: a replacement deletes the old resource first;
/// * `refresh_before_update`: the engine refreshes the resource before each update;
/// * `concurrency = 4`: the maximum number of creates, updates and deletes of the type that run at once in a process;
/// * `consistency = "off"`, `"warn"` or `"error"`: the reaction if a result differs from its preview;
/// * `exactly_one_of(a, b)`, `at_least_one_of(a, b)`, `conflicts(a, b)`, `all_or_none(a, b)`, `requires(a => b, c)`: which
///   of these fields are given.
///
/// Options name fields by their names in Rust, including the fields of a flattened struct.
#[proc_macro_derive(Resource, attributes(property))]
pub fn derive_resource(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    recovery::derive(&item, derive::resource::derive).into()
}

/// Makes a struct a component resource: a resource that consists of other resources.
///
/// A field of the type `Input<T>` is an input, a field of the type `Output<T>` is an output. A field of any other type
/// is an input whose value the program must know when it runs. `Input<Option<T>>` may be left out. The macro generates
/// two structs beside `Site`: `impl Construct` takes `SiteInputs` and returns `SiteOutputs`.
///
/// Doc comments become descriptions. Fields may have `#[property(…)]` with `secret`, `name`, `deprecated` and
/// `language`, and inputs with `default`, `constant` and the rules, as the fields of a resource. The struct itself may
/// have `#[component(…)]` with `token`, `module`, `description`, `deprecated`, `language`, `alias` and `exactly_one_of`
/// and its siblings.
#[proc_macro_derive(Component, attributes(property, component))]
pub fn derive_component(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    recovery::derive(&item, derive::component::derive).into()
}

/// The inputs of a child, or the outputs of a group: `properties! { length: 2, tags: { site: cx.name() } }`.
///
/// A name is written as in the package, in quotation marks if Rust does not allow it. A value is an input, an output, a
/// child, or any property type. Braces make an object, brackets a list. Values are taken by reference. `None` leaves
/// the property out.
#[proc_macro]
pub fn properties(input: TokenStream) -> TokenStream {
    finish(properties::expand(input.into()))
}

/// A string that contains inputs and outputs: `interpolate!("https://{host}/{}", page.id())`. The result is an
/// `Output<String>`.
///
/// `{name}` is a variable, and `{}` the next value after the string. Values are taken by reference.
#[proc_macro]
pub fn interpolate(input: TokenStream) -> TokenStream {
    finish(interpolate::expand(input.into()))
}

/// Makes a struct an object type of the schema, for properties. The struct must be `Clone`.
///
/// Fields may have `#[property(…)]` with `secret`, `replace`, `will_replace`, `server_default`, `default`, `constant`,
/// `name`, `deprecated`, `language`, `flatten` and the rules, as the fields of a resource. The struct itself may have
/// `#[object(…)]` with `token`, `module`, `description`, `language` and `exactly_one_of` and its siblings.
///
/// Each field gets a constant, such as `Part::SIZE` for `size`, for the paths of failures:
/// `Machine::PARTS.index(1).field(Part::SIZE)`. Beside `Part` there is `PartDraft`, in which every property is a
/// `Value`: see `Value::draft`.
#[proc_macro_derive(Object, attributes(property, object))]
pub fn derive_object(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    recovery::derive(&item, derive::object::derive).into()
}

/// Makes a struct the arguments of a function, or the query of a list. Unlike an object type, it has no name in the
/// schema, and cannot be the type of a property.
///
/// Fields may have `#[property(…)]` with `secret`, `default`, `env`, `constant`, `name`, `deprecated`, `language`,
/// `flatten` and the rules, as the fields of a resource. The struct itself may have `#[arguments(…)]` with
/// `exactly_one_of` and its siblings.
#[proc_macro_derive(Arguments, attributes(property, arguments))]
pub fn derive_arguments(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    recovery::derive(&item, derive::object::derive_arguments).into()
}

/// Makes a struct the results of a function or a method. Unlike an object type, it has no name in the schema, and
/// cannot be the type of a property.
///
/// Fields may have `#[property(…)]` with `secret`, `name`, `deprecated`, `language` and `flatten`, as the fields of a
/// resource.
#[proc_macro_derive(Results, attributes(property))]
pub fn derive_results(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    recovery::derive(&item, derive::object::derive_results).into()
}

/// Makes a struct the form in which an older version of the provider recorded inputs or outputs, for a step of
/// `Lifecycle::migrations`. It is not part of a schema.
///
/// Fields may have `#[property(…)]` with `name` and `default`, as the fields of a resource.
#[proc_macro_derive(OldProperties, attributes(property))]
pub fn derive_old_properties(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    recovery::derive(&item, derive::object::derive_old_properties).into()
}

/// Makes an enum a property type that accepts several types: each variant holds one of them. The enum must be `Clone`.
///
/// With `#[union(tag = "kind")]`, each variant holds a struct that derives `Object`, and the
/// property `kind`, which is not a field of the struct, has the variant's name in camel case, or the name in
/// `#[property(name = "…")]`. Without a tag, a value belongs to the first variant whose type accepts it.
#[proc_macro_derive(Union, attributes(property, union))]
pub fn derive_union(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    recovery::derive(&item, derive::union::derive).into()
}

/// Makes an enum without fields a property type with a fixed set of strings. The enum must be `Clone`.
///
/// The string of a variant is its name in camel case, or the name in `#[property(name = "…")]`. `deprecated = "…"` is
/// allowed too. The enum itself may have `#[enumeration(…)]` with `token`, `module`, `description` and `language`.
#[proc_macro_derive(Enum, attributes(property, enumeration))]
pub fn derive_choice(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    recovery::derive(&item, derive::enumeration::derive).into()
}

/// Makes a struct the provider's configuration, and generates `…Draft`, in which values may be unknown or absent.
///
/// Fields may have `#[property(…)]` with `secret`, `default`, `env`, `constant`, `name`, `deprecated`, `language`,
/// `flatten` and the rules, as the fields of a resource. The struct itself may have `#[config(…)]` with
/// `exactly_one_of` and its siblings.
///
/// Each field gets a constant, such as `Settings::SERVER_URL` for `server_url`, by which `provider!` refers to the value.
#[proc_macro_derive(Config, attributes(property))]
pub fn derive_config(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    recovery::derive(&item, derive::config::derive).into()
}

/// Belongs above `impl Lifecycle for …`: it registers the functions in the `impl`, so that the host calls only these.
/// Above a struct that derives `Resource` it has the options of the derive.
#[proc_macro_attribute]
pub fn resource(arguments: TokenStream, item: TokenStream) -> TokenStream {
    finish(hooks::resource(arguments.into(), item.into()))
}

/// Belongs above `impl Configure for …`: it registers the functions in the `impl`, so that the host calls only these.
/// Above a struct that derives `Config` it has the options of the derive.
#[proc_macro_attribute]
pub fn config(arguments: TokenStream, item: TokenStream) -> TokenStream {
    finish(hooks::config(arguments.into(), item.into()))
}

/// Makes a function callable by programs.
///
/// Its parameters are a struct of arguments by value and `cx: &FunctionContext`; both are optional. It returns
/// `Result<T>`. The struct derives `Arguments` or `Object`. The result is a struct that derives `Results` or `Object`,
/// any property type, or `()`.
///
/// With two or more parameters in addition to the context, programs pass positional arguments. Each parameter may have
/// a doc comment and `#[property(…)]`, as a field of `Arguments`. A single parameter is positional if it has one of
/// these, or with the option `positional`. The options are
///
/// * `pure`: the function only computes, and has no access to the outside;
/// * `positional`: the single parameter is a positional argument;
/// * `token = "package:module:name"`, or `module = "…"` alone. The default is `package:index:` and the function's name in camel
///   case;
/// * `description = "…"`, in place of the doc comment; `deprecated = "…"`; `language = "…"`.
///
/// The function can still be called directly. The macro generates a hidden type of the same name for `provider!`.
#[proc_macro_attribute]
pub fn function(arguments: TokenStream, item: TokenStream) -> TokenStream {
    recovery::attribute("function", arguments.into(), item.into(), function::expand).into()
}

/// Makes a function a method of a resource, which programs call on it.
///
/// The first parameter is the resource, `site: This<Website>`, of a type that derives `Component` or `Resource`. Each
/// further parameter is an argument: an `Input<T>`, or another type for a value that the program must know. Parameters
/// may have doc comments and `#[property(…)]`, as fields of `Arguments`. `cx: &ComponentContext` may be the last
/// parameter.
///
/// It returns `Result<T>`, where `T` is an `Output`, a struct that derives `Results` or `Object`, whose fields may be
/// outputs, or `()`. A single `Output` is the result `result`. A method declares resources and values as `construct`
/// does, and reads no values. `Error::invalid` names an argument. The options are
///
/// * `description = "…"`, in place of the doc comment; `deprecated = "…"`; `language = "…"`.
///
/// The function can still be called directly. The macro generates a hidden type of the same name for `provider!`.
#[proc_macro_attribute]
pub fn method(arguments: TokenStream, item: TokenStream) -> TokenStream {
    recovery::attribute("method", arguments.into(), item.into(), method::expand).into()
}

/// Lists the component's resources, functions and settings, and exports the component. Call it once in a crate.
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
/// `Provider` documents the calls. The defaults of version, description, homepage, repository and license are in
/// `Cargo.toml`.
///
/// The macro generates the type `PulumiProvider`, which unit tests may pass to `testing::manifest`.
#[proc_macro]
pub fn provider(input: TokenStream) -> TokenStream {
    provider::expand(input.into()).into()
}

fn finish(result: syn::Result<proc_macro2::TokenStream>) -> TokenStream {
    result
        .unwrap_or_else(|error| error.into_compile_error())
        .into()
}
