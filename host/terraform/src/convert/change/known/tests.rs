//! The value of an attribute in each operation: of an object, of lists, and of maps.

use super::*;
use crate::convert::properties::to_property;
use crate::convert::value_type::ValueType;

fn field(name: &str, presence: Presence) -> Field {
    Field::example(name, Shape::String, presence)
}

/// An object with an argument, an argument with a default, a result, and a plain optional argument.
fn shape() -> Shape {
    Shape::Nested(vec![
        field("argument", Presence::Required),
        field("default", Presence::OptionalComputed),
        field("result", Presence::Computed),
        field("option", Presence::Optional),
        Field {
            write_only: true,
            ..field("password", Presence::Optional)
        },
    ])
}

fn object(members: &[(&str, &str)]) -> PropertyValue {
    let members = members
        .iter()
        .map(|(name, text)| ((*name).to_owned(), PropertyValue::from(*text)));
    PropertyValue::Object(members.collect())
}

/// The members of the object, in the order of their names: argument, default, option, password, result.
fn value(members: [Value; 5]) -> Value {
    let names = ["argument", "default", "option", "password", "result"];
    Value::Map(names.map(str::to_owned).into_iter().zip(members).collect())
}

#[test]
fn a_plan_keeps_what_is_configured_and_promises_only_what_is_known() {
    let configured = value([
        "a".into(),
        Value::Null,
        Value::Null,
        "secret".into(),
        Value::Null,
    ]);
    let input = object(&[
        ("argument", "normal"),
        ("default", "d"),
        ("password", "secret"),
    ]);
    let known = Known {
        input: Some(&input),
        output: Some(&input),
    };
    let expected = [
        "a".into(),
        "d".into(),
        Value::Null,
        Value::Null,
        Value::Unknown,
    ];
    for (wrap_value, wrap_shape, wrap_property) in wrappers() {
        let (input, shape) = (wrap_property(input.clone()), wrap_shape(shape()));
        let known = Known {
            input: Some(&input),
            output: Some(&input),
        };
        let found = planned(
            &wrap_value(configured.clone()),
            &shape,
            Presence::Required,
            known,
        );
        assert_eq!(found, Ok(wrap_value(value(expected.clone()))));
        // After the change, the result is there, and the promises hold.
        let output = wrap_property(object(&[("default", "other"), ("result", "r")]));
        let known = Known {
            output: Some(&output),
            ..known
        };
        let found = applied(&found.expect("planned"), &shape, known);
        let [argument, default, option, password, _] = expected.clone();
        let after = value([argument, default, option, password, "r".into()]);
        assert_eq!(found, Ok(wrap_value(after)));
    }
    // An absent object that the provider fills in is known from its outputs.
    let whole = planned(&Value::Null, &shape(), Presence::OptionalComputed, known);
    assert!(matches!(whole, Ok(Value::Map(_))));
    let whole = planned(&Value::Null, &shape(), Presence::Optional, known);
    assert_eq!(whole, Ok(Value::Null));
}

type Wrapper = (
    fn(Value) -> Value,
    fn(Shape) -> Shape,
    fn(PropertyValue) -> PropertyValue,
);

/// An object, a list of it, and a map of it.
fn wrappers() -> [Wrapper; 3] {
    [
        (|value| value, |shape| shape, |property| property),
        (
            |value| Value::List(vec![value]),
            |shape| Shape::List(Box::new(shape)),
            |property| PropertyValue::Array(vec![property]),
        ),
        (
            |value| Value::Map(BTreeMap::from([("k".to_owned(), value)])),
            |shape| Shape::Map(Box::new(shape)),
            |property| PropertyValue::Object(BTreeMap::from([("k".to_owned(), property)])),
        ),
    ]
}

#[test]
fn a_resource_without_a_change_stays_as_it_was() {
    let prior = value([
        "a".into(),
        "d".into(),
        "old".into(),
        Value::Null,
        "r".into(),
    ]);
    let configured = |argument: &str| {
        value([
            argument.into(),
            Value::Null,
            Value::Null,
            Value::Null,
            Value::Null,
        ])
    };
    let expected = value(["a".into(), "d".into(), Value::Null, Value::Null, "r".into()]);
    for (wrap_value, wrap_shape, _) in wrappers() {
        for argument in ["a", "A"] {
            let wrapped = wrap_value(prior.clone());
            let found = unchanged(
                &wrapped,
                &wrap_value(configured(argument)),
                &wrap_shape(shape()),
                Presence::Required,
            );
            // An element of a list that differs could be another element.
            let is_other = argument == "A" && matches!(wrapped, Value::List(_));
            let expected = if is_other { &prior } else { &expected };
            assert_eq!(found, wrap_value(expected.clone()));
        }
    }
    let configured = configured("A");
    let shape = shape();
    let added = unchanged(
        &Value::Null,
        &configured,
        &shape,
        Presence::OptionalComputed,
    );
    assert_eq!(added, configured);
    let computed = unchanged(&prior, &Value::Null, &shape, Presence::OptionalComputed);
    assert_eq!(computed, prior);
}

