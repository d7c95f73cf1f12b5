//! Requests by safe methods, and by those that the manifest calls reading, where nothing may change.

use super::*;

fn in_parts(parts: &[&'static str], length: Option<u64>) -> RequestBody {
    let parts: Vec<_> = parts.iter().map(|part| Ok(Bytes::from(*part))).collect();
    RequestBody::Streamed {
        chunks: BodyStream::new(futures_util::stream::iter(parts)),
        length,
    }
}

fn whole(text: &'static str) -> RequestBody {
    RequestBody::Whole(text.into())
}

fn with_body(method: &str, url: &str, body: RequestBody) -> HttpRequest {
    HttpRequest {
        body,
        ..send(method, url)
    }
}

fn with_header(method: &str, name: &str, value: &str) -> HttpRequest {
    HttpRequest {
        headers: vec![(name.to_owned(), value.to_owned())],
        ..send(method, "https://api.example/x")
    }
}

/// A component that may search by POST.
fn searching() -> Scene {
    let scene = Scene::new(&["api.example"], &Limits::default());
    let said = json!([{ "host": "api.example", "safeRequests": ["POST /search"] }]);
    scene
        .capability
        .declare(&permissions(said).net, &PropertyMap::new());
    scene
}

const WHERE_NOTHING_CHANGES: [(Operation, Effects, bool); 3] = [
    (Operation::Check, Effects::None, false),
    (Operation::Create, Effects::None, true),
    (Operation::Read, Effects::Read, false),
];

#[tokio::test]
async fn a_safe_request_has_no_body_where_nothing_may_change() {
    let scene = searching();
    let url = "https://api.example/x?token=hidden";
    for (operation, effects, preview) in WHERE_NOTHING_CHANGES {
        scene.begin(operation, effects, preview);
        for method in ["GET", "HEAD", "OPTIONS"] {
            let second = "DELETE /thing/1 HTTP/1.1\r\nhost: api.example\r\n\r\n";
            for body in [
                whole(second),
                in_parts(&["", second], None),
                in_parts(&[second], Some(second.len() as u64)),
            ] {
                let error = scene.fetch(with_body(method, url, body)).await.unwrap_err();
                assert!(matches!(error, GuestError::Denied(_)), "{error:?}");
                let message = error.message();
                for part in [
                    method,
                    "with a body",
                    "`one` (acme:index:Thing)",
                    "hint: ",
                    "`safeRequests`",
                ] {
                    assert!(message.contains(part), "`{part}`: {message}");
                }
                assert!(!message.contains("hidden"), "{message}");
            }
            assert_eq!(scene.sent().len(), 0);
            for body in [
                RequestBody::Empty,
                whole(""),
                in_parts(&[], None),
                in_parts(&["", ""], Some(0)),
            ] {
                scene
                    .fetch(with_body(method, url, body))
                    .await
                    .expect(method);
            }
            assert_eq!(scene.sent().len(), 4);
        }
    }
    scene.begin(Operation::Create, Effects::All, false);
    let answer = scene.fetch(with_body("GET", url, whole("a query"))).await;
    answer.expect("a call that may change anything");
    assert_eq!(scene.sent_whole()[0].body, "a query");
}

#[tokio::test]
async fn no_request_asks_for_another_method_where_nothing_may_change() {
    let search = "https://api.example/search";
    let typed = |content_type: &str, body: RequestBody| HttpRequest {
        headers: vec![("content-type".to_owned(), content_type.to_owned())],
        ..with_body("POST", search, body)
    };
    let form = "application/x-www-form-urlencoded";
    let overridden = || {
        vec![
            (
                with_header("GET", "X-HTTP-Method-Override", "DELETE"),
                "header",
            ),
            (with_header("OPTIONS", "x-http-method", "PUT"), "header"),
            (
                send("GET", "https://api.example/x?_method=DELETE"),
                "parameter",
            ),
            (
                send("HEAD", "https://api.example/x?%5Fmethod=delete"),
                "parameter",
            ),
            (
                send("POST", "https://api.example/search?_HttpMethod=PATCH"),
                "parameter",
            ),
            (with_body("POST", search, whole("_method=DELETE")), "field"),
            (typed(form, whole("q=1&_method=DELETE")), "field"),
            (
                typed(form, in_parts(&["q=1&_met", "hod=DELETE"], None)),
                "field",
            ),
            (
                typed(
                    "application/json",
                    in_parts(&["{\"_method\":", "\"PUT\"}"], Some(16)),
                ),
                "field",
            ),
        ]
    };
    let scene = searching();
    for (operation, effects, preview) in WHERE_NOTHING_CHANGES {
        scene.begin(operation, effects, preview);
        for (request, place) in overridden() {
            let described = format!("{request:?}");
            let error = scene.fetch(request).await.expect_err(&described);
            assert!(matches!(error, GuestError::Denied(_)), "{error:?}");
            let message = error.message();
            let expected = format!("the {place} `");
            assert!(message.contains(&expected), "{described}: {message}");
            assert!(
                message.contains("asks the server for another method"),
                "{message}"
            );
        }
        assert_eq!(scene.sent().len(), 0);
        for request in [
            with_header("GET", "X-HTTP-Method-Override", "GET"),
            with_header("OPTIONS", "Access-Control-Request-Method", "DELETE"),
            send("GET", "https://api.example/x?method=things.search"),
            typed("application/json", in_parts(&["{\"query\":", "1}"], None)),
            typed("text/plain", in_parts(&["_method=DELETE"], None)),
        ] {
            let described = format!("{request:?}");
            scene.fetch(request).await.expect(&described);
        }
        let bodies: Vec<String> = scene
            .sent_whole()
            .into_iter()
            .map(|sent| sent.body)
            .collect();
        assert_eq!(bodies, ["", "", "", "{\"query\":1}", "_method=DELETE"]);
    }
    scene.begin(Operation::Create, Effects::All, false);
    for (request, _) in overridden() {
        let described = format!("{request:?}");
        scene.fetch(request).await.expect(&described);
    }
}

#[tokio::test]
async fn no_request_names_another_path_where_nothing_may_change() {
    let scene = searching();
    let naming = || {
        let search = HttpRequest {
            url: "https://api.example/search".to_owned(),
            ..with_header("POST", "X-Rewrite-URL", "/things/delete")
        };
        [
            with_header("GET", "X-Original-URL", "/things/delete"),
            search,
        ]
    };
    for (operation, effects, preview) in WHERE_NOTHING_CHANGES {
        scene.begin(operation, effects, preview);
        for request in naming() {
            let described = format!("{request:?}");
            let error = scene.fetch(request).await.expect_err(&described);
            assert!(matches!(error, GuestError::Denied(_)), "{error:?}");
            let message = error.message();
            for part in ["may name another path", "hint: ", "without that header"] {
                assert!(message.contains(part), "`{part}`: {message}");
            }
        }
        assert_eq!(scene.sent().len(), 0);
    }
    scene.begin(Operation::Create, Effects::All, false);
    for request in naming() {
        let described = format!("{request:?}");
        scene.fetch(request).await.expect(&described);
    }
}

#[tokio::test]
async fn a_graphql_query_is_small_and_stays_with_graphql() {
    let scene = Scene::new(&["api.example"], &Limits::default());
    scene.begin(Operation::Read, Effects::Read, false);
    let asked = |body: Bytes| HttpRequest {
        headers: vec![("content-type".to_owned(), "application/json".to_owned())],
        redirects: 3,
        ..with_body(
            "POST",
            "https://api.example/graphql",
            RequestBody::Whole(body),
        )
    };
    let query = "{\"query\": \"{ a }\"}";
    let longest = 4 << 20;
    for (length, is_sent) in [(longest, true), (longest + 1, false)] {
        let body = format!("{query}{}", " ".repeat(length - query.len()));
        let answer = scene.fetch(asked(body.into())).await;
        assert_eq!(answer.is_ok(), is_sent, "{answer:?}");
        assert_eq!(scene.sent().len(), usize::from(is_sent));
        if let Err(error) = answer {
            assert!(matches!(error, GuestError::Denied(_)), "{error:?}");
            let message = error.message();
            assert!(message.contains("more than 4 MiB"), "{message}");
        }
    }
    // A server behind GraphQL may ignore the body.
    for (place, is_followed) in [
        ("/api/graphql", true),
        ("/things/1/delete", false),
        ("/query", false),
        ("/graphql?operationName=M", false),
    ] {
        scene.replies([leads_to(307, place)]);
        let answer = scene.fetch(asked(query.into())).await;
        assert_eq!(answer.is_ok(), is_followed, "{place}: {answer:?}");
        assert_eq!(scene.sent().len(), 1 + usize::from(is_followed), "{place}");
        if let Err(error) = answer {
            assert!(matches!(error, GuestError::Denied(_)), "{error:?}");
        }
    }
}

#[tokio::test]
async fn neither_a_redirect_nor_a_credential_asks_for_another_method_where_nothing_may_change() {
    let scene = Scene::new(&["api.example"], &Limits::default());
    scene.begin(Operation::Read, Effects::Read, false);
    scene.replies([leads_to(302, "/x?_method=DELETE")]);
    let request = HttpRequest {
        redirects: 3,
        ..HttpRequest::get("https://api.example/x")
    };
    let error = scene.fetch(request).await.unwrap_err();
    assert!(matches!(error, GuestError::Denied(_)), "{error:?}");
    assert_eq!(scene.sent(), ["GET https://api.example/x"]);
    let said = json!([{
        "host": "api.example",
        "credential": { "as": "header", "header": "X-HTTP-Method-Override", "config": "token" },
    }]);
    let configuration = configuration(&[("token", "DELETE")]);
    scene
        .capability
        .declare(&permissions(said).net, &configuration);
    let asked = scene.fetch(HttpRequest::get("https://api.example/x")).await;
    let error = asked.unwrap_err();
    assert!(matches!(error, GuestError::Denied(_)), "{error:?}");
    assert!(!error.message().contains("DELETE"), "{error:?}");
    assert_eq!(scene.sent().len(), 0);
}

#[tokio::test]
async fn a_body_that_is_never_begun_is_sent_without_a_length_after_a_while() {
    let scene = Scene::new(&["api.example"], &Limits::default());
    let (sender, mut receiver) = tokio::sync::mpsc::channel(1);
    let chunks = futures_util::stream::poll_fn(move |context| receiver.poll_recv(context));
    let body = RequestBody::Streamed {
        chunks: BodyStream::new(chunks),
        length: None,
    };
    let begun = tokio::spawn(body.begun(Some(Duration::from_millis(10))));
    let body = begun.await.expect("no panic").expect("a body");
    assert!(matches!(body, RequestBody::Streamed { length: None, .. }));
    sender
        .send(Ok(Bytes::from("late")))
        .await
        .expect("a reader");
    drop(sender);
    assert_eq!(body.read_whole().await.expect("a body"), b"late");
    // A body that fails before its first byte fails its request.
    let broken = GuestError::NotFound("the file is gone".to_owned());
    let chunks = BodyStream::new(futures_util::stream::iter([Err(broken.clone())]));
    let body = RequestBody::Streamed {
        chunks,
        length: None,
    };
    let answer = scene
        .fetch(with_body("PUT", "https://api.example/x", body))
        .await;
    assert_eq!(answer.unwrap_err(), broken);
    assert_eq!(scene.sent().len(), 0);
}
