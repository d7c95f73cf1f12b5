//! The targets of redirects.

use super::*;

#[tokio::test]
async fn a_redirect_is_an_answer_unless_it_is_to_be_followed() {
    let scene = Scene::new(&["api.example"], &Limits::default());
    scene.replies([leads_to(302, "/y")]);
    let answer = scene.fetch(HttpRequest::get("https://api.example/x")).await;
    assert_eq!(answer.expect("an answer").status, 302);
    assert_eq!(scene.sent(), ["GET https://api.example/x"]);

    scene.replies([leads_to(302, "/y"), leads_to(307, "z?q=1")]);
    let request = HttpRequest {
        redirects: 2,
        ..send("POST", "https://api.example/x")
    };
    let answer = scene.fetch(request).await.expect("an answer");
    assert_eq!(answer.url.as_str(), "https://api.example/z?q=1");
    assert_eq!(
        scene.sent(),
        [
            "POST https://api.example/x",
            "GET https://api.example/y",
            "GET https://api.example/z?q=1",
        ]
    );
    // One more than requested.
    scene.replies(["/a", "/b", "/c"].map(|place| leads_to(301, place)));
    let request = HttpRequest {
        redirects: 2,
        ..HttpRequest::get("https://api.example/x")
    };
    let error = scene.fetch(request).await.unwrap_err();
    assert!(error.message().contains("more than 2 times"), "{error:?}");
    assert_eq!(scene.sent().len(), 3);
}

#[tokio::test]
async fn every_hop_is_judged_by_the_grants_and_by_what_may_change() {
    let scene = Scene::new(&["api.example", "other.example"], &Limits::default());
    for inward in [
        "http://169.254.169.254/latest/meta-data/",
        "http://127.0.0.1:8081/",
        "http://[::ffff:10.0.0.1]/",
        "http://api.example/",
        "//evil.example/",
    ] {
        scene.replies([leads_to(302, inward)]);
        let request = HttpRequest {
            redirects: 5,
            ..HttpRequest::get("https://api.example/x")
        };
        let error = scene.fetch(request).await.unwrap_err();
        assert!(
            matches!(error, GuestError::Denied(_)),
            "{inward}: {error:?}"
        );
        assert_eq!(scene.sent(), ["GET https://api.example/x"]);
        // No hint grants an address that a server chose.
        let message = error.message();
        for advice in ["hint", "--allow-net", "grant", "\"reads\""] {
            assert!(!message.contains(advice), "{inward}: {message}");
        }
        let from = "; a redirect of https://api.example/x named that address";
        assert!(message.contains(from), "{message}");
    }
    // A secret of the first server is not repeated to another.
    scene.replies([leads_to(308, "https://other.example/y")]);
    let request = HttpRequest {
        redirects: 1,
        headers: vec![
            ("Authorization".to_owned(), "hidden".to_owned()),
            ("Accept".to_owned(), "text/plain".to_owned()),
        ],
        body: RequestBody::Whole(Bytes::from("text")),
        ..send("PUT", "https://api.example/x")
    };
    scene.fetch(request).await.expect("an answer");
    let sent = scene.sent_whole();
    let accept = ("Accept".to_owned(), "text/plain".to_owned());
    assert_eq!(sent[0].headers.len(), 2);
    assert_eq!(sent[1].headers, [accept]);
    assert_eq!(sent[1].body, "text");
}
