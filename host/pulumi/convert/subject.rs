//! The resource or function that a request is about.

use std::time::Duration;

use pulumi_wasm_core::call::Subject;

/// The subject of a resource request. Engines before 3.143 do not send name and type: they are parsed from the URN.
pub(crate) fn resource(urn: String, name: String, token: String) -> Subject {
    // urn:pulumi:STACK::PROJECT::PARENT$TYPE::NAME; the name may contain `::` itself.
    let mut parts = urn.splitn(4, "::").skip(2);
    let types = parts.next().unwrap_or_default();
    let name = if name.is_empty() {
        parts.next().unwrap_or_default().to_owned()
    } else {
        name
    };
    let token = if token.is_empty() {
        types.rsplit('$').next().unwrap_or_default().to_owned()
    } else {
        token
    };
    Subject { urn, token, name }
}

/// A timeout of a request in seconds; 0 means that it has no timeout.
pub(crate) fn timeout(seconds: f64) -> Option<Duration> {
    if seconds > 0.0 {
        Duration::try_from_secs_f64(seconds).ok()
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_and_type_come_from_the_urn_where_they_were_not_sent() {
        let urn = "urn:pulumi:dev::shop::a:b:Parent$acme:index:Thing::my::thing";
        let subject = resource(urn.to_owned(), String::new(), String::new());
        assert_eq!(
            (subject.token.as_str(), subject.name.as_str()),
            ("acme:index:Thing", "my::thing")
        );
        let subject = resource(urn.to_owned(), "n".to_owned(), "t".to_owned());
        assert_eq!((subject.token.as_str(), subject.name.as_str()), ("t", "n"));
        assert_eq!(
            resource(String::new(), String::new(), String::new()),
            Subject::default()
        );
    }

    #[test]
    fn a_timeout_of_nothing_is_none() {
        assert_eq!(timeout(1.5), Some(Duration::from_millis(1500)));
        for seconds in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(timeout(seconds), None);
        }
    }
}
