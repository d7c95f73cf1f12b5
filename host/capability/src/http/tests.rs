//! Requests that are judged, limited, redirected, repeated and given credentials, on a network that a test makes up.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use pulumi_wasm_core::call::{Call, Effects, Operation, Severity};
use pulumi_wasm_core::error::GuestError;
use pulumi_wasm_core::manifest::{Manifest, Permissions};
use pulumi_wasm_core::value::{PropertyMap, PropertyValue};
use serde_json::json;
use tokio_util::sync::CancellationToken;

use super::*;
use crate::CurrentCall;
use crate::budget::Budget;
use crate::grant_policy::GrantPolicy;
use crate::limits::{Limit, Limits};
use crate::polling::backoff::Backoff;
use crate::system::{Network, NoAnswer, System, Time};
use crate::testing::{Lines, call};

/// One response of the network.
#[derive(Clone)]
enum Reply {
    Answer(u16, Vec<(&'static str, String)>, &'static str),
    Fails(GuestError),
    /// The same before anything was sent.
    Unsent(GuestError),
    /// A head, and then a body that never arrives.
    Stalls,
    Never,
}

/// The sent requests.
#[derive(Debug)]
struct Sent {
    line: String,
    headers: Vec<(String, String)>,
    body: String,
    private: bool,
    way: Option<ChosenRoute>,
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
    ) -> Result<IncomingResponse, NoAnswer> {
        self.pending.fetch_add(1, Ordering::SeqCst);
        let _pending = Pending(&self.pending);
        let line = format!("{} {}", request.method, request.url);
        let body = request.body.read_whole().await?;
        self.sent.lock().expect("sent").push(Sent {
            line,
            headers: request.headers,
            body: String::from_utf8(body).expect("text"),
            private: request.reach == Reach::Any,
            way: request.way,
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
            Reply::Unsent(error) => Err(NoAnswer::unsent(error)),
            Reply::Stalls => Ok(IncomingResponse {
                status: 200,
                headers: Vec::new(),
                body: BodyStream::new(futures_util::stream::pending()),
            }),
            Reply::Never => std::future::pending().await,
        }
    }
}

/// A clock that advances when a request waits.
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

/// A component's client for such a network.
struct Scene {
    script: Arc<Script>,
    clock: Arc<Clock>,
    capability: HttpCapability,
    current_call: CurrentCall,
    lines: Lines,
    cancellation: CancellationToken,
}

impl Scene {
    fn new(grants: &[&str], limits: &Limits) -> Self {
        Self::within(grants, limits, &GrantPolicy::default())
    }

    fn under_policy(grants: &[&str], grant_policy: &GrantPolicy) -> Self {
        Self::within(grants, &Limits::default(), grant_policy)
    }

    fn within(grants: &[&str], limits: &Limits, grant_policy: &GrantPolicy) -> Self {
        let (script, clock) = (Arc::<Script>::default(), Arc::<Clock>::default());
        let system = System {
            time: Arc::clone(&clock) as Arc<_>,
            ..System::of_machine(Arc::clone(&script) as Arc<_>)
        };
        let granted = grants.iter().map(|grant| grant.parse().expect("a grant"));
        let capability = HttpCapability::under_policy(
            &system,
            granted.collect(),
            Vec::new(),
            limits,
            grant_policy,
        );
        let scene = Self {
            current_call: CurrentCall::new(
                Arc::clone(&clock) as Arc<_>,
                Budget::alone(Arc::new(limits.clone())),
            ),
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
        let subject = Arc::make_mut(&mut call.subject);
        subject.token = "acme:index:Thing".to_owned();
        subject.name = "one".to_owned();
        call.cancellation = self.cancellation.clone();
        self.current_call.begin(call, Duration::from_secs(1000));
    }

    fn replies(&self, replies: impl IntoIterator<Item = Reply>) {
        self.script.replies.lock().expect("replies").extend(replies);
    }

    async fn fetch(&self, request: HttpRequest) -> Result<HttpResponse, GuestError> {
        let client = self.capability.client(&self.current_call)?;
        client.fetch(request).await
    }

    /// The requests since the last call, as method and address.
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
        backoff: Some(Backoff {
            attempts,
            first_delay: Duration::from_secs(1),
            factor: 2.0,
            timeout: None,
            max_delay: Duration::from_secs(60),
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

/// The manifest's permissions.
fn permissions(net: serde_json::Value) -> Permissions {
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
                "ca": text(false), "certificate": text(false), "proxy": text(false),
                "insecure": { "type": "boolean" },
            } },
        },
        "permissions": { "net": net },
    });
    Manifest::parse(&manifest.to_string())
        .expect("a manifest")
        .permissions
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

mod attempts;
mod credentials;
mod judging;
mod limits;
mod parts;
mod redirects;
mod safe_requests;
mod ways;
