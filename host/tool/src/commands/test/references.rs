//! References of a case to the resources that it prepares: `${ada.id}`, `${ada.address}`, `${ada}`.

use anyhow::{Context, bail};
use pulumi_wasm_core::value::special_values;
use pulumi_wasm_simulator::{Resource, from_map, is_secret, secret};
use serde_json::{Map, Value, json};

use super::format::{Expect, Step};

/// The properties of resources, by the resources' names.
#[derive(Default)]
pub(super) struct References(Map<String, Value>);

impl References {
    /// The present properties of these resources. A resource that does not exist has no properties.
    pub(super) fn to<'a>(resources: impl Iterator<Item = &'a Resource>) -> Self {
        let of = |resource: &Resource| {
            let mut found = match resource
                .state()
                .map(|state| from_map(state.shown_outputs()))
            {
                Some(Value::Object(outputs)) => outputs,
                _ => Map::new(),
            };
            if let Some(state) = resource.state() {
                found.insert("id".to_owned(), state.id.clone().into());
                found.insert("urn".to_owned(), resource.urn().into());
            }
            (resource.name().to_owned(), Value::Object(found))
        };
        Self(resources.map(of).collect())
    }

    /// The step with its references resolved.
    pub(super) fn step(&self, step: &Step) -> anyhow::Result<Step> {
        let mut filled = step.clone();
        let maps = [
            ("up", &mut filled.up),
            ("preview", &mut filled.preview),
            ("check", &mut filled.check),
            ("arguments", &mut filled.arguments),
        ];
        for (verb, map) in maps {
            if let Some(map) = map {
                *map = self.map(map).with_context(|| format!("`{verb}`"))?;
            }
        }
        if let Some(on) = &mut filled.on {
            for map in [&mut on.inputs, &mut on.outputs].into_iter().flatten() {
                *map = self.map(map).context("`on`")?;
            }
            if let Some(id) = &on.id {
                let filled_id = self.text(id).context("`on`")?;
                on.id = Some(filled_id.as_str().unwrap_or(id).to_owned());
            }
        }
        if let Some(id) = &step.import {
            let filled_id = self.text(id).context("`import`")?;
            filled.import = Some(filled_id.as_str().unwrap_or(id).to_owned());
        }
        filled.expect = step
            .expect
            .as_ref()
            .map(|expect| self.expect(expect))
            .transpose()?;
        Ok(filled)
    }

    /// The expectation with its references resolved.
    pub(super) fn expect(&self, expect: &Expect) -> anyhow::Result<Expect> {
        let mut filled = expect.clone();
        let maps = [&mut filled.inputs, &mut filled.outputs, &mut filled.result];
        for map in maps.into_iter().flatten() {
            *map = self.map(map).context("`expect`")?;
        }
        for child in filled.children.iter_mut().flatten() {
            for map in [&mut child.inputs, &mut child.options]
                .into_iter()
                .flatten()
            {
                *map = self.map(map).context("`expect`")?;
            }
        }
        if let Some(id) = &expect.id {
            filled.id = Some(self.value(id).context("`expect`")?);
        }
        Ok(filled)
    }

    /// Properties, resolved in the same way.
    pub(super) fn map(&self, map: &Map<String, Value>) -> anyhow::Result<Map<String, Value>> {
        let filled = |(key, value): (&String, &Value)| Ok((key.clone(), self.value(value)?));
        map.iter().map(filled).collect()
    }

    fn value(&self, value: &Value) -> anyhow::Result<Value> {
        Ok(match value {
            Value::String(text) => self.text(text)?,
            Value::Array(items) => {
                let items = items.iter().map(|item| self.value(item));
                Value::Array(items.collect::<anyhow::Result<_>>()?)
            }
            Value::Object(members) => Value::Object(self.map(members)?),
            other => other.clone(),
        })
    }

    /// A text with its references replaced by values; the value itself if the text is a single reference. Without
    /// resources, a text cannot contain references.
    fn text(&self, text: &str) -> anyhow::Result<Value> {
        if self.0.is_empty() {
            return Ok(text.into());
        }
        let mut filled = String::new();
        let mut has_secret = false;
        let mut rest = text;
        while let Some(start) = rest.find("${") {
            let before = rest.get(..start).unwrap_or_default();
            let inside = rest.get(start + 2..).unwrap_or_default();
            if let Some(before) = before.strip_suffix('$') {
                filled.push_str(before);
                filled.push_str("${");
                rest = inside;
                continue;
            }
            filled.push_str(before);
            let (name, after) = inside
                .split_once('}')
                .with_context(|| format!("`{text}` has a `${{` without a `}}` behind it"))?;
            let value = self.found(name)?;
            if filled.is_empty() && after.is_empty() && rest.len() == text.len() {
                return Ok(value);
            }
            has_secret |= is_secret(&value);
            let value = if is_secret(&value) {
                value.get("value").cloned().unwrap_or_default()
            } else {
                value
            };
            match value {
                Value::String(part) => filled.push_str(&part),
                Value::Number(_) | Value::Bool(_) => filled.push_str(&value.to_string()),
                _ => bail!("`${{{name}}}` stands inside of a text, and its value is not a text"),
            }
            rest = after;
        }
        filled.push_str(rest);
        Ok(if has_secret {
            secret(filled)
        } else {
            filled.into()
        })
    }

    /// The value of `ada.address[0].street`; of `ada` a reference to the resource.
    fn found(&self, written: &str) -> anyhow::Result<Value> {
        let place = written.find(['.', '[']).unwrap_or(written.len());
        let (name, path) = written.split_at_checked(place).unwrap_or((written, ""));
        let Some(resource) = self.0.get(name) else {
            let known: Vec<&str> = self.0.keys().map(String::as_str).collect();
            bail!(
                "`${{{written}}}`: no resource of the case is called `{name}`\nhint: there are `{}`; write `$${{` for the text `${{`",
                known.join("`, `")
            );
        };
        let of = |key: &str| resource.get(key).cloned().unwrap_or_default();
        if path.is_empty() {
            return Ok(json!({
                special_values::KEY: special_values::RESOURCE_REFERENCE, "urn": of("urn"), "id": of("id"),
            }));
        }
        let mut value = resource;
        let parts = path.split(['.', '[']).filter(|part| !part.is_empty());
        for part in parts {
            let part = part.strip_suffix(']').unwrap_or(part);
            let next = match value {
                Value::Array(items) => part.parse().ok().and_then(|place: usize| items.get(place)),
                other => other.get(part),
            };
            value =
                next.with_context(|| format!("`${{{written}}}`: `{name}` has no `{part}` there"))?;
        }
        Ok(value.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn references() -> References {
        let ada = json!({
            "id": "u1", "urn": "urn:ada", "port": 5, "tags": ["a", { "b": "c" }], "password": secret("hunter2"),
        });
        References(Map::from_iter([("ada".to_owned(), ada)]))
    }

    #[test]
    fn values_stand_in_the_places_of_references() {
        for (text, expected) in [
            ("plain", json!("plain")),
            ("${ada.id}", json!("u1")),
            ("${ada.port}", json!(5)),
            ("${ada.tags}", json!(["a", { "b": "c" }])),
            ("${ada.tags[1].b}", json!("c")),
            ("${ada.id}@${ada.port}/", json!("u1@5/")),
            ("${ada.password}", secret("hunter2")),
            ("pw:${ada.password}", secret("pw:hunter2")),
            ("$${ada.id}", json!("${ada.id}")),
            (
                "${ada}",
                json!({ special_values::KEY: special_values::RESOURCE_REFERENCE, "urn": "urn:ada", "id": "u1" }),
            ),
        ] {
            assert_eq!(references().text(text).unwrap(), expected, "{text}");
        }
        assert_eq!(
            References::default().text("${any.thing}").unwrap(),
            "${any.thing}"
        );
    }

    #[test]
    fn a_reference_to_nothing_says_what_there_is() {
        for (text, expected) in [
            (
                "${bob.id}",
                "no resource of the case is called `bob`\nhint: there are `ada`",
            ),
            ("${ada.prot}", "`ada` has no `prot`"),
            ("${ada.tags[7]}", "`ada` has no `7`"),
            ("${ada.id", "without a `}`"),
            ("x ${ada.tags}", "its value is not a text"),
        ] {
            let error = references().text(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
