//! Plays a script, and compares the recorded state with the server after every step.
//!
//! An `up` after an `up` changes nothing, and neither does an `up` after a refresh without news. Nothing is replaced
//! unless a property that replaces changed in the program or outside. Everything on the server is in a state, except
//! things that a message named. No secret is in plain text in the state. A refresh twice is a refresh once. And without
//! an obstacle, the server has the program's values.

use std::collections::BTreeSet;

use pulumi_wasm_core::value::PropertyValue;

use super::acts::toggle;
use super::commands::Did;
use super::engine::{Engine, Failed};
use super::expected::lacks;
use super::fault::Fault;
use super::manifest::{DEPTH, SPEED, VERSIONS};
use super::program::{Goal, KEY, Program};
use super::script::{Script, Step};
use super::secrets;
use super::server::each_element;
use super::values::{number, object, shown_map};

/// A running script.
pub(crate) struct Run {
    pub(crate) engine: Engine,
    pub(crate) program: Program,
    /// The resources whose things differ from their record.
    pub(crate) drifted: BTreeSet<String>,
    /// The resources that may be replaced.
    pub(crate) replaceable: BTreeSet<String>,
    /// The resources that were imported or failed: a value that only the program calls a secret may have been read in
    /// clear.
    pub(crate) imported: BTreeSet<String>,
}

/// The fault.
pub(crate) type Verdict = Result<(), String>;

/// Plays a script to its end.
pub(crate) async fn play(script: &Script) -> Verdict {
    let mut run = Run::new(script);
    for (index, step) in script.steps.iter().enumerate() {
        let verdict = run.step(*step).await;
        let verdict = match verdict {
            Ok(()) => run.judge_state(),
            Err(wrong) => Err(wrong),
        };
        verdict.map_err(|wrong| format!("after step {} ({step}): {wrong}", index + 1))?;
    }
    let recovered = run.recover().await;
    recovered.map_err(|wrong| format!("at the end: {wrong}"))
}

impl Run {
    pub(crate) fn new(script: &Script) -> Self {
        let configuration = object([
            ("key", PropertyValue::from(KEY).into_secret()),
            ("user", "somebody".into()),
        ]);
        let mut program = Program::default();
        program.goals.insert("a".to_owned(), Goal::default());
        Self {
            engine: Engine::new(script.shape, configuration),
            program,
            drifted: BTreeSet::new(),
            replaceable: BTreeSet::new(),
            imported: BTreeSet::new(),
        }
    }

    /// Runs a step, and judges it.
    pub(crate) async fn step(&mut self, step: Step) -> Verdict {
        match step {
            Step::Up => return self.up().await,
            Step::Refresh => return self.refresh().await,
            Step::Set(who, field, choice) => self.set(who, field, choice),
            Step::Drop(who) => {
                self.program.goals.remove(who.name());
                // If it comes back, it has another value.
                self.replaceable.insert(who.name().to_owned());
            }
            Step::Ignore(who, path) => {
                if let Some(goal) = self.program.goals.get_mut(who.name()) {
                    toggle(&mut goal.ignored, path);
                }
            }
            Step::ReplaceOn(who, path) => {
                if let Some(goal) = self.program.goals.get_mut(who.name()) {
                    toggle(&mut goal.replaces_on, path);
                    self.replaceable.insert(who.name().to_owned());
                }
            }
            Step::Outside(who, index) => self.outside(who, index),
            Step::Vanish(who) => {
                if let Some(id) = self.id(who) {
                    self.engine.world().server.things.remove(&id);
                    self.drifted.insert(who.name().to_owned());
                }
            }
            Step::Fault(fault) => self.engine.world().fault = Some(fault),
            Step::Upgrade => {
                self.program.version = (self.program.version + 1).min(VERSIONS);
                // From the second version on, the program's value counts.
                for (name, goal) in &self.program.goals {
                    if goal.inputs.contains_key("region") {
                        self.replaceable.insert(name.clone());
                    }
                }
            }
            Step::Import(who) => self.import(who),
            Step::Adopt(who) => return self.adopt(who).await,
            Step::Lookup(who, field) => return self.lookup(who, field).await,
        }
        Ok(())
    }

