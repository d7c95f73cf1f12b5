//! Values that must not be shown.

use pulumi_wasm_host::rpc::proto::pulumirpc as pb;
use serde_json::{Value, json};
use tonic::Status;

use crate::fake::guest::{FUNCTION, Guest, THING};
use crate::fake::steps::{Answer, Step};
use crate::fake::within;
use crate::world::{SIGNATURE, World, configured, echo, json, object, secret, thing};

/// What no message may have in it.
const HIDDEN: &str = "hunter2";

#[tokio::test]
async fn a_check_keeps_secrets_where_they_are() {
    let world = World::of(&thing()).await;
    let inputs = json!({
        "label": secret("x"),
        "level": secret(4.0),
        "tags": { "a": secret("b"), "c": "d" },
        "rules": [{ "port": secret(1.0) }],
        "anything": secret(json!({ "a": [secret("b")] })),
    });
    let checked = world.checked(inputs.clone()).await;
    assert_eq!(checked["label"], inputs["label"]);
    assert_eq!(checked["level"], inputs["level"]);
    assert_eq!(checked["tags"], inputs["tags"]);
    assert_eq!(checked["rules"], inputs["rules"]);
    assert_eq!(checked["anything"], inputs["anything"]);
}

#[tokio::test]
async fn a_secret_within_a_secret_is_one_secret() {
    let world = World::of(&thing()).await;
    let checked = world.checked(json!({ "label": secret(secret("x")) })).await;
    assert_eq!(checked["label"], secret("x"));
}

#[tokio::test]
async fn what_the_schema_calls_secret_is_one_after_the_check() {
    let world = World::of(&thing()).await;
    let checked = world
        .checked(json!({ "label": "x", "password": "p" }))
        .await;
    assert_eq!(checked["password"], secret("p"));
    assert_eq!(checked["label"], "x");
}

/// A component whose create, read and update give these outputs, nothing marked.
fn careless() -> Guest {
    let outputs = r#"{"label":"x","tags":{"a":"b"},"password":"p","serial":"1","token":"t"}"#;
    let created = Answer::Created {
        id: "made",
        outputs,
    };
    thing()
        .does("create", [Step::Answer(created)])
        .does("read", [Step::Answer(Answer::Found { outputs })])
        .does("update", [Step::Answer(Answer::Updated { outputs })])
}

#[track_caller]
fn assert_hidden(outputs: &Value) {
    assert_eq!(outputs["label"], "x");
    assert_eq!(outputs["serial"], "1");
    // By the schema, as output and as input.
    assert_eq!(outputs["token"], secret("t"));
    assert_eq!(outputs["password"], secret("p"));
    // As the input of the same name, of which a part was secret.
    assert_eq!(outputs["tags"], secret(json!({ "a": "b" })));
}

#[tokio::test]
async fn outputs_are_secret_by_the_schema_and_by_the_input_of_their_name() {
    let world = World::of(&careless()).await;
    let inputs = json!({ "label": "x", "tags": { "a": secret("b") } });

    let answer = world.create(|ask| ask.properties = object(inputs.clone()));
    assert_hidden(&json(answer.await.unwrap().properties.as_ref()));
    let answer = world.update(|ask| ask.news = object(inputs.clone()));
    assert_hidden(&json(answer.await.unwrap().properties.as_ref()));
    let answer = world.read(|ask| {
        ask.inputs = object(inputs.clone());
        ask.properties = object(json!({ "label": "x" }));
    });
    assert_hidden(&json(answer.await.unwrap().properties.as_ref()));
}

#[tokio::test]
async fn inputs_that_were_read_are_secret_by_the_schema_and_as_they_were() {
    let world = World::of(&careless()).await;
    let imported = world.read(|_| {}).await.unwrap();
    let imported = json(imported.inputs.as_ref());
    assert_eq!(imported["password"], secret("p"));
    assert_eq!(imported["label"], "x");

    let inputs =
        json!({ "label": secret("was"), "tags": { "a": secret("was") }, "password": "was" });
    let state =
        json!({ "label": secret("was"), "tags": secret(json!({ "a": "was" })), "password": "was" });
    let refreshed = world.read(|ask| {
        ask.inputs = object(inputs);
        ask.properties = object(state);
    });
    let refreshed = refreshed.await.unwrap();
    let refreshed = json(refreshed.inputs.as_ref());
    assert_eq!(refreshed["label"], secret("x"));
    assert_eq!(refreshed["password"], secret("p"));
    let text = refreshed["tags"].to_string();
    assert!(text.contains("1b47061264138c4ac30d75fd1eb44270"), "{text}");
}

