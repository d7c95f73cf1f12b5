//! What is judged, limited, followed, repeated and attached, on a network that a test makes up.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use serde_json::json;
use tokio_util::sync::CancellationToken;

use super::*;
use crate::capability::CallSlot;
use crate::capability::frame::Frame;
use crate::capability::surroundings::{Network, Surroundings, Time, Unanswered};
use crate::capability::testing::{Lines, call};
use crate::limits::{Limit, Limits};
use crate::provider::call::{Call, Effects, Operation, Severity};
use crate::provider::error::GuestError;
use crate::provider::manifest::{Manifest, Wants};
use crate::provider::value::{PropertyMap, PropertyValue};

/// One answer of the network.
#[derive(Clone)]
enum Reply {
    Answer(u16, Vec<(&'static str, String)>, &'static str),
    Fails(GuestError),
    /// The same before anything was sent.
    Unsent(GuestError),
    /// A head, and then nothing.
    Stalls,
    Never,
}

/// What was sent.
#[derive(Debug, PartialEq)]
struct Sent {
    line: String,
    headers: Vec<(String, String)>,
    body: String,
    private: bool,
}

/// A network that answers by a script, and remembers.
#[derive(Default)]
struct Script {
    replies: Mutex<VecDeque<Reply>>,
    sent: Mutex<Vec<Sent>>,
    /// Requests that are being answered.
    pending: AtomicUsize,
}

struct Pending<'s>(&'s AtomicUsize);

impl Drop for Pending<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

#[async_trait]
impl Network for Script {
    async fn send(
        &self,
        _call: &Call,
        request: OutgoingRequest,
    ) -> Result<IncomingResponse, Unanswered> {
        self.pending.fetch_add(1, Ordering::SeqCst);
        let _pending = Pending(&self.pending);
        let line = format!("{} {}", request.method, request.url);
        let body = request.body.read_whole().await?;
        self.sent.lock().expect("sent").push(Sent {
            line,
            headers: request.headers,
            body: String::from_utf8(body).expect("text"),
            private: request.may_be_private,
        });
        let reply = self.replies.lock().expect("replies").pop_front();
        match reply.unwrap_or(Reply::Answer(200, Vec::new(), "ok")) {
            Reply::Answer(status, headers, body) => Ok(IncomingResponse {
                status,
                headers: headers
                    .into_iter()
                    .map(|(name, value)| (name.to_owned(), value))
                    .collect(),
                body: BodyStream::whole(body),
            }),
            Reply::Fails(error) => Err(error.into()),
            Reply::Unsent(error) => Err(Unanswered::unsent(error)),
            Reply::Stalls => Ok(IncomingResponse {
                status: 200,
                headers: Vec::new(),
                body: BodyStream::new(futures_util::stream::pending()),
            }),
            Reply::Never => std::future::pending().await,
        }
    }
}

/// A clock that moves when it is waited for.
#[derive(Default)]
struct Clock(Mutex<Duration>);

#[async_trait]
impl Time for Clock {
    fn time_of_day(&self, _call: &Call) -> Duration {
        self.elapsed()
    }

    fn elapsed(&self) -> Duration {
        *self.0.lock().expect("a time")
    }

    async fn sleep(&self, duration: Duration) {
        *self.0.lock().expect("a time") += duration;
        tokio::task::yield_now().await;
    }
}

/// A component's way to such a network.
struct Scene {
    script: Arc<Script>,
    clock: Arc<Clock>,
    capability: HttpCapability,
    slot: CallSlot,
    lines: Lines,
    cancellation: CancellationToken,
}

impl Scene {
    fn new(grants: &[&str], limits: &Limits) -> Self {
        Self::within(grants, limits, &Frame::default())
    }

    fn framed(grants: &[&str], frame: &Frame) -> Self {
        Self::within(grants, &Limits::default(), frame)
    }