    async fn up(&mut self) -> Verdict {
        // Resources whose replacement is expected: no update was possible, or they were deleted already.
        let pending: Vec<String> = self
            .engine
            .states
            .iter()
            .filter(|(_, state)| state.is_pending)
            .map(|(name, _)| name.clone())
            .collect();
        let given_fault = self.engine.world().fault;
        let had_fault = given_fault.is_some();
        let notes = self.engine.notes.ids();
        let (done, result) = self.engine.up(&self.program).await;
        for (name, did) in &done {
            self.judge_replacement(name, did, pending.contains(name))?;
        }
        let fault = self.engine.world().fault;
        if let Err(Failed(words)) = result {
            let failed = had_fault && fault.is_none();
            let is_expected = failed
                || !self.drifted.is_empty()
                || !notes.is_empty()
                || self
                    .program
                    .goals
                    .values()
                    .any(|goal| goal.import.is_some());
            self.forget_imports();
            if failed {
                // The fate of each thing is reported, or is found by a refresh: also of things that the program
                // dropped.
                self.drifted.extend(self.program.goals.keys().cloned());
                self.drifted.extend(self.engine.states.keys().cloned());
                // The engine keeps the old inputs, so a refresh does not learn which values the program has made secret.
                self.imported.extend(self.program.goals.keys().cloned());
                // Only an update completes a thing. A create that lost only outputs is complete.
                if self.engine.shape.replaces_always && given_fault != Some(Fault::CreateUnknown) {
                    self.replaceable.extend(self.program.goals.keys().cloned());
                }
            }
            return if is_expected {
                secrets::in_words(&words)
            } else {
                Err(format!("the update failed: {words}"))
            };
        }
        self.forget_imports();
        self.after_up().await
    }

    fn forget_imports(&mut self) {
        for goal in self.program.goals.values_mut() {
            goal.import = None;
        }
    }

    fn judge_replacement(&self, name: &str, did: &Did, was_pending: bool) -> Verdict {
        let Did::Replaced(reasons) = did else {
            return Ok(());
        };
        let may_be = was_pending || self.replaceable.contains(name);
        if may_be {
            Ok(())
        } else {
            Err(format!("`{name}` is replaced because of {reasons:?}"))
        }
    }

    /// After a successful `up`.
    async fn after_up(&mut self) -> Verdict {
        let is_clean = self.drifted.is_empty();
        if is_clean {
            for words in &self.engine.heard {
                // An entry that the server adds to a map was not promised, nor was another form of a value.
                let others = ["`tags.owner`", "`text`", "`items", "`site`", "`volumes"];
                let is_false =
                    words.contains("preview") && !others.iter().any(|other| words.contains(other));
                if is_false {
                    return Err(format!("a false warning: {words}"));
                }
            }
            self.judge_server()?;
        }
        let mut copy = self.engine.copy();
        self.judge_same(&mut copy, "an update right after it")
            .await?;
        if is_clean {
            copy.refresh()
                .await
                .map_err(|failed| format!("a refresh: {}", failed.0))?;
            self.judge_inputs(&copy)?;
            self.judge_same(&mut copy, "an update after a refresh")
                .await?;
        }
        for (name, goal) in &self.program.goals {
            let is_settled = !self.drifted.contains(name)
                && goal.ignored.is_empty()
                && goal.replaces_on.is_empty();
            if is_settled {
                self.replaceable.remove(name);
            }
        }
        Ok(())
    }

    /// Without drift, a refresh leaves the inputs unchanged.
    fn judge_inputs(&self, refreshed: &Engine) -> Verdict {
        for (name, state) in &self.engine.states {
            let after = refreshed.states.get(name).map(|state| &state.inputs);
            if after != Some(&state.inputs) {
                let before = &state.inputs;
                return Err(format!(
                    "a refresh of `{name}` without drift: {before:?}\nis then {after:?}"
                ));
            }
        }
        Ok(())
    }

    pub(crate) async fn judge_same(&self, engine: &mut Engine, what: &str) -> Verdict {
        let planned = engine.plan(&self.program).await;
        let planned = planned.map_err(|failed| format!("{what}: {}", failed.0))?;
        match planned.into_iter().find(|(_, did)| *did != Did::Same) {
            Some((name, did)) => Err(format!("{what}: `{name}` would be {did:?}")),
            None => Ok(()),
        }
    }

    /// Whether the server has the program's values and, for ignored properties, the recorded values.
    fn judge_server(&self) -> Verdict {
        for (name, goal) in &self.program.goals {
            let Some(state) = self.engine.states.get(name) else {
                return Err(format!("`{name}` is not recorded"));
            };
            let world = self.engine.world();
            let thing = world.server.things.get(&state.id);
            let thing = thing.ok_or_else(|| format!("`{name}` does not exist"))?;
            let mut wanted = Goal::default();
            wanted.write(state.inputs.clone(), self.program.version);
            let mut wanted = wanted.inputs;
            if goal.ignored.is_empty() {
                wanted.extend(goal.inputs.clone());
                // A property that the server omits in an import may have the default.
                if !self.imported.contains(name) {
                    wanted.entry("depth".to_owned()).or_insert(number(DEPTH));
                    each_element(wanted.get_mut("volumes"), |_, volume| {
                        volume.entry("speed".to_owned()).or_insert(number(SPEED));
                    });
                }
            }
            if self.imported.contains(name) {
                wanted.retain(|name, value| name != "depth" || *value != number(DEPTH));
                each_element(wanted.get_mut("volumes"), |_, volume| {
                    volume.remove("speed");
                });
            }
            if self.program.version < 2 {
                wanted.remove("region");
            }
            let lacking = lacks(thing, &wanted);
            if !lacking.is_empty() {
                let there = shown_map(&thing.fields);
                return Err(format!("of `{name}` the server lacks {lacking:?}: {there}"));
            }
        }
        Ok(())
    }

