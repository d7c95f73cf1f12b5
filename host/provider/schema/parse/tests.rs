use serde_json::{Value, json};

use super::*;
use crate::provider::schema::model::FunctionOutputs;
use crate::provider::schema::testing::{acme, acme_document, thing};
use crate::provider::schema::types::{Primitive, Type};

/// A package with one part replaced, as lines of `place: message`.
fn mistakes(change: impl FnOnce(&mut Value)) -> Vec<String> {
    let mut document = acme_document();
    change(&mut document);
    match PackageSchema::parse(&document) {
        Ok(_) => Vec::new(),
        Err(mistakes) => mistakes.iter().map(ToString::to_string).collect(),
    }
}

/// The mistakes of one input property, without the property's place.
fn in_property(property: Value) -> Vec<String> {
    let place = "/resources/acme:index:Thing/inputProperties/extra";
    mistakes(|document| {
        document["resources"]["acme:index:Thing"]["inputProperties"]["extra"] = property;
    })
    .iter()
    .map(|mistake| mistake.strip_prefix(place).unwrap_or(mistake).to_owned())
    .collect()
}

#[test]
fn a_package_is_compiled() {
    let schema = acme();
    assert_eq!(
        (schema.name.as_str(), schema.version.as_str()),
        ("acme", "1.4.0")
    );
    let thing = thing(&schema);
    let rules = &thing.inputs.properties["rules"].value_type;
    let Type::Array(rule) = rules else {
        panic!("{rules:?}")
    };
    let Type::Object(rule) = **rule else {
        panic!("{rule:?}")
    };
    let rule = schema.types.object(rule);
    assert_eq!(rule.token, "acme:index:Rule");
    assert!(rule.schema.properties["port"].replace_on_changes);
    assert!(rule.schema.properties["key"].secret);
    assert_eq!(
        rule.schema.properties["protocol"].default,
        Some("tcp".into())
    );
    assert_eq!(
        thing.inputs.properties["mode"].constant,
        Some("fast".into())
    );
    assert_eq!(thing.inputs.properties["count"].default, Some(1.0.into()));
    assert_eq!(
        thing.inputs.properties["tags"].value_type,
        Type::Map(Box::new(Type::Primitive(Primitive::String)))
    );
    let Type::Union(pet) = &thing.inputs.properties["pet"].value_type else {
        panic!()
    };
    assert_eq!(pet.discriminator.as_ref().unwrap().mapping["dog"], 1);
    assert_eq!(thing.inputs.required.iter().collect::<Vec<_>>(), ["label"]);
    assert!(
        schema.functions["acme:index:getThing"]
            .inputs
            .properties
            .contains_key("label")
    );
}

#[test]
fn configuration_is_the_providers_inputs_and_the_variables() {
    let schema = acme();
    assert!(schema.config.properties.contains_key("region"));
    assert_eq!(
        schema.config.required.iter().collect::<Vec<_>>(),
        ["serverUrl", "token"]
    );
    assert_eq!(
        schema.config.properties["token"].environment,
        ["ACME_TOKEN", "TOKEN"]
    );
    assert_eq!(
        schema.config.properties["serverUrl"].description,
        "Where the server is."
    );
}

#[test]
fn what_is_said_of_an_output_holds_for_the_input() {
    let mut document = acme_document();
    let thing = &mut document["resources"]["acme:index:Thing"];
    thing["properties"]["tags"]["replaceOnChanges"] = json!(true);
    thing["inputProperties"]["count"]["willReplaceOnChanges"] = json!(true);
    let schema = PackageSchema::parse(&document).unwrap();
    let inputs = &schema.resources["acme:index:Thing"].inputs.properties;
    assert!(inputs["tags"].replace_on_changes && inputs["count"].replace_on_changes);
}

#[test]
fn identity_is_checked() {
    let rows = [
        (
            "name",
            json!("2acme"),
            "/name: `2acme` is not a package name",
        ),
        (
            "name",
            json!("pulumi"),
            "/name: `pulumi` is reserved by Pulumi",
        ),
        ("name", json!(null), "/name: expected a string, found null"),
        (
            "version",
            json!("v1.0.0"),
            "/version: `v1.0.0` is not a semantic version",
        ),
        (
            "version",
            json!("1.0"),
            "/version: `1.0` is not a semantic version",
        ),
        (
            "verison",
            json!("1.0.0"),
            "/verison: unknown key `verison`; did you mean `version`?",
        ),
    ];
    for (key, value, expected) in rows {
        let found = mistakes(|document| document[key] = value);
        assert!(
            found.iter().any(|found| found.starts_with(expected)),
            "{expected}: {found:?}"
        );
    }
    assert_eq!(
        mistakes(|document| document["somethingNew"] = json!({})),
        [""; 0]
    );
    let found = PackageSchema::parse(&json!({})).unwrap_err();
    assert_eq!(found.len(), 2);
    let found = PackageSchema::parse(&json!([])).unwrap_err();
    assert_eq!(found[0].to_string(), "/: expected an object, found a list");
}

