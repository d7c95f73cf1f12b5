//! Registries that ask for authentication.

use super::*;

/// A registry that requires a token, and its token endpoint.
async fn guarded(token: impl Fn(&Request) -> Reply + Send + Sync + 'static) -> (Server, Server) {
    let tokens = Server::start(token).await;
    let realm = tokens.address("/token?account=x");
    let server = registry(move |request| {
        let challenge = format!(
            "www-authenticate: Bearer realm=\"{realm}\",service=\"shop\",scope=\"repository:other:push\""
        );
        match request.header("authorization") {
            Some("Bearer good") => None,
            _ => Some(Reply::status("401 x").header(&challenge)),
        }
    })
    .await;
    (server, tokens)
}

fn auth(server: &Server, entry: &str) -> User {
    User::with(&format!(
        r#"{{"auths":{{"127.0.0.1:{}":{entry}}}}}"#,
        server.port
    ))
}

#[tokio::test]
async fn a_token_is_asked_for_once_and_for_the_repository_alone() {
    for answer in [
        r#"{"token":"good"}"#,
        r#"{"access_token":"good","expires_in":60}"#,
    ] {
        let (server, tokens) = guarded(move |_| Reply::ok(answer.as_bytes())).await;
        let bytes = User::new().pull_from(&server).await.expect("bytes");
        assert_eq!(bytes, COMPONENT);
        let asked = tokens.requests();
        let [asked] = asked.as_slice() else {
            panic!("{asked:?}");
        };
        assert_eq!(
            asked.path,
            "/token?account=x&service=shop&scope=repository%3Aacme%2Fprovider%3Apull"
        );
        assert_eq!(asked.header("authorization"), None);
    }
}

