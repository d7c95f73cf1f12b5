//! The requests, made from a description: a label, a secret, tags and items, as many as make up the leaves.

use std::collections::BTreeMap;

use bytes::{BufMut as _, Bytes, BytesMut};
use prost::Message;
use prost_types::value::Kind;
use prost_types::{ListValue, Struct, Value};

use crate::message::{CheckRequest, CreateRequest, DiffRequest};
use crate::plan::{Method, Scenario};

/// The key and the value that mark a secret on Pulumi's wire.
pub(crate) const SIGNATURE: &str = "4dabf18193072939515e22adb298388d";
pub(crate) const SECRET: &str = "1b47061264138c4ac30d75fd1eb44270";

/// A label without anything that a check hook would remove, so that the check returns it unchanged.
const LABEL: &str = "bench";
const NAME: &str = "thing";

/// A resource's properties.
pub(crate) type Fields = BTreeMap<String, Value>;

/// The scenario's request as it goes over the connection: the prefix of gRPC, then the message.
pub(crate) fn body(scenario: &Scenario) -> Bytes {
    let (name, token) = (NAME.to_owned(), scenario.token.clone());
    let urn = format!("urn:pulumi:dev::bench::{token}::{name}");
    let sent = inputs(scenario);
    match scenario.method {
        Method::Check => framed(&CheckRequest {
            urn,
            // As for a new resource.
            olds: Some(Struct::default()),
            news: Some(Struct { fields: sent }),
            random_seed: vec![7; 32],
            name,
            r#type: token,
        }),
        Method::Diff => framed(&DiffRequest {
            id: LABEL.to_owned(),
            urn,
            olds: Some(Struct {
                fields: outputs(&sent),
            }),
            news: Some(Struct {
                fields: changed(&sent),
            }),
            old_inputs: Some(Struct { fields: sent }),
            name,
            r#type: token,
        }),
        Method::Create => framed(&CreateRequest {
            urn,
            properties: Some(Struct { fields: sent }),
            name,
            r#type: token,
        }),
    }
}

/// The inputs that a program gives; a check hook finds spaces around the label.
pub(crate) fn inputs(scenario: &Scenario) -> Fields {
    let label = match (scenario.method, has_hooks(scenario)) {
        (Method::Check, true) => format!(" {LABEL} "),
        _ => LABEL.to_owned(),
    };
    properties(scenario.leaves, label)
}

/// The inputs as Check answers them.
pub(crate) fn checked(scenario: &Scenario) -> Fields {
    properties(scenario.leaves, LABEL.to_owned())
}

/// The outputs that a create returns for inputs.
pub(crate) fn outputs(inputs: &Fields) -> Fields {
    let mut outputs = inputs.clone();
    outputs.insert("total".to_owned(), number(total(inputs)));
    outputs
}

/// The sum of the items' sizes.
fn total(inputs: &Fields) -> f64 {
    let Some(Kind::ListValue(items)) = inputs.get("items").and_then(|items| items.kind.as_ref())
    else {
        return 0.0;
    };
    let size = |item: &Value| match &item.kind {
        Some(Kind::StructValue(item)) => match item.fields.get("size")?.kind {
            Some(Kind::NumberValue(size)) => Some(size),
            _ => None,
        },
        _ => None,
    };
    items.values.iter().filter_map(size).sum()
}

/// Inputs with a changed tag and a changed size of an item.
fn changed(inputs: &Fields) -> Fields {
    let mut changed = inputs.clone();
    if let Some(Kind::StructValue(tags)) =
        changed.get_mut("tags").and_then(|tags| tags.kind.as_mut())
        && let Some(mut last) = tags.fields.last_entry()
    {
        *last.get_mut() = text("another value".to_owned());
    }
    if let Some(Kind::ListValue(items)) = changed
        .get_mut("items")
        .and_then(|items| items.kind.as_mut())
        && let Some(Kind::StructValue(item)) =
            items.values.last_mut().and_then(|item| item.kind.as_mut())
    {
        item.fields.insert("size".to_owned(), number(-1.5));
    }
    changed
}

fn has_hooks(scenario: &Scenario) -> bool {
    scenario.token.ends_with("Hooked")
}

/// A label, a secret, and as many tags and items as make up the leaves, half of them each.
fn properties(leaves: usize, label: String) -> Fields {
    let rest = leaves.saturating_sub(2);
    let items = rest / 6;
    let tags = rest - 3 * items;
    let secret = [
        (SIGNATURE.to_owned(), text(SECRET.to_owned())),
        ("value".to_owned(), text("correct horse battery".to_owned())),
    ];
    let tag = |index: usize| {
        (
            format!("tag-{index:04}"),
            text(format!("value of tag {index}")),
        )
    };
    let item = |index: usize| {
        object([
            ("name".to_owned(), text(format!("item number {index}"))),
            ("size".to_owned(), number(index as f64 + 0.5)),
            (
                "enabled".to_owned(),
                of(Kind::BoolValue(index.is_multiple_of(2))),
            ),
        ])
    };
    [
        ("label".to_owned(), text(label)),
        ("secret".to_owned(), object(secret)),
        ("tags".to_owned(), object((0..tags).map(tag))),
        (
            "items".to_owned(),
            of(Kind::ListValue(ListValue {
                values: (0..items).map(item).collect(),
            })),
        ),
    ]
    .into()
}

fn object(fields: impl IntoIterator<Item = (String, Value)>) -> Value {
    of(Kind::StructValue(Struct {
        fields: fields.into_iter().collect(),
    }))
}

fn text(text: String) -> Value {
    of(Kind::StringValue(text))
}

fn number(number: f64) -> Value {
    of(Kind::NumberValue(number))
}

fn of(kind: Kind) -> Value {
    Value { kind: Some(kind) }
}

/// A message that is not compressed, after its length.
fn framed(message: &impl Message) -> Bytes {
    let length = message.encoded_len();
    let mut body = BytesMut::with_capacity(5 + length);
    body.put_u8(0);
    body.put_u32(u32::try_from(length).unwrap_or(u32::MAX));
    body.put_slice(&message.encode_to_vec());
    body.freeze()
}
