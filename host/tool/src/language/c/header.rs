//! Writes the header `provider.h`: structs and functions for the types of the schema, so that the compiler finds a misspelt property.

use std::fmt::Write as _;

use super::names;
use super::tree::Node;
use crate::commands::add::names::{TakenNames, snake};

/// How a property of a type is held in C.
#[derive(Clone, Copy, PartialEq)]
enum Held {
    Text,
    Number,
    Integer,
    Bool,
    /// Lists, maps, objects and everything else.
    Value,
}

impl Held {
    /// The word in the names of the SDK's functions.
    fn word(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Number => "number",
            Self::Integer => "integer",
            Self::Bool => "bool",
            Self::Value => "value",
        }
    }

    fn parameter(self) -> &'static str {
        match self {
            Self::Text => "const char *",
            Self::Number => "double ",
            Self::Integer => "int64_t ",
            Self::Bool => "bool ",
            Self::Value => "const pw_value *",
        }
    }

    fn field(self, is_required: bool) -> String {
        match (self, is_required) {
            (Self::Text | Self::Value, _) | (_, true) => self.parameter().to_owned(),
            (_, false) => format!("const {}*", self.parameter()),
        }
    }

    fn reader(self, is_required: bool) -> String {
        match (self, is_required) {
            (Self::Value, _) => "pw_get".to_owned(),
            (_, true) => format!("pw_{}", self.word()),
            (_, false) => format!("pw_optional_{}", self.word()),
        }
    }
}

/// A property of an object.
struct Property<'m> {
    key: &'m str,
    field: String,
    held: Held,
    /// Whether the value is always there, once everything is known.
    is_required: bool,
    description: &'m str,
}

struct Writer<'m> {
    schema: &'m Node,
    names: TakenNames,
    text: String,
}

/// The endings of the names that a resource type makes: its structs, and the functions that read them.
const STRUCTS_OF_A_RESOURCE: [&str; 6] = [
    "_inputs",
    "_inputs_of",
    "_outputs",
    "_outputs_of",
    "_query",
    "_query_of",
];

/// The text of the header.
pub(super) fn header(manifest: &Node, name: &str) -> String {
    let empty = Node::new(super::tree::Content::Map(Vec::new()));
    let schema = manifest.get("schema").unwrap_or(&empty);
    let mut writer = Writer {
        schema,
        names: names::scope(),
        text: format!(
            "/* Written by `pulumi-wasm build` from {name}: a change here is lost. */\n#ifndef PULUMI_WASM_PROVIDER_H\n\
             #define PULUMI_WASM_PROVIDER_H\n\n#include <pulumi_wasm.h>\n"
        ),
    };
    let configuration = writer.names.take_with("configuration", &["_of"]);
    for (token, of) in entries(schema, "types") {
        writer.named_type(token, of);
    }
    if let Some(provider) = schema.get("provider") {
        writer.put("\n/* The configuration. */\n");
        writer.structure(
            &configuration,
            provider,
            "inputProperties",
            "requiredInputs",
        );
    }
    for (token, of) in entries(schema, "resources") {
        writer.resource(token, of);
    }
    for (token, of) in entries(schema, "functions") {
        writer.function(token, of);
    }
    writer.put("\n#endif\n");
    writer.text
}

/// The source file with the manifest and the names of properties.
pub(super) fn manifest_source(manifest: &Node) -> String {
    let mut json = String::new();
    manifest.write_json(&mut json);
    let mut text = "/* Written by `pulumi-wasm build`: a change here is lost. */\n#include <pulumi_wasm.h>\n\nconst char pw_manifest[] =".to_owned();
    let characters: Vec<char> = json.chars().collect();
    for part in characters.chunks(400) {
        let part: String = part.iter().collect();
        put(&mut text, format_args!("\n    {}", literal(&part)));
    }
    text.push_str(";\n");
    let empty = Node::new(super::tree::Content::Map(Vec::new()));
    let resources: Vec<_> =
        entries(manifest.get("schema").unwrap_or(&empty), "resources").collect();
    for (index, (_, of)) in resources.iter().enumerate() {
        let required = of.get("required").into_iter().flat_map(Node::items);
        let required: Vec<_> = required.filter_map(Node::as_text).collect();
        let names = |key| entries(of, key).map(|(name, _)| name).collect();
        for (kind, names) in [
            ("inputs", names("inputProperties")),
            ("outputs", names("properties")),
            ("required", required),
        ] {
            put(
                &mut text,
                format_args!("\nstatic const char *const {kind}_{index}[] = {{"),
            );
            for name in names {
                put(&mut text, format_args!("{}, ", literal(name)));
            }
            text.push_str("NULL};");
        }
    }
    text.push_str("\n\nconst pw_properties pw_property_table[] = {\n");
    for (index, (token, _)) in resources.iter().enumerate() {
        put(
            &mut text,
            format_args!(
                "    {{{}, inputs_{index}, outputs_{index}, required_{index}}},\n",
                literal(token)
            ),
        );
    }
    text.push_str("    {NULL, NULL, NULL, NULL},\n};\n");
    text
}

