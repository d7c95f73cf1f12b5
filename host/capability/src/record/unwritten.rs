//! The events of a running call before redaction. Its secrets are only known when the call has ended.

use std::sync::Arc;

use pulumi_wasm_core::call::{Call, LogSink};
use pulumi_wasm_core::redaction::Secrets;
use url::Url;

use super::line::{Answer, CallName, Event, Request, kind};
use super::secrets::SecretPlaceholders;
use crate::system::NoAnswer;

/// The memory of an event without its texts.
const EACH_BYTES: usize = 64;

/// An event with secrets.
pub(super) enum Draft {
    Request {
        method: String,
        url: Url,
        headers: Vec<(String, String)>,
        body: Vec<u8>,
    },
    Sent {
        to: u64,
        body: Vec<u8>,
    },
    Answer {
        to: u64,
        status: u16,
        headers: Vec<(String, String)>,
        body: Vec<u8>,
        incomplete: Option<String>,
    },
    Failed {
        to: u64,
        failure: NoAnswer,
    },
    /// It contains no secrets.
    Plain(Event),
}

impl Draft {
    /// Its approximate size in bytes.
    pub(super) fn bytes(&self) -> usize {
        let of_headers = |headers: &[(String, String)]| -> usize {
            headers
                .iter()
                .map(|(name, value)| name.len() + value.len() + EACH_BYTES)
                .sum()
        };
        let bytes = match self {
            Self::Request {
                url, headers, body, ..
            } => url.as_str().len() + of_headers(headers) + body.len(),
            Self::Sent { body, .. } => body.len(),
            Self::Answer { headers, body, .. } => of_headers(headers) + body.len(),
            Self::Failed { failure, .. } => failure.error.message().len(),
            Self::Plain(_) => 0,
        };
        bytes + EACH_BYTES
    }

    /// Adds the secrets in it to the run's secrets, by their names.
    fn tell(&self, placeholders: &SecretPlaceholders) {
        match self {
            Self::Request {
                url, headers, body, ..
            } => {
                placeholders.learn_text(url.as_str());
                placeholders.learn_headers(headers);
                placeholders.learn_body(body);
            }
            Self::Sent { body, .. } => placeholders.learn_body(body),
            Self::Answer { headers, body, .. } => {
                placeholders.learn_headers(headers);
                placeholders.learn_body(body);
            }
            Self::Failed { failure, .. } => placeholders.learn_text(&failure.error.message()),
            Self::Plain(_) => {}
        }
    }

    /// The redacted event.
    fn into_event(self, placeholders: &SecretPlaceholders, known: Option<&Secrets>) -> Event {
        match self {
            Self::Request {
                method,
                url,
                headers,
                body,
            } => Event::Request(Request {
                method,
                url: placeholders.url(known, &url),
                headers: placeholders.headers(known, &headers),
                body: placeholders.body(known, &body),
            }),
            Self::Sent { to, body } => match placeholders.body(known, &body) {
                Some(body) => Event::Sent { to, body },
                None => Event::Sent {
                    to,
                    body: super::line::Body::Text(String::new()),
                },
            },
            Self::Answer {
                to,
                status,
                headers,
                body,
                incomplete,
            } => Event::Answer(Answer {
                to,
                status,
                headers: placeholders.headers(known, &headers),
                body: placeholders.body(known, &body),
                incomplete: incomplete.map(|reason| placeholders.text(known, &reason)),
            }),
            Self::Failed { to, failure } => Event::Failed {
                to,
                kind: kind(&failure.error).to_owned(),
                message: placeholders.text(known, &failure.error.message()),
                unsent: !failure.was_sent,
            },
            Self::Plain(event) => event,
        }
    }
}

/// The unwritten events of a call.
pub(super) struct Unwritten {
    pub(super) log: Arc<dyn LogSink>,
    secrets: Arc<Secrets>,
    /// With their line numbers. The configuration of an instance belongs to a call and has another name.
    drafts: Vec<(u64, CallName, Draft)>,
    pub(super) bytes: usize,
}

impl Unwritten {
    /// The events of a call, none so far.
    pub(super) fn of(call: &Call) -> Self {
        Self {
            log: Arc::clone(&call.log),
            secrets: Arc::clone(&call.secrets),
            drafts: Vec::new(),
            bytes: 0,
        }
    }

    pub(super) fn add(&mut self, seq: u64, call: CallName, draft: Draft) {
        self.bytes += draft.bytes();
        self.drafts.push((seq, call, draft));
    }

    /// The redacted events, with all secrets known now.
    pub(super) fn into_events(
        self,
        placeholders: &SecretPlaceholders,
    ) -> Vec<(u64, CallName, Event)> {
        for (_, _, draft) in &self.drafts {
            draft.tell(placeholders);
        }
        let known = Some(&*self.secrets);
        let drafts = self.drafts.into_iter();
        drafts
            .map(|(seq, call, draft)| (seq, call, draft.into_event(placeholders, known)))
            .collect()
    }
}
