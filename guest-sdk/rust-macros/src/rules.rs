//! The rules among the options of `#[property(…)]`: which values are allowed, and when two are the same.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::meta::ParseNestedMeta;
use syn::punctuated::Punctuated;
use syn::{Ident, LitInt, LitStr, Token, Type, parenthesized};

use crate::constant::Constant;
use crate::key::key_of;

/// The rules of one property or of its elements, in the order in which they were written.
#[derive(Default)]
pub(crate) struct Rules {
    rules: Vec<Rule>,
}

struct Rule {
    span: Span,
    /// As the author writes it.
    key: &'static str,
    /// As the manifest writes it.
    name: &'static str,
    value: RuleValue,
    /// The kind of type that it is for; `None` for every type.
    subject: Option<Subject>,
}

enum RuleValue {
    Constant(Constant),
    Texts(Vec<String>),
    Rules(Rules),
}

/// The kinds of types that rules are for, as the run-time crate names them.
#[derive(Clone, Copy, PartialEq)]
enum Subject {
    Number,
    Text,
    List,
    Map,
    ListOrMap,
}

/// The form of the text behind the `=` of a rule.
#[derive(Clone, Copy)]
enum Form {
    Number,
    Count,
    Text,
    Format,
    Flag,
}

/// Key, the manifest's name, the form behind the key, and the kind of type that the rule is for.
const RULES: [(&str, &str, Form, Subject); 16] = [
    ("min", "minimum", Form::Number, Subject::Number),
    ("max", "maximum", Form::Number, Subject::Number),
    (
        "more_than",
        "exclusiveMinimum",
        Form::Number,
        Subject::Number,
    ),
    (
        "less_than",
        "exclusiveMaximum",
        Form::Number,
        Subject::Number,
    ),
    ("multiple_of", "multipleOf", Form::Number, Subject::Number),
    ("min_length", "minLength", Form::Count, Subject::Text),
    ("max_length", "maxLength", Form::Count, Subject::Text),
    ("pattern", "pattern", Form::Text, Subject::Text),
    ("pattern_reason", "patternReason", Form::Text, Subject::Text),
    ("format", "format", Form::Format, Subject::Text),
    ("min_items", "minItems", Form::Count, Subject::List),
    ("max_items", "maxItems", Form::Count, Subject::List),
    ("unique", "uniqueItems", Form::Flag, Subject::List),
    ("min_properties", "minProperties", Form::Count, Subject::Map),
    ("max_properties", "maxProperties", Form::Count, Subject::Map),
    ("key_pattern", "keyPattern", Form::Text, Subject::Map),
];

/// Of each pair, the first may not be larger than the second, nor equal if the third is true.
const RANGES: [(&str, &str, bool); 7] = [
    ("min", "max", false),
    ("min", "less_than", true),
    ("more_than", "max", true),
    ("more_than", "less_than", true),
    ("min_length", "max_length", false),
    ("min_items", "max_items", false),
    ("min_properties", "max_properties", false),
];

const FORMATS: [&str; 11] = [
    "ipv4",
    "ipv6",
    "ip",
    "cidr",
    "hostname",
    "url",
    "email",
    "uuid",
    "date-time",
    "duration",
    "base64",
];

/// The comparisons, and the types that they are for.
const COMPARISONS: [(&str, Option<Subject>); 11] = [
    ("ignore-case", Some(Subject::Text)),
    ("trim", Some(Subject::Text)),
    ("trailing-dot", Some(Subject::Text)),
    ("trailing-slash", Some(Subject::Text)),
    ("json", Some(Subject::Text)),
    ("cidr", Some(Subject::Text)),
    ("duration", Some(Subject::Text)),
    ("url", Some(Subject::Text)),
    ("set", Some(Subject::List)),
    ("presence", None),
    ("empty", None),
];

