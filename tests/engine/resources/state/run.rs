//! Plays a script with the real engine, and judges the state after each command.

use std::collections::BTreeSet;

use serde_json::json;

use super::expected::lacks;
use super::outside::{self, OUTSIDE};
use super::program::{Goal, PASSWORDS, Program, choices, may_replace};
use super::rest::Rest;
use super::script::{Step, Who};
use super::text::properties;
use test_support::pulumi::engine::Engine;
use test_support::pulumi::output::Output;
use test_support::pulumi::stack::Stack;

/// A running script.
pub(crate) struct Run {
    /// For messages.
    script: String,
    stack: Stack,
    /// The part of the project's file that is not a resource.
    head: String,
    server: Rest,
    program: Program,
    drifted: bool,
    replaceable: BTreeSet<String>,
    /// Whether a create failed and a message named its thing.
    may_be_left: bool,
}

impl Run {
    pub(crate) fn new(script: &str) -> Self {
        let server = Rest::start();
        let stack = Engine::stack("state").component("model").create();
        stack.package_add(&["./model.wasm"]).succeeds();
        stack.config_set("model:server", &server.address, false);
        let mut program = Program::default();
        program.goals.insert("a".to_owned(), Goal::default());
        Self {
            script: script.to_owned(),
            head: stack.read_program(),
            stack,
            server,
            program,
            drifted: false,
            replaceable: BTreeSet::new(),
            may_be_left: false,
        }
    }

    /// Takes all steps; at the end, a refresh and an update repair everything, and a destroy deletes it.
    pub(crate) fn play(mut self, steps: &[Step]) {
        for step in steps {
            println!("- {step}");
            self.step(*step);
        }
        self.server.world().fault = None;
        self.step(Step::Refresh);
        for goal in self.program.goals.values_mut() {
            goal.ignored.clear();
        }
        self.replaceable.extend(["a".to_owned(), "b".to_owned()]);
        self.step(Step::Up);
        self.stack.destroy().succeeds();
        let left = self.server.world().server.things.len();
        assert!(left == 0 || self.may_be_left, "{}", self.script);
    }

    fn step(&mut self, step: Step) {
        match step {
            Step::Up => self.up(),
            Step::Refresh => self.refresh(),
            Step::Set(who, field, choice) => self.set(who, field, choice),
            Step::Drop(who) => drop(self.program.goals.remove(who.name())),
            Step::Ignore(who, path) => {
                if let Some(goal) = self.program.goals.get_mut(who.name()) {
                    match goal.ignored.iter().position(|known| known == path) {
                        Some(index) => drop(goal.ignored.remove(index)),
                        None => goal.ignored.push(path.to_owned()),
                    }
                }
            }
            Step::Outside(who, index) => self.outside(who, index),
            Step::Vanish(who) => {
                if let Some(id) = self.id(who.name()) {
                    self.server.world().server.things.remove(&id);
                    self.drifted = true;
                }
            }
            Step::Fault(fault) => self.server.world().fault = Some(fault),
            other => unreachable!("{other}"),
        }
    }

    fn id(&self, name: &str) -> Option<String> {
        let id = self.stack.resource(name)?["id"].as_str()?.to_owned();
        let is_there = self.server.world().server.things.contains_key(&id);
        is_there.then_some(id)
    }

    fn set(&mut self, who: Who, field: &str, choice: Option<usize>) {
        let goal = self.program.goals.entry(who.name().to_owned()).or_default();
        let new = choice.and_then(|choice| choices(field).get(choice).cloned());
        let old = match &new {
            Some(new) => goal.inputs.insert(field.to_owned(), new.clone()),
            None => goal.inputs.remove(field),
        };
        if old != new && may_replace(field, old.as_ref(), new.as_ref()) {
            self.replaceable.insert(who.name().to_owned());
        }
    }

    fn outside(&mut self, who: Who, index: usize) {
        let Some(id) = self.id(who.name()) else {
            return;
        };
        let mut world = self.server.world();
        let thing = world.server.things.get_mut(&id).unwrap();
        OUTSIDE[index].act(&mut thing.fields);
        thing.complete();
        drop(world);
        self.drifted = true;
        let goal = self.program.goals.get(who.name());
        let program = goal.map(|goal| goal.inputs.clone()).unwrap_or_default();
        if outside::may_replace(&OUTSIDE[index], &program) {
            self.replaceable.insert(who.name().to_owned());
        }
    }

    fn write(&self) {
        let resources = self.program.goals.iter().map(|(name, goal)| {
            let resource = json!({
                "type": "model:Thing",
                "properties": properties(&goal.inputs(1)),
                "options": { "ignoreChanges": goal.ignored },
            });
            (name.clone(), resource)
        });
        let resources: serde_json::Map<_, _> = resources.collect();
        let text = format!(
            "{}\nresources: {}\n",
            self.head.trim_end(),
            json!(resources)
        );
        self.stack.write_program(&text);
    }

