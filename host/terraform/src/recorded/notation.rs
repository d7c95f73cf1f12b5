//! The notation of recorded properties: MessagePack, because a core writes its whole state after each change, and values may nest
//! deeper than readers of JSON allow. A value that MessagePack does not have is an extension.

use pulumi_wasm_core::value::{
    Archive, ArchiveContent, Asset, AssetContent, PropertyMap, PropertyValue, ResourceReference,
};

use crate::convert::wire::reader::{Reader, Token};
use crate::convert::wire::writer::Writer;

/// The kinds of extensions.
mod kind {
    pub(super) const UNKNOWN: u8 = 0;
    pub(super) const SECRET: u8 = 1;
    pub(super) const ASSET: u8 = 2;
    pub(super) const ARCHIVE: u8 = 3;
    pub(super) const REFERENCE: u8 = 4;
}

/// The largest depth that is read: twice the depth of a core's values, because each level can be secret.
const MAX_DEPTH: usize = 512;

pub(super) fn write_map(properties: &PropertyMap, to: &mut Writer) {
    to.map(properties.len());
    for (name, value) in properties {
        to.text(name);
        write(value, to);
    }
}

fn write(value: &PropertyValue, to: &mut Writer) {
    match value {
        PropertyValue::Null => to.nil(),
        PropertyValue::Bool(value) => to.boolean(*value),
        PropertyValue::Number(number) => write_number(*number, to),
        PropertyValue::String(text) => to.text(text),
        PropertyValue::Bytes(bytes) => to.binary(bytes),
        PropertyValue::Array(items) => {
            to.array(items.len());
            for item in items {
                write(item, to);
            }
        }
        PropertyValue::Object(members) => write_map(members, to),
        PropertyValue::Unknown => to.extension(kind::UNKNOWN, &[0]),
        PropertyValue::Secret(inner) => extension(kind::SECRET, to, |to| write(inner, to)),
        PropertyValue::Asset(asset) => extension(kind::ASSET, to, |to| {
            let (place, text) = match &asset.content {
                AssetContent::Elided => ("", ""),
                AssetContent::Text(text) => ("text", text.as_str()),
                AssetContent::Path(path) => ("path", path.as_str()),
                AssetContent::Uri(uri) => ("uri", uri.as_str()),
            };
            for text in [&asset.hash, place, text] {
                to.text(text);
            }
        }),
        PropertyValue::Archive(archive) => extension(kind::ARCHIVE, to, |to| {
            to.text(&archive.hash);
            let (place, text) = match &archive.content {
                ArchiveContent::Elided => ("", ""),
                ArchiveContent::Assets(assets) => return write_map(assets, to),
                ArchiveContent::Path(path) => ("path", path.as_str()),
                ArchiveContent::Uri(uri) => ("uri", uri.as_str()),
            };
            to.text(place);
            to.text(text);
        }),
        PropertyValue::ResourceReference(reference) => extension(kind::REFERENCE, to, |to| {
            to.text(&reference.urn);
            match &reference.id {
                None => to.boolean(false),
                Some(id) => write_text(id.as_deref(), to),
            }
            for text in [
                &reference.name,
                &reference.resource_type,
                &reference.package_version,
            ] {
                write_text(text.as_deref(), to);
            }
        }),
    }
}

fn extension(kind: u8, to: &mut Writer, write: impl FnOnce(&mut Writer)) {
    let mut inner = Writer::default();
    write(&mut inner);
    to.extension(kind, &inner.into_bytes());
}

/// A number, as an integer if it is the same double.
fn write_number(number: f64, to: &mut Writer) {
    #[expect(clippy::cast_possible_truncation, reason = "the result is compared")]
    let integer = number as i64;
    #[expect(clippy::cast_precision_loss, reason = "the result is compared")]
    let is_same = (integer as f64).to_bits() == number.to_bits();
    if is_same && i32::try_from(integer).is_ok() {
        to.integer(integer);
    } else {
        to.float(number);
    }
}

fn write_text(text: Option<&str>, to: &mut Writer) {
    match text {
        Some(text) => to.text(text),
        None => to.nil(),
    }
}

