//! Guests that construct.

use std::time::{Duration, Instant};

use serde_json::json;
use test_support::protocol::pulumirpc as pb;
use tonic::Code;

use super::{construct, request, urn, with_a_pet};
use test_support::fake::calls::text;
use test_support::fake::declare::Declare;
use test_support::fake::guest::{Guest, METHOD, SITE};
use test_support::fake::monitor::{FakeMonitor, Reply};
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, DEBUG, Step};
use test_support::fake::value::properties;
use test_support::{assert_says, within};

#[tokio::test]
async fn a_component_is_constructed_with_its_child() {
    let (scene, monitor) = (Scene::new().await, FakeMonitor::start());
    let plugin = scene.launch_with(&with_a_pet(), &[]).await;
    let schema = plugin.schema().await;
    assert_eq!(schema["resources"][SITE]["isComponent"], true);
    plugin.configure(&[]).await.unwrap();
    let answer = plugin.construct(request(&monitor, "s", &json!({ "title": "x" })));
    let answer = answer.await.unwrap();
    assert_eq!(answer.urn, urn("s"));
    assert_eq!(
        text(answer.state.as_ref(), "url").as_deref(),
        Some("pet-s_id")
    );
    assert_eq!(monitor.names(), ["s", "pet-s"]);
    let pet = monitor.one("pet-s");
    assert_eq!(
        (pet.parent.as_str(), pet.version.as_str()),
        (answer.urn.as_str(), "4.18.0")
    );
    assert_eq!(text(pet.object.as_ref(), "prefix").as_deref(), Some("x"));
    assert_eq!(
        monitor.completed(),
        [(answer.urn.clone(), answer.state.unwrap())]
    );
    let behind = &answer.state_dependencies["url"].urns;
    assert_eq!(behind, &[FakeMonitor::urn(&pet)]);
}

#[tokio::test]
async fn thousands_of_children_and_groups_are_registered_over_one_connection() {
    let (scene, monitor) = (Scene::new().await, FakeMonitor::start());
    let child = |number: usize| {
        let name: &'static str = format!("pet-{number}-").leak();
        let resource = Declare::resource("random:index:Pet", name, "{}".to_owned());
        // Groups are completed all at once as well, when the guest has ended.
        let group = Declare {
            kind: 1,
            token: "acme:index:Part",
            ..resource.clone()
        };
        Step::Declare(if number < 9_000 { resource } else { group })
    };
    let children = (0..9_900).map(child);
    let answer = [Step::Answer(Answer::Outputs("{}".to_owned()))];
    let steps: Vec<_> = children.chain(answer).collect();
    let plugin = scene
        .launch_with(&Guest::new().does("construct", steps), &[])
        .await;
    plugin.configure(&[]).await.unwrap();
    let answer = plugin.construct(request(&monitor, "s", &json!({}))).await;
    answer.unwrap();
    assert_eq!(monitor.names().len(), 9_901);
    assert_eq!(monitor.completed().len(), 901);
}

#[tokio::test]
async fn a_package_without_components_answers_that_it_has_none() {
    let (scene, monitor) = (Scene::new().await, FakeMonitor::start());
    let plugin = scene.launch_with(&Guest::new(), &[]).await;
    let answer = plugin.construct(request(&monitor, "s", &json!({}))).await;
    let status = answer.unwrap_err();
    assert_eq!(status.code(), Code::Unimplemented);
    assert_says(status.message(), &["no component resources", "(Construct)"]);
    assert_eq!(monitor.connections(), (0, 0));
}

#[tokio::test]
async fn what_a_component_says_is_on_its_urn() {
    let (scene, monitor) = (Scene::new().await, FakeMonitor::start());
    let log = Step::Log {
        severity: DEBUG,
        text: "from the component",
        times: 1,
    };
    let guest = Guest::new().does(
        "construct",
        [log, Step::Answer(Answer::Outputs("{}".to_owned()))],
    );
    let plugin = scene.launch_with(&guest, &[]).await;
    plugin.configure(&[]).await.unwrap();
    plugin
        .construct(request(&monitor, "s", &json!({})))
        .await
        .unwrap();
    let heard = scene.engine.hears("from the component").await;
    assert_eq!(heard.urn, urn("s"));
}

