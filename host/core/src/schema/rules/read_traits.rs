//! Reads the traits of a resource type.

use std::collections::{BTreeMap, BTreeSet};

use super::traits::{Consistency, MAX_RANDOM_PART, NameRule, ResourceTraits};
use super::value_kinds::{self, Kind};
use crate::schema::import_id::ImportId;
use crate::schema::model::ResourceSchema;
use crate::schema::model::named_types::Types;
use crate::schema::parse::reader::{Members, Reader, member};

/// Parses a manifest's traits of a resource type into its schema. Read after the rules, which limit the length of the
/// name.
pub(crate) fn read_traits(
    reader: &mut Reader,
    types: &Types,
    resource: &mut ResourceSchema,
    spec: &Members,
    place: &str,
) {
    resource.traits = ResourceTraits {
        state_version: reader.whole(spec, "stateVersion", place).unwrap_or(0),
        delete_before_replace: reader.flag(spec, "deleteBeforeReplace", place),
        refresh_before_update: reader.flag(spec, "refreshBeforeUpdate", place),
        consistency: consistency(reader, spec, place),
        name: name(reader, types, resource, spec, place),
        stable: reader
            .texts(spec, "stable", place)
            .into_iter()
            .map(str::to_owned)
            .collect(),
        output_dependencies: output_dependencies(reader, resource, spec, place),
        concurrency: concurrency(reader, spec, place),
        has_computed: has_computed(types, resource),
    };
    for name in &resource.traits.stable {
        if !resource.outputs.properties.contains_key(name) {
            let outputs = resource.outputs.properties.keys().map(String::as_str);
            let hint = reader.hint(name, outputs);
            let message = format!("there is no output `{name}`{hint}");
            reader.mistake(&member(place, "stable"), message);
        }
    }
    if let Some(form) = reader.text(spec, "importId", place) {
        match ImportId::parse(form, types, &resource.inputs) {
            Ok(form) => resource.import_id = Some(form),
            Err(mistakes) => {
                let place = member(place, "importId");
                for mistake in mistakes {
                    reader.mistake(&place, mistake);
                }
            }
        }
    }
}

/// Whether an input is computed, or may have a part that is.
fn has_computed(types: &Types, resource: &ResourceSchema) -> bool {
    resource.inputs.properties.values().any(|property| {
        property.computed || types.has_computed() && !property.value_type.is_plain()
    })
}

/// The inputs that outputs depend on. An output of the name of an input is that input if that is given.
fn output_dependencies(
    reader: &mut Reader,
    resource: &ResourceSchema,
    spec: &Members,
    place: &str,
) -> BTreeMap<String, BTreeSet<String>> {
    const KEY: &str = "outputDependencies";
    let mut found = BTreeMap::new();
    let Some(spec) = reader.object_member(spec, KEY, place) else {
        return found;
    };
    let place = member(place, KEY);
    let (inputs, outputs) = (&resource.inputs.properties, &resource.outputs.properties);
    for output in spec.keys() {
        let names = reader.texts(spec, output, &place);
        let place = member(&place, output);
        if !outputs.contains_key(output) {
            let hint = reader.hint(output, outputs.keys().map(String::as_str));
            reader.mistake(&place, format!("there is no output `{output}`{hint}"));
        }
        if names.is_empty() && spec.get(output).is_some_and(serde_json::Value::is_array) {
            let message = "names no input; an output that never changes is `stable`";
            reader.mistake(&place, message);
        }
        for name in &names {
            if !inputs.contains_key(*name) {
                let hint = reader.hint(name, inputs.keys().map(String::as_str));
                reader.mistake(&place, format!("there is no input `{name}`{hint}"));
            }
        }
        let names = names.into_iter().map(str::to_owned).collect();
        found.insert(output.clone(), names);
    }
    found
}

/// The maximum number of concurrent changes of resources of the type.
fn concurrency(reader: &mut Reader, spec: &Members, place: &str) -> Option<u32> {
    let concurrency = reader.whole(spec, "concurrency", place)?;
    if concurrency == 0 {
        reader.mistake(&member(place, "concurrency"), "must be 1 or more");
    }
    Some(concurrency)
}

