//! The block `timeouts` of a resource: time limits of its operations, as users of Terraform write them.

use std::time::Duration;

use pulumi_wasm_core::call::Operation;

use super::block::{Attribute, Source};
use super::presence::Presence;
use super::shape::{Field, Shape};
use crate::convert::value::Value;

/// The name of the block.
pub(crate) const NAME: &str = "timeouts";
/// The operations that can have a time limit.
const OPERATIONS: [(&str, Operation); 4] = [
    ("create", Operation::Create),
    ("delete", Operation::Delete),
    ("read", Operation::Read),
    ("update", Operation::Update),
];
/// The units of a duration, each with its milliseconds. A longer name is before one that it begins with.
const UNITS: [(&str, f64); 4] = [
    ("ms", 1.0),
    ("s", 1_000.0),
    ("m", 60_000.0),
    ("h", 3_600_000.0),
];

/// The block as an attribute.
pub(super) fn attribute() -> Attribute {
    let fields = OPERATIONS.map(|(name, _)| Field {
        name: name.to_owned(),
        property: name.to_owned(),
        shape: Shape::String,
        presence: Presence::Optional,
        secret: false,
        write_only: false,
        replaces: false,
        description: format!("The time limit of {name}, such as `30s` or `1h30m`."),
        deprecation: None,
    });
    Attribute::made_up(Source::Timeouts, Shape::Object(fields.into()), "")
}

/// The time limit of an operation in a configuration or state. `None`: the state sets no limit for it.
pub(crate) fn of(value: &Value, operation: Operation) -> Option<Duration> {
    let name = OPERATIONS.iter().find(|(_, known)| *known == operation)?.0;
    match member(value, name)? {
        Value::String(text) => duration(text),
        _ => None,
    }
}

/// The members of a configuration's block that are not durations.
pub(crate) fn mistakes(value: &Value) -> Vec<(&'static str, String)> {
    let wrong = OPERATIONS.iter().filter_map(|(name, _)| {
        let Value::String(text) = member(value, name)? else {
            return None;
        };
        duration(text).is_none().then(|| (*name, text.clone()))
    });
    wrong.collect()
}

fn member<'a>(value: &'a Value, name: &str) -> Option<&'a Value> {
    let Value::Map(members) = value else {
        return None;
    };
    let Value::Map(limits) = members.get(NAME)? else {
        return None;
    };
    limits.get(name)
}

/// Reads a duration above zero: numbers, each with its unit.
fn duration(text: &str) -> Option<Duration> {
    let mut total = 0.0;
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find(|letter: char| !letter.is_ascii_digit() && letter != '.')?;
        let (number, after) = rest.split_at(end);
        let number: f64 = number.parse().ok()?;
        let (unit, length) = UNITS.iter().find(|(unit, _)| after.starts_with(unit))?;
        total += number * length;
        rest = after.strip_prefix(unit)?;
    }
    let found = Duration::try_from_secs_f64(total / 1_000.0).ok()?;
    (!found.is_zero()).then_some(found)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn a_duration_has_units() {
        for (text, seconds) in [
            ("30s", Some(30.0)),
            ("1h30m", Some(5400.0)),
            ("1.5m", Some(90.0)),
            ("250ms", Some(0.25)),
            ("2h0m1s", Some(7201.0)),
            ("0s", None),
            ("", None),
            ("30", None),
            ("s", None),
            ("-1s", None),
            ("1d", None),
            ("1e3s", None),
            ("999999999999999999999h", None),
        ] {
            let found = duration(text).map(|found| found.as_secs_f64());
            assert_eq!(found, seconds, "{text}");
        }
    }

    #[test]
    fn each_operation_has_its_own_limit() {
        let limits = BTreeMap::from([
            ("create".to_owned(), "10s".into()),
            ("delete".to_owned(), Value::Null),
            ("update".to_owned(), "soon".into()),
        ]);
        let block = BTreeMap::from([(NAME.to_owned(), Value::Map(limits))]);
        let value = Value::Map(block);
        assert_eq!(of(&value, Operation::Create), Some(Duration::from_secs(10)));
        for other in [Operation::Delete, Operation::Update, Operation::Read] {
            assert_eq!(of(&value, other), None);
        }
        assert_eq!(mistakes(&value), [("update", "soon".to_owned())]);
    }
}
