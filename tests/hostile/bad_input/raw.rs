//! Requests written byte by byte: those that no generated type can express, or only with an endless stack.

use prost::bytes::{Buf, BufMut};
use prost::encoding::{WireType, encode_key, encode_varint};
use tonic::codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder};
use tonic::codegen::http::uri::PathAndQuery;
use tonic::{Request, Status};

use test_support::fake::plugin::{Plugin, channel};
use test_support::within;

/// Bytes as they are.
struct Raw;

impl Codec for Raw {
    type Encode = Vec<u8>;
    type Decode = Vec<u8>;
    type Encoder = Self;
    type Decoder = Self;

    fn encoder(&mut self) -> Self {
        Self
    }

    fn decoder(&mut self) -> Self {
        Self
    }
}

impl Encoder for Raw {
    type Item = Vec<u8>;
    type Error = Status;

    fn encode(&mut self, item: Vec<u8>, to: &mut EncodeBuf<'_>) -> Result<(), Status> {
        to.put_slice(&item);
        Ok(())
    }
}

impl Decoder for Raw {
    type Item = Vec<u8>;
    type Error = Status;

    fn decode(&mut self, from: &mut DecodeBuf<'_>) -> Result<Option<Vec<u8>>, Status> {
        Ok(Some(from.copy_to_bytes(from.remaining()).to_vec()))
    }
}

/// Calls a method with the bytes of a request. Returns the bytes of the answer.
pub(crate) async fn call(
    plugin: &Plugin,
    method: &str,
    request: Vec<u8>,
) -> Result<Vec<u8>, Status> {
    let mut client = tonic::client::Grpc::new(channel(plugin.port).await);
    client.ready().await.expect("a connection");
    let path = format!("/pulumirpc.ResourceProvider/{method}");
    let path = PathAndQuery::try_from(path).expect("a path");
    let answer = within(client.unary(Request::new(request), path, Raw)).await;
    answer.map(tonic::Response::into_inner)
}

/// A field whose content has a length: text, bytes or a message.
pub(crate) fn field(number: u32, content: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    encode_key(number, WireType::LengthDelimited, &mut bytes);
    encode_varint(content.len() as u64, &mut bytes);
    bytes.extend_from_slice(content);
    bytes
}

/// A `Struct` with one member.
pub(crate) fn structure(key: &[u8], value: &[u8]) -> Vec<u8> {
    let entry = [field(1, key), field(2, value)].concat();
    field(1, &entry)
}

/// A `Value` that is text.
pub(crate) fn string(text: &[u8]) -> Vec<u8> {
    field(3, text)
}

/// A `Value` of so many levels of lists, or of objects.
pub(crate) fn nested(levels: usize, objects: bool) -> Vec<u8> {
    // From the innermost outwards, with the bytes in reverse: else every level would copy all those inside it.
    let mut reversed: Vec<u8> = string(b"x").into_iter().rev().collect();
    let wrap = |number: u32, reversed: &mut Vec<u8>| {
        let mut head = Vec::new();
        encode_key(number, WireType::LengthDelimited, &mut head);
        encode_varint(reversed.len() as u64, &mut head);
        reversed.extend(head.into_iter().rev());
    };
    for _ in 0..levels {
        if objects {
            wrap(2, &mut reversed);
            reversed.extend(field(1, b"k").into_iter().rev());
            wrap(1, &mut reversed);
            wrap(5, &mut reversed);
        } else {
            wrap(1, &mut reversed);
            wrap(6, &mut reversed);
        }
    }
    reversed.reverse();
    reversed
}
