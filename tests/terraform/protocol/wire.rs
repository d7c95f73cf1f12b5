//! Values in MessagePack, written and read by the rules of the wire format alone. An unknown value is `{"$unknown": true}` here.

use serde_json::{Map, Number, Value, json};

use super::messages::DynamicValue;

/// An unknown value.
pub(super) fn unknown() -> Value {
    json!({ "$unknown": true })
}

/// A value as requests have it.
pub(super) fn dynamic(value: &Value) -> Option<DynamicValue> {
    let mut msgpack = Vec::new();
    write(value, &mut msgpack);
    raw(msgpack)
}

/// Bytes as the value of a request.
pub(super) fn raw(msgpack: impl Into<Vec<u8>>) -> Option<DynamicValue> {
    Some(DynamicValue {
        msgpack: msgpack.into(),
        json: Vec::new(),
    })
}

/// The value of an answer.
pub(super) fn read(value: Option<&DynamicValue>) -> Value {
    let Some(value) = value else {
        return Value::Null;
    };
    if value.msgpack.is_empty() {
        return serde_json::from_slice(&value.json).unwrap();
    }
    let mut bytes = value.msgpack.as_slice();
    let read = next(&mut bytes);
    assert!(bytes.is_empty(), "bytes behind a value");
    read
}

fn write(value: &Value, out: &mut Vec<u8>) {
    match value {
        Value::Null => out.push(0xc0),
        Value::Bool(value) => out.push(if *value { 0xc3 } else { 0xc2 }),
        Value::Number(number) => match number.as_i64() {
            Some(integer) => {
                out.push(0xd3);
                out.extend(integer.to_be_bytes());
            }
            None => {
                out.push(0xcb);
                out.extend(number.as_f64().unwrap().to_be_bytes());
            }
        },
        Value::String(text) => write_text(text, out),
        Value::Array(items) => {
            out.push(0xdd);
            out.extend(u32::try_from(items.len()).unwrap().to_be_bytes());
            items.iter().for_each(|item| write(item, out));
        }
        Value::Object(members) if *value == unknown() => {
            assert_eq!(members.len(), 1);
            out.extend([0xd4, 0, 0]);
        }
        Value::Object(members) => {
            out.push(0xdf);
            out.extend(u32::try_from(members.len()).unwrap().to_be_bytes());
            for (name, member) in members {
                write_text(name, out);
                write(member, out);
            }
        }
    }
}

fn write_text(text: &str, out: &mut Vec<u8>) {
    out.push(0xdb);
    out.extend(u32::try_from(text.len()).unwrap().to_be_bytes());
    out.extend(text.as_bytes());
}

fn take<'a>(bytes: &mut &'a [u8], length: usize) -> &'a [u8] {
    let (taken, rest) = bytes.split_at(length);
    *bytes = rest;
    taken
}

fn length(bytes: &mut &[u8], size: usize) -> usize {
    let taken = take(bytes, size).iter();
    taken.fold(0, |number, byte| number << 8 | usize::from(*byte))
}

fn next(bytes: &mut &[u8]) -> Value {
    let first = take(bytes, 1)[0];
    match first {
        0x00..=0x7f => first.into(),
        0xe0..=0xff => i64::from(first.cast_signed()).into(),
        0xc0 => Value::Null,
        0xc2 => false.into(),
        0xc3 => true.into(),
        0xca => number(f32::from_be_bytes(take(bytes, 4).try_into().unwrap()).into()),
        0xcb => number(f64::from_be_bytes(take(bytes, 8).try_into().unwrap())),
        0xcc..=0xcf => length(bytes, 1 << (first - 0xcc)).into(),
        0xd0 => i64::from(take(bytes, 1)[0].cast_signed()).into(),
        0xd1 => i16::from_be_bytes(take(bytes, 2).try_into().unwrap()).into(),
        0xd2 => i32::from_be_bytes(take(bytes, 4).try_into().unwrap()).into(),
        0xd3 => i64::from_be_bytes(take(bytes, 8).try_into().unwrap()).into(),
        // Extensions: only unknown values have them.
        0xd4 => {
            take(bytes, 2);
            unknown()
        }
        0xc7 => {
            let size = length(bytes, 1);
            take(bytes, size + 1);
            unknown()
        }
        0xa0..=0xbf => text(bytes, usize::from(first & 0x1f)),
        0xd9..=0xdb => {
            let size = length(bytes, 1 << (first - 0xd9));
            text(bytes, size)
        }
        0x90..=0x9f => array(bytes, usize::from(first & 0x0f)),
        0xdc | 0xdd => {
            let size = length(bytes, 2 << (first - 0xdc));
            array(bytes, size)
        }
        0x80..=0x8f => map(bytes, usize::from(first & 0x0f)),
        0xde | 0xdf => {
            let size = length(bytes, 2 << (first - 0xde));
            map(bytes, size)
        }
        other => panic!("the byte {other:#x} begins no value"),
    }
}

fn number(value: f64) -> Value {
    Number::from_f64(value).unwrap().into()
}

fn text(bytes: &mut &[u8], size: usize) -> Value {
    let text = str::from_utf8(take(bytes, size)).unwrap();
    text.to_owned().into()
}

fn array(bytes: &mut &[u8], size: usize) -> Value {
    (0..size).map(|_| next(bytes)).collect()
}

fn map(bytes: &mut &[u8], size: usize) -> Value {
    let mut members = Map::new();
    for _ in 0..size {
        let name = next(bytes);
        let member = next(bytes);
        members.insert(name.as_str().unwrap().to_owned(), member);
    }
    members.into()
}
