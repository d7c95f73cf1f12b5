//! Calls that wait use no processor time, whatever they wait for.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use http_body_util::Empty;
use hyper::server::conn::http2;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo};
use pulumi_wasm_core::value::special_values::ASSET;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::task::JoinHandle;
use tokio_rustls::TlsAcceptor;

use test_support::fake::calls::construct_request as request;
use test_support::fake::calls::{create_request, special, string, structure};
use test_support::fake::declare::Declare;
use test_support::fake::guest::Guest;
use test_support::fake::module::World;
use test_support::fake::monitor::{FakeMonitor, Reply};
use test_support::fake::plugin::Plugin;
use test_support::fake::reach::Reach;
use test_support::fake::scene::Scene;
use test_support::fake::share::{Making, Share};
use test_support::fake::steps::{Answer, Asked, DEBUG, Exchange, Sent, Step};
use test_support::fake::wasi_http::WasiRequest;
use test_support::servers::fixed_answer;
use test_support::servers::tls::Identity;
use test_support::within;

/// Calls that wait at once.
const CALLS: usize = 10;
/// The length of one measurement of the process.
const WATCHED: Duration = Duration::from_secs(1);
/// The number of measurements before the test fails. The first times may see calls that begin.
const LOOKS: usize = 10;
/// Processes at once.
const AT_ONCE: usize = 6;
/// A wait that no test sees the end of, in milliseconds.
const LONG: u32 = 1_800_000;

/// The pollables of WASI.
const WASI: &str = "
package test:waiting;
package wasi:io@0.2.0 {
    interface poll {
        resource pollable { block: func(); }
        poll: func(in: list<borrow<pollable>>) -> list<u32>;
    }
}
package wasi:clocks@0.2.0 {
    interface monotonic-clock {
        use wasi:io/poll@0.2.0.{pollable};
        subscribe-duration: func(when: u64) -> pollable;
    }
}
world hostile {
    include pulumi-wasm:provider/provider@0.1.0;
    import wasi:io/poll@0.2.0;
    import wasi:clocks/monotonic-clock@0.2.0;
}";
const MINUTES: &str = "(call $monotonic-clock.subscribe-duration (i64.const 1800000000000))";

/// Something that calls wait for.
struct Way {
    name: &'static str,
    guest: Guest,
    flags: Vec<String>,
    /// The number of calls that run before they wait. The others wait for their instance.
    running: usize,
    /// The file with the authorities that the plugin trusts.
    authorities: Option<PathBuf>,
    /// The address of the asset that each call gets.
    asset: Option<String>,
}

impl Way {
    /// A guest that computes for longer than a short call, says so, and then waits.
    fn new(name: &'static str, wait: impl IntoIterator<Item = Step>) -> Self {
        Self {
            name,
            guest: Guest::new().does("create", computing(wait)),
            flags: Vec::new(),
            running: CALLS,
            authorities: None,
            asset: None,
        }
    }

    fn in_world(mut self, world: World) -> Self {
        self.guest = self.guest.in_world(world);
        self
    }

    fn flags<const N: usize>(mut self, flags: [&str; N]) -> Self {
        self.flags.extend(flags.map(str::to_owned));
        self
    }

    /// Begins the calls, and watches the process while they wait.
    async fn watch(self) -> Result<(), String> {
        let scene = Scene::new().await;
        scene.add("acme.wasm", &self.guest);
        let mut command = scene.command();
        command.arg(&scene.engine.address);
        if let Some(file) = &self.authorities {
            command.env("PULUMI_WASM_CA_FILE", file);
        }
        let plugin = Plugin::start(command).await;
        let mut words = vec!["./acme.wasm"];
        words.extend(self.flags.iter().map(String::as_str));
        plugin.parameterize(&words).await.expect("a package");
        let calls = (0..CALLS).map(|number| {
            let mut request = create_request(&format!("thing-{number}"));
            if let Some(address) = &self.asset {
                let code = special(ASSET, &[("uri", string(address))]);
                request.properties = Some(structure(&[("code", code)]));
            }
            let mut client = plugin.client();
            tokio::spawn(async move { client.create(request).await.is_ok() })
        });
        let calls: Vec<_> = calls.collect();
        hears(&scene, "computed", self.running).await;
        idles(self.name, &plugin, &calls).await
    }
}

