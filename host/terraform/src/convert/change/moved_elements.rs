//! Elements of a planned list and the same elements before. A program can give them in another order.

use pulumi_wasm_core::value::PropertyValue;

use crate::convert::elements::{MAX_SEARCHED, member};
use crate::convert::properties::from_property;
use crate::convert::value::Value;
use crate::schema::presence::Presence;
use crate::schema::shape::Shape;

/// The place before of a planned element: the same place if the element was there, otherwise the place of an equal element. An element
/// that is new counts as the element at its place, if the list keeps its length.
pub(super) fn partner(index: usize, planned: &[Value], before: &[Value]) -> Option<usize> {
    let element = planned.get(index)?;
    let is_here = before.get(index) == Some(element);
    if !is_here
        && before.len() <= MAX_SEARCHED
        && let Some(place) = before.iter().position(|other| other == element)
    {
        return Some(place);
    }
    (is_here || before.len() == planned.len()).then_some(index)
}

/// A value in the configuration, in the state before, and in the recorded inputs.
#[derive(Clone, Copy)]
pub(crate) struct Sides<'a> {
    pub(crate) configured: &'a Value,
    pub(crate) before: &'a Value,
    pub(crate) recorded: Option<&'a PropertyValue>,
}

impl<'a> Sides<'a> {
    fn member(self, name: &str, property: &str) -> Option<Self> {
        Some(Self {
            configured: self.configured.member(name)?,
            before: self.before.member(name)?,
            recorded: member(self.recorded, property),
        })
    }
}

/// Makes promises unknown that an apply will not keep: a value that the user gave to a member before, and that the configuration no
/// longer has. If the element has another place now, the apply does not send the value, and the server chooses one.
pub(crate) fn withdraw(planned: &mut Value, sides: Sides<'_>, shape: &Shape) {
    match (planned, shape) {
        (Value::Map(planned), Shape::Nested(fields)) => {
            for field in fields {
                if let Some(planned) = planned.get_mut(&field.name)
                    && let Some(sides) = sides.member(&field.name, &field.property)
                {
                    withdraw(planned, sides, &field.shape);
                }
            }
        }
        (Value::Map(planned), Shape::Map(element)) => {
            for (key, planned) in planned {
                if let Some(sides) = sides.member(key, key) {
                    withdraw(planned, sides, element);
                }
            }
        }
        (Value::List(planned), Shape::List(element)) => {
            if let (Value::List(configured), Value::List(before)) = (sides.configured, sides.before)
                && let Some(PropertyValue::Array(recorded)) =
                    sides.recorded.map(PropertyValue::reveal)
                && planned.len() == configured.len()
            {
                of_items(planned, (configured, before), recorded, element);
            }
        }
        _ => {}
    }
}

fn of_items(
    planned: &mut [Value],
    (configured, before): (&[Value], &[Value]),
    recorded: &[PropertyValue],
    element: &Shape,
) {
    for (index, configured) in configured.iter().enumerate() {
        let place = partner(index, planned, before);
        let old = place.and_then(|place| before.get(place));
        let Some(item) = planned.get_mut(index).filter(|item| Some(&**item) != old) else {
            continue;
        };
        let own = place.and_then(|place| recorded.get(place));
        let own = own.filter(|_| recorded.len() == before.len());
        if let Some(before) = old {
            let sides = Sides {
                configured,
                before,
                recorded: own,
            };
            withdraw(item, sides, element);
        }
        withdraw_members(item, (configured, old), (own, recorded), element);
    }
}