#[tokio::test]
async fn a_token_is_got_for_a_user() {
    let (server, tokens) = guarded(|request| {
        // alice:secret
        match request.header("authorization") {
            Some("Basic YWxpY2U6c2VjcmV0") => Reply::ok(br#"{"token":"good"}"#),
            _ => Reply::status("401 x"),
        }
    })
    .await;
    let user = auth(&server, r#"{"auth":"YWxpY2U6c2VjcmV0"}"#);
    assert_eq!(user.pull_from(&server).await.expect("bytes"), COMPONENT);
    assert_eq!(tokens.requests().len(), 1);
    let text = auth(&server, r#"{"auth":"Ym9iOmhpZGRlbg=="}"#)
        .refusal(&server)
        .await;
    assert_says(
        &text,
        &[
            "refuses the credentials of `bob`",
            "DOCKER_AUTH_CONFIG",
            "docker login",
        ],
    );
    assert!(!text.contains("hidden") && !text.contains("Ym9i"), "{text}");
    let text = User::new().refusal(&server).await;
    assert_says(
        &text,
        &[
            "asks for credentials, but none are configured",
            "docker login",
        ],
    );
}

#[tokio::test]
async fn an_identity_token_becomes_a_token() {
    let (server, tokens) = guarded(|_| Reply::ok(br#"{"access_token":"good"}"#)).await;
    let user = auth(&server, r#"{"identitytoken":"a+b"}"#);
    assert_eq!(user.pull_from(&server).await.expect("bytes"), COMPONENT);
    let asked = tokens.requests();
    let asked = asked.first().expect("a request");
    let body = String::from_utf8_lossy(&asked.body);
    assert_eq!(asked.method, "POST");
    assert_says(
        &body,
        &[
            "grant_type=refresh_token",
            "&service=shop&",
            "refresh_token=a%2Bb",
        ],
    );
}

#[tokio::test]
async fn nonsense_of_a_server_of_tokens_is_no_token() {
    for (reply, expected) in [
        (Reply::ok(b"{}"), "its answer has no token"),
        (Reply::ok(b"<html>"), "its answer has no token"),
        (Reply::ok(br#"{"token":""}"#), "its answer has no token"),
        (
            Reply::ok(b"{\"token\":\"a\\r\\nx-evil: y\"}"),
            "its answer has no token",
        ),
        (
            Reply::ok("{\"token\":\"ü\"}".as_bytes()),
            "its answer has no token",
        ),
        (
            Reply::ok(&[b' '; 4096]).endless(),
            "more than 1048576 bytes",
        ),
        (Reply::status("500 x"), "answers with status 500"),
        (
            Reply::status("302 x").header("location: http://127.0.0.1:1/"),
            "answers with status 302",
        ),
    ] {
        let (server, _tokens) = guarded(move |_| reply.clone()).await;
        let text = auth(&server, r#"{"username":"alice","password":"secret"}"#)
            .refusal(&server)
            .await;
        assert_says(&text, &[expected]);
        assert!(!text.contains("secret"), "{text}");
    }
}

#[tokio::test]
async fn credentials_go_to_no_server_that_a_registry_may_not_name() {
    for realm in [
        "http://169.254.169.254/token",
        "file:///etc/passwd",
        "not an address",
        "http://a:b@127.0.0.1/",
        "http://tokens.example/token",
    ] {
        let server = registry(move |_| {
            Some(
                Reply::status("401 x")
                    .header(&format!("www-authenticate: Bearer realm=\"{realm}\"")),
            )
        })
        .await;
        let text = auth(&server, r#"{"username":"alice","password":"secret"}"#)
            .refusal(&server)
            .await;
        assert_says(&text, &["a token endpoint that cannot be used"]);
        assert!(!text.contains("secret"), "{text}");
    }
}

#[tokio::test]
async fn challenges_that_cannot_be_understood_are_told() {
    let huge = format!("www-authenticate: Bearer realm=\"{}\"", "x".repeat(20_000));
    for header in ["x-nothing: x", "www-authenticate: Negotiate", huge.as_str()] {
        let header = header.to_owned();
        let server = registry(move |_| Some(Reply::status("401 x").header(&header))).await;
        let text = User::new().refusal(&server).await;
        assert_says(
            &text,
            &["asks for credentials by a method that is not supported"],
        );
    }
}

#[tokio::test]
async fn a_token_that_ends_meanwhile_is_renewed_once() {
    use std::sync::atomic::{AtomicUsize, Ordering};

    let made = Arc::new(AtomicUsize::new(0));
    let number = Arc::clone(&made);
    let tokens = Server::start(move |_| {
        let number = number.fetch_add(1, Ordering::SeqCst);
        Reply::ok(format!("{{\"token\":\"t{number}\"}}").as_bytes())
    })
    .await;
    let realm = tokens.address("/token");
    let server = registry(move |request| {
        // The first token is only valid for the manifest.
        let good = if request.is_of_blob() {
            "Bearer t1"
        } else {
            "Bearer t0"
        };
        let challenge = format!("www-authenticate: Bearer realm=\"{realm}\"");
        (request.header("authorization") != Some(good))
            .then(|| Reply::status("401 x").header(&challenge))
    })
    .await;
    assert_eq!(
        User::new().pull_from(&server).await.expect("bytes"),
        COMPONENT
    );
    assert_eq!(made.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn a_server_of_tokens_that_has_no_time_is_asked_again() {
    for fault in [
        Reply::status("503 x").header("retry-after: 0"),
        Reply::ok(b"cut off").cut(0),
    ] {
        let is_first = std::sync::atomic::AtomicBool::new(true);
        let (server, tokens) = guarded(move |_| {
            if is_first.swap(false, std::sync::atomic::Ordering::SeqCst) {
                fault.clone()
            } else {
                Reply::ok(br#"{"token":"good"}"#)
            }
        })
        .await;
        let lines = Arc::new(Lines::default());
        let context = RegistryContext {
            log: Arc::clone(&lines) as _,
            ..User::new().context()
        };
        let reference = server.reference("1.2.0").parse().expect("a reference");
        let repository = Repository::to_read(&reference, HostTrust::Named, context);
        let resolved = repository.expect("a repository").resolve().await;
        resolved.expect("a component");
        assert_eq!(tokens.requests().len(), 2);
        let expected = format!("requires a token from 127.0.0.1:{}", tokens.port);
        let said = format!("{:?}", lines.heard());
        assert!(said.contains(&expected), "{said}");
    }
}

#[tokio::test]
async fn a_secret_that_a_registry_repeats_is_in_no_message() {
    let server = registry(|request| match request.header("authorization") {
        None => Some(Reply::status("401 x").header("www-authenticate: Basic realm=\"x\"")),
        Some(_) => Some(
            Reply::status("400 x").body(br#"{"errors":[{"code":"TOP_SECRET_WORD_OF_ALICE"}]}"#),
        ),
    })
    .await;
    let user = auth(
        &server,
        r#"{"username":"alice","password":"TOP_SECRET_WORD_OF_ALICE"}"#,
    );
    let text = user.refusal(&server).await;
    assert_says(&text, &["status 400", "[secret]"]);
    assert!(!text.contains("TOP_SECRET"), "{text}");
    let address = "https://alice:hidden@a.b/x?token=hidden"
        .parse()
        .expect("an address");
    let ask = crate::requests::exchange::RegistryRequest::get(address)
        .header("authorization", "Basic hidden");
    assert!(!format!("{ask:?}").contains("hidden"), "{ask:?}");
}