/// The steps of a call that computes for longer than a short call, says so, and takes these steps.
fn computing(then: impl IntoIterator<Item = Step>) -> Vec<Step> {
    let compute = Step::Text(
        "(global.set $times (i32.const 20000000)) (loop $on (global.set $times (i32.sub (global.get $times) \
         (i32.const 1))) (br_if $on (global.get $times)))"
            .to_owned(),
    );
    let said = Step::Log {
        severity: DEBUG,
        text: "computed",
        times: 1,
    };
    [compute, said].into_iter().chain(then).collect()
}

/// Waits until the engine has heard these words so often.
async fn hears(scene: &Scene, words: &str, times: usize) {
    let heard = || {
        let messages = scene.engine.messages().into_iter();
        messages
            .filter(|message| message.message.contains(words))
            .count()
    };
    let look = async {
        while heard() < times {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    within(look).await;
}

/// Measures a process whose calls all wait: it must use less than a tenth of one processor, as soon as all calls have
/// begun to wait. Ten waiting calls together use some thousandths.
async fn idles<T>(name: &str, plugin: &Plugin, calls: &[JoinHandle<T>]) -> Result<(), String> {
    let mut all_used = Vec::new();
    for _ in 0..LOOKS {
        let (before, began) = (plugin.computed(), Instant::now());
        tokio::time::sleep(WATCHED).await;
        let (used, waited) = (plugin.computed() - before, began.elapsed());
        if calls.iter().any(JoinHandle::is_finished) {
            return Err(format!("{name}: a call does not wait"));
        }
        if used < waited / 10 {
            return Ok(());
        }
        all_used.push(used);
    }
    Err(format!(
        "{name}: each {WATCHED:?} of waiting used {all_used:?}"
    ))
}

/// A server that takes connections, and does this with each.
async fn serve<F>(work: impl Fn(TcpStream) -> F + Send + 'static) -> String
where
    F: Future<Output = ()> + Send + 'static,
{
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(work(stream));
        }
    });
    format!("http://{address}")
}

/// A server that reads nothing and sends nothing.
async fn silent() -> String {
    serve(|stream| async move {
        std::future::pending::<()>().await;
        drop(stream);
    })
    .await
}

/// A server that sends single bytes slowly.
async fn dripping() -> String {
    serve(|mut stream| async move {
        // A client refuses an answer that comes before its request.
        let mut request = [0; 4096];
        drop(stream.read(&mut request).await);
        let head = b"HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n";
        let mut going = stream.write_all(head).await.is_ok();
        while going {
            tokio::time::sleep(Duration::from_millis(100)).await;
            going = stream.write_all(b".").await.is_ok();
        }
    })
    .await
}

/// An address where connections are neither taken nor refused, because too many wait already.
async fn crowded() -> (String, Vec<TcpStream>) {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket
        .bind("127.0.0.1:0".parse().expect("an address"))
        .expect("a port");
    let listener = socket.listen(1).expect("a listener");
    let address = listener.local_addr().expect("an address");
    let mut waiting = Vec::new();
    while let Ok(Ok(stream)) =
        tokio::time::timeout(Duration::from_millis(300), TcpStream::connect(address)).await
    {
        waiting.push(stream);
    }
    // No server accepts the connection.
    std::mem::forget(listener);
    (format!("http://{address}"), waiting)
}

