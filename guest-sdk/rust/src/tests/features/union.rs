//! Properties of one of several types.

use std::collections::BTreeMap;

use serde_json::{Value as JsonValue, json};

use crate::PropertyPath;
use crate::encoding::Text;
use crate::prelude::*;
use crate::property::to_text;
use crate::testing::manifest;
use crate::tests::{from_json, to_json};

/// To one host.
#[derive(Object, Clone, Debug, PartialEq)]
struct Host {
    name: String,
}

#[derive(Object, Clone, Debug, PartialEq)]
struct Pool {
    #[property(min_items = 1)]
    names: Vec<String>,
}

#[derive(Union, Clone, Debug, PartialEq)]
#[union(tag = "kind")]
enum Target {
    /// One host.
    Host(Host),
    #[property(name = "POOL")]
    Pool(Pool),
}

#[derive(Union, Clone, Debug, PartialEq)]
enum Port {
    Number(u16),
    Name(String),
    Several(Vec<u16>),
}

/// Any number of the type `f64` is one of its values.
#[derive(Union, Clone, Debug, PartialEq)]
enum Share {
    Count(u8),
    Part(f64),
}

#[derive(Union, Clone, Debug, PartialEq)]
enum Size {
    Bytes(Exact<u64>),
    Blocks(u32),
    Several(Vec<u8>),
    Named(BTreeMap<String, String>),
}

#[derive(Resource)]
struct Route {
    target: Target,
    ports: Option<Vec<Port>>,
    share: Option<Share>,
    size: Option<Size>,
}

#[resource]
impl Lifecycle for Route {
    fn create(request: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
        let RouteInputs {
            target,
            ports,
            share,
            size,
        } = request.inputs;
        let route = Route {
            target,
            ports,
            share,
            size,
        };
        Ok(Created::with_state("route", route))
    }
}

provider!(Provider::new("unions").resource::<Route>());

#[test]
fn unions_are_in_the_schema() {
    let manifest = manifest::<PulumiProvider>().unwrap();
    let schema = &manifest["schema"];
    let properties = &schema["resources"]["unions:index:Route"]["inputProperties"];
    assert_eq!(
        properties["target"],
        json!({
            "oneOf": [{ "$ref": "#/types/unions:index:Host" }, { "$ref": "#/types/unions:index:Pool" }],
            "discriminator": { "propertyName": "kind", "mapping": {
                "host": "#/types/unions:index:Host", "POOL": "#/types/unions:index:Pool",
            } },
        })
    );
    assert_eq!(
        properties["ports"]["items"],
        json!({ "oneOf": [
            { "type": "integer" }, { "type": "string" }, { "type": "array", "items": { "type": "integer" } },
        ] })
    );
    assert_eq!(
        schema["types"]["unions:index:Host"],
        json!({
            "description": "To one host.",
            "type": "object",
            "properties": {
                "kind": { "type": "string", "const": "host", "description": "One host." },
                "name": { "type": "string" },
            },
            "required": ["kind", "name"],
        })
    );
    assert_eq!(
        manifest["types"]["unions:index:Pool"]["properties"]["names"],
        json!({ "minItems": 1 })
    );
}

#[test]
fn the_ranges_of_variants_are_rules_if_no_other_variant_has_such_values() {
    let manifest = manifest::<PulumiProvider>().unwrap();
    let rules = &manifest["resources"]["unions:index:Route"]["properties"];
    let port = json!({ "minimum": 0, "maximum": 65535 });
    assert_eq!(
        rules["ports"],
        json!({ "items": { "minimum": 0, "maximum": 65535, "items": port } })
    );
    assert_eq!(rules["share"], JsonValue::Null);
    let size = rules["size"].as_object().unwrap();
    let mut names: Vec<&str> = size.keys().map(String::as_str).collect();
    names.sort_unstable();
    assert_eq!(names, ["maximum", "minimum", "pattern", "patternReason"]);
    assert_eq!(size["maximum"], u32::MAX);
}

#[track_caller]
fn round_trip<T: Property + PartialEq + core::fmt::Debug>(json: JsonValue, value: &T) {
    let path = PropertyPath::Root;
    assert_eq!(from_json::<T>(json.clone(), &path).as_ref(), Ok(value));
    assert_eq!(to_json(value, &path), Ok(Some(json)));
}

#[track_caller]
fn rejects<T: Property + core::fmt::Debug>(json: JsonValue, expected: &str) {
    let path = PropertyPath::Root;
    let failure = from_json::<T>(json, &path.key("p")).unwrap_err();
    assert_eq!(failure.to_string(), expected);
}

#[test]
fn variants_go_there_and_back() {
    round_trip(
        json!({ "kind": "host", "name": "a" }),
        &Target::from(Host { name: "a".into() }),
    );
    let pool = Pool {
        names: vec!["a".into(), "b".into()],
    };
    round_trip(
        json!({ "kind": "POOL", "names": ["a", "b"] }),
        &Target::Pool(pool),
    );
    round_trip(json!(80), &Port::Number(80));
    round_trip(json!("http"), &Port::from("http".to_owned()));
    round_trip(json!([80, 81]), &Port::Several(vec![80, 81]));
}