/// The properties at the reader's place; `None` if they are not in this notation. `Some(None)` says that the properties are absent.
pub(super) fn read_map(reader: &mut Reader<'_>) -> Option<Option<PropertyMap>> {
    match reader.next()? {
        Token::Nil => Some(None),
        Token::Map(length) => members(reader, length, MAX_DEPTH).map(Some),
        _ => None,
    }
}

fn members(reader: &mut Reader<'_>, length: usize, depth: usize) -> Option<PropertyMap> {
    let members = (0..length).map(|_| Some((text(reader)?, read(reader, depth)?)));
    members.collect()
}

/// A text at the reader's place.
pub(super) fn text(reader: &mut Reader<'_>) -> Option<String> {
    match reader.next()? {
        Token::Text(text) => Some(text.to_owned()),
        _ => None,
    }
}

fn read(reader: &mut Reader<'_>, depth: usize) -> Option<PropertyValue> {
    let depth = depth.checked_sub(1)?;
    Some(match reader.next()? {
        Token::Nil => PropertyValue::Null,
        Token::Bool(value) => PropertyValue::Bool(value),
        #[expect(
            clippy::cast_precision_loss,
            reason = "only short integers are written"
        )]
        Token::Integer(number) => PropertyValue::Number(number as f64),
        Token::Unsigned(_) => return None,
        Token::Float(number) => PropertyValue::Number(number),
        Token::Text(text) => PropertyValue::String(text.to_owned()),
        Token::Binary(bytes) => PropertyValue::Bytes(bytes.to_owned()),
        Token::Array(length) => {
            let items = (0..length).map(|_| read(reader, depth));
            PropertyValue::Array(items.collect::<Option<_>>()?)
        }
        Token::Map(length) => PropertyValue::Object(members(reader, length, depth)?),
        Token::Extension(kind, bytes) => {
            let mut inner = Reader::new(bytes);
            let value = special(kind, &mut inner, depth)?;
            return inner.is_at_end().then_some(value);
        }
    })
}

fn special(kind: u8, from: &mut Reader<'_>, depth: usize) -> Option<PropertyValue> {
    Some(match kind {
        kind::UNKNOWN => {
            from.next()?;
            PropertyValue::Unknown
        }
        kind::SECRET => PropertyValue::Secret(Box::new(read(from, depth)?)),
        kind::ASSET => {
            let hash = text(from)?;
            let (place, text) = (text(from)?, text(from)?);
            let content = match place.as_str() {
                "" => AssetContent::Elided,
                "text" => AssetContent::Text(text),
                "path" => AssetContent::Path(text),
                "uri" => AssetContent::Uri(text),
                _ => return None,
            };
            PropertyValue::Asset(Box::new(Asset { hash, content }))
        }
        kind::ARCHIVE => {
            let hash = text(from)?;
            let content = match from.next()? {
                Token::Map(length) => ArchiveContent::Assets(members(from, length, depth)?),
                Token::Text(place) => {
                    let text = text(from)?;
                    match place {
                        "" => ArchiveContent::Elided,
                        "path" => ArchiveContent::Path(text),
                        "uri" => ArchiveContent::Uri(text),
                        _ => return None,
                    }
                }
                _ => return None,
            };
            PropertyValue::Archive(Box::new(Archive { hash, content }))
        }
        kind::REFERENCE => {
            let urn = text(from)?;
            let id = match from.next()? {
                Token::Bool(_) => None,
                token => Some(text_of(token)?),
            };
            PropertyValue::ResourceReference(Box::new(ResourceReference {
                urn,
                id,
                name: text_of(from.next()?)?,
                resource_type: text_of(from.next()?)?,
                package_version: text_of(from.next()?)?,
            }))
        }
        _ => return None,
    })
}

