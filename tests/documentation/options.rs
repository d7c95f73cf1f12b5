//! The options of each SDK, held to the manifest's keys and to the pages that list them.
//!
//! The options are read from the sources of the SDKs, and the keys from `tests/interface/manifests/1.json`, which has every key.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::{cells, prose, read, root};

mod sources;
mod table;

use sources::{SDKS, Sdk};
use table::{NO_OPTION, OPTIONS};

/// An option, by its group and its name in camel case.
type Written<'a> = (&'a str, String);

/// `ignore_case` as `ignoreCase`.
fn camel(name: &str) -> String {
    let mut result = String::new();
    for part in name.split('_').filter(|part| !part.is_empty()) {
        if result.is_empty() {
            result.push_str(part)
        } else {
            result.push_str(&part[..1].to_uppercase());
            result.push_str(&part[1..]);
        }
    }
    result
}

fn keys_of(group: &str, option: &str) -> Option<&'static [&'static str]> {
    let mut rows = OPTIONS.iter();
    let row = rows.find(|row| row.group == group && row.options.contains(&option))?;
    Some(row.keys)
}

/// The keys of the manifest that has all of them, each behind the name of the object that it stands in. The schema is Pulumi's.
fn manifest_keys() -> BTreeSet<String> {
    let manifest: Value = serde_json::from_str(&read("tests/interface/manifests/1.json")).unwrap();
    let mut found = BTreeSet::new();
    let root = manifest.as_object().unwrap();
    add(&mut found, "manifest", root);
    add(&mut found, "sdk", root["sdk"].as_object().unwrap());
    let mut parts = vec![root["provider"].as_object().unwrap()];
    for section in ["types", "resources", "functions"] {
        parts.extend(
            root[section]
                .as_object()
                .unwrap()
                .values()
                .map(|part| part.as_object().unwrap()),
        );
    }
    for part in parts {
        add(&mut found, "part", part);
        for rules in part
            .get("properties")
            .and_then(Value::as_object)
            .into_iter()
            .flat_map(Map::values)
        {
            add_rules(&mut found, rules);
        }
        for constraint in part
            .get("constraints")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
        {
            add(&mut found, "constraint", constraint.as_object().unwrap());
        }
        if let Some(name) = part.get("autoName") {
            add(&mut found, "autoName", name.as_object().unwrap());
        }
    }
    for mapping in root["mappings"].as_array().unwrap() {
        add(&mut found, "mapping", mapping.as_object().unwrap());
    }
    let permissions = root["permissions"].as_object().unwrap();
    add(&mut found, "permissions", permissions);
    for (kind, list) in permissions {
        for permission in list.as_array().unwrap() {
            let permission = permission.as_object().unwrap();
            add(&mut found, kind, permission);
            for inner in ["credential", "tls"] {
                if let Some(members) = permission.get(inner) {
                    add(&mut found, inner, members.as_object().unwrap());
                }
            }
        }
    }
    for used in root["packages"].as_object().unwrap().values() {
        add(&mut found, "packages", used.as_object().unwrap());
        if let Some(parameter) = used.get("parameter") {
            add(&mut found, "parameter", parameter.as_object().unwrap());
        }
    }
    found
}

fn add(found: &mut BTreeSet<String>, place: &str, members: &Map<String, Value>) {
    found.extend(members.keys().map(|key| format!("{place}.{key}")));
}

fn add_rules(found: &mut BTreeSet<String>, rules: &Value) {
    let rules = rules.as_object().unwrap();
    add(found, "rule", rules);
    if let Some(items) = rules.get("items") {
        add_rules(found, items);
    }
}

/// The mistakes in the options of an SDK.
fn judge(sdk: &Sdk, options: &BTreeSet<Written<'_>>, page: &str) -> Vec<String> {
    let known = manifest_keys();
    let schema = sources::schema_keys();
    let mut mistakes = Vec::new();
    let mut writes = BTreeSet::new();
    for (group, option) in options {
        let Some(keys) = keys_of(group, option) else {
            mistakes.push(format!(
                "{}: `{option}` of {group} becomes no key that the test knows",
                sdk.name
            ));
            continue;
        };
        for key in keys {
            let exists = match key.strip_prefix("schema.") {
                Some(key) => schema.contains(key),
                None => *key == "sdk" || known.contains(*key),
            };
            if !exists {
                mistakes.push(format!(
                    "{}: `{option}` of {group} becomes `{key}`, which the host does not read",
                    sdk.name
                ));
            }
            writes.insert((*key).to_owned());
        }
    }
    let excused = |key: &str| {
        NO_OPTION
            .iter()
            .any(|(excused, sdks, _)| *excused == key && sdks.contains(&sdk.name))
    };
    for key in &known {
        match (writes.contains(key), excused(key)) {
            (false, false) => {
                mistakes.push(format!("{}: no option writes the key `{key}`", sdk.name))
            }
            (true, true) => mistakes.push(format!(
                "{}: the test says that no option writes `{key}`, and one does",
                sdk.name
            )),
            _ => {}
        }
    }
    let mut spans: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for (group, headings) in sdk.headings {
        spans
            .entry(group)
            .or_default()
            .extend(headings.iter().flat_map(|heading| names_in(page, heading)));
    }
    for (group, option) in options {
        if !spans[group].contains(option) {
            mistakes.push(format!(
                "{}: `{option}` of {group} is not in {}",
                sdk.name, sdk.page
            ));
        }
    }
    mistakes
}

