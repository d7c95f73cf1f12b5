//! A thing's outputs, and the rule for when a server matches a program.

use pulumi_wasm_core::value::{PropertyMap, PropertyValue};

use super::manifest::label;
use super::server::Thing;
use super::values::{elements, members, number};

/// The outputs of a thing, with the names of a version of the component.
pub(crate) fn outputs(thing: &Thing, id: &str, version: u8, key: Option<&str>) -> PropertyMap {
    let mut outputs = thing.fields.clone();
    if version < 2 {
        outputs.remove("region");
        if let Some(PropertyValue::Array(rules)) = outputs.get_mut("rules") {
            for rule in rules {
                if let PropertyValue::Object(rule) = rule {
                    rule.remove("note");
                }
            }
        }
    }
    if let Some(value) = outputs.remove("label") {
        outputs.insert("echo".to_owned(), value.clone());
        outputs.insert(label(version).to_owned(), value);
    }
    let password = outputs.get("password").and_then(PropertyValue::as_str);
    let login = password
        .map(|password| format!("admin:{password}@"))
        .unwrap_or_default();
    outputs.insert("url".to_owned(), format!("https://{login}host/{id}").into());
    if let Some(key) = key {
        outputs.insert("signed".to_owned(), format!("sig/{key}/{id}").into());
    }
    outputs.insert("serial".to_owned(), number(thing.serial));
    outputs
}

/// The names of the properties in which a server differs from a program.
pub(crate) fn lacks(thing: &Thing, program: &PropertyMap) -> Vec<String> {
    let lacks = |(name, wanted): &(&String, &PropertyValue)| {
        let there = thing.fields.get(*name);
        !is_met(name, &wanted.without_secrets(), there)
    };
    let lacking = program.iter().filter(lacks);
    lacking.map(|(name, _)| name.clone()).collect()
}

fn is_met(name: &str, wanted: &PropertyValue, there: Option<&PropertyValue>) -> bool {
    match name {
        "mode" | "text" | "site" => {
            let lower = |value: &PropertyValue| value.as_str().map(str::to_lowercase);
            there.is_some_and(|there| lower(there) == lower(wanted))
        }
        "items" => {
            let sorted = |value| {
                let mut items: Vec<String> = elements(value)
                    .iter()
                    .map(|item| format!("{item:?}"))
                    .collect();
                items.sort();
                items
            };
            sorted(Some(wanted)) == sorted(there)
        }
        "tags" | "settings" | "backend" => has_members(&members(Some(wanted)), &members(there)),
        "nodes" => {
            let (wanted, there) = (members(Some(wanted)), members(there));
            wanted
                .iter()
                .all(|(key, wanted)| has_members(&members(Some(wanted)), &members(there.get(key))))
        }
        "rules" | "disks" => {
            let (wanted, there) = (elements(Some(wanted)), elements(there));
            wanted.len() == there.len() && wanted.iter().zip(&there).all(|(w, t)| is_part(w, t))
        }
        "volumes" => {
            let upper = |volume: &PropertyValue| {
                let mut volume = members(Some(volume));
                if let Some(PropertyValue::String(place)) = volume.get_mut("place") {
                    *place = place.to_uppercase();
                }
                PropertyValue::Object(volume)
            };
            let wanted = elements(Some(wanted)).iter().map(upper).collect();
            is_met("members", &PropertyValue::Array(wanted), there)
        }
        "members" | "words" => {
            let (wanted, there) = (elements(Some(wanted)), elements(there));
            let is_there = |wanted| there.iter().any(|there| is_part(wanted, there));
            let is_wanted = |there| wanted.iter().any(|wanted| is_part(wanted, there));
            wanted.iter().all(is_there) && there.iter().all(is_wanted)
        }
        _ => there == Some(wanted),
    }
}

fn is_part(wanted: &PropertyValue, there: &PropertyValue) -> bool {
    match (wanted, there) {
        (PropertyValue::Object(wanted), PropertyValue::Object(there)) => has_members(wanted, there),
        _ => wanted == there,
    }
}

fn has_members(wanted: &PropertyMap, there: &PropertyMap) -> bool {
    wanted
        .iter()
        .all(|(key, value)| there.get(key) == Some(value))
}