#[test]
fn values_of_no_variant_are_refused() {
    rejects::<Target>(json!({ "name": "a" }), "p.kind: is required");
    rejects::<Target>(
        json!({ "kind": "hosts" }),
        "p.kind: expected one of `host`, `POOL`, found `hosts`",
    );
    rejects::<Target>(json!({ "kind": "host" }), "p.name: is required");
    rejects::<Target>(json!([]), "p: expected an object, found an array");
    rejects::<Target>(json!(crate::testing::unknown()), "p: is not known yet");
    rejects::<Target>(
        json!({ "kind": crate::testing::unknown() }),
        "p.kind: is not known yet",
    );
    rejects::<Port>(
        json!(["http"]),
        "p[0]: expected a whole number, found a string",
    );
    rejects::<Port>(
        json!(true),
        "p: expected a whole number, found a boolean; or expected a string, found a boolean; or expected an array, found a boolean",
    );
    rejects::<Port>(json!([crate::testing::unknown()]), "p: is not known yet");
}

#[derive(Union, Clone, Debug, PartialEq)]
#[union(tag = "kind")]
enum Kept {
    Host(Value<Host>),
    Pool(Value<Pool>),
}

#[test]
fn a_tag_is_written_once() {
    let path = PropertyPath::Root;
    let text = |kept: &Kept| to_text(kept, &path).unwrap().unwrap();
    for came in [
        r#"{"kind":"host","name":"a"}"#,
        r#"{ "name" : "a" , "k\u0069nd" : "host" }"#,
        r#"{"kind":"pool","names":["kind"]}"#,
    ] {
        let value = Text::new(came).value().unwrap();
        let kept = Kept::decode(&mut value.decoder(), &path).unwrap();
        assert_eq!(text(&kept), came);
    }
    let host = Value::known(Host { name: "a".into() });
    let tagged = json!({ "kind": "host", "name": "a" });
    let written = text(&Kept::Host(host.clone()));
    assert_eq!(written, tagged.to_string());
    let written = text(&Kept::Host(host.secret()));
    assert_eq!(written, crate::testing::secret(tagged).to_string());
    let written = text(&Kept::Host(Value::unknown()));
    assert_eq!(written, crate::testing::unknown().to_string());
}

#[derive(Object, Clone, Debug, PartialEq)]
struct Tagged {
    kind: String,
}

#[derive(Union, Clone, Debug, PartialEq)]
#[union(tag = "kind")]
enum Twice {
    Tagged(Tagged),
    Pool(Pool),
}

#[derive(Resource)]
struct Kennel {
    pet: Twice,
}

#[resource]
impl Lifecycle for Kennel {
    fn create(_: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
        Err(Error::unsupported("only described"))
    }
}

mod twice {
    crate::provider!(crate::Provider::new("twice").resource::<super::Kennel>());
}

#[test]
fn a_variant_that_has_the_tag_of_its_union_is_told() {
    let refused = crate::testing::manifest::<twice::PulumiProvider>().unwrap_err();
    let expected = "`twice:index:Tagged` has a property `kind`, which is the tag of its union: remove it, because the union adds it";
    assert_eq!(refused.to_string(), expected);
}

#[derive(Union, Clone, Debug, PartialEq)]
enum Loose {
    Number(Value<u16>),
    Name(Value<String>),
}

#[test]
fn a_variant_that_could_be_read_later_is_read_at_once() {
    for (text, wanted) in [
        ("1", Loose::Number(Value::known(1))),
        ("\"a\"", Loose::Name(Value::known("a".to_owned()))),
    ] {
        let text = Text::new(text);
        let value = text.value().unwrap();
        let read = Loose::decode(&mut value.decoder().later("size"), &PropertyPath::Root);
        assert_eq!(read, Ok(wanted));
        assert_eq!(text.failures(), []);
    }
}

mod alone {
    use super::*;

    #[derive(Resource)]
    struct Thing {
        target: Target,
        host: Host,
    }

    #[resource]
    impl Lifecycle for Thing {
        fn create(request: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
            let ThingInputs { target, host } = request.inputs;
            Ok(Created::with_state("thing", Thing { target, host }))
        }
    }

    provider!(Provider::new("alone").resource::<Thing>());

    #[test]
    fn a_tagged_struct_is_no_property_by_itself() {
        let error = manifest::<PulumiProvider>().unwrap_err().to_string();
        assert!(
            error.contains("`alone:index:Host` is a variant with the tag `kind`"),
            "{error}"
        );
    }
}

mod absent {
    use super::*;

    type Perhaps = Option<String>;

    #[derive(Resource)]
    struct Listed {
        names: Vec<Perhaps>,
    }

    #[resource]
    impl Lifecycle for Listed {
        fn create(_: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
            Err(Error::unsupported("only described"))
        }
    }

    provider!(Provider::new("absent").resource::<Listed>());

    #[test]
    fn an_element_that_may_be_absent_is_refused_behind_another_name_too() {
        let error = manifest::<PulumiProvider>().unwrap_err().to_string();
        let said = "an element of a list or a map cannot be absent: leave it out instead";
        assert_eq!(error.matches(said).count(), 1, "{error}");
    }
}
