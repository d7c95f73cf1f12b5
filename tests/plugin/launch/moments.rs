//! Ending the plugin, or its running calls, in every possible moment: nothing prevents the end of the process, and no
//! file or process is left.

use std::fs;
use std::path::Path;
use std::time::Duration;

use rustix::process::Signal;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::task::JoinHandle;
use tonic::Status;

use test_support::fake::calls::{arguments, create};
use test_support::fake::guest::{Guest, THING};
use test_support::fake::plugin::Plugin;
use test_support::fake::reach::Reach;
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, DEBUG, Step};
use test_support::{within, within_time};

/// Each computing guest keeps a processor busy; the time limits are for a machine with one idle processor.
static TURNS: Semaphore = Semaphore::const_new(1);

/// The work of the plugin.
#[derive(Debug, Clone, Copy)]
enum Moment {
    /// The guest computes.
    Computing,
    /// The guest waits by its clock.
    Sleeping,
    /// The guest waits in the host for something to be done.
    Waiting,
    /// A new instance gets its configuration.
    Configuring,
    /// A new instance starts.
    Starting,
    /// A component without an embedded manifest is asked for it.
    Describing,
    /// A component is compiled.
    Compiling,
    /// A call waits for the only instance.
    Queueing,
    /// The body of an answer comes, and does not end.
    Streaming,
}

/// A plugin in the middle of something.
struct Busy {
    scene: Scene,
    temporary: TempDir,
    plugin: Plugin,
    calls: Vec<JoinHandle<Result<(), Status>>>,
}

const HOUR: u32 = 3_600_000;

fn told(text: &'static str) -> Step {
    Step::Log {
        severity: DEBUG,
        text,
        times: 1,
    }
}

impl Moment {
    fn guest(self, server: &str) -> Guest {
        let guest = Guest::new().manifest(|manifest| {
            manifest["schema"]["provider"] = serde_json::json!({
                "inputProperties": { "server": { "type": "string" } },
            });
            manifest["permissions"]["net"] =
                serde_json::json!([{ "host": "config:server", "required": true }]);
        });
        let begun = told("begun");
        match self {
            Moment::Computing | Moment::Queueing => guest.does("create", [begun, Step::Loop]),
            Moment::Sleeping => guest.does("create", [begun, Step::Sleep(HOUR)]),
            Moment::Waiting => {
                let pause = Reach::Pause {
                    first: HOUR,
                    factor: 1.0,
                    longest: HOUR,
                    timeout: 0,
                    look: 1,
                    status: "begun",
                };
                guest.does("create", [Step::Reach(pause)])
            }
            Moment::Configuring => guest.does("configure", [begun, Step::Loop]),
            Moment::Starting => guest.starts_with([Step::Loop]),
            Moment::Describing => guest
                .without_section()
                .does("describe", [begun, Step::Loop]),
            Moment::Compiling => guest.weighs(3000),
            Moment::Streaming => {
                let fetch = Step::Fetch {
                    method: "POST",
                    url: format!("{server}/things"),
                };
                let made = Answer::Created {
                    id: "made",
                    outputs: "{}",
                };
                guest.does("create", [fetch, Step::Answer(made)])
            }
        }
    }

    /// A plugin in this moment.
    async fn reached(self) -> Busy {
        let scene = Scene::new().await;
        let temporary = tempfile::tempdir().unwrap();
        let (server, mut events) = endless_server().await;
        scene.add("acme.wasm", &self.guest(&server));
        let mut command = scene.command();
        command
            .arg(&scene.engine.address)
            .env("TMPDIR", temporary.path());
        if matches!(self, Moment::Compiling) {
            command.env_remove("PULUMI_WASM_CACHE_DIR");
        }
        let plugin = Plugin::start(command).await;
        plugin.handshake().await;
        let mut busy = Busy {
            scene,
            temporary,
            plugin,
            calls: Vec::new(),
        };
        let words = [
            "./acme.wasm",
            "--limit",
            "cancel-grace=200ms",
            "--limit",
            "instances=1",
        ];
        if matches!(self, Moment::Describing) {
            let mut client = busy.plugin.client();
            busy.calls.push(tokio::spawn(async move {
                within(client.parameterize(arguments(&words)))
                    .await
                    .map(drop)
            }));
            busy.scene.engine.hears("begun").await;
            return busy;
        }
        busy.plugin.parameterize(&words).await.unwrap();
        busy.plugin.configure(&[("server", &server)]).await.unwrap();
        busy.create("one");
        match self {
            // A guest cannot speak before it has started, but it computes without end.
            Moment::Starting => busy.plugin.computes(Duration::from_millis(300)).await,
            Moment::Compiling => drop(busy.scene.engine.hears("compiling").await),
            Moment::Streaming => assert_eq!(within(events.recv()).await, Some(Event::Asked)),
            _ => drop(busy.scene.engine.hears("begun").await),
        }
        if matches!(self, Moment::Queueing) {
            busy.create("two");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        busy
    }
}

impl Busy {
    fn create(&mut self, name: &'static str) {
        let call = create(self.plugin.client(), name);
        self.calls
            .push(tokio::spawn(async move { call.await.map(drop) }));
    }

