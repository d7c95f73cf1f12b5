//! The steps of a case: each is done, and its result is compared with the expected one.

use std::sync::Arc;

use anyhow::Context;
use pulumi_wasm_simulator::conformance::{Breach, Outcome};
use pulumi_wasm_simulator::{Failure, Resource, State, without_private_state};

use super::call;
use super::expectation::{self, Came};
use super::format::{Expect, Step};
use super::outcome::Kind;
use super::run::{Runner, STACK};
use crate::properties::to_properties;

impl Runner<'_> {
    /// Calls the case's function.
    pub(super) async fn function(&mut self, token: &str) -> anyhow::Result<()> {
        let case = &self.found.case;
        let references = self.references();
        let arguments = case.arguments.clone().unwrap_or_default();
        let arguments = references.map(&arguments).context("`arguments`")?;
        let arguments = to_properties(&arguments, &self.found.files).context("`arguments`")?;
        let came = match self.provider.invoke(token, arguments, false).await {
            Ok(result) => Came {
                result: Some(result),
                ..Came::default()
            },
            Err(failure) => Came {
                failure: Some(failure),
                ..Came::default()
            },
        };
        let expect = references.expect(&case.expect.clone().unwrap_or_default())?;
        self.judge("invoke", &format!("invoke of `{token}`"), &expect, came)
    }

    /// Runs the case's steps, one after the other, and deletes the remaining resources.
    pub(super) async fn steps(&mut self, token: &str) -> anyhow::Result<()> {
        let case = &self.found.case;
        let provider = Arc::clone(self.provider);
        let name = self.name();
        if let Some(state) = &case.state {
            self.found.files.judge(state).context("`state`")?;
        }
        let state = case.state.as_ref().map(State::parse).transpose();
        let state = state.map_err(|reason| anyhow::anyhow!("`state`: {reason}"))?;
        let mut resource = Resource::new(provider, STACK, token.to_owned(), name).with(state);
        let first = case.inputs.as_ref().map(|inputs| Step {
            up: Some(inputs.clone()),
            expect: case.expect.clone(),
            ..Step::default()
        });
        for step in first.iter().chain(&case.steps) {
            let step = self.references().step(step)?;
            match &step.of {
                Some(name) => self.step_of(name, &step).await?,
                None => self.step(&mut resource, &step).await?,
            }
        }
        if let Err(failure) = resource.destroy().await {
            let breach = Breach {
                asked: "its delete, at the end".to_owned(),
                came: failure.to_string(),
                differences: Vec::new(),
            };
            self.add(
                Kind::Step,
                "delete",
                "the created resources are deleted",
                Outcome::Broken(vec![breach]),
            );
        }
        Ok(())
    }

    pub(super) async fn step(
        &mut self,
        resource: &mut Resource,
        step: &Step,
    ) -> anyhow::Result<()> {
        let files = &self.found.files;
        let name = resource.name().to_owned();
        if step.call.is_some() {
            let receiver = call::recorded(resource.state());
            let (token, name) = (resource.token().to_owned(), name);
            return self.call(&token, &name, step, receiver).await.map(drop);
        }
        let mut came = Came::default();
        let verb;
        if let Some(inputs) = &step.up {
            verb = "up";
            let inputs = to_properties(inputs, files).context("`up`")?;
            came.take(resource.up(inputs).await, |came, change| {
                came.change = Some(change)
            });
        } else if let Some(inputs) = &step.preview {
            verb = "preview";
            let inputs = to_properties(inputs, files).context("`preview`")?;
            came.take(resource.preview(inputs).await, |came, preview| {
                came.inputs = Some(without_private_state(&preview.inputs));
                came.outputs = Some(without_private_state(&preview.outputs));
                came.change = Some(preview.change);
            });
        } else if let Some(inputs) = &step.check {
            verb = "check";
            let inputs = to_properties(inputs, files).context("`check`")?;
            came.take(resource.check(inputs).await, |came, inputs| {
                came.inputs = Some(without_private_state(&inputs));
            });
        } else if let Some(id) = &step.import {
            verb = "import";
            came.take(resource.import(id).await, |_, ()| {});
        } else if step.refresh.is_some() {
            verb = "refresh";
            came.take(resource.refresh().await, |came, drift| {
                came.drift = Some(drift.outputs().to_vec());
                came.gone = Some(drift.is_gone());
            });
        } else {
            verb = "delete";
            came.take(resource.destroy().await, |_, ()| {});
        }
        if let Some(state) = resource.state() {
            came.id = Some(state.id.clone());
            came.inputs.get_or_insert_with(|| state.shown_inputs());
            came.outputs.get_or_insert_with(|| state.shown_outputs());
        }
        let expect = step.expect.clone().unwrap_or_default();
        self.judge(verb, &format!("{verb} of `{name}`"), &expect, came)
    }

    /// Compares the result with the expectation and with the recording.
    pub(super) fn judge(
        &mut self,
        verb: &str,
        asked: &str,
        expect: &Expect,
        mut came: Came,
    ) -> anyhow::Result<()> {
        came.messages = self.log.take();
        let mut breaches = expectation::judge(asked, expect, &came, &self.found.files)
            .with_context(|| format!("`expect` of `{verb}`"))?;
        self.messages.append(&mut came.messages);
        breaches.extend(self.new_differences().into_iter().map(|difference| Breach {
            asked: asked.to_owned(),
            came: difference,
            differences: Vec::new(),
        }));
        let outcome = if breaches.is_empty() {
            Outcome::Holds
        } else {
            Outcome::Broken(breaches)
        };
        self.add(Kind::Step, verb, asked, outcome);
        Ok(())
    }

    /// The differences from the recording since the last call.
    fn new_differences(&mut self) -> Vec<String> {
        let player = self.player.as_ref();
        let all = player
            .map(|player| player.differences())
            .unwrap_or_default();
        let new = all.get(self.told..).unwrap_or_default().to_vec();
        self.told = all.len();
        new
    }
}

impl Came {
    /// Records the result of a call.
    fn take<T>(
        &mut self,
        result: std::result::Result<T, Failure>,
        keep: impl FnOnce(&mut Self, T),
    ) {
        match result {
            Ok(value) => keep(self, value),
            Err(failure) => self.failure = Some(failure),
        }
    }
}
