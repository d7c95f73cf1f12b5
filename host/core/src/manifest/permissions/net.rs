//! A component's rules for a host that it asks to reach: requests that only read, and the credential that the host
//! attaches.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::manifest::items::items;
use crate::schema::parse::reader::{Members, Reader, member};
use crate::schema::{PackageSchema, Primitive, Type};
use crate::text::is_unambiguous_segment;

/// Requests that only read although their method could change something, such as `POST /search` or `POST /reports/*`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SafeRequest {
    method: String,
    path: String,
    /// Whether it includes every path below.
    below: bool,
}

impl SafeRequest {
    /// Parses the notation in a manifest.
    ///
    /// # Errors
    /// The reason, if the text is not such a request.
    pub fn parse(text: &str) -> Result<Self, String> {
        let form = "write a method and a path, such as `POST /search` or `POST /reports/*`";
        let (method, path) = text.split_once(' ').ok_or(form)?;
        let (path, below) = match path.strip_suffix("/*") {
            Some(path) => (path, true),
            None => (path, false),
        };
        let is_method = !method.is_empty() && method.bytes().all(|byte| byte.is_ascii_uppercase());
        let is_path = path.starts_with('/') || (below && path.is_empty());
        if !is_method || !is_path || path.contains(' ') || !is_plain(path) {
            return Err(form.to_owned());
        }
        Ok(Self {
            method: method.to_owned(),
            path: path.to_owned(),
            below,
        })
    }

    /// Whether it includes a request. `path` is the path of a parsed URL.
    #[must_use]
    pub fn covers(&self, method: &str, path: &str) -> bool {
        if method != self.method || !is_plain(path) {
            return false;
        }
        match path.strip_prefix(self.path.as_str()) {
            Some("") => !self.below,
            Some(rest) => self.below && rest.starts_with('/'),
            None => false,
        }
    }
}

impl std::fmt::Display for SafeRequest {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let rest = if self.below { "/*" } else { "" };
        write!(formatter, "{} {}{rest}", self.method, self.path)
    }
}

/// Whether every server reads a path in the same way: each segment is an unambiguous name. A method may follow a name,
/// as in `/zones:search`, but not a single letter, because `c:` is a drive. The last segment may be empty.
fn is_plain(path: &str) -> bool {
    let is_name =
        |part: &str| is_unambiguous_segment(part, ":") && part.chars().nth(1) != Some(':');
    let Some(names) = path.strip_prefix('/') else {
        return path.is_empty();
    };
    let names = names.strip_suffix('/').unwrap_or(names);
    path == "/" || names.split('/').all(is_name)
}

/// A secret configuration value that the host attaches to requests, so that the component need not see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Credential {
    pub form: CredentialForm,
    /// The configuration value that contains it.
    pub property: String,
    /// Whether the component does not receive that value.
    pub host_only: bool,
}

/// A description for the person who decides about a grant.
impl std::fmt::Display for Credential {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let property = &self.property;
        write!(
            formatter,
            "the host sends the configuration's `{property}` "
        )?;
        match &self.form {
            CredentialForm::Bearer => formatter.write_str("as a bearer token")?,
            CredentialForm::Basic { .. } => formatter.write_str("as a password")?,
            CredentialForm::Header(name) => write!(formatter, "in the header `{name}`")?,
        }
        formatter.write_str(if self.host_only {
            ", and the component does not see it"
        } else {
            ", and the component sees it too"
        })
    }
}

/// How a credential is sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum CredentialForm {
    /// `Authorization: Bearer VALUE`.
    Bearer,
    /// `Authorization: Basic …`, with the value as the password.
    Basic { user: BasicUser },
    /// In a header with this name, in lower case.
    Header(String),
}

/// The user of basic authentication.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum BasicUser {
    /// This user.
    Fixed(String),
    /// The user in this configuration value.
    Configured(String),
}

/// Reads the safe requests of a permission.
pub(super) fn safe_requests(
    reader: &mut Reader,
    permission: &Members,
    place: &str,
) -> Vec<SafeRequest> {
    let mut reads = Vec::new();
    for (index, item) in items(reader, permission, "safeRequests", place)
        .iter()
        .enumerate()
    {
        let place = format!("{}/{index}", member(place, "safeRequests"));
        match item.as_str().map(SafeRequest::parse) {
            Some(Ok(read)) => reads.push(read),
            Some(Err(reason)) => reader.mistake(&place, reason),
            None => reader.mistake(&place, "expected a text"),
        }
    }
    reads
}

/// Reads the credential of a permission.
pub(crate) fn credential(
    reader: &mut Reader,
    permission: &Members,
    place: &str,
    schema: &PackageSchema,
) -> Option<Credential> {
    let spec = reader.object_member(permission, "credential", place)?;
    let place = member(place, "credential");
    let known = ["as", "config", "header", "user", "userConfig", "hostOnly"];
    reader.only(spec, &known, &place);
    let host_only = reader.flag(spec, "hostOnly", &place);
    let property = property(reader, spec, "config", &place, schema)?;
    if !schema
        .config
        .properties
        .get(&property)
        .is_some_and(|found| found.secret)
    {
        reader.mistake(&place, format!("`{property}` must be secret in the schema"));
    }
    let sent_as = reader
        .text(spec, "as", &place)
        .unwrap_or_default()
        .to_owned();
    let form = match sent_as.as_str() {
        "bearer" => CredentialForm::Bearer,
        "basic" => CredentialForm::Basic {
            user: user(reader, spec, &place, schema)?,
        },
        "header" => CredentialForm::Header(header(reader, spec, &place)?),
        _ => {
            reader.mistake(&place, "`as` must be `bearer`, `basic` or `header`");
            return None;
        }
    };
    let belongs = [
        ("header", sent_as == "header"),
        ("user", sent_as == "basic"),
        ("userConfig", sent_as == "basic"),
    ];
    for (key, fits) in belongs {
        if spec.contains_key(key) && !fits {
            reader.mistake(&place, format!("`{key}` does not fit `as`: `{sent_as}`"));
        }
    }
    Some(Credential {
        form,
        property,
        host_only,
    })
}