/// A text as a literal of C. Bytes beyond ASCII are escapes of three digits, so that no digit behind them counts.
fn literal(text: &str) -> String {
    let mut made = "\"".to_owned();
    for byte in text.bytes() {
        match byte {
            b'"' => made.push_str("\\\""),
            b'\\' => made.push_str("\\\\"),
            // Two question marks could begin a trigraph.
            b'?' => made.push_str("\\?"),
            b' '..=b'~' => made.push(char::from(byte)),
            byte => put(&mut made, format_args!("\\{byte:03o}")),
        }
    }
    made.push('"');
    made
}

fn put(to: &mut String, text: std::fmt::Arguments<'_>) {
    // A string takes everything.
    let _ = to.write_fmt(text);
}

fn entries<'m>(node: &'m Node, key: &str) -> impl Iterator<Item = (&'m str, &'m Node)> + use<'m> {
    node.get(key).into_iter().flat_map(Node::entries)
}

/// The first sentence of a description, as text of a comment.
fn described(node: &Node) -> String {
    let text = node
        .get("description")
        .and_then(Node::as_text)
        .unwrap_or_default();
    comment(text)
}

fn comment(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    line.replace("*/", "* /")
}

impl<'m> Writer<'m> {
    fn put(&mut self, text: impl AsRef<str>) {
        self.text.push_str(text.as_ref());
    }

    /// How a property is held, by its declaration.
    fn held(&self, declared: &Node) -> Held {
        let of_word = |word| match word {
            "string" => Held::Text,
            "number" => Held::Number,
            "integer" => Held::Integer,
            "boolean" => Held::Bool,
            _ => Held::Value,
        };
        if declared.get("oneOf").is_some() {
            return Held::Value;
        }
        let reference = declared.get("$ref").and_then(Node::as_text);
        if let Some(token) = reference.and_then(|reference| reference.strip_prefix("#/types/")) {
            // An enum is held as its values.
            let named = self.schema.at(&["types", token]).or_else(|| {
                let mut types = entries(self.schema, "types");
                types
                    .find(|(name, _)| name.replace('/', "%2F") == token)
                    .map(|(_, of)| of)
            });
            let is_enum = named.is_some_and(|named| named.get("enum").is_some());
            let word = named
                .and_then(|named| named.get("type"))
                .and_then(Node::as_text);
            return if is_enum {
                of_word(word.unwrap_or_default())
            } else {
                Held::Value
            };
        }
        declared
            .get("type")
            .and_then(Node::as_text)
            .map_or(Held::Value, of_word)
    }

    fn properties(&self, of: &'m Node, key: &str, required: &str) -> Vec<Property<'m>> {
        let required: Vec<&str> = of
            .get(required)
            .into_iter()
            .flat_map(Node::items)
            .filter_map(Node::as_text)
            .collect();
        let mut fields = names::scope();
        entries(of, key)
            .map(|(key, declared)| Property {
                key,
                field: fields.take(&snake(key)),
                held: self.held(declared),
                is_required: required.contains(&key)
                    || ["default", "const"]
                        .iter()
                        .any(|word| declared.get(word).is_some()),
                description: declared
                    .get("description")
                    .and_then(Node::as_text)
                    .unwrap_or_default(),
            })
            .collect()
    }

    /// A struct with a function that reads it from a map. Gives its properties.
    fn structure(
        &mut self,
        name: &str,
        of: &'m Node,
        key: &str,
        required: &str,
    ) -> Vec<Property<'m>> {
        let properties = self.properties(of, key, required);
        if properties.is_empty() {
            return properties;
        }
        let mut text = "typedef struct {\n".to_owned();
        for property in &properties {
            if !property.description.is_empty() {
                put(
                    &mut text,
                    format_args!("    /* {} */\n", comment(property.description)),
                );
            }
            put(
                &mut text,
                format_args!(
                    "    {}{};\n",
                    property.held.field(property.is_required),
                    property.field
                ),
            );
        }
        put(
            &mut text,
            format_args!(
                "}} {name};\n\nstatic inline {name} {name}_of(const pw_value *map) {{\n    {name} made;\n"
            ),
        );
        for property in &properties {
            put(
                &mut text,
                format_args!(
                    "    made.{} = {}(map, {});\n",
                    property.field,
                    property.held.reader(property.is_required),
                    literal(property.key)
                ),
            );
        }
        text.push_str("    return made;\n}\n");
        self.put(text);
        properties
    }

