//! Running a case: its own steps first, then what any provider must do, on another resource of the same inputs.

use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, bail};
use pulumi_wasm_host::capability::Grants;
use pulumi_wasm_host::capability::record::Player;
use pulumi_wasm_host::driver::behaviour::{Behaviour, Breach, Example, Outcome, judge};
use pulumi_wasm_host::driver::{Provider, Resource, State, without_marks};

use super::conditions::open;
use super::expectation::{self, Came};
use super::files::Found;
use super::format::{Expect, Step};
use super::outcome::{Kind, Part, Result};
use crate::lab::{Kept, Lab, until_interrupted};
use crate::properties::to_properties;

/// What URNs name as stack and project.
const STACK: &str = "test";

/// How cases are run.
pub(super) struct Manner {
    pub(super) grants: Grants,
    pub(super) limits: Vec<String>,
    /// Whether recordings are made anew, with the real network.
    pub(super) records: bool,
    /// Whether behaviours are judged.
    pub(super) behaviours: bool,
}

/// Runs a case.
///
/// # Errors
/// When it cannot be run at all: something in it is not understood, or the component cannot be loaded like this.
pub(super) fn run(lab: &Lab, found: &Found, manner: &Manner) -> anyhow::Result<Result> {
    let begun = Instant::now();
    let case = &found.case;
    let log = Arc::new(Kept::default());
    let (provider, player) = open(lab, found, manner, &log)?;
    let config = to_properties(&case.config, &found.folder).context("`config`")?;
    let wait = |work| lab.wait(until_interrupted(&provider, work));
    let mut runner = Runner {
        found,
        provider: &provider,
        log: &log,
        parts: Vec::new(),
        messages: Vec::new(),
        player,
        told: 0,
    };
    let named = case.resource.as_ref().or(case.function.as_ref());
    let token = provider.token(named.map(String::as_str).unwrap_or_default());
    wait(Box::pin(async {
        // What is wrong with it is said by the first step, as it is by the engine's.
        drop(provider.configure(config).await);
        runner.all(&token, manner).await
    }))?;
    let Runner {
        parts, messages, ..
    } = runner;
    Ok(Result {
        file: found.file.clone(),
        title: found.title.clone(),
        token,
        parts,
        messages,
        took: begun.elapsed(),
    })
}

struct Runner<'a> {
    found: &'a Found,
    provider: &'a Arc<Provider>,
    log: &'a Kept,
    parts: Vec<Part>,
    messages: Vec<String>,
    player: Option<Arc<Player>>,
    /// How many differences from the recording were told.
    told: usize,
}

