//! Reads the rules of a value.

use super::comparison::{Comparison, Comparisons};
use super::format::Format;
use super::pattern::Pattern;
use super::value::Rules;
use super::value_kinds::{self, Kind};
use crate::schema::model::named_types::Types;
use crate::schema::model::types::Type;
use crate::schema::parse::reader::{Members, Reader, member};
use crate::schema::values::scalar;
use crate::text::suggest;

/// The rules and the values that they apply to.
const KNOWN: [(&str, Kind); 18] = [
    ("minimum", Kind::Number),
    ("maximum", Kind::Number),
    ("exclusiveMinimum", Kind::Number),
    ("exclusiveMaximum", Kind::Number),
    ("multipleOf", Kind::Number),
    ("minLength", Kind::Text),
    ("maxLength", Kind::Text),
    ("pattern", Kind::Text),
    ("patternReason", Kind::Text),
    ("format", Kind::Text),
    ("minItems", Kind::List),
    ("maxItems", Kind::List),
    ("uniqueItems", Kind::List),
    ("minProperties", Kind::Map),
    ("maxProperties", Kind::Map),
    ("keyPattern", Kind::Map),
    ("items", Kind::Anything),
    ("compare", Kind::Anything),
];

/// Reads the rules for values of a type. Keys in `besides` are the caller's.
pub(super) fn read(
    reader: &mut Reader,
    types: &Types,
    expected: &Type,
    spec: &Members,
    besides: &[&str],
    place: &str,
) -> Rules {
    let names: Vec<&str> = KNOWN.iter().map(|(name, _)| *name).collect();
    let known: Vec<&str> = names.iter().chain(besides).copied().collect();
    reader.only(spec, &known, place);
    for (name, kind) in KNOWN {
        if spec.contains_key(name) && !value_kinds::takes(types, expected, kind) {
            let message = format!(
                "`{name}` is for {}, and the value is {}",
                kind.plural(),
                scalar::describe(types, expected)
            );
            reader.mistake(&member(place, name), message);
        }
    }
    let rules = Rules {
        minimum: reader.number(spec, "minimum", place),
        maximum: reader.number(spec, "maximum", place),
        exclusive_minimum: reader.number(spec, "exclusiveMinimum", place),
        exclusive_maximum: reader.number(spec, "exclusiveMaximum", place),
        multiple_of: reader.number(spec, "multipleOf", place),
        min_length: reader.count(spec, "minLength", place),
        max_length: reader.count(spec, "maxLength", place),
        pattern: pattern(reader, spec, "pattern", place),
        format: format(reader, spec, place),
        min_items: reader.count(spec, "minItems", place),
        max_items: reader.count(spec, "maxItems", place),
        unique_items: reader.flag(spec, "uniqueItems", place),
        min_properties: reader.count(spec, "minProperties", place),
        max_properties: reader.count(spec, "maxProperties", place),
        key_pattern: pattern(reader, spec, "keyPattern", place),
        items: items(reader, types, expected, spec, place),
        compare: compare(reader, types, expected, spec, place),
    };
    contradictions(reader, &rules, place);
    rules
}

fn pattern(reader: &mut Reader, spec: &Members, key: &str, place: &str) -> Option<Pattern> {
    let reason = match key {
        "pattern" => reader.text(spec, "patternReason", place),
        _ => None,
    };
    if key == "pattern" && reason.is_some() && !spec.contains_key(key) {
        let message = "a reason without a `pattern`";
        reader.mistake(&member(place, "patternReason"), message);
    }
    let text = reader.text(spec, key, place)?;
    if reader.has_too_many_patterns() {
        return None;
    }
    match Pattern::parse(text, reason) {
        // The expression is dropped, and the manifest is refused.
        Ok(pattern) if !reader.reserve_pattern(pattern.cost()) => None,
        Ok(pattern) => Some(pattern),
        Err(refused) => {
            if reader.reserve_pattern(refused.cost) {
                reader.mistake(&member(place, key), refused.message);
            }
            None
        }
    }
}

