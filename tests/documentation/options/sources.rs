//! Options and keys, read from the sources that define them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::{Written, camel, read, root};

/// An SDK with its options. Its page lists each group of options below some headings.
pub(super) struct Sdk {
    pub(super) name: &'static str,
    pub(super) page: &'static str,
    pub(super) headings: &'static [(&'static str, &'static [&'static str])],
    pub(super) options: fn() -> BTreeSet<Written<'static>>,
}

pub(super) static SDKS: [Sdk; 4] = [
    Sdk {
        name: "Rust",
        page: "docs/author/reference.md",
        headings: &[
            ("property", &["Properties", "Rules of properties"]),
            ("definition", &["Resources", "Unions"]),
            ("function", &["Functions"]),
            ("name", &["Resources"]),
            ("constraint", &["Constraints"]),
            ("provider", &["The provider"]),
            ("net", &["The provider"]),
            ("env", &["The provider"]),
            ("tls", &["The provider"]),
            ("credential", &["The provider", "Properties"]),
            ("mapping", &["The provider"]),
            ("uses", &["The provider"]),
        ],
        options: rust,
    },
    Sdk {
        name: "Python",
        page: "docs/author/python.md",
        headings: &[
            ("property", &["Reference: properties"]),
            ("definition", &["Reference: resources"]),
            ("function", &["Reference: resources"]),
            ("name", &["Reference: resources"]),
            ("constraint", &["Reference: resources"]),
            (
                "provider",
                &["Reference: the context", "Component resources"],
            ),
            ("net", &["Reference: the context"]),
            ("env", &["Reference: the context"]),
            ("tls", &["Reference: the context"]),
            (
                "credential",
                &["Reference: the context", "Reference: properties"],
            ),
            ("mapping", &["Reference: the context"]),
            ("uses", &["Component resources"]),
        ],
        options: python,
    },
    Sdk {
        name: "TypeScript",
        page: "docs/author/typescript.md",
        headings: &[
            ("property", &["Properties", "Component resources"]),
            ("definition", &["Resources"]),
            ("function", &["Resources", "Configuration, functions"]),
            ("name", &["Resources"]),
            ("constraint", &["Resources"]),
            (
                "provider",
                &["Configuration, functions", "Component resources"],
            ),
            ("net", &["Configuration, functions"]),
            ("env", &["Configuration, functions"]),
            ("tls", &["Configuration, functions"]),
            ("credential", &["Configuration, functions"]),
            ("mapping", &["Configuration, functions"]),
            ("uses", &["Component resources"]),
        ],
        options: typescript,
    },
    Sdk {
        name: "Go",
        page: "docs/author/go.md",
        headings: &[
            ("property", BEYOND),
            ("definition", BEYOND),
            ("function", BEYOND),
            ("name", BEYOND),
            ("constraint", BEYOND),
            ("provider", BEYOND),
            ("net", BEYOND),
            ("env", BEYOND),
            ("tls", BEYOND),
            ("credential", BEYOND),
            ("mapping", BEYOND),
            ("uses", BEYOND),
        ],
        options: go,
    },
];

/// The section of the page of Go.
const BEYOND: &[&str] = &["Beyond infer"];

/// The text of a file between two texts, or to its end.
fn section(file: &str, from: &str, to: &str) -> String {
    let text = read(file);
    let (_, rest) = text
        .split_once(from)
        .unwrap_or_else(|| panic!("{file} has no `{from}`"));
    rest.split(to).next().unwrap_or_default().to_owned()
}

