//! The output of a try.

use std::fmt::Write as _;

use pulumi_wasm_core::text::{Excerpt, indented, on_one_line};
use pulumi_wasm_core::value::PropertyMap;
use pulumi_wasm_simulator::{
    Mismatch, Resource, Reveal, compare, from_map, is_secret, is_unknown, show,
};
use serde_json::{Map, Value, json};

use super::act::Done;
use crate::terminal::{Paint, print_json};

/// The form of the output.
pub(super) struct Shown {
    pub(super) paint: Paint,
    pub(super) reveal: Reveal,
    pub(super) as_json: bool,
}

impl Shown {
    /// The planned action.
    pub(super) fn plan(&self, resource: &Resource, planned: &Done) {
        if !self.as_json && planned.verb != "unchanged" {
            print!("{}", self.changes(resource, planned));
        }
    }

    /// The action that was done, or would be.
    pub(super) fn done(&self, resource: &Resource, done: &Done) {
        if self.as_json {
            // A document of plain values can always be written.
            drop(print_json(&self.document(resource, done)));
            return;
        }
        if done.is_preview {
            print!("{}", self.changes(resource, done));
            print!("{}", self.outputs(done));
            println!(
                "{}",
                self.paint.dim("no change was made: this is a preview")
            );
            return;
        }
        let id = done
            .id
            .as_ref()
            .map(|id| format!("  {}", self.paint.dim(&format!("id {}", on_one_line(id)))));
        let verb = match done.verb {
            "unchanged" => self.paint.dim(done.verb),
            "gone" => self.paint.note(done.verb),
            verb => self.paint.good(verb),
        };
        println!(
            "{} `{}` {verb}{}",
            kind(resource),
            resource.name(),
            id.unwrap_or_default()
        );
        match done.verb {
            "deleted" => {}
            "gone" => println!("it no longer exists, so its record is removed"),
            "refreshed" => {
                print!(
                    "{}",
                    self.differences("inputs", &done.old.inputs, &done.new.inputs, &[])
                );
                print!(
                    "{}",
                    self.differences("outputs", &done.old.outputs, &done.new.outputs, &[])
                );
            }
            "imported" => {
                print!(
                    "{}",
                    self.side("inputs", &done.new.inputs, &done.new.inputs)
                );
                print!("{}", self.outputs(done));
            }
            _ => print!("{}", self.outputs(done)),
        }
        for problem in &done.problems {
            println!("{}: {}", self.paint.note("problem"), indented(problem));
        }
    }

    fn changes(&self, resource: &Resource, done: &Done) -> String {
        let title = format!("{} `{}`: {}", kind(resource), resource.name(), done.verb);
        let mut text = format!("{}\n", self.paint.bold(&title));
        let parts = self.differences("inputs", &done.old.inputs, &done.new.inputs, &done.replaced);
        text.push_str(&parts);
        if !done.recorded.is_empty() {
            let title = "recorded outputs, which are written anew";
            text.push_str(&format!("  {}\n", self.paint.dim(title)));
        }
        for part in &done.recorded {
            text.push_str(&format!("    {}\n", Excerpt::name(part)));
        }
        text
    }

    fn outputs(&self, done: &Done) -> String {
        self.side("outputs", &done.old.outputs, &done.new.outputs)
    }

    /// All values of one side; unchanged values are dimmed.
    fn side(&self, title: &str, old: &PropertyMap, new: &PropertyMap) -> String {
        if new.is_empty() {
            return String::new();
        }
        let mut text = format!("  {}\n", self.paint.dim(title));
        for (key, value) in new {
            let shown = self.value(&json_of(value));
            let line = format!("    {}: {}", Excerpt::name(key), on_one_line(&shown));
            let line = if old.get(key) == Some(value) && !std::ptr::eq(old, new) {
                self.paint.dim(&line)
            } else {
                line
            };
            // A write to a string cannot fail.
            let _ = writeln!(text, "{line}");
        }
        text
    }

