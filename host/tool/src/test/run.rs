//! Running a case: first its steps, then the behaviours of every provider, on another resource of the same inputs.

use std::sync::Arc;
use std::time::Instant;

use anyhow::Context;
use pulumi_wasm_simulator::conformance::Example;
use pulumi_wasm_simulator::to_map;
use serde_json::Value;

use super::authority;
use super::conditions::open;
use super::located_case::LocatedCase;
use super::outcome::Result;
use super::runner::{Manner, Runner};
use crate::local_provider::{Kept, LocalProvider, until_interrupted};
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
    // With a recording or a generated example no server is reached, whatever the configuration says.
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
        // Without what it needs, the example cannot be made.
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
