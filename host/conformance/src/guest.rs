//! A component that plays cases.

use std::fs;
use std::path::PathBuf;

use anyhow::Context as _;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::sync::{Mutex, OnceCell};

use crate::case::Case;
use crate::plugin::{Host, Plugin, VARIABLE};
use crate::server::Server;

/// The package that most cases are about.
pub(crate) const PACKAGE: &str = "conformance";

/// The configuration that the usual cases set, in a manifest.
const REGION: &str = "/schema/provider/inputProperties/region";

/// The path of a component. It may have to be unpacked first.
type Component = Box<dyn Fn() -> anyhow::Result<PathBuf> + Send + Sync>;

/// A component that plays cases, with the processes that serve it.
pub struct Guest {
    /// Its name in reports, such as the language's.
    pub name: String,
    component: Component,
    host: Host,
    server: String,
    home: TempDir,
    shared: OnceCell<Plugin>,
    schema: OnceCell<Value>,
    /// Held while the component is loaded for the first time.
    loading: Mutex<()>,
}

/// The parts of the schema of a component, by which it can play some cases and not others.
pub struct Offer {
    manifest: Value,
}

impl Offer {
    /// The offer of a component with this manifest.
    #[must_use]
    pub fn new(manifest: Value) -> Self {
        Self { manifest }
    }

    /// The part that a case needs and the component does not have, such as ``the resource `Files` ``. `None` if it can be played.
    #[must_use]
    pub fn lacks(&self, case: &Case) -> Option<String> {
        let package = self.manifest.pointer("/schema/name");
        let package = package.and_then(Value::as_str).unwrap_or_default();
        if package != case.package {
            return Some(format!("the package `{}`", case.package));
        }
        let has = |kind: &str, name: &str| {
            // A slash in a pointer separates members.
            let name = name.replace('/', "~1");
            let token = format!("/schema/{kind}/{package}:index:{name}");
            self.manifest.pointer(&token).is_some()
        };
        let mut resources = case.resources();
        if let Some(name) = resources.find(|name| !has("resources", name)) {
            return Some(format!("the resource `{name}`"));
        }
        let mut functions = case.functions();
        if let Some(name) = functions.find(|name| !has("functions", name)) {
            return Some(format!("the function `{name}`"));
        }
        let needs_settings = case.configures() || case.configuration.is_some();
        let lacks_settings = needs_settings && self.manifest.pointer(REGION).is_none();
        lacks_settings.then(|| "the configuration `region`".to_owned())
    }
}

impl Guest {
    /// A guest with this name. `component` gives the path of its file when the first case is played.
    ///
    /// # Errors
    /// If the folder for the files of the plugin cannot be created.
    pub fn new(
        name: String,
        host: Host,
        server: &Server,
        component: impl Fn() -> anyhow::Result<PathBuf> + Send + Sync + 'static,
    ) -> anyhow::Result<Self> {
        let home =
            tempfile::tempdir().context("cannot create a folder for the files of the plugin")?;
        let project = home.path().join("project");
        fs::create_dir(&project)?;
        fs::write(
            project.join("Pulumi.yaml"),
            "name: conformance\nruntime: yaml\n",
        )?;
        Ok(Self {
            name,
            component: Box::new(component),
            host,
            server: server.address.clone(),
            home,
            shared: OnceCell::new(),
            schema: OnceCell::new(),
            loading: Mutex::new(()),
        })
    }

    /// A separate process for the guest's package, not configured.
    ///
    /// # Errors
    /// If the plugin does not take the component.
    pub async fn launch(&self) -> anyhow::Result<Plugin> {
        let plugin = Plugin::start(&self.host, self.home.path()).await?;
        let loading = self.loading.lock().await;
        if let Some(schema) = self.schema.get() {
            drop(loading);
            // As in every deployment after the package was added.
            let parameter = schema.pointer("/parameterization/parameter");
            let value = json!({
                "name": schema.get("name"), "version": schema.get("version"), "value": parameter,
            });
            plugin
                .expect("Parameterize", &json!({ "value": value }))
                .await?;
            return Ok(plugin);
        }
        let component = (self.component)()?;
        let words = [
            component.to_str().context("a path is not Unicode")?,
            "--allow-net",
            &self.server,
            "--allow-env",
            VARIABLE.0,
        ];
        plugin
            .expect("Parameterize", &json!({ "args": { "args": words } }))
            .await?;
        let answer = plugin.expect("GetSchema", &json!({})).await?;
        let schema = answer.get("schema").and_then(Value::as_str);
        let schema = serde_json::from_str(schema.context("there is no schema")?)?;
        self.schema.set(schema)?;
        Ok(plugin)
    }

    /// The process that most cases share, configured as usual.
    ///
    /// # Errors
    /// If the plugin does not take the component or the configuration.
    pub(crate) async fn shared(&self) -> anyhow::Result<&Plugin> {
        let launch = async || {
            let plugin = self.launch().await?;
            let schema = self.schema.get().context("no package was loaded")?;
            let has_region = schema.pointer("/provider/inputProperties/region").is_some();
            let values = if has_region {
                usual_configuration()
            } else {
                json!({})
            };
            plugin.expect("Configure", &configuration(&values)).await?;
            Ok(plugin)
        };
        self.shared.get_or_try_init(launch).await
    }

    /// The package's schema.
    ///
    /// # Errors
    /// If the plugin does not take the component.
    pub async fn schema(&self) -> anyhow::Result<&Value> {
        self.shared().await?;
        self.schema.get().context("no package was loaded")
    }

    /// Tells the shared process that the engine ends. It is killed when this value is dropped.
    ///
    /// # Errors
    /// If the process does not answer.
    pub async fn stop(&self) -> anyhow::Result<()> {
        if let Some(plugin) = self.shared.get() {
            plugin.expect("Cancel", &json!({})).await?;
        }
        Ok(())
    }
}

/// The usual configuration of cases.
#[must_use]
pub fn usual_configuration() -> Value {
    json!({ "region": "here" })
}

/// A request of `Configure` with these values.
pub(crate) fn configuration(values: &Value) -> Value {
    json!({
        "args": values,
        "acceptSecrets": true,
        "acceptResources": true,
        "sendsOldInputs": true,
        "sendsOldInputsToDelete": true,
    })
}
