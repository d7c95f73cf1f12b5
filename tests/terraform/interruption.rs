//! Applies that end early: a request of the component fails, a person presses Ctrl+C, or the core is killed.

use std::fs;
use std::path::Path;
use std::process::Child;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};
use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use serde_json::Value;
use test_support::servers::http::{HttpServer, Request, answer};
use test_support::servers::powerdns::PowerDns;

use crate::package::POWERDNS;
use crate::workspace::{CORES, Told, Workspace};

/// The path of the server's API, which stands before each path.
const API: &str = "/api/v1/servers/localhost";
const LONG: Duration = Duration::from_secs(60);

const PROGRAM: &str = r#"
variable "url" {}
variable "key" { sensitive = true }
provider "powerdns" {
  server_url = var.url
  api_key    = var.key
}
resource "powerdns_zone" "zone" {
  name    = "example.test."
  account = "ops"
}
"#;

/// A real server behind a proxy that can fail, or keep, the answer of a create or of the change after it.
struct Guarded {
    server: Arc<PowerDns>,
    proxy: HttpServer,
    gate: Arc<Gate>,
}

#[derive(Default)]
struct Gate {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// The answer to this method is kept.
    kept: Option<&'static str>,
    /// A request of this method fails.
    failing: Option<&'static str>,
    /// A kept answer is waiting.
    waiting: bool,
}

impl Gate {
    fn pass(&self) {
        let mut state = self.state.lock();
        state.waiting = true;
        self.changed.notify_all();
        self.changed
            .wait_while_for(&mut state, |state| state.kept.is_some(), LONG);
    }

    fn keep(&self, method: &'static str) {
        self.state.lock().kept = Some(method);
    }

    fn release(&self) {
        self.state.lock().kept = None;
        self.changed.notify_all();
    }

    fn fail(&self, method: Option<&'static str>) {
        self.state.lock().failing = method;
    }

    /// Waits until the server has done the request whose answer is kept.
    fn is_reached(&self) {
        let mut state = self.state.lock();
        let waited = self
            .changed
            .wait_while_for(&mut state, |state| !state.waiting, LONG);
        assert!(!waited.timed_out(), "the request did not come");
    }
}

impl Guarded {
    fn start() -> Self {
        let (server, gate) = (Arc::new(PowerDns::start()), Arc::new(Gate::default()));
        // The proxy runs until the process ends, and the server ends with the test.
        let (behind, before) = (Arc::downgrade(&server), Arc::clone(&gate));
        let proxy = HttpServer::start(move |request| match behind.upgrade() {
            Some(server) => forward(&server, &before, request),
            None => answer("503 Service Unavailable", &[], b""),
        });
        Self {
            server,
            proxy,
            gate,
        }
    }

    fn workspace(&self, core: &str) -> Workspace {
        let workspace = Workspace::of(core, &POWERDNS, PROGRAM)
            .set("url", &format!("http://{}", self.proxy.address()))
            .set("key", self.server.api_key());
        workspace.tell(&["init"]).succeeds();
        workspace
    }

    fn accounts(&self) -> Vec<Value> {
        let (_, zones) = self.server.api("GET", "/zones", None);
        let zones = zones.as_array().unwrap().iter();
        zones.map(|zone| zone["account"].clone()).collect()
    }
}

fn forward(server: &PowerDns, gate: &Gate, request: &Request) -> Vec<u8> {
    let method = request.method.as_str();
    if gate.state.lock().failing == Some(method) {
        return answer("400 Bad Request", &[], b"{\"error\":\"not today\"}");
    }
    let path = request.path.strip_prefix(API).unwrap_or_default();
    let body = serde_json::from_slice(&request.body).ok();
    let (status, answered) = server.api(method, path, body);
    if gate.state.lock().kept == Some(method) {
        gate.pass();
    }
    let body = match answered {
        Value::Null => String::new(),
        answered => answered.to_string(),
    };
    let type_line = ["content-type: application/json"];
    answer(&format!("{status} Status"), &type_line, body.as_bytes())
}

/// The processes that run in a folder, except for one.
fn processes_in(folder: &Path, except: u32) -> Vec<u32> {
    let folder = folder.canonicalize().unwrap();
    let numbers = fs::read_dir("/proc").unwrap().flatten();
    let numbers = numbers.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let is_there = |process: &u32| {
        *process != except
            && fs::read_link(format!("/proc/{process}/cwd")).is_ok_and(|found| found == folder)
    };
    numbers.filter(is_there).collect()
}

fn eventually(expected: &str, mut is_true: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_true() {
        assert!(start.elapsed() < LONG, "{expected}");
        thread::sleep(Duration::from_millis(20));
    }
}

fn pid(child: &Child) -> Pid {
    Pid::from_raw(child.id().try_into().unwrap()).unwrap()
}

#[test]
fn a_create_that_fails_half_way_is_tainted_and_replaced() {
    for core in CORES {
        let guarded = Guarded::start();
        let workspace = guarded.workspace(core);
        guarded.gate.fail(Some("PUT"));
        let applied = workspace.tell(&["apply", "-auto-approve"]).fails();
        let applied = applied.says("powerdns_zone.zone");
        applied.says("not today");
        assert_eq!(guarded.accounts().len(), 1, "{core}");
        let zone = workspace.resource("powerdns_zone.zone");
        assert_eq!(zone["tainted"], true, "{core}: {zone}");

        guarded.gate.fail(None);
        workspace.is_to_change().says("is tainted, so");
        workspace.apply().says("1 added, 0 changed, 1 destroyed");
        assert_eq!(guarded.accounts(), ["ops"], "{core}");
        workspace.destroy().says("1 destroyed");
        assert!(guarded.accounts().is_empty(), "{core}");
    }
}

#[test]
fn an_interrupted_apply_loses_no_resource() {
    for core in CORES {
        let guarded = Guarded::start();
        let workspace = guarded.workspace(core);
        guarded.gate.keep("POST");
        let applying = workspace.start(&["apply", "-auto-approve"]);
        guarded.gate.is_reached();
        // A terminal sends the signal to all processes of the group, so to the provider as well.
        kill_process_group(pid(&applying), Signal::INT).unwrap();
        thread::sleep(Duration::from_millis(300));
        guarded.gate.release();
        let told = Told::of(&applying.wait_with_output().unwrap());
        let told = told.says("Interrupt");
        assert!(!told.text.contains("did not respond"), "{}", told.text);
        assert_eq!(guarded.accounts().len(), 1, "{core}");

        workspace.apply();
        assert_eq!(guarded.accounts(), ["ops"], "{core}");
        workspace.destroy().says("1 destroyed");
        assert!(guarded.accounts().is_empty(), "{core}");
    }
}

#[test]
fn a_provider_ends_with_a_core_that_is_killed_and_its_create_is_resumed() {
    for core in CORES {
        let guarded = Guarded::start();
        let workspace = guarded.workspace(core);
        guarded.gate.keep("POST");
        let mut applying = workspace.start(&["apply", "-auto-approve"]);
        guarded.gate.is_reached();
        let folder = workspace.path(".");
        let providers = processes_in(&folder, applying.id());
        assert!(!providers.is_empty(), "{core} has no provider");
        kill_process(pid(&applying), Signal::KILL).unwrap();
        applying.wait().unwrap();
        eventually("the provider did not end", || {
            processes_in(&folder, applying.id()).is_empty()
        });
        guarded.gate.release();

        // The state knows nothing of the zone, and the component finds it by its mark.
        workspace.apply().says("1 added");
        assert_eq!(guarded.accounts(), ["ops"], "{core}");
        workspace.destroy().says("1 destroyed");
    }
}
