//! The program: its possible values of each property, and its present ones.

use std::collections::{BTreeMap, BTreeSet};

use pulumi_wasm_core::value::{PropertyMap, PropertyValue};

use super::manifest::label;
use super::values::{elements, list, members, number, object, texts};

/// A program, and the version of the component that it is written for.
#[derive(Debug, Clone)]
pub(crate) struct Program {
    pub(crate) goals: BTreeMap<String, Goal>,
    pub(crate) version: u8,
}

impl Default for Program {
    fn default() -> Self {
        Self {
            goals: BTreeMap::new(),
            version: 1,
        }
    }
}

/// A resource of the program.
#[derive(Debug, Clone, Default)]
pub(crate) struct Goal {
    /// With the names of the first versions.
    pub(crate) inputs: PropertyMap,
    pub(crate) ignored: Vec<String>,
    pub(crate) replaces_on: Vec<String>,
    pub(crate) import: Option<String>,
}

impl Goal {
    /// The inputs as a program for this version writes them.
    pub(crate) fn inputs(&self, version: u8) -> PropertyMap {
        let mut inputs = self.inputs.clone();
        if version < 2 {
            inputs.remove("region");
        }
        if let Some(value) = inputs.remove("label") {
            inputs.insert(label(version).to_owned(), value);
        }
        inputs
    }

    /// The option `ignoreChanges` as a program for this version writes it.
    pub(crate) fn ignored(&self, version: u8) -> Vec<String> {
        let paths = self.ignored.iter();
        paths
            .map(|path| match path.as_str() {
                "label" => label(version).to_owned(),
                path => path.to_owned(),
            })
            .collect()
    }

    /// Stores inputs that have the names of this version, under the names of the first versions.
    pub(crate) fn write(&mut self, mut inputs: PropertyMap, version: u8) {
        inputs.retain(|name, _| !name.starts_with("__"));
        if let Some(value) = inputs.remove(label(version)) {
            inputs.insert("label".to_owned(), value);
        }
        self.inputs = inputs;
    }

