//! RPCs that components cannot serve. The host refuses each with the reason.

use tonic::Status;

use crate::pulumi::status;

pub(crate) fn call() -> Status {
    status::unimplemented("the WebAssembly providers of this package have no methods (Call)")
}

pub(crate) fn construct() -> Status {
    status::unimplemented(
        "the WebAssembly providers of this package have no component resources (Construct)",
    )
}