impl Rules {
    /// Reads an option that is a rule; returns false for another option.
    pub(crate) fn read(&mut self, meta: &ParseNestedMeta<'_>) -> syn::Result<bool> {
        let written = key_of(meta);
        let span = meta
            .path
            .get_ident()
            .map_or_else(Span::call_site, Ident::span);
        match written.as_str() {
            "items" => {
                let mut items = Rules::default();
                meta.parse_nested_meta(|meta| match items.read(&meta)? {
                    true => Ok(()),
                    false => Err(meta.error(format!(
                        "`{}` is not a rule for elements; the rules are {}",
                        key_of(&meta),
                        known()
                    ))),
                })?;
                items.finish()?;
                self.add(
                    span,
                    "items",
                    "items",
                    RuleValue::Rules(items),
                    Some(Subject::ListOrMap),
                )?;
            }
            "compare" => self.compare(span, meta)?,
            written => {
                let Some((key, name, form, subject)) =
                    RULES.into_iter().find(|(key, ..)| *key == written)
                else {
                    return Ok(false);
                };
                let value = RuleValue::Constant(value_of(form, meta)?);
                self.add(span, key, name, value, Some(subject))?;
            }
        }
        Ok(true)
    }

    /// `compare = "set"`, `compare(set, trailing_dot)`.
    fn compare(&mut self, span: Span, meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
        let chosen: Vec<(Span, String)> = if meta.input.peek(Token![=]) {
            let text: LitStr = meta.value()?.parse()?;
            vec![(text.span(), text.value())]
        } else {
            let content;
            parenthesized!(content in meta.input);
            let names = Punctuated::<Ident, Token![,]>::parse_terminated(&content)?;
            let spelled = |name: Ident| (name.span(), name.to_string().replace('_', "-"));
            names.into_iter().map(spelled).collect()
        };
        if chosen.is_empty() {
            return Err(syn::Error::new(span, "say how: `compare(ignore_case)`"));
        }
        let mut subject = None;
        for (span, name) in &chosen {
            let Some((_, needs)) = COMPARISONS.iter().find(|(known, _)| known == name) else {
                let known: Vec<_> = COMPARISONS
                    .iter()
                    .map(|(name, _)| format!("`{name}`"))
                    .collect();
                let message = format!(
                    "`{name}` is not a comparison; there are {}",
                    known.join(", ")
                );
                return Err(syn::Error::new(*span, message));
            };
            match (subject, needs) {
                (Some(one), Some(other)) if one != *other => {
                    let message = format!(
                        "`{name}` is not for the same values as what stands before it; comparisons of elements go into `items(compare(…))`"
                    );
                    return Err(syn::Error::new(*span, message));
                }
                (None, Some(other)) => subject = Some(*other),
                _ => {}
            }
        }
        let names = chosen.into_iter().map(|(_, name)| name).collect();
        self.add(span, "compare", "compare", RuleValue::Texts(names), subject)
    }

    fn add(
        &mut self,
        span: Span,
        key: &'static str,
        name: &'static str,
        value: RuleValue,
        subject: Option<Subject>,
    ) -> syn::Result<()> {
        if self.rules.iter().any(|rule| rule.key == key) {
            return Err(syn::Error::new(span, format!("`{key}` is there twice")));
        }
        self.rules.push(Rule {
            span,
            key,
            name,
            value,
            subject,
        });
        Ok(())
    }

    /// Checks the rules against each other, once all have been read.
    pub(crate) fn finish(&self) -> syn::Result<()> {
        let number = |key: &str| {
            let rule = self.rules.iter().find(|rule| rule.key == key)?;
            match &rule.value {
                RuleValue::Constant(constant) => Some((rule.span, constant.number()?)),
                RuleValue::Texts(_) | RuleValue::Rules(_) => None,
            }
        };
        for (low, high, apart) in RANGES {
            if let (Some((_, from)), Some((span, to))) = (number(low), number(high))
                && (from > to || apart && from == to)
            {
                let message =
                    format!("no value satisfies both: `{low}` is {from}, and `{high}` is {to}");
                return Err(syn::Error::new(span, message));
            }
        }
        if let Some((span, step)) = number("multiple_of")
            && step <= 0.0
        {
            let message = "only a number above 0 has multiples";
            return Err(syn::Error::new(span, message));
        }
        let find = |key: &str| self.rules.iter().find(|rule| rule.key == key);
        match (find("pattern_reason"), find("pattern")) {
            (Some(reason), None) => Err(syn::Error::new(
                reason.span,
                "`pattern_reason` explains a `pattern`, and there is no `pattern`",
            )),
            _ => Ok(()),
        }
    }

    /// The place of the first rule.
    pub(crate) fn span(&self) -> Option<Span> {
        self.rules.first().map(|rule| rule.span)
    }

