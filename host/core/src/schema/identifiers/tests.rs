//! Schemas that were given to Pulumi's generators: those whose SDK did not compile are found, and no others.

mod modules;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::Language::{self, DotNet, Go, Java, NodeJs, Python};
use super::{names_for_dotnet, sdk_faults};
use crate::schema::PackageSchema;

const ALL: &[Language] = &Language::ALL;
const NONE: &[Language] = &[];

/// A package with these sections.
fn document(sections: &Value) -> Value {
    let mut document = json!({
        "name": "odd",
        "version": "1.0.0",
        "meta": { "moduleFormat": "(.*)(?:/[^/]*)" },
    });
    for (section, parts) in sections.as_object().into_iter().flatten() {
        document[section] = parts.clone();
    }
    document
}

/// The languages in which something is wrong, and the places.
fn broken(document: &Value) -> (Vec<Language>, Vec<String>) {
    let faults = sdk_faults(document, ALL);
    let mut languages: Vec<Language> = faults
        .iter()
        .flat_map(|fault| fault.languages.iter().map(|(language, _)| *language))
        .collect();
    languages.sort_unstable();
    languages.dedup();
    (languages, faults.iter().map(ToString::to_string).collect())
}

#[track_caller]
fn assert_broken(what: &str, sections: &Value, expected: &[Language]) {
    let document = document(sections);
    let parsed = PackageSchema::parse(&document);
    assert!(parsed.is_ok(), "{what}: {parsed:?}");
    let (languages, faults) = broken(&document);
    assert_eq!(languages, expected, "{what}: {faults:#?}");
}

fn text() -> Value {
    json!({ "type": "string" })
}

fn resource() -> Value {
    json!({ "inputProperties": { "a": text() }, "properties": { "a": text() } })
}

fn object() -> Value {
    json!({ "type": "object", "properties": { "a": text() } })
}

fn function() -> Value {
    json!({ "inputs": object(), "outputs": { "type": "object", "properties": { "r": text() } } })
}

fn enumeration(values: &[Value]) -> Value {
    let kind = match values.first() {
        Some(Value::Number(number)) if number.is_f64() => "number",
        Some(Value::Number(_)) => "integer",
        _ => "string",
    };
    let values: Vec<Value> = values
        .iter()
        .map(|value| json!({ "value": value }))
        .collect();
    json!({ "type": kind, "enum": values })
}

#[test]
fn members_of_an_enum_become_different_identifiers() {
    let rows: [(&[&str], &[Language]); 24] = [
        (&["", "x"], ALL),
        (&["a", "A"], ALL),
        (&["get", "GET"], &[Python]),
        (&["a-b", "a_b"], &[NodeJs, Python, DotNet]),
        (&["a-b", "ab"], &[Java]),
        (&["a+b", "a b"], ALL),
        (&["-"], ALL),
        (&["!", "?"], ALL),
        (&["*", "Asterisk"], ALL),
        (&["1", "One"], ALL),
        (&["10", "-10"], &[NodeJs, Python, Go, DotNet, Java]),
        (&["None", "none"], ALL),
        (&["Level"], &[DotNet]),
        (&["_a", "a"], NONE),
        (&["$a", "a"], &[Go]),
        (&["1.0", "1_0"], ALL),
        (&["fooBar", "FooBar"], ALL),
        (&["fooBar", "foo_bar"], &[Python]),
        (&["__a", "_a"], ALL),
        (&["ä", "Ä"], ALL),
        (&["class", "default", "value", "Equals"], NONE),
        (&["equals"], &[DotNet]),
        (&["class", "Class"], &[NodeJs, Python, Go, DotNet]),
        (&["t2.micro", "T3.large", "us-east-1", "HTTP/1.1"], NONE),
    ];
    for (values, expected) in rows {
        let values: Vec<Value> = values.iter().map(|value| json!(value)).collect();
        let types = json!({ "types": { "odd:index/level:Level": enumeration(&values) } });
        assert_broken(&format!("{values:?}"), &types, expected);
    }
    let numbers: [(&[Value], &[Language]); 3] = [
        (&[json!(1), json!(2), json!(10)], NONE),
        (
            &[json!(10), json!(-10)],
            &[NodeJs, Python, Go, DotNet, Java],
        ),
        (&[json!(0.25), json!(1.5), json!(100.5)], NONE),
    ];
    for (values, expected) in numbers {
        let types = json!({ "types": { "odd:index/level:Level": enumeration(values) } });
        assert_broken(&format!("{values:?}"), &types, expected);
    }
    let named = json!({ "types": { "odd:index/level:Level": { "type": "string", "enum": [
        { "name": "Nothing", "value": "" }, { "name": "Small", "value": "a" }, { "name": "Large", "value": "A" },
    ] } } });
    assert_broken("members with names", &named, NONE);
}

