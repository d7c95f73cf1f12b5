//! The manifest's constraints between the properties of an object.

use super::checker::Checker;
use crate::schema::model::object::ObjectSchema;
use crate::schema::rules::{Constraint, Quantity};
use crate::schema::values::location::Location;
use crate::schema::values::member;
use crate::value::{PropertyMap, PropertyValue};

impl Checker<'_> {
    /// Checks the constraints that the given properties already break: too many of them are given, and no default can
    /// repair that.
    pub(in crate::schema) fn excess(
        &mut self,
        object: &ObjectSchema,
        map: &PropertyMap,
        place: &Location,
    ) {
        for constraint in self.judged(object, map) {
            let Constraint::Count {
                quantity: Quantity::ExactlyOne | Quantity::AtMostOne,
                properties,
            } = constraint
            else {
                continue;
            };
            let given: Vec<&String> = properties
                .iter()
                .filter(|name| is_given(map, name))
                .collect();
            if let [first, others @ ..] = &given[..]
                && !others.is_empty()
            {
                let reason = format!("conflicts with {}; give one of them", names(others));
                self.fail(&place.property(first), reason);
            }
        }
    }

    /// Constraints that are broken by missing properties.
    pub(in crate::schema) fn lack(
        &mut self,
        object: &ObjectSchema,
        map: &PropertyMap,
        place: &Location,
    ) {
        for constraint in self.judged(object, map) {
            match constraint {
                Constraint::Count {
                    quantity,
                    properties,
                } => {
                    let (given, absent): (Vec<&String>, Vec<&String>) =
                        properties.iter().partition(|name| is_given(map, name));
                    let words = match quantity {
                        Quantity::ExactlyOne if given.is_empty() => "one of",
                        Quantity::AtLeastOne if given.is_empty() => "at least one of",
                        Quantity::AllOrNone if !given.is_empty() && !absent.is_empty() => {
                            let reason = format!("also needs {}: give all or none", names(&absent));
                            if let Some(first) = given.first() {
                                self.fail(&place.property(first), reason);
                            }
                            continue;
                        }
                        _ => continue,
                    };
                    self.fail(place, format!("{words} {} must be given", names(&absent)));
                }
                Constraint::Requires { property, required } => {
                    let absent: Vec<&String> = required
                        .iter()
                        .filter(|name| !is_given(map, name))
                        .collect();
                    if is_given(map, property) && !absent.is_empty() {
                        let reason = format!("also needs {}", names(&absent));
                        self.fail(&place.property(property), reason);
                    }
                }
            }
        }
    }
}

impl Checker<'_> {
    /// The constraints to check. An import skips constraints that name a write-only property, because it does not know
    /// the value.
    fn judged<'o>(
        &self,
        object: &'o ObjectSchema,
        map: &'o PropertyMap,
    ) -> impl Iterator<Item = &'o Constraint> + use<'o> {
        let is_import = self.is_import;
        let is_unseen = move |name: &String| {
            let value = member::present(map.get(name)).map(PropertyValue::reveal);
            let property = object.properties.get(name);
            property.is_some_and(|property| property.write_only)
                && matches!(value, None | Some(PropertyValue::Unknown))
        };
        let constraints = object.constraints.iter();
        constraints.filter(move |constraint| !is_import || !constraint.names().any(is_unseen))
    }
}

/// An unknown value counts as given, and a null does not.
fn is_given(map: &PropertyMap, name: &str) -> bool {
    member::present(map.get(name)).is_some()
}

/// Names of the schema, for a message.
fn names(names: &[&String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}
