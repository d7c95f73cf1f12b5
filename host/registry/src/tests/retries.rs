//! Registries that are overloaded.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;

/// A registry that gives this answer to the first requests.
async fn busy(times: usize, reply: Reply) -> Server {
    let seen = AtomicUsize::new(0);
    registry(move |_| (seen.fetch_add(1, Ordering::SeqCst) < times).then(|| reply.clone())).await
}

#[tokio::test]
async fn a_registry_without_time_is_asked_again() {
    for status in ["408 x", "429 x", "500 x", "502 x", "503 x", "504 x"] {
        let server = busy(3, Reply::status(status).header("retry-after: 0")).await;
        let bytes = User::new().pull_from(&server).await.expect(status);
        assert_eq!(bytes, COMPONENT);
        assert_eq!(server.requests().len(), 5, "{status}");
    }
}

#[tokio::test]
async fn a_connection_that_breaks_is_made_again() {
    let server = busy(2, Reply::ok(b"xyz").cut(1)).await;
    assert_eq!(
        User::new().pull_from(&server).await.expect("bytes"),
        COMPONENT
    );
    let server = busy(99, Reply::ok(b"xyz").cut(1)).await;
    assert_says(
        &User::new().refusal(&server).await,
        &["the manifest", "broke off 5 times"],
    );
}

#[tokio::test]
async fn it_is_asked_five_times_at_most() {
    let server = busy(99, Reply::status("503 x").header("retry-after: 0")).await;
    let error = User::new().pull_from(&server).await.expect_err("no time");
    assert!(error.is_unavailable);
    assert_says(&error.to_string(), &["status 503", "attempt 5"]);
    assert_eq!(server.requests().len(), 5);
}

#[tokio::test]
async fn a_registry_that_asks_for_an_hour_is_not_waited_for() {
    let server = busy(99, Reply::status("429 x").header("retry-after: 3600")).await;
    let text = User::new().refusal(&server).await;
    assert_says(&text, &["status 429", "asks to wait for longer than"]);
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn refusals_are_not_asked_again() {
    for status in ["400 x", "403 x", "404 x", "410 x"] {
        let server = busy(99, Reply::status(status)).await;
        User::new().refusal(&server).await;
        assert_eq!(server.requests().len(), 1, "{status}");
    }
}