fn is_name(text: &str) -> bool {
    text.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && text
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

/// The names in quotation marks.
pub(super) fn quoted_names(text: &str) -> Vec<String> {
    let quoted = text.split('"').skip(1).step_by(2);
    quoted
        .filter(|text| is_name(text))
        .map(str::to_owned)
        .collect()
}

/// The names before the `=>` of the arms of a `match`.
fn arms(text: &str) -> Vec<String> {
    let heads = text.lines().filter_map(|line| line.split_once("=>"));
    heads.flat_map(|(head, _)| quoted_names(head)).collect()
}

/// The names in the first place of each tuple of patterns.
fn first_of_tuples(text: &str) -> Vec<String> {
    let tuples = text.split('(').skip(1).map(str::trim_start);
    let heads = tuples
        .filter(|tuple| tuple.starts_with('"'))
        .filter_map(|tuple| tuple.split_once(','));
    heads.flat_map(|(head, _)| quoted_names(head)).collect()
}

/// The names before the colons of lines: fields of a class, parameters one below the other, members of an interface.
fn fields(text: &str, indent: &str) -> Vec<String> {
    let lines = text.lines().filter_map(|line| line.strip_prefix(indent));
    let names = lines.filter_map(|line| {
        line.strip_prefix("readonly ")
            .unwrap_or(line)
            .split_once(':')
    });
    names
        .map(|(name, _)| name.trim_end_matches('?'))
        .filter(|name| is_name(name))
        .map(str::to_owned)
        .collect()
}

/// The names after each `readonly` of a text.
fn members(text: &str) -> Vec<String> {
    let names = text
        .split("readonly ")
        .skip(1)
        .filter_map(|rest| rest.split_once(':'));
    names
        .map(|(name, _)| name.trim_end_matches('?').to_owned())
        .filter(|name| is_name(name))
        .collect()
}

/// The names of public constant methods of Rust. For `new`, the names of its parameters instead.
fn constant_methods(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for method in text.split("pub const fn ").skip(1) {
        match method.split_once(['(', '<']) {
            Some(("new", rest)) => {
                let parameters = rest.split(')').next().unwrap_or_default().split(", ");
                let parameters = parameters.filter_map(|parameter| parameter.split_once(':'));
                names.extend(parameters.map(|(name, _)| name.to_owned()));
            }
            Some((name, _)) => names.push(name.to_owned()),
            None => {}
        }
    }
    names
}

/// The names of the methods that interfaces declare.
fn methods(file: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut in_interface = false;
    for line in read(file).lines() {
        match line {
            line if line.starts_with("export interface ") => in_interface = true,
            "}" => in_interface = false,
            _ => {}
        }
        let declared = line.strip_prefix("  ").filter(|_| in_interface);
        if let Some(end) = declared.and_then(|line| line.find(['(', '<'])) {
            names.extend(
                declared
                    .map(|line| line[..end].to_owned())
                    .filter(|name| is_name(name)),
            );
        }
    }
    names
}

#[derive(Default)]
struct Options(BTreeSet<Written<'static>>);

impl Options {
    fn add(&mut self, group: &'static str, names: Vec<String>) {
        assert!(!names.is_empty(), "no option of {group} was found");
        self.0
            .extend(names.into_iter().map(|name| (group, camel(&name))));
    }
}

fn rust() -> BTreeSet<Written<'static>> {
    let mut options = Options::default();
    let of = |file: &str, from: &str, to: &str| {
        section(
            &format!("guest-sdk/rust-macros/src/options/{file}.rs"),
            from,
            to,
        )
    };
    options.add("property", arms(&of("attribute", "fn read(", "\n    }\n")));
    let rules = quoted_names(&of("rules", "const RULES", "\n];"));
    options.add("property", rules.into_iter().step_by(2).collect());
    options.add(
        "property",
        arms(&of("rules", "match written.as_str() {", "written =>")),
    );
    let written = of(
        "container",
        "match (key.as_str(), name) {",
        "\n        }\n        Ok",
    );
    let is_of_function = |name: &String| ["pure", "positional"].contains(&name.as_str());
    let (of_function, others) = first_of_tuples(&written)
        .into_iter()
        .partition(is_of_function);
    options.add("function", of_function);
    options.add("definition", others);
    options.add("definition", arms(&of("traits", "fn read(", "\n    }\n")));
    options.add("name", arms(&of("traits", "impl AutoName", "\n}\n")));
    let kinds = of("constraint", "static KINDS", "\n];");
    options.add(
        "constraint",
        quoted_names(&kinds).into_iter().step_by(2).collect(),
    );
    let declared = "guest-sdk/rust-macros/src/provider/declared.rs";
    let provider = section(declared, "pub(crate) const OPTIONS", "\n];");
    options.add("provider", quoted_names(&provider));
    for (group, file, kind) in [
        ("net", "network", "Net"),
        ("env", "network", "Env"),
        ("tls", "credential", "Tls"),
        ("credential", "credential", "Credential"),
        ("mapping", "package", "Mapping"),
        ("uses", "package", "Package"),
    ] {
        let file = format!("guest-sdk/rust/src/provider/declaration/{file}.rs");
        let methods = constant_methods(&section(&file, &format!("impl {kind} {{"), "\n}\n"));
        // `from` is another way to name the host, and `checked` is for the macro.
        let is_option = |name: &String| !["from", "checked"].contains(&name.as_str());
        options.add(group, methods.into_iter().filter(is_option).collect());
    }
    options.0
}

fn python() -> BTreeSet<Written<'static>> {
    let mut options = Options::default();
    let of = |file: &str, from: &str, to: &str| {
        let file = format!("guest-sdk/python/src/pulumi_wasm_provider/{file}.py");
        section(&file, from, to)
    };
    let class =
        |file: &str, name: &str| fields(&of(file, &format!("\nclass {name}"), "\n\n\n"), "    ");
    options.add("property", class("fields", "FieldOptions("));
    options.add("property", vec!["default".to_owned()]);
    let parameters = |file: &str| {
        fields(
            &of(file, "def __init_subclass__(", ") -> None"),
            "            ",
        )
    };
    options.add("definition", parameters("resource/resource"));
    options.add("definition", parameters("deployment/resources/component"));
    options.add(
        "function",
        fields(&of("function", "\ndef function(\n", "\n) ->"), "    "),
    );
    options.add("name", class("fields", "AutoName:"));
    options.add(
        "constraint",
        quoted_names(&of("fields", "    kind: Literal[", "]")),
    );
    options.add("provider", class("provider", "Provider:"));
    options.add("net", class("provider", "Net:"));
    options.add("env", class("provider", "Env:"));
    options.add("mapping", class("provider", "SchemaMapping:"));
    options.add("tls", class("credential", "Tls:"));
    for (form, name) in [
        ("bearer", "Bearer:"),
        ("basic", "Basic:"),
        ("header", "Header:"),
    ] {
        options.add("credential", class("credential", name));
        options.add("credential", vec![form.to_owned()]);
    }
    options.add("uses", class("deployment/resources/packages", "Package:"));
    options.0
}

