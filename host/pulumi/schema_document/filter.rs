//! The parts of a component's schema that reach the engine, and with it the generators of SDKs on its consumers'
//! machines.
//!
//! These write names, texts and values of a schema into code, and packages, versions and addresses into files that
//! package managers act on; not all of that is quoted. So each key has a row here that says which values may pass. A
//! key without a row is dropped: nothing that names a package, a version, an address, a command or a path passes,
//! unless it can do no harm by its form. `docs/author/manifest.md` has the table for authors.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{snippets, text};

/// The kind of a part of a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// The document.
    Package,
    /// A resource, function, type, object, property or value: a key means the same in all of them.
    Node,
    EnumValue,
    Meta,
    Discriminator,
    DefaultInfo,
    /// The document's settings for a language's generator.
    Nodejs,
    Python,
    Go,
    Csharp,
    Java,
    /// The settings of a part of the document for a language's generator.
    InCsharp,
    InPython,
}

/// How a value passes the filter. A value of another type is dropped.
#[derive(Debug, Clone, Copy)]
enum Pass {
    /// Unchanged, because the host judged its form when it read the component.
    AsItIs,
    Flag,
    True,
    /// Text in the author's Markdown, for comments and pages.
    Text,
    /// The same of a part of the package: generators choose among its code blocks.
    Description,
    /// Text for code, on one line.
    Message,
    /// Text for the files of build tools, on one line: of the package as a whole.
    Plain,
    /// Letters, digits and punctuation without a meaning in any language.
    Word,
    Words,
    /// Words for the files of build tools.
    PlainWord,
    PlainWords,
    /// Words in capital and small letters with dots between them: a namespace.
    Namespace,
    /// Namespaces or folders for modules.
    Namespaces,
    /// An address of the web for people to read.
    Address,
    /// A value that generated code contains unchanged.
    Literal,
    /// A reference within the package.
    Reference,
    Aliases,
    /// Tokens by names of methods.
    Methods,
    /// The environment variables that the user granted.
    Variables,
    /// A regular expression.
    Expression,
    /// References, by the names that refer to them.
    Mapping,
    /// A part, parts by tokens, properties by their names, or a list of parts.
    One(Part),
    Named(Part),
    Properties,
    List(Part),
    /// The settings of the document, or of a part of it, for languages.
    Languages(&'static [(&'static str, Part)]),
}