fn format(reader: &mut Reader, spec: &Members, place: &str) -> Option<Format> {
    let name = reader.text(spec, "format", place)?;
    let found = named(&Format::NAMES, name);
    if found.is_none() {
        let message = unknown("format", &Format::NAMES, name);
        reader.mistake(&member(place, "format"), message);
    }
    found
}

fn items(
    reader: &mut Reader,
    types: &Types,
    expected: &Type,
    spec: &Members,
    place: &str,
) -> Option<Box<Rules>> {
    let inner = reader.object_member(spec, "items", place)?;
    let place = member(place, "items");
    let Some(element) = value_kinds::element(expected) else {
        let message = format!(
            "`items` is for lists and maps, and the value is {}",
            scalar::describe(types, expected)
        );
        reader.mistake(&place, message);
        return None;
    };
    Some(Box::new(read(reader, types, element, inner, &[], &place)))
}

fn compare(
    reader: &mut Reader,
    types: &Types,
    expected: &Type,
    spec: &Members,
    place: &str,
) -> Comparisons {
    let mut all = Comparisons::default();
    let names = reader.texts(spec, "compare", place);
    for (index, name) in names.into_iter().enumerate() {
        let place = format!("{place}/compare/{index}");
        let Some(comparison) = named(&Comparison::NAMES, name) else {
            let message = unknown("comparison", &Comparison::NAMES, name);
            reader.mistake(&place, message);
            continue;
        };
        let kind = match comparison {
            Comparison::Presence | Comparison::Empty => Kind::Anything,
            Comparison::Set => Kind::List,
            Comparison::Json => Kind::Json,
            _ => Kind::Text,
        };
        if !value_kinds::takes(types, expected, kind) {
            let mut message = format!(
                "`{name}` is for {}, and the value is {}",
                kind.plural(),
                scalar::describe(types, expected)
            );
            if value_kinds::element(expected).is_some() {
                message.push_str("; put rules for its elements into `items`");
            }
            reader.mistake(&place, message);
        }
        all = all.with(comparison);
    }
    all
}

/// Reports rules that no value can satisfy.
fn contradictions(reader: &mut Reader, rules: &Rules, place: &str) {
    let counts = [
        ("minLength", rules.min_length, "maxLength", rules.max_length),
        ("minItems", rules.min_items, "maxItems", rules.max_items),
        (
            "minProperties",
            rules.min_properties,
            "maxProperties",
            rules.max_properties,
        ),
    ];
    for (low_name, low, high_name, high) in counts {
        if let (Some(low), Some(high)) = (low, high)
            && low > high
        {
            let message = format!("`{low_name}` is above `{high_name}`: no value can satisfy both");
            reader.mistake(place, message);
        }
    }
    let lows = [
        ("minimum", rules.minimum, false),
        ("exclusiveMinimum", rules.exclusive_minimum, true),
    ];
    let highs = [
        ("maximum", rules.maximum, false),
        ("exclusiveMaximum", rules.exclusive_maximum, true),
    ];
    for (low_name, low, low_excludes) in lows {
        for (high_name, high, high_excludes) in highs {
            if let (Some(low), Some(high)) = (low, high)
                && (low > high || low == high && (low_excludes || high_excludes))
            {
                let message = format!("no value lies between `{low_name}` and `{high_name}`");
                reader.mistake(place, message);
            }
        }
    }
    if rules.multiple_of.is_some_and(|factor| factor <= 0.0) {
        let message = "it must be above zero";
        reader.mistake(&member(place, "multipleOf"), message);
    }
}

fn named<T: Copy>(names: &[(&str, T)], name: &str) -> Option<T> {
    names
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, value)| *value)
}

fn unknown<T>(what: &str, names: &[(&str, T)], name: &str) -> String {
    let known = || names.iter().map(|(known, _)| *known);
    let hint = suggest::hint(name, known());
    if hint.is_empty() {
        let all: Vec<String> = known().map(|known| format!("`{known}`")).collect();
        return format!(
            "unknown {what} `{name}`; expected one of {}",
            all.join(", ")
        );
    }
    format!("unknown {what} `{name}`{hint}")
}
