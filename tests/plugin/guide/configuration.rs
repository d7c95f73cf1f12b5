//! The provider's own configuration: CheckConfig, DiffConfig, Configure.

use prost::Message as _;
use serde_json::{Value, json};
use test_support::protocol::google::rpc::Status as RpcStatus;
use test_support::protocol::pulumirpc as pb;
use test_support::protocol::pulumirpc::diff_response::DiffChanges;
use tonic::Status;

use super::guests::{configured, thing};
use super::properties::{UNKNOWN, json, object, reasons, secret};
use super::world::World;
use test_support::assert_says;
use test_support::fake::calls::properties;
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, Step, error};
use test_support::within;

/// The configuration that an engine of today records.
async fn accepted(world: &World, config: Value) -> Value {
    world.plugin.handshake().await;
    let answer = world.check_config(config).await.unwrap();
    assert!(answer.failures.is_empty(), "{:?}", answer.failures);
    json(answer.inputs.as_ref())
}

#[tokio::test]
async fn a_configuration_comes_back_with_secrets_marked() {
    let world = World::of(&configured()).await;
    let checked = accepted(&world, json!({ "region": "r", "key": "k" })).await;
    assert_eq!(checked["region"], "r");
    assert_eq!(checked["key"], secret("k"));
}

/// The engine records the whole text unchanged.
#[tokio::test]
async fn json_text_with_a_secret_inside_comes_back_as_a_secret() {
    let world = World::of(&configured()).await;
    let hidden = secret("p").to_string();
    for login in [
        "{\"user\":\"u\",\"password\":\"p\"}".to_owned(),
        format!("{{\"user\":{hidden}}}"),
        format!("{{\"user\":\"u\",\"password\":{hidden}}}"),
    ] {
        let checked = accepted(&world, json!({ "key": "k", "login": login })).await;
        assert_eq!(checked["login"], secret(login));
    }
    // A value that is not text has its secrets marked at their places.
    let login = json!({ "user": "u", "password": "p" });
    let checked = accepted(&world, json!({ "key": "k", "login": login })).await;
    let login = json!({ "user": "u", "password": secret("p") });
    assert_eq!(checked["login"], login);
    // Without a secret, nothing is hidden.
    let login = "{\"user\":\"u\"}";
    let given = json!({ "key": "k", "login": login, "hosts": "[\"a\"]", "region": "r" });
    let checked = accepted(&world, given).await;
    assert_eq!(checked["login"], login);
    assert_eq!(checked["hosts"], "[\"a\"]");
    assert_eq!(checked["region"], "r");
    let region = format!("{{\"a\":{hidden}}}");
    let checked = accepted(&world, json!({ "key": "k", "region": region })).await;
    assert_eq!(checked["region"], secret(region));
}

/// An engine adds the key for itself, and treats a changed one as an error.
#[tokio::test]
async fn the_version_among_the_configuration_is_left_alone() {
    let world = World::of(&configured()).await;
    let checked = accepted(&world, json!({ "key": "k", "version": "9.9.9" })).await;
    assert_eq!(checked["version"], "9.9.9");
    let arguments = json!({ "key": "k", "version": "9.9.9", "pluginDownloadURL": "x" });
    world.configure(arguments).await.unwrap();
}

#[tokio::test]
async fn a_configuration_that_does_not_conform_is_refused_by_its_paths_all_at_once() {
    let world = World::of(&configured()).await;
    let config = json!({ "retries": "many", "login": "{\"user\":{}}", "regoin": "r" });
    let answer = world.check_config(config).await.unwrap();
    let mut found = reasons(&answer.failures);
    found.sort_unstable();
    // The engine would print the values of properties. It has removed the marks of secrets, so the message must not
    // contain any value.
    assert!(found.iter().all(|found| found.0.is_empty()), "{found:?}");
    for (found, path) in found
        .iter()
        .zip(["`login.user`: ", "`retries`: ", "`regoin`; "])
    {
        assert!(found.1.contains(path), "{found:?}");
    }
    assert_says(found[2].1, &["did you mean `region`?"]);
}

