//! The bytes of a component that is one file on a server, and of its signature: counted while they arrive, and asked for again from where
//! they broke off.

use pulumi_wasm_capability::limits::Limit;
use pulumi_wasm_core::error::GuestError;
use url::Url;

use super::download_target::{BUNDLE_END, DownloadTarget};
use super::exchange::{Answer, Ask, Exchange, host};
use super::progress::Progress;
use super::referrer::MOST_BUNDLE_BYTES;
use super::registry_endpoint::RegistryEndpoint;
use super::resume::FileVersion;
use super::{
    Digest, RegistryContext, RegistryError, Trust, WebFile, attempts, body, fetch_time, resume,
    retry,
};

impl WebFile {
    /// Fetches the component: exactly the bytes of its digest, if it has one. No credentials are sent.
    ///
    /// # Errors
    /// When the server does not have it, or gives other bytes, or more than the limit; each with advice.
    pub async fn fetch(
        &self,
        trust: Trust,
        context: RegistryContext,
    ) -> Result<Vec<u8>, RegistryError> {
        let bytes = download(self.address(), DownloadTarget::Component, trust, context).await?;
        require_digest(self.address().as_str(), self.digest(), bytes)
    }

    /// Fetches the bundle beside the component, if there is one.
    ///
    /// # Errors
    /// When that cannot be found out, or it is too long.
    pub(crate) async fn fetch_bundle(
        &self,
        trust: Trust,
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
    trust: Trust,
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
        ask: Ask::get(address.clone()),
        authorization: None,
        exchange: &exchange,
        refused: &|status, server| refused(address.as_str(), status, server),
    };
    let subject = (address.as_str(), server.as_str());
    fetch_time::bounded(&exchange.context, subject, download.whole()).await
}

/// The fetched file, or that it is missing.
///
/// # Errors
/// Any other one.
pub(crate) fn if_there(
    fetched: Result<Vec<u8>, RegistryError>,
) -> Result<Option<Vec<u8>>, RegistryError> {
    match fetched {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.is_missing => Ok(None),
        Err(error) => Err(error),
    }
}

/// The bytes, if they are those of a digest that was asked for.
pub(crate) fn require_digest(
    shown: &str,
    expected: Option<&Digest>,
    bytes: Vec<u8>,
) -> Result<Vec<u8>, RegistryError> {
    let found = Digest::of(&bytes);
    match expected.filter(|expected| **expected != found) {
        None => Ok(bytes),
        Some(expected) => Err(RegistryError::new(format!(
            "`{shown}` is {found} now, and not {expected}"
        ))
        .hint("it was discarded; ask its publisher where the component with that digest is")),
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
    /// The version of the file that the bytes are of, if the rest of it can be asked for.
    version: Option<FileVersion>,
}

impl Arrived {
    /// The version that the rest is asked for of.
    fn awaited(&self) -> Option<&FileVersion> {
        let version = self.version.as_ref();
        version.filter(|_| !self.bytes.is_empty())
    }

    /// The request for all that has not arrived. If the file is another one since, all of that is the answer.
    fn ask(&self, whole: &Ask) -> Ask {
        let ask = whole.clone();
        match self.awaited() {
            Some(version) => ask
                .header("range", format!("bytes={}-", self.bytes.len()))
                .header("if-range", version.validator.as_str()),
            None => ask,
        }
    }

    /// Whether an answer with status 206 goes on where the bytes end, to the end of the same file.
    fn has_rest(&self, answer: &Answer) -> bool {
        let from = self.bytes.len() as u64;
        let version = self.awaited();
        version.is_some_and(|version| version.has_rest(answer, from))
    }

    /// Whether an end of the answer is the end of the file.
    fn is_whole(&self) -> bool {
        let count = self.bytes.len() as u64;
        let version = self.version.as_ref();
        version.is_none_or(|version| version.is_whole(count))
    }
}

/// One download.
pub(crate) struct Download<'a> {
    pub(crate) target: DownloadTarget,
    /// The file, for messages.
    pub(crate) shown: String,
    /// The same in messages of progress.
    pub(crate) place: String,
    pub(crate) ask: Ask,
    /// Goes to the server alone.
    pub(crate) authorization: Option<&'a str>,
    pub(crate) exchange: &'a Exchange,
    /// The error for an answer with a status and of a server.
    pub(crate) refused: &'a (dyn Fn(u16, &str) -> RegistryError + Send + Sync),
}

impl Download<'_> {
    /// All bytes.
    ///
    /// # Errors
    /// When the server does not have them, or gives more than the limit.
    pub(crate) async fn whole(&self) -> Result<Vec<u8>, RegistryError> {
        let server = host(&self.ask.address);
        let mut progress = Progress::new(&self.exchange.context.log, self.place.clone());
        let mut arrived = Arrived::default();
        let mut attempt = 1;
        loop {
            let ask = arrived.ask(&self.ask);
            let answer = attempts::send(self.exchange, &ask, self.authorization, &server).await?;
            let received = match answer.status {
                200 => {
                    arrived = Arrived {
                        bytes: Vec::new(),
                        version: FileVersion::of_whole(&answer),
                    };
                    self.receive(answer, &mut arrived, &mut progress).await?
                }
                206 if resume::least_length(&answer).is_some_and(|length| length > self.most()) => {
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
                        "the server does not give the rest".to_owned(),
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

    /// Takes what an answer brings. The inner error is that it broke off.
    async fn receive(
        &self,
        mut answer: Answer,
        arrived: &mut Arrived,
        progress: &mut Progress<'_>,
    ) -> Result<Result<(), GuestError>, RegistryError> {
        let most = self.most();
        let known = arrived.bytes.len() as u64;
        let length = answer.header("content-length");
        let length: Option<u64> = length.and_then(|length| length.parse().ok());
        let length = length.map(|length| length.saturating_add(known));
        if length.is_some_and(|length| length > most) {
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
                    if (arrived.bytes.len() + part.len()) as u64 > most {
                        return Err(self.too_large());
                    }
                    arrived.bytes.extend_from_slice(&part);
                    progress.tell(arrived.bytes.len() as u64, length);
                }
                Err(error) => return Ok(Err(error)),
            }
        }
    }

    /// The most bytes that the file may have.
    fn most(&self) -> u64 {
        let limits = &self.exchange.context.limits;
        match self.target {
            DownloadTarget::Component => limits.get(Limit::ComponentSize),
            DownloadTarget::Bundle => MOST_BUNDLE_BYTES,
        }
    }

    fn too_large(&self) -> RegistryError {
        if self.target == DownloadTarget::Bundle {
            return RegistryError::new(format!(
                "`{}` has more than {} MiB",
                self.shown,
                MOST_BUNDLE_BYTES >> 20
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