#[test]
fn tokens_are_checked() {
    let rows = [
        ("acme:Thing", "a token has three parts"),
        (
            "acne:index:Thing",
            "the token's package must be `acme`, not `acne`",
        ),
        ("acme::Thing", "a resource's token needs a module"),
        ("acme:2index:Thing", "`2index` is not a module"),
        ("acme:index:My-Thing", "`My-Thing` is not a name"),
        (
            "acme:index:Provider",
            "`Provider` in the root module is the provider itself",
        ),
        (
            "acme:index:THING",
            "another token differs only in case: `acme:index:THING`",
        ),
    ];
    for (token, expected) in rows {
        let found = mistakes(|document| document["resources"][token] = json!({}));
        assert!(
            found.iter().any(|found| found.contains(expected)),
            "{token}: {found:?}"
        );
    }
    for token in ["acme:index/thing:Other", "acme:a.b_c-d:Other"] {
        assert_eq!(
            mistakes(|document| document["resources"][token] = json!({})),
            [""; 0]
        );
    }
    for token in [
        "acme:index:get-it",
        "acme:index:Thing/method",
        "pulumi:providers:acme/log",
    ] {
        assert_eq!(
            mistakes(|document| document["functions"][token] = json!({})),
            [""; 0]
        );
    }
    let renamed = mistakes(|document| {
        document["allowedPackageNames"] = json!(["other"]);
        document["resources"]["other:index:Thing"] = json!({});
    });
    assert_eq!(renamed, [""; 0]);
}

#[test]
fn property_names_are_checked() {
    let text = json!({ "type": "string" });
    let place = "/resources/acme:index:Thing";
    for (part, name) in [
        ("inputProperties", "pulumi"),
        ("inputProperties", "urn"),
        ("inputProperties", "id"),
        ("properties", "id"),
    ] {
        let found = mistakes(|document| {
            document["resources"]["acme:index:Thing"][part][name] = text.clone();
        });
        assert_eq!(
            found,
            [format!(
                "{place}/{part}/{name}: `{name}` is reserved by Pulumi"
            )]
        );
    }
    let component = mistakes(|document| {
        document["resources"]["acme:index:Group"] =
            json!({ "isComponent": true, "properties": { "id": text } });
    });
    assert_eq!(component, [""; 0]);
    let config = mistakes(|document| document["config"]["variables"]["version"] = text.clone());
    assert_eq!(
        config,
        ["/config/variables/version: `version` is reserved by Pulumi"]
    );
    let required = mistakes(|document| {
        document["resources"]["acme:index:Thing"]["requiredInputs"] = json!(["label", "lable"]);
    });
    assert_eq!(
        required,
        [format!(
            "{place}/requiredInputs/1: `lable` is required, but is no property"
        )]
    );
}

