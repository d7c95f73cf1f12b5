//! The last check before a request is sent: every interface of the guest sends exactly one request, to the address that
//! was judged.

use http::{HeaderName, HeaderValue, Method};
use pulumi_wasm_core::error::GuestError;
use pulumi_wasm_core::error::failure::PropertyFailure;
use pulumi_wasm_core::text::Excerpt;
use url::Url;

/// Headers that belong to the connection, not to the request: the client sets them.
const RESERVED_HEADERS: [&str; 14] = [
    "connection",
    "content-length",
    "expect",
    "host",
    "http2-settings",
    "keep-alive",
    "proxy-authenticate",
    "proxy-authorization",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "via",
];
/// Bytes that all names and values of a request's headers may have together, and its address.
const MAX_BYTES: usize = 128 << 10;
/// Bytes that a method may have: four times as many as the longest that is registered.
const MAX_METHOD_BYTES: usize = 64;

/// A method that can be sent.
///
/// # Errors
/// For a malformed method, and for the methods of connections: `CONNECT` and `TRACE`.
pub(crate) fn method(text: &str) -> Result<Method, GuestError> {
    if text.len() > MAX_METHOD_BYTES {
        return Err(refused(format!(
            "a method has at most {MAX_METHOD_BYTES} bytes, and this one has {}",
            text.len()
        )));
    }
    let method = Method::from_bytes(text.as_bytes())
        .map_err(|_| refused(format!("`{}` is not an HTTP method", Excerpt::name(text))))?;
    if [Method::CONNECT, Method::TRACE].contains(&method) {
        return Err(refused(format!("the method {method} cannot be used")));
    }
    Ok(method)
}

/// Parses the address of a request.
///
/// # Errors
/// If the text is not an absolute `http` or `https` address.
pub(crate) fn address(text: &str) -> Result<Url, GuestError> {
    if text.len() > MAX_BYTES {
        return Err(refused(format!(
            "the address has {} bytes, and at most {MAX_BYTES} can be sent",
            text.len()
        )));
    }
    let mut url =
        Url::parse(text).map_err(|error| refused(format!("not an absolute address: {error}")))?;
    if !matches!(url.scheme(), "http" | "https") || !url.has_host() {
        return Err(refused(format!(
            "only http and https addresses can be requested, not `{}:`",
            Excerpt::name(url.scheme())
        )));
    }
    url.set_fragment(None);
    Ok(url)
}

/// Checks that headers are valid and are about the request, not the connection.
///
/// # Errors
/// For invalid names and values, headers that the host sets, and too many headers.
pub(crate) fn headers(headers: &[(String, String)]) -> Result<(), GuestError> {
    // The size is checked first.
    let bytes: usize = headers
        .iter()
        .map(|(name, value)| name.len() + value.len())
        .sum();
    if bytes > MAX_BYTES {
        return Err(refused(format!(
            "the headers have {bytes} bytes together, and at most {MAX_BYTES} can be sent"
        )));
    }
    for (name, value) in headers {
        let Ok(known) = HeaderName::from_bytes(name.as_bytes()) else {
            return Err(refused(format!(
                "`{}` is not the name of a header",
                Excerpt::name(name)
            )));
        };
        if HeaderValue::from_bytes(value.as_bytes()).is_err() {
            return Err(refused(format!(
                "the value of the header `{}` has characters that no header can have",
                Excerpt::name(known.as_str())
            )));
        }
        if is_reserved(known.as_str()) {
            return Err(refused(format!(
                "the header `{known}` cannot be set: the host sets it"
            )));
        }
    }
    Ok(())
}

/// Whether the host sets a header itself.
pub fn is_reserved(name: &str) -> bool {
    RESERVED_HEADERS
        .iter()
        .any(|reserved| is_header(name, reserved))
}

/// Whether a server may take a header for the known one, whose name is in lower case. Servers that pass headers on as
/// variables, as CGI does, take `_` for `-`.
pub(super) fn is_header(name: &str, known: &str) -> bool {
    let plain = |byte: u8| match byte {
        b'_' => b'-',
        other => other.to_ascii_lowercase(),
    };
    name.bytes().map(plain).eq(known.bytes())
}

