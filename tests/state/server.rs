//! A server that moves: it chooses missing values, writes values in another form, and is changed by others.

use std::collections::BTreeMap;

use pulumi_wasm_core::value::{PropertyMap, PropertyValue};

use super::values::{elements, members, number, object};

/// The things of a server, by id.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Server {
    pub(crate) things: BTreeMap<String, Thing>,
    /// The number of things created so far.
    made: u32,
}

/// A thing on the server.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Thing {
    /// Its properties, in the server's own form.
    pub(crate) fields: PropertyMap,
    /// The number of its changes.
    pub(crate) serial: u32,
}

/// A property, the part that tells its elements from each other, and the parts that the server chooses, with its choices.
type OfElements = (
    &'static str,
    &'static str,
    &'static [(&'static str, &'static str)],
);

/// For all lists and maps of objects.
const OF_ELEMENTS: [OfElements; 4] = [
    ("rules", "port", &[("proto", "tcp"), ("note", "none")]),
    ("disks", "size", &[("zone", "r1")]),
    ("members", "host", &[("weight", "1")]),
    ("nodes", "", &[("kind", "std")]),
];

impl Server {
    /// Creates a thing, and returns its id.
    pub(crate) fn create(&mut self, given: &PropertyMap) -> String {
        self.made += 1;
        let id = format!("id-{}", self.made);
        let mut thing = Thing::default();
        thing.set(given);
        self.things.insert(id.clone(), thing);
        id
    }

    /// Changes a thing; returns whether it exists.
    pub(crate) fn update(&mut self, id: &str, given: &PropertyMap, removed: &[String]) -> bool {
        let Some(thing) = self.things.get_mut(id) else {
            return false;
        };
        for name in removed {
            thing.fields.remove(name);
        }
        thing.set(given);
        thing.serial += 1;
        true
    }
}

impl Thing {
    /// Sets properties; existing elements keep the values that the server chose.
    pub(crate) fn set(&mut self, given: &PropertyMap) {
        for (name, value) in given {
            let mut value = value.without_secrets();
            if let Some((_, key, chosen)) = OF_ELEMENTS.iter().find(|(field, ..)| field == name) {
                keep_chosen(&mut value, self.fields.get(name), key, chosen);
            } else if name == "settings" {
                let mut kept = members(self.fields.get(name));
                kept.retain(|key, _| key != "motto");
                kept.extend(members(Some(&value)));
                value = PropertyValue::Object(kept);
            } else if name == "tags" {
                let mut tags = members(Some(&value));
                tags.entry("owner".to_owned())
                    .or_insert_with(|| "sys".into());
                value = PropertyValue::Object(tags);
            }
            self.fields.insert(name.clone(), value);
        }
        self.complete();
    }

    /// Chooses missing values, and brings values into the server's own form.
    pub(crate) fn complete(&mut self) {
        let fields = &mut self.fields;
        let mut choose = |name: &str, value: PropertyValue| {
            fields.entry(name.to_owned()).or_insert(value);
        };
        choose("zone", "eu".into());
        choose("size", number(10));
        choose("region", "eu-1".into());
        choose(
            "tags",
            PropertyValue::Object(object([("owner", "sys".into())])),
        );
        choose("settings", PropertyValue::Object(PropertyMap::new()));
        let mut settings = members(fields.get("settings"));
        settings
            .entry("kind".to_owned())
            .or_insert_with(|| "basic".into());
        settings
            .entry("level".to_owned())
            .or_insert_with(|| number(5));
        fields.insert("settings".to_owned(), PropertyValue::Object(settings));
        if let Some(PropertyValue::String(mode)) = fields.get_mut("mode") {
            *mode = mode.to_lowercase();
        }
        for (name, _, chosen) in OF_ELEMENTS {
            each_element(fields.get_mut(name), |_, element| {
                for (part, value) in chosen {
                    element
                        .entry((*part).to_owned())
                        .or_insert_with(|| choice(value));
                }
            });
        }
        // Other values come back in the server's form, without a rule in the manifest.
        if let Some(PropertyValue::String(text)) = fields.get_mut("text") {
            *text = text.to_lowercase();
        }
        if let Some(PropertyValue::String(site)) = fields.get_mut("site") {
            *site = site.to_uppercase();
        }
        if let Some(PropertyValue::Array(items)) = fields.get_mut("items") {
            items.sort_by_key(|item| format!("{item:?}"));
        }
        each_element(fields.get_mut("volumes"), |_, volume| {
            if let Some(PropertyValue::String(place)) = volume.get_mut("place") {
                *place = place.to_uppercase();
            }
        });
        // Sets come back in the server's order.
        for name in ["words", "members", "volumes"] {
            if let Some(PropertyValue::Array(set)) = fields.get_mut(name) {
                set.sort_by_key(|element| format!("{element:?}"));
                set.dedup();
            }
        }
    }
}

fn choice(text: &str) -> PropertyValue {
    text.parse().map_or_else(|_| text.into(), number)
}

/// Calls for each element that is an object, with its key in a map.
pub(crate) fn each_element(
    value: Option<&mut PropertyValue>,
    mut action: impl FnMut(Option<&str>, &mut PropertyMap),
) {
    match value {
        Some(PropertyValue::Array(elements)) => {
            for element in elements {
                if let PropertyValue::Object(element) = element {
                    action(None, element);
                }
            }
        }
        Some(PropertyValue::Object(entries)) => {
            for (key, element) in entries {
                if let PropertyValue::Object(element) = element {
                    action(Some(key), element);
                }
            }
        }
        _ => {}
    }
}

fn keep_chosen(
    value: &mut PropertyValue,
    before: Option<&PropertyValue>,
    key: &str,
    chosen: &[(&str, &str)],
) {
    each_element(Some(value), |entry, element| {
        let old = match entry {
            Some(entry) => members(members(before).get(entry)),
            None => elements(before)
                .iter()
                .map(|old| members(Some(old)))
                .find(|old| old.get(key) == element.get(key))
                .unwrap_or_default(),
        };
        for (part, _) in chosen {
            if let Some(kept) = old.get(*part) {
                element
                    .entry((*part).to_owned())
                    .or_insert_with(|| kept.clone());
            }
        }
    });
}
