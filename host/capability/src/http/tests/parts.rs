//! Bodies in parts.

use super::*;
use crate::budget::Reservation;

#[tokio::test]
async fn bodies_are_handled_in_parts_by_number() {
    let scene = Scene::new(&["api.example"], &Limits::default());
    let mut exchanges = Streams::default();
    let open = |exchanges: &mut Streams, upload| {
        let client = scene
            .capability
            .client(&scene.current_call)
            .expect("a call");
        let request = send("PUT", "https://api.example/x");
        exchanges
            .open(client, request, upload, Reservation::default())
            .expect("a number")
    };
    scene.replies([Reply::Answer(201, vec![("etag", "1".to_owned())], "answer")]);
    let number = open(&mut exchanges, Upload::Written(Some(8)));
    for part in ["1234", "", "5678"] {
        let bytes = Bytes::from(part);
        exchanges.write(number, bytes).await.expect("a reader");
    }
    let head = exchanges.head(number).await.expect("an answer");
    assert_eq!(
        (head.status, head.url.as_str()),
        (201, "https://api.example/x")
    );
    assert_eq!(head.headers, [("etag".to_owned(), "1".to_owned())]);
    let mut parts = Vec::new();
    loop {
        let part = exchanges.read(number, 4).await.expect("a part");
        if part.is_empty() {
            break;
        }
        parts.push(String::from_utf8(part).expect("text"));
    }
    assert_eq!(parts, ["answ", "er"]);
    assert_eq!(scene.sent_whole()[0].body, "12345678");
    exchanges.close(number);
    let error = exchanges.read(number, 4).await.unwrap_err();
    assert!(matches!(error, GuestError::NotFound(_)), "{error:?}");
    // The client does not send a body that is longer or shorter than announced.
    let number = open(&mut exchanges, Upload::Written(Some(2)));
    let error = exchanges
        .write(number, Bytes::from("123"))
        .await
        .unwrap_err();
    assert!(matches!(error, GuestError::Invalid(_)), "{error:?}");
    let error = exchanges.head(number).await.unwrap_err();
    assert!(
        error.message().contains("fewer bytes than announced"),
        "{error:?}"
    );
    assert_eq!(scene.sent().len(), 0);
    // The first operation that waits for the answer returns the refusal.
    let client = scene
        .capability
        .client(&scene.current_call)
        .expect("a call");
    let request = HttpRequest::get("https://evil.example/");
    let number = exchanges
        .open(client, request, Upload::Own, Reservation::default())
        .expect("a number");
    let error = exchanges.head(number).await.unwrap_err();
    assert!(matches!(error, GuestError::Denied(_)), "{error:?}");
}

#[tokio::test]
async fn what_is_open_is_bounded_and_ends_with_the_call() {
    let scene = Scene::new(&["api.example"], &Limits::default());
    scene.replies(vec![Reply::Never; 200]);
    let mut exchanges = Streams::default();
    let mut refused = None;
    for _ in 0..200 {
        let client = scene
            .capability
            .client(&scene.current_call)
            .expect("a call");
        let request = HttpRequest::get("https://api.example/x");
        if let Err(error) = exchanges.open(client, request, Upload::Own, Reservation::default()) {
            refused = Some(error);
            break;
        }
    }
    assert!(
        refused
            .expect("a refusal")
            .message()
            .contains("100 requests are open")
    );
    let pending = |expected: usize| {
        let script = Arc::clone(&scene.script);
        async move {
            while script.pending.load(Ordering::SeqCst) != expected {
                tokio::task::yield_now().await;
            }
        }
    };
    pending(100).await;
    drop(exchanges);
    pending(0).await;
    assert_eq!(scene.sent().len(), 100);
    // A call that has ended has no network.
    scene.current_call.end();
    assert!(scene.capability.client(&scene.current_call).is_err());
}

#[tokio::test]
async fn what_waited_is_not_sent_after_the_end_of_its_call() {
    let scene = Scene::new(&["api.example"], &Limits::default());
    let client = scene
        .capability
        .client(&scene.current_call)
        .expect("a call");
    let request = || HttpRequest::get("https://api.example/x");
    client.fetch(request()).await.expect("an answer");
    scene.current_call.close();
    let error = client.fetch(request()).await.unwrap_err();
    assert!(matches!(error, GuestError::Cancelled(_)), "{error:?}");
    assert_eq!(scene.sent().len(), 1);
}

#[tokio::test]
async fn a_write_ends_when_its_request_fails_though_its_body_is_kept() {
    // A network that takes the body and reads none of it.
    let mut exchanges = Streams::default();
    let (sender, receiver) = tokio::sync::mpsc::channel(1);
    let number = exchanges.keeping(sender, GuestError::TimedOut("late".to_owned()));
    let error = exchanges
        .write(number, Bytes::from("12"))
        .await
        .and(exchanges.write(number, Bytes::from("34")).await);
    assert!(matches!(error, Err(GuestError::TimedOut(_))), "{error:?}");
    drop(receiver);
}