/// The error of a malformed request. Its fault is not in a property of a resource, so the error names no property.
pub fn refused(reason: String) -> GuestError {
    GuestError::Invalid(vec![PropertyFailure {
        property: String::new(),
        reason,
    }])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_smuggle_a_second_request_is_refused() {
        for text in [
            "GET / HTTP/1.1\r\nX: y",
            "GET\r\n",
            "",
            "G T",
            "CONNECT",
            "TRACE",
        ] {
            assert!(method(text).is_err(), "{text:?}");
        }
        assert_eq!(method("PROPFIND").expect("a method").as_str(), "PROPFIND");
        let header = |name: &str, value: &str| headers(&[(name.to_owned(), value.to_owned())]);
        for (name, value) in [
            ("x", "a\r\nTransfer-Encoding: chunked"),
            ("x", "a\nb"),
            ("x", "a\rb"),
            ("x", "a\0b"),
            ("x\r\ny", "a"),
            ("x:", "a"),
            ("", "a"),
            ("x y", "a"),
            ("Content-Length", "0"),
            ("content-length", "5"),
            ("Transfer-Encoding", "chunked"),
            ("HOST", "other.example"),
            ("Connection", "close, x-api-key"),
            ("Upgrade", "h2c"),
            ("Trailer", "x"),
            ("TE", "trailers"),
            ("Proxy-Authorization", "x"),
            ("Expect", "100-continue"),
            ("Content_Length", "5"),
            ("TRANSFER_ENCODING", "chunked"),
        ] {
            assert!(header(name, value).is_err(), "{name:?}: {value:?}");
        }
        assert!(header("X-Name", "München").is_ok());
        assert!(header("x", &"a".repeat(MAX_BYTES)).is_err());
    }

    #[test]
    fn lengths_are_checked_before_anything_is_shown() {
        // Each character of it takes six characters in its escaped form.
        let huge = "\u{1b}".repeat(20 << 20);
        let began = std::time::Instant::now();
        for error in [
            method(&huge).unwrap_err(),
            address(&huge).unwrap_err(),
            headers(&[(huge.clone(), "x".to_owned())]).unwrap_err(),
            headers(&[("x".to_owned(), huge.clone())]).unwrap_err(),
        ] {
            let message = error.message();
            assert!(message.contains("2097152"), "{message}");
            assert!(message.len() < 200, "{}", message.len());
        }
        // Escaping the whole text would take seconds here.
        assert!(began.elapsed().as_secs() < 1, "{:?}", began.elapsed());
        let long = "\u{1b}".repeat(MAX_BYTES / 2);
        let message = headers(&[(long, String::new())]).unwrap_err().message();
        assert!(message.len() < 200, "{}", message.len());
        let message = method("G\u{1b}[2K\r").unwrap_err().message();
        assert_eq!(message, "`G␛[2K␍` is not an HTTP method");
    }

    #[test]
    fn messages_of_what_is_refused_have_no_values() {
        let secret = [("x".to_owned(), "hidden\r\n".to_owned())];
        let message = headers(&secret).unwrap_err().message();
        assert!(!message.contains("hidden"), "{message}");
    }

    #[test]
    fn only_absolute_addresses_of_servers_can_be_asked() {
        for text in [
            "/things",
            "//a.example/things",
            "file:///etc/passwd",
            "ftp://a.example/",
            "unix:/run/x.sock",
            "data:text/plain,x",
            "https://",
            "https://[fe80::1%25eth0]/",
            "https://a b/",
            "",
        ] {
            assert!(address(text).is_err(), "{text}");
        }
        for (text, expected) in [
            ("HTTPS://A.Example/x#y", "https://a.example/x"),
            ("http://0x7f.1/", "http://127.0.0.1/"),
            ("http://2130706433/", "http://127.0.0.1/"),
            ("http://127.1:80/", "http://127.0.0.1/"),
            ("http://[::FFFF:127.0.0.1]/", "http://[::ffff:7f00:1]/"),
            ("https://a.example/\r\n\t x", "https://a.example/%20x"),
            (
                "https://a.example\\@b.example/",
                "https://a.example/@b.example/",
            ),
            ("https://①②⑦.0.0.1/", "https://127.0.0.1/"),
        ] {
            assert_eq!(address(text).expect("an address").as_str(), expected);
        }
    }
}
