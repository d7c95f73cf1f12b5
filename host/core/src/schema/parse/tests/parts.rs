//! The compiled parts of a schema.

use serde_json::json;

use super::{in_property, mistakes};
use crate::schema::PackageSchema;
use crate::schema::model::FunctionOutputs;
use crate::schema::model::types::{Primitive, Type};
use crate::schema::testing::{acme, acme_document, thing};

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
fn two_declarations_of_a_configuration_value_have_one_default() {
    let told = mistakes(|document| {
        document["config"]["variables"] = json!({
            "retries": { "type": "integer", "default": 4 },
            "token": { "type": "string", "defaultInfo": { "environment": ["HOME"] } },
            "serverUrl": { "type": "string", "const": "https://other.example" },
            "zones": { "type": "array", "items": { "type": "integer" } },
        });
    });
    let expected = |name: &str, key: &str| {
        format!(
            "/config/variables/{name}: `{key}` differs from `/provider/inputProperties/{name}`: declare the same \
             there"
        )
    };
    assert_eq!(
        told,
        [
            expected("retries", "default"),
            expected("serverUrl", "const"),
            expected("token", "defaultInfo"),
        ]
    );
}

/// Keys that only generated code needs have no meaning for the host, and are not a mistake.
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
        ["/functions/acme:index:getThing/multiArgumentInputs/0: `lable` is not an argument"]
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
            "/resources/acme:index:Thing/listInputs/required/0: `zone` is required, but is not a property"
        ]
    );
}

#[test]
fn a_plain_input_of_a_component_is_not_a_secret() {
    let plain = |property: &serde_json::Value| {
        let mut property = property.clone();
        property["plain"] = json!(true);
        property
    };
    let text = json!({ "type": "string" });
    let secret = json!({ "type": "string", "secret": true });
    let rule = json!({ "$ref": "#/types/acme:index:Rule" });
    let rules = json!({ "type": "object", "additionalProperties": rule });
    let component = |inputs: serde_json::Value, arguments: serde_json::Value| {
        mistakes(|document| {
            document["resources"]["acme:index:Site"] = json!({
                "isComponent": true,
                "inputProperties": inputs,
                "methods": { "show": "acme:index:Site/show" },
            });
            let mut arguments = arguments;
            arguments["__self__"] = json!({ "$ref": "#/resources/acme:index:Site" });
            document["functions"]["acme:index:Site/show"] =
                json!({ "inputs": { "properties": arguments } });
        })
    };
    let allowed = json!({ "a": plain(&text), "b": secret, "c": rules });
    assert_eq!(component(allowed.clone(), allowed), Vec::<String>::new());
    for (property, part) in [
        (&secret, "and it is secret"),
        (&rule, "and a part of its type is secret"),
        (&rules, "and a part of its type is secret"),
    ] {
        let told = component(
            json!({ "a": plain(property) }),
            json!({ "b": plain(property) }),
        );
        let places = [
            "/resources/acme:index:Site/inputProperties/a",
            "/functions/acme:index:Site~1show/inputs/properties/b",
        ];
        assert_eq!(told.len(), places.len(), "{told:?}");
        for (told, place) in told.iter().zip(places) {
            let start = format!("{place}: the input is plain, {part}: ");
            assert!(told.starts_with(&start), "{told}");
        }
    }
    // A custom resource gets its inputs as values, and the host marks its outputs.
    assert_eq!(in_property(plain(&secret)), Vec::<String>::new());
}
