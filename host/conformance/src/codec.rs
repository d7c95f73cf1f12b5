//! Messages whose types are known only from their descriptors.

use prost::Message as _;
use prost::bytes::{Buf as _, BufMut as _};
use prost_reflect::{DynamicMessage, MessageDescriptor};
use tonic::Status;
use tonic::codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder};

/// Writes any message, and reads one type of message.
#[derive(Clone)]
pub(crate) struct DynamicCodec {
    pub(crate) answer: MessageDescriptor,
}

impl Codec for DynamicCodec {
    type Encode = DynamicMessage;
    type Decode = DynamicMessage;
    type Encoder = DynamicEncoder;
    type Decoder = Self;

    fn encoder(&mut self) -> Self::Encoder {
        DynamicEncoder
    }

    fn decoder(&mut self) -> Self::Decoder {
        self.clone()
    }
}

/// Writes any message.
pub(crate) struct DynamicEncoder;

impl Encoder for DynamicEncoder {
    type Item = DynamicMessage;
    type Error = Status;

    fn encode(&mut self, item: DynamicMessage, to: &mut EncodeBuf<'_>) -> Result<(), Status> {
        to.put_slice(&item.encode_to_vec());
        Ok(())
    }
}

impl Decoder for DynamicCodec {
    type Item = DynamicMessage;
    type Error = Status;

    fn decode(&mut self, from: &mut DecodeBuf<'_>) -> Result<Option<DynamicMessage>, Status> {
        let bytes = from.copy_to_bytes(from.remaining());
        DynamicMessage::decode(self.answer.clone(), bytes)
            .map(Some)
            .map_err(|error| Status::internal(format!("the answer cannot be read: {error}")))
    }
}