    fn within(grants: &[&str], limits: &Limits, frame: &Frame) -> Self {
        let (script, clock) = (Arc::<Script>::default(), Arc::<Clock>::default());
        let surroundings = Surroundings {
            network: Arc::clone(&script) as Arc<_>,
            time: Arc::clone(&clock) as Arc<_>,
            ..Surroundings::machine()
        };
        let granted = grants.iter().map(|grant| grant.parse().expect("a grant"));
        let capability = HttpCapability::framed(&surroundings, granted.collect(), limits, frame);
        let scene = Self {
            slot: CallSlot::new(Arc::clone(&clock) as Arc<_>, Arc::new(limits.clone())),
            script,
            clock,
            capability,
            lines: Lines::default(),
            cancellation: CancellationToken::new(),
        };
        scene.begin(Operation::Create, Effects::All, false);
        scene
    }

    fn begin(&self, operation: Operation, effects: Effects, preview: bool) {
        let mut call = call(operation, &self.lines);
        call.effects = effects;
        call.preview = preview;
        call.subject.token = "acme:index:Thing".to_owned();
        call.subject.name = "one".to_owned();
        call.cancellation = self.cancellation.clone();
        self.slot.begin(call, Duration::from_secs(1000));
    }

    fn replies(&self, replies: impl IntoIterator<Item = Reply>) {
        self.script.replies.lock().expect("replies").extend(replies);
    }

    async fn fetch(&self, request: HttpRequest) -> Result<HttpResponse, GuestError> {
        let client = self.capability.client(&self.slot)?;
        client.fetch(request).await
    }

    /// What was sent since the last time, as method and address.
    fn sent(&self) -> Vec<String> {
        let mut sent = self.script.sent.lock().expect("sent");
        sent.drain(..).map(|sent| sent.line).collect()
    }

    fn sent_whole(&self) -> Vec<Sent> {
        self.script.sent.lock().expect("sent").drain(..).collect()
    }
}

fn send(method: &str, url: &str) -> HttpRequest {
    HttpRequest {
        method: method.to_owned(),
        ..HttpRequest::get(url)
    }
}

fn retrying(method: &str, attempts: u32) -> HttpRequest {
    HttpRequest {
        retry: Some(Retry {
            attempts,
            first: Duration::from_secs(1),
            longest: Duration::from_secs(60),
        }),
        ..send(method, "https://api.example/things")
    }
}

fn status(status: u16) -> Reply {
    Reply::Answer(status, Vec::new(), "")
}

fn leads_to(status: u16, location: &str) -> Reply {
    Reply::Answer(status, vec![("location", location.to_owned())], "moved")
}

fn limited(limit: Limit, value: u64) -> Limits {
    let mut limits = Limits::default();
    limits.set(limit, value);
    limits
}

fn down() -> Reply {
    Reply::Fails(GuestError::Unavailable("down".to_owned()))
}

#[tokio::test]
async fn only_what_was_granted_is_reached_however_it_is_spelt() {
    let grants = [
        "api.example",
        "*.wild.example:8443",
        "http://127.0.0.1:8081",
    ];
    let scene = Scene::new(&grants, &Limits::default());
    for (url, expected) in [
        ("https://api.example/x", Some(false)),
        ("https://API.EXAMPLE:443/x", Some(false)),
        ("https://user:pass@api.example/x", Some(false)),
        ("https://a.b.wild.example:8443/", Some(false)),
        ("http://127.0.0.1:8081/", Some(true)),
        ("http://0x7f.1:8081/", Some(true)),
        ("http://2130706433:8081/", Some(true)),
        // Another host, port, scheme or form is another place.
        ("https://api.example./x", None),
        ("https://api.example:8443/x", None),
        ("http://api.example/x", None),
        ("https://api.example.evil.example/x", None),
        ("https://evil.example/#@api.example", None),
        ("https://evil.example\\@api.example/", None),
        ("https://api.example@evil.example/", None),
        ("https://wild.example:8443/", None),
        ("https://badwild.example:8443/", None),
        ("http://[::ffff:127.0.0.1]:8081/", None),
        ("http://[::1]:8081/", None),
        ("http://localhost:8081/", None),
        ("http://127.0.0.2:8081/", None),
        ("http://169.254.169.254/latest/meta-data/", None),
        ("http://[fd00:ec2::254]/latest/", None),
        ("http://metadata.google.internal/", None),
    ] {
        let answer = scene.fetch(HttpRequest::get(url)).await;
        let sent = scene.sent_whole();
        match expected {
            Some(private) => {
                answer.expect(url);
                assert_eq!(sent[0].private, private, "{url}");
            }
            None => {
                let error = answer.expect_err(url);
                assert!(matches!(error, GuestError::Denied(_)), "{url}: {error:?}");
                assert!(error.message().contains("--allow-net"), "{error:?}");
                assert_eq!(sent.len(), 0, "{url}");
            }
        }
    }
}