#[test]
fn a_null_value_of_any_type_keeps_its_type_unless_the_provider_fills_it() {
    let typed_null = Value::Dynamic(ValueType::String, Box::new(Value::Null));
    let any = Shape::Any { secret: false };
    assert_eq!(to_property(&typed_null, &any), None);
    let filled = PropertyValue::from("f");
    let known = Known {
        input: Some(&filled),
        output: None,
    };
    let given = Value::Dynamic(ValueType::String, Box::new("f".into()));
    for (presence, expected) in [
        (Presence::Optional, &typed_null),
        (Presence::OptionalComputed, &given),
    ] {
        let found = planned(&typed_null, &any, presence, known);
        assert_eq!(found.as_ref(), Ok(expected));
        let found = unchanged(&given, &typed_null, &any, presence);
        assert_eq!(found, *expected);
    }
    let found = unchanged(&typed_null, &given, &any, Presence::Optional);
    assert_eq!(found, given);
}

#[test]
fn elements_in_another_order_are_not_mixed() {
    let shape = Shape::List(Box::new(shape()));
    let one = |argument: &str, option: Value, result: Value| {
        value([argument.into(), "d".into(), option, Value::Null, result])
    };
    let [a, b] = [
        ("a", "of a".into(), "ra".into()),
        ("b", Value::Null, "rb".into()),
    ]
    .map(|(argument, option, result)| one(argument, option, result));
    let prior = Value::List(vec![a, b]);
    let configured = Value::List(vec![
        one("b", Value::Null, Value::Null),
        one("a", "of a".into(), Value::Null),
    ]);
    let found = unchanged(&prior, &configured, &shape, Presence::Optional);
    assert_eq!(found, prior);

    // A server returns them in another order.
    let input = |argument: &str| object(&[("argument", argument), ("default", "d")]);
    let output = |argument: &str, result: &str| {
        object(&[("argument", argument), ("default", "d"), ("result", result)])
    };
    let inputs = PropertyValue::Array(vec![input("b"), input("a")]);
    let outputs = PropertyValue::Array(vec![output("a", "ra"), output("b", "rb")]);
    let known = Known {
        input: Some(&inputs),
        output: Some(&outputs),
    };
    let promised = Value::List(vec![
        one("b", Value::Null, Value::Unknown),
        one("a", Value::Null, Value::Unknown),
    ]);
    let expected = Value::List(vec![
        one("b", Value::Null, "rb".into()),
        one("a", Value::Null, "ra".into()),
    ]);
    assert_eq!(applied(&promised, &shape, known), Ok(expected.clone()));
    assert_eq!(current(known, &shape), Ok(expected));
}

#[test]
fn the_current_value_has_the_inputs_and_the_results() {
    let input = object(&[("argument", "a"), ("default", "d"), ("password", "p")]);
    let output = object(&[("argument", "A"), ("option", "o"), ("result", "r")]);
    let known = Known {
        input: Some(&input),
        output: Some(&output),
    };
    let expected = value(["a".into(), "d".into(), Value::Null, Value::Null, "r".into()]);
    assert_eq!(current(known, &shape()), Ok(expected));
    let expected = value(["A".into(), Value::Null, "o".into(), Value::Null, "r".into()]);
    assert_eq!(current(known.output_alone(), &shape()), Ok(expected));
}

#[test]
fn a_promise_that_was_not_kept_is_mended() {
    let input = object(&[("argument", "a")]);
    let output = object(&[("argument", "a"), ("default", "now"), ("result", "r")]);
    let state = |argument: &str, default: &str| {
        value([
            argument.into(),
            default.into(),
            Value::Null,
            Value::Null,
            "promised".into(),
        ])
    };
    let mended_value = value([
        "a".into(),
        "now".into(),
        Value::Null,
        Value::Null,
        "r".into(),
    ]);
    for (wrap_value, wrap_shape, wrap_property) in wrappers() {
        let (input, output) = (wrap_property(input.clone()), wrap_property(output.clone()));
        let known = Known {
            input: Some(&input),
            output: Some(&output),
        };
        let shape = wrap_shape(shape());
        let mend = |old: &Value| mended(old, &shape, Presence::OptionalComputed, known);
        let found = mend(&wrap_value(state("a", "promised")));
        assert_eq!(found, Ok(wrap_value(mended_value.clone())));
        // The element of a list could have come from elsewhere in the list.
        let other = wrap_value(state("b", "promised"));
        if matches!(other, Value::List(_)) {
            assert_eq!(mend(&other), Ok(other));
        }
    }
    // An argument keeps the form of the state, and a value of the provider alone is as it is.
    let text = PropertyValue::from("now");
    let [given, chosen] = [Some(&text), None].map(|input| Known {
        input,
        output: Some(&text),
    });
    for (known, presence, expected) in [
        (given, Presence::OptionalComputed, "promised"),
        (chosen, Presence::OptionalComputed, "now"),
        (given, Presence::Computed, "now"),
        (chosen, Presence::Optional, "promised"),
    ] {
        let found = mended(&"promised".into(), &Shape::String, presence, known);
        assert_eq!(found, Ok(expected.into()), "{presence:?}");
    }
}
