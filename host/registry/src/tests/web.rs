//! Web servers with faults, and what comes of them.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;

/// A server whose file is answered in this way.
async fn server(answer: impl Fn(&Request, usize) -> Reply + Send + Sync + 'static) -> Server {
    let next = AtomicUsize::new(0);
    Server::start(move |request| answer(request, next.fetch_add(1, Ordering::SeqCst))).await
}

impl User {
    async fn get(&self, address: &str) -> Result<Vec<u8>, RegistryError> {
        let file: WebFile = address.parse().expect("an address");
        file.fetch(self.trust, self.context()).await
    }

    async fn get_refusal(&self, server: &Server) -> String {
        let error = self.get(&server.address("/acme.wasm")).await;
        error.expect_err("an error").to_string()
    }
}

#[tokio::test]
async fn a_file_is_fetched_as_it_is_and_without_credentials() {
    let server = server(|_, _| Reply::ok(COMPONENT)).await;
    let user = User::with(&format!(
        r#"{{"auths":{{"127.0.0.1:{}":{{"username":"alice","password":"secret"}}}}}}"#,
        server.port
    ));
    let address = server.address("/acme.wasm");
    assert_eq!(user.get(&address).await.expect("bytes"), COMPONENT);
    let pinned = format!("{address}#{}", Digest::of(COMPONENT));
    assert_eq!(user.get(&pinned).await.expect("bytes"), COMPONENT);
    let requests = server.requests();
    assert_eq!(requests.len(), 2);
    for request in requests {
        assert_eq!(request.path, "/acme.wasm");
        assert_eq!(request.header("authorization"), None);
    }
}

#[tokio::test]
async fn other_bytes_than_those_of_the_digest_are_refused() {
    let server = server(|_, _| Reply::ok(COMPONENT)).await;
    let (expected, found) = (Digest::of(b"x"), Digest::of(COMPONENT));
    let address = format!("{}#{expected}", server.address("/acme.wasm"));
    let error = User::new().get(&address).await.expect_err("an error");
    assert_says(
        &error.to_string(),
        &[
            &format!("is {found} now, and not {expected}"),
            "\nhint: it was discarded",
        ],
    );
}

#[tokio::test]
async fn a_file_that_breaks_off_is_asked_for_again_and_not_for_ever() {
    let broken_once = server(|_, number| match number {
        0 => Reply::ok(COMPONENT).cut(7),
        _ => Reply::ok(COMPONENT),
    })
    .await;
    let bytes = User::new().get(&broken_once.address("/acme.wasm")).await;
    assert_eq!(bytes.expect("bytes"), COMPONENT);
    assert_eq!(broken_once.requests().len(), 2);
    let broken = server(|_, _| Reply::ok(COMPONENT).cut(7)).await;
    let text = User::new().get_refusal(&broken).await;
    assert_says(&text, &["broke off 5 times"]);
    assert_eq!(broken.requests().len(), 5);
}

#[tokio::test]
async fn a_server_without_time_is_waited_for() {
    let server = server(|_, number| match number {
        0 => Reply::status("503 x").header("retry-after: 0"),
        _ => Reply::ok(COMPONENT),
    })
    .await;
    let bytes = User::new().get(&server.address("/acme.wasm")).await;
    assert_eq!(bytes.expect("bytes"), COMPONENT);
}

#[tokio::test]
async fn more_bytes_than_the_limit_are_not_taken() {
    let user = User::new().limit(Limit::ComponentSize, 20);
    let said = server(|_, _| Reply::ok(COMPONENT)).await;
    let endless = server(|_, _| Reply::ok(COMPONENT).endless()).await;
    for server in [said, endless] {
        let text = user.get_refusal(&server).await;
        assert_says(
            &text,
            &["the limit component-size", "\nhint: raise it with"],
        );
    }
}

#[tokio::test]
async fn a_server_that_says_nothing_more_is_left() {
    let server = server(|_, _| Reply::ok(COMPONENT).silent(3)).await;
    let user = User::new().limit(Limit::FetchIdleTime, 20);
    assert_says(&user.get_refusal(&server).await, &["broke off 5 times"]);
    let user = User::new().limit(Limit::FetchTime, 100);
    let text = user.get_refusal(&server).await;
    assert_says(&text, &["the limit fetch-time", "\nhint: raise it with"]);
}

#[tokio::test]
async fn answers_without_a_file_are_told() {
    for (status, expected) in [
        ("404 x", "is not there (status 404)"),
        ("410 x", "is not there (status 410)"),
        ("401 x", "without credentials"),
        ("403 x", "without credentials"),
        ("206 x", "answers with status 206"),
        ("418 x", "answers with status 418"),
    ] {
        let server = server(move |_, _| Reply::status(status)).await;
        assert_says(&User::new().get_refusal(&server).await, &[expected]);
        assert_eq!(server.requests().len(), 1, "{status}");
    }
}

#[tokio::test]
async fn a_redirect_leads_to_storage_and_not_inside() {
    let storage = Server::start(|_| Reply::ok(COMPONENT)).await;
    let location = storage.address("/somewhere?signature=x");
    let leading =
        server(move |_, _| Reply::status("302 x").header(&format!("location: {location}"))).await;
    let bytes = User::new().get(&leading.address("/acme.wasm")).await;
    assert_eq!(bytes.expect("bytes"), COMPONENT);
    for (location, expected) in [
        ("/acme.wasm", "one more than 5"),
        ("http://169.254.169.254/latest/meta-data", "not public"),
        ("http://user:secret@127.0.0.1/x", "a user in it"),
        ("file:///etc/passwd", "neither http nor https"),
    ] {
        let server =
            server(move |_, _| Reply::status("302 x").header(&format!("location: {location}")))
                .await;
        let text = User::new().get_refusal(&server).await;
        assert_says(&text, &["a redirect of 127.0.0.1", expected]);
        assert!(!text.contains("secret"), "{text}");
    }
}

#[tokio::test]
async fn a_recorded_address_leads_nowhere_inside() {
    let server = server(|_, _| Reply::ok(COMPONENT)).await;
    let mut user = User::new();
    user.trust = Trust::Recorded;
    let text = user.get_refusal(&server).await;
    assert_says(
        &text,
        &["not public", "only a recorded value", "`Pulumi.yaml`"],
    );
    assert!(server.requests().is_empty());
}

#[test]
fn a_public_server_leads_to_nothing_plain_and_nothing_on_this_machine() {
    use url::Url;

    let public = Url::parse("https://acme.com/releases/acme.wasm").expect("an address");
    let origin = crate::origin::Origin::at(&public, Trust::Named);
    assert_eq!(origin.base().as_str(), "https://acme.com/");
    let judge = |to: &str| origin.judge(&Url::parse(to).expect("an address"));
    assert_eq!(judge("https://storage.example/x"), Ok(()));
    for to in [
        "http://storage.example/x",
        "https://127.0.0.1/x",
        "https://169.254.169.254/x",
    ] {
        assert!(judge(to).is_err(), "{to}");
    }
}