fn typescript() -> BTreeSet<Written<'static>> {
    let mut options = Options::default();
    let of = |file: &str, from: &str, to: &str| {
        section(&format!("guest-sdk/typescript/src/{file}.ts"), from, to)
    };
    let interface = |file: &str, name: &str| of(file, &format!("interface {name}"), "\n}\n");
    let definitions = "definition/definitions";
    options.add(
        "property",
        methods("guest-sdk/typescript/src/property/builders.ts"),
    );
    options.add(
        "property",
        methods("guest-sdk/typescript/src/property/typed.ts"),
    );
    for name in ["Described ", "ResourceDefinition<", "ComponentDefinition<"] {
        options.add("definition", fields(&interface(definitions, name), "  "));
    }
    options.add(
        "function",
        fields(&interface(definitions, "FunctionDefinition<"), "  "),
    );
    options.add("name", fields(&interface(definitions, "AutoName<"), "  "));
    options.add(
        "constraint",
        members(&of(
            "definition/constraints",
            "export type Constraint",
            ";\n\n",
        )),
    );
    options.add(
        "provider",
        fields(
            &interface("definition/provider", "ProviderDefinition "),
            "  ",
        ),
    );
    let mappings = of(
        "definition/provider",
        "readonly mappings?: readonly {",
        "}[]",
    );
    options.add("mapping", members(&mappings));
    options.add("net", fields(&interface("definition/net", "Net "), "  "));
    options.add("env", fields(&interface("definition/net", "Env "), "  "));
    options.add("tls", fields(&interface("definition/net", "Tls "), "  "));
    options.add(
        "credential",
        members(&of("definition/net", "export type Credential", "\n);\n")),
    );
    options.add("uses", members(&interface(definitions, "Package ")));
    options.0
}