/// A text that may be absent.
fn text_of(token: Token<'_>) -> Option<Option<String>> {
    match token {
        Token::Nil => Some(None),
        Token::Text(text) => Some(Some(text.to_owned())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn written(value: &PropertyValue) -> Vec<u8> {
        let mut writer = Writer::default();
        write(value, &mut writer);
        writer.into_bytes()
    }

    fn read_whole(bytes: &[u8]) -> Option<PropertyValue> {
        let mut reader = Reader::new(bytes);
        let value = read(&mut reader, MAX_DEPTH)?;
        reader.is_at_end().then_some(value)
    }

    fn asset() -> impl Strategy<Value = PropertyValue> {
        let content = prop_oneof![
            Just(AssetContent::Elided),
            ".*".prop_map(AssetContent::Text),
            ".*".prop_map(AssetContent::Path),
            ".*".prop_map(AssetContent::Uri),
        ];
        ("[0-9a-f]{0,8}", content)
            .prop_map(|(hash, content)| PropertyValue::Asset(Box::new(Asset { hash, content })))
    }

    fn reference() -> impl Strategy<Value = PropertyValue> {
        let text = prop::option::of("[a-z]{0,4}");
        let id = prop::option::of(text.clone());
        ("[a-z:]+", id, text.clone(), text.clone(), text).prop_map(
            |(urn, id, name, resource_type, package_version)| {
                PropertyValue::ResourceReference(Box::new(ResourceReference {
                    urn,
                    id,
                    name,
                    resource_type,
                    package_version,
                }))
            },
        )
    }

    fn any_value() -> impl Strategy<Value = PropertyValue> {
        use prop::num::f64::{INFINITE, NEGATIVE, NORMAL, POSITIVE, SUBNORMAL, ZERO};
        // Each number that is equal to itself.
        let numbers = POSITIVE | NEGATIVE | NORMAL | SUBNORMAL | ZERO | INFINITE;
        let leaf = prop_oneof![
            Just(PropertyValue::Null),
            Just(PropertyValue::Unknown),
            any::<bool>().prop_map(PropertyValue::Bool),
            numbers.prop_map(PropertyValue::Number),
            any::<i32>().prop_map(|number| PropertyValue::Number(f64::from(number))),
            ".*".prop_map(PropertyValue::String),
            prop::collection::vec(any::<u8>(), 0..40).prop_map(PropertyValue::Bytes),
            asset(),
            reference(),
        ];
        leaf.prop_recursive(4, 64, 20, |inner| {
            let members = prop::collection::btree_map(".{0,9}", inner.clone(), 0..20);
            let content = prop_oneof![
                members.clone().prop_map(ArchiveContent::Assets),
                Just(ArchiveContent::Elided),
                ".*".prop_map(ArchiveContent::Path),
                ".*".prop_map(ArchiveContent::Uri),
            ];
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..20).prop_map(PropertyValue::Array),
                members.prop_map(PropertyValue::Object),
                inner.prop_map(PropertyValue::into_secret),
                content.prop_map(|content| PropertyValue::Archive(Box::new(Archive {
                    hash: "h".to_owned(),
                    content
                }))),
            ]
        })
    }

    proptest! {
        #[test]
        fn each_value_comes_back(value in any_value()) {
            prop_assert_eq!(read_whole(&written(&value)), Some(value));
        }

        #[test]
        fn any_bytes_end_in_a_value_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
            if let Some(value) = read_whole(&bytes) {
                written(&value);
            }
        }
    }

    #[test]
    fn special_numbers_come_back_to_the_bit() {
        for number in [
            -0.0,
            0.0,
            f64::NAN,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::MIN_POSITIVE,
            9_007_199_254_740_993.0,
            i64::MAX as f64,
        ] {
            let read = read_whole(&written(&number.into()));
            let Some(PropertyValue::Number(read)) = read else {
                panic!("{number}: {read:?}");
            };
            assert_eq!(read.to_bits(), number.to_bits());
        }
    }

    #[test]
    fn a_value_as_deep_as_a_core_may_send_comes_back_and_a_deeper_one_is_refused() {
        let nested = |depth: usize| {
            (0..depth).fold(PropertyValue::Null, |inner, _| {
                PropertyValue::Array(vec![inner]).into_secret()
            })
        };
        let deep = nested(250);
        assert_eq!(read_whole(&written(&deep)), Some(deep));
        assert_eq!(read_whole(&written(&nested(MAX_DEPTH))), None);
    }
}