impl Runner<'_> {
    async fn all(&mut self, token: &str, manner: &Manner) -> anyhow::Result<()> {
        let case = &self.found.case;
        if case.function.is_some() {
            return self.function(token).await;
        }
        self.steps(token).await?;
        let judged = manner.behaviours && case.behaviours.unwrap_or(true);
        match &case.inputs {
            Some(inputs) if judged && self.first_step_succeeds() => {
                let inputs = to_properties(inputs, &self.found.folder).context("`inputs`")?;
                let example = Example {
                    token: token.to_owned(),
                    name: format!("{}-example", self.name()),
                    inputs,
                    import_id: case.import_id.clone(),
                };
                self.behaviours(&example).await
            }
            _ => Ok(()),
        }
    }

    fn name(&self) -> String {
        let case = &self.found.case;
        case.name
            .clone()
            .unwrap_or_else(|| plain(&self.found.title))
    }

    /// An example of what is refused is none of how a provider behaves.
    fn first_step_succeeds(&self) -> bool {
        let expect = self.found.case.expect.as_ref();
        expect.is_none_or(|expect| expect.error.is_none() && expect.failures.is_none())
    }

    async fn function(&mut self, token: &str) -> anyhow::Result<()> {
        let case = &self.found.case;
        let arguments = case.arguments.clone().unwrap_or_default();
        let arguments = to_properties(&arguments, &self.found.folder).context("`arguments`")?;
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
        let expect = case.expect.clone().unwrap_or_default();
        self.judge("invoke", &format!("invoke of `{token}`"), &expect, came)
    }

    async fn steps(&mut self, token: &str) -> anyhow::Result<()> {
        let case = &self.found.case;
        let provider = Arc::clone(self.provider);
        let name = self.name();
        let state = case.state.as_ref().map(State::parse).transpose();
        let state = state.map_err(|reason| anyhow::anyhow!("`state`: {reason}"))?;
        let mut resource = Resource::new(provider, STACK, token.to_owned(), name).with(state);
        let first = case.inputs.as_ref().map(|inputs| Step {
            up: Some(inputs.clone()),
            expect: case.expect.clone(),
            ..Step::default()
        });
        for step in first.iter().chain(&case.steps) {
            self.step(&mut resource, step).await?;
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
                "what was made is deleted",
                Outcome::Broken(vec![breach]),
            );
        }
        Ok(())
    }

    async fn step(&mut self, resource: &mut Resource, step: &Step) -> anyhow::Result<()> {
        let folder = &self.found.folder;
        let name = resource.name().to_owned();
        let mut came = Came::default();
        let verb;
        if let Some(inputs) = &step.up {
            verb = "up";
            let inputs = to_properties(inputs, folder).context("`up`")?;
            came.take(resource.up(inputs).await, |came, change| {
                came.change = Some(change)
            });
        } else if let Some(inputs) = &step.preview {
            verb = "preview";
            let inputs = to_properties(inputs, folder).context("`preview`")?;
            came.take(resource.preview(inputs).await, |came, preview| {
                came.inputs = Some(without_marks(&preview.inputs));
                came.outputs = Some(without_marks(&preview.outputs));
                came.change = Some(preview.change);
            });
        } else if let Some(inputs) = &step.check {
            verb = "check";
            let inputs = to_properties(inputs, folder).context("`check`")?;
            came.take(resource.check(inputs).await, |came, inputs| {
                came.inputs = Some(without_marks(&inputs));
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

    /// Holds what came against what was expected, and against the recording.
    fn judge(
        &mut self,
        verb: &str,
        asked: &str,
        expect: &Expect,
        mut came: Came,
    ) -> anyhow::Result<()> {
        came.messages = self.log.take();
        let mut breaches = expectation::judge(asked, expect, &came, &self.found.folder)
            .with_context(|| format!("`expect` of `{verb}`"))?;
        self.messages.append(&mut came.messages);
        breaches.extend(self.new_differences().into_iter().map(|difference| Breach {
            asked: asked.to_owned(),
            came: difference,
            differences: Vec::new(),
        }));
        let outcome = match breaches.is_empty() {
            true => Outcome::Holds,
            false => Outcome::Broken(breaches),
        };
        self.add(Kind::Step, verb, asked, outcome);
        Ok(())
    }

    /// What differed from the recording since this was asked last.
    fn new_differences(&mut self) -> Vec<String> {
        let player = self.player.as_ref();
        let all = player
            .map(|player| player.differences())
            .unwrap_or_default();
        let new = all.get(self.told..).unwrap_or_default().to_vec();
        self.told = all.len();
        new
    }

    async fn behaviours(&mut self, example: &Example) -> anyhow::Result<()> {
        let skip = &self.found.case.skip;
        if let Some(unknown) = skip.keys().find(|name| Behaviour::by_name(name).is_none()) {
            let known = Behaviour::ALL.map(Behaviour::name).join("`, `");
            bail!("`skip`: there is no behaviour `{unknown}`\nhint: there are `{known}`");
        }
        let player = self.player.clone();
        let differences = move || {
            player
                .as_ref()
                .map_or(0, |player| player.differences().len())
        };
        let mut known = differences();
        let mut verdicts = Vec::new();
        let provider = Arc::clone(self.provider);
        let left = judge(&provider, STACK, example, &mut |mut verdict| {
            let now = differences();
            // What the recording does not have says nothing of the component.
            if now > known && matches!(verdict.outcome, Outcome::Broken(_)) {
                let reason = "the recording has nothing for it; `--record` makes one that has";
                verdict.outcome = Outcome::NotJudged(reason.to_owned());
            }
            known = now;
            if let Some(reason) = skip.get(verdict.behaviour.name()) {
                verdict.outcome = Outcome::NotJudged(format!("skipped: {reason}"));
            }
            verdicts.push(verdict);
        })
        .await
        .map_err(|reason| anyhow::anyhow!(reason))?;
        verdicts.sort_by_key(|verdict| verdict.behaviour);
        for verdict in verdicts {
            let (name, rule) = (verdict.behaviour.name(), verdict.behaviour.rule());
            self.add(Kind::Behaviour, name, rule, verdict.outcome);
        }
        self.messages.append(&mut self.log.take());
        if let (Some(failure), None) = (left, &self.player) {
            self.messages
                .push(format!("error: the example is left behind: {failure}"));
        }
        Ok(())
    }

    fn add(&mut self, kind: Kind, name: &str, rule: &str, outcome: Outcome) {
        self.parts.push(Part {
            kind,
            name: name.to_owned(),
            rule: rule.to_owned(),
            outcome,
        });
    }
}

impl Came {
    /// Takes what came of a call.
    fn take<T>(
        &mut self,
        result: std::result::Result<T, pulumi_wasm_host::driver::Failure>,
        keep: impl FnOnce(&mut Self, T),
    ) {
        match result {
            Ok(value) => keep(self, value),
            Err(failure) => self.failure = Some(failure),
        }
    }
}

/// A title as a resource's name.
fn plain(title: &str) -> String {
    let letters = title.chars().map(|letter| match letter {
        letter if letter.is_ascii_alphanumeric() => letter.to_ascii_lowercase(),
        _ => '-',
    });
    let text: String = letters.collect();
    let parts: Vec<&str> = text.split('-').filter(|part| !part.is_empty()).collect();
    match parts.is_empty() {
        true => "example".to_owned(),
        false => parts.join("-"),
    }
}
