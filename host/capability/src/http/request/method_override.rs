//! Method overrides: headers, parameters and fields that ask a server for another method. Frameworks obey them, so a
//! GET may delete. In a call without effects, a request must not contain an override for a mutating method, nor a header
//! that names another path to the server.

use std::borrow::Cow;
use std::fmt;

use percent_encoding::percent_decode_str;
use pulumi_wasm_core::text::Excerpt;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::Value;
use url::Url;

use super::validate::is_header;

/// Read-only methods.
const SAFE: [&str; 3] = ["GET", "HEAD", "OPTIONS"];
/// The registered methods that change something, and some that are in use without a registration.
const UNSAFE: [&str; 33] = [
    "ACL",
    "BASELINE-CONTROL",
    "BIND",
    "CHECKIN",
    "CHECKOUT",
    "CONNECT",
    "COPY",
    "DELETE",
    "LABEL",
    "LINK",
    "LOCK",
    "MERGE",
    "MKACTIVITY",
    "MKCALENDAR",
    "MKCOL",
    "MKREDIRECTREF",
    "MKWORKSPACE",
    "MOVE",
    "ORDERPATCH",
    "PATCH",
    "POST",
    "PROPPATCH",
    "PURGE",
    "PUT",
    "REBIND",
    "TRACE",
    "UNBIND",
    "UNCHECKOUT",
    "UNLINK",
    "UNLOCK",
    "UPDATE",
    "UPDATEREDIRECTREF",
    "VERSION-CONTROL",
];
/// A preflight request names the method of a later request. No server takes it for this request's method.
const PREFLIGHT: &str = "access-control-request-method";
/// Headers whose path some servers and frameworks take instead of the path of the address.
const PATHS: [&str; 2] = ["x-original-url", "x-rewrite-url"];
/// The most bytes of a form or of JSON that are searched. A larger body is refused.
pub(crate) const MAX_BYTES: usize = 4 << 20;

/// The place of an override in a request.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Override {
    Header(String),
    /// A header that names another path.
    Path(String),
    Parameter(String),
    Field(String),
    /// The body is too large to be searched.
    Unsearched,
    /// A server may read another body than the search does, by a header that the text names.
    Unclear(&'static str),
}

impl Override {
    /// The advice to the component's author.
    pub(crate) fn hint(&self) -> &'static str {
        match self {
            Override::Path(_) => "send the request to the intended path, without that header",
            _ => "send the request with the intended method",
        }
    }
}

impl fmt::Display for Override {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut named = |what: &str, name: &str| {
            write!(
                formatter,
                "the {what} `{}` asks the server for another method",
                Excerpt::name(name)
            )
        };
        match self {
            Override::Header(name) => named("header", name),
            Override::Path(name) => write!(
                formatter,
                "the header `{}` may name another path to the server",
                Excerpt::name(name)
            ),
            Override::Parameter(name) => named("parameter", name),
            Override::Field(name) => named("field", name),
            Override::Unclear(header) => write!(
                formatter,
                "its {header}, so the server may read fields in it that ask for another method"
            ),
            Override::Unsearched => write!(
                formatter,
                "its form or JSON has more than {} MiB, which may ask the server for another method",
                MAX_BYTES >> 20
            ),
        }
    }
}

/// Finds an override in a request's headers or address, or a header that names another path.
pub(crate) fn in_head(url: &Url, headers: &[(String, String)]) -> Option<Override> {
    let header = headers
        .iter()
        .find(|(name, value)| !name.eq_ignore_ascii_case(PREFLIGHT) && is_override(name, value));
    if let Some((name, _)) = header {
        return Some(Override::Header(name.clone()));
    }
    let names_path =
        |(name, _): &&(String, String)| PATHS.iter().any(|known| is_header(name, known));
    if let Some((name, _)) = headers.iter().find(names_path) {
        return Some(Override::Path(name.clone()));
    }
    let in_path = url
        .path()
        .split('/')
        .flat_map(|part| part.split(';').skip(1));
    let in_query = url
        .query()
        .into_iter()
        .flat_map(|query| query.split(['&', ';']));
    in_path
        .chain(in_query)
        .find_map(pair)
        .map(Override::Parameter)
}

