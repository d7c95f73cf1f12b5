//! Secrets: recordings do not contain them, and a replay may use different secrets.

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
async fn xml_yaml_and_other_bodies_lose_what_sounds_like_a_secret_and_a_replay_finds_them() {
    let tape = Tape::new();
    let create = tape.call(Operation::Create, "one");
    let bodies = |secret: &str, code: &str| {
        [
            format!(
                "<Login><User>visible</User><Password>{secret}</Password><pin>{code}</pin></Login>"
            ),
            format!("<add key=\"clientSecret\" value=\"{secret}\" note=\"visible\"/>"),
            format!("user: visible\ncredentials:\n  first: {secret}\n  pin: '{code}'\n"),
            format!("USER=visible\nDB_PASSWORD={secret}\nPIN={code}\n"),
            format!("{{\"user\":\"visible\",\"password\":\"{secret}\",\"pin\":\"{code}"),
            format!(
                "--x\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\n{secret}\r\n--x\r\nContent-Disposition: form-data; name=\"user\"\r\n\r\nvisible\r\n--x--\r\n"
            ),
        ]
    };
    let recorder = tape.recorder();
    for body in bodies("Zx81-very-private", "90210") {
        answer(&recorder, &create, ask("POST", URL, &body)).await;
    }
    let text = tape.text();
    let requests: Vec<&str> = text
        .lines()
        .filter(|line| line.contains("\"request\""))
        .collect();
    assert_eq!(requests.len(), bodies("", "").len());
    for request in requests {
        assert!(request.contains("visible"), "{request}");
        assert!(!request.contains("very-private"), "{request}");
        assert!(!request.contains("90210"), "{request}");
    }
    let player = tape.player();
    for body in bodies("another", "1") {
        answer(&player.system(), &create, ask("POST", URL, &body)).await;
    }
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

/// The headers and the body of an answer.
type Reply = (Vec<(&'static str, String)>, String);

/// A system whose server returns these responses, one after the other.
fn answering(tape: &Tape, answers: Vec<Reply>) -> System {
    struct Server(Mutex<Vec<Reply>>);

    #[async_trait]
    impl Network for Server {
        async fn send(
            &self,
            _call: &Call,
            _request: OutgoingRequest,
        ) -> Result<IncomingResponse, NoAnswer> {
            let (headers, body) = self.0.lock().unwrap().remove(0);
            let headers = headers.into_iter();
            Ok(IncomingResponse {
                status: 302,
                headers: headers
                    .map(|(name, value)| (name.to_owned(), value))
                    .collect(),
                body: BodyStream::whole(body.into_bytes()),
            })
        }
    }

    let file = RecordingFile::open(&tape.path(), DEFAULT_LIMIT).unwrap();
    let system = System {
        network: Arc::new(Server(Mutex::new(answers))),
        ..World::system()
    };
    record(system, file, "acme", "1.0.0", Vec::new(), &[])
}

#[tokio::test]
async fn what_turns_out_to_be_a_secret_in_a_later_answer_of_the_call_is_nowhere_in_its_lines() {
    let tape = Tape::new();
    let create = tape.call(Operation::Create, "one");
    let first = "{\"note\":\"Zx81-very-private\",\"shown\":\"visible\"}".to_owned();
    let second = "{\"password\":\"Zx81-very-private\"}".to_owned();
    let link = vec![("x-note", "see Zx81-very-private".to_owned())];
    let recorder = answering(&tape, vec![(link, first), (Vec::new(), second)]);
    answer(
        &recorder,
        &create,
        ask("POST", "https://a.b/Zx81-very-private", "Zx81-very-private"),
    )
    .await;
    answer(&recorder, &create, ask("GET", URL, "")).await;
    let text = tape.text();
    assert!(!text.contains("Zx81"), "{text}");
    assert!(text.contains("visible"), "{text}");
}

#[tokio::test]
async fn what_the_call_itself_learns_to_be_a_secret_at_its_end_is_not_recorded() {
    let tape = Tape::new();
    let create = tape.call(Operation::Create, "one");
    let recorder = tape.recorder();
    answer(
        &recorder,
        &create,
        ask("POST", URL, "{\"code\":\"Zx81-very-private\"}"),
    )
    .await;
    // As the host does with an output that the schema calls secret.
    create.secrets.learn_value(&"Zx81-very-private".into());
    let text = tape.text();
    assert!(!text.contains("Zx81"), "{text}");
    assert!(text.contains("answer 1"), "{text}");
}

#[tokio::test]
async fn the_lines_of_a_call_are_written_when_it_was_answered_and_not_before() {
    let tape = Tape::new();
    let (one, two) = (
        tape.call(Operation::Create, "one"),
        tape.call(Operation::Create, "two"),
    );
    let recorder = tape.recorder();
    answer(&recorder, &one, ask("POST", URL, "of one")).await;
    answer(&recorder, &two, ask("POST", URL, "of two")).await;
    let written = || std::fs::read_to_string(tape.path()).unwrap();
    assert!(!written().contains("of one"));
    two.kept.clear();
    assert!(written().contains("of two") && !written().contains("of one"));
    // Later requests still belong to the call.
    answer(&recorder, &two, ask("POST", URL, "again of two")).await;
    one.kept.clear();
    two.kept.clear();
    assert!(written().contains("of one") && written().contains("again of two"));
    let replayed = tape.player().system();
    for (call, body) in [(&one, "of one"), (&two, "of two"), (&two, "again of two")] {
        let told = answer(&replayed, call, ask("POST", URL, body)).await;
        assert!(told.contains(body), "{told}");
    }
}

#[tokio::test]
async fn passwords_in_addresses_are_not_recorded_wherever_the_addresses_stand() {
    let addresses = [
        "https://ada:Zx81-very-private@a.b/c",
        "https://Zx81-very-private@a.b/c",
        "//ada:Zx81-very-private@a.b/c",
        "/back?access_token=Zx81-very-private&page=2",
        "/back#access_token=Zx81-very-private",
        "https://a.b/?X-Amz-Signature=Zx81-very-private",
        "https://a.b/?to=https%3A%2F%2Fada%3AZx81-very-private%40c.d",
        // Shorter than a secret that is looked for elsewhere.
        "https://ada:Zx81@a.b/c",
    ];
    for address in addresses {
        for header in ["Location", "Content-Location", "Link", "Refresh", "X-Next"] {
            let tape = Tape::new();
            let create = tape.call(Operation::Create, "one");
            let headers = vec![(header, format!("0; url=<{address}>; rel=\"next\""))];
            let body = format!("{{\"next\":\"{address}\",\"shown\":\"visible\"}}");
            let recorder = answering(&tape, vec![(headers, body), (Vec::new(), String::new())]);
            answer(&recorder, &create, ask("POST", URL, address)).await;
            let follow = format!("https://ada:Zx81-very-private@a.b/{}", "x");
            answer(&recorder, &create, ask("GET", &follow, "")).await;
            let text = tape.text();
            assert!(!text.contains("Zx81"), "{text}");
            assert!(text.contains("visible"), "{text}");
            let player = tape.player();
            let replayed = player.system();
            answer(&replayed, &create, ask("POST", URL, address)).await;
            answer(
                &replayed,
                &create,
                ask("GET", "https://bob:other@a.b/x", ""),
            )
            .await;
            assert_eq!(player.differences(), Vec::<String>::new());
        }
    }
}

#[tokio::test]
async fn a_recorded_location_without_its_password_can_be_followed_in_a_replay() {
    let tape = Tape::new();
    let create = tape.call(Operation::Create, "one");
    let location = "https://ada:Zx81-very-private@a.b/c".to_owned();
    let recorder = answering(&tape, vec![(vec![("location", location)], String::new())]);
    answer(&recorder, &create, ask("GET", URL, "")).await;
    let replayed = tape.player().system();
    let sent = replayed.network.send(&create, ask("GET", URL, "")).await;
    let headers = sent.unwrap_or_else(|failure| panic!("{failure:?}")).headers;
    let location = Url::parse(&headers[0].1).expect("an address");
    assert_eq!((location.host_str(), location.path()), (Some("a.b"), "/c"));
}

#[tokio::test]
async fn values_of_headers_that_are_withheld_are_left_out_of_bodies_too() {
    let tape = Tape::new();
    let create = tape.call(Operation::Create, "one");
    let headers = vec![(
        "set-cookie",
        "session=Zx81-very-private; HttpOnly; Path=/".to_owned(),
    )];
    let body = "the session is Zx81-very-private, HttpOnly".to_owned();
    let recorder = answering(&tape, vec![(headers, body)]);
    answer(&recorder, &create, ask("GET", URL, "")).await;
    let text = tape.text();
    assert!(!text.contains("Zx81"), "{text}");
    assert!(text.contains("HttpOnly"), "{text}");
}