/// The names in code below a heading, in camel case, without the column of a table that has the keys. A class has the name of its option with a capital letter.
fn names_in(page: &str, heading: &str) -> BTreeSet<String> {
    let mut sections = page.split("\n## ");
    let section = sections.find(|section| section.starts_with(heading));
    let section = prose(section.unwrap_or_else(|| panic!("there is no heading `{heading}`")));
    let mut has_keys = false;
    let lines = section.replace("\\|", " ");
    let lines = lines.lines().map(|line| {
        let cells = cells(line).unwrap_or_default();
        has_keys = line.starts_with('|') && (has_keys || cells.last() == Some(&"manifest"));
        match cells.split_last() {
            Some((_, others)) if has_keys => others.join(" "),
            _ => line.to_owned(),
        }
    });
    let section = lines.collect::<Vec<_>>().join("\n");
    let code = section.split('`').skip(1).step_by(2);
    let is_between = |letter: char| !letter.is_ascii_alphanumeric() && letter != '_';
    let names = code.flat_map(|code| code.split(is_between));
    let names = names.filter(|name| !name.is_empty()).map(camel);
    let both = names.filter(|name| !name.is_empty()).flat_map(|name| {
        let small = format!("{}{}", name[..1].to_lowercase(), &name[1..]);
        [name, small]
    });
    both.collect()
}

fn assert_none(mistakes: &[String]) {
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
}

#[test]
fn each_option_of_an_sdk_becomes_a_key_that_the_host_reads_and_stands_in_a_page() {
    let mut mistakes = Vec::new();
    for sdk in &SDKS {
        let options = (sdk.options)();
        assert!(
            options.len() > 60,
            "{}: the options were not found",
            sdk.name
        );
        mistakes.extend(judge(sdk, &options, &read(sdk.page)));
    }
    assert_none(&mistakes);
}

#[test]
fn an_invented_option_and_a_lost_one_are_told() {
    for sdk in &SDKS {
        let page = read(sdk.page);
        let mut options = (sdk.options)();
        options.insert(("definition", "inventedOption".to_owned()));
        assert!(options.remove(&("definition", "concurrency".to_owned())));
        let mistakes = judge(sdk, &options, &page);
        let name = sdk.name;
        assert_eq!(
            mistakes,
            [
                format!(
                    "{name}: `inventedOption` of definition becomes no key that the test knows"
                ),
                format!("{name}: no option writes the key `part.concurrency`"),
                format!(
                    "{name}: `inventedOption` of definition is not in {}",
                    sdk.page
                ),
            ]
        );
    }
}

/// A row without an option would hide that an SDK has lost it.
#[test]
fn each_row_of_the_table_is_an_option_of_an_sdk() {
    let all: BTreeSet<Written<'_>> = SDKS.iter().flat_map(|sdk| (sdk.options)()).collect();
    let rows = OPTIONS
        .iter()
        .flat_map(|row| row.options.iter().map(|option| (row.group, *option)));
    let unused: Vec<String> = rows
        .filter(|(group, option)| !all.contains(&(*group, (*option).to_owned())))
        .map(|(group, option)| format!("no SDK has `{option}` of {group}"))
        .collect();
    assert_none(&unused);
}

/// The host allows no key that the manifest with every key lacks.
#[test]
fn the_manifest_with_every_key_has_each_key_that_the_host_reads() {
    let keys = manifest_keys();
    let names: BTreeSet<&str> = keys
        .iter()
        .filter_map(|key| key.split_once('.'))
        .map(|(_, name)| name)
        .collect();
    let read = sources::keys_that_the_host_reads();
    assert!(read.len() > 60, "the keys were not found: {read:?}");
    let missing: Vec<String> = read
        .into_iter()
        .filter(|key| !names.contains(key.as_str()))
        .collect();
    assert!(
        missing.is_empty(),
        "tests/interface/manifests/1.json lacks {missing:?}"
    );
}
