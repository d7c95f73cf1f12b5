//! Why a request failed, as a message.

use std::error::Error;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use hyper_util::client::legacy;
use hyper_util::client::legacy::connect::CaptureConnection;
use pulumi_wasm_capability::http::Route;
use pulumi_wasm_capability::limits::Limit;
use pulumi_wasm_capability::system::NoAnswer;
use pulumi_wasm_core::error::{GuestError, readable};
use rustls::{AlertDescription, CertificateError, InvalidMessage};
use tokio::time::Instant;

use super::connect::TooSlow;
use super::resolve::NotPublic;
use super::upload::Uploaded;

/// The body of a request could not be read to its end.
#[derive(Debug, thiserror::Error)]
#[error("{}", .0.message())]
pub(super) struct UploadEnded(pub(super) GuestError);

/// A request that got no answer.
#[derive(Debug)]
pub(super) struct Failure {
    pub(super) no_answer: NoAnswer,
    /// Whether the server did not process the request at all, so that another connection may work.
    pub(super) is_turned_away: bool,
}

impl From<NoAnswer> for Failure {
    fn from(no_answer: NoAnswer) -> Self {
        Self {
            no_answer,
            is_turned_away: false,
        }
    }
}

/// Whether a server closed an HTTP/2 connection in the usual way, or refused one more stream.
fn is_turned_away(error: &legacy::Error) -> bool {
    let mut cause: Option<&dyn Error> = Some(error);
    while let Some(error) = cause {
        if let Some(error) = error.downcast_ref::<h2::Error>() {
            let expected = if error.is_go_away() {
                h2::Reason::NO_ERROR
            } else {
                h2::Reason::REFUSED_STREAM
            };
            return error.is_remote() && error.reason() == Some(expected);
        }
        cause = error.source();
    }
    false
}

/// Explains the failures of one request.
#[derive(Debug, Clone)]
pub(super) struct Explainer {
    /// The method and address.
    pub(super) described: String,
    pub(super) connect_time: Duration,
    pub(super) first_byte_time: Option<Duration>,
    /// The route to the server, if the configuration has one.
    pub(super) way: Option<Arc<Route>>,
}

impl Explainer {
    /// Explains a failure of the client before an answer came.
    pub(super) fn failure(&self, error: &legacy::Error) -> Failure {
        let is_turned_away = is_turned_away(error);
        Failure {
            no_answer: NoAnswer {
                error: self.explain(error),
                was_sent: !error.is_connect() && !is_turned_away,
            },
            is_turned_away,
        }
    }