    /// Whether the option `replaceOnChanges` names this path.
    pub(crate) fn replaces_on(&self, path: &str) -> bool {
        let has = |option: &String| {
            path.strip_prefix(option.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        self.replaces_on.iter().any(has)
    }
}

/// Passwords. One of them is a label, too.
pub(crate) const PASSWORDS: [&str; 2] = ["pass-phrase-one", "pass-phrase-two"];
/// The secret of the configuration.
pub(crate) const KEY: &str = "key-of-configuration";

/// The properties that a program may set.
pub(crate) const FIELDS: [&str; 20] = [
    "size", "label", "rules", "members", "zone", "mode", "password", "tags", "disks", "words",
    "nodes", "settings", "name", "region", "text", "items", "site", "depth", "backend", "volumes",
];

fn rule(port: u32, proto: Option<&str>) -> PropertyMap {
    let mut rule = object([("port", number(port))]);
    rule.extend(proto.map(|proto| ("proto".to_owned(), proto.into())));
    rule
}

fn disk(size: u32, zone: Option<&str>) -> PropertyMap {
    let mut disk = object([("size", number(size))]);
    disk.extend(zone.map(|zone| ("zone".to_owned(), zone.into())));
    disk
}

fn member(host: &str, weight: Option<u32>) -> PropertyMap {
    let mut member = object([("host", host.into())]);
    member.extend(weight.map(|weight| ("weight".to_owned(), number(weight))));
    member
}

fn volume(name: &str, size: u32) -> PropertyMap {
    object([
        ("name", name.into()),
        ("size", number(size)),
        ("place", "eu".into()),
    ])
}

fn map<const N: usize>(members: [(&str, PropertyValue); N]) -> PropertyValue {
    PropertyValue::Object(object(members))
}

/// The values that a program may give a property, apart from leaving it out.
pub(crate) fn choices(field: &str) -> Vec<PropertyValue> {
    let node = |size: u32| map([("size", number(size))]);
    match field {
        "size" => vec![number(10), number(20)],
        "label" => vec!["alpha".into(), "beta".into(), PASSWORDS[0].into()],
        "zone" | "name" => vec!["eu".into(), "us".into()],
        "region" => vec!["eu-1".into(), "us-1".into()],
        "mode" => vec!["Fast".into(), "SLOW".into()],
        "password" => PASSWORDS
            .map(|text| PropertyValue::from(text).into_secret())
            .to_vec(),
        "tags" => vec![
            map([("a", "1".into())]),
            map([("a", "2".into()), ("b", "1".into())]),
            map([("owner", "me".into())]),
            map([("a", PropertyValue::from(PASSWORDS[1]).into_secret())]),
        ],
        "rules" => vec![
            list([rule(80, None)]),
            list([rule(80, None), rule(443, None)]),
            list([rule(443, None), rule(80, None)]),
            list([rule(80, Some("udp")), rule(443, None), rule(22, None)]),
            list([]),
        ],
        "disks" => vec![
            list([disk(1, None)]),
            list([disk(1, None), disk(2, None), disk(3, None)]),
            list([disk(1, Some("r2")), disk(2, None)]),
        ],
        "members" => vec![
            list([member("m1", None)]),
            list([member("m2", None), member("m1", None)]),
            list([member("m1", Some(3)), member("m3", None)]),
        ],
        "volumes" => vec![
            list([volume("v1", 1)]),
            list([volume("v1", 1), volume("v2", 1)]),
            list([volume("v2", 1), volume("v1", 9)]),
        ],
        "words" => vec![
            texts(&["x"]),
            texts(&["y", "x"]),
            texts(&["x", "z", "y"]),
            texts(&[]),
        ],
        "nodes" => vec![
            map([("n1", node(1))]),
            map([("n1", node(1)), ("n2", node(2))]),
            map([("n2", map([("size", number(2)), ("kind", "big".into())]))]),
        ],
        "settings" => vec![
            map([("motto", "m".into())]),
            map([("level", number(7))]),
            map([("kind", "basic".into()), ("motto", "n".into())]),
            map([("kind", "special".into())]),
        ],
        "text" => vec!["Foo".into(), "bar".into()],
        "items" => vec![
            texts(&["b", "a"]),
            texts(&["a"]),
            texts(&["c", "b", "a", "b"]),
        ],
        "site" => vec!["eu".into(), "Us".into()],
        "depth" => vec![number(5)],
        "backend" => {
            let local = |bytes: u32| ("bytes", number(bytes));
            vec![
                map([("type", "local".into()), local(1)]),
                map([("type", "local".into()), local(2), ("path", "/p".into())]),
                map([("type", "remote".into()), ("host", "h".into())]),
            ]
        }
        other => unreachable!("{other}"),
    }
}

/// Whether a value is missing, or an object that a member of the union has.
pub(crate) fn is_backend(value: Option<&PropertyValue>) -> bool {
    let backend = members(value);
    let required = match backend.get("type").and_then(PropertyValue::as_str) {
        Some("local") => "bytes",
        Some("remote") => "host",
        _ => return value.is_none(),
    };
    backend.contains_key(required)
}

/// The parts of inputs that cannot change in place.
pub(crate) fn fixed_parts(inputs: &PropertyMap) -> BTreeMap<&'static str, PropertyValue> {
    let part = |name: &str, part: &str| members(inputs.get(name)).get(part).cloned();
    let parts = [
        ("name", inputs.get("name").cloned()),
        ("zone", inputs.get("zone").cloned()),
        ("region", inputs.get("region").cloned()),
        ("site", inputs.get("site").cloned()),
        ("settings.kind", part("settings", "kind")),
        ("backend.bytes", part("backend", "bytes")),
    ];
    let given = parts.into_iter();
    given
        .filter_map(|(name, value)| Some((name, value?)))
        .collect()
}

/// Whether a difference of a property between these values may replace the thing.
pub(crate) fn may_replace(
    field: &str,
    old: Option<&PropertyValue>,
    new: Option<&PropertyValue>,
) -> bool {
    let either = |part: &str| {
        let has = |value: Option<&PropertyValue>| {
            value.is_some_and(|value| format!("{value:?}").contains(part))
        };
        has(old) || has(new)
    };
    match field {
        "name" | "zone" | "region" | "site" => true,
        "backend" => {
            let bytes = |value| members(value).get("bytes").cloned();
            bytes(old) != bytes(new)
        }
        "settings" => either("kind"),
        "disks" => either("zone"),
        // A volume is added or removed together with its place. An import writes places in the server's form.
        "volumes" => {
            let places = |value| -> BTreeSet<String> {
                let volumes = elements(value).into_iter();
                let place = |volume| {
                    let volume = members(Some(&volume));
                    format!("{:?} {:?}", volume.get("name"), volume.get("place"))
                };
                volumes.map(place).collect()
            };
            places(old) != places(new)
        }
        _ => false,
    }
}
