//! The tree of what a component registered, for people and for programs.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use pulumi_wasm_core::graph::{LookupKind, ResourceKind};
use pulumi_wasm_core::schema::ResourceSchema;
use pulumi_wasm_core::text::Excerpt;
use pulumi_wasm_core::value::{PropertyMap, PropertyValue};
use pulumi_wasm_simulator::{
    Child, Constructed, LookUp, Mismatch, Reveal, from_map, from_value, is_secret, is_unknown,
    name_in_urn, show,
};
use serde_json::{Map, Value, json};

use crate::terminal::Paint;

/// More children than these are counted, not shown.
const MOST_SHOWN: usize = 200;
/// More bytes of a value than these are counted, not shown.
const VALUE_BYTES: usize = 500;

/// How a tree is shown.
pub(super) struct Tree {
    pub(super) paint: Paint,
    pub(super) reveal: Reveal,
    /// Whether all children are shown, however many there are, with all of their values.
    pub(super) is_whole: bool,
    pub(super) is_preview: bool,
}

impl Tree {
    /// The component with its inputs, its children and its outputs. `schema` is that of the component.
    pub(super) fn text(&self, constructed: &Constructed, schema: &ResourceSchema) -> String {
        let Some(component) = constructed.resources.first() else {
            return String::new();
        };
        let paint = self.paint;
        let mut text = String::new();
        let count = match constructed.children().len() {
            1 => "1 child".to_owned(),
            count => format!("{count} children"),
        };
        let when = if self.is_preview { ", preview" } else { "" };
        let counted = paint.dim(&format!("{count}{when}"));
        line(
            &mut text,
            0,
            &format!("{}  {counted}", self.title(component)),
        );
        self.inputs(&mut text, component, 1);
        let mut room = match self.is_whole {
            true => usize::MAX,
            false => MOST_SHOWN,
        };
        self.below(
            &mut text,
            &constructed.by_parent(),
            &component.urn,
            1,
            &mut room,
        );
        if room == 0 && constructed.children().len() > MOST_SHOWN {
            let rest = constructed.children().len() - MOST_SHOWN;
            let rest = format!("… and {rest} more; `--verbose` and `--json` show all");
            line(&mut text, 1, &paint.dim(&rest));
        }
        if !constructed.lookups.is_empty() {
            line(&mut text, 1, &paint.dim("looked up"));
            for lookup in constructed.lookups.iter().take(MOST_SHOWN) {
                line(&mut text, 2, &self.lookup(lookup));
            }
        }
        if let Ok(outputs) = &constructed.outputs {
            line(&mut text, 1, &paint.dim("outputs"));
            for (name, value) in outputs {
                let behind = constructed.output_depends_on(name);
                line(&mut text, 2, &self.property(name, value, &behind));
            }
            let declared = schema.outputs.properties.keys();
            for name in declared.filter(|name| !outputs.contains_key(*name)) {
                let absent = paint.dim("not set, or made of a value that no mock gives");
                line(&mut text, 2, &format!("{}: {absent}", Excerpt::name(name)));
            }
        }
        text
    }

    fn below(
        &self,
        text: &mut String,
        by_parent: &BTreeMap<&str, Vec<&Child>>,
        urn: &str,
        depth: usize,
        room: &mut usize,
    ) {
        for child in by_parent.get(urn).into_iter().flatten() {
            if *room == 0 {
                return;
            }
            *room -= 1;
            line(text, depth, &self.title(child));
            self.inputs(text, child, depth + 1);
            for (name, value) in child.options() {
                let option = format!("({name}) {}", self.value(&value));
                line(text, depth + 1, &self.paint.dim(&option));
            }
            let others = others(child);
            if !others.is_empty() {
                let others = format!("(depends on) {}", list(&others));
                line(text, depth + 1, &self.paint.dim(&others));
            }
            self.below(text, by_parent, &child.urn, depth + 1, room);
        }
    }

    fn title(&self, child: &Child) -> String {
        let registration = &child.registration;
        let title = format!(
            "{} `{}`",
            Excerpt::name(&registration.token),
            Excerpt::name(&registration.name)
        );
        self.paint.bold(&title)
    }

    fn inputs(&self, text: &mut String, child: &Child, depth: usize) {
        for (name, value) in &child.registration.inputs {
            let behind = child.input_depends_on(name);
            line(text, depth, &self.property(name, value, &behind));
        }
    }

    fn property(&self, name: &str, value: &PropertyValue, behind: &[&str]) -> String {
        let behind = match behind {
            [] => String::new(),
            names => self.paint.dim(&format!("  <- {}", list(names))),
        };
        format!("{}: {}{behind}", Excerpt::name(name), self.value(value))
    }

    fn value(&self, value: &PropertyValue) -> String {
        let value = match value {
            PropertyValue::ResourceReference(reference) => {
                return format!(
                    "the resource `{}`",
                    Excerpt::name(name_in_urn(&reference.urn))
                );
            }
            value => from_value(value.clone()),
        };
        let shown = show(&value, self.reveal);
        let bytes = if self.is_whole {
            usize::MAX
        } else {
            VALUE_BYTES
        };
        Excerpt::of(&shown, bytes).to_string()
    }

