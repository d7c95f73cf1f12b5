//! Values as bytes of the protocol: MessagePack and JSON.

pub(crate) mod decode;
pub(crate) mod decode_error;
pub(crate) mod encode;
pub(crate) mod reader;
pub(crate) mod writer;
