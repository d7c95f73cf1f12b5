//! Whether a request is the recorded one, and the first difference.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use super::line::{Body, Request};
use super::secrets::{PlaceholderMeanings, is_volatile};

/// Longer texts are cut in messages.
const SHOWN_CHARACTERS: usize = 200;

/// A request of the run that replays.
#[derive(Debug, Clone)]
pub(super) struct LiveRequest {
    pub(super) method: String,
    /// In the form of [`super::secrets::plain_url`].
    pub(super) url: String,
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
}

impl std::fmt::Display for LiveRequest {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{} {}", self.method, self.url)
    }
}

impl std::fmt::Display for Request {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{} {}", self.method, self.url)
    }
}

/// Checks that a request equals the recorded request, and records the texts at the places of its marks.
///
/// # Errors
/// The first difference, as the second half of a sentence: "it is …; the recording has …".
pub(super) fn compare(
    recorded: &Request,
    live: &LiveRequest,
    meanings: &mut PlaceholderMeanings,
) -> Result<(), String> {
    let mut found = meanings.clone();
    if recorded.method != live.method || !found.fits(&recorded.url, &live.url) {
        return Err(format!("it is `{live}`; the recording has `{recorded}`"));
    }
    compare_headers(recorded, live, &mut found)?;
    compare_bodies(recorded.body.as_ref(), &live.body, &mut found)?;
    *meanings = found;
    Ok(())
}

fn compare_headers(
    recorded: &Request,
    live: &LiveRequest,
    meanings: &mut PlaceholderMeanings,
) -> Result<(), String> {
    let (recorded, live) = (comparable(&recorded.headers), comparable(&live.headers));
    for (name, value) in &live {
        let known = recorded.iter().filter(|(known, _)| known == name);
        let mut known = known.peekable();
        if known.peek().is_none() {
            return Err(format!(
                "it has the header `{name}`, which the recording lacks"
            ));
        }
        let mut values = known.map(|(_, value)| value);
        if !values.any(|known| meanings.fits(known, value)) {
            let first = recorded.iter().find(|(known, _)| known == name);
            let expected = first.map(|(_, value)| *value).unwrap_or_default();
            return Err(format!(
                "its header `{name}` is `{}`; the recording has `{}`",
                shown(value),
                shown(expected)
            ));
        }
    }
    let missing = |(name, _): &&(String, &str)| live.iter().all(|(known, _)| known != name);
    match recorded.iter().find(missing) {
        Some((name, value)) => Err(format!(
            "it has no header `{name}`; the recording has one, `{}`",
            shown(value)
        )),
        None => Ok(()),
    }
}

/// The headers that mean the same in every run, with names in lower case.
fn comparable(headers: &[(String, String)]) -> Vec<(String, &str)> {
    headers
        .iter()
        .filter(|(name, _)| !is_volatile(name))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.as_str()))
        .collect()
}

fn compare_bodies(
    recorded: Option<&Body>,
    live: &[u8],
    meanings: &mut PlaceholderMeanings,
) -> Result<(), String> {
    let recorded = match recorded {
        None if live.is_empty() => return Ok(()),
        None => {
            return Err(format!(
                "it has a body of {} bytes; the recording has none",
                live.len()
            ));
        }
        Some(recorded) => recorded,
    };
    if live.is_empty() {
        return Err("it has no body; the recording has one".to_owned());
    }
    match recorded {
        Body::Base64(recorded) => {
            let expected = STANDARD.decode(recorded).unwrap_or_default();
            compare_bytes(&expected, live)
        }
        Body::Text(recorded) => match std::str::from_utf8(live) {
            Err(_) => Err("its body is not text; the recording's is".to_owned()),
            Ok(live) => compare_texts(recorded, live, meanings),
        },
    }
}

fn compare_bytes(recorded: &[u8], live: &[u8]) -> Result<(), String> {
    if recorded == live {
        return Ok(());
    }
    let same = recorded.iter().zip(live);
    let place = same.take_while(|(one, other)| one == other).count();
    Err(format!(
        "its body, of {} bytes, differs from byte {place} on; the recording's has {} bytes",
        live.len(),
        recorded.len()
    ))
}

fn compare_texts(
    recorded: &str,
    live: &str,
    meanings: &mut PlaceholderMeanings,
) -> Result<(), String> {
    if meanings.fits(recorded, live) {
        return Ok(());
    }
    // The members of an object come in any order.
    if let (Ok(recorded), Ok(live)) = (
        serde_json::from_str::<Value>(recorded),
        serde_json::from_str::<Value>(live),
    ) {
        return compare_json("", &recorded, &live, meanings);
    }
    Err(format!(
        "its body is `{}`; the recording has `{}`",
        shown(live),
        shown(recorded)
    ))
}

