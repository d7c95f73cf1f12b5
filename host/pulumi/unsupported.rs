//! RPCs that components cannot serve. The host refuses each with the reason.

use tonic::Status;

use super::status;

pub(super) fn call() -> Status {
    status::unimplemented("the WebAssembly providers of this package have no methods (Call)")
}

pub(super) fn construct() -> Status {
    status::unimplemented(
        "the WebAssembly providers of this package have no component resources (Construct)",
    )
}