/// The form of a body that frameworks look for overrides in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Searched {
    Form,
    Parts,
    Json,
}

impl Searched {
    const ALL: &[Self] = &[Self::Form, Self::Parts, Self::Json];
}

/// How a body is searched, by the headers that describe it. Servers parse unknown content types differently, so such a
/// body is searched in all ways. Servers read a body without a type as a form, or guess its type.
///
/// # Errors
/// If the headers could make a server read another body than the search does.
pub(crate) fn search_of(headers: &[(String, String)]) -> Result<&'static [Searched], Override> {
    let values = |name: &'static str| {
        let named = headers
            .iter()
            .filter(move |(known, _)| is_header(known, name));
        named.map(|(_, value)| value.trim().to_ascii_lowercase())
    };
    if values("content-encoding").any(|value| value != "identity") {
        return Err(Override::Unclear("`Content-Encoding` compresses the body"));
    }
    let types: Vec<String> = values("content-type").collect();
    let [value] = types.as_slice() else {
        return if types.is_empty() {
            Ok(Searched::ALL)
        } else {
            Err(Override::Unclear("`Content-Type` occurs more than once"))
        };
    };
    // Text between quotation marks, such as a boundary, contains no separators.
    let unquoted: String = value.split('"').step_by(2).collect();
    if value.is_empty() {
        return Err(Override::Unclear("`Content-Type` is empty"));
    }
    if unquoted.contains(',') {
        return Err(Override::Unclear("`Content-Type` has more than one type"));
    }
    let (media_type, parameters) = value.split_once(';').unwrap_or((value, ""));
    let media_type = media_type.trim();
    let mut is_plain = true;
    for parameter in parameters.split(';') {
        let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
        let value = value.trim().trim_matches('"');
        match name.trim() {
            "charset" if !["utf-8", "utf8", "us-ascii", "ascii"].contains(&value) => {
                return Err(Override::Unclear(
                    "`Content-Type` has another charset than UTF-8",
                ));
            }
            "charset" => {}
            "boundary" => is_plain &= !says_kind(value),
            other => is_plain &= other.is_empty() && value.is_empty(),
        }
    }
    Ok(match media_type.split_once('/') {
        _ if !is_plain => Searched::ALL,
        Some(("application", "x-www-form-urlencoded")) => &[Searched::Form],
        Some(("multipart", kind)) if is_token(kind) => &[Searched::Parts],
        Some((kind, "json")) if is_token(kind) => &[Searched::Json],
        Some((kind, format)) if is_token(kind) && is_token(format) && format.ends_with("+json") => {
            &[Searched::Json]
        }
        Some((kind, format)) if is_token(kind) && is_token(format) && !says_kind(media_type) => &[],
        _ => Searched::ALL,
    })
}

/// Whether a content type contains a word that some servers take for a form or for JSON.
fn says_kind(text: &str) -> bool {
    let words = ["urlencoded", "form", "multipart", "/json", "+json"];
    words.iter().any(|word| text.contains(word))
}

fn is_token(text: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$&^_.+-".contains(&byte);
    !text.is_empty() && text.bytes().all(is_part)
}

/// Finds an override in a body.
pub(crate) fn in_body(body: &[u8], searches: &[Searched]) -> Option<Override> {
    if body.len() > MAX_BYTES {
        return Some(Override::Unsearched);
    }
    let text = || String::from_utf8_lossy(body);
    let found = searches.iter().find_map(|search| match search {
        Searched::Form => text().split(['&', ';']).find_map(pair),
        Searched::Parts => field_of_parts(&text()),
        Searched::Json => field_of_json(body),
    });
    found.map(Override::Field)
}

/// The name of a parameter that is an override.
fn pair(text: &str) -> Option<String> {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    let (name, value) = (decoded(name), decoded(value));
    is_override(&name, &value).then(|| name.into_owned())
}

