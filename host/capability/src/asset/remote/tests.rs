use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use futures_util::stream;
use pulumi_wasm_core::call::{Call, Operation};
use pulumi_wasm_core::value::Asset;

use super::*;
use crate::budget::Reservation;
use crate::http::{BodyStream, HttpCapability, IncomingResponse, OutgoingRequest};
use crate::system::{Network, NoAnswer, System};
use crate::testing::{Lines, call, current_call};

/// The size of one part from the servers.
const PART: usize = 1000;

/// Servers that send as many bytes as the last part of the path says, or lead to the address behind `to=`.
#[derive(Default)]
struct Servers {
    asked: Mutex<Vec<String>>,
    sent: Arc<Mutex<usize>>,
}

#[async_trait]
impl Network for Servers {
    async fn send(
        &self,
        _call: &Call,
        request: OutgoingRequest,
    ) -> Result<IncomingResponse, NoAnswer> {
        let url = request.url;
        self.asked.lock().expect("asked").push(url.to_string());
        let to = url.query().and_then(|query| query.strip_prefix("to="));
        let size: usize = url.path()[1..].parse().unwrap_or(0);
        let sent = Arc::clone(&self.sent);
        let parts = (0..size.div_ceil(PART)).map(move |_| {
            *sent.lock().expect("sent") += PART;
            Ok(Bytes::from(vec![b'.'; PART]))
        });
        Ok(IncomingResponse {
            status: if to.is_some() { 302 } else { 200 },
            headers: to
                .map(|to| ("location".to_owned(), to.to_owned()))
                .into_iter()
                .collect(),
            body: BodyStream::new(stream::iter(parts)),
        })
    }
}

struct Scene {
    servers: Arc<Servers>,
    client: HttpClient,
    limits: Limits,
}

impl Scene {
    fn new() -> Self {
        let mut limits = Limits::default();
        limits.set(Limit::AssetSize, 5000);
        // Responses that are read as a whole have another limit.
        limits.set(Limit::ResponseSize, 10);
        let servers = Arc::<Servers>::default();
        let system = System::of_machine(Arc::clone(&servers) as Arc<_>);
        let granted = vec!["a.example".parse().expect("a grant")];
        let current_call = current_call();
        let lines = Lines::default();
        current_call.begin(call(Operation::Create, &lines), Duration::from_secs(60));
        let client = HttpCapability::new(&system, granted, &limits).client(&current_call);
        Self {
            servers,
            client: client.expect("a call"),
            limits,
        }
    }

    async fn fetch(&self, address: &str) -> Result<usize, GuestError> {
        let value = PropertyValue::Asset(Box::new(Asset {
            hash: String::new(),
            content: AssetContent::Uri(address.to_owned()),
        }));
        let fetched = fetch_all(
            &value,
            &self.client,
            &self.limits,
            &mut Reservation::default(),
        )
        .await;
        fetched
            .map(|fetched| fetched[address].len())
            .map_err(|fault| fault.for_guest("it", false))
    }
}

#[tokio::test]
async fn an_address_is_read_up_to_the_limit_of_assets_and_no_further() {
    let scene = Scene::new();
    let whole = scene.fetch("https://a.example/5000").await;
    assert_eq!(whole.expect("content"), 5000);
    *scene.servers.sent.lock().expect("sent") = 0;
    let error = scene.fetch("https://a.example/100000000").await;
    let message = error.unwrap_err().message();
    assert!(message.contains("asset-size"), "{message}");
    assert_eq!(*scene.servers.sent.lock().expect("sent"), 5000 + PART);
}

#[tokio::test]
async fn redirects_are_followed_as_for_any_request() {
    let scene = Scene::new();
    let asked = || std::mem::take(&mut *scene.servers.asked.lock().expect("asked"));
    let address = "https://me:own@a.example/?to=https://you:it@a.example/2000";
    assert_eq!(scene.fetch(address).await.expect("content"), 2000);
    let [first, last] = &asked()[..] else {
        panic!("two requests");
    };
    assert!(first.starts_with("https://a.example/?to="), "{first}");
    assert_eq!(last, "https://a.example/2000");
    // Another host needs another grant, and circular redirects fail.
    let error = scene
        .fetch("https://a.example/?to=https://b.example/")
        .await;
    let error = error.unwrap_err();
    assert!(matches!(error, GuestError::Denied(_)), "{error:?}");
    assert_eq!(asked().len(), 1);
    let mut circle = "https://a.example/1000".to_owned();
    for _ in 0..11 {
        circle = format!("/?to={circle}");
    }
    let error = scene.fetch(&format!("https://a.example{circle}")).await;
    let message = error.unwrap_err().message();
    assert!(message.contains("its address cannot be read"), "{message}");
    assert_eq!(asked().len(), 11);
    let error = scene
        .fetch("https://a.example/?to=file:///etc/passwd")
        .await;
    let message = error.unwrap_err().message();
    assert!(
        message.contains("redirects to an address that the host cannot request"),
        "{message}"
    );
}