/// Every key that passes.
#[rustfmt::skip]
const PASSES: &[(Part, &str, Pass)] = &[
    (Part::Package, "name", Pass::AsItIs),
    (Part::Package, "version", Pass::AsItIs),
    (Part::Package, "displayName", Pass::Plain),
    (Part::Package, "description", Pass::Plain),
    (Part::Package, "publisher", Pass::Plain),
    (Part::Package, "attribution", Pass::Plain),
    (Part::Package, "license", Pass::PlainWord),
    (Part::Package, "keywords", Pass::PlainWords),
    (Part::Package, "homepage", Pass::Address),
    (Part::Package, "repository", Pass::Address),
    (Part::Package, "namespace", Pass::Namespace),
    (Part::Package, "allowedPackageNames", Pass::Words),
    (Part::Package, "meta", Pass::One(Part::Meta)),
    (Part::Package, "language", Pass::Languages(&[
        ("nodejs", Part::Nodejs), ("python", Part::Python), ("go", Part::Go), ("csharp", Part::Csharp), ("java", Part::Java),
    ])),
    (Part::Package, "config", Pass::One(Part::Node)),
    (Part::Package, "provider", Pass::One(Part::Node)),
    (Part::Package, "types", Pass::Named(Part::Node)),
    (Part::Package, "resources", Pass::Named(Part::Node)),
    (Part::Package, "functions", Pass::Named(Part::Node)),

    (Part::Node, "description", Pass::Description),
    (Part::Node, "deprecationMessage", Pass::Message),
    (Part::Node, "type", Pass::Word),
    (Part::Node, "$ref", Pass::Reference),
    (Part::Node, "items", Pass::One(Part::Node)),
    (Part::Node, "additionalProperties", Pass::One(Part::Node)),
    (Part::Node, "oneOf", Pass::List(Part::Node)),
    (Part::Node, "discriminator", Pass::One(Part::Discriminator)),
    (Part::Node, "enum", Pass::List(Part::EnumValue)),
    (Part::Node, "const", Pass::Literal),
    (Part::Node, "default", Pass::Literal),
    (Part::Node, "defaultInfo", Pass::One(Part::DefaultInfo)),
    (Part::Node, "plain", Pass::Flag),
    (Part::Node, "plain", Pass::Words),
    (Part::Node, "plainInputs", Pass::Words),
    (Part::Node, "secret", Pass::Flag),
    (Part::Node, "replaceOnChanges", Pass::Flag),
    (Part::Node, "willReplaceOnChanges", Pass::Flag),
    (Part::Node, "properties", Pass::Properties),
    (Part::Node, "required", Pass::Words),
    (Part::Node, "inputProperties", Pass::Properties),
    (Part::Node, "requiredInputs", Pass::Words),
    (Part::Node, "variables", Pass::Properties),
    (Part::Node, "defaults", Pass::Words),
    (Part::Node, "stateInputs", Pass::One(Part::Node)),
    (Part::Node, "listInputs", Pass::One(Part::Node)),
    (Part::Node, "inputs", Pass::One(Part::Node)),
    (Part::Node, "outputs", Pass::One(Part::Node)),
    (Part::Node, "returnType", Pass::One(Part::Node)),
    (Part::Node, "multiArgumentInputs", Pass::Words),
    (Part::Node, "methods", Pass::Methods),
    (Part::Node, "aliases", Pass::Aliases),
    (Part::Node, "isComponent", Pass::Flag),
    (Part::Node, "isOverlay", Pass::Flag),
    (Part::Node, "overlaySupportedLanguages", Pass::Words),
    (Part::Node, "language", Pass::Languages(&[("csharp", Part::InCsharp), ("python", Part::InPython)])),

    (Part::EnumValue, "name", Pass::AsItIs),
    (Part::EnumValue, "value", Pass::AsItIs),
    (Part::EnumValue, "description", Pass::Description),
    (Part::EnumValue, "deprecationMessage", Pass::Message),
    (Part::Meta, "moduleFormat", Pass::Expression),
    (Part::Meta, "supportPack", Pass::True),
    (Part::Discriminator, "propertyName", Pass::AsItIs),
    (Part::Discriminator, "mapping", Pass::Mapping),
    (Part::DefaultInfo, "environment", Pass::Variables),

    (Part::Nodejs, "packageDescription", Pass::Plain),
    (Part::Nodejs, "readme", Pass::Text),
    (Part::Nodejs, "compatibility", Pass::Word),
    (Part::Nodejs, "moduleToPackage", Pass::Namespaces),
    (Part::Nodejs, "providerNameToModuleName", Pass::Namespaces),
    (Part::Nodejs, "disableUnionOutputTypes", Pass::Flag),
    (Part::Nodejs, "containsEnums", Pass::Flag),
    (Part::Nodejs, "liftSingleValueMethodReturns", Pass::Flag),
    (Part::Nodejs, "respectSchemaVersion", Pass::Flag),
    (Part::Nodejs, "useTypeOnlyReferences", Pass::Flag),
    (Part::Python, "readme", Pass::Text),
    (Part::Python, "compatibility", Pass::Word),
    (Part::Python, "inputTypes", Pass::Word),
    (Part::Python, "moduleNameOverrides", Pass::Namespaces),
    (Part::Python, "pyproject", Pass::One(Part::Python)),
    (Part::Python, "enabled", Pass::Flag),
    (Part::Python, "usesIOClasses", Pass::Flag),
    (Part::Python, "liftSingleValueMethodReturns", Pass::Flag),
    (Part::Python, "respectSchemaVersion", Pass::Flag),
    (Part::Go, "generics", Pass::Word),
    (Part::Go, "moduleToPackage", Pass::Namespaces),
    (Part::Go, "generateResourceContainerTypes", Pass::Flag),
    (Part::Go, "generateExtraInputTypes", Pass::Flag),
    (Part::Go, "omitExtraInputTypes", Pass::Flag),
    (Part::Go, "disableFunctionOutputVersions", Pass::Flag),
    (Part::Go, "disableInputTypeRegistrations", Pass::Flag),
    (Part::Go, "disableObjectDefaults", Pass::Flag),
    (Part::Go, "liftSingleValueMethodReturns", Pass::Flag),
    (Part::Go, "respectSchemaVersion", Pass::Flag),
    (Part::Csharp, "compatibility", Pass::Word),
    (Part::Csharp, "rootNamespace", Pass::Namespace),
    (Part::Csharp, "namespaces", Pass::Namespaces),
    (Part::Csharp, "liftSingleValueMethodReturns", Pass::Flag),
    (Part::Csharp, "respectSchemaVersion", Pass::Flag),
    (Part::Java, "basePackage", Pass::Namespace),
    (Part::Java, "packages", Pass::Namespaces),

    (Part::InCsharp, "name", Pass::Namespace),
    (Part::InPython, "mapCase", Pass::Flag),
];

