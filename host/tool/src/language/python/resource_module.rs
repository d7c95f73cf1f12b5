//! The module in Python: classes with outputs as properties, and dicts with the names of the schema as inputs.

use std::collections::BTreeMap;

use crate::commands::add::names::{Imports, TakenNames, pascal, snake};
use crate::commands::add::package::{Kind, ObjectType, Package, Property, Resource};
use crate::commands::add::text::{MARK, or, title};

/// Names that the module uses itself.
const USED: &[&str] = &[
    "Any",
    "Literal",
    "Mapping",
    "NotRequired",
    "Sequence",
    "TypedDict",
];

/// Words of the language.
const KEYWORDS: &[&str] = &[
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue",
    "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import",
    "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while",
    "with", "yield",
];

/// Names that a class cannot redefine, because its own code uses them.
const WORDS: &[&str] = &[
    "bool", "dict", "float", "int", "list", "property", "sdk", "str",
];

/// Where a resource is declared, a value of any kind. Outputs are among these.
const DECLARABLE: &str = "sdk.Declarable";

/// The members of every resource.
const MEMBERS: &[&str] = &["child", "id", "urn"];

/// The place of a value that a type is of.
#[derive(Clone, Copy)]
enum ImportPlace {
    /// In a declaration of a resource: the value may contain outputs.
    Given,
    /// In an output that is used in a declaration of a resource. Every such dict and string fits, because the author's
    /// code made it.
    Inside,
    /// In an output of a resource, once it is known.
    Known,
}

/// The name of the module's file. No module of Python's standard library has such a name: `random.py` would hide one.
pub(super) fn file_name(package: &Package) -> String {
    format!("{}_resources.py", snake(&package.name))
}

/// The text of the module.
pub(super) fn module(package: &Package) -> String {
    let writer = Writer::new(package);
    let mut body = String::new();
    for resource in &package.resources {
        writer.resource(resource, &mut body);
    }
    for object in &package.types {
        if let Some(name) = writer.given.get(object.token.as_str()) {
            writer.object(name, object, ImportPlace::Given, &mut body);
        }
    }
    for object in &package.output_types {
        if let Some(name) = writer.known.get(object.token.as_str()) {
            writer.object(name, object, ImportPlace::Known, &mut body);
        }
    }
    format!(
        "\"\"\"{}\n\n{MARK}\n\"\"\"\n\nfrom __future__ import annotations\n\n{}import pulumi_wasm_provider as sdk\n{body}",
        title(package),
        imports(&writer.imports)
    )
}

/// The token in a line of a module, if the line declares the token of a resource.
pub(super) fn declared_token(line: &str) -> Option<&str> {
    line.strip_prefix("    TOKEN = \"")?.split('"').next()
}

/// The names of the resources in the module, in its order.
pub(super) fn names(package: &Package) -> Vec<String> {
    package.named(&Writer::new(package).resources)
}

/// The lines that import the names which the rest of the module has.
fn imports(imports: &Imports) -> String {
    let lines = [
        ("collections.abc", &["Mapping", "Sequence"][..]),
        (
            "typing",
            &["Any", "Literal", "NotRequired", "TypedDict"][..],
        ),
    ];
    let mut text = String::new();
    for (module, names) in lines {
        let used = names.iter().filter(|name| imports.have(name));
        let used: Vec<&str> = used.copied().collect();
        if !used.is_empty() {
            text.push_str(&format!("from {module} import {}\n", used.join(", ")));
        }
    }
    if text.is_empty() {
        text
    } else {
        format!("{text}\n")
    }
}

/// The names of classes, by tokens.
struct Writer<'a> {
    resources: BTreeMap<&'a str, String>,
    /// For objects in declarations of resources.
    given: BTreeMap<&'a str, String>,
    /// For objects in outputs.
    known: BTreeMap<&'a str, String>,
    imports: Imports,
}