    async fn refresh(&mut self) -> Verdict {
        let had_fault = self.engine.world().fault.is_some();
        let result = self.engine.refresh().await;
        if let Err(Failed(words)) = result {
            let failed = had_fault && self.engine.world().fault.is_none();
            return if failed {
                secrets::in_words(&words)
            } else {
                Err(format!("the refresh failed: {words}"))
            };
        }
        self.drifted.clear();
        let is_healthy = self
            .engine
            .states
            .values()
            .all(|state| state.problems.is_empty());
        let mut copy = self.engine.copy();
        copy.refresh()
            .await
            .map_err(|failed| format!("a second refresh: {}", failed.0))?;
        if is_healthy {
            for (name, state) in &self.engine.states {
                if copy.states.get(name) != Some(state) {
                    let again = copy.states.get(name);
                    return Err(format!(
                        "a second refresh of `{name}`: {state:?}\nis then {again:?}"
                    ));
                }
            }
        }
        copy.version = self.program.version;
        let planned = copy.plan(&self.program).await;
        let planned = planned.map_err(|failed| format!("an update after it: {}", failed.0))?;
        for (name, did) in &planned {
            let was_pending = self
                .engine
                .states
                .get(name)
                .is_some_and(|state| state.is_pending);
            self.judge_replacement(name, did, was_pending)?;
        }
        Ok(())
    }

    /// Compares the record with the real things.
    pub(crate) fn judge_state(&self) -> Verdict {
        let engine = &self.engine;
        let world = engine.world();
        if let Some(wrong) = world.impossible.first() {
            return Err(wrong.clone());
        }
        let notes = engine.notes.ids();
        let states = engine
            .states
            .values()
            .chain(engine.left.iter().map(|(_, state)| state));
        let known: BTreeSet<&String> = states
            .map(|state| &state.id)
            .chain(&engine.told)
            .chain(&notes)
            .collect();
        for id in world.server.things.keys() {
            if !known.contains(id) {
                return Err(format!("`{id}` exists, and nothing knows it"));
            }
        }
        secrets::in_state(engine, &world.server, &self.program, &self.imported)
    }

    /// Without further faults, everything agrees with the program after a refresh and an update or two.
    pub(crate) async fn recover(&mut self) -> Verdict {
        self.engine.world().fault = None;
        self.forget_imports();
        self.refresh().await?;
        for goal in self.program.goals.values_mut() {
            goal.ignored.clear();
            goal.replaces_on.clear();
        }
        self.replaceable.extend(self.program.goals.keys().cloned());
        let mut result = self.engine.up(&self.program).await.1;
        for _ in 0..2 {
            let Err(Failed(words)) = &result else {
                break;
            };
            let Some((name, id)) = self.made_already(words) else {
                return Err(format!("the update failed: {words}"));
            };
            // The replaced thing is still to be deleted.
            let old = self.engine.states.remove(&name);
            let old = old.filter(|old| old.id != id && !old.is_pending);
            self.engine.left.extend(old.map(|old| (name.clone(), old)));
            self.engine
                .import(&name, &id)
                .await
                .map_err(|failed| failed.0)?;
            result = self.engine.up(&self.program).await.1;
        }
        result.map_err(|failed| format!("the update failed again: {}", failed.0))?;
        self.after_up().await?;
        self.engine
            .destroy()
            .await
            .map_err(|failed| format!("the destroy failed: {}", failed.0))?;
        let world = self.engine.world();
        let notes = self.engine.notes.ids();
        let is_known = |id: &&String| self.engine.told.contains(*id) || notes.contains(id);
        let left = world.server.things.keys().find(|id| !is_known(id));
        match left {
            Some(id) => Err(format!("`{id}` is left after the destroy")),
            None => Ok(()),
        }
    }

    /// The resource that was made by an interrupted create, and its id, as the message has it.
    fn made_already(&self, words: &str) -> Option<(String, String)> {
        let (name, rest) = words.split_once(": ")?;
        let id = rest
            .split_once("it was made already")?
            .1
            .split('`')
            .nth(1)?;
        Some((name.to_owned(), id.to_owned()))
    }
}
