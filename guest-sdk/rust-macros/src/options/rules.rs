//! The rules among the options of `#[property(…)]`: which values are allowed, and when two are the same.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::meta::ParseNestedMeta;
use syn::punctuated::Punctuated;
use syn::{Expr, Ident, LitStr, Token, Type, bracketed, token};

use crate::mistakes::Mistakes;
use crate::options::closest::{hint, property_hint};
use crate::options::constant::Constant;
use crate::options::key::{key_of, read_option};

/// The rules of one property or of its elements, in the order in which they were written.
#[derive(Default)]
pub(crate) struct Rules {
    rules: Vec<Rule>,
}

struct Rule {
    span: Span,
    /// In the author's notation.
    key: &'static str,
    /// In the manifest's notation.
    name: &'static str,
    value: RuleValue,
    /// The kind of type that the rule applies to; `None` for every type.
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
    ("minimum", "minimum", Form::Number, Subject::Number),
    ("maximum", "maximum", Form::Number, Subject::Number),
    (
        "exclusive_minimum",
        "exclusiveMinimum",
        Form::Number,
        Subject::Number,
    ),
    (
        "exclusive_maximum",
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
    ("unique_items", "uniqueItems", Form::Flag, Subject::List),
    ("min_properties", "minProperties", Form::Count, Subject::Map),
    ("max_properties", "maxProperties", Form::Count, Subject::Map),
    ("key_pattern", "keyPattern", Form::Text, Subject::Map),
];

/// Of each pair, the first may not be larger than the second, nor equal if the third is true.
const RANGES: [(&str, &str, bool); 7] = [
    ("minimum", "maximum", false),
    ("minimum", "exclusive_maximum", true),
    ("exclusive_minimum", "maximum", true),
    ("exclusive_minimum", "exclusive_maximum", true),
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

/// The comparisons, and the types that they apply to.
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
                let items = RuleValue::Rules(Self::of_elements(meta)?);
                self.add(span, "items", "items", items, Some(Subject::ListOrMap))?;
            }
            "compare" => self.compare(span, meta)?,
            written => {
                let Some((key, name, form, subject)) =
                    RULES.into_iter().find(|(key, ..)| *key == written)
                else {
                    return Ok(false);
                };
                let value = RuleValue::Constant(value_of(key, form, meta)?);
                self.add(span, key, name, value, Some(subject))?;
            }
        }
        Ok(true)
    }

    /// `items(min_length = 1)`.
    fn of_elements(meta: &ParseNestedMeta<'_>) -> syn::Result<Self> {
        let mut items = Self::default();
        let mut mistakes = Mistakes::default();
        let result = meta.parse_nested_meta(|meta| {
            read_option(&meta, &mut mistakes, |meta| {
                if items.read(meta)? {
                    Ok(())
                } else {
                    let key = key_of(meta);
                    let hint = property_hint(&key, known());
                    Err(meta.error(format!("`{key}` is not a rule for elements{hint}")))
                }
            });
            Ok(())
        });
        mistakes.take(result);
        mistakes.take(items.finish());
        mistakes.finish(items)
    }

    /// `compare = "set"`, `compare = ["set", "empty"]`.
    fn compare(&mut self, span: Span, meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
        const FORM: &str = "a comparison is a string, several are a list: `compare = \"ignore-case\"`, `compare = [\"ignore-case\", \"trim\"]`";
        if !meta.input.peek(Token![=]) {
            return Err(syn::Error::new(span, FORM));
        }
        let value = meta.value()?;
        let chosen: Vec<LitStr> = if value.peek(token::Bracket) {
            let content;
            bracketed!(content in value);
            let texts = Punctuated::<LitStr, Token![,]>::parse_terminated(&content)?;
            texts.into_iter().collect()
        } else {
            let form = |mistake: syn::Error| syn::Error::new(mistake.span(), FORM);
            vec![value.parse().map_err(form)?]
        };
        if chosen.is_empty() {
            return Err(syn::Error::new(span, FORM));
        }
        let mut subject: Option<Subject> = None;
        let mut mistakes = Mistakes::default();
        for text in &chosen {
            let name = text.value();
            let names = || COMPARISONS.iter().map(|(name, _)| *name);
            let Some((_, needs)) = COMPARISONS.iter().find(|(known, _)| *known == name) else {
                let (known, hint) = (list_of(names()), hint(&name, names()));
                let message =
                    format!("`{name}` is not a comparison; expected one of {known}{hint}");
                mistakes.add(syn::Error::new(text.span(), message));
                continue;
            };
            match (subject, needs) {
                (Some(one), Some(other)) if one != *other => {
                    let message = format!(
                        "`{name}` is for {}, and the comparison before it is for {}\nhint: comparisons of elements go into `items(compare = \"…\")`",
                        other.describe(),
                        one.describe()
                    );
                    mistakes.add(syn::Error::new(text.span(), message));
                }
                (None, Some(other)) => subject = Some(*other),
                _ => {}
            }
        }
        mistakes.finish(())?;
        let names = chosen.iter().map(LitStr::value).collect();
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
            let message = format!("`{key}` occurs twice: remove one of them");
            return Err(syn::Error::new(span, message));
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
        let mut mistakes = Mistakes::default();
        for (low, high, apart) in RANGES {
            if let (Some((_, from)), Some((span, to))) = (number(low), number(high))
                && (from > to || apart && from == to)
            {
                let message =
                    format!("no value satisfies both: `{low}` is {from}, and `{high}` is {to}");
                mistakes.add(syn::Error::new(span, message));
            }
        }
        if let Some((span, step)) = number("multiple_of")
            && step <= 0.0
        {
            let message = format!("`multiple_of` is a number above 0, found {step}");
            mistakes.add(syn::Error::new(span, message));
        }
        let find = |key: &str| self.rules.iter().find(|rule| rule.key == key);
        if let (Some(reason), None) = (find("pattern_reason"), find("pattern")) {
            let message = "`pattern_reason` explains a `pattern`, but `pattern` is missing";
            mistakes.add(syn::Error::new(reason.span, message));
        }
        mistakes.finish(())
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
                let sibling = sibling(rule.key);
                let message = format!("`{}` is for {}{sibling}", rule.key, subject.describe());
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

/// The names of the same rule for other types.
fn sibling(key: &str) -> &'static str {
    match key {
        "minimum" | "exclusive_minimum" => {
            ": strings have `min_length`, lists `min_items`, maps `min_properties`"
        }
        "maximum" | "exclusive_maximum" => {
            ": strings have `max_length`, lists `max_items`, maps `max_properties`"
        }
        "min_length" => ": numbers have `minimum`, lists `min_items`, maps `min_properties`",
        "max_length" => ": numbers have `maximum`, lists `max_items`, maps `max_properties`",
        "min_items" => ": strings have `min_length`, maps `min_properties`",
        "max_items" => ": strings have `max_length`, maps `max_properties`",
        "min_properties" => ": strings have `min_length`, lists `min_items`",
        "max_properties" => ": strings have `max_length`, lists `max_items`",
        "pattern" | "format" => ": rules for the elements of lists and maps go into `items(…)`",
        _ => "",
    }
}