    /// The errors of the calls.
    async fn ended(&mut self, time: Duration) -> Vec<Status> {
        let mut found = Vec::new();
        for call in self.calls.drain(..) {
            found.push(within_time(time, call).await.unwrap().unwrap_err());
        }
        found
    }

    /// Asserts that nothing of the process is left: neither children nor useless files.
    async fn has_left_nothing(&self) {
        let home = self.scene.home();
        within_time(Duration::from_secs(2), async {
            while processes_of(&home) > 0 {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        })
        .await;
        let temporary: Vec<_> = fs::read_dir(self.temporary.path()).unwrap().collect();
        assert!(temporary.is_empty(), "{temporary:?}");
    }
}

/// The events of a server's connections.
#[derive(Debug, PartialEq)]
enum Event {
    Asked,
    Closed,
}

/// Starts a server that sends the beginning of an answer to every request, and tells of each.
async fn endless_server() -> (String, UnboundedReceiver<Event>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let (tell, events) = tokio::sync::mpsc::unbounded_channel();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let tell = tell.clone();
            tokio::spawn(async move {
                let mut request = [0; 4096];
                drop(stream.read(&mut request).await);
                let beginning = b"HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\nthe beginning";
                drop(stream.write_all(beginning).await);
                drop(tell.send(Event::Asked));
                while stream.read(&mut request).await.is_ok_and(|count| count > 0) {}
                drop(tell.send(Event::Closed));
            });
        }
    });
    (address, events)
}

/// The number of components that were compiled into a folder.
fn compiled(folder: &Path) -> usize {
    let entries = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .map(Result::unwrap);
    let entries = entries.map(|entry| entry.path());
    entries
        .map(|path| {
            if path.is_dir() {
                compiled(&path)
            } else {
                usize::from(path.extension().is_some_and(|found| found == "cwasm"))
            }
        })
        .sum()
}

/// How many processes were started with this home for Pulumi's files.
fn processes_of(home: &Path) -> usize {
    let variable = format!("PULUMI_HOME={}", home.display());
    let processes = fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    processes
        .filter_map(|process| fs::read(process.path().join("environ")).ok())
        .filter(|variables| {
            let mut variables = variables.split(|byte| *byte == 0);
            variables.any(|known| known == variable.as_bytes())
        })
        .count()
}

/// A signal ends the process within a second, even if it is busy, and it leaves no file or process.
async fn a_signal_ends_it(moment: Moment) {
    let _turn = TURNS.acquire().await.unwrap();
    let mut busy = moment.reached().await;
    assert!(processes_of(&busy.scene.home()) > 0, "{moment:?}");
    busy.plugin.signal(Signal::INT);
    busy.plugin.ends_within(Duration::from_secs(2)).await;
    busy.ended(Duration::from_secs(1)).await;
    busy.has_left_nothing().await;
    // A compiler that continued would have finished in this time.
    if matches!(moment, Moment::Compiling) {
        assert_eq!(compiled(&busy.scene.home().join("wasm/cache")), 0);
    }
}

