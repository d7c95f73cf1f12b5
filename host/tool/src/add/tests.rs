//! Modules of the schemas in `tests/components/site/schemas`. The modules themselves lie in that provider, which is compiled with
//! them.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

use super::names::{Taken, is_usable, pascal, snake};
use super::package::Kind;
use super::{read, rust, text};

fn site() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/components/site")
}

fn schema(name: &str) -> Value {
    let file = site().join("schemas").join(format!("{name}.json"));
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

#[track_caller]
fn is_the_compiled_one(name: &str, resources: &[&str]) {
    let package = read::package(&schema(name), &words(resources)).unwrap();
    let file = site().join("src").join(format!("{name}.rs"));
    let compiled = fs::read_to_string(&file).unwrap_or_default();
    let written = rust::module(&package);
    assert!(
        written == compiled,
        "{} is not what is written:\n{written}",
        file.display()
    );
}

#[test]
fn the_module_of_named_resources_is_the_one_that_is_compiled_in_a_provider() {
    is_the_compiled_one("random", &["RandomPet", "RandomPassword"]);
    // In any order, and by any of their names.
    is_the_compiled_one(
        "random",
        &[
            "index/randomPassword:RandomPassword",
            "random:index/randomPet:RandomPet",
        ],
    );
}

#[test]
fn the_module_of_a_schema_with_evil_names_is_the_one_that_is_compiled_in_a_provider() {
    is_the_compiled_one("hostile", &["index:type", "other:type", "Result"]);
}

#[test]
fn what_no_module_can_have_is_left_out_and_told() {
    let package = read::package(&schema("hostile"), &words(&["index:type"])).unwrap();
    assert_eq!(package.left_out.len(), 2, "{:?}", package.left_out);
    let inputs = &package.resources[0].inputs;
    let kind = |name: &str| {
        let found = inputs.iter().find(|property| property.name == name);
        found.unwrap().kind.clone()
    };
    assert_eq!(kind("colour"), Kind::Text);
    for any in ["choice", "elsewhere", "missing", "foo-bar", "evil"] {
        assert_eq!(kind(any), Kind::Any, "{any}");
    }
    let types: Vec<&str> = package
        .types
        .iter()
        .map(|object| object.name.as_str())
        .collect();
    assert_eq!(types, ["Option", "Empty", "Node"]);
}

#[test]
fn words_that_name_no_resource_or_several_are_told() {
    for (name, word, says) in [
        ("random", "RandomPett", "did you mean `RandomPet`?"),
        ("random", "", "has no resource ``"),
        (
            "hostile",
            "type",
            "may be one of `hostile-one:index:type`, `hostile-one:other:type`",
        ),
    ] {
        let error = read::package(&schema(name), &words(&[word]))
            .unwrap_err()
            .to_string();
        assert!(
            error.contains(says) && error.contains("\nhint: "),
            "{error}"
        );
    }
    for evil in ["a b", "x\"", "", "../x", "1"] {
        let schema = json!({ "name": evil, "resources": {} });
        let error = read::package(&schema, &words(&["A"]))
            .unwrap_err()
            .to_string();
        assert!(error.contains("no usable name"), "{error}");
    }
    let schema = json!({ "name": "a", "resources": { "a:index:Evil\"; fn x() {} //": {} } });
    let error = read::package(&schema, &words(&["index:Evil\"; fn x() {} //"])).unwrap_err();
    assert!(error.to_string().contains("not a token"), "{error}");
}

#[test]
fn a_schema_of_any_depth_or_size_gives_a_module_of_a_bounded_one() {
    let mut deep = json!({ "type": "string" });
    for _ in 0..90 {
        deep = json!({ "type": "array", "items": deep });
    }
    let types = (0..2000).map(|number| {
        let next = format!("#/types/a:index:T{}", number + 1);
        (
            format!("a:index:T{number}"),
            json!({ "properties": { "next": { "$ref": next } } }),
        )
    });
    let types: serde_json::Map<String, Value> = types.collect();
    let schema = json!({
        "name": "a",
        "types": types,
        "resources": { "a:index:R": {
            "description": "x".repeat(1 << 20),
            "inputProperties": { "deep": deep, "first": { "$ref": "#/types/a:index:T0" } },
        } },
    });
    let package = read::package(&schema, &words(&["R"])).unwrap();
    assert_eq!(package.types.len(), 300);
    assert!(rust::module(&package).len() < 100_000);
}

#[test]
fn names_of_a_schema_become_identifiers() {
    for (name, snaked, camel) in [
        ("indexDocument", "index_document", "IndexDocument"),
        ("index-document", "index_document", "IndexDocument"),
        ("HTTPServer", "http_server", "HttpServer"),
        ("s3Bucket", "s3_bucket", "S3Bucket"),
        ("9lives", "_9lives", "N9lives"),
        ("$ref", "ref", "Ref"),
        ("__x", "x", "X"),
    ] {
        assert_eq!(
            (snake(name).as_str(), pascal(name).as_str()),
            (snaked, camel),
            "{name}"
        );
    }
    for bad in ["", "é", "a b", "a\"", "_", "1", &"a".repeat(101)] {
        assert!(!is_usable(bad), "{bad}");
    }
    let mut taken = Taken::with(&["type"]);
    let names = ["type", "type", "type", "a"].map(|name| taken.take(name));
    assert_eq!(names, ["type_", "type_2", "type_3", "a"]);
}

#[test]
fn of_a_description_the_first_paragraph_is_left_on_one_line() {
    for (given, left) in [
        ("One.\n\nTwo.", "One."),
        ("a\nb\tc  d", "a b c d"),
        ("See:\n```sh\nrm -rf\n```", "See:"),
        ("", ""),
    ] {
        assert_eq!(text::description(given), left, "{given:?}");
    }
    let long = text::description(&"ä".repeat(1000));
    assert_eq!(long.chars().count(), 301);
    for evil in ["a\u{202e}b", "a\u{2028}b", "a\rb", "a\u{0}b"] {
        let left = text::description(evil);
        let is_plain = |letter: char| !letter.is_control() && !"\u{202e}\u{2028}".contains(letter);
        assert!(left.chars().all(is_plain), "{left:?}");
    }
}
