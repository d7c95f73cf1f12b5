//! The kept cases of the fuzz target `component_life`, which takes components as bytes.

use std::fs;
use std::path::Path;

use super::debug_info;
use test_support::fake::dwarf;
use test_support::fake::guest::Guest;
use test_support::fake::reach::Reach;
use test_support::fake::share::Share;
use test_support::fake::steps::{Answer, Asked, DEBUG, Exchange, Sent, Step, WARNING};

/// The functions that a guest of all hooks has.
const HOOKS: [&str; 12] = [
    "check-config",
    "check",
    "diff",
    "preview-create",
    "create",
    "resume",
    "read",
    "preview-update",
    "update",
    "delete",
    "list",
    "invoke",
];

fn in_all(step: impl Fn(&str) -> Vec<Step>) -> Guest {
    let guest = Guest::new();
    HOOKS
        .into_iter()
        .fold(guest, |guest, hook| guest.does(hook, step(hook)))
}

fn answer(hook: &str) -> Answer {
    let outputs = "{\"label\":\"half\"}";
    match hook {
        "check-config" => Answer::ConfigChecked(&[("label", "bad")]),
        "check" => Answer::Checked { inputs: outputs },
        "diff" => Answer::Different(&[("label", 5)], true),
        "preview-create" | "preview-update" => Answer::Outputs(outputs.to_owned()),
        "create" => Answer::Partial {
            id: "made",
            outputs,
            reason: "it is not whole",
        },
        "resume" | "update" => Answer::Updated { outputs },
        "read" => Answer::FoundWithInputs {
            inputs: outputs,
            outputs,
        },
        "list" => Answer::Listed {
            ids: &["made"],
            continuation: "more",
        },
        "invoke" => Answer::Result(outputs),
        _ => Answer::Done,
    }
}

/// A guest that calls functions of the host.
fn calling() -> Guest {
    let request = || Asked {
        body: Some(Sent::Written(Some(4.0))),
        ..Asked::new("GET", "http://127.0.0.1:9/")
    };
    let fetch = Step::Fetch {
        method: "GET",
        url: "http://127.0.0.1:9/".to_owned(),
    };
    let log = Step::Log {
        severity: DEBUG,
        text: "said",
        times: 3,
    };
    let checkpoint = Step::Checkpoint {
        id: "half",
        outputs: "{\"label\":\"half\"}",
    };
    let publish = Step::Reach(Reach::Publish {
        token: "acme:index:Part",
        name: "left",
        inputs: "{}",
    });
    let acquire = Step::Share(Share::Acquire {
        name: "calls",
        per_second: 1000.0,
    });
    let last = |hook| Step::Answer(answer(hook));
    Guest::new()
        .does(
            "create",
            [log, checkpoint, acquire, publish, last("create")],
        )
        .does(
            "update",
            [Step::TellRandom, Step::Variable("HOME"), last("update")],
        )
        .does("delete", [fetch, last("delete")])
        .does(
            "read",
            [Step::Exchange(Exchange::Open(request())), last("read")],
        )
}

/// The components by the names of their files.
fn lives() -> [(&'static str, Guest); 7] {
    let say = Step::Log {
        severity: WARNING,
        text: "begun",
        times: 1,
    };
    [
        ("answers", in_all(|hook| vec![Step::Answer(answer(hook))])),
        ("asks", Guest::new().without_section()),
        ("crashes", in_all(|_| vec![Step::Crash])),
        ("endless", in_all(|_| vec![Step::Loop])),
        ("hosts", calling()),
        ("lines", debug_info::crashing(dwarf::nested(2))),
        ("starts", Guest::new().starts_with([say])),
    ]
}

/// Writes the cases again, for `cargo xtask kept-guests`: a component for an older form of the interface is not entered.
#[test]
fn cases_of_components_follow_the_interface() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus-cases/component_life");
    let is_written = std::env::var_os("PULUMI_WASM_TEST_WRITE_CASES").is_some();
    for (name, guest) in lives() {
        let (file, bytes) = (folder.join(name), guest.build());
        if is_written {
            fs::write(&file, &bytes).expect("a file");
        }
        assert!(file.is_file(), "{} is missing", file.display());
    }
}
