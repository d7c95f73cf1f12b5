//! The other resources of a case: the resources that its own resource needs are created before it, and deleted after
//! it.

use std::sync::Arc;

use anyhow::{Context, bail};
use pulumi_wasm_simulator::Resource;
use pulumi_wasm_simulator::conformance::{Breach, Outcome};
use serde_json::{Map, Value};

use super::format::{Needed, Step};
use super::outcome::Kind;
use super::references::References;
use super::run::{Runner, STACK};

/// The contents of a case's `resources`, in their order.
///
/// # Errors
/// Where an entry has not the form of a resource, or a name cannot be referred to.
pub(super) fn needed(resources: &Map<String, Value>) -> anyhow::Result<Vec<(String, Needed)>> {
    let mut all = Vec::new();
    for (name, value) in resources {
        if name.is_empty() || name.contains(['.', '[', '}']) {
            bail!("`resources`: `{name}` cannot be referred to: leave out dots and brackets");
        }
        let needed = serde_json::from_value(value.clone());
        let needed = needed.map_err(|error| {
            anyhow::anyhow!("`resources`, `{name}`: {error}\nhint: write `{name}: {{ type: TYPE, inputs: {{ … }} }}`")
        })?;
        all.push((name.clone(), needed));
    }
    Ok(all)
}

impl Runner<'_> {
    /// Creates the resources that the case needs, in their order, and returns whether all exist.
    pub(super) async fn prepare(&mut self) -> anyhow::Result<bool> {
        for (name, needed) in needed(&self.found.case.resources)? {
            let token = self.provider.token(&needed.resource);
            let mut resource = Resource::new(Arc::clone(self.provider), STACK, token, name.clone());
            let up = Step {
                up: Some(needed.inputs),
                ..Step::default()
            };
            let up = self.references().step(&up);
            let up = up.with_context(|| format!("`resources`, `{name}`"))?;
            self.step(&mut resource, &up).await?;
            let is_there = resource.state().is_some();
            self.others.push(resource);
            if !is_there {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The resources that steps can refer to.
    pub(super) fn references(&self) -> References {
        References::to(self.others.iter())
    }

    /// Runs a step of one of the other resources.
    pub(super) async fn step_of(&mut self, name: &str, step: &Step) -> anyhow::Result<()> {
        let place = self.others.iter().position(|other| other.name() == name);
        let Some(place) = place else {
            bail!(
                "`of: {name}`: no resource of the case is called `{name}`\nhint: write it into `resources`"
            );
        };
        let mut resource = self.others.remove(place);
        let done = self.step(&mut resource, step).await;
        self.others.insert(place, resource);
        done
    }

    /// Deletes the prepared resources, the last one first.
    pub(super) async fn clear(&mut self) {
        while let Some(mut resource) = self.others.pop() {
            let asked = format!("delete of `{}`", resource.name());
            if let Err(failure) = resource.destroy().await {
                let breach = Breach {
                    asked: format!("{asked}, at the end"),
                    came: failure.to_string(),
                    differences: Vec::new(),
                };
                self.add(Kind::Step, "delete", &asked, Outcome::Broken(vec![breach]));
            }
        }
    }
}
