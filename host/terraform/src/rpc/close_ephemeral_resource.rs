//! CloseEphemeralResource: a result has no resource that has to be released.

use crate::proto::tfplugin6::close_ephemeral_resource::{Request, Response};
use crate::provider::Provider;

#[expect(
    clippy::unused_async,
    reason = "each call of the protocol is served by such a function"
)]
pub(crate) async fn serve(_: &Provider, _: Request) -> Response {
    Response::default()
}