/// A server of HTTP/2 that reads no request's body, so that windows close. Returns its address, and the folder of its
/// certificate.
async fn closed_windows() -> (String, tempfile::TempDir) {
    let identity = Identity::of(&["127.0.0.1"]);
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("ca.pem"), identity.authority()).expect("a file");
    let mut config = identity.server();
    config.alpn_protocols = vec![b"h2".to_vec()];
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let address = serve(move |stream| {
        let acceptor = acceptor.clone();
        async move {
            let stream = acceptor.accept(stream).await.expect("TLS");
            let service = service_fn(|request: http::Request<hyper::body::Incoming>| async move {
                std::future::pending::<()>().await;
                drop(request);
                Ok::<_, std::convert::Infallible>(http::Response::new(Empty::<bytes::Bytes>::new()))
            });
            let builder = http2::Builder::new(TokioExecutor::new());
            drop(
                builder
                    .serve_connection(TokioIo::new(stream), service)
                    .await,
            );
        }
    })
    .await;
    (address.replacen("http", "https", 1), folder)
}

/// A request whose body is written as long as the buffer has space.
fn uploading(server: &str) -> Vec<Step> {
    let asked = Asked {
        body: Some(Sent::Written(None)),
        ..Asked::new("PUT", server)
    };
    let part: &'static str = "x".repeat(64 << 10).leak();
    let written = Step::Again(vec![Step::Exchange(Exchange::Write(part))]);
    vec![Step::Exchange(Exchange::Open(asked)), written]
}

