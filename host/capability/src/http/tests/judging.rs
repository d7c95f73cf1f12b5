//! Requests that are refused, the rule that refuses them, and the messages about them.

use super::*;

#[tokio::test]
async fn only_what_was_granted_is_reached_however_it_is_spelt() {
    let grants = [
        "api.example",
        "*.wild.example:8443",
        "http://127.0.0.1:8081",
    ];
    let scene = Scene::new(&grants, &Limits::default());
    for (url, expected) in [
        ("https://api.example/x", Some(false)),
        ("https://API.EXAMPLE:443/x", Some(false)),
        ("https://user:pass@api.example/x", Some(false)),
        ("https://a.b.wild.example:8443/", Some(false)),
        ("http://127.0.0.1:8081/", Some(true)),
        ("http://0x7f.1:8081/", Some(true)),
        ("http://2130706433:8081/", Some(true)),
        // Another host, port, scheme or form is another place.
        ("https://api.example./x", None),
        ("https://api.example:8443/x", None),
        ("http://api.example/x", None),
        ("https://api.example.evil.example/x", None),
        ("https://evil.example/#@api.example", None),
        ("https://evil.example\\@api.example/", None),
        ("https://api.example@evil.example/", None),
        ("https://wild.example:8443/", None),
        ("https://badwild.example:8443/", None),
        ("http://[::ffff:127.0.0.1]:8081/", None),
        ("http://[::1]:8081/", None),
        ("http://localhost:8081/", None),
        ("http://127.0.0.2:8081/", None),
        ("http://169.254.169.254/latest/meta-data/", None),
        ("http://[fd00:ec2::254]/latest/", None),
        ("http://metadata.google.internal/", None),
    ] {
        let answer = scene.fetch(HttpRequest::get(url)).await;
        let sent = scene.sent_whole();
        match expected {
            Some(private) => {
                answer.expect(url);
                assert_eq!(sent[0].private, private, "{url}");
            }
            None => {
                let error = answer.expect_err(url);
                assert!(matches!(error, GuestError::Denied(_)), "{url}: {error:?}");
                assert!(error.message().contains("--allow-net"), "{error:?}");
                assert_eq!(sent.len(), 0, "{url}");
            }
        }
    }
}

#[tokio::test]
async fn a_rule_that_keeps_a_name_public_is_named() {
    let url = "http://internal.example:8081/x";
    let private = HostRules {
        rules: vec!["10.0.0.0/8".parse().expect("a rule")],
        place: "`network.private` in the operator's policy `/etc/policy`, line 3".to_owned(),
    };
    let grant_policy = GrantPolicy {
        network: NetworkBounds {
            private: vec![private],
            ..NetworkBounds::default()
        },
        ..GrantPolicy::default()
    };
    let leads_inward = || {
        let denied = GuestError::Denied("the name leads inward".to_owned());
        Reply::Unsent(denied)
    };
    for (configured, named) in [(true, true), (false, false)] {
        let granted = ["http://internal.example:8081"];
        let scene = Scene::under_policy(if configured { &[] } else { &granted }, &grant_policy);
        if configured {
            let grant = HostPattern::from_configured_url("http://internal.example:8081");
            scene.capability.grant(vec![grant.expect("an address")]);
        }
        scene.replies([leads_inward()]);
        let error = scene.fetch(HttpRequest::get(url)).await.unwrap_err();
        assert!(matches!(error, GuestError::Denied(_)), "{error:?}");
        let message = error.message();
        assert_eq!(
            message.contains("`/etc/policy`, line 3"),
            named,
            "{message}"
        );
        assert_eq!(message.contains("leads inward"), !named, "{message}");
        assert!(!scene.sent_whole()[0].private);
    }
}

#[tokio::test]
async fn a_request_that_is_none_is_invalid() {
    let scene = Scene::new(&["api.example"], &Limits::default());
    let header = HttpRequest {
        headers: vec![("x".to_owned(), "a\r\nb".to_owned())],
        ..HttpRequest::get("https://api.example/")
    };
    for request in [
        send("GET /", "https://api.example/"),
        send("CONNECT", "https://api.example/"),
        send("GET", "/etc/passwd"),
        send("GET", "file:///etc/passwd"),
        send("GET", "https://api.example:99999/"),
        header,
    ] {
        let error = scene.fetch(request).await.unwrap_err();
        let GuestError::Invalid(faults) = &error else {
            panic!("{error:?}");
        };
        assert!(faults[0].property.is_empty(), "{faults:?}");
    }
    assert_eq!(scene.sent().len(), 0);
}

#[tokio::test]
async fn nothing_changes_where_nothing_may_but_for_what_the_manifest_says() {
    let scene = Scene::new(&["api.example", "other.example"], &Limits::default());
    let said =
        json!([{ "host": "api.example", "safeRequests": ["POST /graphql", "POST /search/*"] }]);
    scene
        .capability
        .declare(&permissions(said).net, &PropertyMap::new());
    for (operation, effects, preview) in [
        (Operation::Check, Effects::None, false),
        (Operation::Create, Effects::None, true),
        (Operation::Read, Effects::Read, false),
    ] {
        scene.begin(operation, effects, preview);
        for (method, url, expected) in [
            ("GET", "https://api.example/x", true),
            ("HEAD", "https://api.example/x", true),
            ("OPTIONS", "https://api.example/x", true),
            ("POST", "https://api.example/graphql?q=1", true),
            ("POST", "https://api.example/search/zones", true),
            ("POST", "https://api.example/search/../zones", false),
            ("POST", "https://api.example/search/..%2fzones", false),
            ("POST", "https://other.example/graphql", false),
            ("DELETE", "https://api.example/graphql", false),
            ("POST", "https://api.example/x?token=hidden", false),
            ("PUT", "https://user:hidden@api.example/x", false),
            ("get", "https://api.example/x", false),
        ] {
            let answer = scene.fetch(send(method, url)).await;
            assert_eq!(answer.is_ok(), expected, "{operation:?} {method} {url}");
            if let Err(error) = answer {
                let message = error.message();
                let occasion = if preview {
                    "a preview (create)"
                } else {
                    operation.name()
                };
                for part in [
                    method,
                    occasion,
                    "`one` (acme:index:Thing)",
                    "hint: ",
                    "\"safeRequests\"",
                ] {
                    assert!(message.contains(part), "`{part}`: {message}");
                }
                assert!(!message.contains("hidden"), "{message}");
            }
        }
    }
    // The request after a redirect is judged again.
    scene.begin(Operation::Create, Effects::None, true);
    scene.sent();
    scene.replies([leads_to(307, "https://other.example/graphql")]);
    let request = HttpRequest {
        redirects: 3,
        ..send("POST", "https://api.example/graphql")
    };
    let error = scene.fetch(request).await.unwrap_err();
    assert!(matches!(error, GuestError::Denied(_)), "{error:?}");
    assert_eq!(scene.sent().len(), 1);
}

#[tokio::test]
async fn what_was_refused_is_told_at_the_end_of_the_call() {
    let scene = Scene::new(&["api.example"], &Limits::default());
    scene.begin(Operation::Create, Effects::None, true);
    for _ in 0..3 {
        _ = scene
            .fetch(send("POST", "https://api.example/x?token=hidden"))
            .await;
    }
    _ = scene.fetch(HttpRequest::get("https://evil.example/")).await;
    assert_eq!(scene.lines.heard(), []);
    scene.current_call.end();
    let message = "refused in this call:\n  GET https://evil.example/\n  POST https://api.example/x (3 times)";
    assert_eq!(
        scene.lines.heard(),
        [(Severity::Debug, message.to_owned(), false)]
    );
}