#[tokio::test]
async fn what_a_failure_keeps_is_secret_too() {
    let partial = Step::Answer(Answer::Partial {
        id: "half",
        outputs: r#"{"label":"x","password":"p","token":"t","serial":"1"}"#,
        reason: "it does not start",
    });
    let note = Step::Checkpoint {
        id: "half",
        outputs: r#"{"label":"x","password":"p","token":"t","serial":"1"}"#,
    };
    for steps in [vec![partial], vec![note, Step::Crash]] {
        let guest = thing().does("create", steps.clone()).does("update", steps);
        let world = World::of(&guest).await;
        let inputs = json!({ "label": secret("x"), "password": secret("p") });
        for status in [
            world
                .create(|ask| ask.properties = object(inputs.clone()))
                .await
                .unwrap_err(),
            world
                .update(|ask| ask.news = object(inputs.clone()))
                .await
                .unwrap_err(),
        ] {
            let kept = crate::fake::calls::saved(&status).unwrap();
            assert_eq!(json(kept.inputs.as_ref()), inputs);
            let state = json(kept.properties.as_ref());
            assert_eq!(state["label"], secret("x"));
            assert_eq!(state["password"], secret("p"));
            assert_eq!(state["token"], secret("t"));
            assert_eq!(state["serial"], "1");
        }
    }
}

#[tokio::test]
async fn a_preview_shows_no_secret_either() {
    let world = World::of(&careless()).await;
    let inputs = json!({ "label": secret("x"), "password": "p" });
    let answer = world.create(|request| {
        request.preview = true;
        request.properties = object(inputs);
    });
    let outputs = json(answer.await.unwrap().properties.as_ref());
    assert_eq!(outputs["label"], secret("x"));
    assert_eq!(outputs["password"], secret("p"));
    assert_eq!(outputs["token"], secret(crate::world::UNKNOWN));
}

#[tokio::test]
async fn a_component_gets_secrets_as_secrets() {
    let world = World::of(&echo()).await;
    let inputs = json!({ "label": secret("x") });
    let answer = world.create(|ask| ask.properties = object(inputs.clone()));
    answer.await.unwrap();
    assert_eq!(world.told_json(), [inputs]);
}

#[tokio::test]
async fn secrets_are_compared_by_what_is_in_them() {
    let world = World::of(&echo()).await;
    for (old, new, differs) in [
        (secret("a"), json!("a"), false),
        (json!("a"), secret("a"), false),
        (secret("a"), secret("a"), false),
        (secret("a"), secret("b"), true),
        (secret("a"), json!("b"), true),
    ] {
        let inputs = |value: &Value| json!({ "label": "x", "zone": value });
        let answer = world.compared(inputs(&old), inputs(&new)).await;
        assert_eq!(!answer.detailed_diff.is_empty(), differs, "{old} {new}");
    }
}

