//! A resource of the program.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::Chance;

/// The arguments that a program may leave out.
pub(crate) const FIELDS: [&str; 10] = [
    "zone", "size", "mode", "label", "password", "tags", "rules", "disks", "members", "words",
];

const IGNORABLE: [&str; 17] = [
    "zone",
    "size",
    "mode",
    "label",
    "password",
    "tags",
    "rules",
    "disks",
    "members",
    "words",
    "tags[\"a\"]",
    "rules[0].port",
    "rules[0].proto",
    "rules[0]",
    "members[0].weight",
    "disks[0].size",
    "all",
];

/// The values that a program or others can give.
pub(crate) fn choices(field: &str) -> Vec<Value> {
    let given = match field {
        "name" => json!(["a", "b"]),
        "zone" => json!(["z1", "z2"]),
        "size" => json!([0, 1, 2]),
        "mode" => json!(["on", "ON", "off"]),
        "label" => json!(["", "l", "m"]),
        "password" => json!(["p1", "p2"]),
        "tags" => json!([{}, {"a": "1"}, {"a": "2"}, {"a": "1", "b": "2"}, {"b": "3"}]),
        "rules" => json!([
            [],
            [{"port": 80}],
            [{"port": 80, "proto": "udp"}],
            [{"port": 81}, {"port": 80}],
            [{"port": 80}, {"port": 81, "proto": "udp"}]
        ]),
        "disks" => json!([
            [],
            [{"size": 1}],
            [{"size": 2}],
            [{"size": 1, "zone": "z2"}],
            [{"size": 1}, {"size": 2, "zone": "z1"}]
        ]),
        "members" => json!([
            [],
            [{"host": "a"}],
            [{"host": "a", "weight": 1}],
            [{"host": "a"}, {"host": "b", "weight": 2}],
            [{"host": "b", "weight": 2}, {"host": "a"}],
            [{"host": "b", "weight": 3}, {"host": "a"}]
        ]),
        "words" => json!([[], ["x"], ["x", "y"], ["y", "x"], ["y", "z"]]),
        other => unreachable!("{other}"),
    };
    given.as_array().unwrap().clone()
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Goal {
    pub(crate) index: usize,
    pub(crate) values: BTreeMap<&'static str, Value>,
    /// Come from another resource, whose values are unknown in a plan that changes it.
    others: BTreeSet<&'static str>,
    pub(crate) ignored: BTreeSet<&'static str>,
    creates_first: bool,
    /// The existing thing that it takes over.
    pub(crate) import: Option<String>,
}

impl Goal {
    pub(crate) fn new(index: usize, chance: &mut Chance) -> Self {
        let mut this = Self {
            index,
            values: [("name", json!(format!("n{index}-a")))].into(),
            others: BTreeSet::new(),
            ignored: BTreeSet::new(),
            creates_first: chance.is(30),
            import: None,
        };
        for _ in 0..4 {
            this.edit(chance);
        }
        this
    }

    pub(crate) fn address(&self) -> String {
        format!("n{}", self.index)
    }

    pub(crate) fn edit(&mut self, chance: &mut Chance) {
        match chance.below(20) {
            0 => {
                let last = chance.one_of(&choices("name"));
                let name = format!("n{}-{}", self.index, last.as_str().unwrap());
                self.values.insert("name", json!(name));
            }
            1..5 => toggle(&mut self.ignored, chance.one_of(&IGNORABLE)),
            5..8 => {
                let field = chance.one_of(&FIELDS);
                // A member of a disk replaces the thing, and cores refuse a replacement that their plan could not show.
                if field != "disks" {
                    toggle(&mut self.others, field);
                }
            }
            8..11 => drop(self.values.remove(&chance.one_of(&FIELDS))),
            _ => {
                let field = chance.one_of(&FIELDS);
                self.values.insert(field, chance.one_of(&choices(field)));
            }
        }
    }

    pub(crate) fn body(&self) -> Value {
        json!(self.values)
    }

    /// Whether changes of a whole argument are ignored.
    pub(crate) fn ignores(&self, field: &str) -> bool {
        self.ignored.contains("all") || self.ignored.contains(field)
    }

    /// Whether changes of the argument, or of a part of it, are ignored.
    pub(crate) fn touches(&self, field: &str) -> bool {
        let mut paths = self.ignored.iter();
        self.ignores(field) || paths.any(|path| path.starts_with(&format!("{field}[")))
    }

    pub(crate) fn text(&self) -> String {
        let name = self.address();
        let others = self
            .values
            .iter()
            .filter(|(field, _)| self.others.contains(*field));
        let others: BTreeMap<_, _> = others.collect();
        let arguments = self.values.iter().map(|(field, value)| {
            if self.others.contains(field) {
                format!("  {field} = terraform_data.{name}.output.{field}\n")
            } else {
                format!("  {field} = {value}\n")
            }
        });
        let ignored = if self.ignored.contains("all") {
            "all".to_owned()
        } else {
            let paths: Vec<&str> = self.ignored.iter().copied().collect();
            format!("[{}]", paths.join(", "))
        };
        let import = self.import.as_ref().map_or_else(String::new, |id| {
            format!("import {{\n  to = model_thing.{name}\n  id = \"{id}\"\n}}\n")
        });
        format!(
            "{import}resource \"terraform_data\" \"{name}\" {{\n  input = {}\n}}\n\
             resource \"model_thing\" \"{name}\" {{\n{}  lifecycle {{\n    ignore_changes = {ignored}\n    \
             create_before_destroy = {}\n  }}\n}}\n",
            json!(others),
            arguments.collect::<String>(),
            self.creates_first,
        )
    }
}

fn toggle(set: &mut BTreeSet<&'static str>, value: &'static str) {
    if !set.remove(value) {
        set.insert(value);
    }
}
