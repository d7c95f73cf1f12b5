//! The behaviour of every provider, judged with a case's inputs as the example.

use std::sync::Arc;

use anyhow::bail;
use pulumi_wasm_simulator::conformance::{Behaviour, Example, Outcome, judge};

use super::generated_cases::softened;
use super::outcome::Kind;
use super::runner::{Runner, STACK};
use crate::local_provider::Message;

impl Runner<'_> {
    /// Judges what any provider must do, with an example.
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
            // A gap in the recording says nothing of the component.
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
