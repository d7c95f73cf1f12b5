//! The options of `#[resource(…)]` for a resource as a whole: how it is named, found and replaced.

use proc_macro2::TokenStream;
use quote::quote;
use syn::meta::ParseNestedMeta;
use syn::{Ident, LitInt, LitStr, Token, parenthesized};

use crate::derive::record::Record;
use crate::options::closest::hint;
use crate::options::key::key_of;

/// The options, as the author wrote them.
#[derive(Default)]
pub(crate) struct Traits {
    auto_name: Option<AutoName>,
    import_id: Option<LitStr>,
    delete_before_replace: bool,
    refresh_before_update: bool,
    consistency: Option<String>,
    concurrency: Option<u32>,
}

/// The field that is the resource's name, and how the host generates a name.
struct AutoName {
    field: Ident,
    /// Keys of the manifest, with constants.
    options: Vec<(&'static str, TokenStream)>,
}

/// The options, for the closest match of a misspelt option.
pub(crate) const OPTIONS: [&str; 6] = [
    "auto_name",
    "import_id",
    "delete_before_replace",
    "refresh_before_update",
    "consistency",
    "concurrency",
];
const NAMING: [&str; 5] = [
    "separator",
    "random_length",
    "alphabet",
    "max_length",
    "lowercase",
];

impl Traits {
    /// Reads an option of a resource. Returns false for any other option.
    pub(crate) fn read(&mut self, meta: &ParseNestedMeta<'_>) -> syn::Result<bool> {
        match key_of(meta).as_str() {
            "auto_name" => self.auto_name = Some(AutoName::parse(meta)?),
            "import_id" => self.import_id = Some(meta.value()?.parse()?),
            "delete_before_replace" => self.delete_before_replace = true,
            "refresh_before_update" => self.refresh_before_update = true,
            "consistency" => {
                let text: LitStr = meta.value()?.parse()?;
                if !["off", "warn", "error"].contains(&text.value().as_str()) {
                    let found = text.value();
                    let message =
                        format!("`consistency` is `off`, `warn` or `error`, found `{found}`");
                    return Err(syn::Error::new(text.span(), message));
                }
                self.consistency = Some(text.value());
            }
            "concurrency" => {
                let number: LitInt = meta.value()?.parse()?;
                match number.base10_parse::<u32>() {
                    Ok(concurrency @ 1..) => self.concurrency = Some(concurrency),
                    _ => {
                        let message = format!(
                            "`concurrency` takes a whole number of at least 1, found `{number}`"
                        );
                        return Err(syn::Error::new(number.span(), message));
                    }
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The field whose name the host generates if the program gives none.
    pub(crate) fn named_field(&self) -> Option<&Ident> {
        self.auto_name.as_ref().map(|rule| &rule.field)
    }

    /// The traits as a table of the run-time crate.
    pub(crate) fn table(&self, record: &Record) -> syn::Result<TokenStream> {
        let mut rows = Vec::new();
        if let Some(AutoName { field, options }) = &self.auto_name {
            let property = record.input_name(&field.to_string(), field.span())?;
            let options = options.iter().map(|(key, value)| {
                quote!((#key, ::pulumi_wasm_provider::generated::Rule::Constant(#value)))
            });
            let property = text(&quote!(#property));
            rows.push(quote! {
                ("autoName", ::pulumi_wasm_provider::generated::Rule::Rules(&[
                    ("property", ::pulumi_wasm_provider::generated::Rule::Constant(#property)),
                    #(#options),*
                ]))
            });
        }
        if let Some(template) = &self.import_id {
            let value = import_id(template, record)?;
            rows.push(row("importId", &text(&quote!(#value))));
        }
        for (key, set) in [
            ("deleteBeforeReplace", self.delete_before_replace),
            ("refreshBeforeUpdate", self.refresh_before_update),
        ] {
            if set {
                let value = quote!(::pulumi_wasm_provider::generated::Constant::Boolean(true));
                rows.push(row(key, &value));
            }
        }
        if let Some(consistency) = &self.consistency {
            rows.push(row("consistency", &text(&quote!(#consistency))));
        }
        if let Some(concurrency) = self.concurrency {
            let number = i64::from(concurrency);
            let value = quote!(::pulumi_wasm_provider::generated::Constant::Integer(#number));
            rows.push(row("concurrency", &value));
        }
        Ok(quote!(&[#(#rows),*]))
    }
}

impl AutoName {
    /// `auto_name = label` or `auto_name(label, max_length = 63, lowercase)`.
    fn parse(meta: &ParseNestedMeta<'_>) -> syn::Result<Self> {
        if meta.input.peek(Token![=]) {
            let field = meta.value()?.parse()?;
            return Ok(Self {
                field,
                options: Vec::new(),
            });
        }
        let content;
        parenthesized!(content in meta.input);
        let field: Ident = content.parse()?;
        let mut options = Vec::new();
        while !content.is_empty() {
            content.parse::<Token![,]>()?;
            if content.is_empty() {
                break;
            }
            let key: Ident = content.parse()?;
            let option = match key.to_string().as_str() {
                "lowercase" => {
                    let value = quote!(::pulumi_wasm_provider::generated::Constant::Boolean(true));
                    ("lowercase", value)
                }
                name @ ("separator" | "alphabet") => {
                    content.parse::<Token![=]>()?;
                    let value: LitStr = content.parse()?;
                    if name == "alphabet" && !is_alphabet(&value.value()) {
                        let message =
                            "an alphabet has two characters or more, each of them only once";
                        return Err(syn::Error::new(value.span(), message));
                    }
                    let key = if name == "alphabet" {
                        "alphabet"
                    } else {
                        "separator"
                    };
                    (key, text(&quote!(#value)))
                }
                name @ ("random_length" | "max_length") => {
                    content.parse::<Token![=]>()?;
                    let value = content.parse::<LitInt>()?.base10_parse::<u32>()?;
                    let value = i64::from(value);
                    let key = if name == "max_length" {
                        "maxLength"
                    } else {
                        "randomLength"
                    };
                    let value =
                        quote!(::pulumi_wasm_provider::generated::Constant::Integer(#value));
                    (key, value)
                }
                other => {
                    let hint = hint(other, NAMING);
                    let message = format!("`auto_name(…)` has no option `{other}`{hint}");
                    return Err(syn::Error::new(key.span(), message));
                }
            };
            options.push(option);
        }
        Ok(Self { field, options })
    }
}

fn is_alphabet(text: &str) -> bool {
    let mut letters: Vec<char> = text.chars().collect();
    letters.sort_unstable();
    letters.windows(2).all(|pair| pair[0] != pair[1]) && letters.len() > 1
}

/// The template with the properties' names in place of the fields'. As in a format string, a brace that is meant as
/// text is doubled.
fn import_id(template: &LitStr, record: &Record) -> syn::Result<String> {
    let wrong = |message: String| syn::Error::new(template.span(), message);
    let text = template.value();
    let mut found = String::new();
    let mut fields: Vec<&str> = Vec::new();
    let mut rest = text.as_str();
    let mut after_field = false;
    while let Some(letter) = rest.chars().next() {
        let doubled = rest.starts_with("{{") || rest.starts_with("}}");
        if doubled || !matches!(letter, '{' | '}') {
            let length = if doubled { 2 } else { letter.len_utf8() };
            found.push_str(&rest[..length]);
            rest = &rest[length..];
            after_field = false;
            continue;
        }
        if letter == '}' {
            return Err(wrong("a `}` without a `{` before it".to_owned()));
        }
        let Some((field, behind)) = rest[1..].split_once('}') else {
            return Err(wrong(format!(
                "the `{{` before `{}` has no `}}`",
                &rest[1..]
            )));
        };
        if fields.contains(&field) {
            return Err(wrong(format!("`{{{field}}}` is there twice")));
        }
        if after_field {
            return Err(wrong(format!(
                "there is no text between `{{{field}}}` and the field before it, so an id cannot be split"
            )));
        }
        fields.push(field);
        let name = record.input_name(field, template.span())?;
        found.push_str(&format!("{{{name}}}"));
        rest = behind;
        after_field = true;
    }
    if fields.is_empty() {
        return Err(wrong(
            "an import's id names fields in braces: `{zone}/{name}`".to_owned(),
        ));
    }
    Ok(found)
}

fn row(key: &str, value: &TokenStream) -> TokenStream {
    quote!((#key, ::pulumi_wasm_provider::generated::Rule::Constant(#value)))
}

fn text(value: &TokenStream) -> TokenStream {
    quote!(::pulumi_wasm_provider::generated::Constant::Text(#value))
}
