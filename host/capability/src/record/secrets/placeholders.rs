//! Secrets in recordings, replaced by marks. A secret has the same mark in the whole run, so that a replay can match
//! secrets without knowing them.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use parking_lot::Mutex;
use pulumi_wasm_core::redaction::{Secrets, merged};
use url::Url;

use super::bodies;
use super::headers::{self, WITHHELD};
use super::named_texts::{NamedText, named_texts};
use super::redacted_members::{RedactedMembers, letters};
use super::urls;
use crate::record::line::Body;

/// The beginning of a mark; a number and a bracket follow.
const BEGINNING: &str = "[secret:";

/// Members of JSON objects whose texts are secrets in all answers of servers.
const SECRET_MEMBERS: [&str; 15] = [
    "accesstoken",
    "apikey",
    "apisecret",
    "apitoken",
    "authtoken",
    "bearertoken",
    "clientsecret",
    "idtoken",
    "passphrase",
    "password",
    "privatekey",
    "refreshtoken",
    "secretaccesskey",
    "secretkey",
    "sessiontoken",
];

/// Replaces secrets in one run.
#[derive(Debug, Default)]
pub(in crate::record) struct SecretPlaceholders {
    numbers: Mutex<HashMap<String, usize>>,
    /// The values of this run's servers that are secret by their names.
    told: Arc<Secrets>,
    /// The members whose texts are left out at any place.
    redacted: RedactedMembers,
}

impl SecretPlaceholders {
    /// The placeholders of one run, which also leave out the texts of JSON members with these names.
    pub(in crate::record) fn new(redacted: &[String]) -> Self {
        Self {
            redacted: RedactedMembers::new(redacted),
            ..Self::default()
        }
    }

    /// A text without the secrets of the call and of the run so far, and without credentials in addresses.
    pub(in crate::record) fn text(&self, known: Option<&Secrets>, text: &str) -> String {
        self.without(known, text, Vec::new())
    }

    /// Redacts a text, including the texts at these positions.
    fn without(&self, known: Option<&Secrets>, text: &str, places: Vec<Range<usize>>) -> String {
        let mut found = self.told.places(text);
        found.extend(places);
        found.extend(self.in_addresses(text));
        if let Some(known) = known {
            found.extend(known.places(text));
        }
        let mut clean = String::with_capacity(text.len());
        let mut done = 0;
        for range in merged(found) {
            clean.push_str(text.get(done..range.start).unwrap_or_default());
            clean.push_str(&self.mark(text.get(range.clone()).unwrap_or_default()));
            done = range.end;
        }
        clean.push_str(text.get(done..).unwrap_or_default());
        clean
    }

    fn mark(&self, secret: &str) -> String {
        let mut numbers = self.numbers.lock();
        let next = numbers.len() + 1;
        let number = *numbers.entry(secret.to_owned()).or_insert(next);
        format!("{BEGINNING}{number}]")
    }

    /// The positions of credentials in the addresses of a text.
    fn in_addresses(&self, text: &str) -> Vec<Range<usize>> {
        let counts = |name: &str| is_secret_parameter(name) || self.redacted.has(name);
        let mut places = urls::parameters(text, counts);
        places.retain(|place| text.get(place.clone()) != Some(WITHHELD));
        places.extend(urls::users(text));
        places
    }

    /// Records the credentials in the addresses of a text.
    pub(in crate::record) fn learn_text(&self, text: &str) {
        for place in urls::parameters(text, is_secret_parameter) {
            self.learn_part(text.get(place).unwrap_or_default());
        }
        for place in urls::users(text) {
            let user = urls::decoded(text.get(place).unwrap_or_default());
            let opens = user
                .split_once(':')
                .map_or(&*user, |(_, password)| password);
            self.learn_part(opens);
        }
    }

    fn learn_part(&self, part: &str) {
        self.told.keep(part);
        self.told.keep(&urls::decoded(part));
    }

    /// Records the credentials in headers.
    pub(in crate::record) fn learn_headers(&self, headers: &[(String, String)]) {
        for (name, value) in headers {
            if headers::is_secret(name) {
                headers::secrets_in(name, value).for_each(|secret| self.told.keep(secret));
            } else {
                self.learn_text(value);
            }
        }
    }

    /// Remembers the values of a body that are secret by their names.
    pub(in crate::record) fn learn_body(&self, bytes: &[u8]) {
        let Ok(text) = std::str::from_utf8(bytes) else {
            return;
        };
        self.learn_text(text);
        for document in bodies::documents(text) {
            self.learn(&document.json);
        }
        for field in bodies::fields(text) {
            if is_secret_member(&field.name) {
                self.told.keep(&field.value);
            }
        }
        for named in other_texts(text) {
            if named.own.iter().any(|name| is_secret_member(name)) {
                let written = text.get(named.place).unwrap_or_default();
                self.told.keep(written);
                self.told.keep(&unescaped(written));
            }
        }
    }

