//! Addresses of requests: how the base address of a client and the address in a request become one.

/// The address of a request below a base address: the base without slashes at its end, a slash, and the path without
/// slashes at its beginning. An empty path is the base itself.
pub(super) fn join(base: &str, path: &str) -> String {
    match path {
        "" => base.to_owned(),
        path => [
            base.trim_end_matches('/'),
            "/",
            path.trim_start_matches('/'),
        ]
        .concat(),
    }
}

/// Whether an address has a scheme and a host, so that it needs no base address.
pub(super) fn is_absolute(address: &str) -> bool {
    address.split_once("://").is_some_and(|(scheme, _)| {
        scheme.starts_with(|letter: char| letter.is_ascii_alphabetic())
            && scheme
                .chars()
                .all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '+' | '-' | '.'))
    })
}

/// The mistake in a base address.
pub(super) fn judge_base(base: &str) -> Option<String> {
    let shown = super::response::without_query(base);
    if origin(base).is_none() {
        return Some(format!(
            "the base address `{shown}` has no scheme and host\nhint: write it as `https://api.example.com/v1`, without user and password"
        ));
    }
    base.contains(['?', '#']).then(|| {
        format!("the base address `{shown}` has a query or a fragment\nhint: give the query to each request")
    })
}

/// Whether two addresses have the same scheme, host and port. An ambiguous address has no origin.
pub(super) fn is_same_origin(one: &str, other: &str) -> bool {
    origin(one).is_some_and(|one| origin(other) == Some(one))
}

fn origin(address: &str) -> Option<(String, String, String)> {
    let (scheme, rest) = address.split_once("://")?;
    let scheme = scheme.to_ascii_lowercase();
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let authority = rest[..end].to_ascii_lowercase();
    let is_plain = |letter: char| {
        letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | '_' | ':' | '[' | ']')
    };
    if authority.is_empty() || !authority.chars().all(is_plain) {
        return None;
    }
    let default_port = match scheme.as_str() {
        "http" => "80",
        "https" => "443",
        _ => return None,
    };
    // The colons of an IPv6 address are in brackets.
    let (host, port) = match authority.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => (host, port),
        _ => (authority.as_str(), ""),
    };
    let port = if port.is_empty() { default_port } else { port };
    let is_host = !host.is_empty() && port.chars().all(|digit| digit.is_ascii_digit());
    is_host.then(|| (scheme, host.to_owned(), port.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_base_and_a_path_become_one_address() {
        for (base, path, expected) in [
            (
                "https://api.example.com",
                "machines",
                "https://api.example.com/machines",
            ),
            (
                "https://api.example.com",
                "/machines",
                "https://api.example.com/machines",
            ),
            (
                "https://api.example.com/",
                "/machines",
                "https://api.example.com/machines",
            ),
            (
                "https://api.example.com/v1",
                "machines",
                "https://api.example.com/v1/machines",
            ),
            (
                "https://api.example.com/v1//",
                "//machines",
                "https://api.example.com/v1/machines",
            ),
            (
                "https://api.example.com/v1",
                "",
                "https://api.example.com/v1",
            ),
            (
                "https://api.example.com/v1/",
                "",
                "https://api.example.com/v1/",
            ),
            (
                "https://api.example.com/v1",
                "/",
                "https://api.example.com/v1/",
            ),
            (
                "https://api.example.com/v1",
                "?size=1",
                "https://api.example.com/v1/?size=1",
            ),
            (
                "https://api.example.com/v1",
                "a?b=c#d",
                "https://api.example.com/v1/a?b=c#d",
            ),
            ("http://[::1]:8080", "a", "http://[::1]:8080/a"),
            (
                "https://api.example.com",
                "@evil.example",
                "https://api.example.com/@evil.example",
            ),
            (
                "https://api.example.com",
                "//evil.example/a",
                "https://api.example.com/evil.example/a",
            ),
            (
                "https://api.example.com",
                "a?next=https://evil.example",
                "https://api.example.com/a?next=https://evil.example",
            ),
        ] {
            assert_eq!(join(base, path), expected, "{base} and {path}");
            assert!(!is_absolute(path), "{path}");
        }
    }

    #[test]
    fn a_base_has_a_scheme_and_a_host_and_no_query() {
        for base in [
            "https://api.example.com",
            "http://127.0.0.1:8081/v1/",
            "https://[::1]",
        ] {
            assert_eq!(judge_base(base), None, "{base}");
        }
        for base in [
            "",
            "api.example.com",
            "/v1",
            "ftp://api.example.com",
            "https://",
            "https://me:secret@api.example.com",
            "https://api.example.com\\@evil.example",
            "https://api.example.com?key=secret",
            "https://api.example.com/v1#part",
        ] {
            let problem = judge_base(base).unwrap();
            assert!(!problem.contains("secret"), "{problem}");
        }
    }

    #[test]
    fn only_the_same_scheme_host_and_port_are_one_origin() {
        let base = "https://api.example.com/v1";
        for (address, expected) in [
            ("https://api.example.com/other", true),
            ("https://API.example.com:443", true),
            ("HTTPS://api.example.com?x", true),
            ("http://api.example.com/v1", false),
            ("https://api.example.com:8443/v1", false),
            ("https://api.example.com.evil.example", false),
            ("https://evil.example/api.example.com", false),
            ("https://me@api.example.com", false),
            ("https://api.example.com@evil.example", false),
            ("https://api.example.com\\@evil.example", false),
            ("https://api.exam\tple.com", false),
        ] {
            assert!(is_absolute(address), "{address}");
            assert_eq!(is_same_origin(base, address), expected, "{address}");
        }
    }
}
