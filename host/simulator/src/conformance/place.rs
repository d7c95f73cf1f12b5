//! Whether a path that a failure names exists.

use pulumi_wasm_core::schema::{ObjectSchema, Type, Types};

/// One step of a written path.
#[derive(Debug, PartialEq, Eq)]
enum Step {
    Key(String),
    Index,
}

/// Whether inputs of a schema can have a value at a path; the empty one means all of them.
pub(super) fn exists(types: &Types, inputs: &ObjectSchema, path: &str) -> bool {
    let Some(steps) = parse(path) else {
        return false;
    };
    let Some((Step::Key(first), rest)) = steps.split_first() else {
        return steps.is_empty();
    };
    let property = inputs.properties.get(first);
    property.is_some_and(|property| within(types, &property.value_type, rest))
}

fn within(types: &Types, value_type: &Type, steps: &[Step]) -> bool {
    let Some((step, rest)) = steps.split_first() else {
        return true;
    };
    match (value_type, step) {
        (Type::Any | Type::Json, _) => true,
        (Type::Array(items), Step::Index) | (Type::Map(items), Step::Key(_)) => {
            within(types, items, rest)
        }
        (Type::Object(id), Step::Key(_)) => {
            let schema = &types.object(*id).schema;
            match step {
                Step::Key(key) => schema
                    .properties
                    .get(key)
                    .is_some_and(|property| within(types, &property.value_type, rest)),
                Step::Index => false,
            }
        }
        (Type::Union(union), _) => union
            .members
            .iter()
            .any(|member| within(types, member, steps)),
        _ => false,
    }
}

/// The steps of a path such as `a.b[0]["c d"]`, or `None` for a text that is not a path.
fn parse(path: &str) -> Option<Vec<Step>> {
    let mut steps = Vec::new();
    let mut rest = path;
    while !rest.is_empty() {
        if let Some(quoted) = rest.strip_prefix("[\"") {
            let end = quoted
                .match_indices("\"]")
                .map(|(at, _)| at)
                .find(|at| !quoted[..*at].ends_with('\\'))?;
            steps.push(Step::Key(quoted[..end].replace("\\\"", "\"")));
            rest = &quoted[end + 2..];
        } else if let Some(index) = rest.strip_prefix('[') {
            let (number, after) = index.split_once(']')?;
            number.parse::<usize>().ok()?;
            steps.push(Step::Index);
            rest = after;
        } else {
            let key = if steps.is_empty() {
                rest
            } else {
                rest.strip_prefix('.')?
            };
            let end = key.find(['.', '[']).unwrap_or(key.len());
            if end == 0 {
                return None;
            }
            steps.push(Step::Key(key[..end].to_owned()));
            rest = &key[end..];
        }
    }
    Some(steps)
}

#[cfg(test)]
mod tests {
    use pulumi_wasm_core::schema::PackageSchema;
    use serde_json::json;

    use super::*;

    #[test]
    fn paths_are_held_against_the_schema() {
        let schema = PackageSchema::parse(&json!({
            "name": "acme", "version": "1.0.0",
            "types": { "acme:index:Part": {
                "type": "object",
                "properties": { "size": { "type": "integer" } },
            } },
            "resources": { "acme:index:Thing": { "inputProperties": {
                "label": { "type": "string" },
                "tags": { "type": "object", "additionalProperties": { "type": "string" } },
                "parts": { "type": "array", "items": { "$ref": "#/types/acme:index:Part" } },
                "free": { "$ref": "pulumi.json#/Any" },
            } } },
        }))
        .expect("a schema");
        let inputs = &schema.resources.get("acme:index:Thing").unwrap().inputs;
        for (path, expected) in [
            ("", true),
            ("label", true),
            ("labels", false),
            ("label.size", false),
            ("tags[\"a.b\"]", true),
            ("tags.plain", true),
            ("tags[0]", false),
            ("parts[3].size", true),
            ("parts[3].weight", false),
            ("parts.size", false),
            ("free.a[1].b", true),
            (".label", false),
            ("label[", false),
        ] {
            assert_eq!(exists(&schema.types, inputs, path), expected, "{path}");
        }
    }
}