#[test]
fn properties_become_different_identifiers() {
    let rows: [(&[&str], &[Language]); 12] = [
        (&["fooBar", "foo_bar"], &[Python]),
        (&["foo", "Foo"], &[Python, Go, DotNet]),
        (&["fooBar", "foo-bar"], &[NodeJs, Python, Go, DotNet]),
        (&["foo-bar"], &[NodeJs]),
        (&["$ref", "ref"], &[Go, DotNet]),
        (&["$ref"], NONE),
        (&["_x"], &[Go]),
        (&["applyT"], &[Go]),
        (
            &[
                "class", "default", "type", "import", "None", "lambda", "self", "args", "name",
            ],
            NONE,
        ),
        (
            &[
                "elementType",
                "getProvider_",
                "toString",
                "hashCode",
                "resourceName",
                "opts",
            ],
            NONE,
        ),
        (&["thing", "empty", "get"], NONE),
        (&["sha256Hash", "sha256_hash"], &[Python]),
    ];
    for (names, expected) in rows {
        let properties: Value = names
            .iter()
            .map(|name| ((*name).to_owned(), text()))
            .collect();
        let in_resource = json!({ "resources": { "odd:index/thing:Thing": {
            "inputProperties": properties, "properties": properties,
        } } });
        assert_broken(
            &format!("a resource with {names:?}"),
            &in_resource,
            expected,
        );
        let in_type = json!({ "types": { "odd:index/thing:Thing": { "type": "object", "properties": properties } } });
        assert_broken(&format!("a type with {names:?}"), &in_type, expected);
    }
}

#[test]
fn an_input_and_an_output_are_different_in_python() {
    let split = json!({ "resources": { "odd:index/thing:Thing": {
        "inputProperties": { "fooBar": text() }, "properties": { "foo_bar": text() },
    } } });
    assert_broken("an input and an output", &split, &[Python]);
    let split = json!({ "resources": { "odd:index/thing:Thing": {
        "inputProperties": { "foo": text() }, "properties": { "Foo": text() },
    } } });
    assert_broken("in capital letters", &split, &[Python]);
}

#[test]
fn members_of_generated_classes_are_not_properties() {
    for (property, is_component, expected) in [
        ("constructor", false, &[NodeJs][..]),
        ("getProvider", false, &[NodeJs]),
        ("getData", true, &[NodeJs]),
        ("getData", false, NONE),
        ("ID", false, &[Python]),
        ("Urn", true, &[Python]),
        ("applyTWithContext", false, &[Go]),
    ] {
        let resource = json!({ "isComponent": is_component, "properties": { property: text() } });
        let resources = json!({ "resources": { "odd:index/thing:Thing": resource } });
        assert_broken(property, &resources, expected);
    }
    let arguments = |name: &str, required: Value| {
        let inputs =
            json!({ "type": "object", "properties": { name: text() }, "required": required });
        json!({ "functions": { "odd:index/look:look": { "inputs": inputs, "outputs": object() } } })
    };
    assert_broken(
        "options of Python",
        &arguments("opts", json!([])),
        &[Python],
    );
    assert_broken("each object", &arguments("toString", json!([])), &[NodeJs]);
    assert_broken(
        "a needed one",
        &arguments("toString", json!(["toString"])),
        NONE,
    );
}

#[test]
fn variables_of_the_configuration_can_be_declared() {
    for (names, expected) in [
        (&["region", "server_url"][..], NONE),
        (&["class"], &[NodeJs]),
        (&["let"], &[NodeJs]),
        (&["utilities"], &[NodeJs]),
        (&["any", "Any"], &[Python, Go, DotNet]),
    ] {
        let variables: Value = names
            .iter()
            .map(|name| ((*name).to_owned(), text()))
            .collect();
        assert_broken(
            names[0],
            &json!({ "config": { "variables": variables } }),
            expected,
        );
    }
}

