//! Running a case: first its steps, then the behaviours of every provider, on another resource of the same inputs.

use std::sync::Arc;
use std::time::Instant;

use anyhow::Context;
use pulumi_wasm_capability::Grants;
use pulumi_wasm_capability::record::Player;
use pulumi_wasm_simulator::conformance::{Example, Outcome};
use pulumi_wasm_simulator::{Provider, Resource};

use super::conditions::open;
use super::files::Found;
use super::format::Expect;
use super::outcome::{Kind, Part, Result};
use crate::local_provider::{Kept, LocalProvider, Message, until_interrupted};
use crate::properties::to_properties;

/// The stack and project in URNs.
pub(super) const STACK: &str = "test";

/// How cases are run.
pub(super) struct Manner {
    pub(super) grants: Grants,
    pub(super) limits: Vec<String>,
    /// Whether recordings are made again, with the real network.
    pub(super) records: bool,
    /// Whether behaviours are judged.
    pub(super) behaviours: bool,
}

/// Runs a case.
///
/// # Errors
/// When it cannot be run at all: something in it is not understood, or the component cannot be loaded like this.
pub(super) fn run(local: &LocalProvider, found: &Found, manner: &Manner) -> anyhow::Result<Result> {
    let begun = Instant::now();
    let case = &found.case;
    let log = Arc::new(Kept::default());
    let (provider, player) = open(local, found, manner, &log)?;
    let config = to_properties(&case.config, &found.folder).context("`config`")?;
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

/// A case that is being run.
pub(super) struct Runner<'a> {
    pub(super) found: &'a Found,
    pub(super) provider: &'a Arc<Provider>,
    pub(super) log: &'a Kept,
    parts: Vec<Part>,
    pub(super) messages: Vec<Message>,
    pub(super) player: Option<Arc<Player>>,
    /// The resources that the case prepares.
    pub(super) others: Vec<Resource>,
    /// How many differences from the recording were told.
    pub(super) told: usize,
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

    /// What the case is about.
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
                let inputs = to_properties(&inputs, &self.found.folder).context("`inputs`")?;
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
    match parts.is_empty() {
        true => "example".to_owned(),
        false => parts.join("-"),
    }
}
