//! The manifest's rules of a struct: rules of its fields, and rules between its fields.

use serde_json::Value as JsonValue;

use crate::fields::Field;
use crate::manifest::rules::{Constraint, Rule, RuleTable, table};
use crate::value::map::{PropertyMap, map_of};

/// Whether an author wrote rules.
pub(crate) fn has_rules(fields: &[Field], constraints: &[Constraint]) -> bool {
    !constraints.is_empty() || fields.iter().any(|field| !field.rules.is_empty())
}

/// Adds the rules of properties, and between them, if there are some.
pub(crate) fn insert_rules(target: &mut PropertyMap, fields: &[Field], constraints: &[Constraint]) {
    let properties = map_of(&mut fields.iter().filter_map(|field| {
        let mut rules = table(field.rules);
        // Rules are for values that users set, and a constant is narrower than any range.
        if field.input && field.constant.is_none() {
            narrow(&mut rules, field.natural);
        }
        if field.write_only {
            rules.insert("writeOnly".to_owned(), true.into());
        }
        if field.server_default {
            rules.insert("serverDefault".to_owned(), true.into());
        }
        (!rules.is_empty()).then(|| (field.name.to_owned(), rules.into()))
    }));
    if !properties.is_empty() {
        target.insert("properties".to_owned(), properties.into());
    }
    if !constraints.is_empty() {
        let constraints = constraints
            .iter()
            .map(|constraint| JsonValue::from(*constraint));
        target.insert("constraints".to_owned(), constraints.collect());
    }
}

/// Adds the rules of the type to the author's rules. If both have a rule, the narrower rule stays. The author's pattern
/// replaces the pattern of the type.
fn narrow(rules: &mut PropertyMap, natural: RuleTable) {
    let has_pattern = rules.contains_key("pattern");
    for (name, rule) in natural {
        if let (Some(JsonValue::Object(items)), Rule::Rules(natural)) = (rules.get_mut(*name), rule)
        {
            narrow(items, natural);
            continue;
        }
        let rule = JsonValue::from(*rule);
        let is_narrower = match *name {
            "minimum" => has(rules, ["minimum", "exclusiveMinimum"], |own| {
                rule.as_f64().is_some_and(|bound| own >= bound)
            }),
            "maximum" => has(rules, ["maximum", "exclusiveMaximum"], |own| {
                rule.as_f64().is_some_and(|bound| own <= bound)
            }),
            "pattern" | "patternReason" => has_pattern,
            other => rules.contains_key(other),
        };
        if !is_narrower {
            rules.insert((*name).to_owned(), rule);
        }
    }
}

/// Whether one of the author's two bounds has that kind.
fn has(rules: &PropertyMap, names: [&str; 2], is: impl Fn(f64) -> bool) -> bool {
    let bounds = names
        .into_iter()
        .filter_map(|name| rules.get(name)?.as_f64());
    bounds.into_iter().any(is)
}
