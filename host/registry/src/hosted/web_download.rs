//! Downloads a single file from a server, a component or its bundle: counts the bytes while they arrive, and
//! resumes after a broken connection.

use pulumi_wasm_capability::limits::Limit;
use pulumi_wasm_core::error::GuestError;
use url::Url;

use crate::artifact::referrer::MAX_BUNDLE_BYTES;
use crate::context::in_fetch_time;
use crate::hosted::release_asset::{BUNDLE_END, DownloadTarget};
use crate::requests::attempts;
use crate::requests::body;
use crate::requests::exchange::{Answer, Exchange, RegistryRequest, host};
use crate::requests::progress::Progress;
use crate::requests::registry_endpoint::RegistryEndpoint;
use crate::requests::resume;
use crate::requests::resume::FileVersion;
use crate::requests::retry;
use crate::{Digest, HostTrust, RegistryContext, RegistryError, WebFile};

impl WebFile {
    /// Downloads the component, and checks its digest if that is known. No credentials are sent.
    ///
    /// # Errors
    /// If the server does not have it, sends other bytes, or exceeds the limit. Each error has a hint.
    pub async fn fetch(
        &self,
        trust: HostTrust,
        context: RegistryContext,
    ) -> Result<Vec<u8>, RegistryError> {
        let bytes = download(self.address(), DownloadTarget::Component, trust, context).await?;
        require_digest(self.address().as_str(), self.digest(), bytes)
    }

    /// Downloads the bundle beside the component, if it exists.
    ///
    /// # Errors
    /// If the server does not say whether the bundle exists, or the bundle is too long.
    pub(crate) async fn fetch_bundle(
        &self,
        trust: HostTrust,
        context: RegistryContext,
    ) -> Result<Option<Vec<u8>>, RegistryError> {
        let mut address = self.address().clone();
        address.set_path(&format!("{}{BUNDLE_END}", self.address().path()));
        if_there(download(&address, DownloadTarget::Bundle, trust, context).await)
    }
}

async fn download(
    address: &Url,
    target: DownloadTarget,
    trust: HostTrust,
    context: RegistryContext,
) -> Result<Vec<u8>, RegistryError> {
    let exchange = Exchange {
        origin: RegistryEndpoint::at(address, trust),
        context,
    };
    let server = host(address);
    let download = Download {
        target,
        shown: address.to_string(),
        place: format!("{server}{}", address.path()),
        request: RegistryRequest::get(address.clone()),
        authorization: None,
        exchange: &exchange,
        refused: &|status, server| refused(address.as_str(), status, server),
    };
    let subject = (address.as_str(), server.as_str());
    in_fetch_time(&exchange.context, subject, download.whole()).await
}

/// Turns the error for a missing file into `None`.
///
/// # Errors
/// All other errors.
pub(crate) fn if_there(
    fetched: Result<Vec<u8>, RegistryError>,
) -> Result<Option<Vec<u8>>, RegistryError> {
    match fetched {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.is_missing => Ok(None),
        Err(error) => Err(error),
    }
}

/// Returns the bytes if they have the expected digest, or if no digest is expected.
pub(crate) fn require_digest(
    shown: &str,
    expected: Option<&Digest>,
    bytes: Vec<u8>,
) -> Result<Vec<u8>, RegistryError> {
    let found = Digest::of(&bytes);
    match expected.filter(|expected| **expected != found) {
        None => Ok(bytes),
        Some(expected) => Err(RegistryError {
            is_replaced: true,
            ..RegistryError::new(format!(
                "`{shown}` now has the digest {found}, not {expected}"
            ))
            .hint("it was discarded; ask its publisher where the component with that digest is")
        }),
    }
}

fn refused(address: &str, status: u16, server: &str) -> RegistryError {
    let reason = format!("`{address}`: {server} answers with status {status}");
    match status {
        404 | 410 => RegistryError {
            is_missing: true,
            ..RegistryError::new(format!("`{address}` is not there (status {status})"))
        },
        401 | 403 => RegistryError::new(reason).hint(
            "components at addresses are fetched without credentials: fetch it yourself and give its path, or put it into a registry",
        ),
        _ => RegistryError::new(reason),
    }
}

/// The bytes that have arrived.
#[derive(Default)]
struct Arrived {
    bytes: Vec<u8>,
    /// The version of the file, if its rest can be requested.
    version: Option<FileVersion>,
}

impl Arrived {
    /// The version whose rest is requested.
    fn awaited(&self) -> Option<&FileVersion> {
        let version = self.version.as_ref();
        version.filter(|_| !self.bytes.is_empty())
    }

    /// The request for the rest of the file. If the file has changed, the answer is the whole new file.
    fn request(&self, whole: &RegistryRequest) -> RegistryRequest {
        let request = whole.clone();
        match self.awaited() {
            Some(version) => request
                .header("range", format!("bytes={}-", self.bytes.len()))
                .header("if-range", version.validator.as_str()),
            None => request,
        }
    }

