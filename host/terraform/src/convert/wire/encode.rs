//! Writes values in MessagePack, in the forms that the core reads.

use bytes::Bytes;

use super::writer::Writer;
use crate::convert::value::{Number, Value};
use crate::proto::tfplugin6::DynamicValue;

/// The extension of an unknown value.
const UNKNOWN: (u8, &[u8]) = (0, &[0]);

/// A value for an answer.
pub(crate) fn dynamic_value(value: &Value) -> DynamicValue {
    let mut writer = Writer::default();
    write(value, &mut writer);
    DynamicValue {
        msgpack: writer.into_bytes().into(),
        json: Bytes::new(),
    }
}

fn write(value: &Value, to: &mut Writer) {
    match value {
        Value::Null => to.nil(),
        Value::Unknown => to.extension(UNKNOWN.0, UNKNOWN.1),
        Value::Bool(value) => to.boolean(*value),
        Value::Number(number) => match number {
            Number::Integer(number) => to.integer(*number),
            Number::Unsigned(number) => to.unsigned(*number),
            Number::Float(number) => to.float(*number),
            Number::Text(text) => to.text(text),
        },
        Value::String(text) => to.text(text),
        Value::List(items) => {
            to.array(items.len());
            for item in items {
                write(item, to);
            }
        }
        Value::Map(members) => {
            to.map(members.len());
            for (name, member) in members {
                to.text(name);
                write(member, to);
            }
        }
        Value::Dynamic(value_type, inner) => {
            to.array(2);
            let value_type = value_type.to_json().to_string();
            to.binary(value_type.as_bytes());
            write(inner, to);
        }
    }
}
