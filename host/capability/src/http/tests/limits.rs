//! Limits on requests, and their own time.

use super::*;

#[tokio::test]
async fn limits_end_a_request_and_are_named() {
    let url = "https://api.example/x?token=hidden";
    for (limit, value, reply, kind) in [
        (
            Limit::ResponseSize,
            3,
            Reply::Answer(200, Vec::new(), "1234"),
            "Other",
        ),
        (
            Limit::HttpTransfer,
            3,
            Reply::Answer(200, Vec::new(), "1234"),
            "Other",
        ),
        (Limit::HttpIdleTime, 20, Reply::Stalls, "TimedOut"),
        (Limit::HttpIdleTime, 20, Reply::Never, "TimedOut"),
        (Limit::HttpTime, 20, Reply::Stalls, "TimedOut"),
        (Limit::HttpTime, 20, Reply::Never, "TimedOut"),
    ] {
        let scene = Scene::new(&["api.example"], &limited(limit, value));
        scene.replies([reply]);
        let error = scene.fetch(HttpRequest::get(url)).await.unwrap_err();
        assert!(format!("{error:?}").starts_with(kind), "{error:?}");
        let message = error.message();
        assert!(message.contains(limit.name()), "{message}");
        let hint = limit.hint(value);
        assert!(message.ends_with(&format!("hint: {hint}")), "{message}");
        assert!(!message.contains("hidden"), "{message}");
        // The next request works.
        scene.replies([Reply::Answer(200, Vec::new(), "")]);
        scene.fetch(HttpRequest::get(url)).await.expect("an answer");
    }
    let scene = Scene::new(&["api.example"], &limited(Limit::HttpRequests, 2));
    for _ in 0..2 {
        scene.fetch(HttpRequest::get(url)).await.expect("an answer");
    }
    let message = scene
        .fetch(HttpRequest::get(url))
        .await
        .unwrap_err()
        .message();
    assert!(message.contains("http-requests of 2"), "{message}");
    assert_eq!(scene.sent().len(), 2);
    // Another call has a new allowance of requests.
    scene.begin(Operation::Create, Effects::All, false);
    scene.fetch(HttpRequest::get(url)).await.expect("an answer");
}

#[tokio::test]
async fn what_is_sent_counts_as_well_in_whatever_way() {
    let whole = || RequestBody::Whole(Bytes::from("1234"));
    let streamed = || RequestBody::Streamed {
        chunks: BodyStream::whole("1234"),
        length: Some(4),
    };
    for body in [whole(), streamed()] {
        let scene = Scene::new(&["api.example"], &limited(Limit::HttpTransfer, 3));
        let request = HttpRequest {
            body,
            ..send("PUT", "https://api.example/")
        };
        let message = scene.fetch(request).await.unwrap_err().message();
        assert!(message.contains("http-transfer"), "{message}");
        assert_eq!(scene.sent().len(), 0);
    }
}

#[tokio::test]
async fn a_requests_own_time_is_named_as_such() {
    let scene = Scene::new(&["api.example"], &Limits::default());
    scene.replies([Reply::Never]);
    let request = HttpRequest {
        timeout: Some(Duration::from_millis(30)),
        ..HttpRequest::get("https://api.example/x")
    };
    let error = scene.fetch(request).await.unwrap_err();
    let GuestError::TimedOut(message) = error else {
        panic!("{error:?}");
    };
    assert!(message.contains("30 ms"), "{message}");
}

#[tokio::test]
async fn a_call_has_so_many_requests_in_flight() {
    let url = "https://api.example/";
    let scene = Scene::new(&["api.example"], &limited(Limit::HttpConnections, 1));
    scene.replies([Reply::Never]);
    let first = scene.fetch(HttpRequest::get(url));
    let second = async {
        tokio::task::yield_now().await;
        scene.fetch(HttpRequest::get(url)).await
    };
    let second = tokio::select! {
        biased;
        first = first => panic!("{first:?}"),
        second = second => second,
    };
    let message = second.unwrap_err().message();
    assert!(message.contains("limit http-connections"), "{message}");
    assert!(message.contains("\nhint: "), "{message}");
}

#[tokio::test]
async fn a_request_waits_for_the_requests_of_other_calls_no_longer_than_a_connection_may_take() {
    // A component may use three quarters of the limit, rounded down.
    let mut limits = limited(Limit::ProcessConnections, 1);
    limits.set(Limit::HttpConnectTime, 20);
    let scene = Scene::new(&["api.example"], &limits);
    let refused = scene.fetch(HttpRequest::get("https://api.example/")).await;
    let Err(GuestError::Unavailable(message)) = refused else {
        panic!("{refused:?}");
    };
    assert!(message.contains("process-connections of 1"), "{message}");
    assert_eq!(scene.sent().len(), 0);
}
