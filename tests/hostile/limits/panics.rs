//! A mistake of the host's own: it ends one call.

use std::panic;
use std::path::Path;
use std::sync::Arc;

use pulumi_wasm_capability::fault_injection::{Injection, InjectionPoint, Moment, Observer};
use pulumi_wasm_capability::system::System;
use pulumi_wasm_core::call::Call;
use pulumi_wasm_host::pulumi::serve_attached;
use pulumi_wasm_network::NetworkSettings;
use pulumi_wasm_packages::policy::PolicyFiles;
use pulumi_wasm_packages::{Loader, Store};
use pulumi_wasm_platform::peers::AllowedUsers;
use pulumi_wasm_sandbox::engine::{CodeCache, Compiler, Engine};
use tokio::net::TcpListener;
use tonic::Code;

use test_support::fake::calls::{arguments, create};
use test_support::fake::guest::Guest;
use test_support::fake::plugin::connect;
use test_support::fake::scene::{Scene, shared_cache};
use test_support::fake::steps::{Answer, DEBUG, Step};
use test_support::{assert_says, within};

/// Panics in host calls of the resource `bad`, before or after they were done.
struct Mistaken(Moment);

impl Observer for Mistaken {
    fn at(&self, call: &Call, point: InjectionPoint) -> Injection {
        assert!(
            call.subject.name != "bad" || point.moment != self.0,
            "a mistake of the host, made on purpose"
        );
        Injection::Continue
    }
}

/// Serves a host that makes mistakes, on a separate port.
async fn serve(scene: &Scene, moment: Moment) -> u16 {
    let system = System {
        observer: Some(Arc::new(Mistaken(moment))),
        ..pulumi_wasm_network::machine(NetworkSettings::default())
    };
    let plugin = Path::new(env!("CARGO_BIN_EXE_pulumi-resource-wasm"));
    let cache = CodeCache::new(shared_cache().to_owned());
    let compiler = Compiler::new(Engine::new(), cache, Some(plugin.to_owned()));
    let store = Store::new(scene.store());
    let loader =
        Loader::new(store, compiler, scene.project(), PolicyFiles::default()).within(system);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(serve_attached(listener, loader, AllowedUsers::default()));
    port
}

#[tokio::test(flavor = "multi_thread")]
async fn a_panic_of_the_host_ends_the_one_call_with_words() {
    let told = Step::Log {
        severity: DEBUG,
        text: "begun",
        times: 1,
    };
    let made = Step::Answer(Answer::Created {
        id: "made",
        outputs: "{\"label\":\"x\"}",
    });
    let scene = Scene::new().await;
    scene.add(
        "acme.wasm",
        &Guest::new().does("create", [told, Step::Sleep(200), made]),
    );
    for moment in [Moment::Before, Moment::After] {
        let mut client = connect(serve(&scene, moment).await).await;
        let file = scene.project().join("acme.wasm");
        let package = client.parameterize(arguments(&[file.to_str().unwrap()]));
        within(package).await.unwrap();
        // Messages of panics on standard error would confuse the reader of the tests.
        let hook = panic::take_hook();
        panic::set_hook(Box::new(|_| {}));
        let beside = tokio::spawn(create(client.clone(), "good"));
        let status = create(client.clone(), "bad").await.unwrap_err();
        panic::set_hook(hook);
        assert_eq!(status.code(), Code::Internal);
        assert_says(
            status.message(),
            &[
                "failed inside create",
                "a mistake in the plugin, not in your program",
            ],
        );
        // Concurrent and later calls are served, on the same connection.
        assert_eq!(within(beside).await.unwrap().unwrap().id, "made");
        for _ in 0..3 {
            assert_eq!(create(client.clone(), "later").await.unwrap().id, "made");
        }
    }
}
