//! Messages, checkpoints, views and handles without end.

use std::time::{Duration, Instant};

use tonic::Code;

use super::attack::{Attack, Stage, withstand};
use test_support::fake::calls::create;
use test_support::fake::guest::Guest;
use test_support::fake::module::World;
use test_support::fake::reach::Reach;
use test_support::fake::steps::{Answer, DEBUG, Step, WARNING};

fn made() -> Step {
    Step::Answer(Answer::Created {
        id: "made",
        outputs: "{}",
    })
}

fn creating(steps: impl Into<Vec<Step>>) -> Guest {
    Guest::new().does("create", steps)
}

fn says(severity: u32, text: &'static str, times: u32) -> Step {
    Step::Log {
        severity,
        text,
        times,
    }
}

/// The streams of WASI, for a guest whose toolchain brings it.
const WASI: &str = "
package test:hostile;
package wasi:io@0.2.0 {
    interface poll {
        resource pollable { block: func(); }
        poll: func(in: list<borrow<pollable>>) -> list<u32>;
    }
    interface error { resource error; }
    interface streams {
        use error.{error};
        variant stream-error { last-operation-failed(error), closed }
        resource output-stream {
            blocking-write-and-flush: func(contents: list<u8>) -> result<_, stream-error>;
            blocking-write-zeroes-and-flush: func(len: u64) -> result<_, stream-error>;
            write: func(contents: list<u8>) -> result<_, stream-error>;
            check-write: func() -> result<u64, stream-error>;
        }
        resource input-stream {
            blocking-read: func(len: u64) -> result<list<u8>, stream-error>;
        }
    }
}
package wasi:cli@0.2.0 {
    interface stdout {
        use wasi:io/streams@0.2.0.{output-stream};
        get-stdout: func() -> output-stream;
    }
    interface stdin {
        use wasi:io/streams@0.2.0.{input-stream};
        get-stdin: func() -> input-stream;
    }
    interface environment {
        get-environment: func() -> list<tuple<string, string>>;
    }
}
package wasi:clocks@0.2.0 {
    interface monotonic-clock {
        use wasi:io/poll@0.2.0.{pollable};
        subscribe-duration: func(when: u64) -> pollable;
    }
}
package wasi:random@0.2.0 {
    interface random { get-random-bytes: func(len: u64) -> list<u8>; }
}
world hostile {
    include pulumi-wasm:provider/provider@0.1.0;
    import wasi:io/poll@0.2.0;
    import wasi:io/error@0.2.0;
    import wasi:io/streams@0.2.0;
    import wasi:cli/stdout@0.2.0;
    import wasi:cli/stdin@0.2.0;
    import wasi:cli/environment@0.2.0;
    import wasi:clocks/monotonic-clock@0.2.0;
    import wasi:random/random@0.2.0;
}";

/// A guest that does this with WASI when it creates.
fn wasi(instructions: &str) -> Guest {
    creating([Step::Text(instructions.to_owned()), made()]).in_world(World::Wider(WASI))
}

