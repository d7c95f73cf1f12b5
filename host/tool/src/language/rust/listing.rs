//! Types and functions of a provider that `provider!` does not list, and requests of a provider without a host. They
//! compile, but no program sees the types and functions, and the host refuses the requests. That is a warning and not
//! an error, because the author may be writing one of them.

use std::collections::HashSet;

use proc_macro2::{Span, TokenStream, TokenTree};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{
    Attribute, Expr, ExprMethodCall, ExprPath, Ident, ImplItemFn, Item, ItemMod, Macro, Path, Token,
};

use super::conditions::is_left_out;

/// The derives and the attributes that define something, the noun for it, and the call of `provider!` that lists it.
const DERIVES: [(&str, &str, &str); 3] = [
    ("Resource", "a resource", "resource::<…>()"),
    ("Component", "a component", "component::<…>()"),
    ("Config", "a configuration", "config::<…>()"),
];
const ATTRIBUTES: [(&str, &str, &str); 2] = [
    ("function", "a function", "function(…)"),
    ("method", "a method", "method(…)"),
];

/// The definitions in the files of a library, and the names that `provider!` lists.
#[derive(Default)]
pub(super) struct Listing {
    defined: Vec<Defined>,
    /// All names in `provider!`: a definition with such a name counts as listed, whatever path leads to it.
    listed: HashSet<String>,
    has_provider: bool,
    /// The place of the first use of an HTTP client.
    requests: Option<String>,
    /// A sentence for each `cx.client()` and `cx.config()` that does not name the configuration. The compiler only says
    /// that it cannot infer a type.
    unnamed: Vec<String>,
}

struct Defined {
    file: String,
    name: Ident,
    noun: &'static str,
    /// The call that lists it.
    call: String,
}

impl Listing {
    /// Reads a file, which warnings show by this name. Returns its declarations of modules in other files, each with the
    /// names of the modules around it in this file.
    pub(super) fn read<'a>(
        &mut self,
        file: &str,
        parsed: &'a syn::File,
    ) -> Vec<(Vec<String>, &'a ItemMod)> {
        let mut reader = Reader {
            listing: self,
            file,
            around: Vec::new(),
            modules: Vec::new(),
        };
        reader.visit_file(parsed);
        reader.modules
    }

    /// A sentence for each definition that is not listed, and one if there are requests but no host. A name with a
    /// leading underscore is left out on purpose.
    pub(super) fn warnings(&self) -> Vec<String> {
        if !self.has_provider {
            return Vec::new();
        }
        let is_unlisted = |defined: &&Defined| {
            let name = defined.name.to_string();
            !name.starts_with('_') && !self.listed.contains(&name)
        };
        let unlisted = self.defined.iter().filter(is_unlisted);
        let has_host = self.listed.contains("net");
        let ungranted = self.requests.iter().filter(|_| !has_host).map(|place| {
            format!(
                "{place}: sends requests, and the provider asks for no host, so that its requests are refused\nhint: add `.net(Net::from(Settings::URL))` or `.net(Net::host(\"api.example.com\"))` to `provider!`"
            )
        });
        let unlisted = unlisted.map(Defined::warning);
        unlisted
            .chain(ungranted)
            .chain(self.unnamed.clone())
            .collect()
    }

    fn list(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Ident(name) => drop(self.listed.insert(name.to_string())),
                TokenTree::Group(group) => self.list(group.stream()),
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
    }
}

impl Defined {
    fn warning(&self) -> String {
        let Self {
            file,
            name,
            noun,
            call,
        } = self;
        let place = place(file, name.span());
        format!(
            "{place}: `{name}` is {noun} that `provider!` does not list, so programs cannot use it\nhint: add \
             `.{call}` to `provider!`"
        )
    }
}

fn place(file: &str, span: Span) -> String {
    let start = span.start();
    format!("{file}:{}:{}", start.line, start.column + 1)
}