/// For a default provider every value is text, and the SDKs convert all other values to text.
#[tokio::test]
async fn a_value_that_is_no_text_may_come_as_json_text() {
    let tells = [Step::Tell("config"), Step::Answer(Answer::Done)];
    let guest = configured().does("configure", tells);
    let world = World::of(&guest).await;
    let hidden = secret("p").to_string();
    let arguments = json!({
        "key": "k",
        "retries": "5",
        "verbose": "false",
        "hosts": "[\"a\",\"b\"]",
        "login": format!("{{\"user\":\"u\",\"password\":{hidden}}}"),
    });
    accepted(&world, arguments.clone()).await;
    world.configure(arguments).await.unwrap();
    world.create(|_| {}).await.unwrap();
    assert_eq!(
        world.told_json(),
        [json!({
            "key": secret("k"),
            "retries": 5,
            "verbose": false,
            "hosts": ["a", "b"],
            "login": { "user": "u", "password": secret("p") },
        })]
    );
}

#[tokio::test]
async fn a_default_of_the_configuration_gives_way_to_any_value() {
    let tells = [Step::Tell("config"), Step::Answer(Answer::Done)];
    for (given, retries) in [(json!({}), 2), (json!({ "retries": "0" }), 0)] {
        let world = World::of(&configured().does("configure", tells.clone())).await;
        let mut arguments = given;
        arguments["key"] = "k".into();
        world.configure(arguments).await.unwrap();
        world.create(|_| {}).await.unwrap();
        assert_eq!(world.told_json()[0]["retries"], retries);
    }
}

#[tokio::test]
async fn a_component_can_judge_the_configuration() {
    let refuses = Answer::ConfigChecked(&[("region", "there is no such region")]);
    let steps = [Step::Tell("config"), Step::Answer(refuses)];
    let world = World::of(&configured().does("check-config", steps)).await;
    let answer = world.check_config(json!({ "key": "k", "region": "r" }));
    let answer = answer.await.unwrap();
    assert_eq!(
        reasons(&answer.failures),
        [("", "`region`: there is no such region")]
    );
    assert_eq!(world.told_json()[0]["region"], "r");
}

/// The engine has the better message, for the report of Configure. So the check does not fail here.
#[tokio::test]
async fn a_missing_key_is_no_failure_of_the_check() {
    let world = World::of(&configured()).await;
    accepted(&world, json!({ "region": "r" })).await;
}

fn missing(status: &Status) -> Vec<(String, String)> {
    let details = RpcStatus::decode(status.details()).unwrap().details;
    assert_eq!(
        details[0].type_url,
        "type.googleapis.com/pulumirpc.ConfigureErrorMissingKeys"
    );
    let missing = pb::ConfigureErrorMissingKeys::decode(details[0].value.as_slice()).unwrap();
    let keys = missing.missing_keys.into_iter();
    keys.map(|key| (key.name, key.description)).collect()
}

#[tokio::test]
async fn configure_tells_missing_keys_by_the_names_that_users_set() {
    let world = World::of(&configured()).await;
    let status = world.configure(json!({})).await.unwrap_err();
    let expected = ("acme:key".to_owned(), "opens the door".to_owned());
    assert_eq!(missing(&status), [expected]);
}

#[tokio::test]
async fn an_unknown_configuration_value_is_one() {
    let world = World::of(&configured()).await;
    let config = json!({ "key": UNKNOWN, "retries": UNKNOWN, "login": { "user": UNKNOWN } });
    let checked = accepted(&world, config).await;
    assert_eq!(checked["retries"], UNKNOWN);
}

#[tokio::test]
async fn an_absent_configuration_is_an_empty_one() {
    let world = World::of(&thing()).await;
    let mut client = world.plugin.client();
    let checked = within(client.check_config(pb::CheckRequest::default()));
    assert!(checked.await.unwrap().into_inner().failures.is_empty());
    let compared = within(client.diff_config(pb::DiffRequest::default()));
    let compared = compared.await.unwrap().into_inner();
    assert_eq!(compared.changes(), DiffChanges::DiffNone);
    let configured = within(client.configure(pb::ConfigureRequest::default()));
    configured.await.unwrap();
    world.create(|_| {}).await.unwrap();
}

