//! Secrets that a guest repeats at every place, in every form: nothing of them leaves the host as text.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use prost_types::Struct;
use pulumi_wasm_core::value::special_values::{ARCHIVE, ASSET, BYTES, KEY, SECRET};
use serde_json::json;
use test_support::protocol::pulumirpc as pb;
use tonic::Status;

use test_support::fake::calls::{
    check_request, create_request, saved, special, string, structure, urn,
};
use test_support::fake::guest::{FUNCTION, Guest, THING};
use test_support::fake::plugin::Plugin;
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, DEBUG, Step, WARNING, error};
use test_support::{assert_says, within};

/// The sources of secrets: an input, the configuration, the environment, an earlier answer of the guest.
const SECRETS: [&str; 4] = [
    "of an \"input\" & 100%",
    "of/the+configuration~",
    "of_the_environment",
    "returned-by-the-guest-ü",
];

fn hex(text: &str) -> String {
    text.bytes().fold(String::new(), |mut all, byte| {
        write!(all, "{byte:02x}").unwrap();
        all
    })
}

fn percent(text: &str) -> String {
    let digits = hex(text).to_uppercase();
    let digits: Vec<char> = digits.chars().collect();
    digits
        .chunks(2)
        .map(|pair| format!("%{}{}", pair[0], pair[1]))
        .collect()
}

/// The middle of base64, which does not depend on the neighbours.
fn middle(text: &str) -> String {
    text[4..text.len() - 4].to_owned()
}

/// Each form in a message, and its part that must not be visible.
fn forms(secret: &str) -> Vec<(String, String)> {
    let json = serde_json::to_string(secret).unwrap();
    let form: String = url::form_urlencoded::byte_serialize(secret.as_bytes()).collect();
    let plain = [
        secret.to_owned(),
        json[1..json.len() - 1].to_owned(),
        form,
        percent(secret),
        percent(secret).to_lowercase(),
        hex(secret),
        hex(secret).to_uppercase(),
    ];
    let mut all: Vec<(String, String)> =
        plain.into_iter().map(|form| (form.clone(), form)).collect();
    for before in ["", "u", "us"] {
        let whole = format!("{before}{secret}:");
        for encoded in [STANDARD.encode(&whole), URL_SAFE_NO_PAD.encode(&whole)] {
            all.push((encoded.clone(), middle(&encoded)));
        }
    }
    all
}

/// All forms of all secrets, one per line.
fn everything() -> &'static str {
    let forms = SECRETS.iter().flat_map(|secret| forms(secret));
    let said: Vec<String> = forms.map(|(said, _)| said).collect();
    said.join("\n").leak()
}

#[track_caller]
fn assert_clean(place: &str, text: &str) {
    for (form, hidden) in SECRETS.iter().flat_map(|secret| forms(secret)) {
        assert!(!text.contains(&hidden), "{place}: {form} is in {text}");
    }
}

/// The same for a place that got all forms: marks replace the secrets.
#[track_caller]
fn assert_hidden(place: &str, text: &str) {
    assert_clean(place, text);
    assert!(text.matches("[secret]").count() > 1, "{place}: {text}");
}

fn secret_input() -> Struct {
    structure(&[
        ("label", string("x")),
        ("key", special(SECRET, &[("value", string(SECRETS[0]))])),
    ])
}

/// A guest that first returns a secret, then says all it knows and fails in the way of its function.
fn talkative() -> Guest {
    let said = everything();
    let log = |severity| Step::Log {
        severity,
        text: said,
        times: 1,
    };
    let failures: &'static [(&str, &str)] = Box::leak(Box::new([(said, said)]));
    let refused = |kind| Step::Answer(Answer::Refused(kind, said));
    let returned = json!({ "token": { KEY: SECRET, "value": SECRETS[3] } }).to_string();
    let bad_outputs = json!({ said: { KEY: "nonsense" } }).to_string();
    let made = Answer::Created {
        id: "made",
        outputs: returned.leak(),
    };
    let partial = Step::Answer(Answer::Partial {
        id: "made",
        outputs: "{}",
        reason: said,
    });
    let create = [
        Step::WhenNameHas(4, vec![log(DEBUG), log(WARNING), Step::Crash]),
        Step::WhenNameHas(5, vec![partial.clone()]),
        Step::WhenNameHas(6, vec![refused(error::NOT_FOUND)]),
        Step::WhenNameHas(
            7,
            vec![Step::Answer(Answer::Created {
                id: "made",
                outputs: bad_outputs.leak(),
            })],
        ),
        Step::Answer(made),
    ];
    Guest::new()
        .does("create", create)
        .does(
            "check",
            [log(WARNING), Step::Answer(Answer::Unacceptable(failures))],
        )
        .does("diff", [Step::Answer(Answer::Invalid(failures))])
        .does("read", [partial])
        .does("update", [refused(error::OTHER)])
        .does("delete", [refused(error::UNAVAILABLE)])
        .does(
            "invoke",
            [log(DEBUG), Step::Answer(Answer::Unacceptable(failures))],
        )
        .does("list", [refused(error::ALREADY_EXISTS)])
        .does(
            "check-config",
            [Step::Answer(Answer::ConfigChecked(failures))],
        )
        .manifest(|manifest| {
            let schema = &mut manifest["schema"];
            schema["provider"] = json!({
                "inputProperties": { "password": { "type": "string", "secret": true } },
            });
            schema["resources"][THING]["inputProperties"]["key"] = json!({ "type": "string" });
            schema["config"] = json!({
                "variables": { "password": { "type": "string", "secret": true } },
            });
            manifest["permissions"] =
                json!({ "env": [{ "name": "ACME_TOKEN", "reason": "a test" }] });
        })
}

