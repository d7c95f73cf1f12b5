//! Requests that are sent again, and their times.

use super::*;

#[tokio::test]
async fn what_passes_is_waited_out_where_that_was_asked_for() {
    let scene = Scene::new(&["api.example"], &Limits::default());
    for (replies, expected) in [
        (vec![down(), status(503)], Ok(200)),
        (vec![status(429), status(502), status(504)], Ok(200)),
        (vec![status(500)], Ok(500)),
        (vec![status(404)], Ok(404)),
        (vec![down(), down(), down(), down()], Err(())),
        (
            vec![status(503), status(503), status(503), status(503)],
            Ok(503),
        ),
    ] {
        let attempts = replies
            .iter()
            .filter(|reply| !matches!(reply, Reply::Answer(404 | 500, ..)));
        let attempts = (attempts.count() + 1).min(4);
        scene.replies(replies);
        let answer = scene.fetch(retrying("GET", 4)).await;
        assert_eq!(answer.map(|answer| answer.status).map_err(|_| ()), expected);
        assert_eq!(scene.sent().len(), attempts);
    }
    let message = &scene.lines.heard()[0];
    assert_eq!(message.0, Severity::Debug);
    assert!(message.1.contains("attempt 1 failed: down"), "{message:?}");
    // Without the option there is one attempt.
    scene.replies([status(503)]);
    let answer = scene.fetch(HttpRequest::get("https://api.example/")).await;
    assert_eq!(answer.expect("an answer").status, 503);
}

#[tokio::test]
async fn nothing_is_done_twice() {
    let scene = Scene::new(&["api.example"], &Limits::default());
    for method in ["POST", "PATCH", "BREW"] {
        scene.replies([down()]);
        scene.fetch(retrying(method, 5)).await.unwrap_err();
        assert_eq!(scene.sent().len(), 1, "{method}");
    }
    scene.replies([down()]);
    let known = HttpRequest {
        headers: vec![("Idempotency-Key".to_owned(), "1".to_owned())],
        ..retrying("POST", 5)
    };
    scene.fetch(known).await.expect("an answer");
    assert_eq!(scene.sent().len(), 2);
    // A body that was read while it was sent cannot be sent again.
    scene.replies([down()]);
    let streamed = HttpRequest {
        body: RequestBody::Streamed {
            chunks: BodyStream::whole("text"),
            length: None,
        },
        ..retrying("PUT", 5)
    };
    scene.fetch(streamed).await.unwrap_err();
    assert_eq!(scene.sent().len(), 1);
}

#[tokio::test]
async fn what_was_not_sent_is_sent_again_whatever_it_does() {
    let scene = Scene::new(&["api.example", "other.example"], &Limits::default());
    let nobody = || Reply::Unsent(GuestError::Unavailable("nobody listens".to_owned()));
    for method in ["POST", "PATCH", "DELETE"] {
        scene.replies([nobody(), nobody(), status(201)]);
        let answer = scene.fetch(retrying(method, 5)).await.expect("an answer");
        assert_eq!((answer.status, scene.sent().len()), (201, 3), "{method}");
    }
    // After that the request was sent, and only once.
    scene.replies([nobody(), down()]);
    scene.fetch(retrying("POST", 5)).await.unwrap_err();
    assert_eq!(scene.sent().len(), 2);
    scene.replies([nobody(), status(503)]);
    let answer = scene.fetch(retrying("POST", 5)).await.expect("an answer");
    assert_eq!((answer.status, scene.sent().len()), (503, 2));
    // The same applies if the first server redirects to one that cannot be reached.
    scene.replies([leads_to(307, "https://other.example/y"), nobody()]);
    let request = HttpRequest {
        redirects: 1,
        ..retrying("POST", 5)
    };
    scene.fetch(request).await.unwrap_err();
    assert_eq!(scene.sent().len(), 2);
    // The client does not retry a failure that waiting cannot fix.
    let denied = GuestError::Denied("not public".to_owned());
    scene.replies([Reply::Unsent(denied)]);
    scene.fetch(retrying("GET", 5)).await.unwrap_err();
    assert_eq!(scene.sent().len(), 1);
}

#[tokio::test]
async fn a_server_that_asks_for_time_is_given_it_within_the_call() {
    let scene = Scene::new(&["api.example"], &Limits::default());
    let busy = |seconds: &str| Reply::Answer(503, vec![("retry-after", seconds.to_owned())], "");
    scene.replies([busy("40")]);
    scene.fetch(retrying("GET", 3)).await.expect("an answer");
    assert_eq!(scene.clock.elapsed(), Duration::from_secs(40));
    assert_eq!(scene.sent().len(), 2);
    // A pause longer than the longest pause, and longer than the rest of the call.
    let patient = |longest: u64| HttpRequest {
        backoff: Some(Backoff {
            attempts: 3,
            first_delay: Duration::from_secs(1),
            factor: 2.0,
            timeout: None,
            max_delay: Duration::from_secs(longest),
        }),
        ..HttpRequest::get("https://api.example/")
    };
    for longest in [60, 100_000] {
        scene.replies([busy("2000")]);
        let answer = scene.fetch(patient(longest)).await.expect("an answer");
        assert_eq!(answer.status, 503);
        assert_eq!(scene.sent().len(), 1);
    }
}

#[tokio::test]
async fn a_cancelled_call_asks_no_more() {
    let scene = Scene::new(&["api.example"], &Limits::default());
    scene.cancellation.cancel();
    let error = scene.fetch(retrying("GET", 3)).await.unwrap_err();
    assert!(matches!(error, GuestError::Cancelled(_)), "{error:?}");
    assert_eq!(scene.sent().len(), 0);
}