    fn lookup(&self, lookup: &LookUp) -> String {
        let request = &lookup.request;
        let what = match request.kind {
            LookupKind::Read => format!("{} `{}`", request.token, request.subject),
            LookupKind::Reference => format!("the resource `{}`", name_in_urn(&request.subject)),
            LookupKind::Invoke | LookupKind::Method => {
                let arguments = PropertyValue::Object(request.arguments.clone());
                format!("{} {}", request.token, self.value(&arguments))
            }
        };
        let unknown = match lookup.is_known {
            true => String::new(),
            false => self.paint.dim("  unknown: no mock gives it"),
        };
        format!("{}{unknown}", Excerpt::reason(&what))
    }

    /// A difference in one line.
    pub(super) fn difference(&self, difference: &Mismatch) -> String {
        let shown = |value: &Option<Value>| match value {
            Some(value) => Excerpt::of(&show(value, self.reveal), VALUE_BYTES).to_string(),
            None => "nothing".to_owned(),
        };
        format!(
            "`{}`: {} became {}",
            Excerpt::path(&difference.path),
            shown(&difference.expected),
            shown(&difference.found)
        )
    }

    /// All of it, for programs.
    pub(super) fn document(&self, constructed: &Constructed, notes: &[String]) -> Value {
        let component = constructed.resources.first();
        let outputs = constructed.outputs.as_ref();
        let dependencies = constructed.output_dependencies.keys();
        let dependencies = dependencies
            .map(|name| (name.clone(), json!(constructed.output_depends_on(name))))
            .collect::<Map<_, _>>();
        let lookups = constructed.lookups.iter().map(|lookup| {
            json!({
                "token": lookup.request.token,
                "subject": lookup.request.subject,
                "arguments": self.plain(&lookup.request.arguments),
                "known": lookup.is_known,
            })
        });
        json!({
            "preview": self.is_preview,
            "urn": component.map(|component| &component.urn),
            "inputs": component.map(|component| self.plain(&component.registration.inputs)),
            "children": constructed.children().iter().map(|child| self.child(child)).collect::<Vec<_>>(),
            "lookups": lookups.collect::<Vec<_>>(),
            "outputs": outputs.ok().map(|outputs| self.plain(outputs)),
            "outputDependencies": dependencies,
            "notes": notes,
            "error": outputs.err().map(ToString::to_string),
        })
    }

    fn child(&self, child: &Child) -> Value {
        let registration = &child.registration;
        let inputs = registration.inputs.keys();
        let behind = inputs
            .map(|name| (name.clone(), json!(child.input_depends_on(name))))
            .collect::<Map<_, _>>();
        json!({
            "urn": child.urn,
            "type": registration.token,
            "name": registration.name,
            "parent": child.parent_name(),
            "kind": match (child.is_component, registration.kind) {
                (false, _) => "custom",
                (true, ResourceKind::Remote) => "remote",
                (true, _) => "component",
            },
            "inputs": self.plain(&registration.inputs),
            "inputDependencies": behind,
            "dependsOn": child.depends_on(),
            "options": self.plain(&child.options()),
            "outputs": self.plain(&child.outputs),
        })
    }

    /// Values without signatures: a secret is `[secret]` or its value, an unknown value is null.
    fn plain(&self, map: &PropertyMap) -> Value {
        self.plain_value(&from_map(map.clone()))
    }

    fn plain_value(&self, value: &Value) -> Value {
        match value {
            value if is_unknown(value) => Value::Null,
            value if is_secret(value) => match self.reveal {
                Reveal::Nothing => "[secret]".into(),
                Reveal::Secrets => self.plain_value(value.get("value").unwrap_or(&Value::Null)),
            },
            Value::Array(items) => items.iter().map(|item| self.plain_value(item)).collect(),
            Value::Object(members) => {
                let member =
                    |(key, value): (&String, &Value)| (key.clone(), self.plain_value(value));
                Value::Object(members.iter().map(member).collect())
            }
            plain => plain.clone(),
        }
    }
}

/// The resources that a child depends on, beside those that its inputs name.
fn others(child: &Child) -> Vec<&str> {
    let registration = &child.registration;
    let in_inputs = |urn: &&String| {
        let mut inputs = registration.input_dependencies.values();
        inputs.any(|urns| urns.contains(*urn))
    };
    let all = registration.dependencies.iter();
    all.filter(|urn| !in_inputs(urn))
        .map(|urn| name_in_urn(urn))
        .collect()
}

fn list(names: &[&str]) -> String {
    let names: Vec<String> = names
        .iter()
        .map(|name| Excerpt::name(name).to_string())
        .collect();
    names.join(", ")
}

fn line(text: &mut String, depth: usize, line: &str) {
    // A write to a string cannot fail.
    let _ = writeln!(text, "{:indent$}{line}", "", indent = 2 * depth);
}