#[tokio::test]
async fn a_call_that_waits_uses_no_processor_time() {
    let (silent, dripping) = (silent().await, dripping().await);
    let busy = fixed_answer::start_with("503 Busy", b"").await;
    let (crowded, _waiting) = crowded().await;
    let (windows, folder) = closed_windows().await;
    let fetch = |server: &str| Step::Ask(Asked::new("GET", server));
    let pause = Reach::Pause {
        first: LONG,
        factor: 1.0,
        longest: LONG,
        timeout: 0,
        look: 1,
        status: "",
    };
    let text = |text: String| [Step::Text(text)];
    let turn = || {
        Step::Share(Share::Acquire {
            name: "makes",
            per_second: 0.01,
        })
    };
    let value = Share::Value {
        key: "token",
        value: "made",
        takes: LONG,
        making: Making::Kept(1),
    };
    let retried = Asked {
        backoff: Some([3, LONG, LONG]),
        ..Asked::new("GET", &busy)
    };
    let wasi_request = WasiRequest {
        reads: 1,
        ..WasiRequest::get(&silent)
    };
    let dripped = WasiRequest {
        reads: 600,
        ..WasiRequest::get(&dripping)
    };
    let ways = vec![
        Way::new("a sleep", [Step::Sleep(LONG)]),
        Way::new("a pause", [Step::Reach(pause)]),
        Way::new("a server that says nothing", [fetch(&silent)]).flags(["--allow-net", &silent]),
        Way::new("an answer that drips", [fetch(&dripping)]).flags(["--allow-net", &dripping]),
        Way::new("a server that takes no connection", [fetch(&crowded)])
            .flags(["--allow-net", &crowded]),
        Way::new("an upload without a reader", uploading(&silent)).flags(["--allow-net", &silent]),
        Way {
            authorities: Some(folder.path().join("ca.pem")),
            ..Way::new("a closed window of HTTP/2", uploading(&windows))
                .flags(["--allow-net", &windows])
        },
        Way::new("the pause before another attempt", [Step::Ask(retried)])
            .flags(["--allow-net", &busy]),
        Way {
            asset: Some(silent.clone()),
            ..Way::new(
                "an asset that does not come",
                [Step::Reach(Reach::OpenAsset(0))],
            )
            .flags(["--allow-net", &silent])
        },
        Way {
            asset: Some(dripping.clone()),
            ..Way::new(
                "an asset that comes slowly",
                [Step::Reach(Reach::OpenAsset(0))],
            )
            .flags(["--allow-net", &dripping])
        },
        Way::new(
            "a pollable of WASI",
            text(format!("(call $poll.'method'pollable.block {MINUTES})")),
        )
        .in_world(World::Wider(WASI)),
        Way::new(
            "two pollables of WASI",
            text(format!(
                "(i32.store (i32.const 1024) {MINUTES}) (i32.store (i32.const 1028) {MINUTES})
                (call $poll.poll (i32.const 1024) (i32.const 2) (i32.const 1040))"
            )),
        )
        .in_world(World::Wider(WASI)),
        Way::new("an answer by wasi:http", [wasi_request.step()])
            .in_world(World::Wider(test_support::fake::wasi_http::WORLD))
            .flags(["--allow-net", &silent]),
        Way::new("the body of an answer by wasi:http", [dripped.step()])
            .in_world(World::Wider(test_support::fake::wasi_http::WORLD))
            .flags(["--allow-net", &dripping]),
        Way {
            running: 1,
            ..Way::new("an instance", [Step::Sleep(LONG)]).flags(["--limit", "instances=1"])
        },
        Way::new("a shared value", [Step::Share(value)]),
        Way::new("the turn of a rate", [turn(), turn()]),
    ];
    let watched = ways.into_iter().map(Way::watch);
    let outcomes: Vec<_> = futures_util::stream::iter(watched)
        .buffer_unordered(AT_ONCE)
        .collect()
        .await;
    let wrong: Vec<String> = outcomes.into_iter().filter_map(Result::err).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn a_component_that_waits_for_its_monitor_uses_no_processor_time() {
    let scene = Scene::new().await;
    let monitor = FakeMonitor::answering(|request| {
        if request.name.starts_with("pet-") {
            Reply::Never
        } else {
            Reply::made()
        }
    });
    let pet = Declare::resource("random:index:Pet", "pet-", "{}".to_owned());
    let answer = Step::Answer(Answer::Outputs("{}".to_owned()));
    let guest = Guest::new().does("construct", computing([Step::Declare(pet), answer]));
    let plugin = scene.launch_with(&guest, &[]).await;
    plugin.configure(&[]).await.unwrap();
    let calls = (0..CALLS).map(|number| {
        let request = request(&monitor, &format!("site-{number}"), &json!({}));
        let mut client = plugin.client();
        tokio::spawn(async move { client.construct(request).await.is_ok() })
    });
    let calls: Vec<_> = calls.collect();
    hears(&scene, "computed", CALLS).await;
    let idle = idles("the monitor", &plugin, &calls).await;
    calls.iter().for_each(JoinHandle::abort);
    idle.unwrap();
}

/// The processes that a process has started.
fn children(plugin: &Plugin) -> Vec<Pid> {
    let process = plugin.child.id().expect("a running process").to_string();
    let all = std::fs::read_dir("/proc").expect("processes");
    let names = all.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let is_child = |name: &String| {
        let line = std::fs::read_to_string(format!("/proc/{name}/stat")).unwrap_or_default();
        let fields = line
            .rsplit_once(')')
            .map(|(_, fields)| fields.split_whitespace());
        fields.and_then(|mut fields| fields.nth(1).map(str::to_owned)) == Some(process.clone())
    };
    let numbers = names.filter(is_child).filter_map(|name| name.parse().ok());
    numbers.filter_map(Pid::from_raw).collect()
}

#[tokio::test]
async fn a_call_that_waits_for_the_compiler_uses_no_processor_time() {
    let scene = Scene::new().await;
    // It takes a moment to compile, so that the compiler can be stopped in the middle.
    scene.add("acme.wasm", &Guest::new().weighs(3000));
    let mut command = scene.command();
    command.env_remove("PULUMI_WASM_CACHE_DIR");
    command.arg(&scene.engine.address);
    let plugin = Plugin::start(command).await;
    plugin.parameterize(&["./acme.wasm"]).await.unwrap();
    let calls = (0..CALLS).map(|number| {
        let request = create_request(&format!("thing-{number}"));
        let mut client = plugin.client();
        tokio::spawn(async move { client.create(request).await.is_ok() })
    });
    let calls: Vec<_> = calls.collect();
    let found = async {
        loop {
            if let Some(child) = children(&plugin).first() {
                return *child;
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    let compiler = within(found).await;
    kill_process(compiler, Signal::STOP).expect("a running compiler");
    let idle = idles("the compiler", &plugin, &calls).await;
    kill_process(compiler, Signal::CONT).expect("a stopped compiler");
    idle.unwrap();
    for call in calls {
        assert!(within(call).await.unwrap());
    }
}