#[tokio::test]
async fn a_rule_that_keeps_a_name_public_is_named() {
    let url = "http://internal.example:8081/x";
    let private = HostRules {
        rules: vec!["10.0.0.0/8".parse().expect("a rule")],
        place: "`network.private` in the operator's policy `/etc/policy`, line 3".to_owned(),
    };
    let frame = Frame {
        network: NetworkBounds {
            private: vec![private],
            ..NetworkBounds::default()
        },
        ..Frame::default()
    };
    let leads_inward = || {
        let denied = GuestError::Denied("the name leads inward".to_owned());
        Reply::Unsent(denied)
    };
    for (configured, named) in [(true, true), (false, false)] {
        let granted = ["http://internal.example:8081"];
        let scene = Scene::framed(if configured { &[] } else { &granted }, &frame);
        if configured {
            let grant = HostPattern::from_configured_url("http://internal.example:8081");
            scene.capability.grant(vec![grant.expect("an address")]);
        }
        scene.replies([leads_inward()]);
        let error = scene.fetch(HttpRequest::get(url)).await.unwrap_err();
        assert!(matches!(error, GuestError::Denied(_)), "{error:?}");
        let message = error.message();
        assert_eq!(
            message.contains("`/etc/policy`, line 3"),
            named,
            "{message}"
        );
        assert_eq!(message.contains("leads inward"), !named, "{message}");
        assert!(!scene.sent_whole()[0].private);
    }
}

#[tokio::test]
async fn a_redirect_is_an_answer_unless_it_is_to_be_followed() {
    let scene = Scene::new(&["api.example"], &Limits::default());
    scene.replies([leads_to(302, "/y")]);
    let answer = scene.fetch(HttpRequest::get("https://api.example/x")).await;
    assert_eq!(answer.expect("an answer").status, 302);
    assert_eq!(scene.sent(), ["GET https://api.example/x"]);

    scene.replies([leads_to(302, "/y"), leads_to(307, "z?q=1")]);
    let request = HttpRequest {
        redirects: 2,
        ..send("POST", "https://api.example/x")
    };
    let answer = scene.fetch(request).await.expect("an answer");
    assert_eq!(answer.url.as_str(), "https://api.example/z?q=1");
    assert_eq!(
        scene.sent(),
        [
            "POST https://api.example/x",
            "GET https://api.example/y",
            "GET https://api.example/z?q=1",
        ]
    );
    // One more than was wanted.
    scene.replies(["/a", "/b", "/c"].map(|place| leads_to(301, place)));
    let request = HttpRequest {
        redirects: 2,
        ..HttpRequest::get("https://api.example/x")
    };
    let error = scene.fetch(request).await.unwrap_err();
    assert!(error.message().contains("more than 2 times"), "{error:?}");
    assert_eq!(scene.sent().len(), 3);
}

