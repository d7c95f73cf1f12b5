//! Checks of credentials by registries.

use super::*;

/// Checks the password of `alice`.
async fn check(server: &Server, password: &str) -> Result<(), RegistryError> {
    let host: RegistryHost = format!("127.0.0.1:{}", server.port)
        .parse()
        .expect("a host");
    let password = Secret(password.to_owned());
    let context = User::new().context();
    host.check_login("alice", &password, context).await
}

#[tokio::test]
async fn a_server_of_tokens_is_asked_for_one_without_a_scope() {
    let tokens = Server::start(|request| {
        // alice:secret
        match request.header("authorization") {
            Some("Basic YWxpY2U6c2VjcmV0") => Reply::ok(br#"{"token":"good"}"#),
            _ => Reply::status("401 x"),
        }
    })
    .await;
    let realm = tokens.address("/token");
    let server = Server::start(move |request| match request.header("authorization") {
        Some("Bearer good") => Reply::ok(b"{}"),
        _ => Reply::status("401 x").header(&format!(
            "www-authenticate: Bearer realm=\"{realm}\",service=\"shop\""
        )),
    })
    .await;
    assert_eq!(check(&server, "secret").await, Ok(()));
    let asked = tokens.requests();
    assert_eq!(asked.len(), 1);
    assert_eq!(asked[0].path, "/token?service=shop");
    let paths: Vec<String> = server
        .requests()
        .into_iter()
        .map(|request| request.path)
        .collect();
    assert_eq!(paths, ["/v2/", "/v2/"]);
    let error = check(&server, "hidden")
        .await
        .expect_err("a refusal")
        .to_string();
    assert_says(
        &error,
        &["refuses the credentials of `alice`", "standard input"],
    );
    assert!(!error.contains("hidden"), "{error}");
}

#[tokio::test]
async fn a_server_that_takes_no_credentials_is_told() {
    for (reply, expected) in [
        (Reply::ok(b"{}"), "does not ask for credentials"),
        (Reply::status("404 x"), "answers with status 404"),
        (Reply::status("401 x"), "a method that is not supported"),
        (
            Reply::status("401 x").header("www-authenticate: Negotiate"),
            "a method that is not supported",
        ),
        (
            Reply::status("401 x")
                .header("www-authenticate: Bearer realm=\"http://169.254.169.254/\""),
            "not public",
        ),
    ] {
        let server = Server::start(move |_| reply.clone()).await;
        let error = check(&server, "secret").await.expect_err("an error");
        assert_says(&error.to_string(), &[expected]);
        let sent = server.requests();
        assert!(
            sent.iter()
                .all(|request| request.header("authorization").is_none())
        );
    }
}

#[tokio::test]
async fn a_server_that_leads_elsewhere_gets_no_credentials() {
    let tokens = Server::start(|_| Reply::ok(br#"{"token":"good"}"#)).await;
    let realm = tokens.address("/token");
    let challenge = format!("www-authenticate: Bearer realm=\"{realm}\"");
    for reply in [Reply::status("401 x").header(&challenge), Reply::ok(b"{}")] {
        let storage = Server::start(move |_| reply.clone()).await;
        let location = storage.address("/v2/");
        let server =
            Server::start(move |_| Reply::status("307 x").header(&format!("location: {location}")))
                .await;
        let error = check(&server, "secret").await.expect_err("an error");
        assert_says(
            &error.to_string(),
            &["redirects to another server", "\nhint: "],
        );
        assert!(tokens.requests().is_empty(), "{:?}", tokens.requests());
        let sent = [server.requests(), storage.requests()].concat();
        assert!(
            sent.iter()
                .all(|request| request.header("authorization").is_none())
        );
    }
}

#[tokio::test]
async fn another_server_does_not_say_that_credentials_are_right() {
    let storage = Server::start(|_| Reply::ok(b"{}")).await;
    let location = storage.address("/v2/");
    let server = Server::start(move |request| match request.header("authorization") {
        Some(_) => Reply::status("307 x").header(&format!("location: {location}")),
        None => Reply::status("401 x").header("www-authenticate: Basic realm=\"x\""),
    })
    .await;
    let error = check(&server, "secret").await.expect_err("an error");
    assert_says(&error.to_string(), &["redirects to another server"]);
    let sent = storage.requests();
    assert!(
        sent.iter()
            .all(|request| request.header("authorization").is_none())
    );
}
