//! The action of each step of a script except the commands.

use pulumi_wasm_core::value::{PropertyMap, PropertyValue};

use super::commands::Did;
use super::judge::{Run, Verdict};
use super::manifest::label;
use super::outside::{self, OUTSIDE};
use super::program::{Program, choices, may_replace};
use super::script::Who;
use super::values::shown_map;

impl Run {
    /// The id of a resource on the server.
    pub(crate) fn id(&self, who: Who) -> Option<String> {
        let id = self.engine.states.get(who.name())?.id.clone();
        let is_there = self.engine.world().server.things.contains_key(&id);
        is_there.then_some(id)
    }

    pub(crate) fn set(&mut self, who: Who, field: &'static str, choice: Option<usize>) {
        let name = who.name().to_owned();
        let goal = self.program.goals.entry(name.clone()).or_default();
        let new = choice.and_then(|choice| choices(field).get(choice).cloned());
        let old = match &new {
            Some(new) => goal.inputs.insert(field.to_owned(), new.clone()),
            None => goal.inputs.remove(field),
        };
        let replaces =
            || self.engine.shape.replaces_always || may_replace(field, old.as_ref(), new.as_ref());
        if old != new && replaces() {
            self.replaceable.insert(name);
        }
    }

    pub(crate) fn outside(&mut self, who: Who, index: usize) {
        let (Some(id), Some(change)) = (self.id(who), OUTSIDE.get(index)) else {
            return;
        };
        let mut world = self.engine.world();
        let thing = world.server.things.get_mut(&id).expect("it is there");
        change.act(&mut thing.fields);
        thing.complete();
        drop(world);
        self.drifted.insert(who.name().to_owned());
        let goal = self.program.goals.get(who.name());
        let program = goal.map(|goal| goal.inputs.clone()).unwrap_or_default();
        if self.engine.shape.replaces_always || outside::may_replace(change, &program) {
            self.replaceable.insert(who.name().to_owned());
        }
    }

    /// The state forgets a resource; the program names it by its id.
    pub(crate) fn import(&mut self, who: Who) {
        let Some(id) = self.id(who) else {
            return;
        };
        self.forget(who, &id);
        self.engine.told.insert(id.clone());
        let goal = self.program.goals.entry(who.name().to_owned()).or_default();
        goal.import = Some(id);
    }

    /// A user who imports gives the name, which may have been made up.
    fn forget(&mut self, who: Who, id: &str) {
        self.imported.insert(who.name().to_owned());
        self.engine.states.remove(who.name());
        let world = self.engine.world();
        let name = world
            .server
            .things
            .get(id)
            .and_then(|thing| thing.fields.get("name").cloned());
        drop(world);
        let goal = self.program.goals.entry(who.name().to_owned()).or_default();
        goal.inputs
            .extend(name.map(|name| ("name".to_owned(), name)));
        self.replaceable.insert(who.name().to_owned());
    }

    pub(crate) async fn adopt(&mut self, who: Who) -> Verdict {
        let Some(id) = self.id(who) else {
            return Ok(());
        };
        let fault = self.engine.world().fault.take();
        self.imported.insert(who.name().to_owned());
        let before = self.engine.states.remove(who.name());
        let imported = self.engine.import(who.name(), &id).await;
        self.engine.world().fault = fault;
        let inputs = match imported {
            Ok(inputs) => inputs,
            Err(failed) => {
                self.engine
                    .states
                    .extend(before.map(|state| (who.name().to_owned(), state)));
                return Err(format!("the import failed: {}", failed.0));
            }
        };
        let version = self.engine.version;
        let goal = self.program.goals.entry(who.name().to_owned()).or_default();
        goal.write(inputs, version);
        goal.ignored.clear();
        self.drifted.remove(who.name());
        let mut copy = self.engine.copy();
        let only = Program {
            goals: self
                .program
                .goals
                .clone()
                .into_iter()
                .filter(|(name, _)| name == who.name())
                .collect(),
            version,
        };
        let planned = copy.plan(&only).await.map_err(|failed| failed.0)?;
        match planned.as_slice() {
            [(_, Did::Same)] => Ok(()),
            other => Err(format!("after the import and with its program: {other:?}")),
        }
    }

    pub(crate) async fn lookup(&mut self, who: Who, field: &'static str) -> Verdict {
        let Some(id) = self.id(who) else {
            return Ok(());
        };
        let mut given = PropertyMap::new();
        if let Some(value) = choices_of(field) {
            let name = if field == "label" {
                label(self.engine.version)
            } else {
                field
            };
            given.insert(name.to_owned(), value);
        }
        let mut copy = self.engine.copy();
        let found = copy.lookup(who.name(), &id, given).await;
        let found = found.map_err(|failed| format!("the lookup failed: {}", failed.0))?;
        let found = found.ok_or("the lookup found nothing")?;
        let world = self.engine.world();
        let size = world
            .server
            .things
            .get(&id)
            .and_then(|thing| thing.fields.get("size").cloned());
        if found.outputs.values.get("size").cloned() == size {
            Ok(())
        } else {
            Err(format!(
                "the lookup found {}",
                shown_map(&found.outputs.values)
            ))
        }
    }
}

fn choices_of(field: &str) -> Option<PropertyValue> {
    (!field.is_empty())
        .then(|| choices(field).into_iter().next())
        .flatten()
}

pub(crate) fn toggle(paths: &mut Vec<String>, path: &str) {
    match paths.iter().position(|known| known == path) {
        Some(index) => drop(paths.remove(index)),
        None => paths.push(path.to_owned()),
    }
}