#[test]
fn types_are_checked() {
    let rows = [
        (
            json!({ "type": "int" }),
            "/type: `int` is not a type; the types are",
        ),
        (
            json!({ "type": 1 }),
            "/type: expected a string, found a number",
        ),
        (json!({}), ": the type is missing"),
        (json!("string"), ": expected an object, found a string"),
        (
            json!({ "type": "array" }),
            ": an `array` must say what its `items` are",
        ),
        (
            json!({ "type": "array", "items": { "type": "x" } }),
            "/items/type: `x` is not a type",
        ),
        (
            json!({ "type": "object", "properties": {} }),
            "/properties: an object with properties",
        ),
        (
            json!({ "type": "object", "additionalProperties": true }),
            "/additionalProperties: expected an object, found a boolean",
        ),
        (
            json!({ "oneOf": [{ "type": "string" }] }),
            "/oneOf: a union has at least two members",
        ),
        (
            json!({ "oneOf": 1 }),
            "/oneOf: expected a list, found a number",
        ),
        (
            json!({ "$ref": "#/types/acme:index:Rul" }),
            "/$ref: there is no type `acme:index:Rul`; did you mean `acme:index:Rule`?",
        ),
        (
            json!({ "$ref": "#/resources/acme:index:It" }),
            "/$ref: there is no resource",
        ),
        (
            json!({ "$ref": "acme:index:Rule" }),
            "/$ref: `acme:index:Rule` is not a reference",
        ),
        (
            json!({ "$ref": "#/type/x" }),
            "/$ref: `#/type/x` is not a reference",
        ),
        (
            json!({ "$ref": "/aws/schema.json#/types/x" }),
            "/$ref: `/aws/schema.json#/types/x`",
        ),
        (
            json!({ "type": "string", "secert": true }),
            "/secert: unknown key `secert`",
        ),
        (
            json!({ "type": "string", "secret": "yes" }),
            "/secret: expected true or false",
        ),
        (
            json!({ "type": "string", "defaultInfo": {} }),
            "/defaultInfo: `environment` must name",
        ),
        (
            json!({
                "oneOf": [{ "type": "string" }, { "$ref": "#/types/acme:index:Cat" }],
                "discriminator": {
                    "propertyName": "kind",
                    "mapping": { "dog": "acme:index:Dog" }
                }
            }),
            "/discriminator/mapping/dog: this type is not a member of the union",
        ),
    ];
    for (property, expected) in rows {
        let found = in_property(property);
        assert_eq!(found.len(), 1, "{expected}: {found:?}");
        assert!(found[0].starts_with(expected), "{expected}: {found:?}");
    }
    for reference in [
        "#/types/acme:index%3ARule",
        "/acme/v1.4.0/schema.json#/types/acme:index:Rule",
        "/aws/v6.1.0/schema.json#/types/aws:index:Whatever",
        "/aws/v6.1.0/schema.json#/resources/aws:index:Whatever",
        "#/provider",
        "#/resources/pulumi:providers:acme",
        "pulumi.json#/Any",
    ] {
        assert_eq!(
            in_property(json!({ "$ref": reference })),
            [""; 0],
            "{reference}"
        );
    }
}

#[test]
fn defaults_and_constants_are_of_their_type() {
    let rows = [
        (
            json!({ "type": "integer", "default": 1.5 }),
            "/default: expected a whole number",
        ),
        (
            json!({ "type": "integer", "default": 3e9 }),
            "/default: expected a whole number",
        ),
        (
            json!({ "type": "string", "default": 1 }),
            "/default: expected a string, found a number",
        ),
        (
            json!({ "type": "boolean", "const": "true" }),
            "/const: expected a boolean",
        ),
        (
            json!({ "type": "array", "items": { "type": "string" }, "default": [] }),
            "/default: only booleans, numbers, strings and enums can have a default",
        ),
        (
            json!({ "$ref": "pulumi.json#/Any", "const": 1 }),
            "/const: only booleans, numbers",
        ),
        (
            json!({ "$ref": "#/types/acme:index:Color", "default": "pink" }),
            "/default: the default is none of the enum's values",
        ),
        (
            json!({ "oneOf": [{ "type": "integer" }, { "type": "boolean" }], "default": "x" }),
            "/default: a string fits no member of the union",
        ),
    ];
    for (property, expected) in rows {
        let found = in_property(property);
        assert_eq!(found.len(), 1, "{expected}: {found:?}");
        assert!(found[0].starts_with(expected), "{expected}: {found:?}");
    }
    let wrong_type = in_property(json!({ "type": "strin", "default": 1, "const": 2 }));
    assert_eq!(
        wrong_type.len(),
        1,
        "one mistake does not make others: {wrong_type:?}"
    );
}

#[test]
fn enums_are_checked() {
    let rows = [
        (
            json!({ "type": "integer", "enum": [{ "value": "x" }] }),
            "/enum/0/value: expected a whole",
        ),
        (
            json!({ "type": "string", "enum": [{ "name": "x" }] }),
            "/enum/0/value: the value is missing",
        ),
        (
            json!({ "type": "string", "enum": [] }),
            "/enum: an enum lists its values",
        ),
        (
            json!({ "type": "string" }),
            "/enum: an enum lists its values",
        ),
        (
            json!({ "type": "array", "enum": [{ "value": "x" }] }),
            "/type: a named type is an `object`",
        ),
        (
            json!({ "enum": [{ "value": "x" }] }),
            "/type: the type is missing",
        ),
    ];
    for (definition, expected) in rows {
        let found = mistakes(|document| document["types"]["acme:index:Extra"] = definition);
        let expected = format!("/types/acme:index:Extra{expected}");
        assert_eq!(found.len(), 1, "{expected}: {found:?}");
        assert!(found[0].starts_with(&expected), "{expected}: {found:?}");
    }
}

