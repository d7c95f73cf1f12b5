//! Blobs whose download breaks off, and blobs with other bytes.

use std::sync::atomic::{AtomicUsize, Ordering};

use pulumi_wasm_core::call::Severity;

use super::*;

/// A registry that gives these answers to the first requests for a blob.
async fn at_first(replies: Vec<Reply>) -> Server {
    let next = AtomicUsize::new(0);
    registry(move |request| {
        if !request.is_of_blob() {
            return None;
        }
        let number = next.fetch_add(1, Ordering::SeqCst);
        let rest = request.header("range").and_then(|range| {
            let start: usize = range
                .strip_prefix("bytes=")?
                .strip_suffix('-')?
                .parse()
                .ok()?;
            let rest = COMPONENT.get(start..)?;
            let range = format!(
                "content-range: bytes {start}-{}/{}",
                COMPONENT.len() - 1,
                COMPONENT.len()
            );
            Some(
                Reply::status("206 Partial Content")
                    .body(rest)
                    .header(&range),
            )
        });
        replies.get(number).cloned().or(rest)
    })
    .await
}

fn ranges(server: &Server) -> Vec<String> {
    let requests = server.requests();
    let ranges = requests
        .iter()
        .filter_map(|request| request.header("range"));
    ranges.map(str::to_owned).collect()
}

#[tokio::test]
async fn a_component_is_fetched_as_it_is() {
    let server = registry(|_| None).await;
    let bytes = User::new().pull_from(&server).await.expect("bytes");
    assert_eq!(bytes, COMPONENT);
    assert_eq!(server.requests().len(), 2);
    let authorized = server.requests();
    assert!(
        authorized
            .iter()
            .all(|request| request.header("authorization").is_none())
    );
}

#[tokio::test]
async fn a_component_that_breaks_off_goes_on_where_it_broke() {
    let server = at_first(vec![Reply::ok(COMPONENT).cut(10)]).await;
    let bytes = User::new().pull_from(&server).await.expect("bytes");
    assert_eq!(bytes, COMPONENT);
    assert_eq!(ranges(&server), ["bytes=10-"]);
}

#[tokio::test]
async fn a_registry_that_falls_silent_is_asked_again() {
    let server = at_first(vec![Reply::ok(COMPONENT).silent(7)]).await;
    let user = User::new().limit(Limit::FetchIdleTime, 300);
    assert_eq!(user.pull_from(&server).await.expect("bytes"), COMPONENT);
    assert_eq!(ranges(&server), ["bytes=7-"]);
}

#[tokio::test]
async fn a_registry_that_knows_no_ranges_sends_all_of_it_again() {
    let server = at_first(vec![Reply::ok(COMPONENT).cut(10), Reply::ok(COMPONENT)]).await;
    assert_eq!(
        User::new().pull_from(&server).await.expect("bytes"),
        COMPONENT
    );
}

#[tokio::test]
async fn another_part_than_the_one_that_was_asked_for_is_refused() {
    let part = Reply::status("206 Partial Content").body(COMPONENT);
    for part in [
        part.clone(),
        part.header("content-range: bytes 0-9/10"),
        Reply::status("416 Range Not Satisfiable"),
    ] {
        let server = at_first(vec![Reply::ok(COMPONENT).cut(10), part.clone()]).await;
        // The whole blob is requested again.
        let bytes = User::new().pull_from(&server).await.expect("bytes");
        assert_eq!(bytes, COMPONENT);
        assert_eq!(ranges(&server), ["bytes=10-"]);
        assert_eq!(server.blobs(), 3);
        let never = [Reply::ok(COMPONENT).cut(10), part];
        let server = at_first(never.into_iter().cycle().take(9).collect()).await;
        assert_says(&User::new().refusal(&server).await, &["broke off 5 times"]);
        assert_eq!(server.blobs(), 5);
    }
}

