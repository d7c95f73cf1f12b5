//! The guests: one for each folder in `tests/conformance/guests`, and the kept guests of released interfaces.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::sync::{Mutex, OnceCell};

use super::case::Case;
use super::plugin::{Plugin, VARIABLE};
use super::released::{self, Kept};
use super::server::Server;

/// A folder with components of other languages, as `NAME.wasm`. With it, only these play.
const GUESTS_VARIABLE: &str = "PULUMI_WASM_TEST_GUESTS";

/// The folder of the components that `cargo xtask test` built.
const COMPONENTS_VARIABLE: &str = "PULUMI_WASM_TEST_COMPONENTS";

/// A language, with the guest that is written in it.
pub(crate) struct Language {
    pub(crate) name: String,
    /// Cases that it cannot pass, each with the reason.
    pub(crate) exceptions: BTreeMap<String, String>,
    /// The component of an earlier release, if this is a kept guest.
    pub(crate) kept: Option<Kept>,
    /// The component that a folder of the user has, if this is one.
    pub(crate) given: Option<Given>,
    /// The cases that short runs play, if those are not all.
    pub(crate) short: Option<Vec<String>>,
    server: String,
    home: TempDir,
    shared: OnceCell<Plugin>,
    schema: OnceCell<Value>,
    /// Taken while the component is loaded for the first time.
    loading: Mutex<()>,
}

/// A component of another language. It need not serve all cases.
pub(crate) struct Given {
    component: PathBuf,
    manifest: Value,
}

impl Given {
    fn of(component: PathBuf) -> Self {
        let bytes = fs::read(&component).expect("a component");
        let manifest = pulumi_wasm_packages::manifest_section::find(&bytes).unwrap_or_else(|| {
            panic!(
                "{} has no manifest: `pulumi-wasm wrap` embeds it",
                component.display()
            )
        });
        let manifest = serde_json::from_str(&manifest).expect("a manifest");
        Self {
            component,
            manifest,
        }
    }

    /// Whether it has all resources, functions and settings that a case uses.
    fn serves(&self, case: &Case) -> bool {
        let has = |kind: &str, name: &str| {
            let token = format!("conformance:index:{name}");
            self.manifest["schema"][kind].get(token).is_some()
        };
        let resources = case
            .resource
            .iter()
            .chain(case.calls.iter().filter_map(|call| call.resource.as_ref()));
        let mut resources = resources.map(|name| has("resources", name));
        let functions = case
            .calls
            .iter()
            .filter_map(|call| call.request["tok"].as_str());
        let mut functions = functions.map(|name| has("functions", name));
        let has_settings =
            self.manifest["schema"]["provider"]["inputProperties"]["region"].is_object();
        resources.all(|has| has)
            && functions.all(|has| has)
            && (has_settings || (!case.configures() && case.configuration.is_none()))
    }
}

/// All languages, by name.
pub(crate) fn all(folder: &Path, server: &Server) -> Vec<Language> {
    if let Some(given) = std::env::var_os(GUESTS_VARIABLE) {
        let entries = fs::read_dir(given).expect("the folder of the components");
        let files = entries.map(|entry| entry.expect("an entry").path());
        let components = files.filter(|file| file.extension().is_some_and(|found| found == "wasm"));
        let mut languages: Vec<Language> = components
            .map(|file| {
                let name = file.file_stem().unwrap_or_default().to_string_lossy();
                Language {
                    given: Some(Given::of(fs::canonicalize(&file).expect("a path"))),
                    ..Language::called(name.into_owned(), server)
                }
            })
            .collect();
        languages.sort_by(|left, right| left.name.cmp(&right.name));
        return languages;
    }
    let entries = fs::read_dir(folder.join("guests")).expect("the folder of the guests");
    let folders = entries.map(|entry| entry.expect("an entry").path());
    let mut languages: Vec<Language> = folders
        .filter(|path| path.is_dir())
        .map(|path| Language::of_today(&path, server))
        .collect();
    let released = released::all().into_iter();
    languages.extend(released.map(|(name, kept)| Language {
        kept: Some(kept),
        ..Language::called(name, server)
    }));
    languages.sort_by(|left, right| left.name.cmp(&right.name));
    languages
}