/// Withdraws the members of an element that differs from the elements before.
fn withdraw_members(
    item: &mut Value,
    (configured, old): (&Value, Option<&Value>),
    (own, recorded): (Option<&PropertyValue>, &[PropertyValue]),
    element: &Shape,
) {
    let (Value::Map(members), Value::Map(configured), Shape::Nested(fields)) =
        (item, configured, element)
    else {
        return;
    };
    for field in fields {
        let Some(promised) = members.get_mut(&field.name) else {
            continue;
        };
        let is_given = configured
            .get(&field.name)
            .is_some_and(|value| !value.is_null());
        if is_given
            || field.presence != Presence::OptionalComputed
            || promised.is_null()
            || *promised == Value::Unknown
        {
            continue;
        }
        let old = old.and_then(|old| old.member(&field.name));
        let is_sent = old == Some(&*promised) && member(own, &field.property).is_some();
        let was_given = recorded.iter().any(|recorded| {
            let value = member(Some(recorded), &field.property);
            let value = value.and_then(|value| from_property(value, &field.shape).ok());
            value.as_ref() == Some(&*promised)
        });
        if was_given && !is_sent {
            *promised = Value::Unknown;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::shape::Field;

    fn element(members: [Value; 3]) -> Value {
        let names = ["kind", "name", "port"].map(str::to_owned);
        Value::Map(names.into_iter().zip(members).collect())
    }

    /// A list of objects with two arguments and a member that the server may fill.
    fn shape() -> Shape {
        let field = |name: &str, presence| Field::example(name, Shape::String, presence);
        Shape::List(Box::new(Shape::Nested(vec![
            field("kind", Presence::OptionalComputed),
            field("name", Presence::Required),
            field("port", Presence::Optional),
        ])))
    }

    fn input(members: &[(&str, &str)]) -> PropertyValue {
        let members = members.iter();
        let members = members.map(|(name, text)| ((*name).to_owned(), PropertyValue::from(*text)));
        PropertyValue::Object(members.collect())
    }

    #[test]
    fn a_member_that_an_apply_does_not_send_is_not_promised() {
        let whole = |kind: Value, name: &str, port: &str| element([kind, name.into(), port.into()]);
        let given = input(&[("kind", "k"), ("name", "a"), ("port", "1")]);
        let filled = input(&[("name", "a"), ("port", "1")]);
        let a = whole("k".into(), "a", "1");
        let b = whole(Value::Null, "b", "1");
        let changed = whole("k".into(), "a", "2");
        let unknown = whole(Value::Unknown, "a", "2");
        for (case, planned, recorded, expected) in [
            (
                "moved",
                vec![b.clone(), a.clone()],
                &given,
                vec![b.clone(), a.clone()],
            ),
            (
                "changed at its place",
                vec![changed.clone()],
                &given,
                vec![changed.clone()],
            ),
            (
                "moved and changed",
                vec![b.clone(), changed.clone()],
                &given,
                vec![b.clone(), unknown],
            ),
            (
                "the server had filled it",
                vec![b.clone(), changed.clone()],
                &filled,
                vec![b, changed],
            ),
        ] {
            let configured = planned.iter().map(|item| {
                let mut item = item.clone();
                if let Value::Map(members) = &mut item {
                    members.insert("kind".to_owned(), Value::Null);
                }
                item
            });
            let configured = Value::List(configured.collect());
            let mut planned = Value::List(planned);
            let before = Value::List(vec![a.clone()]);
            let recorded = PropertyValue::Array(vec![recorded.clone()]);
            let sides = Sides {
                configured: &configured,
                before: &before,
                recorded: Some(&recorded),
            };
            withdraw(&mut planned, sides, &shape());
            assert_eq!(planned, Value::List(expected), "{case}");
        }
    }

    #[test]
    fn an_element_is_found_at_its_place_or_at_another() {
        let [a, b, c] = ["a", "b", "c"].map(Value::from);
        let before = [a.clone(), b.clone()];
        for (planned, expected) in [
            (vec![a.clone(), b.clone()], vec![Some(0), Some(1)]),
            (vec![b.clone(), a.clone()], vec![Some(1), Some(0)]),
            (vec![c.clone(), a.clone()], vec![Some(0), Some(0)]),
            (vec![c, b, a], vec![None, Some(1), Some(0)]),
        ] {
            let found: Vec<_> = (0..planned.len())
                .map(|index| partner(index, &planned, &before))
                .collect();
            assert_eq!(found, expected, "{planned:?}");
        }
    }
}
