//! No failure's message shows a secret.

use serde_json::{Value, json};
use test_support::protocol::pulumirpc as pb;
use tonic::Status;

use super::guests::{configured, echo, thing};
use super::properties::{SIGNATURE, object, secret};
use super::world::World;
use test_support::fake::guest::{FUNCTION, THING};
use test_support::fake::steps::{Answer, Step};
use test_support::within;

/// The text that no message may contain.
const HIDDEN: &str = "hunter2";

/// A secret of the wrong kind at each possible place.
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
        let saved = test_support::fake::calls::saved(&status);
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

/// An engine prints the value of the property that a failure names, and decrypts secrets for it.
#[tokio::test]
async fn no_failure_names_a_property_that_may_be_a_secret() {
    let world = World::of(&thing()).await;
    for inputs in wrong_inputs() {
        // A value that cannot be read is an error as a whole.
        let Ok(answer) = world.check(|ask| ask.news = object(inputs.clone())).await else {
            continue;
        };
        for failure in answer.failures {
            let path = failure.property;
            let top = path.split(['.', '[']).next().unwrap_or_default();
            let value = inputs.get(top).unwrap_or(&Value::Null).to_string();
            assert!(!value.contains(HIDDEN), "`{path}` of {inputs}");
        }
    }
    // Other properties are still named.
    let failures = world
        .failures(json!({ "label": "x", "level": "many" }))
        .await;
    assert_eq!(failures[0].property, "level");
    let world = World::of(&configured()).await;
    let config = json!({ "key": "k", "retries": HIDDEN, "regoin": HIDDEN });
    let failures = world.check_config(config).await.unwrap().failures;
    assert_eq!(failures.len(), 2);
    for failure in failures {
        assert_eq!(failure.property, "");
        assert!(failure.reason.contains("`re"), "{}", failure.reason);
    }
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

/// Every way in which a component can fail, on every call with secrets, with no message of the component.
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
                // Only one function's result becomes an answer.
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

/// The host tells the places at which a result differs from its preview, and both values.
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