#[tokio::test]
async fn a_crash_names_the_component_and_the_function_and_others_go_on() {
    let (scene, monitor) = (Scene::new().await, FakeMonitor::start());
    let guest = Guest::new().does(
        "construct",
        [
            Step::WhenNameHas(3, vec![Step::Crash]),
            Step::Answer(Answer::Outputs("{}".to_owned())),
        ],
    );
    let plugin = scene.launch_with(&guest, &[]).await;
    plugin.configure(&[]).await.unwrap();
    let bad = plugin.construct(request(&monitor, "bad", &json!({})));
    let good = plugin.construct(request(&monitor, "good", &json!({})));
    let (bad, good) = tokio::join!(bad, good);
    good.unwrap();
    let status = bad.unwrap_err();
    assert_eq!(status.code(), Code::Unknown);
    assert_says(
        status.message(),
        &[
            "construct of `acme:index:Site` `bad` failed",
            "crash",
            "component: ",
        ],
    );
}

#[tokio::test]
async fn a_cancel_of_the_engine_ends_all_sessions_at_once() {
    let scene = Scene::new().await;
    let monitor = FakeMonitor::answering(|request| {
        if request.custom {
            Reply::Never
        } else {
            Reply::made()
        }
    });
    let plugin = scene.launch_with(&with_a_pet(), &[]).await;
    plugin.configure(&[]).await.unwrap();
    let one = |name: &'static str| {
        let request = request(&monitor, name, &json!({ "title": "x" }));
        construct(plugin.client(), request)
    };
    let cancel = async {
        monitor.has_got(6).await;
        plugin.cancel().await;
        Instant::now()
    };
    let (a, b, c, cancelled) = tokio::join!(one("a"), one("b"), one("c"), cancel);
    // A session that waits for its grace takes 10 s.
    assert!(cancelled.elapsed() < Duration::from_secs(5));
    for (answer, name) in [(a, "a"), (b, "b"), (c, "c")] {
        let answer = answer.unwrap();
        assert_eq!(answer.urn, urn(name));
        assert!(answer.state.unwrap().fields.is_empty());
    }
    within(monitor.is_left()).await;
}

#[tokio::test]
async fn the_answers_of_cancelled_components_come_before_that_of_the_cancel() {
    let scene = Scene::new().await;
    let monitor = FakeMonitor::answering(|request| {
        if request.custom {
            Reply::Never
        } else {
            Reply::made()
        }
    });
    let plugin = scene.launch_with(&with_a_pet(), &[]).await;
    plugin.configure(&[]).await.unwrap();
    let names = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let open = names.map(|name| {
        let request = request(&monitor, name, &json!({ "title": "x" }));
        tokio::spawn(construct(plugin.client(), request))
    });
    monitor.has_got(2 * names.len()).await;
    plugin.cancel().await;
    // The answers have arrived, so the tasks only have to run. The engine closes the connection here.
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
    for (one, name) in open.into_iter().zip(names) {
        assert!(one.is_finished(), "`{name}` was not answered");
        one.await.unwrap().unwrap();
    }
}

#[tokio::test]
async fn the_configuration_of_other_packages_does_not_reach_a_component() {
    let (scene, monitor) = (Scene::new().await, FakeMonitor::start());
    let guest = Guest::new()
        .does(
            "configure",
            [Step::Tell("config"), Step::Answer(Answer::Done)],
        )
        .does(
            "construct",
            [
                Step::Tell("inputs"),
                Step::Tell("options"),
                Step::Tell("extra"),
                Step::Answer(Answer::Outputs("{}".to_owned())),
            ],
        )
        .manifest(|manifest| {
            manifest["schema"]["config"] =
                json!({ "variables": { "region": { "type": "string" } } });
        });
    let plugin = scene.launch_with(&guest, &[]).await;
    plugin.configure(&[("region", "here")]).await.unwrap();
    let request = pb::ConstructRequest {
        config: [
            ("other:password", "word-of-another"),
            ("shop:key", "word-of-the-program"),
        ]
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .into(),
        config_secret_keys: vec!["other:password".to_owned()],
        ..request(&monitor, "s", &json!({}))
    };
    plugin.construct(request).await.unwrap();
    scene.engine.hears("here").await;
    for message in scene.engine.messages() {
        assert!(!message.message.contains("word-of-"), "{}", message.message);
    }
}

/// The request for the method of the site `s`.
fn method(monitor: &FakeMonitor) -> pb::CallRequest {
    monitor.knows(&urn("s"));
    let this = json!({
        "4dabf18193072939515e22adb298388d": "5cf8f73096256a8f31e491e813e4eb8e",
        "urn": urn("s"),
    });
    pb::CallRequest {
        tok: METHOD.to_owned(),
        args: Some(properties(&json!({ "__self__": this, "path": "/a" }))),
        monitor_endpoint: monitor.address.clone(),
        ..pb::CallRequest::default()
    }
}