    /// The differences of one side from its earlier state, by path.
    fn differences(
        &self,
        title: &str,
        old: &PropertyMap,
        new: &PropertyMap,
        replaced: &[String],
    ) -> String {
        let (old, new) = (from_map(old.clone()), from_map(new.clone()));
        let parts = compare(Some(&old), Some(&new), &|_, _| None);
        if parts.is_empty() {
            return String::new();
        }
        let mut text = format!("  {}\n", self.paint.dim(title));
        for part in &parts {
            let replaces = if replaced.iter().any(|path| is_within(&part.path, path)) {
                self.paint.note("  replaces it")
            } else {
                String::new()
            };
            let _ = writeln!(text, "    {}{replaces}", self.difference(part));
        }
        text
    }

    fn difference(&self, part: &Mismatch) -> String {
        let paint = self.paint;
        let path = Excerpt::name(&part.path);
        match (&part.expected, &part.found) {
            (None, Some(new)) => paint.good(&format!("+ {path}: {}", self.value(new))),
            (Some(old), None) => paint.bad(&format!("- {path}: {}", self.value(old))),
            (old, new) => {
                let shown = |value: &Option<Value>| {
                    value
                        .as_ref()
                        .map(|value| self.value(value))
                        .unwrap_or_default()
                };
                format!(
                    "{} {path}: {} -> {}",
                    paint.note("~"),
                    shown(old),
                    shown(new)
                )
            }
        }
    }

    fn value(&self, value: &Value) -> String {
        if is_unknown(value) {
            "(known afterwards)".to_owned()
        } else {
            show(value, self.reveal)
        }
    }

    fn document(&self, resource: &Resource, done: &Done) -> Value {
        let side = |map: &PropertyMap| self.plain(&from_map(map.clone()));
        let parts = compare(
            Some(&from_map(done.old.inputs.clone())),
            Some(&from_map(done.new.inputs.clone())),
            &|_, _| None,
        );
        let changes = parts.iter().map(|part| {
            json!({
                "path": part.path,
                "old": part.expected.as_ref().map(|value| self.plain(value)),
                "new": part.found.as_ref().map(|value| self.plain(value)),
                "replaces": done.replaced.iter().any(|path| is_within(&part.path, path)),
            })
        });
        json!({
            "urn": resource.urn(),
            "preview": done.is_preview,
            "did": done.verb,
            "id": done.id,
            "changes": changes.collect::<Vec<_>>(),
            "recorded": done.recorded,
            "inputs": side(&done.new.inputs),
            "outputs": side(&done.new.outputs),
            "problems": done.problems,
        })
    }

    /// A value without signatures: a secret is `[secret]` or its value, an unknown value is null.
    fn plain(&self, value: &Value) -> Value {
        match value {
            value if is_unknown(value) => Value::Null,
            value if is_secret(value) => match self.reveal {
                Reveal::Nothing => "[secret]".into(),
                Reveal::Secrets => self.plain(value.get("value").unwrap_or(&Value::Null)),
            },
            Value::Array(items) => items.iter().map(|item| self.plain(item)).collect(),
            Value::Object(members) => {
                let member = |(key, value): (&String, &Value)| (key.clone(), self.plain(value));
                Value::Object(members.iter().map(member).collect::<Map<_, _>>())
            }
            plain => plain.clone(),
        }
    }
}

fn json_of(value: &pulumi_wasm_core::value::PropertyValue) -> Value {
    pulumi_wasm_simulator::from_value(value.clone())
}

fn kind(resource: &Resource) -> &str {
    let urn = resource.urn();
    urn.split("::").nth(2).unwrap_or(urn)
}

/// Whether one of two paths contains the other.
fn is_within(one: &str, other: &str) -> bool {
    let begins = |long: &str, short: &str| {
        long.strip_prefix(short)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    };
    begins(one, other) || begins(other, one)
}
