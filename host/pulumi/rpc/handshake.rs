//! Handshake: the engine's first call. The answer does not depend on any component.

use crate::pulumi::convert::Accepted;
use crate::pulumi::session::{EngineFeatures, Session};
use crate::pulumi::wire::pulumirpc::{ProviderHandshakeRequest, ProviderHandshakeResponse};

pub(crate) fn serve(
    session: &Session,
    request: ProviderHandshakeRequest,
) -> ProviderHandshakeResponse {
    if !request.engine_address.is_empty() {
        session.log.connect(&request.engine_address);
    }
    session.set_features(EngineFeatures {
        shook_hands: true,
        // Engines that shake hands know secrets and references.
        accepted: Accepted {
            bytes: request.accepts_byte_string,
            ..Accepted::default()
        },
        outputs_in_check: request.accepts_outputs_in_check,
        outputs_in_invoke: request.accepts_outputs_in_invoke,
        outputs_in_call: request.accepts_outputs_in_call,
        previews_in_invoke: request.invoke_with_preview,
    });
    ProviderHandshakeResponse {
        accept_secrets: true,
        accept_resources: true,
        accept_outputs: true,
        supports_autonaming_configuration: true,
        accepts_byte_string: true,
        accepts_outputs_in_invoke: request.accepts_outputs_in_invoke,
        accepts_outputs_in_call: request.accepts_outputs_in_call,
        accepts_outputs_in_check: request.accepts_outputs_in_check,
    }
}
