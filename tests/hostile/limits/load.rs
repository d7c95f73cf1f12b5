//! Many calls at once, good and bad ones: the effect of the bad ones on the good ones.
//!
//! A short form runs by default. With `PULUMI_WASM_TEST_LONG=1` it runs for a minute, and compares the figures with the
//! promises.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use crate::guests::attack::Stage;
use crate::guests::debug_info;
use test_support::fake::calls::{create_request, properties, text};
use test_support::fake::dwarf;
use test_support::fake::guest::Guest;
use test_support::fake::plugin::{Client, Plugin};
use test_support::fake::steps::{Answer, DEBUG, Step};
use test_support::is_long;
use test_support::within;

/// Callers of each kind; all together are 64.
const FAST: usize = 24;
const SLOW: usize = 8;
const BAD: [(Kind, usize); 7] = [
    (Kind::Crash, 6),
    (Kind::Endless, 6),
    (Kind::Memory, 6),
    (Kind::Flood, 6),
    (Kind::Inlined, 3),
    (Kind::Doubling, 3),
    (Kind::Handover, 2),
];
/// The pause of every caller between two calls.
const PAUSE: Duration = Duration::from_millis(100);
const SLOW_WAIT: Duration = Duration::from_millis(50);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Fast,
    Slow,
    Crash,
    Endless,
    Memory,
    Flood,
    /// Crashes with debugging information that crashes its reader.
    Inlined,
    /// Crashes in a function whose name grows without end when it is read.
    Doubling,
    /// Hands over messages of a mebibyte without end.
    Handover,
}

impl Kind {
    /// The guest knows what to do by the length of the resource's name.
    fn name(self) -> &'static str {
        match self {
            Kind::Fast => "one",
            Kind::Slow => "slow",
            Kind::Crash => "crash",
            Kind::Endless => "forever",
            Kind::Memory => "memories",
            Kind::Flood => "talkative",
            Kind::Inlined => "inlined functions",
            Kind::Doubling => "doubling names",
            Kind::Handover => "a large handover",
        }
    }

    /// The error of a bad call.
    fn error(self) -> Option<&'static str> {
        match self {
            Kind::Fast | Kind::Slow => None,
            Kind::Crash => Some("crashed"),
            Kind::Endless | Kind::Flood | Kind::Handover => Some("had not answered after 300 ms"),
            Kind::Memory => Some("limit: memory of 8 MiB"),
            Kind::Inlined | Kind::Doubling => Some("crashed"),
        }
    }
}