/// The parts of a component's schema that pass. Environment variables pass as defaults if the package may read them,
/// because generated code reads them in the program's process and gives their values to the component.
pub(super) fn package(document: &Value, variables: &BTreeSet<String>) -> Map<String, Value> {
    document
        .as_object()
        .map(|members| Filter { variables }.part(Part::Package, members))
        .unwrap_or_default()
}

/// The table, for a package that may read these environment variables.
struct Filter<'a> {
    variables: &'a BTreeSet<String>,
}

impl Filter<'_> {
    fn part(&self, part: Part, members: &Map<String, Value>) -> Map<String, Value> {
        let passes = members.iter().filter_map(|(key, value)| {
            let rows = PASSES
                .iter()
                .filter(|(of, name, _)| *of == part && name == key);
            let passed = rows
                .filter_map(|(_, _, pass)| self.passed(*pass, value))
                .next()?;
            Some((key.clone(), passed))
        });
        passes.collect()
    }

    /// The filtered value; `None` if the filter drops it.
    fn passed(&self, pass: Pass, value: &Value) -> Option<Value> {
        match pass {
            Pass::AsItIs => Some(value.clone()),
            Pass::Flag => value.as_bool().map(Value::from),
            Pass::True => value.as_bool().filter(|flag| *flag).map(Value::from),
            Pass::Text => Some(text::in_comments(value.as_str()?).into()),
            Pass::Description => {
                let description = text::in_comments(value.as_str()?);
                Some(snippets::as_generators_read(&description).into())
            }
            Pass::Message => Some(text::in_code(value.as_str()?).into()),
            Pass::Plain => Some(text::in_build_files(value.as_str()?).into()),
            Pass::PlainWord => value
                .as_str()
                .filter(|word| text::is_plain_word(word))
                .map(Value::from),
            Pass::PlainWords => {
                let words = value.as_array()?.iter();
                let words = words.filter(|word| word.as_str().is_some_and(text::is_plain_word));
                Some(words.cloned().collect())
            }
            Pass::Word => value
                .as_str()
                .filter(|word| text::is_word(word))
                .map(Value::from),
            Pass::Words => {
                let words = value.as_array()?.iter().filter(is_word);
                Some(words.cloned().collect())
            }
            Pass::Namespace => value
                .as_str()
                .filter(|name| text::is_namespace(name))
                .map(Value::from),
            Pass::Namespaces => {
                let names = value.as_object()?.iter();
                let names = names.filter(|(module, name)| {
                    text::is_namespace_or_empty(module)
                        && name.as_str().is_some_and(text::is_namespace_or_empty)
                });
                Some(owned(names))
            }
            Pass::Address => value
                .as_str()
                .filter(|address| text::is_address(address))
                .map(Value::from),
            Pass::Literal => match value {
                Value::String(literal) if !text::is_literal(literal) => None,
                Value::Array(_) | Value::Object(_) => None,
                literal => Some(literal.clone()),
            },
            Pass::Reference => Some(reference(value.as_str()?).into()),
            Pass::Aliases => {
                let aliases = value.as_array()?.iter().filter_map(|alias| {
                    let token = alias.get("type").filter(is_word)?;
                    Some(serde_json::json!({ "type": token }))
                });
                Some(aliases.collect())
            }
            Pass::Methods => {
                let methods = value.as_object()?.iter();
                Some(owned(methods.filter(|(name, function)| {
                    text::is_namespace(name) && is_word(function)
                })))
            }
            Pass::Expression => value
                .as_str()
                .filter(|expression| text::is_expression(expression))
                .map(Value::from),
            Pass::Mapping => {
                let targets = value.as_object()?.iter();
                let targets = targets.filter(|(told, target)| {
                    text::is_literal(told)
                        && target
                            .as_str()
                            .is_some_and(|target| !target.contains('#') || is_within(target))
                });
                Some(owned(targets))
            }
            Pass::Variables => {
                let names = value.as_array()?.iter();
                let names = names.filter(|name| {
                    name.as_str()
                        .is_some_and(|name| self.variables.contains(name))
                });
                let names: Vec<Value> = names.cloned().collect();
                (!names.is_empty()).then(|| names.into())
            }
            Pass::One(Part::DefaultInfo) => {
                let info = self.part(Part::DefaultInfo, value.as_object()?);
                (!info.is_empty()).then(|| info.into())
            }
            Pass::One(kind) => value
                .as_object()
                .map(|members| self.part(kind, members).into()),
            Pass::Named(kind) => self.named(kind, value, text::is_word),
            Pass::Properties => self.named(Part::Node, value, text::is_property),
            Pass::List(kind) => {
                let items = value.as_array()?.iter();
                let items =
                    items.filter_map(|item| Some(self.part(kind, item.as_object()?).into()));
                Some(Value::Array(items.collect()))
            }
            Pass::Languages(languages) => {
                let sections = value.as_object()?;
                let sections = languages.iter().filter_map(|(language, kind)| {
                    let said = self.part(*kind, sections.get(*language)?.as_object()?);
                    Some(((*language).to_owned(), said.into()))
                });
                Some(Value::Object(sections.collect()))
            }
        }
    }

    /// Parts by names of a form.
    fn named(&self, kind: Part, value: &Value, is_name: fn(&str) -> bool) -> Option<Value> {
        let members = value.as_object()?.iter();
        let members = members.filter(|(name, _)| is_name(name));
        let members = members.filter_map(|(name, member)| {
            Some((name.clone(), self.part(kind, member.as_object()?).into()))
        });
        Some(Value::Object(members.collect()))
    }
}

fn is_word(value: &&Value) -> bool {
    value.as_str().is_some_and(text::is_word)
}

fn owned<'v>(members: impl Iterator<Item = (&'v String, &'v Value)>) -> Value {
    let members = members.map(|(name, value)| (name.clone(), value.clone()));
    Value::Object(members.collect())
}

/// The filtered reference. A generator downloads and runs the provider of another package to learn its types, and
/// makes the SDK depend on that package's SDK. So such a type becomes any type, as in checks.
fn reference(reference: &str) -> &str {
    if is_within(reference) {
        reference
    } else {
        "pulumi.json#/Any"
    }
}

fn is_within(reference: &str) -> bool {
    reference.starts_with('#') || reference.starts_with("pulumi.json#/")
}