#[tokio::test]
async fn every_hop_is_judged_by_the_grants_and_by_what_may_change() {
    let scene = Scene::new(&["api.example", "other.example"], &Limits::default());
    for inward in [
        "http://169.254.169.254/latest/meta-data/",
        "http://127.0.0.1:8081/",
        "http://[::ffff:10.0.0.1]/",
        "http://api.example/",
        "//evil.example/",
    ] {
        scene.replies([leads_to(302, inward)]);
        let request = HttpRequest {
            redirects: 5,
            ..HttpRequest::get("https://api.example/x")
        };
        let error = scene.fetch(request).await.unwrap_err();
        assert!(
            matches!(error, GuestError::Denied(_)),
            "{inward}: {error:?}"
        );
        assert_eq!(scene.sent(), ["GET https://api.example/x"]);
    }
    // What may be said to the first server is not repeated to another.
    scene.replies([leads_to(308, "https://other.example/y")]);
    let request = HttpRequest {
        redirects: 1,
        headers: vec![
            ("Authorization".to_owned(), "hidden".to_owned()),
            ("Accept".to_owned(), "text/plain".to_owned()),
        ],
        body: RequestBody::Whole(Bytes::from("text")),
        ..send("PUT", "https://api.example/x")
    };
    scene.fetch(request).await.expect("an answer");
    let sent = scene.sent_whole();
    let accept = ("Accept".to_owned(), "text/plain".to_owned());
    assert_eq!(sent[0].headers.len(), 2);
    assert_eq!(sent[1].headers, [accept]);
    assert_eq!(sent[1].body, "text");
}

#[tokio::test]
async fn what_passes_is_waited_out_where_that_was_asked_for() {
    let scene = Scene::new(&["api.example"], &Limits::default());
    for (replies, expected) in [
        (vec![down(), status(503)], Ok(200)),
        (vec![status(429), status(502), status(504)], Ok(200)),
        (vec![status(500)], Ok(500)),
        (vec![status(404)], Ok(404)),
        (vec![down(), down(), down(), down()], Err(())),
        (
            vec![status(503), status(503), status(503), status(503)],
            Ok(503),
        ),
    ] {
        let attempts = replies
            .iter()
            .filter(|reply| !matches!(reply, Reply::Answer(404 | 500, ..)));
        let attempts = (attempts.count() + 1).min(4);
        scene.replies(replies);
        let answer = scene.fetch(retrying("GET", 4)).await;
        assert_eq!(answer.map(|answer| answer.status).map_err(|_| ()), expected);
        assert_eq!(scene.sent().len(), attempts);
    }
    let message = &scene.lines.heard()[0];
    assert_eq!(message.0, Severity::Debug);
    assert!(message.1.contains("attempt 1 failed: down"), "{message:?}");
    // Without the wish there is one attempt.
    scene.replies([status(503)]);
    let answer = scene.fetch(HttpRequest::get("https://api.example/")).await;
    assert_eq!(answer.expect("an answer").status, 503);
}

#[tokio::test]
async fn nothing_is_done_twice() {
    let scene = Scene::new(&["api.example"], &Limits::default());
    for method in ["POST", "PATCH", "BREW"] {
        scene.replies([down()]);
        scene.fetch(retrying(method, 5)).await.unwrap_err();
        assert_eq!(scene.sent().len(), 1, "{method}");
    }
    scene.replies([down()]);
    let known = HttpRequest {
        headers: vec![("Idempotency-Key".to_owned(), "1".to_owned())],
        ..retrying("POST", 5)
    };
    scene.fetch(known).await.expect("an answer");
    assert_eq!(scene.sent().len(), 2);
    // What was read while it was sent is gone.
    scene.replies([down()]);
    let streamed = HttpRequest {
        body: RequestBody::Streamed {
            chunks: BodyStream::whole("text"),
            length: None,
        },
        ..retrying("PUT", 5)
    };
    scene.fetch(streamed).await.unwrap_err();
    assert_eq!(scene.sent().len(), 1);
}

