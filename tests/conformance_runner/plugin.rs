//! The plugin's process, as an engine has it.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};
use tonic::transport::{Channel, Endpoint};

use super::engine::Engine;
use super::protocol::{self, Failure};

/// Every step of a case takes less than this, unless it hangs. The first call may wait for a guest to be compiled.
const PATIENCE: Duration = Duration::from_secs(180);

/// The variable that guests may read, and its value.
pub(crate) const VARIABLE: (&str, &str) = ("CONFORMANCE_WORD", "granted");

/// A running plugin. Killed when it is dropped.
pub(crate) struct Plugin {
    child: Child,
    channel: Channel,
    pub(crate) engine: Engine,
}

impl Plugin {
    /// Starts a plugin with all its files in `home`, and sends the Handshake.
    pub(crate) async fn start(home: &Path) -> Self {
        let engine = Engine::start().await;
        let project = home.join("project");
        let mut command = Command::new(env!("CARGO_BIN_EXE_pulumi-resource-wasm"));
        command
            .arg(&engine.address)
            .current_dir(&project)
            .env("PULUMI_HOME", home)
            // Compiling takes most of the time: it is done once for all runs, in the folder of the built guests.
            .env(
                "PULUMI_WASM_CACHE_DIR",
                concat!(env!("CARGO_TARGET_TMPDIR"), "/compiled-code"),
            )
            .env(VARIABLE.0, VARIABLE.1)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true);
        let mut child = command.spawn().expect("the plugin's program");
        let mut output = BufReader::new(child.stdout.take().expect("standard output"));
        let mut line = String::new();
        output.read_line(&mut line).await.expect("a line");
        let port: u16 = line.trim().parse().expect("a port");
        let endpoint = Endpoint::from_shared(format!("http://127.0.0.1:{port}"))
            .expect("an address")
            // As in the engine: the details of a failure about an existing resource go with the headers.
            .http2_max_header_list_size(16 << 20);
        let plugin = Self {
            child,
            channel: endpoint.connect().await.expect("a connection"),
            engine,
        };
        let handshake = json!({
            "engineAddress": plugin.engine.address,
            "configureWithUrn": true,
            "supportsViews": true,
            "supportsRefreshBeforeUpdate": true,
            "invokeWithPreview": true,
            "sendsOldOutputsToCheck": true,
        });
        plugin.expect("Handshake", &handshake).await;
        plugin
    }

    /// Calls; a call that takes too long is a failed test.
    pub(crate) async fn call(&self, call: &str, request: &Value) -> Result<Value, Failure> {
        let answer = protocol::call(self.channel.clone(), call, request);
        match tokio::time::timeout(PATIENCE, answer).await {
            Ok(answer) => answer,
            Err(_) => panic!("`{call}` took longer than {PATIENCE:?}"),
        }
    }

    /// Makes a call that must succeed.
    pub(crate) async fn expect(&self, call: &str, request: &Value) -> Value {
        match self.call(call, request).await {
            Ok(answer) => answer,
            Err(failure) => panic!("`{call}`: {}: {}", failure.code, failure.message),
        }
    }

    /// Ends the process, and waits until it has ended.
    pub(crate) async fn stop(mut self) {
        self.child.kill().await.expect("a process that ends");
    }
}