/// The guests that are packages of their own in the same process: each is an attack by the contents of its file.
fn attackers() -> [(Kind, &'static str, Guest); 2] {
    [
        (
            Kind::Inlined,
            "inlined.wasm",
            debug_info::crashing(dwarf::nested(10_000)),
        ),
        (
            Kind::Doubling,
            "doubling.wasm",
            debug_info::crashing_as(debug_info::cpp_name()),
        ),
    ]
}

fn guest() -> Guest {
    let echo = || {
        let created = Answer::Created {
            id: "made",
            outputs: "{}",
        };
        Step::AnswerWith(created, "inputs")
    };
    let when = |kind: Kind, steps: Vec<Step>| Step::WhenNameHas(kind.name().len(), steps);
    let says = Step::Log {
        severity: DEBUG,
        text: "again",
        times: 1000,
    };
    let words = [DEBUG, 1 << 16, 1 << 20, 0, 0, 0].map(|word| format!("(i32.const {word})"));
    let large = Step::Text(format!("(call $log.emit {})", words.concat()));
    let wait = u32::try_from(SLOW_WAIT.as_millis()).unwrap();
    Guest::new().does(
        "create",
        [
            when(Kind::Slow, vec![Step::Sleep(wait), echo()]),
            when(Kind::Crash, vec![Step::Crash]),
            when(Kind::Endless, vec![Step::Loop]),
            when(Kind::Memory, vec![Step::GrowMemory]),
            when(Kind::Flood, vec![Step::Again(vec![says])]),
            when(Kind::Handover, vec![Step::Again(vec![large])]),
            echo(),
        ],
    )
}

/// One call: how long a good call took, without its waits.
async fn call(mut client: Client, kind: Kind, number: u64) -> Duration {
    let label = format!("{kind:?} {number}");
    let mut request = create_request(kind.name());
    request.properties = Some(properties(&[("label", &label)]));
    if matches!(kind, Kind::Endless | Kind::Flood | Kind::Handover) {
        request.timeout = 0.3;
    }
    let began = Instant::now();
    let answer = within(client.create(request)).await;
    let took = began.elapsed();
    match (kind.error(), answer) {
        (None, Ok(created)) => {
            let found = text(created.into_inner().properties.as_ref(), "label");
            assert_eq!(found, Some(label), "an answer of another call");
        }
        (Some(words), Err(status)) => {
            assert!(status.message().contains(words), "{kind:?}: {status}");
        }
        (_, answer) => panic!("{kind:?}: {answer:?}"),
    }
    match kind {
        Kind::Slow => took.saturating_sub(SLOW_WAIT),
        _ => took,
    }
}

/// The times of the good calls: the median, and the 99th percentile.
#[derive(Debug, Clone, Copy)]
struct Figures {
    calls: usize,
    bad: u64,
    half: Duration,
    nearly_all: Duration,
}

/// The packages of the process, by their callers.
struct Packages {
    good: Client,
    attackers: Vec<(Kind, Client)>,
}

impl Packages {
    async fn new(stage: &Stage) -> Self {
        stage.scene.add("acme.wasm", &guest());
        let limits = ["memory=8MiB"];
        let mut words = vec!["acme.wasm"];
        words.extend(limits.iter().flat_map(|limit| ["--limit", *limit]));
        let good = stage.session(&words).await.unwrap();
        let mut attackers = Vec::new();
        for (kind, file, guest) in self::attackers() {
            stage.scene.add(file, &guest);
            attackers.push((kind, stage.session(&[file]).await.unwrap()));
        }
        Self { good, attackers }
    }

    fn of(&self, kind: Kind) -> Client {
        let own = self.attackers.iter().find(|(found, _)| *found == kind);
        own.map_or(&self.good, |(_, client)| client).clone()
    }
}

async fn measure(packages: &Packages, callers: &[(Kind, usize)], time: Duration) -> Figures {
    let is_over = Arc::new(AtomicBool::new(false));
    let bad = Arc::new(AtomicU64::new(0));
    let mut tasks = JoinSet::new();
    let kinds = callers
        .iter()
        .flat_map(|(kind, count)| std::iter::repeat_n(*kind, *count));
    for (caller, kind) in kinds.enumerate() {
        let (client, is_over, bad) = (packages.of(kind), Arc::clone(&is_over), Arc::clone(&bad));
        tasks.spawn(async move {
            let mut took = Vec::new();
            let mut number = caller as u64 * 1_000_000;
            while !is_over.load(Ordering::Relaxed) {
                let time = call(client.clone(), kind, number).await;
                match kind.error() {
                    None => took.push(time),
                    Some(_) => _ = bad.fetch_add(1, Ordering::Relaxed),
                }
                number += 1;
                tokio::time::sleep(PAUSE).await;
            }
            took
        });
    }
    tokio::time::sleep(time).await;
    is_over.store(true, Ordering::Relaxed);
    let mut took = tasks.join_all().await.concat();
    took.sort();
    Figures {
        calls: took.len(),
        bad: bad.load(Ordering::Relaxed),
        half: took[took.len() / 2],
        nearly_all: took[took.len() * 99 / 100],
    }
}

/// Memory that the plugin's process has, in MiB.
fn resident(plugin: &Plugin) -> u64 {
    let path = format!("/proc/{}/statm", plugin.process().as_raw_nonzero());
    let text = std::fs::read_to_string(path).unwrap();
    let pages: u64 = text.split(' ').nth(1).unwrap().parse().unwrap();
    (pages * 4096) >> 20
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn bad_calls_do_not_hold_up_good_ones() {
    let is_long = is_long();
    let time = if is_long {
        Duration::from_secs(60)
    } else {
        Duration::from_millis(2500)
    };
    let stage = Stage::new().await;
    let plugin = &stage.plugin;
    let packages = Packages::new(&stage).await;
    let good = [(Kind::Fast, FAST), (Kind::Slow, SLOW)];
    let all = [&good[..], &BAD[..]].concat();
    // Until everything is compiled and every code path was used.
    measure(&packages, &all, time / 5).await;

    let alone = measure(&packages, &good, time / 2).await;
    let before = resident(plugin);
    let mixed = measure(&packages, &all, time).await;
    let after = resident(plugin);
    println!("alone: {alone:?}\nmixed: {mixed:?}\nmemory: {before} MiB, then {after} MiB");

    assert!(mixed.calls > 100 && mixed.bad > 50, "{mixed:?}");
    // A short run on a busy machine says little of milliseconds. Were computing calls not kept aside, it would be
    // seconds.
    let (half, nearly_all) = if is_long {
        (Duration::ZERO, Duration::from_millis(50))
    } else {
        (Duration::from_millis(500), Duration::from_secs(3))
    };
    assert!(mixed.half <= 3 * alone.half + half, "{alone:?} {mixed:?}");
    let nearly_all = if is_long {
        // The promise to all well-behaved components.
        nearly_all
    } else {
        alone.nearly_all + nearly_all
    };
    assert!(mixed.nearly_all <= nearly_all, "{alone:?} {mixed:?}");
    assert!(after <= before + 64, "{before} MiB grew to {after} MiB");
}
