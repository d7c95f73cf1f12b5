//! Calls at forbidden moments, the process's end, and bad ends after a good answer.

use tonic::Code;

use super::attack::{Attack, withstand};
use test_support::fake::guest::Guest;
use test_support::fake::module::World;
use test_support::fake::steps::{Answer, DEBUG, Step};

const WASI_EXIT: &str = "
package test:hostile;
package wasi:cli@0.2.0 {
    interface exit { exit: func(status: result); }
}
world hostile {
    include pulumi-wasm:provider/provider@0.1.0;
    import wasi:cli/exit@0.2.0;
}";

/// Calls that a function cannot make while another call of the same component is running.
const CALLS_ITSELF: &str = r#"(component
    (core module $table (table (export "t") 1 funcref))
    (core instance $table (instantiate $table))
    (core module $inner
        (import "t" "t" (table 1 funcref))
        (type $f (func))
        (func (export "f") (call_indirect (type $f) (i32.const 0))))
    (core instance $inner (instantiate $inner (with "t" (instance $table))))
    (func $lifted (canon lift (core func $inner "f")))
    (core func $lowered (canon lower (func $lifted)))
    (core module $outer
        (import "t" "t" (table 1 funcref))
        (import "f" "f" (func $f))
        (elem (i32.const 0) func $f)
        (start $f))
    (core instance (instantiate $outer
        (with "t" (instance $table))
        (with "f" (instance (export "f" (func $lowered))))))
)"#;

fn log() -> String {
    format!(
        "(call $log.emit (i32.const {DEBUG}) (i32.const 4096) (i32.const 2) (i32.const 0) (i32.const 4096) (i32.const 2))"
    )
}

/// A guest that exits with or without success, when it creates and when it starts.
fn exits(status: u32) -> Guest {
    exiting(status).does("create", [Step::Text(exit(status))])
}

fn exiting(_status: u32) -> Guest {
    Guest::new().in_world(World::Wider(WASI_EXIT))
}

fn exit(status: u32) -> String {
    format!("(call $exit.exit (i32.const {status}))")
}

pub(crate) fn attacks() -> Vec<Attack> {
    let made = Answer::Created {
        id: "made",
        outputs: "{}",
    };
    let allocating: &'static str = format!("{} (i32.const 65536)", log()).leak();
    vec![
        Attack::new(
            "a call of an import while memory is allocated",
            Guest::new().allocates_by(allocating),
        )
        .crashes("cannot leave component instance"),
        Attack::new(
            "a call of an import after the answer",
            Guest::new().ends_with("create", [Step::Text(log())]),
        )
        .crashes("cannot leave component instance"),
        Attack::new(
            "a crash after the answer",
            Guest::new().ends_with("create", [Step::Crash]),
        )
        .crashes("unreachable"),
        Attack::new(
            "recursion after the answer",
            Guest::new().ends_with("create", [Step::Recurse]),
        )
        .crashes("recursion is too deep"),
        Attack::new(
            "memory after the answer",
            Guest::new().ends_with("create", [Step::GrowMemory]),
        )
        .limit("memory=8MiB")
        .reaches(Code::Unknown, "memory"),
        Attack::new(
            "a component that calls itself while it is called",
            Guest::new().with_component(CALLS_ITSELF.to_owned()),
        )
        .fails(
            Code::FailedPrecondition,
            &[
                "it called itself while another call was running",
                "tell its author",
            ],
        ),
        Attack::new("an exit with success", exits(0)).crashes("exit"),
        Attack::new("an exit with failure", exits(1)).crashes("exit"),
        Attack::new(
            "an exit while it starts",
            exiting(1).starts_with([Step::Text(exit(1))]),
        )
        .fails(Code::FailedPrecondition, &["exit"]),
        Attack::new(
            "an exit after the answer",
            exiting(1).ends_with("create", [Step::Text(exit(1))]),
        )
        .crashes("cannot leave component instance"),
        Attack::new(
            "a division by zero",
            Guest::new().does(
                "create",
                [Step::Text(
                    "(drop (i32.div_u (i32.const 1) (global.get $times)))".to_owned(),
                )],
            ),
        )
        .crashes("divide by zero"),
        Attack::new(
            "a call of nothing",
            Guest::new().does(
                "create",
                [Step::Text("(call_indirect (i32.const 0))".to_owned())],
            ),
        )
        .crashes("points to no function"),
        Attack::new(
            "an answer in another function's place",
            Guest::new().does("create", [Step::Answer(Answer::Done)]),
        )
        // The bytes of the texts are not UTF-8.
        .crashes("invalid utf-8"),
        Attack::new(
            "a good answer",
            Guest::new().does("create", [Step::Answer(made)]),
        ),
    ]
}

#[tokio::test]
async fn calls_are_made_only_where_they_may_be() {
    withstand(attacks()).await;
}
