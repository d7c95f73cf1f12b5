//! Guests that take memory, or make the host take it.

use tonic::Code;

use super::attack::{Asked, Attack, withstand};
use test_support::fake::guest::Guest;
use test_support::fake::steps::{Answer, Step};

fn creating(steps: impl Into<Vec<Step>>) -> Guest {
    Guest::new().does("create", steps)
}

fn made() -> Step {
    Step::Answer(Answer::Created {
        id: "made",
        outputs: "{}",
    })
}

/// A guest that does this when it creates.
fn text(instructions: &str) -> Guest {
    creating([Step::Text(instructions.to_owned()), made()])
}

/// A guest with a nested component that is this.
fn with(component: &str) -> Guest {
    Guest::new().with_component(component.to_owned())
}

/// A nested component with this many instances of a module.
fn instances(count: usize, module: &str) -> Guest {
    let instances = "(core instance (instantiate $m))".repeat(count);
    with(&format!(
        "(component (core module $m {module}) {instances})"
    ))
}

/// A guest whose outputs are a text that it writes itself: `start`, this many times `part`, `end`.
fn writing(start: &str, part: &str, times: u32, end: &str) -> Guest {
    let bytes = |text: &str, at: &str| -> String {
        text.bytes()
            .enumerate()
            .map(|(index, byte)| format!("(i32.store8 offset={index} {at} (i32.const {byte}))"))
            .collect()
    };
    let length = start.len() + part.len() * times as usize + end.len();
    let at = 2 << 20;
    creating([Step::Text(format!(
        "(if (i32.eq (memory.grow (i32.const {pages})) (i32.const -1)) (then unreachable))
         {begin} (global.set $heap (i32.const {first})) (global.set $times (i32.const {times}))
         (loop $l {parts}
            (global.set $heap (i32.add (global.get $heap) (i32.const {step})))
            (global.set $times (i32.sub (global.get $times) (i32.const 1)))
            (br_if $l (global.get $times)))
         {ending}
         (i32.store (i32.const 2048) (i32.const 0))
         (i32.store (i32.const 2052) (i32.const {at})) (i32.store (i32.const 2056) (i32.const 1))
         (i32.store (i32.const 2060) (i32.const {at})) (i32.store (i32.const 2064) (i32.const {length}))
         (i32.store (i32.const 2068) (i32.const 0))
         (i32.store (i32.const 2072) (i32.const {at})) (i32.store (i32.const 2076) (i32.const 0))
         (return (i32.const 2048))",
        pages = length / 65536 + 1,
        begin = bytes(start, &format!("(i32.const {at})")),
        first = at + start.len(),
        parts = bytes(part, "(global.get $heap)"),
        step = part.len(),
        ending = bytes(end, "(global.get $heap)"),
    ))])
}

/// A guest whose answer to a check is a list of this many failures, which all share the same bytes of its memory.
fn overlapping(count: u32, length: u32) -> Guest {
    // Each element is 24 bytes: three texts. The whole memory is filled with pairs of address and length.
    let pages = count * 24 / 65536 + length / 65536 + 64;
    let list = 3 << 20;
    Guest::new().does(
        "check",
        [Step::Text(format!(
            "(if (i32.eq (memory.grow (i32.const {pages})) (i32.const -1)) (then unreachable))
             (global.set $heap (i32.const {list})) (global.set $times (i32.const {pairs}))
             (loop $l
                (i32.store (global.get $heap) (i32.const 4096))
                (i32.store offset=4 (global.get $heap) (i32.const {length}))
                (global.set $heap (i32.add (global.get $heap) (i32.const 8)))
                (global.set $times (i32.sub (global.get $times) (i32.const 1)))
                (br_if $l (global.get $times)))
             (memory.fill (i32.const 4096) (i32.const 32) (i32.const {length}))
             (i32.store (i32.const 2048) (i32.const 0))
             (i32.store (i32.const 2052) (i32.const 4096)) (i32.store (i32.const 2056) (i32.const 0))
             (i32.store (i32.const 2060) (i32.const {list})) (i32.store (i32.const 2064) (i32.const {count}))
             (i32.store (i32.const 2068) (i32.const 4096)) (i32.store (i32.const 2072) (i32.const 0))
             (return (i32.const 2048))",
            pairs = count * 3,
        ))],
    )
}