#[tokio::test]
async fn what_was_not_sent_is_sent_again_whatever_it_does() {
    let scene = Scene::new(&["api.example", "other.example"], &Limits::default());
    let nobody = || Reply::Unsent(GuestError::Unavailable("nobody listens".to_owned()));
    for method in ["POST", "PATCH", "DELETE"] {
        scene.replies([nobody(), nobody(), status(201)]);
        let answer = scene.fetch(retrying(method, 5)).await.expect("an answer");
        assert_eq!((answer.status, scene.sent().len()), (201, 3), "{method}");
    }
    // After that it was sent, and only once.
    scene.replies([nobody(), down()]);
    scene.fetch(retrying("POST", 5)).await.unwrap_err();
    assert_eq!(scene.sent().len(), 2);
    scene.replies([nobody(), status(503)]);
    let answer = scene.fetch(retrying("POST", 5)).await.expect("an answer");
    assert_eq!((answer.status, scene.sent().len()), (503, 2));
    // So it was where the server that was asked first led to one that is not there.
    scene.replies([leads_to(307, "https://other.example/y"), nobody()]);
    let request = HttpRequest {
        redirects: 1,
        ..retrying("POST", 5)
    };
    scene.fetch(request).await.unwrap_err();
    assert_eq!(scene.sent().len(), 2);
    // What passes by no pause is not tried again.
    let denied = GuestError::Denied("not public".to_owned());
    scene.replies([Reply::Unsent(denied)]);
    scene.fetch(retrying("GET", 5)).await.unwrap_err();
    assert_eq!(scene.sent().len(), 1);
}

#[tokio::test]
async fn a_request_that_is_none_is_invalid() {
    let scene = Scene::new(&["api.example"], &Limits::default());
    let header = HttpRequest {
        headers: vec![("x".to_owned(), "a\r\nb".to_owned())],
        ..HttpRequest::get("https://api.example/")
    };
    for request in [
        send("GET /", "https://api.example/"),
        send("CONNECT", "https://api.example/"),
        send("GET", "/etc/passwd"),
        send("GET", "file:///etc/passwd"),
        send("GET", "https://api.example:99999/"),
        header,
    ] {
        let error = scene.fetch(request).await.unwrap_err();
        let GuestError::Invalid(faults) = &error else {
            panic!("{error:?}");
        };
        assert!(faults[0].property.is_empty(), "{faults:?}");
    }
    assert_eq!(scene.sent().len(), 0);
}

#[tokio::test]
async fn a_server_that_asks_for_time_is_given_it_within_the_call() {
    let scene = Scene::new(&["api.example"], &Limits::default());
    let busy = |seconds: &str| Reply::Answer(503, vec![("retry-after", seconds.to_owned())], "");
    scene.replies([busy("40")]);
    scene.fetch(retrying("GET", 3)).await.expect("an answer");
    assert_eq!(scene.clock.elapsed(), Duration::from_secs(40));
    assert_eq!(scene.sent().len(), 2);
    // More than the longest pause, and more than the call has.
    let patient = |longest: u64| HttpRequest {
        retry: Some(Retry {
            attempts: 3,
            first: Duration::from_secs(1),
            longest: Duration::from_secs(longest),
        }),
        ..HttpRequest::get("https://api.example/")
    };
    for longest in [60, 100_000] {
        scene.replies([busy("2000")]);
        let answer = scene.fetch(patient(longest)).await.expect("an answer");
        assert_eq!(answer.status, 503);
        assert_eq!(scene.sent().len(), 1);
    }
}

#[tokio::test]
async fn a_cancelled_call_asks_no_more() {
    let scene = Scene::new(&["api.example"], &Limits::default());
    scene.cancellation.cancel();
    let error = scene.fetch(retrying("GET", 3)).await.unwrap_err();
    assert!(matches!(error, GuestError::Cancelled(_)), "{error:?}");
    assert_eq!(scene.sent().len(), 0);
}

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
        assert!(message.contains("hint: raise it with"), "{message}");
        assert!(!message.contains("hidden"), "{message}");
        // The next request is as good as any.
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
    // Another call has requests of its own.
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

/// What a manifest says of its hosts.
fn wants(net: serde_json::Value) -> Wants {
    let text = |secret: bool| json!({ "type": "string", "secret": secret });
    let manifest = json!({
        "manifest": 1,
        "schema": {
            "name": "acme",
            "version": "1.0.0",
            "config": { "variables": {
                "url": text(false), "user": text(false), "token": text(true),
            } },
            "provider": { "inputProperties": {
                "url": text(false), "user": text(false), "token": text(true),
            } },
        },
        "wants": { "net": net },
    });
    Manifest::parse(&manifest.to_string())
        .expect("a manifest")
        .wants
}