    /// An address without user, password, and parameters that are secret by their names.
    pub(in crate::record) fn url(&self, known: Option<&Secrets>, url: &Url) -> String {
        self.text(known, &plain_url(url))
    }

    /// Headers without the values that are never kept.
    pub(in crate::record) fn headers(
        &self,
        known: Option<&Secrets>,
        headers: &[(String, String)],
    ) -> Vec<(String, String)> {
        let clean = |(name, value): &(String, String)| {
            let value = if headers::is_secret(name) {
                WITHHELD.to_owned()
            } else {
                self.text(known, value)
            };
            (name.clone(), value)
        };
        headers.iter().map(clean).collect()
    }

    /// A body without what it calls a password, or alike: in JSON, a form, XML, YAML or lines with names.
    pub(in crate::record) fn body(&self, known: Option<&Secrets>, bytes: &[u8]) -> Option<Body> {
        match Body::of(bytes)? {
            Body::Text(text) => {
                let places = self.named(&text);
                Some(Body::Text(self.without(known, &text, places)))
            }
            Body::Base64(_) => {
                let clean = self.told.bytes(bytes);
                match known {
                    Some(known) => Body::of(&known.bytes(&clean)),
                    None => Body::of(&clean),
                }
            }
        }
    }

    /// The positions of secrets in a body, by the names of members.
    fn named(&self, text: &str) -> Vec<Range<usize>> {
        let mut places = Vec::new();
        for document in bodies::documents(text) {
            let found = self.redacted.places(document.text).into_iter();
            places.extend(
                found.map(|place| document.begin + place.start..document.begin + place.end),
            );
        }
        for field in bodies::fields(text) {
            if self.redacted.has(&field.name) && !field.place.is_empty() {
                places.push(field.place);
            }
        }
        let other = other_texts(text).into_iter();
        let other = other.filter(|named| self.redacted.have(named));
        places.extend(other.map(|named| named.place));
        places
    }

    fn learn(&self, json: &serde_json::Value) {
        match json {
            serde_json::Value::Object(members) => {
                for (name, value) in members {
                    match value {
                        serde_json::Value::String(text) if is_secret_member(name) => {
                            self.told.keep(text);
                        }
                        other => self.learn(other),
                    }
                }
            }
            serde_json::Value::Array(items) => items.iter().for_each(|item| self.learn(item)),
            _ => {}
        }
    }
}

/// The texts with names in a body, unless all of it is JSON, or a form.
fn other_texts(text: &str) -> Vec<NamedText> {
    let is_json = serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok();
    if is_json || !bodies::fields(text).is_empty() {
        return Vec::new();
    }
    named_texts(text)
}

/// A text of XML without the escapes that each document may have.
fn unescaped(text: &str) -> String {
    let escapes = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&apos;", "'"),
        ("&amp;", "&"),
    ];
    let replace = |text: String, (escape, letter): &(&str, &str)| text.replace(escape, letter);
    escapes.iter().fold(text.to_owned(), replace)
}

/// The form of an address in recordings, before known secrets are replaced.
pub(in crate::record) fn plain_url(url: &Url) -> String {
    let mut plain = url.clone();
    // Both calls succeed for an address with a host, and an address without a host is never requested.
    plain.set_username("").ok();
    plain.set_password(None).ok();
    let has_secret = url
        .query_pairs()
        .any(|(name, _)| is_secret_parameter(&name));
    let Some(query) = url.query().filter(|_| has_secret) else {
        return plain.into();
    };
    plain.set_query(None);
    let parameters: Vec<String> = query
        .split('&')
        .map(|parameter| match parameter.split_once('=') {
            Some((name, _)) if is_secret_parameter(name) => format!("{name}={WITHHELD}"),
            _ => parameter.to_owned(),
        })
        .collect();
    format!("{plain}?{}", parameters.join("&"))
}

/// Whether a URL parameter is a credential.
fn is_secret_parameter(name: &str) -> bool {
    let plain = letters(name);
    ["key", "sig", "signature", "token", "auth"].contains(&plain.as_str())
        || is_secret_member(name)
        || headers::is_secret(name)
}

fn is_secret_member(name: &str) -> bool {
    SECRET_MEMBERS.contains(&letters(name).as_str())
}

/// The texts at the places of marks when a request was compared.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::record) struct PlaceholderMeanings(HashMap<String, String>);

