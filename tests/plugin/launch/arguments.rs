//! The arguments of engines of each age: those in front of their address, under the name of a provider and as `wasm`.

use tokio::process::Command;

use super::bundle::{command, lay_out, making};
use test_support::fake::plugin::Plugin;
use test_support::fake::scene::Scene;
use test_support::{assert_says, within};

/// The plugin's program as `wasm`, and as the provider of a bundle. Each with the version that it reports.
fn programs(scene: &Scene) -> [(Command, &'static str); 2] {
    let bundle = command(scene, "pulumi-resource-acme");
    [
        (scene.command(), env!("CARGO_PKG_VERSION")),
        (bundle, "1.2.3"),
    ]
}

async fn scene() -> Scene {
    let scene = Scene::new().await;
    lay_out(&scene, "pulumi-resource-acme", &making().build(), |_| {});
    scene
}

#[tokio::test]
async fn engines_of_each_age_start_the_plugin_with_their_flags() {
    let scene = scene().await;
    for words in [
        // 0.17.28, for `--logflow --logtostderr -v=9`.
        &["-logtostderr", "-v=9"][..],
        &["-logtostderr", "-v=9", "--tracing", "tcp://127.0.0.1:1"],
        // The flags of today's engines.
        &["--logtostderr", "-v=9", "--tracing", "tcp://127.0.0.1:1"],
        // All forms that a Go program treats alike.
        &["-tracing", "tcp://127.0.0.1:1"],
        &["-tracing=tcp://127.0.0.1:1"],
        &["-logtostderr=true", "--v=9"],
        &["-logtostderr=false"],
        &["-v", "9"],
    ] {
        for (mut command, version) in programs(&scene) {
            command.args(words).arg(&scene.engine.address);
            let plugin = Plugin::start(command).await;
            plugin.handshake().await;
            let info = within(plugin.client().get_plugin_info(())).await.unwrap();
            assert_eq!(info.into_inner().version, version, "{words:?}");
        }
    }
}

#[tokio::test]
async fn flags_that_no_engine_sends_are_refused() {
    let scene = scene().await;
    for (word, expected) in [
        ("-logtostderr=perhaps", "perhaps"),
        ("-v=many", "many"),
        ("-no-such-flag", "-n"),
        ("--no-such-flag", "--no-such-flag"),
    ] {
        for (mut command, _) in programs(&scene) {
            command.arg(word).arg(&scene.engine.address);
            let output = within(command.output()).await.unwrap();
            assert!(!output.status.success(), "{word}");
            assert!(output.stdout.is_empty(), "{word}");
            assert_says(&String::from_utf8_lossy(&output.stderr), &[expected]);
        }
    }
}
