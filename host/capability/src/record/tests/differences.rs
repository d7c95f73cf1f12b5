//! The messages if a run differs from the recording.

use pulumi_wasm_core::call::Severity;

use super::*;

const ZONES: &str = "https://a.b/zones";

#[tokio::test]
async fn the_first_difference_names_the_call_and_the_line() {
    let tape = Tape::new();
    let create = tape.call(Operation::Create, "one");
    let recorder = tape.recorder();
    answer(&recorder, &create, ask("POST", ZONES, "{\"ttl\":300}")).await;
    answer(&recorder, &create, ask("GET", ZONES, "")).await;
    let player = tape.player();
    let replayed = player.system();
    let told = answer(&replayed, &create, ask("POST", ZONES, "{\"ttl\":600}")).await;
    let expected = format!(
        "this run differs from the recording in create of `one`: `ttl` of its body is `600`; the recording has \
         `300` (line 2 of `{}`)",
        tape.path().display()
    );
    assert_eq!(told, expected);
    // Correct requests go on from there, and the resource shows the first difference alone.
    answer(&replayed, &create, ask("POST", ZONES, "{\"ttl\":300}")).await;
    answer(&replayed, &create, ask("GET", "https://a.b/else", "")).await;
    let shown: Vec<_> = tape.lines.heard();
    let shown: Vec<_> = shown
        .iter()
        .filter(|(severity, _, _)| *severity == Severity::Error)
        .collect();
    assert_eq!(shown.len(), 1, "{shown:?}");
    assert_eq!(shown[0].1, format!("the first difference: {expected}"));
    assert_eq!(player.differences().len(), 2);
}

#[tokio::test]
async fn what_was_not_recorded_is_not_answered() {
    let tape = Tape::new();
    let (create, other) = (
        tape.call(Operation::Create, "one"),
        tape.call(Operation::Update, "one"),
    );
    let recorder = tape.recorder();
    answer(&recorder, &create, ask("GET", ZONES, "")).await;
    let replayed = tape.player().system();
    let told = answer(&replayed, &other, ask("GET", ZONES, "")).await;
    assert!(told.contains("has no such call"), "{told}");
    answer(&replayed, &create, ask("GET", ZONES, "")).await;
    let told = answer(&replayed, &create, ask("GET", ZONES, "")).await;
    assert!(
        told.contains("no further request of this call (its last is in line 2"),
        "{told}"
    );
}

#[tokio::test]
async fn a_request_whose_process_ended_first_is_there_without_an_answer() {
    let tape = Tape::new();
    let create = tape.call(Operation::Create, "one");
    answer(&tape.recorder(), &create, ask("GET", ZONES, "")).await;
    let text = tape.text();
    let kept: Vec<&str> = text.lines().take(2).collect();
    std::fs::write(tape.path(), kept.join("\n") + "\n{\"run\":\"").unwrap();
    let told = answer(&tape.player().system(), &create, ask("GET", ZONES, "")).await;
    assert!(
        told.contains("the recorded run ended before it came (line 2"),
        "{told}"
    );
}

#[tokio::test]
async fn more_random_bytes_than_recorded_are_a_difference_and_the_same_in_every_replay() {
    let tape = Tape::new();
    let create = tape.call(Operation::Create, "one");
    let recorder = tape.recorder();
    recorder
        .randomness
        .fill(Some(&create), &mut [0; 4])
        .unwrap();
    // As in format 1: the bytes, and no seed.
    let bytes = [1, 2, 3, 4];
    let lines = tape.text();
    let mut lines: Vec<serde_json::Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    lines[0]["pulumi-wasm-recording"] = 1.into();
    lines[1].as_object_mut().unwrap().remove("seed").unwrap();
    lines[1]["random"] = "AQIDBA==".into();
    let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
    std::fs::write(tape.path(), lines.join("\n") + "\n").unwrap();
    let drawn = || {
        let player = tape.player();
        let mut more = [0; 16];
        let around = player.system();
        around.randomness.fill(Some(&create), &mut more).unwrap();
        assert_eq!(player.differences().len(), 1);
        more
    };
    let first = drawn();
    assert_eq!(first[..4], bytes);
    assert_eq!(first, drawn());
}

#[test]
fn more_random_bytes_than_recorded_follow_from_the_recorded_seed() {
    let tape = Tape::new();
    let [create, read] = [Operation::Create, Operation::Read].map(|kind| tape.call(kind, "one"));
    let (mut bytes, mut others) = ([0; 5], [0; 5]);
    let recorder = tape.recorder();
    recorder.randomness.fill(Some(&create), &mut bytes).unwrap();
    recorder.randomness.fill(Some(&read), &mut others).unwrap();
    assert_ne!(bytes, others);
    let player = tape.player();
    let mut more = [0; 2560];
    let around = player.system();
    around.randomness.fill(Some(&create), &mut more).unwrap();
    assert_eq!(more[..5], bytes);
    around.randomness.fill(Some(&read), &mut more).unwrap();
    assert_eq!(more[..5], others);
    assert_eq!(player.differences(), Vec::<String>::new());
}

#[tokio::test]
async fn random_bytes_of_a_call_that_recorded_none_are_made_up_and_no_difference() {
    let tape = Tape::new();
    let [create, read] = [Operation::Create, Operation::Read].map(|kind| tape.call(kind, "one"));
    answer(&tape.recorder(), &create, ask("GET", ZONES, "")).await;
    let drawn = |calls: [&Call; 2]| {
        let player = tape.player();
        let around = player.system();
        let drawn = calls.map(|call| {
            let mut bytes = [0; 32];
            around.randomness.fill(Some(call), &mut bytes).unwrap();
            bytes
        });
        assert_eq!(player.differences(), Vec::<String>::new());
        drawn
    };
    let [of_create, of_read] = drawn([&create, &read]);
    assert_ne!(of_create, of_read);
    // The calls of several resources come in any order.
    assert_eq!(drawn([&read, &create]), [of_read, of_create]);
}
