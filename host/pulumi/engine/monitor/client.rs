//! Requests to a monitor within the engine's limits, and the reasons of failed requests.

use std::error::Error as _;

use pulumi_wasm_core::monitor::MonitorError;
use tonic::transport::Channel;
use tonic::{Code, Status};

use crate::pulumi::wire::pulumirpc::resource_monitor_client::ResourceMonitorClient;

/// Engines send messages of up to 400 MiB.
const MAX_MESSAGE_BYTES: usize = 400 << 20;

pub(super) type Client = ResourceMonitorClient<Channel>;

/// A client with the engine's limits.
pub(super) fn client(channel: &Channel) -> Client {
    ResourceMonitorClient::new(channel.clone())
        .max_decoding_message_size(MAX_MESSAGE_BYTES)
        .max_encoding_message_size(MAX_MESSAGE_BYTES)
}

/// The reason why a request failed. A monitor that is gone, or was never there, is the end of the deployment: the
/// engine has told the user why.
pub(super) fn refusal(what: &str, status: &Status) -> MonitorError {
    let is_gone = matches!(status.code(), Code::Unavailable | Code::Cancelled);
    // A status from the engine has no source, but the status of a broken connection has.
    if is_gone || status.source().is_some() {
        // The request and the message of the status may contain secrets.
        tracing::debug!("a resource monitor is gone: {:?}", status.code());
        return MonitorError::Ended;
    }
    MonitorError::Refused(format!("{what}: {}", status.message()))
}
