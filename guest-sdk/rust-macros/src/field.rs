//! One field of a struct, as the schema and the generated code see it.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Ident, LitStr, Type};

use crate::case::camel_from_snake;
use crate::elements::{argument_of, whole_elements};
use crate::mistakes::Mistakes;
use crate::options::attribute::{PropertyAttributes, documentation};
use crate::options::constant::Constant;
use crate::options::side::{is_plain_argument, take_side};

/// The kind of struct that the fields belong to; it decides which attributes make sense.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Owner {
    Resource,
    Object,
    Arguments,
    Results,
    Config,
    Component,
    Method,
    /// Properties that an older version recorded; in no schema.
    Old,
}

/// A field with everything known about it.
pub(crate) struct Field {
    pub(crate) identifier: Ident,
    pub(crate) kind: Type,
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) attributes: PropertyAttributes,
    /// Whether the host sets the value if the program does not.
    pub(crate) is_named: bool,
    /// The properties of the inputs that an output depends on.
    pub(crate) depends_on: Vec<String>,
    /// Whether an input of a component, or an argument of a method, is never an output.
    is_plain: bool,
}

impl Field {
    pub(crate) fn parse(field: &syn::Field, owner: Owner) -> syn::Result<Self> {
        let Some(identifier) = field.ident.clone() else {
            return Err(syn::Error::new_spanned(
                field,
                "a property needs a name: write the struct with named fields",
            ));
        };
        let mut attributes = PropertyAttributes::parse(&field.attrs)?;
        let mut mistakes = Mistakes::default();
        let is_plain = match owner {
            Owner::Component => mistakes.take(take_side(&mut attributes, &field.ty)),
            Owner::Method => {
                mistakes.take(check_combination(&attributes, owner));
                mistakes.take(is_plain_argument(&field.ty))
            }
            _ => {
                mistakes.take(check_combination(&attributes, owner));
                None
            }
        };
        mistakes.take(check_flattened(&attributes));
        if owner != Owner::Old {
            mistakes.take(whole_elements(&field.ty));
        }
        let name = match &attributes.name {
            Some(name) => name.value(),
            None => camel_from_snake(&identifier.unraw().to_string()),
        };
        if attributes.flatten.is_none() {
            let written = attributes.name.as_ref();
            let span = written.map_or(identifier.span(), LitStr::span);
            mistakes.take(check_name(&name, owner, span));
        }
        mistakes.finish(Self {
            description: documentation(&field.attrs),
            kind: field.ty.clone(),
            identifier,
            name,
            attributes,
            is_named: false,
            depends_on: Vec::new(),
            is_plain: is_plain.unwrap_or_default(),
        })
    }

    /// Whether the field is part of the inputs.
    pub(crate) fn is_input(&self) -> bool {
        self.attributes.output.is_none()
    }

    /// Whether the field is part of the outputs, that is, of the recorded state.
    pub(crate) fn is_output(&self) -> bool {
        !self.attributes.is_input_only()
    }

    /// Whether the provider sets the field: always, or where the program does not.
    pub(crate) fn is_set(&self) -> bool {
        self.is_output() && (!self.is_input() || self.attributes.server_default.is_some())
    }

    /// Whether the field has a value without one from the program.
    pub(crate) fn is_given(&self) -> bool {
        let attributes = &self.attributes;
        attributes.default.is_some()
            || attributes.constant.is_some()
            || !attributes.environment.is_empty()
    }

    /// Whether the field is one property, and not a struct with several.
    pub(crate) fn is_property(&self) -> bool {
        !self.is_flattened()
    }

    /// Whether the field is a struct whose fields are properties of the owner.
    pub(crate) fn is_flattened(&self) -> bool {
        self.attributes.flatten.is_some()
    }