    /// Explains any failure.
    pub(super) fn explain(&self, error: &(dyn Error + 'static)) -> GuestError {
        let described = &self.described;
        // The innermost cause says what happened.
        let mut cause = error;
        loop {
            if let Some(UploadEnded(error)) = cause.downcast_ref() {
                return error.clone();
            }
            if let Some(not_public) = cause.downcast_ref::<NotPublic>() {
                return refused(described, not_public);
            }
            if cause.is::<TooSlow>() {
                return self.too_slow();
            }
            let reason = cause.downcast_ref();
            if let Some(reason) = reason.and_then(|error| certificate(error, self.way.as_deref())) {
                return GuestError::Other(format!("{described} failed: {reason}"));
            }
            if let Some(refusal) = of_proxy(cause) {
                return refusal(&format!("{described} failed"));
            }
            match within(cause) {
                Some(inner) => cause = inner,
                None => return GuestError::Unavailable(format!("{described} failed: {cause}")),
            }
        }
    }

    /// Waits for the time limit of a connection, and then for the time limit of the answer's head. The second
    /// limit starts again whenever the connection takes a chunk of the request, so an upload may take longer.
    pub(super) async fn too_long(
        &self,
        mut connection: CaptureConnection,
        uploaded: &Uploaded,
    ) -> NoAnswer {
        let connecting = connection.wait_for_connection_metadata();
        let is_late = tokio::time::timeout(self.connect_time, connecting)
            .await
            .is_err();
        if is_late {
            return NoAnswer::unsent(self.too_slow());
        }
        let Some(time) = self.first_byte_time else {
            return std::future::pending().await;
        };
        let connected = Instant::now();
        let ends = || {
            uploaded
                .last()
                .map_or(connected, |last| last.max(connected))
                + time
        };
        let mut end = ends();
        loop {
            tokio::time::sleep_until(end).await;
            match ends() {
                later if later > end => end = later,
                _ => break,
            }
        }
        let message = format!("{}: no answer within {}", self.described, readable(time));
        GuestError::TimedOut(message).into()
    }

    /// The thread of connections has ended.
    pub(super) fn interrupted(&self) -> NoAnswer {
        let error = format!("{} failed: the plugin is ending", self.described);
        GuestError::Unavailable(error).into()
    }

    fn too_slow(&self) -> GuestError {
        let limit = Limit::HttpConnectTime;
        let milliseconds = u64::try_from(self.connect_time.as_millis()).unwrap_or(u64::MAX);
        GuestError::TimedOut(format!(
            "{}: no connection in time, and the limit {} is {}\nhint: {}",
            self.described,
            limit.name(),
            limit.show(milliseconds),
            limit.hint(milliseconds)
        ))
    }
}

/// The source of an error. `std::io::Error` hides the error inside it.
fn within<'e>(error: &'e (dyn Error + 'static)) -> Option<&'e (dyn Error + 'static)> {
    let inner = error
        .downcast_ref::<io::Error>()
        .and_then(io::Error::get_ref);
    match inner {
        Some(inner) => Some(inner),
        None => error.source(),
    }
}

/// A proxy's refusal. The library's error has no public type.
fn of_proxy(error: &(dyn Error + 'static)) -> Option<fn(&str) -> GuestError> {
    match error.to_string().as_str() {
        // Another attempt would be refused as well.
        "tunnel error: proxy authorization required" => Some(|failed| {
            GuestError::Other(format!(
                "{failed}: the proxy asks for a user and a password, or refuses them\n\
                 hint: put them into the address of the proxy, as in `HTTPS_PROXY=http://USER:PASSWORD@HOST:PORT`, and write a \
                 `@` in them as `%40`"
            ))
        }),
        "tunnel error: unsuccessful" => Some(|failed| {
            GuestError::Unavailable(format!(
                "{failed}: the proxy does not connect to that server\n\
                 hint: let the proxy allow it, or name the server in `NO_PROXY` if this machine reaches it directly"
            ))
        }),
        _ => None,
    }
}

/// An address that a request must not reach.
pub(super) fn refused(described: &str, reason: &NotPublic) -> GuestError {
    GuestError::Denied(format!(
        "{described} was refused: {reason}\n\
         hint: grant the address itself, or let the user configure it (a permission `config:PATH`)"
    ))
}

/// The server's complaint about the client certificate.
fn of_client(alert: AlertDescription, way: Option<&Route>) -> Option<String> {
    let client = way.and_then(|way| way.client.as_ref());
    match (alert, client) {
        (AlertDescription::CertificateRequired, None) => Some(
            "the server asks for a client certificate, and the provider's configuration does not name one for it".to_owned(),
        ),
        (
            AlertDescription::CertificateRequired
            | AlertDescription::BadCertificate
            | AlertDescription::UnsupportedCertificate
            | AlertDescription::CertificateRevoked
            | AlertDescription::CertificateExpired
            | AlertDescription::CertificateUnknown
            | AlertDescription::UnknownCA
            | AlertDescription::AccessDenied
            | AlertDescription::DecryptError,
            Some((certificate, _)),
        ) => Some(format!(
            "the server rejects the client certificate in the configuration value `{}` ({alert:?})",
            certificate.name
        )),
        _ => None,
    }
}

/// The answer of a server without TLS, with the ways of components and of registries to reach it.
const NOT_TLS: &str = "the server speaks plain HTTP at that port, or another protocol without TLS\n\
     hint: give the port for https; if the server only has http, begin the address with `http://`, or set \
     `plain-http: true` for a registry in `sources.yaml`";

/// The problem with a server's certificate or its TLS.
fn certificate(error: &rustls::Error, way: Option<&Route>) -> Option<String> {
    let wrong = match error {
        rustls::Error::InvalidCertificate(wrong) => wrong,
        rustls::Error::AlertReceived(alert) => return of_client(*alert, way),
        // The first byte of the answer has no meaning in TLS: it may be the `H` of `HTTP/1.1`.
        rustls::Error::InvalidMessage(InvalidMessage::InvalidContentType) => {
            return Some(NOT_TLS.to_owned());
        }
        _ => return None,
    };
    Some(match wrong {
        CertificateError::UnknownIssuer | CertificateError::BadSignature => {
            let place = match way.and_then(|way| way.ca.as_ref()) {
                None => {
                    "name a file with the certificate of its authority in `PULUMI_WASM_CA_FILE`"
                        .to_owned()
                }
                Some(ca) => format!(
                    "put the certificate of its authority into the configuration value `{}`",
                    ca.name
                ),
            };
            format!(
                "no authority that this machine trusts issued the server's certificate\nhint: {place}"
            )
        }
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
            "the server's certificate has expired\n\
             hint: its operator has to renew it; if it is new, look at this machine's clock"
                .to_owned()
        }
        CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
            "the server's certificate is not valid yet\nhint: look at this machine's clock"
                .to_owned()
        }
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            "the server's certificate is for another name\n\
             hint: give the server's name in the certificate, or let its operator add this name to it"
                .to_owned()
        }
        CertificateError::Revoked => "the server's certificate was revoked".to_owned(),
        // As `openssl req -x509` makes it. The library's error has no public type.
        other if other.to_string().contains("CaUsedAsEndEntity") => {
            "the server has the certificate of an authority, and servers need other certificates\n\
             hint: make one for the server with `-addext basicConstraints=critical,CA:FALSE`, or one that the authority signs"
                .to_owned()
        }
        other => format!("the server's certificate cannot be used: {other}"),
    })
}
