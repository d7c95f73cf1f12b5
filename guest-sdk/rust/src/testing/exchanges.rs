//! Requests whose bodies a provider handles in parts: in a test they are whole, and the provider sees parts of them.

use std::collections::BTreeMap;

use crate::error::{Error, Result};
use crate::host::NO_EXTRA;
use crate::host::bindings::pulumi_wasm::provider::http::{Body, Content, Head, Request, Response};

/// The function that answers a complete request.
pub(crate) type Fetch<'a> = &'a mut dyn FnMut(&Request) -> Result<Response>;

/// The requests that are open.
#[derive(Debug, Default)]
pub(crate) struct Exchanges {
    open: BTreeMap<u32, Opened>,
    next: u32,
}

#[derive(Debug)]
struct Opened {
    request: Request,
    /// The part of the body that was written; `None` if it has a separate one.
    written: Option<Vec<u8>>,
    answer: Option<(Head, Vec<u8>)>,
}

impl Exchanges {
    pub(crate) fn open(&mut self, request: Request) -> u32 {
        let is_written = matches!(
            request.body,
            Some(Content::Written | Content::WrittenBytes(_))
        );
        let number = self.next;
        self.next += 1;
        self.open.insert(
            number,
            Opened {
                request,
                written: is_written.then(Vec::new),
                answer: None,
            },
        );
        number
    }

    pub(crate) fn write(&mut self, number: u32, bytes: &[u8]) -> Result<()> {
        match &mut self.get(number)?.written {
            Some(written) => {
                written.extend_from_slice(bytes);
                Ok(())
            }
            None => Err(Error::invalid("", "the body of this request is complete")),
        }
    }

    pub(crate) fn answer(&mut self, number: u32, fetch: Fetch<'_>) -> Result<Head> {
        Ok(self.answered(number, fetch)?.0.clone())
    }

    pub(crate) fn read(&mut self, number: u32, count: u32, fetch: Fetch<'_>) -> Result<Vec<u8>> {
        let (_, body) = self.answered(number, fetch)?;
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        Ok(body.drain(..body.len().min(count)).collect())
    }

    pub(crate) fn close(&mut self, number: u32) {
        self.open.remove(&number);
    }

    fn get(&mut self, number: u32) -> Result<&mut Opened> {
        let open = self.open.get_mut(&number);
        open.ok_or_else(|| Error::not_found(format!("no request {number} is open")))
    }

    fn answered(&mut self, number: u32, fetch: Fetch<'_>) -> Result<&mut (Head, Vec<u8>)> {
        let opened = self.get(number)?;
        if opened.answer.is_none() {
            if let Some(written) = opened.written.take() {
                check_length(opened.request.body.as_ref(), written.len())?;
                opened.request.body = Some(Content::Bytes(written));
            }
            let answer = fetch(&opened.request)?;
            let head = Head {
                status: answer.status,
                url: answer.url,
                headers: answer.headers,
                extra: NO_EXTRA.to_owned(),
            };
            let body = match answer.body {
                Body::Text(text) => text.into_bytes(),
                Body::Bytes(bytes) => bytes,
            };
            opened.answer = Some((head, body));
        }
        let failed = || Error::unavailable("the request failed");
        opened.answer.as_mut().ok_or_else(failed)
    }
}

fn check_length(body: Option<&Content>, written: usize) -> Result<()> {
    match body {
        Some(Content::WrittenBytes(announced)) if *announced != written as f64 => {
            Err(Error::invalid(
                "bytes",
                format!("{announced} were announced, and {written} written"),
            ))
        }
        _ => Ok(()),
    }
}
