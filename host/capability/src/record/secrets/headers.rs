//! Headers by name: headers that are never kept, and headers that differ from run to run.

/// The text in place of a header's value that is never kept.
pub(super) const WITHHELD: &str = "[secret]";

/// Words in the names of headers that contain credentials.
const SECRET_WORDS: [&str; 13] = [
    "apikey",
    "api-key",
    "auth",
    "cookie",
    "credential",
    "password",
    "secret",
    "session",
    "signature",
    "token",
    "-key",
    "access-id",
    "jwt",
];

/// Headers about the time or the connection.
const VOLATILE: [&str; 17] = [
    "accept-encoding",
    "baggage",
    "connection",
    "content-length",
    "date",
    "host",
    "if-modified-since",
    "idempotency-key",
    "traceparent",
    "tracestate",
    "transfer-encoding",
    "user-agent",
    "via",
    "x-amz-date",
    "x-amzn-trace-id",
    "x-correlation-id",
    "x-request-id",
];

/// Whether the value is never kept, known secret or not.
pub(super) fn is_secret(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    // A word that identifies the request and not its sender.
    name != "idempotency-key" && SECRET_WORDS.iter().any(|word| name.contains(word))
}

/// The secret parts of such a value: the whole value, and the part after a scheme (`Bearer`) or the value of a cookie.
pub(super) fn secrets_in<'v>(name: &str, value: &'v str) -> impl Iterator<Item = &'v str> {
    let is_cookie = name.to_ascii_lowercase().contains("cookie");
    let cookie = value.split(';').next().filter(|_| is_cookie);
    let cookie = cookie.and_then(|pair| Some(pair.split_once('=')?.1));
    let behind = value.split_whitespace().last().filter(|_| !is_cookie);
    [Some(value), behind, cookie].into_iter().flatten()
}

/// Whether a replay leaves the header out of its comparison.
pub(in crate::record) fn is_volatile(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    VOLATILE.contains(&name.as_str()) || is_secret(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_opens_something_is_known_by_its_name() {
        for name in [
            "Authorization",
            "Proxy-Authorization",
            "Cookie",
            "Set-Cookie",
            "X-API-Key",
            "x-apikey",
            "X-Auth-Token",
            "X-Vault-Token",
            "x-amz-security-token",
            "Ocp-Apim-Subscription-Key",
            "PRIVATE-TOKEN",
        ] {
            assert!(is_secret(name), "{name}");
            assert!(is_volatile(name), "{name}");
        }
        for name in ["content-type", "accept", "if-match", "x-region"] {
            assert!(!is_volatile(name), "{name}");
        }
        assert!(!is_secret("idempotency-key"));
        assert!(is_volatile("Date"));
    }
}