impl<'a> Writer<'a> {
    fn new(package: &'a Package) -> Self {
        let mut taken = TakenNames::with(USED);
        KEYWORDS.iter().for_each(|word| drop(taken.take(word)));
        let mut resources = BTreeMap::new();
        for resource in &package.resources {
            let name = taken.take_with(&pascal(&resource.name), &["Inputs"]);
            resources.insert(resource.token.as_str(), name);
        }
        let mut named = |objects: &'a [ObjectType], ending: &str| {
            // An object type without properties accepts any value.
            let objects = objects.iter().filter(|one| !one.properties.is_empty());
            let names = objects.map(|object| {
                let name = taken.take(&format!("{}{ending}", pascal(&object.name)));
                (object.token.as_str(), name)
            });
            names.collect::<BTreeMap<&str, String>>()
        };
        let given = named(&package.types, "");
        let known = named(&package.output_types, "Value");
        Self {
            resources,
            given,
            known,
            imports: Imports::default(),
        }
    }

    fn resource(&self, resource: &Resource, text: &mut String) {
        let Some(name) = self.resources.get(resource.token.as_str()) else {
            return;
        };
        let token = &resource.token;
        let base = if resource.is_component {
            "TypedComponent"
        } else {
            "TypedResource"
        };
        let described = docstring(&or(&resource.description, &format!("A `{token}`.")));
        text.push_str(&format!(
            "\n\nclass {name}(sdk.{base}[\"{name}Inputs\"]):\n    {described}\n\n    TOKEN = {token:?}\n"
        ));
        let secrets = resource.secrets();
        if !secrets.is_empty() {
            text.push_str(&format!("    SECRETS = [{secrets}]\n"));
        }
        let mut taken = TakenNames::with(KEYWORDS);
        let more = WORDS.iter().chain(MEMBERS);
        more.for_each(|word| drop(taken.take(word)));
        for output in resource.own_outputs() {
            let property = taken.take(&snake(&output.name));
            let described = docstring(&or(
                &output.description,
                &format!("The output `{}`.", output.name),
            ));
            let mut kind = self.kind(&output.kind, ImportPlace::Known);
            if !output.is_required && kind != "Any" {
                kind.push_str(" | None");
            }
            // A name with dots in it is one property, and not a path.
            let path = if output.name.contains('.') {
                format!("[{:?}]", output.name)
            } else {
                output.name.clone()
            };
            text.push_str(&format!(
                "\n    @property\n    def {property}(self) -> sdk.Output[{kind}]:\n        {described}\n        return self._output({path:?})\n"
            ));
        }
        let title = format!("The inputs of `{name}`.");
        self.dict(
            &format!("{name}Inputs"),
            &title,
            &resource.inputs,
            ImportPlace::Given,
            text,
        );
    }

    fn object(&self, name: &str, object: &ObjectType, place: ImportPlace, text: &mut String) {
        let title = or(&object.description, &format!("A `{}`.", object.token));
        self.dict(name, &title, &object.properties, place, text);
    }

    /// A dict with these keys. The syntax of classes has no keys that are not names.
    fn dict(
        &self,
        name: &str,
        title: &str,
        properties: &[Property],
        place: ImportPlace,
        text: &mut String,
    ) {
        let are_names = properties.iter().all(|one| self.is_name(&one.name));
        let base = self.imports.with("TypedDict");
        text.push_str(&if are_names {
            format!("\n\nclass {name}({base}):\n    {}\n", docstring(title))
        } else {
            format!(
                "\n\n{}\n{name} = {base}(\n    {name:?},\n    {{\n",
                comment(title)
            )
        });
        for (number, property) in properties.iter().enumerate() {
            let kind = self.member(property, place);
            let (key, described) = (&property.name, property.description.as_str());
            if are_names {
                let blank = if number == 0 { "\n" } else { "" };
                text.push_str(&format!("{blank}    {key}: {kind}\n"));
                if !described.is_empty() {
                    text.push_str(&format!("    {}\n", docstring(described)));
                }
            } else {
                if !described.is_empty() {
                    text.push_str(&format!("        {}\n", comment(described)));
                }
                text.push_str(&format!("        {key:?}: {},\n", quoted(&kind)));
            }
        }
        if !are_names {
            text.push_str("    },\n)\n");
        }
    }

    /// The type of a key's value.
    fn member(&self, property: &Property, place: ImportPlace) -> String {
        let kind = match place {
            ImportPlace::Given => self.given(&property.kind, property.is_required),
            ImportPlace::Inside | ImportPlace::Known => {
                let kind = self.kind(&property.kind, place);
                if property.is_required || kind == "Any" {
                    kind
                } else {
                    format!("{kind} | None")
                }
            }
        };
        if property.is_required {
            kind
        } else {
            format!("{}[{kind}]", self.imports.with("NotRequired"))
        }
    }

    /// A value where a resource is declared, or an output of it.
    fn given(&self, kind: &Kind, is_required: bool) -> String {
        let plain = self.kind(kind, ImportPlace::Given);
        if plain == DECLARABLE {
            // Outputs are among these values already.
            return plain;
        }
        let inside = self.kind(kind, ImportPlace::Inside);
        if is_required {
            format!("{plain} | sdk.Output[{inside}]")
        } else {
            format!("{plain} | sdk.Output[{inside} | None] | None")
        }
    }

    fn kind(&self, kind: &Kind, place: ImportPlace) -> String {
        let known = matches!(place, ImportPlace::Known);
        let element = |element: &Kind| match place {
            ImportPlace::Given => self.given(element, true),
            ImportPlace::Inside | ImportPlace::Known => self.kind(element, place),
        };
        match kind {
            Kind::Text => "str".to_owned(),
            Kind::Bool => "bool".to_owned(),
            Kind::Integer => "int".to_owned(),
            Kind::Number => "float".to_owned(),
            Kind::Any => self.any(place),
            Kind::Archive => "sdk.Archive".to_owned(),
            Kind::AssetOrArchive => "sdk.Asset | sdk.Archive".to_owned(),
            Kind::Choice(of, _) if matches!(place, ImportPlace::Inside) => self.kind(of, place),
            Kind::Choice(_, values) => {
                let values: Vec<String> = values.iter().map(ToString::to_string).collect();
                format!("{}[{}]", self.imports.with("Literal"), values.join(", "))
            }
            Kind::OneOf(kinds) => {
                let kinds: Vec<String> = kinds.iter().map(|kind| self.kind(kind, place)).collect();
                kinds.join(" | ")
            }
            Kind::List(of) if known => format!("list[{}]", element(of)),
            Kind::List(of) => format!("{}[{}]", self.imports.with("Sequence"), element(of)),
            Kind::Map(of) if known => format!("dict[str, {}]", element(of)),
            Kind::Map(of) => format!("{}[str, {}]", self.imports.with("Mapping"), element(of)),
            Kind::Object(token) => {
                let name = match place {
                    ImportPlace::Given => self.given.get(token.as_str()),
                    // Any dict of the author's code. The host checks it by the schema.
                    ImportPlace::Inside => {
                        let mapping = self.imports.with("Mapping");
                        return format!("{mapping}[str, {}]", self.any(place));
                    }
                    ImportPlace::Known => self.known.get(token.as_str()),
                };
                name.cloned().unwrap_or_else(|| self.any(place))
            }
        }
    }

    /// A value of any kind.
    fn any(&self, place: ImportPlace) -> String {
        let kind = match place {
            ImportPlace::Given => DECLARABLE,
            ImportPlace::Inside | ImportPlace::Known => self.imports.with("Any"),
        };
        kind.to_owned()
    }

    /// Whether a key can be written as the name of an attribute. Names with two lines before them are changed in
    /// classes, and one that a type has would hide the type.
    fn is_name(&self, key: &str) -> bool {
        let fits = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let classes = [&self.resources, &self.given, &self.known];
        let is_type = classes
            .iter()
            .flat_map(|names| names.values())
            .any(|name| name == key);
        key.chars().all(fits)
            && !key.starts_with(|letter: char| letter.is_ascii_digit())
            && !key.starts_with("__")
            && !is_type
            && ![KEYWORDS, WORDS, USED]
                .iter()
                .any(|words| words.contains(&key))
    }
}

/// A text of one line between quotation marks, three at each end.
fn docstring(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace("\"\"\"", "\\\"\\\"\\\"");
    let end = if text.ends_with('"') { " " } else { "" };
    format!("\"\"\"{text}{end}\"\"\"")
}

/// A text of one line as a comment. Type checkers interpret comments such as `# type: ignore`, but none that begins
/// like this.
fn comment(text: &str) -> String {
    format!("#: {text}")
}

/// A type as a text, which may have values of an enum in it.
fn quoted(kind: &str) -> String {
    format!("\"{}\"", kind.replace('\\', "\\\\").replace('"', "\\\""))
}