    /// Functions that put properties into the answer of a call, and the names of the properties.
    fn setters(&mut self, name: &str, properties: Vec<Property<'m>>) {
        let mut text = "\n".to_owned();
        for property in &properties {
            let constant = self
                .names
                .take(&format!("{name}_{}", property.field).to_uppercase());
            put(
                &mut text,
                format_args!("#define {constant} {}\n", literal(property.key)),
            );
        }
        text.push('\n');
        for property in &properties {
            let function = self.names.take(&format!("{name}_set_{}", property.field));
            let setter = match property.held {
                Held::Value => "pw_set".to_owned(),
                held => format!("pw_set_{}", held.word()),
            };
            put(
                &mut text,
                format_args!(
                    "static inline void {function}(pw_call *call, {}{}) {{ {setter}(call, {}, {}); }}\n",
                    property.held.parameter(),
                    property.field,
                    literal(property.key),
                    property.field
                ),
            );
        }
        self.put(text);
    }

    fn named_type(&mut self, token: &str, of: &'m Node) {
        let name = self
            .names
            .take_with(&names::named_type(token), &["_of", "_value"]);
        self.put(format!("\n/* {token}: {} */\n", described(of)));
        if of.get("enum").is_some() {
            self.values_of_enum(&name, of);
            return;
        }
        let properties = self.structure(&name, of, "properties", "required");
        if properties.is_empty() {
            return;
        }
        let mut text = format!(
            "\nstatic inline pw_value *{name}_value({name} from) {{\n    pw_value *made = pw_new_map();\n"
        );
        for property in &properties {
            let field = format!("from.{}", property.field);
            let is_pointer =
                !property.is_required || matches!(property.held, Held::Text | Held::Value);
            let content = match property.held {
                Held::Text | Held::Value => field.clone(),
                _ if property.is_required => field.clone(),
                _ => format!("*{field}"),
            };
            let made = match property.held {
                Held::Value => content,
                held => format!("pw_new_{}({content})", held.word()),
            };
            let condition = if is_pointer {
                format!("if ({field} != NULL) ")
            } else {
                String::new()
            };
            put(
                &mut text,
                format_args!(
                    "    {condition}pw_put(made, {}, {made});\n",
                    literal(property.key)
                ),
            );
        }
        text.push_str("    return made;\n}\n");
        self.put(text);
    }

    fn values_of_enum(&mut self, name: &str, of: &'m Node) {
        for item in of.get("enum").into_iter().flat_map(Node::items) {
            let value = item.get("value");
            let text = value.and_then(Node::as_text);
            let mut json = String::new();
            if let Some(value) = value {
                value.write_json(&mut json);
            }
            let called = item
                .get("name")
                .and_then(Node::as_text)
                .or(text)
                .unwrap_or(&json);
            let constant = format!("{name}_{}", snake(called)).to_uppercase();
            let constant = self.names.take(&constant);
            let shown = text.map_or(json.clone(), literal);
            self.put(format!("#define {constant} {shown}\n"));
        }
    }

    fn resource(&mut self, token: &str, of: &'m Node) {
        let name = self
            .names
            .take_with(&names::token(token), &STRUCTS_OF_A_RESOURCE);
        let constant = self.names.take(&name.to_uppercase());
        self.put(format!(
            "\n/* {token}: {} */\n#define {constant} {}\n\n",
            described(of),
            literal(token)
        ));
        let mut all = self.structure(&format!("{name}_outputs"), of, "properties", "required");
        if !all.is_empty() {
            self.put("\n");
        }
        let inputs = self.structure(
            &format!("{name}_inputs"),
            of,
            "inputProperties",
            "requiredInputs",
        );
        for input in inputs {
            if !all.iter().any(|output| output.key == input.key) {
                all.push(input);
            }
        }
        if let Some(query) = of.get("listInputs") {
            self.structure(&format!("{name}_query"), query, "properties", "required");
        }
        self.setters(&name, all);
    }