/// Cancel ends what runs after its grace at the latest, and the process serves on.
async fn a_cancel_ends_it(moment: Moment) {
    let _turn = TURNS.acquire().await.unwrap();
    let mut busy = moment.reached().await;
    busy.plugin.cancel().await;
    busy.plugin.cancel().await;
    for status in busy.ended(Duration::from_secs(3)).await {
        let message = status.message();
        assert!(message.contains("cancel"), "{moment:?}: {message}");
    }
    busy.plugin.handshake().await;
    let served = within(busy.plugin.client().get_plugin_info(())).await;
    served.unwrap();
    busy.plugin.signal(Signal::TERM);
    busy.plugin.ends_within(Duration::from_secs(2)).await;
    busy.has_left_nothing().await;
}

/// One test for each moment and each way.
macro_rules! moments {
    ($($moment:ident: fn $signal:ident, fn $cancel:ident;)*) => {
        $(
            #[tokio::test]
            async fn $signal() {
                a_signal_ends_it(Moment::$moment).await;
            }

            #[tokio::test]
            async fn $cancel() {
                a_cancel_ends_it(Moment::$moment).await;
            }
        )*
    };
}

moments! {
    Computing:
        fn a_signal_ends_a_guest_that_computes,
        fn a_cancel_ends_a_guest_that_computes;
    Sleeping:
        fn a_signal_ends_a_guest_that_sleeps,
        fn a_cancel_ends_a_guest_that_sleeps;
    Waiting:
        fn a_signal_ends_a_wait,
        fn a_cancel_ends_a_wait;
    Configuring:
        fn a_signal_ends_the_configuring_of_an_instance,
        fn a_cancel_ends_the_configuring_of_an_instance;
    Starting:
        fn a_signal_ends_the_start_of_an_instance,
        fn a_cancel_ends_the_start_of_an_instance;
    Describing:
        fn a_signal_ends_the_asking_for_a_manifest,
        fn a_cancel_ends_the_asking_for_a_manifest;
    Compiling:
        fn a_signal_ends_a_compiler,
        fn a_cancel_ends_a_compiler;
    Queueing:
        fn a_signal_ends_calls_that_wait_for_an_instance,
        fn a_cancel_ends_calls_that_wait_for_an_instance;
    Streaming:
        fn a_signal_ends_an_answer_that_does_not_end,
        fn a_cancel_ends_an_answer_that_does_not_end;
}

/// The engine's message about a create that was ended.
#[tokio::test]
async fn a_create_that_was_ended_says_what_is_known() {
    let half = Step::Checkpoint {
        id: "half",
        outputs: "{\"label\":\"x\"}",
    };
    for steps in [
        vec![half, told("begun"), Step::Loop],
        vec![told("begun"), Step::Loop],
    ] {
        let has_checkpoint = steps.len() == 3;
        for cancels in [true, false] {
            let scene = Scene::new().await;
            let flags = ["--limit", "cancel-grace=100ms", "--limit", "call-time=2s"];
            let guest = Guest::new().does("create", steps.clone());
            let plugin = scene.launch_with(&guest, &flags).await;
            let call = tokio::spawn(create(plugin.client(), "one"));
            scene.engine.hears("begun").await;
            if cancels {
                plugin.cancel().await;
            }
            let status = within(call).await.unwrap().unwrap_err();
            let saved = test_support::fake::calls::saved(&status);
            assert_eq!(
                saved.map(|saved| saved.id),
                has_checkpoint.then(|| "half".to_owned())
            );
            let expected: &[&str] = if has_checkpoint {
                &["`one`", THING]
            } else {
                &["`one`", THING, "`import: ID`"]
            };
            for words in expected {
                assert!(status.message().contains(words), "{status}");
            }
        }
    }
}

/// In attach mode the process continues: running calls end with their connection.
#[tokio::test]
async fn a_running_call_ends_with_its_connection() {
    let scene = Scene::new().await;
    let (server, mut events) = endless_server().await;
    scene.add("acme.wasm", &Moment::Streaming.guest(&server));
    let mut plugin = scene.attach().await;
    plugin.handshake().await;
    plugin.parameterize(&["./acme.wasm"]).await.unwrap();
    plugin.configure(&[("server", &server)]).await.unwrap();
    let call = tokio::spawn(create(plugin.client(), "one"));
    assert_eq!(within(events.recv()).await, Some(Event::Asked));
    call.abort();
    plugin.reconnect().await;
    let closed = within_time(Duration::from_secs(2), events.recv()).await;
    assert_eq!(closed, Some(Event::Closed));
}
