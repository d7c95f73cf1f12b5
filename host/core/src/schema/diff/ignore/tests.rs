use proptest::prelude::*;

use super::*;
use crate::schema::testing::{known_properties, list, map, object, secret};
use crate::value::PropertyValue::Null;
use crate::value::property_path::PropertyPath;

/// New inputs after the engine has reset one path.
fn after(path: &str, old: &PropertyMap, new: &PropertyMap) -> PropertyMap {
    reset_ignored(&[path.to_owned()], old, new).into_owned()
}

/// The same for one property `a`.
fn value(path: &str, old: PropertyValue, new: PropertyValue) -> PropertyValue {
    let mut reset = after(path, &map([("a", old)]), &map([("a", new)]));
    reset.remove("a").unwrap_or(Null)
}

fn texts(texts: &[&str]) -> PropertyValue {
    PropertyValue::Array(texts.iter().map(|text| (*text).into()).collect())
}

#[test]
fn elements_of_lists_are_reset_where_both_lists_have_them() {
    let rows = [
        ("a[1]", &["0", "1"][..], &["9", "8"][..], &["9", "1"][..]),
        ("a[1]", &["0"], &["0", "8"], &["0", "8"]),
        ("a[1]", &["0", "1"], &["0"], &["0"]),
        ("a[*]", &["0", "1"], &["9", "8", "7"], &["0", "1", "7"]),
        ("a[*]", &["0", "1", "2"], &["9"], &["0"]),
        ("a", &["0", "1"], &["9"], &["0", "1"]),
        ("[\"a\"].[0]", &["0"], &["9"], &["0"]),
        ("a.0", &["0"], &["9"], &["9"]),
    ];
    for (path, old, new, expected) in rows {
        assert_eq!(
            value(path, texts(old), texts(new)),
            texts(expected),
            "{path}"
        );
    }
    let nested = |inner: &[&str]| list([texts(inner)]);
    assert_eq!(
        value("a[*][1]", nested(&["0", "1"]), nested(&["9", "8", "7"])),
        nested(&["9", "1", "7"])
    );
}

#[test]
fn keys_are_reset_with_their_absence() {
    let (one, two) = (
        object([("x", "1".into())]),
        object([("x", "2".into()), ("y", "2".into())]),
    );
    for (path, expected) in [
        ("a.x", object([("x", "1".into()), ("y", "2".into())])),
        ("a[\"y\"]", object([("x", "2".into())])),
        ("a.*", one.clone()),
        ("*", one.clone()),
        ("a.*.z", two.clone()),
        ("a.z.z", two.clone()),
        ("b", two.clone()),
        ("", two.clone()),
        ("a[", two.clone()),
    ] {
        assert_eq!(value(path, one.clone(), two.clone()), expected, "{path}");
    }
    // An old value of another shape has no such key.
    assert_eq!(
        value("a.x", "text".into(), two.clone()),
        object([("y", "2".into())])
    );
    assert_eq!(value("a.x", one.clone(), "text".into()), "text".into());
    assert_eq!(value("a.x", secret(one), secret(two.clone())), {
        secret(object([("x", "1".into()), ("y", "2".into())]))
    });
    // A missing old value has no such key either, and the engine looks no further.
    let new = map([("a", object([("b", two.clone()), ("c", two.clone())]))]);
    let without_c = map([("a", object([("b", two.clone())]))]);
    assert_eq!(after("a.c", &map([]), &new), without_c);
    assert_eq!(after("*.c", &map([]), &new), new);
    assert_eq!(after("a.b.x", &map([]), &new), new);
    assert_eq!(after("a", &map([]), &map([("a", two)])), map([]));
}

proptest! {
    #[test]
    fn a_property_that_is_ignored_as_a_whole_is_as_it_was(
        old in known_properties(), new in known_properties()
    ) {
        prop_assert_eq!(&after("*", &old, &new), &old);
        for name in old.keys().chain(new.keys()) {
            let path = PropertyPath::root(name);
            if *name != "*" && path.elements()[0].can_be_written() {
                let reset = after(&path.to_string(), &old, &new);
                prop_assert_eq!(reset.get(name), old.get(name));
            }
        }
    }

    #[test]
    fn the_engine_resets_once_and_for_all(
        old in known_properties(), new in known_properties(), deep in 1_usize..4
    ) {
        let path = vec!["[*]"; deep].concat();
        let once = after(&path, &old, &new);
        prop_assert_eq!(&after(&path, &old, &once), &once);
    }
}

#[test]
fn paths_that_are_none_are_not_read() {
    for path in [
        "", ".a", "a.", "a..b", "a[", "a[x]", "a[\"b", "a[\"b\"", "a[-1]", "a[0]b",
    ] {
        assert_eq!(Pattern::parse(path), None, "{path}");
    }
}

#[test]
fn our_own_paths_can_be_read() {
    let path = PropertyPath::root("a.b")
        .key("")
        .key("c\"d")
        .index(1)
        .key("e f");
    let steps = path.elements().iter().cloned().map(PathStep::Exactly);
    assert_eq!(
        Pattern::parse(&path.to_string()),
        Some(Pattern(steps.collect()))
    );
}
