//! How requests are repeated while the server is busy, and the text of a refusal.

use std::time::Duration;

use pulumi_wasm_provider::http::Response;
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

/// Sends a request, and sends it again while the server is too busy for it: for requests that may be done twice.
///
/// PowerDNS answers 500 when its database is busy with another change, and then has changed nothing; and it ends
/// connections when there are too many. Changes of a deployment run side by side, so this happens, above
/// all with SQLite.
pub(crate) fn send(
    cx: &Context,
    method: &str,
    path: &str,
    body: Option<&impl Serialize>,
) -> Result<Response> {
    send_while(cx, method, path, body, &|| true)
}

/// The same for a request that may be done twice only under a condition, which is asked before each repetition.
pub(crate) fn send_while(
    cx: &Context,
    method: &str,
    path: &str,
    body: Option<&impl Serialize>,
    may_repeat: &dyn Fn() -> bool,
) -> Result<Response> {
    let body = body.map(serde_json::to_value).transpose()?;
    repeat(cx, method, path, body.as_ref(), may_repeat)
}

fn repeat(
    cx: &Context,
    method: &str,
    path: &str,
    body: Option<&serde_json::Value>,
    may_repeat: &dyn Fn() -> bool,
) -> Result<Response> {
    let mut pause = FIRST_PAUSE;
    let mut attempt = 1;
    loop {
        let mut request = cx.client::<Settings>().request(method, path);
        if let Some(body) = body {
            request = request.json(body);
        }
        let problem = match request.send() {
            outcome if attempt == ATTEMPTS => return outcome,
            Ok(answer) if is_passing_failure(&answer) => text(&answer),
            Err(Error::Unavailable(message)) => message,
            outcome => return outcome,
        };
        cx.debug(format!("{method} {path}: {problem}; trying again"));
        cx.sleep(vary(cx, pause)?)?;
        if !may_repeat() {
            return Err(Error::unavailable(format!("{method} {path}: {problem}")));
        }
        pause *= 2;
        attempt += 1;
    }
}

/// The error for an answer that is not the one hoped for; `action` completes the sentence "cannot …".
pub(crate) fn refusal(cx: &Context, action: &str, answer: &Response) -> Error {
    let message = format!(
        "cannot {action}: PowerDNS at {} answers {}: {}",
        cx.config::<Settings>().server_address(),
        answer.status(),
        text(answer)
    );
    match answer.status() {
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

/// The body of an answer that succeeded.
pub(crate) fn json<T: DeserializeOwned>(answer: &Response) -> Result<T> {
    let read = answer.json();
    read.map_err(|error| Error::other(format!("this is not an answer of PowerDNS: {error}")))
}

/// Between half of the time and all of it, so that those who failed together do not try again together.
fn vary(cx: &Context, pause: Duration) -> Result<Duration> {
    let random = cx.random(1)?.first().copied().unwrap_or_default();
    Ok(pause / 2 + pause / 2 * u32::from(random) / u32::from(u8::MAX))
}

fn is_passing_failure(answer: &Response) -> bool {
    matches!(answer.status(), 429 | 500 | 502..=504)
}

/// The text of a refusal, for people: PowerDNS explains most of them as `{"error": "…"}`, and some in plain text.
fn text(answer: &Response) -> String {
    explanation(answer.text().unwrap_or_default())
}

fn explanation(body: &str) -> String {
    #[derive(serde::Deserialize)]
    struct Explanation {
        error: String,
    }
    match serde_json::from_str::<Explanation>(body) {
        Ok(explanation) => explanation.error,
        Err(_) => body.trim().chars().take(TEXT_LIMIT).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::explanation;

    #[test]
    fn explanations_are_shown_without_the_json_around_them() {
        assert_eq!(
            explanation(r#"{"error": "Name is out of zone"}"#),
            "Name is out of zone"
        );
        assert_eq!(explanation("Not Found\n"), "Not Found");
        assert_eq!(explanation(&"x".repeat(1000)).len(), 500);
    }
}