#[tokio::test]
async fn a_function_may_give_secrets() {
    let text = r#"{"a":{"4dabf18193072939515e22adb298388d":"1b47061264138c4ac30d75fd1eb44270","value":"b"}}"#;
    let guest = thing().does("invoke", [Step::Answer(Answer::Result(text))]);
    let answer = World::of(&guest).await.invoke(|_| {}).await.unwrap();
    assert_eq!(json(answer.r#return.as_ref())["a"], secret("b"));
}

/// A secret of the wrong kind wherever one can be.
fn wrong_inputs() -> Vec<Value> {
    let hidden = || secret(HIDDEN);
    let malformed = json!({ SIGNATURE: "5cf8f73096256a8f31e491e813e4eb8e", "id": HIDDEN });
    vec![
        json!({ "label": "x", "level": hidden() }),
        json!({ "label": "x", "ratio": hidden() }),
        json!({ "label": "x", "enabled": hidden() }),
        json!({ "label": "x", "color": hidden() }),
        json!({ "label": "x", "kind": hidden() }),
        json!({ "label": "x", "tags": hidden() }),
        json!({ "label": "x", "rules": hidden() }),
        json!({ "label": "x", "blob": hidden() }),
        json!({ "label": secret(json!({ HIDDEN: HIDDEN })) }),
        json!({ "label": "x", "tags": secret(json!({ HIDDEN: {} })) }),
        json!({ "label": "x", "rules": secret(json!([{ "port": HIDDEN, HIDDEN: 1 }])) }),
        json!({ "label": "x", "rules": [{ "port": hidden() }] }),
        json!({ "label": "x", "password": { HIDDEN: HIDDEN } }),
        json!({ "label": "x", "unknown": hidden() }),
        json!({ "label": "x", "anything": secret(malformed) }),
    ]
}

/// All texts that a user may see of an RPC.
#[derive(Default)]
struct Shown(Vec<String>);

impl Shown {
    fn status<T: std::fmt::Debug>(&mut self, answer: Result<T, Status>) {
        let status = answer.expect_err("a failure");
        self.0.push(status.message().to_owned());
        let saved = crate::fake::calls::saved(&status);
        self.0
            .extend(saved.into_iter().flat_map(|saved| saved.reasons));
    }

    #[track_caller]
    fn assert_silent(self, world: &World, least: usize) {
        let Self(mut texts) = self;
        assert!(texts.len() >= least, "only {texts:#?}");
        let messages = world.scene.engine.messages().into_iter();
        texts.extend(messages.map(|message| message.message));
        for text in texts {
            assert!(!text.contains(HIDDEN), "a secret is shown: {text}");
        }
    }
}

#[tokio::test]
async fn no_message_of_a_check_has_a_secret() {
    let world = World::of(&thing()).await;
    let mut shown = Shown::default();
    let cases = wrong_inputs();
    let count = cases.len();
    for inputs in cases {
        let told = shown.0.len();
        match world.check(|ask| ask.news = object(inputs.clone())).await {
            Ok(answer) => {
                for failure in answer.failures {
                    shown.0.extend([failure.property, failure.reason]);
                }
            }
            answer => shown.status(answer),
        }
        assert!(shown.0.len() > told, "nothing is said of {inputs}");
    }
    shown.assert_silent(&world, count);
}

#[tokio::test]
async fn no_message_about_configuration_has_a_secret() {
    let world = World::of(&configured()).await;
    let mut shown = Shown::default();
    for config in [
        json!({ "retries": secret(HIDDEN) }),
        json!({ "verbose": secret(HIDDEN) }),
        json!({ "login": secret(HIDDEN) }),
        json!({ "login": format!("{{\"{HIDDEN}\":") }),
        json!({ "login": secret(json!({ "user": {}, HIDDEN: 1 })) }),
        json!({ "login": { "password": { HIDDEN: HIDDEN } } }),
        json!({ "hosts": secret(json!([{ HIDDEN: HIDDEN }])) }),
        json!({ "key": { HIDDEN: HIDDEN } }),
        json!({ "unknown": secret(HIDDEN) }),
    ] {
        for failure in world.check_config(config.clone()).await.unwrap().failures {
            shown.0.extend([failure.property, failure.reason]);
        }
        shown.status(world.configure(config).await);
    }
    shown.assert_silent(&world, 27);
}

#[tokio::test]
async fn no_path_in_a_diff_has_a_part_of_a_secret() {
    let world = World::of(&echo()).await;
    let old = json!({ "label": "x", "tags": secret(json!({ HIDDEN: "a" })), "anything": secret(json!([1])) });
    let new = json!({ "label": "x", "tags": secret(json!({ HIDDEN: "b" })), "anything": secret(json!({ HIDDEN: 1 })) });
    let answer = world.compared(old, new).await;
    assert_eq!(answer.diffs, ["anything", "tags"]);
    let shown = Shown(answer.detailed_diff.into_keys().collect());
    shown.assert_silent(&world, 2);
}

/// Every way in which a component can fail, on every call that gets secrets, with nothing said by the component.
#[tokio::test]
async fn no_message_about_a_failed_call_has_a_secret() {
    let malformed: &'static str = format!("{{\"label\": {HIDDEN}}}").leak();
    let endings: Vec<Vec<Step>> = vec![
        vec![Step::Crash],
        vec![Step::Sleep(3_600_000)],
        vec![Step::Answer(Answer::Created {
            id: "made",
            outputs: malformed,
        })],
    ];
    for ending in endings {
        let guest = ["create", "update", "read", "delete", "check", "diff"]
            .into_iter()
            .filter(|hook| {
                // An answer is that of one function alone.
                *hook == "create" || !matches!(ending[..], [Step::Answer(_)])
            })
            .fold(thing(), |guest, hook| guest.does(hook, ending.clone()));
        let flags = ["--limit", "call-time=200ms", "--limit", "check-time=200ms"];
        let world = World::with(&guest, &flags).await;
        let properties = || {
            object(json!({
                "label": secret(HIDDEN),
                "password": HIDDEN,
                "tags": secret(json!({ HIDDEN: HIDDEN })),
            }))
        };
        let mut shown = Shown::default();
        shown.status(world.create(|ask| ask.properties = properties()).await);
        if !matches!(ending[..], [Step::Answer(_)]) {
            shown.status(world.check(|ask| ask.news = properties()).await);
            let answer = world.diff(|ask| {
                ask.olds = properties();
                ask.old_inputs = properties();
                ask.news = properties();
            });
            shown.status(answer.await);
            shown.status(world.update(|ask| ask.news = properties()).await);
            shown.status(world.read(|ask| ask.properties = properties()).await);
            shown.status(world.delete(|ask| ask.properties = properties()).await);
        }
        shown.assert_silent(&world, 1);
    }
}

#[tokio::test]
async fn no_message_of_a_function_has_a_secret() {
    let guest = thing().does("invoke", [Step::Crash]).manifest(|manifest| {
        manifest["schema"]["functions"][FUNCTION]["inputs"]["properties"] = json!({
            "level": { "type": "integer" },
            "login": { "type": "object", "additionalProperties": { "type": "integer" } },
        });
    });
    let world = World::of(&guest).await;
    let mut shown = Shown::default();
    for arguments in [
        json!({ "level": secret(HIDDEN) }),
        json!({ "login": secret(HIDDEN) }),
        json!({ "login": secret(json!({ HIDDEN: HIDDEN })) }),
        json!({ "unknown": secret(HIDDEN) }),
    ] {
        let answer = world.invoke(|ask| ask.args = object(arguments)).await;
        for failure in answer.unwrap().failures {
            shown.0.extend([failure.property, failure.reason]);
        }
    }
    let arguments = json!({ "login": secret(json!({ HIDDEN: 1 })) });
    shown.status(world.invoke(|ask| ask.args = object(arguments)).await);
    shown.assert_silent(&world, 9);
}

#[tokio::test]
async fn no_message_of_a_list_has_a_secret() {
    let guest = thing().does("list", [Step::Crash]).manifest(|manifest| {
        manifest["schema"]["resources"][THING]["listInputs"] = json!({
            "type": "object",
            "properties": {
                "level": { "type": "integer" },
                "tags": { "type": "object", "additionalProperties": { "type": "integer" } },
            },
        });
    });
    let world = World::of(&guest).await;
    let mut shown = Shown::default();
    for query in [
        json!({ "level": secret(HIDDEN) }),
        json!({ "tags": secret(json!({ HIDDEN: HIDDEN })) }),
        json!({ "unknown": secret(HIDDEN) }),
        json!({ "tags": secret(json!({ HIDDEN: 1 })) }),
    ] {
        let request = pb::ListRequest {
            token: THING.to_owned(),
            query: object(query),
            ..pb::ListRequest::default()
        };
        shown.status(listed(&world, request).await);
    }
    shown.assert_silent(&world, 4);
}

/// The first answer of a list.
async fn listed(
    world: &World,
    request: pb::ListRequest,
) -> Result<Option<pb::ListResponse>, Status> {
    let mut stream = within(world.plugin.client().list(request))
        .await?
        .into_inner();
    within(stream.message()).await
}

/// The host says where a result is another than its preview, and what both are.
#[tokio::test]
async fn no_message_about_a_surprising_result_has_a_secret() {
    let outputs = r#"{"label":"other","password":"hunter2 other","anything":"hunter2 whole","token":"hunter2","tags":{"hunter2":"a"}}"#;
    let created = Answer::Created {
        id: "made",
        outputs,
    };
    for consistency in ["warn", "error"] {
        let guest = thing()
            .does("create", [Step::Answer(created.clone())])
            .does("update", [Step::Answer(Answer::Updated { outputs })])
            .manifest(|manifest| {
                manifest["resources"][THING]["consistency"] = consistency.into();
            });
        let world = World::of(&guest).await;
        let inputs = json!({
            "label": secret(HIDDEN),
            "password": HIDDEN,
            "anything": { "a": [secret(HIDDEN)] },
            "tags": secret(json!({ HIDDEN: "b" })),
        });
        let mut shown = Shown::default();
        let created = world
            .create(|ask| ask.properties = object(inputs.clone()))
            .await;
        let updated = world.update(|ask| ask.news = object(inputs.clone())).await;
        if consistency == "error" {
            shown.status(created);
            shown.status(updated);
        } else {
            created.unwrap();
            updated.unwrap();
            let warning = world.scene.engine.hears("`label`").await;
            shown.0.push(warning.message);
        }
        shown.assert_silent(&world, 1);
    }
}
