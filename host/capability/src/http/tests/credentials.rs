//! The credentials that the host attaches.

use super::*;

#[tokio::test]
async fn credentials_are_attached_where_they_belong_and_nowhere_else() {
    let grants = ["api.example", "other.example", "http://api.example"];
    for (credential, header, value) in [
        (
            json!({ "as": "bearer", "config": "token" }),
            "authorization",
            "Bearer s3cret",
        ),
        (
            json!({ "as": "basic", "config": "token", "user": "me" }),
            "authorization",
            "Basic bWU6czNjcmV0",
        ),
        (
            json!({ "as": "basic", "config": "token", "userConfig": "user" }),
            "authorization",
            "Basic eW91OnMzY3JldA==",
        ),
        (
            json!({ "as": "header", "config": "token", "header": "X-API-Key" }),
            "x-api-key",
            "s3cret",
        ),
    ] {
        let scene = Scene::new(&grants, &Limits::default());
        let permissions = permissions(json!([{ "host": "api.example", "credential": credential }]));
        let values = configuration(&[("token", "s3cret"), ("user", "you")]);
        scene.capability.declare(&permissions.net, &values);
        let attached = vec![(header.to_owned(), value.to_owned())];
        scene.replies([
            leads_to(307, "https://other.example/"),
            leads_to(307, "http://api.example/"),
        ]);
        let request = HttpRequest {
            redirects: 5,
            ..HttpRequest::get("https://api.example/x")
        };
        scene.fetch(request).await.expect("an answer");
        // The header's encoded value is known as a secret too.
        let call = scene.current_call.call().expect("a call");
        let (_, secret) = value.split_once(' ').unwrap_or(("", value));
        let is_long = secret.len() >= 8;
        assert_eq!(call.secrets.text(secret) == "[secret]", is_long, "{secret}");
        let sent = scene.sent_whole();
        assert_eq!(sent[0].headers, attached);
        assert_eq!((sent[1].headers.len(), sent[2].headers.len()), (0, 0));
        // A header of the guest stays.
        let own = vec![(header.to_uppercase(), "mine".to_owned())];
        let request = HttpRequest {
            headers: own.clone(),
            ..HttpRequest::get("https://api.example/x")
        };
        scene.fetch(request).await.expect("an answer");
        assert_eq!(scene.sent_whole()[0].headers, own);
    }
}

#[tokio::test]
async fn a_credential_is_no_way_to_headers_that_the_host_sets() {
    for header in ["Content-Length", "host", "Transfer-Encoding"] {
        let scene = Scene::new(&["api.example"], &Limits::default());
        let credential = json!({ "as": "header", "config": "token", "header": header });
        let permissions = permissions(json!([{ "host": "api.example", "credential": credential }]));
        let values = configuration(&[("token", "5")]);
        scene.capability.declare(&permissions.net, &values);
        let answer = scene.fetch(HttpRequest::get("https://api.example/")).await;
        let message = answer.unwrap_err().message();
        assert!(message.contains(&header.to_lowercase()), "{message}");
        assert_eq!(scene.sent().len(), 0);
    }
    // If the address contains a credential, the configured credential is not added either.
    let scene = Scene::new(&["api.example"], &Limits::default());
    let credential = json!({ "as": "bearer", "config": "token" });
    let permissions = permissions(json!([{ "host": "api.example", "credential": credential }]));
    let values = configuration(&[("token", "5")]);
    scene.capability.declare(&permissions.net, &values);
    let request = HttpRequest::get("https://me:own@api.example/");
    scene.fetch(request).await.expect("an answer");
    let own = ("authorization".to_owned(), "Basic bWU6b3du".to_owned());
    let sent = scene.sent_whole();
    assert_eq!(sent[0].headers, [own]);
    assert_eq!(sent[0].line, "GET https://api.example/");
}

#[tokio::test]
async fn a_credential_goes_to_the_address_that_the_user_configured() {
    let scene = Scene::new(&[], &Limits::default());
    let net = json!([{
        "host": "config:url",
        "credential": { "as": "bearer", "config": "token", "hostOnly": true },
    }]);
    let permissions = permissions(net);
    let values = configuration(&[("token", "s3cret"), ("url", "http://127.0.0.1:8081/api")]);
    let grant = HostPattern::from_configured_url("http://127.0.0.1:8081/api");
    scene.capability.grant(vec![grant.expect("an address")]);
    scene.capability.declare(&permissions.net, &values);
    scene
        .fetch(HttpRequest::get("http://127.0.0.1:8081/x"))
        .await
        .expect("an answer");
    assert_eq!(scene.sent_whole()[0].headers[0].1, "Bearer s3cret");
    // The guest does not get it.
    let shown = permissions.shown(values);
    assert!(shown.contains_key("url") && !shown.contains_key("token"));
    // A value that cannot be sent is not shown in the message.
    let values = configuration(&[("token", "s3\ncret"), ("url", "http://127.0.0.1:8081")]);
    scene.capability.declare(&permissions.net, &values);
    let error = scene
        .fetch(HttpRequest::get("http://127.0.0.1:8081/x"))
        .await;
    let message = error.unwrap_err().message();
    assert!(
        message.contains("`token`") && !message.contains("cret\n"),
        "{message}"
    );
}
