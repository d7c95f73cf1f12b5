//! Other calls, configurations and runs must not affect a call.

use std::time::Duration;

use pulumi_wasm_core::value::special_values::{
    ARCHIVE, ASSET, KEY, OUTPUT, RESOURCE_REFERENCE, SECRET, UNKNOWN,
};
use tonic::Code;

use super::attack::{Asked, Attack, Stage, withstand};
use test_support::assert_says;
use test_support::fake::calls::{create, create_request, special, string, structure};
use test_support::fake::guest::{Guest, THING};
use test_support::fake::reach::Reach;
use test_support::fake::steps::{Answer, Step};
use test_support::within;

fn creating(steps: impl Into<Vec<Step>>) -> Guest {
    Guest::new().does("create", steps)
}

/// A guest that answers with an asset or archive with these members.
fn forging(kind: &str, members: &str) -> Guest {
    let outputs = format!("{{\"label\":{{\"{KEY}\":\"{kind}\"{members}}}}}");
    creating([Step::Answer(Answer::Created {
        id: "made",
        outputs: outputs.leak(),
    })])
}

/// A reference to a resource that no request speaks of.
const REFERENCE: &str = "urn:pulumi:dev::shop::other:index:Vault::keys";

/// A value with these members, as text.
fn signed(kind: &str, members: &str) -> String {
    format!("{{\"{KEY}\":\"{kind}\",{members}}}")
}

/// Guests that return a reference which they were not given, each in another answer.
fn forged_references() -> Vec<Attack> {
    let reference = signed(
        RESOURCE_REFERENCE,
        &format!("\"urn\":\"{REFERENCE}\",\"id\":\"keys\",\"packageVersion\":\"6.6.6\""),
    );
    let of = |value: &str| -> &'static str { format!("{{\"label\":{value}}}").leak() };
    let plain = of(&reference);
    let answers = |function, answer| Guest::new().does(function, [Step::Answer(answer)]);
    let made = |outputs| {
        creating([Step::Answer(Answer::Created {
            id: "made",
            outputs,
        })])
    };
    let words = ["it refers to a resource that was not in the request"];
    let unsure = |name, guest: Guest| Attack::new(name, guest).fails(Code::Unknown, &words);
    let sure = |name, guest: Guest, asked| {
        Attack::new(name, guest)
            .asks(asked)
            .fails(Code::Aborted, &words)
            .or(Code::FailedPrecondition)
    };
    let read = |inputs| Answer::FoundWithInputs {
        inputs,
        outputs: "{}",
    };
    let partial = Answer::Partial {
        id: "half",
        outputs: plain,
        reason: "half",
    };
    let checkpoint = Step::Checkpoint {
        id: "half",
        outputs: plain,
    };
    let view = Step::Reach(Reach::Publish {
        token: "acme:index:Part",
        name: "left",
        inputs: plain,
    });
    let older = |guest: Guest| {
        guest.manifest(|manifest| manifest["resources"][THING]["stateVersion"] = 1.into())
    };
    let migrated = Answer::Migrated {
        inputs: Some(plain),
        outputs: Some("{}"),
    };
    vec![
        unsure("a resource in outputs", made(plain)),
        unsure(
            "a resource in a secret",
            made(of(&signed(SECRET, &format!("\"value\":{reference}")))),
        ),
        unsure(
            "a resource in a list in an output value",
            made(of(&signed(OUTPUT, &format!("\"value\":[{reference}]")))),
        ),
        unsure(
            "a resource in outputs of an update",
            answers("update", Answer::Updated { outputs: plain }),
        )
        .asks(Asked::Update),
        unsure(
            "a resource in a partial state",
            creating([Step::Answer(partial)]),
        ),
        unsure(
            "a resource in a checkpoint",
            creating([checkpoint, Step::Crash]),
        ),
        unsure("a resource in a view", creating([view])).or(Code::FailedPrecondition),
        sure(
            "a resource in checked inputs",
            answers("check", Answer::Checked { inputs: plain }),
            Asked::Check,
        ),
        sure(
            "a resource in outputs that were read",
            answers("read", Answer::Found { outputs: plain }),
            Asked::Read,
        ),
        sure(
            "a resource in inputs that were read",
            answers("read", read(plain)),
            Asked::Read,
        ),
        sure(
            "a resource in migrated inputs",
            older(answers("migrate", migrated)),
            Asked::Diff,
        ),
        sure(
            "a resource in a result",
            answers("invoke", Answer::Result(plain)),
            Asked::Invoke,
        ),
    ]
}

/// A guest that crashes when a clock moves while it checks.
fn watching(question: &str) -> Guest {
    let inputs = Answer::Checked { inputs: "{}" };
    let spin = "(global.set $times (i32.const 3000000))
        (loop $l (global.set $times (i32.sub (global.get $times) (i32.const 1))) (br_if $l (global.get $times)))";
    Guest::new().does(
        "check",
        [
            Step::Text(format!(
                "(i64.store (i32.const 2048) (block (result i64) {question})) {spin}
                 (i64.store (i32.const 2056) (block (result i64) {question}))
                 (if (i64.ne (i64.load (i32.const 2048)) (i64.load (i32.const 2056))) (then unreachable))",
            )),
            Step::Answer(inputs),
        ],
    )
}