async fn compared(old: Value, new: Value) -> pb::DiffResponse {
    let world = World::of(&configured()).await;
    let answer = world.diff_config(|request| {
        request.olds = object(old.clone());
        request.old_inputs = object(old);
        request.news = object(new);
    });
    answer.await.unwrap()
}

/// The configuration that the engine records and compares: defaults, with their marks.
#[tokio::test]
async fn the_configuration_comes_back_with_its_defaults() {
    let world = World::of(&configured()).await;
    let checked = accepted(&world, json!({ "key": "k" })).await;
    assert_eq!(checked["retries"], 2.0);
    assert_eq!(checked["__wasm"], json!({ "defaults": ["retries"] }));
    assert_eq!(accepted(&world, checked.clone()).await, checked);
    let given = accepted(&world, json!({ "key": "k", "retries": "5" })).await;
    assert_eq!(given["retries"], "5");
    assert!(given.get("__wasm").is_none());
}

#[tokio::test]
async fn a_default_is_no_difference_to_what_was_recorded_without_it() {
    let new = json!({ "key": "k", "retries": 2, "__wasm": { "defaults": ["retries"] } });
    let answer = compared(json!({ "key": "k" }), new).await;
    assert_eq!(answer.changes(), DiffChanges::DiffNone, "{answer:?}");
    let answer = compared(json!({ "key": "k", "retries": 3 }), json!({ "key": "k" })).await;
    assert_eq!(answer.diffs, ["retries"]);
}

/// A replaced provider replaces all its resources.
#[tokio::test]
async fn only_a_property_that_says_so_replaces_the_provider() {
    let old = || json!({ "key": secret("k"), "region": "r" });
    let answer = compared(old(), json!({ "key": "other", "region": "r" })).await;
    assert_eq!(answer.changes(), DiffChanges::DiffSome);
    assert_eq!(answer.diffs, ["key"]);
    assert!(answer.replaces.is_empty());

    let answer = compared(old(), json!({ "key": "k", "region": "other" })).await;
    assert_eq!(answer.diffs, ["region"]);
    assert_eq!(answer.replaces, ["region"]);

    let answer = compared(old(), old()).await;
    assert_eq!(answer.changes(), DiffChanges::DiffNone);
}

#[tokio::test]
async fn a_value_and_its_json_text_are_the_same_configuration() {
    let old =
        json!({ "key": "k", "retries": "5", "login": "{\"user\":\"u\"}", "version": "1.0.0" });
    let new =
        json!({ "key": secret("k"), "retries": 5, "login": { "user": "u" }, "version": "2.0.0" });
    let answer = compared(old, new).await;
    assert_eq!(answer.changes(), DiffChanges::DiffNone, "{answer:?}");
}

#[tokio::test]
async fn what_is_to_be_ignored_is_no_difference_of_configurations() {
    let world = World::of(&configured()).await;
    let answer = world.diff_config(|request| {
        request.old_inputs = object(json!({ "key": "k", "region": "r", "login": { "user": "a" } }));
        request.news = object(json!({ "key": "k", "region": "s", "login": "{\"user\":\"b\"}" }));
        request.ignore_changes = vec!["region".to_owned()];
    });
    let answer = answer.await.unwrap();
    assert!(answer.replaces.is_empty());
    assert_eq!(answer.diffs, ["login"]);
}

/// A value from another resource is often the same as before.
#[tokio::test]
async fn a_value_that_is_not_known_yet_is_said_and_does_not_replace_the_provider() {
    let world = World::of(&configured()).await;
    accepted(&world, json!({ "key": "k", "region": UNKNOWN })).await;
    let answer = world.diff_config(|request| {
        request.old_inputs = object(json!({ "key": "k", "region": "r" }));
        request.news = object(json!({ "key": "k", "region": UNKNOWN }));
    });
    let answer = answer.await.unwrap();
    assert!(answer.replaces.is_empty(), "{answer:?}");
    assert_eq!(answer.diffs, ["region"]);
    let said = world.scene.engine.messages();
    let is_said = |message: &pb::LogRequest| {
        message.severity == pb::LogSeverity::Warning as i32
            && message.message.contains("`region`")
            && message.message.contains("not known yet")
    };
    assert!(said.iter().any(is_said), "{said:?}");
}