/// The files of the host in a folder, without tests.
fn sources_in(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(root().join(folder)).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let files = names.filter(|name| {
        name != "tests.rs"
            && Path::new(name)
                .extension()
                .is_some_and(|ending| ending == "rs")
    });
    files.map(|name| read(format!("{folder}/{name}"))).collect()
}

/// The keys that the host allows in objects of a manifest: from lists, and from code that reads members.
pub(super) fn keys_that_the_host_reads() -> BTreeSet<String> {
    let mut keys = BTreeSet::new();
    for source in ["host/core/src/manifest", "host/core/src/schema/rules"]
        .into_iter()
        .flat_map(sources_in)
    {
        for (begin, end) in [
            ("const KNOWN", "];"),
            ("const NAMES: [(&'static str, Quantity)", "];"),
            ("let known = [", "];"),
            ("let more = [", "];"),
            (".only(", ");"),
        ] {
            let parts = source
                .split(begin)
                .skip(1)
                .filter_map(|rest| rest.split(end).next())
                // A list of names contains no tuples.
                .filter(|part| begin != "let more = [" || !part.contains('('));
            keys.extend(parts.flat_map(quoted_names));
        }
    }
    keys
}

/// The names that the reader of Pulumi's schema has.
pub(super) fn schema_keys() -> BTreeSet<String> {
    let sources = sources_in("host/core/src/schema/parse");
    sources
        .iter()
        .flat_map(|source| quoted_names(source))
        .collect()
}

/// What `infer` and the package `wasm` have.
fn go() -> BTreeSet<Written<'static>> {
    let mut options = Options::default();
    let rules = |from: &str, to: &str| {
        quoted_names(&section(
            "guest-sdk/go/provider/infer/tag_options.go",
            from,
            to,
        ))
    };
    options.add("property", rules("var ruleOptions", "\n}\n"));
    options.add("property", rules("names := append(", "\n"));
    options.add("property", vec!["items".to_owned()]);
    let tags = section(
        "guest-sdk/go/provider/infer/fields.go",
        "for _, part := range parts[1:]",
        "type=",
    );
    options.add("property", quoted_names(&tags));
    let annotator = section(
        "guest-sdk/go/provider/infer/annotate.go",
        "type Annotator interface {\n",
        "\n}\n",
    );
    let (of_types, of_properties): (Vec<_>, Vec<_>) = go_names(&annotator, '(')
        .into_iter()
        .partition(|name| ["setToken", "addAlias"].contains(&name.as_str()));
    options.add("property", of_properties);
    options.add("definition", of_types);
    let fields = |file: &str, name: &str| {
        let file = format!("guest-sdk/go/wasm/{file}.go");
        go_names(
            &section(&file, &format!("type {name} struct {{\n"), "\n}\n"),
            ' ',
        )
    };
    options.add("definition", fields("traits", "Traits"));
    options.add("name", fields("traits", "AutoName"));
    options.add("function", fields("traits", "FunctionTraits"));
    let constraints = section("guest-sdk/go/wasm/traits.go", "// ExactlyOneOf", "// Parts");
    options.add("constraint", quoted_names(&constraints));
    for (group, name) in [
        ("net", "Net"),
        ("env", "Env"),
        ("tls", "TLS"),
        ("credential", "Credential"),
        ("mapping", "Mapping"),
    ] {
        options.add(group, fields("host/permissions", name));
    }
    options.0
}

/// The names at the beginnings of the lines of an interface or a struct, in camel case. Several fields of one type stand in one line.
fn go_names(text: &str, end: char) -> Vec<String> {
    let lines = text.lines().filter_map(|line| line.strip_prefix('\t'));
    let lines = lines.filter(|line| line.starts_with(|letter: char| letter.is_ascii_uppercase()));
    let mut names = Vec::new();
    for line in lines {
        let line = line.replace(", ", ",");
        let head = line.split(end).next().unwrap_or_default();
        names.extend(head.split(',').map(go_camel));
    }
    names
}

/// `ImportID` as `importId`, `CA` as `ca`.
fn go_camel(name: &str) -> String {
    if name.chars().all(|letter| letter.is_ascii_uppercase()) {
        return name.to_lowercase();
    }
    let name = name.replace("ID", "Id");
    name[..1].to_lowercase() + &name[1..]
}
