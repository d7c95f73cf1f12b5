use super::*;
use crate::schema::testing::{acme, map, thing};
use crate::value::{PropertyMap, PropertyValue};

fn parse(text: &str) -> Result<ImportId, Vec<String>> {
    let schema = acme();
    ImportId::parse(text, &schema.types, &thing(&schema).inputs)
}

fn inputs(form: &str, id: &str) -> Result<PropertyMap, String> {
    let schema = acme();
    let mut resource = thing(&schema).clone();
    resource.import_id = Some(parse(form).unwrap());
    inputs_from_id(&schema, &resource, id)
}

#[test]
fn an_id_that_reads_back_as_other_inputs_is_found() {
    let misread = |form: &str, label: &str, anything: &str| {
        let inputs = map([("label", label.into()), ("anything", anything.into())]);
        let form = parse(form).unwrap();
        form.misread(&inputs)
            .map(|(name, id)| (name.to_owned(), id))
    };
    let found = |name: &str, id: &str| Some((name.to_owned(), id.to_owned()));
    let form = "{label}/{anything}";
    assert_eq!(misread(form, "a", "b/c"), None);
    assert_eq!(misread(form, "a/b", "c"), found("label", "a/b/c"));
    assert_eq!(misread(form, "/a", "b"), None);
    assert_eq!(misread(form, "", "b"), found("label", "/b"));
    assert_eq!(misread(form, "a", ""), found("label", "a/"));
    assert_eq!(misread("{label}.{anything}.", "a", "b.c"), None);
    assert_eq!(misread("{label}", "a/b", ""), None);
    // Text of the form at the start or the end of a part, and longer text between the parts.
    assert_eq!(misread(form, "a/", "b"), found("label", "a//b"));
    assert_eq!(misread(form, "a", "/b"), None);
    assert_eq!(
        misread("{label}::{anything}", "a:", "b"),
        found("label", "a:::b")
    );
    assert_eq!(
        misread("x{label}-{anything}", "x-", "b"),
        found("label", "xx--b")
    );
}

#[test]
fn an_id_tells_inputs_of_their_types() {
    let rows = [
        ("{label}", "a/b", map([("label", "a/b".into())])),
        (
            "{label}/{count}",
            "a/8",
            map([("label", "a".into()), ("count", 8.0.into())]),
        ),
        (
            "{label}/{anything}",
            "a/b/c",
            map([("label", "a".into()), ("anything", "b/c".into())]),
        ),
        (
            "things/{color}:{enabled}.",
            "things/red:true.",
            map([("color", "red".into()), ("enabled", true.into())]),
        ),
        ("{label}.", "a.b.", map([("label", "a.b".into())])),
        ("{{{label}}}", "{a}", map([("label", "a".into())])),
        (
            "{label}/{anything}",
            "/a/b",
            map([("label", "/a".into()), ("anything", "b".into())]),
        ),
        (
            "{label}ß{anything}",
            "ößü",
            map([("label", "ö".into()), ("anything", "ü".into())]),
        ),
    ];
    for (form, id, expected) in rows {
        assert_eq!(inputs(form, id), Ok(expected), "{form} {id}");
    }
}

#[test]
fn another_id_is_refused_with_the_form() {
    for id in ["", "a", "a/", "/8", "/", "a-8"] {
        let refusal = inputs("{label}/{count}", id).unwrap_err();
        assert_eq!(
            refusal,
            format!(
                "the id `{id}` does not have the form of this resource's ids; expected `{{label}}/{{count}}`"
            )
        );
    }
    assert_eq!(
        inputs("{label}/{count}", "a/b").unwrap_err(),
        "the id `a/b` cannot be used: `count`: expected a whole number, found a string; expected `{label}/{count}`"
    );
    assert!(
        inputs("{color}", "rde")
            .unwrap_err()
            .contains("did you mean `red`?")
    );
}

#[test]
fn without_a_form_an_id_tells_nothing() {
    let schema = acme();
    assert_eq!(inputs_from_id(&schema, thing(&schema), "any"), Ok(map([])));
}

#[test]
fn mistakes_in_a_form_are_told() {
    let rows = [
        ("", vec!["it has no input in braces, such as `{name}`"]),
        ("plain", vec!["it has no input in braces, such as `{name}`"]),
        (
            "{lable}",
            vec!["there is no input `lable`; did you mean `label`?"],
        ),
        (
            "{label",
            vec!["a `{` has no `}` behind it; write `{{` for the brace itself"],
        ),
        (
            "label}",
            vec!["a `}` has no `{` before it; write `}}` for the brace itself"],
        ),
        ("a{}", vec!["the braces in `{}` are empty"]),
        (
            "{password}/{tags}/{label}{label}",
            vec![
                "`password` is a secret, but ids are shown as plain text",
                "`tags` is an object, which an id cannot hold",
                "there must be fixed text after `{label}`, or its end cannot be found",
                "`label` occurs twice",
            ],
        ),
    ];
    for (form, expected) in rows {
        assert_eq!(parse(form).unwrap_err(), expected, "{form}");
    }
}

#[test]
fn the_id_of_inputs_is_one_that_gives_them_back() {
    let form = "{label}/{count}";
    let given = map([("label", "a".into()), ("count", 8.0.into())]);
    let id = parse(form).unwrap().of(&given).unwrap();
    assert_eq!(id, "a/8");
    assert_eq!(inputs(form, &id), Ok(given));
    let unknown = map([("label", "a".into()), ("count", PropertyValue::Unknown)]);
    assert_eq!(parse(form).unwrap().of(&unknown), None);
    assert_eq!(parse(form).unwrap().of(&map([])), None);
}
