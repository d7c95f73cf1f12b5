//! Runs a case: first its steps, then the behaviours of every provider, on another resource with the same inputs.

use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, bail};
use pulumi_wasm_capability::Grants;
use pulumi_wasm_capability::record::Player;
use pulumi_wasm_simulator::conformance::{Behaviour, Example, Outcome, judge};
use pulumi_wasm_simulator::{Provider, Resource, to_map};
use serde_json::{Map, Value};

use super::authority;
use super::conditions::open;
use super::files::LocatedCase;
use super::format::Expect;
use super::generated_cases::softened;
use super::outcome::{Kind, Part, Result};
use crate::local_provider::{Kept, LocalProvider, Message, until_interrupted};
use crate::properties::to_properties;

/// Runs a case.
///
/// # Errors
/// When it cannot be run at all: something in it is not understood, or the component cannot be loaded like this.
pub(super) fn run(
    local: &LocalProvider,
    found: &LocatedCase,
    manner: &Manner,
) -> anyhow::Result<Result> {
    let begun = Instant::now();
    let case = &found.case;
    let log = Arc::new(Kept::default());
    let (provider, player) = open(local, found, manner, &log)?;
    let mut config = to_properties(&case.config, &found.files).context("`config`")?;
    // With a recording or a generated example, no server is reached, whatever the configuration says.
    if !found.is_generated && (case.replay.is_none() || manner.records) {
        authority::judge_configuration(&local.manifest, &config, &manner.config)?;
    }
    let given = to_map(&Value::Object(manner.config.clone()));
    config.extend(given.map_err(|reason| anyhow::anyhow!("`--config`: {reason}"))?);
    let wait = |work| local.wait(until_interrupted(&provider, work));
    let mut runner = Runner {
        found,
        provider: &provider,
        log: &log,
        parts: Vec::new(),
        messages: Vec::new(),
        player,
        others: Vec::new(),
        told: 0,
    };
    let named = case.subject();
    let token = provider.token(named.map(String::as_str).unwrap_or_default());
    wait(Box::pin(async {
        // The first step reports its errors, as the engine does.
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

impl Runner<'_> {
    async fn all(&mut self, token: &str, manner: &Manner) -> anyhow::Result<()> {
        let done = match self.prepare().await {
            Ok(true) => self.own(token, manner).await,
            prepared => prepared.map(drop),
        };
        self.clear().await;
        done
    }

    /// Runs the steps on the case's own resource.
    async fn own(&mut self, token: &str, manner: &Manner) -> anyhow::Result<()> {
        let case = &self.found.case;
        if case.function.is_some() {
            return self.function(token).await;
        }
        let judged = manner.behaviours && case.behaviours.unwrap_or(true);
        if case.construct.is_some() {
            return self.component(token, judged).await;
        }
        if !self.found.is_generated {
            self.steps(token).await?;
        }
        // Without the resources that it needs, the example cannot be created.
        let is_prepared = self.others.iter().all(|other| other.state().is_some());
        match &case.inputs {
            Some(inputs) if judged && is_prepared && self.first_step_succeeds() => {
                let inputs = self.references().map(inputs).context("`inputs`")?;
                let inputs = to_properties(&inputs, &self.found.files).context("`inputs`")?;
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
}

/// The stack and project in URNs.
pub(super) const STACK: &str = "test";

/// How cases are run.
pub(super) struct Manner {
    pub(super) grants: Grants,
    /// The configuration of the command line, which replaces values that cases give.
    pub(super) config: Map<String, Value>,
    pub(super) limits: Vec<String>,
    /// Whether recordings are made again, with the real network.
    pub(super) records: bool,
    /// Whether behaviours are judged.
    pub(super) behaviours: bool,
}

/// A case that is being run.
pub(super) struct Runner<'a> {
    pub(super) found: &'a LocatedCase,
    pub(super) provider: &'a Arc<Provider>,
    pub(super) log: &'a Kept,
    pub(super) parts: Vec<Part>,
    pub(super) messages: Vec<Message>,
    pub(super) player: Option<Arc<Player>>,
    /// The resources that the case prepares.
    pub(super) others: Vec<Resource>,
    /// The number of reported differences from the recording.
    pub(super) told: usize,
}

impl Runner<'_> {
    /// The resource's name.
    pub(super) fn name(&self) -> String {
        let case = &self.found.case;
        case.name
            .clone()
            .unwrap_or_else(|| plain(&self.found.title))
    }

    /// A case of refused inputs is not an example of a provider's behaviour.
    pub(super) fn first_step_succeeds(&self) -> bool {
        let expect = self.found.case.expect.as_ref();
        expect.is_none_or(Expect::is_of_success)
    }

    pub(super) fn add(&mut self, kind: Kind, name: &str, rule: &str, outcome: Outcome) {
        self.parts.push(Part {
            kind,
            name: name.to_owned(),
            rule: rule.to_owned(),
            outcome,
        });
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
    if parts.is_empty() {
        "example".to_owned()
    } else {
        parts.join("-")
    }
}

impl Runner<'_> {
    /// Judges the behaviours of every provider, with an example.
    pub(super) async fn behaviours(&mut self, example: &Example) -> anyhow::Result<()> {
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
        let is_generated = self.found.is_generated;
        let mut verdicts = Vec::new();
        let provider = Arc::clone(self.provider);
        let left = judge(&provider, STACK, example, &mut |mut verdict| {
            let now = differences();
            // A gap in the recording says nothing about the component.
            if now > known && matches!(verdict.outcome, Outcome::Broken(_)) {
                let reason = "the recording has no answer for it; `--record` makes a new recording";
                verdict.outcome = Outcome::NotJudged(reason.to_owned());
            }
            known = now;
            if is_generated {
                verdict = softened(verdict);
            }
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
            let text = format!("error: the example is left behind: {failure}");
            self.messages.push(Message::of_tool(text));
        }
        Ok(())
    }
}