/// The message of each call that fails.
async fn failures(plugin: &Plugin) -> BTreeMap<&'static str, String> {
    let create = async |name: &str| {
        let request = pb::CreateRequest {
            properties: Some(secret_input()),
            ..create_request(name)
        };
        within(plugin.client().create(request)).await
    };
    create("one").await.unwrap();
    let mut said = BTreeMap::new();
    let mut failed = |place: &'static str, status: Status| {
        let reasons = saved(&status).map(|saved| saved.reasons.join("\n"));
        said.insert(
            place,
            format!("{}\n{}", status.message(), reasons.unwrap_or_default()),
        );
    };
    failed("create, crashed", create("four").await.unwrap_err());
    failed("create, partial", create("fifth").await.unwrap_err());
    failed("create, refused", create("sixths").await.unwrap_err());
    failed("create, bad answer", create("seventh").await.unwrap_err());
    let state = || Some(secret_input());
    let mut client = plugin.client();
    let diff = pb::DiffRequest {
        id: "made".to_owned(),
        urn: urn("one"),
        olds: state(),
        old_inputs: state(),
        news: state(),
        ..pb::DiffRequest::default()
    };
    failed("diff", within(client.diff(diff)).await.unwrap_err());
    let read = pb::ReadRequest {
        id: "made".to_owned(),
        urn: urn("one"),
        properties: state(),
        inputs: state(),
        ..pb::ReadRequest::default()
    };
    failed("read", within(client.read(read)).await.unwrap_err());
    let update = pb::UpdateRequest {
        id: "made".to_owned(),
        urn: urn("one"),
        olds: state(),
        old_inputs: state(),
        news: state(),
        ..pb::UpdateRequest::default()
    };
    failed("update", within(client.update(update)).await.unwrap_err());
    let delete = pb::DeleteRequest {
        id: "made".to_owned(),
        urn: urn("one"),
        properties: state(),
        old_inputs: state(),
        ..pb::DeleteRequest::default()
    };
    failed("delete", within(client.delete(delete)).await.unwrap_err());
    let list = pb::ListRequest {
        token: THING.to_owned(),
        ..pb::ListRequest::default()
    };
    let mut stream = within(client.list(list)).await.unwrap().into_inner();
    failed("list", within(stream.message()).await.unwrap_err());
    let mut unacceptable = |place: &'static str, failures: Vec<pb::CheckFailure>| {
        let texts = failures
            .iter()
            .map(|failure| format!("{}\n{}", failure.property, failure.reason));
        said.insert(place, texts.collect());
    };
    let checked = within(client.check(check_request("one", secret_input())))
        .await
        .unwrap();
    unacceptable("check", checked.into_inner().failures);
    let invoke = pb::InvokeRequest {
        tok: FUNCTION.to_owned(),
        ..pb::InvokeRequest::default()
    };
    let invoked = within(client.invoke(invoke)).await.unwrap();
    unacceptable("invoke", invoked.into_inner().failures);
    let configuration = pb::CheckRequest {
        urn: urn("provider"),
        news: Some(structure(&[("password", string(SECRETS[1]))])),
        ..pb::CheckRequest::default()
    };
    let judged = within(client.check_config(configuration)).await.unwrap();
    unacceptable("check-config", judged.into_inner().failures);
    said
}

#[tokio::test]
async fn a_secret_leaves_the_host_in_no_text_whatever_its_form() {
    let scene = Scene::new().await;
    scene.add("acme.wasm", &talkative());
    let mut command = scene.command();
    command
        .arg(&scene.engine.address)
        .args(["--logtostderr", "-v=9"])
        .env("ACME_TOKEN", SECRETS[2]);
    let mut plugin = Plugin::start(command).await;
    let flags = ["./acme.wasm", "--allow-env", "ACME_TOKEN"];
    plugin.parameterize(&flags).await.unwrap();
    plugin.configure(&[("password", SECRETS[1])]).await.unwrap();
    for (place, text) in failures(&plugin).await {
        assert_hidden(place, &text);
    }
    let messages = scene.engine.messages();
    let said: String = messages
        .iter()
        .map(|message| format!("{}\n", message.message))
        .collect();
    assert_hidden("the engine's log", &said);
    plugin.signal(rustix::process::Signal::INT);
    let (_, errors) = plugin.ends_within(Duration::from_secs(20)).await;
    assert_hidden("standard error", &errors);
}

