//! Requests to the API: their addresses, their repetition, and the text of a refusal.

use std::time::Duration;

use pulumi_wasm_provider::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::config::Settings;

/// How often a request is sent at most. With the pauses between them that is about six seconds, in which a server
/// with many writers gets to each of them.
const ATTEMPTS: u32 = 8;

/// The pause before the first repetition. Each pause is twice as long as the one before it.
const FIRST_PAUSE: Duration = Duration::from_millis(50);

/// Answers longer than this are cut where they become part of a message.
const TEXT_LIMIT: usize = 500;

/// The server's answer.
pub(crate) struct Answer {
    pub(crate) status: u16,
    body: String,
}

/// Sends requests to one of the servers behind the API.
pub(crate) struct Client<'a> {
    cx: &'a Context,
    /// The address up to and including the server's id.
    address: String,
    key: &'a str,
}

impl<'a> Client<'a> {
    pub(crate) fn new(cx: &'a Context) -> Self {
        let settings = cx.config::<Settings>();
        Client {
            cx,
            address: settings.server_address(),
            key: &settings.api_key,
        }
    }

    /// Sends a request, and sends it again while the server is too busy for it: for requests that may be done twice.
    ///
    /// PowerDNS answers 500 when its database is busy with another change, and then has changed nothing; and it ends
    /// connections when there are too many. Changes of a deployment run side by side, so this is to be expected, above
    /// all with SQLite.
    pub(crate) fn send(
        &self,
        method: &str,
        path: &str,
        body: Option<&impl Serialize>,
    ) -> Result<Answer> {
        self.send_while(method, path, body, || true)
    }

    /// The same for a request that may be done twice only under a condition, which is asked before each repetition.
    pub(crate) fn send_while(
        &self,
        method: &str,
        path: &str,
        body: Option<&impl Serialize>,
        may_repeat: impl Fn() -> bool,
    ) -> Result<Answer> {
        let mut pause = FIRST_PAUSE;
        for _ in 1..ATTEMPTS {
            let problem = match self.send_once(method, path, body) {
                Ok(answer) if answer.is_passing_failure() => answer.text(),
                Err(Error::Unavailable(message)) => message,
                outcome => return outcome,
            };
            self.cx
                .debug(format!("{method} {path}: {problem}; trying again"));
            self.cx.sleep(self.vary(pause)?)?;
            pause *= 2;
            if !may_repeat() {
                return Err(Error::unavailable(format!("{method} {path}: {problem}")));
            }
        }
        self.send_once(method, path, body)
    }

    fn send_once(&self, method: &str, path: &str, body: Option<&impl Serialize>) -> Result<Answer> {
        let url = format!("{}{path}", self.address);
        let mut request = self
            .cx
            .http()
            .request(method, &url)
            .header("X-API-Key", self.key);
        if let Some(body) = body {
            request = request.json(body);
        }
        let response = request.send()?;
        Ok(Answer {
            status: response.status(),
            body: response.text()?.to_owned(),
        })
    }

    /// The error for an answer that is not the one hoped for; `action` completes the sentence "cannot …".
    pub(crate) fn refusal(&self, action: &str, answer: &Answer) -> Error {
        let text = answer.text();
        let message = format!(
            "cannot {action}: PowerDNS at {} answers {}: {text}",
            self.address, answer.status
        );
        match answer.status {
            401 | 403 => Error::denied(format!(
                "{message}\nhint: is `powerdns:apiKey` the server's `api-key`?"
            )),
            // Not `not-found`: that would say that the thing is gone, which the caller has to make sure of.
            404 => Error::other(format!(
                "{message}\nhint: are `powerdns:serverUrl` and `powerdns:serverId` right?"
            )),
            409 => Error::already_exists(message),
            429 | 502..=504 => Error::unavailable(message),
            500 => Error::unavailable(format!("{message}\nhint: the server's log says more")),
            _ => Error::other(message),
        }
    }

    /// Between half of the time and all of it, so that those who failed together do not try again together.
    fn vary(&self, pause: Duration) -> Result<Duration> {
        let random = self.cx.random(1)?.first().copied().unwrap_or_default();
        Ok(pause / 2 + pause / 2 * u32::from(random) / u32::from(u8::MAX))
    }
}

impl Answer {
    pub(crate) fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// The body of an answer that succeeded.
    pub(crate) fn json<T: DeserializeOwned>(&self) -> Result<T> {
        serde_json::from_str(&self.body).map_err(|error| {
            Error::other(format!(
                "this is not an answer of PowerDNS: {error}: {}",
                self.text()
            ))
        })
    }

    fn is_passing_failure(&self) -> bool {
        matches!(self.status, 429 | 500 | 502..=504)
    }

    /// The text of a refusal, for people: PowerDNS explains most of them as `{"error": "…"}`, and some in plain text.
    fn text(&self) -> String {
        #[derive(serde::Deserialize)]
        struct Explanation {
            error: String,
        }
        match serde_json::from_str::<Explanation>(&self.body) {
            Ok(explanation) => explanation.error,
            Err(_) => self.body.trim().chars().take(TEXT_LIMIT).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Answer;

    fn text(body: &str) -> String {
        Answer {
            status: 422,
            body: body.to_owned(),
        }
        .text()
    }

    #[test]
    fn explanations_are_shown_without_the_json_around_them() {
        assert_eq!(
            text(r#"{"error": "Name is out of zone"}"#),
            "Name is out of zone"
        );
        assert_eq!(text("Not Found\n"), "Not Found");
        assert_eq!(text(&"x".repeat(1000)).len(), 500);
    }
}
