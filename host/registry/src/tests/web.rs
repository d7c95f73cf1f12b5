//! Web servers with faults.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;

/// A server that answers requests for its file in this way.
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
            &format!("now has the digest {found}, not {expected}"),
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

/// The answer with the component's bytes from `first` on.
fn rest_of_component(first: usize) -> Reply {
    let length = COMPONENT.len();
    Reply::status("206 x")
        .body(&COMPONENT[first..])
        .header(&format!(
            "content-range: bytes {first}-{}/{length}",
            length - 1
        ))
}

fn ranges(server: &Server) -> Vec<(Option<String>, Option<String>)> {
    let requests = server.requests();
    let of = |request: &Request, name| request.header(name).map(str::to_owned);
    let ranges = requests.iter();
    ranges
        .map(|request| (of(request, "range"), of(request, "if-range")))
        .collect()
}

fn some(text: &str) -> Option<String> {
    Some(text.to_owned())
}

#[tokio::test]
async fn a_file_whose_version_is_known_goes_on_where_it_broke() {
    let dates =
        "last-modified: Sun, 06 Nov 1994 08:40:00 GMT\r\ndate: Mon, 07 Nov 1994 08:40:00 GMT";
    for (version, expected) in [
        ("etag: \"one\"", "\"one\""),
        (dates, "Sun, 06 Nov 1994 08:40:00 GMT"),
    ] {
        let server = server(move |_, number| match number {
            0 => Reply::ok(COMPONENT).header(version).cut(7),
            1 => rest_of_component(7).header(version).cut(5),
            _ => rest_of_component(12).header(version),
        })
        .await;
        let pinned = format!("{}#{}", server.address("/acme.wasm"), Digest::of(COMPONENT));
        assert_eq!(User::new().get(&pinned).await.expect("bytes"), COMPONENT);
        let asked = [
            (None, None),
            (some("bytes=7-"), some(expected)),
            (some("bytes=12-"), some(expected)),
        ];
        assert_eq!(ranges(&server), asked);
    }
}

#[tokio::test]
async fn a_file_whose_version_is_not_known_begins_again() {
    for version in ["etag: W/\"one\"", "x: y"] {
        let server = server(move |_, number| match number {
            0 => Reply::ok(COMPONENT).header(version).cut(7),
            _ => Reply::ok(COMPONENT).header(version),
        })
        .await;
        let bytes = User::new().get(&server.address("/acme.wasm")).await;
        assert_eq!(bytes.expect("bytes"), COMPONENT);
        assert_eq!(ranges(&server), [(None, None), (None, None)]);
    }
}

#[tokio::test]
async fn parts_of_two_versions_are_never_put_together() {
    let other: &[u8] = b"another file that is there since";
    let server = server(move |_, number| match number {
        0 => Reply::ok(COMPONENT).header("etag: \"one\"").cut(7),
        _ => Reply::ok(other).header("etag: \"two\""),
    })
    .await;
    let bytes = User::new().get(&server.address("/acme.wasm")).await;
    assert_eq!(bytes.expect("bytes"), other);
    assert_eq!(server.requests().len(), 2);
}

#[tokio::test]
async fn another_part_of_a_file_than_the_one_that_was_asked_for_is_not_taken() {
    for answer in [
        rest_of_component(7).header("etag: \"two\""),
        rest_of_component(3),
        Reply::status("206 x").body(COMPONENT),
        Reply::status("416 x"),
    ] {
        let wrong = answer.clone();
        let mended = server(move |_, number| match number {
            0 => Reply::ok(COMPONENT).header("etag: \"one\"").cut(7),
            1 => wrong.clone(),
            _ => Reply::ok(COMPONENT),
        })
        .await;
        let bytes = User::new().get(&mended.address("/acme.wasm")).await;
        assert_eq!(bytes.expect("bytes"), COMPONENT, "{answer:?}");
        assert_eq!(ranges(&mended)[2], (None, None));
        let never = server(move |request, _| match request.header("range") {
            None => Reply::ok(COMPONENT).header("etag: \"one\"").cut(7),
            Some(_) => answer.clone(),
        })
        .await;
        let text = User::new().get_refusal(&never).await;
        assert_says(&text, &["broke off 5 times"]);
    }
}