/// The engine makes the values unknown that depend on a resource which is deleted before it is replaced, and asks
/// without a check which providers are replaced with it.
#[tokio::test]
async fn a_value_that_depends_on_a_deleted_resource_replaces_the_provider() {
    let world = World::of(&configured()).await;
    let asked = || {
        world.diff_config(|request| {
            request.old_inputs = object(json!({ "key": "k", "region": "r" }));
            request.news = object(json!({ "key": "k", "region": UNKNOWN }));
        })
    };
    assert_eq!(asked().await.unwrap().replaces, ["region"]);
    assert!(world.scene.engine.messages().is_empty());
    // A provider of the program is compared again for its resources.
    accepted(&world, json!({ "key": "k", "region": UNKNOWN })).await;
    assert!(asked().await.unwrap().replaces.is_empty());
    assert!(asked().await.unwrap().replaces.is_empty());
}

#[tokio::test]
async fn a_comparison_of_configurations_takes_outputs_where_no_inputs_come() {
    let world = World::of(&configured()).await;
    let answer = world.diff_config(|request| {
        request.olds = object(json!({ "key": "k", "region": "r" }));
        request.news = object(json!({ "key": "k", "region": "other" }));
    });
    assert_eq!(answer.await.unwrap().replaces, ["region"]);
}

#[tokio::test]
async fn the_arguments_of_configure_count_and_the_old_variables_do_not() {
    let tells = [Step::Tell("config"), Step::Answer(Answer::Done)];
    let world = World::of(&configured().does("configure", tells)).await;
    let variables = [("acme:config:key", "old"), ("acme:config:region", "old")];
    let request = pb::ConfigureRequest {
        variables: variables
            .into_iter()
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .collect(),
        args: Some(properties(&[("key", "new")])),
        ..pb::ConfigureRequest::default()
    };
    within(world.plugin.client().configure(request))
        .await
        .unwrap();
    world.create(|_| {}).await.unwrap();
    let told = world.told_json();
    assert_eq!(told, [json!({ "key": secret("new"), "retries": 2 })]);
}

#[tokio::test]
async fn configure_accepts_the_identity_of_the_provider() {
    let world = World::of(&thing()).await;
    for id in [None, Some(UNKNOWN.to_owned()), Some("i-1".to_owned())] {
        let request = pb::ConfigureRequest {
            id,
            urn: Some("urn:pulumi:dev::shop::pulumi:providers:acme::mine".to_owned()),
            name: Some("mine".to_owned()),
            r#type: Some("pulumi:providers:acme".to_owned()),
            ..pb::ConfigureRequest::default()
        };
        within(world.plugin.client().configure(request))
            .await
            .unwrap();
    }
}

#[tokio::test]
async fn configure_accepts_what_the_handshake_did() {
    let world = World::of(&thing()).await;
    let answer = world.configure(json!({})).await.unwrap();
    assert!(answer.accept_secrets && answer.supports_preview);
    assert!(answer.accept_resources && answer.accept_outputs);
}

/// Configure runs in the background of a deployment: it creates no instance, so the first call that needs one reports a
/// failure.
#[tokio::test]
async fn a_configuration_that_the_component_cannot_work_with_fails_the_calls_that_need_it() {
    let refuses = Answer::Refused(error::DENIED, "the key does not fit");
    let world = World::of(&configured().does("configure", [Step::Answer(refuses)])).await;
    world.configure(json!({ "key": "k" })).await.unwrap();
    world.checked(json!({ "label": "x" })).await;
    let status = world.create(|_| {}).await.unwrap_err();
    assert_says(status.message(), &["the key does not fit"]);
}

#[tokio::test]
async fn without_a_component_any_configuration_is_taken_as_it_is() {
    let scene = Scene::new().await;
    let plugin = scene.launch().await;
    let mut client = plugin.client();
    let news = Some(properties(&[("a", "b"), ("version", "0.1.0")]));
    let request = pb::CheckRequest {
        news: news.clone(),
        ..pb::CheckRequest::default()
    };
    let answer = within(client.check_config(request)).await.unwrap();
    assert_eq!(answer.into_inner().inputs, news);
    plugin.configure(&[("a", "b")]).await.unwrap();
}
