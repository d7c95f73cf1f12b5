//! The tree of the resources that a component registered, as text and JSON.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use pulumi_wasm_core::graph::LookupKind;
use pulumi_wasm_core::schema::{FunctionOutputs, FunctionSchema, ResourceSchema};
use pulumi_wasm_core::text::Excerpt;
use pulumi_wasm_core::value::PropertyValue;
use pulumi_wasm_simulator::{
    Child, Constructed, LookUp, MethodCall, Mismatch, Reveal, from_value, name_in_urn, show,
};
use serde_json::Value;

use crate::terminal::Paint;

/// The maximum number of children that are shown; the others are counted.
const MAX_SHOWN: usize = 200;
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
    /// The component with its inputs, its children and its outputs. `schema` is the component's schema.
    pub(super) fn text(&self, constructed: &Constructed, schema: &ResourceSchema) -> String {
        let Some(component) = constructed.resources.first() else {
            return String::new();
        };
        let mut text = String::new();
        let title = format!("{}  {}", self.title(component), self.count(constructed));
        line(&mut text, 0, &title);
        self.inputs(&mut text, component, 1);
        let declared = schema.outputs.properties.keys();
        self.registered(&mut text, constructed, component, "outputs", declared);
        text
    }

    /// A method with its arguments, the resources that it registers and its results.
    pub(super) fn called(
        &self,
        called: &Constructed,
        asked: &MethodCall,
        method: &FunctionSchema,
    ) -> String {
        let Some(receiver) = called.resources.first() else {
            return String::new();
        };
        let mut text = String::new();
        let (token, name) = (Excerpt::name(&asked.token), Excerpt::name(&asked.name));
        let title = self.paint.bold(&format!("{token} on `{name}`"));
        line(&mut text, 0, &format!("{title}  {}", self.count(called)));
        for (name, value) in &asked.arguments {
            line(&mut text, 1, &self.property(name, value, &[]));
        }
        let declared = match &method.outputs {
            FunctionOutputs::Object(results) => Some(results.properties.keys()),
            FunctionOutputs::Nothing | FunctionOutputs::Value(_) => None,
        };
        let declared = declared.into_iter().flatten();
        self.registered(&mut text, called, receiver, "results", declared);
        text
    }

    fn count(&self, constructed: &Constructed) -> String {
        let count = match constructed.children().len() {
            1 => "1 child".to_owned(),
            count => format!("{count} children"),
        };
        let when = if self.is_preview { ", preview" } else { "" };
        self.paint.dim(&format!("{count}{when}"))
    }

    /// Everything below a resource: its children, the look-ups and the resulting values.
    fn registered<'a>(
        &self,
        text: &mut String,
        constructed: &Constructed,
        above: &Child,
        outputs_are: &str,
        declared: impl Iterator<Item = &'a String>,
    ) {
        let paint = self.paint;
        let mut room = if self.is_whole { usize::MAX } else { MAX_SHOWN };
        self.below(text, &constructed.by_parent(), &above.urn, 1, &mut room);
        if room == 0 && constructed.children().len() > MAX_SHOWN {
            let rest = constructed.children().len() - MAX_SHOWN;
            let rest = format!("… and {rest} more; `--verbose` and `--json` show all");
            line(text, 1, &paint.dim(&rest));
        }
        if !constructed.lookups.is_empty() {
            line(text, 1, &paint.dim("looked up"));
            for lookup in constructed.lookups.iter().take(MAX_SHOWN) {
                line(text, 2, &self.lookup(lookup));
            }
        }
        if let Ok(outputs) = &constructed.outputs {
            line(text, 1, &paint.dim(outputs_are));
            for (name, value) in outputs {
                let behind = constructed.output_depends_on(name);
                line(text, 2, &self.property(name, value, &behind));
            }
            for name in declared.filter(|name| !outputs.contains_key(*name)) {
                let absent = paint.dim("not set, or derived from a value without a mock");
                line(text, 2, &format!("{}: {absent}", Excerpt::name(name)));
            }
        }
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
        let unknown = if lookup.is_known {
            String::new()
        } else {
            self.paint.dim("  unknown: it has no mock")
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
