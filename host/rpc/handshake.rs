//! Handshake: the engine's first call, answered from nothing but this file: no component is looked at here.

use super::proto::pulumirpc::{ProviderHandshakeRequest, ProviderHandshakeResponse};
use super::session::Session;

pub(super) fn serve(
    session: &Session,
    request: ProviderHandshakeRequest,
) -> ProviderHandshakeResponse {
    if !request.engine_address.is_empty() {
        session.log.connect(&request.engine_address);
    }
    ProviderHandshakeResponse {
        accept_secrets: true,
        accept_resources: true,
        accept_outputs: true,
        // Names are not made by the host yet, so a pattern for them would be ignored in silence.
        supports_autonaming_configuration: false,
        accepts_byte_string: true,
        accepts_outputs_in_invoke: false,
        accepts_outputs_in_call: false,
        accepts_outputs_in_check: false,
    }
}