fn consistency(reader: &mut Reader, spec: &Members, place: &str) -> Consistency {
    match reader.text(spec, "consistency", place) {
        None | Some("warn") => Consistency::Warn,
        Some("off") => Consistency::Off,
        Some("error") => Consistency::Error,
        Some(other) => {
            let message = format!("expected `off`, `warn` or `error`, found `{other}`");
            reader.mistake(&member(place, "consistency"), message);
            Consistency::Warn
        }
    }
}

fn name(
    reader: &mut Reader,
    types: &Types,
    resource: &ResourceSchema,
    spec: &Members,
    place: &str,
) -> Option<NameRule> {
    const KNOWN: [&str; 6] = [
        "property",
        "separator",
        "randomLength",
        "alphabet",
        "maxLength",
        "lowercase",
    ];
    let spec = reader.object_member(spec, "autoName", place)?;
    let place = member(place, "autoName");
    reader.only(spec, &KNOWN, &place);
    let told = reader.mistakes.len();
    let mut rule = NameRule::of(reader.text(spec, "property", &place).unwrap_or_default());
    if let Some(separator) = reader.text(spec, "separator", &place) {
        separator.clone_into(&mut rule.separator);
    }
    if let Some(alphabet) = reader.text(spec, "alphabet", &place) {
        alphabet.clone_into(&mut rule.alphabet);
    }
    if let Some(length) = reader.whole(spec, "randomLength", &place) {
        rule.random_length = length;
    }
    rule.max_length = reader.whole(spec, "maxLength", &place);
    rule.lowercase = reader.flag(spec, "lowercase", &place);
    if reader.mistakes.len() == told {
        property(reader, types, resource, &mut rule, &place);
        consistent(reader, &rule, &place);
    }
    Some(rule)
}

/// The property that the rule names, and its rules.
fn property(
    reader: &mut Reader,
    types: &Types,
    resource: &ResourceSchema,
    rule: &mut NameRule,
    place: &str,
) {
    let place = member(place, "property");
    let name = &rule.property;
    let Some(property) = resource.inputs.properties.get(name) else {
        let hint = reader.hint(name, resource.inputs.properties.keys().map(String::as_str));
        reader.mistake(&place, format!("there is no input `{name}`{hint}"));
        return;
    };
    let problem = if !value_kinds::takes(types, &property.value_type, Kind::Text) {
        Some("is not a string")
    } else if property.constant.is_some() {
        Some("is a constant")
    } else if property.default.is_some() || !property.environment.is_empty() {
        Some("has a default")
    } else if property.write_only {
        Some("is write-only")
    } else if property.computed {
        Some("is computed")
    } else {
        None
    };
    if let Some(problem) = problem {
        let message = format!("`{name}` {problem}, so it cannot be a generated name");
        reader.mistake(&place, message);
    }
    let longest = property
        .rules
        .max_length
        .map(|length| u32::try_from(length).unwrap_or(u32::MAX));
    rule.max_length = match (rule.max_length, longest) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    };
}

/// Contradictions in the rule.
fn consistent(reader: &mut Reader, rule: &NameRule, place: &str) {
    let letters: Vec<char> = rule.alphabet.chars().collect();
    let mut distinct = letters.clone();
    distinct.sort_unstable();
    distinct.dedup();
    if distinct.len() != letters.len() || distinct.len() < 2 {
        let message = "an alphabet has at least two characters, each of them only once";
        reader.mistake(&member(place, "alphabet"), message);
    }
    if rule.random_length > MAX_RANDOM_PART {
        let message = format!("a name has at most {MAX_RANDOM_PART} random characters");
        reader.mistake(&member(place, "randomLength"), message);
        return;
    }
    let capital = |text: &str| text.to_lowercase() != text;
    if rule.lowercase && (capital(&rule.alphabet) || capital(&rule.separator)) {
        let message = "`lowercase` is set, but `alphabet` or `separator` has capital letters";
        reader.mistake(place, message);
    }
    let tail = match rule.random_length {
        0 => 0,
        length => u64::from(length) + rule.separator.chars().count() as u64,
    };
    if rule.max_length.is_some_and(|most| u64::from(most) <= tail) {
        let message = format!(
            "separator and random characters have {tail} characters, which leaves no room for the resource's name"
        );
        reader.mistake(place, message);
    }
}
