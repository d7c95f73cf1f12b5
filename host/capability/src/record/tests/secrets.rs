//! Secrets, which are not in recordings, and which a replay may have other ones of.

use super::*;

const URL: &str = "https://a.b/login";

/// A call whose configuration has these secrets.
fn knowing(call: Call, secrets: &[&str]) -> Call {
    let known = pulumi_wasm_core::redaction::Secrets::new();
    for secret in secrets {
        known.keep(secret);
    }
    Call {
        secrets: known,
        ..call
    }
}

#[tokio::test]
async fn a_replay_with_other_secrets_is_answered_with_those() {
    let tape = Tape::new();
    let recorded = ["correct-horse-battery", "second-secret-value"];
    let create = knowing(tape.call(Operation::Create, "one"), &recorded);
    let recorder = tape.recorder();
    let body = |secrets: [&str; 2]| format!("user=ada&first={}&second={}", secrets[0], secrets[1]);
    let url = |secret: &str| format!("{URL}?page={secret}&key=abcdefgh");
    answer(
        &recorder,
        &create,
        ask("POST", &url(recorded[1]), &body(recorded)),
    )
    .await;
    let text = tape.text();
    for secret in recorded {
        assert!(!text.contains(secret), "{text}");
    }
    assert!(!text.contains("abcdefgh"), "{text}");

    let others = ["dummy", "x"];
    let replayed = tape.player().system();
    let create = tape.call(Operation::Create, "one");
    let told = answer(
        &replayed,
        &create,
        ask("POST", &url(others[1]), &body(others)),
    )
    .await;
    assert_eq!(told, format!("201 answer 1: {}.", body(others)));
}

#[tokio::test]
async fn a_secret_has_the_same_mark_in_the_whole_run() {
    let tape = Tape::new();
    let create = knowing(
        tape.call(Operation::Create, "one"),
        &["correct-horse-battery"],
    );
    let recorder = tape.recorder();
    for _ in 0..2 {
        answer(
            &recorder,
            &create,
            ask("POST", URL, "a correct-horse-battery"),
        )
        .await;
    }
    let text = tape.text();
    assert_eq!(text.matches("[secret:1]").count(), 4, "{text}");
    assert!(!text.contains("[secret:2]"), "{text}");
}

#[tokio::test]
async fn a_password_that_a_server_sends_is_not_recorded() {
    let tape = Tape::new();
    let create = tape.call(Operation::Create, "one");
    let recorder = tape.recorder();
    let body = "{\"accounts\":[{\"name\":\"ada\",\"comment\":\"visible\",\"password\":\"Zx81-very-private\"}]}";
    answer(&recorder, &create, ask("POST", URL, body)).await;
    answer(
        &recorder,
        &create,
        ask("POST", URL, "again Zx81-very-private"),
    )
    .await;
    let text = tape.text();
    assert!(!text.contains("Zx81"), "{text}");
    assert!(text.contains("visible"), "{text}");
}

#[tokio::test]
async fn members_that_sound_like_secrets_are_left_out_however_short_and_a_replay_finds_them() {
    let tape = Tape::new();
    let create = tape.call(Operation::Create, "one");
    let body = |password: &str, hash: &str| {
        format!(
            "{{\"name\":\"ada\", \"password\":\"{password}\", \"password_hash\":\"{hash}\", \"salt\":\"s4lt\"}}"
        )
    };
    // The answer of this world is not JSON, so that only the request is looked at.
    answer(
        &tape.recorder(),
        &create,
        ask("POST", URL, &body("pw", "4f2a")),
    )
    .await;
    let text = tape.text();
    for hidden in ["\\\"pw\\\"", "4f2a", "s4lt"] {
        let request = text
            .lines()
            .find(|line| line.contains("\"request\""))
            .unwrap();
        assert!(!request.contains(hidden), "{request}");
    }
    assert!(text.contains("ada"), "{text}");
    let player = tape.player();
    answer(
        &player.system(),
        &create,
        ask("POST", URL, &body("other", "hash")),
    )
    .await;
    assert_eq!(player.differences(), Vec::<String>::new());
}

#[tokio::test]
async fn forms_and_lines_of_json_lose_what_sounds_like_a_secret_and_a_replay_finds_them() {
    let tape = Tape::new();
    let create = tape.call(Operation::Create, "one");
    let bodies = |secret: &str, code: &str| {
        [
            format!("grant_type=password&client_secret={secret}&otp={code}&pinned=visible"),
            format!(
                "{{\"name\":\"visible\"}}\n{{\"client_secret\":\"{secret}\",\"pin\":\"{code}\"}}\n"
            ),
        ]
    };
    let recorder = tape.recorder();
    for body in bodies("Zx81%2Dvery-private", "90210") {
        answer(&recorder, &create, ask("POST", URL, &body)).await;
    }
    let text = tape.text();
    let requests: Vec<&str> = text
        .lines()
        .filter(|line| line.contains("\"request\""))
        .collect();
    assert_eq!(requests.len(), 2, "{text}");
    for request in requests {
        assert!(request.contains("visible"), "{request}");
        for hidden in ["Zx81", "90210"] {
            assert!(!request.contains(hidden), "{request}");
        }
    }
    let player = tape.player();
    for body in bodies("another", "1") {
        answer(&player.system(), &create, ask("POST", URL, &body)).await;
    }
    assert_eq!(player.differences(), Vec::<String>::new());
}