#[test]
fn methods_have_names_of_their_own_and_results() {
    let component = |method: &str, has_result: bool| {
        let token = "odd:index/foo:Foo";
        let this = json!({ "$ref": "#/resources/odd:index%2Ffoo:Foo" });
        let mut function =
            json!({ "inputs": { "properties": { "__self__": this }, "required": ["__self__"] } });
        if has_result {
            function["outputs"] = object();
        }
        json!({
            "resources": { token: {
                "isComponent": true,
                "properties": { "fooBar": text() },
                "methods": { method: format!("{token}/{method}") },
            } },
            "functions": { format!("{token}/{method}"): function },
        })
    };
    for (method, expected) in [
        ("describe", NONE),
        ("get", NONE),
        ("delete", NONE),
        ("foo_bar", &[Python]),
        ("FooBar", &[NodeJs, Python, Go, DotNet]),
        ("constructor", &[NodeJs]),
        ("getData", &[NodeJs]),
        ("elementType", &[Go]),
        ("foo", &[DotNet]),
    ] {
        assert_broken(method, &component(method, true), expected);
    }
    assert_broken("no result", &component("close", false), &[Go]);
}

#[test]
fn a_result_that_is_one_value_breaks_go() {
    let map = json!({ "type": "object", "additionalProperties": text() });
    let list = json!({ "type": "array", "items": text() });
    for (what, result, with_arguments, without) in [
        ("a text", text(), &[Go][..], &[Go][..]),
        ("a list", list, NONE, &[Go]),
        ("a map", map, NONE, &[Go]),
        ("named results", object(), NONE, NONE),
    ] {
        let function =
            |function: Value| json!({ "functions": { "odd:index/look:look": function } });
        let given = function(json!({ "inputs": object(), "outputs": result }));
        assert_broken(what, &given, with_arguments);
        assert_broken(what, &function(json!({ "outputs": result })), without);
    }
    let nothing = json!({ "functions": { "odd:index/look:look": { "inputs": object() } } });
    assert_broken("nothing", &nothing, &[Go]);
}

#[test]
fn a_fault_names_the_property_the_languages_and_the_identifiers() {
    let properties = json!({ "fooBar": text(), "foo_bar": text(), "FooBar": text() });
    let document = document(
        &json!({ "types": { "odd:index/t:T": { "type": "object", "properties": properties } } }),
    );
    let faults: Vec<String> = sdk_faults(&document, ALL)
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        faults,
        [
            "/types/odd:index~1t:T/properties/foo_bar: `foo_bar` gets the name of `fooBar` in generated SDKs; the SDK is broken in Python (`foo_bar`)",
            "/types/odd:index~1t:T/properties/FooBar: `FooBar` gets the name of `fooBar` in generated SDKs; the SDK is broken in Python (`foo_bar`), Go (`FooBar`), .NET (`FooBar`)",
        ]
    );
    assert_eq!(sdk_faults(&document, &[Java, NodeJs]), []);
}

#[test]
fn properties_with_the_name_of_their_class_get_another_in_dotnet() {
    let given = json!({ "type": "string", "language": { "csharp": { "name": "Own" } } });
    let resource = json!({ "properties": { "thing": text(), "get": text(), "other": text(), "$ref": text() } });
    let document = document(&json!({
        "resources": { "odd:index/thing:Thing": resource },
        "types": { "odd:index/part:Part": { "type": "object", "properties": { "part": text(), "empty": text(), "partArgs": given } } },
    }));
    let mut names = names_for_dotnet(&document);
    names.sort();
    let place =
        |of: &str, name: &str, to: &str| (format!("/{of}/properties/{name}"), to.to_owned());
    assert_eq!(
        names,
        [
            place("resources/odd:index~1thing:Thing", "$ref", "Ref"),
            place("resources/odd:index~1thing:Thing", "get", "GetValue"),
            place("resources/odd:index~1thing:Thing", "thing", "ThingValue"),
            place("types/odd:index~1part:Part", "empty", "EmptyValue"),
            place("types/odd:index~1part:Part", "part", "PartValue"),
        ]
    );
}

proptest! {
    #[test]
    fn any_names_are_judged(names in prop::collection::vec("[-_$a-zA-Z0-9 .+é]{0,6}", 1..5)) {
        let values: Vec<Value> = names.iter().map(|name| json!(name)).collect();
        let properties: Value = names.iter().map(|name| (name.clone(), text())).collect();
        let document = document(&json!({ "types": {
            "odd:index/e:E": enumeration(&values),
            "odd:index/o:O": { "type": "object", "properties": properties },
        } }));
        _ = sdk_faults(&document, ALL);
        for language in Language::ALL {
            for name in &names {
                if let Some(member) = language.enum_member(name, "E") {
                    prop_assert!(!member.contains("__"), "{member}");
                }
            }
        }
    }
}