/// A server that ignores `If-Range`, or several servers behind one name, send the rest of another file.
#[tokio::test]
async fn the_rest_of_another_file_is_not_taken_whatever_is_left_unsaid() {
    let (tag, length) = ("etag: \"one\"", COMPONENT.len());
    let changed = "last-modified: Sun, 06 Nov 1994 08:40:00 GMT";
    let dates =
        "last-modified: Sun, 06 Nov 1994 08:40:00 GMT\r\ndate: Mon, 07 Nov 1994 08:40:00 GMT";
    let part = |range: &str| {
        let mut other = COMPONENT[7..].to_vec();
        other.reverse();
        Reply::status("206 x")
            .body(&other)
            .header(&format!("content-range: bytes {range}"))
    };
    let last = length - 1;
    let all = format!("7-{last}/{length}");
    for (first, rest) in [
        // The version is not identified, by another header or by a weak validator.
        (tag, part(&all)),
        (tag, part(&all).header(changed)),
        (tag, part(&all).header("etag: W/\"one\"")),
        (tag, part(&all).header("etag: \"One\"")),
        (dates, part(&all)),
        (
            dates,
            part(&all).header("last-modified: Sun, 06 Nov 1994 08:41:00 GMT"),
        ),
        (
            dates,
            part(&all).header(&format!("{changed}\r\netag: \"two\"")),
        ),
        // Another length, or only a part of the rest.
        (tag, part(&format!("7-{last}/{}", length + 1)).header(tag)),
        (
            tag,
            part(&format!("7-{}/{}", length, length + 1)).header(tag),
        ),
        (tag, part(&format!("7-{}/{length}", last - 1)).header(tag)),
        (tag, part(&format!("7-{}/*", last - 1)).header(tag)),
        (tag, part(&format!("6-{last}/{length}")).header(tag)),
        (tag, part(&format!("7-{last}")).header(tag)),
    ] {
        let wrong = rest.clone();
        let server = server(move |request, _| match request.header("range") {
            None if request.headers.is_empty() => Reply::status("400 x"),
            None => Reply::ok(COMPONENT).header(first).cut(7),
            Some(_) => wrong.clone(),
        })
        .await;
        let text = User::new().get_refusal(&server).await;
        assert_says(&text, &["broke off 5 times"]);
        // Every second request is for the whole file again.
        let asked = ranges(&server);
        assert_eq!(asked.len(), 5, "{first}: {rest:?}");
        let is_begun_again = asked.iter().step_by(2).all(|asked| *asked == (None, None));
        assert!(is_begun_again, "{first}: {rest:?}: {asked:?}");
    }
}

/// A validator is only valid for one file.
#[tokio::test]
async fn the_rest_is_taken_from_the_address_of_the_beginning_alone() {
    for (second, is_taken) in [("/one?signature=2", true), ("/two?signature=1", false)] {
        let storage = Server::start(|request| {
            let reply = match request.header("range") {
                None => Reply::ok(COMPONENT).cut(7),
                Some(_) => rest_of_component(7),
            };
            reply.header("etag: \"1\"")
        })
        .await;
        let places = ["/one?signature=1", second].map(|place| storage.address(place));
        let leading = server(move |_, number| {
            let place = &places[usize::from(number % 2 == 1)];
            Reply::status("302 x").header(&format!("location: {place}"))
        })
        .await;
        let fetched = User::new().get(&leading.address("/acme.wasm")).await;
        assert_eq!(fetched.is_ok(), is_taken, "{second}");
        if let Ok(bytes) = fetched {
            assert_eq!(bytes, COMPONENT);
        }
    }
}

#[tokio::test]
async fn a_rest_has_no_more_bytes_than_the_limit_leaves() {
    let user = User::new().limit(Limit::ComponentSize, COMPONENT.len() as u64);
    let rest = Reply::status("206 x")
        .body(COMPONENT)
        .header("content-range: bytes 7-999/1000");
    for rest in [rest.clone(), rest.endless()] {
        let server = server(move |_, number| match number {
            0 => Reply::ok(COMPONENT).header("etag: \"one\"").cut(7),
            _ => rest.clone(),
        })
        .await;
        let text = user.get_refusal(&server).await;
        assert_says(&text, &["the limit component-size"]);
    }
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
        ("/acme.wasm", "more than 5 redirects"),
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
    user.trust = HostTrust::Recorded;
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
    let origin =
        crate::requests::registry_endpoint::RegistryEndpoint::at(&public, HostTrust::Named);
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