fn value_of(key: &str, form: Form, meta: &ParseNestedMeta<'_>) -> syn::Result<Constant> {
    match form {
        Form::Flag => Ok(Constant::Boolean(true)),
        Form::Text => Ok(Constant::Text(meta.value()?.parse::<LitStr>()?.value())),
        Form::Count => {
            let expression: Expr = meta.value()?.parse()?;
            match Constant::from_expression(&expression)? {
                Constant::Integer(number) if u32::try_from(number).is_ok() => {
                    Ok(Constant::Integer(number))
                }
                other => {
                    let message =
                        format!("`{key}` takes a whole number of at least 0, found `{other}`");
                    Err(syn::Error::new_spanned(expression, message))
                }
            }
        }
        Form::Number => {
            let expression: Expr = meta.value()?.parse()?;
            let number = Constant::from_expression(&expression)?;
            match number.number() {
                Some(_) => Ok(number),
                None => {
                    let message = format!("`{key}` is a number, found `{number}`");
                    Err(syn::Error::new_spanned(expression, message))
                }
            }
        }
        Form::Format => {
            let format: LitStr = meta.value()?.parse()?;
            let name = format.value();
            if FORMATS.contains(&name.as_str()) {
                return Ok(Constant::Text(name));
            }
            let (known, hint) = (list_of(FORMATS), hint(&name, FORMATS));
            let message = format!("`{name}` is not a format; expected one of {known}{hint}");
            Err(syn::Error::new(format.span(), message))
        }
    }
}

/// Names in backticks.
fn list_of<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<_> = names.into_iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

/// The keys of all rules.
pub(crate) fn known() -> impl Iterator<Item = &'static str> {
    RULES
        .into_iter()
        .map(|(key, ..)| key)
        .chain(["items", "compare"])
}
