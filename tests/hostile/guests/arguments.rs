//! Arguments of imports that lie, and allocators that do.

use super::attack::{Attack, withstand};
use test_support::fake::guest::Guest;
use test_support::fake::steps::{Answer, Step};

fn made() -> Step {
    Step::Answer(Answer::Created {
        id: "made",
        outputs: "{}",
    })
}

/// A guest that makes this call when it creates, and accepts every result.
fn calling(call: &str) -> Guest {
    Guest::new().does("create", [Step::Text(call.to_owned()), made()])
}

/// `log.emit` with these words: severity, address, length, whether it is progress, `extra`.
fn says(words: &str) -> Guest {
    calling(&call("log.emit", words))
}

fn call(function: &str, words: &str) -> String {
    let words: String = words
        .split_whitespace()
        .map(|word| format!("(i32.const {word})"))
        .collect();
    format!("(call ${function} {words})")
}

/// `http.fetch` of a text in the guest's memory, with these words for the headers and the body.
fn fetches(headers: &str, body: &str) -> Guest {
    // Method, address, headers, body, time limit, redirects, no retries, `extra`.
    let words = format!("4096 2 4096 2 {headers} {body} 0 0 0 0 0 0 0 0 4096 2");
    let stores: String = words
        .split_whitespace()
        .enumerate()
        .map(|(index, word)| {
            let place = 3072 + 4 * index;
            format!("(i32.store (i32.const {place}) (i32.const {word}))")
        })
        .collect();
    calling(&format!("{stores} {}", call("http.fetch", "3072 1024")))
}

pub(crate) fn attacks() -> Vec<Attack> {
    let outside = |name, guest: Guest| Attack::new(name, guest).crashes("out of bounds");
    let alike = |name, allocator| Attack::new(name, Guest::new().allocates_by(allocator));
    vec![
        outside(
            "a message outside memory",
            says("0 0x7ffffff0 100 0 4096 2"),
        ),
        outside("a message of 2 GiB", says("0 4096 0x80000000 0 4096 2")),
        outside("a message of 4 GiB", says("0 4096 -1 0 4096 2")),
        outside("a message whose end overflows", says("0 -1 -1 0 4096 2")),
        Attack::new(
            "a message that is not UTF-8",
            calling(&format!(
                "(i32.store (i32.const 3000) (i32.const 0xfffefdfc)) {}",
                call("log.emit", "0 3000 4 0 4096 2")
            )),
        )
        .crashes("utf-8"),
        Attack::new("a severity that there is not", says("4 4096 2 0 4096 2"))
            .crashes("discriminant"),
        Attack::new("a severity of 2^32 - 1", says("-1 4096 2 0 4096 2")).crashes("discriminant"),
        outside(
            "headers outside memory",
            fetches("0x7ffffff0 3", "0 0 0 0 0 0"),
        ),
        outside(
            "headers whose size overflows",
            fetches("4096 0x10000000", "0 0 0 0 0 0"),
        ),
        outside(
            "a request outside memory",
            calling(&call("http.fetch", "0x7ffffff0 1024")),
        ),
        Attack::new(
            "a request at an odd address",
            calling(&call("http.fetch", "3073 1024")),
        )
        .crashes("aligned"),
        Attack::new(
            "headers at an odd address",
            fetches("4097 1", "0 0 0 0 0 0"),
        )
        .crashes("aligned"),
        outside(
            "a body outside memory",
            fetches("0 0", "1 0 1 0 0x7ffffff0 16"),
        ),
        outside("a body of 2 GiB", fetches("0 0", "1 0 1 0 4096 0x80000000")),
        Attack::new(
            "a body that is neither text nor bytes",
            fetches("0 0", "1 0 5 0 4096 2"),
        )
        .crashes("discriminant"),
        Attack::new(
            "a body that is there twice",
            fetches("0 0", "2 0 0 0 4096 2"),
        )
        .crashes("discriminant"),
        outside(
            "an import's answer outside memory",
            calling(&call("clock.sleep", "0 0x7ffffff0")),
        ),
        outside(
            "an import's answer at the last address",
            calling(&call("clock.sleep", "0 -4")),
        ),
        Attack::new(
            "an import's answer at an odd address",
            calling(&call("clock.sleep", "0 1025")),
        )
        .crashes("aligned"),
        outside(
            "a checkpoint outside memory",
            calling(&call("checkpoint.save", "4096 2 -16 32 4096 2 1024")),
        ),
        outside(
            "views outside memory",
            calling(&call("views.publish", "0x7ffffff0 4 1024")),
        ),
        outside(
            "views whose size overflows",
            calling(&call("views.publish", "0 0x10000000 1024")),
        ),
        Attack::new(
            "more randomness than there may be",
            calling(&call("random.get", "-1 1024")),
        ),
        Attack::new(
            "an asset that was never given",
            calling(&call("asset.open", "7 1024")),
        ),
        Attack::new(
            "an asset at a place that is not a number",
            calling(
                "(call $asset.read (i32.const 0) (f64.const nan) (i32.const 1) (i32.const 1024))",
            ),
        ),
        Attack::new(
            "an asset at a negative place",
            calling(
                "(call $asset.read (i32.const 0) (f64.const -1e300) (i32.const -1) (i32.const 1024))",
            ),
        ),
        Attack::new(
            "a pause that grows by no number",
            calling(
                "(call $waiting.pause (i32.const 0) (i32.const 1) (f64.const nan) (i32.const 1) (i32.const 0) (i32.const 4096) \
                 (i32.const 0) (i32.const 1) (i32.const 4096) (i32.const 0) (i32.const 1024))",
            ),
        ),
        Attack::new(
            "a pause that grows without end",
            calling(
                "(call $waiting.pause (i32.const 0) (i32.const 1) (f64.const inf) (i32.const 1) (i32.const 0) (i32.const 4096) \
                 (i32.const 0) (i32.const -1) (i32.const 4096) (i32.const 0) (i32.const 1024))",
            ),
        ),
        // The allocator is called for the request, before the function.
        alike("an allocator that crashes", "unreachable").crashes("unreachable"),
        alike(
            "an allocator that gives an address outside memory",
            "(i32.const 0x7ffffff0)",
        )
        .crashes("beyond end of memory"),
        alike("an allocator that gives the last address", "(i32.const -1)").crashes("not aligned"),
        alike("an allocator that gives an odd address", "(i32.const 8193)").crashes("aligned"),
        alike(
            "an allocator that gives an address at the end of memory",
            "(i32.const 2097144)",
        )
        .crashes("beyond end of memory"),
        // It damages only its own memory.
        alike(
            "an allocator that gives the same address to all",
            "(i32.const 65536)",
        ),
        alike(
            "an allocator that gives its code's data",
            "(i32.const 4096)",
        ),
        alike(
            "an allocator that takes memory each time",
            "(i32.mul (memory.grow (i32.const 1)) (i32.const 65536))",
        ),
        alike(
            "an allocator that gives memory that it has not yet",
            "(i32.mul (memory.size) (i32.const 65536))",
        )
        .crashes("beyond end of memory"),
    ]
}

#[tokio::test]
async fn arguments_that_lie_are_crashes_of_the_component() {
    withstand(attacks()).await;
}
