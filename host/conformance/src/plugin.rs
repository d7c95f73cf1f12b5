//! The plugin's process, as an engine has it.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context as _, bail};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};
use tokio::time::timeout;
use tonic::transport::{Channel, Endpoint};

use crate::engine::Engine;
use crate::protocol::{self, Failure};

/// Every step of a case takes less than this, unless it hangs. The first call may wait for a guest to be compiled.
const PATIENCE: Duration = Duration::from_secs(180);

/// The variable that guests may read, and its value.
pub(crate) const VARIABLE: (&str, &str) = ("CONFORMANCE_WORD", "granted");

/// The program that serves components.
pub struct Host {
    /// `pulumi-resource-wasm`.
    pub plugin: PathBuf,
    /// The folder of compiled code, if it is not the user's.
    pub compiled_code: Option<PathBuf>,
}

/// A running plugin. Killed when it is dropped.
pub struct Plugin {
    child: Child,
    channel: Channel,
    pub(crate) engine: Engine,
}

impl Plugin {
    /// Starts a plugin with all its files in `home`, and sends the Handshake.
    ///
    /// # Errors
    /// If the program does not serve.
    pub(crate) async fn start(host: &Host, home: &Path) -> anyhow::Result<Self> {
        let engine = Engine::start().await?;
        let mut command = Command::new(&host.plugin);
        command
            .arg(engine.address())
            .current_dir(home.join("project"))
            .env("PULUMI_HOME", home)
            .env(VARIABLE.0, VARIABLE.1)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true);
        if let Some(folder) = &host.compiled_code {
            command.env("PULUMI_WASM_CACHE_DIR", folder);
        }
        let shown = host.plugin.display();
        let mut child = command
            .spawn()
            .with_context(|| format!("cannot start {shown}"))?;
        let output = child.stdout.take().context("no standard output")?;
        let mut line = String::new();
        timeout(PATIENCE, BufReader::new(output).read_line(&mut line))
            .await
            .with_context(|| format!("{shown} printed no port within {PATIENCE:?}"))??;
        let port: u16 = line
            .trim()
            .parse()
            .with_context(|| format!("{shown} printed no port"))?;
        let endpoint = Endpoint::from_shared(format!("http://127.0.0.1:{port}"))?
            // As in the engine: the details of a failure about an existing resource go with the headers.
            .http2_max_header_list_size(16 << 20);
        let plugin = Self {
            child,
            channel: endpoint.connect().await?,
            engine,
        };
        let handshake = json!({
            "engineAddress": plugin.engine.address(),
            "configureWithUrn": true,
            "supportsViews": true,
            "supportsRefreshBeforeUpdate": true,
            "invokeWithPreview": true,
            "sendsOldOutputsToCheck": true,
        });
        plugin.expect("Handshake", &handshake).await?;
        Ok(plugin)
    }

    /// Makes a call.
    ///
    /// # Errors
    /// If the request is not one of the protocol, or the call gets no answer in time.
    pub async fn call(
        &self,
        call: &str,
        request: &Value,
    ) -> anyhow::Result<Result<Value, Failure>> {
        let answer = protocol::call(self.channel.clone(), call, request);
        match tokio::time::timeout(PATIENCE, answer).await {
            Ok(answer) => answer,
            Err(_) => bail!("`{call}` took longer than {PATIENCE:?}"),
        }
    }

    /// Makes a call that must succeed.
    ///
    /// # Errors
    /// If the call fails.
    pub(crate) async fn expect(&self, call: &str, request: &Value) -> anyhow::Result<Value> {
        match self.call(call, request).await? {
            Ok(answer) => Ok(answer),
            Err(failure) => bail!("`{call}`: {}: {}", failure.code, failure.message),
        }
    }

    /// Ends the process, and waits until it has ended.
    ///
    /// # Errors
    /// If the operating system does not end it.
    pub async fn stop(mut self) -> anyhow::Result<()> {
        self.child.kill().await.context("the plugin does not end")
    }
}
