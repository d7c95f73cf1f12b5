//! The bytes of a component that is one file on a server, and of its signature: counted and hashed while they arrive, and asked for again
//! if they break off.

use pulumi_wasm_capability::limits::Limit;
use pulumi_wasm_core::error::GuestError;
use url::Url;

use super::exchange::{Answer, Ask, Exchange, host};
use super::origin::Origin;
use super::progress::Progress;
use super::referrer::MOST_BUNDLE_BYTES;
use super::wanted::{BUNDLE_END, Wanted};
use super::{
    Digest, RegistryContext, RegistryError, Trust, WebFile, attempts, body, fetch_time, retry,
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
        let bytes = download(self.address(), Wanted::Component, trust, context).await?;
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
        if_there(download(&address, Wanted::Bundle, trust, context).await)
    }
}

async fn download(
    address: &Url,
    wanted: Wanted,
    trust: Trust,
    context: RegistryContext,
) -> Result<Vec<u8>, RegistryError> {
    let exchange = Exchange {
        origin: Origin::at(address, trust),
        context,
    };
    let server = host(address);
    let download = Download {
        wanted,
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

/// What was fetched, or that it is missing.
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

/// One download.
pub(crate) struct Download<'a> {
    pub(crate) wanted: Wanted,
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
        let mut attempt = 1;
        loop {
            let answer =
                attempts::send(self.exchange, &self.ask, self.authorization, &server).await?;
            if answer.status != 200 {
                return Err((self.refused)(answer.status, &server));
            }
            let error = match self.receive(answer, &mut progress).await? {
                Ok(bytes) => return Ok(bytes),
                Err(error) => error,
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
        progress: &mut Progress<'_>,
    ) -> Result<Result<Vec<u8>, GuestError>, RegistryError> {
        let limits = &self.exchange.context.limits;
        let most = match self.wanted {
            Wanted::Component => limits.get(Limit::ComponentSize),
            Wanted::Bundle => MOST_BUNDLE_BYTES,
        };
        let length = answer.header("content-length");
        let length: Option<u64> = length.and_then(|length| length.parse().ok());
        if length.is_some_and(|length| length > most) {
            return Err(self.too_large());
        }
        let silence = limits.time(Limit::FetchIdleTime);
        let mut bytes = Vec::new();
        loop {
            match body::part(&mut answer.body, silence).await {
                Ok(None) => return Ok(Ok(bytes)),
                Ok(Some(part)) => {
                    if (bytes.len() + part.len()) as u64 > most {
                        return Err(self.too_large());
                    }
                    bytes.extend_from_slice(&part);
                    progress.tell(bytes.len() as u64, length);
                }
                Err(error) => return Ok(Err(error)),
            }
        }
    }

    fn too_large(&self) -> RegistryError {
        if self.wanted == Wanted::Bundle {
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
        .hint(format!("raise it with {}", limits.knob(limit)))
    }
}
