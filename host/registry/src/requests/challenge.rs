//! Parses the header `WWW-Authenticate` of an answer with status 401 (RFC 9110, section 11.6.1).

/// The maximum length of a header.
const MAX_BYTES: usize = 8 << 10;

/// An authentication scheme that a registry asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Challenge {
    /// User and password with each request.
    Basic,
    /// A token from a token endpoint.
    Bearer {
        /// The address of the token endpoint.
        realm: String,
        service: Option<String>,
        scope: Option<String>,
    },
}

/// The challenges of a header that are supported. In a malformed header, only those before the mistake.
pub(crate) fn read(header: &str) -> Vec<Challenge> {
    let mut found = Vec::new();
    if header.len() > MAX_BYTES {
        return found;
    }
    let mut rest = header;
    loop {
        rest = rest.trim_start_matches([',', ' ', '\t']);
        let (scheme, after) = token(rest);
        if scheme.is_empty() {
            break;
        }
        let (parameters, after) = parameters(after.trim_start());
        let value = |name: &str| {
            let mut parameters = parameters.iter();
            let found = parameters.find(|(key, _)| key.eq_ignore_ascii_case(name));
            found.map(|(_, value)| value.clone())
        };
        if scheme.eq_ignore_ascii_case("basic") {
            found.push(Challenge::Basic);
        } else if scheme.eq_ignore_ascii_case("bearer")
            && let Some(realm) = value("realm")
        {
            found.push(Challenge::Bearer {
                realm,
                service: value("service"),
                scope: value("scope"),
            });
        }
        rest = after;
    }
    found
}

/// Splits off the parameters of a challenge. Returns the rest, which begins with the next challenge.
fn parameters(mut rest: &str) -> (Vec<(String, String)>, &str) {
    let mut found = Vec::new();
    loop {
        let (name, after) = token(rest);
        let Some(value) = after.trim_start().strip_prefix('=') else {
            // The next scheme begins here, or the header ends.
            return (found, rest);
        };
        let Some((value, after)) = value_of(value.trim_start()) else {
            return (found, "");
        };
        if name.is_empty() {
            return (found, "");
        }
        found.push((name.to_owned(), value));
        rest = after.trim_start();
        rest = rest.strip_prefix(',').unwrap_or(rest).trim_start();
    }
}

/// Splits off a token.
fn token(text: &str) -> (&str, &str) {
    let is_of_token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    let end = text.bytes().position(|byte| !is_of_token(byte));
    text.split_at(end.unwrap_or(text.len()))
}

/// Splits off a token or a quoted string.
fn value_of(text: &str) -> Option<(String, &str)> {
    let Some(quoted) = text.strip_prefix('"') else {
        let (value, after) = token(text);
        return Some((value.to_owned(), after));
    };
    let mut value = String::new();
    let mut characters = quoted.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => return Some((value, quoted.get(at + 1..)?)),
            '\\' => value.push(characters.next()?.1),
            other => value.push(other),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bearer(realm: &str, service: Option<&str>, scope: Option<&str>) -> Challenge {
        Challenge::Bearer {
            realm: realm.to_owned(),
            service: service.map(str::to_owned),
            scope: scope.map(str::to_owned),
        }
    }

    #[test]
    fn challenges_are_read_as_registries_write_them() {
        let docker = "Bearer realm=\"https://auth.docker.io/token\",service=\"registry.docker.io\",\
                      scope=\"repository:a/b:pull,push\"";
        let expected = bearer(
            "https://auth.docker.io/token",
            Some("registry.docker.io"),
            Some("repository:a/b:pull,push"),
        );
        assert_eq!(read(docker), [expected]);
        assert_eq!(read("Basic realm=\"x\""), [Challenge::Basic]);
        assert_eq!(read("basic"), [Challenge::Basic]);
        let three = "Negotiate abc, Basic realm = \"a\" , BEARER realm=y";
        assert_eq!(read(three), [Challenge::Basic, bearer("y", None, None)]);
        let both = "Basic realm=\"a \\\" b\" , BEARER  REALM=x";
        assert_eq!(read(both), [Challenge::Basic, bearer("x", None, None)]);
    }

    #[test]
    fn no_header_is_too_strange() {
        for header in [
            "",
            ",",
            "=",
            "Bearer",
            "Bearer realm",
            "Bearer realm=\"",
            "Bearer realm=\"\\",
            "Bearer =x",
            "Bearer service=\"x\"",
            "\u{fffd}\u{fffd}",
        ] {
            assert_eq!(read(header), [], "{header}");
        }
        assert_eq!(read(&format!("Basic realm=\"{}\"", "x".repeat(9000))), []);
    }
}