#[tokio::test]
async fn a_component_that_breaks_off_after_its_last_byte_is_whole() {
    let longer = [COMPONENT, b"!"].concat();
    let server = at_first(vec![Reply::ok(&longer).cut(COMPONENT.len())]).await;
    let bytes = User::new().pull_from(&server).await.expect("bytes");
    assert_eq!(bytes, COMPONENT);
    assert_eq!(server.blobs(), 1);
}

#[tokio::test]
async fn a_component_that_always_breaks_off_is_given_up() {
    let server = at_first(vec![Reply::ok(COMPONENT).cut(3); 9]).await;
    let text = User::new().refusal(&server).await;
    assert_says(
        &text,
        &[
            "broke off 5 times",
            &format!("of {} bytes", COMPONENT.len()),
        ],
    );
    assert_eq!(server.blobs(), 5);
}

#[tokio::test]
async fn other_bytes_are_never_a_component() {
    let mut changed = COMPONENT.to_vec();
    changed[5] ^= 1;
    let longer = [COMPONENT, b"!"].concat();
    for (reply, expected) in [
        (Reply::ok(&changed), "sends other bytes"),
        (Reply::ok(&longer), "sends more bytes"),
        (Reply::ok(COMPONENT).endless(), "sends more bytes"),
        (Reply::ok(b""), "broke off"),
        (Reply::status("404 Not Found"), "is not there"),
        (Reply::status("204 No Content"), "status 204"),
    ] {
        let server = at_first(vec![reply; 9]).await;
        assert_says(&User::new().refusal(&server).await, &[expected]);
    }
}

#[tokio::test]
async fn a_component_is_fetched_by_its_digest_alone_within_its_limit() {
    let digest = Digest::of(COMPONENT);
    let server = at_first(vec![Reply::ok(COMPONENT).cut(10)]).await;
    let repository = User::new().repository(&server.reference("1.2.0"));
    let bytes = repository.fetch_by_digest(&digest).await;
    assert_eq!(bytes.expect("bytes"), COMPONENT);
    assert_eq!(ranges(&server), ["bytes=10-"]);
    assert_eq!(server.requests().len(), 2);
    let too_long = "more than the limit component-size of 60 bytes";
    for (reply, expected) in [
        (Reply::ok(&[1; 61]), too_long),
        (Reply::ok(COMPONENT).endless(), too_long),
        (Reply::ok(b"others"), "sends other bytes"),
        (Reply::status("404 Not Found"), "is not there"),
    ] {
        let server = at_first(vec![reply; 9]).await;
        let user = User::new().limit(Limit::ComponentSize, 60);
        let repository = user.repository(&server.reference("1.2.0"));
        let error = repository.fetch_by_digest(&digest).await;
        assert_says(&error.expect_err(expected).to_string(), &[expected]);
    }
}

#[tokio::test]
async fn a_component_above_the_limit_is_not_asked_for() {
    let server = registry(|_| None).await;
    let user = User::new().limit(Limit::ComponentSize, 10);
    let text = user.refusal(&server).await;
    assert_says(
        &text,
        &[
            "the limit component-size is 10 bytes",
            "`--limit component-size=",
        ],
    );
    assert_eq!(server.blobs(), 0);
}

#[tokio::test]
async fn a_length_is_only_a_claim() {
    let claimed = manifest_of(COMPONENT).replace(
        &format!("\"size\":{}", COMPONENT.len()),
        "\"size\":18446744073709551615",
    );
    let server =
        registry(move |request| (!request.is_of_blob()).then(|| Reply::ok(claimed.as_bytes())))
            .await;
    let user = User::new().limit(Limit::ComponentSize, u64::MAX);
    // No memory is reserved for it, and the body is too short.
    assert_says(&user.refusal(&server).await, &["broke off 5 times"]);
}

#[tokio::test]
async fn a_fetch_without_end_is_ended_by_its_limit() {
    let server =
        registry(|request| (!request.is_of_blob()).then(|| Reply::ok(&[b' '; 100]).silent(10)))
            .await;
    let user = User::new().limit(Limit::FetchTime, 300);
    let text = user.refusal(&server).await;
    assert_says(
        &text,
        &[
            "longer than the limit fetch-time of 300 ms",
            "`--limit fetch-time=",
        ],
    );
}

