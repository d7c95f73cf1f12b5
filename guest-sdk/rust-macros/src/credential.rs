//! `#[property(credential(…))]`: a secret of the configuration that the host sends.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::LitStr;
use syn::meta::ParseNestedMeta;
use syn::spanned::Spanned;

use crate::key::{key_of, unknown_key};

/// How a field is sent, and to which hosts.
pub(crate) struct FieldCredential {
    pub(crate) span: Span,
    hosts: Vec<LitStr>,
    /// Texts by their key in the manifest.
    texts: Vec<(&'static str, String)>,
    pub(crate) withhold: Option<Span>,
}

const KEYS: [&str; 7] = [
    "bearer",
    "basic",
    "header",
    "user",
    "user_config",
    "host",
    "withhold",
];

impl FieldCredential {
    pub(crate) fn parse(meta: &ParseNestedMeta<'_>) -> syn::Result<Self> {
        let mut found = Self {
            span: meta.path.span(),
            hosts: Vec::new(),
            texts: Vec::new(),
            withhold: None,
        };
        meta.parse_nested_meta(|meta| found.read(&meta))?;
        found.check()?;
        Ok(found)
    }

    fn read(&mut self, meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
        let text = || Ok::<_, syn::Error>(meta.value()?.parse::<LitStr>()?.value());
        match key_of(meta).as_str() {
            "bearer" => self.texts.push(("as", "bearer".to_owned())),
            "basic" => self.texts.push(("as", "basic".to_owned())),
            "header" => {
                self.texts.push(("as", "header".to_owned()));
                self.texts.push(("header", text()?));
            }
            "user" => self.texts.push(("user", text()?)),
            "user_config" => self.texts.push(("userConfig", text()?)),
            "host" => self.hosts.push(meta.value()?.parse()?),
            "withhold" => self.withhold = Some(meta.path.span()),
            _ => return Err(unknown_key(meta, "property(credential)", KEYS)),
        }
        Ok(())
    }

    fn check(&self) -> syn::Result<()> {
        let forms = self.texts.iter().filter(|(key, _)| *key == "as");
        let forms: Vec<&str> = forms.map(|(_, form)| form.as_str()).collect();
        let users = self.texts.iter().filter(|(key, _)| key.starts_with("user"));
        let message = match (forms.as_slice(), users.count()) {
            _ if self.hosts.is_empty() => {
                "name the host that gets it: `host = \"config:server\"`, or a host name"
            }
            (["basic"], 1) | (["bearer" | "header"], 0) => return Ok(()),
            (["basic"], _) => "`basic` takes a `user = \"…\"` or a `user_config = \"…\"`",
            ([_], _) => "only `basic` has a user",
            _ => "say how it is sent: `bearer`, `basic` or `header = \"…\"`",
        };
        Err(syn::Error::new(self.span, message))
    }

    /// The row in the field's table.
    pub(crate) fn row(&self) -> TokenStream {
        let hosts = &self.hosts;
        let keys = self.texts.iter().map(|(key, _)| key);
        let values = self.texts.iter().map(|(_, value)| value);
        let withhold = self.withhold.is_some();
        quote! {
            ::pulumi_wasm_provider::generated::FieldCredential {
                hosts: &[#(#hosts),*],
                texts: &[#((#keys, #values)),*],
                withhold: #withhold,
            }
        }
    }
}
