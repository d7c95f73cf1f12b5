//! Guests that never end. Each call ends at its time limit, at any place.

use serde_json::json;
use tonic::Code;

use super::attack::{Asked, Attack, withstand};
use test_support::fake::guest::{Guest, THING};
use test_support::fake::module::World;
use test_support::fake::reach::Reach;
use test_support::fake::steps::{Answer, DEBUG, Step};

/// A guest whose functions never return. The hooks of previews have separate guests, because the host calls them before
/// `create` and `update` too.
fn in_every_export() -> Guest {
    let functions = [
        "check-config",
        "check",
        "diff",
        "create",
        "read",
        "update",
        "delete",
        "list",
        "invoke",
    ];
    functions.into_iter().fold(Guest::new(), |guest, function| {
        guest.does(function, [Step::Loop])
    })
}

fn creating(steps: impl Into<Vec<Step>>) -> Guest {
    Guest::new().does("create", steps)
}

/// Empty pages. Each page continues at another token.
fn pages() -> Vec<Step> {
    let page = |continuation| {
        Step::Answer(Answer::Listed {
            ids: &[],
            continuation,
        })
    };
    let turn = "(i32.store (i32.const 1200) (i32.eqz (i32.load (i32.const 1200))))
        (if (i32.load (i32.const 1200)) (then";
    vec![
        Step::Text(turn.to_owned()),
        page("one"),
        Step::Text("))".to_owned()),
        page("other"),
    ]
}

/// Instructions that do not end.
fn text(instructions: &str) -> Guest {
    creating([Step::Text(instructions.to_owned())])
}

fn made() -> Step {
    Step::Answer(Answer::Created {
        id: "made",
        outputs: "{}",
    })
}

/// A nested component whose only instance does this while it starts.
fn starting(instructions: &str) -> Guest {
    let text = format!(
        "(component (core module $m (memory 1) (func $s {instructions}) (start $s))
         (core instance (instantiate $m)))"
    );
    Guest::new().with_component(text)
}

/// The wait of WASI, for a time that a guest chooses.
const WASI_WAIT: &str = "
package test:hostile;
package wasi:io@0.2.0 {
    interface poll {
        resource pollable { block: func(); }
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

pub(crate) fn attacks() -> Vec<Attack> {
    let ends = |name, guest: Guest| {
        Attack::new(name, guest)
            .limit("call-time=300ms")
            .reaches(Code::Unknown, "call-time")
    };
    let computes = |name, asked| {
        Attack::new(name, in_every_export())
            .limit("check-time=300ms")
            .asks(asked)
            .reaches(Code::DeadlineExceeded, "check-time")
    };
    let previews = |name, hook, asked| {
        let guest = Guest::new()
            .does("update", [made()])
            .does(hook, [Step::Loop]);
        ends(name, guest)
            .asks(asked)
            .reaches(Code::DeadlineExceeded, "call-time")
    };
    let changes = |name, asked| ends(name, in_every_export()).asks(asked);
    let pause = |first, timeout| {
        Step::Reach(Reach::Pause {
            first,
            factor: 1.0,
            longest: first,
            timeout,
            look: 1,
            status: "not yet",
        })
    };
    let migrating = Guest::new()
        .does("migrate", [Step::Loop])
        .does("delete", [Step::Answer(Answer::Done)])
        .manifest(|manifest| manifest["resources"][THING]["stateVersion"] = json!(1));
    vec![
        computes("an endless check of the configuration", Asked::CheckConfig),
        computes("an endless check", Asked::Check),
        computes("an endless diff", Asked::Diff),
        changes("an endless create", Asked::Create),
        changes("an endless update", Asked::Update),
        ends("an endless completion", Guest::new().does("resume", [Step::Loop]))
            .asks(Asked::Resume),
        previews("an endless preview of a create", "preview-create", Asked::PreviewCreate),
        previews("an endless preview of an update", "preview-update", Asked::PreviewUpdate),
        changes("an endless delete", Asked::Delete),
        changes("an endless read", Asked::Read).reaches(Code::DeadlineExceeded, "call-time"),
        changes("an endless list", Asked::List).reaches(Code::DeadlineExceeded, "call-time"),
        ends("a list of pages without end", Guest::new().does("list", pages()))
            .asks(Asked::List)
            .reaches(Code::DeadlineExceeded, "call-time"),
        changes("an endless function", Asked::Invoke).reaches(Code::DeadlineExceeded, "call-time"),
        Attack::new("an endless configure", Guest::new().does("configure", [Step::Loop]))
            .limit("check-time=300ms")
            .reaches(Code::FailedPrecondition, "check-time"),
        Attack::new("an endless migration", migrating)
            .limit("check-time=300ms")
            .asks(Asked::Delete)
            .reaches(Code::FailedPrecondition, "check-time"),
        Attack::new(
            "an endless description",
            Guest::new().without_section().does("describe", [Step::Loop]),
        )
        .limit("check-time=300ms")
        .asks(Asked::Parameterize)
        .reaches(Code::InvalidArgument, "check-time"),
        ends("an endless start", Guest::new().starts_with([Step::Loop]))
            .reaches(Code::FailedPrecondition, "call-time"),
        ends("an endless start of a nested component", starting("(loop $l (br $l))"))
            .reaches(Code::FailedPrecondition, "call-time"),
        ends(
            "an endless allocation",
            Guest::new().allocates_by("(loop $l (br $l)) (i32.const 0)"),
        ),
        ends(
            "an endless allocation for an import",
            creating([
                Step::Text("(global.set $times (i32.const 77))".to_owned()),
                Step::TellRandom,
                made(),
            ])
            .allocates_by(
                "(if (i32.eq (global.get $times) (i32.const 77)) (then (loop $l (br $l))))
                 (local.set $at (i32.and (i32.add (global.get $heap) (i32.const 7)) (i32.const -8)))
                 (global.set $heap (i32.add (local.get $at) (local.get 3)))
                 (local.get $at)",
            ),
        ),
        ends(
            "an endless end",
            Guest::new().ends_with("create", [Step::Loop]),
        ),
        // Long before its limit on elapsed time.
        Attack::new("computing for ever", creating([Step::Loop]))
            .limit("compute-time=300ms")
            .reaches(Code::Unknown, "compute-time"),
        ends("sleep for ever", creating([Step::Sleep(u32::MAX), made()])),
        ends("very many short sleeps", creating([Step::Again(vec![Step::Doze(0)])])),
        // The pause is shortened so that there is time for one more attempt.
        Attack::new("a pause for ever", creating([pause(u32::MAX, 0), made()]))
            .limit("call-time=300ms"),
        ends("very many pauses", creating([Step::Again(vec![pause(1, u32::MAX)])]))
            .fails(Code::DeadlineExceeded, &["`--limit call-time="])
.or(Code::Unknown),
        ends(
            "messages for ever",
            creating([Step::Again(vec![Step::Log {
                severity: DEBUG,
                text: "again",
                times: 1,
            }])]),
        ),
        ends(
            "checkpoints for ever",
            creating([Step::Again(vec![Step::Checkpoint {
                id: "half",
                outputs: "{\"label\":\"half done\"}",
            }])]),
        ),
        ends("questions for the time for ever", creating([Step::Again(vec![Step::Text(
            "(drop (call $clock.monotonic-ms))".to_owned(),
        )])])),
        ends("randomness for ever", creating([Step::Again(vec![Step::Text(
            "(call $random.get (i32.const 1048576) (i32.const 1024)) (global.set $heap (i32.const 65536))"
                .to_owned(),
        )])])),
        // A bulk operation is one instruction and cannot be interrupted.
        ends(
            "large copies for ever",
            text(
                "(drop (memory.grow (i32.const 8000)))
                 (loop $l (memory.copy (i32.const 0) (i32.const 1) (i32.const 500000000)) (br $l))",
            ),
        ),
        ends(
            "large tables filled for ever",
            text(
                "(drop (table.grow $table (ref.null func) (i32.const 900000)))
                 (loop $l (table.fill $table (i32.const 0) (ref.null func) (i32.const 900000)) (br $l))",
            ),
        ),
        // Without a loop: a call instead of an answer.
        Attack::new(
            "tail calls for ever",
            text("(return_call $guest::create (local.get 0))"),
        )
        .fails(Code::FailedPrecondition, &["tail calls support is not enabled"]),
        ends(
            "a wait of WASI for ever",
            creating([Step::Text(
                "(call $poll.'method'pollable.block (call $monotonic-clock.subscribe-duration (i64.const -1)))"
                    .to_owned(),
            )])
            .in_world(World::Wider(WASI_WAIT)),
        ),
    ]
}

#[tokio::test]
async fn calls_that_never_end_end_with_their_time() {
    withstand(attacks()).await;
}
