//! Writes values in MessagePack, in the forms that the core reads.

use bytes::Bytes;

use super::value::{Number, Value};
use crate::proto::tfplugin6::DynamicValue;

/// A value for an answer.
pub(crate) fn dynamic_value(value: &Value) -> DynamicValue {
    let mut bytes = Vec::new();
    write(value, &mut bytes);
    DynamicValue {
        msgpack: bytes.into(),
        json: Bytes::new(),
    }
}

fn write(value: &Value, to: &mut Vec<u8>) {
    match value {
        Value::Null => to.push(0xc0),
        // An extension of type 0 with one byte.
        Value::Unknown => to.extend([0xd4, 0, 0]),
        Value::Bool(false) => to.push(0xc2),
        Value::Bool(true) => to.push(0xc3),
        Value::Number(number) => write_number(number, to),
        Value::String(text) => write_text(text, to),
        Value::List(items) => {
            write_length(items.len(), (0x90, 16), 0xdc, to);
            for item in items {
                write(item, to);
            }
        }
        Value::Map(members) => {
            write_length(members.len(), (0x80, 16), 0xde, to);
            for (name, member) in members {
                write_text(name, to);
                write(member, to);
            }
        }
        Value::Dynamic(value_type, inner) => {
            to.push(0x92);
            let value_type = value_type.to_json().to_string();
            write_bytes(value_type.as_bytes(), to);
            write(inner, to);
        }
    }
}

fn write_number(number: &Number, to: &mut Vec<u8>) {
    match number {
        Number::Integer(number) => match i8::try_from(*number) {
            Ok(small) if small >= -32 => to.extend(small.to_be_bytes()),
            _ => {
                to.push(0xd3);
                to.extend(number.to_be_bytes());
            }
        },
        Number::Unsigned(number) => {
            to.push(0xcf);
            to.extend(number.to_be_bytes());
        }
        Number::Float(number) => {
            to.push(0xcb);
            to.extend(number.to_be_bytes());
        }
        Number::Text(text) => write_text(text, to),
    }
}

fn write_text(text: &str, to: &mut Vec<u8>) {
    match u8::try_from(text.len()) {
        Ok(length @ 0..32) => to.push(0xa0 | length),
        Ok(length) => to.extend([0xd9, length]),
        Err(_) => write_long_length(text.len(), 0xda, to),
    }
    to.extend(text.as_bytes());
}

fn write_bytes(bytes: &[u8], to: &mut Vec<u8>) {
    match u8::try_from(bytes.len()) {
        Ok(length) => to.extend([0xc4, length]),
        Err(_) => write_long_length(bytes.len(), 0xc5, to),
    }
    to.extend(bytes);
}

/// A length with its mark: in the mark's low bits below a limit, or in two or four bytes.
fn write_length(length: usize, (short, limit): (u8, u8), long: u8, to: &mut Vec<u8>) {
    match u8::try_from(length) {
        Ok(length) if length < limit => to.push(short | length),
        _ => write_long_length(length, long, to),
    }
}

/// A length of two or four bytes; `mark` is the mark of two.
fn write_long_length(length: usize, mark: u8, to: &mut Vec<u8>) {
    match u16::try_from(length) {
        Ok(length) => {
            to.push(mark);
            to.extend(length.to_be_bytes());
        }
        Err(_) => {
            to.push(mark + 1);
            // A message of more than 4 GiB is not sent.
            let length = u32::try_from(length).unwrap_or(u32::MAX);
            to.extend(length.to_be_bytes());
        }
    }
}
