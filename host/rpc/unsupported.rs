//! RPCs that components cannot serve, each refused in a sentence that says what is not supported.

use tonic::Status;

pub(super) fn call() -> Status {
    Status::unimplemented("WebAssembly providers do not support methods of resources (Call)")
}

pub(super) fn construct() -> Status {
    Status::unimplemented("WebAssembly providers do not support component resources (Construct)")
}