    fn up(&mut self) {
        self.write();
        let had_fault = self.server.world().fault.is_some();
        let output = self.stack.up();
        let failed = had_fault && self.server.world().fault.is_none();
        let replaced: Vec<String> = self
            .program
            .goals
            .keys()
            .filter(|name| is_replaced(&output, name))
            .cloned()
            .collect();
        for name in replaced {
            assert!(
                self.replaceable.contains(&name),
                "`{name}` is replaced\n{}\n{output}",
                self.script
            );
        }
        if !output.status.success() {
            assert!(failed || self.drifted, "{}\n{output}", self.script);
            self.may_be_left |=
                output.stdout.contains("may exist") || output.stderr.contains("may exist");
            self.judge_state(&output);
            self.drifted = true;
            return;
        }
        self.judge_state(&output);
        // The next fault is for the next step.
        let fault = self.server.world().fault.take();
        self.judge_same("an update right after it");
        if !self.drifted {
            self.judge_server(&output);
            self.stack.refresh().succeeds();
            self.judge_same("an update after a refresh");
            for (name, goal) in &self.program.goals {
                if goal.ignored.is_empty() {
                    self.replaceable.remove(name);
                }
            }
        }
        self.server.world().fault = fault;
    }

    fn refresh(&mut self) {
        let had_fault = self.server.world().fault.is_some();
        let output = self.stack.refresh();
        if !output.status.success() {
            let failed = had_fault && self.server.world().fault.is_none();
            assert!(failed, "{}\n{output}", self.script);
            return;
        }
        self.drifted = false;
        let once = self.recorded();
        let again = self.stack.refresh();
        if again.status.success() {
            assert_eq!(self.recorded(), once, "{}\n{output}\n{again}", self.script);
        }
        self.judge_state(&output);
    }

    /// Inputs and outputs of all resources, with secrets as they are kept marked.
    fn recorded(&self) -> Vec<serde_json::Value> {
        let names = ["a", "b"].into_iter();
        let resources = names.filter_map(|name| self.stack.resource(name));
        resources
            .map(|resource| {
                let mut kept = json!([
                    resource["inputs"],
                    resource["outputs"],
                    resource["initErrors"]
                ]);
                without_ciphers(&mut kept);
                kept
            })
            .collect()
    }

    fn judge_same(&self, what: &str) {
        let again = self.stack.up().succeeds();
        for name in self.program.goals.keys() {
            let calls = again.calls.about(name);
            for method in ["Create", "Update", "Delete"] {
                assert!(
                    calls.count(method) == 0,
                    "{what}: {method} of `{name}`\n{}\n{again}",
                    self.script
                );
            }
        }
    }

    fn judge_server(&self, output: &Output) {
        for (name, goal) in &self.program.goals {
            if !goal.ignored.is_empty() {
                continue;
            }
            let id = self.id(name);
            let world = self.server.world();
            let thing = id.and_then(|id| world.server.things.get(&id).cloned());
            let thing = thing
                .unwrap_or_else(|| panic!("`{name}` does not exist\n{}\n{output}", self.script));
            let lacking = lacks(&thing, &goal.inputs);
            assert!(
                lacking.is_empty(),
                "the server lacks {lacking:?} of `{name}`\n{}\n{output}",
                self.script
            );
        }
    }

    /// Every existing thing is known, and no password is in a file of the backend.
    fn judge_state(&self, output: &Output) {
        let state = self.stack.export().to_string();
        for id in self.server.world().server.things.keys() {
            let is_known = state.contains(&format!("\"{id}\"")) || self.may_be_left;
            assert!(is_known, "nothing knows `{id}`\n{}\n{output}", self.script);
        }
        let says_openly = self.program.goals.values().any(|goal| {
            let label = goal.inputs.get("label");
            label.is_some_and(|label| label.as_str() == Some(PASSWORDS[0]))
        });
        if !says_openly {
            self.stack.keeps_secret(PASSWORDS[0]);
        }
    }
}

/// Whether a command replaced a thing.
fn is_replaced(output: &Output, name: &str) -> bool {
    let calls = output.calls.about(name);
    (calls.count("Diff") > 0) && (calls.count("Create") > 0)
}

/// Two encryptions of one text differ.
fn without_ciphers(value: &mut serde_json::Value) {
    match value {
        serde_json::Value::Object(members) => {
            members.remove("ciphertext");
            members.values_mut().for_each(without_ciphers);
        }
        serde_json::Value::Array(elements) => elements.iter_mut().for_each(without_ciphers),
        _ => {}
    }
}