struct Reader<'a, 'ast> {
    listing: &'a mut Listing,
    file: &'a str,
    /// The modules around the present item in this file.
    around: Vec<String>,
    /// The modules in other files.
    modules: Vec<(Vec<String>, &'ast ItemMod)>,
}

impl Reader<'_, '_> {
    fn define(&mut self, name: &Ident, (_, noun, call): (&str, &'static str, &str)) {
        self.listing.defined.push(Defined {
            file: self.file.to_owned(),
            name: name.clone(),
            noun,
            call: call.replace('…', &name.to_string()),
        });
    }

    fn request(&mut self, place: String) {
        self.listing.requests.get_or_insert(place);
    }
}

impl<'ast> Visit<'ast> for Reader<'_, 'ast> {
    fn visit_item(&mut self, item: &'ast Item) {
        match item {
            Item::Struct(item) if !is_left_out(&item.attrs) => {
                for kind in DERIVES {
                    if derives(&item.attrs, kind.0) {
                        self.define(&item.ident, kind);
                    }
                }
            }
            Item::Fn(item) if !is_left_out(&item.attrs) => {
                for kind in ATTRIBUTES {
                    if item
                        .attrs
                        .iter()
                        .any(|found| ends_with(found.path(), kind.0))
                    {
                        self.define(&item.sig.ident, kind);
                    }
                }
                visit::visit_item_fn(self, item);
            }
            Item::Impl(item) if !is_left_out(&item.attrs) => visit::visit_item_impl(self, item),
            Item::Mod(item) => self.visit_item_mod(item),
            Item::Macro(item) if !is_left_out(&item.attrs) => self.visit_macro(&item.mac),
            _ => {}
        }
    }

    fn visit_impl_item_fn(&mut self, function: &'ast ImplItemFn) {
        if !is_left_out(&function.attrs) {
            visit::visit_impl_item_fn(self, function);
        }
    }

    /// Finds `cx.http()`, and `cx.client()` and `cx.config()` that do not name the type of the configuration.
    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        let (name, place) = (&call.method, place(self.file, call.method.span()));
        if name == "http" && call.args.is_empty() {
            self.request(place);
        } else if (name == "client" || name == "config")
            && call.turbofish.is_none()
            && matches!(&*call.receiver, Expr::Path(receiver) if receiver.path.is_ident("cx"))
        {
            self.listing.unnamed.push(format!(
                "{place}: `cx.{name}` does not name the configuration\nhint: write `cx.{name}::<Settings>()`, with the type in `.config::<…>()` of `provider!`"
            ));
        }
        visit::visit_expr_method_call(self, call);
    }

    /// Finds `http::Client::new`.
    fn visit_expr_path(&mut self, expression: &'ast ExprPath) {
        let names: Vec<_> = expression
            .path
            .segments
            .iter()
            .map(|part| &part.ident)
            .collect();
        if let [.., module, kind, _] = names.as_slice()
            && *module == "http"
            && *kind == "Client"
        {
            self.request(place(self.file, expression.span()));
        }
    }