    /// The type inside a draft: `Value<T>`, even if the field is an `Option<T>` or a `Value<T>` already; for a
    /// flattened struct, the draft of that struct.
    pub(crate) fn value_type(&self) -> TokenStream {
        let kind = &self.kind;
        if self.is_flattened() {
            return quote_spanned!(kind.span()=> <#kind as ::pulumi_wasm_provider::HasDraft>::Draft);
        }
        let mut inner = kind;
        while let Some(argument) = argument_of(inner, &["Option", "Value"]) {
            inner = argument;
        }
        quote!(::pulumi_wasm_provider::Value<#inner>)
    }

    /// The field's row in the table that the run-time crate works with.
    pub(crate) fn row(&self) -> TokenStream {
        let Self {
            kind,
            name,
            description,
            attributes,
            is_named,
            depends_on,
            is_plain,
            ..
        } = self;
        let schema = if *is_plain {
            quote!(::pulumi_wasm_provider::generated::plain_schema::<#kind>)
        } else {
            quote!(<#kind as ::pulumi_wasm_provider::Property>::schema)
        };
        let (input, output) = (self.is_input(), self.is_output());
        let write_only = attributes.write_only.is_some();
        let secret = attributes.secret.is_some() || write_only;
        let (replace, will_replace) = (
            attributes.replace.is_some(),
            attributes.will_replace.is_some(),
        );
        let stable = attributes.stable.is_some();
        let state_input = attributes.state_input.is_some();
        let server_default = attributes.server_default.is_some();
        let environment = &attributes.environment;
        let constant = |constant: &Option<(Span, Constant)>| {
            optional(constant.as_ref().map(|(_, constant)| quote!(#constant)))
        };
        let (default, fixed) = (
            constant(&attributes.default),
            constant(&attributes.constant),
        );
        let deprecated = optional(
            attributes
                .deprecated
                .as_ref()
                .map(|(_, text)| quote!(#text)),
        );
        let language = optional(
            attributes
                .language
                .as_ref()
                .map(|(_, language)| quote!(#language)),
        );
        let rules = attributes.rules.table();
        quote! {
            ::pulumi_wasm_provider::generated::Field {
                name: #name,
                description: #description,
                schema: #schema,
                check_constant: ::pulumi_wasm_provider::generated::check_constant::<#kind>,
                fits: ::pulumi_wasm_provider::generated::fits::<#kind>,
                required: <#kind as ::pulumi_wasm_provider::Property>::REQUIRED,
                input: #input,
                output: #output,
                secret: #secret,
                write_only: #write_only,
                replace: #replace,
                will_replace: #will_replace,
                stable: #stable,
                state_input: #state_input,
                server_default: #server_default,
                depends_on: &[#(#depends_on),*],
                named: #is_named,
                default: #default,
                constant: #fixed,
                environment: &[#(#environment),*],
                deprecated: #deprecated,
                language: #language,
                host_only: <#kind as ::pulumi_wasm_provider::Property>::HOST_ONLY,
                natural: <#kind as ::pulumi_wasm_provider::Property>::NATURAL,
                rules: #rules,
            }
        }
    }
}

/// `Some(…)` or `None` as tokens.
pub(crate) fn optional(tokens: Option<TokenStream>) -> TokenStream {
    match tokens {
        Some(tokens) => quote!(::core::option::Option::Some(#tokens)),
        None => quote!(::core::option::Option::None),
    }
}

const ONLY_RESOURCE: &str = "only a resource's property can have this";
const NOT_OF_ARGUMENTS: &str = "`replace` is for resources: a function has no resource to replace";
const NOT_INSIDE: &str = "a property inside an object has no environment default";
const ONLY_READ_BACK: &str =
    "only a property of a resource or of an object has a `server_default`: the value is read back";
const RESULT_IS_SET: &str = "a result has no default: the function always sets it";
const PROVIDER_SETS: &str = "the provider always sets it";

fn check_combination(attributes: &PropertyAttributes, owner: Owner) -> syn::Result<()> {
    let environment = attributes.environment.first().map(LitStr::span);
    let default = attributes.default.as_ref().map(|(span, _)| *span);
    let mut refused: Vec<(Option<Span>, String)> = Vec::new();
    let mut refuse = |span: Option<Span>, reason: &str| refused.push((span, reason.to_owned()));
    if owner != Owner::Resource {
        refuse(attributes.output, ONLY_RESOURCE);
        refuse(attributes.input_only, ONLY_RESOURCE);
        refuse(attributes.write_only, ONLY_RESOURCE);
        refuse(attributes.stable, ONLY_RESOURCE);
        refuse(attributes.state_input, ONLY_RESOURCE);
        refuse(
            attributes.depends_on.first().map(Ident::span),
            ONLY_RESOURCE,
        );
        if owner == Owner::Object {
            refuse(environment, NOT_INSIDE);
        } else {
            refuse(attributes.server_default, ONLY_READ_BACK);
        }
        if owner == Owner::Results {
            refuse(
                attributes.rules.output_span(),
                "a result has no rules: no program sets it",
            );
            refuse(default, RESULT_IS_SET);
            refuse(environment, RESULT_IS_SET);
        }
        if matches!(owner, Owner::Arguments | Owner::Method | Owner::Results) {
            refuse(attributes.replace, NOT_OF_ARGUMENTS);
            refuse(attributes.will_replace, NOT_OF_ARGUMENTS);
        }
    }
    if attributes.output.is_none() && attributes.server_default.is_none() {
        refuse(
            attributes.depends_on.first().map(Ident::span),
            "the program sets this property, so it depends on no other input: `depends_on` is for outputs and for inputs with `server_default`",
        );
    }
    if attributes.server_default.is_some() {
        refuse(
            attributes
                .server_default
                .filter(|_| attributes.output.is_some()),
            "an output is always the provider's: `server_default` is for inputs that the program may leave out. Remove one of the two options",
        );
        refuse(
            attributes
                .server_default
                .filter(|_| attributes.is_input_only()),
            "a property with `server_default` is read back as an output: remove `input_only` or `write_only`",
        );
        let given = "a property with `server_default` gets its value from the server if the program gives none: remove this other value, or `server_default`";
        refuse(default, given);
        refuse(environment, given);
        refuse(attributes.constant.as_ref().map(|(span, _)| *span), given);
    }
    if attributes.output.is_some() {
        let both = "a property is either an `output` or `input_only`: without these options it is an input and an output";
        refuse(
            attributes
                .output
                .filter(|_| attributes.input_only.is_some()),
            both,
        );
        refuse(
            attributes.write_only,
            "an output cannot be `write_only`: programs do not write it",
        );
        refuse(
            default,
            &format!("an output has no default: {PROVIDER_SETS}"),
        );
        refuse(
            environment,
            &format!("an output has no environment default: {PROVIDER_SETS}"),
        );
        let replaces = "`replace` is for inputs: the user cannot change an output";
        refuse(attributes.replace, replaces);
        refuse(attributes.will_replace, replaces);
        let rules = attributes.rules.output_span();
        refuse(
            rules,
            "an output has no rules but `compare`: no user sets it",
        );
    }
    if attributes.is_input_only() {
        refuse(attributes.stable, "only an output can be `stable`");
    }
    if attributes.constant.is_some() {
        refuse(
            default,
            "a `constant` has only one value, so it needs no default",
        );
        refuse(
            environment,
            "a `constant` has only one value, so it needs no default",
        );
    }
    let mut mistakes = Mistakes::default();
    for (span, reason) in refused {
        if let Some(span) = span {
            mistakes.add(syn::Error::new(span, reason));
        }
    }
    mistakes.finish(())
}

/// Options for a property cannot be used on a struct that has several.
fn check_flattened(attributes: &PropertyAttributes) -> syn::Result<()> {
    if attributes.flatten.is_none() {
        return Ok(());
    }
    let spans = [
        attributes.name.as_ref().map(LitStr::span),
        attributes.secret,
        attributes.write_only,
        attributes.replace,
        attributes.will_replace,
        attributes.stable,
        attributes.state_input,
        attributes.server_default,
        attributes.depends_on.first().map(Ident::span),
        attributes.default.as_ref().map(|(span, _)| *span),
        attributes.constant.as_ref().map(|(span, _)| *span),
        attributes.environment.first().map(LitStr::span),
        attributes.deprecated.as_ref().map(|(span, _)| *span),
        attributes.language.as_ref().map(|(span, _)| *span),
        attributes.rules.span(),
    ];
    let mut mistakes = Mistakes::default();
    for span in spans.into_iter().flatten() {
        let message = "a flattened struct is not one property: write this at its fields";
        mistakes.add(syn::Error::new(span, message));
    }
    mistakes.finish(())
}

/// Names that Pulumi reserves.
fn check_name(name: &str, owner: Owner, span: proc_macro2::Span) -> syn::Result<()> {
    let reason = match (name, owner) {
        ("", _) => "a property's name cannot be empty",
        ("pulumi", _) => "Pulumi reserves the property name `pulumi`",
        ("id", Owner::Resource) => {
            "`id` is the resource's own id: give it to `Created::new`, and choose another name for the property"
        }
        ("urn", Owner::Resource | Owner::Component) => "Pulumi reserves the property name `urn`",
        ("version", Owner::Config) => "Pulumi reserves the configuration name `version`",
        _ => return Ok(()),
    };
    Err(syn::Error::new(span, reason))
}
