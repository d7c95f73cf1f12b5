//! The module in TypeScript: a value for each resource that tells `cx.child` its token and the types of its properties.

use std::collections::BTreeMap;

use crate::commands::add::names::{Imports, TakenNames, pascal};
use crate::commands::add::package::{Kind, ObjectType, Package, Resource};
use crate::commands::add::text::{MARK, or, title};

/// Names that the module uses itself.
const USED: &[&str] = &["Archive", "Asset", "Input", "Json"];
/// The names that a module can import, in order, with the words that import them.
const IMPORTS: [(&str, &str); 6] = [
    ("componentType", "componentType"),
    ("resourceType", "resourceType"),
    ("Archive", "type Archive"),
    ("Asset", "type Asset"),
    ("Input", "type Input"),
    ("Json", "type Json"),
];

/// The name of the module's file.
pub(super) fn file_name(package: &Package) -> String {
    format!("{}.ts", package.name)
}

/// The text of the module.
pub(super) fn module(package: &Package) -> String {
    let writer = Writer::new(package);
    let mut body = String::new();
    for resource in &package.resources {
        writer.resource(resource, &mut body);
    }
    for object in writer.objects_of(package) {
        writer.object(object, &mut body);
    }
    let used = IMPORTS.iter().filter(|(name, _)| writer.imports.have(name));
    let used: Vec<&str> = used.map(|(_, words)| *words).collect();
    format!(
        "/**\n * {}\n *\n * {MARK}\n */\n\nimport {{ {} }} from \"pulumi-wasm-provider\";\n{body}",
        title(package),
        used.join(", ")
    )
}

/// The token in a line of a module, if the line declares the token of a resource.
pub(super) fn declared_token(line: &str) -> Option<&str> {
    let (_, after) = line.strip_prefix("export const ")?.split_once(">(\"")?;
    after.split('"').next()
}

/// The names of the resources in the module, in its order.
pub(super) fn names(package: &Package) -> Vec<String> {
    package.named(&Writer::new(package).resources)
}

/// The names of resources and types, by tokens.
struct Writer<'a> {
    resources: BTreeMap<&'a str, String>,
    objects: BTreeMap<&'a str, String>,
    imports: Imports,
}

impl<'a> Writer<'a> {
    fn new(package: &'a Package) -> Self {
        let mut taken = TakenNames::with(USED);
        let mut resources = BTreeMap::new();
        for resource in &package.resources {
            let name = taken.take_with(&pascal(&resource.name), &["Inputs", "Outputs"]);
            resources.insert(resource.token.as_str(), name);
        }
        let mut objects = BTreeMap::new();
        for object in package.types.iter().chain(&package.output_types) {
            // An object type without properties accepts any value.
            if !object.properties.is_empty() && !objects.contains_key(object.token.as_str()) {
                objects.insert(object.token.as_str(), taken.take(&pascal(&object.name)));
            }
        }
        Self {
            resources,
            objects,
            imports: Imports::default(),
        }
    }