pub(crate) fn attacks() -> Vec<Attack> {
    let long: &'static str = "x".repeat(1 << 20).leak();
    let ends = |name, guest: Guest| {
        Attack::new(name, guest)
            .limit("call-time=500ms")
            .reaches(Code::Unknown, "call-time")
    };
    let publish = Step::Reach(Reach::Publish {
        token: "acme:index:Part",
        name: "part",
        inputs: "{}",
    });
    let again = |instructions: &str| wasi(&format!("(loop $l {instructions} (br $l))"));
    vec![
        Attack::new("very many messages", creating([says(DEBUG, "again", 100_000), made()])),
        Attack::new("very many warnings", creating([says(WARNING, "again", 20_000), made()])),
        Attack::new("very large messages", creating([says(DEBUG, long, 100), made()])),
        Attack::new("a message for the terminal", creating([says(WARNING, "\u{1b}[2J\u{7}\r\n\0", 1), made()])),
        Attack::new("a message of many lines", creating([
            says(WARNING, "\n".repeat(100_000).leak(), 1),
            made(),
        ])),
        ends("checkpoints of 1 MiB without end", creating([Step::Again(vec![Step::Checkpoint {
            id: "half",
            outputs: format!("{{\"label\":\"{long}\"}}").leak(),
        }])])),
        ends("checkpoints under other ids without end", creating([Step::Again(vec![
            Step::Checkpoint { id: "one", outputs: "{}" },
            Step::Checkpoint { id: "two", outputs: "{}" },
        ])])),
        Attack::new("a checkpoint larger than it may be", creating([Step::Checkpoint {
            id: "half",
            outputs: format!("{{\"label\":\"{}\"}}", long.repeat(5)).leak(),
        }, Step::Crash]))
            // The engine records the id alone, because the resource exists.
            .reaches(Code::Unknown, "checkpoint-size"),
        // The excess is left out, and no call fails.
        Attack::new("more messages than there may be", creating([says(WARNING, "again", 12_000), made()])),
        Attack::new("larger messages than there may be", creating([says(WARNING, long, 20), made()])),
        // The engine does not show them here, and the guest is told so.
        Attack::new("views without end", creating([Step::Again(vec![publish])]))
            .refused(&["views cannot be shown here"]),
        ends("output of WASI without end", again(
            "(call $streams.'method'output-stream.blocking-write-and-flush (call $stdout.get-stdout) (i32.const 0) (i32.const 4096) (i32.const 1024))",
        )),
        Attack::new("output of WASI without a flush", wasi(
            "(global.set $times (call $stdout.get-stdout)) (loop $l
                (call $streams.'method'output-stream.write (global.get $times) (i32.const 0) (i32.const 1000000) (i32.const 1024))
                (br $l))",
        )).crashes("write exceeded budget"),
        Attack::new("zeros of WASI without end", wasi(
            "(global.set $times (call $stdout.get-stdout)) (loop $l
                (call $streams.'method'output-stream.blocking-write-zeroes-and-flush (global.get $times) (i64.const -1) (i32.const 1024))
                (br $l))",
        )).crashes("Buffer too large"),
        Attack::new("more handles than there may be", again(
            "(drop (call $monotonic-clock.subscribe-duration (i64.const -1)))",
        ))
        .reaches(Code::Unknown, "handles"),
        Attack::new("more streams than there may be", again("(drop (call $stdout.get-stdout))"))
            .reaches(Code::Unknown, "handles"),
        Attack::new("a wait for nothing", wasi("(call $poll.poll (i32.const 0) (i32.const 0) (i32.const 1024))"))
            .crashes(""),
        // A pollable that is never ready, in the list many times: the list would be kept as long as the guest waits.
        Attack::new("a wait for a handle that is named three million times", wasi(
            "(if (i32.eq (memory.grow (i32.const 256)) (i32.const -1)) (then unreachable))
            (global.set $times (call $monotonic-clock.subscribe-duration (i64.const -1)))
            (global.set $heap (i32.const 2097152))
            (loop $l
                (i32.store (global.get $heap) (global.get $times))
                (global.set $heap (i32.add (global.get $heap) (i32.const 4)))
                (br_if $l (i32.lt_u (global.get $heap) (i32.const 14680064))))
            (call $poll.poll (i32.const 2097152) (i32.const 3000000) (i32.const 1024))",
        ))
            .limit("call-time=3s")
            .reaches(Code::Unknown, "handles"),
        Attack::new("more input than there is", wasi(
            "(call $streams.'method'input-stream.blocking-read (call $stdin.get-stdin) (i64.const -1) (i32.const 1024))",
        )),
        Attack::new("all randomness at once", wasi("(call $random.get-random-bytes (i64.const -1) (i32.const 1024))"))
            .crashes(""),
        Attack::new("a handle that was never given", wasi("(call $poll.'method'pollable.block (i32.const 4000))"))
            .fails(Code::Unknown, &["handle"]),
        Attack::new("a handle of another kind", wasi("(call $poll.'method'pollable.block (call $stdout.get-stdout))"))
            .fails(Code::Unknown, &["handle"]),
        // The process has a `PATH` and a home; the guest sees neither.
        Attack::new("the environment of the process", wasi(
            "(call $environment.get-environment (i32.const 1024)) (if (i32.load (i32.const 1028)) (then unreachable))",
        )),
    ]
}

/// A guest that writes to as many streams as it may have, again and again. Each part of its output is searched for
/// secrets.
fn writing_to_many() -> Guest {
    let opened = "(loop $open
        (i32.store (global.get $heap) (call $stdout.get-stdout))
        (global.set $heap (i32.add (global.get $heap) (i32.const 4)))
        (br_if $open (i32.lt_u (global.get $heap) (i32.const 1084576))))";
    let written = "(loop $again (global.set $heap (i32.const 1048576))
        (loop $each
            (call $streams.'method'output-stream.check-write (i32.load (global.get $heap)) (i32.const 1024))
            (if (i64.eq (i64.load (i32.const 1032)) (i64.const 8192)) (then
                (call $streams.'method'output-stream.write (i32.load (global.get $heap)) (i32.const 65536)
                    (i32.const 8192) (i32.const 1024))))
            (global.set $heap (i32.add (global.get $heap) (i32.const 4)))
            (br_if $each (i32.lt_u (global.get $heap) (i32.const 1084576))))
        (br $again))";
    wasi(&format!(
        "(memory.fill (i32.const 65536) (i32.const 101) (i32.const 8192))
        (global.set $heap (i32.const 1048576)) {opened} {written}"
    ))
}

#[tokio::test]
async fn output_on_many_streams_does_not_delay_other_calls() {
    let stage = Stage::new().await;
    stage.scene.write("loud.wasm", &writing_to_many().build());
    // All its output is searched for a secret.
    let words = [
        "loud.wasm",
        "--limit",
        "call-time=20s",
        "--allow-env",
        "PATH",
    ];
    let loud = stage.session(&words).await.expect("a package");
    let flood = tokio::spawn(create(loud, "loud"));
    // It opens its streams first. That takes computing time, which must not delay other calls.
    stage.plugin.computes(Duration::from_secs(1)).await;
    let mut times = Vec::new();
    for _ in 0..9 {
        let begun = Instant::now();
        stage.serves().await.expect("a good component");
        times.push(begun.elapsed());
    }
    assert!(!flood.is_finished(), "{:?}", flood.await);
    flood.abort();
    times.sort();
    if std::env::var_os("HOSTILE_SHOW").is_some() {
        println!("--- output on many streams: {times:?}");
    }
    // Half of them, because other processes may keep the machine busy.
    assert!(times[4] < Duration::from_millis(500), "{times:?}");
}

#[tokio::test]
async fn floods_do_not_delay_other_calls() {
    withstand(attacks()).await;
}