#[tokio::test]
async fn a_list_of_tags_without_an_end_is_read_in_part_and_told() {
    let server = registry(|request| {
        let page = Reply::ok(br#"{"tags":["1.0.0"]}"#);
        let next = "link: </v2/acme/provider/tags/list?last=x>; rel=\"next\"";
        request
            .path
            .contains("/tags/list")
            .then(|| page.header(next))
    })
    .await;
    let lines = Lines::default();
    let reference: Reference = server.reference("1.0.0").parse().expect("a reference");
    let context = RegistryContext {
        log: Arc::new(lines.clone()),
        ..User::new().context()
    };
    let repository = Repository::to_read(&reference, HostTrust::Named, context);
    let tags = repository.expect("a repository").tags().await;
    assert_eq!(tags.expect("tags"), ["1.0.0"]);
    assert_eq!(server.requests().len(), 16);
    let heard = lines.heard();
    let [(severity, message, _)] = heard.as_slice() else {
        panic!("{heard:?}");
    };
    assert_eq!(*severity, Severity::Warning);
    assert_says(message, &["at most 16 pages", "acme/provider", "\nhint: "]);
}

#[tokio::test]
async fn a_list_of_tags_that_breaks_off_is_asked_for_again() {
    let asked = AtomicUsize::new(0);
    let server = registry(move |request| {
        let page = Reply::ok(br#"{"tags":["1.0.0"]}"#);
        let is_list = request.path.contains("/tags/list");
        is_list.then(|| match asked.fetch_add(1, Ordering::SeqCst) {
            0 => page.cut(5),
            _ => page,
        })
    })
    .await;
    let repository = User::new().repository(&server.reference("1.0.0"));
    assert_eq!(repository.tags().await.expect("tags"), ["1.0.0"]);
    assert_eq!(server.requests().len(), 2);
}

#[tokio::test]
async fn a_list_of_tags_with_an_end_is_whole() {
    let server = registry(|request| {
        let list = "/v2/acme/provider/tags/list";
        let next = format!("link: <{list}?last=1.0.0>; rel=\"next\"");
        match request.path.as_str() {
            path if path.ends_with("last=1.0.0") => Some(Reply::ok(br#"{"tags":["1.1.0"]}"#)),
            path if path.starts_with(list) => {
                Some(Reply::ok(br#"{"tags":["1.0.0"]}"#).header(&next))
            }
            _ => None,
        }
    })
    .await;
    let lines = Lines::default();
    let reference: Reference = server.reference("1.0.0").parse().expect("a reference");
    let context = RegistryContext {
        log: Arc::new(lines.clone()),
        ..User::new().context()
    };
    let repository = Repository::to_read(&reference, HostTrust::Named, context);
    let tags = repository.expect("a repository").tags().await;
    assert_eq!(tags.expect("tags"), ["1.1.0", "1.0.0"]);
    assert!(lines.heard().is_empty(), "{:?}", lines.heard());
}

#[tokio::test]
async fn all_steps_have_one_time() {
    let (sender, receiver) = std::sync::mpsc::channel();
    // On a separate thread, because the server blocks its thread.
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build();
        runtime.expect("a runtime").block_on(async {
            let server = registry(|request| {
                // Each step alone would be in time.
                std::thread::sleep(std::time::Duration::from_millis(300));
                request.is_of_blob().then(|| Reply::ok(COMPONENT))
            });
            sender.send(server.await).expect("a test that waits for it");
            std::future::pending::<()>().await;
        });
    });
    let server = receiver.recv().expect("a server");
    let user = User::new().limit(Limit::FetchTime, 500);
    let text = user.refusal(&server).await;
    assert_says(
        &text,
        &["longer than the limit fetch-time of 500 ms", "hint: "],
    );
}
