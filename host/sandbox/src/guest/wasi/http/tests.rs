use std::sync::Mutex;

use async_trait::async_trait;
use http_body_util::Empty;
use pulumi_wasm_capability::Grants;
use pulumi_wasm_capability::fault_injection::{Injection, Observer};
use pulumi_wasm_capability::http::{IncomingResponse, OutgoingRequest};
use pulumi_wasm_capability::limits::Limits;
use pulumi_wasm_capability::system::{Network, System};
use pulumi_wasm_capability::testing::{Lines, call, current_call};
use pulumi_wasm_core::call::{Call, Operation};

use super::*;

#[test]
fn a_request_has_one_length_or_none() {
    let read = |values: &[&'static str]| {
        let values: Vec<_> = values
            .iter()
            .map(|value| HeaderValue::from_static(value))
            .collect();
        length(values.iter()).ok()
    };
    for (values, expected) in [
        (&[][..], Some(None)),
        (&["5"], Some(Some(5))),
        (&["5", "5"], None),
        (&["5", "6"], None),
        (&["5, 5"], None),
        (&["+5"], None),
        (&["-1"], None),
        (&["0x5"], None),
        (&[""], None),
        (&["99999999999999999999"], None),
    ] {
        assert_eq!(read(values), expected, "{values:?}");
    }
}

/// Answers everything, and stores what it may store.
#[derive(Default)]
struct Server(Mutex<Vec<(Duration, Option<Duration>)>>);

#[async_trait]
impl Network for Server {
    async fn send(
        &self,
        _call: &Call,
        request: OutgoingRequest,
    ) -> Result<IncomingResponse, NoAnswer> {
        let times = (request.connect_time, request.first_byte_time);
        self.0.lock().expect("times").push(times);
        Ok(IncomingResponse {
            status: 200,
            headers: Vec::new(),
            body: BodyStream::whole("ok"),
        })
    }
}

/// Looks on, and has an end for one side of a host call.
struct Onlooker {
    passed: Mutex<Vec<InjectionPoint>>,
    at: Moment,
    verdict: Injection,
}

impl Observer for Onlooker {
    fn at(&self, _call: &Call, point: InjectionPoint) -> Injection {
        self.passed.lock().expect("boundaries").push(point);
        if point.moment == self.at {
            self.verdict.clone()
        } else {
            Injection::Continue
        }
    }
}

struct Scene {
    server: Arc<Server>,
    onlooker: Arc<Onlooker>,
    sender: WasiHttpSender,
}

impl Scene {
    fn new(at: Moment, verdict: Injection) -> Self {
        let server = Arc::<Server>::default();
        let onlooker = Arc::new(Onlooker {
            passed: Mutex::default(),
            at,
            verdict,
        });
        let system = System {
            observer: Some(Arc::clone(&onlooker) as Arc<_>),
            ..System::of_machine(Arc::clone(&server) as Arc<_>)
        };
        let grants = Grants {
            net: vec!["a.example".parse().expect("a grant")],
            ..Grants::default()
        };
        let current_call = current_call();
        current_call.begin(
            call(Operation::Create, &Lines::default()),
            Duration::from_secs(60),
        );
        Self {
            server,
            onlooker,
            sender: WasiHttpSender {
                current_call,
                capabilities: Capabilities::within(system, &grants, &Limits::default()),
            },
        }
    }

    async fn ask(&mut self, options: Option<RequestOptions>) -> Result<u16, Error> {
        let body = Empty::new().map_err(|never| match never {}).boxed_unsync();
        let request = Request::get("https://a.example/x").body(body);
        let request = request.expect("a request");
        let outcome = Box::new(std::future::ready(Ok(())));
        let sending = self.sender.send_request(request, options, outcome);
        let (response, _) = Box::into_pin(sending).await?;
        Ok(response.status().as_u16())
    }
}

#[tokio::test]
async fn requests_pass_the_boundaries_of_a_host_call() {
    let [before, after] = [Moment::Before, Moment::After].map(|moment| InjectionPoint {
        host_call: HANDLE,
        moment,
    });
    let broken = || Injection::Fail(GuestError::Other("it broke".to_owned()));
    for (at, verdict, passed, sent) in [
        (Moment::After, Injection::Continue, vec![before, after], 1),
        (Moment::Before, broken(), vec![before], 0),
        (Moment::After, broken(), vec![before, after], 1),
    ] {
        let is_to_fail = matches!(verdict, Injection::Fail(_));
        let mut scene = Scene::new(at, verdict);
        match scene.ask(None).await {
            Ok(status) => assert!(!is_to_fail && status == 200),
            Err(Error::InternalError(Some(words))) => assert_eq!(words, "it broke"),
            Err(other) => panic!("{other:?}"),
        }
        assert_eq!(*scene.onlooker.passed.lock().expect("boundaries"), passed);
        assert_eq!(scene.server.0.lock().expect("times").len(), sent);
    }
    let mut scene = Scene::new(Moment::After, Injection::End);
    let time = Duration::from_millis(50);
    assert!(tokio::time::timeout(time, scene.ask(None)).await.is_err());
    let call = scene.sender.current_call.call().expect("a call");
    assert!(call.cancellation.is_cancelled());
}

#[tokio::test]
async fn a_guest_may_wait_less_than_the_limits_and_no_longer() {
    let second = Duration::from_secs(1);
    let most = Limits::default().time(pulumi_wasm_capability::limits::Limit::HttpConnectTime);
    for (connect, first_byte, expected) in [
        (None, None, (most, None)),
        (Some(second), Some(2 * second), (second, Some(2 * second))),
        (Some(1000 * second), None, (most, None)),
    ] {
        let mut scene = Scene::new(Moment::Before, Injection::Continue);
        let options = RequestOptions {
            connect_timeout: connect,
            first_byte_timeout: first_byte,
            between_bytes_timeout: None,
        };
        scene.ask(Some(options)).await.expect("an answer");
        assert_eq!(*scene.server.0.lock().expect("times"), [expected]);
    }
}