fn configuration(pairs: &[(&str, &str)]) -> PropertyMap {
    let pairs: BTreeMap<_, _> = pairs
        .iter()
        .map(|(key, value)| {
            (
                (*key).to_owned(),
                PropertyValue::String((*value).to_owned()),
            )
        })
        .collect();
    pairs.into_iter().collect()
}

#[tokio::test]
async fn nothing_changes_where_nothing_may_but_for_what_the_manifest_says() {
    let scene = Scene::new(&["api.example", "other.example"], &Limits::default());
    let said = json!([{ "host": "api.example", "reads": ["POST /graphql", "POST /search/*"] }]);
    scene
        .capability
        .declare(&wants(said).net, &PropertyMap::new());
    for (operation, effects, preview) in [
        (Operation::Check, Effects::None, false),
        (Operation::Create, Effects::None, true),
        (Operation::Read, Effects::Read, false),
    ] {
        scene.begin(operation, effects, preview);
        for (method, url, expected) in [
            ("GET", "https://api.example/x", true),
            ("HEAD", "https://api.example/x", true),
            ("OPTIONS", "https://api.example/x", true),
            ("POST", "https://api.example/graphql?q=1", true),
            ("POST", "https://api.example/search/zones", true),
            ("POST", "https://api.example/search/../zones", false),
            ("POST", "https://api.example/search/..%2fzones", false),
            ("POST", "https://other.example/graphql", false),
            ("DELETE", "https://api.example/graphql", false),
            ("POST", "https://api.example/x?token=hidden", false),
            ("PUT", "https://user:hidden@api.example/x", false),
            ("get", "https://api.example/x", false),
        ] {
            let answer = scene.fetch(send(method, url)).await;
            assert_eq!(answer.is_ok(), expected, "{operation:?} {method} {url}");
            if let Err(error) = answer {
                let message = error.message();
                let occasion = if preview {
                    "a preview (create)"
                } else {
                    operation.name()
                };
                for part in [
                    method,
                    occasion,
                    "`one` (acme:index:Thing)",
                    "hint: ",
                    "\"reads\"",
                ] {
                    assert!(message.contains(part), "`{part}`: {message}");
                }
                assert!(!message.contains("hidden"), "{message}");
            }
        }
    }
    // What a redirect makes of it is judged again.
    scene.begin(Operation::Create, Effects::None, true);
    scene.sent();
    scene.replies([leads_to(307, "https://other.example/graphql")]);
    let request = HttpRequest {
        redirects: 3,
        ..send("POST", "https://api.example/graphql")
    };
    let error = scene.fetch(request).await.unwrap_err();
    assert!(matches!(error, GuestError::Denied(_)), "{error:?}");
    assert_eq!(scene.sent().len(), 1);
}