impl PlaceholderMeanings {
    /// Whether a text equals the recorded text, with any text at the place of each mark. If it does, these texts are
    /// recorded.
    pub(in crate::record) fn fits(&mut self, recorded: &str, text: &str) -> bool {
        let mut pieces = pieces(recorded).into_iter();
        let Some((first, mut mark)) = pieces.next() else {
            return recorded == text;
        };
        let Some(mut rest) = text.strip_prefix(first) else {
            return false;
        };
        let mut found = Vec::new();
        for (literal, next_mark) in pieces {
            // The text must end with the last piece, and the text between two marks may be empty.
            let place = match next_mark {
                None => rest.ends_with(literal).then(|| rest.len() - literal.len()),
                Some(_) => rest.find(literal),
            };
            let Some(place) = place else { return false };
            found.push((mark, rest.get(..place).unwrap_or_default()));
            rest = rest.get(place + literal.len()..).unwrap_or_default();
            mark = next_mark;
        }
        if mark.is_none() && found.is_empty() && !rest.is_empty() {
            return false;
        }
        for (mark, meaning) in found {
            if let Some(mark) = mark {
                self.0
                    .entry(mark.to_owned())
                    .or_insert_with(|| meaning.to_owned());
            }
        }
        true
    }

    /// A recorded text with its known marks replaced by their values.
    pub(in crate::record) fn fill(&self, recorded: &str) -> String {
        let mut text = String::with_capacity(recorded.len());
        for (literal, mark) in pieces(recorded) {
            text.push_str(literal);
            if let Some(mark) = mark {
                text.push_str(self.0.get(mark).map_or(mark, String::as_str));
            }
        }
        text
    }
}

/// A recorded text as the parts before each mark, and after the last.
fn pieces(recorded: &str) -> Vec<(&str, Option<&str>)> {
    let mut pieces = Vec::new();
    let (mut begin, mut look) = (0, 0);
    while let Some(found) = recorded.get(look..).and_then(|rest| rest.find(BEGINNING)) {
        let start = look + found;
        let number = start + BEGINNING.len();
        let digits = recorded
            .get(number..)
            .unwrap_or_default()
            .bytes()
            .take_while(u8::is_ascii_digit)
            .count();
        let end = number + digits + 1;
        look = number;
        if digits > 0 && recorded.get(end - 1..end) == Some("]") {
            pieces.push((
                recorded.get(begin..start).unwrap_or_default(),
                recorded.get(start..end),
            ));
            (begin, look) = (end, end);
        }
    }
    pieces.push((recorded.get(begin..).unwrap_or_default(), None));
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anything_may_stand_in_place_of_a_mark() {
        for (recorded, text, expected) in [
            ("plain", "plain", true),
            ("plain", "plain and more", false),
            ("", "", true),
            ("", "x", false),
            ("key=[secret:1]", "key=dummy", true),
            ("key=[secret:1]", "key=", true),
            ("key=[secret:1]", "kez=dummy", false),
            ("key=[secret:1]&a=1", "key=dummy&a=1", true),
            ("key=[secret:1]&a=1", "key=dummy&a=2", false),
            ("[secret:1][secret:2]", "anything", true),
            ("[secret:1]-[secret:2]-end", "a-b-end", true),
            ("[secret:1]-[secret:2]-end", "a-end", false),
            ("[secret:x]", "[secret:x]", true),
            ("[secret:x]", "other", false),
            ("a[secret:12]a", "a", false),
        ] {
            assert_eq!(
                PlaceholderMeanings::default().fits(recorded, text),
                expected,
                "{recorded} {text}"
            );
        }
    }

    #[test]
    fn what_stood_there_is_put_into_answers() {
        let mut meanings = PlaceholderMeanings::default();
        assert!(meanings.fits("user=[secret:1]&key=[secret:2]", "user=ada&key=dummy"));
        assert_eq!(
            meanings.fill("{\"key\": \"[secret:2]\", \"other\": \"[secret:3]\"}"),
            "{\"key\": \"dummy\", \"other\": \"[secret:3]\"}"
        );
    }

    #[test]
    fn addresses_lose_what_opens_something() {
        for (url, expected) in [
            ("https://a.b/c?d=e", "https://a.b/c?d=e"),
            ("https://ada:pw@a.b/c", "https://a.b/c"),
            (
                "https://a.b/?page=2&api_key=abc&x",
                "https://a.b/?page=2&api_key=[secret]&x",
            ),
            (
                "https://a.b/?X-Amz-Signature=0a1b&X-Amz-Date=1",
                "https://a.b/?X-Amz-Signature=[secret]&X-Amz-Date=1",
            ),
        ] {
            assert_eq!(plain_url(&Url::parse(url).unwrap()), expected);
        }
    }
}
