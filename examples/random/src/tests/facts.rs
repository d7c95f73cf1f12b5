//! The facts that programs and stacks rely on: names, types, required properties, outputs, secrets.

use std::fmt::Write;

use pulumi_wasm_provider::testing;
use serde_json::Value as JsonValue;

use crate::PulumiProvider;

/// `given`: a required input. `set`: an input that need not, and an output that is always there. `input`: neither.
/// `output`: an output alone, always there.
const FACTS: &str = "\
random:index/randomBytes:RandomBytes
    base64 string output secret
    hex string output secret
    keepers object input
    length integer given
random:index/randomId:RandomId
    b64Std string output
    b64Url string output
    byteLength integer given
    dec string output
    hex string output
    keepers object input
    prefix string input
random:index/randomInteger:RandomInteger
    keepers object input
    max integer given
    min integer given
    result integer output
    seed string input
random:index/randomPassword:RandomPassword
    bcryptHash string output secret
    keepers object input
    length integer given
    lower boolean set = true
    minLower integer set = 0
    minNumeric integer set = 0
    minSpecial integer set = 0
    minUpper integer set = 0
    number boolean set = true
    numeric boolean set = true
    overrideSpecial string input
    result string output secret
    special boolean set = true
    upper boolean set = true
random:index/randomPet:RandomPet
    keepers object input
    length integer set = 2
    prefix string input
    separator string set = \"-\"
random:index/randomShuffle:RandomShuffle
    inputs array given
    keepers object input
    resultCount integer input
    results array output
    seed string input
random:index/randomString:RandomString
    keepers object input
    length integer given
    lower boolean set = true
    minLower integer set = 0
    minNumeric integer set = 0
    minSpecial integer set = 0
    minUpper integer set = 0
    number boolean set = true
    numeric boolean set = true
    overrideSpecial string input
    result string output
    special boolean set = true
    upper boolean set = true
random:index/randomUuid4:RandomUuid4
    keepers object input
    result string output
random:index/randomUuid7:RandomUuid7
    keepers object input
    result string output
random:index/randomUuid:RandomUuid
    keepers object input
    result string output
";

#[test]
fn the_schema_has_the_names_and_types_that_stacks_rely_on() {
    let mut facts = String::new();
    let manifest = manifest();
    for (token, resource) in sorted(&manifest["schema"]["resources"]) {
        writeln!(facts, "{token}").unwrap();
        for (name, output) in sorted(&resource["properties"]) {
            let kind = output["type"].as_str().unwrap();
            writeln!(facts, "    {name} {kind} {}", role(resource, name)).unwrap();
        }
        for (name, input) in sorted(&resource["inputProperties"]) {
            let output = &resource["properties"][name];
            assert_eq!(input["type"], output["type"], "{token} {name}");
            assert_eq!(input["replaceOnChanges"], true, "{token} {name}");
        }
    }
    assert_eq!(facts, FACTS);
}

#[test]
fn everything_is_described() {
    let manifest = manifest();
    let resources = sorted(&manifest["schema"]["resources"]);
    assert_eq!(resources.len(), 10);
    for (token, resource) in resources {
        assert!(resource["description"].is_string(), "{token}");
        for side in ["properties", "inputProperties"] {
            for (name, property) in sorted(&resource[side]) {
                assert!(property["description"].is_string(), "{token} {name}");
            }
        }
    }
}

/// Rules that the host checks on inputs.
#[test]
fn numbers_have_bounds() {
    let manifest = manifest();
    let mut bounds = String::new();
    for (token, beside) in sorted(&manifest["resources"]) {
        let name = token.rsplit(':').next().unwrap();
        for (property, rules) in sorted(&beside["properties"]) {
            if let Some(minimum) = rules["minimum"].as_f64() {
                writeln!(bounds, "{name}.{property} {minimum}").unwrap();
            }
        }
    }
    let text = |name: &str| {
        [
            "length 1",
            "minLower 0",
            "minNumeric 0",
            "minSpecial 0",
            "minUpper 0",
        ]
        .map(|line| format!("{name}.{line}\n"))
        .concat()
    };
    let expected = [
        "RandomBytes.length 1\nRandomId.byteLength 1\n",
        &text("RandomPassword"),
        "RandomPet.length 1\nRandomShuffle.resultCount 0\n",
        &text("RandomString"),
    ];
    assert_eq!(bounds, expected.concat());
}

fn role(resource: &JsonValue, name: &str) -> String {
    let has = |list: &str| {
        let names = resource[list].as_array();
        names.is_some_and(|names| names.iter().any(|other| other == name))
    };
    let input = &resource["inputProperties"][name];
    let role = match (input.is_object(), has("requiredInputs"), has("required")) {
        (true, true, true) => "given",
        (true, false, true) => "set",
        (true, false, false) => "input",
        (false, false, true) => "output",
        other => panic!("{name} is {other:?}"),
    };
    let secret = match resource["properties"][name]["secret"].as_bool() {
        Some(true) => " secret",
        _ => "",
    };
    let default = match &input["default"] {
        JsonValue::Null => String::new(),
        default => format!(" = {default}"),
    };
    format!("{role}{secret}{default}")
}

fn manifest() -> JsonValue {
    testing::manifest::<PulumiProvider>().unwrap()
}

fn sorted(object: &JsonValue) -> Vec<(&str, &JsonValue)> {
    let mut entries: Vec<_> = object.as_object().unwrap().iter().collect();
    entries.sort_by_key(|(name, _)| name.as_str());
    entries
        .into_iter()
        .map(|(name, value)| (name.as_str(), value))
        .collect()
}
