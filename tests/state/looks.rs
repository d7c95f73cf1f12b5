//! The commands that look at things: a refresh, an import and a lookup.

use pulumi_wasm_core::operations::read::{ReadParameters, ReadResult};
use pulumi_wasm_core::value::PropertyMap;

use super::engine::{Engine, Failed, Process};
use super::recorded::State;

impl Engine {
    /// `pulumi refresh`, with the version that the state names.
    pub(crate) async fn refresh(&mut self) -> Result<(), Failed> {
        let process = self.start();
        let mut result = Ok(());
        let names: Vec<String> = self.states.keys().cloned().collect();
        for name in names {
            result = self.refresh_one(&process, &name).await;
            if result.is_err() {
                break;
            }
        }
        let mut left = Vec::new();
        for (name, state) in std::mem::take(&mut self.left) {
            match self.look(&process, &name, &state).await {
                Ok(found) => left.extend(found.map(|found| (name, found))),
                Err(failed) => {
                    left.push((name, state));
                    result = Err(failed);
                }
            }
        }
        self.left = left;
        self.end(&process);
        result
    }

    pub(crate) async fn refresh_one(
        &mut self,
        process: &Process,
        name: &str,
    ) -> Result<(), Failed> {
        let old = self.states.get(name).cloned().expect("a state");
        if old.is_pending {
            return Ok(());
        }
        match self.look(process, name, &old).await? {
            Some(state) => self.record(name, state),
            None => {
                self.states.remove(name);
            }
        }
        Ok(())
    }

    /// The current state of a recorded thing; `None` if it no longer exists. The engine shows the differences by a
    /// comparison in the other direction, which must not fail.
    async fn look(
        &mut self,
        process: &Process,
        name: &str,
        old: &State,
    ) -> Result<Option<State>, Failed> {
        let parameters = ReadParameters {
            id: old.id.clone(),
            inputs: Some(old.inputs.clone().into()),
            outputs: Some(old.outputs.clone().into()),
            old_views: Vec::new(),
        };
        let Some(found) = self.read(process, name, parameters).await? else {
            return Ok(None);
        };
        let mut state = State {
            ignored: old.ignored.clone(),
            ..found_state(found)
        };
        let now = state.passwords();
        state.earlier_passwords = old.passwords().difference(&now).cloned().collect();
        self.diff(process, name, &state, old.inputs.clone(), &old.ignored)
            .await?;
        Ok(Some(state))
    }

    /// The first part of an import: the read state is recorded.
    pub(crate) async fn take_over(
        &mut self,
        process: &Process,
        name: &str,
        id: &str,
    ) -> Result<(), Failed> {
        let parameters = ReadParameters {
            id: id.to_owned(),
            ..ReadParameters::default()
        };
        let found = self.read(process, name, parameters).await?;
        let found = found.ok_or_else(|| Failed(format!("`{id}` does not exist")))?;
        self.told.remove(&found.id);
        self.record(name, found_state(found));
        Ok(())
    }

    /// `pulumi import`: imports a thing, and returns the program that the engine would write for it.
    pub(crate) async fn import(&mut self, name: &str, id: &str) -> Result<PropertyMap, Failed> {
        let process = self.start();
        let taken = self.take_over(&process, name, id).await;
        let read = self.states.get(name).cloned();
        let checked = match (&taken, &read) {
            (Ok(()), Some(read)) => {
                let inputs = read.inputs.clone();
                self.check(&process, name, Some(read), inputs)
                    .await
                    .map(drop)
            }
            _ => Ok(()),
        };
        self.end(&process);
        taken?;
        checked?;
        Ok(read.unwrap_or_default().inputs)
    }

    /// `.get()` with properties.
    pub(crate) async fn lookup(
        &mut self,
        name: &str,
        id: &str,
        given: PropertyMap,
    ) -> Result<Option<ReadResult>, Failed> {
        let process = self.start();
        let parameters = ReadParameters {
            id: id.to_owned(),
            inputs: Some(given.clone().into()),
            outputs: Some(given.into()),
            old_views: Vec::new(),
        };
        let found = self.read(&process, name, parameters).await;
        self.end(&process);
        found
    }
}

fn found_state(found: ReadResult) -> State {
    State {
        id: found.id,
        inputs: found.inputs.into(),
        outputs: found.outputs.into(),
        problems: found.reasons,
        refreshes_first: found.refresh_before_update,
        ..State::default()
    }
}
