//! Whole numbers: their ranges, and numbers as text.

use std::collections::BTreeMap;

use serde_json::json;

use crate::prelude::*;
use crate::testing::{manifest, properties};

#[derive(Object, Clone)]
struct Part {
    port: u16,
}

#[derive(Resource)]
struct Sized {
    tiny: i8,
    small: Option<u16>,
    whole: i64,
    count: u64,
    #[property(minimum = 1, maximum = 70000)]
    port: u16,
    #[property(exclusive_minimum = 3)]
    level: Value<i32>,
    #[property(constant = 7)]
    fixed: u8,
    #[property(max_items = 3)]
    bytes: Option<Vec<u8>>,
    by_name: BTreeMap<String, Vec<i16>>,
    part: Part,
    #[property(output)]
    made: u8,
    size: Exact<u64>,
    #[property(pattern = "^1")]
    offset: Option<Exact<i64>>,
}

#[resource]
impl Lifecycle for Sized {
    fn create(_: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
        Err(Error::unsupported("only described"))
    }
}

#[derive(Arguments)]
struct Query {
    first: Option<u8>,
}

#[function(pure)]
fn count(query: Query) -> Result<Exact<i64>> {
    Ok(Exact(query.first.unwrap_or_default().into()))
}

provider!(Provider::new("numbers").resource::<Sized>().function(count));

#[test]
fn the_range_of_a_type_is_a_rule_and_the_narrower_one_of_an_author_stays() {
    let manifest = manifest::<PulumiProvider>().unwrap();
    let rules = &manifest["resources"]["numbers:index:Sized"]["properties"];
    let expected = json!({
        "tiny": { "minimum": -128, "maximum": 127 },
        "small": { "minimum": 0, "maximum": 65535 },
        "count": { "minimum": 0 },
        "port": { "minimum": 1, "maximum": 65535 },
        "level": { "exclusiveMinimum": 3, "maximum": 2147483647 },
        "bytes": { "maxItems": 3, "items": { "minimum": 0, "maximum": 255 } },
        "byName": { "items": { "items": { "minimum": -32768, "maximum": 32767 } } },
        "size": rules["size"],
        "offset": { "pattern": "^1" },
    });
    assert_eq!(*rules, expected);
    assert_eq!(
        manifest["types"]["numbers:index:Part"]["properties"]["port"],
        json!({ "minimum": 0, "maximum": 65535 })
    );
    assert_eq!(
        manifest["functions"]["numbers:index:count"]["properties"]["first"]["maximum"],
        255
    );
    assert_eq!(
        rules["size"]["patternReason"],
        "the digits of a whole number of 64 bits from 0 on"
    );
    let sized = &manifest["schema"]["resources"]["numbers:index:Sized"];
    assert_eq!(
        sized["inputProperties"]["size"],
        json!({ "type": "string" })
    );
}

#[test]
fn an_exact_number_is_its_digits() {
    let read = |value: serde_json::Value| {
        let part = json!({ "size": value });
        properties::<Size>(part).map(|size| *size.size)
    };
    assert_eq!(read(json!("18446744073709551615")).unwrap(), u64::MAX);
    for other in [
        "18446744073709551616",
        "-1",
        "007",
        "+7",
        "1e3",
        "",
        "7.0",
        " 7",
    ] {
        let refused = read(json!(other)).unwrap_err().to_string();
        let expected = "size: must be the digits of a whole number of 64 bits from 0 on";
        assert_eq!(refused, expected, "{other}");
    }
    assert!(
        read(json!(7))
            .unwrap_err()
            .to_string()
            .contains("expected a string")
    );
    let written = Size {
        size: Exact(u64::MAX),
    };
    let path = crate::PropertyPath::Root;
    let written = crate::Properties::to_properties(&written, &path).unwrap();
    assert_eq!(written["size"], "18446744073709551615");
}

#[derive(Object, Clone, PartialEq)]
struct Size {
    size: Exact<u64>,
}
