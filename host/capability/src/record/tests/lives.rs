//! A run and its replay.

use super::*;

const ZONES: &str = "https://a.b/zones";

#[tokio::test]
async fn a_replay_gets_what_the_run_got() {
    let tape = Tape::new();
    let create = tape.call(Operation::Create, "one");
    let run = async |around: &System| {
        let mut told = vec![
            answer(around, &create, ask("POST", ZONES, "{\"a\":1}")).await,
            answer(around, &create, ask("GET", "https://a.b/broken", "")).await,
            format!("{:?}", around.time.time_of_day(&create)),
        ];
        let streamed = OutgoingRequest {
            body: RequestBody::Streamed {
                chunks: BodyStream::new(futures_util::stream::iter([
                    Ok(Bytes::from_static(b"two ")),
                    Ok(Bytes::from_static(b"chunks")),
                ])),
                length: None,
            },
            ..ask("PUT", ZONES, "")
        };
        told.push(answer(around, &create, streamed).await);
        told.push(format!("{:?}", around.time.time_of_day(&create)));
        let mut bytes = [0; 40];
        around.randomness.fill(Some(&create), &mut bytes).unwrap();
        told.push(format!("{bytes:?}"));
        // In parts of another size: only the bytes count.
        for chunk in bytes.chunks_mut(20) {
            around.randomness.fill(Some(&create), chunk).unwrap();
        }
        told.push(format!("{bytes:?}"));
        told.push(format!("{:?}", around.time.monotonic(Some(&create))));
        for name in ["SET", "UNSET"] {
            let value = around.environment.get(Some(&create), name).unwrap();
            told.push(format!("{:?}", value.is_some()));
        }
        told
    };
    let recorded = run(&tape.recorder()).await;
    assert_eq!(recorded[0], "201 answer 1: {\"a\":1}.");
    assert_eq!(recorded[1], "nobody is there");
    assert_eq!(recorded[3], "203 answer 3: two chunks.");
    let player = tape.player();
    assert_eq!(run(&player.system()).await, recorded);
    assert_eq!(player.differences(), Vec::<String>::new());

    let text = tape.text();
    assert!(
        !text.contains("Bearer") && !text.contains("very-private"),
        "{text}"
    );
    assert!(!text.contains("value-of-the-variable"), "{text}");
    assert!(text.ends_with('\n'));
    let said = tape.lines.heard();
    assert!(said[0].1.contains("are recorded into"), "{said:?}");
}

#[tokio::test]
async fn waiting_takes_no_time_and_moves_the_clock_that_waits_are_timed_by() {
    let tape = Tape::new();
    let create = tape.call(Operation::Create, "one");
    answer(&tape.recorder(), &create, ask("GET", ZONES, "")).await;
    let replayed = tape.player().system();
    let (began, real) = (replayed.time.elapsed(), std::time::Instant::now());
    replayed.time.sleep(Duration::from_secs(3600)).await;
    assert!(replayed.time.elapsed() - began >= Duration::from_secs(3600));
    assert!(real.elapsed() < Duration::from_secs(60));
}

#[tokio::test]
async fn resources_come_in_any_order_and_their_calls_in_theirs() {
    let tape = Tape::new();
    let recorder = tape.recorder();
    let calls = ["one", "two", "three"].map(|name| tape.call(Operation::Create, name));
    let mut recorded = Vec::new();
    for call in &calls {
        recorded.push(answer(&recorder, call, ask("POST", ZONES, "same")).await);
    }
    let replayed = tape.player().system();
    for (call, expected) in calls.iter().zip(&recorded).rev() {
        assert_eq!(
            &answer(&replayed, call, ask("POST", ZONES, "same")).await,
            expected
        );
    }
}