    /// The place of the first rule that only makes sense for values that users set.
    pub(crate) fn output_span(&self) -> Option<Span> {
        let mut rules = self.rules.iter();
        rules
            .find(|rule| rule.key != "compare")
            .map(|rule| rule.span)
    }

    /// The rules as a table of the run-time crate.
    pub(crate) fn table(&self) -> TokenStream {
        let rows = self.rules.iter().map(|rule| {
            let name = rule.name;
            let value = match &rule.value {
                RuleValue::Constant(constant) => quote!(Constant(#constant)),
                RuleValue::Texts(texts) => quote!(Texts(&[#(#texts),*])),
                RuleValue::Rules(rules) => {
                    let rules = rules.table();
                    quote!(Rules(#rules))
                }
            };
            quote!((#name, ::pulumi_wasm_provider::generated::Rule::#value))
        });
        quote!(&[#(#rows),*])
    }

    /// Code that fails to compile, at the rule, if a rule does not fit the type.
    pub(crate) fn checks(&self, kind: &Type) -> TokenStream {
        self.checks_of(
            &quote!(<#kind as ::pulumi_wasm_provider::Property>::KIND),
            kind,
        )
    }

    fn checks_of(&self, found: &TokenStream, kind: &Type) -> TokenStream {
        let checks = self.rules.iter().map(|rule| {
            let check = rule.subject.map(|subject| {
                let message = format!("`{}` is for {}", rule.key, subject.describe());
                let kinds = subject.kinds();
                quote_spanned! {rule.span=>
                    const _: () = ::pulumi_wasm_provider::generated::check_kind(#found, &[#kinds], #message);
                }
            });
            let inner = match &rule.value {
                RuleValue::Rules(rules) => {
                    rules.checks_of(&quote!(<#kind as ::pulumi_wasm_provider::Property>::ELEMENT), kind)
                }
                RuleValue::Constant(_) | RuleValue::Texts(_) => quote!(),
            };
            quote!(#check #inner)
        });
        quote!(#(#checks)*)
    }
}

impl Subject {
    fn describe(self) -> &'static str {
        match self {
            Self::Number => "numbers",
            Self::Text => "strings",
            Self::List => "lists",
            Self::Map => "maps",
            Self::ListOrMap => "lists and maps",
        }
    }

    fn kinds(self) -> TokenStream {
        let kind = |name: &str| {
            let name = Ident::new(name, Span::call_site());
            quote!(::pulumi_wasm_provider::generated::Kind::#name)
        };
        match self {
            Self::Number => kind("Number"),
            Self::Text => kind("Text"),
            Self::List => kind("List"),
            Self::Map => kind("Map"),
            Self::ListOrMap => {
                let (list, map) = (kind("List"), kind("Map"));
                quote!(#list, #map)
            }
        }
    }
}

fn value_of(form: Form, meta: &ParseNestedMeta<'_>) -> syn::Result<Constant> {
    match form {
        Form::Flag => Ok(Constant::Boolean(true)),
        Form::Text => Ok(Constant::Text(meta.value()?.parse::<LitStr>()?.value())),
        Form::Count => {
            let count: LitInt = meta.value()?.parse()?;
            match count.base10_parse::<u32>() {
                Ok(count) => Ok(Constant::Integer(count.into())),
                Err(_) => Err(syn::Error::new(
                    count.span(),
                    "expected how many: 0 or more",
                )),
            }
        }
        Form::Number => {
            let value = meta.value()?;
            let span = value.span();
            let number: Constant = value.parse()?;
            match number.number() {
                Some(_) => Ok(number),
                None => Err(syn::Error::new(span, "expected a number")),
            }
        }
        Form::Format => {
            let format: LitStr = meta.value()?.parse()?;
            if FORMATS.contains(&format.value().as_str()) {
                return Ok(Constant::Text(format.value()));
            }
            let message = format!(
                "`{}` is not a format; there are {}",
                format.value(),
                FORMATS.join(", ")
            );
            Err(syn::Error::new(format.span(), message))
        }
    }
}

/// The keys of all rules, for messages.
pub(crate) fn known() -> String {
    let keys = RULES
        .iter()
        .map(|(key, ..)| *key)
        .chain(["items", "compare"]);
    let keys: Vec<_> = keys.map(|key| format!("`{key}`")).collect();
    keys.join(", ")
}
