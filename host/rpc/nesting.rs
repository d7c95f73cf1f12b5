//! How deep the values in an encoded message nest, found without a stack of our own.
//!
//! Properties are `google.protobuf.Struct`, and a message has them in fields of its own or of messages inside it. Which
//! fields those are is not looked up: what does not read as a `Struct` does not nest as one either.

/// How deep messages lie in a request that have properties: in the request itself, or in a list of views.
const MESSAGE_LEVELS: usize = 2;

/// The name of a property whose value nests deeper than so many levels; none where there is none.
#[must_use]
pub fn find_deeper(message: &[u8], levels: usize) -> Option<String> {
    find_in_message(message, levels, MESSAGE_LEVELS)
}

fn find_in_message(message: &[u8], levels: usize, deeper: usize) -> Option<String> {
    for field in Fields(message) {
        let Some(content) = field.content else {
            continue;
        };
        let found = find_in_properties(content, levels).or_else(|| {
            (deeper > 1)
                .then(|| find_in_message(content, levels, deeper - 1))
                .flatten()
        });
        if found.is_some() {
            return found;
        }
    }
    None
}

/// The messages that values are made of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Struct,
    Entry,
    Value,
    List,
}

impl Kind {
    /// The message that a field holds.
    fn inner(self, field: u64) -> Option<Kind> {
        match (self, field) {
            (Kind::Struct, 1) => Some(Kind::Entry),
            (Kind::Value, 5) => Some(Kind::Struct),
            (Kind::Value, 6) => Some(Kind::List),
            (Kind::Entry, 2) | (Kind::List, 1) => Some(Kind::Value),
            _ => None,
        }
    }
}

fn find_in_properties(properties: &[u8], levels: usize) -> Option<String> {
    let mut open = vec![(Kind::Struct, Fields(properties))];
    let mut name: &[u8] = b"";
    let mut depth = 0;
    while let Some((kind, fields)) = open.last_mut() {
        let kind = *kind;
        let Some(field) = fields.next() else {
            depth -= usize::from(kind == Kind::Value);
            open.pop();
            continue;
        };
        let Some(content) = field.content else {
            continue;
        };
        if kind == Kind::Entry && depth == 0 && field.number == 1 {
            name = content;
        }
        if let Some(inner) = kind.inner(field.number) {
            depth += usize::from(inner == Kind::Value);
            if depth > levels {
                return Some(String::from_utf8_lossy(name).into_owned());
            }
            open.push((inner, Fields(content)));
        }
    }
    None
}

/// The fields of a message that are left; they end where it is malformed.
struct Fields<'a>(&'a [u8]);

struct Field<'a> {
    number: u64,
    /// Of a field whose content has a length.
    content: Option<&'a [u8]>,
}

impl<'a> Iterator for Fields<'a> {
    type Item = Field<'a>;

    fn next(&mut self) -> Option<Field<'a>> {
        let key = self.varint()?;
        let content = match key & 7 {
            0 => {
                self.varint()?;
                None
            }
            1 => {
                self.take(8)?;
                None
            }
            2 => {
                let length = self.varint()?;
                Some(self.take(length)?)
            }
            5 => {
                self.take(4)?;
                None
            }
            _ => return None,
        };
        Some(Field {
            number: key >> 3,
            content,
        })
    }
}

impl<'a> Fields<'a> {
    fn varint(&mut self) -> Option<u64> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let (byte, rest) = self.0.split_first()?;
            self.0 = rest;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(value);
            }
        }
        None
    }

    fn take(&mut self, length: u64) -> Option<&'a [u8]> {
        let length = usize::try_from(length).ok()?;
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }
}

#[cfg(test)]
mod tests {
    use prost::Message as _;
    use prost_types::value::Kind as Form;
    use prost_types::{ListValue, Struct, Value};

    use super::*;
    use crate::rpc::proto::pulumirpc as pb;

    fn nested(levels: usize, objects: bool) -> Struct {
        let text = Value {
            kind: Some(Form::StringValue("\n\u{2}x".to_owned())),
        };
        let wrap = |inner: Value| {
            let form = if objects {
                let fields = [("k".to_owned(), inner)].into();
                Form::StructValue(Struct { fields })
            } else {
                Form::ListValue(ListValue {
                    values: vec![text.clone(), inner],
                })
            };
            Value { kind: Some(form) }
        };
        let value = (1..levels).fold(text.clone(), |inner, _| wrap(inner));
        let fields = [("first".to_owned(), text.clone()), ("p".to_owned(), value)];
        Struct {
            fields: fields.into(),
        }
    }

    #[test]
    fn levels_are_counted_as_the_reader_of_values_counts_them() {
        for objects in [false, true] {
            for levels in [2, 3, 50] {
                let request = pb::CreateRequest {
                    urn: "a urn".to_owned(),
                    properties: Some(nested(levels, objects)),
                    timeout: 1.5,
                    ..pb::CreateRequest::default()
                };
                let bytes = request.encode_to_vec();
                assert_eq!(find_deeper(&bytes, levels), None);
                assert_eq!(find_deeper(&bytes, levels - 1).as_deref(), Some("p"));
            }
        }
    }

    #[test]
    fn values_in_views_are_found_too() {
        let request = pb::DeleteRequest {
            old_views: vec![pb::View {
                outputs: Some(nested(30, true)),
                ..pb::View::default()
            }],
            ..pb::DeleteRequest::default()
        };
        let bytes = request.encode_to_vec();
        assert_eq!(find_deeper(&bytes, 30), None);
        assert_eq!(find_deeper(&bytes, 29).as_deref(), Some("p"));
    }

    proptest::proptest! {
        #[test]
        fn no_bytes_make_it_panic(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..200)) {
            drop(find_deeper(&bytes, 3));
        }
    }
}