fn user(
    reader: &mut Reader,
    spec: &Members,
    place: &str,
    schema: &PackageSchema,
) -> Option<BasicUser> {
    match (spec.contains_key("user"), spec.contains_key("userConfig")) {
        (true, false) => {
            let user = reader.text(spec, "user", place)?.to_owned();
            if user.contains(':') {
                reader.mistake(place, "`user` cannot have a colon in it");
            }
            Some(BasicUser::Fixed(user))
        }
        (false, true) => {
            property(reader, spec, "userConfig", place, schema).map(BasicUser::Configured)
        }
        _ => {
            reader.mistake(
                place,
                "`basic` needs `user` or `userConfig`, one of the two",
            );
            None
        }
    }
}

fn header(reader: &mut Reader, spec: &Members, place: &str) -> Option<String> {
    let name = reader.text(spec, "header", place).unwrap_or_default();
    if let Ok(name) = http::HeaderName::from_bytes(name.as_bytes()) {
        return Some(name.as_str().to_owned());
    }
    reader.mistake(place, "`header` must be the name of a header");
    None
}

/// The name of a configuration value of type string.
pub(crate) fn property(
    reader: &mut Reader,
    spec: &Members,
    key: &str,
    place: &str,
    schema: &PackageSchema,
) -> Option<String> {
    let name = match spec.get(key) {
        Some(Value::String(name)) => name,
        _ => {
            reader.mistake(place, format!("`{key}` must name a configuration value"));
            return None;
        }
    };
    match schema.config.properties.get(name) {
        None => reader.mistake(place, format!("the configuration has no `{name}`")),
        Some(found) if found.value_type != Type::Primitive(Primitive::String) => {
            reader.mistake(place, format!("`{name}` must be a string"));
        }
        Some(_) => return Some(name.clone()),
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_that_read_are_those_that_were_named() {
        for (rule, method, path, expected) in [
            ("POST /graphql", "POST", "/graphql", true),
            ("POST /graphql", "PUT", "/graphql", false),
            ("POST /graphql", "post", "/graphql", false),
            ("POST /graphql", "POST", "/graphql/", false),
            ("POST /graphql", "POST", "/graphql2", false),
            ("POST /search/*", "POST", "/search/zones", true),
            ("POST /search/*", "POST", "/search/a/b", true),
            ("POST /search/*", "POST", "/search", false),
            ("POST /search/*", "POST", "/search2/x", false),
            ("POST /search/*", "POST", "/search/%2e%2e/zones", false),
            ("POST /search/*", "POST", "/search/..%2Fzones", false),
            ("POST /search/*", "POST", "/search//zones", false),
            ("POST /*", "POST", "/anything", true),
        ] {
            let rule = SafeRequest::parse(rule).expect("a rule");
            assert_eq!(
                rule.covers(method, path),
                expected,
                "{rule} {method} {path}"
            );
        }
    }

    #[test]
    fn a_path_that_a_server_may_take_for_another_reads_nothing() {
        let rule = SafeRequest::parse("POST /search/*").expect("a rule");
        for path in ["zones", "a/b.c%20d", "%C3%A4", "zones:find", "a@b/", "~me"] {
            assert!(rule.covers("POST", &format!("/search/{path}")), "{path}");
        }
        for path in [
            "../zones",
            "%2e%2e/zones",
            "..%2fzones",
            "..%5czones",
            "..\\zones",
            "/zones",
            // Path parameters, as Java servers read them.
            "..;/zones",
            "..;a=b/zones",
            ";/../zones",
            "a;b",
            // Double escapes, overlong escapes, and characters that end a string.
            "%252e%252e/zones",
            "%25/zones",
            ".%00./zones",
            "x%00/zones",
            "%c0%ae%c0%ae/zones",
            "..%c0%afzones",
            "%e0%80%ae%e0%80%ae/zones",
            "%u002e%u002e/zones",
            // Characters that some systems read as a dot or a separator.
            "%ef%bc%8e%ef%bc%8e/zones",
            "..%ef%bc%8fzones",
            // Names that some systems shorten or read as a root.
            "..%20/zones",
            ".../zones",
            "C:/zones",
            "a%3azones",
            "..%09/zones",
        ] {
            assert!(!rule.covers("POST", &format!("/search/{path}")), "{path}");
        }
        for path in [
            "/a;b",
            "/..;/a",
            "/%252e%252e/a",
            "/%c0%ae/a",
            "/.%00./a",
            "//a",
        ] {
            for end in ["", "/*"] {
                let text = format!("POST {path}{end}");
                assert!(SafeRequest::parse(&text).is_err(), "{text}");
            }
        }
    }

    #[test]
    fn what_names_no_request_is_refused() {
        for text in [
            "POST",
            "/graphql",
            "post /graphql",
            "POST graphql",
            "POST /a*",
            "POST /*/b",
            "POST /a?b",
            "POST /a/../b",
            "POST  /a",
            "POST *",
            "* /a",
        ] {
            assert!(SafeRequest::parse(text).is_err(), "{text}");
        }
    }
}
