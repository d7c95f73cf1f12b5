//! Property values between protobuf and the core, once per message and here alone.

mod output;
mod value;

pub use output::{restore_outputs, unknown_as_outputs, without_unknown};
pub use value::{ConvertError, map_from_proto, map_to_proto, optional_map_from_proto};