    fn function(&mut self, token: &str, of: &'m Node) {
        let name = self
            .names
            .take_with(&names::token(token), &["_arguments", "_arguments_of"]);
        let constant = self.names.take(&name.to_uppercase());
        self.put(format!(
            "\n/* {token}: {} */\n#define {constant} {}\n\n",
            described(of),
            literal(token)
        ));
        if let Some(inputs) = of.get("inputs") {
            self.structure(
                &format!("{name}_arguments"),
                inputs,
                "properties",
                "required",
            );
        }
        let Some(outputs) = of.get("outputs").or_else(|| of.get("returnType")) else {
            return;
        };
        let properties = if outputs.get("properties").is_some() {
            self.properties(outputs, "properties", "required")
        } else {
            // A result that is one value has any name.
            vec![Property {
                key: "result",
                field: "result".to_owned(),
                held: self.held(outputs),
                is_required: true,
                description: "",
            }]
        };
        self.setters(&name, properties);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(text: &str) -> Node {
        crate::properties::from_yaml(text).unwrap()
    }

    #[test]
    fn a_resource_has_structs_and_setters() {
        let manifest = node(include_str!("../../templates/c/manifest.yaml"));
        let header = header(&manifest, "manifest.yaml");
        for part in [
            "#define GREETING \"demo:index:Greeting\"",
            "} greeting_inputs;",
            "made.salutation = pw_text(map, \"salutation\");",
            "static inline void greeting_set_message(pw_call *call, const char *message) { pw_set_text(call, \"message\", message); }",
        ] {
            assert!(header.contains(part), "{part} is missing in\n{header}");
        }
    }

    #[test]
    fn an_optional_number_is_a_pointer_and_an_enum_has_its_values() {
        let manifest = node(
            "schema:\n  types:\n    a:index:Size: {type: string, enum: [{value: s m, name: Small}]}\n    a:index:Point: {type: object, \
             properties: {x: {type: number}, default: {type: integer}}, required: [x]}\n  resources: {}\n",
        );
        let header = header(&manifest, "manifest.yaml");
        for part in [
            "#define SIZE_SMALL \"s m\"",
            "    const int64_t *default_;",
            "made.default_ = pw_optional_integer(map, \"default\");",
            "if (from.default_ != NULL) pw_put(made, \"default\", pw_new_integer(*from.default_));",
            "    pw_put(made, \"x\", pw_new_number(from.x));",
        ] {
            assert!(header.contains(part), "{part} is missing in\n{header}");
        }
    }

    /// Names of the schema that meet names which the header makes, or names of the C library.
    #[test]
    fn each_name_is_declared_once() {
        let point = "{type: object, properties: {x: {type: number}}}";
        let manifest = node(&format!(
            "schema:\n  types:\n    a:index:ZoneInputs: {point}\n    a:index:Configuration: {point}\n    a:index:Link: {point}\n    \
             a:index:PointOf: {point}\n    a:index:Point: {point}\n  provider: {{inputProperties: {{x: {{type: string}}}}}}\n  \
             resources: {{\"a:index:Zone\": {{inputProperties: {{x: {{type: string}}}}, properties: {{x: {{type: string}}}}}}}}\n  \
             functions: {{\"a:index:zone\": {{inputs: {{properties: {{x: {{type: string}}}}}}}}}}\n",
        ));
        let header = header(&manifest, "manifest.yaml");
        let mut names: Vec<_> = header
            .lines()
            .filter_map(|line| {
                let name = line
                    .strip_prefix("} ")
                    .map(|name| name.trim_end_matches(';'));
                name.or_else(|| {
                    let function = line.strip_prefix("static inline ")?.split_once('(')?.0;
                    function.rsplit([' ', '*']).next()
                })
            })
            .collect();
        assert!(
            names.contains(&"configuration") && names.contains(&"link_"),
            "{names:?}"
        );
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count, "{header}");
    }

    #[test]
    fn a_manifest_becomes_literals() {
        assert_eq!(literal("a\"\\é??"), "\"a\\\"\\\\\\303\\251\\?\\?\"");
        let source = manifest_source(&node(
            "schema: {resources: {\"a:index:B\": {inputProperties: {x: {}}}}}\n",
        ));
        assert!(
            source.contains("static const char *const inputs_0[] = {\"x\", NULL};"),
            "{source}"
        );
        assert!(
            source.contains("    {\"a:index:B\", inputs_0, outputs_0, required_0},"),
            "{source}"
        );
    }
}
