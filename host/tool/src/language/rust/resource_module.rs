//! The module in Rust.

use std::collections::BTreeMap;

use crate::commands::add::names::{TakenNames, pascal, snake};
use crate::commands::add::package::{Kind, ObjectType, Package, Property, Resource};
use crate::commands::add::text::{MARK, or, title};

/// Names that the module, or the code that its derives write, uses itself.
const USED: &[&str] = &[
    "sdk",
    "Self",
    "Option",
    "Some",
    "None",
    "Vec",
    "String",
    "Result",
    "Ok",
    "Err",
    "Box",
    "Default",
    "Into",
    "From",
    "Clone",
    "Copy",
    "Debug",
    "Drop",
    "Eq",
    "Fn",
    "FnMut",
    "FnOnce",
    "Iterator",
    "IntoIterator",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Send",
    "Sized",
    "Sync",
    "ToOwned",
    "ToString",
    "TryFrom",
    "TryInto",
    "AsRef",
    "AsMut",
    "Extend",
];

/// Words of the language.
const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate",
    "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl",
    "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref",
    "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// The methods that every resource has.
const METHODS: &[&str] = &["declare", "child", "id", "urn"];

/// The name of the module's file.
pub(super) fn file_name(package: &Package) -> String {
    format!("{}.rs", snake(&package.name))
}

/// The text of the module.
pub(super) fn module(package: &Package) -> String {
    let writer = Writer::new(package);
    let mut text = format!(
        "//! {}\n//!\n//! {MARK}\n\n\
         #![allow(dead_code, nonstandard_style, clippy::all, clippy::pedantic)]\n\n\
         use pulumi_wasm_provider as sdk;\n",
        title(package)
    );
    for resource in &package.resources {
        writer.resource(resource, &mut text);
    }
    for object in &package.types {
        writer.object(object, &mut text);
    }
    text
}

/// The token in a line of a module, if the line declares the token of a resource.
pub(super) fn declared_token(line: &str) -> Option<&str> {
    let after = line.strip_prefix("    pub const TOKEN: &'static str = \"")?;
    after.split('"').next()
}

/// The names of the resources in the module, in its order.
pub(super) fn names(package: &Package) -> Vec<String> {
    package.named(&Writer::new(package).resources)
}

/// The names of structs, by tokens.
struct Writer<'a> {
    resources: BTreeMap<&'a str, String>,
    objects: BTreeMap<&'a str, String>,
}

impl<'a> Writer<'a> {
    fn new(package: &'a Package) -> Self {
        let mut taken = TakenNames::with(USED);
        let mut resources = BTreeMap::new();
        for resource in &package.resources {
            let name = taken.take_with(&pascal(&resource.name), &["Inputs"]);
            resources.insert(resource.token.as_str(), name);
        }
        // An object type without properties accepts any value.
        let objects = package
            .types
            .iter()
            .filter(|object| !object.properties.is_empty());
        let mut named = BTreeMap::new();
        for object in objects {
            // The derive makes a struct with this word behind the name.
            let name = taken.take_with(&pascal(&object.name), &["Draft"]);
            named.insert(object.token.as_str(), name);
        }
        Self {
            resources,
            objects: named,
        }
    }

    fn resource(&self, resource: &Resource, text: &mut String) {
        let Some(name) = self.resources.get(resource.token.as_str()) else {
            return;
        };
        let token = &resource.token;
        let inputs = format!("{name}Inputs");
        let declares = if resource.is_component {
            "component"
        } else {
            "child"
        };
        let secrets = match resource.secrets() {
            names if names.is_empty() => names,
            names => format!(".clone().secret_outputs([{names}])"),
        };
        let (parameter, given) = if resource.inputs.is_empty() {
            (String::new(), "()")
        } else {
            (format!("inputs: {inputs}, "), "inputs")
        };
        let described = or(&resource.description, &format!("A `{token}`."));
        put(
            text,
            &format!(
                "\n/// {described}\n#[derive(Clone, Debug)]\npub struct {name}(sdk::Child);\n\n\
             impl {name} {{\n    /// The type token.\n    pub const TOKEN: &'static str = {token:?};\n\n    \
             /// Declares a resource. Its name is the component's with the part.\n    ///\n    /// # Errors\n    \
             /// When the host refuses it, such as a second one of its name.\n    #[track_caller]\n    \
             pub fn declare(part: &str, {parameter}options: &sdk::Options) -> sdk::Result<Self> {{\n        \
             options{secrets}.{declares}(part, Self::TOKEN, {given}).map(Self)\n    }}\n\n    \
             /// The declared resource, for options of other resources.\n    \
             pub fn child(&self) -> &sdk::Child {{\n        &self.0\n    }}\n\n    \
             /// The URN.\n    pub fn urn(&self) -> sdk::Output<String> {{\n        self.0.urn()\n    }}\n"
            ),
        );
        if !resource.is_component {
            put(
                text,
                "\n    /// The id that the provider gives.\n    pub fn id(&self) -> sdk::Output<String> {\n        self.0.id()\n    }\n",
            );
        }
        let mut taken = TakenNames::with(METHODS);
        KEYWORDS.iter().for_each(|word| drop(taken.take(word)));
        for output in resource.own_outputs() {
            let method = taken.take(&snake(&output.name));
            let described = or(
                &output.description,
                &format!("The output `{}`.", output.name),
            );
            // The structs of objects are for inputs: their fields also accept outputs.
            let kind = if output.is_required {
                output_type(&output.kind)
            } else {
                format!("Option<{}>", output_type(&output.kind))
            };
            // A name with dots in it is one property, and not a path.
            let path = if output.name.contains('.') {
                format!("[{:?}]", output.name)
            } else {
                output.name.clone()
            };
            put(
                text,
                &format!(
                    "\n    /// {described}\n    pub fn {method}(&self) -> sdk::Output<{kind}> {{\n        self.0.output({path:?})\n    }}\n"
                ),
            );
        }
        put(text, "}\n");
        if !resource.inputs.is_empty() {
            let title = format!("The inputs of [`{name}`].");
            self.structure((&inputs, "Arguments"), &title, &resource.inputs, text);
        }
    }

