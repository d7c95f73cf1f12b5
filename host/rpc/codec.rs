//! Reading and writing messages: as prost does, but a message that nests too deep is refused before prost follows it
//! with its own stack.

use prost::Message;
use prost::bytes::Buf;
use tonic::Status;
use tonic::codec::{Codec, DecodeBuf, Decoder};
use tonic_prost::{ProstCodec, ProstDecoder};

use super::nesting;
use crate::provider::value::MAX_DEPTH_ON_THE_WIRE;

/// The codec of all generated services.
#[derive(Debug)]
pub struct BoundedCodec<T, U>(ProstCodec<T, U>);

impl<T, U> Default for BoundedCodec<T, U> {
    fn default() -> Self {
        Self(ProstCodec::new())
    }
}

impl<T, U> Codec for BoundedCodec<T, U>
where
    T: Message + Send + 'static,
    U: Message + Default + Send + 'static,
{
    type Encode = T;
    type Decode = U;
    type Encoder = <ProstCodec<T, U> as Codec>::Encoder;
    type Decoder = BoundedDecoder<U>;

    fn encoder(&mut self) -> Self::Encoder {
        self.0.encoder()
    }

    fn decoder(&mut self) -> Self::Decoder {
        BoundedDecoder(ProstDecoder::default())
    }
}

/// Decodes what does not nest too deep.
#[derive(Debug)]
pub struct BoundedDecoder<U>(ProstDecoder<U>);

impl<U: Message + Default> Decoder for BoundedDecoder<U> {
    type Item = U;
    type Error = Status;

    fn decode(&mut self, from: &mut DecodeBuf<'_>) -> Result<Option<U>, Status> {
        // The buffer holds a message in one piece.
        match nesting::find_deeper(from.chunk(), MAX_DEPTH_ON_THE_WIRE) {
            Some(property) => Err(Status::invalid_argument(format!(
                "the property `{property}` nests deeper than {MAX_DEPTH_ON_THE_WIRE} levels"
            ))),
            None => self.0.decode(from),
        }
    }
}