#[test]
fn functions_and_methods_are_checked() {
    let thing = "acme:index:Thing";
    let method = |function: &str| {
        mistakes(|document| {
            document["functions"]["acme:index:Thing/reset"] = json!({});
            document["resources"][thing]["methods"] = json!({ "reset": function });
        })
    };
    assert_eq!(method("acme:index:Thing/reset"), [""; 0]);
    assert!(method("acme:index:getThing")[0].contains("must be `acme:index:Thing/<method>`"));
    assert!(method("acme:index:nothing")[0].contains("names one of the package's functions"));
    let arguments = mistakes(|document| {
        document["functions"]["acme:index:getThing"]["multiArgumentInputs"] = json!(["name"]);
    });
    assert_eq!(
        arguments,
        ["/functions/acme:index:getThing/multiArgumentInputs/0: `name` is no argument"]
    );
    let mut document = acme_document();
    document["functions"]["acme:index:count"] = json!({ "outputs": { "type": "integer" } });
    document["functions"]["acme:index:find"] =
        json!({ "returnType": { "$ref": "#/types/acme:index:Rule" } });
    document["functions"]["acme:index:list"] =
        json!({ "outputs": { "type": "object", "properties": {} } });
    let schema = PackageSchema::parse(&document).unwrap();
    let outputs = |name: &str| &schema.functions[&format!("acme:index:{name}")].outputs;
    use crate::provider::schema::FunctionOutputs;
    assert!(matches!(
        outputs("count"),
        FunctionOutputs::Value(Type::Primitive(Primitive::Integer))
    ));
    assert!(matches!(
        outputs("find"),
        FunctionOutputs::Value(Type::Object(_))
    ));
    assert!(matches!(outputs("list"), FunctionOutputs::Object(_)));
}

/// What only generated code needs has no meaning for the host, and is no mistake.
#[test]
fn what_is_for_sdks_alone_passes() {
    let told = mistakes(|document| {
        document["meta"] = json!({ "moduleFormat": "(.*)(?:/[^/]*)", "supportPack": true });
        document["language"] = json!({ "nodejs": { "packageName": "@acme/acme" }, "go": {} });
        document["allowedPackageNames"] = json!(["other"]);
        document["dependencies"] = json!([{ "name": "random", "version": "4.0.0" }]);
        let thing = &mut document["resources"]["acme:index:Thing"];
        thing["aliases"] = json!([{ "type": "acme:old:Thing" }, "acme:older:Thing"]);
        thing["language"] = json!({ "python": { "compatibility": "kubernetes20" } });
        thing["isOverlay"] = json!(true);
        thing["overlaySupportedLanguages"] = json!(["nodejs"]);
        thing["plainInputs"] = json!([]);
        thing["inputProperties"]["count"]["language"] = json!({ "csharp": { "name": "Amount" } });
        thing["inputProperties"]["foreign"] =
            json!({ "$ref": "/random/v4.0.0/schema.json#/types/random:index:Kind" });
        thing["inputProperties"]["bucket"] =
            json!({ "$ref": "/aws/v6.0.0/schema.json#/resources/aws:s3%2Fbucket:Bucket" });
        let function = &mut document["functions"]["acme:index:getThing"];
        function["isOverlay"] = json!(false);
        function["language"] = json!({ "nodejs": { "requiresSecondParameter": true } });
    });
    assert_eq!(told, [] as [String; 0]);
}

#[test]
fn values_of_other_packages_types_are_any_and_resources_stay_resources() {
    let mut document = acme_document();
    let inputs = &mut document["resources"]["acme:index:Thing"]["inputProperties"];
    inputs["foreign"] = json!({ "$ref": "/random/v4.0.0/schema.json#/types/random:index:Kind" });
    inputs["bucket"] =
        json!({ "$ref": "/aws/v6.0.0/schema.json#/resources/aws:s3%2Fbucket:Bucket" });
    let schema = PackageSchema::parse(&document).unwrap();
    let inputs = &thing(&schema).inputs.properties;
    assert_eq!(inputs["foreign"].value_type, Type::Any);
    assert_eq!(inputs["bucket"].value_type, Type::ResourceReference);
}

