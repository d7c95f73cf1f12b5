//! The commands that change resources: `up` and `destroy`.

use pulumi_wasm_core::call::Operation;
use pulumi_wasm_core::error::failure::PropertyDifference;
use pulumi_wasm_core::operations;
use pulumi_wasm_core::operations::delete::DeleteParameters;
use pulumi_wasm_core::value::PropertyMap;

use super::engine::{Engine, Failed, Process};
use super::program::{Goal, Program};
use super::recorded::State;

/// The action of an `up` on a resource.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Did {
    Same,
    Created,
    /// An update, with its reasons; an empty list if an earlier failure is the only reason.
    Updated(Vec<String>),
    Replaced(Vec<String>),
}

/// The planned action on a resource.
struct Decision {
    did: Did,
    inputs: PropertyMap,
    deletes_first: bool,
}

impl Engine {
    /// `pulumi up`. Returns the actions up to the first failure.
    pub(crate) async fn up(
        &mut self,
        program: &Program,
    ) -> (Vec<(String, Did)>, Result<(), Failed>) {
        self.version = program.version;
        let process = self.start();
        let mut done = Vec::new();
        let mut result = Ok(());
        for (name, goal) in &program.goals {
            match self.deploy(&process, name, goal).await {
                Ok(did) => done.push((name.clone(), did)),
                Err(failed) => {
                    result = Err(Failed(format!("{name}: {}", failed.0)));
                    break;
                }
            }
        }
        if result.is_ok() {
            result = self.clear(&process, program).await;
        }
        self.end(&process);
        (done, result)
    }

    /// The plan of an `up`, without doing it.
    pub(crate) async fn plan(&mut self, program: &Program) -> Result<Vec<(String, Did)>, Failed> {
        let process = self.start();
        let mut planned = Vec::new();
        for (name, goal) in &program.goals {
            let old = self.states.get(name).cloned();
            let decided = self.decide(&process, name, goal, old.as_ref()).await?;
            planned.push((name.clone(), decided.did));
        }
        self.end(&process);
        Ok(planned)
    }

    async fn decide(
        &mut self,
        process: &Process,
        name: &str,
        goal: &Goal,
        old: Option<&State>,
    ) -> Result<Decision, Failed> {
        let ignored = self.ignored(goal, old);
        let inputs = self.wanted(goal, old);
        let mut inputs = self.check(process, name, old, inputs).await?;
        let Some(old) = old else {
            return Ok(Decision {
                did: Did::Created,
                inputs,
                deletes_first: false,
            });
        };
        let mut found = self
            .diff(process, name, old, inputs.clone(), &ignored)
            .await?;
        for difference in &mut found.found {
            difference.replace |= goal.replaces_on(&difference.property);
        }
        let replaces = found.unfinished || found.found.iter().any(|found| found.replace);
        let reasons: Vec<String> = found.found.iter().map(reason).collect();
        let did = if replaces || old.is_pending {
            // As for a new thing.
            inputs = self
                .check(process, name, None, goal.inputs(self.version))
                .await?;
            Did::Replaced(reasons)
        } else if !reasons.is_empty() || !found.moved.is_empty() || !old.problems.is_empty() {
            Did::Updated(reasons)
        } else {
            Did::Same
        };
        Ok(Decision {
            did,
            inputs,
            deletes_first: found.delete_before_replace,
        })
    }

    async fn deploy(&mut self, process: &Process, name: &str, goal: &Goal) -> Result<Did, Failed> {
        if self.states.get(name).is_some_and(|old| old.refreshes_first) {
            self.refresh_one(process, name).await?;
        }
        let is_import = match (&goal.import, self.states.get(name)) {
            (Some(id), None) => {
                self.take_over(process, name, id).await?;
                true
            }
            _ => false,
        };
        let old = self.states.get(name).cloned();
        let ignored = self.ignored(goal, old.as_ref());
        let decided = self.decide(process, name, goal, old.as_ref()).await?;
        let Decision { did, inputs, .. } = decided;
        match (&did, old) {
            (Did::Same, Some(mut state)) => {
                // An import records the state that was read.
                if !is_import {
                    state.inputs = inputs;
                    state.ignored.clone_from(&ignored);
                }
                self.record(name, state);
            }
            (Did::Updated(_), Some(old)) => {
                self.update(process, name, &old, inputs, &ignored).await?;
            }
            (Did::Replaced(_), Some(_)) if goal.import.is_some() => {
                return Err(Failed("what was imported may not be replaced".to_owned()));
            }
            (Did::Replaced(_), Some(mut old)) => {
                if decided.deletes_first {
                    if !old.is_pending {
                        self.delete(process, name, &old).await?;
                        old.is_pending = true;
                        self.record(name, old);
                    }
                    self.create(process, name, inputs, &ignored).await?;
                } else {
                    let made = self.create(process, name, inputs, &ignored).await;
                    let is_other = self.states.get(name).is_some_and(|new| new.id != old.id);
                    // A thing that was taken over from an interrupted create has the same id.
                    if (made.is_ok() || is_other) && !old.is_pending {
                        self.left.push((name.to_owned(), old));
                    }
                    made?;
                }
            }
            _ => self.create(process, name, inputs, &ignored).await?,
        }
        Ok(did)
    }

    /// Deletes the leftovers of replacements, and the things that the program no longer has.
    async fn clear(&mut self, process: &Process, program: &Program) -> Result<(), Failed> {
        while let Some((name, state)) = self.left.last().cloned() {
            self.delete(process, &name, &state).await?;
            self.left.pop();
        }
        let names: Vec<String> = self.states.keys().cloned().collect();
        for name in names {
            if program.goals.contains_key(&name) {
                continue;
            }
            let state = self.states.get(&name).cloned().expect("a state");
            if !state.is_pending {
                self.delete(process, &name, &state).await?;
            }
            self.states.remove(&name);
        }
        Ok(())
    }

    async fn delete(&mut self, process: &Process, name: &str, state: &State) -> Result<(), Failed> {
        let call = self.call(process, Operation::Delete, name);
        let parameters = DeleteParameters {
            id: state.id.clone(),
            inputs: Some(state.inputs.clone().into()),
            outputs: state.outputs.clone().into(),
            old_views: Vec::new(),
        };
        Ok(operations::delete(&process.package, &call, parameters).await?)
    }

    /// `pulumi destroy`.
    pub(crate) async fn destroy(&mut self) -> Result<(), Failed> {
        let process = self.start();
        let nothing = Program {
            version: self.version,
            ..Program::default()
        };
        let result = self.clear(&process, &nothing).await;
        self.end(&process);
        result
    }
}

fn reason(difference: &PropertyDifference) -> String {
    let replaces = if difference.replace { "!" } else { "" };
    format!("{:?} {}{replaces}", difference.kind, difference.property)
}
