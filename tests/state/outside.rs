//! Changes that others make to a thing without the engine.

use pulumi_wasm_core::value::{PropertyMap, PropertyValue};

use super::values::{members, number, object};

/// A change by others.
pub(crate) struct Outside {
    /// Its description, for people.
    pub(crate) name: &'static str,
    act: fn(&mut PropertyMap),
    /// Whether it affects a property that replaces.
    pub(crate) replaces: bool,
}

impl Outside {
    /// Changes the fields of a thing.
    pub(crate) fn act(&self, fields: &mut PropertyMap) {
        (self.act)(fields);
    }
}

const fn change(name: &'static str, act: fn(&mut PropertyMap)) -> Outside {
    Outside {
        name,
        act,
        replaces: false,
    }
}

const fn replacing(name: &'static str, act: fn(&mut PropertyMap)) -> Outside {
    Outside {
        name,
        act,
        replaces: true,
    }
}

fn set(fields: &mut PropertyMap, name: &str, value: impl Into<PropertyValue>) {
    fields.insert(name.to_owned(), value.into());
}

fn in_list(fields: &mut PropertyMap, name: &str, act: impl FnOnce(&mut Vec<PropertyValue>)) {
    let list = fields
        .entry(name.to_owned())
        .or_insert_with(|| PropertyValue::Array(Vec::new()));
    if let PropertyValue::Array(elements) = list {
        act(elements);
    }
}

fn in_map(fields: &mut PropertyMap, name: &str, act: impl FnOnce(&mut PropertyMap)) {
    let map = fields
        .entry(name.to_owned())
        .or_insert_with(|| PropertyValue::Object(PropertyMap::new()));
    if let PropertyValue::Object(entries) = map {
        act(entries);
    }
}

fn part_of_first(fields: &mut PropertyMap, name: &str, part: &str, value: PropertyValue) {
    in_list(fields, name, |elements| {
        if let Some(PropertyValue::Object(first)) = elements.first_mut() {
            first.insert(part.to_owned(), value);
        }
    });
}

fn without_first(fields: &mut PropertyMap, name: &str) {
    in_list(fields, name, |elements| {
        if !elements.is_empty() {
            elements.remove(0);
        }
    });
}

fn added(key: &str, value: PropertyValue) -> PropertyValue {
    PropertyValue::Object(object([(key, value)]))
}

/// All of them.
pub(crate) const OUTSIDE: [Outside; 40] = [
    change("sets size to 99", |fields| set(fields, "size", 99.0)),
    change("sets label to `seen`", |fields| {
        set(fields, "label", "seen")
    }),
    change("takes label away", |fields| {
        fields.remove("label");
    }),
    change("sets mode to `shout`", |fields| {
        set(fields, "mode", "shout")
    }),
    change("sets another password", |fields| {
        set(fields, "password", "pass-phrase-of-others");
    }),
    change("adds the tag x", |fields| {
        in_map(fields, "tags", |tags| set(tags, "x", "y"));
    }),
    change("sets the tag a", |fields| {
        in_map(fields, "tags", |tags| set(tags, "a", "other"));
    }),
    change("takes the tag a away", |fields| {
        in_map(fields, "tags", |tags| drop(tags.remove("a")));
    }),
    change("adds a rule at the end", |fields| {
        in_list(fields, "rules", |rules| {
            rules.push(added("port", number(900)))
        });
    }),
    change("adds a rule in front", |fields| {
        in_list(fields, "rules", |rules| {
            rules.insert(0, added("port", number(901)));
        });
    }),
    change("takes the first rule away", |fields| {
        without_first(fields, "rules")
    }),
    change("takes the last rule away", |fields| {
        in_list(fields, "rules", |rules| drop(rules.pop()));
    }),
    change("changes proto of the first rule", |fields| {
        part_of_first(fields, "rules", "proto", "sctp".into());
    }),
    change("changes port of the first rule", |fields| {
        part_of_first(fields, "rules", "port", number(8080));
    }),
    replacing("adds a disk in front", |fields| {
        in_list(fields, "disks", |disks| {
            disks.insert(0, added("size", number(9)))
        });
    }),
    change("takes the first disk away", |fields| {
        without_first(fields, "disks")
    }),
    change("changes size of the first disk", |fields| {
        part_of_first(fields, "disks", "size", number(77));
    }),
    replacing("changes zone of the first disk", |fields| {
        part_of_first(fields, "disks", "zone", "r9".into());
    }),
    change("adds a member", |fields| {
        in_list(fields, "members", |members| {
            members.push(added("host", "zed".into()))
        });
    }),
    change("takes the first member away", |fields| {
        without_first(fields, "members")
    }),
    change("changes weight of the first member", |fields| {
        part_of_first(fields, "members", "weight", number(9));
    }),
    change("changes size of the first volume", |fields| {
        part_of_first(fields, "volumes", "size", number(77));
    }),
    change("takes speed of the first volume away", |fields| {
        in_list(fields, "volumes", |volumes| {
            if let Some(PropertyValue::Object(first)) = volumes.first_mut() {
                first.remove("speed");
            }
        });
    }),
    replacing("changes place of the first volume", |fields| {
        part_of_first(fields, "volumes", "place", "US".into());
    }),
    change("adds a word", |fields| {
        in_list(fields, "words", |words| words.push("zebra".into()));
    }),
    change("takes the first word away", |fields| {
        without_first(fields, "words")
    }),
    change("adds the node n9", |fields| {
        in_map(fields, "nodes", |nodes| {
            set(nodes, "n9", added("size", number(9)))
        });
    }),
    change("takes the node n1 away", |fields| {
        in_map(fields, "nodes", |nodes| drop(nodes.remove("n1")));
    }),
    change("changes kind of the node n1", |fields| {
        in_map(fields, "nodes", |nodes| {
            if let Some(PropertyValue::Object(node)) = nodes.get_mut("n1") {
                set(node, "kind", "odd");
            }
        });
    }),
    change("sets settings.level to 8", |fields| {
        in_map(fields, "settings", |settings| set(settings, "level", 8.0));
    }),
    replacing("sets settings.kind to `odd`", |fields| {
        in_map(fields, "settings", |settings| set(settings, "kind", "odd"));
    }),
    replacing("sets zone to `mars`", |fields| set(fields, "zone", "mars")),
    replacing("sets region to `moon-1`", |fields| {
        set(fields, "region", "moon-1")
    }),
    change("sets text to `other`", |fields| {
        set(fields, "text", "other")
    }),
    change("adds an item", |fields| {
        in_list(fields, "items", |items| items.push("aa".into()));
    }),
    change("takes the first item away", |fields| {
        without_first(fields, "items")
    }),
    change("takes depth away", |fields| {
        fields.remove("depth");
    }),
    change("changes host of the backend", |fields| {
        if let Some(PropertyValue::Object(backend)) = fields.get_mut("backend")
            && backend.contains_key("host")
        {
            set(backend, "host", "elsewhere");
        }
    }),
    replacing("switches the backend", |fields| {
        let remote = object([("type", "remote".into()), ("host", "new".into())]);
        set(fields, "backend", PropertyValue::Object(remote));
    }),
    replacing("sets site to `MARS`", |fields| set(fields, "site", "MARS")),
];

/// Whether a change by others may replace a thing with this program.
pub(crate) fn may_replace(outside: &Outside, program: &PropertyMap) -> bool {
    let gives_zones = format!(
        "{:?}",
        members(Some(&PropertyValue::Object(program.clone()))).get("disks")
    )
    .contains("zone");
    outside.replaces || (outside.name.contains("disk") && gives_zones)
}