    fn visit_item_mod(&mut self, module: &'ast ItemMod) {
        if is_left_out(&module.attrs) {
            return;
        }
        if module.content.is_none() {
            self.modules.push((self.around.clone(), module));
            return;
        }
        self.around.push(module.ident.to_string());
        visit::visit_item_mod(self, module);
        self.around.pop();
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        if ends_with(&call.path, "provider") {
            self.listing.has_provider = true;
            self.listing.list(call.tokens.clone());
        }
    }
}

fn derives(attributes: &[Attribute], name: &str) -> bool {
    let mut all = attributes.iter();
    all.any(|attribute| {
        let parse = Punctuated::<Path, Token![,]>::parse_terminated;
        attribute.path().is_ident("derive")
            && attribute
                .parse_args_with(parse)
                .is_ok_and(|derived| derived.iter().any(|path| ends_with(path, name)))
    })
}

fn ends_with(path: &Path, name: &str) -> bool {
    let last = path.segments.last();
    last.is_some_and(|last| last.ident == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(sources: &[&str]) -> Vec<String> {
        let mut listing = Listing::default();
        for (number, source) in sources.iter().enumerate() {
            let parsed = syn::parse_file(source).unwrap();
            listing.read(&format!("{number}.rs"), &parsed);
        }
        listing.warnings()
    }

    const PROVIDER: &str = "provider!(Provider::new(\"a\").config::<Listed>().resource::<parts::Listed>().function(listed));";

    #[test]
    fn each_kind_that_is_not_listed_is_told_with_its_place() {
        for (source, expected) in [
            (
                "#[derive(Clone, Resource)]\npub struct Zone {}",
                "1.rs:2:12: `Zone` is a resource that `provider!` does not list, so programs cannot use it\nhint: \
                 add `.resource::<Zone>()` to `provider!`",
            ),
            (
                "#[derive(pulumi_wasm_provider::Component)]\nstruct Site {}",
                "1.rs:2:8: `Site` is a component that `provider!` does not list, so programs cannot use it\nhint: \
                 add `.component::<Site>()` to `provider!`",
            ),
            (
                "mod inner { #[derive(Config)] struct Settings; }",
                "1.rs:1:38: `Settings` is a configuration that `provider!` does not list, so programs cannot use \
                 it\nhint: add `.config::<Settings>()` to `provider!`",
            ),
            (
                "#[function(pure)]\nfn reversed() {}",
                "1.rs:2:4: `reversed` is a function that `provider!` does not list, so programs cannot use \
                 it\nhint: add `.function(reversed)` to `provider!`",
            ),
            (
                "#[method]\nfn url() {}",
                "1.rs:2:4: `url` is a method that `provider!` does not list, so programs cannot use it\nhint: add \
                 `.method(url)` to `provider!`",
            ),
        ] {
            assert_eq!(told(&[PROVIDER, source]), [expected]);
        }
    }

    #[test]
    fn requests_without_a_host_are_told_once_with_their_place() {
        let told_of = |source: &str| told(&[PROVIDER, source]);
        let expected = "1.rs:1:38: sends requests, and the provider asks for no host, so that its requests are refused\nhint: add `.net(Net::from(Settings::URL))` or `.net(Net::host(\"api.example.com\"))` to `provider!`";
        let hook = "impl Lifecycle for Listed { fn f() { cx.http().get(url); } }";
        assert_eq!(
            told_of(&format!("{hook} fn g() {{ cx.http(); }}")),
            [expected.replace(":38", ":41")]
        );
        assert_eq!(
            told_of("fn f(cx: &Context) -> Result<()> { a(http::Client::new()) }"),
            [expected]
        );
        for source in [
            "#[cfg(test)] fn f() { cx.http(); }",
            "impl Listed { #[cfg(test)] fn f() { cx.http(); } }",
            "fn f() { server.http(80); }",
        ] {
            assert_eq!(told_of(source), Vec::<String>::new(), "{source}");
        }
        let granted = "provider!(Provider::new(\"a\").net(Net::host(\"api.example.com\")));";
        assert_eq!(told(&[granted, hook]), Vec::<String>::new());
    }

    #[test]
    fn a_client_of_no_configuration_is_told_with_its_place() {
        let hook =
            "fn f(cx: &Context) { cx.client().get(cx.config::<Listed>().url); other.client(); }";
        let expected = "1.rs:1:25: `cx.client` does not name the configuration\nhint: write `cx.client::<Settings>()`, with the type in `.config::<…>()` of `provider!`";
        assert_eq!(told(&[PROVIDER, hook]), [expected]);
    }

    #[test]
    fn what_is_listed_kept_or_left_out_is_not_told() {
        for source in [
            "#[derive(Resource)] struct Listed {}",
            "#[function] fn listed() {}",
            "#[derive(Resource)] struct _Later {}",
            "#[derive(Object)] struct Part {}",
            "#[cfg(test)] mod tests { #[derive(Resource)] struct Zone {} }",
            "#[cfg(test)] #[derive(Resource)] struct Zone {}",
            "fn f() {}",
        ] {
            assert_eq!(told(&[PROVIDER, source]), Vec::<String>::new(), "{source}");
        }
        // Other code creates the provider, so its lists are unknown.
        let zone = "#[derive(Resource)] struct Zone {}";
        assert_eq!(told(&["provider_of_acme!();", zone]), Vec::<String>::new());
    }
}
