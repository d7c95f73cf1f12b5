//! Why a request failed, in words for people.

use std::error::Error;
use std::io;
use std::time::Duration;

use rustls::CertificateError;

use super::resolve::NotPublic;
use crate::limits::Limit;
use crate::provider::error::GuestError;

/// The body of a request came to no good end.
#[derive(Debug, thiserror::Error)]
#[error("{}", .0.message())]
pub(super) struct UploadEnded(pub(super) GuestError);

/// What a failure of the client means. `described` is method and address.
pub(super) fn explain(
    error: &reqwest::Error,
    described: &str,
    connect_time: Duration,
) -> GuestError {
    // The innermost cause says what happened; the outer ones repeat the address, query and all.
    let mut cause: &dyn Error = error;
    while let Some(source) = cause.source() {
        if let Some(UploadEnded(error)) = source.downcast_ref::<UploadEnded>() {
            return error.clone();
        }
        if let Some(not_public) = source.downcast_ref::<NotPublic>() {
            return refused(described, not_public);
        }
        if let Some(reason) = tls_error(source).and_then(certificate) {
            return GuestError::Other(format!("{described} failed: {reason}"));
        }
        cause = source;
    }
    if error.is_timeout() {
        let limit = Limit::HttpConnectTime;
        let shown = limit.show(u64::try_from(connect_time.as_millis()).unwrap_or(u64::MAX));
        return GuestError::TimedOut(format!(
            "{described}: no connection in time, and the limit {} is {shown}\nhint: raise it with {}",
            limit.name(),
            limit.knob()
        ));
    }
    let message = format!("{described} failed: {cause}");
    if error.is_builder() {
        GuestError::Other(message)
    } else {
        GuestError::Unavailable(message)
    }
}

/// An address that may not be reached.
pub(super) fn refused(described: &str, reason: &NotPublic) -> GuestError {
    GuestError::Denied(format!(
        "{described} was refused: {reason}\n\
         hint: grant the address itself, or let the user configure it (a want `config:NAME`)"
    ))
}

/// TLS wraps its errors in those of input and output.
fn tls_error<'e>(error: &'e (dyn Error + 'static)) -> Option<&'e rustls::Error> {
    let inner = error.downcast_ref::<io::Error>()?.get_ref()?;
    inner.downcast_ref().or_else(|| {
        inner
            .downcast_ref::<io::Error>()
            .and_then(|inner| tls_error(inner))
    })
}

/// What is wrong with a server's certificate.
fn certificate(error: &rustls::Error) -> Option<String> {
    let rustls::Error::InvalidCertificate(wrong) = error else {
        return None;
    };
    Some(match wrong {
        CertificateError::UnknownIssuer | CertificateError::BadSignature => {
            "the server's certificate was issued by nobody whom this machine trusts\n\
             hint: name a file with the certificate of its authority in `PULUMI_WASM_CA_FILE`"
                .to_owned()
        }
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
            "the server's certificate has expired".to_owned()
        }
        CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
            "the server's certificate is not valid yet\nhint: look at this machine's clock"
                .to_owned()
        }
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            "the server's certificate is for another name".to_owned()
        }
        CertificateError::Revoked => "the server's certificate was revoked".to_owned(),
        other => format!("the server's certificate cannot be used: {other}"),
    })
}