#[tokio::test]
async fn a_method_is_called_and_what_it_declares_is_below_its_resource() {
    let (scene, monitor) = (Scene::new().await, FakeMonitor::start());
    let pet = Declare::resource("random:index:Pet", "pet-", "{}".to_owned());
    let result = "{\"url\":{\"4dabf18193072939515e22adb298388d\":\"d0e6a833031e9bbcd3f4e8bde6ca49a4\",\
                  \"handle\":1,\"path\":\"id\"}}";
    let guest = Guest::new().does(
        "call-method",
        [Step::Declare(pet), Step::Answer(Answer::Result(result))],
    );
    let plugin = scene.launch_with(&guest, &[]).await;
    let schema = plugin.schema().await;
    assert_eq!(schema["resources"][SITE]["methods"]["page"], METHOD);
    plugin.configure(&[]).await.unwrap();
    let answer = within(plugin.client().call(method(&monitor))).await;
    let answer = answer.unwrap().into_inner();
    assert_eq!(
        text(answer.r#return.as_ref(), "url").as_deref(),
        Some("pet-s_id")
    );
    let pet = monitor.one("pet-s");
    assert_eq!(pet.parent, urn("s"));
    assert_eq!(
        answer.return_dependencies["url"].urns,
        [FakeMonitor::urn(&pet)]
    );
    assert!(monitor.completed().is_empty());
}

#[tokio::test]
async fn a_result_is_an_output_value_for_an_engine_that_takes_output_values_in_call() {
    let scene = Scene::new().await;
    let pet = Declare::resource("random:index:Pet", "pet-", "{}".to_owned());
    let result = "{\"url\":{\"4dabf18193072939515e22adb298388d\":\"d0e6a833031e9bbcd3f4e8bde6ca49a4\",\
                  \"handle\":1,\"path\":\"id\"},\"other\":\"plain\"}";
    let guest = Guest::new().does(
        "call-method",
        [Step::Declare(pet), Step::Answer(Answer::Result(result))],
    );
    let newest = pb::ProviderHandshakeRequest {
        accepts_outputs_in_call: true,
        ..pb::ProviderHandshakeRequest::default()
    };
    for (offer, is_output) in [
        (newest, true),
        (pb::ProviderHandshakeRequest::default(), false),
    ] {
        let monitor = FakeMonitor::start();
        let plugin = scene.launch_with(&guest, &[]).await;
        let shaken = within(plugin.client().handshake(offer)).await.unwrap();
        assert_eq!(shaken.into_inner().accepts_outputs_in_call, is_output);
        plugin.configure(&[]).await.unwrap();
        let mut request = method(&monitor);
        // As such an engine sends arguments.
        let behind = "urn:pulumi:dev::shop::random:index:Thing::behind";
        let path = json!({
            "4dabf18193072939515e22adb298388d": "d0e6a833031e9bbcd3f4e8bde6ca49a4",
            "value": "/a", "dependencies": [behind],
        });
        let args = request.args.as_mut().unwrap();
        args.fields
            .extend(properties(&json!({ "path": path })).fields);
        let answer = within(plugin.client().call(request))
            .await
            .unwrap()
            .into_inner();
        let pet = FakeMonitor::urn(&monitor.one("pet-s"));
        // The table is for engines that read it.
        assert_eq!(
            answer.return_dependencies["url"].urns,
            std::slice::from_ref(&pet)
        );
        let url = if is_output {
            json!({
                "4dabf18193072939515e22adb298388d": "d0e6a833031e9bbcd3f4e8bde6ca49a4",
                "value": "pet-s_id", "dependencies": [pet],
            })
        } else {
            json!("pet-s_id")
        };
        let expected = properties(&json!({ "url": url, "other": "plain" }));
        assert_eq!(answer.r#return, Some(expected));
    }
}

#[tokio::test]
async fn what_a_method_says_of_its_arguments_is_a_list_of_failures() {
    let (scene, monitor) = (Scene::new().await, FakeMonitor::start());
    let refusals = [
        Answer::Unacceptable(&[("path", "there is no such page")]),
        Answer::Invalid(&[("path", "there is no such page")]),
    ];
    for refusal in refusals {
        let guest = Guest::new().does("call-method", [Step::Answer(refusal)]);
        let plugin = scene.launch_with(&guest, &[]).await;
        plugin.configure(&[]).await.unwrap();
        let answer = within(plugin.client().call(method(&monitor))).await;
        let failures = answer.unwrap().into_inner().failures;
        assert_eq!(failures.len(), 1);
        assert_eq!(
            (failures[0].property.as_str(), failures[0].reason.as_str()),
            ("path", "there is no such page")
        );
    }
}