    /// The object types, each once, sorted by token: one type serves inputs and outputs.
    fn objects_of(&self, package: &'a Package) -> impl Iterator<Item = &'a ObjectType> {
        let all = package.types.iter().chain(&package.output_types);
        let sorted: BTreeMap<&str, &ObjectType> =
            all.map(|one| (one.token.as_str(), one)).collect();
        sorted.into_values()
    }

    fn resource(&self, resource: &Resource, text: &mut String) {
        let Some(name) = self.resources.get(resource.token.as_str()) else {
            return;
        };
        let token = &resource.token;
        let function = self.imports.with(if resource.is_component {
            "componentType"
        } else {
            "resourceType"
        });
        let secrets = match resource.secrets() {
            names if names.is_empty() => names,
            names => format!(", [{names}]"),
        };
        let described = comment(&or(&resource.description, &format!("A `{token}`.")));
        text.push_str(&format!(
            "\n{described}\nexport const {name} = {function}<{name}Inputs, {name}Outputs>({token:?}{secrets});\n"
        ));
        let inputs = resource.inputs.iter().map(|input| {
            let kind = self.kind(&input.kind);
            let of = self.imports.with("Input");
            let (mark, kind) = if input.is_required {
                ("", format!("{of}<{kind}>"))
            } else {
                ("?", format!("{of}<{kind} | undefined>"))
            };
            member(&key(&input.name), mark, &kind, &input.description)
        });
        let title = format!("The inputs of {{@link {name}}}.");
        put_type(text, &format!("{name}Inputs"), &title, inputs);
        let outputs = resource.own_outputs().map(|output| {
            // The key is the path of the output. A name with dots in it is one property.
            let path = if output.name.contains('.') {
                format!("[{:?}]", output.name)
            } else {
                output.name.clone()
            };
            let kind = self.kind(&output.kind);
            let kind = if output.is_required {
                kind
            } else {
                format!("{kind} | undefined")
            };
            member(&key(&path), "", &kind, &output.description)
        });
        let title = format!("The outputs of {{@link {name}}}, beside `id` and `urn`.");
        put_type(text, &format!("{name}Outputs"), &title, outputs);
    }

    fn object(&self, object: &ObjectType, text: &mut String) {
        let Some(name) = self.objects.get(object.token.as_str()) else {
            return;
        };
        let title = or(&object.description, &format!("A `{}`.", object.token));
        let members = object.properties.iter().map(|property| {
            let kind = self.kind(&property.kind);
            // Providers also give null for a member that an object inside an output does not have.
            let (mark, kind) = if property.is_required {
                ("", kind)
            } else {
                ("?", format!("{kind} | null | undefined"))
            };
            member(&key(&property.name), mark, &kind, &property.description)
        });
        put_type(text, name, &title, members);
    }

    fn kind(&self, kind: &Kind) -> String {
        match kind {
            Kind::Text => "string".to_owned(),
            Kind::Bool => "boolean".to_owned(),
            Kind::Integer | Kind::Number => "number".to_owned(),
            Kind::Any => self.imports.with("Json").to_owned(),
            Kind::Archive => self.imports.with("Archive").to_owned(),
            Kind::AssetOrArchive => {
                let (asset, archive) = (self.imports.with("Asset"), self.imports.with("Archive"));
                format!("{asset} | {archive}")
            }
            Kind::Choice(_, values) => {
                let values: Vec<String> = values.iter().map(ToString::to_string).collect();
                values.join(" | ")
            }
            Kind::OneOf(kinds) => {
                let kinds: Vec<String> = kinds.iter().map(|kind| self.kind(kind)).collect();
                kinds.join(" | ")
            }
            Kind::List(element) => {
                let element = self.kind(element);
                if element.contains(" | ") || element.starts_with("readonly ") {
                    format!("readonly ({element})[]")
                } else {
                    format!("readonly {element}[]")
                }
            }
            Kind::Map(element) => {
                format!("{{ readonly [name: string]: {} }}", self.kind(element))
            }
            Kind::Object(token) => match self.objects.get(token.as_str()) {
                Some(name) => name.clone(),
                None => self.imports.with("Json").to_owned(),
            },
        }
    }
}

/// A type with these members. A type without properties accepts none.
fn put_type(text: &mut String, name: &str, title: &str, members: impl Iterator<Item = String>) {
    let members: String = members.collect();
    text.push_str(&format!("\n{}\n", comment(title)));
    text.push_str(&if members.is_empty() {
        format!("export type {name} = {{ readonly [name: string]: never }};\n")
    } else {
        format!("export type {name} = {{\n{members}}};\n")
    });
}

fn member(key: &str, mark: &str, kind: &str, described: &str) -> String {
    let described = match described {
        "" => String::new(),
        text => format!("  {}\n", comment(text)),
    };
    format!("{described}  readonly {key}{mark}: {kind};\n")
}

/// The name of a member, between quotation marks if it has to be.
pub(super) fn key(name: &str) -> String {
    let fits = |letter: char| letter.is_ascii_alphanumeric() || "_$".contains(letter);
    let is_plain = name.chars().all(fits) && !name.starts_with(|one: char| one.is_ascii_digit());
    if is_plain {
        name.to_owned()
    } else {
        format!("{name:?}")
    }
}

/// A text of one line as a comment that does not end before the text.
fn comment(text: &str) -> String {
    format!("/** {} */", text.replace("*/", "*\\/"))
}
