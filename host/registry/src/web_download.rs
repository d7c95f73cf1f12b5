//! The bytes of a component on a web server: counted and hashed while they arrive, and asked for again if they break off.

use pulumi_wasm_capability::limits::Limit;
use pulumi_wasm_core::error::GuestError;

use super::exchange::{Answer, Ask, Exchange, host};
use super::origin::Origin;
use super::progress::Progress;
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
        let download = Download {
            file: self,
            server: host(self.address()),
            exchange: Exchange {
                origin: Origin::at(self.address(), trust),
                context,
            },
        };
        let subject = (self.address().as_str(), download.server.as_str());
        let bytes =
            fetch_time::bounded(&download.exchange.context, subject, download.whole()).await?;
        let found = Digest::of(&bytes);
        match self.digest().filter(|expected| **expected != found) {
            None => Ok(bytes),
            Some(expected) => Err(RegistryError::new(format!(
                "`{}` is {found} now, and not {expected}",
                self.address()
            ))
            .hint("it was discarded; ask its publisher where the component with that digest is")),
        }
    }
}

/// One download.
struct Download<'a> {
    file: &'a WebFile,
    /// Its host, for messages.
    server: String,
    exchange: Exchange,
}

impl Download<'_> {
    async fn whole(&self) -> Result<Vec<u8>, RegistryError> {
        let address = self.file.address();
        let ask = Ask::get(address.clone());
        let place = format!("{}{}", self.server, address.path());
        let mut progress = Progress::new(&self.exchange.context.log, place);
        let mut attempt = 1;
        loop {
            let answer = attempts::send(&self.exchange, &ask, None, &self.server).await?;
            if answer.status != 200 {
                return Err(self.refused(answer.status));
            }
            let error = match self.receive(answer, &mut progress).await? {
                Ok(bytes) => return Ok(bytes),
                Err(error) => error,
            };
            if attempt == retry::ATTEMPTS {
                return Err(RegistryError::unavailable(format!(
                    "`{address}` broke off {attempt} times: {}",
                    error.message()
                )));
            }
            attempt += 1;
        }
    }

    fn refused(&self, status: u16) -> RegistryError {
        let address = self.file.address();
        let reason = format!("`{address}`: {} answers with status {status}", self.server);
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

    /// Takes what an answer brings. The inner error is that it broke off.
    async fn receive(
        &self,
        mut answer: Answer,
        progress: &mut Progress<'_>,
    ) -> Result<Result<Vec<u8>, GuestError>, RegistryError> {
        let limits = &self.exchange.context.limits;
        let most = limits.get(Limit::ComponentSize);
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
        let limits = &self.exchange.context.limits;
        let limit = Limit::ComponentSize;
        RegistryError::new(format!(
            "`{}` has more than the limit {} of {}",
            self.file.address(),
            limit.name(),
            limit.show(limits.get(limit))
        ))
        .hint(format!("raise it with {}", limits.knob(limit)))
    }
}
