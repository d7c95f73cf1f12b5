//! A case of a component: the component is constructed with its inputs, in a preview and in an update, and compared
//! with the expectations.

use std::sync::Arc;

use anyhow::{Context, bail};
use pulumi_wasm_core::value::PropertyMap;
use pulumi_wasm_simulator::conformance::Outcome;
use pulumi_wasm_simulator::{ComponentBehaviour, Construction, Receiver, judge_component};
use serde_json::{Map, Value};

use super::call;
use super::expectation::Came;
use super::format::Step;
use super::outcome::Kind;
use super::run::{Runner, STACK};
use crate::local_provider::Message;
use crate::properties::mocks;
use crate::properties::to_properties;

impl Runner<'_> {
    /// Runs the steps of a component, and judges the behaviours that every component must have.
    pub(super) async fn component(&mut self, token: &str, judged: bool) -> anyhow::Result<()> {
        let case = &self.found.case;
        let first = case.inputs.as_ref().map(|inputs| Step {
            up: Some(inputs.clone()),
            expect: case.expect.clone(),
            ..Step::default()
        });
        let mut calls = Vec::new();
        let mut receiver = None;
        if !self.found.is_generated {
            for step in first.iter().chain(&case.steps) {
                let step = self.references().step(step)?;
                if step.call.is_some() {
                    let name = self.name();
                    let call = self.call(token, &name, &step, receiver.clone()).await?;
                    calls.extend(call);
                } else {
                    let (inputs, is_made) = self.construct(token, &step).await?;
                    let is_first = receiver.replace(Receiver::Made(inputs)).is_none();
                    if is_first && !is_made && step.expects_success() {
                        // The other steps and the behaviours would most likely fail in the same way.
                        return Ok(());
                    }
                }
            }
        }
        match &case.inputs {
            Some(inputs) if judged && self.first_step_succeeds() => {
                let inputs = self.references().map(inputs).context("`inputs`")?;
                let example = self.construction(token, &inputs)?;
                self.behaviours_of_component(&example).await?;
                let receiver = Receiver::Made(example.inputs);
                self.behaviours_of_methods(token, calls, &receiver).await?;
            }
            // Calls on resources that the steps describe.
            _ if judged => {
                self.behaviours_of_calls(calls).await;
            }
            _ => {}
        }
        Ok(())
    }

    /// Constructs the component of a step. Returns its inputs, and whether it was constructed.
    async fn construct(&mut self, token: &str, step: &Step) -> anyhow::Result<(PropertyMap, bool)> {
        let (verb, inputs) = match (&step.up, &step.preview) {
            (Some(inputs), _) => ("up", inputs),
            (None, Some(inputs)) => ("preview", inputs),
            (None, None) => bail!("a step of a component is `up` or `preview`"),
        };
        let preview = step.up.is_none();
        let construction = self.construction(token, inputs);
        let construction = Construction {
            preview,
            ..construction.with_context(|| format!("`{verb}`"))?
        };
        let given = construction.inputs.clone();
        let mut made = self.provider.construct(&construction).await;
        let component = made.resources.first();
        let inputs = component.map(|component| component.registration.inputs.clone());
        let children = made.resources.split_off(made.resources.len().min(1));
        let mut came = Came {
            inputs,
            children,
            ..Came::default()
        };
        let is_made = made.outputs.is_ok();
        match made.outputs {
            Ok(outputs) => came.outputs = Some(outputs),
            Err(failure) => came.failure = Some(failure),
        }
        let expect = step.expect.clone().unwrap_or_default();
        let asked = format!("{verb} of `{}`", construction.name);
        self.judge(verb, &asked, &expect, came)?;
        // A method that a step calls may use them.
        let calls = self.found.case.steps.iter().any(|step| step.call.is_some());
        if let Some(key) = made.unused_mocks.first().filter(|_| is_made && !calls) {
            self.messages.push(Message::of_tool(format!(
                "note: no resource or function is called `{key}`, which `mocks` has values for"
            )));
        }
        Ok((given, is_made))
    }

    fn construction(
        &self,
        token: &str,
        inputs: &Map<String, Value>,
    ) -> anyhow::Result<Construction> {
        let files = &self.found.files;
        Ok(Construction {
            stack: STACK.to_owned(),
            token: token.to_owned(),
            name: self.name(),
            inputs: to_properties(inputs, files)?,
            mocks: Arc::new(mocks::read(&self.found.case.mocks, files)?),
            preview: false,
        })
    }

    async fn behaviours_of_component(&mut self, example: &Construction) -> anyhow::Result<()> {
        let skip = &self.found.case.skip;
        let known = ComponentBehaviour::ALL.map(ComponentBehaviour::name);
        let known: Vec<&str> = known.into_iter().chain(call::names()).collect();
        if let Some(unknown) = skip.keys().find(|name| !known.contains(&name.as_str())) {
            bail!(
                "`skip`: components have no behaviour `{unknown}`\nhint: they have `{}`",
                known.join("`, `")
            );
        }
        for (behaviour, outcome) in judge_component(self.provider, example).await {
            let outcome = match skip.get(behaviour.name()) {
                Some(reason) => Outcome::NotJudged(format!("skipped: {reason}")),
                None => outcome,
            };
            self.add(Kind::Behaviour, behaviour.name(), behaviour.rule(), outcome);
        }
        self.messages.append(&mut self.log.take());
        Ok(())
    }
}
