//! One folder, with many resources that know nothing of each other.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde_json::Value;
use test_support::servers::http::HttpServer;

use super::Chance;
use super::goal::{FIELDS, Goal, choices};
use super::judge::Outcome;
use super::server::{Fault, Server};
use crate::things::MODEL;
use crate::workspace::Workspace;

const PROVIDER: &str = "variable \"server\" {}\nprovider \"model\" { server = var.server }\n";
const RESOURCES: usize = 24;

pub(crate) struct Journey {
    core: &'static str,
    chance: Chance,
    workspace: Workspace,
    server: Server,
    _running: HttpServer,
    goals: Vec<Goal>,
    last: BTreeMap<usize, Goal>,
    /// The resources that others changed, or whose change failed.
    disturbed: BTreeSet<usize>,
}

impl Journey {
    pub(crate) fn new(core: &'static str, mut chance: Chance) -> Self {
        let server = Server::default();
        let running = server.start();
        let workspace = Workspace::of(core, &MODEL, PROVIDER)
            .set("server", &format!("http://{}", running.address()));
        let mut goals: Vec<Goal> = (0..RESOURCES)
            .map(|index| Goal::new(index, &mut chance))
            .collect();
        for goal in &mut goals {
            if chance.is(25) {
                goal.import = Some(server.make(&Goal::new(goal.index, &mut chance).body()));
            }
        }
        Self {
            core,
            chance,
            workspace,
            server,
            _running: running,
            goals,
            last: BTreeMap::new(),
            disturbed: BTreeSet::new(),
        }
    }

    pub(crate) fn play(mut self, rounds: usize) {
        self.write();
        self.workspace.tell(&["init"]).succeeds();
        self.apply();
        for _ in 1..rounds {
            self.edit();
            match self.chance.below(8) {
                0 => self.refresh(),
                1 => self.fail(),
                2 => self.save(),
                3 => self.replace(),
                4 => self.target(),
                5 => {
                    self.write();
                    let command = ["apply", "-auto-approve", "-refresh=false"];
                    let told = self.workspace.tell(&command);
                    println!("{}", told.text);
                    // It cannot know what others removed.
                    self.disturb_all();
                }
                _ => {}
            }
            self.apply();
        }
        self.workspace.destroy();
        assert_eq!(self.server.count(), 0, "{}", self.core);
    }

    fn disturb_all(&mut self) {
        self.disturbed.extend(0..RESOURCES);
    }

    /// The program and the server change.
    fn edit(&mut self) {
        for index in 0..RESOURCES {
            let goal = &mut self.goals[index];
            goal.import = None;
            if self.chance.is(60) {
                goal.edit(&mut self.chance);
            }
            if self.chance.is(30) {
                self.drift(index);
            }
        }
    }

    /// Others change or remove a thing.
    fn drift(&mut self, index: usize) {
        let Some(id) = self.id(index) else {
            return;
        };
        self.disturbed.insert(index);
        if self.chance.is(10) {
            println!("n{index}: others remove it");
            self.server.remove(&id);
            return;
        }
        let field = self.chance.one_of(&FIELDS);
        let mut all = choices(field);
        all.push(Value::Null);
        let value = self.chance.one_of(&all);
        println!("n{index}: others set {field} to {value}");
        self.server.change(&id, field, value);
    }

    /// A plan is applied after others changed things.
    fn save(&mut self) {
        self.write();
        self.workspace.tell(&["plan", "-out=saved"]).succeeds();
        for index in 0..RESOURCES {
            if self.chance.is(20) {
                self.drift(index);
            }
        }
        let told = self.workspace.tell(&["apply", "saved"]);
        println!("{}", told.text);
        self.disturb_all();
    }

    /// The user wants another thing in place of one.
    fn replace(&mut self) {
        self.write();
        let index = self.chance.below(RESOURCES);
        if self.id(index).is_none() {
            return;
        }
        self.disturbed.insert(index);
        let address = format!("model_thing.n{index}");
        if self.chance.is(50) {
            self.workspace.tell(&["taint", &address]).succeeds();
        } else {
            let replace = format!("-replace={address}");
            let command = ["apply", "-auto-approve", &replace];
            self.workspace.tell(&command).succeeds();
            self.disturb_all();
        }
    }