/// A text as servers may decode it, which may be more than once.
fn decoded(text: &str) -> Cow<'_, str> {
    let mut text = Cow::Borrowed(text);
    while text.contains(['%', '+']) {
        let next = text.replace('+', " ");
        let next = percent_decode_str(&next).decode_utf8_lossy().into_owned();
        if next == text {
            break;
        }
        text = Cow::Owned(next);
    }
    text
}

/// How certain it is that a name overrides the method.
#[derive(Debug, PartialEq, Eq)]
enum Naming {
    /// Some framework gives the name this meaning, and the name has no other meaning.
    Certain,
    /// The name stands for a method, perhaps for a method of another kind.
    Possible,
}

fn naming(name: &str) -> Option<Naming> {
    let has_marks = name.starts_with(|letter: char| !letter.is_ascii_alphanumeric());
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    let plain: String = letters.map(|letter| letter.to_ascii_lowercase()).collect();
    let has = |parts: &[&str]| parts.iter().any(|part| plain.contains(part));
    if has(&[
        "httpmethod",
        "methodoverride",
        "overridemethod",
        "httpverb",
        "verboverride",
    ]) || has_marks && plain == "method"
        || plain == "xmethod"
    {
        Some(Naming::Certain)
    } else if has(&["method", "verb", "override"]) {
        Some(Naming::Possible)
    } else {
        None
    }
}

/// Whether a name and a value ask for a method that may change something.
fn is_override(name: &str, value: &str) -> bool {
    let method = value.trim().to_ascii_uppercase();
    match naming(name) {
        Some(Naming::Certain) => !method.is_empty() && !SAFE.contains(&method.as_str()),
        Some(Naming::Possible) => UNSAFE.contains(&method.as_str()),
        None => false,
    }
}

/// The name of a part that may be an override. The value stands in other lines, so the name is enough.
fn field_of_parts(text: &str) -> Option<String> {
    let mut is_disposition = false;
    let lines = text.split(['\r', '\n']).filter(|line| !line.is_empty());
    { lines }.find_map(|line| {
        // A header may go on in a line that begins with a space.
        let goes_on = is_disposition && line.starts_with([' ', '\t']);
        is_disposition = goes_on || line.to_ascii_lowercase().contains("disposition");
        let name = is_disposition.then(|| decoded(line))?;
        (naming(&name)? == Naming::Certain || name.to_ascii_lowercase().contains("method"))
            .then(|| name.trim().to_owned())
    })
}

/// The name of a member that is an override.
fn field_of_json(body: &[u8]) -> Option<String> {
    struct Members;
    impl<'de> Visitor<'de> for Members {
        type Value = Option<String>;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("an object")
        }

        fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Option<String>, M::Error> {
            let mut found = None;
            while let Some(name) = map.next_key::<String>()? {
                if naming(&name) != Some(Naming::Certain) {
                    map.next_value::<IgnoredAny>()?;
                    continue;
                }
                let value = map.next_value::<Value>()?;
                if value
                    .as_str()
                    .is_some_and(|value| is_override(&name, value))
                {
                    found = Some(name);
                }
            }
            Ok(found)
        }
    }
    // Some servers recognise UTF-16 by its zeros, and skip a mark of the byte order.
    if body.contains(&0) {
        return Some("\\0".to_owned());
    }
    let body = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body);
    let start = body.iter().find(|byte| !byte.is_ascii_whitespace());
    if start != Some(&b'{') {
        return None;
    }
    let mut reader = serde_json::Deserializer::from_slice(body);
    match reader.deserialize_map(Members) {
        Ok(found) => found,
        // A server may read more than this reader does.
        Err(_) => {
            let text = String::from_utf8_lossy(body).to_ascii_lowercase();
            let may_name = text.contains("method") || text.contains("\\u");
            may_name.then(|| "method".to_owned())
        }
    }
}

#[cfg(test)]
mod tests;