fn compare_json(
    path: &str,
    recorded: &Value,
    live: &Value,
    meanings: &mut PlaceholderMeanings,
) -> Result<(), String> {
    let place = match path {
        "" => "its body".to_owned(),
        path => format!("`{path}` of its body"),
    };
    match (recorded, live) {
        (Value::Object(recorded), Value::Object(live)) => {
            if let Some(name) = live.keys().find(|name| !recorded.contains_key(*name)) {
                return Err(format!(
                    "{place} has the member `{name}`, which the recording lacks"
                ));
            }
            for (name, recorded) in recorded {
                let Some(live) = live.get(name) else {
                    return Err(format!(
                        "{place} has no member `{name}`; the recording has one"
                    ));
                };
                let path = match path {
                    "" => name.clone(),
                    path => format!("{path}.{name}"),
                };
                compare_json(&path, recorded, live, meanings)?;
            }
            Ok(())
        }
        (Value::Array(recorded), Value::Array(live)) => {
            if recorded.len() != live.len() {
                return Err(format!(
                    "{place} has {} items; the recording has {}",
                    live.len(),
                    recorded.len()
                ));
            }
            let pairs = recorded.iter().zip(live).enumerate();
            for (index, (recorded, live)) in pairs {
                compare_json(&format!("{path}[{index}]"), recorded, live, meanings)?;
            }
            Ok(())
        }
        (Value::String(recorded), Value::String(live)) if meanings.fits(recorded, live) => Ok(()),
        (recorded, live) if recorded == live => Ok(()),
        (recorded, live) => Err(format!(
            "{place} is `{}`; the recording has `{}`",
            shown(&live.to_string()),
            shown(&recorded.to_string())
        )),
    }
}

fn shown(text: &str) -> String {
    match text.char_indices().nth(SHOWN_CHARACTERS) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recorded(body: Option<&str>) -> Request {
        Request {
            method: "POST".to_owned(),
            url: "https://a.b/zones?key=[secret:1]".to_owned(),
            headers: vec![
                ("Accept".to_owned(), "application/json".to_owned()),
                ("X-Api-Key".to_owned(), "[secret]".to_owned()),
                ("date".to_owned(), "yesterday".to_owned()),
            ],
            body: body.map(|text| Body::Text(text.to_owned())),
        }
    }

    fn live(body: &str) -> LiveRequest {
        LiveRequest {
            method: "POST".to_owned(),
            url: "https://a.b/zones?key=dummy".to_owned(),
            headers: vec![
                ("accept".to_owned(), "application/json".to_owned()),
                ("x-api-key".to_owned(), "dummy".to_owned()),
                ("date".to_owned(), "today".to_owned()),
                ("x-request-id".to_owned(), "7".to_owned()),
            ],
            body: body.as_bytes().to_vec(),
        }
    }

    fn difference(recorded: &Request, live: &LiveRequest) -> String {
        compare(recorded, live, &mut PlaceholderMeanings::default())
            .err()
            .unwrap_or_default()
    }

    #[test]
    fn secrets_and_what_changes_with_every_run_do_not_count() {
        assert_eq!(difference(&recorded(None), &live("")), "");
        let body = Some("{\"a\": 1, \"b\": [\"[secret:2]\", true]}");
        assert_eq!(
            difference(&recorded(body), &live("{\"b\":[\"x\",true],\"a\":1}")),
            ""
        );
    }

    #[test]
    fn the_first_difference_is_said_with_its_place() {
        let json = Some("{\"a\": {\"b\": [1, \"x\"]}}");
        for (body, sent, expected) in [
            (
                None,
                "x",
                "it has a body of 1 bytes; the recording has none",
            ),
            (Some("x"), "", "it has no body; the recording has one"),
            (
                Some("x=1"),
                "x=2",
                "its body is `x=2`; the recording has `x=1`",
            ),
            (
                json,
                "{\"a\": {\"b\": [1, \"y\"]}}",
                "`a.b[1]` of its body is `\"y\"`; the recording has `\"x\"`",
            ),
            (
                json,
                "{\"a\": {\"b\": [1]}}",
                "`a.b` of its body has 1 items; the recording has 2",
            ),
            (
                json,
                "{\"a\": {\"b\": [1, \"x\"], \"c\": 1}}",
                "`a` of its body has the member `c`, which the recording lacks",
            ),
            (
                json,
                "{}",
                "its body has no member `a`; the recording has one",
            ),
        ] {
            assert_eq!(difference(&recorded(body), &live(sent)), expected);
        }
        let other = LiveRequest {
            method: "PUT".to_owned(),
            ..live("")
        };
        assert_eq!(
            difference(&recorded(None), &other),
            "it is `PUT https://a.b/zones?key=dummy`; the recording has `POST https://a.b/zones?key=[secret:1]`"
        );
        let mut other = live("");
        other.headers[0].1 = "text/plain".to_owned();
        assert_eq!(
            difference(&recorded(None), &other),
            "its header `accept` is `text/plain`; the recording has `application/json`"
        );
        other.headers.remove(0);
        assert_eq!(
            difference(&recorded(None), &other),
            "it has no header `accept`; the recording has one, `application/json`"
        );
    }

    #[test]
    fn bytes_that_are_no_text_are_compared_too() {
        let request = Request {
            body: Body::of(&[0xff, 1, 2]),
            ..recorded(None)
        };
        let mut sent = live("");
        sent.body = vec![0xff, 1, 2];
        assert_eq!(difference(&request, &sent), "");
        sent.body = vec![0xff, 1, 3, 4];
        assert_eq!(
            difference(&request, &sent),
            "its body, of 4 bytes, differs from byte 2 on; the recording's has 3 bytes"
        );
    }
}
