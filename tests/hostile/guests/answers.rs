//! Answers that lie: about addresses, lengths, cases, encodings.

use tonic::Code;

use super::attack::{Asked, Attack, withstand};
use test_support::fake::guest::Guest;
use test_support::fake::steps::{Answer, Step, error};

/// Bytes of a guest's memory.
const MEMORY: u32 = 32 << 16;

fn created() -> Answer {
    Answer::Created {
        id: "made",
        outputs: "{\"label\":\"x\"}",
    }
}

/// A guest that answers a create with a word of its answer changed: 0 is the result's case, 1 and 2 are the id's
/// address and length, 3 and 4 the outputs', 5 is a truth value, 6 and 7 are `extra`.
fn but(word: usize, value: u32) -> Guest {
    Guest::new().does(
        "create",
        [Step::Answer(Answer::But(Box::new(created()), word, value))],
    )
}

fn creating(instructions: &str) -> Guest {
    Guest::new().does("create", [Step::Text(instructions.to_owned())])
}

/// A guest whose answer is valid, except that its id consists of these bytes.
fn named(bytes: &[u8]) -> Guest {
    let stores: String = bytes
        .iter()
        .enumerate()
        .map(|(index, byte)| {
            format!(
                "(i32.store8 (i32.const {}) (i32.const {byte}))",
                3000 + index
            )
        })
        .collect();
    let length = u32::try_from(bytes.len()).expect("few bytes");
    let answer = Answer::But(Box::new(created()), 1, 3000);
    let answer = Answer::But(Box::new(answer), 2, length);
    Guest::new().does("create", [Step::Text(stores), Step::Answer(answer)])
}

fn refused(word: usize, value: u32) -> Guest {
    let refused = Answer::Refused(error::OTHER, "no");
    Guest::new().does(
        "create",
        [Step::Answer(Answer::But(Box::new(refused), word, value))],
    )
}

pub(crate) fn attacks() -> Vec<Attack> {
    let outside = |name, guest: Guest| Attack::new(name, guest).crashes("out of bounds");
    let case = |name, guest: Guest| Attack::new(name, guest).crashes("discriminant");
    let encoding = |name, guest: Guest| Attack::new(name, guest).crashes("utf-8");
    let checked = Answer::Checked { inputs: "{}" };
    let failures = |address, length| {
        let answer = Answer::But(Box::new(checked.clone()), 3, address);
        let answer = Answer::But(Box::new(answer), 4, length);
        Guest::new().does("check", [Step::Answer(answer)])
    };
    let list = |name, address, length, words: &str| {
        Attack::new(name, failures(address, length))
            .asks(Asked::Check)
            .fails(Code::Aborted, &["the component crashed", words])
    };
    let partial = Answer::Partial {
        id: "half",
        outputs: "{}",
        reason: "not whole",
    };
    vec![
        outside("a text that begins outside memory", but(1, MEMORY)),
        outside("a text at the last address", but(1, u32::MAX)),
        outside("a text that ends outside memory", but(2, MEMORY)),
        outside("outputs that begin outside memory", but(3, 0x8000_0000)),
        outside("outputs of 2 GiB", but(4, 1 << 31)),
        outside("outputs of 4 GiB", but(4, u32::MAX)),
        outside("an ignored text outside memory", but(6, MEMORY - 1)),
        outside("an address and a length that overflow", but(7, u32::MAX)),
        Attack::new("an empty text at a wild address", named(b"made")),
        outside(
            "an answer outside memory",
            creating("(return (i32.const 0x7ffffff0))"),
        ),
        outside(
            "an answer at the last address",
            creating("(return (i32.const -4))"),
        ),
        outside(
            "an answer that ends outside memory",
            creating(&format!("(return (i32.const {}))", MEMORY - 8)),
        ),
        Attack::new(
            "an answer at an odd address",
            creating("(return (i32.const 4097))"),
        )
        .crashes("aligned"),
        case("a result that is neither", but(0, 2)),
        case("a result of case 255", but(0, 255)),
        case("an error of no case", refused(1, error::NO_CASE)),
        case("an error of case 255", refused(1, 255)),
        outside("an error with a text outside memory", refused(2, MEMORY)),
        // Every truth value but 0 is true.
        Attack::new("a truth value of 2", but(5, 2)),
        case(
            "an option that is neither",
            Guest::new().does(
                "read",
                [Step::Answer(Answer::But(
                    Box::new(Answer::Found { outputs: "{}" }),
                    4,
                    2,
                ))],
            ),
        )
        .asks(Asked::Read)
        .fails(Code::Aborted, &["discriminant"]),
        Attack::new(
            "a kind of difference that there is not",
            Guest::new().does(
                "diff",
                [Step::Answer(Answer::Different(&[("label", 6)], false))],
            ),
        )
        .asks(Asked::Diff)
        .fails(Code::Aborted, &["the component crashed", "discriminant"]),
        list("a list outside memory", MEMORY, 1, "out of bounds"),
        list(
            "a list that ends outside memory",
            4096,
            1 << 20,
            "out of bounds",
        ),
        list(
            "a list whose size overflows",
            4096,
            0x2000_0000,
            "out of bounds",
        ),
        list("a list at an odd address", 4099, 1, "aligned"),
        list("a list of 2^32 - 1 elements", 0, u32::MAX, "out of bounds"),
        Attack::new(
            "reasons outside memory",
            Guest::new().does(
                "create",
                [Step::Answer(Answer::But(Box::new(partial), 7, u32::MAX))],
            ),
        )
        .crashes("out of bounds"),
        // The same bytes as id and as `extra`: no code writes to them.
        Attack::new("texts that overlap", named(b"made")),
        encoding("an id that is not UTF-8", named(b"ma\xff\xfe")),
        encoding("an id that ends in a character", named(b"made\xf0\x9f\x98")),
        encoding("an id with a surrogate", named(b"\xed\xa0\x80")),
        encoding("an id in a longer form than it has", named(b"\xc0\xaf")),
        // It is valid text.
        Attack::new("an id of zeros", named(&[0; 16])),
        Attack::new("an empty id", named(b"")).fails(Code::Unknown, &["no id"]),
        Attack::new(
            "malformed UTF-16",
            named(&[0x00, 0xd8, 0x00, 0xd8]).speaks_utf16(),
        )
        .crashes(""),
        Attack::new("UTF-16 at an odd address", but(1, 4097).speaks_utf16()).crashes("aligned"),
        Attack::new(
            "UTF-16 whose bytes overflow",
            but(2, 1 << 31).speaks_utf16(),
        )
        .crashes("out of bounds"),
        Attack::new(
            "outputs that are not JSON",
            Guest::new().does(
                "create",
                [Step::Answer(Answer::Created {
                    id: "made",
                    outputs: "{\"label\":",
                })],
            ),
        )
        .fails(
            Code::Unknown,
            &["the component's answer cannot be used", "its outputs"],
        ),
    ]
}

#[tokio::test]
async fn answers_that_lie_are_crashes_of_the_component() {
    withstand(attacks()).await;
}
