//! Follows redirects by the rules of RFC 9110, section 15.4.

use http::Method;
use url::Url;

use super::request::prepared::user_info;

/// The headers that may be sent to another origin. Any other header may be meant for the first origin only.
const FOR_EVERYONE: [&str; 9] = [
    "accept",
    "accept-encoding",
    "accept-language",
    "content-encoding",
    "content-language",
    "content-type",
    "range",
    "user-agent",
    "x-request-id",
];

/// The target of a redirect, and its request.
#[derive(Debug, PartialEq)]
pub(super) struct Hop {
    pub(super) method: Method,
    pub(super) url: Url,
    /// Names of headers that stay behind.
    pub(super) dropped: Vec<String>,
    pub(super) keeps_body: bool,
    /// Whether the address of the redirect named a user. The next request drops the name: only the guest names users.
    pub(super) had_user: bool,
}

/// Whether a status is a redirect.
pub(super) fn is_redirect(status: u16) -> bool {
    matches!(status, 301 | 302 | 303 | 307 | 308)
}

/// The request that follows from a redirect, or `None` if the answer names no usable address.
pub(super) fn follow(
    status: u16,
    location: Option<&str>,
    method: &Method,
    url: &Url,
    headers: &[(String, String)],
) -> Option<Hop> {
    if !is_redirect(status) {
        return None;
    }
    let mut next = url.join(location?).ok()?;
    if !matches!(next.scheme(), "http" | "https") || !next.has_host() {
        return None;
    }
    let had_user = user_info(&mut next).is_some();
    if next.fragment().is_none() {
        next.set_fragment(url.fragment());
    }
    let becomes_get = match status {
        303 => *method != Method::HEAD,
        // The usual behaviour, which the standard allows.
        301 | 302 => *method == Method::POST,
        _ => false,
    };
    let same_origin = next.origin() == url.origin();
    let stays = |name: &str| {
        let name = name.to_ascii_lowercase();
        let describes_body = name.starts_with("content-");
        (same_origin || FOR_EVERYONE.contains(&name.as_str())) && !(becomes_get && describes_body)
    };
    let dropped = headers.iter().map(|(name, _)| name);
    Some(Hop {
        method: if becomes_get {
            Method::GET
        } else {
            method.clone()
        },
        url: next,
        dropped: dropped.filter(|name| !stays(name)).cloned().collect(),
        keeps_body: !becomes_get,
        had_user,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hop(status: u16, method: &str, from: &str, location: &str) -> Option<Hop> {
        let headers = [
            ("Authorization", "x"),
            ("cookie", "x"),
            ("X-API-Key", "x"),
            ("accept", "x"),
            ("Content-Type", "x"),
        ];
        let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let method = method.parse().expect("a method");
        let from = Url::parse(from).expect("an address");
        follow(status, Some(location), &method, &from, &headers)
    }

    #[test]
    fn the_method_changes_as_the_standard_says() {
        for (status, method, expected, keeps_body) in [
            (301, "GET", "GET", true),
            (301, "POST", "GET", false),
            (302, "POST", "GET", false),
            (302, "PUT", "PUT", true),
            (303, "POST", "GET", false),
            (303, "DELETE", "GET", false),
            (303, "HEAD", "HEAD", true),
            (307, "POST", "POST", true),
            (308, "PATCH", "PATCH", true),
        ] {
            let hop = hop(status, method, "https://a.example/x", "/y").expect("a hop");
            assert_eq!(hop.method.as_str(), expected, "{status} {method}");
            assert_eq!(hop.keeps_body, keeps_body, "{status} {method}");
            assert_eq!(hop.url.as_str(), "https://a.example/y");
        }
    }

    #[test]
    fn what_another_origin_must_not_know_stays_behind() {
        for (location, expected) in [
            ("/y", vec![]),
            ("https://a.example:443/y", vec![]),
            (
                "https://b.example/y",
                vec!["Authorization", "cookie", "X-API-Key"],
            ),
            (
                "//b.example/y",
                vec!["Authorization", "cookie", "X-API-Key"],
            ),
            (
                "http://a.example/y",
                vec!["Authorization", "cookie", "X-API-Key"],
            ),
            (
                "https://a.example:444/y",
                vec!["Authorization", "cookie", "X-API-Key"],
            ),
        ] {
            let hop = hop(307, "POST", "https://a.example/x", location).expect("a hop");
            assert_eq!(hop.dropped, expected, "{location}");
        }
        let hop = hop(303, "POST", "https://a.example/x", "/y").expect("a hop");
        assert_eq!(hop.dropped, ["Content-Type"]);
    }

    #[test]
    fn a_user_in_a_location_is_not_carried_on() {
        for location in ["https://me:own@a.example/y", "//me@a.example/y"] {
            let hop = hop(302, "GET", "https://a.example/x", location).expect("a hop");
            assert_eq!(hop.url.as_str(), "https://a.example/y");
            assert!(hop.had_user, "{location}");
        }
        let plain = hop(302, "GET", "https://a.example/x", "/y").expect("a hop");
        assert!(!plain.had_user);
    }

    #[test]
    fn what_leads_nowhere_is_not_followed() {
        for (status, location) in [
            (200, "/y"),
            (300, "/y"),
            (304, "/y"),
            (302, "file:///etc/passwd"),
            (302, "javascript:alert(1)"),
            (302, "https://"),
        ] {
            assert_eq!(
                hop(status, "GET", "https://a.example/x", location),
                None,
                "{status} {location}"
            );
        }
        let url = Url::parse("https://a.example/x").expect("an address");
        assert_eq!(follow(302, None, &Method::GET, &url, &[]), None);
    }
}
