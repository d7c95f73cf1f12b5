//! Values of every kind, for property tests of their conversions.

use proptest::prelude::*;

use super::value::{
    Archive, ArchiveContent, Asset, AssetContent, PropertyValue, ResourceReference,
};

/// Any value, with every kind at any depth.
pub(crate) fn any_value() -> impl Strategy<Value = PropertyValue> {
    let leaf = prop_oneof![
        Just(PropertyValue::Null),
        Just(PropertyValue::Unknown),
        any::<bool>().prop_map(PropertyValue::Bool),
        prop::num::f64::NORMAL.prop_map(PropertyValue::Number),
        (-1_000_000_i32..1_000_000).prop_map(|value| PropertyValue::Number(f64::from(value))),
        ".*".prop_map(PropertyValue::String),
        prop::collection::vec(any::<u8>(), 0..8).prop_map(PropertyValue::Bytes),
        ".*".prop_map(|text| PropertyValue::Asset(Box::new(Asset {
            hash: "h".to_owned(),
            content: AssetContent::Text(text)
        }))),
        "[a-z/]+".prop_map(|path| PropertyValue::Archive(Box::new(Archive {
            hash: String::new(),
            content: ArchiveContent::Path(path)
        }))),
        "[a-z:]+".prop_map(
            |urn| PropertyValue::ResourceReference(Box::new(ResourceReference {
                urn,
                id: Some(None),
                ..ResourceReference::default()
            }))
        ),
    ];
    leaf.prop_recursive(4, 64, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(PropertyValue::Array),
            prop::collection::btree_map("[a-zA-Z_.\"]{1,8}", inner.clone(), 0..6)
                .prop_map(PropertyValue::Object),
            inner.prop_map(PropertyValue::into_secret),
        ]
    })
}
