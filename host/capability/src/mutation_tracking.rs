//! The network, watched for requests that may change something: a call that fails after one has not failed cleanly,
//! independent of its guest's answers.

use std::sync::Arc;

use async_trait::async_trait;
use pulumi_wasm_core::call::{Call, Effects};

use super::http::{IncomingResponse, OutgoingRequest};
use crate::system::{Network, NoAnswer};

/// Records on a call what its requests may have changed.
pub(super) struct TrackedNetwork(pub(super) Arc<dyn Network>);

#[async_trait]
impl Network for TrackedNetwork {
    async fn send(
        &self,
        call: &Call,
        request: OutgoingRequest,
    ) -> Result<IncomingResponse, NoAnswer> {
        let looks_only = request.method.is_safe();
        // In a call that may not change anything, a permitted request only reads.
        if looks_only || call.effects != Effects::All {
            return self.0.send(call, request).await;
        }
        // Recorded before the request is sent, because the call may end while the request is in flight.
        call.changes.sent();
        let outcome = self.0.send(call, request).await;
        let is_refused = match &outcome {
            Ok(response) => (400..500).contains(&response.status),
            Err(failure) => !failure.was_sent,
        };
        if is_refused {
            call.changes.refused();
        }
        outcome
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use pulumi_wasm_core::call::Operation;
    use pulumi_wasm_core::error::GuestError;

    use super::*;
    use crate::http::{BodyStream, Reach, RequestBody};
    use crate::testing::{Lines, call};

    /// Answers with the status in the path; does not answer the path `lost`.
    struct Server;

    #[async_trait]
    impl Network for Server {
        async fn send(
            &self,
            _call: &Call,
            request: OutgoingRequest,
        ) -> Result<IncomingResponse, NoAnswer> {
            match request.url.path().trim_start_matches('/').parse() {
                Ok(status) => Ok(IncomingResponse {
                    status,
                    headers: Vec::new(),
                    body: BodyStream::whole(Vec::new()),
                }),
                Err(_) if request.url.path() == "/denied" => {
                    Err(GuestError::Denied("not there".to_owned()).into())
                }
                Err(_) if request.url.path() == "/unsent" => Err(NoAnswer::unsent(
                    GuestError::Unavailable("nobody listens".to_owned()),
                )),
                Err(_) => Err(GuestError::Unavailable("lost".to_owned()).into()),
            }
        }
    }

    #[tokio::test]
    async fn what_was_refused_or_only_looks_has_changed_nothing() {
        for (requests, effects, expected) in [
            (vec![], Effects::All, false),
            (vec!["GET 200", "HEAD 200", "GET lost"], Effects::All, false),
            (vec!["POST 201"], Effects::All, true),
            (
                vec!["POST 404", "PUT 422", "DELETE 409"],
                Effects::All,
                false,
            ),
            (
                vec!["POST 404", "PUT 200", "DELETE 409"],
                Effects::All,
                true,
            ),
            (vec!["POST 500"], Effects::All, true),
            (vec!["POST lost"], Effects::All, true),
            (vec!["POST denied"], Effects::All, false),
            (vec!["POST unsent", "DELETE unsent"], Effects::All, false),
            // A query that is sent by POST, as its manifest says.
            (vec!["POST 200"], Effects::Read, false),
        ] {
            let call = Call {
                effects,
                ..call(Operation::Update, &Lines::default())
            };
            for request in &requests {
                let (method, path) = request.split_once(' ').unwrap();
                let request = OutgoingRequest {
                    method: method.parse().unwrap(),
                    url: format!("https://a.b/{path}").parse().unwrap(),
                    headers: Vec::new(),
                    body: RequestBody::Empty,
                    reach: Reach::Public,
                    connect_time: Duration::from_secs(1),
                    first_byte_time: None,
                    way: None,
                };
                drop(TrackedNetwork(Arc::new(Server)).send(&call, request).await);
            }
            assert_eq!(call.changes.are_possible(), expected, "{requests:?}");
        }
    }
}