pub(crate) fn attacks() -> Vec<Attack> {
    let forged = |name, guest: Guest, words: &str| {
        Attack::new(name, guest).fails(Code::Unknown, &["its outputs", words])
    };
    let unknown = "was not in the request";
    let checkpoint = creating([
        Step::Checkpoint {
            id: "half",
            outputs: format!("{{\"label\":{{\"{KEY}\":\"{ASSET}\",\"path\":\"/etc/passwd\"}}}}")
                .leak(),
        },
        Step::Crash,
    ]);
    let mut attacks = forged_references();
    attacks.extend([
        forged("an asset by a handle that was not given", forging(ASSET, ",\"handle\":0"), unknown),
        forged("an asset by a negative handle", forging(ASSET, ",\"handle\":-1"), unknown),
        forged("an asset by half a handle", forging(ASSET, ",\"handle\":0.5"), unknown),
        forged("an asset by a handle of 1e300", forging(ASSET, ",\"handle\":1e300"), unknown),
        forged("an archive by a handle that was not given", forging(ARCHIVE, ",\"handle\":0"), unknown),
        forged("an asset by a path", forging(ASSET, ",\"path\":\"/etc/passwd\""), "cannot name a path"),
        forged("an asset by a path that leads out", forging(ASSET, ",\"path\":\"../../../etc/passwd\""), "cannot name a path"),
        forged("an asset by an address", forging(ASSET, ",\"uri\":\"file:///etc/passwd\""), "cannot name a path"),
        forged("an archive by a path", forging(ARCHIVE, ",\"path\":\"/etc\""), "cannot name a path"),
        forged("a file in an archive by a path", forging(ARCHIVE, &format!(
            ",\"assets\":{{\"f\":{{\"{KEY}\":\"{ASSET}\",\"path\":\"/etc/passwd\"}}}}"
        )), "cannot name a path"),
        forged("an archive with a malformed file", forging(ARCHIVE, ",\"assets\":{\"f\":\"x\"}"), "neither an asset"),
        forged("an asset instead of the outputs", creating([Step::Answer(Answer::Created {
            id: "made",
            outputs: format!("{{\"{KEY}\":\"{ASSET}\",\"path\":\"/etc/passwd\"}}").leak(),
        })]), "special value"),
        forged("what an output depends on", forging(OUTPUT, &format!(
            ",\"value\":\"x\",\"dependencies\":[\"{REFERENCE}\"]"
        )), "cannot set the dependencies"),
        Attack::new("an id that is the mark of unknown values", creating([Step::Answer(Answer::Created {
            id: UNKNOWN,
            outputs: "{}",
        })]))
        .fails(Code::Unknown, &["it returned no id"]),
        // Only the text counts.
        Attack::new(
            "an asset by a path and a text",
            forging(ASSET, ",\"text\":\"x\",\"path\":\"/etc/passwd\""),
        ),
        // The engine records the id alone, because the resource exists.
        Attack::new("a checkpoint with a path", checkpoint).fails(Code::Unknown, &["cannot name a path"]),
        Attack::new("the time of day in a check", watching(
            "(call $clock.now (i32.const 1024)) (i64.add (i64.load (i32.const 1024)) (i64.load32_u (i32.const 1032)))",
        ))
        .asks(Asked::Check),
        Attack::new(
            "the passing of time in a check",
            watching("(i64.reinterpret_f64 (call $clock.monotonic-ms))"),
        )
        .asks(Asked::Check),
    ]);
    attacks
}

#[tokio::test]
async fn nothing_is_forged() {
    withstand(attacks()).await;
}

#[tokio::test]
async fn two_configurations_of_one_process_share_nothing() {
    let stage = Stage::new().await;
    stage
        .scene
        .add("counting.wasm", &creating([Step::AnswerCount]));
    let first = stage.session(&["counting.wasm"]).await.unwrap();
    let second = stage.session(&["counting.wasm"]).await.unwrap();
    let third = stage
        .session(&["counting.wasm", "--limit", "memory=512MiB"])
        .await
        .unwrap();
    for (session, expected) in [
        (&first, "1"),
        (&first, "2"),
        (&second, "1"),
        (&third, "1"),
        (&first, "3"),
        (&second, "2"),
    ] {
        assert_eq!(create(session.clone(), "one").await.unwrap().id, expected);
    }
}

#[tokio::test]
async fn the_assets_of_one_call_are_not_those_of_the_next() {
    let stage = Stage::new().await;
    let read = Step::Reach(Reach::ReadAsset {
        handle: 0,
        offset: 0.0,
        count: 100,
    });
    stage.scene.add(
        "reading.wasm",
        &creating([read, Step::Reach(Reach::AnswerRead)]),
    );
    let mut session = stage.session(&["reading.wasm"]).await.unwrap();
    let mut request = create_request("one");
    let text = "{\"label\":\"what the first call was given\"}";
    let asset = special(
        ASSET,
        &[("text", string(text)), ("hash", string(&"0".repeat(64)))],
    );
    request.properties = Some(structure(&[("label", asset)]));
    within(session.create(request)).await.unwrap();
    // The same instance is asked again, without an asset, after a success and after a failure.
    for _ in 0..2 {
        let status = create(session.clone(), "two").await.unwrap_err();
        assert_says(status.message(), &["the asset 0 was not in the request"]);
    }
}

/// A cancelled call does not continue in the background.
#[tokio::test]
async fn nothing_runs_when_its_call_has_ended() {
    let stage = Stage::new().await;
    stage.scene.add("endless.wasm", &creating([Step::Loop]));
    let words = ["endless.wasm", "--limit", "call-time=100ms"];
    let session = stage.session(&words).await.unwrap();
    let calls = (0..4).map(|_| create(session.clone(), "one"));
    for ended in within(futures_util::future::join_all(calls)).await {
        ended.unwrap_err();
    }
    let before = stage.plugin.computed();
    // The length of the measurement.
    tokio::time::sleep(Duration::from_secs(1)).await;
    let spent = stage.plugin.computed() - before;
    assert!(spent < Duration::from_millis(300), "{spent:?}");
    stage.serves().await.unwrap();
}