    fn object(&self, object: &ObjectType, text: &mut String) {
        if let Some(name) = self.objects.get(object.token.as_str()) {
            let title = or(&object.description, &format!("A `{}`.", object.token));
            self.structure((name, "Object"), &title, &object.properties, text);
        }
    }

    /// A struct with a field for each property, and a function that creates one from the required properties.
    fn structure(
        &self,
        (name, derive): (&str, &str),
        title: &str,
        properties: &[Property],
        text: &mut String,
    ) {
        let mut taken = TakenNames::with(KEYWORDS);
        let fields: Vec<(String, &Property)> = properties
            .iter()
            .map(|property| (taken.take(&snake(&property.name)), property))
            .collect();
        let required: Vec<&(String, &Property)> = fields
            .iter()
            .filter(|(_, property)| property.is_required)
            .collect();
        let default = if required.is_empty() { ", Default" } else { "" };
        put(
            text,
            &format!(
                "\n/// {title}\n#[derive(Clone, Debug{default}, sdk::{derive})]\npub struct {name} {{\n"
            ),
        );
        for (field, property) in &fields {
            let described = or(
                &property.description,
                &format!("The property `{}`.", property.name),
            );
            put(
                text,
                &format!(
                    "    /// {described}\n    #[property(name = {:?})]\n    pub {field}: sdk::Input<{}>,\n",
                    property.name,
                    self.value(property)
                ),
            );
        }
        put(text, "}\n");
        if required.is_empty() {
            return;
        }
        let parameters: Vec<String> = required
            .iter()
            .map(|(field, property)| {
                format!("{field}: impl Into<sdk::Input<{}>>", self.value(property))
            })
            .collect();
        put(
            text,
            &format!(
                "\nimpl {name} {{\n    /// One with the properties that have to be there. The others are left out.\n    \
             pub fn new({}) -> Self {{\n        Self {{\n",
                parameters.join(", ")
            ),
        );
        for (field, property) in &fields {
            let value = if property.is_required {
                format!("{field}: {field}.into()")
            } else {
                format!("{field}: Default::default()")
            };
            put(text, &format!("            {value},\n"));
        }
        put(text, "        }\n    }\n}\n");
    }

    /// The type of a property's value.
    fn value(&self, property: &Property) -> String {
        let kind = self.kind(&property.kind);
        if property.is_required {
            kind
        } else {
            format!("Option<{kind}>")
        }
    }

    fn kind(&self, kind: &Kind) -> String {
        rust_type(kind, &|token| self.objects.get(token).cloned())
    }
}

/// The type of a value in outputs.
fn output_type(kind: &Kind) -> String {
    rust_type(kind, &|_| None)
}

/// A type. An object without a struct is a value of any kind.
fn rust_type(kind: &Kind, object: &impl Fn(&str) -> Option<String>) -> String {
    match kind {
        Kind::Text => "String".to_owned(),
        Kind::Bool => "bool".to_owned(),
        Kind::Integer => "i64".to_owned(),
        Kind::Number => "f64".to_owned(),
        Kind::Any | Kind::OneOf(_) => "sdk::Json".to_owned(),
        Kind::Archive => "sdk::Archive".to_owned(),
        Kind::AssetOrArchive => "sdk::AssetOrArchive".to_owned(),
        Kind::Choice(of, _) => rust_type(of, object),
        Kind::List(element) => format!("Vec<{}>", rust_type(element, object)),
        Kind::Map(element) => {
            let element = rust_type(element, object);
            format!("std::collections::BTreeMap<String, {element}>")
        }
        Kind::Object(token) => object(token).unwrap_or_else(|| "sdk::Json".to_owned()),
    }
}

fn put(text: &mut String, more: &str) {
    text.push_str(more);
}
