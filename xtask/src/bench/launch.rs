//! Running the two programs of `tests/bench`: the one that launches providers, and the one that puts load on them.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};

use super::place::folder;
use super::running::Running;
use crate::paths::Paths;

/// The type without hooks before `create`, and the one with a hook in each call.
pub(crate) const THING: &str = "bench:index:Thing";
pub(crate) const HOOKED: &str = "bench:index:Hooked";

/// How long one program may take: nothing here hangs.
const LIMIT: Duration = Duration::from_mins(8);

/// How a provider's process is launched.
#[derive(Debug, Clone, Default)]
pub(crate) struct Provider {
    pub(crate) name: String,
    pub(crate) command: Vec<String>,
    pub(crate) environment: Vec<(String, String)>,
    pub(crate) components: Vec<PathBuf>,
    /// The type that is checked first; `THING` by default.
    pub(crate) token: Option<String>,
    /// Types whose components are entered after the first Create.
    pub(crate) enter: Vec<String>,
    pub(crate) forget: Vec<PathBuf>,
    /// Its parts: files, and folders of them.
    pub(crate) files: Vec<PathBuf>,
}

impl Provider {
    /// The same under another name.
    pub(crate) fn named(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// The same with another type.
    pub(crate) fn of(mut self, token: &str) -> Self {
        self.token = Some(token.to_owned());
        self
    }

    /// The same on one processor, if the machine has more than one.
    fn on(mut self, core: Option<usize>) -> Self {
        if let Some(core) = core {
            let prefix = ["taskset", "-c", &core.to_string()].map(str::to_owned);
            self.command.splice(0..0, prefix);
        }
        self
    }

    /// As the launcher wants it; its files come from disk if that is asked for.
    fn json(&self, from_disk: bool) -> Value {
        let environment: serde_json::Map<String, Value> = self
            .environment
            .iter()
            .map(|(name, value)| (name.clone(), json!(value)))
            .collect();
        json!({
            "name": self.name,
            "command": self.command,
            "environment": environment,
            "components": self.components,
            "token": self.token.as_deref().unwrap_or(THING),
            "enter": self.enter,
            "forget": self.forget,
            "evict": if from_disk { self.files.as_slice() } else { &[] },
        })
    }
}

/// The component resource.
pub(crate) const SITE: &str = "bench:index:Site";

/// How often component resources are constructed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Constructions {
    pub(crate) runs: usize,
    pub(crate) children: u32,
    /// How many a process constructs after the first one.
    pub(crate) further: usize,
}

/// How often providers are started.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Runs {
    pub(crate) runs: usize,
    pub(crate) at_once: usize,
    pub(crate) create: bool,
    /// Whether the system forgets the providers' files before each.
    pub(crate) from_disk: bool,
}

pub(crate) struct Launcher {
    launch: PathBuf,
    load: PathBuf,
    folder: PathBuf,
}

/// Providers that wait for calls; they end with this value.
pub(crate) struct Servers {
    running: Running,
    /// As the load wants them.
    pub(crate) servers: Vec<Value>,
    /// Those that did not come up, and why.
    pub(crate) failed: Vec<(String, String)>,
}

impl Launcher {
    pub(crate) fn new(paths: &Paths) -> Result<Self> {
        let folder = folder(paths);
        fs::create_dir_all(&folder)
            .with_context(|| format!("{} cannot be created", folder.display()))?;
        let program = |name: &str| paths.target.join("release").join(name);
        Ok(Self {
            launch: program("pulumi-wasm-launch"),
            load: program("pulumi-wasm-load"),
            folder,
        })
    }

    /// Starts providers again and again; gives what each took.
    pub(crate) fn start(&self, providers: &[Provider], runs: Runs) -> Result<Vec<Value>> {
        let order = json!({
            "providers": providers.iter().map(|one| one.json(runs.from_disk)).collect::<Vec<_>>(),
            "runs": runs.runs,
            "at_once": runs.at_once,
            "create": runs.create,
        });
        let report = self.run(&self.launch, &["start"], "order.json", &order)?;
        list(report, "providers")
    }