    /// Whether an answer with status 206 continues the same file, up to its end.
    fn has_rest(&self, answer: &Answer) -> bool {
        let from = self.bytes.len() as u64;
        let version = self.awaited();
        version.is_some_and(|version| version.has_rest(answer, from))
    }

    /// Whether the file is complete when the answer ends.
    fn is_whole(&self) -> bool {
        let count = self.bytes.len() as u64;
        let version = self.version.as_ref();
        version.is_none_or(|version| version.is_whole(count))
    }
}

/// One download.
pub(crate) struct Download<'a> {
    pub(crate) target: DownloadTarget,
    /// The file, for error messages.
    pub(crate) shown: String,
    /// The file, for progress messages.
    pub(crate) place: String,
    pub(crate) request: RegistryRequest,
    /// Sent only to the server itself.
    pub(crate) authorization: Option<&'a str>,
    pub(crate) exchange: &'a Exchange,
    /// Makes the error for a status, given the name of the server that answered.
    pub(crate) refused: &'a (dyn Fn(u16, &str) -> RegistryError + Send + Sync),
}

impl Download<'_> {
    /// Downloads all bytes.
    ///
    /// # Errors
    /// If the server does not have them, or exceeds the limit.
    pub(crate) async fn whole(&self) -> Result<Vec<u8>, RegistryError> {
        let server = host(&self.request.address);
        let mut progress = Progress::new(&self.exchange.context.log, self.place.clone());
        let mut arrived = Arrived::default();
        let mut attempt = 1;
        loop {
            let request = arrived.request(&self.request);
            let answer =
                attempts::send(self.exchange, &request, self.authorization, &server).await?;
            let received = match answer.status {
                200 => {
                    arrived = Arrived {
                        bytes: Vec::new(),
                        version: FileVersion::of_whole(&answer),
                    };
                    self.receive(answer, &mut arrived, &mut progress).await?
                }
                206 if resume::least_length(&answer).is_some_and(|length| length > self.max()) => {
                    return Err(self.too_large());
                }
                206 if arrived.has_rest(&answer) => {
                    let version = arrived.version.take();
                    arrived.version = version.map(|version| version.with_rest(&answer));
                    self.receive(answer, &mut arrived, &mut progress).await?
                }
                206 | 416 if arrived.awaited().is_some() => {
                    arrived = Arrived::default();
                    Err(GuestError::Unavailable(
                        "the server does not send the rest".to_owned(),
                    ))
                }
                status => return Err((self.refused)(status, &server)),
            };
            let Err(error) = received else {
                return Ok(arrived.bytes);
            };
            if attempt == retry::ATTEMPTS {
                return Err(RegistryError::unavailable(format!(
                    "`{}` broke off {attempt} times: {}",
                    self.shown,
                    error.message()
                )));
            }
            attempt += 1;
        }
    }

    /// Reads an answer's body. The inner error means that the connection broke off.
    async fn receive(
        &self,
        mut answer: Answer,
        arrived: &mut Arrived,
        progress: &mut Progress<'_>,
    ) -> Result<Result<(), GuestError>, RegistryError> {
        let max = self.max();
        let known = arrived.bytes.len() as u64;
        let length = answer.header("content-length");
        let length: Option<u64> = length.and_then(|length| length.parse().ok());
        let length = length.map(|length| length.saturating_add(known));
        if length.is_some_and(|length| length > max) {
            return Err(self.too_large());
        }
        let silence = self.exchange.context.limits.time(Limit::FetchIdleTime);
        loop {
            match body::part(&mut answer.body, silence).await {
                Ok(None) if arrived.is_whole() => return Ok(Ok(())),
                Ok(None) => {
                    let short = "the answer was too short".to_owned();
                    return Ok(Err(GuestError::Unavailable(short)));
                }
                Ok(Some(part)) => {
                    if (arrived.bytes.len() + part.len()) as u64 > max {
                        return Err(self.too_large());
                    }
                    arrived.bytes.extend_from_slice(&part);
                    progress.tell(arrived.bytes.len() as u64, length);
                }
                Err(error) => return Ok(Err(error)),
            }
        }
    }

    /// The maximum size of the file, in bytes.
    fn max(&self) -> u64 {
        let limits = &self.exchange.context.limits;
        match self.target {
            DownloadTarget::Component => limits.get(Limit::ComponentSize),
            DownloadTarget::Bundle => MAX_BUNDLE_BYTES,
        }
    }

    fn too_large(&self) -> RegistryError {
        if self.target == DownloadTarget::Bundle {
            return RegistryError::new(format!(
                "`{}` has more than {} MiB",
                self.shown,
                MAX_BUNDLE_BYTES >> 20
            ));
        }
        let limits = &self.exchange.context.limits;
        let limit = Limit::ComponentSize;
        RegistryError::new(format!(
            "`{}` has more than the limit {} of {}",
            self.shown,
            limit.name(),
            limit.show(limits.get(limit))
        ))
        .hint(limits.hint(limit))
    }
}
