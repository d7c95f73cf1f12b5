//! `pulumi-wasm dev`.

use std::process::Stdio;

use test_support::protocol::pulumirpc as pb;
use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader, Lines};
use tokio::process::Child;

use test_support::fake::calls::create;
use test_support::fake::engine::FakeEngine;
use test_support::fake::guest::Guest;
use test_support::fake::plugin::{Client, connect};
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, INFO, Step};
use test_support::fake::tool::command;
use test_support::within;

struct Dev {
    _child: Child,
    port: u16,
    errors: Lines<BufReader<Box<dyn AsyncRead + Unpin + Send>>>,
}

impl Dev {
    /// Starts it, and waits for the line that the user pastes.
    async fn start(scene: &Scene) -> Self {
        let mut child = command(scene, &["dev", "acme.wasm"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let errors: Box<dyn AsyncRead + Unpin + Send> = Box::new(child.stderr.take().unwrap());
        let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
        let line = within(output.next_line()).await.unwrap().expect("a line");
        let port = line
            .strip_prefix("PULUMI_DEBUG_PROVIDERS=wasm:")
            .and_then(|rest| rest.strip_suffix(" pulumi up"))
            .unwrap_or_else(|| panic!("{line}"));
        Self {
            port: port.parse().unwrap(),
            _child: child,
            errors: BufReader::new(errors).lines(),
        }
    }

    /// Waits for this output.
    async fn says(&mut self, part: &str) {
        within(async {
            loop {
                let line = self.errors.next_line().await.unwrap();
                let line = line.unwrap_or_else(|| panic!("it ended without `{part}`"));
                if line.contains(part) {
                    return;
                }
            }
        })
        .await;
    }

    /// A connection that is the package of a parameter's value, as a project has it.
    async fn attach(&self, engine: &FakeEngine, value: &[u8]) -> Client {
        let mut client = connect(self.port).await;
        within(client.handshake(pb::ProviderHandshakeRequest::default()))
            .await
            .unwrap();
        let address = engine.address.clone();
        within(client.attach(pb::PluginAttach { address }))
            .await
            .unwrap();
        let value = pb::parameterize_request::ParametersValue {
            name: "acme".to_owned(),
            version: "1.2.3".to_owned(),
            value: value.to_vec(),
        };
        let request = pb::ParameterizeRequest {
            parameters: Some(pb::parameterize_request::Parameters::Value(value)),
        };
        within(client.parameterize(request)).await.unwrap();
        within(client.configure(pb::ConfigureRequest::default()))
            .await
            .unwrap();
        client
    }
}

fn makes(id: &'static str, before: &[Step]) -> Guest {
    let made = Answer::Created { id, outputs: "{}" };
    let steps = [before, &[Step::Answer(made)]].concat();
    Guest::new().does("create", steps)
}

#[tokio::test]
async fn a_component_that_changes_is_taken_up_between_two_calls() {
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&makes("added", &[]), &[]).await;
    let value = plugin.value().await;
    scene.add("acme.wasm", &makes("first", &[]));
    let mut dev = Dev::start(&scene).await;
    let client = dev.attach(&scene.engine, &value).await;
    let message = scene.engine.hears("instead of the added").await;
    assert!(
        message.message.contains("`pulumi-wasm dev` serves"),
        "{}",
        message.message
    );
    assert_eq!(create(client.clone(), "one").await.unwrap().id, "first");

    scene.add("acme.wasm", &makes("second", &[]));
    dev.says("reloaded acme").await;
    assert_eq!(create(client.clone(), "one").await.unwrap().id, "second");

    // A broken source is reported, and the component before is still served.
    scene.write("acme.wasm", b"no component");
    dev.says("error").await;
    dev.says("the last version is still served").await;
    assert_eq!(create(client.clone(), "one").await.unwrap().id, "second");
    scene.add("acme.wasm", &makes("third", &[]));
    dev.says("reloaded acme").await;
    assert_eq!(create(client, "one").await.unwrap().id, "third");
}

#[tokio::test]
async fn a_call_that_runs_ends_on_the_version_that_it_began_with() {
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&makes("added", &[]), &[]).await;
    let value = plugin.value().await;
    let begins = Step::Log {
        severity: INFO,
        text: "begun",
        times: 1,
    };
    scene.add("acme.wasm", &makes("slow", &[begins, Step::Sleep(2000)]));
    let mut dev = Dev::start(&scene).await;
    let client = dev.attach(&scene.engine, &value).await;
    let running = tokio::spawn(create(client.clone(), "one"));
    scene.engine.hears("begun").await;
    scene.add("acme.wasm", &makes("quick", &[]));
    dev.says("reloaded acme").await;
    assert_eq!(create(client, "two").await.unwrap().id, "quick");
    assert_eq!(running.await.unwrap().unwrap().id, "slow");
}