    /// Starts providers again and again, and has them construct component resources; gives what each took.
    pub(crate) fn construct(
        &self,
        providers: &[Provider],
        constructions: Constructions,
    ) -> Result<Vec<Value>> {
        let order = json!({
            "providers": providers.iter().map(|one| one.json(false)).collect::<Vec<_>>(),
            "runs": constructions.runs,
            "children": constructions.children,
            "further": constructions.further,
        });
        let report = self.run(&self.launch, &["components"], "components.json", &order)?;
        list(report, "providers")
    }

    /// Watches providers while so many calls of each wait; gives the processor time that each used.
    pub(crate) fn watch_waiting(
        &self,
        providers: &[Provider],
        runs: usize,
        calls: usize,
    ) -> Result<Vec<Value>> {
        let order = json!({
            "providers": providers.iter().map(|one| one.json(false)).collect::<Vec<_>>(),
            "runs": runs,
            "at_once": calls,
        });
        let report = self.run(&self.launch, &["waiting"], "waiting.json", &order)?;
        list(report, "providers")
    }

    /// Launches and configures providers that stay; on a processor apart from the load's if there are two.
    pub(crate) fn serve(&self, providers: &[Provider]) -> Result<Servers> {
        let core = cores().map(|(_, server)| server);
        let providers = providers.iter().map(|provider| provider.clone().on(core));
        let providers = providers.map(|one| one.json(false));
        let order = json!({ "providers": providers.collect::<Vec<_>>() });
        let path = self.write("servers.json", &order)?;
        let mut command = Command::new(&self.launch);
        command.arg("serve").arg(&path).stdin(Stdio::piped());
        let running = Running::start(&mut command)?;
        let report: Value = serde_json::from_str(&running.line(LIMIT)?)?;
        let (servers, failed) = list(report, "servers")?
            .into_iter()
            .partition(|server| server.get("error").is_none());
        let failed: Vec<Value> = failed;
        Ok(Servers {
            running,
            servers,
            failed: failed
                .iter()
                .map(|server| (text(server, "name"), text(server, "error")))
                .collect(),
        })
    }

    /// Puts load on servers; gives the scenarios with the cost of each server.
    pub(crate) fn load(&self, servers: &Servers, mut plan: Value) -> Result<Vec<Value>> {
        ensure!(servers.running.is_there(), "the launcher has ended");
        plan["servers"] = json!(servers.servers);
        if let Some((client, server)) = cores() {
            plan["client_core"] = json!(client);
            plan["server_core"] = json!(server);
        }
        let report = self.run(&self.load, &[], "plan.json", &plan)?;
        list(report, "scenarios")
    }

    fn run(&self, program: &Path, words: &[&str], name: &str, input: &Value) -> Result<Value> {
        let path = self.write(name, input)?;
        let mut command = Command::new(program);
        command.args(words).arg(path).stdin(Stdio::null());
        let running = Running::start(&mut command)?;
        let line = running.all(LIMIT)?;
        serde_json::from_str(&line).with_context(|| format!("{} wrote no JSON", program.display()))
    }

    fn write(&self, name: &str, value: &Value) -> Result<PathBuf> {
        let path = self.folder.join(name);
        let file =
            File::create(&path).with_context(|| format!("{} cannot be written", path.display()))?;
        serde_json::to_writer_pretty(file, value)?;
        Ok(path)
    }
}

/// A processor for the load and one for the servers, if there are two and a program that keeps to them.
fn cores() -> Option<(usize, usize)> {
    let count = thread::available_parallelism().ok()?.get();
    (count > 1 && crate::process::find("taskset").is_some()).then_some((0, 1))
}

fn list(mut report: Value, name: &str) -> Result<Vec<Value>> {
    match report.get_mut(name).map(Value::take) {
        Some(Value::Array(list)) => Ok(list),
        _ => bail!("there is no `{name}` in the report"),
    }
}

/// A member that is a text.
pub(crate) fn text(value: &Value, name: &str) -> String {
    value[name].as_str().unwrap_or_default().to_owned()
}

/// One figure of each process that a report has.
pub(crate) fn of_processes(report: &Value, pointer: &str) -> Vec<f64> {
    let processes = report["processes"].as_array().into_iter().flatten();
    let figures = processes.filter_map(|process| process.pointer(pointer)?.as_f64());
    figures.collect()
}