#[tokio::test]
async fn calls_without_a_resource_are_answered_in_any_order() {
    let tape = Tape::new();
    let recorder = tape.recorder();
    let invoke = Call {
        subject: Arc::new(Subject {
            token: "acme:index:get".to_owned(),
            ..Subject::default()
        }),
        ..tape.call(Operation::Invoke, "")
    };
    let urls = ["https://a.b/1", "https://a.b/2", "https://a.b/3"];
    let mut recorded = Vec::new();
    for url in urls {
        recorded.push(answer(&recorder, &invoke, ask("GET", url, "")).await);
    }
    let replayed = tape.player().system();
    for (url, expected) in urls.iter().zip(&recorded).rev() {
        assert_eq!(
            &answer(&replayed, &invoke, ask("GET", url, "")).await,
            expected
        );
    }
    let again = answer(&replayed, &invoke, ask("GET", urls[0], "")).await;
    assert!(again.contains("no further request"), "{again}");
}

#[tokio::test]
async fn instances_are_configured_as_often_as_it_takes() {
    let tape = Tape::new();
    let first = tape.call(Operation::Configure, "one");
    let recorded = answer(
        &tape.recorder(),
        &first,
        ask("POST", "https://a.b/login", ""),
    )
    .await;
    let replayed = tape.player().system();
    for name in ["two", "three", "four"] {
        let other = tape.call(Operation::Configure, name);
        let told = answer(&replayed, &other, ask("POST", "https://a.b/login", "")).await;
        assert_eq!(told, recorded);
    }
}

#[tokio::test]
async fn one_file_has_the_runs_of_several_processes() {
    let tape = Tape::new();
    let (check, create) = (
        tape.call(Operation::Check, "one"),
        tape.call(Operation::Create, "one"),
    );
    let preview = Call {
        preview: true,
        ..tape.call(Operation::Create, "one")
    };
    // A preview, the `up` after it, and later another `up` that found something else.
    let (first, second, third) = (tape.recorder(), tape.recorder(), tape.recorder());
    let of_preview = [
        answer(&first, &check, ask("GET", ZONES, "")).await,
        answer(&first, &preview, ask("GET", "https://a.b/quota", "")).await,
    ];
    let of_up = [
        answer(&second, &check, ask("GET", ZONES, "")).await,
        answer(&second, &create, ask("POST", ZONES, "a")).await,
    ];
    answer(&third, &check, ask("GET", "https://a.b/other", "")).await;
    let of_third = answer(&third, &create, ask("POST", ZONES, "b")).await;

    let replayed = tape.player().system();
    assert_eq!(
        answer(&replayed, &check, ask("GET", ZONES, "")).await,
        of_preview[0]
    );
    let told = answer(&replayed, &preview, ask("GET", "https://a.b/quota", "")).await;
    assert_eq!(told, of_preview[1]);
    let replayed = tape.player().system();
    answer(&replayed, &check, ask("GET", ZONES, "")).await;
    assert_eq!(
        answer(&replayed, &create, ask("POST", ZONES, "a")).await,
        of_up[1]
    );
    let replayed = tape.player().system();
    answer(&replayed, &check, ask("GET", "https://a.b/other", "")).await;
    assert_eq!(
        answer(&replayed, &create, ask("POST", ZONES, "b")).await,
        of_third
    );
}

#[tokio::test]
async fn a_stack_of_another_name_replays_it() {
    let tape = Tape::new();
    let create = tape.call(Operation::Create, "one");
    let recorded = answer(&tape.recorder(), &create, ask("POST", ZONES, "")).await;
    let mut elsewhere = create.clone();
    Arc::make_mut(&mut elsewhere.subject).urn =
        "urn:pulumi:test::test::acme:index:Thing::one".to_owned();
    let replayed = tape.player().system();
    assert_eq!(
        answer(&replayed, &elsewhere, ask("POST", ZONES, "")).await,
        recorded
    );
}

#[tokio::test]
async fn an_answer_that_was_cut_off_is_cut_off_again() {
    let tape = Tape::new();
    let create = tape.call(Operation::Create, "one");
    let recorder = tape.recorder();
    let mut response = recorder
        .network
        .send(&create, ask("GET", ZONES, ""))
        .await
        .unwrap();
    response.body.chunk().await.unwrap();
    drop(response);
    let told = answer(&tape.player().system(), &create, ask("GET", ZONES, "")).await;
    assert!(
        told.contains("ended early: the guest stopped reading"),
        "{told}"
    );
}