    /// A single resource is applied.
    fn target(&mut self) {
        self.write();
        let target = format!("-target=model_thing.n{}", self.chance.below(RESOURCES));
        let command = ["apply", "-auto-approve", &target];
        self.workspace.tell(&command).succeeds();
        self.disturb_all();
    }

    fn refresh(&self) {
        let command = ["apply", "-refresh-only", "-auto-approve"];
        self.workspace.tell(&command).succeeds();
        for goal in &self.goals {
            let Some(state) = self.state(goal.index) else {
                continue;
            };
            let id = state["id"].as_str().unwrap();
            let thing = self.server.thing(id).unwrap();
            for field in FIELDS {
                let (state, thing) = (&state[field], &thing[field]);
                assert!(
                    super::judge::is_same(field, state, thing),
                    "{field} after a refresh: {state}, {thing}\n{}",
                    goal.text()
                );
            }
        }
    }

    /// Changes fail in the middle.
    fn fail(&mut self) {
        for index in 0..RESOURCES {
            if self.chance.is(40) {
                let fault = self.chance.one_of(&[Fault::Refused, Fault::Lost]);
                self.server.fail(&format!("n{index}"), fault);
                self.disturbed.insert(index);
            }
        }
        self.write();
        let told = self.workspace.tell(&["apply", "-auto-approve"]);
        println!("{}", told.text);
        self.server.forget_faults();
    }

    fn write(&self) {
        self.workspace.write(&format!("{PROVIDER}{}", self.text()));
    }

    fn text(&self) -> String {
        self.goals.iter().map(Goal::text).collect()
    }

    /// Applies, and judges each resource.
    fn apply(&mut self) {
        self.write();
        let before: Vec<_> = (0..RESOURCES).map(|index| self.present(index)).collect();
        let told = self.workspace.tell(&["apply", "-auto-approve"]).succeeds();
        let mut mistakes = Vec::new();
        for (goal, before) in self.goals.iter().zip(&before) {
            let Some((id, thing)) = self.present(goal.index) else {
                panic!("{} is not there: {}", goal.address(), told.text);
            };
            let before = before.as_ref().filter(|(old, _)| *old == id);
            let outcome = Outcome {
                last: self.last.get(&goal.index),
                goal,
                before: before.map(|(_, thing)| thing),
                thing: &thing,
                state: &self.state(goal.index).unwrap(),
                is_disturbed: self.disturbed.contains(&goal.index),
            };
            let found = outcome.mistakes();
            if !found.is_empty() {
                let last = outcome.last.map(Goal::text).unwrap_or_default();
                let before = before.map(|(_, thing)| thing.to_string());
                mistakes.push(format!(
                    "{}\nfrom {last}to {}before: {before:?}\nafter: {thing}",
                    found.join("\n"),
                    goal.text()
                ));
            }
        }
        assert!(
            mistakes.is_empty(),
            "{}\n{}\n{}",
            told.text,
            self.core,
            mistakes.join("\n\n")
        );
        let told = self.workspace.tell(&["plan", "-detailed-exitcode"]);
        println!("{}", self.text());
        told.succeeds();
        self.last = self
            .goals
            .iter()
            .map(|goal| (goal.index, goal.clone()))
            .collect();
        self.disturbed.clear();
    }

    /// The id of a resource whose thing is there, and the thing.
    fn present(&self, index: usize) -> Option<(String, Value)> {
        let id = self.state(index)?["id"].as_str()?.to_owned();
        let thing = self.server.thing(&id)?;
        Some((id, thing))
    }

    fn id(&self, index: usize) -> Option<String> {
        self.present(index).map(|(id, _)| id)
    }

    /// The attributes of a resource in the state.
    fn state(&self, index: usize) -> Option<Value> {
        let bytes = fs::read(self.workspace.path("terraform.tfstate")).ok()?;
        let state: Value = serde_json::from_slice(&bytes).unwrap();
        let name = format!("n{index}");
        let mut resources = state["resources"].as_array().unwrap().iter();
        let resource =
            resources.find(|found| found["type"] == "model_thing" && found["name"] == *name)?;
        let mut instances = resource["instances"].as_array().unwrap().iter();
        let instance = instances.find(|instance| instance["deposed"].is_null())?;
        Some(instance["attributes"].clone())
    }
}