#[test]
fn functions_may_take_several_arguments_and_return_a_bare_value() {
    let mut document = acme_document();
    document["functions"]["acme:index:sum"] = json!({
        "inputs": { "properties": { "a": { "type": "number" }, "b": { "type": "number" } } },
        "multiArgumentInputs": ["a", "b"],
        "returnType": { "type": "number" }
    });
    document["functions"]["acme:index:names"] = json!({
        "outputs": { "type": "array", "items": { "type": "string" } }
    });
    let schema = PackageSchema::parse(&document).unwrap();
    let outputs = |token: &str| match &schema.functions[token].outputs {
        FunctionOutputs::Value(value_type) => value_type.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(
        outputs("acme:index:sum"),
        Type::Primitive(Primitive::Number)
    );
    assert!(matches!(outputs("acme:index:names"), Type::Array(_)));
    let told = mistakes(|document| {
        document["functions"]["acme:index:getThing"]["multiArgumentInputs"] = json!(["lable"]);
    });
    assert_eq!(
        told,
        ["/functions/acme:index:getThing/multiArgumentInputs/0: `lable` is no argument"]
    );
}

#[test]
fn what_a_lookup_and_a_query_may_say_is_kept() {
    let mut document = acme_document();
    let resource = &mut document["resources"]["acme:index:Thing"];
    resource["stateInputs"] = json!({ "properties": { "region": { "type": "string" } } });
    resource["listInputs"] = json!({
        "properties": { "zone": { "type": "string" } }, "required": ["zone"]
    });
    let schema = PackageSchema::parse(&document).unwrap();
    let state = thing(&schema).state_inputs.as_ref().unwrap();
    assert!(state.properties.contains_key("region"));
    let query = thing(&schema).list_inputs.as_ref().unwrap();
    assert!(query.required.contains("zone"));
    let told = mistakes(|document| {
        let resource = &mut document["resources"]["acme:index:Thing"];
        resource["listInputs"] = json!({ "required": ["zone"] });
    });
    assert_eq!(
        told,
        [
            "/resources/acme:index:Thing/listInputs/required/0: `zone` is required, but is no property"
        ]
    );
}

#[test]
fn all_mistakes_are_told_at_once_with_escaped_places() {
    let found = mistakes(|document| {
        document["version"] = json!("1");
        document["types"]["acme:index/a:B"] = json!({
            "type": "object",
            "properties": { "c~d": { "type": "x" } }
        });
        document["resources"]["acme:index:Thing"]["properties"]["urn"] = json!({ "type": "y" });
    });
    let places: Vec<&str> = found
        .iter()
        .filter_map(|found| found.split(": ").next())
        .collect();
    assert_eq!(
        places,
        [
            "/version",
            "/types/acme:index~1a:B/properties/c~0d/type",
            "/resources/acme:index:Thing/properties/urn",
            "/resources/acme:index:Thing/properties/urn/type",
        ]
    );
}

/// Every place of a document.
fn places(value: &Value, place: &str, found: &mut Vec<String>) {
    found.push(place.to_owned());
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                places(item, &format!("{place}/{index}"), found);
            }
        }
        Value::Object(members) => {
            for (key, value) in members {
                places(value, &member(place, key), found);
            }
        }
        _ => {}
    }
}

#[test]
fn no_document_panics_and_mistakes_are_near_what_is_wrong() {
    let document = acme_document();
    let mut all = Vec::new();
    places(&document, "", &mut all);
    let wrong = [
        json!(null),
        json!(7),
        json!("x"),
        json!([]),
        json!({}),
        json!([{}]),
        json!({ "x": 1 }),
    ];
    for place in all {
        for value in &wrong {
            let mut document = document.clone();
            *document.pointer_mut(&place).unwrap() = value.clone();
            for mistake in PackageSchema::parse(&document).err().unwrap_or_default() {
                let parent = mistake
                    .place
                    .rsplit_once('/')
                    .map_or("", |(parent, _)| parent);
                let grandparent = parent.rsplit_once('/').map_or("", |(parent, _)| parent);
                let exists = |place: &str| document.pointer(place).is_some();
                assert!(exists(parent) || exists(grandparent), "{place}: {mistake}");
            }
        }
    }
}