#[tokio::test]
async fn what_was_refused_is_told_at_the_end_of_the_call() {
    let scene = Scene::new(&["api.example"], &Limits::default());
    scene.begin(Operation::Create, Effects::None, true);
    for _ in 0..3 {
        _ = scene
            .fetch(send("POST", "https://api.example/x?token=hidden"))
            .await;
    }
    _ = scene.fetch(HttpRequest::get("https://evil.example/")).await;
    assert_eq!(scene.lines.heard(), []);
    scene.slot.end();
    let message = "refused in this call:\n  GET https://evil.example/\n  POST https://api.example/x (3 times)";
    assert_eq!(
        scene.lines.heard(),
        [(Severity::Debug, message.to_owned(), false)]
    );
}

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
        let wants = wants(json!([{ "host": "api.example", "credential": credential }]));
        let values = configuration(&[("token", "s3cret"), ("user", "you")]);
        scene.capability.declare(&wants.net, &values);
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
        let sent = scene.sent_whole();
        assert_eq!(sent[0].headers, attached);
        assert_eq!((sent[1].headers.len(), sent[2].headers.len()), (0, 0));
        // What the guest says itself, it means.
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
        let wants = wants(json!([{ "host": "api.example", "credential": credential }]));
        let values = configuration(&[("token", "5")]);
        scene.capability.declare(&wants.net, &values);
        let answer = scene.fetch(HttpRequest::get("https://api.example/")).await;
        let message = answer.unwrap_err().message();
        assert!(message.contains(&header.to_lowercase()), "{message}");
        assert_eq!(scene.sent().len(), 0);
    }
    // Nor is it added to another one in the address.
    let scene = Scene::new(&["api.example"], &Limits::default());
    let credential = json!({ "as": "bearer", "config": "token" });
    let wants = wants(json!([{ "host": "api.example", "credential": credential }]));
    let values = configuration(&[("token", "5")]);
    scene.capability.declare(&wants.net, &values);
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
        "credential": { "as": "bearer", "config": "token", "withhold": true },
    }]);
    let wants = wants(net);
    let values = configuration(&[("token", "s3cret"), ("url", "http://127.0.0.1:8081/api")]);
    let grant = HostPattern::from_configured_url("http://127.0.0.1:8081/api");
    scene.capability.grant(vec![grant.expect("an address")]);
    scene.capability.declare(&wants.net, &values);
    scene
        .fetch(HttpRequest::get("http://127.0.0.1:8081/x"))
        .await
        .expect("an answer");
    assert_eq!(scene.sent_whole()[0].headers[0].1, "Bearer s3cret");
    // The guest is not told.
    let shown = wants.shown(values);
    assert!(shown.contains_key("url") && !shown.contains_key("token"));
    // What cannot be sent is said without it.
    let values = configuration(&[("token", "s3\ncret"), ("url", "http://127.0.0.1:8081")]);
    scene.capability.declare(&wants.net, &values);
    let error = scene
        .fetch(HttpRequest::get("http://127.0.0.1:8081/x"))
        .await;
    let message = error.unwrap_err().message();
    assert!(
        message.contains("`token`") && !message.contains("cret\n"),
        "{message}"
    );
}

#[tokio::test]
async fn bodies_are_handled_in_parts_by_number() {
    let scene = Scene::new(&["api.example"], &Limits::default());
    let mut exchanges = Exchanges::default();
    let open = |exchanges: &mut Exchanges, upload| {
        let client = scene.capability.client(&scene.slot).expect("a call");
        let request = send("PUT", "https://api.example/x");
        exchanges.open(client, request, upload).expect("a number")
    };
    scene.replies([Reply::Answer(201, vec![("etag", "1".to_owned())], "answer")]);
    let number = open(&mut exchanges, Upload::Written(Some(8)));
    for part in ["1234", "", "5678"] {
        let bytes = part.as_bytes().to_vec();
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
    // More or less than was announced is not sent as if it were all.
    let number = open(&mut exchanges, Upload::Written(Some(2)));
    let error = exchanges.write(number, b"123".to_vec()).await.unwrap_err();
    assert!(matches!(error, GuestError::Invalid(_)), "{error:?}");
    let error = exchanges.head(number).await.unwrap_err();
    assert!(
        error.message().contains("less than was announced"),
        "{error:?}"
    );
    assert_eq!(scene.sent().len(), 0);
    // A refusal comes with the first thing that waits for the answer.
    let client = scene.capability.client(&scene.slot).expect("a call");
    let request = HttpRequest::get("https://evil.example/");
    let number = exchanges
        .open(client, request, Upload::Own)
        .expect("a number");
    let error = exchanges.head(number).await.unwrap_err();
    assert!(matches!(error, GuestError::Denied(_)), "{error:?}");
}

#[tokio::test]
async fn what_is_open_is_bounded_and_ends_with_the_call() {
    let scene = Scene::new(&["api.example"], &Limits::default());
    scene.replies(vec![Reply::Never; 200]);
    let mut exchanges = Exchanges::default();
    let mut refused = None;
    for _ in 0..200 {
        let client = scene.capability.client(&scene.slot).expect("a call");
        let request = HttpRequest::get("https://api.example/x");
        if let Err(error) = exchanges.open(client, request, Upload::Own) {
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
    // A slot without a call has no way to the network.
    scene.slot.end();
    assert!(scene.capability.client(&scene.slot).is_err());
}
