//! The report to a user about a call that crashed, and about the requests of a call to the host.

use test_support::assert_says;
use test_support::fake::dwarf;
use test_support::fake::guest::{Guest, THING};
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, DEBUG, Step};

fn says(text: &'static str) -> Step {
    Step::Log {
        severity: DEBUG,
        text,
        times: 1,
    }
}

#[tokio::test]
async fn a_crash_is_told_with_all_that_is_known_of_it() {
    let scene = Scene::new().await;
    let made = Step::Answer(Answer::Created {
        id: "made",
        outputs: "{\"label\":\"x\"}",
    });
    let steps = [
        Step::WhenNameHas(3, vec![made]),
        says("asking the server"),
        says("it answered\nin two lines"),
        Step::Crash,
    ];
    let guest = Guest::new().does("create", steps).manifest(|manifest| {
        manifest["sdk"] = serde_json::json!({ "name": "by hand", "version": "7" })
    });
    let plugin = scene.launch_with(&guest, &[]).await;
    // The first call reports that it compiled.
    plugin.create("one").await.unwrap();
    let status = plugin.create("four").await.unwrap_err();
    let lines: Vec<&str> = status.message().lines().collect();
    let expected = [
        &format!(
            "create of `{THING}` `four` failed: the component crashed: it stopped without a message"
        ),
        "    at crash",
        "    at guest::create",
        "its last messages:",
        "  asking the server",
        "  it answered",
        "hint: this is a mistake in the component; tell its author",
        "component: ./acme.wasm (sha256:",
        "more: `pulumi up --debug` shows its whole log, `pulumi-wasm inspect ./acme.wasm` describes it",
    ];
    for (line, expected) in lines.iter().zip(expected) {
        assert!(line.starts_with(expected), "{line} is not {expected}");
    }
    assert_says(
        status.message(),
        &["), version 1.2.3, built with by hand 7\n"],
    );
}

#[tokio::test]
async fn a_crash_has_places_where_the_component_has_debugging_information() {
    let scene = Scene::new().await;
    let guest = Guest::new()
        .does("create", [Step::Crash])
        .with_module_sections(dwarf::nested(2));
    let plugin = scene.launch_with(&guest, &[]).await;
    // Found out once, and known from then on.
    for name in ["one", "two"] {
        let status = plugin.create(name).await.unwrap_err();
        let line = dwarf::LINE;
        assert_says(
            status.message(),
            &[
                &format!("    at check_name (src/zone.c:{line})\n"),
                "    at check_name (src/zone.c:7)\n",
                "    at crash (src/zone.c:7)\n",
                "    at guest::create (src/zone.c:7)\n",
            ],
        );
    }
}

#[tokio::test]
async fn a_call_that_reached_outside_or_was_refused_something_has_a_line() {
    let scene = Scene::new().await;
    let fetch = Step::Fetch {
        method: "GET",
        url: "https://api.example.com/".to_owned(),
    };
    let made = Step::Answer(Answer::Created {
        id: "made",
        outputs: "{\"label\":\"x\"}",
    });
    let steps = [
        Step::WhenNameHas(3, vec![made]),
        says("hello"),
        Step::Doze(1),
        fetch,
    ];
    let plugin = scene
        .launch_with(&Guest::new().does("create", steps), &[])
        .await;
    plugin.create("one").await.unwrap();
    plugin.create("four").await.unwrap_err();
    let messages = scene.engine.messages();
    let lines: Vec<&str> = messages
        .iter()
        .map(|message| message.message.as_str())
        .filter(|message| message.contains("host calls"))
        .collect();
    let [line] = lines.as_slice() else {
        panic!("{messages:?}");
    };
    assert!(line.starts_with("create took "), "{line}");
    assert_says(
        line,
        &["host calls: 1 log.emit, 1 clock.sleep, 1 http.fetch (1 refused)"],
    );
}
