//! The rules for the state and the server after an apply that succeeded.

use serde_json::Value;

use super::goal::{FIELDS, Goal};

/// A resource before and after an apply.
pub(crate) struct Outcome<'a> {
    /// The goal of the last apply that succeeded.
    pub(crate) last: Option<&'a Goal>,
    pub(crate) goal: &'a Goal,
    /// The thing before the apply, if the resource has it still.
    pub(crate) before: Option<&'a Value>,
    pub(crate) thing: &'a Value,
    pub(crate) state: &'a Value,
    pub(crate) is_disturbed: bool,
}

impl Outcome<'_> {
    /// All that is wrong.
    pub(crate) fn mistakes(&self) -> Vec<String> {
        let mut mistakes = Vec::new();
        for field in FIELDS.into_iter().chain(["name", "url", "serial"]) {
            let (state, thing) = (&self.state[field], &self.thing[field]);
            if !is_same(field, state, thing) {
                mistakes.push(format!(
                    "{field}: the state has {state}, and the server {thing}"
                ));
            }
        }
        for field in FIELDS {
            mistakes.extend(self.mistake(field));
        }
        let is_same = self.last == Some(self.goal) && !self.is_disturbed;
        if is_same && self.before != Some(self.thing) {
            mistakes.push("the thing must not change".to_owned());
        }
        mistakes
    }

    fn mistake(&self, field: &str) -> Option<String> {
        let thing = &self.thing[field];
        let wanted = self.goal.values.get(field).unwrap_or(&Value::Null);
        if self.goal.ignores(field) {
            let before = &self.before?[field];
            return (!is_same(field, before, thing))
                .then(|| format!("{field} is ignored, and was {before}, and is {thing}"));
        }
        if field == "tags" && self.goal.touches(field) {
            let before = &self.before?[field];
            let is_kept = !before.is_object() || !wanted.is_object() || before["a"] == thing["a"];
            return (!is_kept)
                .then(|| format!("a tag is ignored, and was in {before}, and is in {thing}"));
        }
        if self.goal.touches(field) {
            return None;
        }
        if wanted.is_null() {
            let last = self.last?;
            let given = last.values.get(field)?;
            // A value that the server had before the program gave it stays.
            let is_other = !thing.is_null() && !is_same(field, given, thing);
            let is_known = self.before.is_some() && !self.is_disturbed && !last.touches(field);
            return (is_known && is_other && !["zone", "rules", "disks"].contains(&field))
                .then(|| format!("{field} was removed, and is {thing}"));
        }
        (!has(field, wanted, thing)).then(|| format!("{field} must be {wanted}, and is {thing}"))
    }
}

/// Whether the server has all parts of a value.
fn has(field: &str, part: &Value, whole: &Value) -> bool {
    let (part, whole) = (form(field, part), form(field, whole));
    is_part(&part, &whole)
}

fn is_part(part: &Value, whole: &Value) -> bool {
    match (part, whole) {
        (Value::Object(part), Value::Object(whole)) => part
            .iter()
            .all(|(name, part)| whole.get(name).is_some_and(|whole| is_part(part, whole))),
        (Value::Array(part), Value::Array(whole)) => {
            part.len() == whole.len()
                && part
                    .iter()
                    .zip(whole)
                    .all(|(part, whole)| is_part(part, whole))
        }
        (part, whole) => part == whole,
    }
}

pub(crate) fn is_same(field: &str, left: &Value, right: &Value) -> bool {
    form(field, left) == form(field, right)
}

/// One form of values that the schema says are the same.
fn form(field: &str, value: &Value) -> Value {
    match value {
        Value::String(text) if field == "mode" => text.to_lowercase().into(),
        Value::Array(elements) => {
            let mut elements: Vec<Value> =
                elements.iter().map(|element| form("", element)).collect();
            if ["members", "words"].contains(&field) {
                elements.sort_by_key(Value::to_string);
            }
            elements.into()
        }
        Value::Object(members) => {
            let members = members.iter().filter(|(_, member)| !member.is_null());
            members
                .map(|(name, member)| (name.clone(), member.clone()))
                .collect()
        }
        value => value.clone(),
    }
}