impl Language {
    /// A language whose guest is built from a folder.
    fn of_today(folder: &Path, server: &Server) -> Self {
        let name = folder.file_name().and_then(|name| name.to_str());
        Self {
            exceptions: read_if_there(&folder.join("exceptions.yaml")).unwrap_or_default(),
            short: read_if_there(&folder.join("short.yaml")),
            ..Self::called(name.expect("a name").to_owned(), server)
        }
    }

    fn called(name: String, server: &Server) -> Self {
        let home = tempfile::tempdir().expect("a folder");
        let project = home.path().join("project");
        fs::create_dir(&project).expect("a folder");
        fs::write(
            project.join("Pulumi.yaml"),
            "name: conformance\nruntime: yaml\n",
        )
        .expect("a file");
        Self {
            name,
            exceptions: BTreeMap::new(),
            kept: None,
            given: None,
            short: None,
            server: server.address.clone(),
            home,
            shared: OnceCell::new(),
            schema: OnceCell::new(),
            loading: Mutex::new(()),
        }
    }

    /// Whether it can play a case: a guest of an earlier release can play the cases of its time.
    pub(crate) fn plays(&self, case: &Case) -> bool {
        let given = self.given.as_ref();
        self.kept.as_ref().is_none_or(|kept| kept.plays(case))
            && given.is_none_or(|given| given.serves(case))
    }

    /// Whether only long runs play a case.
    pub(crate) fn is_long(&self, case: &str) -> bool {
        let short = self.short.as_ref();
        short.is_some_and(|short| !short.iter().any(|name| name == case))
    }

    fn component(&self) -> PathBuf {
        if let Some(kept) = &self.kept {
            return kept.component();
        }
        if let Some(given) = &self.given {
            return given.component.clone();
        }
        let folder = std::env::var_os(COMPONENTS_VARIABLE);
        let folder = folder.unwrap_or_else(|| {
            panic!("{COMPONENTS_VARIABLE} is not set: run cargo xtask test conformance")
        });
        let file = Path::new(&folder).join(format!("conformance-{}.wasm", self.name));
        assert!(
            file.is_file(),
            "{} is missing: run cargo xtask test conformance",
            file.display()
        );
        fs::canonicalize(file).expect("a path")
    }

    /// A separate process for the guest's package, not configured.
    pub(crate) async fn launch(&self) -> Plugin {
        let plugin = Plugin::start(self.home.path()).await;
        let loading = self.loading.lock().await;
        if let Some(schema) = self.schema.get() {
            drop(loading);
            // As in every deployment after the package was added.
            let of = &schema["parameterization"];
            let value = json!({
                "name": schema["name"], "version": schema["version"], "value": of["parameter"],
            });
            plugin
                .expect("Parameterize", &json!({ "value": value }))
                .await;
            return plugin;
        }
        let component = self.component();
        let words = [
            component.to_str().expect("a path"),
            "--allow-net",
            &self.server,
            "--allow-env",
            VARIABLE.0,
        ];
        plugin
            .expect("Parameterize", &json!({ "args": { "args": words } }))
            .await;
        let answer = plugin.expect("GetSchema", &json!({})).await;
        let schema = answer["schema"].as_str().expect("a schema");
        let schema = serde_json::from_str(schema).expect("JSON");
        self.schema.set(schema).expect("loaded once");
        plugin
    }

    /// The process that most cases share, configured as usual.
    pub(crate) async fn shared(&self) -> &Plugin {
        let launch = async || {
            let plugin = self.launch().await;
            plugin.expect("Configure", &configuration(&usual())).await;
            plugin
        };
        self.shared.get_or_init(launch).await
    }

    /// The package's schema.
    pub(crate) async fn schema(&self) -> &Value {
        self.shared().await;
        self.schema.get().expect("a package that was loaded")
    }

    /// Ends the running processes.
    pub(crate) async fn stop(&self) {
        // The process in the cell is killed when this process ends; here it must only not be asked any more.
        if let Some(plugin) = self.shared.get() {
            plugin.expect("Cancel", &json!({})).await;
        }
    }
}

fn read_if_there<T: DeserializeOwned>(file: &Path) -> Option<T> {
    let text = fs::read_to_string(file).ok()?;
    let read = serde_saphyr::from_str(&text);
    Some(read.unwrap_or_else(|error| panic!("{}: {error}", file.display())))
}

/// The usual configuration of cases.
pub(crate) fn usual() -> Value {
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