/// Creates with a plain input and a secret one; the guest returns these outputs.
async fn created(outputs: String) -> (Struct, Vec<String>) {
    created_as("made", "the same as the secret", outputs).await
}

/// The same under an id, with another plain input.
async fn created_as(id: &'static str, label: &str, outputs: String) -> (Struct, Vec<String>) {
    let made = Answer::Created {
        id,
        outputs: outputs.leak(),
    };
    let scene = Scene::new().await;
    let guest = Guest::new().does("create", [Step::Answer(made)]);
    let plugin = scene.launch_with(&guest, &[]).await;
    let request = pb::CreateRequest {
        properties: Some(structure(&[
            ("label", string(label)),
            (
                "key",
                special(SECRET, &[("value", string("the same as the secret"))]),
            ),
        ])),
        ..create_request("one")
    };
    let answer = within(plugin.client().create(request)).await.unwrap();
    let warnings = scene.engine.messages().into_iter();
    let warnings = warnings.filter(|message| message.severity == pb::LogSeverity::Warning as i32);
    let texts = warnings.map(|message| message.message).collect();
    (answer.into_inner().properties.unwrap(), texts)
}

#[tokio::test]
async fn a_plain_output_that_is_a_secret_is_kept_as_one_with_a_warning() {
    let outputs = json!({
        "serial": "the same as the secret",
        "label": "the same as the secret",
        "parts": [{ "a.b": "the same as the secret" }, "other", "not the same as the secret"],
    });
    let (outputs, warnings) = created(outputs.to_string()).await;
    let hidden = || special(SECRET, &[("value", string("the same as the secret"))]);
    assert_eq!(outputs.fields["serial"], hidden());
    // The program passes it in plain text, under that name.
    assert_eq!(outputs.fields["label"], string("the same as the secret"));
    let parts = format!("{:?}", outputs.fields["parts"]);
    assert_eq!(parts.matches("the same as").count(), 2);
    assert_says(&parts, &[SECRET, "not the same as the secret"]);
    let warning = warnings.join("\n");
    assert_says(
        &warning,
        &[
            "the outputs `parts[0][\"a.b\"]`, `serial` are equal to a secret",
            "hint: the schema",
        ],
    );
}

/// The guest's attempts to return a secret in plain text.
#[tokio::test]
async fn no_form_of_a_plain_output_leaves_a_secret_in_the_open() {
    let secret = "the same as the secret";
    let fillers: Vec<_> = (0..3000)
        .map(|number| json!({ KEY: SECRET, "value": format!("one more secret, number {number}") }))
        .collect();
    let asset = json!({ KEY: ASSET, "text": secret });
    let outputs = json!({
        // More secrets than the host remembers.
        "fillers": fillers,
        "name of a member": { secret: 1, "b": "other" },
        "__note": secret,
        "asset": asset,
        "archive": { KEY: ARCHIVE, "assets": { "f": asset } },
        "name of a file": { KEY: ARCHIVE, "assets": { secret: { KEY: ASSET, "text": "x" } } },
        "bytes": { KEY: BYTES, "value": STANDARD.encode(secret) },
        secret: "a name",
    });
    let (outputs, warnings) = created(outputs.to_string()).await;
    for (name, value) in &outputs.fields {
        let is_secret = format!("{value:?}").contains(SECRET);
        let is_plain = name == "label" || name == "other";
        assert!(is_secret || is_plain, "{name}: {value:?}");
    }
    assert!(!outputs.fields.contains_key(secret));
    let warning = warnings.join("\n");
    assert_says(
        &warning,
        &[
            "`__note`",
            "`asset`",
            "has a secret among its names",
            "the name of an output contains a secret",
        ],
    );
    assert!(!warning.contains(secret), "{warning}");
}

#[tokio::test]
async fn an_id_that_is_a_secret_is_warned_about() {
    for (id, is_told) in [
        ("the same as the secret", true),
        ("host/the same as the secret/5", true),
        ("made by the guest", true),
        ("another one", false),
    ] {
        let outputs = json!({ "token": { KEY: SECRET, "value": "made by the guest" } });
        let (_, warnings) = created_as(id, "x", outputs.to_string()).await;
        let warning = warnings.join("\n");
        assert_eq!(warning.contains("the id of"), is_told, "{id}: {warning}");
        if is_told {
            assert_says(&warning, &[THING, "in plain text", "hint: "]);
            assert!(!warning.contains("the same as the secret"), "{warning}");
        }
    }
}
