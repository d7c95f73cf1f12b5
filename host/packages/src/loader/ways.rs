//! The ways to a component that is not on this machine: the operator's mirrors, and then its origin.
//!
//! A mirror is asked for digests alone, so that nothing of it has to be believed, unless the operator says that it answers tags.

mod asking;
mod way;

use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;

use pulumi_wasm_capability::limits::Limits;
use pulumi_wasm_core::call::LogSink;
use pulumi_wasm_registry::{HostedFile, Reference, RegistryContext, Repository, Trust};
use way::{Server, Way};

use super::registries::context_of;
use crate::operator_sources::{MirrorRule, MirrorTarget, OperatorSources};
use crate::{Place, SourceError};

/// The servers that a component is asked of, in this order.
pub(super) struct Ways {
    context: RegistryContext,
    ways: Vec<Way>,
    /// What is asked for, for messages.
    shown: String,
    /// What was not asked, and why, in words for people.
    closed: Vec<String>,
}

impl Ways {
    /// The ways to what a reference names. `trust` is about the origin.
    pub(super) fn to_registry(
        reference: &Reference,
        trust: Trust,
        limits: &Limits,
        log: &Arc<dyn LogSink>,
    ) -> Result<Self, SourceError> {
        let sources = OperatorSources::of_environment()?;
        let origin = format!("oci://{}", reference.place());
        let (rule, mut ways) = Self::begin(&sources, (&origin, reference), limits, log);
        for target in rule.into_iter().flat_map(|rule| &rule.to) {
            if let MirrorTarget::Registry(prefix) = target {
                let rest = rule.and_then(|rule| rule.rest(&origin));
                let mirrored = MirrorTarget::reference(prefix, rest.unwrap_or_default(), reference);
                let repository = mirrored.and_then(|mirrored| {
                    // The operator named it.
                    let context = ways.context.clone();
                    let repository = Repository::to_read(&mirrored, Trust::Named, context);
                    let repository = repository.map_err(|error| error.reason)?;
                    Ok((repository, mirrored))
                });
                match repository {
                    Ok((repository, mirrored)) => ways.ways.push(Way::to_mirror(
                        Server::Registry(Box::new(repository)),
                        mirrored.to_string(),
                        rule.is_some_and(MirrorRule::answers_tags),
                    )),
                    Err(reason) => ways.closed.push(format!("the mirror {reason}")),
                }
            } else {
                ways.push_copies(target);
            }
        }
        let is_closed = ways.close(rule);
        if !is_closed {
            let repository = Repository::to_read(reference, trust, ways.context.clone())?;
            let server = Server::Registry(Box::new(repository));
            ways.ways.push(Way::to_origin(server));
        }
        Ok(ways)
    }

    /// The ways to a file on a web server, or to an asset of a release.
    pub(super) fn to_file(
        file: &HostedFile,
        trust: Trust,
        limits: &Limits,
        log: &Arc<dyn LogSink>,
    ) -> Result<Self, SourceError> {
        let sources = OperatorSources::of_environment()?;
        let origin = file.place();
        let (rule, mut ways) = Self::begin(&sources, (&origin, file), limits, log);
        for target in rule.into_iter().flat_map(|rule| &rule.to) {
            ways.push_copies(target);
        }
        let is_closed = ways.close(rule);
        if !is_closed {
            let server = Server::File(file.clone(), trust);
            ways.ways.push(Way::to_origin(server));
        }
        Ok(ways)
    }

    /// The ways to a recorded place; `None` to a file of a project.
    pub(super) fn to_place(
        place: &Place,
        trust: Trust,
        limits: &Limits,
        log: &Arc<dyn LogSink>,
    ) -> Result<Option<Self>, SourceError> {
        match place {
            Place::File(_) => Ok(None),
            Place::Registry(reference) => {
                Self::to_registry(reference, trust, limits, log).map(Some)
            }
            Place::Web(file) => Self::to_file(file, trust, limits, log).map(Some),
        }
    }

    fn begin<'a>(
        sources: &'a OperatorSources,
        (origin, shown): (&str, &dyn Display),
        limits: &Limits,
        log: &Arc<dyn LogSink>,
    ) -> (Option<&'a MirrorRule>, Self) {
        let ways = Self {
            context: context_of(sources, limits, log),
            ways: Vec::new(),
            shown: shown.to_string(),
            closed: Vec::new(),
        };
        (sources.mirrors(origin), ways)
    }

    fn push_copies(&mut self, target: &MirrorTarget) {
        if let MirrorTarget::Address(address) = target {
            let server = Server::Copies(target.clone());
            self.ways
                .push(Way::to_mirror(server, address.clone(), false));
        }
    }

    /// Whether the origin is never asked, which is noted for messages then.
    fn close(&mut self, rule: Option<&MirrorRule>) -> bool {
        let only = rule.and_then(|rule| rule.only.as_ref());
        let shown = &self.shown;
        let closed = only.map(|only| format!("`{shown}`, which is not asked because of {only}"));
        let is_closed = closed.is_some();
        self.closed.extend(closed);
        is_closed
    }

    /// What is left of the time for all steps.
    pub(super) fn time_left(&self) -> Duration {
        self.context.time_left()
    }
}
