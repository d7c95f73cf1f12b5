//! Property values between protobuf and the core, once per message and here alone.

mod value;

pub use value::{ConvertError, map_from_proto, map_to_proto, optional_map_from_proto};