pub(crate) fn attacks() -> Vec<Attack> {
    let small = |name, guest: Guest| {
        Attack::new(name, guest)
            .limit("memory=8MiB")
            .reaches(Code::Unknown, "memory")
    };
    let unready = |name, guest: Guest, limit: &str| {
        Attack::new(name, guest).reaches(Code::FailedPrecondition, limit)
    };
    vec![
        small("memory without end", creating([Step::GrowMemory])),
        small(
            "memory without end while it starts",
            Guest::new().starts_with([Step::GrowMemory]),
        )
        .reaches(Code::FailedPrecondition, "memory"),
        small(
            "memory without end while it allocates",
            Guest::new().allocates_by(
                "(loop $more (br_if $more (i32.ne (memory.grow (i32.const 16)) (i32.const -1)))) unreachable",
            ),
        ),
        // The guest continues after the refusal: no harm is done.
        Attack::new("all memory at once", text("(drop (memory.grow (i32.const -1)))")),
        Attack::new("table elements without end", creating([Step::GrowTable]))
            .reaches(Code::Unknown, "table-elements"),
        unready("a memory of 4 GiB", with(
            "(component (core module $m (memory 65536)) (core instance (instantiate $m)))",
        ), "memory"),
        unready("a table of a thousand million elements", with(
            "(component (core module $m (table 1000000000 funcref)) (core instance (instantiate $m)))",
        ), "table-elements"),
        unready("instances with a memory each", instances(90, "(memory 200)"), "memory"),
        unready("a thousand instances with a memory each", instances(900, "(memory 32)"), "memories"),
        Attack::new("more memory than the process may have", creating([Step::GrowMemory]))
            .limit("process-memory=64MiB")
            .reaches(Code::Unknown, "process-memory")
            // Other components of this process may use all of it.
            .or(Code::FailedPrecondition),
        unready(
            "a thousand tables",
            instances(900, "(table 10000 funcref)"),
            "table-elements",
        ),
        Attack::new("very many core instances", instances(20_000, ""))
            .fails(Code::FailedPrecondition, &[]),
        unready(
            "more tables than there may be",
            instances(900, "(table 1 funcref) (table 1 funcref)"),
            "core-instances",
        ),
        Attack::new("memories that are empty, very many", instances(20_000, "(memory 0)"))
            .fails(Code::FailedPrecondition, &[]),
        Attack::new("recursion without end", creating([Step::Recurse]))
            .reaches(Code::Unknown, "stack"),
        Attack::new(
            "recursion without end while it starts",
            Guest::new().starts_with([Step::Recurse]),
        )
        .fails(Code::FailedPrecondition, &["recursion is too deep"]),
        Attack::new(
            "recursion without end in the allocator",
            Guest::new().allocates_by(
                "(i32.add (i32.const 1) (call $allocate (local.get 0) (local.get 1) (local.get 2) (local.get 3)))",
            ),
        )
        .crashes("recursion is too deep"),
        Attack::new(
            "recursion in a host call at the end of the stack",
            creating([Step::Text(
                "(call $log.emit (i32.const 0) (i32.const 4096) (i32.const 2) (i32.const 0) (i32.const 4096) (i32.const 0))
                 (drop (call $guest::create (local.get 0)))"
                    .to_owned(),
            )]),
        )
        .crashes("recursion is too deep"),
        Attack::new("an answer of 100 MiB", creating([Step::Text(
            "(drop (memory.grow (i32.const 2000)))".to_owned(),
        ), Step::Answer(Answer::Huge(100 << 20))]))
            .crashes("utf-8"),
        Attack::new("an answer larger than may be handed over", creating([Step::Text(
            "(drop (memory.grow (i32.const 6000)))".to_owned(),
        ), Step::Answer(Answer::Huge(300 << 20))]))
            .reaches(Code::Unknown, "transfer"),
        // A few bytes of text become many of the host's.
        Attack::new(
            "an answer with very many objects",
            writing("{\"a\":[", "{\"a\":0},", 1_000_000, "0]}"),
        )
        .reaches(Code::Unknown, "transfer"),
        Attack::new("texts that are all the same megabyte", overlapping(1000, 1 << 20))
            .asks(Asked::Check)
            .reaches(Code::ResourceExhausted, "transfer"),
        Attack::new("very many empty failures", overlapping(6_000_000, 0))
            .asks(Asked::Check)
            .reaches(Code::ResourceExhausted, "transfer"),
    ]
}

#[tokio::test]
async fn memory_is_taken_within_limits() {
    withstand(attacks()).await;
}
